// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "CutCheck.h"

#include "FractureCore/MassProperties.h"

#include <algorithm>
#include <cmath>

namespace FractureTests
{
namespace
{
using namespace FractureCore;

class Checker
{
public:
	explicit Checker(const CutBody::Data& data) : m_data(data) {}

	CutBodyCheck Run()
	{
		if (CheckIndices())
		{
			CheckVertices();
			CheckLoops();
			CheckFaces();
			CheckCells();
			Measure();
		}
		return m_result;
	}

private:
	bool Expect(bool condition, const char* promise, size_t element)
	{
		if (!condition && m_result.fault.empty())
		{
			m_result.fault = std::string(promise) + " (element " + std::to_string(element) + ")";
		}
		return condition;
	}

	template <typename Container>
	static bool InRange(int32_t index, const Container& container)
	{
		return index >= 0 && index < static_cast<int32_t>(container.size());
	}

	bool CheckIndices()
	{
		bool good = true;
		for (size_t e = 0; e < m_data.edges.size(); ++e)
		{
			const CutEdge& edge = m_data.edges[e];
			good &= Expect(InRange(edge.ends[0], m_data.vertices) && InRange(edge.ends[1], m_data.vertices) &&
					edge.ends[0] != edge.ends[1],
				"an edge has two different vertices",
				e);
		}
		for (size_t i = 0; i < m_data.loopEdges.size(); ++i)
		{
			good &= Expect(InRange(Unsigned(m_data.loopEdges[i]), m_data.edges), "a loop has edges that exist", i);
		}
		good &= Expect(m_data.loopOffsets.front() == 0 &&
				m_data.loopOffsets.back() == static_cast<int32_t>(m_data.loopEdges.size()),
			"loops share out their edges",
			0);
		int32_t loop = 0;
		for (size_t f = 0; f < m_data.faces.size(); ++f)
		{
			const CutFace& face = m_data.faces[f];
			good &= Expect(face.firstLoop == loop && face.lastLoop > loop, "faces share out the loops in order", f);
			loop = face.lastLoop;
		}
		good &= Expect(loop + 1 == static_cast<int32_t>(m_data.loopOffsets.size()), "every loop has a face", 0);
		int32_t cellFace = 0;
		for (size_t c = 0; c < m_data.cells.size(); ++c)
		{
			const CutCell& cell = m_data.cells[c];
			good &= Expect(cell.firstFace == cellFace && cell.lastFace > cellFace, "cells share out their faces", c);
			good &= Expect(InRange(cell.tet, m_data.lattice.tets), "a cell lies in a tet", c);
			cellFace = cell.lastFace;
		}
		good &= Expect(cellFace == static_cast<int32_t>(m_data.cellFaces.size()), "every face has a cell", 0);
		for (size_t i = 0; i < m_data.cellFaces.size(); ++i)
		{
			good &= Expect(InRange(Unsigned(m_data.cellFaces[i]), m_data.faces), "a cell has faces that exist", i);
		}
		return good && CheckTetCells();
	}

	bool CheckTetCells()
	{
		const size_t tets = m_data.lattice.tets.size();
		if (!Expect(m_data.tetCellOffsets.size() == tets + 1, "every tet has a range of cells", tets))
		{
			return false;
		}
		bool good = true;
		for (size_t t = 0; t < tets; ++t)
		{
			const int32_t begin = m_data.tetCellOffsets[t];
			const int32_t end = m_data.tetCellOffsets[t + 1];
			good &= Expect(begin < end && end <= static_cast<int32_t>(m_data.cells.size()), "a tet has material", t);
			for (int32_t c = begin; good && c < end; ++c)
			{
				good &= Expect(m_data.cells[c].tet == static_cast<int32_t>(t), "cells go in order of tet", c);
			}
		}
		return good &&
			Expect(m_data.tetCellOffsets.back() == static_cast<int32_t>(m_data.cells.size()), "all cells in tets", 0);
	}

	void CheckVertices()
	{
		std::vector<uint8_t> isUsed(m_data.vertices.size(), 0);
		for (const CutEdge& edge : m_data.edges)
		{
			isUsed[edge.ends[0]] = 1;
			isUsed[edge.ends[1]] = 1;
		}
		for (size_t v = 0; v < m_data.vertices.size(); ++v)
		{
			const CutVertex& vertex = m_data.vertices[v];
			Expect(IsFinite(vertex.position), "a vertex has a position", v);
			Expect(isUsed[v] != 0, "a vertex has an edge", v);
			Vec3 offset;
			double sum = 0.0;
			bool ended = false;
			for (int32_t k = 0; k < 4; ++k)
			{
				const int32_t node = vertex.hostNodes[k];
				if (node == kNoIndex)
				{
					ended = true;
					Expect(vertex.hostWeights[k] == 0.0 && k > 0, "no node, no weight", v);
					continue;
				}
				Expect(!ended && InRange(node, m_data.lattice.nodes), "hosts are packed nodes", v);
				offset += vertex.hostWeights[k] * (m_data.lattice.nodes[node] - vertex.position);
				sum += vertex.hostWeights[k];
				Expect(vertex.hostWeights[k] > -1.0e-5, "weights are not negative", v);
			}
			Expect(std::abs(sum - 1.0) < 1.0e-14, "weights add up to 1", v);
			m_result.hostError = std::max(m_result.hostError, Length(offset) / m_data.cellSize);
			if (vertex.surfaceVertex != kNoIndex)
			{
				Expect(vertex.position == m_data.surface.positions[vertex.surfaceVertex], "artist's positions stay", v);
			}
		}
	}

