// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows Trace Developer Guide (manual, 5.7): TRACE_CPUPROFILER_EVENT_SCOPE.

#define TRACE_CPUPROFILER_EVENT_SCOPE(Name) static_assert(true)
