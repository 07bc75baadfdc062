// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Macros that a host may have defined before it includes a public header of the core, as harmful as the real ones: an
// API that uses one of these words breaks here, not in a user's build. headers_test.py includes the standard headers
// first, because hosts' own headers do so too.

// Unreal: Misc/AssertionMacros.h, Logging/LogMacros.h, HAL/Platform.h, Math/UnrealMathUtility.h, Misc/CoreMiscDefines.h.
#define check(expression) { if (!(expression)) { *(volatile int*)nullptr = 0; } }
#define checkf(expression, format, ...) { if (!(expression)) { *(volatile int*)nullptr = 0; } }
#define checkSlow(expression) {}
#define checkNoEntry() {}
#define checkCode(code) do { code } while (false)
#define verify(expression) { if (!(expression)) { *(volatile int*)nullptr = 0; } }
#define verifyf(expression, format, ...) { if (!(expression)) { *(volatile int*)nullptr = 0; } }
#define ensure(expression) (!!(expression))
#define ensureMsgf(expression, format, ...) (!!(expression))
#define ensureAlways(expression) (!!(expression))
#define unimplemented() {}
#define TEXT(text) L##text
#define PI (3.1415926535897932f)
#define HALF_PI (1.57079632679f)
#define INV_PI (0.31830988618f)
#define SMALL_NUMBER (1.e-8f)
#define KINDA_SMALL_NUMBER (1.e-4f)
#define BIG_NUMBER (3.4e+38f)
#define EULERS_NUMBER (2.71828182845904523536f)
#define DELTA (0.00001f)
#define MAX_FLT 3.402823466e+38F
#define INDEX_NONE (-1)
#define UE_LOG(category, verbosity, format, ...) {}
#define UE_BUILD_SHIPPING 0
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define likely(x) __builtin_expect(!!(x), 1)
#define unlikely(x) __builtin_expect(!!(x), 0)
#define FORCEINLINE inline __attribute__((always_inline))
#define FORCENOINLINE __attribute__((noinline))
#define RESTRICT __restrict
#define PURE_VIRTUAL(function, ...) = 0;
#define DEPRECATED(version, message)
#define STRUCT_OFFSET(type, member) 0
#define LOCTEXT_NAMESPACE "Hostile"
#define LOCTEXT(key, text) text
#define JSON_API

#ifndef FRACTURESIM_HOSTILE_UNREAL_ONLY
// Windows: minwindef.h, winnt.h, rpcndr.h, wingdi.h, winerror.h. Unreal undefines most of them; other hosts do not.
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define near
#define far
#define NEAR
#define FAR
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define VOID void
#define TRUE 1
#define FALSE 0
#define small char
#define hyper long long
#define interface struct
#define ERROR 0
#define NO_ERROR 0L
#define DELETE (0x00010000L)
#define STRICT 1
#define THIS void
#define PASCAL __stdcall
#define Yield()
#define GetObject GetObjectW
#define GetMessage GetMessageW
#define CreateFile CreateFileW
#define DeleteFile DeleteFileW
#define LoadImage LoadImageW
#define SendMessage SendMessageW
#define GetCurrentTime() 0
#define RELATIVE 2
#define ABSOLUTE 1
#define TRANSPARENT 1
#define OPAQUE 2
#define INFINITE 0xFFFFFFFF
#define DOMAIN 1
#define OVERFLOW 3
#define UNDERFLOW 4
#endif
