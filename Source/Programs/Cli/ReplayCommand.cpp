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
	bool same = false;
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
	replayed.same = replayed.hash == recorded.hash;
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
	const Result<std::vector<GameBreak>> breaks =
		FractureToolkit::ReadRecording({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
	if (!breaks)
	{
		return Fail(options.file, breaks.GetError().message);
	}
	FractureToolkit::ThreadTaskRunner runner(options.threads);
	std::map<std::string, std::unique_ptr<Breakable>> bodies;
	nlohmann::ordered_json json;
	json["recording"] = options.file;
	json["breaks"] = nlohmann::ordered_json::array();
	size_t different = 0;
	for (size_t i = 0; i < breaks->size(); ++i)
	{
		const GameBreak& recorded = (*breaks)[i];
		std::unique_ptr<Breakable>& body = bodies[recorded.body];
		if (!body)
		{
			Result<Breakable> loaded = LoadBody(path.parent_path() / PathFromUtf8(recorded.body), runner);
			if (!loaded)
			{
				return Fail(recorded.body, loaded.GetError().message);
			}
			body = std::make_unique<Breakable>(std::move(*loaded));
		}
		const Result<Replayed> replayed = Replay(*body, recorded, runner);
		if (!replayed)
		{
			return Fail(options.file, "break " + std::to_string(i + 1) + ": " + replayed.GetError().message);
		}
		different += replayed->same ? 0 : 1;
		json["breaks"].push_back({{"body", recorded.body},
			{"fragments", replayed->fragments},
			{"hash", replayed->hash},
			{"expected", recorded.hash},
			{"same", replayed->same}});
		if (!options.json)
		{
			std::printf("break %zu: %zu pieces, %s%s\n",
				i + 1,
				replayed->fragments,
				replayed->hash.c_str(),
				replayed->same ? ", as recorded" : (" instead of " + recorded.hash).c_str());
		}
	}
	if (options.json)
	{
		json["different"] = different;
		PrintJson(json);
	}
	if (different > 0)
	{
		return Fail(options.file,
			std::to_string(different) + " of " + std::to_string(breaks->size()) + " breaks came out differently");
	}
	return kSucceeded;
}
} // namespace

void AddReplayCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<ReplayOptions>();
	CLI::App* command =
		program.add_subcommand("replay", "Run a game's recorded breaks again and compare the results, bit by bit");
	command->add_option("recording", options->file, "What fracturesim.Record wrote; its bodies lie beside it")
		->required()
		->type_name("FILE");
	command->add_option("--threads", options->threads, "Threads; 0: one a core; the result does not depend on it")
		->check(CLI::Range(0, 256));
	command->add_flag("--json", options->json, "Print one JSON object instead of text");
	SetExamples(*command, "  fracturesim replay Saved/impacts.txt\n");
	command->callback([options, &exitCode] { exitCode = RunReplay(*options); });
}
} // namespace FractureCli
