// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

// The objects that the papers break, as closed surfaces: every edge has two triangles, normals point outward, smooth
// where the surface is curved and hard at creases, UVs fill the unit square without overlap at one scale. Lengths are
// metres in a right-handed frame with z up; every object is centred on the z axis and rests on z = 0. The same shape
// gives the same mesh, bit for bit.
//
// Defaults follow from the lengths before them, so that BowlShape{.diameter = 0.3} is the same bowl, twice as large.
// `edge` is the target edge length; edges get shorter where a rim, a thin wall or a tight curve needs it. A length out
// of range is an InvalidSettings error that names it.

namespace FractureToolkit
{
/// A foot ring, a curved wall and a rounded rim.
struct BowlShape
{
	double diameter = 0.15;
	double height = 0.45 * diameter;
	double thickness = 0.04 * diameter;
	double footDiameter = 0.45 * diameter;
	double footHeight = 0.045 * diameter;
	double edge = diameter / 30.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeBowl(const BowlShape& shape);

/// A hollow glass ball, open at the top through a short neck.
struct OrnamentShape
{
	double diameter = 0.08;
	double thickness = 0.02 * diameter;
	double neckDiameter = 0.22 * diameter;
	double neckHeight = 0.08 * diameter;
	double edge = diameter / 25.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeOrnament(const OrnamentShape& shape);
/// One surface in the middle of the wall, open at the neck. So are the other sheets: what a shell is baked from.
FractureCore::Result<FractureCore::SurfaceMesh> MakeOrnamentSheet(const OrnamentShape& shape);

/// A foot, a solid stem and a hollow cup that narrows towards its rim.
struct WineGlassShape
{
	double height = 0.2;
	double cupDiameter = 0.42 * height;
	double cupHeight = 0.5 * height;
	double thickness = 0.01 * height;
	double stemDiameter = 0.04 * height;
	double footDiameter = 0.36 * height;
	double edge = height / 40.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeWineGlass(const WineGlassShape& shape);
/// Open at the rim, and below, as its stem is hollow.
FractureCore::Result<FractureCore::SurfaceMesh> MakeWineGlassSheet(const WineGlassShape& shape);

/// A thrown pot: flat base, belly, narrow neck and a flared lip.
struct ClayPotShape
{
	double height = 0.25;
	double diameter = 0.88 * height;
	double thickness = 0.035 * height;
	double mouthDiameter = 0.56 * height;
	double baseDiameter = 0.48 * height;
	double edge = height / 30.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeClayPot(const ClayPotShape& shape);

/// A ring, lying flat.
struct TorusShape
{
	double diameter = 0.3; // over all
	double tubeDiameter = 0.3 * diameter;
	double edge = diameter / 30.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeTorus(const TorusShape& shape);

struct BallShape
{
	double diameter = 0.216; // a bowling ball
	double edge = diameter / 20.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeBall(const BallShape& shape);

/// A box, lying flat: x length, y width, z thickness.
struct SlabShape
{
	double length = 1.0;
	double width = length;
	double thickness = 0.05 * length;
	double rounding = 0.0; // radius along the edges of top and bottom
	double edge = length / 25.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeSlab(const SlabShape& shape);

/// A box, standing: x length, z height, y thickness.
struct WallShape
{
	double length = 2.0;
	double height = 0.75 * length;
	double thickness = 0.1 * length;
	double rounding = 0.0; // radius along the edges of front and back
	double edge = length / 25.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeWall(const WallShape& shape);

/// A long box, lying flat: x length, y width, z thickness.
struct PlankShape
{
	double length = 1.0;
	double width = 0.15 * length;
	double thickness = 0.03 * length;
	double rounding = 0.0;
	double edge = length / 60.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakePlank(const PlankShape& shape);

/// A plate with round corners and a round edge. Corners of half the width make a round top of a square one.
struct TableTopShape
{
	double length = 1.2;
	double width = 0.6 * length;
	double thickness = 0.016 * length;
	double cornerRadius = 0.08 * length;
	double rounding = 0.5 * thickness; // radius along the edges of top and bottom
	double edge = length / 30.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeTableTop(const TableTopShape& shape);

/// An open boat: a thin hull with a sharp stem, a keel line and a flat transom; the bow points to +x.
struct BoatShape
{
	double length = 3.0;
	double beam = 0.4 * length;
	double depth = 0.18 * length; // keel to gunwale amidships
	double thickness = 0.01 * length;
	double edge = length / 40.0;
};
FractureCore::Result<FractureCore::SurfaceMesh> MakeBoat(const BoatShape& shape);
/// Open at the gunwale.
FractureCore::Result<FractureCore::SurfaceMesh> MakeBoatSheet(const BoatShape& shape);

/// A capital letter of THE END, standing: x to the right for a reader who looks along +y.
struct LetterShape
{
	double height = 0.3;
	double width = 0.75 * height;
	double depth = 0.3 * height;
	double stroke = 0.2 * height;
	double rounding = 0.1 * stroke; // radius along the edges of front and back
	double edge = height / 16.0;
};
/// `letter`: one of T H E N D.
FractureCore::Result<FractureCore::SurfaceMesh> MakeLetter(char letter, const LetterShape& shape);

struct ShapeOption
{
	std::string name; // as in ShapeOptions: the field's name in lower case with dashes, "foot-diameter"
	std::string help;
	double value = 0.0; // default, m
};

struct ShapeInfo
{
	std::string name; // "wine-glass"
	std::string summary;
	std::vector<ShapeOption> options;
	bool hasSheet = false; // its walls are thin, so that there is a sheet in their middle
};

enum class ShapeForm : uint8_t
{
	Solid, // closed
	Sheet, // one surface in the middle of the wall, with a border
};

/// All shapes with their options, in the order in which help lists them.
const std::vector<ShapeInfo>& ListShapes();

/// Lengths by option name, m; what is not named keeps its default.
using ShapeOptions = std::map<std::string, double, std::less<>>;

/// A shape by name. Letters are "letter-T" or just "T". An unknown name or option is an InvalidSettings error.
FractureCore::Result<FractureCore::SurfaceMesh> MakeShape(
	std::string_view name, const ShapeOptions& options = {}, ShapeForm form = ShapeForm::Solid);
} // namespace FractureToolkit
