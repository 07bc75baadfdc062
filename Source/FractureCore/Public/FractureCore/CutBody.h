// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Export.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"

#include <cstdint>
#include <memory>
#include <span>

namespace FractureCore
{
struct CutSettings
{
	double cellSize = 0.0; // m, cube of the body-centred lattice; 0: about as many lattice tets as the object has tets
};

/// A baked solid made ready to be cut: the artist's closed surface overlaid once with the tets of an unwarped
/// body-centred lattice, so that each of those tets holds the closed polyhedron of the material inside it. The stress
/// mesh and this lattice are not the same tets: stress wants elements that follow the surface, cuts want elements whose
/// signs are exact. Immutable; any number of threads may cut with it at once.
class FRACTURECORE_API CutBody
{
public:
	/// A surface that is no clean solid (parts that run through each other) is replaced by the boundary of the
	/// object's tets, and a warning says so.
	static Result<CutBody> Create(const BakedObject& object, const CutSettings& settings, TaskRunner& runner);

	/// Of tets that are cut as they are, without a lattice of their own: thickened sheets. `surface` has the tets'
	/// nodes as positions and their boundary faces as triangles. The error names the first bad tet.
	static Result<CutBody> CreateFromTets(const TetMesh& tets, const SurfaceMesh& surface);

	CutBody(CutBody&& other) noexcept;
	CutBody& operator=(CutBody&& other) noexcept;
	~CutBody();

	/// The lattice tets that hold material. Cracks are fields over these nodes and open in these tets.
	const TetMesh& Lattice() const;
	double CellSize() const; // m

	/// What is cut: the artist's surface, with caps over open borders, or what stands in for it.
	const SurfaceMesh& Surface() const;
	std::span<const Warning> Warnings() const;

	struct Data;
	const Data& GetData() const { return *m_data; }

private:
	explicit CutBody(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};
} // namespace FractureCore
