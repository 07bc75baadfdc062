// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Plan.h"

#include <CLI/CLI.hpp>

namespace FractureCli
{
/// `--rule` and what goes with it: how cracks grow. `settings` must outlive the command.
void AddRuleOptions(CLI::App& command, FractureCore::PlanSettings& settings);
} // namespace FractureCli
