// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StressBody.h"

#include "Files.h"
#include "Import.h"
#include "MaterialReader.h"

#include "FractureCore/Asset.h"

#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

namespace FractureCli
{
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::Vec3;

void AddBodyOptions(CLI::App& command, BodyOptions& options)
{
	command.add_option("input", options.file, "A .frac asset, or a tet mesh: .msh, .node/.ele")
		->required()
		->type_name("FILE");
	command.add_option("--material", options.material, "Preset or file that replaces the asset's material")
		->type_name("NAME|JSON");
	command.add_option("--young", options.young, "Young's modulus, Pa");
	command.add_option("--poisson", options.poisson, "Poisson's ratio, 0 to 0.45");
	command.add_option("--density", options.density, "Density, kg/m^3");
	command.add_option("--unit", options.unit, "Unit of a tet mesh: m, cm, mm or in")->type_name("UNIT");
}

Vec3 Body::CellCentre(size_t cell) const
{
	Vec3 sum;
	const std::span<const int32_t> corners =
		IsSheet() ? std::span<const int32_t>(sheetTriangles[cell].v) : std::span<const int32_t>(solid.tets[cell].v);
	for (const int32_t v : corners)
	{
		sum += Nodes()[static_cast<size_t>(v)];
	}
	return sum / static_cast<double>(corners.size());
}

namespace
{
std::optional<LoadFailure> LoadAssetInto(const BodyOptions& options, Body& body)
{
	const Result<std::vector<uint8_t>> bytes =
		FractureToolkit::ReadFileBytes(FractureToolkit::PathFromUtf8(options.file));
	if (!bytes)
	{
		return LoadFailure{options.file, bytes.GetError().message};
	}
	Result<FractureCore::BakedObject> object = FractureCore::LoadAsset(*bytes);
	if (!object)
	{
		return LoadFailure{options.file, object.GetError().message};
	}
	body.material = object->material;
	body.strength = std::move(object->strength);
	body.heldAxes = std::move(object->heldAxes);
	body.factor = std::move(object->factor);
	body.solid = std::move(object->tets);
	if (object->kind == FractureCore::BakedKind::Shell)
	{
		body.sheetPositions = std::move(object->surface.positions);
		body.sheetTriangles = std::move(object->surface.triangles);
		body.thickness = object->shellThickness;
	}
	return std::nullopt;
}

std::optional<LoadFailure> ImportTetsInto(const BodyOptions& options, Body& body)
{
	double metresPerUnit = 0.0;
	if (!options.unit.empty())
	{
		const Result<double> metres = FractureToolkit::MetresPerUnit(options.unit);
		if (!metres)
		{
			return LoadFailure{"--unit", metres.GetError().message};
		}
		metresPerUnit = *metres;
	}
	Result<FractureToolkit::ImportedModel> model =
		FractureToolkit::ImportModel(FractureToolkit::PathFromUtf8(options.file), metresPerUnit);
	if (!model)
	{
		return LoadFailure{options.file, model.GetError().message};
	}
	auto* tets = std::get_if<FractureToolkit::ImportedTets>(&*model);
	if (tets == nullptr)
	{
		return LoadFailure{options.file, "is a surface; bake it first: fracturesim bake"};
	}
	if (tets->insideOut)
	{
		return LoadFailure{options.file, tets->insideOut->message};
	}
	body.solid = std::move(tets->mesh);
	body.nodeOfTable = std::move(tets->nodeOfFile);
	body.warnings = std::move(tets->warnings);
	return std::nullopt;
}
} // namespace

namespace
{
/// The same for every way to write it; the file need not exist.
std::filesystem::path PlainPath(const std::string& name)
{
	std::error_code code;
	const std::filesystem::path whole = std::filesystem::absolute(FractureToolkit::PathFromUtf8(name), code);
	return std::filesystem::weakly_canonical(whole, code);
}
} // namespace

std::vector<NamedFile> BodyFiles(const BodyOptions& options)
{
	std::vector<NamedFile> files = {{"the input", options.file}};
	// Either of TetGen's two files names both.
	std::filesystem::path other = FractureToolkit::PathFromUtf8(options.file);
	if (other.extension() == ".node" || other.extension() == ".ele")
	{
		other.replace_extension(other.extension() == ".node" ? ".ele" : ".node");
		files.emplace_back("the input's other file", FractureToolkit::Utf8FromPath(other));
	}
	std::error_code code;
	if (std::filesystem::is_regular_file(FractureToolkit::PathFromUtf8(options.material), code))
	{
		files.emplace_back("--material", options.material);
	}
	return files;
}

void WarnOfHinges(const FractureCore::StressModel& model, Body& body)
{
	const std::vector<int32_t> hinges = model.HingeNodes();
	if (hinges.empty())
	{
		return;
	}
	size_t row = 0;
	while (body.NodeOfTable(row) != hinges[0])
	{
		++row;
	}
	body.warnings.push_back({FractureCore::WarningCode::NonManifold,
		"parts touch in an edge or a corner only, at " + std::to_string(hinges.size()) + " nodes, the first is node " +
			std::to_string(row) + ": they are solved apart there",
		static_cast<int64_t>(hinges.size())});
}

std::optional<std::string> FindNameClash(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs)
{
	std::vector<NamedFile> taken = inputs;
	for (const NamedFile& output : outputs)
	{
		std::error_code code;
		const std::filesystem::path path = PlainPath(output.second);
		const bool isDevice = std::filesystem::exists(path, code) && !std::filesystem::is_regular_file(path, code);
		if (output.second.empty() || isDevice)
		{
			continue;
		}
		for (const NamedFile& other : taken)
		{
			if (!other.second.empty() && PlainPath(other.second) == path)
			{
				return std::string(other.first) + " and " + output.first + " name the same file";
			}
		}
		taken.push_back(output);
	}
	return std::nullopt;
}

std::variant<Body, LoadFailure> LoadBody(const BodyOptions& options)
{
	Body body;
	const bool isAsset = FractureToolkit::LowerExtension(FractureToolkit::PathFromUtf8(options.file)) == ".frac";
	if (isAsset && !options.unit.empty())
	{
		return LoadFailure{"--unit", "is for mesh files; " + options.file + " is an asset, which is in metres"};
	}
	if (std::optional<LoadFailure> failure = isAsset ? LoadAssetInto(options, body) : ImportTetsInto(options, body))
	{
		return *failure;
	}
	if (!options.material.empty())
	{
		Result<FractureCore::Material> preset = FractureToolkit::FindMaterial(options.material);
		if (!preset)
		{
			return LoadFailure{"--material", preset.GetError().message};
		}
		// Layers are factors: they keep their shape on another material.
		for (double& strength : body.strength)
		{
			strength *= preset->tensileStrength / body.material.tensileStrength;
		}
		body.material = std::move(*preset);
	}
	body.material.youngModulus = options.young.value_or(body.material.youngModulus);
	body.material.poissonRatio = options.poisson.value_or(body.material.poissonRatio);
	body.material.density = options.density.value_or(body.material.density);
	if (const Status valid = FractureCore::ValidateMaterial(body.material); !valid)
	{
		return LoadFailure{"", valid.GetError().message};
	}
	if (body.IsSheet())
	{
		body.mass = FractureCore::ShellMassProperties(
			body.sheetPositions, body.sheetTriangles, body.thickness, body.material.density);
		return body;
	}
	if (const Status valid = FractureCore::ValidateTetMesh(body.solid); !valid)
	{
		return LoadFailure{options.file, valid.GetError().message};
	}
	body.mass = FractureCore::SolidMassProperties(
		body.solid.nodes, FractureCore::BoundaryTriangles(body.solid), body.material.density);
	return body;
}
} // namespace FractureCli
