// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The virtual node algorithm in its general form: connectivity comes from the same cells that the fragments are cut
// from, so that both agree about what hangs together, whatever number of cracks run through a tet.
#include "FractureCore/VirtualNodes.h"

#include "Cut/CrackSlices.h"
#include "Cut/GrainSlices.h"
#include "Cut/OverlayFragments.h"
#include "Cut/Pieces.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
#include <array>
#include <optional>

namespace FractureCore
{
namespace
{
class VirtualMeshMaker
{
public:
	VirtualMeshMaker(const CutTree& tree, const Pieces& pieces)
		: m_tree(tree), m_lattice(tree.Base().lattice), m_pieces(pieces), m_bits(tree.CellCount())
	{
	}

	VirtualMesh Run()
	{
		JoinBits();
		AddElements();
		MeasureFractions();
		JoinSlots();
		AddNodes();
		return std::move(m_result);
	}

private:
	template <typename Visit>
	void ForEachLeafFace(Visit&& visit) const
	{
		for (int32_t f = 0; f < m_tree.FaceCount(); ++f)
		{
			if (m_tree.IsLeafFace(f))
			{
				visit(f, m_tree.Face(f), m_tree.FaceCells(f));
			}
		}
	}

	/// Cells on both sides of a cap that does not separate are one bit of material.
	void JoinBits()
	{
		ForEachLeafFace(
			[&](int32_t f, const CutFace& face, const std::array<int32_t, 2>& cells)
			{
				if (face.kind == CutFaceKind::Cap && !m_pieces.IsSurface(m_tree, f))
				{
					m_bits.Unite(cells[0], cells[1]);
				}
			});
	}

	void AddElements()
	{
		m_elementOf.assign(static_cast<size_t>(m_tree.CellCount()), kNoIndex);
		std::vector<int32_t> cells;
		for (int32_t tet = 0; tet < static_cast<int32_t>(m_lattice.tets.size()); ++tet)
		{
			cells.clear();
			m_tree.AppendLeafCellsOfTet(tet, cells);
			for (const int32_t cell : cells)
			{
				int32_t& element = m_elementOf[m_bits.Find(cell)];
				if (element == kNoIndex)
				{
					element = static_cast<int32_t>(m_result.sourceTet.size());
					m_result.sourceTet.push_back(tet);
				}
				m_elementOf[cell] = element;
			}
		}
	}

	/// Six times the volume of the cones from a face to its tet's first node, which keeps rounding in proportion.
	double ConeVolume(int32_t f, const CutFace& face, const Vec3& origin) const
	{
		double volume = 0.0;
		for (int32_t l = face.firstLoop; l < face.lastLoop; ++l)
		{
			const std::span<const int32_t> loop = m_tree.Loop(f, l);
			const Vec3 first = m_tree.Vertex(m_tree.From(loop[0])).position - origin;
			for (size_t i = 1; i + 1 < loop.size(); ++i)
			{
				const Vec3 a = m_tree.Vertex(m_tree.From(loop[i])).position - origin;
				const Vec3 b = m_tree.Vertex(m_tree.To(loop[i])).position - origin;
				volume += Dot(first, Cross(a, b));
			}
		}
		return volume;
	}

	void MeasureFractions()
	{
		m_result.fraction.assign(m_result.sourceTet.size(), 0.0);
		ForEachLeafFace(
			[&](int32_t f, const CutFace& face, const std::array<int32_t, 2>& cells)
			{
				for (size_t side = 0; side < 2 && cells[side] != kNoIndex; ++side)
				{
					const Tet& tet = m_lattice.tets[m_tree.Cell(cells[side]).tet];
					const double volume = ConeVolume(f, face, m_lattice.nodes[tet.v[0]]);
					m_result.fraction[m_elementOf[cells[side]]] += side == 0 ? volume : -volume;
				}
			});
		for (size_t i = 0; i < m_result.fraction.size(); ++i)
		{
			const double whole = 6.0 * SignedVolume(m_lattice, m_lattice.tets[m_result.sourceTet[i]]);
			m_result.fraction[i] = std::clamp(m_result.fraction[i] / whole, kLeastFraction, 1.0);
		}
	}

