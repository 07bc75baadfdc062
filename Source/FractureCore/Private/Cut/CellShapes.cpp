// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CellShapes.h"

#include "Cut/OverlayShells.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
#include <span>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr int64_t kCellsPerShapeTask = 1'024;

/// Keeps its memory from cell to cell.
class CellShapeMeter
{
public:
	explicit CellShapeMeter(CutBody::Data& data) : m_data(data) {}

	void Measure(size_t cell)
	{
		const CutCell& c = m_data.cells[cell];
		const std::span<const int32_t> faces(
			m_data.cellFaces.data() + c.firstFace, static_cast<size_t>(c.lastFace - c.firstFace));
		double volume = 0.0;
		bool hasOuter = false;
		for (const int32_t face : faces)
		{
			if (m_data.faces[Unsigned(face)].kind == CutFaceKind::Outer)
			{
				hasOuter = true;
				volume += SignedFaceVolume(m_data, face, m_data.lattice.nodes[0]);
			}
		}
		m_data.outerVolume[cell] = volume;
		m_data.isRound[cell] = !hasOuter || IsSphere(faces) ? 1 : 0; // without outer faces it is a tet
	}

private:
	/// Discs that hang together over edges, two at each, and have Euler's number 2.
	bool IsSphere(std::span<const int32_t> faces)
	{
		m_uses.clear();
		m_vertices.clear();
		for (size_t i = 0; i < faces.size(); ++i)
		{
			const CutFace& face = m_data.faces[Unsigned(faces[i])];
			if (face.lastLoop - face.firstLoop != 1)
			{
				return false;
			}
			for (int32_t k = m_data.loopOffsets[face.firstLoop]; k < m_data.loopOffsets[face.lastLoop]; ++k)
			{
				const int32_t edge = Unsigned(m_data.loopEdges[k]);
				m_uses.emplace_back(edge, static_cast<int32_t>(i));
				const auto& ends = m_data.edges[edge].ends;
				m_vertices.insert(m_vertices.end(), ends.begin(), ends.end());
			}
		}
		std::sort(m_uses.begin(), m_uses.end());
		std::sort(m_vertices.begin(), m_vertices.end());
		const auto vertexCount = std::unique(m_vertices.begin(), m_vertices.end()) - m_vertices.begin();
		UnionFind shells(static_cast<int32_t>(faces.size()));
		auto shellCount = static_cast<int64_t>(faces.size());
		for (size_t i = 0; i < m_uses.size(); i += 2)
		{
			const bool isPair = i + 1 < m_uses.size() && m_uses[i].first == m_uses[i + 1].first &&
				(i + 2 == m_uses.size() || m_uses[i + 2].first != m_uses[i].first);
			if (!isPair)
			{
				return false;
			}
			const int32_t a = m_uses[i].second;
			const int32_t b = m_uses[i + 1].second;
			shellCount -= shells.Find(a) != shells.Find(b) ? 1 : 0;
			shells.Unite(a, b);
		}
		const auto edgeCount = static_cast<int64_t>(m_uses.size() / 2);
		return shellCount == 1 && vertexCount - edgeCount + static_cast<int64_t>(faces.size()) == 2;
	}

	CutBody::Data& m_data;
	std::vector<std::pair<int32_t, int32_t>> m_uses; // edge, which face
	std::vector<int32_t> m_vertices;
};
} // namespace

void MeasureCellShapes(TaskRunner& runner, CutBody::Data& data)
{
	data.isRound.resize(data.cells.size());
	data.outerVolume.resize(data.cells.size());
	ParallelFor(runner,
		static_cast<int64_t>(data.cells.size()),
		kCellsPerShapeTask,
		[&](int64_t begin, int64_t end)
		{
			CellShapeMeter meter(data);
			for (int64_t cell = begin; cell < end; ++cell)
			{
				meter.Measure(static_cast<size_t>(cell));
			}
		});
}
} // namespace FractureCore
