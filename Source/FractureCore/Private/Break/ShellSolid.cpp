// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/ShellSolid.h"

#include "Mesh/EdgeTable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
// Edges between half of the longest and the longest make triangles of about this share of an equilateral one's area.
constexpr double kMeanShare = 0.45;

// A mitre at a crease keeps the thickness, but never sticks out more than twice as far.
constexpr double kLeastMitre = 0.5;

// Of a prism's height at the least; below it the corner is taken in.
constexpr double kLeastHeight = 0.05;

// Times that the thickness may be halved at a corner.
constexpr int32_t kMostHalvings = 8;

double SheetArea(const SurfaceMesh& mesh)
{
	double area = 0.0;
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3& a = mesh.positions[t.v[0]];
		area += 0.5 * Length(Cross(mesh.positions[t.v[1]] - a, mesh.positions[t.v[2]] - a));
	}
	return area;
}

/// Half of the way through the sheet at each vertex: along the normal, weighted by the triangles' angles, so long that
/// the triangles around it are on average at the right distance.
std::vector<Vec3> HalfThickness(const SurfaceMesh& mesh, double thickness)
{
	std::vector<Vec3> sums(mesh.positions.size());
	std::vector<double> angles(mesh.positions.size(), 0.0);
	const auto forEachCorner = [&](auto&& visit)
	{
		for (const Triangle& t : mesh.triangles)
		{
			for (size_t k = 0; k < 3; ++k)
			{
				const Vec3& at = mesh.positions[t.v[k]];
				const Vec3 along = mesh.positions[t.v[(k + 1) % 3]] - at;
				const Vec3 back = mesh.positions[t.v[(k + 2) % 3]] - at;
				const Vec3 normal = Cross(along, back);
				visit(t.v[k], Normalised(normal), std::atan2(Length(normal), Dot(along, back)));
			}
		}
	};
	forEachCorner(
		[&](int32_t v, const Vec3& normal, double angle)
		{
			sums[v] += normal * angle;
			angles[v] += angle;
		});
	std::vector<double> cosines(mesh.positions.size(), 0.0);
	forEachCorner(
		[&](int32_t v, const Vec3& normal, double angle) { cosines[v] += angle * Dot(normal, Normalised(sums[v])); });
	for (size_t v = 0; v < sums.size(); ++v)
	{
		const double mitre = angles[v] > 0.0 ? std::max(cosines[v] / angles[v], kLeastMitre) : 1.0;
		sums[v] = Normalised(sums[v]) * (0.5 * thickness / mitre);
	}
	return sums;
}

/// The three tets of a prism, split along the diagonals from the lower end of the lower vertex of each side: prisms
/// that share a side agree.
std::array<Tet, 3> TetsOfPrism(const Triangle& t, int32_t vertexCount)
{
	std::array<int32_t, 3> p = {t.v[0], t.v[1], t.v[2]};
	bool isOdd = false;
	for (const size_t k : {0, 1, 0})
	{
		if (p[k] > p[k + 1])
		{
			std::swap(p[k], p[k + 1]);
			isOdd = !isOdd;
		}
	}
	const auto up = [&](int32_t v) { return v + vertexCount; };
	std::array<Tet, 3> tets = {Tet{{p[0], p[1], p[2], up(p[2])}},
		Tet{{p[0], p[1], up(p[2]), up(p[1])}},
		Tet{{p[0], up(p[1]), up(p[2]), up(p[0])}}};
	for (Tet& tet : tets)
	{
		if (isOdd)
		{
			std::swap(tet.v[2], tet.v[3]);
		}
	}
	return tets;
}

class ShellThickener
{
public:
	ShellThickener(SheetMesh sheet, double thickness)
		: m_sheet(std::move(sheet)), m_thickness(thickness), m_half(HalfThickness(m_sheet.mesh, thickness))
	{
	}

	Result<ShellSolid> Run()
	{
		PlaceNodes();
		for (const Triangle& t : m_sheet.mesh.triangles)
		{
			for (const Tet& tet : TetsOfPrism(t, VertexCount()))
			{
				m_result.tets.tets.push_back(tet);
			}
		}
		if (const Status status = TakeInCorners(); !status)
		{
			return status.GetError();
		}
		AddSurface();
		m_result.positions = std::move(m_sheet.mesh.positions);
		m_result.triangles = std::move(m_sheet.mesh.triangles);
		m_result.sourceTriangle = std::move(m_sheet.sourceTriangle);
		m_result.sourceVertex = std::move(m_sheet.sourceVertex);
		return std::move(m_result);
	}

private:
	int32_t VertexCount() const { return static_cast<int32_t>(m_sheet.mesh.positions.size()); }

