// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/SurfacePatches.h"

namespace FractureCore
{
SurfacePatches FindPatches(std::span<const Triangle> triangles, const EdgeTable& edges)
{
	SurfacePatches patches;
	patches.patchOf.assign(triangles.size(), kNoIndex);
	patches.flipped.assign(triangles.size(), 0);
	std::vector<int32_t> members;
	for (int32_t seed = 0; seed < static_cast<int32_t>(triangles.size()); ++seed)
	{
		if (patches.patchOf[seed] != kNoIndex)
		{
			continue;
		}
		members.assign(1, seed);
		patches.patchOf[seed] = patches.count;
		size_t flippedCount = 0;
		for (size_t i = 0; i < members.size(); ++i)
		{
			const int32_t t = members[i];
			flippedCount += patches.flipped[t];
			for (int32_t h = 3 * t; h < 3 * t + 3; ++h)
			{
				const std::span<const int32_t> around = edges.HalfEdges(edges.EdgeOf(h));
				if (around.size() != 2)
				{
					continue;
				}
				const int32_t other = around[0] == h ? around[1] : around[0];
				if (patches.patchOf[other / 3] != kNoIndex)
				{
					continue;
				}
				const bool sameDirection = HalfEdgeFrom(triangles, h) == HalfEdgeFrom(triangles, other);
				patches.patchOf[other / 3] = patches.count;
				patches.flipped[other / 3] = patches.flipped[t] ^ (sameDirection ? 1 : 0);
				members.push_back(other / 3);
			}
		}
		if (2 * flippedCount > members.size())
		{
			for (const int32_t t : members)
			{
				patches.flipped[t] ^= 1;
			}
		}
		++patches.count;
	}
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		const std::span<const int32_t> around = edges.HalfEdges(edge);
		if (around.size() == 2)
		{
			const bool sameDirection = HalfEdgeFrom(triangles, around[0]) == HalfEdgeFrom(triangles, around[1]);
			const bool sameFlip = patches.flipped[around[0] / 3] == patches.flipped[around[1] / 3];
			patches.twistedEdges += sameDirection == sameFlip ? 1 : 0;
		}
	}
	return patches;
}
} // namespace FractureCore
