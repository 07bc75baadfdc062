// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Material.h"
#include "FractureCore/TetMesh.h"

#include <array>
#include <span>
#include <vector>

namespace FractureCore
{
/// Two tets that share a face hold on to each other across it.
struct Bond
{
	std::array<int32_t, 2> tets{};
	std::array<int32_t, 2> faces{}; // of the tets
	Vec3 direction;                 // unit, normal to the face, from the first tet to the second
	double area = 0.0;              // m^2
	double strength = 0.0;          // Pa, against traction that pulls, of the intact body
	double factor = 1.0;            // (0, 1]: what the broken neighbour that weakens it most left of it
	bool isBroken = false;
};

/// Stress of a body's tets, Pa: A + s B with all of the resting load and the fraction s of the collision.
struct BondStress
{
	std::vector<Sym3> resting; // 1 a tet, or empty
	std::vector<Sym3> growing; // 1 a tet
};

/// Which tets hang together.
struct TetPieces
{
	std::vector<int32_t> ofTet;
	int32_t count = 0;
};

/// Tets as particles with bonds between them, and how these fail [Smith01] sections 2.1 and 3.4.
class BondLattice
{
public:
	/// Strength in Pa, 1 a tet; `reliefLength` in m, 1 a tet: over which a broken bond takes tension away. The mesh
	/// must outlive this.
	BondLattice(const TetMesh& mesh,
		std::span<const double> strength,
		std::vector<double> reliefLength,
		const Material& material);

	std::span<const Bond> Bonds() const { return m_bonds; }
	double BrokenArea() const { return m_brokenArea; } // m^2

	/// The least fraction of the collision at which a bond fails; infinite if none does.
	double FirstFailure(const BondStress& stress) const;

	/// Breaks every bond that fails at a fraction of the collision, the first to fail first. Each weakens those beside
	/// it, by WeakeningByAngle, and takes the tension across it out of the tets behind it, less and less with the
	/// distance: until the next solve they stand for the body that the crack relieves.
	/// Stops when more than `mostArea` (m^2) is broken. Returns the area of what broke.
	double Break(BondStress& stress, double load, double growthFactor, double mostArea);

	/// The mesh with as many copies of a node as unbroken bonds leave groups of tets around it.
	TetMesh CutMesh() const;

	TetPieces FindPieces() const;

private:
	double FailureOf(int32_t bond, const BondStress& stress) const;
	/// Takes tension across a broken bond out of the tets behind it on both sides; returns these.
	std::vector<int32_t> Relieve(const Bond& broken, BondStress& stress) const;

	const TetMesh& m_mesh;
	std::vector<double> m_reliefLength; // 1 a tet, m
	std::vector<Vec3> m_centres;        // 1 a tet, m
	std::vector<Bond> m_bonds;
	std::vector<std::array<int32_t, 4>> m_ofTet; // 1 a tet: bond across face k, or kNoIndex
	std::vector<int32_t> m_besideBegin;          // 1 a bond and one more: into m_beside
	std::vector<int32_t> m_beside;               // bonds whose faces share an edge with the bond's
	double m_brokenArea = 0.0;
};

/// What is left of the strength of a bond beside a broken one, by the cosine of the angle between them: g where they
/// are parallel, so that a crack runs on in its plane, and all of it from 45 degrees on. With g = 1/2 this is the
/// moderate function of [Smith01] section 3.4, 1 - cos(2 theta) / 2, but for the strengthening that it gives beyond 45
/// degrees.
double WeakeningByAngle(double cosine, double growthFactor);
} // namespace FractureCore
