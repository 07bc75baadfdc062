// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/FragmentMesher.h"

#include "Cut/CornerAttributes.h"
#include "Cut/SheetTriangles.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr const char* kInsideSlot = "Inside";
constexpr const char* kOutsideSlot = "Outside";

class PieceMesher
{
public:
	PieceMesher(const CutBody::Data& body, const FragmentParts& parts, int32_t piece, double innerUvScale)
		: m_body(body), m_source(body.surface), m_parts(parts), m_piece(piece), m_innerUvScale(innerUvScale)
	{
	}

	/// All but the surface's whole triangles.
	void AddSheets()
	{
		CopyPositions();
		m_sheets.reserve(CountSheetTriangles());
		AddPolygons();
		AddCaps();
		FindSharedEdges(m_sheets, m_fragment.surface.positions.size(), m_equalLinks, m_sharedEdges);
	}
	std::span<const uint64_t> SharedEdges() const { return m_sharedEdges; }
	std::span<const LinkPair> EqualLinks() const { return m_equalLinks; }

	Fragment Finish(const SplitKeys& keys)
	{
		SplitEdges(m_sheets, m_fragment.surface.positions, m_equalLinks, keys);
		const std::span<const int32_t> whole = m_parts.wholeTriangles.Of(m_piece);
		// What polygons gave comes before the caps.
		const auto caps =
			std::find_if(m_sheets.begin(), m_sheets.end(), [](const SheetTriangle& t) { return IsCap(t); });
		m_fragment.outerTriangles = static_cast<int32_t>(whole.size()) + static_cast<int32_t>(caps - m_sheets.begin());
		AddTriangles(whole);
		AddAttributes(whole);
		AddSlots();
		std::vector<SheetTriangle>().swap(m_sheets);
		return std::move(m_fragment);
	}

private:
	static bool IsCap(const SheetTriangle& triangle) { return triangle.corner[0] != kNoIndex; }

	void CopyPositions()
	{
		std::vector<Vec3>& positions = m_fragment.surface.positions;
		positions.reserve(m_parts.pieceVertices.Of(m_piece).size());
		for (const int32_t vertex : m_parts.pieceVertices.Of(m_piece))
		{
			positions.push_back(PositionOf(m_body, m_parts, vertex));
		}
		const auto first = std::lower_bound(m_parts.guests.begin(), m_parts.guests.end(), std::pair{m_piece, 0});
		for (auto guest = first; guest != m_parts.guests.end() && guest->first == m_piece; ++guest)
		{
			positions.push_back(PositionOf(m_body, m_parts, guest->second));
		}
	}

