// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Triangles go in runs along a Z-curve: a run lies close together, asks the tree once and then tries the few tets
// found, for its triangles and for its vertices. Results depend on geometry alone, not on how runs are cut.
#include "FractureCore/Embedding.h"

#include "FractureCore/Hooks.h"
#include "Mesh/TetFrame.h"
#include "Mesh/TetTree.h"
#include "Mesh/ZOrder.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace FractureCore
{
namespace
{
/// Triangles in a run, and the most tets it may find before it goes on in two halves. Measured on scans with 1 to 15
/// triangles a tet.
constexpr int64_t kTriangleRun = 32;
constexpr size_t kRunTets = 128;

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

/// Tets that a run tries, in ascending order, and a quick test of points against their faces: in floats, numbers of one
/// kind side by side for the compiler's vectors.
class RunCandidates
{
public:
	void Gather(const TetTree& tree, const TetMesh& mesh, std::vector<int32_t>& places)
	{
		std::sort(places.begin(), places.end(), [&](int32_t a, int32_t b) { return tree.TetAt(a) < tree.TetAt(b); });
		m_tets.resize(places.size());
		m_frames.resize(places.size());
		for (size_t i = 0; i < places.size(); ++i)
		{
			m_tets[i] = tree.TetAt(places[i]);
			m_frames[i] = MakeTetFrame(mesh, mesh.tets[m_tets[i]]);
		}
	}

	/// `radius`: how far (m) points that FindOutCodes will see lie from Origin(). `margin`: what is near, m.
	void PrepareOutCodes(double radius, double margin)
	{
		const size_t count = m_tets.size();
		m_gradients.resize(12 * count);
		m_offsets.resize(4 * count);
		m_nearOffsets.resize(4 * count);
		for (size_t i = 0; i < count; ++i)
		{
			const TetFrame& frame = m_frames[i];
			const Vec3 fromOrigin = frame.origin - Origin();
			const auto store = [&](size_t face, const Vec3& gradient, double atNode0)
			{
				const double offset = atNode0 - Dot(gradient, fromOrigin);
				const double slope = Length(gradient);
				// Covers the rounding of four products and their sum.
				const double slack = 1.0e-6 * (std::abs(offset) + (radius + margin) * slope) + kTouchTolerance;
				float* row = m_gradients.data() + 3 * face * count + i;
				row[0] = static_cast<float>(gradient.x);
				row[count] = static_cast<float>(gradient.y);
				row[2 * count] = static_cast<float>(gradient.z);
				m_offsets[face * count + i] = static_cast<float>(offset + slack);
				m_nearOffsets[face * count + i] = static_cast<float>(offset + slack + margin * slope);
			};
			store(0, -(frame.gradient[0] + frame.gradient[1] + frame.gradient[2]), 1.0);
			store(1, frame.gradient[0], 0.0);
			store(2, frame.gradient[1], 0.0);
			store(3, frame.gradient[2], 0.0);
		}
	}

	std::span<const int32_t> Tets() const { return m_tets; }
	const TetFrame& FrameOf(size_t candidate) const { return m_frames[candidate]; }
	Vec3 Origin() const { return m_frames.empty() ? Vec3{} : m_frames[0].origin; }

	/// One code a candidate. Bit k is set only if the point lies beyond the face opposite node k.
	void FindOutCodes(const Vec3& point, int32_t* codes) const { Compare(point, m_offsets.data(), codes); }

	/// One code a candidate. Not 0 only if the point is farther from it than the margin.
	void FindFarCodes(const Vec3& point, int32_t* codes) const { Compare(point, m_nearOffsets.data(), codes); }

private:
	void Compare(const Vec3& point, const float* offsets, int32_t* codes) const
	{
		const size_t count = m_tets.size();
		const Vec3 p = point - Origin();
		const float x = static_cast<float>(p.x);
		const float y = static_cast<float>(p.y);
		const float z = static_cast<float>(p.z);
		const float* n = m_gradients.data();
		for (size_t i = 0; i < count; ++i)
		{
			const float a = n[i] * x + n[count + i] * y + n[2 * count + i] * z + offsets[i];
			const float b = n[3 * count + i] * x + n[4 * count + i] * y + n[5 * count + i] * z + offsets[count + i];
			const float c = n[6 * count + i] * x + n[7 * count + i] * y + n[8 * count + i] * z + offsets[2 * count + i];
			const float d =
				n[9 * count + i] * x + n[10 * count + i] * y + n[11 * count + i] * z + offsets[3 * count + i];
			codes[i] = (a < 0.0f ? 1 : 0) | (b < 0.0f ? 2 : 0) | (c < 0.0f ? 4 : 0) | (d < 0.0f ? 8 : 0);
		}
	}

	std::vector<int32_t> m_tets;
	std::vector<TetFrame> m_frames;
	std::vector<float> m_gradients;   // 4 faces of x, y, z, each for all candidates
	std::vector<float> m_offsets;     // 4 faces, each for all candidates
	std::vector<float> m_nearOffsets; // the same, with the faces moved outward by the margin
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
		  m_margin(kRunMargin * tree.MeanTetSize())
	{
	}

	/// The triangles at places [begin, end) of the order and the vertices they own.
	void EmbedRun(int64_t begin, int64_t end, TriangleTetRuns& runs)
	{
		const bool isSingle = end - begin == 1;
		if (isSingle)
		{
			CollectAlong(m_order[begin]);
		}
		else if (!CollectAround(begin, end))
		{
			const int64_t middle = begin + (end - begin) / 2;
			EmbedRun(begin, middle, runs);
			EmbedRun(middle, end, runs);
			return;
		}
		m_candidates.Gather(m_tree, m_tets, m_places);
		m_candidates.PrepareOutCodes(FarthestCorner(begin, end), Margin());
		m_codes.resize(3 * (end - begin) * m_candidates.Tets().size());
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
					EmbedVertex(vertex, codes[k], !isSingle);
				}
			}
			EmbedTriangle(m_order[place], codes, !isSingle, runs);
		}
	}

	void EmbedLooseVertex(int32_t vertex) const { StoreVertex(vertex, m_tree.Nearest(m_surface.positions[vertex])); }

