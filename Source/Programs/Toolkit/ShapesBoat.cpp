// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Shapes.h"
#include "ShapesBuilder.h"
#include "ShapesPlanar.h"
#include "ShapesRange.h"

#include <algorithm>
#include <array>
#include <cmath>

// An open rowing boat. A hull surface is a formula over (s, t): s from transom to stem, t from keel to gunwale. The
// inside is the same formula with a narrower and higher section, on the part of s where it has a width. Each half is
// flattened to (length along the side, girth below the gunwale), filled with triangles there and lifted back; the same
// flat coordinates serve as UVs. Border points are made once and shared by the parts that meet there.

namespace FractureToolkit
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Ok;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::SurfaceMesh;
using FractureCore::Vec3;
using namespace ShapeDetail;

namespace
{
constexpr double kWidest = 0.4;       // station of the greatest beam
constexpr double kTransomWidth = 0.8; // of the greatest beam
constexpr double kStemRake = 0.1;     // of the length, from forefoot to stem head
constexpr double kRakeStart = 0.3;    // station forward of which sections lean
// Section: a cubic through the keel (0, 0) and the gunwale (1, 1) with these inner control points: a little deadrise,
// a round bilge, nearly upright sides.
constexpr Vec2 kSection[4] = {{0.0, 0.0}, {0.7, 0.06}, {0.93, 0.3}, {1.0, 1.0}};

double Square(double x)
{
	return x * x;
}

/// A place on a hull surface.
struct Station
{
	double s = 0.0;
	double t = 0.0;
};

class Hull
{
public:
	/// `inset`: 0 for the outside, the wall's thickness for the inside.
	Hull(const BoatShape& shape, double inset) : m_shape(shape), m_inset(inset), m_start(inset / shape.length)
	{
		double low = kWidest;
		double high = 1.0;
		for (int32_t i = 0; i < 60; ++i)
		{
			const double middle = 0.5 * (low + high);
			(HalfBeam(middle) > 0.0 ? low : high) = middle;
		}
		m_end = inset > 0.0 ? low : 1.0;
	}

	double Start() const { return m_start; }
	double End() const { return m_end; }

	/// Of the starboard half, where y <= 0.
	Vec3 Point(const Station& at) const
	{
		const Vec2 section = SectionPoint(at.t);
		const double y = at.s < m_end ? -HalfBeam(at.s) * section.x : 0.0;
		const double low = KeelHeight(at.s);
		return {m_shape.length * (at.s - 0.5) - Rake(at.s) * (1.0 - section.y),
			y,
			low + (SheerHeight(at.s) - low) * section.y};
	}

	/// Outward from the wet side, by differences.
	Vec3 Normal(const Station& at) const
	{
		constexpr double kStep = 1.0e-5;
		const Station aft{std::max(at.s - kStep, m_start), at.t};
		const Station fore{std::min(at.s + kStep, m_end), at.t};
		const Station below{at.s, std::max(at.t - kStep, 0.0)};
		const Station above{at.s, std::min(at.t + kStep, 1.0)};
		return Normalised(Cross(Point(fore) - Point(aft), Point(above) - Point(below)));
	}

	/// Nearly isometric: x along the side of the hull, y minus the girth up to the gunwale.
	Vec2 Flatten(const Station& at) const
	{
		return {SideLength(at.s) - Rake(at.s) * (1.0 - SectionPoint(at.t).y), -GirthToSheer(at)};
	}

	/// The inverse of Flatten. The rake couples s and t only weakly, so solving for each in turn contracts.
	Station Lift(const Vec2& flat) const
	{
		Station at{0.5, 0.5};
		double moved = 1.0;
		for (int32_t round = 0; round < 30 && moved > 1.0e-9; ++round)
		{
			const Station before = at;
			double low = m_start;
			double high = m_end;
			for (int32_t i = 0; i < 40; ++i)
			{
				at.s = 0.5 * (low + high);
				const double x = SideLength(at.s) - Rake(at.s) * (1.0 - SectionPoint(at.t).y);
				(x < flat.x ? low : high) = at.s;
			}
			low = 0.0;
			high = 1.0;
			for (int32_t i = 0; i < 40; ++i)
			{
				at.t = 0.5 * (low + high);
				(-GirthToSheer(at) < flat.y ? low : high) = at.t;
			}
			moved = std::abs(at.s - before.s) + std::abs(at.t - before.t);
		}
		return at;
	}

