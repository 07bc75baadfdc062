// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Shapes.h"
#include "ShapesRange.h"
#include "ShapesRevolved.h"

#include <cmath>

// Shapes turned on a wheel. A profile runs from the axis along the underside, up the outside, over the rim and down the
// inside back to the axis; inside walls are parallels of outside ones, so a wall has the same thickness everywhere. A
// sheet's profile is the parallel halfway between the two and ends at the rim.

namespace FractureToolkit
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::kPi;
using FractureCore::Result;
using FractureCore::SurfaceMesh;
using namespace ShapeDetail;

namespace
{
constexpr Vec2 kOutward{1.0, 0.0};
constexpr Vec2 kUpward{0.0, 1.0};

SurfaceMesh Revolve(Path profile, double edge, std::vector<std::string> slots)
{
	ShapeBuilder builder;
	AddRevolution(builder, {std::move(profile), edge, std::move(slots)});
	return builder.Finish();
}

/// What a wall's middle alone makes.
SurfaceMesh RevolveSheet(Path middle, double edge, std::string slot)
{
	ShapeBuilder builder;
	AddRevolution(builder, {std::move(middle), edge, {std::move(slot)}, true});
	return builder.Finish();
}

/// The parallel inside a wall folds over where the wall bends more sharply than it is thick.
std::optional<Error> FindFold(std::string_view shape, const Path& wall, double thickness)
{
	if (wall.SmallestLeftRadius() < 1.05 * thickness)
	{
		return Error{ErrorCode::InvalidSettings,
			std::string(shape) + ": --thickness is more than the wall's sharpest bend; make the wall thinner or the " +
				std::string(shape) + " less flat or narrow"};
	}
	return std::nullopt;
}

/// The end of a wall that leans by `lean` (its unit direction), such that its rounded rim has this height and, if
/// the wall flares, this outer radius.
Vec2 WallEnd(double radius, double height, const Vec2& lean, double thickness)
{
	const double half = 0.5 * thickness;
	return {radius - half + half * lean.y, height - half - half * lean.x};
}
} // namespace

Result<SurfaceMesh> MakeBowl(const BowlShape& shape)
{
	const double d = shape.diameter;
	const double t = shape.thickness;
	const double foot = shape.footDiameter;
	if (const auto error = FindOutOfRange("bowl",
			{{"diameter", d, kSmallestLength, kLargestLength, ""},
				{"height", shape.height, 0.15 * d, 2.0 * d, "0.15 to 2 diameters"},
				{"thickness", t, d / 400.0, d / 8.0, "1/400 to 1/8 of the diameter"},
				{"foot-diameter", foot, 4.0 * t, 0.8 * d, "4 wall thicknesses to 0.8 diameters"},
				{"foot-height", shape.footHeight, 0.01 * d, 0.25 * shape.height, "0.01 diameters to 1/4 of the height"},
				{"edge", shape.edge, d / 500.0, d / 6.0, "1/500 to 1/6 of the diameter"}}))
	{
		return *error;
	}
	const double radius = 0.5 * d;
	const double footRadius = 0.5 * foot;
	const double footWidth = std::min(t, 1.2 * shape.footHeight);

	Path outer(Vec2{0.0, shape.footHeight});
	outer.SmoothTo(WallEnd(radius, shape.height, kUpward, t), kOutward, kUpward);
	if (const auto error = FindFold("bowl", outer, t))
	{
		return *error;
	}
	const Path inner = outer.ParallelLeft(t);
	const double footInside = outer.ParameterAtX(footRadius - footWidth);
	const double footOutside = outer.ParameterAtX(footRadius);
	const double floor = inner.ParameterAtX(0.6 * radius);

	Path profile(Vec2{0.0, shape.footHeight});
	profile.Append(outer.Part(0.0, footInside));
	profile.StartPatch();
	profile.LineTo({footRadius - footWidth, 0.5 * footWidth});
	profile.ArcAbout({footRadius - 0.5 * footWidth, 0.5 * footWidth}, 0.5 * kPi);
	profile.StartPatch();
	profile.ArcAbout({footRadius - 0.5 * footWidth, 0.5 * footWidth}, 0.5 * kPi);
	profile.LineTo(outer.Point(footOutside));
	profile.StartPatch();
	profile.Append(outer.Part(footOutside, 1.0));
	profile.RimTo(t);
	profile.Append(inner.Part(floor, 1.0).Reversed());
	profile.StartPatch();
	profile.Append(inner.Part(0.0, floor).Reversed());
	return Revolve(profile, shape.edge, {"outside", "outside", "outside", "outside", "inside"});
}

