// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <cstdint>

// The body-centred lattice in the coordinates that make it simple. With X, Y, Z counted in half cells,
//
//   u0 = (X + Y) / 2,   u1 = (X - Z) / 2,   u2 = (Y - Z) / 2
//
// turn its nodes into all whole points and its tets into those of Kuhn: a unit cube of u falls into six tets, one for
// each order of the fractions of u0, u1, u2. Whatever has u_i or u_i - u_j whole lies on a tet face. So an edge of the
// lattice is a cube's lowest corner and a set of axes, a face such a corner and two sets, a tet such a corner and an
// order; and the tet of a point is known after sorting three numbers.
//
// A set of axes is a bit mask, 1 to 7.

namespace FractureCore
{
using GridPoint = std::array<int32_t, 3>;

/// Coordinates are within [0, 2^19), so that a point, a kind and a bit fit into 64 bits.
inline constexpr int32_t kGridBits = 19;

constexpr uint64_t GridKey(const GridPoint& p)
{
	return static_cast<uint64_t>(p[2]) << (2 * kGridBits) | static_cast<uint64_t>(p[1]) << kGridBits |
		static_cast<uint64_t>(p[0]);
}

constexpr GridPoint GridPointOf(uint64_t key)
{
	constexpr uint64_t kMask = (1ull << kGridBits) - 1;
	return {static_cast<int32_t>(key & kMask),
		static_cast<int32_t>(key >> kGridBits & kMask),
		static_cast<int32_t>(key >> (2 * kGridBits) & kMask)};
}

/// What a step along each of some axes adds to a key.
constexpr uint64_t GridStep(int32_t axes)
{
	return GridKey({axes & 1, axes >> 1 & 1, axes >> 2 & 1});
}

inline constexpr int32_t kGridEdges = 7;  // a cube: one for each set of axes
inline constexpr int32_t kGridFaces = 12; // a cube
inline constexpr int32_t kGridTets = 6;   // a cube

/// The axes by falling fraction. The tet's nodes are its corner and what three steps along them reach.
inline constexpr int32_t kTetOrder[kGridTets][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

constexpr int32_t OrderThatStarts(int32_t first, int32_t second)
{
	return 2 * first + (second > 3 - first - second ? 1 : 0);
}

/// Odd orders are mirrored: their second and third node change places in a Tet.
constexpr bool IsOddOrder(int32_t order)
{
	return kTetOrder[order][1] != (kTetOrder[order][0] + 1) % 3;
}

/// The steps from a face's lowest node to its second and from there to its third. In this order its normal points out
/// of the tet on side 0 and into the tet on side 1.
struct GridFace
{
	int32_t first;
	int32_t second;

	constexpr int32_t Both() const { return first | second; }
};
inline constexpr GridFace kGridFace[kGridFaces] = {
	{1, 2}, {2, 1}, {1, 4}, {4, 1}, {2, 4}, {4, 2}, {1, 6}, {6, 1}, {2, 5}, {5, 2}, {4, 3}, {3, 4}};

/// An edge is its cube's key and its axes, a face its cube's key and its number, a tet its cube's key and its order.
constexpr uint64_t GridEdgeKey(uint64_t cube, int32_t axes)
{
	return cube << 3 | static_cast<uint64_t>(axes);
}
constexpr uint64_t GridFaceKey(uint64_t cube, int32_t face)
{
	return cube << 4 | static_cast<uint64_t>(face);
}
constexpr uint64_t GridTetKey(uint64_t cube, int32_t order)
{
	return cube << 3 | static_cast<uint64_t>(order);
}
constexpr int32_t EdgeAxesOf(uint64_t edgeKey)
{
	return static_cast<int32_t>(edgeKey & 7);
}
constexpr int32_t FaceKindOf(uint64_t faceKey)
{
	return static_cast<int32_t>(faceKey & 15);
}
constexpr int32_t TetOrderOf(uint64_t tetKey)
{
	return static_cast<int32_t>(tetKey & 7);
}

/// Face k of a tet is opposite its node k (in the order of kTetOrder's steps).
struct TetFaceOfGrid
{
	int32_t face = 0; // number in kGridFace
	int32_t step = 0; // axes from the tet's cube to the face's; 0: the same cube
	int32_t side = 0; // on which the tet lies
};

/// The tet on one side of a face: at the face's cube or `step` before it.
struct GridFaceSide
{
	int32_t order = 0;
	int32_t step = 0;
};

/// A face around an edge. `alongEdge`: the face's loop runs along the edge, so that its side 0 comes before it in a
/// counter-clockwise turn about the edge.
struct FaceAroundEdge
{
	int32_t face = 0;
	int32_t step = 0; // axes from the face's cube to the edge's
	bool alongEdge = false;
};

struct GridTables
{
	std::array<std::array<TetFaceOfGrid, 4>, kGridTets> tetFaces;
	std::array<std::array<GridFaceSide, 2>, kGridFaces> faceSides;
	std::array<std::array<FaceAroundEdge, 6>, kGridEdges + 1> edgeFaces; // by axes
	std::array<int32_t, kGridEdges + 1> edgeFaceCount;                   // 4 or 6
};
extern const GridTables kGridTables;

inline const TetFaceOfGrid& TetFaceAt(int32_t order, int32_t face)
{
	return kGridTables.tetFaces[order][face];
}

/// The tet on a side of a face.
inline uint64_t TetBeside(uint64_t faceKey, int32_t side)
{
	const GridFaceSide& beside = kGridTables.faceSides[FaceKindOf(faceKey)][side];
	return GridTetKey((faceKey >> 4) - GridStep(beside.step), beside.order);
}

/// Where the lattice lies and how finely surfaces are rounded to it.
struct OverlayFrame
{
	Vec3 origin;           // m, where X = Y = Z = 0
	GridPoint first = {};  // u there is minus this, so that all coordinates in use are positive
	double cellSize = 0.0; // m
	int32_t unitBits = 0;  // a step of the grid is 2^unitBits units

	std::array<double, 3> ToGrid(const Vec3& p) const
	{
		const Vec3 d = (p - origin) / cellSize;
		return {d.x + d.y - first[0], d.x - d.z - first[1], d.y - d.z - first[2]};
	}
	Vec3 ToWorld(const GridPoint& p) const
	{
		const int32_t u0 = p[0] + first[0];
		const int32_t u1 = p[1] + first[1];
		const int32_t u2 = p[2] + first[2];
		const double half = 0.5 * cellSize;
		return origin + Vec3{half * (u0 + u1 - u2), half * (u0 - u1 + u2), half * (u0 - u1 - u2)};
	}
};
} // namespace FractureCore
