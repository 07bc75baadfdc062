// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/ThinWalls.h"

#include "Tetra/WayAround.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace FractureCore
{
namespace
{
// A badly perforated shell spots everywhere: a sample tells as much as all of it.
constexpr size_t kSampledSpots = 128;

constexpr size_t kCheapSpots = 2'048;

// A wall that takes long to get around has dozens.
constexpr size_t kFewestSpots = 8;

// Between the faces of a wall, radians: beyond a right angle they are those of a ridge or a crease.
constexpr double kWidestAngle = 0.5 * kPi;

enum class SpotKind : uint8_t
{
	Feature, // there is a short way around
	Wall,
	Wedge,
	Hinge,
};

struct SpotClass
{
	SpotKind kind = SpotKind::Feature;
	double reach = 0.0; // m, of a wedge
};

/// A spot of a wall.
struct WallSpot
{
	double thickness = 0.0; // m
	double angle = 0.0;     // between the planes of both faces, radians
};

double AngleBetweenFaces(const LineStretch& stretch, const GridSurface& surface)
{
	const Vec3 enter = surface.Normal(stretch.enterTriangle);
	const Vec3 leave = surface.Normal(stretch.leaveTriangle);
	return std::atan2(Length(Cross(enter, leave)), -Dot(enter, leave));
}

// Of every `stride`-th spot, in their order. With `trustWedges`, nobody looks for a short way around narrow wedges,
// which takes long.
std::vector<SpotClass> ClassifySpots(const LatticeLines& lines,
	const GridSurface& surface,
	const std::vector<ThinSpot>& spots,
	size_t stride,
	bool trustWedges,
	WedgeFinder& wedges,
	TaskRunner& runner)
{
	constexpr int64_t kSpotsPerTask = 16;
	const auto count = static_cast<int64_t>((spots.size() + stride - 1) / stride);
	std::vector<SpotClass> classes(static_cast<size_t>(count));
	ParallelFor(runner,
		count,
		kSpotsPerTask,
		[&](int64_t begin, int64_t end)
		{
			WayAround way(lines);
			for (int64_t i = begin; i < end; ++i)
			{
				const ThinSpot& spot = spots[static_cast<size_t>(i) * stride];
				if (const auto wedge = trustWedges ? wedges.Find(spot.stretch, surface, false) : std::nullopt;
					wedge && wedge->isNarrow)
				{
					classes[i] = {SpotKind::Wedge, wedge->reach};
					continue;
				}
				const bool isFeature =
					AngleBetweenFaces(spot.stretch, surface) > kWidestAngle || way.Connects(spot.from, spot.to);
				classes[i].kind = isFeature ? SpotKind::Feature : SpotKind::Wall;
			}
		});
	if (std::none_of(classes.begin(), classes.end(), [](const SpotClass& c) { return c.kind == SpotKind::Wall; }))
	{
		return classes;
	}
	wedges.Prepare();
	ParallelFor(runner,
		count,
		kSpotsPerTask,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				if (classes[i].kind != SpotKind::Wall)
				{
					continue;
				}
				const auto wedge = wedges.Find(spots[static_cast<size_t>(i) * stride].stretch, surface, false);
				if (wedge)
				{
					classes[i] = {wedge->isNarrow ? SpotKind::Wedge : SpotKind::Hinge, wedge->reach};
				}
			}
		});
	return classes;
}

// Nearly all are at least that. Of a few, the smallest may be chance.
double LowQuantile(std::vector<double>& numbers)
{
	std::sort(numbers.begin(), numbers.end());
	return numbers.empty() ? 0.0 : numbers[std::max(numbers.size() / 16, std::min<size_t>(numbers.size() / 4, 3))];
}

// Of numbers in ascending order: a wall is about as thick everywhere.
bool AreSpread(std::span<const double> numbers)
{
	constexpr double kOfMedian = 0.8;
	return !numbers.empty() && numbers[numbers.size() / 16] < kOfMedian * numbers[numbers.size() / 2];
}

// The same: that many are the same where a thinner wall is next to a thicker one, and never where one tapers.
bool AreCrowded(std::span<const double> numbers)
{
	constexpr size_t kEnoughNumbers = 32;
	constexpr double kAboutTheSame = 1.1;
	size_t crowd = 0;
	for (size_t begin = 0, end = 0; begin < numbers.size() / 2; ++begin)
	{
		while (end < numbers.size() && numbers[end] <= kAboutTheSame * numbers[begin])
		{
			++end;
		}
		crowd = std::max(crowd, end - begin);
	}
	return numbers.size() >= kEnoughNumbers && crowd > numbers.size() / 4;
}

