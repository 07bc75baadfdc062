// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Pose.h"
#include "Mesh/ClosestOnTriangle.h"
#include "Rigid/ConvexContact.h"
#include "Rigid/RigidShape.h"
#include "Rigid/ShellFeatures.h"
#include "Rigid/ShellWalk.h"
#include "Support/RigidScenes.h"
#include "Support/Sanitized.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// Numbers between -1 and 1 that look random.
class ShellNoise
{
public:
	double Next()
	{
		m_state = m_state * 6364136223846793005ull + 1442695040888963407ull;
		return static_cast<double>(m_state >> 33) / 1073741824.0 - 1.0;
	}
	Vec3 NextVec() { return {Next(), Next(), Next()}; }
	RelativePose NextPose(double size) { return {ToMatrix(RotationFromVector(NextVec() * 3.0)), NextVec() * size}; }

private:
	uint64_t m_state = 11;
};

double Determinant(const Vec3& a, const Vec3& b, const Vec3& c)
{
	return Dot(Cross(a, b), c);
}

/// Whether four moving points pass through each other: where they lie in one plane, a root of a cubic in time, and
/// `isInside(share)` says that the features meet there. Another method than the one under test.
template <typename IsInside>
bool DoPass(const MovingPoint (&p)[4], IsInside&& isInside)
{
	const auto flat = [&](double t)
	{ return Determinant(p[1].At(t) - p[0].At(t), p[2].At(t) - p[0].At(t), p[3].At(t) - p[0].At(t)); };
	constexpr int32_t kSamples = 400;
	double before = flat(0.0);
	for (int32_t i = 1; i <= kSamples; ++i)
	{
		double high = static_cast<double>(i) / kSamples;
		const double after = flat(high);
		if (before * after < 0.0)
		{
			double low = static_cast<double>(i - 1) / kSamples;
			for (int32_t k = 0; k < 60; ++k)
			{
				const double middle = 0.5 * (low + high);
				(flat(middle) * before > 0.0 ? low : high) = middle;
			}
			if (isInside(low))
			{
				return true;
			}
		}
		before = after;
	}
	return false;
}

std::shared_ptr<const SurfaceMesh> BoatMesh(double edge)
{
	return std::make_shared<SurfaceMesh>(*FractureToolkit::MakeBoat({.length = 0.3, .edge = edge}));
}

std::vector<Triangle> Faces(const ShellMesh& mesh)
{
	std::vector<Triangle> faces;
	for (int32_t i = 0; i < mesh.FaceCount(); ++i)
	{
		faces.push_back(mesh.Face(i));
	}
	return faces;
}

/// The least distance of all pairs of triangles, by brute force.
double BruteDistance(const ShellMesh& a, const ShellMesh& b, const RelativePose& pose)
{
	std::vector<Vec3> placesB;
	for (const Vec3& p : b.Positions())
	{
		placesB.push_back(Apply(pose, p));
	}
	double least = HUGE_VAL;
	for (const Triangle& s : Faces(a))
	{
		const Vec3 f[3] = {a.Positions()[s.v[0]], a.Positions()[s.v[1]], a.Positions()[s.v[2]]};
		for (const Triangle& t : Faces(b))
		{
			const Vec3 g[3] = {placesB[t.v[0]], placesB[t.v[1]], placesB[t.v[2]]};
			for (int32_t i = 0; i < 3; ++i)
			{
				least = std::min(least, Length(f[i] - ClosestOnTriangle(f[i], g[0], g[1], g[2])));
				least = std::min(least, Length(g[i] - ClosestOnTriangle(g[i], f[0], f[1], f[2])));
				for (int32_t k = 0; k < 3; ++k)
				{
					const Vec3& f1 = f[(i + 1) % 3];
					const Vec3& g1 = g[(k + 1) % 3];
					const SegmentShares nearest = ClosestOfSegments(f[i], f1, g[k], g1);
					least = std::min(least, Length(f[i] + (f1 - f[i]) * nearest.a - g[k] - (g1 - g[k]) * nearest.b));
				}
			}
		}
	}
	return least;
}

