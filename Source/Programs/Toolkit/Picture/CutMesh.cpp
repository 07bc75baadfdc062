// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/CutMesh.h"

#include <algorithm>
#include <unordered_map>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
struct CutCorner
{
	int32_t vertex = kNoIndex;
	Vec3f normal;
	bool edgeDrawn = false; // the edge from this corner to the next
};

Vec3f MixNormals(const Vec3f& a, const Vec3f& b, double t)
{
	const Vec3 mixed = Normalised(Vec3{a.x, a.y, a.z} * (1.0 - t) + Vec3{b.x, b.y, b.z} * t);
	return {static_cast<float>(mixed.x), static_cast<float>(mixed.y), static_cast<float>(mixed.z)};
}

class MeshCutter
{
public:
	MeshCutter(const PicturePlane& plane, PictureMesh& mesh) : m_mesh(mesh)
	{
		m_heights.reserve(mesh.positions.size());
		for (const Vec3& position : mesh.positions)
		{
			m_heights.push_back(Dot(plane.normal, position) - plane.offset);
		}
	}

	void Cut()
	{
		PictureMesh kept;
		for (size_t t = 0; t < m_mesh.triangles.size(); ++t)
		{
			KeepPart(t, kept);
		}
		m_mesh.triangles = std::move(kept.triangles);
		m_mesh.cornerNormals = std::move(kept.cornerNormals);
		m_mesh.triangleScalars = std::move(kept.triangleScalars);
		m_mesh.triangleColours = std::move(kept.triangleColours);
		m_mesh.edges = std::move(kept.edges);
	}

private:
	double Height(int32_t vertex) const { return m_heights[static_cast<size_t>(vertex)]; }

	// How far from a to b the plane is; a and b lie on different sides.
	double Along(int32_t a, int32_t b) const { return Height(a) / (Height(a) - Height(b)); }

	// One new vertex for an edge, whichever triangle asks.
	int32_t CutVertex(int32_t a, int32_t b)
	{
		const int32_t low = std::min(a, b);
		const int32_t high = std::max(a, b);
		const auto [found, isNew] =
			m_cutVertices.try_emplace(static_cast<uint64_t>(low) << 32 | static_cast<uint32_t>(high),
				static_cast<int32_t>(m_mesh.positions.size()));
		if (isNew)
		{
			const double t = Along(low, high);
			m_mesh.positions.push_back(m_mesh.positions[static_cast<size_t>(low)] * (1.0 - t) +
				m_mesh.positions[static_cast<size_t>(high)] * t);
			if (!m_mesh.vertexScalars.empty())
			{
				m_mesh.vertexScalars.push_back(
					static_cast<float>(m_mesh.vertexScalars[static_cast<size_t>(low)] * (1.0 - t) +
						m_mesh.vertexScalars[static_cast<size_t>(high)] * t));
			}
		}
		return found->second;
	}

	void KeepPart(size_t t, PictureMesh& kept)
	{
		const int32_t(&v)[3] = m_mesh.triangles[t].v;
		CutCorner polygon[4];
		int32_t size = 0;
		for (size_t k = 0; k < 3; ++k)
		{
			const size_t n = (k + 1) % 3;
			const bool keepHere = Height(v[k]) <= 0.0;
			const bool keepNext = Height(v[n]) <= 0.0;
			const bool drawn = !m_mesh.edges.empty() && (m_mesh.edges[t] >> k & 1) != 0;
			const Vec3f here = m_mesh.cornerNormals.empty() ? Vec3f{} : m_mesh.cornerNormals[3 * t + k];
			const Vec3f next = m_mesh.cornerNormals.empty() ? Vec3f{} : m_mesh.cornerNormals[3 * t + n];
			if (keepHere)
			{
				polygon[size++] = {v[k], here, drawn};
			}
			if (keepHere != keepNext)
			{
				// Leaving the kept side starts the rim; coming back goes on along the triangle's own edge.
				const int32_t vertex = CutVertex(v[k], v[n]);
				polygon[size++] = {vertex, MixNormals(here, next, Along(v[k], v[n])), keepHere || drawn};
			}
		}
		for (int32_t k = 2; k < size; ++k)
		{
			const CutCorner& a = polygon[0];
			const CutCorner& b = polygon[k - 1];
			const CutCorner& c = polygon[k];
			kept.triangles.push_back({{a.vertex, b.vertex, c.vertex}});
			// The diagonal of a quadrangle is no edge.
			kept.edges.push_back(static_cast<uint8_t>(
				(k == 2 && a.edgeDrawn ? 1 : 0) | (b.edgeDrawn ? 2 : 0) | (k == size - 1 && c.edgeDrawn ? 4 : 0)));
			if (!m_mesh.cornerNormals.empty())
			{
				kept.cornerNormals.insert(kept.cornerNormals.end(), {a.normal, b.normal, c.normal});
			}
			if (!m_mesh.triangleScalars.empty())
			{
				kept.triangleScalars.push_back(m_mesh.triangleScalars[t]);
			}
			if (!m_mesh.triangleColours.empty())
			{
				kept.triangleColours.push_back(m_mesh.triangleColours[t]);
			}
		}
	}

	PictureMesh& m_mesh;
	std::vector<double> m_heights;
	std::unordered_map<uint64_t, int32_t> m_cutVertices;
};
} // namespace

void CutMesh(const PicturePlane& plane, PictureMesh& mesh)
{
	MeshCutter(plane, mesh).Cut();
	if (mesh.closed)
	{
		mesh.section = plane;
		mesh.closed = false;
	}
}
} // namespace FractureToolkit
