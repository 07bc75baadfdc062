// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// What stays the same when a closed surface is bent and stretched.
struct SurfaceTopology
{
	bool manifold = false; // every edge joins two triangles that run along it in opposite directions
	int32_t components = 0;
	/// Vertices - edges + triangles: 2 a sphere, less 2 for each handle or hole. A vertex where fans of triangles touch
	/// counts once a fan.
	int64_t eulerCharacteristic = 0;
	int64_t pinches = 0; // fans of triangles more than vertices: a wall of no thickness at a vertex

	friend bool operator==(const SurfaceTopology&, const SurfaceTopology&) = default;
};

/// One of the components.
struct TopologyPart
{
	int64_t eulerCharacteristic = 0;
	double volume = 0.0; // m^3; negative around a hollow
	double area = 0.0;   // m^2
	Vec3 low;            // box, m
	Vec3 high;
};

struct TopologyParts
{
	std::vector<TopologyPart> parts; // in the order of their first triangles
	std::vector<int32_t> partOf;     // 1 a triangle
};

/// Components and characteristic stay 0, and `parts` empty, if the surface is not a manifold.
SurfaceTopology MeasureTopology(
	std::span<const Triangle> triangles, std::span<const Vec3> positions, TopologyParts* parts = nullptr);

/// The vertices where the surface touches itself, ascending: those with several fans of triangles around them, and the
/// ends of edges that join other than two triangles.
std::vector<int32_t> FindPinches(std::span<const Triangle> triangles, int32_t vertexCount);
} // namespace FractureCore