	void PlaceNodes()
	{
		const std::vector<Vec3>& positions = m_sheet.mesh.positions;
		m_result.tets.nodes.resize(2 * positions.size());
		for (size_t v = 0; v < positions.size(); ++v)
		{
			m_result.tets.nodes[v] = positions[v] - m_half[v];
			m_result.tets.nodes[positions.size() + v] = positions[v] + m_half[v];
		}
	}

	/// Where the sheet is bent more sharply than its thickness allows, it is made thinner.
	Status TakeInCorners()
	{
		std::vector<uint8_t> isTakenIn(m_half.size(), 0);
		for (int32_t round = 0; round <= kMostHalvings; ++round)
		{
			int32_t bad = kNoIndex;
			std::vector<uint8_t> isBad(m_half.size(), 0);
			for (int32_t t = 0; t < static_cast<int32_t>(m_sheet.mesh.triangles.size()); ++t)
			{
				if (IsFolded(t))
				{
					bad = bad == kNoIndex ? t : bad;
					for (const int32_t v : m_sheet.mesh.triangles[t].v)
					{
						isBad[v] = 1;
					}
				}
			}
			if (bad == kNoIndex)
			{
				break;
			}
			if (round == kMostHalvings)
			{
				const int32_t source = m_sheet.sourceTriangle[bad];
				return Error{ErrorCode::InvalidMesh,
					"the sheet is bent too sharply for its thickness at triangle " + std::to_string(source),
					source};
			}
			for (size_t v = 0; v < m_half.size(); ++v)
			{
				if (isBad[v] != 0)
				{
					m_half[v] = m_half[v] * 0.5;
					isTakenIn[v] = 1;
				}
			}
			PlaceNodes();
		}
		const auto count = static_cast<int64_t>(std::count(isTakenIn.begin(), isTakenIn.end(), 1));
		if (count > 0)
		{
			m_result.warnings.push_back({WarningCode::ThinWallRefined,
				"the sheet is thinner than asked at " + std::to_string(count) + " vertices, where it is sharply bent",
				count});
		}
		return Ok{};
	}

	/// Each of the prism's tets must have the volume that its part of the thickness gives it, or nearly so.
	bool IsFolded(int32_t t) const
	{
		const Triangle& triangle = m_sheet.mesh.triangles[t];
		const Vec3& a = m_sheet.mesh.positions[triangle.v[0]];
		const double area =
			0.5 * Length(Cross(m_sheet.mesh.positions[triangle.v[1]] - a, m_sheet.mesh.positions[triangle.v[2]] - a));
		double least = m_thickness;
		for (const int32_t v : triangle.v)
		{
			least = std::min(least, 2.0 * Length(m_half[v]));
		}
		for (size_t k = 0; k < 3; ++k)
		{
			const Tet& tet = m_result.tets.tets[3 * static_cast<size_t>(t) + k];
			if (!(SignedVolume(m_result.tets, tet) > kLeastHeight * least * area / 3.0))
			{
				return true;
			}
		}
		return false;
	}

	/// Above and below what the artist made of the sheet; along its border a wall.
	void AddSurface()
	{
		const SurfaceMesh& sheet = m_sheet.mesh;
		SurfaceMesh& surface = m_result.surface;
		surface.positions = m_result.tets.nodes;
		surface.uvChannels = sheet.uvChannels;
		surface.slotNames = sheet.slotNames;
		const int32_t up = VertexCount();
		for (int32_t t = 0; t < static_cast<int32_t>(sheet.triangles.size()); ++t)
		{
			const Triangle& triangle = sheet.triangles[t];
			AddTriangle({{triangle.v[0] + up, triangle.v[1] + up, triangle.v[2] + up}}, t, {0, 1, 2}, 1.0F);
		}
		for (int32_t t = 0; t < static_cast<int32_t>(sheet.triangles.size()); ++t)
		{
			const Triangle& triangle = sheet.triangles[t];
			AddTriangle({{triangle.v[0], triangle.v[2], triangle.v[1]}}, t, {0, 2, 1}, -1.0F);
		}
		const EdgeTable edges(sheet.triangles, VertexCount());
		for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
		{
			if (edges.HalfEdges(edge).size() == 1)
			{
				AddWall(edges.HalfEdges(edge)[0]);
			}
		}
		std::vector<Vec2f> uvs(surface.cornerUvs.size());
		const auto channels = static_cast<size_t>(surface.uvChannels);
		for (size_t i = 0; i < uvs.size(); ++i)
		{
			uvs[(i % channels) * 3 * surface.triangles.size() + i / channels] = surface.cornerUvs[i];
		}
		surface.cornerUvs = std::move(uvs);
	}

