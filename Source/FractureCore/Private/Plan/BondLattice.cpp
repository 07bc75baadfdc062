// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// [Smith01] finds the forces in its bonds from rigid distance constraints between the tets' centres. Such a lattice has
// far fewer bonds than motions and carries neither bending nor shear, so forces come from the stress of the tets here.
// A crack along faces is never plane: the slanting ones among them come loose by shear, so that all of the traction on
// a face counts, not its normal part alone.
#include "Plan/BondLattice.h"

#include "Math/Exponential.h"
#include "Math/StressAlgebra.h"
#include "Mesh/FaceTable.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <tuple>

namespace FractureCore
{
namespace
{
constexpr double kReliefReach = 2.5; // lengths; e^-2.5 is 8 %

Vec3 CentreOfTet(const TetMesh& mesh, const Tet& tet)
{
	return (mesh.nodes[tet.v[0]] + mesh.nodes[tet.v[1]] + mesh.nodes[tet.v[2]] + mesh.nodes[tet.v[3]]) / 4.0;
}

/// An edge of a bond's face; sorted, the bonds at one edge are neighbours.
struct BondEdge
{
	int32_t low;
	int32_t high;
	int32_t bond;

	friend bool operator<(const BondEdge& a, const BondEdge& b)
	{
		return std::tie(a.low, a.high, a.bond) < std::tie(b.low, b.high, b.bond);
	}
};
} // namespace

double WeakeningByAngle(double cosine, double growthFactor)
{
	const double cosineOfTwice = 2.0 * cosine * cosine - 1.0;
	return 1.0 - (1.0 - growthFactor) * std::clamp(cosineOfTwice, 0.0, 1.0);
}

BondLattice::BondLattice(
	const TetMesh& mesh, std::span<const double> strength, std::vector<double> reliefLength, const Material& material)
	: m_mesh(mesh), m_reliefLength(std::move(reliefLength)),
	  m_ofTet(mesh.tets.size(), {kNoIndex, kNoIndex, kNoIndex, kNoIndex})
{
	const std::vector<int32_t> neighbour = BuildFaceTable(mesh).neighbour;
	for (const Tet& tet : mesh.tets)
	{
		m_centres.push_back(CentreOfTet(mesh, tet));
	}
	std::vector<BondEdge> edges;
	for (int32_t t = 0; t < static_cast<int32_t>(mesh.tets.size()); ++t)
	{
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t other = neighbour[4 * t + k];
			if (other == kNoIndex || other < t)
			{
				continue;
			}
			const auto across = std::find(neighbour.begin() + 4 * other, neighbour.begin() + 4 * other + 4, t);
			Bond bond;
			bond.tets = {t, other};
			bond.faces = {k, static_cast<int32_t>(across - neighbour.begin()) - 4 * other};
			const Triangle face = TetFace(mesh.tets[t], k);
			const Vec3 twice =
				Cross(mesh.nodes[face.v[1]] - mesh.nodes[face.v[0]], mesh.nodes[face.v[2]] - mesh.nodes[face.v[0]]);
			bond.area = 0.5 * Length(twice);
			bond.direction = Normalised(twice);
			bond.strength = 0.5 * (strength[t] + strength[other]) * DirectionFactor(material, bond.direction);
			const int32_t id = static_cast<int32_t>(m_bonds.size());
			m_ofTet[t][k] = id;
			m_ofTet[other][bond.faces[1]] = id;
			for (int32_t e = 0; e < 3; ++e)
			{
				const auto [low, high] = std::minmax(face.v[e], face.v[(e + 1) % 3]);
				edges.push_back({low, high, id});
			}
			m_bonds.push_back(bond);
		}
	}
	std::sort(edges.begin(), edges.end());
	std::vector<std::vector<int32_t>> beside(m_bonds.size());
	for (size_t begin = 0, end = 0; begin < edges.size(); begin = end)
	{
		while (end < edges.size() && edges[end].low == edges[begin].low && edges[end].high == edges[begin].high)
		{
			++end;
		}
		for (size_t i = begin; i < end; ++i)
		{
			for (size_t j = begin; j < end; ++j)
			{
				if (i != j)
				{
					beside[edges[i].bond].push_back(edges[j].bond);
				}
			}
		}
	}
	for (const std::vector<int32_t>& bonds : beside)
	{
		m_besideBegin.push_back(static_cast<int32_t>(m_beside.size()));
		m_beside.insert(m_beside.end(), bonds.begin(), bonds.end());
	}
	m_besideBegin.push_back(static_cast<int32_t>(m_beside.size()));
}

