// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Random.h"
#include "FractureCore/World.h"
#include "Rigid/ContactPair.h"
#include "Rigid/RigidShape.h"
#include "Support/RigidScenes.h"
#include "Support/Sanitized.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
/// Bodies without gravity that must never be in each other.
class Flyers
{
public:
	Flyers() : m_world(std::move(*World::Create(Weightless()))) {}

	void Add(std::shared_ptr<const SurfaceMesh> mesh,
		const Pose& pose,
		const Vec3& velocity,
		const Vec3& spin,
		double density = 2500.0)
	{
		BodyDefinition body = Rigid(mesh, pose.position, 0.5, 0.1);
		body.pose = pose;
		body.motion = {velocity, spin};
		body.material.density = density;
		m_ids.push_back(*m_world.Add(body));
		const MassProperties mass = SolidMassProperties(mesh->positions, mesh->triangles, density);
		m_shapes.push_back(MakeRigidShape(mesh, mass, {}));
		m_momentum += mass.mass * Length(velocity);
	}

	/// A step at a time: nothing is in anything, momentum stays, energy does not grow.
	void Fly(int32_t steps, double rate)
	{
		const WorldMomentum before = m_world.Momentum();
		double energy = m_world.Energy().kinetic;
		for (int32_t step = 0; step < steps; ++step)
		{
			std::vector<PlacedShape> from;
			for (size_t i = 0; i < m_ids.size(); ++i)
			{
				from.push_back(Place(i));
			}
			m_world.Step(1.0 / rate, SerialRunner());
			for (size_t i = 0; i < m_ids.size(); ++i)
			{
				for (size_t k = i + 1; k < m_ids.size(); ++k)
				{
					ASSERT_FALSE(AreInEachOther(i, k)) << i << " and " << k << ", step " << step;
				}
				ASSERT_FALSE(i > 0 && HasPassed(from[0], from[i], i)) << i << " has passed, step " << step;
			}
			const WorldMomentum now = m_world.Momentum();
			ASSERT_LT(Length(now.linear - before.linear), 1.0e-9 * m_momentum) << "step " << step;
			ASSERT_LT(Length(now.angular - before.angular), 1.0e-9 * m_momentum) << "step " << step;
			ASSERT_LE(m_world.Energy().kinetic, energy * (1.0 + 1.0e-9)) << "step " << step;
			energy = m_world.Energy().kinetic;
		}
	}

private:
	static WorldSettings Weightless()
	{
		WorldSettings settings;
		settings.gravity = {};
		return settings;
	}

	PlacedShape Place(size_t i) const
	{
		const Pose& pose = m_world.Find(m_ids[i])->pose;
		const Mat3 rotation = ToMatrix(pose.orientation);
		return {m_shapes[i].get(), pose.position + rotation * m_shapes[i]->mass.centre, rotation};
	}

	bool AreInEachOther(size_t i, size_t k) const
	{
		const PlacedShape a = Place(i);
		const PlacedShape b = Place(k);
		Vec3 axis;
		return !(BoundDistance(a, b, 1.0, axis).distance > 0.0);
	}

	/// Whether a body is behind the first one, which is flat, and did not fly round it.
	bool HasPassed(const PlacedShape& paneBefore, const PlacedShape& before, size_t i) const
	{
		const Vec3 from = paneBefore.ToLocalPoint(before.x);
		const Vec3 to = Place(0).ToLocalPoint(Place(i).x);
		const auto isWithin = [&](const Vec3& p)
		{ return std::max(std::abs(p.x), std::abs(p.y)) < 0.5 * paneBefore.shape->high.x; };
		return (from.z < 0.0) != (to.z < 0.0) && isWithin(from) && isWithin(to);
	}

	World m_world;
	std::vector<BodyId> m_ids;
	std::vector<std::shared_ptr<RigidShape>> m_shapes;
	double m_momentum = 0.0; // kg m/s, of all that flies
};

Vec3 NextDirection(uint64_t seed, uint64_t index)
{
	return {2.0 * RandomUnit(seed, index) - 1.0,
		2.0 * RandomUnit(seed, index + 1) - 1.0,
		2.0 * RandomUnit(seed, index + 2) - 1.0};
}

