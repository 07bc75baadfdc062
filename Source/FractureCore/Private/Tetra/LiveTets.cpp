// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/LiveTets.h"

#include "Mesh/FaceTable.h"

#include <algorithm>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr int64_t kLiveTetsPerTask = 16'384;
constexpr double kUnacceptable = 2.0; // no cosine

int32_t CornerOf(const Tet& tet, int32_t node)
{
	int32_t corner = 0;
	while (corner < 3 && tet.v[corner] != node)
	{
		++corner;
	}
	return corner;
}

// Is that order of the tet's nodes an even permutation, of positive volume as the tet is?
bool IsEvenOrder(const Tet& tet, const Tet& order)
{
	bool odd = false;
	for (int32_t i = 0; i < 4; ++i)
	{
		for (int32_t j = i + 1; j < 4; ++j)
		{
			odd ^= CornerOf(tet, order.v[i]) > CornerOf(tet, order.v[j]);
		}
	}
	return !odd;
}

std::array<int32_t, 3> SortedFace(const Tet& tet, int32_t face)
{
	const Triangle t = TetFace(tet, face);
	std::array<int32_t, 3> nodes{t.v[0], t.v[1], t.v[2]};
	std::sort(nodes.begin(), nodes.end());
	return nodes;
}

DihedralCosines MeasureTet(const TetMesh& mesh, const Tet& tet)
{
	return MeasureDihedrals(mesh.nodes[tet.v[0]], mesh.nodes[tet.v[1]], mesh.nodes[tet.v[2]], mesh.nodes[tet.v[3]]);
}
} // namespace

LiveTets::LiveTets(TetMesh& mesh, TaskRunner& runner)
	: m_mesh(mesh), m_neighbour(BuildFaceTable(mesh).neighbour), m_tetOfNode(mesh.nodes.size(), kNoIndex),
	  m_onBoundary(mesh.nodes.size(), 0), m_badness(mesh.tets.size())
{
	m_limits = ParallelReduce(
		runner,
		static_cast<int64_t>(mesh.tets.size()),
		kLiveTetsPerTask,
		m_limits,
		[&](int64_t begin, int64_t end)
		{
			DihedralCosines limits{-1.0, 1.0};
			for (int64_t i = begin; i < end; ++i)
			{
				const DihedralCosines cosines = MeasureTet(mesh, mesh.tets[i]);
				m_badness[i] = cosines.Badness();
				limits = Widest(limits, cosines);
			}
			return limits;
		},
		Widest);
	for (size_t half = 0; half < m_neighbour.size(); ++half)
	{
		const Tet& tet = mesh.tets[half / 4];
		m_tetOfNode[tet.v[half % 4]] = static_cast<int32_t>(half / 4);
		if (m_neighbour[half] == kNoIndex)
		{
			for (const int32_t node : TetFace(tet, static_cast<int32_t>(half % 4)).v)
			{
				m_onBoundary[node] = 1;
			}
		}
	}
}

double LiveTets::WorstOf(std::span<const int32_t> tets) const
{
	double worst = -1.0;
	for (const int32_t tet : tets)
	{
		worst = std::max(worst, m_badness[tet]);
	}
	return worst;
}

double LiveTets::Judge(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) const
{
	const DihedralCosines cosines = MeasureDihedrals(a, b, c, d);
	const bool within = cosines.largest <= m_limits.largest && cosines.smallest >= m_limits.smallest;
	return within ? cosines.Badness() : kUnacceptable;
}

double LiveTets::Judge(const Tet& tet) const
{
	return Judge(Position(tet.v[0]), Position(tet.v[1]), Position(tet.v[2]), Position(tet.v[3]));
}

std::vector<int32_t> LiveTets::FindTetsAbove(double badness, TaskRunner& runner) const
{
	std::vector<int32_t> found = ParallelReduce(
		runner,
		static_cast<int64_t>(m_badness.size()),
		kLiveTetsPerTask,
		std::vector<int32_t>{},
		[&](int64_t begin, int64_t end)
		{
			std::vector<int32_t> some;
			for (int64_t i = begin; i < end; ++i)
			{
				if (m_badness[i] > badness)
				{
					some.push_back(static_cast<int32_t>(i));
				}
			}
			return some;
		},
		[](std::vector<int32_t> all, std::vector<int32_t> next)
		{
			all.insert(all.end(), next.begin(), next.end());
			return all;
		});
	std::sort(found.begin(),
		found.end(),
		[&](int32_t i, int32_t j) { return m_badness[i] != m_badness[j] ? m_badness[i] > m_badness[j] : i < j; });
	return found;
}

