// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"

#include "Cut/CutData.h"

namespace FractureCore
{
/// Fills isRound and outerVolume, so that no cut has to find them out again. The rest of `data` must be complete.
void MeasureCellShapes(TaskRunner& runner, CutBody::Data& data);
} // namespace FractureCore
