// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CrackSlices.h"

#include "Cut/CellSlicer.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace FractureCore
{
namespace
{
class CrackField final : public SliceField
{
public:
	CrackField(const CutTree& tree, std::span<const double> values)
		: m_tree(tree), m_values(values), m_least(kFieldSnap * tree.Base().cellSize), m_firstVertex(tree.VertexCount())
	{
	}

	double NodeValue(int32_t node) const
	{
		const double value = m_values[node];
		return std::abs(value) >= m_least ? value : (value >= 0.0 ? m_least : -m_least);
	}

	double Value(int32_t vertex) const override
	{
		const CutVertex& v = m_tree.Vertex(vertex);
		double sum = 0.0;
		for (int32_t k = 0; k < 4 && v.hostNodes[k] != kNoIndex; ++k)
		{
			sum += v.hostWeights[k] * NodeValue(v.hostNodes[k]);
		}
		return sum;
	}

	/// A crack is cut in one go, so the vertices on it are those made since it began.
	bool IsNeutral(int32_t vertex) const override { return vertex >= m_firstVertex; }

private:
	const CutTree& m_tree;
	std::span<const double> m_values;
	double m_least; // m
	int32_t m_firstVertex;
};

/// Growth steps of one crack.
struct GrownCrack
{
	int32_t first = kNoIndex; // the crack whose field counts
	std::vector<int32_t> openTets;
};

bool IsCrossed(const Tet& tet, std::span<const double> field)
{
	const bool side = field[tet.v[0]] >= 0.0;
	return (field[tet.v[1]] >= 0.0) != side || (field[tet.v[2]] >= 0.0) != side || (field[tet.v[3]] >= 0.0) != side;
}

/// Whether a crack has the field of another, times `sign`, where it matters: at the nodes around its own surface.
bool IsSameCrack(const CutBody::Data& body, const Crack& crack, const Crack& other, double sign)
{
	const double least = kFieldSnap * body.cellSize;
	bool isCrossedAnywhere = false;
	for (const int32_t t : crack.openTets)
	{
		const Tet& tet = body.lattice.tets[t];
		if (!IsCrossed(tet, crack.field))
		{
			continue;
		}
		isCrossedAnywhere = true;
		for (const int32_t node : tet.v)
		{
			if (std::abs(crack.field[node] - sign * other.field[node]) >= least)
			{
				return false;
			}
		}
	}
	return isCrossedAnywhere;
}

std::vector<GrownCrack> JoinGrowthSteps(const CutBody::Data& body, std::span<const Crack> cracks)
{
	std::vector<GrownCrack> grown;
	for (size_t i = 0; i < cracks.size(); ++i)
	{
		const auto same = std::find_if(grown.begin(),
			grown.end(),
			[&](const GrownCrack& g) {
				return IsSameCrack(body, cracks[i], cracks[g.first], 1.0) ||
					IsSameCrack(body, cracks[i], cracks[g.first], -1.0);
			});
		if (same == grown.end())
		{
			grown.push_back({static_cast<int32_t>(i), cracks[i].openTets});
			continue;
		}
		std::vector<int32_t> both;
		both.reserve(same->openTets.size() + cracks[i].openTets.size());
		std::set_union(same->openTets.begin(),
			same->openTets.end(),
			cracks[i].openTets.begin(),
			cracks[i].openTets.end(),
			std::back_inserter(both));
		same->openTets.swap(both);
	}
	return grown;
}
} // namespace

void SliceAlongCracks(CutTree& tree, std::span<const Crack> cracks, std::vector<int32_t>& labels)
{
	const CutBody::Data& body = tree.Base();
	CellSlicer slicer(tree);
	std::vector<int32_t> cells;
	for (const GrownCrack& grown : JoinGrowthSteps(body, cracks))
	{
		const std::vector<double>& values = cracks[grown.first].field;
		CrackField field(tree, values);
		slicer.Start(field, grown.first);
		for (const int32_t tet : grown.openTets)
		{
			// Moving values away from 0 does not change their signs.
			if (!IsCrossed(body.lattice.tets[tet], values))
			{
				continue;
			}
			cells.clear();
			tree.AppendLeafCellsOfTet(tet, cells);
			for (const int32_t cell : cells)
			{
				const CellSlicer::Sliced sliced = slicer.Slice(cell);
				if (sliced.IsCut() && !labels.empty())
				{
					labels.insert(labels.end(), static_cast<size_t>(sliced.last - sliced.first), int32_t{labels[cell]});
				}
			}
		}
	}
}
} // namespace FractureCore
