// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayLattice.h"

namespace FractureCore
{
namespace GridTablesDetail
{
namespace
{
struct Step3
{
	int32_t c[3];
};

constexpr Step3 StepOf(int32_t axes)
{
	return {{axes & 1, axes >> 1 & 1, axes >> 2 & 1}};
}

/// (a x b) . c
constexpr int32_t Determinant(const Step3& a, const Step3& b, const Step3& c)
{
	return (a.c[1] * b.c[2] - a.c[2] * b.c[1]) * c.c[0] + (a.c[2] * b.c[0] - a.c[0] * b.c[2]) * c.c[1] +
		(a.c[0] * b.c[1] - a.c[1] * b.c[0]) * c.c[2];
}

constexpr int32_t FaceWith(int32_t first, int32_t second)
{
	int32_t face = 0;
	while (kGridFace[face].first != first || kGridFace[face].second != second)
	{
		++face;
	}
	return face;
}

constexpr TetFaceOfGrid FaceOfTet(int32_t order, int32_t opposite)
{
	// Axes gone along on the way to each node.
	const int32_t i = 1 << kTetOrder[order][0];
	const int32_t j = 1 << kTetOrder[order][1];
	const int32_t path[4] = {0, i, i | j, 7};
	const int32_t a = path[opposite == 0 ? 1 : 0];
	const int32_t b = path[opposite <= 1 ? 2 : 1];
	const int32_t c = path[opposite <= 2 ? 3 : 2];
	TetFaceOfGrid result;
	result.face = FaceWith(b ^ a, c ^ b);
	result.step = a;
	// Paths only grow, so the opposite node minus the face's lowest is a step, or minus one if that node is lower.
	const int32_t sign = opposite == 0 ? -1 : 1;
	const Step3 apex = StepOf(opposite == 0 ? a : path[opposite] ^ a);
	result.side = sign * Determinant(StepOf(b ^ a), StepOf(c ^ b), apex) < 0 ? 0 : 1;
	return result;
}

constexpr GridTables MakeGridTables()
{
	GridTables tables{};
	for (int32_t order = 0; order < kGridTets; ++order)
	{
		for (int32_t k = 0; k < 4; ++k)
		{
			const TetFaceOfGrid of = FaceOfTet(order, k);
			tables.tetFaces[order][k] = of;
			tables.faceSides[of.face][of.side] = {order, of.step};
		}
	}
	for (int32_t face = 0; face < kGridFaces; ++face)
	{
		const GridFace& steps = kGridFace[face];
		const auto add = [&](int32_t axes, int32_t step, bool alongEdge) {
			tables.edgeFaces[axes][tables.edgeFaceCount[axes]++] = {face, step, alongEdge};
		};
		add(steps.first, 0, true);
		add(steps.second, steps.first, true);
		add(steps.Both(), 0, false);
	}
	return tables;
}
} // namespace
} // namespace GridTablesDetail

constexpr GridTables kGridTables = GridTablesDetail::MakeGridTables();
} // namespace FractureCore