/// A shard of 30 x 20 x 1 mm comes from below at 100 m/s; where it is at the end of a step is different each time.
void AddShard(Flyers& flyers, uint64_t seed, double way, double spin)
{
	const Vec3 aside = NextDirection(seed, 0) * 0.1;
	const Quat turned = Normalised(RotationFromVector(NextDirection(seed, 3) * 3.0));
	const Vec3 velocity = Vec3{0.0, 0.0, 100.0} + NextDirection(seed, 6) * 5.0;
	flyers.Add(BoxMesh({0.03, 0.02, 0.001}),
		{{aside.x, aside.y, -0.02 - way}, turned},
		velocity,
		NextDirection(seed, 9) * spin);
}
} // namespace

// Hit at a corner, a shard turns on at thousands of radians a second, for what is left of the step: through the pane,
// if it is not where the look at that flight saw it.
TEST(World, SpinningShardsDoNotPassAFreePaneOf1Millimetre)
{
	const auto pane = BoxMesh({0.6, 0.6, 0.001});
	for (const double rate : {30.0, 60.0, 120.0, 240.0})
	{
		for (const double spin : {0.0, 100.0, 300.0, 1'000.0, 3'000.0})
		{
			const int32_t phases = Thinned(30, 6);
			for (int32_t i = 0; i < phases; ++i)
			{
				SCOPED_TRACE(testing::Message() << rate << " Hz, " << spin << " rad/s, phase " << i);
				Flyers flyers;
				flyers.Add(pane, {}, {}, {});
				AddShard(flyers, i, 100.0 / rate * (0.2 + 1.6 * i / phases), spin);
				flyers.Fly(5, rate);
				if (HasFatalFailure())
				{
					return;
				}
			}
		}
	}
}

// Who gets stuck goes on as one, and turns so: each by itself, plates that lie on each other would turn into each
// other.
TEST(World, PlatesThatFlyIntoEachOtherAreNeverInEachOther)
{
	const auto plate = BoxMesh({0.3, 0.3, 0.001});
	for (const double rate : {30.0, 60.0, 120.0})
	{
		for (uint64_t i = 0; i < static_cast<uint64_t>(Thinned(30, 6)); ++i)
		{
			SCOPED_TRACE(testing::Message() << rate << " Hz, plates " << i);
			Flyers flyers;
			const auto turned = [&](uint64_t k) { return Normalised(RotationFromVector(NextDirection(i, k) * 0.5)); };
			flyers.Add(plate, {{}, turned(0)}, {}, NextDirection(i, 3) * 30.0);
			const Vec3 at = NextDirection(i, 6) * 0.05 - Vec3{0.0, 0.0, 0.45};
			flyers.Add(plate, {at, turned(9)}, {0.0, 0.0, 60.0}, NextDirection(i, 12) * 30.0);
			flyers.Fly(6, rate);
			if (HasFatalFailure())
			{
				return;
			}
		}
	}
}

// Those behind hit those before them again and again: who touches another flies on with it to the next hit.
TEST(World, ShardsInARowAreNeverInEachOtherNorInThePane)
{
	const auto pane = BoxMesh({0.6, 0.6, 0.001});
	const auto shard = BoxMesh({0.03, 0.02, 0.001});
	for (const double rate : {30.0, 60.0, 120.0})
	{
		for (uint64_t i = 0; i < static_cast<uint64_t>(Thinned(30, 6)); ++i)
		{
			SCOPED_TRACE(testing::Message() << rate << " Hz, row " << i);
			Flyers flyers;
			flyers.Add(pane, {}, {}, {});
			for (uint64_t k = 0; k < 3; ++k)
			{
				const double way = 0.05 * (k + 1.0) + 100.0 / rate * RandomUnit(i, 99);
				const Vec3 aside = NextDirection(i, 10 * k) * 0.002;
				flyers.Add(shard,
					{{aside.x, aside.y, -way}, Normalised(RotationFromVector(NextDirection(i, 10 * k + 3) * 3.0))},
					{0.0, 0.0, 100.0 + 5.0 * k},
					NextDirection(i, 10 * k + 6) * 200.0);
			}
			flyers.Fly(6, rate);
			if (HasFatalFailure())
			{
				return;
			}
		}
	}
}
