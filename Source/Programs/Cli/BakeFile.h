// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "AssetReport.h"

#include "FractureCore/Parallel.h"
#include "UpAxis.h"

#include <filesystem>
#include <optional>
#include <string>

namespace FractureCli
{
struct BakeJob
{
	std::filesystem::path input;
	std::filesystem::path output;
};

/// What holds for all objects of one call.
struct BakePlan
{
	FractureCore::BakeSettings settings;
	double metresPerUnit = 0.0;                // 0: the file's own
	std::optional<FractureToolkit::UpAxis> up; // none: the file's own
	std::string meshing;                       // options that say how tets are made, as they were given; empty: none
	bool skipUnchanged = false;
	bool overwriteAnything = false;
};

/// Either a report or what went wrong, with the file it is about.
struct BakeFileResult
{
	std::optional<AssetReport> report;
	bool unchanged = false; // the output was there already and the same bake would make it again
	bool cancelled = false;
	std::string note; // something asked for that was of no use; empty: nothing
	std::string badFile;
	std::string error;
};

/// From a file to a file: import, bake, write.
BakeFileResult BakeFile(const BakeJob& job,
	const BakePlan& plan,
	FractureCore::TaskRunner& runner,
	const FractureCore::ProgressSink& progress);
} // namespace FractureCli
