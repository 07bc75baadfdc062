// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "Rigid/BoxTree.h"
#include "Rigid/Gjk.h"

#include <vector>

namespace FractureCore
{
/// An edge of a surface with what is needed to tell whether something is nearest to it: a direction that leads into
/// neither of its faces.
struct ShellEdge
{
	int32_t v[2] = {kNoIndex, kNoIndex};
	Vec3 inward[2]; // in the plane of each face, across the edge, into the face; zero: no such face
};

/// Holds a part of a surface between two planes and in a ball: a flat part needs hardly any room across.
struct FlatBall
{
	Vec3 centre;
	Vec3 normal; // unit
	double radius = 0.0;
	double half = 0.0; // m, along the normal to either side
};

/// Corners, edges and faces of a surface in a tree of boxes and flat balls. A surface here has no inside: thin walls
/// need no resolution, and two of them that have not crossed stay apart whatever their normals say.
class ShellMesh
{
public:
	struct Node
	{
		Box box;
		FlatBall ball;
		int32_t child = kNoIndex; // the first of two; kNoIndex: a leaf
		int32_t corners[2] = {0, 0};
		int32_t edges[2] = {0, 0};
		int32_t faces[2] = {0, 0}; // begin and end of what the leaf owns
	};

	/// `origin` becomes the origin of the mesh. Corners that no triangle has are left out.
	ShellMesh(const SurfaceMesh& surface, const Vec3& origin);

	std::span<const Vec3> Positions() const { return m_positions; }
	std::span<const Node> Nodes() const { return m_nodes; }
	int32_t Corner(int32_t i) const { return m_corners[i]; }
	const ShellEdge& Edge(int32_t i) const { return m_edges[i]; }
	const Triangle& Face(int32_t i) const { return m_faces[i]; }
	const Box& EdgeBox(int32_t i) const { return m_edgeBoxes[i]; }
	const Box& FaceBox(int32_t i) const { return m_faceBoxes[i]; }
	int32_t EdgeCount() const { return static_cast<int32_t>(m_edges.size()); }
	int32_t FaceCount() const { return static_cast<int32_t>(m_faces.size()); }

private:
	void Split(std::span<const Vec3> middles, std::vector<int32_t>& order);
	FlatBall BallAround(const Node& node) const;

	std::vector<Vec3> m_positions;
	std::vector<Node> m_nodes;
	std::vector<int32_t> m_corners; // each in the first leaf that has it
	std::vector<ShellEdge> m_edges; // likewise
	std::vector<Triangle> m_faces;  // leaf after leaf
	std::vector<Box> m_edgeBoxes;
	std::vector<Box> m_faceBoxes;
};

inline Vec3 Apply(const RelativePose& pose, const Vec3& point)
{
	return pose.rotation * point + pose.offset;
}

/// How far the points of a box move at most between two poses: the farthest of its corners, for the way of a point
/// depends on it linearly.
double MostMotion(const RelativePose& from, const RelativePose& to, const Box& box);
} // namespace FractureCore
