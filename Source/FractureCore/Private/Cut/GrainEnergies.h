// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Crack.h"
#include "FractureCore/Parallel.h"

#include "Cut/CutData.h"

#include <array>
#include <span>
#include <vector>

namespace FractureCore
{
/// The energies of grains at lattice nodes, as far as they matter. Loose grains have labels 1, 2, ...; all others share
/// label 0 and the least of their energies: the interfaces between them stay closed, so nobody needs them.
struct GrainEnergies
{
	std::vector<int32_t> offsets; // 1 a node, and the end
	std::vector<int32_t> labels;  // those that may win in a tet of this node, ascending
	std::vector<double> energies; // m; any two at a node differ by at least the least field value
	int32_t labelCount = 0;

	std::span<const int32_t> LabelsAt(int32_t node) const
	{
		return {labels.data() + offsets[node], static_cast<size_t>(offsets[node + 1] - offsets[node])};
	}
	std::span<const double> EnergiesAt(int32_t node) const
	{
		return {energies.data() + offsets[node], static_cast<size_t>(offsets[node + 1] - offsets[node])};
	}
	/// Of a label that is listed at the node.
	double At(int32_t node, int32_t label) const
	{
		int32_t i = offsets[node];
		while (labels[i] != label)
		{
			++i;
		}
		return energies[i];
	}
};

GrainEnergies MeasureGrains(const CutBody::Data& body, const GrainSet& grains, TaskRunner& runner);

/// Labels that may win somewhere in a tet. Keeps its memory from tet to tet.
class GrainCandidates
{
public:
	explicit GrainCandidates(const GrainEnergies& energies) : m_energies(energies) {}

	/// Ascending: those that no other one beats at all four nodes. Valid until the next call.
	std::span<const int32_t> Find(const Tet& tet);

private:
	struct Candidate
	{
		int32_t label = kNoIndex;
		std::array<double, 4> energy = {}; // at the tet's nodes
	};

	void FindListedAtAll(const Tet& tet);

	const GrainEnergies& m_energies;
	std::vector<Candidate> m_listed;
	std::vector<int32_t> m_labels;
};
} // namespace FractureCore
