// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ObjFolderWriter.h"

#include "Files.h"
#include "ObjWriter.h"

#include <cstdio>
#include <set>
#include <system_error>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Status;

constexpr const char* kMaterialFile = "materials.mtl";

std::string FormatMaterials(const std::vector<ExportedMaterial>& materials)
{
	std::string text = "# FractureSim\n";
	for (const ExportedMaterial& material : materials)
	{
		if (material.name.empty())
		{
			continue; // of meshes without slots, which name none
		}
		text += "newmtl " + ObjName(material.name) + "\nKd";
		// Gamma-coded, as programs read them.
		for (const uint8_t channel : ToSrgb(material.colour))
		{
			char number[16];
			std::snprintf(number, sizeof(number), " %.3f", channel / 255.0);
			text += number;
		}
		text += "\n";
	}
	return text;
}

Status WriteNamed(const std::filesystem::path& folder, const std::string& name, const std::string& text)
{
	const Status status = WriteFileAtomically(folder / PathFromUtf8(name), text);
	return status ? status : Error{status.GetError().code, name + " " + status.GetError().message};
}

/// Windows forbids these, and others give some of them a meaning.
bool IsForbidden(char c)
{
	return static_cast<unsigned char>(c) < 32 || std::string_view("<>:\"/\\|?*").find(c) != std::string_view::npos;
}

std::string LowerCase(std::string text)
{
	for (char& c : text)
	{
		c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
	}
	return text;
}
} // namespace

std::vector<std::string> PartFileNames(std::span<const ExportedPart> parts)
{
	std::set<std::string, std::less<>> taken; // in lower case: to Windows and macOS, case makes no other file
	std::vector<std::string> names;
	for (const ExportedPart& part : parts)
	{
		std::string base;
		for (const char c : part.name)
		{
			base.push_back(IsForbidden(c) ? '_' : c);
		}
		if (base.find_first_not_of(". ") == std::string::npos)
		{
			base = "part";
		}
		std::string name = base;
		for (int32_t number = 2; !taken.insert(LowerCase(name)).second; ++number)
		{
			name = base + "_" + std::to_string(number);
		}
		names.push_back(std::move(name));
	}
	return names;
}

Status WriteObjFolder(const std::filesystem::path& folder, std::span<const ExportedPart> parts)
{
	std::error_code code;
	std::filesystem::create_directories(folder, code);
	if (code)
	{
		return Error{ErrorCode::InvalidFile, "cannot be made: " + code.message()};
	}
	Status status = WriteNamed(folder, kMaterialFile, FormatMaterials(ExportedMaterials(parts, false).List()));
	const std::vector<std::string> names = PartFileNames(parts);
	for (size_t i = 0; i < parts.size() && status; ++i)
	{
		status = WriteNamed(folder, names[i] + ".obj", FormatObj(*parts[i].mesh, kMaterialFile));
	}
	return status;
}
} // namespace FractureToolkit
