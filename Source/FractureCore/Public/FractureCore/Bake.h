// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Embedding.h"
#include "FractureCore/Export.h"
#include "FractureCore/Hash.h"
#include "FractureCore/Hooks.h"
#include "FractureCore/MassProperties.h"
#include "FractureCore/Material.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Repair.h"
#include "FractureCore/Strength.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"
#include "FractureCore/Tetrahedralise.h"

namespace FractureCore
{
struct BakeSettings
{
	Material material;
	RepairSettings repair;
	TetSettings tets;
	StrengthSetup strength;
	double shellThickness = 0.0; // m; > 0 bakes a thin sheet of triangles without tets
	bool factor = false;         // store the stiffness's factor, so that a level need not make it; solids only
};

enum class BakedKind : uint8_t
{
	Solid,
	Shell,
};

/// What the bake makes and everything downstream reads; immutable afterwards.
struct BakedObject
{
	BakedKind kind = BakedKind::Solid;
	ContentHash key; // of the input and the settings: same key, same bytes
	Material material;
	SurfaceMesh surface; // the artist's
	TetMesh tets;        // empty for a shell
	Embedding embedding; // surface in tets; empty for a shell
	MassProperties mass;
	double cellSize = 0.0; // m, lattice at the surface; 0 for a shell or a ready tet mesh
	double shellThickness =
		0.0; // m, of a shell; also of a shard of one, a solid whose tets are prisms on a sheet; else 0
	StrengthSetup strengthSetup;   // what the next two were made from
	std::vector<double> strength;  // Pa, 1 a tet or a shell's triangle; empty: the material's everywhere
	std::vector<uint8_t> heldAxes; // bits 1, 2, 4: 1 a tet node or a shell's vertex; empty: nothing holds it
	std::vector<uint8_t> factor;   // of StressModel::BakeFactor with default settings; empty: made when needed
	bool closed = false;           // the artist's surface closed without caps
	int32_t components = 0;        // solids that share no vertex, or parts of a sheet; cavities are none
	std::vector<Warning> warnings;

	friend bool operator==(const BakedObject&, const BakedObject&) = default;
};

/// Tensile strength of a tet, or of a shell's triangle, Pa.
inline double StrengthOf(const BakedObject& object, int32_t cell)
{
	return object.strength.empty() ? object.material.tensileStrength : object.strength[static_cast<size_t>(cell)];
}

/// What it takes to open a crack with this normal (unit length) in a tet or triangle, Pa.
inline double StrengthAcross(const BakedObject& object, int32_t cell, const Vec3& normal)
{
	return StrengthOf(object, cell) * DirectionFactor(object.material, normal);
}

/// The name under which the result may be cached. Cheap beside the bake.
FRACTURECORE_API ContentHash BakeKey(const SurfaceMesh& mesh, const BakeSettings& settings);
FRACTURECORE_API ContentHash BakeKey(const TetMesh& mesh, const BakeSettings& settings);

/// A pure function: same mesh and settings, same result, for any number of threads.
FRACTURECORE_API Result<BakedObject> BakeObject(
	const SurfaceMesh& mesh, const BakeSettings& settings, TaskRunner& runner, const ProgressSink& progress = {});

/// Takes a ready tet mesh as it is, without nodes that belong to no tet; its boundary becomes the surface. Tets that
/// overlap are an error.
FRACTURECORE_API Result<BakedObject> BakeTetMesh(const TetMesh& mesh, const BakeSettings& settings, TaskRunner& runner);
} // namespace FractureCore
