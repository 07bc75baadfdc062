// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Rasteriser.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
constexpr double kNearestDepth = 1.0e-4; // of the unit sphere's radius; nearer to a perspective camera is cut away

double ScreenArea(const ScreenPoint& a, const ScreenPoint& b, const ScreenPoint& c)
{
	return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

struct PixelRange
{
	double first = 0.0;
	double last = 0.0;
};

PixelRange Range(double a, double b, double c)
{
	return {std::floor(std::min({a, b, c})), std::floor(std::max({a, b, c}))};
}
} // namespace

Rasteriser::Rasteriser(const UnitScene& scene,
	const Projection& projection,
	int32_t width,
	int32_t height,
	int32_t tileSize,
	int32_t margin,
	TaskRunner& runner)
	: m_tileSize(tileSize), m_margin(margin), m_columns((width + tileSize - 1) / tileSize),
	  m_rows((height + tileSize - 1) / tileSize), m_points(scene.positions.size())
{
	ParallelFor(runner,
		static_cast<int64_t>(scene.positions.size()),
		8192,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				m_points[static_cast<size_t>(i)] = projection.Project(scene.positions[static_cast<size_t>(i)]);
			}
		});
	AddTriangles(scene, projection);
	SortIntoTiles(width, height);
}

void Rasteriser::AddTriangles(const UnitScene& scene, const Projection& projection)
{
	m_triangles.reserve(scene.triangles.size());
	for (size_t t = 0; t < scene.triangles.size(); ++t)
	{
		const int32_t(&corner)[3] = scene.triangles[t].v;
		const int32_t source = static_cast<int32_t>(t);
		const auto behind = [&](int32_t v)
		{ return !projection.IsParallel() && m_points[static_cast<size_t>(v)].depth < kNearestDepth; };
		const int32_t behindCount = behind(corner[0]) + behind(corner[1]) + behind(corner[2]);
		if (behindCount == 3)
		{
			continue;
		}
		if (behindCount == 0)
		{
			const PictureMesh& mesh = scene.meshes[static_cast<size_t>(scene.triangleMesh[t])];
			const double area = ScreenArea(m_points[static_cast<size_t>(corner[0])],
				m_points[static_cast<size_t>(corner[1])],
				m_points[static_cast<size_t>(corner[2])]);
			// y points down: front faces turn clockwise and have negative area.
			if (area != 0.0 && !(mesh.closed && area > 0.0))
			{
				m_triangles.push_back({{corner[0], corner[1], corner[2]}, source});
			}
			continue;
		}
		int32_t polygon[4];
		int32_t size = 0;
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t a = corner[k];
			const int32_t b = corner[(k + 1) % 3];
			if (!behind(a))
			{
				polygon[size++] = a;
			}
			if (behind(a) != behind(b))
			{
				const double depthA = m_points[static_cast<size_t>(a)].depth;
				const double depthB = m_points[static_cast<size_t>(b)].depth;
				const double along = (kNearestDepth - depthA) / (depthB - depthA);
				const Vec3 cut = scene.positions[static_cast<size_t>(a)] * (1.0 - along) +
					scene.positions[static_cast<size_t>(b)] * along;
				polygon[size++] = static_cast<int32_t>(m_points.size());
				m_points.push_back(projection.Project(cut));
			}
		}
		for (int32_t k = 2; k < size; ++k)
		{
			m_triangles.push_back({{polygon[0], polygon[k - 1], polygon[k]}, source});
		}
	}
}

void Rasteriser::SortIntoTiles(int32_t width, int32_t height)
{
	m_tileOffsets.assign(static_cast<size_t>(TileCount()) + 1, 0);
	const auto forTiles = [&](const ScreenTriangle& triangle, auto&& visit)
	{
		const ScreenPoint& a = m_points[static_cast<size_t>(triangle.v[0])];
		const ScreenPoint& b = m_points[static_cast<size_t>(triangle.v[1])];
		const ScreenPoint& c = m_points[static_cast<size_t>(triangle.v[2])];
		const PixelRange x = Range(a.x, b.x, c.x);
		const PixelRange y = Range(a.y, b.y, c.y);
		if (!(x.last >= -m_margin && y.last >= -m_margin && x.first < width + m_margin && y.first < height + m_margin))
		{
			return;
		}
		const auto tileOf = [&](double pixel, int32_t count)
		{ return static_cast<int32_t>(std::clamp(std::floor(pixel / m_tileSize), 0.0, count - 1.0)); };
		const int32_t column0 = tileOf(x.first - m_margin, m_columns);
		const int32_t column1 = tileOf(x.last + m_margin, m_columns);
		const int32_t row0 = tileOf(y.first - m_margin, m_rows);
		const int32_t row1 = tileOf(y.last + m_margin, m_rows);
		for (int32_t row = row0; row <= row1; ++row)
		{
			for (int32_t column = column0; column <= column1; ++column)
			{
				visit(static_cast<size_t>(row * m_columns + column));
			}
		}
	};
	for (const ScreenTriangle& triangle : m_triangles)
	{
		forTiles(triangle, [&](size_t tile) { ++m_tileOffsets[tile + 1]; });
	}
	for (size_t tile = 1; tile < m_tileOffsets.size(); ++tile)
	{
		m_tileOffsets[tile] += m_tileOffsets[tile - 1];
	}
	m_tileTriangles.resize(static_cast<size_t>(m_tileOffsets.back()));
	std::vector<int64_t> next(m_tileOffsets.begin(), m_tileOffsets.end() - 1);
	for (size_t t = 0; t < m_triangles.size(); ++t)
	{
		forTiles(m_triangles[t],
			[&](size_t tile) { m_tileTriangles[static_cast<size_t>(next[tile]++)] = static_cast<int32_t>(t); });
	}
}

