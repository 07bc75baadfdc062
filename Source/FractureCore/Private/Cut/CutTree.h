// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutData.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// A body's overlay and what cuts made of it: children, never edits. An edge, face or cell is replaced by children
/// whose boundaries sum to its own; a face that was not cut but whose edge was sees the new vertex because its loops
/// expand to leaf edges. So no T-junction can arise, whatever the geometry does. The overlay itself is only read:
/// elements below its counts are its own, those above are here.
class CutTree
{
public:
	struct Range
	{
		int32_t first = 0;
		int32_t last = 0; // one past the end

		bool IsEmpty() const { return first == last; }
	};

	explicit CutTree(const CutBody::Data& base);

	const CutBody::Data& Base() const { return m_base; }
	int32_t BaseVertexCount() const { return m_baseVertices; }
	int32_t BaseEdgeCount() const { return m_baseEdges; }
	int32_t BaseFaceCount() const { return m_baseFaces; }
	int32_t BaseCellCount() const { return m_baseCells; }
	int32_t VertexCount() const { return m_baseVertices + static_cast<int32_t>(m_vertices.size()); }
	int32_t EdgeCount() const { return static_cast<int32_t>(m_edgeChild.size()); }
	int32_t FaceCount() const { return static_cast<int32_t>(m_faceChildren.size()); }
	int32_t CellCount() const { return static_cast<int32_t>(m_cellChildren.size()); }

	const CutVertex& Vertex(int32_t v) const
	{
		return v < m_baseVertices ? m_base.vertices[v] : m_vertices[v - m_baseVertices];
	}
	bool IsNewVertex(int32_t v) const { return v >= m_baseVertices; }

	const CutEdge& Edge(int32_t e) const { return e < m_baseEdges ? m_base.edges[e] : m_edges[e - m_baseEdges]; }
	int32_t From(int32_t signedEdge) const
	{
		return signedEdge >= 0 ? Edge(signedEdge).ends[0] : Edge(~signedEdge).ends[1];
	}
	int32_t To(int32_t signedEdge) const { return From(~signedEdge); }
	bool IsLeafEdge(int32_t e) const { return m_edgeChild[e] == kNoIndex; }
	/// The first of the two children of an edge that is no leaf; the other one follows it.
	int32_t EdgeChild(int32_t e) const { return m_edgeChild[e]; }
	void AppendLeafEdges(int32_t signedEdge, std::vector<int32_t>& out) const
	{
		if (m_edgeChild[Unsigned(signedEdge)] == kNoIndex)
		{
			out.push_back(signedEdge);
		}
		else
		{
			AppendLeavesOfSplitEdge(signedEdge, out);
		}
	}

	/// The edges as they are until one is added or split, for loops over many of them.
	struct EdgeView
	{
		const CutEdge* base;
		const CutEdge* added;
		const int32_t* child;
		int32_t baseCount;

		bool IsLeaf(int32_t signedEdge) const { return child[Unsigned(signedEdge)] == kNoIndex; }
		int32_t From(int32_t signedEdge) const
		{
			const int32_t e = Unsigned(signedEdge);
			return (e < baseCount ? base[e] : added[e - baseCount]).ends[signedEdge < 0 ? 1 : 0];
		}
	};
	EdgeView Edges() const { return {m_base.edges.data(), m_edges.data(), m_edgeChild.data(), m_baseEdges}; }

	const CutFace& Face(int32_t f) const { return f < m_baseFaces ? m_base.faces[f] : m_faces[f - m_baseFaces]; }
	/// Loop l of [firstLoop, lastLoop) of this face.
	std::span<const int32_t> Loop(int32_t face, int32_t l) const
	{
		const std::vector<int32_t>& offsets = face < m_baseFaces ? m_base.loopOffsets : m_loopOffsets;
		const std::vector<int32_t>& edges = face < m_baseFaces ? m_base.loopEdges : m_loopEdges;
		return {edges.data() + offsets[l], static_cast<size_t>(offsets[l + 1] - offsets[l])};
	}
	bool IsLeafFace(int32_t f) const { return m_faceChildren[f].IsEmpty(); }
	void AppendLeafFaces(int32_t signedFace, std::vector<int32_t>& out) const;
	/// The leaf cells on both sides, whatever Face(f).cells said when it was made.
	const std::array<int32_t, 2>& FaceCells(int32_t f) const { return m_faceCells[f]; }

	const CutCell& Cell(int32_t c) const { return c < m_baseCells ? m_base.cells[c] : m_cells[c - m_baseCells]; }
	std::span<const int32_t> CellFaces(int32_t c) const
	{
		const CutCell& cell = Cell(c);
		const std::vector<int32_t>& faces = c < m_baseCells ? m_base.cellFaces : m_cellFaces;
		return {faces.data() + cell.firstFace, static_cast<size_t>(cell.lastFace - cell.firstFace)};
	}
	bool IsLeafCell(int32_t c) const { return m_cellChildren[c].IsEmpty(); }
	/// Whether its boundary is known to be a sphere.
	bool IsRound(int32_t c) const { return c < m_baseCells ? m_base.isRound[c] != 0 : m_isRound[c - m_baseCells] != 0; }
	void AppendLeafCells(int32_t cell, std::vector<int32_t>& out) const;
	void AppendLeafCellsOfTet(int32_t tet, std::vector<int32_t>& out) const;

	/// Splits a leaf edge at ends[0] + t (ends[1] - ends[0]) and returns the new vertex.
	int32_t SplitEdge(int32_t edge, double t);
	int32_t AddCrackEdge(int32_t from, int32_t to);
	/// `edges` holds leaf edges, loop after loop; loop k ends at loopEnds[k], the first is the outer one.
	int32_t AddFace(const CutFace& like,
		std::array<int32_t, 2> cells,
		std::span<const int32_t> edges,
		std::span<const int32_t> loopEnds);
	/// Adds a cell and names it as the one on its side of each of its faces.
	int32_t AddCell(int32_t tet, std::span<const int32_t> signedFaces, bool isRound);
	void SetFaceChildren(int32_t face, Range children) { m_faceChildren[face] = children; }
	void SetCellChildren(int32_t cell, Range children) { m_cellChildren[cell] = children; }

private:
	void AppendLeavesOfSplitEdge(int32_t signedEdge, std::vector<int32_t>& out) const;

	const CutBody::Data& m_base;
	int32_t m_baseVertices;
	int32_t m_baseEdges;
	int32_t m_baseFaces;
	int32_t m_baseCells;

	std::vector<CutVertex> m_vertices; // from here on only what is new
	std::vector<CutEdge> m_edges;
	std::vector<CutFace> m_faces;
	std::vector<CutCell> m_cells;
	std::vector<uint8_t> m_isRound; // 1 a cell
	std::vector<int32_t> m_loopOffsets = {0};
	std::vector<int32_t> m_loopEdges;
	std::vector<int32_t> m_cellFaces;

	std::vector<int32_t> m_edgeChild; // 1 an edge, the base's included; so are these
	std::vector<Range> m_faceChildren;
	std::vector<std::array<int32_t, 2>> m_faceCells;
	std::vector<Range> m_cellChildren;
};
} // namespace FractureCore
