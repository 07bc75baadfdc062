// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "TetraShapes.h"

#include "Mesh/SurfaceIntegrals.h"
#include "Tetra/LatticeLines.h"
#include "Tetra/LineCrossings.h"

#include <gtest/gtest.h>

using namespace FractureTest;

namespace
{
struct Lines
{
	GridSurface surface;
	LatticeLines lines;
};

Lines MakeLines(const SolidSurface& solid, const LatticeFrame& frame)
{
	Lines result;
	result.surface = RoundToGrid(solid, frame, SerialRunner());
	Result<LatticeLines> lines = LatticeLines::Build(result.surface, SerialRunner());
	EXPECT_TRUE(lines.HasValue());
	if (lines)
	{
		result.lines = std::move(*lines);
	}
	return result;
}

LatticeFrame FrameOf(const SolidSurface& solid, double cells)
{
	const SurfaceIntegrals integrals = IntegrateSurface(solid.positions, solid.triangles);
	return MakeLatticeFrame(integrals, LongestSide(integrals) / cells);
}

// Calls visit(node) for all nodes in and around the surface.
template <typename Visit>
void VisitNodes(const Lines& made, const SolidSurface& solid, Visit&& visit)
{
	const SurfaceIntegrals integrals = IntegrateSurface(solid.positions, solid.triangles);
	const double half = 0.5 * made.surface.frame.CellSize();
	const auto index = [&](double x, double origin) { return static_cast<int32_t>((x - origin) / half); };
	const Vec3& o = made.surface.frame.origin;
	for (int32_t x = index(integrals.low.x, o.x) - 2; x <= index(integrals.high.x, o.x) + 3; ++x)
	{
		for (int32_t y = index(integrals.low.y, o.y) - 2; y <= index(integrals.high.y, o.y) + 3; ++y)
		{
			for (int32_t z = index(integrals.low.z, o.z) - 2; z <= index(integrals.high.z, o.z) + 3; ++z)
			{
				if ((x - y) % 2 == 0 && (y - z) % 2 == 0)
				{
					visit(LatticePoint{x, y, z});
				}
			}
		}
	}
}

// Along every lattice edge, the side of the nodes changes if and only if the number of hits is odd.
void ExpectAllLinesAgree(const Lines& made, const SolidSurface& solid)
{
	int64_t inside = 0;
	VisitNodes(made,
		solid,
		[&](const LatticePoint& node)
		{
			inside += made.lines.IsInside(node);
			for (int32_t direction = 0; direction < kDirectionCount; ++direction)
			{
				const LatticePoint next = node + kEdgeStep[direction];
				const bool changes = made.lines.IsInside(node) != made.lines.IsInside(next);
				ASSERT_EQ(made.lines.OnEdge(direction, node).size() % 2, changes ? 1u : 0u)
					<< node.x << " " << node.y << " " << node.z << " along " << direction;
			}
		});
	EXPECT_GT(inside, 0);
}
} // namespace

TEST(LatticeLines, SidesOfNodesMatchSolidAngles)
{
	SolidSurface solid = MakeTorus(1.0, 0.4, 24);
	Append(solid, AsSolid(MakeSphere({1.0, 0.1, 0.2}, 0.5, 12, 16)));
	const Lines made = MakeLines(solid, FrameOf(solid, 15.0));
	VisitNodes(made,
		solid,
		[&](const LatticePoint& node)
		{
			const Vec3 p = made.surface.frame.ToWorld(made.surface.frame.InUnits(node));
			ASSERT_EQ(made.lines.IsInside(node), WindingBySolidAngles(solid, p) > 0.5);
		});
	EXPECT_GT(made.lines.OverlapShare(), 0.01);
}

TEST(LatticeLines, EveryDirectionAgreesOnTheSidesOfNodes)
{
	const SolidSurface solid = Turned(MakeTorus(1.0, 0.3, 30), 0.7);
	ExpectAllLinesAgree(MakeLines(solid, FrameOf(solid, 20.0)), solid);
}

TEST(LatticeLines, ABoxWhoseFacesEdgesAndCornersAreNodesIsCountedOnce)
{
	// Every face lies in a plane of nodes, every edge on a lattice line, every corner on a node.
	for (const int32_t cells : {4, 5})
	{
		const SolidSurface solid = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
		LatticeFrame frame = FrameOf(solid, cells);
		const double half = 0.5 / cells;
		frame.origin = Vec3{-64.0, -64.0, -64.0} * half;
		const Lines made = MakeLines(solid, frame);
		ExpectAllLinesAgree(made, solid);
		// The nodes moved by (e, e^2, e^3) that are inside: those on the low faces are, on the high ones are not.
		int64_t inside = 0;
		VisitNodes(made, solid, [&](const LatticePoint& node) { inside += made.lines.IsInside(node); });
		EXPECT_EQ(inside, 2 * cells * cells * cells);
	}
}

TEST(LatticeLines, FractionsLieOnTheSurface)
{
	const double radius = 0.8;
	const SolidSurface solid = AsSolid(MakeSphere({0.1, 0.2, 0.3}, radius, 200, 300));
	const Lines made = MakeLines(solid, FrameOf(solid, 10.0));
	for (int32_t direction = 0; direction < kDirectionCount; ++direction)
	{
		for (int32_t line = 0; line < made.lines.LineCount(direction); ++line)
		{
			for (const SurfaceHit& hit : made.lines.Line(direction, line))
			{
				const Vec3 lower = made.surface.frame.InUnits(made.lines.NodeOnLine(direction, line, hit.lower));
				const Vec3 step = made.surface.frame.InUnits(kEdgeStep[direction]);
				const Vec3 p = made.surface.frame.ToWorld(lower + step * hit.fraction);
				// The polyhedron's chords lie at most this far inside the sphere.
				EXPECT_NEAR(Length(p - Vec3{0.1, 0.2, 0.3}), radius, 2.0e-4);
			}
		}
	}
	const double unit = made.surface.frame.unit;
	EXPECT_NEAR(made.lines.VolumeByLines(made.surface.frame) * unit * unit * unit,
		4.0 / 3.0 * kPi * radius * radius * radius,
		0.01 * 4.0);
	EXPECT_EQ(made.lines.OverlapShare(), 0.0);
}

TEST(LatticeLines, LineKeysAndNodesAreInverse)
{
	for (int32_t direction = 0; direction < kDirectionCount; ++direction)
	{
		const LatticePoint node{101, 57, 33};
		const LatticePoint next = node + kEdgeStep[direction];
		const uint64_t key = LineKey(direction, node);
		EXPECT_EQ(LineKey(direction, next), key);
		EXPECT_EQ(NodeOnLine(direction, key, AlongLine(direction, next)), next);
		EXPECT_EQ(SlotOf(next - node), 2 * direction);
		EXPECT_EQ(SlotOf(node - next), 2 * direction + 1);
	}
}

TEST(LatticeLines, AnOpenSurfaceIsAnError)
{
	SolidSurface solid = AsSolid(MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0}));
	solid.triangles.pop_back();
	const GridSurface surface = RoundToGrid(solid, FrameOf(solid, 8.0), SerialRunner());
	const Result<LatticeLines> lines = LatticeLines::Build(surface, SerialRunner());
	ASSERT_FALSE(lines.HasValue());
	EXPECT_EQ(lines.GetError().code, ErrorCode::InvalidMesh);
}
