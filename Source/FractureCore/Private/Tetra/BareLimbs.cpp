// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tetra/BareLimbs.h"

#include "Base/KeyTable.h"
#include "Mesh/TetFrame.h"
#include "Mesh/TetTree.h"
#include "Mesh/UnionFind.h"
#include "Tetra/Lattice.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace FractureCore
{
namespace
{
// In cells: nearer to a tet, a spot is at an edge or at the tip of a corner.
constexpr double kBareDistance = 1.5;

// In cells: a limb that ends nearer is a stub, such as the tip of an ear. Even nearer, it is as fine as the cells show
// anything.
constexpr double kLeastReach = 4.0;
constexpr double kLeastStub = 2.2;

// Boxes of this size, in cells: a spot with a node in its box or in one next to it is near a tet.
constexpr double kQuickBox = 0.6;

// Boxes of this size, in cells, that touch belong to one limb.
constexpr double kLimbBox = 1.5;

// Fewer may be a grazed corner.
constexpr size_t kFewestLimbSpots = 3;

// Fewer lines do not tell how thick a limb is.
constexpr size_t kFewestMetSpots = 24;
constexpr size_t kEnoughSpots = 48;

// The far half of a limb that is thinner than that share of its near half tapers.
constexpr double kTaperOfLimb = 0.7;

/// Boxes side by side, counted from the corner of everything.
class BoxGrid
{
public:
	BoxGrid(const Vec3& origin, double size) : m_origin(origin), m_size(size) {}

	LatticePoint BoxOf(const Vec3& point) const
	{
		// One box of margin: neighbours are never negative.
		constexpr double kMost = (1 << 21) - 2;
		const Vec3 p = (point - m_origin) / m_size;
		const auto whole = [](double x) { return 1 + static_cast<int32_t>(std::clamp(std::floor(x), 0.0, kMost - 1)); };
		return {whole(p.x), whole(p.y), whole(p.z)};
	}

	template <typename Use>
	static void ForEachNeighbour(const LatticePoint& box, const Use& use)
	{
		for (int32_t x = -1; x <= 1; ++x)
		{
			for (int32_t y = -1; y <= 1; ++y)
			{
				for (int32_t z = -1; z <= 1; ++z)
				{
					use(PackPoint(box + LatticePoint{x, y, z}));
				}
			}
		}
	}

private:
	Vec3 m_origin;
	double m_size;
};

struct BareSpot
{
	int32_t spot = kNoIndex;
	double distance = 0.0; // m, to the nearest tet
};

Vec3 LowCorner(std::span<const LimbSpot> spots, const TetMesh& mesh)
{
	Vec3 low = spots[0].middle;
	const auto take = [&low](const Vec3& p) {
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
	};
	for (const LimbSpot& spot : spots)
	{
		take(spot.middle);
	}
	for (const Vec3& node : mesh.nodes)
	{
		take(node);
	}
	return low;
}

// Those without nodes near: hardly any on most solids.
std::vector<BareSpot> FindSuspects(std::span<const LimbSpot> spots, const TetMesh& mesh, const BoxGrid& grid)
{
	KeyTable boxes;
	boxes.Reserve(spots.size());
	for (const LimbSpot& spot : spots)
	{
		boxes.Insert(PackPoint(grid.BoxOf(spot.middle)));
	}
	std::vector<uint8_t> hasNode(static_cast<size_t>(boxes.Count()), 0);
	for (const Vec3& node : mesh.nodes)
	{
		BoxGrid::ForEachNeighbour(grid.BoxOf(node),
			[&](uint64_t key)
			{
				if (const int32_t box = boxes.Find(key); box != kNoIndex)
				{
					hasNode[box] = 1;
				}
			});
	}
	std::vector<BareSpot> suspects;
	for (size_t i = 0; i < spots.size(); ++i)
	{
		if (hasNode[boxes.Find(PackPoint(grid.BoxOf(spots[i].middle)))] == 0)
		{
			suspects.push_back({static_cast<int32_t>(i), 0.0});
		}
	}
	return suspects;
}

void MeasureDistances(
	std::vector<BareSpot>& suspects, std::span<const LimbSpot> spots, const TetMesh& mesh, TaskRunner& runner)
{
	constexpr int64_t kGrain = 256;
	const TetTree tree(mesh, runner);
	ParallelFor(runner,
		static_cast<int64_t>(suspects.size()),
		kGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				const Vec3& point = spots[suspects[i].spot].middle;
				const Tet& tet = mesh.tets[tree.Nearest(point)];
				suspects[i].distance =
					std::sqrt(TetDistanceSquared(mesh, tet, point, MakeTetFrame(mesh, tet).Map(point)));
			}
		});
}

