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
// Of a cell. Vertices that a crack made have a value of rounding size in its own field; a chance hit so near is as good
// as one on it.
constexpr double kOnSurface = 1.0e-10;

class CrackField final : public SliceField
{
public:
	/// `sharesSurface`: in some tets it has the very values of a crack that is cut already.
	CrackField(const CutTree& tree, std::span<const double> values, bool sharesSurface = false)
		: m_tree(tree), m_values(values), m_least(kFieldSnap * tree.Base().cellSize),
		  m_onSurface(sharesSurface ? kOnSurface * tree.Base().cellSize : -1.0), m_firstVertex(tree.VertexCount())
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

	/// A crack is cut in one go, so the vertices on it are those made since it began; and where it shares a surface
	/// with a crack before it, those which that one made.
	bool IsNeutral(int32_t vertex) const override
	{
		return vertex >= m_firstVertex ||
			(vertex >= m_tree.BaseVertexCount() && std::abs(Value(vertex)) <= m_onSurface);
	}

private:
	const CutTree& m_tree;
	std::span<const double> m_values;
	double m_least;     // m
	double m_onSurface; // m
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

/// The cracks' fields as they are cut: where a crack runs within a hair of one before it through the same tet, it takes
/// the other's values at the tet's nodes, so that both have one surface there and what lies between them is nothing.
class SharedFields
{
public:
	SharedFields(const CutBody::Data& body, std::span<const Crack> cracks)
		: m_body(body), m_cracks(cracks), m_shared(cracks.size()), m_first(body.lattice.tets.size(), kNoIndex)
	{
	}

	std::span<const double> Of(int32_t crack) const
	{
		return m_shared[crack].empty() ? m_cracks[crack].field : m_shared[crack];
	}
	bool IsShared(int32_t crack) const { return !m_shared[crack].empty(); }

	/// Cracks in the order in which they are cut.
	void Add(int32_t crack, std::span<const int32_t> openTets)
	{
		for (const int32_t t : openTets)
		{
			const Tet& tet = m_body.lattice.tets[t];
			if (!IsCrossed(tet, m_cracks[crack].field))
			{
				continue;
			}
			for (int32_t i = m_first[t]; i != kNoIndex; i = m_open[i].next)
			{
				if (m_open[i].crack != crack && TakeOver(crack, m_open[i].crack, tet))
				{
					break;
				}
			}
			m_open.push_back({crack, m_first[t]});
			m_first[t] = static_cast<int32_t>(m_open.size()) - 1;
		}
	}

private:
	struct OpenCrack
	{
		int32_t crack;
		int32_t next; // in the same tet
	};

	bool TakeOver(int32_t crack, int32_t other, const Tet& tet)
	{
		const double least = kFieldSnap * m_body.cellSize;
		for (const double sign : {1.0, -1.0})
		{
			if (std::all_of(
					tet.v, tet.v + 4, [&](int32_t v) { return std::abs(Of(crack)[v] - sign * Of(other)[v]) < least; }))
			{
				if (m_shared[crack].empty())
				{
					m_shared[crack] = m_cracks[crack].field;
				}
				for (const int32_t v : tet.v)
				{
					// As it is snapped for the other: moving away from 0 must go the same way for both.
					const double value = Of(other)[v];
					const double snapped = std::abs(value) >= least ? value : (value >= 0.0 ? least : -least);
					m_shared[crack][v] = sign * snapped;
				}
				return true;
			}
		}
		return false;
	}

	const CutBody::Data& m_body;
	std::span<const Crack> m_cracks;
	std::vector<std::vector<double>> m_shared; // 1 a crack; empty: its own field
	std::vector<int32_t> m_first;              // 1 a tet: into m_open
	std::vector<OpenCrack> m_open;
};

/// The cracks that one ends at, as far as they are cut already.
class CrackEnds
{
public:
	CrackEnds(const CutTree& tree, std::span<const Crack> cracks, const SharedFields& fields, int32_t crack)
		: m_tree(tree)
	{
		for (const CrackStop& stop : cracks[crack].stops)
		{
			if (stop.crack < crack)
			{
				m_ends.push_back({&cracks[stop.crack], CrackField(tree, fields.Of(stop.crack)), stop.positive});
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
	SharedFields fields(body, cracks);
	for (const GrownCrack& grown : JoinGrowthSteps(body, cracks))
	{
		fields.Add(grown.first, grown.openTets);
		const std::span<const double> values = fields.Of(grown.first);
		CrackField field(tree, values, fields.IsShared(grown.first));
		CrackEnds ends(tree, cracks, fields, grown.first);
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