private:
	struct LocalVertex
	{
		int32_t vertex = kNoIndex;
		int32_t local = kNoIndex;
	};

	bool CollectAround(int64_t begin, int64_t end)
	{
		m_corners.clear();
		for (int64_t place = begin; place < end; ++place)
		{
			const std::array<Vec3, 3> corners = UnitCorners(m_order[place]);
			m_corners.insert(m_corners.end(), corners.begin(), corners.end());
		}
		return m_tree.Collect(TetTree::BoxOf(m_corners, m_margin), kRunTets, m_places);
	}

	/// A large triangle may have the whole mesh in its box, but only a layer of it near its plane.
	void CollectAlong(int32_t triangle)
	{
		const std::array<Vec3, 3> corners = UnitCorners(triangle);
		const Plane plane{corners[0], Cross(corners[1] - corners[0], corners[2] - corners[0])};
		m_tree.Collect(TetTree::BoxOf(corners), plane, m_places);
	}

	std::array<Vec3, 3> Corners(int32_t triangle) const
	{
		const Triangle& t = m_surface.triangles[triangle];
		return {m_surface.positions[t.v[0]], m_surface.positions[t.v[1]], m_surface.positions[t.v[2]]};
	}
	std::array<Vec3, 3> UnitCorners(int32_t triangle) const
	{
		const std::array<Vec3, 3> corners = Corners(triangle);
		return {m_tree.ToUnit(corners[0]), m_tree.ToUnit(corners[1]), m_tree.ToUnit(corners[2])};
	}

	double FarthestCorner(int64_t begin, int64_t end) const
	{
		double squared = 0.0;
		for (int64_t place = begin; place < end; ++place)
		{
			for (const Vec3& corner : Corners(m_order[place]))
			{
				squared = std::max(squared, LengthSquared(corner - m_candidates.Origin()));
			}
		}
		return std::sqrt(squared);
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
		int32_t* codes = m_codes.data() + cached.local * m_candidates.Tets().size();
		if (isNew)
		{
			m_candidates.FindOutCodes(m_surface.positions[vertex], codes);
		}
		return codes;
	}

	/// `around`, here and below: the candidates hold every tet within the margin of what is embedded.
	void EmbedTriangle(int32_t triangle, const int32_t* const (&codes)[3], bool around, TriangleTetRuns& runs)
	{
		const std::span<const int32_t> tets = m_candidates.Tets();
		m_hits.resize(tets.size());
		size_t hitCount = 0;
		for (size_t i = 0; i < tets.size(); ++i)
		{
			// Out if all corners are beyond one face. Without a branch, which could not be predicted.
			m_hits[hitCount] = static_cast<int32_t>(i);
			hitCount += (codes[0][i] & codes[1][i] & codes[2][i]) == 0 ? 1 : 0;
		}
		const std::array<Vec3, 3> corners = Corners(triangle);
		const size_t before = runs.tets.size();
		for (const int32_t hit : std::span(m_hits).first(hitCount))
		{
			const TetFrame& frame = m_candidates.FrameOf(hit);
			if (TriangleMeetsSimplex({frame.Map(corners[0]), frame.Map(corners[1]), frame.Map(corners[2])}))
			{
				runs.tets.push_back(tets[hit]);
			}
		}
		if (runs.tets.size() == before)
		{
			runs.tets.push_back(FindNearest((corners[0] + corners[1] + corners[2]) / 3.0, around));
		}
		runs.counts.push_back(static_cast<int32_t>(runs.tets.size() - before));
	}

	void EmbedVertex(int32_t vertex, const int32_t* codes, bool around)
	{
		const std::span<const int32_t> tets = m_candidates.Tets();
		const Vec3& point = m_surface.positions[vertex];
		for (size_t i = 0; i < tets.size(); ++i)
		{
			if (codes[i] == 0 && IsInSimplex(m_candidates.FrameOf(i).Map(point)))
			{
				StoreVertex(vertex, tets[i]);
				return;
			}
		}
		StoreVertex(vertex, FindNearest(point, around));
	}

	int32_t FindNearest(const Vec3& point, bool around)
	{
		int32_t best = kNoIndex;
		double bestSquared = Margin() * Margin();
		const size_t count = around ? m_candidates.Tets().size() : 0;
		m_hits.resize(count);
		if (around)
		{
			m_candidates.FindFarCodes(point, m_hits.data());
		}
		for (size_t i = 0; i < count; ++i)
		{
			if (m_hits[i] == 0)
			{
				const int32_t tet = m_candidates.Tets()[i];
				const Vec3 weights = m_candidates.FrameOf(i).Map(point);
				const double squared = TetDistanceSquared(m_tets, m_tets.tets[tet], point, weights);
				if (squared < bestSquared)
				{
					best = tet;
					bestSquared = squared;
				}
			}
		}
		return best != kNoIndex ? best : m_tree.Nearest(point);
	}

	double Margin() const { return m_margin / m_tree.UnitPerMetre(); }

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
	double m_margin; // in the tree's frame
	std::vector<Vec3> m_corners;
	std::vector<int32_t> m_places;
	std::vector<int32_t> m_hits;
	RunCandidates m_candidates;
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
			for (int64_t first = begin; first < end; first += kTriangleRun)
			{
				embedder.EmbedRun(first, std::min(first + kTriangleRun, end), runs[begin / kEmbedGrain]);
			}
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