	double GirthToSheer(const Station& at) const
	{
		const double beam = at.s < m_end ? HalfBeam(at.s) : 0.0;
		const double depth = SheerHeight(at.s) - KeelHeight(at.s);
		constexpr int32_t kSteps = 12;
		double girth = 0.0;
		Vec2 last = SectionPoint(at.t);
		for (int32_t i = 1; i <= kSteps; ++i)
		{
			const Vec2 next = SectionPoint(at.t + (1.0 - at.t) * i / kSteps);
			girth += std::hypot(beam * (next.x - last.x), depth * (next.y - last.y));
			last = next;
		}
		return girth;
	}

	double SheerHeight(double s) const
	{
		const double rise =
			s > kWidest ? 0.4 * Square((s - kWidest) / (1.0 - kWidest)) : 0.1 * Square(1.0 - s / kWidest);
		return m_shape.depth * (1.0 + rise);
	}
	/// dz/dx along the gunwale.
	double SheerSlope(double s) const
	{
		constexpr double kStep = 1.0e-5;
		return (SheerHeight(s + kStep) - SheerHeight(s - kStep)) / (2.0 * kStep * m_shape.length);
	}

private:
	static Vec2 SectionPoint(double t)
	{
		const double u = 1.0 - t;
		return kSection[1] * (3.0 * u * u * t) + kSection[2] * (3.0 * u * t * t) + kSection[3] * (t * t * t);
	}

	/// dy/dx of the outer gunwale in plan.
	double PlanSlope(double s) const
	{
		const double half = 0.5 * m_shape.beam / m_shape.length;
		return s > kWidest ? -2.0 * half * (s - kWidest) / Square(1.0 - kWidest)
						   : 2.0 * half * (1.0 - kTransomWidth) * (kWidest - s) / Square(kWidest);
	}
	double HalfBeam(double s) const
	{
		const double part = s > kWidest ? 1.0 - Square((s - kWidest) / (1.0 - kWidest))
										: 1.0 - (1.0 - kTransomWidth) * Square((kWidest - s) / kWidest);
		return 0.5 * m_shape.beam * part - m_inset * std::sqrt(1.0 + Square(PlanSlope(s)));
	}
	double KeelHeight(double s) const
	{
		const double rocker =
			s > kWidest ? 0.22 * Square((s - kWidest) / (1.0 - kWidest)) : 0.12 * Square(1.0 - s / kWidest);
		return m_shape.depth * rocker + m_inset;
	}
	double Rake(double s) const
	{
		const double forward = std::max(0.0, (s - kRakeStart) / (1.0 - kRakeStart));
		return kStemRake * m_shape.length * forward * forward * forward;
	}
	/// Along a line halfway between the centre line and the gunwale in plan, so that both are stretched little.
	double SideLength(double s) const
	{
		constexpr int32_t kSteps = 16;
		double length = 0.0;
		for (int32_t i = 0; i < kSteps; ++i)
		{
			length += std::sqrt(1.0 + Square(0.7 * PlanSlope(s * (i + 0.5) / kSteps))) / kSteps;
		}
		return length * s * m_shape.length;
	}

	const BoatShape& m_shape;
	double m_inset = 0.0;
	double m_start = 0.0; // stations of the transom and the stem
	double m_end = 1.0;
};

/// The border of one half of a hull surface; both halves share keel and stem.
struct Border
{
	std::vector<Station> stations;    // keel from transom to forefoot, stem, gunwale back to the transom, transom down
	std::vector<int32_t> vertices[2]; // starboard, port
	size_t stemHead = 0;              // where the gunwale starts
	size_t transomHead = 0;           // where it ends
};

class BoatBuilder
{
public:
	/// The outside is `inset` inside the hull's formula: half the thickness for a sheet.
	BoatBuilder(const BoatShape& shape, double inset)
		: m_shape(shape), m_hulls{Hull(shape, inset), Hull(shape, shape.thickness)},
		  m_edge(std::min(shape.edge, 0.4 * std::min(0.5 * shape.beam, shape.depth))),
		  m_rimEdge(std::min(m_edge, std::max(1.3 * shape.thickness, 0.4 * shape.edge)))
	{
	}

