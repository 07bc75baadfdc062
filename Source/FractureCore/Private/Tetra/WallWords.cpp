// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What WallKeeper tells of a mesh and advises.
#include "Tetra/WallKeeper.h"
#include "Tetra/WallNumbers.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Nobody wants more for the sake of a wall.
constexpr double kSensibleTets = 3.0e6;

// The model is 7 to 12 % low where a cell is as large as a wall is thick.
constexpr double kModelMargin = 1.13;

// Cells of a part that advice makes sure of.
double CellSizeForPart(const TopologyPart& part)
{
	// About the radius of a ball, and not much more than the thickness of a slab.
	const double volume = std::abs(part.volume);
	return std::min(std::cbrt(volume / kCellsOfPart), 3.0 * volume / part.area);
}

// What unions and closed seams leave where faces nearly lie on each other: nobody made it.
bool IsSliver(const TopologyPart& part)
{
	constexpr double kSliver = 1.0e-6; // a ball has 0.09
	return std::abs(part.volume) < kSliver * part.area * std::sqrt(part.area);
}

// "1 part is", "2 parts are".
std::string CountAndVerb(int64_t count, const char* one, const char* many)
{
	return std::to_string(count) + " " + (count == 1 ? std::string(one) + " is" : std::string(many) + " are");
}

std::string CountOfTets(double count)
{
	return FormatCount(count) + (count == 1.0 ? " tet" : " tets");
}

// Up to two digits and zeros.
double RoundUp(double count)
{
	const double step = std::pow(10.0, std::max(0.0, std::floor(std::log10(count)) - 1.0));
	return std::ceil(count / step) * step;
}
} // namespace

double WallKeeper::EnoughTets(double cellSize) const
{
	return RoundUp(kModelMargin * m_count.TetsAt(cellSize));
}

bool WallKeeper::IsSensible(double cellSize) const
{
	return EnoughTets(cellSize) < std::min<double>(m_settings.maxTets, kSensibleTets);
}

std::string WallKeeper::FinerAdvice(double cellSize, const char* otherwise) const
{
	return !IsSensible(cellSize)    ? otherwise
		: m_settings.cellSize > 0.0 ? "use --cell " + FormatShort(cellSize)
									: "use --tets " + FormatCount(EnoughTets(cellSize));
}

std::string WallKeeper::SmallerCellsAdvice(bool overlaps) const
{
	constexpr double kTetsToStartWith = 10'000.0;
	if (m_settings.cellSize > 0.0)
	{
		return "use smaller cells, such as --cell " + FormatShort(m_count.CellSizeFor(kTetsToStartWith));
	}
	if (overlaps)
	{
		// What the surface encloses in sum tells nothing of the solid's thickness.
		return "use more tets, such as --tets " +
			FormatCount(RoundUp(std::max(kTetsToStartWith, 2.0 * m_settings.targetTets)));
	}
	// A plate is as thick as twice its volume over its area. Where that is not enough, twice as many may be.
	const double tets =
		std::max(kModelMargin * m_count.TetsAt(MeanThickness() / kThinnestWall), 2.0 * m_settings.targetTets);
	const std::string advice = tets < std::min<double>(m_settings.maxTets, kSensibleTets)
		? "use more tets, such as --tets " + FormatCount(RoundUp(tets))
		: "make it thicker";
	return IsFlat() ? advice + ", or bake the middle of it with --shell " + FormatShort(MeanThickness()) : advice;
}

double WallKeeper::MeanThickness() const
{
	return 2.0 * m_volume / m_area;
}

bool WallKeeper::IsFlat() const
{
	constexpr double kFlat = 0.1; // of the side of a square of half the surface
	return MeanThickness() < kFlat * std::sqrt(0.5 * m_area);
}

bool WallKeeper::IsMostlyWall(double thickness) const
{
	constexpr double kMostlyWall = 3.0; // the wall round a cavity next to a face is a small part of the solid
	return m_volume < kMostlyWall * 0.5 * m_area * thickness;
}

std::string WallKeeper::WallAdvice(double thickness, double cellSize, bool tapers) const
{
	constexpr double kSameThickness = 1.25;
	const std::string walls = "walls of about " + FormatShort(thickness) + " m ";
	const std::string shell = !IsMostlyWall(thickness) ? "make them thicker"
		: MeanThickness() < kSameThickness * thickness
		? "make a sheet of the middle of the walls, with --shell " + FormatShort(thickness)
		: "make a sheet of the middle of the walls, with --shell " + FormatShort(MeanThickness()) +
			", their mean thickness, as a shell has one everywhere";
	if (!IsSensible(cellSize))
	{
		return walls + "are too thin for tets: " + shell;
	}
	return walls + "need more tets than were asked for: use --tets " + FormatCount(EnoughTets(cellSize)) +
		(tapers ? ", which may become a few times as many, as the walls taper" : "") + ", or " + shell;
}

