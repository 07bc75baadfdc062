// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
//
// Stuffing leaves lattice tets inside, which are good, and a few percent of bad ones at the surface. So only tets that
// are bad are worked on, and in turns: exchanges first, because they cost little and move nothing, then nodes.
#include "Tetra/Optimise.h"

#include "Mesh/TriangleTree.h"
#include "Tetra/NodeSmoother.h"
#include "Tetra/TetFlips.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Tets below 33 degrees, or above 147, are bad. A higher mark moves many more nodes for little: at 36 degrees the worst
// tets of scans get stuck at 34, those of thin glasses at 32.
constexpr double kOptimiseAbove = 0.838670567945424; // cos 33 degrees

// Nearly all is done after five; some stubborn tets in foils take more.
constexpr int32_t kMostOptimiseTurns = 12;

// In cells. Most nodes move in the first turn, and so keep the volume; the few stubborn ones then get more freedom.
constexpr double kBulgePerTurn = 0.01;
constexpr double kLargestBulge = 0.04;
} // namespace

bool OptimiseMesh(
	TetMesh& mesh, const SolidSurface& solid, double cellSize, TaskRunner& runner, const ProgressSink& progress)
{
	const TriangleTree surface(solid.positions, solid.triangles, runner);
	LiveTets tets(mesh, runner);
	NodeSmoother smoother(tets, surface, cellSize);
	bool goOn = true;
	for (int32_t turn = 0; turn < kMostOptimiseTurns && goOn; ++turn)
	{
		goOn = progress.Report("optimise", static_cast<double>(turn) / kMostOptimiseTurns);
		const int64_t exchanges = goOn ? ExchangeTets(tets, kOptimiseAbove, runner) : 0;
		const double bulge = std::min(kBulgePerTurn * (turn + 1), kLargestBulge) * cellSize;
		const int64_t moves = goOn ? smoother.Smooth(kOptimiseAbove, bulge, runner) : 0;
		if (exchanges + moves == 0)
		{
			break;
		}
	}
	tets.Compact();
	return goOn;
}
} // namespace FractureCore
