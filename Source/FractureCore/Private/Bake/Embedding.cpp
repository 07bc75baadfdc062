// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Triangles go in runs along a Z-curve: a run lies close together, asks the tree once and then tries the few tets
// found, for its triangles and for its vertices. Results depend on geometry alone, not on how runs are cut.
#include "FractureCore/Embedding.h"

#include "Bake/NearbyTets.h"
#include "FractureCore/Hooks.h"
#include "Mesh/ZOrder.h"

#include <algorithm>
#include <array>

namespace FractureCore
{
namespace
{
/// Most triangles in a run, and most tets around it before it goes on with half as many triangles; after a run with few
/// tets the next is twice as long. Measured on scans with 1 to 15 triangles a tet.
constexpr int64_t kTriangleRun = 32;
constexpr size_t kRunTets = 96;
constexpr size_t kFewRunTets = 32;

constexpr int64_t kEmbedGrain = 1024;

/// How far around a run tets are fetched, in mean tet sizes: the surface of a good tet mesh strays less than this from
/// the artist's, so that vertices which stick out find their nearest tet among the run's.
constexpr double kRunMargin = 0.1;

/// What one task found: the tets of its triangles, one after the other.
struct TriangleTetRuns
{
	std::vector<int32_t> tets;
	std::vector<int32_t> counts; // 1 a triangle
};

class SurfaceEmbedder
{
public:
	/// `order`: the triangles along the curve. `owner`: for each vertex the first place in it whose triangle has it.
	SurfaceEmbedder(const SurfaceMesh& surface,
		const TetMesh& tets,
		const TetTree& tree,
		std::span<const int32_t> order,
		std::span<const int32_t> owner,
		Embedding& result)
		: m_surface(surface), m_tets(tets), m_tree(tree), m_order(order), m_owner(owner), m_result(result),
		  m_margin(kRunMargin * tree.MeanTetSize() / tree.UnitPerMetre())
	{
	}

	/// The triangles at places [begin, end) of the order and the vertices they own.
	void EmbedTriangles(int64_t begin, int64_t end, TriangleTetRuns& runs)
	{
		int64_t length = kTriangleRun;
		while (begin < end)
		{
			const int64_t runEnd = std::min(begin + length, end);
			if (!Collect(begin, runEnd))
			{
				length = (runEnd - begin) / 2;
				continue;
			}
			EmbedRun(begin, runEnd, runs);
			begin = runEnd;
			length = std::min(m_places.size() < kFewRunTets ? 2 * length : length, kTriangleRun);
		}
	}

	void EmbedLooseVertex(int32_t vertex) const { StoreVertex(vertex, m_tree.Nearest(m_surface.positions[vertex])); }

private:
	struct LocalVertex
	{
		int32_t vertex = kNoIndex;
		int32_t local = kNoIndex;
	};

	/// Fetches the tets around a run: false if they are too many, unless it is a single triangle.
	bool Collect(int64_t begin, int64_t end)
	{
		m_isSingle = end - begin == 1;
		m_box = BoxOf(begin, end, m_isSingle ? 0.0 : m_margin);
		const UnitBox unitBox = TetTree::BoxOf(
			std::array{m_tree.ToUnit(m_box.centre - m_box.half), m_tree.ToUnit(m_box.centre + m_box.half)});
		if (!m_isSingle)
		{
			return m_tree.Collect(unitBox, kRunTets, m_places);
		}
		// A large triangle may have the whole mesh in its box, but only a layer of it near its plane.
		const std::array<Vec3, 3> p = Corners(m_order[begin]);
		m_tree.Collect(unitBox, Plane{m_tree.ToUnit(p[0]), Cross(p[1] - p[0], p[2] - p[0])}, m_places);
		return true;
	}

	void EmbedRun(int64_t begin, int64_t end, TriangleTetRuns& runs)
	{
		m_nearby.Gather(m_tree, m_tets, m_places, m_box);
		m_codes.resize(3 * (end - begin) * m_nearby.Count());
		m_localVertices.fill({});
		m_localCount = 0;
		for (int64_t place = begin; place < end; ++place)
		{
			const int32_t* codes[3];
			for (int32_t k = 0; k < 3; ++k)
			{
				const int32_t vertex = m_surface.triangles[m_order[place]].v[k];
				codes[k] = OutCodesOf(vertex);
				if (m_owner[vertex] == place)
				{
					EmbedVertex(vertex, codes[k]);
				}
			}
			EmbedTriangle(m_order[place], codes, runs);
		}
	}

