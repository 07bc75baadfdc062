// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Stuffing.h"

#include "Tetra/CutLattice.h"
#include "Tetra/LeafTree.h"
#include "Tetra/Stencils.h"
#include "Tetra/SurfaceTopology.h"
#include "Tetra/TetShape.h"

#include <algorithm>
#include <array>

namespace FractureCore
{
namespace
{
constexpr int64_t kLeavesPerTask = 1'024;

// 20 and 145 degrees: no worse than what the stencils give on smooth surfaces.
constexpr double kWallTetLargestCosine = 0.9396926207859084;
constexpr double kWallTetSmallestCosine = -0.8191520442889918;

// The nodes of all leaves: centres first, in order of leaf, then corners.
struct LeafNodes
{
	KeyTable cornerTable;
	std::vector<std::array<int32_t, 8>> corners; // node numbers by leaf
	std::vector<int32_t> surfaceNode;            // by node, into CutLattice::nodes or kNoIndex
	std::vector<NodeSide> side;                  // by node
};

class Stuffer
{
public:
	Stuffer(const LatticeLines& lines,
		const GridSurface& surface,
		double outward,
		std::span<const uint64_t> fixed,
		std::span<const uint64_t> blunt,
		TaskRunner& runner)
		: m_runner(runner), m_lines(lines),
		  m_lattice(CutAndWarp(lines, surface, outward / surface.frame.unit, fixed, blunt, runner)),
		  m_tree(GrowLeafTree(m_lattice, lines))
	{
		NumberNodes();
		FindSides();
	}

	TetMesh Run()
	{
		const auto leafCount = static_cast<int64_t>(m_tree.leaves.size());
		std::vector<std::vector<Tet>> tasks(static_cast<size_t>((leafCount + kLeavesPerTask - 1) / kLeavesPerTask));
		ParallelFor(m_runner,
			leafCount,
			kLeavesPerTask,
			[&](int64_t begin, int64_t end)
			{
				std::vector<Tet>& tets = tasks[begin / kLeavesPerTask];
				for (int64_t leaf = begin; leaf < end; ++leaf)
				{
					StuffLeaf(static_cast<int32_t>(leaf), tets);
				}
			});
		return Collect(tasks);
	}

	/// Of the mesh that Run made: lattice nodes, by PackPoint, that are warped and where its boundary touches itself.
	std::vector<uint64_t> FindPinchedNodes(const TetMesh& mesh) const
	{
		std::vector<uint64_t> pinched;
		for (const int32_t vertex : FindPinches(BoundaryTriangles(mesh), static_cast<int32_t>(mesh.nodes.size())))
		{
			const int32_t node = m_used[vertex];
			if (node < NodeCount() && m_nodes.side[node] == NodeSide::On)
			{
				pinched.push_back(PackPoint(PointOf(node)));
			}
		}
		return pinched;
	}

private:
	int32_t LeafCount() const { return static_cast<int32_t>(m_tree.leaves.size()); }
	int32_t NodeCount() const { return static_cast<int32_t>(m_nodes.side.size()); }
	int32_t CornerNode(const LatticePoint& point) const
	{
		return LeafCount() + m_nodes.cornerTable.Find(PackPoint(point));
	}
	LatticePoint PointOf(int32_t node) const
	{
		return node < LeafCount() ? m_tree.leaves[node].Centre()
								  : UnpackPoint(m_nodes.cornerTable.Keys()[node - LeafCount()]);
	}

	void NumberNodes()
	{
		m_nodes.corners.resize(m_tree.leaves.size());
		m_nodes.cornerTable.Reserve(m_tree.leaves.size() + m_tree.leaves.size() / 2);
		for (size_t leaf = 0; leaf < m_tree.leaves.size(); ++leaf)
		{
			for (int32_t corner = 0; corner < 8; ++corner)
			{
				m_nodes.corners[leaf][corner] =
					LeafCount() + m_nodes.cornerTable.Insert(PackPoint(m_tree.leaves[leaf].Corner(corner)));
			}
		}
	}

