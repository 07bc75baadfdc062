// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace FractureToolkit
{
/// A file of Source/Programs/Viewer, which the build puts into the program; empty for none of that name.
std::string_view ViewerSource(std::string_view name);
} // namespace FractureToolkit
