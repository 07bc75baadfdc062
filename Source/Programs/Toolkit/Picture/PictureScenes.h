// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"
#include "Picture/Picture.h"
#include "UpAxis.h"

#include <string>
#include <vector>

namespace FractureToolkit
{
/// What all scenes have in common.
struct SceneOptions
{
	std::optional<PicturePlane> cutPlane; // in the mesh's own axes; what lies before it (normal . x > offset) goes
	std::vector<int32_t> triangleParts; // 1 a triangle of a surface: what belongs together; or empty: what is connected
	double explode = 0.0;               // parts move away from the common centre by this times their offset
	UpAxis up = UpAxis::Z;              // of the mesh; the scene always has z up
};

enum class SurfaceColours : uint8_t
{
	Slots,     // one colour for each material slot
	Fragments, // one colour for each part
};

/// Numbers to show as heat colours. The range is that of the finite values.
struct ScalarField
{
	enum class Place : uint8_t
	{
		Vertices, // or nodes: blended over triangles
		Elements, // triangles of a surface, tets of a tet mesh
	};
	Place place = Place::Elements;
	std::vector<double> values; // 1 a place
	std::string title;          // for the legend
	std::string unit;           // SI base unit, may be empty
};

/// The artist's surface with its normals, or smooth ones that break at creases; creases and borders are drawn. A cut
/// through a closed surface shows its section, through an open one its back faces, both in another colour.
FractureCore::Result<PictureScene> MakeSurfaceScene(
	const FractureCore::SurfaceMesh& mesh, SurfaceColours colours, const SceneOptions& options);
FractureCore::Result<PictureScene> MakeSurfaceScene(
	const FractureCore::SurfaceMesh& mesh, const ScalarField& field, const SceneOptions& options);

/// The tets' boundary with all edges. A cut keeps whole tets, those with their centre behind the plane, and shows the
/// faces that it opens in another colour.
FractureCore::Result<PictureScene> MakeTetScene(const FractureCore::TetMesh& mesh, const SceneOptions& options);
FractureCore::Result<PictureScene> MakeTetScene(
	const FractureCore::TetMesh& mesh, const ScalarField& field, const SceneOptions& options);
} // namespace FractureToolkit
