// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hooks.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "Run/Scene.h"

#include <cstdint>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// Corners of a hull that stands for a whole object or a part of it.
inline constexpr int32_t kObjectHullVertices = 48;

struct PrepareOptions
{
	double detail = 1.0;    // times every object's tets
	bool needsHulls = true; // for hosts that know only hulls
};

/// Bakes what can break and places every copy: the bodies with which a world starts, objects in their order, copies
/// with x fastest. Objects alike in shape, size, material and strength are baked once. The error names the object.
FractureCore::Result<std::vector<WorldBody>> PrepareBodies(const Scene& scene,
	const PrepareOptions& options,
	FractureCore::TaskRunner& runner,
	const FractureCore::ProgressSink& progress = {});
} // namespace FractureToolkit
