// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/MassProperties.h"
#include "FractureCore/Material.h"
#include "FractureCore/Stress.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace FractureCli
{
/// What hits a body; shared by the commands that load one.
struct ImpulseOptions
{
	std::vector<std::string> impulses;
	std::optional<double> duration;
	std::string pulse = "half-sine";
	std::optional<double> patchRadius; // m
	double restitution = 0.5;          // that the impulses include
};

void AddImpulseOptions(CLI::App& command, ImpulseOptions& options);

/// The error names the first bad impulse.
FractureCore::Result<std::vector<FractureCore::ContactImpulse>> ParseImpulses(
	const ImpulseOptions& options, const FractureCore::Material& material, const FractureCore::MassProperties& mass);
} // namespace FractureCli
