// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// What gmsh and TetGen files have in common: nodes with numbers of the file's own, tets that name them, in any order.
class TetMeshAssembler
{
public:
	explicit TetMeshAssembler(double metresPerUnit) : m_metresPerUnit(metresPerUnit) {}

	void AddNode(int64_t number, const FractureCore::Vec3& position) { m_nodes.push_back({number, position}); }
	void AddTet(const std::array<int64_t, 4>& nodeNumbers, int64_t line) { m_tets.push_back({nodeNumbers, line}); }
	void AddWarning(FractureCore::Warning warning) { m_warnings.push_back(std::move(warning)); }

	/// Brings nodes into the order of their numbers; an error names one that is there twice. Finish does it too.
	FractureCore::Status SortNodes();

	/// Looks the numbers up, leaves out nodes that no tet uses, and turns tets to positive volume. Errors name the line
	/// given with the tet.
	FractureCore::Result<ImportedTets> Finish();

private:
	struct NumberedNode
	{
		int64_t number;
		FractureCore::Vec3 position;
	};
	struct NumberedTet
	{
		std::array<int64_t, 4> nodeNumbers;
		int64_t line;
	};

	int32_t FindNode(int64_t number) const;
	FractureCore::Status TurnPositive(FractureCore::TetMesh& mesh);

	double m_metresPerUnit;
	std::vector<NumberedNode> m_nodes;
	std::vector<NumberedTet> m_tets;
	std::vector<FractureCore::Warning> m_warnings;
	std::optional<FractureCore::Error> m_insideOut;
};
} // namespace FractureToolkit