	void JoinSlots()
	{
		m_slots.emplace(static_cast<int32_t>(4 * m_result.sourceTet.size()));
		ForEachLeafFace(
			[&](int32_t, const CutFace& face, const std::array<int32_t, 2>& cells)
			{
				if (face.kind != CutFaceKind::TetFace)
				{
					return;
				}
				const int32_t a = m_elementOf[cells[0]];
				const int32_t b = m_elementOf[cells[1]];
				const Tet& tetA = m_lattice.tets[m_result.sourceTet[a]];
				const Tet& tetB = m_lattice.tets[m_result.sourceTet[b]];
				for (int32_t k = 0; k < 4; ++k)
				{
					for (int32_t l = 0; l < 4; ++l)
					{
						if (tetA.v[k] == tetB.v[l])
						{
							m_slots->Unite(4 * a + k, 4 * b + l);
						}
					}
				}
			});
	}

	void AddNodes()
	{
		std::vector<int32_t> number(4 * m_result.sourceTet.size(), kNoIndex);
		m_result.mesh.tets.resize(m_result.sourceTet.size());
		for (size_t i = 0; i < m_result.sourceTet.size(); ++i)
		{
			const Tet& tet = m_lattice.tets[m_result.sourceTet[i]];
			for (size_t k = 0; k < 4; ++k)
			{
				int32_t& node = number[m_slots->Find(static_cast<int32_t>(4 * i + k))];
				if (node == kNoIndex)
				{
					node = static_cast<int32_t>(m_result.mesh.nodes.size());
					m_result.mesh.nodes.push_back(m_lattice.nodes[tet.v[k]]);
					m_result.sourceNode.push_back(tet.v[k]);
				}
				m_result.mesh.tets[i].v[k] = node;
			}
		}
		MarkReal();
	}

	/// Where some face of an element's material has the lattice node as a corner.
	void MarkReal()
	{
		m_result.isReal.assign(m_result.mesh.nodes.size(), 0);
		ForEachLeafFace(
			[&](int32_t f, const CutFace& face, const std::array<int32_t, 2>& cells)
			{
				for (int32_t l = face.firstLoop; l < face.lastLoop; ++l)
				{
					for (const int32_t edge : m_tree.Loop(f, l))
					{
						const CutVertex& vertex = m_tree.Vertex(m_tree.From(edge));
						if (vertex.hostNodes[1] == kNoIndex)
						{
							MarkReal(cells, vertex.hostNodes[0]);
						}
					}
				}
			});
	}

	void MarkReal(const std::array<int32_t, 2>& cells, int32_t latticeNode)
	{
		for (size_t side = 0; side < 2 && cells[side] != kNoIndex; ++side)
		{
			for (const int32_t node : m_result.mesh.tets[m_elementOf[cells[side]]].v)
			{
				if (m_result.sourceNode[node] == latticeNode)
				{
					m_result.isReal[node] = 1;
				}
			}
		}
	}

	// Rounding may leave nothing, or less, of the smallest bits.
	static constexpr double kLeastFraction = 1.0e-15;

	const CutTree& m_tree;
	const TetMesh& m_lattice;
	const Pieces& m_pieces;
	UnionFind m_bits;
	std::vector<int32_t> m_elementOf; // 1 a cell
	std::optional<UnionFind> m_slots; // 4 an element
	VirtualMesh m_result;
};
} // namespace

Result<VirtualMesh> MakeVirtualMesh(const CutBody& body, const CrackSet& cracks, TaskRunner& runner)
{
	return VirtualMeshOfOverlay(body.GetData(), cracks, runner);
}

Result<VirtualMesh> VirtualMeshOfOverlay(const CutBody::Data& body, const CrackSet& cracks, TaskRunner& runner)
{
	if (const Status status = CheckCracks(body, cracks); !status)
	{
		return status.GetError();
	}
	CutTree tree(body);
	std::vector<int32_t> labels = SliceAlongGrains(tree, cracks.grains, runner);
	SliceAlongCracks(tree, cracks.cracks, labels);
	const Pieces pieces = FindPieces(tree, labels, {});
	return VirtualMeshMaker(tree, pieces).Run();
}
} // namespace FractureCore