	int32_t From(int32_t signedEdge) const { return m_data.edges[Unsigned(signedEdge)].ends[signedEdge < 0 ? 1 : 0]; }
	int32_t To(int32_t signedEdge) const { return From(~signedEdge); }

	void CheckLoops()
	{
		for (size_t l = 0; l + 1 < m_data.loopOffsets.size(); ++l)
		{
			const int32_t begin = m_data.loopOffsets[l];
			const int32_t end = m_data.loopOffsets[l + 1];
			Expect(end - begin >= 2, "a loop has edges", l);
			for (int32_t i = begin; i < end; ++i)
			{
				const int32_t next = i + 1 < end ? i + 1 : begin;
				Expect(To(m_data.loopEdges[i]) == From(m_data.loopEdges[next]), "a loop runs end to start", l);
			}
		}
	}

	template <typename Visit>
	void ForEachSide(int32_t face, Visit&& visit) const
	{
		for (int32_t l = m_data.faces[face].firstLoop; l < m_data.faces[face].lastLoop; ++l)
		{
			for (int32_t i = m_data.loopOffsets[l]; i < m_data.loopOffsets[l + 1]; ++i)
			{
				visit(m_data.loopEdges[i], m_data.loopEdges[m_data.loopOffsets[l]]);
			}
		}
	}

	std::vector<int32_t> NodesOf(int32_t tet) const
	{
		const Tet& nodes = m_data.lattice.tets[tet];
		return {nodes.v, nodes.v + 4};
	}

	static bool IsIn(const std::vector<int32_t>& nodes, int32_t node)
	{
		return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
	}

	bool IsHostedBy(int32_t vertex, const std::vector<int32_t>& nodes) const
	{
		const std::array<int32_t, 4>& host = m_data.vertices[vertex].hostNodes;
		return std::all_of(
			host.begin(), host.end(), [&](int32_t node) { return node == kNoIndex || IsIn(nodes, node); });
	}

	void CheckFaces()
	{
		for (size_t f = 0; f < m_data.faces.size(); ++f)
		{
			const CutFace& face = m_data.faces[f];
			if (!Expect(InRange(face.cells[0], m_data.cells), "a face has a cell", f))
			{
				continue;
			}
			std::vector<int32_t> nodes = NodesOf(m_data.cells[face.cells[0]].tet);
			if (face.kind == CutFaceKind::Outer)
			{
				Expect(face.cells[1] == kNoIndex, "an outer face has one cell", f);
				Expect(InRange(face.source, m_data.surface.triangles), "an outer face has a triangle", f);
				CheckOuterSides(static_cast<int32_t>(f));
			}
			else if (Expect(face.kind == CutFaceKind::TetFace && face.source == kNoIndex &&
							 InRange(face.cells[1], m_data.cells),
						 "an inner face has two cells",
						 f))
			{
				const std::vector<int32_t> others = NodesOf(m_data.cells[face.cells[1]].tet);
				std::erase_if(nodes, [&](int32_t node) { return !IsIn(others, node); });
				Expect(nodes.size() == 3, "its tets share a face", f);
			}
			ForEachSide(static_cast<int32_t>(f),
				[&](int32_t side, int32_t) { Expect(IsHostedBy(From(side), nodes), "a face lies in its tets", f); });
		}
	}

	void CheckOuterSides(int32_t f)
	{
		ForEachSide(f,
			[&](int32_t side, int32_t)
			{
				const CutEdge& edge = m_data.edges[Unsigned(side)];
				Expect(edge.kind == CutEdgeKind::SurfaceEdge ||
						(edge.kind == CutEdgeKind::InSurface && edge.source == m_data.faces[f].source),
					"sides of outer faces lie in their triangle",
					f);
			});
	}

