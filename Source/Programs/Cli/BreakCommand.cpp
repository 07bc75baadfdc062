// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "ClosedManifold.h"
#include "Command.h"
#include "Files.h"
#include "GlbWriter.h"
#include "ImpulseOptions.h"
#include "ObjFolderWriter.h"
#include "RuleOptions.h"
#include "Stopwatch.h"
#include "ThreadTaskRunner.h"

#include "FractureCore/Asset.h"
#include "FractureCore/Break.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace FractureCli
{
namespace
{
using FractureCore::BreakResult;
using FractureCore::BreakStage;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::Vec3;
using FractureToolkit::PathFromUtf8;

constexpr std::array<const char*, 5> kStageNames = {"solve", "plan", "cut", "surface", "bodies"};

struct BreakOptions
{
	std::string file;
	std::string output;
	ImpulseOptions impact;
	FractureCore::BreakSettings settings;
	double responseTime = 0.0; // s
	std::optional<int32_t> maxSolves;
	double explode = 0.0;
	bool colourFragments = false;
	int32_t threads = 0;
	bool json = false;
};

struct BreakTimes
{
	double prepare = 0.0;                              // s: what is done once for an asset
	std::array<double, kStageNames.size()> stage = {}; // s
};

Result<BreakResult> RunEvent(const FractureCore::Breakable& breakable,
	const FractureCore::Impact& impact,
	const BreakOptions& options,
	FractureCore::TaskRunner& runner,
	BreakTimes& times)
{
	Result<FractureCore::BreakEvent> event = FractureCore::BreakEvent::Create(breakable, impact, options.settings);
	if (!event)
	{
		return event.GetError();
	}
	while (event->Stage() != BreakStage::Done)
	{
		double& seconds = times.stage[static_cast<size_t>(event->Stage())];
		const Clock::time_point start = Clock::now();
		if (const Status status = event->Step(runner); !status)
		{
			return status.GetError();
		}
		seconds += SecondsSince(start);
	}
	return event->TakeResult();
}

Status WriteFragments(const BreakOptions& options, const BreakResult& result)
{
	std::vector<FractureToolkit::ExportedPart> parts;
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		parts.push_back({"fragment" + std::to_string(i), &result.fragments[i].surface, &result.fragments[i].mass});
	}
	const std::filesystem::path path = PathFromUtf8(options.output);
	if (path.extension() != ".glb")
	{
		return FractureToolkit::WriteObjFolder(path, parts);
	}
	FractureToolkit::GlbOptions glb;
	glb.oneColourAPart = options.colourFragments;
	glb.explode = options.explode;
	return FractureToolkit::WriteGlb(path, parts, glb);
}

/// The first piece that is no closed two-manifold; kNoIndex if all are.
int32_t OpenPiece(const BreakResult& result)
{
	const auto open = std::find_if_not(result.fragments.begin(),
		result.fragments.end(),
		[](const FractureCore::Fragment& piece) { return FractureToolkit::IsClosedManifold(piece.surface); });
	return open == result.fragments.end() ? FractureCore::kNoIndex
										  : static_cast<int32_t>(open - result.fragments.begin());
}

struct EndText
{
	const char* name;   // in JSON
	const char* reason; // for people
};

/// Why no crack grows any further.
EndText DescribeEnd(FractureCore::GrowthEnd end)
{
	using FractureCore::GrowthEnd;
	switch (end)
	{
	case GrowthEnd::Crushed:
		return {"crushed", "only compression is too much, which crushes and does not crack"};
	case GrowthEnd::Crowded:
		return {"crowded", "what is overloaded is too close to cracks, or too small, for one of its own"};
	case GrowthEnd::Batches:
		return {"batches", "the overloaded pieces have cracked as often as one event may"};
	case GrowthEnd::Solves:
		return {"solves", "the solves are used up"};
	case GrowthEnd::Cracks:
		return {"cracks", "there are as many cracks as one event may have"};
	case GrowthEnd::Energy:
		return {"energy", "the elastic energy is spent"};
	case GrowthEnd::Relieved:
		break;
	}
	return {"relieved", "nothing is overloaded any more"};
}

double VolumeOfPieces(const BreakResult& result, double density)
{
	double volume = result.debris.mass / density;
	for (const FractureCore::Fragment& fragment : result.fragments)
	{
		volume += fragment.mass.volume;
	}
	return volume;
}

std::array<double, 3> ToArray(const Vec3& v)
{
	return {v.x, v.y, v.z};
}

nlohmann::ordered_json BreakToJson(const BreakOptions& options,
	const FractureCore::BakedObject& object,
	const BreakResult& result,
	const BreakTimes& times)
{
	nlohmann::ordered_json json;
	json["input"] = options.file;
	json["output"] = options.output;
	json["fragments"] = result.fragments.size();
	json["debris"] = result.debris.pieces;
	json["debris_kg"] = result.debris.mass;
	json["debris_momentum_kgms"] = ToArray(result.debris.momentum);
	json["debris_spin_kgm2s"] = ToArray(result.debris.spin);
	json["debris_box_m"] = {ToArray(result.debris.low), ToArray(result.debris.high)};
	json["merged_pieces"] = result.mergedPieces;
	json["separated"] = result.separated;
	json["cracks"] = result.plan.cracks.cracks.size();
	json["grains"] = result.plan.cracks.grains.seeds.size();
	json["volume_parent_m3"] = object.mass.volume;
	json["volume_children_m3"] = VolumeOfPieces(result, object.material.density);
	json["closed"] = OpenPiece(result) == FractureCore::kNoIndex;
	json["first_failure_load"] = result.plan.firstFailureLoad;
	json["separation_load"] = result.plan.separationLoad;
	json["impulse_used"] = result.impulseFraction;
	json["impulse_left_ns"] = ToArray(result.impulseLeft);
	json["crack_energy_j"] = result.crackEnergy;
	json["solves"] = result.plan.solves;
	json["growth_end"] = DescribeEnd(result.plan.end).name;
	json["momentum_error"] = result.momentumError;
	json["energy_error"] = result.energyError;
	json["prepare_seconds"] = times.prepare;
	for (size_t stage = 0; stage < kStageNames.size(); ++stage)
	{
		json["seconds"][kStageNames[stage]] = times.stage[stage];
	}
	json["growth"] = nlohmann::ordered_json::array();
	for (const FractureCore::GrowthStep& step : result.plan.growth)
	{
		json["growth"].push_back({{"crack", step.crack},
			{"solve", step.solve},
			{"load", step.load},
			{"area_m2", step.area},
			{"pieces", step.pieces}});
	}
	json["pieces"] = nlohmann::ordered_json::array();
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		const FractureCore::MassProperties& mass = result.fragments[i].mass;
		json["pieces"].push_back({{"volume_m3", mass.volume},
			{"mass_kg", mass.mass},
			{"center_m", ToArray(mass.centre)},
			{"velocity_ms", ToArray(result.motions[i].velocity)},
			{"angular_velocity_rads", ToArray(result.motions[i].angularVelocity)},
			{"triangles", result.fragments[i].surface.triangles.size()},
			{"hulls", result.hulls[i].size()}});
	}
	json["hash"] = ToHex(result.hash);
	return json;
}

