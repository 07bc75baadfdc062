// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/StressMesh.h"

#include "Mesh/FaceTable.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

namespace FractureCore
{
namespace
{
/// A source node with several slots: groups of tets round it that no chain of faces links.
struct TouchingNode
{
	int32_t node = kNoIndex;
	std::vector<int32_t> slots; // roots, ascending
};

bool AreInLine(const Vec3& a, const Vec3& b, const Vec3& c)
{
	constexpr double kLeastSine = 1.0e-3; // a joint as narrow as that holds no better than a hinge
	const Vec3 ab = b - a;
	const Vec3 ac = c - a;
	return !(Length(Cross(ab, ac)) > kLeastSine * (std::max)(LengthSquared(ab), LengthSquared(ac)));
}

/// Unites parts that hold each other: they share three nodes that are not in line. What is united may then hold a
/// third.
void UniteJoinedParts(const TetMesh& mesh, std::span<const TouchingNode> touching, UnionFind& parts)
{
	for (bool isDone = false; !isDone;)
	{
		isDone = true;
		std::map<std::pair<int32_t, int32_t>, std::vector<int32_t>> shared;
		for (const TouchingNode& at : touching)
		{
			for (size_t i = 0; i < at.slots.size(); ++i)
			{
				for (size_t j = i + 1; j < at.slots.size(); ++j)
				{
					const int32_t a = parts.Find(at.slots[i] / 4);
					const int32_t b = parts.Find(at.slots[j] / 4);
					std::vector<int32_t>& nodes = shared[{(std::min)(a, b), (std::max)(a, b)}];
					if (a != b && (nodes.empty() || nodes.back() != at.node))
					{
						nodes.push_back(at.node);
					}
				}
			}
		}
		for (const auto& [pair, nodes] : shared)
		{
			bool holds = false;
			for (size_t i = 2; i < nodes.size() && !holds; ++i)
			{
				holds = !AreInLine(mesh.nodes[nodes[0]], mesh.nodes[nodes[1]], mesh.nodes[nodes[i]]);
			}
			if (holds)
			{
				parts.Unite(pair.first, pair.second);
				isDone = false;
			}
		}
	}
}

/// Nodes that lie between slots of one part are one again: a part that touches itself is no hinge.
void RejoinSlots(const TetMesh& mesh, UnionFind& slots, UnionFind& parts)
{
	std::vector<int32_t> first(mesh.nodes.size(), kNoIndex);
	std::map<int32_t, TouchingNode> byNode;
	for (int32_t slot = 0; slot < static_cast<int32_t>(4 * mesh.tets.size()); ++slot)
	{
		if (slots.Find(slot) != slot)
		{
			continue;
		}
		const int32_t node = mesh.tets[slot / 4].v[slot % 4];
		if (first[node] == kNoIndex)
		{
			first[node] = slot;
			continue;
		}
		TouchingNode& at = byNode[node];
		if (at.slots.empty())
		{
			at = {node, {first[node]}};
		}
		at.slots.push_back(slot);
	}
	std::vector<TouchingNode> touching;
	touching.reserve(byNode.size());
	for (auto& [node, at] : byNode)
	{
		touching.push_back(std::move(at));
	}
	UniteJoinedParts(mesh, touching, parts);
	for (const TouchingNode& at : touching)
	{
		for (size_t i = 0; i < at.slots.size(); ++i)
		{
			for (size_t j = i + 1; j < at.slots.size(); ++j)
			{
				if (parts.Find(at.slots[i] / 4) == parts.Find(at.slots[j] / 4))
				{
					slots.Unite(at.slots[i], at.slots[j]);
				}
			}
		}
	}
}
} // namespace

StressMesh MakeStressMesh(const TetMesh& mesh)
{
	return MakeStressMesh(mesh, BuildFaceTable(mesh));
}

StressMesh MakeStressMesh(const TetMesh& mesh, const FaceTable& faces)
{
	// Four slots a tet; slots of the same source node are one node if a chain of shared faces links their tets.
	UnionFind slots(static_cast<int32_t>(4 * mesh.tets.size()));
	UnionFind parts(static_cast<int32_t>(mesh.tets.size()));
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		for (int32_t face = 0; face < 4; ++face)
		{
			const int32_t other = faces.neighbour[4 * t + static_cast<size_t>(face)];
			if (other == kNoIndex || static_cast<size_t>(other) < t)
			{
				continue;
			}
			parts.Unite(static_cast<int32_t>(t), other);
			for (const int32_t k : kTetFaces[face])
			{
				for (int32_t l = 0; l < 4; ++l)
				{
					if (mesh.tets[static_cast<size_t>(other)].v[l] == mesh.tets[t].v[k])
					{
						slots.Unite(static_cast<int32_t>(4 * t) + k, 4 * other + l);
					}
				}
			}
		}
	}
	RejoinSlots(mesh, slots, parts);

	StressMesh result;
	result.tets.resize(mesh.tets.size());
	// In the order of the source's nodes, so that an ordinary mesh keeps its numbering.
	std::vector<std::vector<int32_t>> copies(mesh.nodes.size());
	for (size_t slot = 0; slot < 4 * mesh.tets.size(); ++slot)
	{
		if (slots.Find(static_cast<int32_t>(slot)) == static_cast<int32_t>(slot))
		{
			copies[static_cast<size_t>(mesh.tets[slot / 4].v[slot % 4])].push_back(static_cast<int32_t>(slot));
		}
	}
	std::vector<int32_t> nodeOfSlot(4 * mesh.tets.size(), kNoIndex);
	std::vector<int32_t> partNumber(mesh.tets.size(), kNoIndex);
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		const int32_t root = parts.Find(static_cast<int32_t>(t));
		if (partNumber[static_cast<size_t>(root)] == kNoIndex)
		{
			partNumber[static_cast<size_t>(root)] = result.partCount++;
		}
	}
	for (size_t source = 0; source < copies.size(); ++source)
	{
		for (const int32_t slot : copies[source])
		{
			nodeOfSlot[static_cast<size_t>(slot)] = static_cast<int32_t>(result.nodes.size());
			result.nodes.push_back(mesh.nodes[source]);
			result.sourceNode.push_back(static_cast<int32_t>(source));
			result.nodePart.push_back(partNumber[static_cast<size_t>(parts.Find(slot / 4))]);
		}
	}
	for (size_t slot = 0; slot < nodeOfSlot.size(); ++slot)
	{
		result.tets[slot / 4].v[slot % 4] = nodeOfSlot[static_cast<size_t>(slots.Find(static_cast<int32_t>(slot)))];
	}
	return result;
}
} // namespace FractureCore
