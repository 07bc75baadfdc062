// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Break/ContactSnap.h"
#include "FractureCore/Breakable.h"

namespace FractureCore
{
struct Breakable::Data
{
	BakedObject object;
	std::vector<double> tetStrength;
	StressModel stress;
	CutBody cut;
	PlanBody plan;
	ContactSnap contacts;
};
} // namespace FractureCore
