// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows Stats System Overview (manual, 5.7). Counts nothing here.

#include "HAL/Platform.h"

struct TStatId
{
};

#define STATCAT_Advanced
#define DECLARE_STATS_GROUP(Description, Group, Category) struct Group##Declared
#define DECLARE_CYCLE_STAT(Description, Stat, Group) struct Stat##Declared
#define SCOPE_CYCLE_COUNTER(Stat) static_assert(true)
#define RETURN_QUICK_DECLARE_CYCLE_STAT(Name, Group) return TStatId()
