// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/WallKeeper.h"

#include "Tetra/WallNumbers.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace FractureCore
{
namespace
{
// Refining may take this many times the tets asked for, and in any case so many: walls of 2 % of an object's size, the
// papers' glasses and ornaments, need them; a bake of them takes a second. For holes and gaps that are no walls, such
// as the folds of a scan, fewer are worth it.
constexpr double kMostRefinement = 8.0;
constexpr double kTetsForWalls = 200'000.0;
constexpr double kTetsForTopology = 5'000.0;

// Of the solid's volume: not to be taken for the solid.
constexpr double kWorstVolumeError = 0.15;
constexpr double kMostOfTips = 0.3; // in tips that are left out

constexpr double kMostlyGone = -0.5;

// In cells.
constexpr double kThinnestKnownWall = 0.95;

/// Walls that are this much thinner to cells which fit what coarser cells saw end in a sharp edge.
constexpr double kTaperedWall = 0.5;

/// Spots of a wall, which has dozens from a few cells on: fewer are where parts of the surface come near each other.
constexpr int64_t kHardlyAnySpots = 32;

/// Times the tets asked for, that such walls get before a mesh that ends short of their edges is looked for.
constexpr double kWorthForTapers = 2.0;

/// Of the solid's volume, that may lie in such edges.
constexpr double kMostOfTapers = 0.05;

double CellSizeForWall(double thickness, bool knowsTopology)
{
	return thickness / (knowsTopology ? 1.0 : 1.03 * kThinnestWall);
}
} // namespace

WallKeeper::WallKeeper(const SurfaceIntegrals& integrals, const TetSettings& settings, AttemptMaker& maker)
	: m_settings(settings), m_maker(maker), m_count(integrals), m_volume(integrals.volume), m_area(integrals.area)
{
}

bool WallKeeper::Candidate::HasSubstance() const
{
	if (attempt.mesh.tets.empty() || overlap >= kNegligibleOverlap)
	{
		// Lines tell the volume of what overlaps itself to some percent where there are few of them.
		return !attempt.mesh.tets.empty() && volumeError > kMostlyGone;
	}
	return std::abs(volumeError) < (attempt.losesTips && volumeError < 0.0 ? kMostOfTips : kWorstVolumeError);
}

// Where pieces and holes are seen to be right, a wall may be as thin as a cell.
bool WallKeeper::Candidate::WallsTooThin() const
{
	return walls.wallSpots > 0 &&
		!(knowsTopology && sameTopology && walls.thickness > kThinnestKnownWall * attempt.cellSize);
}

Result<Tetrahedralisation> WallKeeper::Run()
{
	Result<MeshAttempt> first =
		m_settings.cellSize > 0.0 ? m_maker.Stuff(m_settings.cellSize) : m_maker.StuffForTarget(m_settings.targetTets);
	if (!first)
	{
		return first.GetError();
	}
	m_asked = m_settings.cellSize > 0.0 ? first->Tets() : m_settings.targetTets;
	Candidate candidate = Finish(std::move(*first));
	if (candidate.IsSound() && !(candidate.LacksLimbs() && m_settings.refineThinWalls))
	{
		Result<Candidate> restored = RestoreCount(std::move(candidate));
		return restored ? Accept(std::move(*restored)) : restored.GetError();
	}
	if (candidate.thinInWedges && m_settings.refineThinWalls)
	{
		return RefineForWedges(std::move(candidate));
	}
	return candidate.WallsTooThin() ? RefineForWalls(std::move(candidate)) : RefineForTopology(std::move(candidate));
}

WallKeeper::Candidate WallKeeper::Finish(MeshAttempt attempt)
{
	Candidate candidate;
	candidate.attempt = std::move(attempt);
	candidate.walls = m_maker.FindWalls(candidate.attempt);
	candidate.overlap = candidate.attempt.lines.OverlapShare();
	FinishMesh(candidate);
	candidate.thinInWedges =
		candidate.knowsTopology && candidate.walls.wedgeSpots > 0 && candidate.walls.wallSpots == 0;
	if (candidate.thinInWedges)
	{
		LeaveTips(candidate);
	}
	const bool losesTips = !(candidate.HasSubstance() && candidate.sameTopology && !candidate.IsPinched());
	// Of what is mostly gone even less would be left.
	const bool isLittle = candidate.thinInWedges && candidate.volumeError < kMostlyGone;
	const bool isRight = (losesTips && !isLittle && candidate.walls.wallSpots == 0 &&
							 candidate.overlap < kNegligibleOverlap && BluntEdges(candidate)) ||
		candidate.HasTheSolidsTopology();
	// Without a look at its holes and pieces nobody knows whether a mesh lost no more than the tips of the wedges.
	// Parts that touch in an edge and hang together there are told of if anybody sees that they do. A single part that
	// touches itself has walls around a hollow, as far as anybody knows.
	if (!isRight)
	{
		candidate.walls.TakeWedgesForWalls();
	}
	if (!candidate.knowsTopology || candidate.parts < 2)
	{
		candidate.walls.TakeHingesForWalls();
	}
	FindLimbs(candidate);
	candidate.attempt.DropLattice();
	return candidate;
}

void WallKeeper::FinishMesh(Candidate& candidate)
{
	MeshAttempt& attempt = candidate.attempt;
	const double cell = attempt.cellSize;
	const bool isPerforated = candidate.walls.wallSpots > 0 && candidate.walls.thickness < kThinnestKnownWall * cell;
	candidate.report = m_maker.Finish(attempt, !isPerforated);
	if (candidate.overlap < kNegligibleOverlap)
	{
		const std::vector<TopologyPart>& parts = m_maker.Parts().Parts();
		candidate.parts = static_cast<int32_t>(std::count_if(parts.begin(),
			parts.end(),
			[cell](const TopologyPart& p) { return std::abs(p.volume) >= kCellsOfPart * cell * cell * cell; }));
		// Overlapping components are one piece; a single one that overlaps itself a little is scan noise.
		// Where the surface lies on itself, what it encloses has other holes than it has.
		candidate.knowsTopology = m_maker.Parts().Topology().manifold &&
			(candidate.overlap == 0.0 || candidate.parts == 1) && !candidate.walls.hasContact;
		MatchParts(candidate);
	}
	candidate.volumeError = TotalVolume(attempt.mesh) / m_maker.VolumeOf(attempt) - 1.0;
}

// If the mesh is as good without making up for their volume.
void WallKeeper::LeaveTips(Candidate& candidate)
{
	Candidate firm = candidate;
	if (m_maker.LeaveTips(firm.attempt))
	{
		FinishMesh(firm);
		if (firm.HasTheSolidsTopology() && firm.HasSubstance())
		{
			candidate = std::move(firm);
		}
	}
}

// The less of the tips goes the better. The mesh as it was stays where none of it gives the solid's holes and pieces.
bool WallKeeper::BluntEdges(Candidate& candidate)
{
	bool isRight = false;
	// Parts that touch may hang together there: that is better than much less of them.
	const bool hasWedges = candidate.walls.wedgeSpots > 0;
	const double worstError = hasWedges || !candidate.HasSubstance() ? kMostOfTips : kVolumeTolerance;
	for (const double thinnerThan : {0.0, 0.4, 0.8, kThinnestWall}) // 0: bridges only
	{
		Candidate blunt = candidate;
		if (!m_maker.Blunt(blunt.attempt, thinnerThan, hasWedges && thinnerThan > 0.0))
		{
			continue;
		}
		candidate.attempt.hasBridges |= blunt.attempt.hasBridges;
		FinishMesh(blunt);
		isRight |= blunt.HasTheSolidsTopology();
		if (std::abs(blunt.volumeError) < worstError && blunt.HasTheSolidsTopology() && blunt.HasSubstance())
		{
			candidate = std::move(blunt);
			break;
		}
	}
	return isRight;
}

Result<std::optional<WallKeeper::Candidate>> WallKeeper::Try(double cellSize)
{
	Result<MeshAttempt> attempt = m_maker.Stuff(cellSize);
	if (attempt)
	{
		return std::optional<Candidate>(Finish(std::move(*attempt)));
	}
	if (attempt.GetError().code == ErrorCode::Cancelled)
	{
		return attempt.GetError();
	}
	return std::optional<Candidate>();
}

double WallKeeper::MostTets(double atLeast) const
{
	return std::min<double>(m_settings.maxTets, std::max(kMostRefinement * m_asked, atLeast));
}

Result<WallKeeper::Candidate> WallKeeper::RestoreCount(Candidate candidate)
{
	// Closer would be chance; the rest of the tolerance is for what comes after.
	constexpr double kNearCount = 0.1;
	constexpr int32_t kMostTurns = 5;
	const auto miss = [&](const Candidate& c) { return std::abs(c.attempt.Tets() / m_asked - 1.0); };
	if (!candidate.thinInWedges || m_settings.cellSize > 0.0)
	{
		return candidate;
	}
	double cellSize = 0.0;
	bool isBetter = true;
	for (int32_t turn = 0; turn < kMostTurns && miss(candidate) > kNearCount; ++turn)
	{
		// Where the number leaps, half of the way may do.
		const double best = candidate.attempt.cellSize;
		cellSize =
			isBetter ? best * std::pow(candidate.attempt.Tets() / m_asked, 1.0 / 2.5) : std::sqrt(best * cellSize);
		Result<std::optional<Candidate>> tried = Try(cellSize);
		if (!tried)
		{
			return tried.GetError();
		}
		isBetter = *tried && (*tried)->IsSound() && miss(**tried) < miss(candidate);
		if (isBetter)
		{
			candidate = std::move(**tried);
		}
	}
	return candidate;
}

Result<std::optional<WallKeeper::Candidate>> WallKeeper::TryFiner(double cellSize)
{
	if (m_count.TetsAt(cellSize) > MostTets(kTetsForWalls))
	{
		return std::optional<Candidate>();
	}
	return Try(cellSize);
}

Result<Tetrahedralisation> WallKeeper::RefineForWalls(Candidate coarse)
{
	constexpr int32_t kMostSteps = 6;
	double cellSize = coarse.attempt.cellSize;
	double thickness = coarse.walls.thickness;
	bool tapers = false;
	for (int32_t step = 0; step < kMostSteps && m_settings.refineThinWalls; ++step)
	{
		cellSize = std::min(0.9 * cellSize, CellSizeForWall(thickness, coarse.knowsTopology));
		if (coarse.walls.tapers && m_count.TetsAt(cellSize) > std::max(kTetsForWalls, kWorthForTapers * m_asked))
		{
			break; // where it is thinnest is next to nothing
		}
		Result<std::optional<Candidate>> tried = TryFiner(cellSize);
		if (!tried)
		{
			return tried.GetError();
		}
		if (!*tried)
		{
			break;
		}
		Candidate& fine = **tried;
		if (fine.HasSubstance() && !fine.WallsTooThin() && !fine.IsPinched())
		{
			WarnOfRefining(fine, "walls of about " + FormatShort(thickness) + " m");
			if (!fine.sameTopology)
			{
				WarnOfTopology(fine);
			}
			return Accept(std::move(fine));
		}
		tapers |=
			fine.walls.wallSpots > 0 && fine.walls.facesConverge && fine.walls.thickness < kTaperedWall * thickness;
		thickness = fine.walls.wallSpots > 0 ? std::min(thickness, fine.walls.thickness) : thickness;
		coarse.knowsTopology = fine.knowsTopology;
	}
	const bool isHardlyAny = coarse.walls.wallSpots <= kHardlyAnySpots;
	if ((tapers || coarse.walls.tapers || isHardlyAny) && m_settings.refineThinWalls)
	{
		if (EndsShortOfTapers(coarse))
		{
			WarnOfTapers(coarse);
			return Accept(std::move(coarse));
		}
		Result<std::optional<Candidate>> blunt = LeaveTapers(coarse.attempt.cellSize);
		if (!blunt)
		{
			return blunt.GetError();
		}
		if (*blunt)
		{
			return Accept(std::move(**blunt));
		}
	}
	// Never a wall with holes that nobody asked for.
	const double needed = std::min(cellSize, CellSizeForWall(thickness, coarse.knowsTopology));
	tapers |= coarse.walls.tapers && !IsSensible(needed);
	const std::string advice = tapers ? "walls seem to taper to nothing, as cells saw ever thinner ones down to " +
			FormatShort(thickness) + " m, and no mesh of up to " + FormatCount(MostTets(kTetsForWalls)) +
			" tets had the surface's holes and pieces: round the sharp edges off"
									  : WallAdvice(thickness, needed, coarse.walls.tapers);
	if (m_settings.refineThinWalls || coarse.attempt.mesh.tets.empty())
	{
		return Error{ErrorCode::InvalidMesh, advice};
	}
	m_result.warnings.push_back(
		{WarningCode::ThinWallPerforated, "the tet mesh has holes: " + advice, coarse.walls.wallSpots});
	return Accept(std::move(coarse));
}

// That a mesh has the solid's holes and pieces and nearly its volume says that its walls have no holes, however thin
// the cells found them: what is missing is along the edges.
bool WallKeeper::EndsShortOfTapers(const Candidate& candidate)
{
	return candidate.HasTheSolidsTopology() && std::abs(candidate.volumeError) < kMostOfTapers &&
		!candidate.LacksLimbs();
}

Result<std::optional<WallKeeper::Candidate>> WallKeeper::LeaveTapers(double cellSize)
{
	for (const double step : {0.98, 0.92, 0.85, 0.75, 0.65, 0.55, 0.45, 0.38, 0.32, 0.26, 0.2, 0.15})
	{
		Result<std::optional<Candidate>> tried = TryFiner(step * cellSize);
		if (!tried || !*tried)
		{
			return tried;
		}
		Candidate& fine = **tried;
		if (fine.overlap >= kNegligibleOverlap)
		{
			return std::optional<Candidate>(); // no cells tell the holes and pieces of what overlaps itself
		}
		if (EndsShortOfTapers(fine))
		{
			if (std::abs(fine.attempt.Tets() / m_asked - 1.0) > kTargetTolerance)
			{
				WarnOfRefining(fine, "walls that taper to less than cells of " + FormatShort(cellSize) + " m");
			}
			WarnOfTapers(fine);
			return tried;
		}
	}
	return std::optional<Candidate>();
}

// Finer cells leave less of the tips out, but never none: how thin they are where the lattice happens to meet them says
// nothing. So step by step, until enough of the solid is there.
Result<Tetrahedralisation> WallKeeper::RefineForWedges(Candidate coarse)
{
	constexpr double kSmallStep = 0.98; // two of them keep within the tolerance of the number of tets
	constexpr double kStep = 0.94;
	constexpr double kStepOfLittle = 0.85;
	constexpr int32_t kPatience = 8;           // steps
	constexpr double kWorthTrying = 100'000.0; // tets, of all that failed
	double cellSize = coarse.attempt.cellSize;
	bool isLittle = coarse.volumeError < kMostlyGone;
	double wasted = 0.0;
	for (int32_t step = 0; wasted < std::max(kWorthTrying, kMostRefinement * m_asked); ++step)
	{
		cellSize *= isLittle || step > kPatience ? kStepOfLittle : (step < 2 ? kSmallStep : kStep);
		Result<std::optional<Candidate>> tried = TryFiner(cellSize);
		if (!tried)
		{
			return tried.GetError();
		}
		if (!*tried)
		{
			break;
		}
		Candidate& fine = **tried;
		if (fine.IsSound())
		{
			if (fine.attempt.Tets() < m_asked)
			{
				Result<Candidate> restored = RestoreCount(std::move(fine));
				return restored ? Accept(std::move(*restored)) : restored.GetError();
			}
			if (fine.attempt.Tets() > (1.0 + kTargetTolerance) * m_asked)
			{
				WarnOfRefining(
					fine, "sharp edges thinner than cells of " + FormatShort(coarse.attempt.cellSize) + " m");
			}
			return Accept(std::move(fine));
		}
		isLittle = fine.volumeError < kMostlyGone;
		wasted += fine.attempt.Tets();
		// What is missing shrinks with the square of the cells at best: the tips' length and their thickness.
		const double cellForVolume = cellSize * std::sqrt(std::min(1.0, kMostOfTips / std::abs(fine.volumeError)));
		if (m_count.TetsAt(cellForVolume) > MostTets(kTetsForWalls))
		{
			break;
		}
	}
	return AcceptOtherTopology(std::move(coarse));
}

// Holes or pieces differ although no wall is too thin: an ear or a handle, or a gap that nodes bridge. Or next to
// nothing is left of a bar as thin as the cells.
Result<Tetrahedralisation> WallKeeper::RefineForTopology(Candidate coarse)
{
	// Parts that touch in an edge do so in cells of any size.
	const bool hasHinges = IsHinged(coarse) && coarse.HasSubstance();
	const double largestCell = LargestCellFor(coarse);
	// The first two keep within the tolerance of the number of tets.
	const double startSize = coarse.attempt.cellSize;
	for (const double step : {0.98, 0.96, 0.85, 0.72, 0.6, 0.5, 0.42, 0.35, 0.3, 0.25})
	{
		const double cellSize = step * startSize;
		const bool sameCount = step > 0.95;
		const double mostTets = MostTets(coarse.HasSubstance() ? kTetsForTopology : kTetsForWalls);
		if ((!sameCount && !m_settings.refineThinWalls) || (sameCount && m_settings.cellSize > 0.0) ||
			(!sameCount && hasHinges) || cellSize > largestCell || m_count.TetsAt(cellSize) > mostTets)
		{
			continue;
		}
		Result<std::optional<Candidate>> tried = Try(cellSize);
		if (!tried)
		{
			return tried.GetError();
		}
		if (!*tried)
		{
			break;
		}
		Candidate& fine = **tried;
		if (fine.IsSound() && fine.LacksLimbs() && !coarse.IsSound())
		{
			coarse = std::move(fine); // better than what was there
			continue;
		}
		if (fine.IsSound() && !fine.LacksLimbs())
		{
			if (std::abs(fine.attempt.Tets() / m_asked - 1.0) > kTargetTolerance)
			{
				WarnOfRefining(fine, "limbs, parts or gaps thinner than cells of " + FormatShort(startSize) + " m");
			}
			return Accept(std::move(fine));
		}
		if (fine.thinInWedges && !coarse.HasSubstance() && m_settings.refineThinWalls)
		{
			return RefineForWedges(std::move(fine)); // the coarse lattice met none of them
		}
	}
	return AcceptOtherTopology(std::move(coarse));
}

Result<Tetrahedralisation> WallKeeper::AcceptOtherTopology(Candidate candidate)
{
	if (!candidate.HasSubstance())
	{
		return Error{ErrorCode::InvalidMesh,
			"the solid is too thin for cells of " + FormatShort(candidate.attempt.cellSize) +
				" m: " + SmallerCellsAdvice(candidate.overlap >= kNegligibleOverlap)};
	}
	if (!candidate.IsSound())
	{
		WarnOfTopology(candidate);
	}
	return Accept(std::move(candidate));
}

Result<Tetrahedralisation> WallKeeper::Accept(Candidate candidate)
{
	if (candidate.attempt.mesh.tets.empty())
	{
		return Error{ErrorCode::InvalidMesh,
			"the solid is too small for cells of " + FormatShort(candidate.attempt.cellSize) + " m; " +
				SmallerCellsAdvice(candidate.overlap >= kNegligibleOverlap)};
	}
	if (candidate.overlap >= kNegligibleOverlap)
	{
		m_result.warnings.push_back({WarningCode::SelfIntersection,
			"the surface overlaps itself in " + FormatShort(100.0 * candidate.overlap) +
				" % of the solid: the solid is what the tets fill",
			1});
	}
	if (m_settings.optimise)
	{
		if (const Status status = m_maker.Optimise(candidate.attempt); !status)
		{
			return status.GetError();
		}
	}
	RecountRefined(candidate);
	WarnOfMesh(candidate);
	m_result.mesh = std::move(candidate.attempt.mesh);
	m_result.cellSize = candidate.attempt.cellSize;
	return std::move(m_result);
}
} // namespace FractureCore
