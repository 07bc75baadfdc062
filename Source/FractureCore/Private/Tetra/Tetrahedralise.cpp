// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Tetrahedralise.h"

#include "Tetra/MeshAttempt.h"
#include "Tetra/SurfaceTopology.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <utility>

namespace FractureCore
{
namespace
{
// Refining for thin walls may take this many times the tets asked for, and in any case so many that nobody minds.
constexpr double kMostRefinement = 8.0;
constexpr double kAffordableTets = 60'000.0;

// More than asked for by that fraction is worth a warning.
constexpr double kTargetTolerance = 0.15;

// Of the solid's volume: with less in tets, walls are not perforated but gone.
constexpr double kScatteredShare = 0.5;

// In cells.
constexpr double kThinnestKnownWall = 0.95;

// Parts that enclose fewer cells than this may come and go: they do not count when holes and pieces are compared.
constexpr double kSmallestPart = 4.0;

Status CheckSettings(const TetSettings& settings)
{
	const auto bad = [](const char* what) { return Error{ErrorCode::InvalidSettings, what}; };
	if (!std::isfinite(settings.cellSize) || settings.cellSize < 0.0)
	{
		return bad("the cell size must be a positive number of metres, or 0 to choose it by the number of tets");
	}
	if (settings.maxTets < 1)
	{
		return bad("the most tets allowed must be at least 1");
	}
	if (settings.cellSize == 0.0 && settings.targetTets < 1)
	{
		return bad("the number of tets must be at least 1");
	}
	if (settings.cellSize == 0.0 && settings.targetTets > settings.maxTets)
	{
		return bad("the number of tets asked for is more than the most allowed");
	}
	return Ok{};
}

Status CheckSurface(const SolidSurface& solid)
{
	if (solid.triangles.empty())
	{
		return Error{ErrorCode::InvalidMesh, "the surface has no triangles"};
	}
	for (size_t i = 0; i < solid.triangles.size(); ++i)
	{
		for (const int32_t vertex : solid.triangles[i].v)
		{
			const bool exists = vertex >= 0 && static_cast<size_t>(vertex) < solid.positions.size();
			if (!exists || !IsFinite(solid.positions[vertex]))
			{
				return Error{ErrorCode::InvalidMesh,
					"triangle " + std::to_string(i) + " of the surface names vertex " + std::to_string(vertex) +
						(exists ? ", which is not a finite point" : ", which does not exist"),
					static_cast<int64_t>(i)};
			}
		}
	}
	return Ok{};
}

Status CheckVolume(const SurfaceIntegrals& integrals)
{
	// Below that the volume is the rounding error of its sum.
	constexpr double kLeastVolume = 1.0e-13;
	const double side = LongestSide(integrals);
	if (!(integrals.volume > kLeastVolume * side * side * side) || !std::isfinite(integrals.volume))
	{
		return Error{ErrorCode::InvalidMesh, "the surface encloses no volume"};
	}
	return Ok{};
}

std::string FormatShort(double metres)
{
	char buffer[32];
	std::snprintf(buffer, sizeof(buffer), "%.3g", metres);
	return buffer;
}

std::string FormatCount(double count)
{
	char buffer[32];
	std::snprintf(buffer, sizeof(buffer), "%.0f", count);
	return buffer;
}

/// Meshes, and meshes again where walls are thinner than the cells.
class WallKeeper
{
public:
	WallKeeper(
		const SolidSurface& solid, const SurfaceIntegrals& integrals, const TetSettings& settings, AttemptMaker& maker)
		: m_solid(solid), m_settings(settings), m_maker(maker), m_count(integrals), m_volume(integrals.volume)
	{
	}

