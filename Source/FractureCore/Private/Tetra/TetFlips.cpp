// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/TetFlips.h"

#include "Mesh/FaceTable.h"

#include <algorithm>
#include <utility>

namespace FractureCore
{
namespace
{
// Of the cosine; less is not worth an exchange.
constexpr double kLeastGainOfExchange = 1.0e-3;

// What could replace what.
struct Exchange
{
	double worst = 0.0; // badness of `made`
	std::vector<int32_t> removed;
	std::vector<Tet> made;

	bool Exists() const { return !made.empty(); }
};

/// The triangulation of an edge's ring whose tets to both ends of the edge are best, by dynamic programming over the
/// ring's nodes [Klincsek80].
class RingTriangulation
{
public:
	// Looks for something better than `limit` only.
	RingTriangulation(const LiveTets& tets, const EdgeRing& ring, double limit)
		: m_tets(tets), m_ring(ring), m_limit(limit)
	{
		for (int32_t i = ring.count - 1; i >= 0; --i)
		{
			for (int32_t j = i + 1; j < ring.count; ++j)
			{
				FindApex(i, j);
			}
		}
	}

	double Worst() const { return m_worst[0][m_ring.count - 1]; }

	void AddTets(std::vector<Tet>& made) const { AddTets(0, m_ring.count - 1, made); }

private:
	static constexpr int32_t kSize = EdgeRing::kMostTets;

	Tet Above(int32_t i, int32_t k, int32_t j) const
	{
		return {{m_ring.nodes[i], m_ring.nodes[k], m_ring.nodes[j], m_ring.b}};
	}
	Tet Below(int32_t i, int32_t k, int32_t j) const
	{
		return {{m_ring.nodes[i], m_ring.nodes[j], m_ring.nodes[k], m_ring.a}};
	}

	void FindApex(int32_t i, int32_t j)
	{
		double& best = m_worst[i][j];
		best = j == i + 1 ? -1.0 : m_limit;
		for (int32_t k = i + 1; k < j; ++k)
		{
			double worst = std::max(m_worst[i][k], m_worst[k][j]);
			worst = worst < best ? std::max(worst, m_tets.Judge(Above(i, k, j))) : worst;
			worst = worst < best ? std::max(worst, m_tets.Judge(Below(i, k, j))) : worst;
			if (worst < best)
			{
				best = worst;
				m_apex[i][j] = k;
			}
		}
	}

	void AddTets(int32_t i, int32_t j, std::vector<Tet>& made) const
	{
		if (j == i + 1)
		{
			return;
		}
		const int32_t k = m_apex[i][j];
		made.push_back(Above(i, k, j));
		made.push_back(Below(i, k, j));
		AddTets(i, k, made);
		AddTets(k, j, made);
	}

	const LiveTets& m_tets;
	const EdgeRing& m_ring;
	double m_limit;
	double m_worst[kSize][kSize]; // of the best triangulation of nodes i to j
	int32_t m_apex[kSize][kSize]; // of its triangle at the edge i j
};

/// Looks at all exchanges that a tet takes part in.
class ExchangeFinder
{
public:
	ExchangeFinder(const LiveTets& tets, int32_t tet) : m_tets(tets), m_tet(tet), m_nodes(tets.Mesh().tets[tet]) {}

	/// The one whose worst tet is best.
	Exchange Run()
	{
		for (int32_t i = 0; i < 4; ++i)
		{
			for (int32_t j = i + 1; j < 4; ++j)
			{
				TryRemoveEdge(m_nodes.v[i], m_nodes.v[j]);
			}
			TryRemoveFace(i);
		}
		return std::move(m_best);
	}

private:
	// What the tets made must stay below.
	double Limit(std::span<const int32_t> removed) const
	{
		const double limit = m_tets.WorstOf(removed) - kLeastGainOfExchange;
		return m_best.Exists() ? std::min(limit, m_best.worst) : limit;
	}

	void TryRemoveEdge(int32_t a, int32_t b)
	{
		EdgeRing ring;
		if (!m_tets.FindRing(m_tet, a, b, ring))
		{
			return;
		}
		const double limit = Limit(ring.Tets());
		const RingTriangulation triangulation(m_tets, ring, limit);
		if (triangulation.Worst() < limit)
		{
			m_best.worst = triangulation.Worst();
			m_best.removed.assign(ring.Tets().begin(), ring.Tets().end());
			m_best.made.clear();
			triangulation.AddTets(m_best.made);
		}
	}

	// Two tets at a face become three around the edge between their tips.
	void TryRemoveFace(int32_t face)
	{
		const int32_t other = m_tets.Neighbour(m_tet, face);
		if (other == kNoIndex)
		{
			return;
		}
		const Triangle t = TetFace(m_nodes, face);
		const int32_t tip = m_nodes.v[face];
		int32_t otherTip = kNoIndex;
		for (const int32_t node : m_tets.Mesh().tets[other].v)
		{
			otherTip = node != t.v[0] && node != t.v[1] && node != t.v[2] ? node : otherTip;
		}
		const int32_t removed[2] = {m_tet, other};
		const double limit = Limit(removed);
		double worst = -1.0;
		std::vector<Tet> made;
		for (int32_t k = 0; k < 3 && worst < limit; ++k)
		{
			made.push_back({{tip, otherTip, t.v[k], t.v[(k + 1) % 3]}});
			worst = std::max(worst, m_tets.Judge(made.back()));
		}
		if (worst < limit)
		{
			m_best = {worst, {m_tet, other}, std::move(made)};
		}
	}

	const LiveTets& m_tets;
	int32_t m_tet;
	Tet m_nodes;
	Exchange m_best;
};
} // namespace

int64_t ExchangeTets(LiveTets& tets, double badness, TaskRunner& runner)
{
	int64_t exchanges = 0;
	for (const int32_t tet : tets.FindTetsAbove(badness, runner))
	{
		// An exchange nearby may have put another tet in its place.
		if (tets.Badness(tet) <= badness)
		{
			continue;
		}
		if (const Exchange best = ExchangeFinder(tets, tet).Run(); best.Exists())
		{
			tets.Replace(best.removed, best.made);
			++exchanges;
		}
	}
	return exchanges;
}
} // namespace FractureCore
