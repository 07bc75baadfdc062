// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Import.h"

#include "AssimpReader.h"
#include "Files.h"
#include "GltfReader.h"
#include "GmshReader.h"
#include "ObjReader.h"
#include "PlyReader.h"
#include "StlReader.h"
#include "TetGenReader.h"
#include "TextCursor.h"

#include <algorithm>
#include <array>
#include <string>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;

constexpr std::array<std::string_view, 9> kExtensions = {
	".obj", ".stl", ".ply", ".gltf", ".glb", ".fbx", ".msh", ".node", ".ele"};

template <typename T>
Result<ImportedModel> AsModel(Result<T> result)
{
	if (!result)
	{
		return result.GetError();
	}
	return ImportedModel(std::move(*result));
}

Result<ImportedModel> ReadGmsh(const std::filesystem::path& path, double metresPerUnit)
{
	const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
	if (!bytes)
	{
		return bytes.GetError();
	}
	return AsModel(ParseGmsh({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, metresPerUnit));
}
} // namespace

UpAxis UsualUpAxis(const ImportedModel& model)
{
	const auto* surface = std::get_if<ImportedSurface>(&model);
	return surface != nullptr ? surface->up.value_or(UpAxis::Z) : UpAxis::Z;
}

void TurnZUp(ImportedModel& model, UpAxis up)
{
	if (up == UpAxis::Z)
	{
		return;
	}
	const auto turn = [](auto& vectors)
	{
		for (auto& v : vectors)
		{
			v = {v.x, -v.z, v.y};
		}
	};
	if (auto* surface = std::get_if<ImportedSurface>(&model))
	{
		turn(surface->mesh.positions);
		turn(surface->mesh.cornerNormals);
		surface->up = UpAxis::Z;
	}
	else
	{
		turn(std::get<ImportedTets>(model).mesh.nodes);
	}
}

Result<double> MetresPerUnit(std::string_view unit)
{
	if (unit == "m")
	{
		return 1.0;
	}
	if (unit == "cm")
	{
		return 0.01;
	}
	if (unit == "mm")
	{
		return 0.001;
	}
	if (unit == "in")
	{
		return 0.0254;
	}
	return Error{ErrorCode::InvalidSettings, "unit " + QuoteToken(unit) + " is not one of m, cm, mm, in"};
}

bool IsModelFile(const std::filesystem::path& path)
{
	return std::find(kExtensions.begin(), kExtensions.end(), LowerExtension(path)) != kExtensions.end();
}

Result<ImportedModel> ImportModel(const std::filesystem::path& path, double metresPerUnit)
{
	const std::string extension = LowerExtension(path);
	const double scale = metresPerUnit > 0.0 ? metresPerUnit : 1.0;
	if (extension == ".obj")
	{
		return AsModel(ReadObj(path, scale));
	}
	if (extension == ".stl")
	{
		return AsModel(ReadStl(path, scale));
	}
	if (extension == ".ply")
	{
		return AsModel(ReadPly(path, scale));
	}
	if (extension == ".gltf" || extension == ".glb")
	{
		return AsModel(ReadGltf(path, scale));
	}
	if (extension == ".msh")
	{
		return ReadGmsh(path, scale);
	}
	if (extension == ".node" || extension == ".ele")
	{
		return AsModel(ReadTetGen(path, scale));
	}
	if (IsModelFile(path))
	{
		return AsModel(ReadThroughAssimp(path, metresPerUnit));
	}
	std::error_code ignored;
	if (std::filesystem::is_directory(path, ignored))
	{
		return Error{ErrorCode::UnsupportedFile, "is a folder, not a file"};
	}
	if (extension.empty() && !std::filesystem::exists(path, ignored))
	{
		return Error{ErrorCode::InvalidFile, "no such file"};
	}
	return Error{ErrorCode::UnsupportedFile,
		(extension.empty() ? std::string("has no extension")
						   : "files with " + QuoteToken(extension) + " are not read") +
			"; .obj .stl .ply .gltf .glb .fbx .msh .node .ele are"};
}
} // namespace FractureToolkit