	void FindSides()
	{
		const size_t count = m_tree.leaves.size() + static_cast<size_t>(m_nodes.cornerTable.Count());
		m_nodes.surfaceNode.resize(count);
		m_nodes.side.resize(count);
		ParallelFor(m_runner,
			static_cast<int64_t>(count),
			4'096,
			[&](int64_t begin, int64_t end)
			{
				for (int64_t i = begin; i < end; ++i)
				{
					const auto node = static_cast<size_t>(i);
					const LatticePoint point = PointOf(static_cast<int32_t>(i));
					const int32_t surfaceNode = m_lattice.nodeTable.Find(PackPoint(point));
					m_nodes.surfaceNode[node] = surfaceNode;
					m_nodes.side[node] = surfaceNode != kNoIndex
						? m_lattice.nodes[surfaceNode].side
						: (m_lines.IsInside(point) ? NodeSide::In : NodeSide::Out);
				}
			});
	}

	void StuffLeaf(int32_t leaf, std::vector<Tet>& tets) const
	{
		const Cube& cube = m_tree.leaves[leaf];
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			for (const int32_t side : {0, 1})
			{
				const Cube neighbour = Beside(cube, axis, side);
				if (m_tree.IsSplit(neighbour))
				{
					StuffSizeChange(leaf, neighbour, axis, side, tets);
				}
				else if (const int32_t other = side == 1 ? m_tree.FindLeaf(neighbour) : kNoIndex; other != kNoIndex)
				{
					StuffSameSize(leaf, other, axis, tets);
				}
			}
		}
	}

	static LatticePoint UnitStep(int32_t axis, int32_t side)
	{
		const int32_t step = side == 1 ? 1 : -1;
		return {axis == 0 ? step : 0, axis == 1 ? step : 0, axis == 2 ? step : 0};
	}
	static Cube Beside(const Cube& cube, int32_t axis, int32_t side)
	{
		return {cube.level, cube.at + UnitStep(axis, side)};
	}

	// Corner k = 0..3 of a cube's face, counter-clockwise seen from the positive end of the axis.
	static int32_t FaceCorner(int32_t axis, int32_t side, int32_t k)
	{
		const int32_t first = 1 << (axis + 1) % 3;
		const int32_t second = 1 << (axis + 2) % 3;
		return (side << axis) | (k == 1 || k == 2 ? first : 0) | (k >= 2 ? second : 0);
	}

	// Four tets between two centres, one an edge of their face; two where smaller leaves halve the edge.
	void StuffSameSize(int32_t leaf, int32_t other, int32_t axis, std::vector<Tet>& tets) const
	{
		const Cube& cube = m_tree.leaves[leaf];
		const Cube& otherCube = m_tree.leaves[other];
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t cornerA = FaceCorner(axis, 1, k);
			const int32_t cornerB = FaceCorner(axis, 1, (k + 1) % 4);
			const int32_t a = m_nodes.corners[leaf][cornerA];
			const int32_t b = m_nodes.corners[leaf][cornerB];
			if (cube.level == 0)
			{
				AddLatticeTet(leaf, other, a, b, tets);
				continue;
			}
			// Edge k of the face lies at the low (0, 3) or high (1, 2) side of the axis across it.
			const int32_t across = k % 2 == 0 ? (axis + 2) % 3 : (axis + 1) % 3;
			const int32_t acrossSide = k == 1 || k == 2 ? 1 : 0;
			if (m_tree.IsSplit(Beside(cube, across, acrossSide)) ||
				m_tree.IsSplit(Beside(otherCube, across, acrossSide)))
			{
				const LatticePoint pointA = cube.Corner(cornerA);
				const LatticePoint pointB = cube.Corner(cornerB);
				const int32_t middle =
					CornerNode({(pointA.x + pointB.x) / 2, (pointA.y + pointB.y) / 2, (pointA.z + pointB.z) / 2});
				tets.push_back({{leaf, other, a, middle}});
				tets.push_back({{leaf, other, middle, b}});
			}
			else
			{
				tets.push_back({{leaf, other, a, b}});
			}
		}
	}