// One list a limb, in the order of their first spots.
std::vector<std::vector<BareSpot>> SplitIntoLimbs(
	std::span<const BareSpot> bare, std::span<const LimbSpot> spots, const BoxGrid& grid)
{
	KeyTable boxes;
	std::vector<int32_t> boxOf;
	for (const BareSpot& b : bare)
	{
		boxOf.push_back(boxes.Insert(PackPoint(grid.BoxOf(spots[b.spot].middle))));
	}
	UnionFind sets(boxes.Count());
	for (int32_t box = 0; box < boxes.Count(); ++box)
	{
		BoxGrid::ForEachNeighbour(UnpackPoint(boxes.Keys()[box]),
			[&](uint64_t key)
			{
				if (const int32_t other = boxes.Find(key); other != kNoIndex)
				{
					sets.Unite(box, other);
				}
			});
	}
	std::vector<int32_t> limbOf(static_cast<size_t>(boxes.Count()), kNoIndex); // of a set's root
	std::vector<std::vector<BareSpot>> limbs;
	for (size_t i = 0; i < bare.size(); ++i)
	{
		int32_t& limb = limbOf[sets.Find(boxOf[i])];
		if (limb == kNoIndex)
		{
			limb = static_cast<int32_t>(limbs.size());
			limbs.emplace_back();
		}
		limbs[limb].push_back(bare[i]);
	}
	return limbs;
}

// Lines that cut a corner off say less than those through the middle.
double ThicknessOf(std::span<const BareSpot> limb, std::span<const LimbSpot> spots)
{
	std::vector<double> thickness;
	for (const BareSpot& b : limb)
	{
		thickness.push_back(spots[b.spot].thickness);
	}
	// Of a few, most may cut corners.
	const size_t above = thickness.size() < kEnoughSpots ? 0 : thickness.size() / 4;
	const auto upper = thickness.end() - 1 - static_cast<int64_t>(above);
	std::nth_element(thickness.begin(), upper, thickness.end());
	return *upper;
}
} // namespace

BareLimbs FindBareLimbs(std::span<const LimbSpot> spots, const TetMesh& mesh, double cellSize, TaskRunner& runner)
{
	BareLimbs result;
	if (spots.empty() || mesh.tets.empty())
	{
		return result;
	}
	const Vec3 low = LowCorner(spots, mesh);
	std::vector<BareSpot> bare = FindSuspects(spots, mesh, BoxGrid(low, kQuickBox * cellSize));
	if (bare.empty())
	{
		return result;
	}
	MeasureDistances(bare, spots, mesh, runner);
	std::erase_if(bare, [&](const BareSpot& b) { return b.distance < kBareDistance * cellSize; });
	for (std::vector<BareSpot>& limb : SplitIntoLimbs(bare, spots, BoxGrid(low, kLimbBox * cellSize)))
	{
		std::stable_sort(
			limb.begin(), limb.end(), [](const BareSpot& a, const BareSpot& b) { return a.distance < b.distance; });
		const BareSpot end = limb.back();
		if (limb.size() < kFewestLimbSpots || end.distance < kLeastStub * cellSize)
		{
			continue;
		}
		std::erase_if(limb, [&](const BareSpot& b) { return !(spots[b.spot].thickness > 0.0); });
		const std::span<const BareSpot> met = limb;
		if (end.distance < kLeastReach * cellSize)
		{
			const double thickness = met.empty() ? 0.0 : ThicknessOf(met, spots);
			result.stubThickness = result.stubs++ == 0 ? thickness : std::min(result.stubThickness, thickness);
		}
		else if (met.size() < kFewestMetSpots)
		{
			++result.wires;
		}
		else if (ThicknessOf(met.subspan(met.size() / 2), spots) <
			kTaperOfLimb * ThicknessOf(met.first(met.size() / 2), spots))
		{
			++result.tapers;
		}
		else
		{
			const double thickness = ThicknessOf(met, spots);
			result.thickness = result.limbs++ == 0 ? thickness : std::min(result.thickness, thickness);
		}
		if (end.distance > result.reach)
		{
			result.reach = end.distance;
			result.farthest = spots[end.spot].middle;
		}
	}
	return result;
}
} // namespace FractureCore
