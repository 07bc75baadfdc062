// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "Command.h"
#include "Files.h"
#include "RecordingReader.h"
#include "ThreadTaskRunner.h"

#include "FractureCore/Asset.h"
#include "FractureCore/Break.h"

#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace FractureCli
{
namespace
{
using FractureCore::Breakable;
using FractureCore::Result;
using FractureToolkit::GameBreak;
using FractureToolkit::PathFromUtf8;

struct ReplayOptions
{
	std::string file;
	int32_t threads = 0;
	bool json = false;
};

struct Replayed
{
	std::string hash;
	size_t fragments = 0;
};

/// The bodies of a recording, each prepared once.
class Bodies
{
public:
	Bodies(std::filesystem::path folder, FractureCore::TaskRunner& runner)
		: m_folder(std::move(folder)), m_runner(runner)
	{
	}

	/// The error names the file.
	Result<std::shared_ptr<const Breakable>> Find(const std::string& name);

private:
	std::filesystem::path m_folder;
	FractureCore::TaskRunner& m_runner;
	std::map<std::string, std::shared_ptr<const Breakable>> m_bodies;
};

/// Tells how each line came out, and counts those that came out differently.
class Told
{
public:
	Told(const std::string& file, bool isJson) : m_isJson(isJson)
	{
		m_json["recording"] = file;
		m_json["scenes"] = nlohmann::ordered_json::array();
		m_json["breaks"] = nlohmann::ordered_json::array();
	}

	void Add(bool isScene, const std::string& body, const Replayed& replayed, const std::string& expected);
	void Finish();
	size_t Different() const { return m_different; }

private:
	bool m_isJson;
	nlohmann::ordered_json m_json;
	size_t m_different = 0;
};

Result<Breakable> LoadBody(const std::filesystem::path& path, FractureCore::TaskRunner& runner)
{
	const Result<std::vector<uint8_t>> bytes = FractureToolkit::ReadFileBytes(path);
	if (!bytes)
	{
		return bytes.GetError();
	}
	Result<FractureCore::BakedObject> object = FractureCore::LoadAsset(*bytes);
	if (!object)
	{
		return object.GetError();
	}
	std::vector<double> strength = object->strength;
	std::vector<uint8_t> heldAxes = object->heldAxes;
	return Breakable::Create(std::move(*object), std::move(strength), std::move(heldAxes), {}, runner);
}

Result<std::shared_ptr<const Breakable>> Bodies::Find(const std::string& name)
{
	std::shared_ptr<const Breakable>& body = m_bodies[name];
	if (!body)
	{
		Result<Breakable> loaded = LoadBody(m_folder / PathFromUtf8(name), m_runner);
		if (!loaded)
		{
			return FractureCore::Error{loaded.GetError().code, name + ": " + loaded.GetError().message};
		}
		body = std::make_shared<const Breakable>(std::move(*loaded));
	}
	return body;
}

void Told::Add(bool isScene, const std::string& body, const Replayed& replayed, const std::string& expected)
{
	const bool isSame = replayed.hash == expected;
	m_different += isSame ? 0 : 1;
	nlohmann::ordered_json& list = m_json[isScene ? "scenes" : "breaks"];
	list.push_back({{"body", body},
		{"fragments", replayed.fragments},
		{"hash", replayed.hash},
		{"expected", expected},
		{"same", isSame}});
	if (!m_isJson)
	{
		std::printf("%s %zu: %zu pieces, %s%s\n",
			isScene ? "scene" : "break",
			list.size(),
			replayed.fragments,
			replayed.hash.c_str(),
			isSame ? ", as recorded" : (" instead of " + expected).c_str());
	}
}

void Told::Finish()
{
	if (m_isJson)
	{
		m_json["different"] = m_different;
		PrintJson(m_json);
	}
}

Result<FractureCore::BreakResult> RunImpact(const Breakable& body,
	const FractureToolkit::GameImpact& recorded,
	const FractureCore::CrackSet* damage,
	FractureCore::TaskRunner& runner)
{
	FractureCore::Impact impact;
	impact.loads.collision = recorded.contacts;
	impact.motion = recorded.motion;
	impact.restitution = recorded.restitution;
	impact.damage = damage;
	return FractureCore::BreakBody(body, impact, recorded.settings, runner);
}

/// The impacts that only cracked it first: each starts from what the one before left open.
Result<Replayed> Replay(const Breakable& body, const GameBreak& recorded, FractureCore::TaskRunner& runner)
{
	FractureCore::CrackSet damage;
	const FractureCore::CrackSet* left = nullptr;
	for (const FractureToolkit::GameImpact& before : recorded.before)
	{
		Result<FractureCore::BreakResult> cracked = RunImpact(body, before, left, runner);
		if (!cracked)
		{
			return cracked.GetError();
		}
		damage = std::move(cracked->plan.cracks);
		left = &damage;
	}
	const Result<FractureCore::BreakResult> result = RunImpact(body, recorded, left, runner);
	if (!result)
	{
		return result.GetError();
	}
	Replayed replayed;
	replayed.hash = FractureCore::ToHex(result->hash);
	replayed.fragments = result->fragments.size();
	return replayed;
}

/// Everything that broke by itself in a scene, and how it flew.
Result<Replayed> PlayAgain(
	std::shared_ptr<const Breakable> body, const FractureToolkit::GameScene& scene, FractureCore::TaskRunner& runner)
{
	const Result<FractureToolkit::Recording> again =
		FractureToolkit::ReplayRun(scene.request, scene.frames, std::move(body), runner);
	if (!again)
	{
		return again.GetError();
	}
	Replayed replayed;
	replayed.hash = FractureCore::ToHex(FractureToolkit::HashOfRecording(*again));
	replayed.fragments = static_cast<size_t>(again->frames.back().fragments);
	return replayed;
}

int RunReplay(const ReplayOptions& options)
{
	const std::filesystem::path path = PathFromUtf8(options.file);
	const Result<std::vector<uint8_t>> bytes = FractureToolkit::ReadFileBytes(path);
	if (!bytes)
	{
		return Fail(options.file, bytes.GetError().message);
	}
	const Result<FractureToolkit::GameRecording> recording =
		FractureToolkit::ReadRecording({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
	if (!recording)
	{
		return Fail(options.file, recording.GetError().message);
	}
	FractureToolkit::ThreadTaskRunner runner(options.threads);
	Bodies bodies(path.parent_path(), runner);
	Told told(options.file, options.json);
	// The body's own error has its name before it; any other the file's and which of its lines it was.
	const auto replay = [&](bool isScene, const auto& lines, const auto& run) -> FractureCore::Status
	{
		for (size_t i = 0; i < lines.size(); ++i)
		{
			const Result<std::shared_ptr<const Breakable>> body = bodies.Find(lines[i].body);
			if (!body)
			{
				return body.GetError();
			}
			const Result<Replayed> replayed = run(*body, lines[i]);
			if (!replayed)
			{
				return FractureCore::Error{replayed.GetError().code,
					(isScene ? "scene " : "break ") + std::to_string(i + 1) + ": " + replayed.GetError().message};
			}
			told.Add(isScene, lines[i].body, *replayed, lines[i].hash);
		}
		return FractureCore::Ok{};
	};
	FractureCore::Status status = replay(true,
		recording->scenes,
		[&](const auto& body, const FractureToolkit::GameScene& scene) { return PlayAgain(body, scene, runner); });
	if (status)
	{
		status = replay(false,
			recording->breaks,
			[&](const auto& body, const GameBreak& recorded) { return Replay(*body, recorded, runner); });
	}
	if (!status)
	{
		return Fail(options.file, status.GetError().message);
	}
	told.Finish();
	if (told.Different() > 0)
	{
		return Fail(options.file,
			std::to_string(told.Different()) + " of " +
				std::to_string(recording->scenes.size() + recording->breaks.size()) + " came out differently");
	}
	return kSucceeded;
}
} // namespace

void AddReplayCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<ReplayOptions>();
	CLI::App* command = program.add_subcommand(
		"replay", "Run the recorded breaks of a game or of the studio again and compare the results, bit by bit");
	command
		->add_option(
			"recording", options->file, "What fracturesim.Record or the studio wrote; its bodies lie beside it")
		->required()
		->type_name("FILE");
	command->add_option("--threads", options->threads, "Threads; 0: one a core; the result does not depend on it")
		->check(CLI::Range(0, 256));
	command->add_flag("--json", options->json, "Print one JSON object instead of text");
	SetExamples(*command, "  fracturesim replay Saved/impacts.txt\n");
	command->callback([options, &exitCode] { exitCode = RunReplay(*options); });
}
} // namespace FractureCli
