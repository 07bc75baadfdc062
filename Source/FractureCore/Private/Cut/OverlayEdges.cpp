// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/OverlayEdges.h"

#include "Cut/OverlayChunks.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace EdgeWalkDetail
{
namespace
{
constexpr int64_t kEdgesPerWalkTask = 4'096;

/// A face that the walk may leave a tet through: where a whole form g, with entries -1, 0, 1, reaches a whole value.
struct Exit
{
	int32_t face = 0;  // of the tet
	int32_t form[3]{}; // g, grows outward
	int64_t whole = 0; // value on the face, in grid steps
	int64_t ahead = 0; // of the edge's begin: units of g up to the face
	int64_t rise = 0;  // of g over the edge, positive
};

/// Which of two planes the edge meets first. Equal fractions are decided by the infinitesimal move of the surface,
/// whose effect on ahead / rise is -g(e) / rise.
bool IsBefore(const Exit& a, const Exit& b)
{
	const int64_t left = a.ahead * b.rise;
	const int64_t right = b.ahead * a.rise;
	if (left != right)
	{
		return left < right;
	}
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		const int64_t moved = b.rise * a.form[axis] - a.rise * b.form[axis];
		if (moved != 0)
		{
			return moved > 0;
		}
	}
	return false;
}

class EdgeWalk
{
public:
	EdgeWalk(const OverlaySurface& surface, std::vector<EdgeCrossing>& crossings)
		: m_surface(surface), m_bits(surface.frame.unitBits), m_crossings(crossings)
	{
	}

	void Run(int32_t low, int32_t high)
	{
		m_low = low;
		m_high = high;
		m_fraction = 0.0;
		uint64_t tet = m_surface.TetOf(low);
		const uint64_t last = m_surface.TetOf(high);
		while (tet != last)
		{
			const int32_t order = TetOrderOf(tet);
			const Exit exit = FindExit(GridPointOf(tet >> 3), order);
			const TetFaceOfGrid& through = TetFaceAt(order, exit.face);
			EdgeCrossing crossing;
			crossing.face = GridFaceKey((tet >> 3) + GridStep(through.step), through.face);
			crossing.fromSide = through.side;
			crossing.fraction = FractionAt(exit);
			m_crossings.push_back(crossing);
			tet = TetBeside(crossing.face, 1 - through.side);
		}
	}

private:
	void Consider(Exit& best, int32_t face, int32_t up, int32_t down, int64_t whole) const
	{
		const GridUnits& p = m_surface.units[m_low];
		const GridUnits& q = m_surface.units[m_high];
		Exit exit;
		int64_t atLow = 0;
		int64_t atHigh = 0;
		if (up != kNoIndex)
		{
			exit.form[up] = 1;
			atLow += p[up];
			atHigh += q[up];
		}
		if (down != kNoIndex)
		{
			exit.form[down] = -1;
			atLow -= p[down];
			atHigh -= q[down];
		}
		const int64_t value = whole * (int64_t{1} << m_bits);
		// On the plane, the move decides: it grows g if g's first entry is positive.
		const bool movesOut = up != kNoIndex && (down == kNoIndex || up < down);
		if (atHigh < value || (atHigh == value && !movesOut))
		{
			return;
		}
		exit.face = face;
		exit.whole = whole;
		exit.ahead = value - atLow;
		exit.rise = atHigh - atLow;
		if (best.rise == 0 || IsBefore(exit, best))
		{
			best = exit;
		}
	}

	/// The tet is f_i > f_j > f_k with f_i < 1 and f_k > 0 for the fractions f above its corner.
	Exit FindExit(const GridPoint& corner, int32_t order) const
	{
		const int32_t i = kTetOrder[order][0];
		const int32_t j = kTetOrder[order][1];
		const int32_t k = kTetOrder[order][2];
		Exit best;
		Consider(best, 0, i, kNoIndex, corner[i] + 1);
		Consider(best, 1, j, i, corner[j] - corner[i]);
		Consider(best, 2, k, j, corner[k] - corner[j]);
		Consider(best, 3, kNoIndex, k, -corner[k]);
		return best;
	}

	/// In the surface as it is, unless the edge runs so nearly along the face that the rounded one, which decided that
	/// there is a crossing, has it elsewhere.
	double FractionAt(const Exit& exit)
	{
		const double rounded = static_cast<double>(exit.ahead) / static_cast<double>(exit.rise);
		double atLow = 0.0;
		double atHigh = 0.0;
		double length = 0.0; // along the longest axis
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			const double low = m_surface.grid[m_low][axis];
			const double high = m_surface.grid[m_high][axis];
			atLow += exit.form[axis] * low;
			atHigh += exit.form[axis] * high;
			length = std::max(length, std::abs(high - low));
		}
		const double exact = (static_cast<double>(exit.whole) - atLow) / (atHigh - atLow);
		const bool agree = std::abs(exact - rounded) * length <= std::ldexp(kMostUnitsApart, -m_bits);
		m_fraction = std::clamp(agree ? exact : rounded, m_fraction, 1.0);
		return m_fraction;
	}

	const OverlaySurface& m_surface;
	int32_t m_bits;
	std::vector<EdgeCrossing>& m_crossings;
	int32_t m_low = 0;
	int32_t m_high = 0;
	double m_fraction = 0.0;
};
} // namespace
} // namespace EdgeWalkDetail

EdgeCrossings CrossEdges(const OverlaySurface& surface, TaskRunner& runner)
{
	using namespace EdgeWalkDetail;
	const int64_t count = surface.edges.EdgeCount();
	EdgeCrossings crossings;
	crossings.first.resize(static_cast<size_t>(count) + 1, 0);
	Chunks<EdgeCrossing> chunks(count, kEdgesPerWalkTask);
	ParallelFor(runner,
		count,
		kEdgesPerWalkTask,
		[&](int64_t begin, int64_t end)
		{
			std::vector<EdgeCrossing>& found = chunks.Of(begin);
			EdgeWalk walk(surface, found);
			for (int64_t e = begin; e < end; ++e)
			{
				const int32_t halfEdge = surface.edges.HalfEdges(static_cast<int32_t>(e))[0];
				const auto [low, high] =
					std::minmax({HalfEdgeFrom(surface.triangles, halfEdge), HalfEdgeTo(surface.triangles, halfEdge)});
				const size_t before = found.size();
				walk.Run(low, high);
				crossings.first[e + 1] = static_cast<int32_t>(found.size() - before);
			}
		});
	SumUp(crossings.first);
	crossings.all = chunks.Join();
	return crossings;
}
} // namespace FractureCore