	void CheckCells()
	{
		std::vector<std::array<int32_t, 2>> seen(m_data.faces.size(), {0, 0});
		for (size_t c = 0; c < m_data.cells.size(); ++c)
		{
			m_uses.clear();
			for (int32_t i = m_data.cells[c].firstFace; i < m_data.cells[c].lastFace; ++i)
			{
				const int32_t face = m_data.cellFaces[i];
				const int32_t side = face < 0 ? 1 : 0;
				++seen[Unsigned(face)][side];
				Expect(
					m_data.faces[Unsigned(face)].cells[side] == static_cast<int32_t>(c), "a face knows its cells", c);
				ForEachSide(Unsigned(face), [&](int32_t edge, int32_t) { m_uses.push_back(face < 0 ? ~edge : edge); });
			}
			// Every use forwards, i, goes with one backwards, ~i.
			std::vector<int32_t> reversed(m_uses.size());
			std::transform(m_uses.begin(), m_uses.end(), reversed.begin(), [](int32_t edge) { return ~edge; });
			std::sort(m_uses.begin(), m_uses.end());
			std::sort(reversed.begin(), reversed.end());
			Expect(m_uses == reversed, "over a cell, edges are used as often forwards as backwards", c);
		}
		for (size_t f = 0; f < seen.size(); ++f)
		{
			const int32_t second = m_data.faces[f].kind == CutFaceKind::Outer ? 0 : 1;
			Expect(seen[f][0] == 1 && seen[f][1] == second, "a face is in each of its cells once", f);
		}
	}

	/// Twice the area, as a vector.
	Vec3 AreaVector(int32_t face) const
	{
		Vec3 area;
		ForEachSide(face,
			[&](int32_t side, int32_t first)
			{
				const Vec3& origin = m_data.vertices[From(first)].position;
				area +=
					Cross(m_data.vertices[From(side)].position - origin, m_data.vertices[To(side)].position - origin);
			});
		return area;
	}

	double CellVolume(const CutCell& cell) const
	{
		const Vec3& origin = m_data.lattice.nodes[m_data.lattice.tets[cell.tet].v[0]];
		double volume = 0.0;
		for (int32_t i = cell.firstFace; i < cell.lastFace; ++i)
		{
			const int32_t face = m_data.cellFaces[i];
			double sum = 0.0;
			ForEachSide(Unsigned(face),
				[&](int32_t side, int32_t first)
				{
					sum += SignedVolume(origin,
						m_data.vertices[From(first)].position,
						m_data.vertices[From(side)].position,
						m_data.vertices[To(side)].position);
				});
			volume += face < 0 ? -sum : sum;
		}
		return volume;
	}

	void Measure()
	{
		const SurfaceMesh& surface = m_data.surface;
		const double solid = SolidMassProperties(surface.positions, surface.triangles, 1.0).volume;
		const double tetVolume = m_data.cellSize * m_data.cellSize * m_data.cellSize / 12.0;
		double total = 0.0;
		m_result.smallestCell = 1.0;
		for (size_t t = 0; t < m_data.lattice.tets.size(); ++t)
		{
			double inTet = 0.0;
			for (int32_t c = m_data.tetCellOffsets[t]; c < m_data.tetCellOffsets[t + 1]; ++c)
			{
				const double volume = CellVolume(m_data.cells[c]);
				inTet += volume;
				m_result.smallestCell = std::min(m_result.smallestCell, volume / tetVolume);
			}
			total += inTet;
			m_result.fullest = std::max(m_result.fullest, inTet / tetVolume);
			Expect(SignedVolume(m_data.lattice, m_data.lattice.tets[t]) > 0.0, "tets are positive", t);
		}
		m_result.volumeError = std::abs(total - solid) / solid;

		double area = 0.0;
		for (const Triangle& t : surface.triangles)
		{
			const Vec3& a = surface.positions[t.v[0]];
			area += 0.5 * Length(Cross(surface.positions[t.v[1]] - a, surface.positions[t.v[2]] - a));
		}
		double signedArea = 0.0;
		double absoluteArea = 0.0;
		for (size_t f = 0; f < m_data.faces.size(); ++f)
		{
			if (m_data.faces[f].kind == CutFaceKind::Outer)
			{
				const Triangle& t = surface.triangles[m_data.faces[f].source];
				const Vec3& a = surface.positions[t.v[0]];
				const Vec3 normal = Normalised(Cross(surface.positions[t.v[1]] - a, surface.positions[t.v[2]] - a));
				const Vec3 vector = AreaVector(static_cast<int32_t>(f));
				signedArea += 0.5 * Dot(vector, normal);
				absoluteArea += 0.5 * Length(vector);
			}
		}
		m_result.areaError = std::abs(signedArea - area) / area;
		m_result.foldedArea = std::abs(absoluteArea - area) / area;
	}

	const CutBody::Data& m_data;
	CutBodyCheck m_result;
	std::vector<int32_t> m_uses; // signed edges of the cell at hand
};
} // namespace

CutBodyCheck CheckCutBody(const CutBody::Data& data)
{
	return Checker(data).Run();
}
} // namespace FractureTests