	size_t CountSheetTriangles() const
	{
		int32_t count = 0;
		for (const int32_t i : m_parts.piecePolygons.Of(m_piece))
		{
			count += m_parts.firstTriangle[i + 1] - m_parts.firstTriangle[i];
		}
		for (const int32_t capSide : m_parts.capSides.Of(m_piece))
		{
			const CapSheets::Cap& cap = m_parts.sheets.caps[capSide >> 1];
			count += cap.lastTriangle - cap.firstTriangle;
		}
		return static_cast<size_t>(count);
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
													: OuterDiagonalLink(i, edge);
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
					triangle.corner[k] = cap.firstNormal + clipped.point[cornerAt];
					triangle.vertex[k] =
						m_parts.LocalVertex(m_parts.vertices.OfClass(walk.classOf[2 * corner + side]), m_piece);
					triangle.link[k] = edge < count ? static_cast<uint64_t>(LinkOf(walk, 2 * (first + edge) + side))
													: CapDiagonalLink(m_parts, capSide, edge);
				}
			}
		}
	}

	void AddTriangles(std::span<const int32_t> whole)
	{
		std::vector<Triangle>& triangles = m_fragment.surface.triangles;
		triangles.reserve(whole.size() + m_sheets.size());
		m_fragment.sourceTriangle.reserve(static_cast<size_t>(m_fragment.outerTriangles));
		const auto artist = [&](int32_t source) { return source < m_body.artistTriangles ? source : kNoIndex; };
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

	/// Normals and UVs: those of whole triangles as they are, of parts interpolated. Crack faces have the same UVs in
	/// all channels, and there is at least one for them. They have normals too: beside them a surface without any is
	/// flat, as it was shown before.
	void AddAttributes(std::span<const int32_t> whole)
	{
		SurfaceMesh& surface = m_fragment.surface;
		const size_t corners = 3 * surface.triangles.size();
		const bool hasNormals = !m_source.cornerNormals.empty() || !m_fragment.sourceCrack.empty();
		surface.uvChannels = std::max(m_source.uvChannels, 1);
		surface.cornerNormals.resize(hasNormals ? corners : 0);
		surface.cornerUvs.resize(static_cast<size_t>(surface.uvChannels) * corners);
		const auto copy = [&](const auto& from, size_t first, auto& to, size_t at)
		{
			for (const int32_t t : whole)
			{
				std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(first) + 3 * t, 3, to.begin() + at);
				at += 3;
			}
		};
		if (!m_source.cornerNormals.empty())
		{
			copy(m_source.cornerNormals, 0, surface.cornerNormals, 0);
		}
		else if (hasNormals)
		{
			size_t corner = 0;
			for (const int32_t t : whole)
			{
				std::fill_n(surface.cornerNormals.begin() + corner, 3, FaceNormal(m_source, m_source.triangles[t]));
				corner += 3;
			}
		}
		for (int32_t channel = 0; channel < m_source.uvChannels; ++channel)
		{
			const size_t first = 3 * static_cast<size_t>(channel) * m_source.triangles.size();
			copy(m_source.cornerUvs, first, surface.cornerUvs, static_cast<size_t>(channel) * corners);
		}
		size_t at = 3 * whole.size();
		for (const SheetTriangle& sheet : m_sheets)
		{
			for (size_t k = 0; k < 3; ++k, ++at)
			{
				IsCap(sheet) ? SetCapCorner(sheet, k, at) : SetOuterCorner(sheet, k, at);
			}
		}
	}

	void SetOuterCorner(const SheetTriangle& sheet, size_t k, size_t at)
	{
		SurfaceMesh& surface = m_fragment.surface;
		const Vec3 weights = BarycentricAt(m_source, sheet.source, PositionAt(sheet, k));
		if (!surface.cornerNormals.empty())
		{
			surface.cornerNormals[at] = m_source.cornerNormals.empty()
				? FaceNormal(m_source, m_source.triangles[sheet.source])
				: NormalAt(m_source, sheet.source, weights);
		}
		for (int32_t channel = 0; channel < m_source.uvChannels; ++channel)
		{
			const size_t first = 3 * static_cast<size_t>(channel) * surface.triangles.size();
			surface.cornerUvs[first + at] = UvAt(m_source, channel, sheet.source, weights);
		}
	}

	void SetCapCorner(const SheetTriangle& sheet, size_t k, size_t at)
	{
		SurfaceMesh& surface = m_fragment.surface;
		if (!surface.cornerNormals.empty())
		{
			surface.cornerNormals[at] = CapNormal(sheet, k);
		}
		const Vec2f uv = CapUv(SheetOf(sheet), PositionAt(sheet, k));
		for (int32_t channel = 0; channel < surface.uvChannels; ++channel)
		{
			surface.cornerUvs[3 * static_cast<size_t>(channel) * surface.triangles.size() + at] = uv;
		}
	}

	const Vec3& PositionAt(const SheetTriangle& sheet, size_t k) const
	{
		return m_fragment.surface.positions[sheet.vertex[k]];
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
		normal = (sheet.source & 1) == 0 ? normal : -normal;
		return {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)};
	}

	Vec2f CapUv(const CapSheets::Sheet& sheet, const Vec3& p) const
	{
		return {
			static_cast<float>(m_innerUvScale * Dot(p, sheet.u)), static_cast<float>(m_innerUvScale * Dot(p, sheet.v))};
	}

	const CapSheets::Sheet& SheetOf(const SheetTriangle& cap) const
	{
		return m_parts.sheets.sheets[m_parts.sheets.caps[cap.source >> 1].sheet];
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

	const CutBody::Data& m_body;
	const SurfaceMesh& m_source;
	const FragmentParts& m_parts;
	int32_t m_piece;
	double m_innerUvScale;
	Fragment m_fragment;
	std::vector<SheetTriangle> m_sheets; // all but the whole triangles
	std::vector<LinkPair> m_equalLinks;
	std::vector<uint64_t> m_sharedEdges;
};
} // namespace

std::vector<Fragment> MakeFragments(const CutBody::Data& body,
	const FragmentParts& parts,
	int32_t pieceCount,
	double density,
	double innerUvScale,
	TaskRunner& runner)
{
	std::vector<PieceMesher> meshers;
	meshers.reserve(static_cast<size_t>(pieceCount));
	for (int32_t piece = 0; piece < pieceCount; ++piece)
	{
		meshers.emplace_back(body, parts, piece, innerUvScale);
	}
	ParallelFor(runner, pieceCount, 1, [&](int64_t i, int64_t) { meshers[i].AddSheets(); });
	std::vector<uint64_t> shared;
	std::vector<LinkPair> equal;
	for (const PieceMesher& mesher : meshers)
	{
		shared.insert(shared.end(), mesher.SharedEdges().begin(), mesher.SharedEdges().end());
		equal.insert(equal.end(), mesher.EqualLinks().begin(), mesher.EqualLinks().end());
	}
	const SplitKeys keys(parts, shared, equal);
	std::vector<Fragment> fragments(static_cast<size_t>(pieceCount));
	ParallelFor(runner,
		pieceCount,
		1,
		[&](int64_t i, int64_t)
		{
			fragments[i] = meshers[i].Finish(keys);
			const SurfaceMesh& surface = fragments[i].surface;
			fragments[i].mass = SolidMassProperties(surface.positions, surface.triangles, density);
		});
	return fragments;
}
} // namespace FractureCore
