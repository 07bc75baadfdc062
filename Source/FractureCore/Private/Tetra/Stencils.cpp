// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/Stencils.h"

#include <utility>

namespace FractureCore
{
namespace
{
bool IsLongEdge(const LatticeCorner& a, const LatticeCorner& b)
{
	return (a.point.x - b.point.x) % 2 == 0;
}

// The faces of a lattice tet with two inner corners a, b and an outer one leave a quadrilateral (a, b, cut b-out, cut
// a-out) whose diagonal both tets at the face must choose alike. True: the diagonal starts at a. [Labelle07, section 3:
// it meets the cut of a long edge, else the parity rule decides, and no choice of a tet's three faces is cyclic.]
bool DiagonalStartsAt(const LatticeCorner& a, const LatticeCorner& b, const LatticeCorner& out)
{
	if (!IsLongEdge(a, b))
	{
		return IsLongEdge(b, out);
	}
	const LatticePoint d = a.point - out.point;
	const int32_t larger = (d.x > 0) + (d.y > 0) + (d.z > 0);
	const bool aIsCentre = a.point.x % 2 != 0;
	return (larger % 2 == 0) == aIsCentre;
}

class StencilWriter
{
public:
	StencilWriter(const CutLattice& lattice, int32_t firstCut, bool mirrored, std::vector<Tet>& tets)
		: m_lattice(lattice), m_firstCut(firstCut), m_mirrored(mirrored), m_tets(tets)
	{
	}

	int32_t CutOf(const LatticeCorner& in, const LatticeCorner& out) const
	{
		const int32_t slot = SlotOf(out.point - in.point);
		return m_firstCut + m_lattice.nodes[in.surfaceNode].cuts[slot];
	}

	void Write(int32_t a, int32_t b, int32_t c, int32_t d)
	{
		m_tets.push_back(m_mirrored ? Tet{{a, b, d, c}} : Tet{{a, b, c, d}});
	}

	// Three tets for the prism with bottom and top triangles. startsIJ: the diagonal between the upright edges I and J
	// starts at bottom I and ends at top J. (bottom, top[0]) must be positive.
	void WritePrism(const int32_t (&bottom)[3], const int32_t (&top)[3], bool starts01, bool starts02, bool starts12)
	{
		// How many diagonals start at the bottom of each upright edge: 2, 1, 0 in some order as no choice is cyclic.
		const int32_t starts[3] = {starts01 + starts02, !starts01 + starts12, !starts02 + !starts12};
		int32_t order[3] = {0, 1, 2};
		for (int32_t i = 0; i < 3; ++i)
		{
			order[2 - starts[i]] = i;
		}
		const auto [x, y, z] = order;
		const bool odd = (y + 3 - x) % 3 != 1;
		m_mirrored ^= odd;
		Write(bottom[x], bottom[y], bottom[z], top[z]);
		Write(bottom[x], bottom[y], top[z], top[y]);
		Write(bottom[x], top[y], top[z], top[x]);
		m_mirrored ^= odd;
	}

	double DistanceSquared(int32_t cutNode, int32_t otherCutNode) const
	{
		return LengthSquared(
			m_lattice.CutPosition(cutNode - m_firstCut) - m_lattice.CutPosition(otherCutNode - m_firstCut));
	}

private:
	const CutLattice& m_lattice;
	int32_t m_firstCut;
	bool m_mirrored;
	std::vector<Tet>& m_tets;
};

// Two inner corners a, b and two outer ones c, d: a prism between the triangles at a and at b, whose third side lies on
// the surface and may be divided either way.
void StuffTwoInTwoOut(StencilWriter& writer,
	const LatticeCorner& a,
	const LatticeCorner& b,
	const LatticeCorner& c,
	const LatticeCorner& d)
{
	const int32_t bottom[3] = {a.node, writer.CutOf(a, c), writer.CutOf(a, d)};
	const int32_t top[3] = {b.node, writer.CutOf(b, c), writer.CutOf(b, d)};
	const bool starts01 = DiagonalStartsAt(a, b, c);
	const bool starts02 = DiagonalStartsAt(a, b, d);
	bool starts12 = false;
	if (starts01 == starts02)
	{
		starts12 = writer.DistanceSquared(bottom[1], top[2]) < writer.DistanceSquared(bottom[2], top[1]);
	}
	else
	{
		starts12 = starts02;
	}
	writer.WritePrism(bottom, top, starts01, starts02, starts12);
}
} // namespace

void StuffTet(const LatticeCorner (&corners)[4], const CutLattice& lattice, int32_t firstCut, std::vector<Tet>& tets)
{
	LatticeCorner p[4] = {corners[0], corners[1], corners[2], corners[3]};
	bool mirrored = false;
	// In before on before out.
	for (int32_t i = 1; i < 4; ++i)
	{
		for (int32_t j = i; j > 0 && p[j].side < p[j - 1].side; --j)
		{
			std::swap(p[j], p[j - 1]);
			mirrored = !mirrored;
		}
	}
	int32_t in = 0;
	int32_t out = 0;
	for (const LatticeCorner& corner : p)
	{
		in += corner.side == NodeSide::In;
		out += corner.side == NodeSide::Out;
	}
	if (in == 0)
	{
		return;
	}
	StencilWriter writer(lattice, firstCut, mirrored, tets);
	if (out == 0)
	{
		writer.Write(p[0].node, p[1].node, p[2].node, p[3].node);
	}
	else if (in == 1)
	{
		const int32_t last = writer.CutOf(p[0], p[3]);
		const int32_t third = out >= 2 ? writer.CutOf(p[0], p[2]) : p[2].node;
		const int32_t second = out == 3 ? writer.CutOf(p[0], p[1]) : p[1].node;
		writer.Write(p[0].node, second, third, last);
	}
	else if (in == 2 && out == 1)
	{
		// A pyramid over the quadrilateral with the warped corner as its tip.
		const int32_t cut0 = writer.CutOf(p[0], p[3]);
		const int32_t cut1 = writer.CutOf(p[1], p[3]);
		const bool startsAt0 = DiagonalStartsAt(p[0], p[1], p[3]);
		writer.Write(p[0].node, p[1].node, p[2].node, startsAt0 ? cut1 : cut0);
		writer.Write(startsAt0 ? p[0].node : cut0, startsAt0 ? cut1 : p[1].node, p[2].node, startsAt0 ? cut0 : cut1);
	}
	else if (in == 2)
	{
		StuffTwoInTwoOut(writer, p[0], p[1], p[2], p[3]);
	}
	else
	{
		const int32_t bottom[3] = {p[0].node, p[1].node, p[2].node};
		const int32_t top[3] = {writer.CutOf(p[0], p[3]), writer.CutOf(p[1], p[3]), writer.CutOf(p[2], p[3])};
		writer.WritePrism(bottom,
			top,
			DiagonalStartsAt(p[0], p[1], p[3]),
			DiagonalStartsAt(p[0], p[2], p[3]),
			DiagonalStartsAt(p[1], p[2], p[3]));
	}
}
} // namespace FractureCore
