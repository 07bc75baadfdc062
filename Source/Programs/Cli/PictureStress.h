// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "ImpulseOptions.h"
#include "Picture/PictureScenes.h"
#include "StressBody.h"

#include <string>

namespace FractureCli
{
/// The largest tension in each tet, or in each triangle of a sheet, at the peak of the blow.
FractureCore::Result<FractureToolkit::ScalarField> SolvePictureStress(
	const Body& body, const ImpulseOptions& impact, FractureCore::TaskRunner& runner);
} // namespace FractureCli
