// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/Assembly.h"

#include "FractureCore/Hooks.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int64_t kAssemblyRowsPerTask = 256;
} // namespace

StiffnessAssembly::StiffnessAssembly(std::span<const Tet> tets, int32_t nodeCount)
{
	// Corners by node, tets ascending.
	m_cornerStart.assign(nodeCount + 1, 0);
	for (const Tet& tet : tets)
	{
		for (const int32_t node : tet.v)
		{
			++m_cornerStart[node + 1];
		}
	}
	for (int32_t node = 0; node < nodeCount; ++node)
	{
		m_cornerStart[node + 1] += m_cornerStart[node];
	}
	m_corners.resize(4 * tets.size());
	std::vector<int32_t> filled(m_cornerStart.begin(), m_cornerStart.end() - 1);
	for (int32_t t = 0; t < static_cast<int32_t>(tets.size()); ++t)
	{
		for (int32_t a = 0; a < 4; ++a)
		{
			Corner& corner = m_corners[filled[tets[t].v[a]]++];
			corner.tet = t;
			corner.corner = a;
		}
	}

	m_pattern.rowStart.assign(1, 0);
	std::vector<int32_t> row;
	std::vector<int32_t> lastRow(static_cast<size_t>(nodeCount), kNoIndex); // that had the node as a column
	std::vector<int32_t> slotOf(static_cast<size_t>(nodeCount));            // of the column in this row
	for (int32_t node = 0; node < nodeCount; ++node)
	{
		row.assign(1, node);
		lastRow[node] = node;
		for (int32_t c = m_cornerStart[node]; c < m_cornerStart[node + 1]; ++c)
		{
			for (const int32_t column : tets[m_corners[c].tet].v)
			{
				if (lastRow[column] != node)
				{
					lastRow[column] = node;
					row.push_back(column);
				}
			}
		}
		std::sort(row.begin(), row.end());
		for (const int32_t column : row)
		{
			slotOf[column] = static_cast<int32_t>(m_pattern.columns.size());
			m_pattern.columns.push_back(column);
		}
		m_pattern.rowStart.push_back(static_cast<int32_t>(m_pattern.columns.size()));
		for (int32_t c = m_cornerStart[node]; c < m_cornerStart[node + 1]; ++c)
		{
			for (int32_t b = 0; b < 4; ++b)
			{
				const int32_t column = tets[m_corners[c].tet].v[b];
				if (column >= node)
				{
					m_corners[c].slot[b] = slotOf[column];
				}
			}
		}
	}
	m_pattern.blocks.resize(m_pattern.columns.size());

	// Rows are visited in order, so the mirror images of a column's blocks come one after the other.
	m_mirror.resize(m_pattern.columns.size());
	std::vector<int32_t> next(m_pattern.rowStart.begin(), m_pattern.rowStart.end() - 1);
	for (int32_t node = 0; node < nodeCount; ++node)
	{
		for (int32_t k = m_pattern.rowStart[node]; k < m_pattern.rowStart[node + 1]; ++k)
		{
			m_mirror[k] = next[m_pattern.columns[k]]++;
		}
	}
}

void StiffnessAssembly::Assemble(std::span<const TetShape> shapes,
	const LameConstants& lame,
	std::span<const double> fraction,
	BlockMatrix& matrix,
	TaskRunner& runner) const
{
	FRACTURECORE_ASSERT(matrix.blocks.size() == m_pattern.columns.size() && 4 * shapes.size() == m_corners.size());
	const int32_t nodeCount = m_pattern.NodeCount();
	auto assembleUpper = [&](int64_t begin, int64_t end)
	{
		std::fill(
			matrix.blocks.begin() + m_pattern.rowStart[begin], matrix.blocks.begin() + m_pattern.rowStart[end], Mat3{});
		for (int32_t c = m_cornerStart[begin]; c < m_cornerStart[end]; ++c)
		{
			const Corner& corner = m_corners[c];
			const TetShape& shape = shapes[corner.tet];
			const double scale = fraction.empty() ? 1.0 : fraction[corner.tet];
			const LameConstants scaled{scale * lame.lambda, scale * lame.mu};
			for (int32_t b = 0; b < 4; ++b)
			{
				if (corner.slot[b] != kNoIndex)
				{
					matrix.blocks[corner.slot[b]] += StiffnessBlock(shape, scaled, corner.corner, b);
				}
			}
		}
	};
	auto mirrorLower = [&](int64_t begin, int64_t end)
	{
		for (int64_t node = begin; node < end; ++node)
		{
			for (int32_t k = m_pattern.rowStart[node]; m_pattern.columns[k] < node; ++k)
			{
				matrix.blocks[k] = Transposed(matrix.blocks[m_mirror[k]]);
			}
		}
	};
	ParallelFor(runner, nodeCount, kAssemblyRowsPerTask, assembleUpper);
	ParallelFor(runner, nodeCount, kAssemblyRowsPerTask, mirrorLower);
}
} // namespace FractureCore
