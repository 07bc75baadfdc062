// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A driven body is where it is told to be at the end of each step, whatever is in its way: the others give way.
#include "Rigid/Driven.h"

#include "Rigid/Collide.h"
#include "Rigid/PairUpdate.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
/// Whether a body that moves by up to `way` m, and its point nearest to the other towards it, would run into that.
bool IsInTheWay(const RigidBody& mover, const RigidBody& other, const Vec3& velocity, double way)
{
	Vec3 axis;
	const PairDistance between = BoundDistance(mover.Place(), other.Place(), way + PairSkin(mover, other), axis);
	return between.distance < way + PairSkin(mover, other) &&
		(between.distance <= 0.0 || !between.isDirected || Dot(between.axis, velocity) > 0.0);
}
} // namespace

void MeetDriven(World::Data& world, std::span<const Flight> flights)
{
	for (size_t i = 0; i < world.pairs.size(); ++i)
	{
		const ContactPair& pair = world.pairs[i];
		for (const auto& [met, driver] : {std::pair{pair.a, pair.b}, std::pair{pair.b, pair.a}})
		{
			RigidBody& body = world.bodies[met];
			const RigidBody& other = world.bodies[driver];
			if (!other.IsDriven() || !body.Yields() || !(body.clock > 0.0))
			{
				continue;
			}
			const double reach = kAtHit * PairSkin(body, other);
			const auto isNear = [&](const ContactPoint& point) { return point.room <= reach; };
			if (flights[i].hit < 0.0 && std::none_of(pair.points.begin(), pair.points.end(), isNear))
			{
				continue;
			}
			const Quat back = other.q * Conjugate(TurnFreely(other, body.clock).q);
			body.x = other.x + Rotated(back, body.x - other.x - other.v * body.clock);
			body.q = Normalised(back * body.q);
			body.v -= world.settings.gravity * body.clock;
			body.Refresh();
			body.clock = 0.0;
		}
	}
}

void DriveOn(World::Data& world, int32_t driver, double time)
{
	std::vector<RigidBody>& bodies = world.bodies;
	RigidBody& drive = bodies[driver];
	std::vector<uint8_t> isTaken(bodies.size(), 0);
	isTaken[driver] = 1;
	std::vector<int32_t> taken = {driver};
	// Who is taken takes others in turn.
	for (size_t k = 0; k < taken.size(); ++k)
	{
		const RigidBody& mover = bodies[taken[k]];
		const Vec3 velocity = drive.VelocityAt(mover.x - drive.x);
		const double way = time * (Length(velocity) + Length(drive.w) * mover.shape->radius);
		for (const ContactPair& pair : world.pairs)
		{
			if (pair.a != taken[k] && pair.b != taken[k])
			{
				continue;
			}
			const int32_t other = pair.a == taken[k] ? pair.b : pair.a;
			if (isTaken[other] == 0 && bodies[other].Yields() && IsInTheWay(mover, bodies[other], velocity, way))
			{
				isTaken[other] = 1;
				taken.push_back(other);
			}
		}
	}
	const Vec3 from = drive.x;
	const Quat turned = drive.q;
	Fly(drive, time);
	const Quat turn = drive.q * Conjugate(turned);
	for (size_t k = 1; k < taken.size(); ++k)
	{
		RigidBody& body = bodies[taken[k]];
		body.x = drive.x + Rotated(turn, body.x - from);
		body.q = Normalised(turn * body.q);
		body.Refresh();
	}
}
} // namespace FractureCore
