// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ShapesBuilder.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace FractureToolkit::ShapeDetail
{
using FractureCore::SurfaceMesh;
using FractureCore::Vec3;

namespace
{
// Free border round each chart, of the atlas' width, so that neighbouring charts do not bleed into each other.
constexpr double kChartMargin = 0.004;

struct ChartBox
{
	Vec2 low{std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
	Vec2 high{-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
	Vec2 place; // lower left corner in the atlas

	double Width() const { return high.x - low.x; }
	double Height() const { return high.y - low.y; }
};

/// Fills shelves of the given width from the tallest chart to the lowest; returns the height used.
double FillShelves(std::vector<ChartBox>& boxes, const std::vector<size_t>& tallestFirst, double width)
{
	const double margin = kChartMargin * width;
	double x = 0.0;
	double y = 0.0;
	double shelf = 0.0;
	for (const size_t i : tallestFirst)
	{
		ChartBox& box = boxes[i];
		if (x > 0.0 && x + box.Width() + 2.0 * margin > width)
		{
			x = 0.0;
			y += shelf;
			shelf = 0.0;
		}
		box.place = {x + margin, y + margin};
		x += box.Width() + 2.0 * margin;
		shelf = std::max(shelf, box.Height() + 2.0 * margin);
	}
	return y + shelf;
}

/// Places the boxes in a square as small as shelves allow and returns its side, m.
double PackCharts(std::vector<ChartBox>& boxes)
{
	std::vector<size_t> order(boxes.size());
	std::iota(order.begin(), order.end(), size_t{0});
	std::stable_sort(
		order.begin(), order.end(), [&](size_t a, size_t b) { return boxes[a].Height() > boxes[b].Height(); });
	double widest = 0.0;
	double area = 0.0;
	for (const ChartBox& box : boxes)
	{
		widest = std::max(widest, box.Width());
		area += box.Width() * box.Height();
	}
	widest /= 1.0 - 2.0 * kChartMargin;

	double bestWidth = 0.0;
	double bestSide = std::numeric_limits<double>::infinity();
	for (double width = std::max(widest, std::sqrt(area)); width < bestSide; width *= 1.02)
	{
		const double side = std::max(width, FillShelves(boxes, order, width));
		if (side < bestSide)
		{
			bestSide = side;
			bestWidth = width;
		}
	}
	FillShelves(boxes, order, bestWidth);
	return bestSide;
}
} // namespace

int32_t ShapeBuilder::AddVertex(const Vec3& position)
{
	m_mesh.positions.push_back(position);
	return static_cast<int32_t>(m_mesh.positions.size()) - 1;
}

int32_t ShapeBuilder::AddChart()
{
	return m_chartCount++;
}

int32_t ShapeBuilder::Slot(const std::string& name)
{
	const auto known = std::find(m_mesh.slotNames.begin(), m_mesh.slotNames.end(), name);
	const auto slot = static_cast<int32_t>(known - m_mesh.slotNames.begin());
	if (known == m_mesh.slotNames.end())
	{
		m_mesh.slotNames.push_back(name);
	}
	return slot;
}

void ShapeBuilder::AddTriangle(const Corner& a, const Corner& b, const Corner& c, int32_t chart, int32_t slot)
{
	m_mesh.triangles.push_back({{a.vertex, b.vertex, c.vertex}});
	for (const Corner* corner : {&a, &b, &c})
	{
		const Vec3& n = corner->normal;
		m_mesh.cornerNormals.push_back({static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
		m_uvs.push_back(corner->uv);
	}
	m_charts.push_back(chart);
	m_mesh.triangleSlots.push_back(slot);
}

void ShapeBuilder::AddQuad(
	const Corner& a, const Corner& b, const Corner& c, const Corner& d, int32_t chart, int32_t slot)
{
	// A tie goes to a-c whatever the last bits say.
	const double ac = Length(Position(c.vertex) - Position(a.vertex));
	const double bd = Length(Position(d.vertex) - Position(b.vertex));
	if (ac <= bd * (1.0 + 1.0e-9))
	{
		AddTriangle(a, b, c, chart, slot);
		AddTriangle(a, c, d, chart, slot);
	}
	else
	{
		AddTriangle(a, b, d, chart, slot);
		AddTriangle(b, c, d, chart, slot);
	}
}

SurfaceMesh ShapeBuilder::Finish()
{
	constexpr double kInfinity = std::numeric_limits<double>::infinity();
	Vec3 low{kInfinity, kInfinity, kInfinity};
	Vec3 high = -low;
	for (const Vec3& p : m_mesh.positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Vec3 foot{0.5 * (low.x + high.x), 0.5 * (low.y + high.y), low.z};
	for (Vec3& position : m_mesh.positions)
	{
		position -= foot;
	}

	std::vector<ChartBox> boxes(static_cast<size_t>(m_chartCount));
	const auto boxOf = [&](size_t corner) -> ChartBox& { return boxes[static_cast<size_t>(m_charts[corner / 3])]; };
	for (size_t corner = 0; corner < m_uvs.size(); ++corner)
	{
		ChartBox& box = boxOf(corner);
		box.low = {std::min(box.low.x, m_uvs[corner].x), std::min(box.low.y, m_uvs[corner].y)};
		box.high = {std::max(box.high.x, m_uvs[corner].x), std::max(box.high.y, m_uvs[corner].y)};
	}
	const double side = PackCharts(boxes);
	m_mesh.uvChannels = 1;
	m_mesh.cornerUvs.reserve(m_uvs.size());
	for (size_t corner = 0; corner < m_uvs.size(); ++corner)
	{
		const ChartBox& box = boxOf(corner);
		const Vec2 uv = (m_uvs[corner] - box.low + box.place) * (1.0 / side);
		m_mesh.cornerUvs.push_back({static_cast<float>(uv.x), static_cast<float>(uv.y)});
	}
	return std::move(m_mesh);
}
} // namespace FractureToolkit::ShapeDetail
