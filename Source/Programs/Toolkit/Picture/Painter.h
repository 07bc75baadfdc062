// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Camera.h"
#include "Picture/GroundShade.h"
#include "Picture/LightRig.h"
#include "Picture/Rasteriser.h"
#include "Picture/UnitScene.h"

#include <optional>
#include <span>
#include <vector>

namespace FractureToolkit
{
/// The paper behind the scene at a place of the picture (0..1 from the upper left corner).
Colour Backdrop(double x, double y);

/// Turns what the samples of a tile see into pixels: materials, light, lines, ground and backdrop.
class Painter
{
public:
	/// All must outlive the painter. `ground` is null where none is seen.
	Painter(const PictureScene& scene,
		const UnitScene& unit,
		const Projection& projection,
		const Rasteriser& rasteriser,
		const LightRig& rig,
		const GroundShade* ground,
		PictureImage& image);

	/// Lines are this many pixels wide; a tile needs as large a margin.
	static int32_t LineReach(int32_t height) { return height < 1440 ? 1 : (height + 480) / 960; }

	/// `samples` as Rasteriser::DrawTile leaves them, `margin` pixels larger than the tile. Writes only the tile's
	/// pixels.
	void PaintTile(TileSamples& samples, int32_t margin) const;

private:
	struct SurfacePoint
	{
		FractureCore::Vec3 position;
		FractureCore::Vec3 normal; // towards the camera
		Colour albedo;
		bool isSection = false;
	};
	// Samples of a pixel that see the same smooth piece of a surface; they are lit together.
	struct Layer
	{
		int32_t mesh = FractureCore::kNoIndex;
		int32_t triangle = FractureCore::kNoIndex; // of the last sample
		SurfacePoint point;                        // where its first sample saw this triangle
		FractureCore::Vec3 position;               // sums over such first samples
		FractureCore::Vec3 normal;
		int32_t pointCount = 0;
		Colour albedo; // sum over all samples, lines included
		int32_t count = 0;
	};

	bool IsSection(int32_t triangle, const ViewRay& ray) const;
	void ResolvePlanes(TileSamples& samples) const;
	SurfacePoint PointAt(int32_t triangle, double x, double y) const;
	Colour AlbedoAt(int32_t triangle, const double (&weights)[3]) const;
	float EdgeInk(int32_t triangle, double x, double y) const;
	float OutlineInk(const TileSamples& samples, int32_t x, int32_t y, int32_t s) const;
	Colour PaintPixel(const TileSamples& samples, int32_t x, int32_t y) const;
	Layer& FindLayer(int32_t triangle, double x, double y, std::span<Layer> layers, int32_t& layerCount) const;
	Colour LightLayer(const Layer& layer, int32_t x, int32_t y) const;
	Colour Paper(int32_t x, int32_t y, bool ground) const;

	const PictureScene& m_scene;
	const UnitScene& m_unit;
	const Projection& m_projection;
	const Rasteriser& m_rasteriser;
	const LightRig& m_rig;
	const GroundShade* m_ground;
	PictureImage& m_image;
	AffineNearness m_groundNearness;
	std::vector<std::optional<PicturePlane>> m_sections; // 1 a mesh
	std::vector<AffineNearness> m_sectionNearness;       // 1 a mesh
	int32_t m_reach = 1;
};
} // namespace FractureToolkit
