// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// An impact whose event takes longer than the step has been taken as a whole by then. Undoing a part of it late is as
// good for momentum as never doing it: each part acts on two bodies at one point. Energy is another matter, because the
// two move differently by then; it is a parabola in the share that goes back, and may not rise above what it was.
#include "Rigid/GiveBack.h"

#include "Rigid/Collide.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// A way that makes something spin must give back so much more to be worth it.
constexpr double kBetterWay = 1.1;

struct BodyKick
{
	int32_t body = kNoIndex;
	Vec3 dv;
	Vec3 dw;
};

/// A way to give back. The two have drifted apart, and for the sake of angular momentum one line has to serve both:
/// through the contact as the body had it, or as the others had it, which makes the other spin; or from the striker's
/// centre to the contact on the body, which makes nothing spin but is not quite the way it came.
struct GivenBack
{
	std::vector<BodyKick> kicks;
	double worth = 0.0;  // N s, along the impulses that were too much
	double share = 0.0;  // of the kicks, that energy allows
	double change = 0.0; // J, that they make
};

void AddKick(std::vector<BodyKick>& kicks, const RigidBody& body, int32_t index, const Vec3& at, const Vec3& impulse)
{
	if (body.inverseMass == 0.0)
	{
		return;
	}
	auto kick = std::find_if(kicks.begin(), kicks.end(), [&](const BodyKick& k) { return k.body == index; });
	if (kick == kicks.end())
	{
		kick = kicks.insert(kicks.end(), {index, {}, {}});
	}
	kick->dv += impulse * body.inverseMass;
	kick->dw += body.inverseInertiaWorld * Cross(at - body.x, impulse);
}

/// Of the kicks, the largest share that raises the energy by no more than `most` J.
double ShareWithin(std::span<const BodyKick> kicks, std::span<const RigidBody> bodies, double most, double& change)
{
	double linear = 0.0;
	double square = 0.0;
	for (const BodyKick& kick : kicks)
	{
		const RigidBody& body = bodies[kick.body];
		const Vec3 dSpin = body.rotation * (body.inertia * (Transposed(body.rotation) * kick.dw));
		linear += body.mass * Dot(body.v, kick.dv) + Dot(body.w, dSpin);
		square += 0.5 * (body.mass * LengthSquared(kick.dv) + Dot(kick.dw, dSpin));
	}
	double share = 1.0;
	if (linear + square > most)
	{
		share = (-linear + std::sqrt(linear * linear + 4.0 * square * most)) / (2.0 * square);
	}
	change = share * (linear + share * square);
	return share;
}
} // namespace

void NoteBlows(World::Data& world, std::span<const ContactRow> rows, const VelocitySnapshot& before)
{
	for (OpenEvent& open : world.openEvents)
	{
		if (open.bornStep != world.steps || !open.parts.empty() || open.impact.isResting)
		{
			continue;
		}
		const int32_t index = world.IndexOf(open.body);
		for (const ContactRow& row : rows)
		{
			if ((row.a != index && row.b != index) || !(row.normalImpulse > 0.0))
			{
				continue;
			}
			const RigidBody& a = world.bodies[row.a];
			const RigidBody& b = world.bodies[row.b];
			const Vec3 impulse = RowImpulse(row);
			const Vec3 after = b.VelocityAt(row.rB) - a.VelocityAt(row.rA);
			const Vec3 first =
				before.v[row.b] + Cross(before.w[row.b], row.rB) - before.v[row.a] - Cross(before.w[row.a], row.rA);
			BlowPart part;
			part.other = row.a == index ? b.id : a.id;
			part.fromBody = row.a == index ? row.rA : row.rB;
			part.fromOther = row.a == index ? row.rB : row.rA;
			part.impulse = row.a == index ? -impulse : impulse;
			part.lost = -0.5 * Dot(impulse, first + after);
			open.parts.push_back(part);
		}
	}
}

void TakeBlow(RigidBody& body, OpenEvent& open)
{
	for (const ContactImpulse& load : open.impact.loads)
	{
		BlowPart part;
		part.impulse = body.rotation * load.impulse;
		part.fromBody = body.rotation * (load.point - body.shape->mass.centre);
		const double before = body.KineticEnergy();
		body.Push(part.fromBody, part.impulse);
		part.lost = before - body.KineticEnergy();
		open.parts.push_back(part);
	}
}

double GiveBack(World::Data& world, const OpenEvent& open, double share)
{
	const int32_t index = world.IndexOf(open.body);
	const RigidBody& body = world.bodies[index];
	GivenBack ways[3];
	double lost = 0.0;
	for (const BlowPart& part : open.parts)
	{
		const int32_t other = part.other != kNoIndex ? world.IndexOf(part.other) : kNoIndex;
		if (part.other != kNoIndex && (other == kNoIndex || world.bodies[other].isGone))
		{
			continue; // it has nobody to go back to
		}
		// In world axes: the angular momentum that the body took has not turned with it.
		const Vec3 onBody = body.x + part.fromBody;
		const bool isHeld = other == kNoIndex || world.bodies[other].inverseMass == 0.0;
		const Vec3 impulse = part.impulse * share;
		Vec3 at[3] = {onBody, onBody, onBody};
		Vec3 along[3] = {impulse, impulse, impulse};
		double worth[3] = {Length(impulse), Length(impulse), Length(impulse)};
		if (!isHeld)
		{
			const RigidBody& striker = world.bodies[other];
			at[1] = striker.x + part.fromOther;
			// Back to where it hit: what it loses aside is the price of having gone astray.
			const Vec3 back = Normalised(onBody - striker.x);
			worth[2] = std::max(Dot(impulse, back), 0.0);
			along[2] = worth[2] > 0.0 ? back * Length(impulse) : Vec3{};
			world.Wake(world.bodies[other]);
		}
		for (size_t k = 0; k < 3; ++k)
		{
			ways[k].worth += worth[k];
			AddKick(ways[k].kicks, body, index, at[k], -along[k]);
			if (other != kNoIndex)
			{
				AddKick(ways[k].kicks, world.bodies[other], other, at[k], along[k]);
			}
		}
		lost += part.lost;
	}
	const double most = std::max(lost - open.result.crackEnergy, 0.0);
	GivenBack* best = &ways[2];
	for (size_t k = 3; k-- > 0;)
	{
		GivenBack& way = ways[k];
		way.share = ShareWithin(way.kicks, world.bodies, most, way.change);
		best = way.share * way.worth > kBetterWay * best->share * best->worth ? &way : best;
	}
	for (const BodyKick& kick : best->kicks)
	{
		world.bodies[kick.body].v += kick.dv * best->share;
		world.bodies[kick.body].w += kick.dw * best->share;
	}
	return lost - best->change;
}
} // namespace FractureCore
