// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/OrientTriangles.h"

#include "Mesh/BorderLoops.h"
#include "Mesh/LoopCap.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Mesh/TriangleTree.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace FractureCore
{
namespace OrientDetail
{
namespace
{
/// Volume over that of a ball of the same area, below which an open patch is taken for a sheet without an inside.
constexpr double kSheetRoundness = 0.02;
/// ... if its caps are not small beside it, as they are on a thin vessel with a hole.
constexpr double kSheetCapArea = 0.1;
/// A closed patch encloses nothing below this share of area times size: rounding.
constexpr double kFlatVolume = 1.0e-9;
/// Step off a triangle to see what is on one side of it, as a share of the root of its area.
constexpr double kProbeStep = 1.0e-3;
/// The same for a loose sheet, which is to see the rest of the surface and not itself.
constexpr double kSheetProbeStep = 0.25;
/// Winding number across a sheet, and roundness of all sheets together, that count as evidence.
constexpr double kSheetEvidence = 0.05;
/// Winding number from which a probe lies inside of a body.
constexpr double kTouchingWinding = 0.25;
/// Share of a body's size within which a probe lies on its surface, as where a cavity ends at a wall, an edge or a
/// corner.
constexpr double kOnSurface = 1.0e-3;
/// Probes inside from which a body lies in another one and does not just run through it. Some may poke out, as of a
/// vessel's inner wall that was modelled carelessly.
constexpr double kContainedShare = 0.98;
/// The same where wide caps stand for what is missing, which may pass over a rim or under it.
constexpr double kContainedShareOfOpen = 0.5;
/// Bounds on the work for heaps of loose parts.
constexpr int32_t kMostContainersTried = 4096;
constexpr size_t kMostSweeps = 8;
constexpr size_t kFewestSweeps = 1;
constexpr size_t kSheetsInSweeps = 60'000; // in all sweeps together, if that is more than the fewest
constexpr size_t kContainmentProbes = 128; // triangles, at their corners and middles
constexpr size_t kSheetProbes = 4;
constexpr double kLooksInSweeps = 3.0e7; // a second, and for many sheets at least:
constexpr double kLooksPerSheet = 1500.0;
constexpr size_t kSheetsForLooks = 64; // that tell how many looks a sweep takes

/// A patch with caps over its border.
struct Body
{
	int32_t begin = 0;    // of its triangles
	int32_t capBegin = 0; // where its caps begin
	int32_t end = 0;
	Vec3 low;
	Vec3 high;
	double volume = 0.0;
	double area = 0.0; // without caps
	bool isSheet = false;
	bool hasWideCaps = false;
	bool turn = false;
};

double Roundness(double volume, double area)
{
	return area > 0.0 ? 6.0 * std::sqrt(kPi) * volume / (area * std::sqrt(area)) : 0.0;
}

Triangle Turned(const Triangle& t)
{
	return {{t.v[0], t.v[2], t.v[1]}};
}

class BodyOrienter
{
public:
	BodyOrienter(std::span<const Vec3> positions,
		std::span<const Triangle> triangles,
		const EdgeTable& edges,
		TaskRunner& runner,
		const SurfacePatches& patches)
		: m_positions(positions), m_runner(runner)
	{
		GatherTriangles(triangles, edges, patches);
		for (Body& body : m_bodies)
		{
			Measure(body);
		}
		m_trees.resize(m_bodies.size());
	}

	/// 1 for a patch to turn.
	std::vector<uint8_t> Run()
	{
		TurnSolids();
		TurnSheets();
		std::vector<uint8_t> turn(m_bodies.size());
		std::transform(
			m_bodies.begin(), m_bodies.end(), turn.begin(), [](const Body& body) { return body.turn ? 1 : 0; });
		return turn;
	}

private:
	/// Sorts the triangles by patch and closes each patch.
	void GatherTriangles(std::span<const Triangle> triangles, const EdgeTable& edges, const SurfacePatches& patches)
	{
		const auto forward = [&](int32_t h)
		{ return (HalfEdgeFrom(triangles, h) < HalfEdgeTo(triangles, h)) != (patches.flipped[h / 3] != 0); };

		std::vector<DirectedEdge> border; // what the caps need: against the triangles
		for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
		{
			const std::span<const int32_t> around = edges.HalfEdges(edge);
			if (around.size() == 2 && forward(around[0]) != forward(around[1]))
			{
				continue;
			}
			for (const int32_t h : around)
			{
				const int32_t patch = patches.patchOf[h / 3];
				const auto [low, high] = std::minmax({HalfEdgeFrom(triangles, h), HalfEdgeTo(triangles, h)});
				border.push_back(forward(h) ? DirectedEdge{patch, high, low} : DirectedEdge{patch, low, high});
			}
		}
		std::vector<std::pair<int32_t, Triangle>> caps; // with their patch
		std::vector<Triangle> loopCaps;
		LoopFinder(static_cast<int32_t>(m_positions.size()))
			.ForEachLoop(std::move(border),
				[&](int32_t patch, std::span<const int32_t> loop)
				{
					loopCaps.clear();
					CapLoop(m_positions, loop, loopCaps);
					for (const Triangle& t : loopCaps)
					{
						caps.emplace_back(patch, t);
					}
				});

		std::vector<int32_t> order(triangles.size());
		std::iota(order.begin(), order.end(), 0);
		std::stable_sort(
			order.begin(), order.end(), [&](int32_t a, int32_t b) { return patches.patchOf[a] < patches.patchOf[b]; });
		size_t nextTriangle = 0;
		size_t nextCap = 0;
		for (int32_t patch = 0; patch < patches.count; ++patch)
		{
			Body& body = m_bodies.emplace_back();
			body.begin = static_cast<int32_t>(m_triangles.size());
			for (; nextTriangle < order.size() && patches.patchOf[order[nextTriangle]] == patch; ++nextTriangle)
			{
				const int32_t t = order[nextTriangle];
				m_triangles.push_back(patches.flipped[t] != 0 ? Turned(triangles[t]) : triangles[t]);
			}
			body.capBegin = static_cast<int32_t>(m_triangles.size());
			for (; nextCap < caps.size() && caps[nextCap].first == patch; ++nextCap)
			{
				m_triangles.push_back(caps[nextCap].second);
			}
			body.end = static_cast<int32_t>(m_triangles.size());
		}
	}

	std::span<const Triangle> Own(const Body& body) const
	{
		return std::span(m_triangles)
			.subspan(static_cast<size_t>(body.begin), static_cast<size_t>(body.capBegin - body.begin));
	}
	std::span<const Triangle> Closed(const Body& body) const
	{
		return std::span(m_triangles)
			.subspan(static_cast<size_t>(body.begin), static_cast<size_t>(body.end - body.begin));
	}

	void Measure(Body& body) const
	{
		const SurfaceIntegrals own = IntegrateSurface(m_positions, Own(body));
		const SurfaceIntegrals closed = IntegrateSurface(m_positions, Closed(body));
		body.low = own.low;
		body.high = own.high;
		body.area = own.area;
		body.volume = closed.volume;
		const bool isOpen = body.end > body.capBegin;
		body.hasWideCaps = isOpen && closed.area - own.area > kSheetCapArea * own.area;
		body.isSheet = std::abs(body.volume) <= kFlatVolume * closed.area * Length(body.high - body.low) ||
			(body.hasWideCaps && std::abs(Roundness(body.volume, closed.area)) < kSheetRoundness);
	}

	/// A point off the middle of a triangle, on the side its normal points to or, with a negative step, the other.
	Vec3 Probe(const Triangle& t, double step) const
	{
		const Vec3& a = m_positions[t.v[0]];
		const Vec3& b = m_positions[t.v[1]];
		const Vec3& c = m_positions[t.v[2]];
		const Vec3 normal = Cross(b - a, c - a);
		return (a + b + c) / 3.0 + Normalised(normal) * (step * std::sqrt(0.5 * Length(normal)));
	}

	const Triangle& LargestTriangle(const Body& body) const
	{
		const auto twiceArea = [this](const Triangle& t) {
			return LengthSquared(
				Cross(m_positions[t.v[1]] - m_positions[t.v[0]], m_positions[t.v[2]] - m_positions[t.v[0]]));
		};
		const std::span<const Triangle> own = Own(body);
		return *std::max_element(
			own.begin(), own.end(), [&](const Triangle& a, const Triangle& b) { return twiceArea(a) < twiceArea(b); });
	}

	/// The tree of one body alone, closed if it is a solid.
	const TriangleTree& TreeOf(int32_t index)
	{
		if (m_trees[index] == nullptr)
		{
			const Body& body = m_bodies[index];
			m_trees[index] = MakeTree(body.isSheet ? Own(body) : Closed(body));
		}
		return *m_trees[index];
	}

	/// Copies corners, so that the cost depends on the triangles and not on all vertices.
	std::unique_ptr<TriangleTree> MakeTree(std::span<const Triangle> triangles) const
	{
		std::vector<Vec3> corners;
		std::vector<Triangle> separate;
		for (const Triangle& t : triangles)
		{
			const int32_t first = static_cast<int32_t>(corners.size());
			corners.insert(corners.end(), {m_positions[t.v[0]], m_positions[t.v[1]], m_positions[t.v[2]]});
			separate.push_back({{first, first + 1, first + 2}});
		}
		return std::make_unique<TriangleTree>(corners, separate, m_runner);
	}

	/// Bodies that enclose a volume: turned if the outermost one around them is inside out.
	void TurnSolids()
	{
		std::vector<int32_t> solids;
		for (int32_t i = 0; i < static_cast<int32_t>(m_bodies.size()); ++i)
		{
			if (!m_bodies[i].isSheet)
			{
				solids.push_back(i);
			}
		}
		if (std::none_of(solids.begin(), solids.end(), [this](int32_t i) { return m_bodies[i].volume < 0.0; }))
		{
			return;
		}
		std::stable_sort(solids.begin(),
			solids.end(),
			[this](int32_t a, int32_t b) { return std::abs(m_bodies[a].volume) > std::abs(m_bodies[b].volume); });

		// Only a body from inside of which another one is seen all around can lie in another one.
		std::vector<Triangle> outward;
		for (const int32_t i : solids)
		{
			for (const Triangle& t : Closed(m_bodies[i]))
			{
				outward.push_back(m_bodies[i].volume < 0.0 ? Turned(t) : t);
			}
		}
		const TriangleTree all(m_positions, outward, m_runner);
		for (size_t place = 0; place < solids.size(); ++place)
		{
			Body& body = m_bodies[solids[place]];
			const double inward = body.volume < 0.0 ? kProbeStep : -kProbeStep;
			const bool mayBeInside = all.WindingNumber(Probe(LargestTriangle(body), inward)) > 1.5;
			const int32_t outermost = mayBeInside ? OutermostAround(solids, place) : solids[place];
			body.turn = m_bodies[outermost].volume < 0.0;
		}
	}

	/// `solids` in descending order of size; `place` is that of the body in question.
	int32_t OutermostAround(std::span<const int32_t> solids, size_t place)
	{
		const size_t tried = std::min(place, static_cast<size_t>(kMostContainersTried));
		for (const int32_t candidate : solids.first(tried))
		{
			if (Contains(candidate, solids[place]))
			{
				return candidate;
			}
		}
		return solids[place];
	}

	bool Contains(int32_t outer, int32_t inner)
	{
		const Body& a = m_bodies[outer];
		const Body& b = m_bodies[inner];
		const double near = kOnSurface * Length(a.high - a.low);
		const Vec3 below = a.low - b.low;
		const Vec3 above = b.high - a.high;
		if (std::max({below.x, below.y, below.z, above.x, above.y, above.z}) > near)
		{
			return false;
		}
		const std::span<const Triangle> own = Own(b);
		const size_t looked = std::min(own.size(), kContainmentProbes);
		size_t inside = 0;
		for (size_t i = 0; i < looked; ++i)
		{
			const Triangle& t = own[own.size() * i / looked];
			for (const Vec3& probe : {m_positions[t.v[0]], m_positions[t.v[1]], m_positions[t.v[2]], Probe(t, 0.0)})
			{
				const bool isIn = std::abs(TreeOf(outer).WindingNumber(probe)) > kTouchingWinding ||
					TreeOf(outer).Closest(probe, near).triangle != kNoIndex;
				inside += isIn ? 1 : 0;
			}
		}
		const double share = a.hasWideCaps || b.hasWideCaps ? kContainedShareOfOpen : kContainedShare;
		return static_cast<double>(inside) > share * static_cast<double>(4 * looked);
	}

	/// Loose sheets: turned while the rest of the surface winds more around their front than around their back.
	void TurnSheets()
	{
		std::vector<int32_t> sheets;
		for (int32_t i = 0; i < static_cast<int32_t>(m_bodies.size()); ++i)
		{
			if (m_bodies[i].isSheet)
			{
				sheets.push_back(i);
			}
		}
		if (sheets.empty() || m_bodies.size() < 2)
		{
			return;
		}
		constexpr int64_t kSheetsPerTask = 16;
		for (const int32_t sheet : sheets)
		{
			TreeOf(sheet); // that tasks only read
		}
		std::vector<double> evidence(sheets.size());
		const size_t sweeps = std::min(
			std::clamp(kSheetsInSweeps / sheets.size(), kFewestSweeps, kMostSweeps), SweepsWithinLooks(sheets));
		for (size_t sweep = 0; sweep < sweeps; ++sweep)
		{
			const TriangleTree all(m_positions, TurnedTriangles(), m_runner);
			ParallelFor(m_runner,
				static_cast<int64_t>(sheets.size()),
				kSheetsPerTask,
				[&](int64_t begin, int64_t end)
				{
					for (int64_t i = begin; i < end; ++i)
					{
						evidence[i] = TurningEvidence(all, sheets[i], nullptr);
					}
				});
			// The clearest first: each turn changes what the others see.
			const double clearest = *std::max_element(evidence.begin(), evidence.end());
			if (clearest < kSheetEvidence)
			{
				break;
			}
			for (size_t i = 0; i < sheets.size(); ++i)
			{
				m_bodies[sheets[i]].turn ^= evidence[i] >= 0.5 * clearest;
			}
		}
		TurnAllSheetsOutward(sheets);
	}

	/// None where thousands of sheets meet in a point or an edge: what is seen from there takes a look at all of them,
	/// and says nothing.
	size_t SweepsWithinLooks(const std::vector<int32_t>& sheets) const
	{
		const TriangleTree all(m_positions, TurnedTriangles(), m_runner);
		const size_t count = std::min(sheets.size(), kSheetsForLooks);
		int64_t looks = 0;
		for (size_t i = 0; i < count; ++i)
		{
			TurningEvidence(all, sheets[sheets.size() * i / count], &looks);
		}
		const double sheetCount = static_cast<double>(sheets.size());
		const double looksOfSweep = static_cast<double>(looks) / static_cast<double>(count) * sheetCount;
		const double most = std::max(kLooksInSweeps, kLooksPerSheet * sheetCount);
		return static_cast<size_t>(std::min(most / looksOfSweep, static_cast<double>(kMostSweeps)));
	}

	std::vector<Triangle> TurnedTriangles() const
	{
		std::vector<Triangle> turned;
		for (const Body& body : m_bodies)
		{
			for (const Triangle& t : body.isSheet ? Own(body) : Closed(body))
			{
				turned.push_back(body.turn ? Turned(t) : t);
			}
		}
		return turned;
	}

	/// How much more the others wind around the front of a sheet than around its back, mean over some places.
	double TurningEvidence(const TriangleTree& all, int32_t sheet, int64_t* looks) const
	{
		const Body& body = m_bodies[sheet];
		const std::span<const Triangle> own = Own(body);
		const TriangleTree& alone = *m_trees[sheet];
		const double side = body.turn ? -1.0 : 1.0;
		const auto others = [&](const Vec3& p)
		{ return all.WindingNumber(p, looks) - side * alone.WindingNumber(p, looks); };
		double sum = 0.0;
		const size_t probes = std::min(own.size(), kSheetProbes);
		for (size_t i = 0; i < probes; ++i)
		{
			const Triangle& t = own[own.size() * i / probes];
			sum += others(Probe(t, side * kSheetProbeStep)) - others(Probe(t, -side * kSheetProbeStep));
		}
		return sum / static_cast<double>(probes);
	}

	/// Sheets that agree with each other may still all face inward: then they close in on a negative volume.
	void TurnAllSheetsOutward(const std::vector<int32_t>& sheets)
	{
		std::vector<Triangle> all;
		for (const int32_t i : sheets)
		{
			for (const Triangle& t : Own(m_bodies[i]))
			{
				all.push_back(m_bodies[i].turn ? Turned(t) : t);
			}
		}
		const SurfaceIntegrals sum = IntegrateSurface(m_positions, all);
		if (Roundness(sum.volume, sum.area) < -kSheetEvidence)
		{
			for (const int32_t i : sheets)
			{
				m_bodies[i].turn = !m_bodies[i].turn;
			}
		}
	}

	std::span<const Vec3> m_positions;
	TaskRunner& m_runner;
	std::vector<Triangle> m_triangles; // body after body
	std::vector<Body> m_bodies;
	std::vector<std::unique_ptr<TriangleTree>> m_trees; // 1 a body, made when needed
};
} // namespace
} // namespace OrientDetail

void TurnPatchesOutward(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	const EdgeTable& edges,
	TaskRunner& runner,
	SurfacePatches& patches)
{
	using namespace OrientDetail;
	const std::vector<uint8_t> turn = BodyOrienter(positions, triangles, edges, runner, patches).Run();
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		patches.flipped[t] ^= turn[patches.patchOf[t]];
	}
}
} // namespace FractureCore
