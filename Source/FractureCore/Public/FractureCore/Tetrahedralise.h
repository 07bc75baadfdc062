// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Hooks.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"

namespace FractureCore
{
struct TetSettings
{
	int32_t targetTets = 10'000;  // hit within 15 %; ignored if cellSize > 0
	double cellSize = 0.0;        // lattice cube's side at the surface, m; 0: from targetTets
	bool optimise = false;        // better angles, for two to three times the time
	bool refineThinWalls = true;  // use smaller cells, and so more tets, where walls would be perforated
	int32_t maxTets = 20'000'000; // more is an error that says which cell size would fit
};

struct Tetrahedralisation
{
	TetMesh mesh;
	double cellSize = 0.0; // m, at the surface
	std::vector<Warning> warnings;
};

/// Fills a closed surface with tets of good shape: isosurface stuffing [Labelle07] on a body-centred lattice that is
/// uniform at the surface and coarser inside. Dihedral angles lie within 10.7 and 164.8 degrees for any input. With
/// `optimise`, bad tets at the surface are exchanged and their nodes moved along it: the worst angles then only get
/// better, and reach 33 and 147 degrees on most inputs. Where the surface overlaps itself the tets fill the union, and
/// a warning of SelfIntersection says so. Bodies near each other and small cavities get smaller cells if a few times
/// the tets are enough; else warnings of FusedParts, LostParts and LostCavities say which are not there.
FRACTURECORE_API Result<Tetrahedralisation> Tetrahedralise(
	const SolidSurface& solid, const TetSettings& settings, TaskRunner& runner, const ProgressSink& progress = {});
} // namespace FractureCore
