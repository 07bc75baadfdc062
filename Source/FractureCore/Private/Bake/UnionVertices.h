// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <vector>

namespace FractureCore
{
/// Faces of the first of two bodies grow by so many units, those of needles by four times as many at most, so that
/// faces that touch overlap. Twice what the sixth decimal of a file in metres is to a body of a metre.
constexpr double kUnionSwelling = 32.0;
constexpr double kMostUnionSwelling = 4.0 * kUnionSwelling;
/// Beyond everything on the grid, in units.
constexpr double kBeyondUnionGrid = 33'000'000.0;

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

/// How often the body winds around a point of the grid.
int32_t WindingAround(const UnionVertices& vertices, const UnionBody& body, const Vec3& from);
} // namespace FractureCore
