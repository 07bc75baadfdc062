// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/RigidShape.h"

#include "FractureCore/Hull.h"
#include "FractureCore/Pose.h"
#include "Rigid/ContactPair.h"
#include "Rigid/Gjk.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
ConvexPart PartOf(const std::vector<Vec3>& points)
{
	return MakeConvexPart(ComputeConvexHull(points), {});
}

/// Numbers between -1 and 1 that look random.
class Noise
{
public:
	double Next()
	{
		m_state = m_state * 6364136223846793005ull + 1442695040888963407ull;
		return static_cast<double>(m_state >> 33) / 1073741824.0 - 1.0;
	}
	Vec3 NextVec() { return {Next(), Next(), Next()}; }

private:
	uint64_t m_state = 7;
};
} // namespace

// T44, without a grid: the distance is exact up to the facets, the gradient has length 1 and points outward.
TEST(RigidShape, FieldOfABallIsItsDistance)
{
	const auto mesh = BallMesh(0.1, 0.01);
	const SurfaceField field(*mesh, {}, SerialRunner());
	Noise noise;
	for (int32_t i = 0; i < 500; ++i)
	{
		const Vec3 p = noise.NextVec() * 0.15;
		const FieldSample sample = field.Sample(p, 1.0);
		ASSERT_TRUE(sample.isNear);
		EXPECT_NEAR(sample.distance, Length(p) - 0.1, 3.0e-4);
		EXPECT_NEAR(Length(sample.normal), 1.0, 1e-9);
		EXPECT_GT(Dot(sample.normal, p), 0.0);
	}
	EXPECT_FALSE(field.Sample({0.0, 0.0, 0.5}, 0.1).isNear);
}