namespace
{
Result<Path> OrnamentWall(const OrnamentShape& shape)
{
	const double d = shape.diameter;
	const double t = shape.thickness;
	if (const auto error = FindOutOfRange("ornament",
			{{"diameter", d, kSmallestLength, kLargestLength, ""},
				{"thickness", t, d / 400.0, d / 8.0, "1/400 to 1/8 of the diameter"},
				{"neck-diameter", shape.neckDiameter, 3.0 * t, 0.7 * d, "3 wall thicknesses to 0.7 diameters"},
				{"neck-height", shape.neckHeight, 1.5 * t, d, "1.5 wall thicknesses to 1 diameter"},
				{"edge", shape.edge, d / 500.0, d / 6.0, "1/500 to 1/6 of the diameter"}}))
	{
		return *error;
	}
	const double radius = 0.5 * d;
	const double neck = 0.5 * shape.neckDiameter;
	// The fillet between ball and neck touches both from outside.
	const double fillet = std::max(0.04 * d, 1.5 * t);
	const double rise = std::sqrt((radius + fillet) * (radius + fillet) - (neck + fillet) * (neck + fillet));
	const double latitude = std::atan2(rise, neck + fillet);
	const Vec2 centre{0.0, radius};
	const Vec2 filletCentre{neck + fillet, radius + rise};

	const double cap = -0.7; // rad of latitude
	Path wall(Vec2{0.0, 0.0});
	wall.ArcAbout(centre, cap + 0.5 * kPi);
	wall.StartPatch();
	wall.ArcAbout(centre, std::min(-2.0 * cap, 0.5 * (latitude - cap)));
	wall.StartPatch();
	wall.ArcAbout(centre, latitude - cap - std::min(-2.0 * cap, 0.5 * (latitude - cap)));
	wall.StartPatch();
	wall.ArcAbout(filletCentre, -latitude);
	wall.LineTo({neck, radius + rise + shape.neckHeight - 0.5 * t});
	return wall;
}
} // namespace

Result<SurfaceMesh> MakeOrnament(const OrnamentShape& shape)
{
	const Result<Path> wall = OrnamentWall(shape);
	if (!wall)
	{
		return wall.GetError();
	}
	Path profile = *wall;
	profile.RimTo(shape.thickness);
	profile.Append(wall->ParallelLeft(shape.thickness).Reversed());
	return Revolve(profile, shape.edge, {"outside", "outside", "outside", "outside", "inside"});
}

Result<SurfaceMesh> MakeOrnamentSheet(const OrnamentShape& shape)
{
	const Result<Path> wall = OrnamentWall(shape);
	if (!wall)
	{
		return wall.GetError();
	}
	return RevolveSheet(wall->ParallelLeft(0.5 * shape.thickness), shape.edge, "glass");
}

