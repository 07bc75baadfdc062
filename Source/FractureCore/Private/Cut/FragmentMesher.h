// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Fragments.h"

#include "Cut/FragmentParts.h"

namespace FractureCore
{
/// The surface of one piece. Pieces are independent of each other and may be made at once.
Fragment MakeFragment(const CutTree& tree, const FragmentParts& parts, int32_t piece, double innerUvScale);
} // namespace FractureCore
