// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellFeatures.h"

namespace FractureCore
{
/// How far B may go, its corners straight from one pose to another, until some feature comes within `apart` m of A, or
/// nearer than `kept` of the distance at the start if that is less. The two must not cross at the start. Normal
/// and point are in A's frame. `atStart`, if not null, gets how far apart the two are there, or `apart` if that is
/// less.
FeatureHit SweepShells(const ShellMesh& a,
	const ShellMesh& b,
	const RelativePose& from,
	const RelativePose& to,
	double apart,
	double kept = kKeptShare,
	double* atStart = nullptr);
} // namespace FractureCore
