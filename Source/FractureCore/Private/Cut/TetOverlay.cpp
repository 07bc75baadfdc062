// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/TetOverlay.h"

#include "Base/KeyTable.h"
#include "Cut/CellShapes.h"
#include "Mesh/FaceTable.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
uint64_t PairKey(int32_t a, int32_t b)
{
	return static_cast<uint64_t>(static_cast<uint32_t>(a)) << 32 | static_cast<uint32_t>(b);
}

class TetOverlayMaker
{
public:
	TetOverlayMaker(const TetMesh& mesh, SurfaceMesh surface) : m_mesh(mesh), m_body(std::make_unique<CutBody::Data>())
	{
		m_body->lattice = mesh;
		m_body->surface = std::move(surface);
		m_body->artistTriangles = static_cast<int32_t>(m_body->surface.triangles.size());
	}

	Result<std::unique_ptr<CutBody::Data>> Run()
	{
		const FaceTable table = BuildFaceTable(m_mesh);
		if (table.badTet != kNoIndex)
		{
			return Error{ErrorCode::InvalidMesh, "a tet has a face that too many others share", table.badTet};
		}
		AddNodes();
		// Every directed edge of a closed surface belongs to one triangle.
		for (const Triangle& t : m_body->surface.triangles)
		{
			for (size_t k = 0; k < 3; ++k)
			{
				m_sides.Insert(PairKey(t.v[k], t.v[(k + 1) % 3]));
			}
		}
		if (static_cast<size_t>(m_sides.Count()) != 3 * m_body->surface.triangles.size())
		{
			return Error{ErrorCode::InvalidMesh, "the surface of the tets is no closed two-manifold"};
		}
		for (size_t t = 0; t < m_mesh.tets.size(); ++t)
		{
			if (!AddTet(static_cast<int32_t>(t), table))
			{
				return Error{ErrorCode::InvalidMesh,
					"a face of tet " + std::to_string(t) + " is not on the surface",
					static_cast<int64_t>(t)};
			}
		}
		MeasureCellShapes(SerialRunner(), *m_body);
		return std::move(m_body);
	}

private:
	void AddNodes()
	{
		m_body->vertices.resize(m_mesh.nodes.size());
		for (size_t i = 0; i < m_mesh.nodes.size(); ++i)
		{
			CutVertex& vertex = m_body->vertices[i];
			vertex.position = m_mesh.nodes[i];
			vertex.hostNodes[0] = static_cast<int32_t>(i);
			vertex.hostWeights[0] = 1.0;
		}
		for (const Triangle& t : m_body->surface.triangles)
		{
			for (const int32_t v : t.v)
			{
				m_body->vertices[v].surfaceVertex = v;
			}
		}
	}

	int32_t EdgeBetween(int32_t a, int32_t b)
	{
		const int32_t low = std::min(a, b);
		const int32_t high = std::max(a, b);
		const int32_t edge = m_edges.Insert(PairKey(low, high));
		if (edge == static_cast<int32_t>(m_body->edges.size()))
		{
			const bool isSide = m_sides.Contains(PairKey(a, b));
			m_body->edges.push_back(
				{{low, high}, isSide ? edge : kNoIndex, isSide ? CutEdgeKind::SurfaceEdge : CutEdgeKind::LatticeEdge});
			m_body->cellSize = std::max(m_body->cellSize, Length(m_mesh.nodes[a] - m_mesh.nodes[b]));
		}
		return a < b ? edge : ~edge;
	}

	bool AddTet(int32_t t, const FaceTable& table)
	{
		m_body->cells.push_back({t, 4 * t, 4 * t + 4});
		m_body->tetCellOffsets.push_back(t + 1);
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t neighbour = table.neighbour[4 * static_cast<size_t>(t) + static_cast<size_t>(k)];
			if (neighbour != kNoIndex && neighbour < t)
			{
				const int32_t face = FaceTowards(neighbour, t, table);
				m_body->faces[face].cells[1] = t;
				m_body->cellFaces.push_back(~face);
				continue;
			}
			const Triangle corners = TetFace(m_mesh.tets[t], k);
			CutFace face;
			face.firstLoop = static_cast<int32_t>(m_body->faces.size());
			face.lastLoop = face.firstLoop + 1;
			face.cells[0] = t;
			face.kind = neighbour == kNoIndex ? CutFaceKind::Outer : CutFaceKind::TetFace;
			if (neighbour == kNoIndex)
			{
				const int32_t side = m_sides.Find(PairKey(corners.v[0], corners.v[1]));
				if (side == kNoIndex || !HasCorner(m_body->surface.triangles[side / 3], corners.v[2]))
				{
					return false;
				}
				face.source = side / 3;
			}
			for (size_t i = 0; i < 3; ++i)
			{
				m_body->loopEdges.push_back(EdgeBetween(corners.v[i], corners.v[(i + 1) % 3]));
			}
			m_body->loopOffsets.push_back(static_cast<int32_t>(m_body->loopEdges.size()));
			m_body->cellFaces.push_back(face.firstLoop);
			m_body->faces.push_back(face);
		}
		return true;
	}

	static bool HasCorner(const Triangle& t, int32_t vertex) { return std::find(t.v, t.v + 3, vertex) != t.v + 3; }

	/// The face that tet `from` has made already. Two tets share one face at most.
	int32_t FaceTowards(int32_t from, int32_t to, const FaceTable& table) const
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			if (table.neighbour[4 * static_cast<size_t>(from) + static_cast<size_t>(k)] == to)
			{
				return m_body->cellFaces[4 * static_cast<size_t>(from) + static_cast<size_t>(k)];
			}
		}
		return m_body->cellFaces[4 * static_cast<size_t>(from) + 3];
	}

	const TetMesh& m_mesh;
	std::unique_ptr<CutBody::Data> m_body;
	KeyTable m_sides; // directed edges of the surface: 3 a triangle
	KeyTable m_edges;
};
} // namespace

Result<std::unique_ptr<CutBody::Data>> OverlayOfTets(const TetMesh& mesh, SurfaceMesh surface)
{
	return TetOverlayMaker(mesh, std::move(surface)).Run();
}
} // namespace FractureCore
