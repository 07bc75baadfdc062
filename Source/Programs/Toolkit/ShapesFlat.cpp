// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Shapes.h"
#include "ShapesExtruded.h"
#include "ShapesRange.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::kPi;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::SurfaceMesh;
using FractureCore::Vec3;
using namespace ShapeDetail;

namespace
{
constexpr Vec3 kX{1.0, 0.0, 0.0};
constexpr Vec3 kY{0.0, 1.0, 0.0};
constexpr Vec3 kZ{0.0, 0.0, 1.0};

Result<SurfaceMesh> Extrude(std::string_view shape, const Extrusion& extrusion)
{
	ShapeBuilder builder;
	const Status status = AddExtrusion(builder, extrusion);
	if (!status)
	{
		return Error{ErrorCode::InvalidSettings,
			std::string(shape) + ": " + status.GetError().message + "; choose a smaller --edge"};
	}
	return builder.Finish();
}

Path Polygon(const std::vector<Vec2>& corners)
{
	Path path(corners.front());
	for (size_t i = 1; i < corners.size(); ++i)
	{
		path.LineTo(corners[i]);
	}
	path.LineTo(corners.front());
	return path;
}

/// About the origin; straight sides where the corners leave some.
Path RoundedRectangle(double length, double width, double radius)
{
	const double x = 0.5 * length;
	const double y = 0.5 * width;
	if (radius <= 0.0)
	{
		return Polygon({{-x, -y}, {x, -y}, {x, y}, {-x, y}});
	}
	const double left = 1.0e-9 * length; // shorter sides are none
	Path path(Vec2{-x + radius, -y});
	const auto side = [&](Vec2 end)
	{
		if (Length(end - path.End()) > left)
		{
			path.LineTo(end);
		}
	};
	side({x - radius, -y});
	path.ArcAbout({x - radius, -y + radius}, 0.5 * kPi);
	side({x, y - radius});
	path.ArcAbout({x - radius, y - radius}, 0.5 * kPi);
	side({-x + radius, y});
	path.ArcAbout({-x + radius, y - radius}, 0.5 * kPi);
	side({-x, -y + radius});
	path.ArcAbout({-x + radius, -y + radius}, 0.5 * kPi);
	return path;
}

std::optional<Error> FindBadBox(
	std::string_view shape, double length, LengthRange second, double thickness, double rounding, double edge)
{
	second.low = length / 100.0;
	second.high = 100.0 * length;
	second.reason = "1/100 to 100 lengths";
	const double longer = std::max(length, second.value);
	const double shorter = std::min(length, second.value);
	return FindOutOfRange(shape,
		{{"length", length, kSmallestLength, kLargestLength, ""},
			second,
			{"thickness", thickness, longer / 400.0, shorter, "1/400 of the longest side to the shortest"},
			{"rounding", rounding, 0.0, std::min(0.5 * thickness, 0.25 * shorter), "none to half the thickness"},
			{"edge", edge, longer / 500.0, longer / 4.0, "1/500 to 1/4 of the longest side"}});
}

/// The radius to round with: none, or not so little that its edges were needles, and not so much that next to nothing
/// of the side were left straight.
double EffectiveRounding(double rounding, double longest, double depth)
{
	if (rounding <= 0.0)
	{
		return 0.0;
	}
	const double radius = std::max(rounding, longest / 300.0);
	return radius > 0.42 * depth ? 0.5 * depth : radius;
}

Result<SurfaceMesh> MakeFlatBox(
	std::string_view shape, double length, double width, double thickness, double rounding, double edge)
{
	if (const auto error = FindBadBox(shape, length, {"width", width, 0.0, 0.0, ""}, thickness, rounding, edge))
	{
		return *error;
	}
	return Extrude(shape,
		{{RoundedRectangle(length, width, 0.0)},
			thickness,
			EffectiveRounding(rounding, std::max(length, width), thickness),
			edge,
			kX,
			kY,
			kZ});
}

/// A line towards `corner`, then an arc that turns right into the direction of `after`.
void AddFillet(Path& path, Vec2 corner, Vec2 after, double radius)
{
	const Vec2 in = Normalised(corner - path.End());
	const Vec2 out = Normalised(after - corner);
	const double turn = std::atan2(Cross(in, out), Dot(in, out));
	const Vec2 start = corner - in * (radius * std::tan(0.5 * std::abs(turn)));
	path.LineTo(start);
	path.ArcAbout(start + RightOf(in) * radius, turn);
}

/// Outlines with their lower left corner at the origin, strokes `s` wide.
std::vector<Path> LetterOutline(char letter, double w, double h, double s, double edge)
{
	const double middle = 0.5 * w;
	const double low = 0.5 * (h - s);
	const double high = 0.5 * (h + s);
	switch (letter)
	{
	case 'T':
		return {Polygon({{middle - 0.5 * s, 0.0},
			{middle + 0.5 * s, 0.0},
			{middle + 0.5 * s, h - s},
			{w, h - s},
			{w, h},
			{0.0, h},
			{0.0, h - s},
			{middle - 0.5 * s, h - s}})};
	case 'H':
		return {Polygon({{0.0, 0.0},
			{s, 0.0},
			{s, low},
			{w - s, low},
			{w - s, 0.0},
			{w, 0.0},
			{w, h},
			{w - s, h},
			{w - s, high},
			{s, high},
			{s, h},
			{0.0, h}})};
	case 'E':
		return {Polygon({{0.0, 0.0},
			{w, 0.0},
			{w, s},
			{s, s},
			{s, low},
			{0.9 * w, low},
			{0.9 * w, high},
			{s, high},
			{s, h - s},
			{w, h - s},
			{w, h},
			{0.0, h}})};
	case 'N':
	{
		// The diagonal starts `top` wide on the upper left corner, and leaves the stem `drop` below the top. Its
		// slope dx/dy follows from drop, and drop from the slope and the stroke's width; the iteration contracts.
		const double top = 1.1 * s;
		double drop = 1.5 * s;
		for (int32_t i = 0; i < 50; ++i)
		{
			const double slope = (w - s - top) / (h - drop);
			drop = (s * std::sqrt(1.0 + slope * slope) - (top - s)) / slope;
			drop = std::min(drop, 0.6 * h);
		}
		// The two sharp notches are rounded, as tightly as edges allow: a parallel of a sharp one would cut deep.
		const double notch = 0.6 * edge;
		Path path(Vec2{0.0, 0.0});
		path.LineTo({s, 0.0});
		AddFillet(path, {s, h - drop}, {w - top, 0.0}, notch);
		path.LineTo({w - top, 0.0}).LineTo({w, 0.0}).LineTo({w, h}).LineTo({w - s, h});
		AddFillet(path, {w - s, drop}, {top, h}, notch);
		path.LineTo({top, h}).LineTo({0.0, h}).LineTo({0.0, 0.0});
		return {path};
	}
	default: // D
	{
		const double bow = std::min(0.5 * h, w - s - 0.05 * h);
		Path outside(Vec2{0.0, 0.0});
		outside.LineTo({w - bow, 0.0});
		Path inside(Vec2{s, h - s});
		inside.LineTo({w - bow, h - s});
		if (bow < 0.5 * h)
		{
			outside.ArcAbout({w - bow, bow}, 0.5 * kPi).LineTo({w, h - bow});
			outside.ArcAbout({w - bow, h - bow}, 0.5 * kPi);
			inside.ArcAbout({w - bow, h - bow}, -0.5 * kPi).LineTo({w - s, bow});
			inside.ArcAbout({w - bow, bow}, -0.5 * kPi);
		}
		else
		{
			outside.ArcAbout({w - bow, bow}, kPi);
			inside.ArcAbout({w - bow, bow}, -kPi);
		}
		outside.LineTo({0.0, h}).LineTo({0.0, 0.0});
		inside.LineTo({s, s}).LineTo({s, h - s});
		return {outside, inside};
	}
	}
}
} // namespace

