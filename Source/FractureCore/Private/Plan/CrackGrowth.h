// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Plan/CrackPlanner.h"

namespace FractureCore
{
/// Starts one new crack, or finds that the last solve starts no more and says what comes next.
void StartNextCrack(CrackPlanner::Data& data, TaskRunner& runner);

/// Fits what is ahead of the next old crack anew, with the open part as it is, and lets it run on.
void ExtendNextCrack(CrackPlanner::Data& data, TaskRunner& runner);
} // namespace FractureCore
