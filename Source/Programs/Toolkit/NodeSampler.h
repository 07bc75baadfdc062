// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/TetMesh.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureToolkit
{
/// Values at nodes, to be looked at anywhere near them, such as on the surfaces of pieces.
class NodeSampler
{
public:
	/// 1 value a node; none at all: nothing is known.
	NodeSampler(std::vector<FractureCore::Vec3> nodes, std::vector<float> values);

	/// 1 a point: that of the nearest node. Empty if nothing is known.
	std::vector<float> Sample(std::span<const FractureCore::Vec3> points) const;

private:
	int32_t NearestNode(const FractureCore::Vec3& p) const;
	int64_t CellOf(const FractureCore::Vec3& p, int32_t axis) const;
	void SortIntoCells();

	std::vector<FractureCore::Vec3> m_nodes;
	std::vector<float> m_values;
	FractureCore::Vec3 m_low;
	double m_cell = 1.0; // m
	int64_t m_size[3] = {1, 1, 1};
	std::vector<int32_t> m_cellStart; // 1 a cell + 1
	std::vector<int32_t> m_cellNodes;
};

/// The mean over the tets round each node; 0 at a node without any.
std::vector<float> NodeMeans(const FractureCore::TetMesh& mesh, std::span<const double> tetValues);
} // namespace FractureToolkit
