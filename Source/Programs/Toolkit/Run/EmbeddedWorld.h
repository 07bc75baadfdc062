// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Run/SceneWorld.h"

#include <memory>
#include <optional>
#include <vector>

namespace FractureToolkit
{
struct EmbeddedSettings
{
	FractureCore::Vec3 gravity;        // m/s^2
	std::optional<GroundPlane> ground; // becomes a large block
	double groundExtent = 100.0;       // m, of the block to each side
	bool paintsStress = true;          // pieces know the tension at their impact
};

/// FractureCore::World, in which things break inside the step.
FractureCore::Result<std::unique_ptr<SceneWorld>> MakeEmbeddedWorld(const EmbeddedSettings& settings);
} // namespace FractureToolkit