	PointBox BoxOf(int64_t begin, int64_t end, double margin) const
	{
		Vec3 low = m_surface.positions[m_surface.triangles[m_order[begin]].v[0]];
		Vec3 high = low;
		for (int64_t place = begin; place < end; ++place)
		{
			for (const Vec3& p : Corners(m_order[place]))
			{
				low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
				high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
			}
		}
		return {0.5 * (low + high), 0.5 * (high - low) + Vec3{margin, margin, margin}};
	}

	std::array<Vec3, 3> Corners(int32_t triangle) const
	{
		const Triangle& t = m_surface.triangles[triangle];
		return {m_surface.positions[t.v[0]], m_surface.positions[t.v[1]], m_surface.positions[t.v[2]]};
	}

	/// Computed once for a vertex that the run's triangles share, unless another vertex has taken its place in the
	/// cache.
	const int32_t* OutCodesOf(int32_t vertex)
	{
		LocalVertex& cached = m_localVertices[vertex % m_localVertices.size()];
		const bool isNew = cached.vertex != vertex;
		if (isNew)
		{
			cached = {vertex, m_localCount++};
		}
		int32_t* codes = m_codes.data() + cached.local * m_nearby.Count();
		if (isNew)
		{
			m_nearby.FindOutCodes(m_surface.positions[vertex], codes);
		}
		return codes;
	}

	void EmbedTriangle(int32_t triangle, const int32_t* const (&codes)[3], TriangleTetRuns& runs)
	{
		m_hits.resize(m_nearby.Count());
		size_t hitCount = 0;
		for (size_t i = 0; i < m_nearby.Count(); ++i)
		{
			// Out if all corners are beyond one face. Without a branch, which could not be predicted.
			m_hits[hitCount] = static_cast<int32_t>(i);
			hitCount += (codes[0][i] & codes[1][i] & codes[2][i]) == 0 ? 1 : 0;
		}
		const std::array<Vec3, 3> corners = Corners(triangle);
		const size_t before = runs.tets.size();
		for (const int32_t hit : std::span(m_hits).first(hitCount))
		{
			if (Meets(corners, codes, hit))
			{
				runs.tets.push_back(m_nearby.TetOf(hit));
			}
		}
		if (runs.tets.size() == before)
		{
			runs.tets.push_back(FindNearest((corners[0] + corners[1] + corners[2]) / 3.0));
		}
		runs.counts.push_back(static_cast<int32_t>(runs.tets.size() - before));
	}

	bool Meets(const std::array<Vec3, 3>& corners, const int32_t* const (&codes)[3], int32_t nearby) const
	{
		const TetFrame& frame = m_nearby.FrameOf(nearby);
		for (size_t k = 0; k < 3; ++k)
		{
			if (codes[k][nearby] == 0 && IsInSimplex(frame.Map(corners[k])))
			{
				return true;
			}
		}
		return TriangleMeetsSimplex({frame.Map(corners[0]), frame.Map(corners[1]), frame.Map(corners[2])});
	}

	void EmbedVertex(int32_t vertex, const int32_t* codes)
	{
		const Vec3& point = m_surface.positions[vertex];
		for (size_t i = 0; i < m_nearby.Count(); ++i)
		{
			if (codes[i] == 0 && IsInSimplex(m_nearby.FrameOf(i).Map(point)))
			{
				StoreVertex(vertex, m_nearby.TetOf(i));
				return;
			}
		}
		StoreVertex(vertex, FindNearest(point));
	}

	int32_t FindNearest(const Vec3& point)
	{
		NearestTet best;
		m_nearby.FindNearer(m_tets, point, best);
		// No other tet is nearer if all around the point, as far as that, were fetched.
		const double fetched = m_isSingle ? 0.0 : std::max(0.0, m_box.Depth(point));
		return best.distanceSquared < fetched * fetched ? best.tet : m_tree.Nearest(point, best);
	}

	void StoreVertex(int32_t vertex, int32_t tet) const
	{
		const Vec3 weights = MakeTetFrame(m_tets, m_tets.tets[tet]).Map(m_surface.positions[vertex]);
		m_result.vertexTet[vertex] = tet;
		m_result.vertexWeights[vertex] = {static_cast<float>(1.0 - weights.x - weights.y - weights.z),
			static_cast<float>(weights.x),
			static_cast<float>(weights.y),
			static_cast<float>(weights.z)};
	}

