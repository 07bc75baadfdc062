// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/CutBody.h"
#include "FractureCore/SurfaceMesh.h"

#include <array>
#include <span>
#include <vector>

namespace FractureCore
{
/// A point of the overlay. A field over the lattice's nodes has one value here, the weighted sum over the host, so tets
/// that share the point cannot disagree about it.
struct CutVertex
{
	Vec3 position;                                                               // m
	std::array<int32_t, 4> hostNodes = {kNoIndex, kNoIndex, kNoIndex, kNoIndex}; // 1 on a node, 2 on a lattice edge,
																				 // 3 on a tet face, 4 inside; packed
	std::array<double, 4> hostWeights = {0.0, 0.0, 0.0, 0.0};                    // sum 1
	int32_t surfaceVertex = kNoIndex;                                            // the artist's vertex that it is
};

enum class CutEdgeKind : uint8_t
{
	SurfaceEdge, // part of an edge of the artist's mesh; source: that edge
	InSurface,   // inside an artist's triangle, on a tet face; source: that triangle
	LatticeEdge, // part of an edge of the lattice; source: kNoIndex
	Crack,       // made by a cut; source: kNoIndex
};

struct CutEdge
{
	std::array<int32_t, 2> ends = {kNoIndex, kNoIndex};
	int32_t source = kNoIndex;
	CutEdgeKind kind = CutEdgeKind::LatticeEdge;
};

enum class CutFaceKind : uint8_t
{
	Outer,   // part of an artist's triangle; source: that triangle
	TetFace, // material on both sides, in two tets; source: kNoIndex
	Cap,     // made by a cut; source: the crack
};

/// A planar polygon with holes, stored once for the two cells that it bounds.
struct CutFace
{
	int32_t firstLoop = 0; // [firstLoop, lastLoop) of loops; the first is the outer one, the rest are holes
	int32_t lastLoop = 0;
	std::array<int32_t, 2> cells = {kNoIndex, kNoIndex}; // cells[0] sees its loops counter-clockwise from outside,
														 // cells[1] from the other side; an Outer face has no cells[1]
	int32_t source = kNoIndex;
	CutFaceKind kind = CutFaceKind::Outer;
};

/// A piece of material in one tet: a closed polyhedron.
struct CutCell
{
	int32_t tet = kNoIndex;
	int32_t firstFace = 0; // [firstFace, lastFace) of cellFaces
	int32_t lastFace = 0;
};

/// Reversed indices are stored as ~i: edges in loops that run from ends[1] to ends[0], faces of a cell that is their
/// cells[1].
inline int32_t Unsigned(int32_t index)
{
	return index < 0 ? ~index : index;
}

/// The overlay of a surface and a lattice. The boundary of every edge, face and cell closes by construction: each loop
/// runs end to start, and over the faces of a cell each edge is used as often forwards as backwards.
struct CutBody::Data
{
	TetMesh lattice;
	double cellSize = 0.0;
	SurfaceMesh surface;         // what is cut: the artist's, with caps over open borders, or the tets' boundary
	int32_t artistTriangles = 0; // the first so many of them are the artist's own
	std::vector<CutVertex> vertices;
	std::vector<CutEdge> edges;
	std::vector<CutFace> faces;
	std::vector<CutCell> cells;                // in order of tet
	std::vector<int32_t> loopOffsets = {0};    // loop l is loopEdges[loopOffsets[l]] up to loopOffsets[l + 1]
	std::vector<int32_t> loopEdges;            // signed
	std::vector<int32_t> cellFaces;            // signed
	std::vector<int32_t> tetCellOffsets = {0}; // cells of tet t: [tetCellOffsets[t], tetCellOffsets[t + 1])
	std::vector<uint8_t> isRound;              // 1 a cell: its boundary is a sphere
	std::vector<double> outerVolume;           // m^3, 1 a cell: of the cones from its outer faces to lattice node 0
	std::vector<Warning> warnings;
};
} // namespace FractureCore
