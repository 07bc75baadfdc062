// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/VertexWeld.h"

#include <algorithm>
#include <bit>
#include <numeric>

namespace FractureCore
{
namespace WeldDetail
{
namespace
{
uint64_t MixBits(uint64_t a, uint64_t b, uint64_t c)
{
	// Odd multipliers of [Steele14]'s mixing function; the table takes the upper bits.
	uint64_t h = a * 0x9E3779B97F4A7C15ull;
	h = (std::rotl(h, 29) ^ b) * 0xBF58476D1CE4E5B9ull;
	h = (std::rotl(h, 29) ^ c) * 0x94D049BB133111EBull;
	return (h ^ (h >> 32)) * 0x9E3779B97F4A7C15ull;
}

uint64_t HashPosition(const Vec3& p)
{
	// Adding zero turns -0 into 0.
	return MixBits(
		std::bit_cast<uint64_t>(p.x + 0.0), std::bit_cast<uint64_t>(p.y + 0.0), std::bit_cast<uint64_t>(p.z + 0.0));
}

/// A table of twice as many places as things, at least, with linear probing.
class ProbingTable
{
public:
	explicit ProbingTable(size_t count)
		: m_shift(64 - static_cast<int32_t>(std::bit_width(2 * count + 1))),
		  m_places(size_t(1) << std::bit_width(2 * count + 1), kNoIndex)
	{
	}

	/// The place of the first member that `isSame`, or the free place for it.
	template <typename IsSame>
	int32_t& Find(uint64_t hash, IsSame&& isSame)
	{
		size_t place = static_cast<size_t>(hash >> m_shift);
		while (m_places[place] != kNoIndex && !isSame(m_places[place]))
		{
			place = (place + 1) & (m_places.size() - 1);
		}
		return m_places[place];
	}

private:
	int32_t m_shift;
	std::vector<int32_t> m_places;
};

/// Of the size of what is welded: finer cells would not fit into integers, and are beyond a double's precision.
constexpr double kFinestGrid = 1.0e-15;

struct GridCell
{
	int64_t x;
	int64_t y;
	int64_t z;

	friend bool operator==(const GridCell&, const GridCell&) = default;
};

uint64_t HashCell(const GridCell& cell)
{
	return MixBits(static_cast<uint64_t>(cell.x), static_cast<uint64_t>(cell.y), static_cast<uint64_t>(cell.z));
}

/// Undoes welds that would take away an edge longer than the tolerance.
void KeepLongEdges(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	double tolerance,
	std::vector<int32_t>& welded)
{
	for (const Triangle& t : triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t a = t.v[k];
			const int32_t b = t.v[(k + 1) % 3];
			if (a != b && welded[a] == welded[b] && LengthSquared(positions[a] - positions[b]) > tolerance * tolerance)
			{
				const int32_t moved = welded[b] != b ? b : a;
				welded[moved] = moved;
			}
		}
	}
}
} // namespace
} // namespace WeldDetail

std::vector<int32_t> WeldEqualPositions(std::span<const Vec3> positions)
{
	using namespace WeldDetail;
	std::vector<int32_t> welded(positions.size());
	ProbingTable table(positions.size());
	for (size_t v = 0; v < positions.size(); ++v)
	{
		int32_t& place =
			table.Find(HashPosition(positions[v]), [&](int32_t other) { return positions[other] == positions[v]; });
		if (place == kNoIndex)
		{
			place = static_cast<int32_t>(v);
		}
		welded[v] = place;
	}
	return welded;
}

std::vector<int32_t> WeldBorderVertices(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	std::span<const int32_t> borderVertices,
	const WeldLimits& limits)
{
	using namespace WeldDetail;
	const double tolerance = limits.tolerance;
	const auto isBeyond = [](double squared, double reach) { return squared > reach * reach; };
	int64_t looks = 0;
	std::vector<int32_t> welded(positions.size());
	std::iota(welded.begin(), welded.end(), 0);
	Vec3 low = borderVertices.empty() ? Vec3{} : positions[borderVertices[0]];
	Vec3 high = low;
	for (const int32_t v : borderVertices)
	{
		const Vec3& p = positions[v];
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	if (!(tolerance > kFinestGrid * Length(high - low)))
	{
		return welded;
	}

	// Vertices that stay, in a grid of cells a little wider than twice the tolerance: what is near lies in the cell and
	// those at its nearest corner, 8 in all. One chain a cell, through `next`.
	const double width = 2.001 * tolerance;
	const auto cellOf = [&](const Vec3& p)
	{
		const Vec3 q = (p - low) / width;
		return GridCell{static_cast<int64_t>(q.x), static_cast<int64_t>(q.y), static_cast<int64_t>(q.z)};
	};
	ProbingTable table(borderVertices.size());
	std::vector<int32_t> next(positions.size(), kNoIndex);
	const auto chainOf = [&](const GridCell& cell) -> int32_t&
	{ return table.Find(HashCell(cell), [&](int32_t other) { return cellOf(positions[other]) == cell; }); };
	for (const int32_t v : borderVertices)
	{
		const GridCell cell = cellOf(positions[v]);
		double nearestSquared = tolerance * tolerance;
		int32_t nearest = kNoIndex;
		const Vec3 q = (positions[v] - low) / width;
		const auto toward = [](double place, int64_t own) { return place - static_cast<double>(own) < 0.5 ? -1 : 1; };
		const GridCell side{toward(q.x, cell.x), toward(q.y, cell.y), toward(q.z, cell.z)};
		for (int32_t corner = 0; corner < 8; ++corner)
		{
			const GridCell around{
				cell.x + (corner & 1) * side.x, cell.y + (corner >> 1 & 1) * side.y, cell.z + (corner >> 2) * side.z};
			for (int32_t other = chainOf(around); other != kNoIndex; other = next[other])
			{
				++looks;
				const double squared = LengthSquared(positions[other] - positions[v]);
				if (!limits.reach.empty() && isBeyond(squared, std::min(limits.reach[v], limits.reach[other])))
				{
					continue;
				}
				const bool tie = squared == nearestSquared && (nearest == kNoIndex || other < nearest);
				if (squared < nearestSquared || tie)
				{
					nearestSquared = squared;
					nearest = other;
				}
			}
		}
		if (looks > limits.mostLooks)
		{
			return {};
		}
		if (nearest != kNoIndex)
		{
			welded[v] = nearest;
			continue;
		}
		int32_t& chain = chainOf(cell);
		next[v] = chain;
		chain = v;
	}
	KeepLongEdges(positions, triangles, tolerance, welded);
	return welded;
}
} // namespace FractureCore