WallKeeper::PartCounts WallKeeper::CountParts(Candidate& candidate) const
{
	PartCounts counts;
	const bool isHinged = IsHinged(candidate);
	const auto addLost = [](const TopologyPart& part, int64_t& lost, double& cellSize)
	{ cellSize = lost++ == 0 ? CellSizeForPart(part) : std::min(cellSize, CellSizeForPart(part)); };
	for (size_t p = 0; p < candidate.match.parts.size(); ++p)
	{
		const PartFate fate = candidate.match.parts[p].fate;
		const int32_t other = candidate.match.parts[p].other;
		const std::vector<TopologyPart>& parts = m_maker.Parts().Parts();
		const bool isBody = parts[p].volume > 0.0;
		const bool isFilledByBody = !isBody && fate == PartFate::Joined && parts[other].volume > 0.0;
		counts.hasOpened |= fate == PartFate::Opened;
		if (fate == PartFate::Lost && IsSliver(parts[p]))
		{
			continue;
		}
		if (fate == PartFate::Lost && isBody)
		{
			addLost(parts[p], counts.lost, counts.cellForLost);
		}
		else if (!isBody && !isFilledByBody && (fate == PartFate::Lost || fate == PartFate::Joined))
		{
			addLost(parts[p], counts.cavities, counts.cellForCavities);
		}
		else if (isBody && fate == PartFate::Joined && candidate.knowsTopology && !isHinged)
		{
			++counts.fused;
		}
	}
	return counts;
}

void WallKeeper::WarnOfParts(Candidate& candidate)
{
	const PartCounts counts = CountParts(candidate);
	const std::string cells = "cells of " + FormatShort(candidate.attempt.cellSize) + " m";
	if (counts.lost > 0)
	{
		m_result.warnings.push_back({WarningCode::LostParts,
			CountAndVerb(counts.lost, "part", "parts") + " too small for " + cells +
				" and got no tets, so nothing can break there; " +
				FinerAdvice(counts.cellForLost, "no sensible number of tets is enough"),
			counts.lost});
	}
	if (counts.fused > 0)
	{
		const double gap = SmallestGap(candidate);
		const std::string finer = FinerAdvice(gap, "");
		m_result.warnings.push_back({WarningCode::FusedParts,
			CountAndVerb(counts.fused, "part", "parts") + " fused with others in the tet mesh, as gaps of about " +
				FormatShort(gap) + " m are too thin for " + cells + "; " + (finer.empty() ? "" : finer + ", ") +
				"move the parts apart, or bake each alone",
			counts.fused});
	}
	if (counts.cavities > 0)
	{
		m_result.warnings.push_back({WarningCode::LostCavities,
			CountAndVerb(counts.cavities, "cavity", "cavities") + " too small for " + cells + ": the tets " +
				(counts.cavities == 1 ? "fill it or join it" : "fill them or join them") +
				" to others, which the mass does not; " +
				FinerAdvice(counts.cellForCavities, "no sensible number of tets is enough"),
			counts.cavities});
	}
}

void WallKeeper::WarnOfLimbs(const Candidate& candidate)
{
	const BareLimbs& limbs = candidate.limbs;
	const Vec3& at = limbs.farthest;
	const std::string place = "(" + FormatShort(at.x) + ", " + FormatShort(at.y) + ", " + FormatShort(at.z) + ") m";
	const std::string cells = "the cells of " + FormatShort(candidate.attempt.cellSize) + " m";
	const std::string noTets = " m short of " + place + ", so nothing can break there; ";
	if (limbs.limbs > 0)
	{
		// A ball of the limb's thickness holds a node of such a lattice wherever it is.
		const double cellSize = std::min(limbs.thickness / kThinnestWall, 0.9 * candidate.attempt.cellSize);
		m_result.warnings.push_back({WarningCode::LostParts,
			std::to_string(limbs.limbs) + (limbs.limbs == 1 ? " limb, of about " : " limbs, the thinnest of about ") +
				FormatShort(limbs.thickness) + (limbs.limbs == 1 ? " m, is" : " m, are") + " too thin for " + cells +
				": the tets end up to " + FormatShort(limbs.reach) + noTets +
				FinerAdvice(cellSize, "no sensible number of tets is enough, make them thicker"),
			limbs.limbs});
	}
	else if (limbs.wires > 0 && candidate.walls.wedgeSpots == 0)
	{
		m_result.warnings.push_back({WarningCode::LostParts,
			CountAndVerb(limbs.wires, "limb", "limbs") + " far too thin for " + cells + ": the tets end up to " +
				FormatShort(limbs.reach) + noTets + "use many more tets, or make them thicker",
			limbs.wires});
	}
	else if (limbs.tapers > 0 && candidate.walls.wedgeSpots == 0) // else the wedges are told
	{
		m_result.warnings.push_back({WarningCode::BluntEdges,
			std::to_string(limbs.tapers) + (limbs.tapers == 1 ? " limb tapers" : " limbs taper") + " to less than " +
				cells + ": the tets end up to " + FormatShort(limbs.reach) + noTets + "more tets bring them nearer",
			limbs.tapers});
	}
	else if (limbs.stubs > 0 && candidate.walls.wedgeSpots == 0)
	{
		const double cellSize = std::min(limbs.stubThickness / kThinnestWall, 0.7 * candidate.attempt.cellSize);
		m_result.warnings.push_back({WarningCode::LostParts,
			CountAndVerb(limbs.stubs, "short limb", "short limbs") + " too thin for " + cells +
				": the tets end up to " + FormatShort(limbs.reach) + noTets +
				FinerAdvice(cellSize, "use many more tets, or make them thicker"),
			limbs.stubs});
	}
}

