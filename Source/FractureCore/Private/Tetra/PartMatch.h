// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/TriangleTree.h"
#include "Tetra/SurfaceTopology.h"

#include "FractureCore/SurfaceMesh.h"

#include <optional>

namespace FractureCore
{
enum class PartFate : uint8_t
{
	Kept,
	Lost,    // a body without tets, or a hollow that is filled
	Joined,  // hangs together with another body, runs into another hollow, or is a body in a hollow with no gap left
	Opened,  // the wall between a hollow and the outside has a hole
	Changed, // other holes, or several pieces
};

/// What became of each part of a surface in a mesh.
struct PartMatch
{
	struct Part
	{
		PartFate fate = PartFate::Kept;
		int32_t other = kNoIndex; // the first part that it is joined with
	};
	std::vector<Part> parts;   // 1 a part of the surface
	bool hasStrangers = false; // parts of the mesh's boundary that stand for none of the surface
};

/// Tells which part of a solid's surface every part of a mesh's boundary stands for: that at which most of it lies.
/// Numbers of parts and of holes alone would take two bodies that are fused around a void for two bodies.
class PartMatcher
{
public:
	/// Keeps references.
	PartMatcher(const SolidSurface& solid, TaskRunner& runner);

	const SurfaceTopology& Topology() const { return m_topology; }
	const std::vector<TopologyPart>& Parts() const { return m_parts.parts; }
	int32_t PartOf(int32_t triangle) const { return m_parts.partOf[triangle]; }

	/// Parts that enclose less than `leastVolume` (m^3) count for nothing in the fates of others. `found` are the
	/// parts of `boundary`, which lies within about `reach` (m) of the surface.
	PartMatch Match(std::span<const Triangle> boundary,
		std::span<const Vec3> nodes,
		const TopologyParts& found,
		double leastVolume,
		double reach);

	/// The distance between two parts, from the vertices of each to the other, m.
	double Gap(int32_t a, int32_t b) const;

private:
	std::vector<int32_t> FindSources(
		std::span<const Triangle> boundary, std::span<const Vec3> nodes, double reach) const;
	std::vector<Triangle> TrianglesOf(int32_t part) const;

	const SolidSurface& m_solid;
	TaskRunner& m_runner;
	TopologyParts m_parts;
	SurfaceTopology m_topology;
	std::optional<TriangleTree> m_tree; // when it is first needed
};
} // namespace FractureCore
