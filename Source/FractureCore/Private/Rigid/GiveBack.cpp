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
struct BodyKick
{
	int32_t body = kNoIndex;
	Vec3 dv;
	Vec3 dw;
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
		const RigidBody& body = world.bodies[index];
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
			part.point = body.ToLocalPoint(a.x + row.rA) + body.shape->mass.centre;
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
		part.point = load.point;
		part.impulse = body.rotation * load.impulse;
		const Vec3 r = body.rotation * (load.point - body.shape->mass.centre);
		const double before = body.KineticEnergy();
		body.Push(r, part.impulse);
		part.lost = before - body.KineticEnergy();
		open.parts.push_back(part);
	}
}

double GiveBack(World::Data& world, const OpenEvent& open, double share)
{
	const int32_t index = world.IndexOf(open.body);
	const RigidBody& body = world.bodies[index];
	// The two have drifted apart. One line serves both: through the contact as the body has it, or as the others have
	// it; the wrong one would make a small striker spin. The better one lets more go back.
	std::vector<BodyKick> kicks[2];
	double lost = 0.0;
	for (const BlowPart& part : open.parts)
	{
		const int32_t other = part.other != kNoIndex ? world.IndexOf(part.other) : kNoIndex;
		if (part.other != kNoIndex && (other == kNoIndex || world.bodies[other].isGone))
		{
			continue; // it has nobody to go back to
		}
		const Vec3 onBody = body.ToWorldPoint(part.point - body.shape->mass.centre);
		const bool isHeld = other == kNoIndex || world.bodies[other].inverseMass == 0.0;
		const Vec3 at[2] = {onBody, isHeld ? onBody : world.bodies[other].x + part.fromOther};
		for (size_t k = 0; k < 2; ++k)
		{
			AddKick(kicks[k], body, index, at[k], part.impulse * -share);
			if (other != kNoIndex)
			{
				AddKick(kicks[k], world.bodies[other], other, at[k], part.impulse * share);
			}
		}
		if (other != kNoIndex)
		{
			world.Wake(world.bodies[other]);
		}
		lost += part.lost;
	}
	double change[2] = {0.0, 0.0};
	double given[2] = {0.0, 0.0};
	const double most = std::max(lost - open.result.crackEnergy, 0.0);
	for (size_t k = 0; k < 2; ++k)
	{
		given[k] = ShareWithin(kicks[k], world.bodies, most, change[k]);
	}
	const size_t best = given[1] > given[0] ? 1 : 0;
	for (const BodyKick& kick : kicks[best])
	{
		world.bodies[kick.body].v += kick.dv * given[best];
		world.bodies[kick.body].w += kick.dw * given[best];
	}
	return lost - change[best];
}
} // namespace FractureCore
