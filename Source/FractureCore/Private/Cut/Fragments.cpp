// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Cuts that cannot leak: a refinement tree over the overlay (CutTree), slices along nodal fields (CellSlicer), pieces
// by union-find (Pieces), and surfaces whose vertices are classes of corners that meet (BoundaryWalk). Closedness is an
// identity of the tree, not a matter of tolerances.
#include "FractureCore/Fragments.h"

#include "FractureCore/Hooks.h"

#include "Cut/CrackSlices.h"
#include "Cut/FragmentMesher.h"
#include "Cut/GrainSlices.h"
#include "Cut/OverlayFragments.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace FractureCore
{
namespace
{
Status CheckCrack(const CutBody::Data& body, const Crack& crack, size_t index, size_t crackCount)
{
	const std::string name = "crack " + std::to_string(index);
	if (crack.field.size() != body.lattice.nodes.size())
	{
		return Error{ErrorCode::InvalidSettings, "the field of " + name + " must have one value a lattice node"};
	}
	for (size_t i = 0; i < crack.field.size(); ++i)
	{
		if (!std::isfinite(crack.field[i]))
		{
			return Error{ErrorCode::InvalidSettings,
				"the field of " + name + " is not finite at a node",
				static_cast<int64_t>(i)};
		}
	}
	const auto tetCount = static_cast<int64_t>(body.lattice.tets.size());
	int64_t before = -1;
	for (const int32_t tet : crack.openTets)
	{
		if (tet <= before || tet >= tetCount)
		{
			return Error{
				ErrorCode::InvalidSettings, "the open tets of " + name + " must be ascending and in range", tet};
		}
		before = tet;
	}
	for (const CrackStop& stop : crack.stops)
	{
		if (stop.crack < 0 || stop.crack >= static_cast<int64_t>(crackCount))
		{
			return Error{ErrorCode::InvalidSettings, name + " ends at a crack that there is not", stop.crack};
		}
	}
	return Ok{};
}

Status CheckGrains(const GrainSet& grains)
{
	if (grains.weights.size() != grains.seeds.size() || grains.loose.size() != grains.seeds.size())
	{
		return Error{ErrorCode::InvalidSettings, "every grain must have a seed, a weight and a flag"};
	}
	for (size_t i = 0; i < grains.seeds.size(); ++i)
	{
		if (!IsFinite(grains.seeds[i]) || !std::isfinite(grains.weights[i]) || grains.weights[i] <= 0.0)
		{
			return Error{ErrorCode::InvalidSettings,
				"a grain must have a finite seed and a positive weight",
				static_cast<int64_t>(i)};
		}
	}
	return Ok{};
}

Status CheckCutInput(
	const CutBody::Data& body, const CrackSet& cracks, double density, const FragmentSettings& settings)
{
	if (Status status = CheckCracks(body, cracks); !status)
	{
		return status;
	}
	if (!(density > 0.0) || !std::isfinite(density))
	{
		return Error{ErrorCode::InvalidMaterial, "the density must be positive"};
	}
	if (!(settings.smallestVolume >= 0.0 && settings.smallestVolume < 1.0) || !std::isfinite(settings.innerUvScale))
	{
		return Error{ErrorCode::InvalidSettings, "the smallest volume must be in [0, 1) and the UV scale finite"};
	}
	if (settings.maxFragments < 0 || !(settings.countedVolume >= 0.0 && settings.countedVolume < 1.0))
	{
		return Error{ErrorCode::InvalidSettings, "maxFragments must not be negative and countedVolume be in [0, 1)"};
	}
	return Ok{};
}
} // namespace

Status CheckCracks(const CutBody::Data& body, const CrackSet& cracks)
{
	for (size_t i = 0; i < cracks.cracks.size(); ++i)
	{
		if (Status status = CheckCrack(body, cracks.cracks[i], i, cracks.cracks.size()); !status)
		{
			return status;
		}
	}
	return CheckGrains(cracks.grains);
}

struct FragmentCutter::Data
{
	Data(const CutBody::Data& overlay, const CrackSet& cutAlong, double bodyDensity, const FragmentSettings& how)
		: body(overlay), cracks(cutAlong), density(bodyDensity), settings(how)
	{
	}

	void Cut(TaskRunner& runner);
	FragmentSet MakeSurfaces(TaskRunner& runner);

	const CutBody::Data& body;
	const CrackSet& cracks;
	double density;
	FragmentSettings settings;
	std::optional<CutTree> tree; // from the cut to the surfaces
	std::vector<int32_t> labels;
	Pieces pieces;
};

void FragmentCutter::Data::Cut(TaskRunner& runner)
{
	tree.emplace(body);
	labels = SliceAlongGrains(*tree, cracks.grains, runner);
	SliceAlongCracks(*tree, cracks.cracks, labels);
	pieces = FindPieces(*tree, labels, {settings.smallestVolume, settings.maxFragments, settings.countedVolume});
}

FragmentSet FragmentCutter::Data::MakeSurfaces(TaskRunner& runner)
{
	FRACTURECORE_ASSERT(tree.has_value());
	FragmentSet result;
	result.mergedPieces = pieces.merged;
	result.cutAnything = tree->CellCount() > tree->BaseCellCount();
	const FragmentParts parts = CollectFragmentParts(*tree, pieces, labels, runner);
	tree.reset();
	std::vector<Fragment> fragments = MakeFragments(body, parts, pieces.count, density, settings.innerUvScale, runner);

	std::vector<int32_t> order(fragments.size());
	for (size_t i = 0; i < order.size(); ++i)
	{
		order[i] = static_cast<int32_t>(i);
	}
	std::stable_sort(order.begin(),
		order.end(),
		[&](int32_t a, int32_t b)
		{
			const double volumeA = fragments[a].mass.volume;
			const double volumeB = fragments[b].mass.volume;
			return volumeA != volumeB ? volumeA > volumeB : pieces.lowestTet[a] < pieces.lowestTet[b];
		});
	result.fragments.reserve(fragments.size());
	for (const int32_t i : order)
	{
		result.fragments.push_back(std::move(fragments[i]));
	}
	return result;
}

FragmentCutter::FragmentCutter(std::unique_ptr<Data> data) : m_data(std::move(data)) {}

FragmentCutter::FragmentCutter(FragmentCutter&& other) noexcept = default;
FragmentCutter& FragmentCutter::operator=(FragmentCutter&& other) noexcept = default;
FragmentCutter::~FragmentCutter() = default;

Result<FragmentCutter> FragmentCutter::Create(
	const CutBody& body, const CrackSet& cracks, double density, const FragmentSettings& settings)
{
	if (const Status status = CheckCutInput(body.GetData(), cracks, density, settings); !status)
	{
		return status.GetError();
	}
	return FragmentCutter(std::make_unique<Data>(body.GetData(), cracks, density, settings));
}

void FragmentCutter::Cut(TaskRunner& runner)
{
	m_data->Cut(runner);
}

FragmentSet FragmentCutter::MakeSurfaces(TaskRunner& runner)
{
	return m_data->MakeSurfaces(runner);
}

Result<FragmentSet> CutFragments(
	const CutBody& body, const CrackSet& cracks, double density, const FragmentSettings& settings, TaskRunner& runner)
{
	return CutOverlay(body.GetData(), cracks, density, settings, runner);
}

Result<FragmentSet> CutOverlay(const CutBody::Data& body,
	const CrackSet& cracks,
	double density,
	const FragmentSettings& settings,
	TaskRunner& runner)
{
	if (const Status status = CheckCutInput(body, cracks, density, settings); !status)
	{
		return status.GetError();
	}
	FragmentCutter::Data cutter(body, cracks, density, settings);
	cutter.Cut(runner);
	return cutter.MakeSurfaces(runner);
}
} // namespace FractureCore
