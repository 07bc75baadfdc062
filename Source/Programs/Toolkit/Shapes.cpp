// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Shapes.h"

#include <functional>
#include <span>
#include <utility>

namespace FractureToolkit
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;
using FractureCore::SurfaceMesh;

namespace
{
template <typename Shape>
struct Field
{
	const char* name;
	double Shape::*member;
	const char* help;
};

constexpr const char* kEdgeHelp = "Target edge length; shorter where a rim or a thin wall needs it";
constexpr const char* kRoundingHelp = "Radius along the edges of both faces; 0 for sharp ones";

constexpr Field<BowlShape> kBowlFields[] = {{"diameter", &BowlShape::diameter, "Over all"},
	{"height", &BowlShape::height, "Over all; 0.45 of the diameter unless given"},
	{"thickness", &BowlShape::thickness, "Of the wall; 4 % of the diameter unless given"},
	{"foot-diameter", &BowlShape::footDiameter, "Of the foot ring"},
	{"foot-height", &BowlShape::footHeight, "Of the foot ring"},
	{"edge", &BowlShape::edge, kEdgeHelp}};
constexpr Field<OrnamentShape> kOrnamentFields[] = {{"diameter", &OrnamentShape::diameter, "Of the ball"},
	{"thickness", &OrnamentShape::thickness, "Of the wall; 2 % of the diameter unless given"},
	{"neck-diameter", &OrnamentShape::neckDiameter, "Of the neck, outside"},
	{"neck-height", &OrnamentShape::neckHeight, "Of the neck above its fillet"},
	{"edge", &OrnamentShape::edge, kEdgeHelp}};
constexpr Field<WineGlassShape> kWineGlassFields[] = {{"height", &WineGlassShape::height, "Over all"},
	{"cup-diameter", &WineGlassShape::cupDiameter, "Where the cup is widest"},
	{"cup-height", &WineGlassShape::cupHeight, "From the cup's bottom to the rim"},
	{"thickness", &WineGlassShape::thickness, "Of the cup's wall; 1 % of the height unless given"},
	{"stem-diameter", &WineGlassShape::stemDiameter, "Of the stem"},
	{"foot-diameter", &WineGlassShape::footDiameter, "Of the foot"},
	{"edge", &WineGlassShape::edge, kEdgeHelp}};
constexpr Field<ClayPotShape> kClayPotFields[] = {{"height", &ClayPotShape::height, "Over all"},
	{"diameter", &ClayPotShape::diameter, "Of the belly"},
	{"thickness", &ClayPotShape::thickness, "Of the wall; 3.5 % of the height unless given"},
	{"mouth-diameter", &ClayPotShape::mouthDiameter, "Of the lip, outside"},
	{"base-diameter", &ClayPotShape::baseDiameter, "Of the base"},
	{"edge", &ClayPotShape::edge, kEdgeHelp}};
constexpr Field<TorusShape> kTorusFields[] = {{"diameter", &TorusShape::diameter, "Over all"},
	{"tube-diameter", &TorusShape::tubeDiameter, "Of the tube"},
	{"edge", &TorusShape::edge, kEdgeHelp}};
constexpr Field<BallShape> kBallFields[] = {
	{"diameter", &BallShape::diameter, "Of the ball"}, {"edge", &BallShape::edge, kEdgeHelp}};
constexpr Field<SlabShape> kSlabFields[] = {{"length", &SlabShape::length, "Along x"},
	{"width", &SlabShape::width, "Along y"},
	{"thickness", &SlabShape::thickness, "Along z"},
	{"rounding", &SlabShape::rounding, kRoundingHelp},
	{"edge", &SlabShape::edge, kEdgeHelp}};
constexpr Field<WallShape> kWallFields[] = {{"length", &WallShape::length, "Along x"},
	{"height", &WallShape::height, "Along z"},
	{"thickness", &WallShape::thickness, "Along y"},
	{"rounding", &WallShape::rounding, kRoundingHelp},
	{"edge", &WallShape::edge, kEdgeHelp}};
constexpr Field<PlankShape> kPlankFields[] = {{"length", &PlankShape::length, "Along x"},
	{"width", &PlankShape::width, "Along y"},
	{"thickness", &PlankShape::thickness, "Along z"},
	{"rounding", &PlankShape::rounding, kRoundingHelp},
	{"edge", &PlankShape::edge, kEdgeHelp}};
constexpr Field<TableTopShape> kTableTopFields[] = {{"length", &TableTopShape::length, "Along x"},
	{"width", &TableTopShape::width, "Along y"},
	{"thickness", &TableTopShape::thickness, "Along z"},
	{"corner-radius", &TableTopShape::cornerRadius, "Of the corners seen from above"},
	{"rounding", &TableTopShape::rounding, kRoundingHelp},
	{"edge", &TableTopShape::edge, kEdgeHelp}};
constexpr Field<BoatShape> kBoatFields[] = {{"length", &BoatShape::length, "Along x; the bow is at +x"},
	{"beam", &BoatShape::beam, "Greatest width"},
	{"depth", &BoatShape::depth, "From keel to gunwale amidships"},
	{"thickness", &BoatShape::thickness, "Of the hull; 1 % of the length unless given"},
	{"edge", &BoatShape::edge, kEdgeHelp}};
constexpr Field<LetterShape> kLetterFields[] = {{"height", &LetterShape::height, "Along z"},
	{"width", &LetterShape::width, "Along x"},
	{"depth", &LetterShape::depth, "Along y"},
	{"stroke", &LetterShape::stroke, "Width of the strokes"},
	{"rounding", &LetterShape::rounding, kRoundingHelp},
	{"edge", &LetterShape::edge, kEdgeHelp}};

using MakerByNames = std::function<Result<SurfaceMesh>(const ShapeOptions&)>;

/// A shape with its makers by option names.
struct Entry
{
	ShapeInfo info;
	MakerByNames make;
	MakerByNames makeSheet; // or none
};

/// The shape of which the first lengths are given; the others get their defaults, which may follow from these.
template <typename Shape, size_t... I>
Shape FromFirst([[maybe_unused]] std::span<const double> values, std::index_sequence<I...>)
{
	return Shape{values[I]...};
}

template <typename Shape, size_t Count, size_t Given = 0>
Shape FromFirst(std::span<const double> values)
{
	if constexpr (Given < Count)
	{
		if (values.size() > Given)
		{
			return FromFirst<Shape, Count, Given + 1>(values);
		}
	}
	return FromFirst<Shape>(values, std::make_index_sequence<Given>());
}

template <typename Shape, size_t Count, typename MakeFn>
MakerByNames ByNames(const Field<Shape> (&fields)[Count], MakeFn make)
{
	return [&fields, make](const ShapeOptions& options)
	{
		std::vector<double> values;
		for (const Field<Shape>& field : fields)
		{
			const auto given = options.find(field.name);
			values.push_back(given != options.end() ? given->second : FromFirst<Shape, Count>(values).*field.member);
		}
		return make(FromFirst<Shape, Count>(values));
	};
}

/// `fields` name all members of the shape in their order.
template <typename Shape, size_t Count, typename MakeFn>
Entry MakeEntry(const std::string& name, const std::string& summary, const Field<Shape> (&fields)[Count], MakeFn make)
{
	static_assert(sizeof(Shape) == Count * sizeof(double));
	Entry entry;
	entry.info.name = name;
	entry.info.summary = summary;
	for (const Field<Shape>& field : fields)
	{
		entry.info.options.push_back({field.name, field.help, Shape{}.*field.member});
	}
	entry.make = ByNames(fields, make);
	return entry;
}

template <typename Shape, size_t Count, typename MakeFn>
Entry WithSheet(Entry entry, const Field<Shape> (&fields)[Count], MakeFn makeSheet)
{
	entry.info.hasSheet = true;
	entry.makeSheet = ByNames(fields, makeSheet);
	return entry;
}

std::vector<Entry> MakeEntries()
{
	std::vector<Entry> entries{MakeEntry("bowl", "Bowl with a foot ring and a rounded rim", kBowlFields, MakeBowl),
		WithSheet(MakeEntry("ornament", "Thin hollow glass ball with a neck", kOrnamentFields, MakeOrnament),
			kOrnamentFields,
			MakeOrnamentSheet),
		MakeEntry("slab", "Box lying flat", kSlabFields, MakeSlab),
		MakeEntry("wall", "Box standing upright", kWallFields, MakeWall),
		WithSheet(MakeEntry("wine-glass", "Glass with foot, stem and hollow cup", kWineGlassFields, MakeWineGlass),
			kWineGlassFields,
			MakeWineGlassSheet),
		MakeEntry("clay-pot", "Thrown pot with belly, neck and lip", kClayPotFields, MakeClayPot),
		MakeEntry("torus", "Ring lying flat", kTorusFields, MakeTorus),
		MakeEntry("table-top", "Plate with round corners and edges", kTableTopFields, MakeTableTop),
		WithSheet(MakeEntry("boat", "Open boat: a thin hull with stem and transom", kBoatFields, MakeBoat),
			kBoatFields,
			MakeBoatSheet),
		MakeEntry("ball", "Ball, as large as a bowling ball", kBallFields, MakeBall),
		MakeEntry("plank", "Long box lying flat", kPlankFields, MakePlank)};
	for (const char letter : {'T', 'H', 'E', 'N', 'D'})
	{
		const std::string name = std::string("letter-") + letter;
		const std::string summary = std::string("The letter ") + letter + ", standing";
		entries.push_back(MakeEntry(
			name, summary, kLetterFields, [letter](const LetterShape& shape) { return MakeLetter(letter, shape); }));
	}
	return entries;
}

const std::vector<Entry>& Entries()
{
	static const std::vector<Entry> entries = MakeEntries();
	return entries;
}
} // namespace

