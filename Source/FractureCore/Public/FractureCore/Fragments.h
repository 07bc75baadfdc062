// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Crack.h"
#include "FractureCore/CutBody.h"
#include "FractureCore/MassProperties.h"
#include "FractureCore/SurfaceMesh.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace FractureCore
{
struct FragmentSettings
{
	double smallestVolume =
		1.0e-7;                 // of the parent's; a piece below it joins the neighbour it shares most crack area with
	int32_t maxFragments = 0;   // 0: any number; else the smallest join neighbours. Parts that touch none stay apart
	double countedVolume = 0.0; // of the parent's; a piece below it is not one of maxFragments
	double innerUvScale = 1.0;  // UV units a metre on crack faces
};

/// One piece of a broken body: a closed two-manifold. Outer triangles are the artist's, whole or clipped, and come
/// first; crack faces follow, in a slot of their own behind the artist's.
struct Fragment
{
	SurfaceMesh surface;
	int32_t outerTriangles = 0;          // the first so many are the artist's
	std::vector<int32_t> sourceTriangle; // 1 an outer triangle: the artist's triangle that it is part of
	std::vector<int32_t> sourceCrack;    // 1 a crack face: index in CrackSet::cracks, or kNoIndex between grains
	MassProperties mass;
};

struct FragmentSet
{
	std::vector<Fragment> fragments; // largest volume first; equal ones by lowest lattice tet
	int32_t mergedPieces = 0;        // pieces that were too small or too many and joined a neighbour
	bool cutAnything = false;        // some crack split at least one cell
};

/// Cuts a body along everything open in it and gathers the pieces, in two steps between which a host may pause.
class FRACTURECORE_API FragmentCutter
{
public:
	/// `body` and `cracks` must outlive the cutter. Density in kg/m^3. The error names the first bad crack or grain.
	static Result<FragmentCutter> Create(
		const CutBody& body, const CrackSet& cracks, double density, const FragmentSettings& settings);

	FragmentCutter(FragmentCutter&& other) noexcept;
	FragmentCutter& operator=(FragmentCutter&& other) noexcept;
	~FragmentCutter();

	/// First: slices the cells and finds what hangs together.
	void Cut(TaskRunner& runner);

	/// Then, once: closed surfaces and masses.
	FragmentSet MakeSurfaces(TaskRunner& runner);

	struct Data;

private:
	explicit FragmentCutter(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// Both steps at once. A pure function of its arguments.
FRACTURECORE_API Result<FragmentSet> CutFragments(const CutBody& body,
	const CrackSet& cracks,
	double density, // kg/m^3
	const FragmentSettings& settings,
	TaskRunner& runner);
} // namespace FractureCore
