// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "Run/Recording.h"

#include <cstdint>
#include <vector>

namespace FractureToolkit
{
/// A binary glTF 2.0 file, y up, with one animation that plays the run. One node a body, about its centre of mass, with
/// `extras`: mass (kg), volume (m^3), object, parent, first_frame, end_frame, fixed. Translations and rotations are
/// linear between frames; frames within a stretch that does not move are left out. A body appears and goes by a scale
/// of 0 and 1 in steps: the frame that first shows a piece is the one that no longer shows its parent. Bodies with the
/// same mesh share it. Vertices have _STRESS (Pa) where it is known.
///
/// InvalidMesh if there is no body to show.
FractureCore::Result<std::vector<uint8_t>> FormatRecordingGlb(const Recording& recording);
} // namespace FractureToolkit
