// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A driven body is where it is told to be at the end of each step, whatever is in its way: the others give way.
#include "Rigid/Driven.h"

#include "Rigid/BroadPhase.h"
#include "Rigid/Collide.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/ShellWalk.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
/// How long something driven takes another body along if it has `mover` go with it for its last `time` s: no point of
/// that is faster than `most`, so they do not meet before. 0: the mover passes it by.
double TimeToTake(const RigidBody& drive, const RigidBody& mover, const RigidBody& other, double time)
{
	const double turning = Length(drive.w);
	const double skin = PairSkin(mover, other);
	const Vec3 velocity = drive.VelocityAt(mover.x - drive.x);
	const double most = Length(velocity) + turning * mover.shape->radius;
	const Box start = SweptBox(mover, 0.0, skin + turning * mover.shape->radius * time);
	const Box end = {start.low + velocity * time, start.high + velocity * time};
	if (!DoMeet(BoxAround(start, end), SweptBox(other, 0.0, 0.0)))
	{
		return 0.0;
	}
	MakeReady(*mover.shape, *other.shape);
	Vec3 axis;
	const double range = most * time + skin;
	const PairDistance cover = CoverDistance(mover.Place(), other.Place(), range, axis);
	if (cover.distance > 0.0 && turning == 0.0 && Dot(velocity, cover.axis) <= 0.0)
	{
		return 0.0; // what it leaves behind, or slides along
	}
	const double distance = BoundDistance(mover.Place(), other.Place(), range, axis).distance;
	return std::max(time - std::max(distance - skin, 0.0) / most, 0.0);
}

/// s for which each body goes with something driven that has `time` s left, 1 a body. Who is taken takes others in
/// turn; the longest first, so that each is final when its turn comes.
std::vector<double> TimesToTake(const World::Data& world, int32_t driver, double time)
{
	const std::vector<RigidBody>& bodies = world.bodies;
	std::vector<double> times(bodies.size(), 0.0);
	std::vector<uint8_t> isFinal(bodies.size(), 0);
	times[driver] = time;
	for (int32_t mover = driver; mover != kNoIndex;)
	{
		isFinal[mover] = 1;
		int32_t next = kNoIndex;
		for (int32_t i = 0; i < static_cast<int32_t>(bodies.size()); ++i)
		{
			if (isFinal[i] != 0 || bodies[i].isGone || !bodies[i].IsDynamic())
			{
				continue;
			}
			if (times[i] < times[mover])
			{
				times[i] = std::max(times[i], TimeToTake(bodies[driver], bodies[mover], bodies[i], times[mover]));
			}
			next = times[i] > 0.0 && (next == kNoIndex || times[i] > times[next]) ? i : next;
		}
		mover = next;
	}
	return times;
}
} // namespace

bool WakeBeforeDriven(World::Data& world, std::span<const Flight> flights)
{
	std::vector<uint8_t> isShoved(world.bodies.size(), 0);
	bool hasWoken = false;
	bool isAny = true;
	while (isAny)
	{
		isAny = false;
		for (size_t i = 0; i < flights.size(); ++i)
		{
			const ContactPair& pair = world.pairs[i];
			for (const auto& [body, other] : {std::pair{pair.a, pair.b}, std::pair{pair.b, pair.a}})
			{
				const bool isHit = world.bodies[other].IsDriven() && flights[i].hit >= 0.0;
				if (isShoved[body] != 0 || !world.bodies[body].IsDynamic() || (!isHit && isShoved[other] == 0))
				{
					continue;
				}
				isShoved[body] = 1;
				isAny = true;
				if (world.bodies[body].isAsleep)
				{
					world.Wake(world.bodies[body]);
					hasWoken = true;
				}
			}
		}
	}
	return hasWoken;
}

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
			body.Refresh();
			body.clock = 0.0;
			world.ForgetFeatures(met);
		}
	}
}

void DriveOn(World::Data& world, std::span<const double> time)
{
	std::vector<RigidBody>& bodies = world.bodies;
	for (size_t driver = 0; driver < time.size(); ++driver)
	{
		if (!(time[driver] > 0.0))
		{
			continue;
		}
		const std::vector<double> times = TimesToTake(world, static_cast<int32_t>(driver), time[driver]);
		RigidBody& drive = bodies[driver];
		const RigidBody from = drive;
		Fly(drive, time[driver]);
		for (size_t i = 0; i < bodies.size(); ++i)
		{
			RigidBody& body = bodies[i];
			if (i == driver || !(times[i] > 0.0))
			{
				continue;
			}
			if (body.isAsleep)
			{
				world.Wake(body);
			}
			const Vec3 velocity = drive.VelocityAt(body.x - from.x);
			const Vec3 along = Normalised(velocity);
			body.v += along * std::max(Dot(along, velocity - body.v), 0.0);
			const Quat turn = drive.q * Conjugate(TurnFreely(from, time[driver] - times[i]).q);
			body.x = drive.x + Rotated(turn, body.x - (drive.x - drive.v * times[i]));
			body.q = Normalised(turn * body.q);
			body.Refresh();
			world.ForgetFeatures(static_cast<int32_t>(i));
		}
		world.ForgetFeatures(static_cast<int32_t>(driver));
	}
}
} // namespace FractureCore
