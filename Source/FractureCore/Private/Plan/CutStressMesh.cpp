// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/CutStressMesh.h"

#include "Mesh/FaceTable.h"
#include "Mesh/UnionFind.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
/// What one crack does to the stress tets.
struct CrackSides
{
	std::vector<uint8_t> positive; // 1 a stress tet
	std::vector<uint8_t> near;     // 1 a stress tet: it lies where the crack is open, or across a face from there
};

CrackSides FindSides(const PlanBody::Data& body, const CrackState& crack)
{
	const PlanLattice& lattice = body.lattice;
	std::vector<uint8_t> openNode(lattice.nodes.size(), 0);
	for (const int32_t tet : crack.openTets)
	{
		for (const int32_t node : lattice.tets[tet].v)
		{
			openNode[node] = 1;
		}
	}
	CrackSides sides;
	for (const LatticePlace& place : body.stressPlace)
	{
		const Tet& tet = lattice.tets[place.tet];
		double value = 0.0;
		int32_t openNodes = 0;
		for (int32_t k = 0; k < 4; ++k)
		{
			value += place.weights[k] * crack.field[tet.v[k]];
			openNodes += openNode[tet.v[k]];
		}
		sides.positive.push_back(value > 0.0 ? 1 : 0);
		sides.near.push_back(openNodes >= 3 ? 1 : 0);
	}
	return sides;
}

/// 4 a stress tet: not 0 where the face to its neighbour is broken.
std::vector<uint8_t> FindBrokenFaces(const PlanBody::Data& body, const CrackStates& states)
{
	std::vector<uint8_t> broken(body.stressNeighbour.size(), 0);
	for (const CrackState& crack : states.cracks)
	{
		const CrackSides sides = FindSides(body, crack);
		for (size_t face = 0; face < broken.size(); ++face)
		{
			const int32_t other = body.stressNeighbour[face];
			const size_t tet = face / 4;
			if (other != kNoIndex && sides.positive[tet] != sides.positive[other] &&
				(sides.near[tet] != 0 || sides.near[other] != 0))
			{
				broken[face] = 1;
			}
		}
	}
	return broken;
}

/// Corners of tets that are one node: those that hold together over unbroken faces.
UnionFind UniteCorners(const PlanBody::Data& body, std::span<const uint8_t> broken)
{
	const std::vector<Tet>& tets = body.stressMesh.tets;
	UnionFind corners(static_cast<int32_t>(4 * tets.size()));
	for (int32_t t = 0; t < static_cast<int32_t>(tets.size()); ++t)
	{
		for (int32_t face = 0; face < 4; ++face)
		{
			const int32_t other = body.stressNeighbour[4 * t + face];
			if (other <= t || broken[4 * t + face] != 0) // kNoIndex is below every tet
			{
				continue;
			}
			for (const int32_t k : kTetFaces[face])
			{
				const int32_t* found = std::find(tets[other].v, tets[other].v + 4, tets[t].v[k]);
				corners.Unite(4 * t + k, 4 * other + static_cast<int32_t>(found - tets[other].v));
			}
		}
	}
	return corners;
}
} // namespace

CutStressMesh MakeCutStressMesh(const PlanBody::Data& body, const CrackStates& states)
{
	const std::vector<uint8_t> broken = FindBrokenFaces(body, states);
	UnionFind corners = UniteCorners(body, broken);
	CutStressMesh cut;
	cut.brokenFaces = static_cast<int32_t>(std::count(broken.begin(), broken.end(), 1)) / 2;
	cut.mesh.tets.resize(body.stressMesh.tets.size());
	std::vector<int32_t> nodeOfCorner(4 * body.stressMesh.tets.size(), kNoIndex);
	for (int32_t corner = 0; corner < static_cast<int32_t>(nodeOfCorner.size()); ++corner)
	{
		const int32_t root = corners.Find(corner); // the lowest of its set, so it comes first
		if (root == corner)
		{
			const int32_t source = body.stressMesh.tets[corner / 4].v[corner % 4];
			nodeOfCorner[corner] = static_cast<int32_t>(cut.mesh.nodes.size());
			cut.mesh.nodes.push_back(body.stressMesh.nodes[source]);
			cut.sourceNode.push_back(source);
		}
		cut.mesh.tets[corner / 4].v[corner % 4] = nodeOfCorner[root];
	}
	return cut;
}
} // namespace FractureCore
