// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/TriangleTree.h"
#include "Plan/PlanBody.h"

namespace FractureCore
{
/// How thick the body is around each lattice tet, m: the largest diameter of a ball inside the body's surface whose
/// middle is not farther away than that diameter. A part of the lattice at a time.
class ThicknessMeter
{
public:
	/// Both must outlive the meter.
	ThicknessMeter(const TetMesh& body, const PlanLattice& lattice, TaskRunner& runner);

	/// Goes on with so many tets. True: that was the last of them.
	bool Measure(int64_t count, TaskRunner& runner);

	/// Of all tets, so many are measured.
	double Fraction() const { return static_cast<double>(m_done) / static_cast<double>(m_own.size()); }

	/// Once all are measured.
	std::vector<double> Spread() const;

private:
	const TetMesh& m_body;
	const PlanLattice& m_lattice;
	std::vector<Triangle> m_surface;
	TriangleTree m_tree;
	double m_size = 0.0;       // m, of the body
	std::vector<double> m_own; // 1 a tet
	int64_t m_done = 0;
};
} // namespace FractureCore