namespace
{
/// The outside of the cup, from the axis to the rim.
Result<Path> WineGlassCup(const WineGlassShape& shape)
{
	const double h = shape.height;
	const double t = shape.thickness;
	const double cup = 0.5 * shape.cupDiameter;
	const double stem = 0.5 * shape.stemDiameter;
	const double foot = 0.5 * shape.footDiameter;
	if (const auto error = FindOutOfRange("wine-glass",
			{{"height", h, kSmallestLength, kLargestLength, ""},
				{"cup-height", shape.cupHeight, 0.2 * h, 0.7 * h, "0.2 to 0.7 of the height"},
				{"cup-diameter", 2.0 * cup, 0.15 * h, h, "0.15 to 1 heights"},
				{"thickness", t, h / 400.0, 0.1 * cup, "1/400 of the height to 1/20 of the cup's diameter"},
				{"stem-diameter", 2.0 * stem, 0.01 * h, 0.6 * cup, "1/100 of the height to 0.3 cup diameters"},
				{"foot-diameter", 2.0 * foot, 6.0 * stem, h, "3 stem diameters to 1 height"},
				{"edge", shape.edge, h / 500.0, h / 8.0, "1/500 to 1/8 of the height"}}))
	{
		return *error;
	}
	const double cupBottom = h - shape.cupHeight;
	const Vec2 lean = Normalised(Vec2{-0.16, 1.0});
	Path outer(Vec2{0.0, cupBottom});
	outer.SmoothTo({cup, cupBottom + 0.48 * shape.cupHeight}, kOutward, kUpward);
	outer.SmoothTo(WallEnd(0.8 * cup, h, lean, t), kUpward, lean);
	if (const auto error = FindFold("wine-glass", outer, t))
	{
		return *error;
	}
	return outer;
}
} // namespace

Result<SurfaceMesh> MakeWineGlass(const WineGlassShape& shape)
{
	const Result<Path> cupWall = WineGlassCup(shape);
	if (!cupWall)
	{
		return cupWall.GetError();
	}
	const Path& outer = *cupWall;
	const double h = shape.height;
	const double t = shape.thickness;
	const double cup = 0.5 * shape.cupDiameter;
	const double stem = 0.5 * shape.stemDiameter;
	const double foot = 0.5 * shape.footDiameter;
	const double cupBottom = h - shape.cupHeight;
	const Path inner = outer.ParallelLeft(t);
	const double join = outer.ParameterAtX(std::max(0.4 * cup, 1.3 * stem));
	const double floor = inner.ParameterAtX(0.7 * cup);

	const double footEdge = 0.75 * t; // radius of the foot's rounded edge
	const double footRise = 0.12 * h;
	const double stemTop = cupBottom - 0.06 * h;
	Path profile(Vec2{0.0, 0.0});
	profile.LineTo({foot - footEdge, 0.0});
	profile.StartPatch();
	profile.ArcAbout({foot - footEdge, footEdge}, kPi);
	Path footTop(profile.End());
	footTop.SmoothTo({stem, footRise}, kOutward * -1.0, kUpward);
	profile.Append(footTop.Part(0.0, 0.6));
	profile.StartPatch();
	profile.Append(footTop.Part(0.6, 1.0));
	profile.LineTo({stem, stemTop});
	profile.StartPatch();
	profile.SmoothTo(outer.Point(join), kUpward, outer.Tangent(join));
	profile.Append(outer.Part(join, 1.0));
	profile.StartPatch();
	profile.Append(outer.Part(1.0, 2.0));
	profile.RimTo(t);
	profile.Append(inner.Part(floor, 2.0).Reversed());
	profile.StartPatch();
	profile.Append(inner.Part(0.0, floor).Reversed());
	return Revolve(profile, shape.edge, {"glass"});
}

// A solid stem and foot are no sheets: this one is blown from a tube, its stem hollow and open below.
Result<SurfaceMesh> MakeWineGlassSheet(const WineGlassShape& shape)
{
	const Result<Path> cupWall = WineGlassCup(shape);
	if (!cupWall)
	{
		return cupWall.GetError();
	}
	const double h = shape.height;
	const double t = shape.thickness;
	const double stem = std::max(0.5 * (shape.stemDiameter - t), 0.25 * shape.stemDiameter);
	const double foot = 0.5 * (shape.footDiameter - t);
	const Path middle = cupWall->ParallelLeft(0.5 * t);
	const double join = middle.ParameterAtX(std::max(0.2 * shape.cupDiameter, 1.3 * stem));
	Path profile(Vec2{foot, 0.5 * t});
	profile.SmoothTo({stem, 0.12 * h}, kOutward * -1.0, kUpward);
	profile.LineTo({stem, h - shape.cupHeight - 0.06 * h});
	profile.SmoothTo(middle.Point(join), kUpward, middle.Tangent(join));
	profile.StartPatch();
	profile.Append(middle.Part(join, 2.0));
	return RevolveSheet(profile, shape.edge, "glass");
}

