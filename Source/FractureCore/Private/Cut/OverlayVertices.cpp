// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayVertices.h"

#include <algorithm>

namespace FractureCore
{
namespace HostDetail
{
namespace
{
constexpr int64_t kVerticesPerHostTask = 4'096;

/// How far a point lies along a set of axes from a corner: their mean, which differs from each of them by rounding.
double MeanAlong(const std::array<double, 3>& u, const GridPoint& corner, int32_t axes)
{
	double sum = 0.0;
	int32_t count = 0;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		if ((axes >> axis & 1) != 0)
		{
			sum += u[axis] - corner[axis];
			++count;
		}
	}
	return sum / count;
}

class HostFinder
{
public:
	HostFinder(const OverlaySurface& surface, const OverlayGrid& grid, std::span<const int32_t> latticeNodes)
		: m_surface(surface), m_grid(grid), m_latticeNodes(latticeNodes)
	{
	}

	CutVertex OfSurface(int32_t vertex) const
	{
		const uint64_t tet = m_surface.TetOf(vertex);
		const int32_t order = TetOrderOf(tet);
		const std::array<int32_t, 4> nodes = m_grid.TetNodes(m_grid.numbers.Find(tet >> 3), order);
		const GridPoint corner = GridPointOf(tet >> 3);
		double f[3];
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t axis = kTetOrder[order][k];
			f[k] = m_surface.grid[vertex][axis] - corner[axis];
		}
		CutVertex made;
		made.position = m_surface.positions[vertex];
		for (int32_t k = 0; k < 4; ++k)
		{
			made.hostNodes[k] = m_latticeNodes[nodes[k]];
		}
		made.hostWeights = {1.0 - f[0], f[0] - f[1], f[1] - f[2], f[2]};
		made.surfaceVertex = vertex;
		return made;
	}

	CutVertex OfEdgeCrossing(const EdgeCrossing& crossing, int32_t low, int32_t high) const
	{
		CutVertex made;
		const Vec3& p = m_surface.positions[low];
		made.position = p + crossing.fraction * (m_surface.positions[high] - p);
		const uint64_t cubeKey = crossing.face >> 4;
		const GridFace& steps = kGridFace[FaceKindOf(crossing.face)];
		const std::array<int32_t, 8>& ahead = m_grid.ahead[m_grid.numbers.Find(cubeKey)];
		std::array<double, 3> u{};
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			const double start = m_surface.grid[low][axis];
			u[axis] = start + crossing.fraction * (m_surface.grid[high][axis] - start);
		}
		const double first = MeanAlong(u, GridPointOf(cubeKey), steps.first);
		const double second = MeanAlong(u, GridPointOf(cubeKey), steps.second);
		made.hostNodes = {m_latticeNodes[ahead[0]],
			m_latticeNodes[ahead[steps.first]],
			m_latticeNodes[ahead[steps.Both()]],
			kNoIndex};
		made.hostWeights = {1.0 - first, first - second, second, 0.0};
		return made;
	}

	CutVertex OfLatticeCrossing(const LatticeCrossing& crossing) const
	{
		CutVertex made;
		made.position = crossing.position;
		const std::array<int32_t, 8>& ahead = m_grid.ahead[m_grid.numbers.Find(crossing.edge >> 3)];
		made.hostNodes[0] = m_latticeNodes[ahead[0]];
		made.hostNodes[1] = m_latticeNodes[ahead[EdgeAxesOf(crossing.edge)]];
		made.hostWeights = {1.0 - crossing.fraction, crossing.fraction, 0.0, 0.0};
		return made;
	}

private:
	const OverlaySurface& m_surface;
	const OverlayGrid& m_grid;
	std::span<const int32_t> m_latticeNodes;
};
} // namespace
} // namespace HostDetail

std::vector<int32_t> AddLattice(
	const OverlayGrid& grid, const OverlayFrame& frame, std::span<const int32_t> tetSlots, CutBody::Data& data)
{
	std::vector<int32_t> nodeOf(grid.cubes.size(), kNoIndex);
	data.lattice.tets.reserve(tetSlots.size());
	for (const int32_t slot : tetSlots)
	{
		const int32_t order = slot % kGridTets;
		std::array<int32_t, 4> nodes = grid.TetNodes(slot / kGridTets, order);
		if (IsOddOrder(order))
		{
			std::swap(nodes[1], nodes[2]);
		}
		for (const int32_t node : nodes)
		{
			nodeOf[node] = 0;
		}
		data.lattice.tets.push_back({{nodes[0], nodes[1], nodes[2], nodes[3]}});
	}
	for (size_t cube = 0; cube < nodeOf.size(); ++cube)
	{
		if (nodeOf[cube] != kNoIndex)
		{
			nodeOf[cube] = static_cast<int32_t>(data.lattice.nodes.size());
			data.lattice.nodes.push_back(frame.ToWorld(GridPointOf(grid.cubes[cube])));
		}
	}
	for (Tet& tet : data.lattice.tets)
	{
		for (int32_t& node : tet.v)
		{
			node = nodeOf[node];
		}
	}
	return nodeOf;
}

void AddVertices(const OverlaySurface& surface,
	const EdgeCrossings& edges,
	const LatticeCrossings& crossings,
	const OverlayGrid& grid,
	const LatticeIntervals& intervals,
	std::span<const int32_t> latticeNodes,
	TaskRunner& runner,
	CutBody::Data& data)
{
	using namespace HostDetail;
	const HostFinder finder(surface, grid, latticeNodes);
	const auto ownVertices = static_cast<int64_t>(surface.positions.size());
	const int64_t firstCrossing = ownVertices + static_cast<int64_t>(edges.all.size());
	data.vertices.resize(intervals.vertexCount);
	ParallelFor(runner,
		ownVertices,
		kVerticesPerHostTask,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t v = begin; v < end; ++v)
			{
				data.vertices[v] = finder.OfSurface(static_cast<int32_t>(v));
			}
		});
	ParallelFor(runner,
		surface.edges.EdgeCount(),
		kVerticesPerHostTask,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t e = begin; e < end; ++e)
			{
				const int32_t halfEdge = surface.edges.HalfEdges(static_cast<int32_t>(e))[0];
				const auto [low, high] =
					std::minmax({HalfEdgeFrom(surface.triangles, halfEdge), HalfEdgeTo(surface.triangles, halfEdge)});
				for (int32_t i = edges.first[e]; i < edges.first[e + 1]; ++i)
				{
					data.vertices[ownVertices + i] = finder.OfEdgeCrossing(edges.all[i], low, high);
				}
			}
		});
	ParallelFor(runner,
		static_cast<int64_t>(crossings.all.size()),
		kVerticesPerHostTask,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				data.vertices[firstCrossing + i] = finder.OfLatticeCrossing(crossings.all[i]);
			}
		});
	for (int32_t cube = 0; cube < grid.Count(); ++cube)
	{
		if (const int32_t v = intervals.nodeVertex[cube]; v != kNoIndex)
		{
			CutVertex& made = data.vertices[v];
			made.position = data.lattice.nodes[latticeNodes[cube]];
			made.hostNodes[0] = latticeNodes[cube];
			made.hostWeights[0] = 1.0;
		}
	}
}
} // namespace FractureCore
