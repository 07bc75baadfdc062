// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/BondPieces.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace FractureCore
{
namespace
{
constexpr double kLeastBody = 0.01;
constexpr int32_t kLeastPieceTets = 6; // a piece of fewer holds no node of the lattice

/// Joins pieces to neighbours until all that are left are large and few enough. Returns them, the largest first.
std::vector<int32_t> JoinSmallPieces(const BondLattice& bonds, TetPieces& pieces, size_t most)
{
	std::vector<int32_t> tets(static_cast<size_t>(pieces.count), 0);
	for (const int32_t piece : pieces.ofTet)
	{
		++tets[piece];
	}
	std::vector<std::map<int32_t, double>> border(static_cast<size_t>(pieces.count)); // m^2, to each neighbour
	for (const Bond& bond : bonds.Bonds())
	{
		const int32_t a = pieces.ofTet[bond.tets[0]];
		const int32_t b = pieces.ofTet[bond.tets[1]];
		if (a != b)
		{
			border[a][b] += bond.area;
			border[b][a] += bond.area;
		}
	}
	const auto isLarger = [&](int32_t a, int32_t b) { return tets[a] != tets[b] ? tets[a] > tets[b] : a < b; };
	std::vector<int32_t> order(static_cast<size_t>(pieces.count));
	std::iota(order.begin(), order.end(), 0);
	std::vector<int32_t> joined(order);
	std::sort(order.begin(), order.end(), isLarger);
	while (!order.empty() && (order.size() > most || tets[order.back()] < kLeastPieceTets))
	{
		const int32_t small = order.back();
		order.pop_back();
		if (border[small].empty()) // a part of the body by itself: it stays what it is
		{
			continue;
		}
		const int32_t to = std::max_element(border[small].begin(),
			border[small].end(),
			[](const auto& a, const auto& b) {
				return a.second < b.second;
			})->first;
		joined[small] = to;
		tets[to] += tets[small];
		for (const auto& [other, area] : border[small])
		{
			border[other].erase(small);
			if (other != to)
			{
				border[to][other] += area;
				border[other][to] += area;
			}
		}
		std::sort(order.begin(), order.end(), isLarger);
	}
	for (int32_t& piece : pieces.ofTet)
	{
		while (joined[piece] != piece)
		{
			piece = joined[piece];
		}
	}
	return order;
}

/// How much of what is round each node belongs to a piece, 0 to 1, smoothed once.
std::vector<double> ShareAtNodes(const PlanLattice& lattice, std::span<const int32_t> pieceOf, int32_t piece)
{
	std::vector<double> share(lattice.nodes.size(), 0.0);
	std::vector<double> whole(lattice.nodes.size(), 0.0);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		for (const int32_t node : lattice.tets[t].v)
		{
			share[node] += pieceOf[t] == piece ? lattice.volume[t] : 0.0;
			whole[node] += lattice.volume[t];
		}
	}
	for (size_t node = 0; node < share.size(); ++node)
	{
		share[node] /= whole[node];
	}
	std::vector<double> smooth(share.size(), 0.0);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		const Tet& tet = lattice.tets[t];
		const double mean = 0.25 * (share[tet.v[0]] + share[tet.v[1]] + share[tet.v[2]] + share[tet.v[3]]);
		for (const int32_t node : tet.v)
		{
			smooth[node] += mean * lattice.volume[t] / whole[node];
		}
	}
	return smooth;
}

/// A crack round what has a positive field, as far as no piece before it has that already.
void OpenBorder(CrackPlanner::Data& data, std::vector<double> field, int32_t firstBorder, std::vector<uint8_t>& isTaken)
{
	const PlanLattice& lattice = data.body.lattice;
	const int32_t id = static_cast<int32_t>(data.states.cracks.size());
	KeepOffNodes(field, kNodeClearance * lattice.cell);
	CrackState crack;
	crack.field = std::move(field);
	crack.open.assign(lattice.tets.size(), 0);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		const Tet& tet = lattice.tets[t];
		const bool isFree = std::any_of(tet.v, tet.v + 4, [&](int32_t node) { return isTaken[node] == 0; });
		if (!isFree || !IsCrossed(lattice, crack.field, t) || data.states.openCount[t] >= kMaxCracksPerTet)
		{
			continue;
		}
		for (int32_t k = 0; k < data.states.openCount[t]; ++k)
		{
			const CrackStop stop = {data.states.openIds[t][k], false};
			if (stop.crack >= firstBorder && std::find(crack.met.begin(), crack.met.end(), stop) == crack.met.end())
			{
				crack.met.push_back(stop);
			}
		}
		data.states.Open(lattice, crack, id, t);
	}
	if (crack.openTets.empty())
	{
		return;
	}
	for (size_t node = 0; node < isTaken.size(); ++node)
	{
		isTaken[node] |= crack.field[node] > 0.0 ? 1 : 0;
	}
	const int32_t seed = crack.openTets.front();
	crack.seedTet = seed;
	data.plan.origins.push_back({lattice.centroid[seed],
		Normalised(lattice.Gradient(seed, crack.field)),
		1.0 / (std::max)(data.plan.firstFailureLoad, 1.0e-3),
		data.plan.solves - 1});
	data.states.cracks.push_back(std::move(crack));
}
} // namespace

int32_t CountBodies(std::span<const int32_t> pieceOf, int32_t pieces)
{
	std::vector<int32_t> members(static_cast<size_t>(pieces), 0);
	for (const int32_t piece : pieceOf)
	{
		++members[piece];
	}
	const double least = kLeastBody * static_cast<double>(pieceOf.size());
	return static_cast<int32_t>(
		std::count_if(members.begin(), members.end(), [&](int32_t count) { return count >= least; }));
}

void MakeBorderCracks(CrackPlanner::Data& data)
{
	const PlanLattice& lattice = data.body.lattice;
	TetPieces pieces = data.bonds->FindPieces();
	const std::vector<int32_t> order =
		JoinSmallPieces(*data.bonds, pieces, static_cast<size_t>(data.settings.maxCracks) + 1);
	std::vector<int32_t> pieceOf; // 1 a lattice tet
	pieceOf.reserve(data.body.stressTet.size());
	for (const int32_t stressTet : data.body.stressTet)
	{
		pieceOf.push_back(pieces.ofTet[stressTet]);
	}
	std::vector<std::vector<double>> shares;
	shares.reserve(order.size());
	for (const int32_t piece : order)
	{
		shares.push_back(ShareAtNodes(lattice, pieceOf, piece));
	}
	const int32_t firstBorder = static_cast<int32_t>(data.states.cracks.size());
	std::vector<uint8_t> isTaken(lattice.nodes.size(), 0);
	// The smallest first: what is left of the body in the end is the largest.
	for (size_t i = shares.size(); i-- > 1;)
	{
		std::vector<double> field(lattice.nodes.size());
		for (size_t node = 0; node < field.size(); ++node)
		{
			double other = 0.0;
			for (size_t j = 0; j < i; ++j)
			{
				other = (std::max)(other, shares[j][node]);
			}
			field[node] = lattice.cell * (shares[i][node] - other);
		}
		OpenBorder(data, std::move(field), firstBorder, isTaken);
	}
}
} // namespace FractureCore
