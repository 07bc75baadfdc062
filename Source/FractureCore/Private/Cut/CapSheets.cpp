// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/CapSheets.h"

#include "Mesh/LoopNesting.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace FractureCore
{
namespace
{
constexpr int64_t kCapsPerTask = 256;

/// A corner whose smooth normal leans further from its cap than this keeps the cap's own: 60 degrees.
constexpr double kLeastCosine = 0.5;

class CapSheetMaker
{
public:
	CapSheetMaker(const CutTree& tree, const Pieces& pieces, const BoundaryWalk& walk, std::span<const int32_t> labels)
		: m_tree(tree), m_pieces(pieces), m_walk(walk), m_labels(labels)
	{
	}

	CapSheets Run(TaskRunner& runner)
	{
		CollectCaps();
		m_areas.resize(m_result.caps.size());
		ParallelFor(runner,
			static_cast<int64_t>(m_result.caps.size()),
			kCapsPerTask,
			[&](int64_t begin, int64_t end)
			{
				EarClipper clipper;
				Scratch scratch;
				for (int64_t i = begin; i < end; ++i)
				{
					Triangulate(static_cast<size_t>(i), clipper, scratch);
				}
			});
		SmoothNormals();
		return std::move(m_result);
	}

private:
	struct Entry
	{
		int32_t source = kNoIndex;
		int32_t lowLabel = kNoIndex;
		int32_t highLabel = kNoIndex;
		int32_t face = kNoIndex;
		bool isFlipped = false; // side 0 has the higher label
	};
	struct Scratch
	{
		std::vector<Vec3> points;
		std::vector<int32_t> vertices;
		std::vector<int32_t> loopEnds;
	};

	void CollectCaps()
	{
		std::vector<Entry> entries;
		for (size_t i = 0; i < m_walk.faces.size(); ++i)
		{
			const int32_t f = m_walk.faces[i];
			if (m_tree.Face(f).kind == CutFaceKind::Cap && m_pieces.IsSurface(m_tree, f))
			{
				entries.push_back(MakeEntry(f, static_cast<int32_t>(i)));
			}
		}
		const auto key = [](const Entry& e) { return std::tuple(e.source, e.lowLabel, e.highLabel); };
		std::stable_sort(
			entries.begin(), entries.end(), [&](const Entry& a, const Entry& b) { return key(a) < key(b); });
		int32_t triangles = 0;
		int32_t corners = 0;
		m_result.caps.reserve(entries.size());
		for (size_t i = 0; i < entries.size(); ++i)
		{
			if (i == 0 || key(entries[i]) != key(entries[i - 1]))
			{
				m_result.sheets.push_back({entries[i].source, {}, {}});
			}
			const int32_t face = entries[i].face;
			const int32_t first = m_walk.firstCorner[face];
			const int32_t last = m_walk.firstCorner[face + 1];
			const int32_t count = EarClipper::TriangleCount(last - first, LoopCount(first, last));
			m_result.caps.push_back(
				{face, static_cast<int32_t>(m_result.sheets.size()) - 1, triangles, triangles + count, corners});
			m_isFlipped.push_back(entries[i].isFlipped ? 1 : 0);
			triangles += count;
			corners += last - first;
		}
		m_result.normals.resize(static_cast<size_t>(corners));
		m_result.triangles.resize(static_cast<size_t>(triangles));
	}

	Entry MakeEntry(int32_t f, int32_t index) const
	{
		Entry entry;
		entry.source = m_tree.Face(f).source;
		entry.face = index;
		if (entry.source == kNoIndex)
		{
			const auto [a, b] = m_tree.FaceCells(f);
			entry.isFlipped = m_labels[a] > m_labels[b];
			entry.lowLabel = std::min(m_labels[a], m_labels[b]);
			entry.highLabel = std::max(m_labels[a], m_labels[b]);
		}
		return entry;
	}

	int32_t LoopCount(int32_t first, int32_t last) const
	{
		int32_t count = 0;
		for (int32_t c = first; c < last; ++c)
		{
			count += m_walk.next[c] <= c ? 1 : 0;
		}
		return count;
	}

	void Triangulate(size_t i, EarClipper& clipper, Scratch& scratch)
	{
		const CapSheets::Cap& cap = m_result.caps[i];
		const int32_t first = m_walk.firstCorner[cap.face];
		const int32_t last = m_walk.firstCorner[cap.face + 1];
		scratch.points.clear();
		scratch.vertices.clear();
		scratch.loopEnds.clear();
		Vec3 area;
		for (int32_t c = first; c < last; ++c)
		{
			scratch.vertices.push_back(m_tree.From(m_walk.edge[c]));
			scratch.points.push_back(m_tree.Vertex(scratch.vertices.back()).position);
			if (m_walk.next[c] <= c)
			{
				const auto begin = static_cast<size_t>(scratch.loopEnds.empty() ? 0 : scratch.loopEnds.back());
				area += DoubleAreaVector(std::span<const Vec3>(scratch.points).subspan(begin));
				scratch.loopEnds.push_back(c + 1 - first);
			}
		}
		m_areas[i] = area;
		const std::span<ClippedTriangle> triangles(
			m_result.triangles.data() + cap.firstTriangle, static_cast<size_t>(cap.lastTriangle - cap.firstTriangle));
		clipper.Run(scratch.points, scratch.vertices, scratch.loopEnds, area, triangles);
	}

	/// A vertex's normal is the mean over its sheet's caps, weighted by area; their sum gives the sheet's plane.
	void SmoothNormals()
	{
		m_sums.resize(static_cast<size_t>(m_tree.VertexCount() - m_tree.BaseVertexCount()));
		for (size_t begin = 0; begin < m_result.caps.size();)
		{
			size_t end = begin;
			while (end < m_result.caps.size() && m_result.caps[end].sheet == m_result.caps[begin].sheet)
			{
				++end;
			}
			Vec3 total;
			ForEachCorner(begin, end, [&](size_t, int32_t, Vec3& sum) { sum = {}; });
			ForEachCorner(begin, end, [&](size_t i, int32_t, Vec3& sum) { sum += SheetArea(i); });
			for (size_t i = begin; i < end; ++i)
			{
				total += SheetArea(i);
			}
			ForEachCorner(begin, end, [&](size_t i, int32_t at, const Vec3& sum) { SetNormal(i, at, sum); });
			SetAxes(total, m_result.sheets[m_result.caps[begin].sheet]);
			begin = end;
		}
	}

	/// As all caps of the sheet are seen from the same side.
	Vec3 SheetArea(size_t i) const { return m_isFlipped[i] != 0 ? -m_areas[i] : m_areas[i]; }

	template <typename Visit>
	void ForEachCorner(size_t begin, size_t end, Visit&& visit)
	{
		for (size_t i = begin; i < end; ++i)
		{
			const int32_t face = m_result.caps[i].face;
			for (int32_t c = m_walk.firstCorner[face]; c < m_walk.firstCorner[face + 1]; ++c)
			{
				const int32_t normal = m_result.caps[i].firstNormal + c - m_walk.firstCorner[face];
				visit(i, normal, m_sums[m_tree.From(m_walk.edge[c]) - m_tree.BaseVertexCount()]);
			}
		}
	}

	void SetNormal(size_t i, int32_t at, const Vec3& sum)
	{
		const Vec3 flat = Normalised(m_areas[i]);
		Vec3 normal = Normalised(m_isFlipped[i] != 0 ? -sum : sum);
		normal = LengthSquared(flat) > 0.0 && Dot(normal, flat) < kLeastCosine ? flat : normal;
		m_result.normals[at] = {
			static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)};
	}

	static void SetAxes(const Vec3& total, CapSheets::Sheet& sheet)
	{
		const Vec3 n = LengthSquared(total) > 0.0 ? Normalised(total) : Vec3{0.0, 0.0, 1.0};
		const Vec3 axis = std::abs(n.z) < 0.9 ? Vec3{0.0, 0.0, 1.0} : Vec3{1.0, 0.0, 0.0};
		sheet.u = Normalised(Cross(axis, n));
		sheet.v = Cross(n, sheet.u);
	}

	const CutTree& m_tree;
	const Pieces& m_pieces;
	const BoundaryWalk& m_walk;
	std::span<const int32_t> m_labels;
	CapSheets m_result;
	std::vector<uint8_t> m_isFlipped; // 1 a cap
	std::vector<Vec3> m_areas;        // 1 a cap: twice its area, outward for side 0
	std::vector<Vec3> m_sums;         // 1 a new vertex
};
} // namespace

CapSheets MakeCapSheets(const CutTree& tree,
	const Pieces& pieces,
	const BoundaryWalk& walk,
	std::span<const int32_t> labels,
	TaskRunner& runner)
{
	return CapSheetMaker(tree, pieces, walk, labels).Run(runner);
}
} // namespace FractureCore
