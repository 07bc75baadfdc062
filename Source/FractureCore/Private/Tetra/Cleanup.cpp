// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Cleanup.h"

#include "Mesh/FaceTable.h"

#include <algorithm>
#include <vector>

namespace FractureCore
{
namespace
{
// Numbers the parts that faces connect; `part` gets 1 entry a tet.
int32_t LabelComponents(const FaceTable& faces, std::vector<int32_t>& part)
{
	const size_t tetCount = faces.neighbour.size() / 4;
	part.assign(tetCount, kNoIndex);
	std::vector<int32_t> stack;
	int32_t parts = 0;
	for (size_t start = 0; start < tetCount; ++start)
	{
		if (part[start] != kNoIndex)
		{
			continue;
		}
		part[start] = parts;
		stack.push_back(static_cast<int32_t>(start));
		while (!stack.empty())
		{
			const auto tet = static_cast<size_t>(stack.back());
			stack.pop_back();
			for (size_t face = 0; face < 4; ++face)
			{
				const int32_t next = faces.neighbour[4 * tet + face];
				if (next != kNoIndex && part[next] == kNoIndex)
				{
					part[next] = parts;
					stack.push_back(next);
				}
			}
		}
		++parts;
	}
	return parts;
}

// Drops small components; true if there were any.
bool DropCrumbs(TetMesh& mesh, const FaceTable& faces, double crumbVolume, CleanupReport& report)
{
	std::vector<int32_t> part;
	report.components = LabelComponents(faces, part);
	if (report.components == 1)
	{
		return false;
	}
	std::vector<double> volume(static_cast<size_t>(report.components), 0.0);
	for (size_t i = 0; i < mesh.tets.size(); ++i)
	{
		volume[part[i]] += SignedVolume(mesh, mesh.tets[i]);
	}
	const double largest = *std::max_element(volume.begin(), volume.end());
	const double least = std::min(crumbVolume, largest);
	size_t kept = 0;
	for (size_t i = 0; i < mesh.tets.size(); ++i)
	{
		if (volume[part[i]] >= least)
		{
			mesh.tets[kept++] = mesh.tets[i];
		}
	}
	report.components =
		static_cast<int32_t>(std::count_if(volume.begin(), volume.end(), [least](double v) { return v >= least; }));
	report.droppedTets = static_cast<int64_t>(mesh.tets.size() - kept);
	mesh.tets.resize(kept);
	return report.droppedTets > 0;
}

// Gives every fan of tets around a node, joined by faces that hold the node, a node of its own.
int64_t SplitHinges(TetMesh& mesh, const FaceTable& faces)
{
	// Only nodes of the boundary may be hinges.
	std::vector<int32_t> fanCount(mesh.nodes.size(), 0);
	std::vector<uint8_t> onBoundary(mesh.nodes.size(), 0);
	for (size_t half = 0; half < faces.neighbour.size(); ++half)
	{
		if (faces.neighbour[half] == kNoIndex)
		{
			for (const int32_t node : TetFace(mesh.tets[half / 4], static_cast<int32_t>(half % 4)).v)
			{
				onBoundary[node] = 1;
			}
		}
	}
	std::vector<uint8_t> seen(4 * mesh.tets.size(), 0); // corner 4 t + k has its fan
	std::vector<size_t> stack;
	int64_t splits = 0;
	for (size_t start = 0; start < seen.size(); ++start)
	{
		const int32_t node = mesh.tets[start / 4].v[start % 4];
		if (seen[start] != 0 || onBoundary[node] == 0)
		{
			continue;
		}
		int32_t name = node;
		if (fanCount[node]++ > 0)
		{
			name = static_cast<int32_t>(mesh.nodes.size());
			mesh.nodes.push_back(mesh.nodes[node]);
			++splits;
		}
		seen[start] = 1;
		stack.push_back(start);
		while (!stack.empty())
		{
			const size_t corner = stack.back();
			stack.pop_back();
			mesh.tets[corner / 4].v[corner % 4] = name;
			for (size_t face = 0; face < 4; ++face)
			{
				const int32_t next = faces.neighbour[corner / 4 * 4 + face];
				if (face == corner % 4 || next == kNoIndex)
				{
					continue;
				}
				for (size_t k = 0; k < 4; ++k)
				{
					const size_t nextCorner = 4 * static_cast<size_t>(next) + k;
					if (seen[nextCorner] == 0 && mesh.tets[next].v[k] == node)
					{
						seen[nextCorner] = 1;
						stack.push_back(nextCorner);
					}
				}
			}
		}
	}
	return splits;
}

// Numbers nodes in order of first use and drops the others.
void CompactNodes(TetMesh& mesh)
{
	std::vector<int32_t> number(mesh.nodes.size(), kNoIndex);
	std::vector<Vec3> used;
	used.reserve(mesh.nodes.size());
	for (Tet& tet : mesh.tets)
	{
		for (int32_t& node : tet.v)
		{
			int32_t& n = number[node];
			if (n == kNoIndex)
			{
				n = static_cast<int32_t>(used.size());
				used.push_back(mesh.nodes[node]);
			}
			node = n;
		}
	}
	mesh.nodes = std::move(used);
}
} // namespace

CleanupReport RemoveCrumbsAndHinges(TetMesh& mesh, double crumbVolume)
{
	CleanupReport report;
	if (mesh.tets.empty())
	{
		return report;
	}
	FaceTable faces = BuildFaceTable(mesh);
	const bool dropped = DropCrumbs(mesh, faces, crumbVolume, report);
	if (dropped)
	{
		faces = BuildFaceTable(mesh);
	}
	report.splitNodes = SplitHinges(mesh, faces);
	if (dropped || report.splitNodes > 0)
	{
		CompactNodes(mesh);
	}
	for (size_t half = 0; half < faces.neighbour.size(); ++half)
	{
		if (faces.neighbour[half] == kNoIndex)
		{
			report.boundaryTriangles.push_back(TetFace(mesh.tets[half / 4], static_cast<int32_t>(half % 4)));
		}
	}
	report.boundary = MeasureTopology(report.boundaryTriangles, mesh.nodes, &report.boundaryParts);
	return report;
}
} // namespace FractureCore