void PrintText(const BreakOptions& options,
	const FractureCore::BakedObject& object,
	const BreakResult& result,
	const BreakTimes& times)
{
	const double load = result.plan.firstFailureLoad;
	if (load > 1.0)
	{
		std::printf("holds      the load is %.3g of what would crack it\n", 1.0 / load);
	}
	else if (result.plan.cracks.cracks.empty())
	{
		std::printf(
			"damaged    at %.3g of the load, but no crack grew: %s\n", load, DescribeEnd(result.plan.end).reason);
	}
	else
	{
		std::printf("cracks     %zu, the first at %.3g of the load; %d solves\n",
			result.plan.cracks.cracks.size(),
			load,
			result.plan.solves);
	}
	std::printf("pieces     %zu", result.fragments.size());
	for (size_t i = 0; i < result.fragments.size() && i < 6; ++i)
	{
		std::printf("%s %.3g%%", i == 0 ? ":" : ",", 100.0 * result.fragments[i].mass.volume / object.mass.volume);
	}
	std::printf("%s of the volume\n", result.fragments.size() > 6 ? ", ..." : "");
	if (result.debris.pieces > 0)
	{
		std::printf("debris     %d pieces, %.3g kg\n", result.debris.pieces, result.debris.mass);
	}
	if (result.separated)
	{
		std::printf(
			"impulse    %.3g of it was taken before the body came apart, at %.3g of the load; %.3g N s were not\n",
			result.impulseFraction,
			std::min(result.plan.separationLoad, 1.0),
			Length(result.impulseLeft));
	}
	std::printf("time       %.1f ms to prepare; then", times.prepare * 1e3);
	for (size_t stage = 0; stage < kStageNames.size(); ++stage)
	{
		std::printf(" %s %.1f", kStageNames[stage], times.stage[stage] * 1e3);
	}
	std::printf(" ms\n");
	if (!options.output.empty() && OpenPiece(result) == FractureCore::kNoIndex)
	{
		std::printf("wrote      %s\n", options.output.c_str());
	}
}