// Whether most of the faces of the thinner half draw nearer to each other. Sorted by thickness.
bool FacesConverge(std::span<const WallSpot> spots)
{
	constexpr double kConverging = 0.01; // radians; folds of a plate that is not quite plane are below
	const auto thinner = spots.first((spots.size() + 1) / 2);
	const auto converging =
		std::count_if(thinner.begin(), thinner.end(), [](const WallSpot& s) { return s.angle > kConverging; });
	return 2 * converging > static_cast<int64_t>(thinner.size());
}

void AddToWalls(ThinWalls& walls, int64_t spots, double thickness)
{
	if (spots > 0)
	{
		walls.thickness = walls.wallSpots > 0 ? std::min(walls.thickness, thickness) : thickness;
		walls.wallSpots += spots;
	}
}
} // namespace

void ThinWalls::TakeWedgesForWalls()
{
	// How thin a tip is where the lattice happens to meet it says nothing about the walls that there are.
	AddToWalls(*this, std::exchange(wedgeSpots, 0), wallSpots > 0 ? thickness : thinnestWedge);
}

void ThinWalls::TakeHingesForWalls()
{
	AddToWalls(*this, std::exchange(hingeSpots, 0), thinnestHinge);
}

ThinWalls FindThinWalls(const LatticeLines& lines, const GridSurface& surface, WedgeFinder& wedges, TaskRunner& runner)
{
	const ThinSpots found = FindThinSpots(lines, surface, runner);
	const std::vector<ThinSpot>& spots = found.spots;
	size_t stride = spots.size() / kSampledSpots + 1;
	std::vector<SpotClass> classes = ClassifySpots(lines, surface, spots, stride, false, wedges, runner);
	const auto countOf = [&](SpotKind kind)
	{ return std::count_if(classes.begin(), classes.end(), [&](const SpotClass& c) { return c.kind == kind; }); };
	// A few of a sample say little: all of them do, where that does not take long.
	const auto fewest = static_cast<int64_t>(spots.size() <= kCheapSpots ? kFewestSpots : 1);
	if (countOf(SpotKind::Wall) < fewest && stride > 1)
	{
		// Walls are what is looked for: where there are wedges, more of them change nothing.
		const bool hasWedges = countOf(SpotKind::Wedge) >= static_cast<int64_t>(kFewestSpots);
		stride = 1;
		classes = ClassifySpots(lines, surface, spots, 1, hasWedges, wedges, runner);
	}
	std::vector<WallSpot> wallSpots;
	std::vector<double> narrow;
	std::vector<double> hinges;
	double reach = 0.0;
	for (size_t i = 0; i < classes.size(); ++i)
	{
		const double thickness = spots[i * stride].thickness * surface.frame.unit;
		switch (classes[i].kind)
		{
		case SpotKind::Feature:
			break;
		case SpotKind::Wall:
			wallSpots.push_back({thickness, AngleBetweenFaces(spots[i * stride].stretch, surface)});
			break;
		case SpotKind::Wedge:
			narrow.push_back(thickness);
			reach = std::max(reach, classes[i].reach);
			break;
		case SpotKind::Hinge:
			hinges.push_back(thickness);
			break;
		}
	}
	std::sort(wallSpots.begin(),
		wallSpots.end(),
		[](const WallSpot& a, const WallSpot& b)
		{ return std::tie(a.thickness, a.angle) < std::tie(b.thickness, b.angle); });
	std::vector<double> walls;
	walls.reserve(wallSpots.size());
	for (const WallSpot& spot : wallSpots)
	{
		walls.push_back(spot.thickness);
	}
	ThinWalls result;
	result.hasContact = found.contacts >= static_cast<int64_t>(kFewestSpots); // a line may graze an edge
	result.thinSpots = static_cast<int64_t>(spots.size());
	for (const ThinSpot& spot : spots)
	{
		result.spots.push_back({surface.frame.ToWorld(0.5 * (spot.stretch.enter + spot.stretch.leave)),
			spot.thickness * surface.frame.unit,
			spot.stretch.enterTriangle});
	}
	const size_t others = narrow.size() + hinges.size();
	if ((walls.size() + others) * stride >= kFewestSpots)
	{
		// A few spots of a wedge may look like a wall.
		const bool hasWalls = walls.size() * stride >= kFewestSpots || others < kFewestSpots;
		result.wallSpots = hasWalls ? static_cast<int64_t>(walls.size() * stride) : 0;
		result.wedgeSpots = static_cast<int64_t>(narrow.size() * stride);
		result.hingeSpots = static_cast<int64_t>(hinges.size() * stride);
	}
	result.thickness = LowQuantile(walls);
	result.facesConverge = FacesConverge(wallSpots) && !AreCrowded(walls);
	result.tapers = AreSpread(walls) && result.facesConverge;
	result.thinnestWedge = LowQuantile(narrow);
	result.thinnestHinge = LowQuantile(hinges);
	result.wedgeReach = reach;
	return result;
}
} // namespace FractureCore
