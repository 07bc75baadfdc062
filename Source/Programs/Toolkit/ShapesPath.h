// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace FractureToolkit::ShapeDetail
{
/// A point or vector in the plane of a profile or outline; metres.
struct Vec2
{
	double x = 0.0;
	double y = 0.0;

	friend Vec2 operator+(const Vec2& a, const Vec2& b) { return {a.x + b.x, a.y + b.y}; }
	friend Vec2 operator-(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
	friend Vec2 operator*(const Vec2& a, double s) { return {a.x * s, a.y * s}; }
};

inline double Dot(const Vec2& a, const Vec2& b)
{
	return a.x * b.x + a.y * b.y;
}
inline double Cross(const Vec2& a, const Vec2& b)
{
	return a.x * b.y - a.y * b.x;
}
inline double Length(const Vec2& a)
{
	return std::sqrt(Dot(a, a));
}
inline Vec2 Normalised(const Vec2& a)
{
	const double length = Length(a);
	return length > 0.0 ? a * (1.0 / length) : Vec2{};
}
/// A quarter turn clockwise: of a tangent, the normal that points out of a region kept on the left.
inline Vec2 RightOf(const Vec2& a)
{
	return {a.y, -a.x};
}

/// A cubic or an arc, or a parallel of one: every point moved by `offset` to the right of the curve it is taken from.
struct Curve
{
	Vec2 control[4];         // cubic only
	Vec2 centre;             // arc only
	double radius = 0.0;     // arc only; 0 says cubic
	double startAngle = 0.0; // arc only, rad
	double sweep = 0.0;      // arc only, rad, counter-clockwise positive
	double offset = 0.0;     // m, to the right
	double from = 0.0;       // part of the parameter range [0, 1]; from > to runs backwards
	double to = 1.0;
	int32_t patch = 0; // neighbouring curves of one patch share a UV chart and a material slot

	/// u in [0, 1].
	Vec2 Point(double u) const;
	/// Unit vector in the direction of travel.
	Vec2 Tangent(double u) const;
};

/// Curves end to end. A profile or outline keeps its solid on the left.
class Path
{
public:
	explicit Path(Vec2 start) : m_start(start) {}

	Path& LineTo(Vec2 end);
	/// Turns about `centre` by `sweep` rad, counter-clockwise positive.
	Path& ArcAbout(Vec2 centre, double sweep);
	/// Half a turn to the left over a wall of this thickness: a rounded rim.
	Path& RimTo(double thickness);
	Path& CubicTo(Vec2 control1, Vec2 control2, Vec2 end);
	/// A cubic that leaves and arrives in the given directions: between perpendicular ones a quarter ellipse.
	Path& SmoothTo(Vec2 end, Vec2 startDirection, Vec2 endDirection);
	/// `tail` must start where this ends.
	Path& Append(const Path& tail);
	/// What follows gets its own UV chart and the next material slot.
	Path& StartPatch();

	/// The parallel curve at `distance` to the left, as seen along this path.
	Path ParallelLeft(double distance) const;
	Path Reversed() const;
	/// Between two parameters; a parameter is a curve's number plus a fraction of it.
	Path Part(double from, double to) const;
	/// Where the path first reaches `x`; needs x to grow up to there.
	double ParameterAtX(double x) const;

	Vec2 Point(double parameter) const;
	Vec2 Tangent(double parameter) const;
	Vec2 End() const;
	/// The smallest radius of a left turn, m: a parallel to the left must be nearer than this.
	double SmallestLeftRadius() const;

	const std::vector<Curve>& Curves() const { return m_curves; }

private:
	void Add(Curve curve);

	Vec2 m_start;
	std::vector<Curve> m_curves;
	int32_t m_patch = 0;
};

struct PathSample
{
	Vec2 point;
	Vec2 tangentBefore; // unit; differ at a crease
	Vec2 tangentAfter;
	double size = 0.0;   // target edge length here, m
	double length = 0.0; // along the path so far, m
	int32_t patchBefore = 0;
	int32_t patchAfter = 0;
};

struct PathSampling
{
	double edge = 0.0;                                    // largest target edge, m
	double spacing = 1.0;                                 // step along the path over target edge
	double maxTurn = 0.8;                                 // of the path between two samples, rad
	std::function<double(Vec2 point, Vec2 normal)> limit; // a further upper bound on the target edge, or empty
	bool closed = false;                                  // ends where it starts; the last sample is then left out
};

/// Samples at every crease and patch border and evenly in between. The target edge shrinks where the path curves, turns
/// a corner soon or is limited, and changes gently along the path.
std::vector<PathSample> SamplePath(const Path& path, const PathSampling& sampling);
} // namespace FractureToolkit::ShapeDetail
