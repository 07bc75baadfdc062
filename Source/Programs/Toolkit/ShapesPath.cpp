// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ShapesPath.h"

#include "FractureCore/Types.h"

#include <algorithm>
#include <limits>

namespace FractureToolkit::ShapeDetail
{
namespace
{
// Change of the target edge per metre of path: neighbouring rows of triangles then differ by about a third.
constexpr double kGradation = 0.35;
// Nodes a curve is tabulated with for arc length and curvature.
constexpr int32_t kNodesPerCurve = 64;
// Tangents further apart than this make a crease, rad.
constexpr double kCreaseAngle = 0.1;

double AngleBetween(const Vec2& a, const Vec2& b)
{
	return std::atan2(Cross(a, b), Dot(a, b));
}

Vec2 CubicPoint(const Vec2 (&p)[4], double t)
{
	const double s = 1.0 - t;
	return p[0] * (s * s * s) + p[1] * (3.0 * s * s * t) + p[2] * (3.0 * s * t * t) + p[3] * (t * t * t);
}

Vec2 CubicDerivative(const Vec2 (&p)[4], double t)
{
	const double s = 1.0 - t;
	return (p[1] - p[0]) * (3.0 * s * s) + (p[2] - p[1]) * (6.0 * s * t) + (p[3] - p[2]) * (3.0 * t * t);
}

Vec2 BaseTangent(const Curve& curve, double t)
{
	if (curve.radius > 0.0)
	{
		const double angle = curve.startAngle + t * curve.sweep;
		const double sign = curve.sweep > 0.0 ? 1.0 : -1.0;
		return {-sign * std::sin(angle), sign * std::cos(angle)};
	}
	return Normalised(CubicDerivative(curve.control, t));
}

struct Node
{
	double u = 0.0; // within its curve
	double length = 0.0;
	double size = 0.0;
};
} // namespace

Vec2 Curve::Point(double u) const
{
	const double t = from + u * (to - from);
	Vec2 point;
	if (radius > 0.0)
	{
		const double angle = startAngle + t * sweep;
		point = centre + Vec2{std::cos(angle), std::sin(angle)} * radius;
	}
	else
	{
		point = CubicPoint(control, t);
	}
	return offset == 0.0 ? point : point + RightOf(BaseTangent(*this, t)) * offset;
}

Vec2 Curve::Tangent(double u) const
{
	const Vec2 tangent = BaseTangent(*this, from + u * (to - from));
	return to >= from ? tangent : tangent * -1.0;
}

void Path::Add(Curve curve)
{
	curve.patch = m_patch;
	m_curves.push_back(curve);
}

Path& Path::LineTo(Vec2 end)
{
	const Vec2 start = End();
	return CubicTo(start + (end - start) * (1.0 / 3.0), start + (end - start) * (2.0 / 3.0), end);
}

Path& Path::ArcAbout(Vec2 centre, double sweep)
{
	const Vec2 spoke = End() - centre;
	Curve arc;
	arc.centre = centre;
	arc.radius = Length(spoke);
	arc.startAngle = std::atan2(spoke.y, spoke.x);
	arc.sweep = sweep;
	Add(arc);
	return *this;
}

Path& Path::RimTo(double thickness)
{
	const Vec2 left = RightOf(m_curves.back().Tangent(1.0)) * -1.0;
	const Vec2 centre = End() + left * (0.5 * thickness);
	// Two quarters, so that the outside and the inside of a wall can meet on its crest.
	return ArcAbout(centre, 0.5 * FractureCore::kPi).StartPatch().ArcAbout(centre, 0.5 * FractureCore::kPi);
}

Path& Path::CubicTo(Vec2 control1, Vec2 control2, Vec2 end)
{
	Curve cubic;
	cubic.control[0] = End();
	cubic.control[1] = control1;
	cubic.control[2] = control2;
	cubic.control[3] = end;
	Add(cubic);
	return *this;
}

Path& Path::SmoothTo(Vec2 end, Vec2 startDirection, Vec2 endDirection)
{
	// Handles that draw a quarter ellipse with an error of 0.03 % where the directions are those of its axes.
	constexpr double kQuarter = 0.5522847498;
	const Vec2 start = End();
	const Vec2 first = Normalised(startDirection);
	const Vec2 second = Normalised(endDirection);
	return CubicTo(start + first * (kQuarter * std::abs(Dot(end - start, first))),
		end - second * (kQuarter * std::abs(Dot(end - start, second))),
		end);
}

Path& Path::Append(const Path& tail)
{
	const int32_t firstPatch = m_patch;
	for (const Curve& curve : tail.m_curves)
	{
		m_patch = firstPatch + curve.patch;
		Add(curve);
	}
	return *this;
}

Path& Path::StartPatch()
{
	++m_patch;
	return *this;
}

Path Path::ParallelLeft(double distance) const
{
	Path result = *this;
	for (Curve& curve : result.m_curves)
	{
		curve.offset -= curve.to >= curve.from ? distance : -distance;
	}
	result.m_start = result.m_curves.front().Point(0.0);
	return result;
}

Path Path::Reversed() const
{
	Path result(End());
	for (auto curve = m_curves.rbegin(); curve != m_curves.rend(); ++curve)
	{
		result.m_curves.push_back(*curve);
		std::swap(result.m_curves.back().from, result.m_curves.back().to);
		result.m_curves.back().patch = m_curves.back().patch - curve->patch;
	}
	result.m_patch = result.m_curves.back().patch;
	return result;
}

Path Path::Part(double from, double to) const
{
	Path result(Point(from));
	int32_t firstPatch = 0;
	for (size_t i = 0; i < m_curves.size(); ++i)
	{
		const double first = std::clamp(from - static_cast<double>(i), 0.0, 1.0);
		const double second = std::clamp(to - static_cast<double>(i), 0.0, 1.0);
		if (second > first)
		{
			Curve part = m_curves[i];
			part.from = m_curves[i].from + first * (m_curves[i].to - m_curves[i].from);
			part.to = m_curves[i].from + second * (m_curves[i].to - m_curves[i].from);
			firstPatch = result.m_curves.empty() ? part.patch : firstPatch;
			result.m_patch = part.patch -= firstPatch;
			result.m_curves.push_back(part);
		}
	}
	return result;
}

double Path::ParameterAtX(double x) const
{
	double low = 0.0;
	while (low + 1.0 < static_cast<double>(m_curves.size()) && Point(low + 1.0).x < x)
	{
		low += 1.0;
	}
	double high = low + 1.0;
	for (int32_t i = 0; i < 60; ++i)
	{
		const double middle = 0.5 * (low + high);
		(Point(middle).x < x ? low : high) = middle;
	}
	return high;
}

Vec2 Path::Point(double parameter) const
{
	const size_t curve = std::min(static_cast<size_t>(parameter), m_curves.size() - 1);
	return m_curves[curve].Point(parameter - static_cast<double>(curve));
}

Vec2 Path::Tangent(double parameter) const
{
	const size_t curve = std::min(static_cast<size_t>(parameter), m_curves.size() - 1);
	return m_curves[curve].Tangent(parameter - static_cast<double>(curve));
}

Vec2 Path::End() const
{
	return m_curves.empty() ? m_start : m_curves.back().Point(1.0);
}

double Path::SmallestLeftRadius() const
{
	double smallest = std::numeric_limits<double>::infinity();
	for (const Curve& curve : m_curves)
	{
		for (int32_t i = 0; i < kNodesPerCurve; ++i)
		{
			const double u = static_cast<double>(i) / kNodesPerCurve;
			const double next = static_cast<double>(i + 1) / kNodesPerCurve;
			const double turn = AngleBetween(curve.Tangent(u), curve.Tangent(next));
			if (turn > 1.0e-9)
			{
				smallest = std::min(smallest, Length(curve.Point(next) - curve.Point(u)) / turn);
			}
		}
	}
	return smallest;
}

std::vector<PathSample> SamplePath(const Path& path, const PathSampling& sampling)
{
	const std::vector<Curve>& curves = path.Curves();
	const size_t count = curves.size();
	// A curve starts a piece where it leaves a crease or a patch border.
	std::vector<uint8_t> startsPiece(count + 1, 1);
	for (size_t c = 1; c < count; ++c)
	{
		startsPiece[c] = curves[c].patch != curves[c - 1].patch ||
			std::abs(AngleBetween(curves[c - 1].Tangent(1.0), curves[c].Tangent(0.0))) > kCreaseAngle;
	}

	std::vector<Node> nodes;
	nodes.reserve(count * (kNodesPerCurve + 1));
	double length = 0.0;
	for (size_t c = 0; c < count; ++c)
	{
		Vec2 previous = curves[c].Point(0.0);
		for (int32_t i = 0; i <= kNodesPerCurve; ++i)
		{
			const double u = static_cast<double>(i) / kNodesPerCurve;
			const double step = 1.0 / kNodesPerCurve;
			const Vec2 point = curves[c].Point(u);
			length += Length(point - previous);
			previous = point;

			const double first = std::max(u - step, 0.0);
			const double second = std::min(u + step, 1.0);
			const double turn = std::abs(AngleBetween(curves[c].Tangent(first), curves[c].Tangent(second)));
			const double chord = Length(curves[c].Point(second) - curves[c].Point(first));
			double size = sampling.edge;
			if (turn * size * sampling.spacing > sampling.maxTurn * chord)
			{
				size = sampling.maxTurn * chord / (turn * sampling.spacing);
			}
			if (sampling.limit)
			{
				size = std::min(size, sampling.limit(point, RightOf(curves[c].Tangent(u))));
			}
			nodes.push_back({u, length, size});
		}
	}

	// No edge across a piece much longer than the piece itself, or its triangles were needles.
	const auto firstNode = [](size_t curve) { return curve * (kNodesPerCurve + 1); };
	for (size_t c = 0; c < count;)
	{
		size_t end = c + 1;
		while (!startsPiece[end])
		{
			++end;
		}
		const double pieceLength = nodes[firstNode(end) - 1].length - nodes[firstNode(c)].length;
		for (size_t n = firstNode(c); n < firstNode(end); ++n)
		{
			nodes[n].size = std::min(nodes[n].size, 1.4 * pieceLength);
		}
		c = end;
	}
	for (int32_t round = 0; round < (sampling.closed ? 2 : 1); ++round)
	{
		for (size_t n = 1; n < nodes.size(); ++n)
		{
			const double gap = nodes[n].length - nodes[n - 1].length;
			nodes[n].size = std::min(nodes[n].size, nodes[n - 1].size + kGradation * gap);
		}
		for (size_t n = nodes.size() - 1; n > 0; --n)
		{
			const double gap = nodes[n].length - nodes[n - 1].length;
			nodes[n - 1].size = std::min(nodes[n - 1].size, nodes[n].size + kGradation * gap);
		}
		if (sampling.closed)
		{
			nodes.front().size = nodes.back().size = std::min(nodes.front().size, nodes.back().size);
		}
	}

	std::vector<PathSample> samples;
	const auto addSample = [&](size_t curve, double u, double size, double at)
	{
		PathSample sample;
		sample.point = curves[curve].Point(u);
		sample.tangentBefore = sample.tangentAfter = curves[curve].Tangent(u);
		sample.size = size;
		sample.length = at;
		sample.patchBefore = sample.patchAfter = curves[curve].patch;
		samples.push_back(sample);
	};
	for (size_t c = 0; c < count;)
	{
		size_t end = c + 1;
		while (!startsPiece[end])
		{
			++end;
		}
		const size_t first = firstNode(c);
		const size_t last = firstNode(end) - 1;
		std::vector<double> steps(last - first + 1, 0.0); // wanted number of steps up to each node
		for (size_t n = first + 1; n <= last; ++n)
		{
			const double meanSize = 0.5 * (nodes[n].size + nodes[n - 1].size);
			steps[n - first] =
				steps[n - first - 1] + (nodes[n].length - nodes[n - 1].length) / (sampling.spacing * meanSize);
		}
		const auto stepCount = static_cast<int32_t>(std::max(1.0, std::round(steps.back())));

		addSample(c, 0.0, nodes[first].size, nodes[first].length);
		if (c > 0)
		{
			samples.back().tangentBefore = curves[c - 1].Tangent(1.0);
			samples.back().patchBefore = curves[c - 1].patch;
		}
		size_t n = first + 1;
		for (int32_t k = 1; k < stepCount; ++k)
		{
			const double wanted = steps.back() * k / stepCount;
			while (steps[n - first] < wanted)
			{
				++n;
			}
			const double fraction = (wanted - steps[n - first - 1]) / (steps[n - first] - steps[n - first - 1]);
			const Node& before = nodes[n - 1];
			const double u = before.u + fraction * (nodes[n].u - before.u);
			addSample((n - 1) / (kNodesPerCurve + 1),
				u,
				before.size + fraction * (nodes[n].size - before.size),
				before.length + fraction * (nodes[n].length - before.length));
		}
		c = end;
	}
	if (sampling.closed)
	{
		samples.front().tangentBefore = curves.back().Tangent(1.0);
		samples.front().patchBefore = curves.back().patch;
	}
	else
	{
		addSample(count - 1, 1.0, nodes.back().size, nodes.back().length);
	}
	return samples;
}
} // namespace FractureToolkit::ShapeDetail
