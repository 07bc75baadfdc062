// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Bake/UnionVertices.h"

#include <cstdint>

namespace FractureCore
{
enum class UnionOutcome : uint8_t
{
	Apart,    // they have nothing in common
	Touching, // nothing but points and lines
	Joined,   // the first is now the union
	Failed,   // one of them was no closed surface
};

/// Joins two bodies that share no vertex. Triangles outside of the other body stay, those inside go, those that cross
/// its surface are cut along it and keep their plane; vertices at the cuts are appended. Faces that touch each other
/// join the bodies too.
UnionOutcome UniteBodies(UnionVertices& vertices, UnionBody& first, const UnionBody& second);

/// Takes a cavity, whose triangles face inward, out of the body that it lies in, where it reaches the body's surface.
/// Joined: the body is now what is left. A cavity that does not is left to the caller.
UnionOutcome CarveBody(UnionVertices& vertices, UnionBody& body, const UnionBody& cavity);
} // namespace FractureCore
