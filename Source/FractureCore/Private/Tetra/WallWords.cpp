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

// Up to two digits and zeros.
double RoundUp(double count)
{
	const double step = std::pow(10.0, std::max(0.0, std::floor(std::log10(count)) - 1.0));
	return std::ceil(count / step) * step;
}
} // namespace

std::string WallKeeper::WallAdvice(double thickness, double cellSize) const
{
	// The model is 7 to 12 % low where a cell is as large as the wall is thick.
	const double tets = RoundUp(1.13 * m_count.TetsAt(cellSize));
	const std::string shell = "make a sheet of the middle of the walls, with --shell " + FormatShort(thickness);
	if (!(tets < std::min<double>(m_settings.maxTets, kSensibleTets)))
	{
		return "walls of about " + FormatShort(thickness) + " m are too thin for tets: " + shell;
	}
	return "walls of about " + FormatShort(thickness) + " m need more tets than were asked for: use --tets " +
		FormatCount(tets) + ", or " + shell;
}

void WallKeeper::WarnOfTopology(const Candidate& candidate)
{
	m_result.warnings.push_back({WarningCode::ThinWallPerforated,
		candidate.HasHinges()
			? "parts of the surface that touch in an edge hang together in the tet mesh, or have holes there"
			: "the tet mesh has other holes or pieces than the surface, as a wall or a gap is thinner than the cells "
			  "of " +
				FormatShort(candidate.attempt.cellSize) + " m; use more tets",
		1});
}

void WallKeeper::WarnOfRefining(const Candidate& fine, const std::string& reason)
{
	const std::string tets = FormatCount(fine.attempt.Tets()) + " tets";
	const std::string asked = m_settings.cellSize > 0.0
		? " instead of " + FormatShort(m_settings.cellSize) + " m: " + tets
		: ": " + tets + " instead of " + FormatCount(m_asked);
	m_result.warnings.push_back({WarningCode::ThinWallRefined,
		reason + " needed cells of " + FormatShort(fine.attempt.cellSize) + " m" + asked,
		static_cast<int64_t>(fine.attempt.mesh.tets.size())});
	m_refined = true;
}

void WallKeeper::WarnOfMesh(const Candidate& candidate)
{
	const double tets = candidate.attempt.Tets();
	if (m_settings.cellSize == 0.0 && !m_refined && std::abs(tets / m_settings.targetTets - 1.0) > kTargetTolerance)
	{
		m_result.warnings.push_back({WarningCode::TargetMissed,
			FormatCount(tets) + " tets instead of " + std::to_string(m_settings.targetTets) +
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