	Result<SurfaceMesh> Build()
	{
		for (size_t surface = 0; surface < 2; ++surface)
		{
			if (const Status status = AddSurface(surface); !status)
			{
				return status.GetError();
			}
		}
		if (const Status status = AddGunwale(); !status)
		{
			return status.GetError();
		}
		return m_builder.Finish();
	}

	Result<SurfaceMesh> BuildSheet()
	{
		if (const Status status = AddSurface(0); !status)
		{
			return status.GetError();
		}
		return m_builder.Finish();
	}

private:
	Status AddSurface(size_t surface)
	{
		MakeBorder(surface);
		for (size_t side = 0; side < 2; ++side)
		{
			if (const Status status = AddHalf(surface, side); !status)
			{
				return status;
			}
		}
		return AddTransom(surface);
	}

	/// Target edge at the border of a half: short at the gunwale and in the bow, where the bilge is tight.
	double SizeAt(const Hull& hull, const Station& at) const
	{
		const double nearGunwale = m_rimEdge + 0.35 * hull.GirthToSheer(at);
		const double inBow = std::max(m_rimEdge, -0.4 * hull.Point({at.s, 1.0}).y);
		return std::min({m_edge, nearGunwale, inBow});
	}

	/// Appends the stations from `from` towards `to`, without the last.
	void AddStations(const Hull& hull, Station from, Station to, std::vector<Station>& stations) const
	{
		constexpr int32_t kNodes = 256;
		const auto at = [&](double u) { return Station{from.s + u * (to.s - from.s), from.t + u * (to.t - from.t)}; };
		std::vector<double> steps{0.0};
		for (int32_t i = 1; i <= kNodes; ++i)
		{
			const double size = SizeAt(hull, at((i - 0.5) / kNodes));
			const double length = Length(hull.Point(at(1.0 * i / kNodes)) - hull.Point(at(1.0 * (i - 1) / kNodes)));
			steps.push_back(steps.back() + length / size);
		}
		const int32_t count = std::max(1, static_cast<int32_t>(std::lround(steps.back())));
		size_t node = 1;
		for (int32_t i = 0; i < count; ++i)
		{
			const double wanted = steps.back() * i / count;
			while (steps[node] < wanted)
			{
				++node;
			}
			const double fraction = (wanted - steps[node - 1]) / (steps[node] - steps[node - 1]);
			stations.push_back(at((static_cast<double>(node) - 1.0 + fraction) / kNodes));
		}
	}

	void MakeBorder(size_t surface)
	{
		const Hull& hull = m_hulls[surface];
		Border& border = m_borders[surface];
		const double first = hull.Start();
		const double last = hull.End();
		AddStations(hull, {first, 0.0}, {last, 0.0}, border.stations);
		AddStations(hull, {last, 0.0}, {last, 1.0}, border.stations);
		border.stemHead = border.stations.size();
		AddStations(hull, {last, 1.0}, {first, 1.0}, border.stations);
		border.transomHead = border.stations.size();
		AddStations(hull, {first, 1.0}, {first, 0.0}, border.stations);
		for (size_t i = 0; i < border.stations.size(); ++i)
		{
			const Vec3 p = hull.Point(border.stations[i]);
			const bool shared = i <= border.stemHead;
			border.vertices[0].push_back(m_builder.AddVertex({p.x, shared ? 0.0 : p.y, p.z}));
			border.vertices[1].push_back(shared ? border.vertices[0].back() : m_builder.AddVertex({p.x, -p.y, p.z}));
		}
		// The transom's upper edge, from port to starboard, without its ends.
		const Vec3 corner = hull.Point({first, 1.0});
		const int32_t count = std::max(2, static_cast<int32_t>(std::lround(-2.0 * corner.y / m_rimEdge)));
		for (int32_t i = 1; i < count; ++i)
		{
			m_transomTops[surface].push_back(
				m_builder.AddVertex({corner.x, -corner.y * (1.0 - 2.0 * i / count), corner.z}));
		}
	}

