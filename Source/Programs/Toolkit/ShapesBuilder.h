// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "ShapesPath.h"

#include <string>
#include <vector>

namespace FractureToolkit::ShapeDetail
{
/// Collects the triangles of a shape. Vertices are shared by index, so the surface closes by construction; normals and
/// UVs belong to corners. A chart is a piece of surface flattened without overlap, in metres; Finish packs the charts
/// side by side into the unit square, all at one scale.
class ShapeBuilder
{
public:
	struct Corner
	{
		int32_t vertex = FractureCore::kNoIndex;
		FractureCore::Vec3 normal; // outward, unit
		Vec2 uv;                   // m, in the chart's own frame
	};

	int32_t AddVertex(const FractureCore::Vec3& position);
	int32_t AddChart();
	/// The slot of that name, new or known.
	int32_t Slot(const std::string& name);
	/// Corners counter-clockwise seen from outside.
	void AddTriangle(const Corner& a, const Corner& b, const Corner& c, int32_t chart, int32_t slot);
	/// Two triangles, split along the shorter diagonal.
	void AddQuad(const Corner& a, const Corner& b, const Corner& c, const Corner& d, int32_t chart, int32_t slot);

	const FractureCore::Vec3& Position(int32_t vertex) const { return m_mesh.positions[static_cast<size_t>(vertex)]; }

	/// The mesh, moved so that its bounding box is centred on the z axis and rests on z = 0.
	FractureCore::SurfaceMesh Finish();

private:
	FractureCore::SurfaceMesh m_mesh;
	std::vector<Vec2> m_uvs;       // 1 a corner
	std::vector<int32_t> m_charts; // 1 a triangle
	int32_t m_chartCount = 0;
};
} // namespace FractureToolkit::ShapeDetail