const std::vector<ShapeInfo>& ListShapes()
{
	static const std::vector<ShapeInfo> shapes = []
	{
		std::vector<ShapeInfo> list;
		for (const Entry& entry : Entries())
		{
			list.push_back(entry.info);
		}
		return list;
	}();
	return shapes;
}

Result<SurfaceMesh> MakeShape(std::string_view name, const ShapeOptions& options, ShapeForm form)
{
	const std::string fullName = (name.size() == 1 ? "letter-" : "") + std::string(name);
	std::string known;
	for (const Entry& entry : Entries())
	{
		known += (known.empty() ? "" : ", ") + entry.info.name;
		if (entry.info.name != fullName)
		{
			continue;
		}
		for (const auto& [option, value] : options)
		{
			bool found = false;
			for (const ShapeOption& has : entry.info.options)
			{
				found = found || has.name == option;
			}
			if (!found)
			{
				return Error{ErrorCode::InvalidSettings, fullName + " has no option --" + option};
			}
		}
		if (form == ShapeForm::Sheet && !entry.info.hasSheet)
		{
			return Error{ErrorCode::InvalidSettings, fullName + " is no thin wall, so there is no sheet of it"};
		}
		return form == ShapeForm::Sheet ? entry.makeSheet(options) : entry.make(options);
	}
	return Error{ErrorCode::InvalidSettings, "there is no shape '" + std::string(name) + "'; there are " + known};
}
} // namespace FractureToolkit
