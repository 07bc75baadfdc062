// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/GrainEnergies.h"

#include "Cut/CrackSlices.h"

#include <algorithm>
#include <limits>

namespace FractureCore
{
namespace
{
constexpr int64_t kGrainNodesPerTask = 1'024;

class GrainMeter
{
public:
	GrainMeter(const CutBody::Data& body, const GrainSet& grains)
		: m_nodes(body.lattice.nodes), m_gap(kFieldSnap * body.cellSize), m_cellSize(body.cellSize)
	{
		const double heaviest = *std::max_element(grains.weights.begin(), grains.weights.end());
		for (const bool isLoose : {false, true})
		{
			for (size_t i = 0; i < grains.seeds.size(); ++i)
			{
				if ((grains.loose[i] != 0) == isLoose)
				{
					m_seeds.push_back({grains.seeds[i], grains.weights[i] / heaviest, isLoose ? ++m_looseCount : 0});
				}
			}
		}
	}

	GrainEnergies Run(TaskRunner& runner)
	{
		const auto count = static_cast<int64_t>(m_nodes.size());
		std::vector<Chunk> chunks(static_cast<size_t>((count + kGrainNodesPerTask - 1) / kGrainNodesPerTask));
		ParallelFor(runner,
			count,
			kGrainNodesPerTask,
			[&](int64_t begin, int64_t end)
			{
				Chunk& chunk = chunks[begin / kGrainNodesPerTask];
				std::vector<Entry> entries;
				for (int64_t node = begin; node < end; ++node)
				{
					MeasureNode(m_nodes[node], entries, chunk);
				}
			});
		GrainEnergies result;
		result.labelCount = m_looseCount + 1;
		result.offsets.reserve(m_nodes.size() + 1);
		result.offsets.push_back(0);
		for (const Chunk& chunk : chunks)
		{
			for (const int32_t size : chunk.counts)
			{
				result.offsets.push_back(result.offsets.back() + size);
			}
			for (const Entry& entry : chunk.entries)
			{
				result.labels.push_back(entry.label);
				result.energies.push_back(entry.energy);
			}
		}
		return result;
	}

private:
	/// Energies are relative to the heaviest weight, so that they are about distances.
	struct Seed
	{
		Vec3 position;
		double weight = 1.0; // (0, 1]
		int32_t label = 0;
	};
	struct Entry
	{
		double energy = 0.0;
		double weight = 0.0;
		int32_t label = 0;
	};
	struct Chunk
	{
		std::vector<int32_t> counts; // 1 a node
		std::vector<Entry> entries;
	};

	/// An energy changes by at most weight h over a tet. So a label that wins somewhere in a tet is at each of its
	/// nodes above the least one there by no more than both their weights times h, and a little for the gaps.
	void MeasureNode(const Vec3& node, std::vector<Entry>& entries, Chunk& chunk) const
	{
		entries.clear();
		double bound = std::numeric_limits<double>::infinity();
		const double gaps = m_gap * static_cast<double>(m_seeds.size());
		for (const Seed& seed : m_seeds)
		{
			const double energy = seed.weight * Length(node - seed.position);
			if (energy - seed.weight * m_cellSize > bound + gaps)
			{
				continue;
			}
			bound = std::min(bound, energy + seed.weight * m_cellSize);
			if (seed.label == 0 && !entries.empty())
			{
				if (energy < entries[0].energy)
				{
					entries[0] = {energy, seed.weight, 0};
				}
				continue;
			}
			entries.push_back({energy, seed.weight, seed.label});
		}
		entries.erase(std::remove_if(entries.begin(),
						  entries.end(),
						  [&](const Entry& e) { return e.energy - e.weight * m_cellSize > bound + gaps; }),
			entries.end());
		OpenGaps(entries);
		chunk.counts.push_back(static_cast<int32_t>(entries.size()));
		chunk.entries.insert(chunk.entries.end(), entries.begin(), entries.end());
	}

	/// No interface runs through a node: any two energies differ, and the lower label wins a tie.
	void OpenGaps(std::vector<Entry>& entries) const
	{
		std::sort(entries.begin(),
			entries.end(),
			[](const Entry& a, const Entry& b)
			{ return a.energy != b.energy ? a.energy < b.energy : a.label < b.label; });
		for (size_t i = 1; i < entries.size(); ++i)
		{
			entries[i].energy = std::max(entries[i].energy, entries[i - 1].energy + m_gap);
		}
		std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.label < b.label; });
	}

	std::span<const Vec3> m_nodes;
	double m_gap;      // m
	double m_cellSize; // m
	int32_t m_looseCount = 0;
	std::vector<Seed> m_seeds; // those with label 0 first
};
} // namespace

GrainEnergies MeasureGrains(const CutBody::Data& body, const GrainSet& grains, TaskRunner& runner)
{
	return GrainMeter(body, grains).Run(runner);
}

void GrainCandidates::FindListedAtAll(const Tet& tet)
{
	m_listed.clear();
	const std::span<const int32_t> first = m_energies.LabelsAt(tet.v[0]);
	for (size_t i = 0; i < first.size(); ++i)
	{
		Candidate candidate;
		candidate.label = first[i];
		candidate.energy[0] = m_energies.EnergiesAt(tet.v[0])[i];
		bool isListed = true;
		for (size_t k = 1; k < 4 && isListed; ++k)
		{
			const std::span<const int32_t> labels = m_energies.LabelsAt(tet.v[k]);
			const auto found = std::find(labels.begin(), labels.end(), candidate.label);
			isListed = found != labels.end();
			candidate.energy[k] = isListed ? m_energies.EnergiesAt(tet.v[k])[found - labels.begin()] : 0.0;
		}
		if (isListed)
		{
			m_listed.push_back(candidate);
		}
	}
}

std::span<const int32_t> GrainCandidates::Find(const Tet& tet)
{
	FindListedAtAll(tet);
	const auto isBeaten = [](const Candidate& a, const Candidate& by)
	{
		return by.energy[0] < a.energy[0] && by.energy[1] < a.energy[1] && by.energy[2] < a.energy[2] &&
			by.energy[3] < a.energy[3];
	};
	m_labels.clear();
	for (const Candidate& candidate : m_listed)
	{
		const bool isOut =
			std::any_of(m_listed.begin(), m_listed.end(), [&](const Candidate& by) { return isBeaten(candidate, by); });
		if (!isOut)
		{
			m_labels.push_back(candidate.label);
		}
	}
	return m_labels;
}
} // namespace FractureCore
