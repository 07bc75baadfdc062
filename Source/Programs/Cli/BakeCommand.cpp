// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "BakeFile.h"
#include "BakeFolder.h"
#include "Command.h"
#include "Files.h"
#include "Import.h"
#include "MaterialReader.h"
#include "ProgressBar.h"
#include "StrengthReader.h"
#include "ThreadTaskRunner.h"

#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

namespace FractureCli
{
namespace
{
using FractureCore::Result;
using FractureToolkit::PathFromUtf8;

struct BakeOptions
{
	std::string input;
	std::string output;
	FractureCore::BakeSettings settings;
	std::string meshing; // as in BakePlan
	std::string material = "glass";
	std::string strength; // a file; empty: none
	double density = 0.0; // kg/m^3; 0: the material's
	std::string unit;
	std::string up;
	int32_t threads = 0;
	bool force = false;
	bool json = false;
};

int BakeOne(const BakeJob& job, const BakePlan& plan, const BakeOptions& options)
{
	BakeFileResult result;
	{
		ProgressBar bar;
		bar.Show(0.0, "read");
		FractureToolkit::ThreadTaskRunner runner(options.threads);
		result = BakeFile(job, plan, runner, bar.Sink());
	}
	if (!result.report)
	{
		return result.cancelled ? Fail("", "interrupted; nothing was written") : Fail(result.badFile, result.error);
	}
	if (!result.note.empty())
	{
		std::fprintf(stderr, "fracturesim: %s: %s\n", options.input.c_str(), result.note.c_str());
	}
	if (options.json)
	{
		PrintJson(ToJson(*result.report));
	}
	else
	{
		std::fputs(ToText(*result.report).c_str(), stdout);
	}
	return kSucceeded;
}

int RunBake(const BakeOptions& options)
{
	BakePlan plan;
	plan.settings = options.settings;
	plan.meshing = options.meshing;
	plan.overwriteAnything = options.force;
	const Result<FractureCore::Material> material = FractureToolkit::FindMaterial(options.material);
	if (!material)
	{
		return FailUsage("bake", "--material: " + material.GetError().message);
	}
	plan.settings.material = *material;
	if (options.density > 0.0)
	{
		plan.settings.material.density = options.density;
	}
	if (!options.strength.empty())
	{
		Result<FractureCore::StrengthSetup> strength =
			FractureToolkit::ReadStrengthFile(PathFromUtf8(options.strength));
		if (!strength)
		{
			return Fail(options.strength, strength.GetError().message);
		}
		plan.settings.strength = std::move(*strength);
	}
	if (!options.unit.empty())
	{
		const Result<double> metres = FractureToolkit::MetresPerUnit(options.unit);
		if (!metres)
		{
			return FailUsage("bake", metres.GetError().message);
		}
		plan.metresPerUnit = *metres;
	}
	if (!options.up.empty())
	{
		plan.up = options.up == "y" ? FractureToolkit::UpAxis::Y : FractureToolkit::UpAxis::Z;
	}

	CatchInterrupts();
	std::error_code code;
	const std::filesystem::path input = PathFromUtf8(options.input);
	std::filesystem::path output = PathFromUtf8(options.output);
	if (std::filesystem::is_directory(input, code))
	{
		plan.skipUnchanged = !options.force;
		if (std::filesystem::exists(output, code) && !std::filesystem::is_directory(output, code))
		{
			return Fail(options.output, "is a file, but a folder of assets needs a folder to go to");
		}
		return BakeFolder(input, output.empty() ? input : output, plan, options.threads, options.json);
	}
	const std::filesystem::path assetName = input.filename().replace_extension(".frac");
	if (output.empty())
	{
		output = input.parent_path() / assetName;
	}
	else if (!output.has_filename() || std::filesystem::is_directory(output, code))
	{
		// "baked/" means a folder even if it is not there yet.
		output /= assetName;
	}
	return BakeOne({input, output}, plan, options);
}

std::string PresetNames()
{
	std::string names;
	for (const FractureCore::Material& material : FractureCore::MaterialPresets())
	{
		names += (names.empty() ? "" : ", ") + material.name;
	}
	return names;
}

void AddMeshingOptions(CLI::App& command, BakeOptions& options)
{
	FractureCore::BakeSettings& settings = options.settings;
	CLI::Option* tets = command
							.add_option("--tets",
								settings.tets.targetTets,
								"How many tetrahedra to aim at; the result is within 15 % (default: 10000)")
							->check(WholeNumber(1, settings.tets.maxTets))
							->type_name("N");
	CLI::Option* cell =
		command
			.add_option(
				"--cell", settings.tets.cellSize, "Size of the cells at the surface in metres, instead of --tets")
			->check(PositiveNumber())
			->type_name("METRES")
			->excludes(tets);
	CLI::Option* optimise = command.add_flag("--optimise",
		settings.tets.optimise,
		"Better the shape of the tetrahedra at the surface: dihedral angles of about 31 degrees and more, instead of "
		"18");
	CLI::Option* factor = command.add_flag("--factor",
		settings.factor,
		"Store the factor of the stiffness too: a larger file, and no time to make it when the object is first hit");
	command
		.add_option("--shell",
			settings.shellThickness,
			"Bake a thin sheet of this thickness in metres, without tetrahedra; its middle is the surface")
		->check(PositiveNumber())
		->type_name("METRES")
		->excludes(tets)
		->excludes(cell)
		->excludes(optimise)
		->excludes(factor);
}
} // namespace

void AddBakeCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<BakeOptions>();
	CLI::App* command = program.add_subcommand("bake", "Turn a mesh, or a folder of meshes, into fracture assets");
	command
		->add_option("input",
			options->input,
			"A surface (.obj .stl .ply .gltf .glb .fbx), a ready tet mesh (.msh, .node/.ele), or a folder of them")
		->required()
		->type_name("IN");
	command
		->add_option("-o,--output",
			options->output,
			"The asset to write, or the folder for them (default: beside the input, with the extension .frac)")
		->type_name("OUT");
	AddMeshingOptions(*command, *options);
	command
		->add_option("--material",
			options->material,
			"A file, such as Content/Materials/wood.json, or one of " + PresetNames() + " (default: glass)")
		->type_name("NAME|JSON");
	command
		->add_option("--strength",
			options->strength,
			"Strength layers and anchors: where the object is weak or strong, and what holds it")
		->type_name("JSON");
	command->add_option("--density", options->density, "Density in kg/m^3, instead of the material's")
		->check(PositiveNumber())
		->type_name("KG_M3");
	command
		->add_option("--unit",
			options->unit,
			"Unit of the input's coordinates: m, cm, mm or in (default: what the file says, else m)")
		->type_name("UNIT");
	command
		->add_option("--up",
			options->up,
			"Axis of the input that points up, y or z; an asset always has z up (default: what the file says, else z)")
		->check(CLI::IsMember({"y", "z"}))
		->type_name("AXIS");
	command
		->add_option(
			"-j,--jobs,--threads", options->threads, "Threads; 0: one a core; the result does not depend on it")
		->check(WholeNumber(0, 256))
		->type_name("N");
	command->add_flag(
		"--force", options->force, "Bake what is unchanged too, and replace an output that is not a .frac file");
	command->add_flag("--json", options->json, "Print one JSON object instead of text; units are in the keys");
	SetExamples(*command,
		"  fracturesim bake bowl.obj\n"
		"  fracturesim bake bowl.stl --unit mm --material ceramic --tets 20000 -o baked/bowl.frac\n"
		"  fracturesim bake pot.obj --material ceramic --strength Content/Strength/coil-pot.json\n"
		"  fracturesim bake spot.obj --up y\n"
		"  fracturesim bake window.glb --shell 0.004 --material glass\n"
		"  fracturesim bake meshes/ -o baked/     (only what has changed is baked again)\n");
	command->callback(
		[options, command, &exitCode]
		{
			for (const char* name : {"--tets", "--cell", "--optimise"})
			{
				options->meshing += command->count(name) == 0 ? ""
					: options->meshing.empty()                ? name
															  : std::string(" and ") + name;
			}
			exitCode = RunBake(*options);
		});
}
} // namespace FractureCli