void LiveTets::FindStar(int32_t node, std::vector<int32_t>& tets) const
{
	tets.assign(1, m_tetOfNode[node]);
	for (size_t at = 0; at < tets.size(); ++at)
	{
		const int32_t tet = tets[at];
		for (int32_t face = 0; face < 4; ++face)
		{
			const int32_t next = Neighbour(tet, face);
			if (next != kNoIndex && m_mesh.tets[tet].v[face] != node &&
				std::find(tets.begin(), tets.end(), next) == tets.end())
			{
				tets.push_back(next);
			}
		}
	}
}

bool LiveTets::StepAround(EdgeCursor& at, int32_t a, int32_t b) const
{
	const int32_t next = Neighbour(at.tet, CornerOf(m_mesh.tets[at.tet], at.from));
	if (next == kNoIndex)
	{
		return false;
	}
	int32_t to = kNoIndex;
	for (const int32_t node : m_mesh.tets[next].v)
	{
		to = node != a && node != b && node != at.to ? node : to;
	}
	at = {next, at.to, to};
	return true;
}

bool LiveTets::FindRing(int32_t tet, int32_t a, int32_t b, EdgeRing& ring) const
{
	EdgeCursor at{tet, kNoIndex, kNoIndex};
	for (const int32_t node : m_mesh.tets[tet].v)
	{
		if (node != a && node != b)
		{
			at.from = at.to;
			at.to = node;
		}
	}
	if (!IsEvenOrder(m_mesh.tets[tet], {{a, b, at.from, at.to}}))
	{
		std::swap(at.from, at.to);
	}
	ring = {a, b};
	while (ring.count < EdgeRing::kMostTets)
	{
		ring.nodes[ring.count] = at.from;
		ring.tets[ring.count++] = at.tet;
		if (!StepAround(at, a, b))
		{
			return false;
		}
		if (at.tet == tet)
		{
			return true;
		}
	}
	return false;
}

std::vector<LiveTets::OpenFace> LiveTets::OuterFaces(std::span<const int32_t> removed) const
{
	std::vector<OpenFace> open;
	for (const int32_t tet : removed)
	{
		for (int32_t face = 0; face < 4; ++face)
		{
			const int32_t outside = Neighbour(tet, face);
			if (outside == kNoIndex || std::find(removed.begin(), removed.end(), outside) != removed.end())
			{
				continue;
			}
			OpenFace& entry = open.emplace_back();
			entry.nodes = SortedFace(m_mesh.tets[tet], face);
			entry.tet = outside;
			while (SortedFace(m_mesh.tets[outside], entry.face) != entry.nodes)
			{
				++entry.face;
			}
		}
	}
	return open;
}

int32_t LiveTets::TakeSlot()
{
	if (!m_free.empty())
	{
		const int32_t slot = m_free.back();
		m_free.pop_back();
		return slot;
	}
	m_mesh.tets.emplace_back();
	m_badness.push_back(-1.0);
	m_neighbour.resize(m_neighbour.size() + 4, kNoIndex);
	return static_cast<int32_t>(m_mesh.tets.size()) - 1;
}

void LiveTets::Join(int32_t tet, std::vector<OpenFace>& open)
{
	for (int32_t face = 0; face < 4; ++face)
	{
		int32_t& neighbour = m_neighbour[4 * static_cast<size_t>(tet) + face];
		neighbour = kNoIndex;
		const std::array<int32_t, 3> nodes = SortedFace(m_mesh.tets[tet], face);
		const auto match =
			std::find_if(open.begin(), open.end(), [&](const OpenFace& entry) { return entry.nodes == nodes; });
		if (match == open.end())
		{
			open.push_back({nodes, tet, face});
			continue;
		}
		neighbour = match->tet;
		m_neighbour[4 * static_cast<size_t>(match->tet) + match->face] = tet;
		*match = open.back();
		open.pop_back();
	}
}

void LiveTets::Replace(std::span<const int32_t> removed, std::span<const Tet> made)
{
	std::vector<OpenFace> open = OuterFaces(removed);
	for (const int32_t tet : removed)
	{
		m_mesh.tets[tet] = {};
		m_badness[tet] = -1.0;
		m_free.push_back(tet);
	}
	for (const Tet& tet : made)
	{
		const int32_t slot = TakeSlot();
		m_mesh.tets[slot] = tet;
		m_badness[slot] = MeasureTet(m_mesh, tet).Badness();
		for (const int32_t node : tet.v)
		{
			m_tetOfNode[node] = slot;
		}
		Join(slot, open);
	}
}

void LiveTets::Move(int32_t node, const Vec3& position, std::span<const int32_t> star)
{
	m_mesh.nodes[node] = position;
	for (const int32_t tet : star)
	{
		m_badness[tet] = MeasureTet(m_mesh, m_mesh.tets[tet]).Badness();
	}
}

void LiveTets::Compact()
{
	const auto isDead = [](const Tet& tet) { return tet.v[0] == kNoIndex; };
	m_mesh.tets.erase(std::remove_if(m_mesh.tets.begin(), m_mesh.tets.end(), isDead), m_mesh.tets.end());
}
} // namespace FractureCore