/// |A n + s B n| = strength, if that pulls: a face that is pressed together does not slip.
double BondLattice::FailureOf(int32_t id, const BondStress& stress) const
{
	const Bond& bond = m_bonds[id];
	const auto traction = [&](const std::vector<Sym3>& field)
	{ return Multiply(Sum(field[bond.tets[0]], field[bond.tets[1]]), bond.direction) * 0.5; };
	const Vec3 resting = stress.resting.empty() ? Vec3{} : traction(stress.resting);
	const Vec3 growing = traction(stress.growing);
	const double strength = bond.strength * bond.factor;
	const double a = LengthSquared(growing);
	const double b = Dot(resting, growing);
	const double c = LengthSquared(resting) - strength * strength;
	double load = 0.0;
	if (c < 0.0)
	{
		const double root = std::sqrt(b * b - a * c);
		load = a > 0.0 ? (b > 0.0 ? -c / (b + root) : (root - b) / a) : std::numeric_limits<double>::infinity();
	}
	return Dot(resting + growing * (load < 1.0e300 ? load : 0.0), bond.direction) > 0.0
		? load
		: std::numeric_limits<double>::infinity();
}

double BondLattice::FirstFailure(const BondStress& stress) const
{
	double least = std::numeric_limits<double>::infinity();
	for (int32_t id = 0; id < static_cast<int32_t>(m_bonds.size()); ++id)
	{
		least = m_bonds[id].isBroken ? least : (std::min)(least, FailureOf(id, stress));
	}
	return least;
}

/// A crack relieves what is in front of its faces, not what is ahead of its tip: a double cone along the bond.
std::vector<int32_t> BondLattice::Relieve(const Bond& broken, BondStress& stress) const
{
	const Vec3 middle = 0.5 * (m_centres[broken.tets[0]] + m_centres[broken.tets[1]]);
	const double length = m_reliefLength[broken.tets[0]];
	std::vector<int32_t> tets(broken.tets.begin(), broken.tets.end());
	for (size_t i = 0; i < tets.size(); ++i)
	{
		const double along = std::abs(Dot(m_centres[tets[i]] - middle, broken.direction));
		const double share = i < 2 ? 1.0 : DecayingExp(along / length);
		const double contraction = 1.0 - std::sqrt(1.0 - share);
		for (std::vector<Sym3>* field : {&stress.growing, &stress.resting})
		{
			if (!field->empty() && NormalStress((*field)[tets[i]], broken.direction) > 0.0)
			{
				(*field)[tets[i]] = Contracted((*field)[tets[i]], broken.direction, contraction);
			}
		}
		for (const int32_t id : m_ofTet[tets[i]])
		{
			const int32_t next = id == kNoIndex ? kNoIndex : m_bonds[id].tets[m_bonds[id].tets[0] == tets[i] ? 1 : 0];
			if (next == kNoIndex || std::find(tets.begin(), tets.end(), next) != tets.end())
			{
				continue;
			}
			const Vec3 offset = m_centres[next] - middle;
			const double away = std::abs(Dot(offset, broken.direction));
			if (away <= kReliefReach * length && LengthSquared(offset) <= 2.0 * away * away)
			{
				tets.push_back(next);
			}
		}
	}
	return tets;
}