void WallKeeper::WarnOfTopology(Candidate& candidate)
{
	const PartCounts counts = CountParts(candidate);
	if (counts.lost + counts.fused + counts.cavities > 0 && !counts.hasOpened)
	{
		return; // WarnOfParts tells more
	}
	m_result.warnings.push_back({WarningCode::ThinWallPerforated,
		IsHinged(candidate)
			? "parts of the surface that touch in an edge hang together in the tet mesh, or have holes there"
			: "the tet mesh has other holes or pieces than the surface, as a wall or a gap is thinner than the cells "
			  "of " +
				FormatShort(candidate.attempt.cellSize) + " m; use more tets",
		1});
}

Warning WallKeeper::RefiningWarning(const Candidate& fine) const
{
	const std::string tets = CountOfTets(fine.attempt.Tets());
	const std::string asked = m_settings.cellSize > 0.0
		? " instead of " + FormatShort(m_settings.cellSize) + " m: " + tets
		: ": " + tets + " instead of " + FormatCount(m_asked);
	return {WarningCode::ThinWallRefined,
		m_refinedFor + " needed cells of " + FormatShort(fine.attempt.cellSize) + " m" + asked,
		static_cast<int64_t>(fine.attempt.mesh.tets.size())};
}

void WallKeeper::WarnOfRefining(const Candidate& fine, const std::string& reason)
{
	m_refinedFor = reason;
	m_result.warnings.push_back(RefiningWarning(fine));
}

void WallKeeper::RecountRefined(const Candidate& fine)
{
	for (Warning& warning : m_result.warnings)
	{
		if (warning.code == WarningCode::ThinWallRefined)
		{
			warning = RefiningWarning(fine);
		}
	}
}

void WallKeeper::WarnOfTapers(const Candidate& candidate)
{
	m_result.warnings.push_back({WarningCode::BluntEdges,
		"walls taper to less than the cells of " + FormatShort(candidate.attempt.cellSize) +
			" m: the tets end short of their edges; more tets bring them nearer",
		candidate.walls.wallSpots});
}

void WallKeeper::WarnOfMesh(Candidate& candidate)
{
	WarnOfParts(candidate);
	WarnOfLimbs(candidate);
	const double tets = candidate.attempt.Tets();
	if (m_settings.cellSize == 0.0 && m_refinedFor.empty() &&
		std::abs(tets / m_settings.targetTets - 1.0) > kTargetTolerance)
	{
		m_result.warnings.push_back({WarningCode::TargetMissed,
			CountOfTets(tets) + " instead of " + std::to_string(m_settings.targetTets) +
				": no cell size and place of the lattice that was tried came nearer",
			static_cast<int64_t>(candidate.attempt.mesh.tets.size())});
	}
	if (std::abs(candidate.volumeError) > kVolumeTolerance)
	{
		m_result.warnings.push_back({WarningCode::VolumeMissed,
			"the tets fill " + FormatShort(100.0 * std::abs(candidate.volumeError)) + " % " +
				(candidate.volumeError > 0.0 ? "more" : "less") + " than the surface encloses; use more tets",
			1});
	}
	if (candidate.walls.wedgeSpots > 0 && candidate.walls.wallSpots == 0)
	{
		const std::string lack = candidate.volumeError < -kVolumeTolerance
			? " and lack " + FormatShort(-100.0 * candidate.volumeError) + " % of the volume"
			: "";
		m_result.warnings.push_back({WarningCode::BluntEdges,
			"sharp edges are thinner than the cells of " + FormatShort(candidate.attempt.cellSize) +
				" m: the tets end up to " + FormatShort(candidate.walls.wedgeReach) + " m short of them" + lack +
				"; more tets bring them nearer",
			candidate.walls.wedgeSpots});
	}
}
} // namespace FractureCore
