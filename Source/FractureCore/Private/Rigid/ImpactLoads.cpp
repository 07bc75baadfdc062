// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ImpactLoads.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace FractureCore
{
namespace
{
/// Radius of curvature where a normal (world) leaves a body: a large flat face has none, everything else counts as a
/// ball of its volume. Hertz's duration goes with its power -1/5, so that the order of magnitude is enough.
double ContactRadius(const RigidBody& body, const Vec3& outward)
{
	const RigidShape& shape = *body.shape;
	if (shape.IsConvex())
	{
		const Vec3 local = Transposed(body.rotation) * outward;
		const ConvexPart& hull = shape.parts.front();
		const ConvexFace& face = hull.faces[hull.FaceAlong(local)];
		if (Dot(face.normal, local) > 0.9999)
		{
			Vec3 area;
			const Vec3& first = hull.vertices[hull.corners[face.begin]];
			for (int32_t i = face.begin + 1; i + 1 < face.end; ++i)
			{
				area += Cross(hull.vertices[hull.corners[i]] - first, hull.vertices[hull.corners[i + 1]] - first);
			}
			if (0.5 * Length(area) > 0.1 * shape.radius * shape.radius)
			{
				return HUGE_VAL;
			}
		}
	}
	return shape.curvature;
}

void AddLoad(BodyImpact& impact, const ContactRow& row, int32_t index, const World::Data& world)
{
	const RigidBody& a = world.bodies[row.a];
	const RigidBody& b = world.bodies[row.b];
	const RigidBody& body = world.bodies[impact.body];
	const bool isA = row.a == impact.body;
	const ContactPoint& contact = world.pairs[row.pair].points[row.point];
	// From halfway between the surfaces to the body's own.
	const Vec3 onBody = contact.point + contact.normal * (contact.gap * (isA ? -0.5 : 0.5));
	const Vec3 impulse = isA ? -RowImpulse(row) : RowImpulse(row);
	ContactImpulse load;
	load.point = body.ToLocalPoint(onBody) + body.shape->mass.centre;
	load.impulse = Transposed(body.rotation) * impulse;
	if (row.approach < 0.0)
	{
		load.pulse = PulseOfBlow(a, b, row.normal, {-row.approach, row.normalMass, row.restitution});
		impact.closingEnergy -= 0.5 * row.approach * row.normalImpulse / (1.0 + row.restitution);
	}
	const double force = load.pulse.peakRate * Length(impulse);
	if (impact.loads.empty() || force > impact.peakForce)
	{
		impact.peakForce = force;
		impact.strongest = impact.loads.size();
		impact.closingSpeed = -row.approach;
		impact.restitution = row.restitution;
	}
	impact.loads.push_back(load);
	impact.rows.push_back(index);
}
} // namespace

ContactPulse PulseOfBlow(const RigidBody& a, const RigidBody& b, const Vec3& normal, const BlowSize& blow)
{
	Collision collision;
	collision.closingSpeed = blow.closingSpeed;
	collision.effectiveMass = blow.effectiveMass;
	collision.restitution = blow.restitution;
	collision.youngModulus[0] = a.youngModulus;
	collision.youngModulus[1] = b.youngModulus;
	collision.poissonRatio[0] = a.poissonRatio;
	collision.poissonRatio[1] = b.poissonRatio;
	collision.radius[0] = ContactRadius(a, normal);
	collision.radius[1] = ContactRadius(b, -normal);
	if (std::isinf(collision.radius[0]) && std::isinf(collision.radius[1]))
	{
		collision.radius[0] = a.shape->curvature;
		collision.radius[1] = b.shape->curvature;
	}
	const Result<ContactPulse> pulse = EstimateCollisionPulse(collision);
	return pulse ? *pulse : ContactPulse{};
}

bool IsSameBlow(const RigidBody& piece, const RigidBody& other, double time, double step)
{
	if (piece.bornOf.empty() || !IsBlowLasting(time - piece.bornTime, step))
	{
		return false;
	}
	const auto isFrom = [&](BodyId id)
	{ return id != kNoIndex && std::find(piece.bornOf.begin(), piece.bornOf.end(), id) != piece.bornOf.end(); };
	return isFrom(other.id) || isFrom(other.parent);
}

std::vector<int32_t> FindTornOff(std::span<const ContactRow> rows, const World::Data& world, double step)
{
	std::map<int32_t, BodyImpact> impacts;
	std::map<int32_t, HeldLoad> loads;
	for (size_t i = 0; i < rows.size(); ++i)
	{
		for (const int32_t body : {rows[i].a, rows[i].b})
		{
			const RigidBody& piece = world.bodies[body];
			const RigidBody& other = world.bodies[body == rows[i].a ? rows[i].b : rows[i].a];
			if (rows[i].normalImpulse > 0.0 && piece.IsHeldPiece() &&
				(!piece.MayBreak() || IsSameBlow(piece, other, world.time, step)))
			{
				BodyImpact& impact = impacts[body];
				impact.body = body;
				AddLoad(impact, rows[i], static_cast<int32_t>(i), world);
				loads[body].peakForce = impact.peakForce;
				loads[body].mass = piece.mass;
				loads[body].impulse += body == rows[i].a ? -RowImpulse(rows[i]) : RowImpulse(rows[i]);
			}
		}
	}
	std::vector<int32_t> torn;
	for (const auto& [body, load] : loads)
	{
		if (TearsOff(load, world.bodies[body].harmlessForce, step))
		{
			torn.push_back(body);
		}
	}
	return torn;
}

std::vector<BodyImpact> GatherImpacts(std::span<const ContactRow> rows, const World::Data& world, double step)
{
	std::vector<int32_t> impactOf(world.bodies.size(), kNoIndex);
	std::vector<BodyImpact> impacts;
	for (size_t i = 0; i < rows.size(); ++i)
	{
		if (!(rows[i].normalImpulse > 0.0))
		{
			continue;
		}
		for (const int32_t body : {rows[i].a, rows[i].b})
		{
			const RigidBody& other = world.bodies[body == rows[i].a ? rows[i].b : rows[i].a];
			if (!world.bodies[body].MayBreak() || world.bodies[body].kind == BodyKind::Kinematic ||
				IsSameBlow(world.bodies[body], other, world.time, step))
			{
				continue;
			}
			if (impactOf[body] == kNoIndex)
			{
				impactOf[body] = static_cast<int32_t>(impacts.size());
				impacts.emplace_back().body = body;
			}
			AddLoad(impacts[impactOf[body]], rows[i], static_cast<int32_t>(i), world);
		}
	}
	for (BodyImpact& impact : impacts)
	{
		// What only passes a blow on, such as the ground under a body that is hit, does so as long as the blow lasts.
		const ContactPulse& pulse = impact.loads[impact.strongest].pulse;
		for (ContactImpulse& load : impact.loads)
		{
			load.pulse = load.pulse.duration > 0.0 ? load.pulse : pulse;
			impact.totalForce += load.pulse.peakRate * Length(load.impulse);
		}
	}
	std::stable_sort(impacts.begin(),
		impacts.end(),
		[](const BodyImpact& p, const BodyImpact& q) { return p.peakForce > q.peakForce; });
	return impacts;
}
} // namespace FractureCore
