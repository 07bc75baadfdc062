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

namespace
{
/// The cracks that one ends at, as far as they are cut already.
class CrackEnds
{
public:
	CrackEnds(const CutTree& tree, std::span<const Crack> cracks, int32_t crack) : m_tree(tree)
	{
		for (const CrackStop& stop : cracks[crack].stops)
		{
			if (stop.crack < crack)
			{
				m_ends.push_back({&cracks[stop.crack], CrackField(tree, cracks[stop.crack].field), stop.positive});
			}
		}
	}

	/// Whether a cell of a tet lies behind one of them. It is on one side of each that is open in the tet.
	bool IsBeyond(int32_t tet, int32_t cell)
	{
		return std::any_of(m_ends.begin(),
			m_ends.end(),
			[&](const End& end)
			{
				return std::binary_search(end.crack->openTets.begin(), end.crack->openTets.end(), tet) &&
					(FarthestValue(end.field, cell) > 0.0) != end.positive;
			});
	}

private:
	struct End
	{
		const Crack* crack;
		CrackField field;
		bool positive;
	};

	/// Of the cell's vertices; those on the crack itself are about zero.
	double FarthestValue(const CrackField& field, int32_t cell)
	{
		double farthest = 0.0;
		m_faces.clear();
		for (const int32_t face : m_tree.CellFaces(cell))
		{
			m_tree.AppendLeafFaces(face, m_faces);
		}
		for (const int32_t signedFace : m_faces)
		{
			const int32_t id = Unsigned(signedFace);
			const CutFace& face = m_tree.Face(id);
			for (int32_t loop = face.firstLoop; loop < face.lastLoop; ++loop)
			{
				for (const int32_t edge : m_tree.Loop(id, loop))
				{
					const double value = field.Value(m_tree.From(edge));
					farthest = std::abs(value) > std::abs(farthest) ? value : farthest;
				}
			}
		}
		return farthest;
	}

	const CutTree& m_tree;
	std::vector<End> m_ends;
	std::vector<int32_t> m_faces;
};
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
		CrackEnds ends(tree, cracks, grown.first);
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
				if (ends.IsBeyond(tet, cell))
				{
					continue;
				}
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