void Rasteriser::DrawTile(int32_t tile, TileSamples& samples) const
{
	samples.x0 = tile % m_columns * m_tileSize - m_margin;
	samples.y0 = tile / m_columns * m_tileSize - m_margin;
	samples.width = m_tileSize + 2 * m_margin;
	samples.height = m_tileSize + 2 * m_margin;
	const size_t count = static_cast<size_t>(samples.width) * static_cast<size_t>(samples.height) * kSamples;
	samples.nearness.assign(count, kNothingNear);
	samples.triangle.assign(count, kNoIndex);
	for (int64_t i = m_tileOffsets[static_cast<size_t>(tile)]; i < m_tileOffsets[static_cast<size_t>(tile) + 1]; ++i)
	{
		DrawTriangle(m_triangles[static_cast<size_t>(m_tileTriangles[static_cast<size_t>(i)])], samples);
	}
}

void Rasteriser::DrawTriangle(const ScreenTriangle& triangle, TileSamples& samples) const
{
	const ScreenPoint& a = m_points[static_cast<size_t>(triangle.v[0])];
	ScreenPoint b = m_points[static_cast<size_t>(triangle.v[1])];
	ScreenPoint c = m_points[static_cast<size_t>(triangle.v[2])];
	double area = ScreenArea(a, b, c);
	if (area < 0.0)
	{
		std::swap(b, c);
		area = -area;
	}
	const auto clip = [](double value, int32_t first, int32_t count)
	{ return static_cast<int32_t>(std::clamp(value, first - 1.0, static_cast<double>(first + count))); };
	const PixelRange rangeX = Range(a.x, b.x, c.x);
	const PixelRange rangeY = Range(a.y, b.y, c.y);
	const int32_t firstX = std::max(clip(rangeX.first, samples.x0, samples.width), samples.x0);
	const int32_t lastX = std::min(clip(rangeX.last, samples.x0, samples.width), samples.x0 + samples.width - 1);
	const int32_t firstY = std::max(clip(rangeY.first, samples.y0, samples.height), samples.y0);
	const int32_t lastY = std::min(clip(rangeY.last, samples.y0, samples.height), samples.y0 + samples.height - 1);

	// Twice the areas of the triangles that a sample makes with the edges bc, ca and ab, as affine functions of the
	// pixel's corner; a sample on a rim belongs to the triangle, and the first triangle keeps it.
	struct Affine
	{
		double x, y, constant;
	};
	const auto edge = [](const ScreenPoint& p, const ScreenPoint& q) -> Affine {
		return {p.y - q.y, q.x - p.x, p.x * q.y - q.x * p.y};
	};
	const Affine edges[3] = {edge(b, c), edge(c, a), edge(a, b)};
	const Affine nearness = {(edges[0].x * a.nearness + edges[1].x * b.nearness + edges[2].x * c.nearness) / area,
		(edges[0].y * a.nearness + edges[1].y * b.nearness + edges[2].y * c.nearness) / area,
		(edges[0].constant * a.nearness + edges[1].constant * b.nearness + edges[2].constant * c.nearness) / area};
	float stepEdge[3][kSamples];
	float stepNearness[kSamples];
	float least[3]; // below this no sample of the pixel is inside
	for (int32_t e = 0; e < 3; ++e)
	{
		least[e] = 0.0f;
		for (int32_t s = 0; s < kSamples; ++s)
		{
			const SampleOffset place = SamplePlace(s);
			stepEdge[e][s] = static_cast<float>(edges[e].x * place.x + edges[e].y * place.y);
			least[e] = std::min(least[e], -stepEdge[e][s]);
		}
	}
	for (int32_t s = 0; s < kSamples; ++s)
	{
		const SampleOffset place = SamplePlace(s);
		stepNearness[s] = static_cast<float>(nearness.x * place.x + nearness.y * place.y);
	}
	for (int32_t y = firstY; y <= lastY; ++y)
	{
		for (int32_t x = firstX; x <= lastX; ++x)
		{
			float corner[3];
			bool outside = false;
			for (int32_t e = 0; e < 3; ++e)
			{
				corner[e] = static_cast<float>(edges[e].x * x + edges[e].y * y + edges[e].constant);
				outside = outside || corner[e] < least[e];
			}
			if (outside)
			{
				continue;
			}
			const float pixelNearness = static_cast<float>(nearness.x * x + nearness.y * y + nearness.constant);
			float* const bestNearness = &samples.nearness[samples.Index(x, y, 0)];
			int32_t* const bestTriangle = &samples.triangle[samples.Index(x, y, 0)];
			for (int32_t s = 0; s < kSamples; ++s)
			{
				const float sampleNearness = pixelNearness + stepNearness[s];
				const bool inside = corner[0] + stepEdge[0][s] >= 0.0f && corner[1] + stepEdge[1][s] >= 0.0f &&
					corner[2] + stepEdge[2][s] >= 0.0f;
				const bool wins = inside && sampleNearness > bestNearness[s];
				bestNearness[s] = wins ? sampleNearness : bestNearness[s];
				bestTriangle[s] = wins ? triangle.source : bestTriangle[s];
			}
		}
	}
}
} // namespace FractureToolkit
