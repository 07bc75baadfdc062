// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/MeshAttempt.h"

#include "Base/Text.h"
#include "Tetra/Blunting.h"
#include "Tetra/Optimise.h"
#include "Tetra/Polish.h"
#include "Tetra/Stuffing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace FractureCore
{
namespace
{
// Good enough to stop looking: the rest of the 15 % is for what finishing changes.
constexpr double kCloseEnough = 0.08;
constexpr double kStillGood = 0.14;
constexpr int32_t kMostAttempts = 14;
// Of a shell thinner than the cells a lattice meets so little that the number of tets is a matter of chance.
constexpr int32_t kMostWithHoles = 6;

// Cells that the search may go down to where those for a foil have too few tets, as a share of them.
constexpr double kBelowFoil = 0.4;

// Above that many tets a mesh of an eighth of them, which costs little, tells the cell size.
constexpr int32_t kWorthAProbe = 60'000;

// Components smaller than this, in cells, are crumbs.
constexpr double kCrumbVolume = 1.0;

// Chords of a curved surface cut its volume off. Beyond the first of these errors the surface is moved outward to
// make up for it, by at most so many cells.
constexpr double kVolumeErrorToFit = 0.002;
constexpr double kVolumeErrorToFitAgain = 0.01;
constexpr int32_t kMostFits = 4;
constexpr double kVolumeErrorOfHoles = 0.35; // not the chords' doing
constexpr double kLargestGrowth = 0.12;
constexpr double kLargestGrowthWithoutTips = 0.03; // what chords need

double FitTolerance(int32_t step)
{
	return step == 0 ? kVolumeErrorToFit : kVolumeErrorToFitAgain;
}
} // namespace

AttemptMaker::AttemptMaker(const SolidSurface& solid,
	const SurfaceIntegrals& integrals,
	int32_t maxTets,
	TaskRunner& runner,
	const ProgressSink& progress)
	: m_solid(solid), m_integrals(integrals), m_maxTets(maxTets), m_runner(runner), m_progress(progress),
	  m_count(integrals), m_wedges(solid, runner), m_parts(solid, runner)
{
}

Error AttemptMaker::TooManyTets(double cellSize) const
{
	const double fits = m_count.CellSizeFor(0.8 * m_maxTets);
	return {ErrorCode::TooLarge,
		"cells of " + FormatShort(cellSize) + " m need more than the allowed " + std::to_string(m_maxTets) +
			" tets; cells of " + FormatShort(fits) + " m would fit"};
}

Result<MeshAttempt> AttemptMaker::Stuff(double cellSize, int32_t place)
{
	// Far too many are refused before they cost time and memory; the model is good to 10 % or so.
	constexpr double kSurelyTooMany = 2.0;
	if (!(m_count.TetsAt(cellSize) < kSurelyTooMany * m_maxTets) ||
		LongestSide(m_integrals) / cellSize > kMaxCellsAcross)
	{
		return TooManyTets(cellSize);
	}
	// Nobody knows how many attempts it takes: each brings the fraction half the way to 1.
	if (!m_progress.Report("tetrahedralise", 1.0 - std::ldexp(1.0, -m_stuffed++)))
	{
		return Error{ErrorCode::Cancelled, "cancelled while making tets"};
	}
	MeshAttempt attempt;
	attempt.cellSize = cellSize;
	attempt.surface = RoundToGrid(m_solid, MakeLatticeFrame(m_integrals, cellSize, place), m_runner);
	Result<LatticeLines> lines = LatticeLines::Build(attempt.surface, m_runner);
	if (!lines)
	{
		return lines.GetError();
	}
	attempt.lines = std::move(*lines);
	attempt.mesh = StuffSolid(attempt.lines, attempt.surface, 0.0, {}, m_runner);
	if (attempt.mesh.tets.size() < m_fitAtOnce)
	{
		FitVolume(attempt);
	}
	if (attempt.mesh.tets.size() > static_cast<size_t>(m_maxTets))
	{
		m_count.Calibrate(cellSize, attempt.Tets());
		return TooManyTets(cellSize);
	}
	return attempt;
}

Result<MeshAttempt> AttemptMaker::StuffForTarget(int32_t target)
{
	if (target > kWorthAProbe)
	{
		const double probeSize = m_count.CellSizeFor(target / 8.0);
		Result<MeshAttempt> probe = Stuff(probeSize);
		if (!probe)
		{
			return probe;
		}
		m_count.Calibrate(probeSize, probe->Tets());
	}
	TargetSearch search;
	SearchPlaces(target, search);
	if (search.best && !search.best->fitted)
	{
		// Where a row of cells is about to come in, fitting the volume brings it: then the search must see that too.
		FitVolume(*search.best);
		search.miss = std::abs(search.best->Tets() / target - 1.0);
		if (search.miss > kStillGood && !search.hasHoles)
		{
			m_fitAtOnce = std::numeric_limits<size_t>::max();
			SearchPlaces(target, search);
		}
	}
	return std::move(search.best);
}

void AttemptMaker::SearchPlaces(int32_t target, TargetSearch& search)
{
	// Of a bar of few cells across the tets jump as rows of cells come in: the lattice in another place may not.
	for (int32_t place = 0; place < kLatticePlaces && search.miss > kStillGood; ++place)
	{
		SearchCellSize(target, place, search);
		if (search.hasHoles || !search.best)
		{
			return;
		}
	}
}

void AttemptMaker::SearchCellSize(int32_t target, int32_t place, TargetSearch& search)
{
	double tooSmall = m_count.FoilCellSizeFor(target);
	double cellSize = m_count.LeastCellSizeFor(target);
	double tooLarge = std::numeric_limits<double>::infinity();
	int32_t mostAttempts = kMostAttempts;
	for (int32_t i = 0; i < mostAttempts && search.miss > kCloseEnough && tooLarge > 1.001 * tooSmall; ++i)
	{
		Result<MeshAttempt> attempt = Stuff(cellSize, place);
		if (!attempt)
		{
			if (!search.best)
			{
				search.best = std::move(attempt);
			}
			return;
		}
		const bool hasHoles = TotalVolume(attempt->mesh) < (1.0 - kVolumeErrorOfHoles) * m_integrals.volume;
		mostAttempts = hasHoles ? kMostWithHoles : mostAttempts;
		const double ratio = attempt->Tets() / target;
		(ratio > 1.0 ? tooSmall : tooLarge) = cellSize;
		if (ratio < 1.0 - kStillGood && !hasHoles && tooLarge <= 1.001 * tooSmall)
		{
			tooSmall *= kBelowFoil; // so much of the volume is there that it is no foil
		}
		if (const double miss = std::abs(ratio - 1.0); miss < search.miss)
		{
			search.miss = miss;
			search.hasHoles = hasHoles;
			search.best = std::move(attempt);
		}
		// Tets go with the power -2 (many cells) to -3 (few) of the cell size; leaps stay within the bracket.
		cellSize *= std::clamp(std::pow(ratio, 1.0 / 2.5), 0.4, 2.5);
		if (cellSize <= tooSmall || cellSize >= tooLarge)
		{
			cellSize = std::sqrt(tooSmall * tooLarge);
		}
	}
}

double AttemptMaker::VolumeOf(const MeshAttempt& attempt) const
{
	const double unit = attempt.surface.frame.unit;
	return attempt.lines.OverlapShare() < kNegligibleOverlap
		? m_integrals.volume
		: attempt.lines.VolumeByLines(attempt.surface.frame) * unit * unit * unit;
}

void AttemptMaker::FitVolume(MeshAttempt& attempt)
{
	attempt.fitted = true;
	const double volume = VolumeOf(attempt);
	double missing = volume - TotalVolume(attempt.mesh);
	if (std::abs(missing) > kVolumeErrorOfHoles * volume)
	{
		return;
	}
	// The volume jumps a little where nodes warp, so only what is better counts. Then the secant through both.
	const double most = (attempt.losesTips ? kLargestGrowthWithoutTips : kLargestGrowth) * attempt.cellSize;
	double outward = missing / m_integrals.area;
	for (int32_t step = 0; step < kMostFits && std::abs(missing) > FitTolerance(step) * volume; ++step)
	{
		outward = std::clamp(outward, -most, most);
		TetMesh fitted = StuffSolid(attempt.lines, attempt.surface, outward, attempt.blunt, m_runner);
		const double left = volume - TotalVolume(fitted);
		if (left == missing)
		{
			return;
		}
		const double next = outward + (outward - attempt.outward) * left / (missing - left);
		if (std::abs(left) < std::abs(missing))
		{
			attempt.mesh = std::move(fitted);
			attempt.outward = outward;
			missing = left;
		}
		outward = next;
	}
}

CleanupReport AttemptMaker::Finish(MeshAttempt& attempt, bool separate)
{
	if (!attempt.fitted)
	{
		FitVolume(attempt);
	}
	const double cell = attempt.cellSize;
	const double crumb = kCrumbVolume * cell * cell * cell;
	CleanupReport report = RemoveCrumbsAndHinges(attempt.mesh, crumb);
	if (separate && (report.boundary.pinches > 0 || !report.boundary.manifold))
	{
		attempt.mesh = StuffWithoutPinches(attempt.lines, attempt.surface, attempt.outward, attempt.blunt, m_runner);
		report = RemoveCrumbsAndHinges(attempt.mesh, crumb);
	}
	PolishWorstTets(attempt.mesh, cell, m_runner);
	return report;
}

bool AttemptMaker::Blunt(MeshAttempt& attempt, double thinnerThan, bool losesTips)
{
	BluntNodes found = FindBluntNodes(attempt.lines, attempt.surface, thinnerThan, m_wedges, m_runner);
	attempt.blunt = std::move(found.keys);
	attempt.hasBridges = found.hasBridges;
	if (attempt.blunt.empty())
	{
		return false;
	}
	StuffAgain(attempt, losesTips);
	return true;
}

bool AttemptMaker::LeaveTips(MeshAttempt& attempt)
{
	if (attempt.outward <= kLargestGrowthWithoutTips * attempt.cellSize)
	{
		return false;
	}
	StuffAgain(attempt, true);
	return true;
}

void AttemptMaker::StuffAgain(MeshAttempt& attempt, bool losesTips)
{
	attempt.losesTips = losesTips;
	attempt.outward = 0.0;
	attempt.fitted = false;
	attempt.mesh = StuffSolid(attempt.lines, attempt.surface, 0.0, attempt.blunt, m_runner);
}

void AttemptMaker::AddVertices(std::vector<LimbSpot>& spots) const
{
	std::vector<uint8_t> isThere(m_solid.positions.size(), 0);
	for (size_t i = 0; i < m_solid.triangles.size(); ++i)
	{
		for (const int32_t vertex : m_solid.triangles[i].v)
		{
			if (!isThere[vertex])
			{
				isThere[vertex] = 1;
				spots.push_back({m_solid.positions[vertex], 0.0, static_cast<int32_t>(i)});
			}
		}
	}
}

Status AttemptMaker::Optimise(MeshAttempt& attempt)
{
	if (!OptimiseMesh(attempt.mesh, m_solid, attempt.cellSize, m_runner, m_progress))
	{
		return Error{ErrorCode::Cancelled, "cancelled while optimising tets"};
	}
	return Ok{};
}
} // namespace FractureCore