double BondLattice::Break(BondStress& stress, double load, double growthFactor, double mostArea)
{
	using Candidate = std::pair<double, int32_t>; // the load at which a bond fails, and the bond
	std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> failing;
	const auto offer = [&](int32_t id)
	{
		if (const double at = FailureOf(id, stress); !m_bonds[id].isBroken && at <= load)
		{
			failing.push({at, id});
		}
	};
	for (int32_t id = 0; id < static_cast<int32_t>(m_bonds.size()); ++id)
	{
		offer(id);
	}
	double area = 0.0;
	while (!failing.empty() && m_brokenArea < mostArea)
	{
		const auto [at, id] = failing.top();
		failing.pop();
		Bond& bond = m_bonds[id];
		// It may have been relieved since, or offered again with less strength.
		if (bond.isBroken || FailureOf(id, stress) != at)
		{
			continue;
		}
		bond.isBroken = true;
		area += bond.area;
		m_brokenArea += bond.area;
		const std::vector<int32_t> relieved = Relieve(bond, stress);
		for (int32_t i = m_besideBegin[id]; i < m_besideBegin[id + 1]; ++i)
		{
			Bond& next = m_bonds[m_beside[i]];
			const double left = WeakeningByAngle(Dot(bond.direction, next.direction), growthFactor);
			next.factor = (std::min)(next.factor, left);
		}
		// Bonds of the relieved tets pull less now, which may leave them for later; those beside are weaker.
		for (const int32_t tet : relieved)
		{
			for (const int32_t other : m_ofTet[tet])
			{
				if (other != kNoIndex)
				{
					offer(other);
				}
			}
		}
		for (int32_t i = m_besideBegin[id]; i < m_besideBegin[id + 1]; ++i)
		{
			offer(m_beside[i]);
		}
	}
	return area;
}

TetMesh BondLattice::CutMesh() const
{
	UnionFind corners(static_cast<int32_t>(4 * m_mesh.tets.size()));
	for (const Bond& bond : m_bonds)
	{
		if (bond.isBroken)
		{
			continue;
		}
		const Tet& a = m_mesh.tets[bond.tets[0]];
		const Tet& b = m_mesh.tets[bond.tets[1]];
		for (int32_t i = 0; i < 4; ++i)
		{
			for (int32_t j = 0; j < 4; ++j)
			{
				if (a.v[i] == b.v[j])
				{
					corners.Unite(4 * bond.tets[0] + i, 4 * bond.tets[1] + j);
				}
			}
		}
	}
	TetMesh cut;
	cut.tets = m_mesh.tets;
	cut.nodes = m_mesh.nodes;
	std::vector<uint8_t> isTaken(m_mesh.nodes.size(), 0);
	std::vector<int32_t> nodeOf(4 * m_mesh.tets.size(), kNoIndex); // 1 a set, at its smallest corner
	for (int32_t t = 0; t < static_cast<int32_t>(m_mesh.tets.size()); ++t)
	{
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t node = m_mesh.tets[t].v[k];
			int32_t& copy = nodeOf[corners.Find(4 * t + k)];
			if (copy == kNoIndex && isTaken[node] == 0)
			{
				isTaken[node] = 1;
				copy = node;
			}
			else if (copy == kNoIndex)
			{
				copy = static_cast<int32_t>(cut.nodes.size());
				cut.nodes.push_back(m_mesh.nodes[node]);
			}
			cut.tets[t].v[k] = copy;
		}
	}
	return cut;
}

TetPieces BondLattice::FindPieces() const
{
	const int32_t count = static_cast<int32_t>(m_mesh.tets.size());
	UnionFind sets(count);
	for (const Bond& bond : m_bonds)
	{
		if (!bond.isBroken)
		{
			sets.Unite(bond.tets[0], bond.tets[1]);
		}
	}
	TetPieces pieces;
	pieces.ofTet.assign(m_mesh.tets.size(), kNoIndex);
	for (int32_t t = 0; t < count; ++t)
	{
		const int32_t root = sets.Find(t); // the lowest of its set, so it has its number already
		pieces.ofTet[t] = root == t ? pieces.count++ : pieces.ofTet[root];
	}
	return pieces;
}
} // namespace FractureCore
