// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"

#include <functional>
#include <optional>

namespace FractureBench
{
/// How long one call takes.
double Milliseconds(const std::function<void()>& work);

/// Processor time of one call on the calling thread: other programs on the machine disturb it less.
double ThreadMilliseconds(const std::function<void()>& work);

/// A ball of lattice cubes, so many across: blocky, as most props are.
FractureCore::TetMesh MakeBlob(int32_t across);

/// The Stanford bunny in about so many tets; nothing where the scanned meshes are not there. By its other file it is
/// the scan as it is, with holes, which are closed.
std::optional<FractureCore::TetMesh> MakeBunny(int32_t tets, const char* file = "bunny.obj");

/// From impulses to principal stresses on bunnies of a thousand tets and more: prints a table and how times grow.
void BenchImpacts(int32_t repeats);

/// The same bunnies with cracks: what solving them again costs with the intact factor and with one of their own.
void BenchCracks(int32_t repeats);
} // namespace FractureBench