	Status AddHalf(size_t surface, size_t side)
	{
		const Hull& hull = m_hulls[surface];
		const Border& border = m_borders[surface];
		std::vector<std::vector<Vec2>> loops(1);
		for (const Station& station : border.stations)
		{
			loops[0].push_back(hull.Flatten(station));
		}
		const Result<PlanarMesh> flat = TriangulateRegion(loops, m_edge, Ears::Split);
		if (!flat)
		{
			return flat.GetError();
		}
		std::vector<Station> stations = border.stations;
		std::vector<int32_t> vertices = border.vertices[side];
		const double mirror = side == 0 ? 1.0 : -1.0;
		for (size_t i = stations.size(); i < flat->points.size(); ++i)
		{
			stations.push_back(hull.Lift(flat->points[i]));
			const Vec3 p = hull.Point(stations.back());
			vertices.push_back(m_builder.AddVertex({p.x, mirror * p.y, p.z}));
		}
		// Flat triangles turn the right way for the starboard half seen from outside; each mirror turns them round.
		const bool turned = (surface == 0) != (side == 0);
		const double outward = surface == 0 ? 1.0 : -1.0;
		const int32_t chart = m_builder.AddChart();
		const int32_t slot = m_builder.Slot(surface == 0 ? "outside" : "inside");
		for (const FractureCore::Triangle& triangle : flat->triangles)
		{
			ShapeBuilder::Corner corners[3];
			for (int32_t k = 0; k < 3; ++k)
			{
				const auto i = static_cast<size_t>(triangle.v[turned ? 2 - k : k]);
				const Vec3 n = outward * hull.Normal(stations[i]);
				const Vec2 uv = flat->points[i];
				corners[k] = {vertices[i], {n.x, mirror * n.y, n.z}, turned ? Vec2{-uv.x, uv.y} : uv};
			}
			m_builder.AddTriangle(corners[0], corners[1], corners[2], chart, slot);
		}
		return Ok{};
	}

	/// Fills a region whose border vertices exist; `flatten` maps a position to the plane, `lift` back.
	template <typename FlattenFn, typename LiftFn, typename NormalFn>
	Status AddFlat(const std::vector<std::vector<int32_t>>& loops,
		const char* slotName,
		FlattenFn flatten,
		LiftFn lift,
		NormalFn normal)
	{
		std::vector<std::vector<Vec2>> flatLoops;
		std::vector<int32_t> vertices;
		for (const std::vector<int32_t>& loop : loops)
		{
			std::vector<Vec2>& flatLoop = flatLoops.emplace_back();
			for (const int32_t vertex : loop)
			{
				flatLoop.push_back(flatten(m_builder.Position(vertex)));
				vertices.push_back(vertex);
			}
		}
		const Result<PlanarMesh> flat = TriangulateRegion(flatLoops, m_edge);
		if (!flat)
		{
			return flat.GetError();
		}
		for (size_t i = vertices.size(); i < flat->points.size(); ++i)
		{
			vertices.push_back(m_builder.AddVertex(lift(flat->points[i])));
		}
		const int32_t chart = m_builder.AddChart();
		const int32_t slot = m_builder.Slot(slotName);
		for (const FractureCore::Triangle& triangle : flat->triangles)
		{
			ShapeBuilder::Corner corners[3];
			for (int32_t k = 0; k < 3; ++k)
			{
				const auto i = static_cast<size_t>(triangle.v[k]);
				corners[k] = {vertices[i], normal(m_builder.Position(vertices[i])), flat->points[i]};
			}
			m_builder.AddTriangle(corners[0], corners[1], corners[2], chart, slot);
		}
		return Ok{};
	}

