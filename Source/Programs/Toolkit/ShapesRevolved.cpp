// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ShapesRevolved.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureToolkit::ShapeDetail
{
using FractureCore::kPi;
using FractureCore::Vec3;

namespace
{
// Rows of equilateral triangles are sqrt(3)/2 edges apart.
constexpr double kRowSpacing = 0.866;
// Largest angle between neighbouring normals round the axis, rad: 18 edges round a stem.
constexpr double kMaxAxialTurn = 2.0 * kPi / 18.0;
// Largest angle between neighbouring rings of a rim or fillet, rad.
constexpr double kMaxProfileTurn = kPi / 4.0;

struct Ring
{
	int32_t firstVertex = 0;
	int32_t count = 0;  // 1: a pole
	double phase = 0.0; // in steps between vertices

	double Angle(int32_t step) const { return 2.0 * kPi * (step + phase) / count; }
	int32_t Vertex(int32_t step) const { return firstVertex + (step % count + count) % count; }
};

/// How a patch of the surface is laid flat: onto a cone r = slope (s - apex), cut along a meridian and unrolled.
class Unrolling
{
public:
	/// Of the samples [first, last] of one patch.
	Unrolling(const std::vector<PathSample>& samples, size_t first, size_t last)
	{
		if (samples[first].point.x <= 0.0 || samples[last].point.x <= 0.0)
		{
			const bool starts = samples[first].point.x <= 0.0;
			m_slope = starts ? 1.0 : -1.0;
			m_apex = starts ? samples[first].length : samples[last].length;
			return;
		}
		// Least squares of r = mean + slope (s - middle), each sample weighted by the area of its band.
		double weight = 0.0;
		double meanRadius = 0.0;
		double middle = 0.0;
		const auto bandArea = [&](size_t i)
		{
			const double below = i > first ? samples[i].length - samples[i - 1].length : 0.0;
			const double above = i < last ? samples[i + 1].length - samples[i].length : 0.0;
			return samples[i].point.x * (below + above);
		};
		for (size_t i = first; i <= last; ++i)
		{
			weight += bandArea(i);
			meanRadius += bandArea(i) * samples[i].point.x;
			middle += bandArea(i) * samples[i].length;
		}
		meanRadius /= weight;
		middle /= weight;
		double covariance = 0.0;
		double variance = 0.0;
		for (size_t i = first; i <= last; ++i)
		{
			const double ds = samples[i].length - middle;
			covariance += bandArea(i) * ds * (samples[i].point.x - meanRadius);
			variance += bandArea(i) * ds * ds;
		}
		m_radius = meanRadius;
		m_slope = std::clamp(covariance / variance, -1.0, 1.0);
		m_apex = middle;
		if (std::abs(m_slope) < kCylinderSlope)
		{
			m_slope = 0.0;
			return;
		}
		m_apex -= meanRadius / m_slope;
		// The cone's tip must stay outside the patch.
		const double nearest = m_slope > 0.0 ? samples[first].length - m_apex : m_apex - samples[last].length;
		if (nearest <= 0.0)
		{
			m_slope = 0.0;
		}
	}

	/// s: length along the profile; angle: round the axis, not wrapped. Counter-clockwise seen from outside.
	Vec2 At(double s, double angle) const
	{
		if (m_slope == 0.0)
		{
			return {m_radius * angle, s};
		}
		const double turn = std::abs(m_slope) * (angle - kPi);
		return m_slope > 0.0 ? Vec2{(s - m_apex) * std::sin(turn), (s - m_apex) * std::cos(turn)}
							 : Vec2{(m_apex - s) * std::sin(turn), -(m_apex - s) * std::cos(turn)};
	}

private:
	static constexpr double kCylinderSlope = 0.05;

	double m_slope = 0.0; // dr/ds; 0: a cylinder of m_radius
	double m_apex = 0.0;  // s of the cone's tip
	double m_radius = 0.0;
};

Vec3 NormalAt(const Vec2& tangent, double angle)
{
	const Vec2 normal = RightOf(tangent);
	return {normal.x * std::cos(angle), normal.x * std::sin(angle), normal.y};
}

/// One band of triangles between two neighbouring rings.
class Zipper
{
public:
	Zipper(ShapeBuilder& builder, const Unrolling& unrolling, int32_t chart, int32_t slot)
		: m_builder(builder), m_unrolling(unrolling), m_chart(chart), m_slot(slot)
	{
	}

	void Join(const Ring& low, const PathSample& lowSample, const Ring& high, const PathSample& highSample)
	{
		const auto lowCorner = [&](int32_t step)
		{ return CornerAt(low, step, lowSample.length, lowSample.tangentAfter); };
		const auto highCorner = [&](int32_t step)
		{ return CornerAt(high, step, highSample.length, highSample.tangentBefore); };
		if (low.count == 1)
		{
			for (int32_t i = 0; i < high.count; ++i)
			{
				Add(lowCorner(0), highCorner(i + 1), highCorner(i));
			}
			return;
		}
		if (high.count == 1)
		{
			for (int32_t i = 0; i < low.count; ++i)
			{
				Add(lowCorner(i), lowCorner(i + 1), highCorner(0));
			}
			return;
		}
		// Start at the edge from low's first vertex to the nearest of high, then always add the shorter next edge.
		int32_t i = 0;
		int32_t j = static_cast<int32_t>(std::lround(low.phase * high.count / low.count - high.phase));
		const int32_t endOfLow = low.count;
		const int32_t endOfHigh = j + high.count;
		while (i < endOfLow || j < endOfHigh)
		{
			const double lowStep = GapAngle(low, i + 1, high, j);
			const double highStep = GapAngle(low, i, high, j + 1);
			// Ties, which symmetric rings are full of, must not depend on rounding.
			const bool advanceLow = j >= endOfHigh || (i < endOfLow && lowStep <= highStep * (1.0 + 1.0e-9) + 1.0e-12);
			if (advanceLow)
			{
				Add(lowCorner(i), lowCorner(i + 1), highCorner(j));
				++i;
			}
			else
			{
				Add(lowCorner(i), highCorner(j + 1), highCorner(j));
				++j;
			}
		}
	}

private:
	static double GapAngle(const Ring& low, int32_t i, const Ring& high, int32_t j)
	{
		return std::abs(low.Angle(i) - high.Angle(j));
	}

	ShapeBuilder::Corner CornerAt(const Ring& ring, int32_t step, double s, const Vec2& tangent) const
	{
		const double angle = ring.Angle(step);
		return {ring.Vertex(step), NormalAt(tangent, angle), m_unrolling.At(s, angle)};
	}

	void Add(const ShapeBuilder::Corner& a, const ShapeBuilder::Corner& b, const ShapeBuilder::Corner& c)
	{
		m_builder.AddTriangle(a, b, c, m_chart, m_slot);
	}

	ShapeBuilder& m_builder;
	const Unrolling& m_unrolling;
	int32_t m_chart = 0;
	int32_t m_slot = 0;
};

Ring AddRing(ShapeBuilder& builder, const PathSample& sample, bool staggered)
{
	const double radius = sample.point.x;
	Ring ring;
	if (radius <= 0.0)
	{
		ring.count = 1;
		ring.firstVertex = builder.AddVertex({0.0, 0.0, sample.point.y});
		return ring;
	}
	ring.count = 6 * std::max(1, static_cast<int32_t>(std::lround(2.0 * kPi * radius / (6.0 * sample.size))));
	ring.phase = staggered ? 0.5 : 0.0;
	for (int32_t i = 0; i < ring.count; ++i)
	{
		const double angle = ring.Angle(i);
		const int32_t vertex = builder.AddVertex({radius * std::cos(angle), radius * std::sin(angle), sample.point.y});
		ring.firstVertex = i == 0 ? vertex : ring.firstVertex;
	}
	return ring;
}
} // namespace

void AddRevolution(ShapeBuilder& builder, const Revolution& revolution)
{
	PathSampling sampling;
	sampling.edge = revolution.edge;
	sampling.spacing = kRowSpacing;
	sampling.maxTurn = kMaxProfileTurn;
	const double onAxis = 1.0e-6 * revolution.edge;
	sampling.closed = revolution.profile.Point(0.0).x > onAxis && !revolution.sheet;
	// The second principal radius of curvature of a surface of revolution is r over the normal's radial part.
	sampling.limit = [](Vec2 point, Vec2 normal)
	{
		return std::abs(normal.x) > 1.0e-6 && point.x > 0.0 ? kMaxAxialTurn * point.x / std::abs(normal.x)
															: std::numeric_limits<double>::infinity();
	};
	std::vector<PathSample> samples = SamplePath(revolution.profile, sampling);
	for (PathSample& sample : samples)
	{
		sample.point.x = sample.point.x > onAxis ? sample.point.x : 0.0;
	}
	const size_t distinct = samples.size();

	std::vector<Ring> rings;
	for (size_t i = 0; i < distinct; ++i)
	{
		rings.push_back(AddRing(builder, samples[i], i % 2 == 1));
	}
	if (sampling.closed)
	{
		const double closing = Length(samples.front().point - samples.back().point);
		samples.push_back(samples.front());
		samples.back().length = samples[distinct - 1].length + closing;
		rings.push_back(rings.front());
	}

	for (size_t first = 0; first + 1 < samples.size();)
	{
		const int32_t patch = samples[first].patchAfter;
		size_t last = first + 1;
		while (last + 1 < samples.size() && samples[last].patchAfter == patch)
		{
			++last;
		}
		const auto slotIndex = std::min(static_cast<size_t>(patch), revolution.slots.size() - 1);
		const Unrolling unrolling(samples, first, last);
		Zipper zipper(builder, unrolling, builder.AddChart(), builder.Slot(revolution.slots[slotIndex]));
		for (size_t i = first; i < last; ++i)
		{
			zipper.Join(rings[i], samples[i], rings[i + 1], samples[i + 1]);
		}
		first = last;
	}
}
} // namespace FractureToolkit::ShapeDetail