	// A face between a leaf and four smaller ones: each small square is halved by the diagonal through the middle of
	// the large face, and each half joined to the centres on both sides.
	void StuffSizeChange(int32_t leaf, const Cube& neighbour, int32_t axis, int32_t side, std::vector<Tet>& tets) const
	{
		for (int32_t quarter = 0; quarter < 4; ++quarter)
		{
			const int32_t child = FaceCorner(axis, 1 - side, quarter);
			const Cube small{neighbour.level - 1,
				{2 * neighbour.at.x + (child & 1),
					2 * neighbour.at.y + (child >> 1 & 1),
					2 * neighbour.at.z + (child >> 2 & 1)}};
			const int32_t smallLeaf = m_tree.FindLeaf(small);
			// Its corner `quarter` is the large face's own, the opposite one the large face's middle.
			const std::array<int32_t, 8>& corners = m_nodes.corners[smallLeaf];
			int32_t ring[4];
			for (int32_t k = 0; k < 4; ++k)
			{
				ring[k] = corners[FaceCorner(axis, 1 - side, (quarter + k) % 4)];
			}
			const int32_t below = side == 1 ? leaf : smallLeaf;
			const int32_t above = side == 1 ? smallLeaf : leaf;
			for (const int32_t centre : {below, above})
			{
				// The ring runs counter-clockwise about the axis.
				const bool isAbove = centre == above;
				tets.push_back({{ring[0], ring[isAbove ? 1 : 2], ring[isAbove ? 2 : 1], centre}});
				tets.push_back({{ring[0], ring[isAbove ? 2 : 3], ring[isAbove ? 3 : 2], centre}});
			}
		}
	}

	LatticeCorner CornerOf(int32_t node) const
	{
		return {node, m_nodes.surfaceNode[node], m_nodes.side[node], PointOf(node)};
	}

	void AddLatticeTet(int32_t centre, int32_t otherCentre, int32_t a, int32_t b, std::vector<Tet>& tets) const
	{
		const NodeSide sides[4] = {m_nodes.side[centre], m_nodes.side[otherCentre], m_nodes.side[a], m_nodes.side[b]};
		bool anyIn = false;
		bool anyOut = false;
		for (const NodeSide side : sides)
		{
			anyIn |= side == NodeSide::In;
			anyOut |= side == NodeSide::Out;
		}
		if (anyIn && !anyOut)
		{
			tets.push_back({{centre, otherCentre, a, b}});
		}
		else if (!anyIn && !anyOut)
		{
			if (IsWallTet({centre, otherCentre, a, b}))
			{
				tets.push_back({{centre, otherCentre, a, b}});
			}
		}
		else if (anyIn)
		{
			StuffTet({CornerOf(centre), CornerOf(otherCentre), CornerOf(a), CornerOf(b)}, m_lattice, NodeCount(), tets);
		}
	}

	// Of a wall as thin as a cell, warping leaves tets whose four nodes lie on its two faces. [Labelle07] drops all
	// such tets, as their angles have no bound, and so perforates the wall; we keep those that are inside and
	// well-shaped.
	bool IsWallTet(const std::array<int32_t, 4>& nodes) const
	{
		const DihedralCosines cosines =
			MeasureDihedrals(PositionOf(nodes[0]), PositionOf(nodes[1]), PositionOf(nodes[2]), PositionOf(nodes[3]));
		if (cosines.largest > kWallTetLargestCosine || cosines.smallest < kWallTetSmallestCosine)
		{
			return false;
		}
		// Inside, if most of the length of its lattice edges is.
		double inside = 0.0;
		for (size_t i = 0; i < 4; ++i)
		{
			for (size_t j = i + 1; j < 4; ++j)
			{
				inside += FractionInside(PointOf(nodes[i]), PointOf(nodes[j]));
			}
		}
		return inside > 0.5 * 6.0;
	}

