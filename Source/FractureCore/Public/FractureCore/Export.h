// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Unreal's build tool defines FRACTURECORE_API for the module; every other build links the core statically.
#ifndef FRACTURECORE_API
#define FRACTURECORE_API
#endif