// The grid decides how long a look takes, never what it finds: thin walls of which no node of it knows included.
TEST(RigidShape, GridOfAFieldChangesNoAnswer)
{
	const auto bowl = FractureToolkit::MakeBowl({.thickness = 0.003, .edge = 0.008});
	ASSERT_TRUE(bowl);
	ASSERT_GT(bowl->triangles.size(), 1000u);
	const SurfaceField field(*bowl, {}, SerialRunner());
	const TriangleTree tree(bowl->positions, bowl->triangles, SerialRunner());
	Noise noise;
	int32_t near = 0;
	int32_t notEvenMaybe = 0;
	for (int32_t i = 0; i < 20'000; ++i)
	{
		const Vec3 p = noise.NextVec() * (i % 4 == 0 ? 0.5 : 0.12);
		const double reach = std::pow(10.0, -2.0 + 1.5 * noise.Next());
		const FieldSample sample = field.Sample(p, reach);
		const ClosestPoint closest = tree.Closest(p, reach);
		ASSERT_EQ(sample.isNear, closest.triangle != kNoIndex) << i;
		ASSERT_EQ(field.IsNear(p, reach), sample.isNear) << i;
		ASSERT_TRUE(field.MayBeNear(p, reach) || !sample.isNear) << i;
		notEvenMaybe += field.MayBeNear(p, reach) ? 0 : 1;
		if (sample.isNear)
		{
			++near;
			ASSERT_EQ(std::abs(sample.distance), closest.distance) << i;
		}
	}
	EXPECT_GT(near, 2'000);
	EXPECT_LT(near, 18'000);
	EXPECT_GT(notEvenMaybe, 2'000);
}

TEST(RigidShape, GridBoundsDistancesFromBothSides)
{
	const auto bowl = FractureToolkit::MakeBowl({.thickness = 0.003, .edge = 0.008});
	const TriangleTree tree(bowl->positions, bowl->triangles, SerialRunner());
	Vec3 low = bowl->positions.front();
	Vec3 high = low;
	for (const Vec3& p : bowl->positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const DistanceGrid grid(tree, low, high);
	Noise noise;
	double widest = 0.0;
	for (int32_t i = 0; i < 5'000; ++i)
	{
		const Vec3 p = noise.NextVec() * 0.2;
		const double exact = tree.Closest(p, HUGE_VAL).distance;
		const DistanceBounds bounds = grid.Bounds(p);
		ASSERT_LE(bounds.least, exact) << i;
		ASSERT_GE(bounds.most, exact) << i;
		const bool isInside = p.x > low.x && p.y > low.y && p.z > low.z && p.x < high.x && p.y < high.y && p.z < high.z;
		widest = isInside ? std::max(widest, bounds.most - bounds.least) : widest;
	}
	EXPECT_LT(widest, 0.1 * Length(high - low)) << "as wide as a cell";
}

// Nearest to an edge or a corner, one face alone would often tell the wrong side.
TEST(RigidShape, FieldKnowsInsideFromOutsideAtEdgesAndCorners)
{
	const SurfaceField field(*BoxMesh({0.2, 0.3, 0.4}), {}, SerialRunner());
	Noise noise;
	for (int32_t i = 0; i < 2000; ++i)
	{
		const Vec3 p = noise.NextVec() * 0.3;
		const Vec3 beyond = {std::abs(p.x) - 0.1, std::abs(p.y) - 0.15, std::abs(p.z) - 0.2};
		const double inside = std::max({beyond.x, beyond.y, beyond.z});
		const Vec3 outside = {std::max(beyond.x, 0.0), std::max(beyond.y, 0.0), std::max(beyond.z, 0.0)};
		const double expected = inside < 0.0 ? inside : Length(outside);
		EXPECT_NEAR(field.Sample(p, 1.0).distance, expected, 1e-12);
	}
}

TEST(RigidShape, ConvexBodiesAreFoundAndFlatSidesAreOneFace)
{
	const auto box = BoxMesh({0.2, 0.3, 0.4});
	const auto shape = MakeRigidShape(box, SolidMassProperties(box->positions, box->triangles, 1000.0), {});
	ASSERT_TRUE(shape->IsConvex());
	EXPECT_EQ(shape->parts.front().faces.size(), 6u);
	const auto torus = std::make_shared<SurfaceMesh>(*FractureToolkit::MakeTorus({}));
	const auto ring = MakeRigidShape(torus, SolidMassProperties(torus->positions, torus->triangles, 1000.0), {});
	EXPECT_FALSE(ring->HasParts());
	EXPECT_TRUE(ring->LacksField());
}

// Two methods, one answer: the axis of the least distance separates the parts by just that distance.
// Both look at many at once; equals, of which the end of a prism has many, go to the lowest.
TEST(RigidShape, SupportsAndPlanesOfAPartAreThoseOfALookAtEach)
{
	Noise noise;
	for (const int32_t count : {4, 7, 33, 90, 700})
	{
		std::vector<Vec3> points;
		std::vector<Vec3> prism;
		for (int32_t i = 0; i < count; ++i)
		{
			points.push_back(Normalised(noise.NextVec()));
			const double angle = 2.0 * kPi * i / count;
			prism.push_back({std::cos(angle), std::sin(angle), 1.0});
			prism.push_back({std::cos(angle), std::sin(angle), -1.0});
		}
		for (const bool isPrism : {false, true})
		{
			const ConvexPart part = PartOf(isPrism ? prism : points);
			for (int32_t i = 0; i < 200; ++i)
			{
				const Vec3 d = isPrism && i < 2 ? Vec3{0.0, 0.0, i == 0 ? 1.0 : -1.0} : noise.NextVec();
				size_t expected = 0;
				for (size_t k = 1; k < part.vertices.size(); ++k)
				{
					expected = Dot(part.vertices[k], d) > Dot(part.vertices[expected], d) ? k : expected;
				}
				ASSERT_EQ(part.Support(d), static_cast<int32_t>(expected)) << count << ' ' << i;
				int32_t face = 0;
				const double distance = part.PlaneDistance(d, face);
				size_t farthest = 0;
				const auto beyond = [&](size_t k) { return Dot(part.faces[k].normal, d) - part.faces[k].offset; };
				for (size_t k = 1; k < part.faces.size(); ++k)
				{
					farthest = beyond(k) > beyond(farthest) ? k : farthest;
				}
				ASSERT_EQ(face, static_cast<int32_t>(farthest)) << count << ' ' << i;
				ASSERT_EQ(distance, beyond(farthest)) << count << ' ' << i;
				ASSERT_GT(part.PlaneDistance(d, face, distance - 0.1), distance - 0.1);
				ASSERT_FALSE(part.IsBeyond(d, distance));
				ASSERT_TRUE(part.IsBeyond(d, std::nextafter(distance, -10.0)));
			}
		}
	}
}

TEST(RigidShape, GjkFindsADistanceThatItsAxisProves)
{
	Noise noise;
	int32_t apart = 0;
	int32_t overlapping = 0;
	for (int32_t i = 0; i < 300; ++i)
	{
		std::vector<Vec3> a;
		std::vector<Vec3> b;
		for (int32_t k = 0; k < 16; ++k)
		{
			a.push_back(noise.NextVec());
			b.push_back(noise.NextVec());
		}
		const ConvexPart partA = PartOf(a);
		const ConvexPart partB = PartOf(b);
		const RelativePose pose = {ToMatrix(RotationFromVector(noise.NextVec() * 3.0)), noise.NextVec() * 3.0};
		const GjkResult result = GjkDistance(partA, partB, pose, noise.NextVec(), 100.0);
		if (result.outcome == GjkOutcome::Overlap)
		{
			++overlapping;
			continue;
		}
		++apart;
		double highA = -1e9;
		double lowB = 1e9;
		for (const Vec3& p : partA.vertices)
		{
			highA = std::max(highA, Dot(p, result.axis));
		}
		for (const Vec3& p : partB.vertices)
		{
			lowB = std::min(lowB, Dot(pose.rotation * p + pose.offset, result.axis));
		}
		EXPECT_NEAR(lowB - highA, result.distance, 1e-8);
		EXPECT_NEAR(Length(result.pointB - result.pointA), result.distance, 1e-9);
	}
	EXPECT_GT(apart, 50);
	EXPECT_GT(overlapping, 20);
}

// Whatever it is: what was nearest a moment ago, in another place, or corners that the parts do not have.
TEST(RigidShape, GjkFindsTheSameDistanceFromAnySeed)
{
	Noise noise;
	GjkSeed seed;
	int32_t kept = 0;
	for (int32_t i = 0; i < 300; ++i)
	{
		std::vector<Vec3> a;
		std::vector<Vec3> b;
		for (int32_t k = 0; k < 8 + i % 20; ++k)
		{
			a.push_back(noise.NextVec());
			b.push_back(noise.NextVec());
		}
		const ConvexPart partA = PartOf(a);
		const ConvexPart partB = PartOf(b);
		RelativePose pose = {ToMatrix(RotationFromVector(noise.NextVec() * 3.0)), noise.NextVec() * 3.0};
		for (int32_t look = 0; look < 3; ++look)
		{
			const GjkResult expected = GjkDistance(partA, partB, pose, {}, 100.0);
			const GjkSeed before = seed;
			const GjkResult result = GjkDistance(partA, partB, pose, {}, 100.0, &seed);
			EXPECT_EQ(result.outcome, expected.outcome);
			EXPECT_NEAR(result.distance, expected.distance, 1e-8);
			EXPECT_NEAR(Length(result.pointB - result.pointA), result.distance, 1e-9);
			EXPECT_EQ(seed.count > 0, result.outcome == GjkOutcome::Near);
			kept += look > 0 && seed.count > 0 && seed.a[0] == before.a[0] && seed.b[0] == before.b[0] ? 1 : 0;
			pose.offset += noise.NextVec() * 1.0e-4;
		}
	}
	EXPECT_GT(kept, 100);
}

TEST(RigidShape, GjkStopsEarlyWhereBodiesAreFarApart)
{
	const ConvexPart part = PartOf(BoxMesh({1.0, 1.0, 1.0})->positions);
	const RelativePose pose = {Mat3::Identity(), {3.0, 0.0, 0.0}};
	const GjkResult result = GjkDistance(part, part, pose, {}, 0.5);
	EXPECT_EQ(result.outcome, GjkOutcome::Apart);
	EXPECT_LE(result.distance, 2.0);
	EXPECT_GT(result.distance, 0.5);
}

// What covers a body tells only that others are far; it must never call them farther than they are.
TEST(RigidShape, BoundOfTheDistanceOfBowlsIsNeverTooLarge)
{
	const auto mesh = std::make_shared<SurfaceMesh>(*FractureToolkit::MakeBowl({.thickness = 0.01, .edge = 0.02}));
	const MassProperties mass = SolidMassProperties(mesh->positions, mesh->triangles, 2'400.0);
	const std::shared_ptr<RigidShape> bowl = MakeRigidShape(mesh, mass, {});
	ASSERT_FALSE(bowl->HasParts());
	bowl->MakeField();
	Noise noise;
	int32_t apart = 0;
	for (int32_t trial = 0; trial < 60; ++trial)
	{
		PlacedShape places[2];
		for (PlacedShape& place : places)
		{
			place = {bowl.get(),
				noise.NextVec() * (1.5 * bowl->radius),
				ToMatrix(RotationFromVector(noise.NextVec() * 3.0))};
		}
		double exact = HUGE_VAL;
		for (int32_t k = 0; k < 2; ++k)
		{
			for (const Vec3& p : bowl->points.Points())
			{
				const Vec3 local = places[1 - k].ToLocalPoint(places[k].ToWorldPoint(p));
				exact = std::min(exact, bowl->field->Sample(local, 10.0).distance);
			}
		}
		Vec3 axis;
		const PairDistance bound = BoundDistance(places[0], places[1], 10.0, axis);
		EXPECT_LE(bound.distance, std::max(exact, 0.0) + 1.0e-12) << trial;
		if (exact > 0.0 && exact < 2.0 * bowl->skin)
		{
			EXPECT_NEAR(bound.distance, exact, 1.0e-12) << trial;
		}
		apart += bound.distance > 0.3 * bowl->radius ? 1 : 0;
	}
	EXPECT_GT(apart, 5) << "most are far from each other, and it must see that";
}

// What is one part from afar has a distance along one axis, which lets flights be long; near by all parts count.
TEST(RigidShape, OfSomeHullsIsSeenAsOneFromAfar)
{
	const auto hullOfBox = [](const Vec3& low, const Vec3& high)
	{
		std::vector<Vec3> corners;
		for (int32_t k = 0; k < 8; ++k)
		{
			corners.push_back(
				{(k & 1) != 0 ? high.x : low.x, (k & 2) != 0 ? high.y : low.y, (k & 4) != 0 ? high.z : low.z});
		}
		return ComputeConvexHull(corners);
	};
	// An L, and a cube that comes down into its corner.
	const ConvexHull parts[] = {
		hullOfBox({-0.1, -0.1, -0.1}, {0.1, 0.1, 0.0}), hullOfBox({-0.1, -0.1, 0.0}, {0.0, 0.1, 0.1})};
	const auto surface = BoxMesh({0.2, 0.2, 0.2}); // only its size counts
	MassProperties mass;
	mass.mass = 1.0;
	mass.volume = 6.0e-3;
	mass.inertia = Mat3::Identity();
	const auto shape = MakeRigidShape(surface, mass, parts);
	const ConvexHull cube[] = {hullOfBox({-0.02, -0.02, -0.02}, {0.02, 0.02, 0.02})};
	const auto small = MakeRigidShape(BoxMesh({0.04, 0.04, 0.04}), mass, cube);
	const PlacedShape below = {shape.get(), {}, Mat3::Identity()};
	const auto boundAt = [&](const Vec3& place)
	{
		Vec3 axis;
		return BoundDistance(below, {small.get(), place, Mat3::Identity()}, 1.0, axis);
	};
	const PairDistance far = boundAt({0.0, 0.0, 0.5});
	EXPECT_TRUE(far.isDirected);
	EXPECT_GT(far.distance, 0.37);
	EXPECT_LE(far.distance, 0.38);
	const PairDistance inside = boundAt({0.05, 0.0, 0.03});
	EXPECT_FALSE(inside.isDirected);
	EXPECT_NEAR(inside.distance, 0.01, 1.0e-9);
	EXPECT_EQ(boundAt({0.05, 0.0, 0.01}).distance, 0.0);
}
