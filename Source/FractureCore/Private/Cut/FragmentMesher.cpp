// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/FragmentMesher.h"

#include "Cut/SheetTriangles.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr const char* kInsideSlot = "Inside";
constexpr const char* kOutsideSlot = "Outside";

Vec3f ToFloat(const Vec3& v)
{
	return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

class Mesher
{
public:
	Mesher(const CutTree& tree, const FragmentParts& parts, int32_t piece, double innerUvScale)
		: m_tree(tree), m_source(tree.Base().surface), m_parts(parts), m_piece(piece), m_innerUvScale(innerUvScale)
	{
	}

	Fragment Run()
	{
		CopyPositions();
		AddPolygons();
		m_outerSheets = m_sheets.size();
		AddCaps();
		SplitSharedEdges(m_sheets, m_fragment.surface.positions, m_equalLinks);
		// Splitting keeps the order: what a polygon gave still comes before the caps.
		m_outerSheets = static_cast<size_t>(
			std::find_if(m_sheets.begin(), m_sheets.end(), [](const SheetTriangle& t) { return IsCap(t); }) -
			m_sheets.begin());
		const std::span<const int32_t> whole = m_parts.wholeTriangles.Of(m_piece);
		m_fragment.outerTriangles = static_cast<int32_t>(whole.size() + m_outerSheets);
		AddTriangles(whole);
		AddNormals(whole);
		AddUvs(whole);
		AddSlots();
		return std::move(m_fragment);
	}

private:
	static bool IsCap(const SheetTriangle& triangle) { return triangle.corner[0] != kNoIndex; }

	void CopyPositions()
	{
		std::vector<Vec3>& positions = m_fragment.surface.positions;
		for (const int32_t vertex : m_parts.pieceVertices.Of(m_piece))
		{
			positions.push_back(PositionOf(m_tree, m_parts, vertex));
		}
		const auto first = std::lower_bound(m_parts.guests.begin(), m_parts.guests.end(), std::pair{m_piece, 0});
		for (auto guest = first; guest != m_parts.guests.end() && guest->first == m_piece; ++guest)
		{
			positions.push_back(PositionOf(m_tree, m_parts, guest->second));
		}
	}

	/// The name of a diagonal of one side of one polygon.
	static uint64_t DiagonalLink(size_t polygon, int32_t number)
	{
		return uint64_t{1} << 63 | static_cast<uint64_t>(polygon) << 31 | static_cast<uint64_t>(number);
	}

	void AddPolygons()
	{
		const OuterPolygons& set = m_parts.polygons;
		for (const int32_t i : m_parts.piecePolygons.Of(m_piece))
		{
			const OuterPolygons::Polygon& polygon = set.polygons[i];
			if (m_parts.firstTriangle[i] == m_parts.firstTriangle[i + 1])
			{
				AddEqualLinks(polygon);
			}
			const int32_t first = set.loopOffsets[polygon.firstLoop];
			const int32_t count = set.loopOffsets[polygon.lastLoop] - first;
			for (int32_t t = m_parts.firstTriangle[i]; t < m_parts.firstTriangle[i + 1]; ++t)
			{
				const ClippedTriangle& clipped = m_parts.polygonTriangles[t];
				SheetTriangle& triangle = m_sheets.emplace_back();
				triangle.source = polygon.source;
				for (size_t k = 0; k < 3; ++k)
				{
					const int32_t edge = clipped.edge[k];
					triangle.vertex[k] = m_parts.LocalVertex(set.corners[first + clipped.point[k]].vertex, m_piece);
					triangle.link[k] = edge < count ? static_cast<uint64_t>(set.corners[first + edge].link)
													: DiagonalLink(static_cast<size_t>(i), edge);
				}
			}
		}
	}

	/// A polygon of two corners has no triangles: its neighbours meet over one edge.
	void AddEqualLinks(const OuterPolygons::Polygon& polygon)
	{
		const OuterPolygons& set = m_parts.polygons;
		const int32_t first = set.loopOffsets[polygon.firstLoop];
		if (set.loopOffsets[polygon.lastLoop] - first == 2)
		{
			m_equalLinks.emplace_back(set.corners[first].link, set.corners[first + 1].link);
		}
	}

	void AddCaps()
	{
		const BoundaryWalk& walk = m_parts.walk;
		for (const int32_t capSide : m_parts.capSides.Of(m_piece))
		{
			const CapSheets::Cap& cap = m_parts.sheets.caps[capSide >> 1];
			const int32_t side = capSide & 1;
			const int32_t first = walk.firstCorner[cap.face];
			const int32_t count = walk.firstCorner[cap.face + 1] - first;
			if (count == 2)
			{
				m_equalLinks.emplace_back(LinkOf(walk, 2 * first + side), LinkOf(walk, 2 * first + 2 + side));
			}
			for (int32_t t = cap.firstTriangle; t < cap.lastTriangle; ++t)
			{
				const ClippedTriangle& clipped = m_parts.sheets.triangles[t];
				SheetTriangle& triangle = m_sheets.emplace_back();
				triangle.source = capSide;
				for (size_t k = 0; k < 3; ++k)
				{
					// Side 1 runs the other way: its corners are 0, 2, 1 and its edges 2, 1, 0.
					const size_t cornerAt = side == 0 ? k : (3 - k) % 3;
					const int32_t edge = clipped.edge[side == 0 ? k : 2 - k];
					const int32_t corner = first + clipped.point[cornerAt];
					triangle.corner[k] = corner;
					triangle.vertex[k] =
						m_parts.LocalVertex(m_parts.vertices.OfClass(walk.classOf[2 * corner + side]), m_piece);
					triangle.link[k] = edge < count
						? static_cast<uint64_t>(LinkOf(walk, 2 * (first + edge) + side))
						: DiagonalLink(m_parts.polygons.polygons.size() + static_cast<size_t>(capSide), edge);
				}
			}
		}
	}

	void AddTriangles(std::span<const int32_t> whole)
	{
		std::vector<Triangle>& triangles = m_fragment.surface.triangles;
		triangles.reserve(whole.size() + m_sheets.size());
		m_fragment.sourceTriangle.reserve(static_cast<size_t>(m_fragment.outerTriangles));
		const auto artist = [&](int32_t source) { return source < m_tree.Base().artistTriangles ? source : kNoIndex; };
		for (const int32_t t : whole)
		{
			Triangle triangle = m_source.triangles[t];
			for (int32_t& vertex : triangle.v)
			{
				vertex = m_parts.LocalVertex(vertex, m_piece);
			}
			triangles.push_back(triangle);
			m_fragment.sourceTriangle.push_back(artist(t));
		}
		for (const SheetTriangle& sheet : m_sheets)
		{
			triangles.push_back({{sheet.vertex[0], sheet.vertex[1], sheet.vertex[2]}});
			if (IsCap(sheet))
			{
				m_fragment.sourceCrack.push_back(SheetOf(sheet).source);
			}
			else
			{
				m_fragment.sourceTriangle.push_back(artist(sheet.source));
			}
		}
	}

	const CapSheets::Sheet& SheetOf(const SheetTriangle& cap) const
	{
		return m_parts.sheets.sheets[m_parts.sheets.caps[cap.source >> 1].sheet];
	}

	/// Barycentric coordinates in a surface triangle: exactly 1 at its own corners, so that what no cut met stays as
	/// it was.
	Vec3 WeightsIn(int32_t source, int32_t vertex) const
	{
		const Triangle& triangle = m_source.triangles[source];
		const Vec3& p = m_fragment.surface.positions[vertex];
		const Vec3& a = m_source.positions[triangle.v[0]];
		const Vec3& b = m_source.positions[triangle.v[1]];
		const Vec3& c = m_source.positions[triangle.v[2]];
		if (p == a || p == b || p == c)
		{
			return p == a ? Vec3{1.0, 0.0, 0.0} : (p == b ? Vec3{0.0, 1.0, 0.0} : Vec3{0.0, 0.0, 1.0});
		}
		const Vec3 normal = Cross(b - a, c - a);
		const double scale = LengthSquared(normal);
		if (scale == 0.0)
		{
			return {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0};
		}
		const double weightB = std::clamp(Dot(Cross(p - a, c - a), normal) / scale, 0.0, 1.0);
		const double weightC = std::clamp(Dot(Cross(b - a, p - a), normal) / scale, 0.0, 1.0 - weightB);
		return {1.0 - weightB - weightC, weightB, weightC};
	}

	void AddNormals(std::span<const int32_t> whole)
	{
		if (m_source.cornerNormals.empty())
		{
			return;
		}
		std::vector<Vec3f>& normals = m_fragment.surface.cornerNormals;
		normals.reserve(3 * m_fragment.surface.triangles.size());
		for (const int32_t t : whole)
		{
			normals.insert(
				normals.end(), m_source.cornerNormals.begin() + 3 * t, m_source.cornerNormals.begin() + 3 * t + 3);
		}
		for (const SheetTriangle& sheet : m_sheets)
		{
			for (size_t k = 0; k < 3; ++k)
			{
				normals.push_back(IsCap(sheet) ? CapNormal(sheet, k) : OuterNormal(sheet, k));
			}
		}
	}

	Vec3f OuterNormal(const SheetTriangle& sheet, size_t k) const
	{
		const Vec3 weights = WeightsIn(sheet.source, sheet.vertex[k]);
		const Vec3f* corners = m_source.cornerNormals.data() + 3 * static_cast<size_t>(sheet.source);
		for (int32_t i = 0; i < 3; ++i)
		{
			if (Component(weights, i) == 1.0)
			{
				return corners[i];
			}
		}
		Vec3 sum;
		for (int32_t i = 0; i < 3; ++i)
		{
			sum += Component(weights, i) * Vec3{corners[i].x, corners[i].y, corners[i].z};
		}
		return ToFloat(Normalised(sum));
	}

	Vec3f CapNormal(const SheetTriangle& sheet, size_t k) const
	{
		const Vec3f& a = m_parts.sheets.normals[sheet.corner[k]];
		Vec3 normal{a.x, a.y, a.z};
		if (sheet.other[k] != kNoIndex)
		{
			const Vec3f& b = m_parts.sheets.normals[sheet.other[k]];
			normal = Normalised(normal + Vec3{b.x, b.y, b.z});
		}
		return ToFloat((sheet.source & 1) == 0 ? normal : -normal);
	}

	/// Crack faces have the same UVs in all channels, and there is at least one for them.
	void AddUvs(std::span<const int32_t> whole)
	{
		SurfaceMesh& surface = m_fragment.surface;
		surface.uvChannels = std::max(m_source.uvChannels, 1);
		surface.cornerUvs.reserve(3 * static_cast<size_t>(surface.uvChannels) * surface.triangles.size());
		for (int32_t channel = 0; channel < surface.uvChannels; ++channel)
		{
			const Vec2f* uvs = channel < m_source.uvChannels
				? m_source.cornerUvs.data() + 3 * static_cast<size_t>(channel) * m_source.triangles.size()
				: nullptr;
			for (const int32_t t : whole)
			{
				for (int32_t k = 0; k < 3; ++k)
				{
					surface.cornerUvs.push_back(uvs != nullptr ? uvs[3 * static_cast<size_t>(t) + k] : Vec2f{});
				}
			}
			for (const SheetTriangle& sheet : m_sheets)
			{
				for (size_t k = 0; k < 3; ++k)
				{
					surface.cornerUvs.push_back(IsCap(sheet) ? CapUv(sheet, k) : OuterUv(sheet, k, uvs));
				}
			}
		}
	}

	Vec2f OuterUv(const SheetTriangle& sheet, size_t k, const Vec2f* uvs) const
	{
		if (uvs == nullptr)
		{
			return {};
		}
		const Vec3 w = WeightsIn(sheet.source, sheet.vertex[k]);
		const Vec2f* c = uvs + 3 * static_cast<size_t>(sheet.source);
		return {static_cast<float>(w.x * c[0].x + w.y * c[1].x + w.z * c[2].x),
			static_cast<float>(w.x * c[0].y + w.y * c[1].y + w.z * c[2].y)};
	}

	Vec2f CapUv(const SheetTriangle& cap, size_t k) const
	{
		const Vec3& p = m_fragment.surface.positions[cap.vertex[k]];
		const CapSheets::Sheet& sheet = SheetOf(cap);
		return {
			static_cast<float>(m_innerUvScale * Dot(p, sheet.u)), static_cast<float>(m_innerUvScale * Dot(p, sheet.v))};
	}

	void AddSlots()
	{
		SurfaceMesh& surface = m_fragment.surface;
		surface.slotNames = m_source.slotNames;
		if (surface.slotNames.empty())
		{
			surface.slotNames.emplace_back(kOutsideSlot);
		}
		// A fragment that breaks again has the slot already.
		if (surface.slotNames.back() != kInsideSlot)
		{
			surface.slotNames.emplace_back(kInsideSlot);
		}
		const auto inside = static_cast<int32_t>(surface.slotNames.size()) - 1;
		const auto slotOf = [&](int32_t t) { return m_source.triangleSlots.empty() ? 0 : m_source.triangleSlots[t]; };
		surface.triangleSlots.reserve(surface.triangles.size());
		for (const int32_t t : m_parts.wholeTriangles.Of(m_piece))
		{
			surface.triangleSlots.push_back(slotOf(t));
		}
		for (const SheetTriangle& sheet : m_sheets)
		{
			surface.triangleSlots.push_back(IsCap(sheet) ? inside : slotOf(sheet.source));
		}
	}

	const CutTree& m_tree;
	const SurfaceMesh& m_source;
	const FragmentParts& m_parts;
	int32_t m_piece;
	double m_innerUvScale;
	Fragment m_fragment;
	std::vector<SheetTriangle> m_sheets; // all but the whole triangles
	size_t m_outerSheets = 0;
	std::vector<LinkPair> m_equalLinks;
};
} // namespace

Fragment MakeFragment(const CutTree& tree, const FragmentParts& parts, int32_t piece, double innerUvScale)
{
	return Mesher(tree, parts, piece, innerUvScale).Run();
}
} // namespace FractureCore