	double FractionInside(const LatticePoint& from, const LatticePoint& to) const
	{
		const int32_t slot = SlotOf(to - from);
		const LatticePoint& lower = slot % 2 == 0 ? from : to;
		bool isInside = m_lines.IsInside(lower);
		double inside = 0.0;
		double since = 0.0;
		for (const SurfaceHit& hit : m_lines.OnEdge(slot / 2, lower))
		{
			inside += isInside ? hit.fraction - since : 0.0;
			since = hit.fraction;
			isInside = !isInside;
		}
		return inside + (isInside ? 1.0 - since : 0.0);
	}

	Vec3 PositionOf(int32_t node) const
	{
		if (node >= NodeCount())
		{
			return m_lattice.CutPosition(node - NodeCount());
		}
		if (m_nodes.side[node] == NodeSide::On)
		{
			const auto surfaceNode = static_cast<size_t>(m_nodes.surfaceNode[node]);
			return m_lattice.CutPosition(m_lattice.nodes[surfaceNode].warpedTo);
		}
		return m_lattice.frame.InUnits(PointOf(node));
	}

	// Joins the tasks' tets and numbers nodes in order of first use, which keeps neighbours near each other in memory.
	TetMesh Collect(std::vector<std::vector<Tet>>& tasks)
	{
		size_t tetCount = 0;
		for (const std::vector<Tet>& tets : tasks)
		{
			tetCount += tets.size();
		}
		TetMesh mesh;
		mesh.tets.reserve(tetCount);
		std::vector<int32_t> number(static_cast<size_t>(NodeCount()) + m_lattice.cuts.size(), kNoIndex);
		m_used.clear();
		m_used.reserve(tetCount / 4);
		for (std::vector<Tet>& tets : tasks)
		{
			for (Tet tet : tets)
			{
				for (int32_t& v : tet.v)
				{
					int32_t& n = number[v];
					if (n == kNoIndex)
					{
						n = static_cast<int32_t>(m_used.size());
						m_used.push_back(v);
					}
					v = n;
				}
				mesh.tets.push_back(tet);
			}
			std::vector<Tet>().swap(tets);
		}
		mesh.nodes.resize(m_used.size());
		ParallelFor(m_runner,
			static_cast<int64_t>(m_used.size()),
			8'192,
			[&](int64_t begin, int64_t end)
			{
				for (int64_t i = begin; i < end; ++i)
				{
					mesh.nodes[i] = m_lattice.frame.ToWorld(PositionOf(m_used[i]));
				}
			});
		return mesh;
	}

	TaskRunner& m_runner;
	const LatticeLines& m_lines;
	CutLattice m_lattice;
	LeafTree m_tree;
	LeafNodes m_nodes;
	std::vector<int32_t> m_used; // by node of the mesh: ours
};
} // namespace

TetMesh StuffSolid(const LatticeLines& lines,
	const GridSurface& surface,
	double outward,
	std::span<const uint64_t> blunt,
	TaskRunner& runner)
{
	return Stuffer(lines, surface, outward, {}, blunt, runner).Run();
}

TetMesh StuffWithoutPinches(const LatticeLines& lines,
	const GridSurface& surface,
	double outward,
	std::span<const uint64_t> blunt,
	TaskRunner& runner)
{
	// Where no node is warped the boundary is a manifold, so fixing what is pinched comes to an end; two or three
	// rounds do, as a rule.
	constexpr int32_t kMostRounds = 12;
	std::vector<uint64_t> fixed;
	TetMesh mesh;
	for (int32_t round = 0; round < kMostRounds; ++round)
	{
		Stuffer stuffer(lines, surface, outward, fixed, blunt, runner);
		mesh = stuffer.Run();
		const std::vector<uint64_t> pinched = stuffer.FindPinchedNodes(mesh);
		if (pinched.empty())
		{
			break;
		}
		fixed.insert(fixed.end(), pinched.begin(), pinched.end());
		std::sort(fixed.begin(), fixed.end());
	}
	return mesh;
}
} // namespace FractureCore