Result<SurfaceMesh> MakeSlab(const SlabShape& shape)
{
	return MakeFlatBox("slab", shape.length, shape.width, shape.thickness, shape.rounding, shape.edge);
}

Result<SurfaceMesh> MakePlank(const PlankShape& shape)
{
	return MakeFlatBox("plank", shape.length, shape.width, shape.thickness, shape.rounding, shape.edge);
}

Result<SurfaceMesh> MakeWall(const WallShape& shape)
{
	if (const auto error = FindBadBox(
			"wall", shape.length, {"height", shape.height, 0.0, 0.0, ""}, shape.thickness, shape.rounding, shape.edge))
	{
		return *error;
	}
	return Extrude("wall",
		{{RoundedRectangle(shape.length, shape.height, 0.0)},
			shape.thickness,
			EffectiveRounding(shape.rounding, std::max(shape.length, shape.height), shape.thickness),
			shape.edge,
			kX,
			kZ,
			-kY});
}

Result<SurfaceMesh> MakeTableTop(const TableTopShape& shape)
{
	if (const auto error = FindBadBox("table-top",
			shape.length,
			{"width", shape.width, 0.0, 0.0, ""},
			shape.thickness,
			shape.rounding,
			shape.edge))
	{
		return *error;
	}
	const double shorter = std::min(shape.length, shape.width);
	const double rounding = EffectiveRounding(shape.rounding, std::max(shape.length, shape.width), shape.thickness);
	if (const auto error = FindOutOfRange("table-top",
			{{"corner-radius",
				shape.cornerRadius,
				1.5 * rounding,
				0.5 * shorter,
				"3/4 of the thickness to half the shorter side"}}))
	{
		return *error;
	}
	return Extrude("table-top",
		{{RoundedRectangle(shape.length, shape.width, shape.cornerRadius)},
			shape.thickness,
			rounding,
			shape.edge,
			kX,
			kY,
			kZ});
}

Result<SurfaceMesh> MakeLetter(char letter, const LetterShape& shape)
{
	const std::string name = std::string("letter-") + letter;
	if (std::string_view("THEND").find(letter) == std::string_view::npos)
	{
		return Error{ErrorCode::InvalidSettings, name + ": there are only the letters T, H, E, N and D"};
	}
	const double h = shape.height;
	const double s = shape.stroke;
	if (const auto error = FindOutOfRange(name,
			{{"height", h, kSmallestLength, kLargestLength, ""},
				{"stroke", s, 0.04 * h, 0.25 * h, "0.04 to 1/4 of the height"},
				{"width", shape.width, std::max(0.4 * h, 3.0 * s), 3.0 * h, "0.4 heights or 3 strokes to 3 heights"},
				{"depth", shape.depth, 0.04 * h, 4.0 * h, "0.04 to 4 heights"},
				{"rounding",
					shape.rounding,
					0.0,
					std::min(0.25 * s, 0.5 * shape.depth),
					"none to 1/4 of the stroke or half the depth"},
				{"edge", shape.edge, h / 300.0, h / 4.0, "1/300 to 1/4 of the height"}}))
	{
		return *error;
	}
	// At least two edges across a stroke.
	const double edge = std::min(shape.edge, 0.5 * s);
	return Extrude(name,
		{LetterOutline(letter, shape.width, h, s, edge),
			shape.depth,
			EffectiveRounding(shape.rounding, h, shape.depth),
			edge,
			kX,
			kZ,
			-kY});
}
} // namespace FractureToolkit
