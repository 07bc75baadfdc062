// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/StitchJunctions.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace FractureCore
{
namespace StitchDetail
{
namespace
{
double Along(const Vec3& p, int32_t axis)
{
	return axis == 0 ? p.x : axis == 1 ? p.y : p.z;
}

/// Vertices in a balanced tree of alternating axes, which is an order of them: the middle one of a range parts it.
class VertexTree
{
public:
	VertexTree(std::span<const Vec3> positions, std::vector<int32_t> vertices)
		: m_positions(positions), m_vertices(std::move(vertices))
	{
		Build(0, m_vertices.size(), 0);
	}

	/// Some others too: all within `tolerance` of the way between two points, m. What lies beside a long way that is
	/// aslant is not looked at, however large the box around it.
	template <typename Visit>
	void ForEachAlong(const Vec3& from, const Vec3& to, double tolerance, Visit&& visit) const
	{
		Search(0, m_vertices.size(), 0, from, to, tolerance, visit);
	}

private:
	void Build(size_t begin, size_t end, int32_t axis)
	{
		if (end - begin < 2)
		{
			return;
		}
		const size_t middle = (begin + end) / 2;
		const auto at = [&](size_t i) { return m_vertices.begin() + static_cast<int64_t>(i); };
		std::nth_element(at(begin),
			at(middle),
			at(end),
			[&](int32_t a, int32_t b)
			{
				const double alongA = Along(m_positions[a], axis);
				const double alongB = Along(m_positions[b], axis);
				return alongA != alongB ? alongA < alongB : a < b;
			});
		Build(begin, middle, (axis + 1) % 3);
		Build(middle + 1, end, (axis + 1) % 3);
	}

	template <typename Visit>
	void Search(
		size_t begin, size_t end, int32_t axis, const Vec3& from, const Vec3& to, double tolerance, Visit& visit) const
	{
		if (begin == end)
		{
			return;
		}
		const size_t middle = (begin + end) / 2;
		const double along = Along(m_positions[m_vertices[middle]], axis);
		visit(m_vertices[middle]);
		const auto searchPart = [&](size_t partBegin, size_t partEnd, double side)
		{
			if (const auto [a, b] = PartOnSide(from, to, axis, side, side * along + tolerance); a <= b)
			{
				const Vec3 way = to - from;
				Search(partBegin, partEnd, (axis + 1) % 3, from + way * a, from + way * b, tolerance, visit);
			}
		};
		searchPart(begin, middle, 1.0);
		searchPart(middle + 1, end, -1.0);
	}

	/// Where on the way `side` times the coordinate is at most `most`, as shares of it; the first is above the second
	/// where it nowhere is.
	static std::pair<double, double> PartOnSide(
		const Vec3& from, const Vec3& to, int32_t axis, double side, double most)
	{
		const double start = side * Along(from, axis);
		const double end = side * Along(to, axis);
		if (start <= most && end <= most)
		{
			return {0.0, 1.0};
		}
		if (start > most && end > most)
		{
			return {1.0, 0.0};
		}
		const double share = std::clamp((most - start) / (end - start), 0.0, 1.0);
		return start <= most ? std::pair(0.0, share) : std::pair(share, 1.0);
	}

	std::span<const Vec3> m_positions;
	std::vector<int32_t> m_vertices;
};

/// A vertex on an edge.
struct Junction
{
	double along = 0.0; // of the edge, from its start
	int32_t vertex = kNoIndex;
};

/// A border edge with the vertices on it.
struct SplitEdge
{
	int32_t halfEdge = kNoIndex;
	std::vector<Junction> junctions; // in their order along it
};

std::vector<SplitEdge> FindBorder(const CleanSurface& clean)
{
	std::vector<SplitEdge> border;
	for (int32_t edge = 0; edge < clean.edges->EdgeCount(); ++edge)
	{
		if (clean.edges->HalfEdges(edge).size() == 1)
		{
			border.push_back({clean.edges->HalfEdges(edge)[0], {}});
		}
	}
	return border;
}

/// Those on one edge, in their order along it.
void FindJunctionsOf(const CleanSurface& clean, const VertexTree& tree, double tolerance, SplitEdge& edge)
{
	const Vec3& from = clean.positions[HalfEdgeFrom(clean.triangles, edge.halfEdge)];
	const Vec3& to = clean.positions[HalfEdgeTo(clean.triangles, edge.halfEdge)];
	const int32_t apex = HalfEdgeApex(clean.triangles, edge.halfEdge);
	const Vec3 way = to - from;
	const double length = Length(way);
	// Twice the tolerance: cutting the way into parts rounds.
	tree.ForEachAlong(from,
		to,
		2.0 * tolerance,
		[&](int32_t v)
		{
			// Not at its ends, and not the tip of a needle.
			const double along = Dot(clean.positions[v] - from, way) / (length * length);
			if (v != apex && along * length > tolerance && (1.0 - along) * length > tolerance &&
				Length(clean.positions[v] - (from + way * along)) <= tolerance)
			{
				edge.junctions.push_back({along, v});
			}
		});
	std::sort(edge.junctions.begin(),
		edge.junctions.end(),
		[](const Junction& a, const Junction& b)
		{ return a.along != b.along ? a.along < b.along : a.vertex < b.vertex; });
	// Vertices that were not welded although they are close together are not to make an edge between them.
	edge.junctions.erase(
		std::unique(edge.junctions.begin(),
			edge.junctions.end(),
			[&](const Junction& a, const Junction& b) { return (b.along - a.along) * length <= tolerance; }),
		edge.junctions.end());
}

void FindJunctions(const CleanSurface& clean, double tolerance, std::vector<SplitEdge>& border, TaskRunner& runner)
{
	std::vector<int32_t> vertices;
	for (const SplitEdge& edge : border)
	{
		vertices.push_back(HalfEdgeFrom(clean.triangles, edge.halfEdge));
		vertices.push_back(HalfEdgeTo(clean.triangles, edge.halfEdge));
	}
	std::sort(vertices.begin(), vertices.end());
	vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
	const VertexTree tree(clean.positions, std::move(vertices));
	constexpr int64_t kEdgesPerTask = 64;
	ParallelFor(runner,
		static_cast<int64_t>(border.size()),
		kEdgesPerTask,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				FindJunctionsOf(clean, tree, tolerance, border[i]);
			}
		});
}

/// Leaves edges whole whose parts would meet no other edge: vertices that lie on them by chance.
void KeepSplitsThatClose(const CleanSurface& clean, std::vector<SplitEdge>& border)
{
	using Ends = std::pair<int32_t, int32_t>;
	std::vector<Ends> all;
	const auto forEachPart = [&](const SplitEdge& edge, auto&& visit)
	{
		int32_t from = HalfEdgeFrom(clean.triangles, edge.halfEdge);
		for (const Junction& junction : edge.junctions)
		{
			visit(Ends(std::minmax(from, junction.vertex)));
			from = junction.vertex;
		}
		const int32_t to = HalfEdgeTo(clean.triangles, edge.halfEdge);
		visit(Ends(std::minmax(from, to)));
	};
	for (const SplitEdge& edge : border)
	{
		forEachPart(edge, [&](const Ends& ends) { all.push_back(ends); });
	}
	std::sort(all.begin(), all.end());
	for (SplitEdge& edge : border)
	{
		bool closes = false;
		forEachPart(edge,
			[&](const Ends& ends)
			{
				const auto [first, last] = std::equal_range(all.begin(), all.end(), ends);
				closes |= last - first > 1;
			});
		if (!closes)
		{
			edge.junctions.clear();
		}
	}
}

struct Corner
{
	int32_t vertex = kNoIndex;      // in the mesh
	std::array<float, 3> weights{}; // of the unsplit triangle's corners
};

/// Part of a triangle, with what is still to be split on the edge that starts at each of its corners.
struct Part
{
	std::array<Corner, 3> corners;
	std::array<std::vector<Corner>, 3> junctions;
};

class Splitter
{
public:
	Splitter(const SurfaceMesh& mesh, StitchedMesh& result) : m_mesh(mesh), m_result(result) {}

	/// Halves the part at junctions until none is left. No half has three corners on one edge.
	void Add(const Part& part, int32_t source)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			const std::vector<Corner>& on = part.junctions[k];
			if (on.empty())
			{
				continue;
			}
			const size_t next = (k + 1) % 3;
			const size_t last = (k + 2) % 3;
			const auto middle = on.begin() + static_cast<int64_t>(on.size() / 2);
			Part half = part;
			half.corners[next] = *middle;
			half.junctions[k].assign(on.begin(), middle);
			half.junctions[next].clear();
			Add(half, source);
			half = part;
			half.corners[k] = *middle;
			half.junctions[k].assign(middle + 1, on.end());
			half.junctions[last].clear();
			Add(half, source);
			return;
		}
		m_result.mesh.triangles.push_back({{part.corners[0].vertex, part.corners[1].vertex, part.corners[2].vertex}});
		m_result.sourceTriangle.push_back(source);
		for (const Corner& corner : part.corners)
		{
			m_weights.push_back(corner.weights);
		}
	}

	void InterpolateAttributes()
	{
		SurfaceMesh& out = m_result.mesh;
		const size_t count = out.triangles.size();
		const size_t sourceCount = m_mesh.triangles.size();
		out.uvChannels = m_mesh.uvChannels;
		out.slotNames = m_mesh.slotNames;
		out.cornerNormals.resize(m_mesh.cornerNormals.empty() ? 0 : 3 * count);
		out.cornerUvs.resize(static_cast<size_t>(out.uvChannels) * 3 * count);
		out.triangleSlots.resize(m_mesh.triangleSlots.empty() ? 0 : count);
		for (size_t i = 0; i < 3 * count; ++i)
		{
			const size_t from = static_cast<size_t>(m_result.sourceTriangle[i / 3]);
			if (!out.triangleSlots.empty())
			{
				out.triangleSlots[i / 3] = m_mesh.triangleSlots[from];
			}
			for (size_t j = 0; j < 3; ++j)
			{
				const float weight = m_weights[i][j];
				if (!out.cornerNormals.empty() && weight > 0.0f)
				{
					const Vec3f& normal = m_mesh.cornerNormals[3 * from + j];
					Vec3f& sum = out.cornerNormals[i];
					sum = {sum.x + weight * normal.x, sum.y + weight * normal.y, sum.z + weight * normal.z};
				}
				for (size_t channel = 0; channel < static_cast<size_t>(out.uvChannels) && weight > 0.0f; ++channel)
				{
					const Vec2f& uv = m_mesh.cornerUvs[3 * (channel * sourceCount + from) + j];
					Vec2f& sum = out.cornerUvs[3 * channel * count + i];
					sum = {sum.x + weight * uv.x, sum.y + weight * uv.y};
				}
			}
		}
	}

