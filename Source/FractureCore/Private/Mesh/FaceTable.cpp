// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/FaceTable.h"

#include <algorithm>
#include <utility>

namespace FractureCore
{
namespace
{
struct FaceEntry
{
	uint64_t nodes = 0; // middle and highest of the face's nodes; the lowest is the bucket
	int32_t half = 0;   // 4 tet + face, times 2, plus 1 if sorting the nodes was an odd permutation
};

/// The face's lowest node and its entry.
std::pair<int32_t, FaceEntry> MakeFaceEntry(const Tet& tet, int64_t tetIndex, int32_t face)
{
	Triangle t = TetFace(tet, face);
	int32_t odd = 0;
	auto order = [&](int32_t& low, int32_t& high)
	{
		if (low > high)
		{
			std::swap(low, high);
			odd ^= 1;
		}
	};
	order(t.v[0], t.v[1]);
	order(t.v[1], t.v[2]);
	order(t.v[0], t.v[1]);
	const uint64_t nodes = static_cast<uint64_t>(t.v[1]) << 32 | static_cast<uint64_t>(t.v[2]);
	return {t.v[0], {nodes, static_cast<int32_t>((4 * tetIndex + face) * 2 + odd)}};
}
} // namespace

FaceTable BuildFaceTable(const TetMesh& mesh)
{
	// Counting sort of all faces by their lowest node; each bucket then holds a few dozen entries.
	std::vector<int32_t> offsets(mesh.nodes.size() + 1, 0);
	auto forEachFace = [&](auto&& visit)
	{
		for (size_t t = 0; t < mesh.tets.size(); ++t)
		{
			for (int32_t face = 0; face < 4; ++face)
			{
				visit(MakeFaceEntry(mesh.tets[t], static_cast<int64_t>(t), face));
			}
		}
	};
	forEachFace([&](const std::pair<int32_t, FaceEntry>& face) { ++offsets[static_cast<size_t>(face.first) + 1]; });
	for (size_t i = 1; i < offsets.size(); ++i)
	{
		offsets[i] += offsets[i - 1];
	}
	std::vector<FaceEntry> entries(mesh.tets.size() * 4);
	std::vector<int32_t> cursor(offsets.begin(), offsets.end() - 1);
	forEachFace(
		[&](const std::pair<int32_t, FaceEntry>& face)
		{
			int32_t& at = cursor[static_cast<size_t>(face.first)];
			entries[static_cast<size_t>(at++)] = face.second;
		});

	FaceTable table;
	table.neighbour.assign(mesh.tets.size() * 4, kNoIndex);
	auto reportBad = [&](const FaceEntry& entry)
	{
		const int32_t tet = entry.half / 8;
		table.badTet = table.badTet == kNoIndex ? tet : std::min(table.badTet, tet);
	};
	for (size_t node = 0; node + 1 < offsets.size(); ++node)
	{
		const auto begin = entries.begin() + offsets[node];
		const auto end = entries.begin() + offsets[node + 1];
		std::sort(begin,
			end,
			[](const FaceEntry& a, const FaceEntry& b)
			{ return a.nodes != b.nodes ? a.nodes < b.nodes : a.half < b.half; });
		for (auto first = begin; first != end;)
		{
			auto last = first + 1;
			while (last != end && last->nodes == first->nodes)
			{
				++last;
			}
			if (last - first == 2)
			{
				const FaceEntry& a = first[0];
				const FaceEntry& b = first[1];
				table.neighbour[static_cast<size_t>(a.half / 2)] = b.half / 8;
				table.neighbour[static_cast<size_t>(b.half / 2)] = a.half / 8;
				if ((a.half & 1) == (b.half & 1))
				{
					reportBad(b);
				}
			}
			else if (last - first > 2)
			{
				reportBad(first[2]);
			}
			first = last;
		}
	}
	return table;
}
} // namespace FractureCore
