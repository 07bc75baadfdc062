// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Camera.h"
#include "Picture/UnitScene.h"

#include <array>
#include <vector>

namespace FractureToolkit
{
inline constexpr int32_t kSamples = 16; // a pixel

struct SampleOffset
{
	double x = 0.0;
	double y = 0.0;
};

/// Sample s of a pixel, from its upper left corner: a lattice with a sample in every sixteenth of both axes, so that
/// near-horizontal and near-vertical rims get sixteen steps too.
inline constexpr SampleOffset SamplePlace(int32_t s)
{
	return {(s + 0.5) / kSamples, ((5 * s + 2) % kSamples + 0.5) / kSamples};
}

/// What each sample of a small rectangle of the picture sees first.
struct TileSamples
{
	int32_t x0 = 0; // pixels; the rectangle may reach over the picture's rim
	int32_t y0 = 0;
	int32_t width = 0;
	int32_t height = 0;
	std::vector<float> nearness;   // kSamples a pixel; kNothingNear where nothing is seen
	std::vector<int32_t> triangle; // kSamples a pixel; kNoIndex where nothing is seen

	size_t Index(int32_t x, int32_t y, int32_t s) const
	{
		return (static_cast<size_t>(y - y0) * static_cast<size_t>(width) + static_cast<size_t>(x - x0)) * kSamples +
			static_cast<size_t>(s);
	}
};
inline constexpr float kNothingNear = -1.0e30f;

/// The scene's triangles on the picture, sorted into tiles. Drawing is const, so tiles may be drawn at the same time.
class Rasteriser
{
public:
	/// Tiles are `tileSize` pixels wide and high and draw `margin` pixels more at each side.
	Rasteriser(const UnitScene& scene,
		const Projection& projection,
		int32_t width,
		int32_t height,
		int32_t tileSize,
		int32_t margin,
		FractureCore::TaskRunner& runner);

	int32_t TileCount() const { return m_columns * m_rows; }
	void DrawTile(int32_t tile, TileSamples& samples) const;

	/// A vertex of the scene on the picture; meaningless (depth <= 0) behind the camera.
	const ScreenPoint& Vertex(int32_t vertex) const { return m_points[static_cast<size_t>(vertex)]; }

private:
	struct ScreenTriangle
	{
		int32_t v[3] = {};
		int32_t source = FractureCore::kNoIndex; // triangle of the scene
	};

	void AddTriangles(const UnitScene& scene, const Projection& projection);
	void SortIntoTiles(int32_t width, int32_t height);
	void DrawTriangle(const ScreenTriangle& triangle, TileSamples& samples) const;

	int32_t m_tileSize = 0;
	int32_t m_margin = 0;
	int32_t m_columns = 0;
	int32_t m_rows = 0;
	std::vector<ScreenPoint> m_points; // the scene's vertices, then those that clipping made
	std::vector<ScreenTriangle> m_triangles;
	std::vector<int64_t> m_tileOffsets; // 1 a tile + 1
	std::vector<int32_t> m_tileTriangles;
};
} // namespace FractureToolkit
