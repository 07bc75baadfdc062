// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Sweep.h"

#include "Rigid/ConvexContact.h"
#include "Rigid/ShellContact.h"
#include "Rigid/ShellSweep.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr int32_t kMostAdvances = 48;
constexpr double kMostTurnParts = 256.0;

// Of the thinner body: what two bodies in contact may move between two looks at them.
constexpr double kLookShare = 0.5;
constexpr int32_t kMostLooks = 256;

// Of the thinner body: by how much one of two in contact may fall short of the way that their contacts count on.
constexpr double kShortShare = 0.1;

/// What is known of a flying body at one moment.
struct Flyer
{
	Vec3 x;
	Vec3 v;
	Vec3 w;
	double radius = 0.0;
	double turning = 0.0; // m/s, of any of its points, however it tumbles
	double bend = 0.0;    // rad/s^2 by which w changes at most
};

/// How much closer two bodies come in t s, at most: speed t + bend t^2 / 2.
struct ClosingLaw
{
	double speed = 0.0; // m/s
	double bend = 0.0;  // m/s^2

	/// s until that is `room` m. What moves apart first may come back, so the later root counts.
	double TimeFor(double room) const
	{
		if (!(bend > 0.0))
		{
			return speed > 0.0 ? room / speed : HUGE_VAL;
		}
		const double root = std::sqrt(speed * speed + 2.0 * bend * room);
		return speed > 0.0 ? 2.0 * room / (speed + root) : (root - speed) / bend;
	}
};

/// w changes by w' = I^-1 (L x w) at most, in free flight.
double MostBend(const RigidBody& body)
{
	if (!body.IsDynamic())
	{
		return 0.0;
	}
	if (body.zone != nullptr)
	{
		return body.zone->most * body.zone->most;
	}
	const double spin = Length(body.inertia * (Transposed(body.rotation) * body.w));
	const double most = body.mostInverseInertia;
	return most * spin * most * spin;
}

/// In the world's axes, along one of them if the distance is along it.
ClosingLaw LawInWorld(const Flyer& a, const Flyer& b, const PairDistance& distance)
{
	const Vec3 relative = b.v - a.v;
	if (!distance.isDirected)
	{
		return {Length(relative) + a.turning + b.turning, 0.0};
	}
	const Vec3& n = distance.axis;
	return {Length(Cross(n, a.w)) * a.radius + Length(Cross(n, b.w)) * b.radius - Dot(relative, n),
		a.bend * a.radius + b.bend * b.radius};
}

/// In axes that turn with A, in which what moves along with it hardly moves: pieces that have just come apart. Points
/// of B move at u + wR x r there, u = vB - vA - wA x (xB - xA) and wR = wB - wA. The bend is what that may change by:
/// both by the turning of the axes, u by the way of B too, w as bodies tumble.
ClosingLaw LawTurningWith(const Flyer& a, const Flyer& b, const PairDistance& distance, double axisSign, double time)
{
	const Vec3 apart = b.x - a.x;
	const Vec3 relative = b.v - a.v;
	const Vec3 u = relative - Cross(a.w, apart);
	const Vec3 turn = b.w - a.w;
	const double wA = Length(a.w) + a.bend * time;
	const double reach = Length(apart) + Length(relative) * time;
	ClosingLaw law;
	law.bend = wA * Length(relative) + a.bend * reach + (a.bend + b.bend) * b.radius;
	if (!distance.isDirected)
	{
		law.speed = Length(u) + Length(turn) * b.radius;
		return law;
	}
	const Vec3 n = distance.axis * axisSign;
	law.speed = Length(Cross(n, turn)) * b.radius - Dot(u, n);
	law.bend += wA * (Length(u) + law.bend * time + (Length(turn) + (a.bend + b.bend) * time) * b.radius);
	return law;
}

/// s for which two bodies certainly stay apart, of the next `time` s.
double SafeTime(const Flyer& a, const Flyer& b, const PairDistance& distance, double room, double time)
{
	const Vec3 relative = b.v - a.v;
	const double along = distance.isDirected ? -Dot(relative, distance.axis) : Length(relative);
	double safe = ClosingLaw{along + a.turning + b.turning, 0.0}.TimeFor(room);
	if (safe < time)
	{
		safe = std::max(safe, LawInWorld(a, b, distance).TimeFor(room));
	}
	if (safe < time)
	{
		safe = std::max(safe, LawTurningWith(a, b, distance, 1.0, time).TimeFor(room));
	}
	if (safe < time)
	{
		safe = std::max(safe, LawTurningWith(b, a, distance, -1.0, time).TimeFor(room));
	}
	return safe;
}