/// The faces of a node alone.
ShellMesh PartOf(const ShellMesh& mesh, const ShellMesh::Node& node)
{
	SurfaceMesh part;
	part.positions.assign(mesh.Positions().begin(), mesh.Positions().end());
	for (int32_t i = node.faces[0]; i < node.faces[1]; ++i)
	{
		part.triangles.push_back(mesh.Face(i));
	}
	return ShellMesh(part, {});
}

/// Whether any edge of one goes through a face of the other, by brute force and without exact signs.
bool BruteCross(const ShellMesh& a, const ShellMesh& b, const RelativePose& pose)
{
	const auto passes = [](const Vec3& p, const Vec3& q, const Vec3(&f)[3])
	{
		const Vec3 along = q - p;
		const Vec3 normal = Cross(f[1] - f[0], f[2] - f[0]);
		const double share = Dot(f[0] - p, normal) / Dot(along, normal);
		if (!(share > 0.0 && share < 1.0))
		{
			return false;
		}
		const Vec3 at = p + along * share;
		return Dot(Cross(f[1] - f[0], at - f[0]), normal) > 0.0 && Dot(Cross(f[2] - f[1], at - f[1]), normal) > 0.0 &&
			Dot(Cross(f[0] - f[2], at - f[2]), normal) > 0.0;
	};
	for (const Triangle& s : Faces(a))
	{
		const Vec3 f[3] = {a.Positions()[s.v[0]], a.Positions()[s.v[1]], a.Positions()[s.v[2]]};
		for (const Triangle& t : Faces(b))
		{
			const Vec3 g[3] = {Apply(pose, b.Positions()[t.v[0]]),
				Apply(pose, b.Positions()[t.v[1]]),
				Apply(pose, b.Positions()[t.v[2]])};
			for (int32_t i = 0; i < 3; ++i)
			{
				if (passes(f[i], f[(i + 1) % 3], g) || passes(g[i], g[(i + 1) % 3], f))
				{
					return true;
				}
			}
		}
	}
	return false;
}

/// Bodies of one mesh in a world, and whether any two of them cross.
struct Shells
{
	std::shared_ptr<const SurfaceMesh> mesh;
	MassProperties mass;
	ShellMesh shell;
	std::vector<BodyId> ids;

	explicit Shells(std::shared_ptr<const SurfaceMesh> surface)
		: mesh(std::move(surface)), mass(SolidMassProperties(mesh->positions, mesh->triangles, 1000.0)),
		  shell(*mesh, mass.centre)
	{
	}
	void Add(World& world, const Pose& pose, const Vec3& velocity, const Vec3& spin)
	{
		BodyDefinition body = Rigid(mesh, pose.position);
		body.pose = pose;
		body.motion.velocity = velocity;
		body.motion.angularVelocity = spin;
		ids.push_back(*world.Add(body));
	}
	PlacedShape Place(const World& world, BodyId id) const
	{
		const Pose pose = world.Find(id)->pose;
		const Mat3 rotation = ToMatrix(pose.orientation);
		return {nullptr, pose.position + rotation * mass.centre, rotation};
	}
	int32_t Crossings(const World& world) const
	{
		int32_t count = 0;
		for (size_t i = 0; i < ids.size(); ++i)
		{
			for (size_t k = i + 1; k < ids.size(); ++k)
			{
				const RelativePose pose = PoseInFrameOf(Place(world, ids[i]), Place(world, ids[k]));
				count += DoCross(shell, shell, pose) ? 1 : 0;
			}
		}
		return count;
	}
};

World WeightlessWorld()
{
	WorldSettings settings;
	settings.gravity = {};
	return std::move(*World::Create(settings));
}
} // namespace