	Status AddTransom(size_t surface)
	{
		const Border& border = m_borders[surface];
		const double outward = surface == 0 ? -1.0 : 1.0; // of x
		// Seen from ahead, y runs to the right: keel, up the port side, along the top, down the starboard side.
		std::vector<int32_t> loop{border.vertices[0].front()};
		loop.insert(loop.end(),
			border.vertices[1].rbegin(),
			border.vertices[1].rend() - static_cast<std::ptrdiff_t>(border.transomHead));
		loop.insert(loop.end(), m_transomTops[surface].begin(), m_transomTops[surface].end());
		loop.insert(loop.end(),
			border.vertices[0].begin() + static_cast<std::ptrdiff_t>(border.transomHead),
			border.vertices[0].end());
		if (surface == 0)
		{
			std::reverse(loop.begin(), loop.end());
		}
		const double x = m_builder.Position(loop.front()).x;
		return AddFlat(
			{loop},
			surface == 0 ? "outside" : "inside",
			[&](const Vec3& p) {
				return Vec2{outward * p.y, p.z};
			},
			[&](const Vec2& p) {
				return Vec3{x, outward * p.x, p.y};
			},
			[&](const Vec3&) {
				return Vec3{outward, 0.0, 0.0};
			});
	}

	Status AddGunwale()
	{
		std::vector<std::vector<int32_t>> loops;
		for (size_t surface = 0; surface < 2; ++surface)
		{
			// Counter-clockwise from above: forward along starboard, back along port, across the transom.
			const Border& border = m_borders[surface];
			std::vector<int32_t>& loop = loops.emplace_back();
			for (size_t i = border.transomHead; i > border.stemHead; --i)
			{
				loop.push_back(border.vertices[0][i]);
			}
			for (size_t i = border.stemHead; i <= border.transomHead; ++i)
			{
				loop.push_back(border.vertices[1][i]);
			}
			loop.insert(loop.end(), m_transomTops[surface].begin(), m_transomTops[surface].end());
		}
		std::reverse(loops[1].begin(), loops[1].end());
		const auto station = [&](double x) { return x / m_shape.length + 0.5; };
		return AddFlat(
			loops,
			"gunwale",
			[](const Vec3& p) {
				return Vec2{p.x, p.y};
			},
			[&](const Vec2& p) {
				return Vec3{p.x, p.y, m_hulls[0].SheerHeight(station(p.x))};
			},
			[&](const Vec3& p) {
				return Normalised(Vec3{-m_hulls[0].SheerSlope(station(p.x)), 0.0, 1.0});
			});
	}

	const BoatShape& m_shape;
	std::array<Hull, 2> m_hulls; // outside, inside
	double m_edge = 0.0;         // target edge; a bilge needs a few, m
	double m_rimEdge = 0.0;      // edge along the gunwale, m
	std::array<Border, 2> m_borders;
	std::array<std::vector<int32_t>, 2> m_transomTops;
	ShapeBuilder m_builder;
};

std::optional<Error> FindWrongBoat(const BoatShape& shape)
{
	const double l = shape.length;
	return FindOutOfRange("boat",
		{{"length", l, kSmallestLength, kLargestLength, ""},
			{"beam", shape.beam, 0.15 * l, 0.8 * l, "0.15 to 0.8 lengths"},
			{"depth", shape.depth, 0.08 * l, 0.5 * l, "0.08 to 0.5 lengths"},
			{"thickness",
				shape.thickness,
				l / 400.0,
				0.15 * std::min(shape.beam, shape.depth),
				"1/400 of the length to 0.15 of the beam or depth"},
			{"edge", shape.edge, l / 300.0, 0.5 * std::min(shape.beam, shape.depth), "1/300 to 1/8 of the length"}});
}

Result<SurfaceMesh> Built(Result<SurfaceMesh> mesh)
{
	if (!mesh)
	{
		return Error{ErrorCode::InvalidSettings, "boat: " + mesh.GetError().message + "; choose a smaller --edge"};
	}
	return mesh;
}
} // namespace

Result<SurfaceMesh> MakeBoat(const BoatShape& shape)
{
	const auto error = FindWrongBoat(shape);
	return error ? Result<SurfaceMesh>(*error) : Built(BoatBuilder(shape, 0.0).Build());
}

Result<SurfaceMesh> MakeBoatSheet(const BoatShape& shape)
{
	const auto error = FindWrongBoat(shape);
	return error ? Result<SurfaceMesh>(*error) : Built(BoatBuilder(shape, 0.5 * shape.thickness).BuildSheet());
}
} // namespace FractureToolkit