	Result<Tetrahedralisation> Run()
	{
		Result<MeshAttempt> first = m_settings.cellSize > 0.0 ? m_maker.Stuff(m_settings.cellSize)
															  : m_maker.StuffForTarget(m_settings.targetTets);
		if (!first)
		{
			return first.GetError();
		}
		m_asked = m_settings.cellSize > 0.0 ? first->Tets() : m_settings.targetTets;
		Candidate candidate = Finish(std::move(*first));
		if (candidate.WallsTooThin())
		{
			return RefineForWalls(std::move(candidate));
		}
		if (!candidate.sameTopology)
		{
			return RefineForTopology(std::move(candidate));
		}
		return Accept(std::move(candidate));
	}

private:
	struct Candidate
	{
		MeshAttempt attempt;
		ThinWalls walls;
		CleanupReport report;
		double overlap = 0.0;       // share of the solid that the surface winds around more than once
		bool knowsTopology = false; // of the solid: its surface is a manifold that does not overlap itself
		bool sameTopology = true;   // the mesh has it too, or it is not known

		bool IsSound() const { return sameTopology && !WallsTooThin() && !attempt.mesh.tets.empty(); }
		// Where pieces and holes are seen to be right, a wall may be as thin as a cell.
		bool WallsTooThin() const
		{
			return walls.wallSpots > 0 &&
				!(knowsTopology && sameTopology && walls.thickness > kThinnestKnownWall * attempt.cellSize);
		}
	};

	Candidate Finish(MeshAttempt attempt)
	{
		Candidate candidate;
		candidate.attempt = std::move(attempt);
		candidate.walls = m_maker.FindWalls(candidate.attempt);
		candidate.report = m_maker.Finish(candidate.attempt);
		const double overlap = candidate.attempt.lines.OverlapShare();
		candidate.overlap = overlap;
		candidate.attempt.DropLattice(); // what comes next needs much memory for a moment
		if (overlap < kNegligibleOverlap)
		{
			const double cell = candidate.attempt.cellSize;
			const SurfaceTopology expected =
				MeasureTopology(m_solid.triangles, m_solid.positions, kSmallestPart * cell * cell * cell);
			// Overlapping components are one piece; a single one that overlaps itself a little is scan noise.
			candidate.knowsTopology = expected.manifold && (overlap == 0.0 || expected.components == 1);
			candidate.sameTopology = !candidate.knowsTopology || candidate.report.boundary == expected;
		}
		return candidate;
	}

	double MostTets() const
	{
		return std::min<double>(m_settings.maxTets, std::max(kMostRefinement * m_asked, kAffordableTets));
	}

	static double CellSizeForWall(double thickness, bool knowsTopology)
	{
		return thickness / (knowsTopology ? 1.0 : 1.03 * kThinnestWall);
	}

	Result<Tetrahedralisation> RefineForWalls(Candidate coarse)
	{
		constexpr int32_t kMostSteps = 5;
		double cellSize = coarse.attempt.cellSize;
		double thickness = coarse.walls.thickness;
		for (int32_t step = 0; step < kMostSteps; ++step)
		{
			cellSize = std::min(0.9 * cellSize, CellSizeForWall(thickness, coarse.knowsTopology));
			if (!m_settings.refineThinWalls || m_count.TetsAt(cellSize) > MostTets())
			{
				break;
			}
			Result<MeshAttempt> attempt = m_maker.Stuff(cellSize);
			if (!attempt)
			{
				if (attempt.GetError().code == ErrorCode::Cancelled)
				{
					return attempt.GetError();
				}
				break;
			}
			Candidate fine = Finish(std::move(*attempt));
			if (fine.IsSound())
			{
				return Refined(std::move(fine), thickness);
			}
			thickness = fine.walls.wallSpots > 0 ? std::min(thickness, fine.walls.thickness) : thickness;
		}
		const double needed = m_count.TetsAt(CellSizeForWall(thickness, coarse.knowsTopology));
		// Scattered tets help nobody: get as much of the wall as is allowed.
		if (m_settings.refineThinWalls && TotalVolume(coarse.attempt.mesh) < kScatteredShare * m_volume)
		{
			if (Result<MeshAttempt> finest = m_maker.Stuff(m_count.LeastCellSizeFor(0.9 * MostTets())); finest)
			{
				coarse = Finish(std::move(*finest));
			}
		}
		m_result.warnings.push_back({WarningCode::ThinWallPerforated,
			"walls of about " + FormatShort(thickness) + " m are thinner than the cells of " +
				FormatShort(coarse.attempt.cellSize) + " m and may have holes; use --shell, or about " +
				FormatCount(needed) + " tets",
			coarse.walls.wallSpots});
		return Accept(std::move(coarse));
	}

