// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/MeshAttempt.h"

#include <optional>
#include <string>

namespace FractureCore
{
/// Meshes, and meshes again where the cells are too coarse for the solid: for its walls, its holes and pieces, or so
/// much that little of it is left. Walls that would take too many tets are an error that says what to do.
class WallKeeper
{
public:
	WallKeeper(const SurfaceIntegrals& integrals, const TetSettings& settings, AttemptMaker& maker);

	Result<Tetrahedralisation> Run();

private:
	struct Candidate
	{
		MeshAttempt attempt;
		ThinWalls walls;
		CleanupReport report;
		double overlap = 0.0;       // share of the solid that the surface winds around more than once
		double volumeError = 0.0;   // share of the solid's volume
		int32_t parts = 0;          // of the solid's surface, without those of a few cells
		PartMatch match;            // what became of all of them; empty for a single one or if nobody knows
		bool knowsTopology = false; // of the solid: its surface is a manifold that does not overlap itself
		bool sameTopology = true;   // the mesh has it too, or it is not known
		std::optional<double> gap;  // SmallestGap, if anybody asked
		bool thinInWedges = false;  // and nowhere else, as far as that can be told
		BareLimbs limbs;            // of parts that are not lost

		bool IsPinched() const { return report.boundary.pinches > 0 || !report.boundary.manifold; }
		bool HasTheSolidsTopology() const { return knowsTopology && sameTopology && !IsPinched(); }
		/// Most of the solid is there.
		bool HasSubstance() const;
		bool WallsTooThin() const;
		/// Parts touch in an edge, or nearly, which cells of no size tell apart by themselves.
		bool HasHinges() const { return walls.hingeSpots > 0 || attempt.hasBridges; }
		/// No cells are small enough for limbs that taper.
		bool LacksLimbs() const { return limbs.limbs > 0; }
		bool IsSound() const { return HasSubstance() && sameTopology && !IsPinched() && !WallsTooThin(); }
	};

	Candidate Finish(MeshAttempt attempt);
	void FinishMesh(Candidate& candidate);
	void MatchParts(Candidate& candidate);
	void FindLimbs(Candidate& candidate);
	bool Counts(int32_t part, double cellSize) const;
	void LeaveTips(Candidate& candidate);
	/// True if that can give the mesh the solid's holes and pieces.
	bool BluntEdges(Candidate& candidate);
	/// With cells of that size; nothing if that cannot be done, an error only if somebody cancelled it.
	Result<std::optional<Candidate>> Try(double cellSize);
	/// The same, and nothing where it takes more tets than a wall may.
	Result<std::optional<Candidate>> TryFiner(double cellSize);
	double MostTets(double atLeast) const;
	/// Of a mesh without its tips: they were counted when its cell size was chosen. An error only if cancelled.
	Result<Candidate> RestoreCount(Candidate candidate);

	Result<Tetrahedralisation> RefineForWalls(Candidate coarse);
	Result<Tetrahedralisation> RefineForWedges(Candidate coarse);
	/// Of walls that get ever thinner: a mesh with the solid's holes and pieces that ends short of their edges, if
	/// cells not far below those asked for give one.
	Result<std::optional<Candidate>> LeaveTapers(double cellSize);
	static bool EndsShortOfTapers(const Candidate& candidate);
	Result<Tetrahedralisation> RefineForTopology(Candidate coarse);
	Result<Tetrahedralisation> AcceptOtherTopology(Candidate candidate);
	/// Larger cells cannot keep apart, or keep at all, what counts and is joined or lost, m.
	double LargestCellFor(Candidate& coarse) const;
	/// Between some of the bodies that are joined, m; infinite if none is.
	double SmallestGap(Candidate& candidate) const;
	/// Parts touch, in an edge at most: else those with hinges are joined because they are near each other.
	bool IsHinged(Candidate& candidate) const;
	Warning RefiningWarning(const Candidate& fine) const;
	void WarnOfRefining(const Candidate& fine, const std::string& reason);
	/// Optimising has changed the number of tets that the warning names.
	void RecountRefined(const Candidate& fine);
	void WarnOfTapers(const Candidate& candidate);
	void WarnOfTopology(Candidate& candidate);
	/// Of parts that are in the mesh otherwise than in the surface, and how many they are.
	struct PartCounts
	{
		int64_t lost = 0;         // bodies
		int64_t fused = 0;        // bodies
		int64_t cavities = 0;     // filled or joined
		bool hasOpened = false;   // cavities
		double cellForLost = 0.0; // m, that would do
		double cellForCavities = 0.0;
	};
	PartCounts CountParts(Candidate& candidate) const;
	void WarnOfMesh(Candidate& candidate);
	void WarnOfParts(Candidate& candidate);
	void WarnOfLimbs(const Candidate& candidate);
	/// What to ask for instead, or `otherwise` if that is more than anybody wants.
	std::string FinerAdvice(double cellSize, const char* otherwise) const;
	std::string SmallerCellsAdvice(bool overlaps) const;
	/// Of the solid, if it were a plate, m.
	double MeanThickness() const;
	bool IsFlat() const;
	std::string WallAdvice(double thickness, double cellSize, bool tapers) const;
	/// For cells of that size, rounded up to two digits.
	double EnoughTets(double cellSize) const;
	/// Whether anybody wants as many tets as such cells take.
	bool IsSensible(double cellSize) const;
	/// Whether walls of that thickness are most of the solid, so that it could be a sheet.
	bool IsMostlyWall(double thickness) const;

	Result<Tetrahedralisation> Accept(Candidate candidate);

	const TetSettings& m_settings;
	AttemptMaker& m_maker;
	TetCountModel m_count;    // not calibrated: a perforated mesh has too few tets
	double m_volume;          // m^3, of the solid
	double m_area;            // m^2, of its surface
	double m_asked = 0.0;     // tets
	std::string m_refinedFor; // what needed finer cells than asked for, if they got them
	Tetrahedralisation m_result;
};
} // namespace FractureCore
