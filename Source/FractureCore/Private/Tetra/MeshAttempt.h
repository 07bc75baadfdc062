// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Tetra/CellCount.h"
#include "Tetra/Cleanup.h"
#include "Tetra/LatticeLines.h"
#include "Tetra/PartMatch.h"
#include "Tetra/ThinWalls.h"

#include "FractureCore/Tetrahedralise.h"

#include <limits>

namespace FractureCore
{
/// A share of the solid so small that its overlap with others does not matter: folds of scan noise.
inline constexpr double kNegligibleOverlap = 1.0e-3;

/// A mesh at one cell size, with what it was made from.
struct MeshAttempt
{
	double cellSize = 0.0; // m
	GridSurface surface;
	LatticeLines lines;
	std::vector<uint64_t> blunt; // FindBluntNodes, if the mesh is to do without them
	bool hasBridges = false;     // as far as anybody looked: between parts that touch in an edge
	bool losesTips = false;      // of wedges: the solid's volume is not to be had
	TetMesh mesh;
	double outward = 0.0; // m: the surface was moved by that
	bool fitted = false;  // the volume is the solid's, as far as moving the surface can make it

	/// The mesh stays.
	void DropLattice()
	{
		surface = {};
		lines = {};
	}

	double Tets() const { return static_cast<double>(mesh.tets.size()); }
};

/// What meshing tries again and again.
class AttemptMaker
{
public:
	AttemptMaker(const SolidSurface& solid,
		const SurfaceIntegrals& integrals,
		int32_t maxTets,
		TaskRunner& runner,
		const ProgressSink& progress);

	/// Stuffs the solid with cells of that size. An error if that is cancelled or takes more than the most tets.
	Result<MeshAttempt> Stuff(double cellSize, int32_t place = 0);

	/// Looks for the cell size that gives `target` tets: exact to a few percent, where the solid allows.
	Result<MeshAttempt> StuffForTarget(int32_t target);

	/// Makes the attempt's volume the solid's and drops what does not hold together. With `separate`, walls that have
	/// no thickness at a node get some.
	CleanupReport Finish(MeshAttempt& attempt, bool separate);

	/// Makes a finished attempt's mesh again without the tips of its wedges and without bridges between parts that
	/// touch in an edge; to be finished again. False if there are none. See FindBluntNodes. With `losesTips`, the rest
	/// does not make up for their volume.
	bool Blunt(MeshAttempt& attempt, double thinnerThan, bool losesTips);

	/// The same for tips that the lattice does not meet. False if the rest hardly makes up for them.
	bool LeaveTips(MeshAttempt& attempt);

	/// Betters the angles of a finished attempt's tets. An error if that is cancelled.
	Status Optimise(MeshAttempt& attempt);

	/// The solid's, m^3. Where the surface overlaps itself, what the lattice tells.
	double VolumeOf(const MeshAttempt& attempt) const;

	ThinWalls FindWalls(const MeshAttempt& attempt)
	{
		return FindThinWalls(attempt.lines, attempt.surface, m_wedges, m_runner);
	}

	/// Of a finished attempt.
	BareLimbs FindLimbs(const MeshAttempt& attempt, std::span<const LimbSpot> spots)
	{
		return FindBareLimbs(spots, attempt.mesh, attempt.cellSize, m_runner);
	}
	/// Each with one of its triangles.
	void AddVertices(std::vector<LimbSpot>& spots) const;

	/// Of the solid's surface.
	PartMatcher& Parts() { return m_parts; }

private:
	/// The attempt nearest to the target so far.
	struct TargetSearch
	{
		Result<MeshAttempt> best = Error{};
		double miss = std::numeric_limits<double>::infinity(); // share of the target
		bool hasHoles = false;                                 // the nearest one
	};
	void SearchPlaces(int32_t target, TargetSearch& search);
	void SearchCellSize(int32_t target, int32_t place, TargetSearch& search);

	Error TooManyTets(double cellSize) const;
	void FitVolume(MeshAttempt& attempt);
	void StuffAgain(MeshAttempt& attempt, bool losesTips);

	const SolidSurface& m_solid;
	const SurfaceIntegrals& m_integrals;
	int32_t m_maxTets;
	TaskRunner& m_runner;
	const ProgressSink& m_progress;
	TetCountModel m_count;
	WedgeFinder m_wedges;
	PartMatcher m_parts;
	int32_t m_stuffed = 0;
	size_t m_fitAtOnce = 20'000; // with fewer tets fitting the volume changes their number: the search must see it
};
} // namespace FractureCore