/// s until a centre that is at `offset` and moves at `velocity` comes within `reach` of the origin; 0 if it is there.
double SphereTime(const Vec3& offset, const Vec3& velocity, double reach)
{
	const double room = LengthSquared(offset) - reach * reach;
	// Who has come that near by rounding is there: it would come no nearer.
	if (room <= 1.0e-9 * reach * reach)
	{
		return 0.0;
	}
	const double closing = -Dot(offset, velocity);
	const double square = closing * closing - LengthSquared(velocity) * room;
	return closing > 0.0 && square >= 0.0 ? room / (closing + std::sqrt(square)) : HUGE_VAL;
}

/// When two shells come within `target` m of each other, or a negative number: on straight ways of their corners, in
/// parts of the time in which they turn little.
double FirstShellHit(const FlightPath& a, const FlightPath& b, double time, double target)
{
	const double turn = time * (Length(a.body->w) + Length(b.body->w));
	const auto parts = static_cast<int32_t>(std::clamp(std::ceil(turn / kMostTurn), 1.0, kMostTurnParts));
	FlightCursor cursorA(a);
	FlightCursor cursorB(b);
	PlacedShape placeA = cursorA.At(0.0);
	PlacedShape placeB = cursorB.At(0.0);
	for (int32_t i = 0; i < parts; ++i)
	{
		const PlacedShape nextA = cursorA.At(time * (i + 1) / parts);
		const PlacedShape nextB = cursorB.At(time * (i + 1) / parts);
		const RelativePose from = PoseInFrameOf(placeA, placeB);
		const RelativePose to = PoseInFrameOf(nextA, nextB);
		if (!StayBesides(placeA, placeB, from, to, target))
		{
			const FeatureHit hit = SweepShells(*a.body->shape->shell, *b.body->shape->shell, from, to, target);
			if (hit.isHit)
			{
				return time * (i + hit.share) / parts;
			}
		}
		placeA = nextA;
		placeB = nextB;
	}
	return -1.0;
}
} // namespace

PlacedShape FlightCursor::At(double time)
{
	const RigidBody& body = *m_path.body;
	const double flown = std::min(time, m_path.limit);
	PlacedShape place = body.Place();
	place.x = m_path.CentreAt(time);
	if (!(LengthSquared(body.w) > 0.0) || !(flown > 0.0))
	{
		return place;
	}
	const FreeTurn turn = m_turn.At(flown);
	m_spin = turn.w;
	place.rotation = ToMatrix(turn.q);
	return place;
}

double ClosingBound(const RigidBody& a, const RigidBody& b, double time)
{
	return time * (Length(b.v - a.v) + TurningBound(a) + TurningBound(b));
}

double ClosingBoundNear(const RigidBody& a, const RigidBody& b, double time)
{
	const auto mostSpeed = [&](const RigidBody& body)
	{
		const RigidShape& shape = *body.shape;
		double squared = 0.0;
		for (int32_t i = 0; i < 8; ++i)
		{
			const Vec3 corner = {(i & 1) != 0 ? shape.low.x : shape.high.x,
				(i & 2) != 0 ? shape.low.y : shape.high.y,
				(i & 4) != 0 ? shape.low.z : shape.high.z};
			const Vec3 point = body.x + body.rotation * corner;
			squared = std::max(squared, LengthSquared(b.VelocityAt(point - b.x) - a.VelocityAt(point - a.x)));
		}
		return std::sqrt(squared);
	};
	const double turn = Length(a.w) + Length(b.w);
	const double bend = turn * (turn * (a.shape->radius + b.shape->radius) + Length(b.v - a.v));
	const double near = time * (std::min(mostSpeed(a), mostSpeed(b)) + 0.5 * time * bend);
	return std::min(near, ClosingBound(a, b, time));
}

