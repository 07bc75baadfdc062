// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// FractureCore.Build.cs defines FRACTURECORE_SHARED where modules are libraries of their own, and FRACTURECORE_BUILDING
// inside this module. The FRACTURECORE_API that Unreal's build tool makes stands for DLLEXPORT, a word that only
// Unreal's headers know; the core includes none, so it says what it means itself. Every other build links the core
// statically.
#if defined(FRACTURECORE_SHARED)
#undef FRACTURECORE_API
#if !defined(_WIN32)
#define FRACTURECORE_API __attribute__((visibility("default")))
#elif defined(FRACTURECORE_BUILDING)
#define FRACTURECORE_API __declspec(dllexport)
#else
#define FRACTURECORE_API __declspec(dllimport)
#endif
#elif !defined(FRACTURECORE_API)
#define FRACTURECORE_API
#endif
