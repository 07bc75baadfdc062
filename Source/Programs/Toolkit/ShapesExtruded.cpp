// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ShapesExtruded.h"

#include "ShapesPlanar.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit::ShapeDetail
{
using FractureCore::kPi;
using FractureCore::Ok;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::Vec3;

namespace
{
// Steps of a rounded edge, a quarter turn.
constexpr int32_t kRoundingSteps = 2;
// Longest side of a side quad over its shortest: halves of it keep angles above 32 degrees.
constexpr double kMaxAspect = 1.6;
constexpr double kMaxOutlineTurn = kPi / 4.5;

/// A copy of the outline on the way from back to front.
struct Level
{
	double inset = 0.0;  // m, into the material
	double depth = 0.0;  // m from the back
	double length = 0.0; // along the way, m
	double tilt = 0.0;   // of the normal towards the front, rad
};

std::vector<Level> MakeLevels(const Extrusion& extrusion)
{
	const double r = extrusion.rounding;
	std::vector<Level> levels;
	const auto addRounding = [&](double startTilt, double centreDepth, int32_t firstStep)
	{
		for (int32_t i = firstStep; i <= kRoundingSteps; ++i)
		{
			const double tilt = startTilt + 0.5 * kPi * i / kRoundingSteps;
			levels.push_back({r * (1.0 - std::cos(tilt)), centreDepth + r * std::sin(tilt), 0.0, tilt});
		}
	};
	if (r > 0.0)
	{
		addRounding(-0.5 * kPi, r, 0);
	}
	else
	{
		levels.push_back({});
	}
	const double straight = extrusion.depth - 2.0 * r;
	if (straight > 1.0e-9 * extrusion.depth)
	{
		const double step = r > 0.0 ? std::min(extrusion.edge, 2.0 * r) : extrusion.edge;
		const int32_t steps = std::max(1, static_cast<int32_t>(std::lround(straight / step)));
		for (int32_t i = 1; i <= steps; ++i)
		{
			levels.push_back({0.0, r + straight * i / steps, 0.0, 0.0});
		}
	}
	if (r > 0.0)
	{
		addRounding(0.0, extrusion.depth - r, 1);
	}
	for (size_t i = 1; i < levels.size(); ++i)
	{
		levels[i].length = levels[i - 1].length +
			std::hypot(levels[i].inset - levels[i - 1].inset, levels[i].depth - levels[i - 1].depth);
	}
	return levels;
}

/// Per sample of a closed loop, how it moves for an inset of 1. Sides keep their distance, so a corner moves along its
/// mitre; along the side, part of that shift is passed on to the samples next to the corner, or they would run into it.
std::vector<Vec2> InsetDirections(const std::vector<PathSample>& loop, double inset)
{
	// A corner's shift along a side fades out over this many times its own length.
	constexpr double kFade = 6.0;
	const size_t count = loop.size();
	const auto shiftOf = [&](size_t i)
	{
		const Vec2 a = loop[i].tangentBefore;
		const Vec2 b = loop[i].tangentAfter;
		return -Cross(a, b) / (1.0 + Dot(a, b)); // along tangentBefore; the opposite along tangentAfter
	};
	std::vector<Vec2> directions;
	for (const PathSample& sample : loop)
	{
		directions.push_back(RightOf(sample.tangentAfter) * -1.0);
	}
	for (size_t corner = 0; corner < count; ++corner)
	{
		const double shift = shiftOf(corner);
		if (std::abs(shift) < 0.05)
		{
			continue;
		}
		directions[corner] = RightOf(loop[corner].tangentBefore) * -1.0 + loop[corner].tangentBefore * shift;
		const double reach = kFade * std::abs(shift) * inset;
		double distance = 0.0;
		for (size_t i = corner, next = (i + 1) % count; std::abs(shiftOf(next)) < 0.05;
			 i = next, next = (i + 1) % count)
		{
			distance += Length(loop[next].point - loop[i].point);
			const double part = std::max(0.0, 1.0 - distance / reach);
			directions[next] = directions[next] - loop[next].tangentBefore * (part * shift);
		}
		distance = 0.0;
		for (size_t i = corner, next = (i + count - 1) % count; std::abs(shiftOf(next)) < 0.05;
			 i = next, next = (i + count - 1) % count)
		{
			distance += Length(loop[next].point - loop[i].point);
			const double part = std::max(0.0, 1.0 - distance / reach);
			directions[next] = directions[next] + loop[next].tangentAfter * (part * shift);
		}
	}
	return directions;
}

class Extruder
{
public:
	Extruder(ShapeBuilder& builder, const Extrusion& extrusion)
		: m_builder(builder), m_extrusion(extrusion), m_levels(MakeLevels(extrusion))
	{
		double shortest = extrusion.edge;
		for (size_t i = 1; i < m_levels.size(); ++i)
		{
			shortest = std::min(shortest, m_levels[i].length - m_levels[i - 1].length);
		}
		PathSampling sampling;
		sampling.edge = std::min(extrusion.edge, kMaxAspect * shortest);
		sampling.maxTurn = kMaxOutlineTurn;
		sampling.closed = true;
		for (const Path& path : extrusion.outline)
		{
			m_loops.push_back(SamplePath(path, sampling));
		}
	}

	Status Add()
	{
		std::vector<std::vector<Vec2>> faceLoops;
		for (const std::vector<PathSample>& loop : m_loops)
		{
			m_insets.push_back(InsetDirections(loop, m_extrusion.rounding));
			std::vector<Vec2>& points = faceLoops.emplace_back();
			for (size_t i = 0; i < loop.size(); ++i)
			{
				points.push_back(loop[i].point + m_insets.back()[i] * m_extrusion.rounding);
			}
		}
		const Result<PlanarMesh> face = TriangulateRegion(faceLoops, m_extrusion.edge);
		if (!face)
		{
			return face.GetError();
		}

		m_faceSlot = m_builder.Slot("faces");
		m_edgeSlot = m_builder.Slot("edges");
		std::vector<int32_t> back;
		std::vector<int32_t> front;
		for (size_t i = 0; i < m_loops.size(); ++i)
		{
			AddSides(m_loops[i], m_insets[i], back, front);
		}
		for (size_t i = back.size(); i < face->points.size(); ++i)
		{
			back.push_back(AddVertex(face->points[i], 0.0));
			front.push_back(AddVertex(face->points[i], m_extrusion.depth));
		}
		AddFace(*face, front, false);
		AddFace(*face, back, true);
		return Ok{};
	}

private:
	int32_t AddVertex(const Vec2& p, double depth)
	{
		return m_builder.AddVertex(p.x * m_extrusion.right + p.y * m_extrusion.up + depth * m_extrusion.front);
	}

	void AddFace(const PlanarMesh& face, const std::vector<int32_t>& vertices, bool back)
	{
		const int32_t chart = m_builder.AddChart();
		const Vec3 normal = back ? -m_extrusion.front : m_extrusion.front;
		for (const FractureCore::Triangle& triangle : face.triangles)
		{
			ShapeBuilder::Corner corners[3];
			for (int32_t k = 0; k < 3; ++k)
			{
				const auto i = static_cast<size_t>(triangle.v[back ? 2 - k : k]);
				const Vec2 p = face.points[i];
				corners[k] = {vertices[i], normal, back ? Vec2{-p.x, p.y} : p};
			}
			m_builder.AddTriangle(corners[0], corners[1], corners[2], chart, m_faceSlot);
		}
	}

	/// Appends the loop's vertices on the back and front rims.
	void AddSides(const std::vector<PathSample>& loop,
		const std::vector<Vec2>& insets,
		std::vector<int32_t>& back,
		std::vector<int32_t>& front)
	{
		const size_t count = loop.size();
		std::vector<std::vector<int32_t>> rows;
		for (const Level& level : m_levels)
		{
			std::vector<int32_t>& row = rows.emplace_back();
			for (size_t i = 0; i < count; ++i)
			{
				row.push_back(AddVertex(loop[i].point + insets[i] * level.inset, level.depth));
			}
		}
		back.insert(back.end(), rows.front().begin(), rows.front().end());
		front.insert(front.end(), rows.back().begin(), rows.back().end());

		int32_t chart = m_builder.AddChart();
		double chartStart = 0.0;
		double along = 0.0;
		for (size_t i = 0; i < count; ++i)
		{
			const PathSample& here = loop[i];
			const PathSample& next = loop[(i + 1) % count];
			const bool corner = Dot(here.tangentBefore, here.tangentAfter) < 0.99;
			if (i > 0 && (corner || along - chartStart > LongestStrip()))
			{
				chart = m_builder.AddChart();
				chartStart = along;
			}
			const double nextAlong = along + Length(next.point - here.point);
			const auto cornerAt = [&](size_t column, size_t row, const Vec2& tangent, double u)
			{
				const Level& level = m_levels[row];
				const Vec2 n = RightOf(tangent) * std::cos(level.tilt);
				const Vec3 normal =
					n.x * m_extrusion.right + n.y * m_extrusion.up + std::sin(level.tilt) * m_extrusion.front;
				return ShapeBuilder::Corner{rows[row][column], normal, {u, level.length}};
			};
			for (size_t row = 0; row + 1 < m_levels.size(); ++row)
			{
				m_builder.AddQuad(cornerAt(i, row, here.tangentAfter, along),
					cornerAt((i + 1) % count, row, next.tangentBefore, nextAlong),
					cornerAt((i + 1) % count, row + 1, next.tangentBefore, nextAlong),
					cornerAt(i, row + 1, here.tangentAfter, along),
					chart,
					m_edgeSlot);
			}
			along = nextAlong;
		}
	}

	double LongestStrip() const
	{
		double low = m_loops[0][0].point.x;
		double high = low;
		for (const PathSample& sample : m_loops[0])
		{
			low = std::min(low, sample.point.x);
			high = std::max(high, sample.point.x);
		}
		return high - low;
	}

	ShapeBuilder& m_builder;
	const Extrusion& m_extrusion;
	std::vector<Level> m_levels;
	std::vector<std::vector<PathSample>> m_loops;
	int32_t m_faceSlot = 0;
	int32_t m_edgeSlot = 0;
	std::vector<std::vector<Vec2>> m_insets; // per sample, how it moves for an inset of 1
};
} // namespace

Status AddExtrusion(ShapeBuilder& builder, const Extrusion& extrusion)
{
	return Extruder(builder, extrusion).Add();
}
} // namespace FractureToolkit::ShapeDetail
