// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "BakeFile.h"

#include <filesystem>

namespace FractureCli
{
/// Bakes every model below `input` into the same tree below `output`, several at once. Goes on after a bad file and
/// names them all at the end. Answers the exit code.
int BakeFolder(const std::filesystem::path& input,
	const std::filesystem::path& output,
	BakePlan plan,
	int32_t threadCount,
	bool json);
} // namespace FractureCli
