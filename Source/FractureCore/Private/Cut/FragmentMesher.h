// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Fragments.h"

#include "Cut/FragmentParts.h"

#include <vector>

namespace FractureCore
{
/// The surface and the mass of each piece, in their order.
std::vector<Fragment> MakeFragments(const CutBody::Data& body,
	const FragmentParts& parts,
	int32_t pieceCount,
	double density,
	double innerUvScale,
	TaskRunner& runner);
} // namespace FractureCore
