// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioJobs.h"

#include "JsonFields.h"
#include "MaterialReader.h"
#include "StrengthReader.h"
#include "Studio/StudioEdits.h"
#include "Studio/StudioRunJson.h"

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Job = StudioSession::Job;

Result<Job> BakeJob(const nlohmann::json& json)
{
	StudioBakeRequest bake;
	JsonFields fields(json, "");
	fields.Read("tets", bake.tets, 50, 200'000);
	fields.Read("fine", bake.isFine);
	fields.Read("shell", bake.shellThickness, {0.0, 100.0});
	const nlohmann::json* material = fields.Take("material");
	const nlohmann::json* strength = fields.Take("strength");
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	if (material != nullptr)
	{
		const Result<Material> parsed =
			material->is_string() ? FindMaterialPreset(material->get<std::string>()) : ParseMaterial(material->dump());
		if (!parsed)
		{
			return parsed.GetError();
		}
		bake.material = *parsed;
	}
	if (strength != nullptr)
	{
		Result<StrengthSetup> parsed = ReadStrength(*strength, "strength");
		if (!parsed)
		{
			return parsed.GetError();
		}
		bake.strength = std::move(*parsed);
	}
	// Without layers of its own it keeps those that were edited.
	const bool isKept = strength == nullptr;
	return Job(
		[bake, isKept](Workbench& bench, TaskRunner& runner, const ProgressSink& progress)
		{
			StudioBakeRequest request = bake;
			if (isKept)
			{
				request.strength = bench.View().request.strength;
			}
			return bench.Bake(request, runner, progress);
		});
}

Result<Job> HitJob(const nlohmann::json& json)
{
	StudioHit hit;
	JsonFields fields(json, "");
	fields.Require({"body", "point", "direction"});
	fields.Read("body", hit.body, 0, INT32_MAX);
	fields.Read("frame", hit.frame, FractureCore::kNoIndex, INT32_MAX);
	fields.Read("point", hit.point);
	fields.Read("direction", hit.direction);
	fields.Read("mass", hit.mass, {1.0e-6, 1.0e5});
	fields.Read("speed", hit.speed, {1.0e-3, 1.0e4});
	fields.Read("seed", hit.seed);
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	return Job([hit](Workbench& bench, TaskRunner& runner, const ProgressSink& progress)
		{ return bench.Hit(hit, runner, progress); });
}

Result<Job> RunJob(const nlohmann::json& json, StudioSession& session)
{
	JsonFields fields(json, "");
	const StudioRunRequest run = ReadRunRequest(fields);
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	return Job([run, &session](Workbench& bench, TaskRunner& runner, const ProgressSink& progress)
		{ return bench.Run(run, runner, progress, [&] { session.Publish(bench); }); });
}

Result<Job> ResizeJob(const nlohmann::json& json)
{
	double length = 0.0;
	JsonFields fields(json, "");
	fields.Read("length", length, {0.0, 1.0e4});
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	return Job([length](Workbench& bench, TaskRunner&, const ProgressSink&) { return bench.Resize(length); });
}

Result<Job> PlainJob(const nlohmann::json& json, bool isReset)
{
	JsonFields fields(json, "");
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	return Job([isReset](Workbench& bench, TaskRunner& runner, const ProgressSink& progress)
		{ return isReset ? bench.Reset() : bench.MapFragility(runner, progress); });
}
} // namespace

Job LoadJob(std::string name, std::function<Result<StudioSource>()> read, double length, StudioOrigin origin)
{
	return [name, read, length, origin](Workbench& bench, TaskRunner& runner, const ProgressSink& progress) -> Status
	{
		// Whoever dropped a file wants to know which one it was that could not be used.
		const auto named = [&](const Error& error) {
			return Error{error.code, error.message.starts_with(name) ? error.message : name + ": " + error.message};
		};
		Result<StudioSource> source = read();
		if (!source)
		{
			return named(source.GetError());
		}
		auto* object = std::get_if<BakedObject>(&*source);
		const Status loaded = object != nullptr ? bench.LoadAsset(name, std::move(*object), runner, progress)
												: bench.Load(name, std::move(std::get<ImportedModel>(*source)), length);
		if (!loaded)
		{
			return named(loaded.GetError());
		}
		bench.SetOrigin(origin);
		return Ok{};
	};
}

std::optional<Result<Job>> MakeJob(const std::string& verb, const nlohmann::json& request, StudioSession& session)
{
	if (verb == "bake")
	{
		return BakeJob(request);
	}
	if (verb == "hit")
	{
		return HitJob(request);
	}
	if (verb == "run")
	{
		return RunJob(request, session);
	}
	if (verb == "reset" || verb == "fragility")
	{
		return PlainJob(request, verb == "reset");
	}
	if (verb == "resize")
	{
		return ResizeJob(request);
	}
	if (verb == "edit")
	{
		return EditJob(request);
	}
	if (verb == "stroke")
	{
		return StrokeJob(request);
	}
	return std::nullopt;
}
} // namespace FractureToolkit
