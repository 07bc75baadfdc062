// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "Command.h"
#include "Files.h"
#include "ObjWriter.h"
#include "Shapes.h"

#include "FractureCore/MassProperties.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace FractureCli
{
namespace
{
using FractureCore::Result;
using FractureCore::SurfaceMesh;
using FractureCore::Vec3;
using FractureToolkit::ShapeInfo;
using FractureToolkit::ShapeOption;

struct MakeOptions
{
	std::string shape; // only set if it names no shape
	std::string output;
	bool sheet = false;
	bool json = false;
	bool done = false; // a shape's own command has run
};

/// The options of one shape, in the order of its ShapeInfo.
struct Lengths
{
	std::vector<double> values;
	std::vector<CLI::Option*> options;
};

Vec3 SizeOf(const SurfaceMesh& mesh)
{
	constexpr double kInfinity = std::numeric_limits<double>::infinity();
	Vec3 low{kInfinity, kInfinity, kInfinity};
	Vec3 high = -low;
	for (const Vec3& p : mesh.positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	return high - low;
}

void Report(const ShapeInfo& shape, const SurfaceMesh& mesh, const MakeOptions& options)
{
	const Vec3 size = SizeOf(mesh);
	// A sheet as thick as a metre has as many cubic metres as square ones.
	const double volume = options.sheet
		? FractureCore::ShellMassProperties(mesh.positions, mesh.triangles, 1.0, 1.0).volume
		: FractureCore::SolidMassProperties(mesh.positions, mesh.triangles, 1.0).volume;
	if (options.json)
	{
		nlohmann::ordered_json json;
		json["shape"] = shape.name;
		json["output"] = options.output;
		json["vertices"] = mesh.positions.size();
		json["triangles"] = mesh.triangles.size();
		json["size_m"] = {size.x, size.y, size.z};
		json[options.sheet ? "area_m2" : "volume_m3"] = volume;
		json["slots"] = mesh.slotNames;
		PrintJson(json);
		return;
	}
	std::printf("%s: %s%s of %.4g x %.4g x %.4g m, %.4g %s, %zu vertices, %zu triangles\n",
		options.output.c_str(),
		shape.name.c_str(),
		options.sheet ? " as a sheet" : "",
		size.x,
		size.y,
		size.z,
		volume,
		options.sheet ? "m^2" : "m^3",
		mesh.positions.size(),
		mesh.triangles.size());
}

int RunMake(const ShapeInfo& shape, const Lengths& lengths, const MakeOptions& options)
{
	const std::string command = "make " + shape.name;
	if (options.output.empty())
	{
		return FailUsage(command, "-o X.obj is missing: the file to write");
	}
	if (FractureToolkit::LowerExtension(FractureToolkit::PathFromUtf8(options.output)) != ".obj")
	{
		return FailUsage(command, "'" + options.output + "' must end in .obj: no other format is written");
	}
	FractureToolkit::ShapeOptions given;
	for (size_t i = 0; i < lengths.options.size(); ++i)
	{
		if (lengths.options[i]->count() > 0)
		{
			given[shape.options[i].name] = lengths.values[i];
		}
	}
	const Result<SurfaceMesh> mesh = FractureToolkit::MakeShape(
		shape.name, given, options.sheet ? FractureToolkit::ShapeForm::Sheet : FractureToolkit::ShapeForm::Solid);
	if (!mesh)
	{
		const std::string& message = mesh.GetError().message;
		const std::string prefix = shape.name + ": ";
		return FailUsage(command, message.starts_with(prefix) ? message.substr(prefix.size()) : message);
	}
	if (const auto status = FractureToolkit::WriteObj(FractureToolkit::PathFromUtf8(options.output), *mesh); !status)
	{
		return Fail(options.output, status.GetError().message);
	}
	Report(shape, *mesh, options);
	return kSucceeded;
}

void AddShape(CLI::App& command, const ShapeInfo& shape, const std::shared_ptr<MakeOptions>& options, int& exitCode)
{
	CLI::App* shapeCommand = command.add_subcommand(shape.name, shape.summary);
	shapeCommand->group("Shapes");
	if (shape.name.starts_with("letter-"))
	{
		shapeCommand->alias(shape.name.substr(7));
	}
	shapeCommand->add_option("-o,--output", options->output, "The .obj file to write; required")->type_name("X.obj");
	auto lengths = std::make_shared<Lengths>();
	lengths->values.resize(shape.options.size());
	for (size_t i = 0; i < shape.options.size(); ++i)
	{
		const ShapeOption& option = shape.options[i];
		char unlessGiven[48];
		std::snprintf(unlessGiven, sizeof(unlessGiven), " (default: %.4g)", option.value);
		lengths->options.push_back(
			shapeCommand->add_option("--" + option.name, lengths->values[i], option.help + unlessGiven)
				->type_name("METRES"));
	}
	if (shape.hasSheet)
	{
		shapeCommand->add_flag("--sheet",
			options->sheet,
			"Only the surface in the middle of the wall, with an open border: for 'bake --shell THICKNESS'");
	}
	shapeCommand->add_flag("--json", options->json, "Print one JSON object instead of text");
	shapeCommand->footer("\nDefaults follow from the lengths before them: another --" + shape.options.front().name +
		" gives the same shape at another size.\n"
		"Metres, right-handed, z up (as in Unreal); centred on the z axis, resting on z = 0.\n");
	shapeCommand->callback(
		[&shape, lengths, options, &exitCode]
		{
			options->done = true;
			exitCode = RunMake(shape, *lengths, *options);
		});
}
} // namespace

void AddMakeCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<MakeOptions>();
	CLI::App* command = program.add_subcommand(
		"make", "Write one of the papers' objects as a closed, UV-mapped mesh; 'make SHAPE --help' lists its sizes");
	command->require_subcommand(0, 1);
	std::string names;
	for (const ShapeInfo& shape : FractureToolkit::ListShapes())
	{
		AddShape(*command, shape, options, exitCode);
		names += (names.empty() ? "" : ", ") + shape.name;
	}
	// Catches a word that is no shape, with the options it may come with, to say so better than the parser would.
	command->add_option("shape", options->shape, "One of the shapes below")->type_name("SHAPE");
	command->add_option("-o,--output", options->output, "The .obj file to write")->type_name("X.obj");
	command->add_flag("--json", options->json, "Print one JSON object instead of text");
	SetExamples(*command,
		"  fracturesim make bowl -o bowl.obj\n"
		"  fracturesim make bowl --diameter 0.3 --thickness 0.005 --edge 0.004 -o bowl.obj\n"
		"  fracturesim make ornament --sheet -o ornament.obj && fracturesim bake ornament.obj --shell 0.0016\n"
		"  fracturesim make T -o t.obj     (short for letter-T)\n"
		"Metres, right-handed, z up (as in Unreal); centred on the z axis, resting on z = 0.\n");
	command->callback(
		[options, names, &exitCode]
		{
			if (!options->done)
			{
				exitCode = options->shape.empty()
					? FailUsage("make", "name a shape: " + names)
					: FailUsage("make", "there is no shape '" + options->shape + "'; there are " + names);
			}
		});
}
} // namespace FractureCli
