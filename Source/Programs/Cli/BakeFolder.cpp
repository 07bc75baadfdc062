// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "BakeFolder.h"

#include "Command.h"
#include "Files.h"
#include "Import.h"
#include "ProgressBar.h"
#include "TextCursor.h"
#include "ThreadTaskRunner.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

namespace FractureCli
{
namespace
{
using FractureToolkit::CountText;
using FractureToolkit::Utf8FromPath;
namespace fs = std::filesystem;

struct Failure
{
	std::string file;
	std::string what;
};

/// Models below a folder in sorted order; hidden entries are passed over and links to folders not followed.
void FindModels(const fs::path& folder, std::vector<fs::path>& models, std::vector<Failure>& failures)
{
	std::error_code code;
	std::vector<fs::directory_entry> entries;
	for (fs::directory_iterator it(folder, code), end; !code && it != end; it.increment(code))
	{
		entries.push_back(*it);
	}
	if (code)
	{
		failures.push_back({Utf8FromPath(folder), "cannot be listed: " + code.message()});
	}
	std::sort(entries.begin(), entries.end());
	for (const fs::directory_entry& entry : entries)
	{
		if (Utf8FromPath(entry.path().filename()).starts_with('.'))
		{
			continue;
		}
		if (entry.is_directory(code) && !entry.is_symlink(code))
		{
			FindModels(entry.path(), models, failures);
		}
		else if (FractureToolkit::IsModelFile(entry.path()) && !entry.is_directory(code))
		{
			// Of TetGen's pair the .ele stands for both.
			const bool isNode = FractureToolkit::LowerExtension(entry.path()) == ".node";
			if (!isNode || !fs::exists(fs::path(entry.path()).replace_extension(".ele"), code))
			{
				models.push_back(entry.path());
			}
		}
	}
}

/// Equal for paths that Windows takes for one file: case does not count there.
std::string FileKey(const fs::path& path)
{
	std::string key = Utf8FromPath(path.lexically_normal());
	for (char& c : key)
	{
		c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
	}
	return key;
}

/// bowl.obj becomes bowl.frac; where bowl.stl lies beside it, both keep their whole names: bowl.obj.frac,
/// bowl.stl.frac. So does bowl.stl.obj, then. Inputs whose whole names differ in nothing but case are numbered:
/// bowl.obj.2.frac.
std::vector<BakeJob> PlanJobs(const std::vector<fs::path>& models, const fs::path& input, const fs::path& output)
{
	const auto assetPath = [&](const fs::path& model, const std::string& extension)
	{
		fs::path path = output / model.lexically_relative(input);
		path += extension;
		return path;
	};
	std::vector<BakeJob> jobs;
	for (const fs::path& model : models)
	{
		jobs.push_back({model, assetPath(fs::path(model).replace_extension(), ".frac")});
	}
	std::vector<uint8_t> isWhole(jobs.size(), 0);
	for (bool hasChanged = true; hasChanged;) // a longer name may be the short one of another
	{
		hasChanged = false;
		std::map<std::string, int32_t> users;
		for (const BakeJob& job : jobs)
		{
			++users[FileKey(job.output)];
		}
		for (size_t i = 0; i < jobs.size(); ++i)
		{
			if (isWhole[i] == 0 && users[FileKey(jobs[i].output)] > 1)
			{
				jobs[i].output = assetPath(jobs[i].input, ".frac");
				isWhole[i] = 1;
				hasChanged = true;
			}
		}
	}
	std::set<std::string> names;
	for (const BakeJob& job : jobs)
	{
		names.insert(FileKey(job.output));
	}
	std::set<std::string> given;
	for (BakeJob& job : jobs)
	{
		if (given.insert(FileKey(job.output)).second)
		{
			continue;
		}
		int32_t number = 1;
		do
		{
			job.output = assetPath(job.input, "." + std::to_string(++number) + ".frac");
		} while (!names.insert(FileKey(job.output)).second);
	}
	return jobs;
}

/// What is kept of a finished object. Not the object itself: a folder may hold more than memory.
struct Outcome
{
	enum class Kind
	{
		Waiting,
		Baked,
		Unchanged,
		Failed
	};
	Kind kind = Kind::Waiting;
	std::string line;
	nlohmann::ordered_json json;
	Failure failure;
};

Outcome MakeOutcome(const BakeFileResult& result, bool json)
{
	Outcome outcome;
	if (!result.report)
	{
		outcome.kind = result.cancelled ? Outcome::Kind::Waiting : Outcome::Kind::Failed;
		outcome.failure = {result.badFile, result.error};
		return outcome;
	}
	outcome.kind = result.unchanged ? Outcome::Kind::Unchanged : Outcome::Kind::Baked;
	const char* const word = result.unchanged ? "unchanged" : "baked";
	if (json)
	{
		outcome.json = ToJson(*result.report);
		outcome.json["status"] = word;
	}
	else
	{
		outcome.line = result.report->output + ": " + word + ", " + ToShortText(*result.report);
	}
	return outcome;
}

class FolderBake
{
public:
	FolderBake(std::vector<BakeJob> jobs, BakePlan plan, bool json)
		: m_jobs(std::move(jobs)), m_plan(std::move(plan)), m_json(json), m_outcomes(m_jobs.size())
	{
	}

