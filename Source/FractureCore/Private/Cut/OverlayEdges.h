// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/OverlaySurface.h"

#include <vector>

namespace FractureCore
{
/// Where an edge of the surface leaves a tet.
struct EdgeCrossing
{
	uint64_t face = 0;    // GridFaceKey
	double fraction = 0;  // of the edge from its lower vertex: [0, 1], and never falls from crossing to crossing
	int32_t fromSide = 0; // of the face
};

/// All edges of a surface cut at tet faces, each from its lower vertex to its higher.
struct EdgeCrossings
{
	std::vector<int32_t> first; // crossings of edge e: [first[e], first[e + 1])
	std::vector<EdgeCrossing> all;

	int32_t Count(int32_t edge) const { return first[static_cast<size_t>(edge) + 1] - first[edge]; }
	/// An edge with n crossings has n + 1 parts; they are numbered on end.
	int32_t FirstPart(int32_t edge) const { return first[edge] + edge; }
	int32_t PartCount() const { return static_cast<int32_t>(all.size() + first.size()) - 1; }
};

EdgeCrossings CrossEdges(const OverlaySurface& surface, TaskRunner& runner);
} // namespace FractureCore