	const SurfaceMesh& m_surface;
	const TetMesh& m_tets;
	const TetTree& m_tree;
	std::span<const int32_t> m_order;
	std::span<const int32_t> m_owner;
	Embedding& m_result;
	double m_margin; // m
	std::vector<int32_t> m_places;
	bool m_isSingle = false; // the run is one triangle, and its tets are those along its plane
	PointBox m_box;          // of the run, with the margin
	NearbyTets m_nearby;
	std::vector<int32_t> m_hits;
	std::vector<int32_t> m_codes; // a row for each of the run's vertices
	std::array<LocalVertex, 128> m_localVertices;
	int32_t m_localCount = 0;
};

std::vector<int32_t> OrderTriangles(const SurfaceMesh& surface, const TetTree& tree)
{
	std::vector<Vec3> centres(surface.triangles.size());
	for (size_t i = 0; i < centres.size(); ++i)
	{
		const Triangle& t = surface.triangles[i];
		centres[i] =
			tree.ToUnit((surface.positions[t.v[0]] + surface.positions[t.v[1]] + surface.positions[t.v[2]]) / 3.0);
	}
	return ZOrder(centres);
}

std::vector<int32_t> FindOwners(const SurfaceMesh& surface, std::span<const int32_t> order)
{
	std::vector<int32_t> owner(surface.positions.size(), kNoIndex);
	for (size_t place = order.size(); place-- > 0;)
	{
		for (const int32_t vertex : surface.triangles[order[place]].v)
		{
			owner[vertex] = static_cast<int32_t>(place);
		}
	}
	return owner;
}

/// Puts what the tasks found along the curve into the order of the triangles.
void JoinRuns(std::span<const TriangleTetRuns> runs, std::span<const int32_t> order, Embedding& result)
{
	std::vector<int32_t>& offsets = result.triangleTetOffsets;
	offsets.assign(order.size() + 1, 0);
	size_t place = 0;
	size_t total = 0;
	for (const TriangleTetRuns& run : runs)
	{
		for (const int32_t count : run.counts)
		{
			offsets[order[place++] + 1] = count;
		}
		total += run.tets.size();
	}
	FRACTURECORE_ASSERT(total <= static_cast<size_t>(INT32_MAX));
	for (size_t i = 1; i < offsets.size(); ++i)
	{
		offsets[i] += offsets[i - 1];
	}
	result.triangleTets.resize(total);
	place = 0;
	for (const TriangleTetRuns& run : runs)
	{
		auto next = run.tets.begin();
		for (const int32_t count : run.counts)
		{
			std::copy(next, next + count, result.triangleTets.begin() + offsets[order[place++]]);
			next += count;
		}
	}
}
} // namespace

Embedding EmbedSurface(const SurfaceMesh& surface, const TetMesh& tets, TaskRunner& runner)
{
	FRACTURECORE_ASSERT(!tets.tets.empty());
	const TetTree tree(tets, runner);
	const std::vector<int32_t> order = OrderTriangles(surface, tree);
	const std::vector<int32_t> owner = FindOwners(surface, order);

	Embedding result;
	result.vertexTet.resize(surface.positions.size());
	result.vertexWeights.resize(surface.positions.size());
	const int64_t triangleCount = static_cast<int64_t>(order.size());
	std::vector<TriangleTetRuns> runs((triangleCount + kEmbedGrain - 1) / kEmbedGrain);
	ParallelFor(runner,
		triangleCount,
		kEmbedGrain,
		[&](int64_t begin, int64_t end)
		{
			SurfaceEmbedder embedder(surface, tets, tree, order, owner, result);
			embedder.EmbedTriangles(begin, end, runs[begin / kEmbedGrain]);
		});
	const SurfaceEmbedder embedder(surface, tets, tree, order, owner, result);
	for (size_t vertex = 0; vertex < owner.size(); ++vertex)
	{
		if (owner[vertex] == kNoIndex)
		{
			embedder.EmbedLooseVertex(static_cast<int32_t>(vertex));
		}
	}
	JoinRuns(runs, order, result);
	return result;
}
} // namespace FractureCore