// T55: nothing that passes is missed, and what is called a hit is as near as it says.
TEST(ShellSweep, NoPointPassesAFaceAndNoEdgeAnotherUnseen)
{
	ShellNoise noise;
	int32_t hits = 0;
	int32_t passes = 0;
	constexpr double kApart = 1.0e-3;
	for (int32_t trial = 0; trial < FractureTests::Thinned(40'000, 4'000); ++trial)
	{
		MovingPoint p[4];
		for (MovingPoint& point : p)
		{
			point = {noise.NextVec(), noise.NextVec() * (trial % 3 == 0 ? 3.0 : 1.0)};
		}
		const bool isEdges = trial % 2 == 0;
		const auto distance = [&](double t)
		{
			if (!isEdges)
			{
				return Length(p[0].At(t) - ClosestOnTriangle(p[0].At(t), p[1].At(t), p[2].At(t), p[3].At(t)));
			}
			const SegmentShares near = ClosestOfSegments(p[0].At(t), p[1].At(t), p[2].At(t), p[3].At(t));
			const Vec3 onA = p[0].At(t) + (p[1].At(t) - p[0].At(t)) * near.a;
			return Length(onA - p[2].At(t) - (p[3].At(t) - p[2].At(t)) * near.b);
		};
		const FeatureHit hit = isEdges ? SweepEdges({p[0], p[1]}, {p[2], p[3]}, kApart, 1.0)
									   : SweepPointFace(p[0], {p[1], p[2], p[3]}, kApart, 1.0);
		const bool passed = DoPass(p, [&](double t) { return distance(t) < 1.0e-9; });
		ASSERT_TRUE(hit.isHit || !passed) << trial;
		passes += passed ? 1 : 0;
		if (hit.isHit)
		{
			++hits;
			ASSERT_LE(distance(hit.share), 1.1 * kApart) << trial;
			for (int32_t i = 0; i <= 20; ++i)
			{
				ASSERT_GT(distance(hit.share * i / 20.0), 0.4 * std::min(kApart, distance(0.0))) << trial;
			}
		}
	}
	EXPECT_GT(passes, FractureTests::Thinned(2'000, 200));
	EXPECT_LT(hits, passes + 200) << "and what goes by at a distance is no hit";
}

TEST(ShellSweep, ClosestPointsOfSegmentsAreThoseOfAFineSearch)
{
	ShellNoise noise;
	for (int32_t trial = 0; trial < 500; ++trial)
	{
		const Vec3 a0 = noise.NextVec();
		const Vec3 a1 = noise.NextVec();
		const Vec3 b0 = noise.NextVec();
		// Every fifth is parallel.
		const Vec3 b1 = trial % 5 == 0 ? b0 + (a1 - a0) * noise.Next() : noise.NextVec();
		const SegmentShares nearest = ClosestOfSegments(a0, a1, b0, b1);
		const auto distance = [&](double s, double t) { return Length(a0 + (a1 - a0) * s - b0 - (b1 - b0) * t); };
		double best = HUGE_VAL;
		for (int32_t i = 0; i <= 200; ++i)
		{
			for (int32_t k = 0; k <= 200; ++k)
			{
				best = std::min(best, distance(i / 200.0, k / 200.0));
			}
		}
		EXPECT_LE(distance(nearest.a, nearest.b), best + 1.0e-12);
		EXPECT_GT(distance(nearest.a, nearest.b), best - 0.02);
	}
}

TEST(ShellFeatures, DistanceAndCrossingsAreThoseOfAllPairsOfTriangles)
{
	const ShellMesh boat(*BoatMesh(0.025), {});
	const ShellMesh box(*BoxMesh({0.08, 0.05, 0.06}), {});
	ShellNoise noise;
	int32_t crossed = 0;
	for (int32_t trial = 0; trial < 40; ++trial)
	{
		const RelativePose pose = noise.NextPose(0.15);
		const bool isCrossed = BruteCross(boat, box, pose);
		ASSERT_EQ(DoCross(boat, box, pose), isCrossed) << trial;
		crossed += isCrossed ? 1 : 0;
		if (isCrossed)
		{
			continue;
		}
		const double exact = BruteDistance(boat, box, pose);
		Vec3 axis;
		NearLeaves guess;
		ASSERT_NEAR(ShellDistance(boat, box, pose, 1.0, axis, guess), exact, 1.0e-12) << trial;
		ASSERT_NEAR(Length(axis), 1.0, 1.0e-12);
		// The features found somewhere near serve here too.
		RelativePose before = pose;
		before.offset += noise.NextVec() * 0.01;
		const double margin = exact + 0.005;
		ShellFeatures features = FindFeatures(boat, box, before, margin + 0.02);
		ASSERT_TRUE(features.Cover(box, pose, margin));
		std::vector<NearFeatures> near;
		ASSERT_NEAR(MeasureFeatures(boat, box, features, pose, margin, &near), exact, 1.0e-12) << trial;
		for (const NearFeatures& item : near)
		{
			ASSERT_NEAR(Length(item.onB - item.onA), item.distance, 1.0e-12);
		}
		ASSERT_FALSE(features.Cover(box, {pose.rotation, pose.offset + Vec3{0.05, 0.0, 0.0}}, margin));
	}
	EXPECT_GT(crossed, 5);
	EXPECT_LT(crossed, 35);
}

// What holds two parts of a surface tells of no more room than there is between them, where they lie and on their way.
TEST(ShellFeatures, WhatHoldsPartsIsNoFartherApartThanTheyAre)
{
	const ShellMesh boat(*BoatMesh(0.025), {});
	const ShellMesh box(*BoxMesh({0.08, 0.05, 0.06}), {});
	ShellNoise noise;
	int32_t apart = 0;
	for (int32_t trial = 0; trial < FractureTests::Thinned(3'000, 300); ++trial)
	{
		const ShellMesh& b = trial % 4 == 0 ? box : boat;
		const auto nodeOf = [&](const ShellMesh& mesh) -> const ShellMesh::Node&
		{ return mesh.Nodes()[static_cast<size_t>((0.5 * noise.Next() + 0.5) * 0.999 * mesh.Nodes().size())]; };
		const ShellMesh::Node& nodeA = nodeOf(boat);
		const ShellMesh::Node& nodeB = nodeOf(b);
		if (nodeA.faces[1] - nodeA.faces[0] + nodeB.faces[1] - nodeB.faces[0] > 60)
		{
			continue; // brute force takes long
		}
		const RelativePose from = noise.NextPose(0.15);
		const RelativePose to = {
			ToMatrix(RotationFromVector(noise.NextVec() * 0.5)) * from.rotation, from.offset + noise.NextVec() * 0.05};
		const ShellMesh partA = PartOf(boat, nodeA);
		const ShellMesh partB = PartOf(b, nodeB);
		const ShellWay still(from);
		const double known = still.Gap(nodeA, still.PartOf(nodeB.ball));
		ASSERT_LE(known, BruteDistance(partA, partB, from)) << trial;
		apart += known > 0.0 ? 1 : 0;
		// On the way from one to the other, as a sweep in parts has it: no rotation.
		const RelativePose between = {from.rotation * 0.5 + to.rotation * 0.5, from.offset * 0.5 + to.offset * 0.5};
		const ShellWay blended(between);
		ASSERT_LE(blended.Gap(nodeA, blended.PartOf(nodeB.ball)), BruteDistance(partA, partB, between)) << trial;
		const ShellWay rest(between, to);
		ASSERT_LE(rest.Gap(nodeA, rest.PartOf(nodeB.ball)), BruteDistance(partA, partB, to)) << trial;
		const ShellWay way(from, to);
		const double onWay = way.Gap(nodeA, way.PartOf(nodeB.ball));
		for (int32_t i = 0; i <= 8; ++i)
		{
			const double share = i / 8.0;
			const RelativePose pose = {
				from.rotation * (1.0 - share) + to.rotation * share, from.offset * (1.0 - share) + to.offset * share};
			ASSERT_LE(onWay, BruteDistance(partA, partB, pose)) << trial << " " << share;
		}
	}
	EXPECT_GT(apart, FractureTests::Thinned(1'500, 150));
}

// A sheet over a sheet, both aslant: boxes along the axes overlap, flat balls tell how far they are apart.
TEST(ShellFeatures, SlantingSheetsAreSeenToBeApart)
{
	const Vec3 u = Normalised(Vec3{1.0, 0.2, 0.8});
	const Vec3 n = Normalised(Cross(u, Vec3{0.1, 1.0, 0.3}));
	const Vec3 v = Cross(n, u);
	SurfaceMesh sheet;
	sheet.positions = {{}, u, u + v, v};
	sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
	const ShellMesh mesh(sheet, {});
	const ShellWay still(RelativePose{Mat3::Identity(), n * 0.01});
	EXPECT_NEAR(still.Gap(mesh.Nodes()[0], still.PartOf(mesh.Nodes()[0].ball)), 0.01, 1.0e-9);
	const ShellWay way(RelativePose{Mat3::Identity(), n * 0.03}, RelativePose{Mat3::Identity(), n * 0.01 + u * 0.2});
	EXPECT_NEAR(way.Gap(mesh.Nodes()[0], way.PartOf(mesh.Nodes()[0].ball)), 0.01, 1.0e-9);
}

TEST(Shells, ThinHullsAreShellsAndThickRingsAreNot)
{
	const auto boat = BoatMesh(0.025);
	EXPECT_TRUE(MakeRigidShape(boat, SolidMassProperties(boat->positions, boat->triangles, 600.0), {})->isShell);
	const auto ring = std::make_shared<SurfaceMesh>(*FractureToolkit::MakeTorus({}));
	EXPECT_FALSE(MakeRigidShape(ring, SolidMassProperties(ring->positions, ring->triangles, 600.0), {})->isShell);
}

// T54 [Bao07] figure 3: gunwale on gunwale, edges of which no point comes near the other first. No gravity, nothing
// else: momentum stays, energy never grows, nothing crosses.
TEST(Shells, TwoThinBoatsHitEdgeOnEdgeAtLargeSteps)
{
	for (const double speed : {1.0, 10.0, 100.0})
	{
		for (const double rate : {24.0, 120.0})
		{
			World world = WeightlessWorld();
			Shells boats(BoatMesh(0.025));
			const Quat flipped = RotationFromVector({0.0, kPi, 0.3});
			boats.Add(world, {{0.0, 0.0, 0.0}, {}}, {0.0, 0.0, speed}, {0.5, 0.2, 0.0});
			boats.Add(world, {{0.02, 0.03, 0.5}, flipped}, {0.0, 0.0, -speed}, {0.0, 0.3, 0.4});
			const WorldMomentum before = world.Momentum();
			double energy = world.Energy().kinetic;
			const double start = energy;
			for (int32_t step = 0; step < 40; ++step)
			{
				world.Step(1.0 / rate, SerialRunner());
				ASSERT_EQ(boats.Crossings(world), 0) << speed << " m/s at " << rate << " Hz, step " << step;
				ASSERT_LE(world.Energy().kinetic, energy * (1.0 + 1.0e-12));
				energy = world.Energy().kinetic;
			}
			EXPECT_LT(energy, 0.9 * start) << "they must have met";
			const double scale =
				2.0 * speed * SolidMassProperties(boats.mesh->positions, boats.mesh->triangles, 1000.0).mass;
			EXPECT_LT(Length(world.Momentum().linear - before.linear), 1.0e-9 * scale);
			EXPECT_LT(Length(world.Momentum().angular - before.angular), 1.0e-9 * scale);
		}
	}
}

// [Bao07] section 3: no step is too large for thin walls. Shards, open and bent, against a bowl of 1 mm.
TEST(Shells, ShardsAt100MetresASecondDoNotPassAWallOf1Millimetre)
{
	const auto wall = std::make_shared<SurfaceMesh>(
		*FractureToolkit::MakeBowl({.diameter = 0.4, .height = 0.1, .thickness = 0.001, .edge = 0.03}));
	const auto shard = std::make_shared<SurfaceMesh>(
		*FractureToolkit::MakeBowl({.diameter = 0.03, .height = 0.006, .thickness = 0.0003, .edge = 0.004}));
	const MassProperties shardMass = SolidMassProperties(shard->positions, shard->triangles, 1000.0);
	const ShellMesh wallShell(*wall, {});
	const ShellMesh shardShell(*shard, shardMass.centre);
	ShellNoise noise;
	for (int32_t trial = 0; trial < FractureTests::Thinned(8, 2); ++trial)
	{
		World world = WeightlessWorld();
		BodyDefinition fixed = Rigid(wall, {});
		fixed.kind = BodyKind::Static;
		ASSERT_TRUE(world.Add(fixed));
		BodyDefinition flying = Rigid(shard, {0.1 * noise.Next(), 0.1 * noise.Next(), 0.55 + 0.4 * noise.Next()});
		flying.pose.orientation = Normalised(RotationFromVector(noise.NextVec() * 3.0));
		flying.motion.velocity = {0.0, 0.0, -100.0};
		flying.motion.angularVelocity = noise.NextVec() * 30.0;
		const BodyId id = *world.Add(flying);
		for (int32_t step = 0; step < 4; ++step)
		{
			world.Step(1.0 / 60.0, SerialRunner());
			const Pose pose = world.Find(id)->pose;
			const Mat3 rotation = ToMatrix(pose.orientation);
			ASSERT_FALSE(DoCross(wallShell, shardShell, {rotation, pose.position + rotation * shardMass.centre}))
				<< trial << " in step " << step;
			ASSERT_GT(pose.position.z, -0.01) << trial << " in step " << step;
		}
	}
}

// T58 in small: triangles of boats that fall on each other and lie in a heap never cross; and they come to rest, which
// they do not while each stops as a whole at its first hit in a step.
TEST(Shells, AHeapOfBoatsHasNoCrossings)
{
	World world = std::move(*World::Create({}));
	ASSERT_TRUE(world.Add(Floor()));
	Shells boats(BoatMesh(0.025));
	ShellNoise noise;
	for (int32_t i = 0; i < FractureTests::Thinned(8, 3); ++i)
	{
		const Vec3 place = {0.05 * noise.Next(), 0.05 * noise.Next(), 0.25 + 0.25 * i};
		// One after the other: in a call compilers choose the order.
		const Vec3 spin = noise.NextVec() * 3.0;
		const Quat turn = Normalised(RotationFromVector(noise.NextVec() * 3.0));
		boats.Add(world, {place, turn}, {}, spin);
	}
	ASSERT_EQ(boats.Crossings(world), 0) << "before they move";
	for (int32_t step = 0; step < 180; ++step)
	{
		world.Step(1.0 / 60.0, SerialRunner());
		ASSERT_EQ(boats.Crossings(world), 0) << step;
	}
	double fastest = 0.0;
	for (const BodyId id : boats.ids)
	{
		fastest = std::max(fastest, Length(world.Find(id)->motion.velocity));
		EXPECT_GT(world.Find(id)->pose.position.z, -0.05);
		EXPECT_LT(world.Find(id)->pose.position.z, 0.6) << "it hangs in the air";
	}
	EXPECT_LT(fastest, 0.5) << "the heap has come to rest, nearly";
}