private:
	const SurfaceMesh& m_mesh;
	StitchedMesh& m_result;
	std::vector<std::array<float, 3>> m_weights; // 1 a corner
};
} // namespace
} // namespace StitchDetail

StitchedMesh StitchJunctions(const SurfaceMesh& mesh, const CleanSurface& clean, double tolerance, TaskRunner& runner)
{
	using namespace StitchDetail;
	StitchedMesh result;
	std::vector<SplitEdge> border = FindBorder(clean);
	if (border.empty() || !(tolerance > 0.0))
	{
		return result;
	}
	FindJunctions(clean, tolerance, border, runner);
	KeepSplitsThatClose(clean, border);
	std::erase_if(border, [](const SplitEdge& edge) { return edge.junctions.empty(); });
	if (border.empty())
	{
		return result;
	}
	std::sort(border.begin(),
		border.end(),
		[&](const SplitEdge& a, const SplitEdge& b)
		{
			const int32_t triangleA = clean.sourceTriangle[a.halfEdge / 3];
			const int32_t triangleB = clean.sourceTriangle[b.halfEdge / 3];
			return triangleA != triangleB ? triangleA < triangleB : a.halfEdge < b.halfEdge;
		});

	result.mesh.positions = mesh.positions;
	Splitter splitter(mesh, result);
	auto edge = border.begin();
	for (int32_t t = 0; t < static_cast<int32_t>(mesh.triangles.size()); ++t)
	{
		Part whole;
		for (size_t k = 0; k < 3; ++k)
		{
			whole.corners[k].vertex = mesh.triangles[t].v[k];
			whole.corners[k].weights[k] = 1.0f;
		}
		for (; edge != border.end() && clean.sourceTriangle[edge->halfEdge / 3] == t; ++edge)
		{
			const size_t k = static_cast<size_t>(edge->halfEdge % 3);
			for (const Junction& junction : edge->junctions)
			{
				Corner& corner = whole.junctions[k].emplace_back();
				corner.vertex = static_cast<int32_t>(result.mesh.positions.size());
				corner.weights[k] = static_cast<float>(1.0 - junction.along);
				corner.weights[(k + 1) % 3] = static_cast<float>(junction.along);
				result.mesh.positions.push_back(clean.positions[junction.vertex]);
				++result.junctions;
			}
		}
		splitter.Add(whole, t);
	}
	splitter.InterpolateAttributes();
	return result;
}
} // namespace FractureCore
