// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "ImportedModel.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace FractureToolkit
{
/// Something that a page may load by its name.
struct StudioEntry
{
	std::string name; // of a sample, or a file's path below the folder, with /
	std::string about;
	bool isSample = false;
	bool isDoubtful = false; // does not begin as its extension says: loading it tells what is wrong
};

/// What loading gives: a surface or tets to bake, or an asset that is baked.
using StudioSource = std::variant<ImportedModel, FractureCore::BakedObject>;

/// The samples, and the files of one folder: nothing outside it is ever read.
class StudioLibrary
{
public:
	StudioLibrary() = default;
	/// `file`: the only one of the folder that is shown; empty: all, two folders deep.
	StudioLibrary(std::filesystem::path folder, std::filesystem::path file);

	/// By its extension.
	static bool IsLoadable(const std::filesystem::path& path);

	/// Of the folder all that has an extension that is read, but no link that leads out of it.
	std::vector<StudioEntry> List() const;
	/// The file that the studio was started with, as the list names it; empty: none.
	std::string First() const;

	FractureCore::Result<StudioSource> LoadSample(const std::string& name) const;
	/// The error says why a name is refused.
	FractureCore::Result<StudioSource> LoadFile(const std::string& name, std::optional<UpAxis> up) const;
	/// Bytes that a page sent, named as its user names them.
	static FractureCore::Result<StudioSource> LoadUpload(
		const std::string& name, const std::string& bytes, std::optional<UpAxis> up);

private:
	FractureCore::Result<std::filesystem::path> Resolve(const std::string& name) const;

	std::filesystem::path m_folder; // canonical; empty: there is none
	std::filesystem::path m_file;
};
} // namespace FractureToolkit