	const std::vector<Outcome>& Run(int32_t threadCount)
	{
		const int32_t cores = std::max(1, static_cast<int32_t>(std::thread::hardware_concurrency()));
		const int32_t total = threadCount > 0 ? threadCount : cores;
		const int32_t workers = std::clamp(static_cast<int32_t>(m_jobs.size()), 1, total);
		// Objects first; threads that are left over help inside them.
		const int32_t threadsEach = std::max(1, total / workers);
		std::vector<std::thread> threads;
		for (int32_t i = 1; i < workers; ++i)
		{
			threads.emplace_back([this, threadsEach] { Work(threadsEach); });
		}
		Work(threadsEach);
		for (std::thread& thread : threads)
		{
			thread.join();
		}
		m_bar.Wipe();
		return m_outcomes;
	}

private:
	void Work(int32_t threadsEach)
	{
		FractureToolkit::ThreadTaskRunner runner(threadsEach);
		const FractureCore::ProgressSink stopOnly{[](void*, const char*, double) { return !IsInterrupted(); }, nullptr};
		for (;;)
		{
			size_t index = 0;
			{
				const std::lock_guard<std::mutex> lock(m_mutex);
				if (m_next == m_jobs.size() || IsInterrupted())
				{
					return;
				}
				index = m_next++;
				ShowProgress(index);
			}
			const BakeJob& job = m_jobs[index];
			Outcome outcome = MakeOutcome(BakeFile(job, m_plan, runner, stopOnly), m_json);
			const std::lock_guard<std::mutex> lock(m_mutex);
			m_outcomes[index] = std::move(outcome);
			++m_doneCount;
			PrintFinished();
		}
	}

	void ShowProgress(size_t index)
	{
		m_bar.Show(static_cast<double>(m_doneCount) / static_cast<double>(m_jobs.size()),
			std::to_string(m_doneCount) + "/" + std::to_string(m_jobs.size()) + " " +
				Utf8FromPath(m_jobs[index].input));
	}

	/// In the folder's order, whatever the threads did, each as soon as all before it are done.
	void PrintFinished()
	{
		for (; m_printed < m_outcomes.size() && m_outcomes[m_printed].kind != Outcome::Kind::Waiting; ++m_printed)
		{
			if (!m_outcomes[m_printed].line.empty())
			{
				m_bar.Wipe();
				std::puts(m_outcomes[m_printed].line.c_str());
			}
		}
		std::fflush(stdout);
	}

	std::vector<BakeJob> m_jobs;
	BakePlan m_plan;
	bool m_json;
	std::vector<Outcome> m_outcomes;
	std::mutex m_mutex; // of all below
	ProgressBar m_bar;
	size_t m_next = 0;
	size_t m_doneCount = 0;
	size_t m_printed = 0;
};

// ": a.obj, b.obj and 3 more".
std::string NamesOf(const std::vector<Failure>& failures)
{
	constexpr size_t kMostNames = 8;
	std::string names;
	for (size_t i = 0; i < std::min(failures.size(), kMostNames); ++i)
	{
		names += (i == 0 ? ": " : ", ") + failures[i].file;
	}
	return failures.size() > kMostNames ? names + " and " + std::to_string(failures.size() - kMostNames) + " more"
										: names;
}

void PrintFolderJson(const std::vector<Outcome>& outcomes, const std::vector<Failure>& failures, size_t unfinished)
{
	nlohmann::ordered_json objects = nlohmann::ordered_json::array();
	nlohmann::ordered_json failed = nlohmann::ordered_json::array();
	for (const Outcome& outcome : outcomes)
	{
		if (!outcome.json.is_null())
		{
			objects.push_back(outcome.json);
		}
	}
	for (const Failure& failure : failures)
	{
		failed.push_back(nlohmann::ordered_json{{"input", failure.file}, {"error", failure.what}});
	}
	PrintJson(nlohmann::ordered_json{{"objects", objects}, {"failed", failed}, {"unfinished", unfinished}});
}
} // namespace

int BakeFolder(const fs::path& input, const fs::path& output, BakePlan plan, int32_t threadCount, bool json)
{
	std::vector<fs::path> models;
	std::vector<Failure> failures;
	FindModels(input, models, failures);
	if (models.empty() && failures.empty())
	{
		return Fail(Utf8FromPath(input), "has no mesh in it; .obj .stl .ply .gltf .glb .fbx .msh .node .ele are read");
	}
	FolderBake bake(PlanJobs(models, input, output), std::move(plan), json);
	const std::vector<Outcome>& outcomes = bake.Run(threadCount);

	int64_t counts[4] = {0, 0, 0, 0};
	for (const Outcome& outcome : outcomes)
	{
		++counts[static_cast<size_t>(outcome.kind)];
		if (outcome.kind == Outcome::Kind::Failed)
		{
			failures.push_back(outcome.failure);
		}
	}
	const int64_t unfinished = counts[static_cast<size_t>(Outcome::Kind::Waiting)];
	if (json)
	{
		PrintFolderJson(outcomes, failures, static_cast<size_t>(unfinished));
	}
	else
	{
		std::printf("%lld baked, %lld unchanged, %zu failed%s\n",
			static_cast<long long>(counts[static_cast<size_t>(Outcome::Kind::Baked)]),
			static_cast<long long>(counts[static_cast<size_t>(Outcome::Kind::Unchanged)]),
			failures.size(),
			NamesOf(failures).c_str());
	}
	std::fflush(stdout);
	for (const Failure& failure : failures)
	{
		Fail(failure.file, failure.what);
	}
	if (unfinished > 0)
	{
		return Fail("", "interrupted; " + CountText(unfinished, "object") + " not baked");
	}
	return failures.empty() ? kSucceeded : kFailed;
}
} // namespace FractureCli