	void AddWall(int32_t halfEdge)
	{
		const std::vector<Triangle>& triangles = m_sheet.mesh.triangles;
		const int32_t up = VertexCount();
		const int32_t t = halfEdge / 3;
		const int32_t k = halfEdge % 3;
		const int32_t a = HalfEdgeFrom(triangles, halfEdge);
		const int32_t b = HalfEdgeTo(triangles, halfEdge);
		const int32_t next = NextCorner(k);
		// The same diagonal as the prism's.
		if (a < b)
		{
			AddTriangle({{a, b, b + up}}, t, {k, next, next}, 0.0F);
			AddTriangle({{a, b + up, a + up}}, t, {k, next, k}, 0.0F);
		}
		else
		{
			AddTriangle({{a, b, a + up}}, t, {k, next, k}, 0.0F);
			AddTriangle({{b, b + up, a + up}}, t, {next, next, k}, 0.0F);
		}
	}

	/// With the attributes of three corners of a triangle of the sheet; normals times `side`, or of its own for 0.
	void AddTriangle(const Triangle& made, int32_t t, const std::array<int32_t, 3>& corners, float side)
	{
		const SurfaceMesh& sheet = m_sheet.mesh;
		SurfaceMesh& surface = m_result.surface;
		surface.triangles.push_back(made);
		const Vec3& at = surface.positions[made.v[0]];
		const Vec3 flat = Normalised(Cross(surface.positions[made.v[1]] - at, surface.positions[made.v[2]] - at));
		for (const int32_t corner : corners)
		{
			if (!sheet.cornerNormals.empty())
			{
				const Vec3f& n = sheet.cornerNormals[3 * t + corner];
				surface.cornerNormals.push_back(side != 0.0F
						? Vec3f{side * n.x, side * n.y, side * n.z}
						: Vec3f{static_cast<float>(flat.x), static_cast<float>(flat.y), static_cast<float>(flat.z)});
			}
			for (int32_t channel = 0; channel < sheet.uvChannels; ++channel)
			{
				const size_t first =
					3 * (static_cast<size_t>(channel) * sheet.triangles.size() + static_cast<size_t>(t));
				surface.cornerUvs.push_back(sheet.cornerUvs[first + static_cast<size_t>(corner)]);
			}
		}
		if (!sheet.triangleSlots.empty())
		{
			surface.triangleSlots.push_back(sheet.triangleSlots[t]);
		}
	}

	SheetMesh m_sheet;
	double m_thickness;
	std::vector<Vec3> m_half; // 1 a vertex, m: from the middle to above
	ShellSolid m_result;
};
} // namespace

Result<ShellSolid> ThickenShell(const BakedObject& shell, int32_t leastTriangles)
{
	Result<SheetMesh> sheet = OrientSheet(shell.surface);
	if (!sheet)
	{
		return sheet.GetError();
	}
	RefineSheet(*sheet,
		SheetEdgeLength(SheetArea(sheet->mesh), leastTriangles),
		std::max(4 * leastTriangles, static_cast<int32_t>(2 * sheet->mesh.triangles.size())));
	return ThickenSheet(std::move(*sheet), shell.shellThickness);
}

Result<ShellSolid> ThickenSheet(SheetMesh sheet, double thickness)
{
	return ShellThickener(std::move(sheet), thickness).Run();
}

double SheetEdgeLength(double area, int32_t triangles)
{
	// Equilateral triangles with the longest edge h have the area sqrt(3) / 4 h^2.
	return std::sqrt(area / triangles / (kMeanShare * 0.25 * std::sqrt(3.0)));
}
} // namespace FractureCore