Result<SurfaceMesh> MakeClayPot(const ClayPotShape& shape)
{
	const double h = shape.height;
	const double t = shape.thickness;
	const double belly = 0.5 * shape.diameter;
	const double mouth = 0.5 * shape.mouthDiameter;
	const double base = 0.5 * shape.baseDiameter;
	if (const auto error = FindOutOfRange("clay-pot",
			{{"height", h, kSmallestLength, kLargestLength, ""},
				{"diameter", 2.0 * belly, 0.3 * h, 3.0 * h, "0.3 to 3 heights"},
				{"thickness",
					t,
					h / 400.0,
					0.1 * std::min(h, belly),
					"1/400 to 1/10 of the height, at most 1/20 of the diameter"},
				{"mouth-diameter", 2.0 * mouth, 0.4 * belly, 1.8 * belly, "0.2 to 0.9 diameters"},
				{"base-diameter", 2.0 * base, 0.4 * belly, 1.8 * belly, "0.2 to 0.9 diameters"},
				{"edge", shape.edge, h / 500.0, h / 6.0, "1/500 to 1/6 of the height"}}))
	{
		return *error;
	}
	const double fillet = 1.6 * t; // of the base's edge
	const double wallAngle = 0.3 * kPi;
	const Vec2 wallDirection{std::cos(wallAngle), std::sin(wallAngle)};
	const Vec2 flare = Normalised(Vec2{0.75, 1.0});
	Path wall(Vec2{0.0, 0.0});
	wall.LineTo({base - fillet, 0.0});
	wall.StartPatch();
	wall.ArcAbout({base - fillet, fillet}, wallAngle);
	wall.SmoothTo({belly, 0.52 * h}, wallDirection, kUpward);
	wall.StartPatch();
	wall.SmoothTo({0.84 * mouth, 0.88 * h}, kUpward, kUpward);
	wall.SmoothTo(WallEnd(mouth, h, flare, t), kUpward, flare);
	if (const auto error = FindFold("clay-pot", wall, t))
	{
		return *error;
	}
	Path profile = wall;
	profile.RimTo(t);
	profile.Append(wall.ParallelLeft(t).Reversed());
	return Revolve(profile, shape.edge, {"outside", "outside", "outside", "inside"});
}

Result<SurfaceMesh> MakeTorus(const TorusShape& shape)
{
	const double d = shape.diameter;
	if (const auto error = FindOutOfRange("torus",
			{{"diameter", d, kSmallestLength, kLargestLength, ""},
				{"tube-diameter", shape.tubeDiameter, 0.02 * d, 0.45 * d, "0.02 to 0.45 diameters"},
				{"edge", shape.edge, d / 500.0, d / 8.0, "1/500 to 1/8 of the diameter"}}))
	{
		return *error;
	}
	const double tube = 0.5 * shape.tubeDiameter;
	const Vec2 centre{0.5 * d - tube, tube};
	Path profile(Vec2{centre.x - tube, tube});
	profile.ArcAbout(centre, kPi);
	profile.StartPatch();
	profile.ArcAbout(centre, kPi);
	return Revolve(profile, shape.edge, {"torus"});
}

Result<SurfaceMesh> MakeBall(const BallShape& shape)
{
	const double d = shape.diameter;
	if (const auto error = FindOutOfRange("ball",
			{{"diameter", d, kSmallestLength, kLargestLength, ""},
				{"edge", shape.edge, d / 500.0, d / 6.0, "1/500 to 1/6 of the diameter"}}))
	{
		return *error;
	}
	const Vec2 centre{0.0, 0.5 * d};
	Path profile(Vec2{0.0, 0.0});
	profile.ArcAbout(centre, 0.25 * kPi);
	profile.StartPatch();
	profile.ArcAbout(centre, 0.5 * kPi);
	profile.StartPatch();
	profile.ArcAbout(centre, 0.25 * kPi);
	return Revolve(profile, shape.edge, {"ball"});
}
} // namespace FractureToolkit
