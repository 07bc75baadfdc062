// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <optional>
#include <vector>

namespace FractureCore
{
/// Vertices of several bodies: where they are, and the same rounded to whole units of a grid, in which all decisions
/// are made.
struct UnionVertices
{
	std::vector<Vec3> positions; // m
	std::vector<Vec3> grid;      // units
	Vec3 origin;                 // of the grid, m
	double unit = 1.0;           // m

	/// The grid spans the positions with so many units that decisions need no more than 26 bits.
	explicit UnionVertices(std::vector<Vec3> all);
	void Add(const Vec3& position);
};

/// A closed surface that winds once around its inside.
struct UnionBody
{
	std::vector<Triangle> triangles; // into the vertices
	std::vector<int32_t> source;     // 1 a triangle: the one that it is, or is a part of
	Vec3 low;                        // box, units
	Vec3 high;
};

void MeasureBox(const UnionVertices& vertices, UnionBody& body);

enum class UnionOutcome : uint8_t
{
	Apart,  // they have nothing in common but, at most, points and lines
	Joined, // the first is now the union
	Failed, // one of them was no closed surface
};

/// Joins two bodies that share no vertex. Triangles outside of the other body stay, those inside go, those that cross
/// its surface are cut along it and keep their plane; vertices at the cuts are appended. Faces that touch each other
/// join the bodies too.
UnionOutcome UniteBodies(UnionVertices& vertices, UnionBody& first, const UnionBody& second);

/// How often the body winds around a vertex that is not its own.
int32_t WindingAround(const UnionVertices& vertices, const UnionBody& body, int32_t vertex);
} // namespace FractureCore
