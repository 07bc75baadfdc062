// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "Command.h"
#include "Files.h"

#include "FractureCore/Asset.h"

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace FractureCli
{
namespace
{
using FractureCore::Result;
using FractureCore::TetMesh;
using FractureToolkit::PathFromUtf8;

struct InfoOptions
{
	std::string file;
	std::vector<std::string> exportTets;
	bool json = false;
};

std::string NodesCsv(const TetMesh& mesh)
{
	std::string text = "node,x,y,z\n";
	char line[128];
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		const FractureCore::Vec3& p = mesh.nodes[i];
		std::snprintf(line, sizeof(line), "%zu,%.17g,%.17g,%.17g\n", i, p.x, p.y, p.z);
		text += line;
	}
	return text;
}

std::string TetsCsv(const TetMesh& mesh)
{
	std::string text = "tet,a,b,c,d\n";
	char line[96];
	for (size_t i = 0; i < mesh.tets.size(); ++i)
	{
		const FractureCore::Tet& t = mesh.tets[i];
		std::snprintf(line, sizeof(line), "%zu,%d,%d,%d,%d\n", i, t.v[0], t.v[1], t.v[2], t.v[3]);
		text += line;
	}
	return text;
}

int ExportTets(const InfoOptions& options, const TetMesh& mesh)
{
	if (mesh.tets.empty())
	{
		return Fail(options.file, "is a shell and has no tets to export");
	}
	const std::string texts[2] = {NodesCsv(mesh), TetsCsv(mesh)};
	for (size_t i = 0; i < 2; ++i)
	{
		const std::string& name = options.exportTets[i];
		if (const auto status = FractureToolkit::WriteFileAtomically(PathFromUtf8(name), texts[i]); !status)
		{
			return Fail(name, status.GetError().message);
		}
	}
	return kSucceeded;
}

int RunInfo(const InfoOptions& options)
{
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
	if (!options.exportTets.empty())
	{
		if (const int code = ExportTets(options, object->tets); code != kSucceeded)
		{
			return code;
		}
	}
	AssetReport report;
	report.input = options.file;
	report.output = options.file;
	report.object = std::move(*object);
	report.hash = HashOfBytes(*bytes);
	report.fileBytes = bytes->size();
	if (options.json)
	{
		PrintJson(ToJson(report));
	}
	else
	{
		std::fputs(ToText(report).c_str(), stdout);
	}
	return kSucceeded;
}
} // namespace

void AddInfoCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<InfoOptions>();
	CLI::App* command = program.add_subcommand("info", "Say what is in a fracture asset");
	command->add_option("file", options->file, "The asset, a .frac file")->required()->type_name("FILE");
	command
		->add_option("--export-tets",
			options->exportTets,
			"Write the tet mesh as two CSV files with 17 digits: nodes (node,x,y,z in metres) and tets "
			"(tet,a,b,c,d as node numbers from 0)")
		->expected(2)
		->type_name("NODES.csv TETS.csv");
	command->add_flag("--json",
		options->json,
		"Print one JSON object with the keys of 'bake --json'; bake_seconds and the other times are null, because the "
		"asset does not store them, and input is the asset itself");
	SetExamples(*command,
		"  fracturesim info bowl.frac\n"
		"  fracturesim info bowl.frac --json\n"
		"  fracturesim info bowl.frac --export-tets nodes.csv tets.csv\n");
	command->callback([options, &exitCode] { exitCode = RunInfo(*options); });
}
} // namespace FractureCli