int RunBreak(BreakOptions options)
{
	FractureCore::PlanSettings& plan = options.settings.plan;
	const bool isBonds = plan.rule == FractureCore::GrowthRule::Bonds;
	plan.maxSolves = options.maxSolves.value_or(isBonds ? FractureCore::BondsPlan().maxSolves : plan.maxSolves);
	const std::filesystem::path extension = PathFromUtf8(options.output).extension();
	if (!extension.empty() && extension != ".glb")
	{
		return FailUsage("break", "--output must be a .glb file, or a folder for .obj files");
	}
	const Result<std::vector<uint8_t>> bytes = FractureToolkit::ReadFileBytes(PathFromUtf8(options.file));
	if (!bytes)
	{
		return Fail(options.file, bytes.GetError().message);
	}
	Result<FractureCore::BakedObject> object = FractureCore::LoadAsset(*bytes);
	if (!object)
	{
		return Fail(options.file, object.GetError().message);
	}
	const Result<std::vector<FractureCore::ContactImpulse>> impulses =
		ParseImpulses(options.impact, object->material, object->mass);
	if (!impulses)
	{
		return Fail("", impulses.GetError().message);
	}
	FractureToolkit::ThreadTaskRunner runner(options.threads);
	BreakTimes times;
	const Clock::time_point start = Clock::now();
	std::vector<double> strength = object->strength;
	std::vector<uint8_t> heldAxes = object->heldAxes;
	FractureCore::BreakableSettings preparation;
	preparation.stress.responseTime = options.responseTime;
	const Result<FractureCore::Breakable> breakable = FractureCore::Breakable::Create(
		std::move(*object), std::move(strength), std::move(heldAxes), preparation, runner);
	if (!breakable)
	{
		return Fail(options.file, breakable.GetError().message);
	}
	if (breakable->IsShell() && options.responseTime > 0.0)
	{
		return Fail(options.file, "a shell's stress is that at rest: --response-time is for solids");
	}
	times.prepare = SecondsSince(start);
	FractureCore::Impact impact;
	impact.loads.collision = *impulses;
	impact.restitution = options.impact.restitution;
	const Result<BreakResult> result = RunEvent(*breakable, impact, options, runner, times);
	if (!result)
	{
		return Fail(options.file, result.GetError().message);
	}
	const int32_t openPiece = OpenPiece(*result);
	if (!options.output.empty() && openPiece == FractureCore::kNoIndex)
	{
		if (const Status status = WriteFragments(options, *result); !status)
		{
			return Fail(options.output, status.GetError().message);
		}
	}
	if (options.json)
	{
		PrintJson(BreakToJson(options, breakable->Object(), *result, times));
	}
	else
	{
		PrintText(options, breakable->Object(), *result, times);
	}
	if (openPiece != FractureCore::kNoIndex)
	{
		return Fail(options.file,
			"piece " + std::to_string(openPiece) + " is not closed, so nothing was written: please report this asset");
	}
	return kSucceeded;
}
} // namespace

void AddBreakCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<BreakOptions>();
	CLI::App* command = program.add_subcommand("break", "Break a body by impulses and write the pieces");
	command->add_option("input", options->file, "A .frac asset")->required()->type_name("FRAC");
	AddImpulseOptions(*command, options->impact);
	command->get_option("--impulse")->required();
	command
		->add_option("-o,--output", options->output, "The pieces as OUT.glb, or a folder of .obj files (default: none)")
		->type_name("OUT");
	command
		->add_option("--max-solves",
			options->maxSolves,
			"Stress solves, the first included; 1 is quickest (default: 5, with --rule bonds 40)")
		->check(WholeNumber(1, 1000))
		->type_name("N");
	command
		->add_option("--response-time",
			options->responseTime,
			"Stress this long after the blow began, before waves have crossed a large body; without it: at rest")
		->check(PositiveNumber())
		->type_name("SECONDS");
	AddRuleOptions(*command, options->settings.plan);
	command
		->add_option("--max-fragments",
			options->settings.fragments.maxFragments,
			"Most pieces, debris not counted: the smallest stay with a neighbour; 0: any number")
		->check(WholeNumber(0, 1'000'000))
		->type_name("N")
		->capture_default_str();
	command
		->add_option("--hulls", options->settings.hullsPerFragment, "Convex hulls for a piece, at most; 1 is quickest")
		->check(WholeNumber(1, 64))
		->type_name("N")
		->capture_default_str();
	command
		->add_option("--max-grains",
			options->settings.plan.maxGrains,
			"Most grains of crushed zones, and of tempered glass, which falls apart into them; 0: none")
		->check(WholeNumber(0, 10'000))
		->type_name("N")
		->capture_default_str();
	command->add_option("--seed", options->settings.plan.seed, "Of what is random: the grains of a crushed zone")
		->check(WholeNumber(0, std::numeric_limits<int64_t>::max()))
		->type_name("N")
		->capture_default_str();
	command
		->add_option("--explode",
			options->explode,
			"Adds an animation that moves the pieces apart by this factor (default: none)")
		->check(PositiveNumber())
		->type_name("F");
	command->add_flag("--colours", options->colourFragments, "One colour a piece instead of one a material slot");
	command->add_option("--threads", options->threads, "Threads; 0: one a core; the result does not depend on it")
		->check(WholeNumber(0, 256))
		->type_name("N")
		->capture_default_str();
	command->add_flag("--json", options->json, "Print one JSON object instead of text");
	SetExamples(*command,
		"  fracturesim break bowl.frac --impulse \"0.075 0 0.06 -3 0 0\" -o pieces.glb --explode 0.5\n"
		"  fracturesim break bowl.frac --impulse \"0.075 0 0.06 -3 0 0\" -o pieces/ --max-solves 1\n");
	command->callback([options, &exitCode] { exitCode = RunBreak(*options); });
}
} // namespace FractureCli
