// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CutTree.h"

#include "FractureCore/Hooks.h"

namespace FractureCore
{
namespace
{
/// Adds (1 - t) a + t b to a vertex's host. Both ends of an edge lie in one simplex of the lattice, so the union of
/// their nodes has at most four.
void BlendHosts(const CutVertex& a, const CutVertex& b, double t, CutVertex& out)
{
	int32_t count = 0;
	for (; count < 4 && a.hostNodes[count] != kNoIndex; ++count)
	{
		out.hostNodes[count] = a.hostNodes[count];
		out.hostWeights[count] = (1.0 - t) * a.hostWeights[count];
	}
	for (int32_t k = 0; k < 4 && b.hostNodes[k] != kNoIndex; ++k)
	{
		int32_t at = 0;
		while (at < count && out.hostNodes[at] != b.hostNodes[k])
		{
			++at;
		}
		FRACTURECORE_ASSERT(at < 4);
		if (at == count)
		{
			out.hostNodes[count] = b.hostNodes[k];
			++count;
		}
		out.hostWeights[at] += t * b.hostWeights[k];
	}
}
} // namespace

CutTree::CutTree(const CutBody::Data& base)
	: m_base(base), m_baseVertices(static_cast<int32_t>(base.vertices.size())),
	  m_baseEdges(static_cast<int32_t>(base.edges.size())), m_baseFaces(static_cast<int32_t>(base.faces.size())),
	  m_baseCells(static_cast<int32_t>(base.cells.size())), m_edgeChild(base.edges.size(), kNoIndex),
	  m_faceChildren(base.faces.size()), m_faceCells(base.faces.size()), m_cellChildren(base.cells.size())
{
	for (size_t f = 0; f < base.faces.size(); ++f)
	{
		m_faceCells[f] = base.faces[f].cells;
	}
}

void CutTree::AppendLeavesOfSplitEdge(int32_t signedEdge, std::vector<int32_t>& out) const
{
	const int32_t child = m_edgeChild[Unsigned(signedEdge)];
	if (signedEdge >= 0)
	{
		AppendLeafEdges(child, out);
		AppendLeafEdges(child + 1, out);
	}
	else
	{
		AppendLeafEdges(~(child + 1), out);
		AppendLeafEdges(~child, out);
	}
}

void CutTree::AppendLeafFaces(int32_t signedFace, std::vector<int32_t>& out) const
{
	const Range children = m_faceChildren[Unsigned(signedFace)];
	if (children.IsEmpty())
	{
		out.push_back(signedFace);
	}
	for (int32_t child = children.first; child < children.last; ++child)
	{
		AppendLeafFaces(signedFace >= 0 ? child : ~child, out);
	}
}

void CutTree::AppendLeafCells(int32_t cell, std::vector<int32_t>& out) const
{
	const Range children = m_cellChildren[cell];
	if (children.IsEmpty())
	{
		out.push_back(cell);
	}
	for (int32_t child = children.first; child < children.last; ++child)
	{
		AppendLeafCells(child, out);
	}
}

void CutTree::AppendLeafCellsOfTet(int32_t tet, std::vector<int32_t>& out) const
{
	for (int32_t cell = m_base.tetCellOffsets[tet]; cell < m_base.tetCellOffsets[tet + 1]; ++cell)
	{
		AppendLeafCells(cell, out);
	}
}

int32_t CutTree::SplitEdge(int32_t edge, double t)
{
	const CutEdge parent = Edge(edge); // a copy: the arrays grow below
	const CutVertex& a = Vertex(parent.ends[0]);
	const CutVertex& b = Vertex(parent.ends[1]);
	CutVertex middle;
	middle.position = a.position + t * (b.position - a.position);
	BlendHosts(a, b, t, middle);
	const int32_t vertex = VertexCount();
	m_vertices.push_back(middle);

	m_edgeChild[edge] = EdgeCount();
	m_edges.push_back({{parent.ends[0], vertex}, parent.source, parent.kind});
	m_edges.push_back({{vertex, parent.ends[1]}, parent.source, parent.kind});
	m_edgeChild.resize(m_edgeChild.size() + 2, kNoIndex);
	return vertex;
}

int32_t CutTree::AddCrackEdge(int32_t from, int32_t to)
{
	m_edges.push_back({{from, to}, kNoIndex, CutEdgeKind::Crack});
	m_edgeChild.push_back(kNoIndex);
	return EdgeCount() - 1;
}

int32_t CutTree::AddFace(const CutFace& like,
	std::array<int32_t, 2> cells,
	std::span<const int32_t> edges,
	std::span<const int32_t> loopEnds)
{
	CutFace face;
	face.kind = like.kind;
	face.source = like.source;
	face.cells = cells;
	face.firstLoop = static_cast<int32_t>(m_loopOffsets.size()) - 1;
	const auto begin = static_cast<int32_t>(m_loopEdges.size());
	m_loopEdges.insert(m_loopEdges.end(), edges.begin(), edges.end());
	for (const int32_t end : loopEnds)
	{
		m_loopOffsets.push_back(begin + end);
	}
	face.lastLoop = static_cast<int32_t>(m_loopOffsets.size()) - 1;
	m_faces.push_back(face);
	m_faceChildren.push_back({});
	m_faceCells.push_back(cells);
	return FaceCount() - 1;
}

int32_t CutTree::AddCell(int32_t tet, std::span<const int32_t> signedFaces, bool isRound)
{
	const int32_t cell = CellCount();
	const auto first = static_cast<int32_t>(m_cellFaces.size());
	m_cellFaces.insert(m_cellFaces.end(), signedFaces.begin(), signedFaces.end());
	m_cells.push_back({tet, first, static_cast<int32_t>(m_cellFaces.size())});
	m_isRound.push_back(isRound ? 1 : 0);
	m_cellChildren.push_back({});
	for (const int32_t face : signedFaces)
	{
		m_faceCells[Unsigned(face)][face >= 0 ? 0 : 1] = cell;
	}
	return cell;
}
} // namespace FractureCore
