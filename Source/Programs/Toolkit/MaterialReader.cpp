// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "MaterialReader.h"

#include "Files.h"
#include "JsonFields.h"

namespace FractureToolkit
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Material;
using FractureCore::Result;
using FractureCore::Status;

Result<Material> ParseMaterial(std::string_view text)
{
	const Result<nlohmann::json> document = ParseJson(text);
	if (!document)
	{
		return document.GetError();
	}
	Material material;
	std::string remark; // for people only
	JsonFields fields(*document, "");
	fields.Require({"name", "density", "youngModulus", "poissonRatio", "tensileStrength", "fractureToughness"});
	fields.Read("name", material.name);
	fields.Read("about", remark);
	fields.Read("source", remark);
	for (const FractureCore::MaterialField& field : FractureCore::MaterialFields())
	{
		// Ranges are ValidateMaterial's business, which knows their units.
		fields.Read(field.name, material.*field.value, kAnyNumber);
	}
	fields.Read("strengthAxis", material.strengthAxis);
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	if (const Status valid = FractureCore::ValidateMaterial(material); !valid)
	{
		return valid.GetError();
	}
	// Not ValidateMaterial's business: assets were baked with such materials, and go on.
	if (material.surfaceCompression >= material.tensileStrength)
	{
		return Error{ErrorCode::InvalidSettings,
			"material \"" + material.name + "\": surfaceCompression must be below tensileStrength, which includes it"};
	}
	return material;
}

Result<Material> FindMaterial(std::string_view nameOrPath)
{
	const std::filesystem::path path = PathFromUtf8(nameOrPath);
	if (LowerExtension(path) != ".json")
	{
		return FractureCore::FindMaterialPreset(nameOrPath);
	}
	const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
	Result<Material> material = bytes
		? ParseMaterial(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()))
		: Result<Material>(bytes.GetError());
	if (!material)
	{
		Error error = material.GetError();
		error.message = Utf8FromPath(path) + ": " + error.message;
		return error;
	}
	return material;
}
} // namespace FractureToolkit