	// Holes or pieces differ although no wall is too thin: an ear or a handle, or a gap that nodes bridge.
	Result<Tetrahedralisation> RefineForTopology(Candidate coarse)
	{
		// The first two keep within the tolerance of the number of tets.
		const double steps[] = {0.98, 0.96, 0.85, 0.72};
		for (const double step : steps)
		{
			const double cellSize = step * coarse.attempt.cellSize;
			const bool sameCount = step > 0.95;
			if ((!sameCount && !m_settings.refineThinWalls) || (sameCount && m_settings.cellSize > 0.0) ||
				m_count.TetsAt(cellSize) > MostTets())
			{
				continue;
			}
			Result<MeshAttempt> attempt = m_maker.Stuff(cellSize);
			if (!attempt)
			{
				if (attempt.GetError().code == ErrorCode::Cancelled)
				{
					return attempt.GetError();
				}
				break;
			}
			Candidate fine = Finish(std::move(*attempt));
			if (fine.IsSound())
			{
				return sameCount ? Accept(std::move(fine)) : Refined(std::move(fine), coarse.attempt.cellSize);
			}
		}
		m_result.warnings.push_back({WarningCode::ThinWallPerforated,
			"the tet mesh has other holes or pieces than the surface, as a wall or a gap is thinner than the cells "
			"of " +
				FormatShort(coarse.attempt.cellSize) + " m; use more tets",
			1});
		return Accept(std::move(coarse));
	}

	Result<Tetrahedralisation> Refined(Candidate fine, double thickness)
	{
		m_result.warnings.push_back({WarningCode::ThinWallRefined,
			"walls of about " + FormatShort(thickness) + " m needed cells of " + FormatShort(fine.attempt.cellSize) +
				" m: " + std::to_string(fine.attempt.mesh.tets.size()) + " tets instead of " + FormatCount(m_asked),
			static_cast<int64_t>(fine.attempt.mesh.tets.size())});
		m_refined = true;
		return Accept(std::move(fine));
	}

	Result<Tetrahedralisation> Accept(Candidate candidate)
	{
		if (candidate.attempt.mesh.tets.empty())
		{
			return Error{ErrorCode::InvalidMesh,
				m_result.warnings.empty() ? "the solid is too small for cells of " +
						FormatShort(candidate.attempt.cellSize) + " m; use more tets"
										  : m_result.warnings.front().message};
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
		const double tets = candidate.attempt.Tets();
		if (m_settings.cellSize == 0.0 && !m_refined && std::abs(tets / m_settings.targetTets - 1.0) > kTargetTolerance)
		{
			m_result.warnings.push_back({WarningCode::TargetMissed,
				std::to_string(candidate.attempt.mesh.tets.size()) + " tets instead of " +
					std::to_string(m_settings.targetTets),
				static_cast<int64_t>(candidate.attempt.mesh.tets.size())});
		}
		m_result.mesh = std::move(candidate.attempt.mesh);
		m_result.cellSize = candidate.attempt.cellSize;
		return std::move(m_result);
	}

	const SolidSurface& m_solid;
	const TetSettings& m_settings;
	AttemptMaker& m_maker;
	TetCountModel m_count; // not calibrated: a perforated mesh has too few tets
	double m_volume;       // m^3, of the solid
	double m_asked = 0.0;  // tets of the first attempt
	bool m_refined = false;
	Tetrahedralisation m_result;
};
} // namespace

Result<Tetrahedralisation> Tetrahedralise(
	const SolidSurface& solid, const TetSettings& settings, TaskRunner& runner, const ProgressSink& progress)
{
	for (const Status& status : {CheckSettings(settings), CheckSurface(solid)})
	{
		if (!status)
		{
			return status.GetError();
		}
	}
	const SurfaceIntegrals integrals = IntegrateSurface(solid.positions, solid.triangles);
	if (const Status status = CheckVolume(integrals); !status)
	{
		return status.GetError();
	}
	AttemptMaker maker(solid, integrals, settings.maxTets, runner, progress);
	return WallKeeper(solid, integrals, settings, maker).Run();
}
} // namespace FractureCore
