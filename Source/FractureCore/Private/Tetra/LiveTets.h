// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/TetShape.h"

#include "FractureCore/Parallel.h"
#include "FractureCore/TetMesh.h"

#include <array>
#include <span>
#include <vector>

namespace FractureCore
{
/// The tets around an edge a b inside the mesh: tet i is (a, b, nodes[i], nodes[i + 1]).
struct EdgeRing
{
	static constexpr int32_t kMostTets = 10;

	int32_t a = kNoIndex;
	int32_t b = kNoIndex;
	int32_t count = 0;
	std::array<int32_t, kMostTets> nodes{};
	std::array<int32_t, kMostTets> tets{};

	std::span<const int32_t> Tets() const { return {tets.data(), static_cast<size_t>(count)}; }
};

/// A mesh under optimisation: its tets can be exchanged for others in the same room, and its nodes moved. Knows what
/// lies across every face, one tet of every node and the badness of every tet. The tets of a node must hang together by
/// faces, as RemoveCrumbsAndHinges leaves them.
class LiveTets
{
public:
	LiveTets(TetMesh& mesh, TaskRunner& runner);

	const TetMesh& Mesh() const { return m_mesh; }
	const Vec3& Position(int32_t node) const { return m_mesh.nodes[node]; }
	bool IsOnBoundary(int32_t node) const { return m_onBoundary[node] != 0; }
	int32_t Neighbour(int32_t tet, int32_t face) const { return m_neighbour[4 * static_cast<size_t>(tet) + face]; }

	/// DihedralCosines::Badness of a tet; -1 if it is no more.
	double Badness(int32_t tet) const { return m_badness[tet]; }
	double WorstOf(std::span<const int32_t> tets) const;

	/// Badness of a tet that would be new; more than any tet's if its angles are beyond what the mesh had at first.
	double Judge(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) const;
	double Judge(const Tet& tet) const;

	/// Tets worse than `badness`, worst first.
	std::vector<int32_t> FindTetsAbove(double badness, TaskRunner& runner) const;

	/// Fills `tets` with those around the node.
	void FindStar(int32_t node, std::vector<int32_t>& tets) const;

	/// False for an edge on the boundary, and where more tets meet than a ring holds.
	bool FindRing(int32_t tet, int32_t a, int32_t b, EdgeRing& ring) const;

	/// Puts `made` into the room of `removed`: both must have the same outer faces.
	void Replace(std::span<const int32_t> removed, std::span<const Tet> made);

	/// `star` are the node's tets. Threads may move nodes that share no tet at the same time.
	void Move(int32_t node, const Vec3& position, std::span<const int32_t> star);

	/// Closes the gaps that exchanges left among the mesh's tets. Nothing else may be called afterwards.
	void Compact();

private:
	struct OpenFace
	{
		std::array<int32_t, 3> nodes{}; // ascending
		int32_t tet = kNoIndex;         // that waits for a neighbour there
		int32_t face = 0;               // of that tet
	};

	// A tet (a, b, from, to) around an edge a b.
	struct EdgeCursor
	{
		int32_t tet = kNoIndex;
		int32_t from = kNoIndex;
		int32_t to = kNoIndex;
	};

	// To the tet that shares a, b and `to`; false at the boundary.
	bool StepAround(EdgeCursor& at, int32_t a, int32_t b) const;
	std::vector<OpenFace> OuterFaces(std::span<const int32_t> removed) const;
	int32_t TakeSlot();
	void Join(int32_t tet, std::vector<OpenFace>& open);

	TetMesh& m_mesh;
	std::vector<int32_t> m_neighbour; // as in FaceTable
	std::vector<int32_t> m_tetOfNode;
	std::vector<uint8_t> m_onBoundary;   // by node
	std::vector<double> m_badness;       // by tet
	std::vector<int32_t> m_free;         // tets that are no more
	DihedralCosines m_limits{-1.0, 1.0}; // of the mesh at first
};
} // namespace FractureCore