double TimeOfOverlap(const FlightPath& a, const FlightPath& b, double time)
{
	const double thinner = std::min(a.body->shape->thickness, b.body->shape->thickness);
	const double reach = kLookShare * thinner;
	const FlightPath& stopped = a.limit < b.limit ? a : b;
	const FlightPath& other = a.limit < b.limit ? b : a;
	const double missing = (time - stopped.limit) * (Length(stopped.body->v) + TurningBound(*stopped.body));
	const double together = ClosingBound(*a.body, *b.body, 1.0); // m/s, as long as both fly
	const double alone = Length(other.body->v) + TurningBound(*other.body);
	const auto closingFrom = [&](double now)
	{ return together * std::max(stopped.limit - now, 0.0) + alone * (time - std::max(now, stopped.limit)); };
	const bool isDriven = a.body->IsDriven() || b.body->IsDriven();
	if (closingFrom(0.0) < thinner && missing < kShortShare * thinner && !isDriven)
	{
		return -1.0; // the next step still finds it on this side
	}
	FlightCursor cursorA(a);
	FlightCursor cursorB(b);
	Vec3 axis;
	double apartAt = 0.0;
	double now = 0.0;
	for (int32_t look = 0; look <= kMostLooks; ++look)
	{
		const double left = closingFrom(now);
		const PlacedShape placeA = cursorA.At(now);
		const PlacedShape placeB = cursorB.At(now);
		const double distance = BoundDistance(placeA, placeB, std::max(left, reach), axis).distance;
		if (distance <= 0.0)
		{
			// What overlaps to begin with is the contacts' business. It can only not be driven in farther.
			if (look > 0)
			{
				return apartAt;
			}
			return isDriven ? stopped.limit : -1.0;
		}
		if (now >= time || distance > left)
		{
			return -1.0;
		}
		apartAt = now;
		const bool areBothFlying = now < stopped.limit;
		const double speed = areBothFlying ? together : alone;
		const double next = speed > 0.0 ? now + std::max(reach, distance) / speed : time;
		now = std::min(next, areBothFlying ? stopped.limit : time);
	}
	return apartAt;
}

double TimeOfImpact(const FlightPath& a, const FlightPath& b, double time, double target, Vec3& axis)
{
	if (MeetAsShells(*a.body->shape, *b.body->shape))
	{
		return FirstShellHit(a, b, time, target);
	}
	FlightCursor cursorA(a);
	FlightCursor cursorB(b);
	const auto flyerOf = [](const FlightPath& path) {
		return Flyer{{}, path.v, {}, path.body->shape->radius, TurningBound(*path.body), MostBend(*path.body)};
	};
	Flyer flyerA = flyerOf(a);
	Flyer flyerB = flyerOf(b);
	double now = 0.0;
	for (int32_t step = 0; step < kMostAdvances; ++step)
	{
		// Until one of them stops, speeds stay as they are.
		double until = time;
		for (const auto& [path, flyer] : {std::pair{&a, &flyerA}, std::pair{&b, &flyerB}})
		{
			if (now < path->limit)
			{
				until = std::min(until, path->limit);
			}
			else
			{
				*flyer = {{}, {}, {}, flyer->radius, 0.0, 0.0};
			}
		}
		// As long as their spheres are apart, how they turn does not matter.
		const double free =
			SphereTime(b.CentreAt(now) - a.CentreAt(now), flyerB.v - flyerA.v, flyerA.radius + flyerB.radius + target);
		if (now + free >= until && until >= time)
		{
			return -1.0;
		}
		if (free > 0.0)
		{
			now = std::min(now + free, until);
			continue;
		}
		const double bound = Length(flyerB.v - flyerA.v) + flyerA.turning + flyerB.turning;
		const double range = bound * (time - now) + target;
		const PlacedShape placeA = cursorA.At(now);
		const PlacedShape placeB = cursorB.At(now);
		flyerA.x = placeA.x;
		flyerB.x = placeB.x;
		flyerA.w = now < a.limit ? cursorA.Spin() : Vec3{};
		flyerB.w = now < b.limit ? cursorB.Spin() : Vec3{};
		const PairDistance distance = BoundDistance(placeA, placeB, range, axis);
		const double room = distance.distance - target;
		if (room <= 0.05 * target)
		{
			return now;
		}
		double next = now + SafeTime(flyerA, flyerB, distance, room, until - now);
		if (next >= until)
		{
			if (until >= time)
			{
				return -1.0;
			}
			next = until;
		}
		now = next;
	}
	return now;
}
} // namespace FractureCore
