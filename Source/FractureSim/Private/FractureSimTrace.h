// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ProfilingDebugging/CpuProfilerTrace.h"
#include "Stats/Stats.h"

DECLARE_STATS_GROUP(TEXT("FractureSim"), STATGROUP_FractureSim, STATCAT_Advanced);

/// A named stretch of work in Unreal Insights.
#define FRACTURESIM_SCOPE(Name) TRACE_CPUPROFILER_EVENT_SCOPE(Name)
