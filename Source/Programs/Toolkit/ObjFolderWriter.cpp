// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ObjFolderWriter.h"

#include "Files.h"
#include "ObjWriter.h"

#include <algorithm>
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
constexpr std::string_view kFolderMark = "# FractureSim\n";
constexpr std::string_view kPartMark = "# part ";

/// The comments at its head say what the folder holds of ours.
std::string FormatMaterials(const std::vector<ExportedMaterial>& materials, const std::vector<std::string>& partFiles)
{
	std::string text(kFolderMark);
	for (const std::string& file : partFiles)
	{
		text += std::string(kPartMark) + file + "\n";
	}
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

/// Files that an earlier call left in a folder, as its materials name them; empty if it was none of ours.
std::vector<std::string> FilesOfEarlierCall(const std::filesystem::path& folder)
{
	const FractureCore::Result<std::vector<uint8_t>> bytes = ReadFileBytes(folder / kMaterialFile);
	if (!bytes)
	{
		return {};
	}
	std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
	if (text.substr(0, kFolderMark.size()) != kFolderMark)
	{
		return {};
	}
	std::vector<std::string> files = {kMaterialFile};
	text.remove_prefix(kFolderMark.size());
	while (text.substr(0, kPartMark.size()) == kPartMark)
	{
		const size_t end = text.find('\n');
		const std::string name(text.substr(kPartMark.size(), end - kPartMark.size()));
		// Never out of the folder, whatever somebody wrote there.
		if (name.find_first_of("/\\") == std::string::npos)
		{
			files.push_back(name);
		}
		text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
	}
	return files;
}

/// Removes what an earlier call wrote. The error names the first file that would be lost and is not ours.
Status ClearFolder(const std::filesystem::path& folder, const std::vector<std::string>& files)
{
	const std::vector<std::string> ours = FilesOfEarlierCall(folder);
	std::error_code code;
	for (const std::string& file : files)
	{
		if (std::find(ours.begin(), ours.end(), file) == ours.end() &&
			std::filesystem::exists(folder / PathFromUtf8(file), code))
		{
			return Error{ErrorCode::InvalidFile, file + " is there already and is not a piece that was written here"};
		}
	}
	for (const std::string& file : ours)
	{
		std::filesystem::remove(folder / PathFromUtf8(file), code);
		if (code)
		{
			return Error{ErrorCode::InvalidFile, file + " cannot be removed: " + code.message()};
		}
	}
	return FractureCore::Ok{};
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
	std::vector<std::string> files = PartFileNames(parts);
	for (std::string& file : files)
	{
		file += ".obj";
	}
	std::vector<std::string> all = files;
	all.emplace_back(kMaterialFile);
	if (Status cleared = ClearFolder(folder, all); !cleared)
	{
		return cleared;
	}
	Status status = WriteNamed(folder, kMaterialFile, FormatMaterials(ExportedMaterials(parts, false).List(), files));
	for (size_t i = 0; i < parts.size() && status; ++i)
	{
		status = WriteNamed(folder, files[i], FormatObj(*parts[i].mesh, kMaterialFile));
	}
	return status;
}
} // namespace FractureToolkit
