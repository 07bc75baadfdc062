// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows Epic's C++ coding standard, section Portable C++ code (5.7): sizes of the basic types. TCHAR is wide here.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using int64 = std::int64_t;
using uint8 = std::uint8_t;
using uint16 = std::uint16_t;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;
using TCHAR = wchar_t;
using SIZE_T = std::size_t;

#define TEXT(Text) L##Text
#define INDEX_NONE (-1)
#define FORCEINLINE inline
#define WITH_EDITOR 1
#define WITH_EDITORONLY_DATA 1
#define WITH_DEV_AUTOMATION_TESTS 1
#define UE_BUILD_SHIPPING 0
#define PI (3.1415926535897932f)

// What the build tool passes on the command line for modules of a static program.
#ifndef FRACTURESIM_API
#define FRACTURESIM_API
#endif
#ifndef FRACTURESIMEDITOR_API
#define FRACTURESIMEDITOR_API
#endif
