// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Grains are regions of least energy. Labels are inserted one after the other: where label b comes to a cell of label
// a, the cell is cut by E_b - E_a, and b keeps the side where that is negative. A vertex remembers the labels that tie
// there. It is neutral for a and b if it is such a tie; and labels that tie share one value, so a line where three
// grains meet is cut once.
#include "Cut/GrainSlices.h"

#include "Cut/CellSlicer.h"
#include "Cut/GrainEnergies.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int64_t kGrainTetsPerTask = 2'048;

class GrainField final : public SliceField
{
public:
	GrainField(const CutTree& tree, const GrainEnergies& energies) : m_tree(tree), m_energies(energies) {}

	/// False if these were the last ones too: values stay.
	bool Start(int32_t owner, int32_t newcomer)
	{
		const bool isNew = owner != m_owner || newcomer != m_newcomer;
		m_owner = owner;
		m_newcomer = newcomer;
		return isNew;
	}

	double Value(int32_t vertex) const override { return Energy(vertex, m_newcomer) - Energy(vertex, m_owner); }

	bool IsNeutral(int32_t vertex) const override
	{
		return HasTie(TiesAt(vertex), m_owner) && HasTie(TiesAt(vertex), m_newcomer);
	}

	/// Also ties that both ends of the edge share, if the label that is cut is among them: two of its interfaces cross.
	void OnSplit(int32_t /*vertex*/, int32_t from, int32_t to) override
	{
		const std::span<const int32_t> a = TiesAt(from);
		const std::span<const int32_t> b = TiesAt(to);
		m_new.clear();
		if (HasTie(a, m_owner) && HasTie(b, m_owner))
		{
			std::copy_if(
				a.begin(), a.end(), std::back_inserter(m_new), [&](int32_t label) { return HasTie(b, label); });
		}
		else
		{
			m_new.push_back(m_owner);
		}
		if (!HasTie(m_new, m_newcomer))
		{
			m_new.push_back(m_newcomer);
		}
		std::sort(m_new.begin(), m_new.end());
		m_ties.insert(m_ties.end(), m_new.begin(), m_new.end());
		m_tieOffsets.push_back(static_cast<int32_t>(m_ties.size()));
	}

private:
	static bool HasTie(std::span<const int32_t> ties, int32_t label)
	{
		return std::find(ties.begin(), ties.end(), label) != ties.end();
	}

	std::span<const int32_t> TiesAt(int32_t vertex) const
	{
		if (!m_tree.IsNewVertex(vertex))
		{
			return {};
		}
		const auto i = static_cast<size_t>(vertex - m_tree.BaseVertexCount());
		return {m_ties.data() + m_tieOffsets[i], static_cast<size_t>(m_tieOffsets[i + 1] - m_tieOffsets[i])};
	}

	double Energy(int32_t vertex, int32_t label) const
	{
		const std::span<const int32_t> ties = TiesAt(vertex);
		const int32_t named = HasTie(ties, label) ? ties[0] : label;
		const CutVertex& v = m_tree.Vertex(vertex);
		double sum = 0.0;
		for (int32_t k = 0; k < 4 && v.hostNodes[k] != kNoIndex; ++k)
		{
			sum += v.hostWeights[k] * m_energies.At(v.hostNodes[k], named);
		}
		return sum;
	}

	const CutTree& m_tree;
	const GrainEnergies& m_energies;
	int32_t m_owner = kNoIndex;
	int32_t m_newcomer = kNoIndex;
	std::vector<int32_t> m_tieOffsets = {0}; // 1 a new vertex, and the end
	std::vector<int32_t> m_ties;             // ascending at each
	std::vector<int32_t> m_new;
};

/// Where to insert a label.
struct Insertion
{
	int32_t label = kNoIndex;
	int32_t tet = kNoIndex;
};

/// Gives each cell the first label of its tet and lists the others, label after label.
std::vector<Insertion> ListInsertions(
	const CutBody::Data& body, const GrainEnergies& energies, std::vector<int32_t>& labels, TaskRunner& runner)
{
	const auto count = static_cast<int64_t>(body.lattice.tets.size());
	std::vector<std::vector<Insertion>> chunks(
		static_cast<size_t>((count + kGrainTetsPerTask - 1) / kGrainTetsPerTask));
	ParallelFor(runner,
		count,
		kGrainTetsPerTask,
		[&](int64_t begin, int64_t end)
		{
			GrainCandidates finder(energies);
			for (int64_t t = begin; t < end; ++t)
			{
				const std::span<const int32_t> candidates = finder.Find(body.lattice.tets[t]);
				for (int32_t cell = body.tetCellOffsets[t]; cell < body.tetCellOffsets[t + 1]; ++cell)
				{
					labels[cell] = candidates[0];
				}
				for (const int32_t label : candidates.subspan(1))
				{
					chunks[begin / kGrainTetsPerTask].push_back({label, static_cast<int32_t>(t)});
				}
			}
		});
	std::vector<Insertion> insertions;
	for (const std::vector<Insertion>& chunk : chunks)
	{
		insertions.insert(insertions.end(), chunk.begin(), chunk.end());
	}
	std::stable_sort(
		insertions.begin(), insertions.end(), [](const Insertion& a, const Insertion& b) { return a.label < b.label; });
	return insertions;
}
} // namespace

std::vector<int32_t> SliceAlongGrains(CutTree& tree, const GrainSet& grains, TaskRunner& runner)
{
	if (std::none_of(grains.loose.begin(), grains.loose.end(), [](uint8_t loose) { return loose != 0; }))
	{
		return {};
	}
	const CutBody::Data& body = tree.Base();
	const GrainEnergies energies = MeasureGrains(body, grains, runner);
	std::vector<int32_t> labels(body.cells.size(), 0);
	GrainField field(tree, energies);
	CellSlicer slicer(tree);
	std::vector<int32_t> cells;
	for (const Insertion& insertion : ListInsertions(body, energies, labels, runner))
	{
		cells.clear();
		tree.AppendLeafCellsOfTet(insertion.tet, cells);
		std::stable_sort(cells.begin(), cells.end(), [&](int32_t a, int32_t b) { return labels[a] < labels[b]; });
		int32_t owner = kNoIndex;
		for (const int32_t cell : cells)
		{
			if (labels[cell] != owner)
			{
				owner = labels[cell];
				if (field.Start(owner, insertion.label))
				{
					slicer.Start(field, kNoIndex);
				}
			}
			const CellSlicer::Sliced sliced = slicer.Slice(cell);
			if (sliced.IsCut())
			{
				labels.resize(static_cast<size_t>(sliced.minusBegin), owner);
				labels.resize(static_cast<size_t>(sliced.last), insertion.label);
			}
			else if (slicer.IsMinus())
			{
				labels[cell] = insertion.label;
			}
		}
	}
	return labels;
}
} // namespace FractureCore
