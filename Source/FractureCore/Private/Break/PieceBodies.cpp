// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/PieceBodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
/// I^-1 s, by way of the principal axes: inertia is symmetric and positive.
Vec3 SpinToAngularVelocity(const Mat3& inertia, const Vec3& spin)
{
	const PrincipalInertia principal = ComputePrincipalInertia(inertia);
	Vec3 omega;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		const Vec3 direction = {principal.axes.m[0][axis], principal.axes.m[1][axis], principal.axes.m[2][axis]};
		omega += direction * (Dot(direction, spin) / Component(principal.moments, axis));
	}
	return omega;
}

double KineticEnergyOf(const MassProperties& mass, const BodyMotion& motion)
{
	return 0.5 *
		(mass.mass * LengthSquared(motion.velocity) +
			Dot(motion.angularVelocity, mass.inertia * motion.angularVelocity));
}

void GrowBox(Debris& debris, const Vec3& p)
{
	debris.low = {std::min(debris.low.x, p.x), std::min(debris.low.y, p.y), std::min(debris.low.z, p.z)};
	debris.high = {std::max(debris.high.x, p.x), std::max(debris.high.y, p.y), std::max(debris.high.z, p.z)};
}
} // namespace

BodyMotion MotionAfterImpulses(const MassProperties& mass, const Impact& impact, double fraction)
{
	Vec3 impulse;
	Vec3 spin;
	for (const ContactImpulse& contact : impact.loads.collision)
	{
		impulse += contact.impulse;
		spin += Cross(contact.point - mass.centre, contact.impulse);
	}
	return {impact.motion.velocity + impulse * (fraction / mass.mass),
		impact.motion.angularVelocity + SpinToAngularVelocity(mass.inertia, spin) * fraction};
}

BodyMotion MotionOfPiece(const BodyMotion& body, const Vec3& bodyCentre, const Vec3& pieceCentre)
{
	return {body.velocity + Cross(body.angularVelocity, pieceCentre - bodyCentre), body.angularVelocity};
}

Debris TakeDebris(std::vector<Fragment>& fragments, double smallestVolume, const BodyMotion& body, const Vec3& centre)
{
	Debris debris;
	std::vector<Fragment> kept;
	std::vector<MassProperties> masses;
	kept.reserve(fragments.size());
	for (Fragment& fragment : fragments)
	{
		if (fragment.mass.volume >= smallestVolume)
		{
			kept.push_back(std::move(fragment));
			continue;
		}
		const BodyMotion motion = MotionOfPiece(body, centre, fragment.mass.centre);
		masses.push_back(fragment.mass);
		debris.mass += fragment.mass.mass;
		debris.centre += fragment.mass.centre * fragment.mass.mass;
		debris.momentum += motion.velocity * fragment.mass.mass;
		debris.energy += KineticEnergyOf(fragment.mass, motion);
		debris.spin += fragment.mass.inertia * motion.angularVelocity +
			Cross(fragment.mass.centre - centre, motion.velocity) * fragment.mass.mass;
		if (debris.pieces++ == 0)
		{
			debris.low = debris.high = fragment.surface.positions.front();
		}
		for (const Vec3& p : fragment.surface.positions)
		{
			GrowBox(debris, p);
		}
	}
	fragments = std::move(kept);
	debris.centre = debris.mass > 0.0 ? debris.centre / debris.mass : Vec3{};
	for (const MassProperties& piece : masses)
	{
		const Vec3 r = piece.centre - debris.centre;
		debris.inertia += piece.inertia + (Mat3::Identity() * LengthSquared(r) + Mat3::Outer(r, r) * -1.0) * piece.mass;
	}
	return debris;
}

double MomentumError(const MassProperties& mass, const BodyMotion& body, const BreakResult& result)
{
	Vec3 momentum = result.debris.momentum;
	Vec3 spin = result.debris.spin;
	// m. The body's own counts too: of a body with a speck beside it, all but debris may be one piece at its centre.
	double size = std::sqrt(Trace(mass.inertia) / mass.mass);
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		const MassProperties& piece = result.fragments[i].mass;
		const BodyMotion& motion = result.motions[i];
		momentum += motion.velocity * piece.mass;
		spin +=
			piece.inertia * motion.angularVelocity + Cross(piece.centre - mass.centre, motion.velocity) * piece.mass;
		size = std::max(size, Length(piece.centre - mass.centre));
	}
	const Vec3 bodySpin = mass.inertia * body.angularVelocity;
	const double scale = mass.mass * (Length(body.velocity) + Length(body.angularVelocity) * size);
	const double spinScale = Length(bodySpin) + scale * size;
	const double error = scale > 0.0 ? Length(momentum - body.velocity * mass.mass) / scale : 0.0;
	return std::max(error, spinScale > 0.0 ? Length(spin - bodySpin) / spinScale : 0.0);
}

double EnergyError(const MassProperties& mass, const BodyMotion& body, const BreakResult& result)
{
	const double whole = KineticEnergyOf(mass, body);
	double pieces = result.debris.energy;
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		pieces += KineticEnergyOf(result.fragments[i].mass, result.motions[i]);
	}
	return whole > 0.0 ? std::abs(pieces - whole) / whole : 0.0;
}

ContentHash HashOfResult(const BreakResult& result)
{
	ContentHasher hasher;
	const auto add = [&hasher](const auto& values)
	{ hasher.AddArray(std::span<const std::decay_t<decltype(values[0])>>(values)); };
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		const Fragment& fragment = result.fragments[i];
		add(fragment.surface.positions);
		add(fragment.surface.triangles);
		add(fragment.surface.cornerNormals);
		add(fragment.surface.cornerUvs);
		add(fragment.surface.triangleSlots);
		const BodyMotion& motion = result.motions[i];
		add(std::array{motion.velocity, motion.angularVelocity});
		for (const ConvexHull& hull : result.hulls[i])
		{
			add(hull.positions);
			add(hull.triangles);
		}
	}
	hasher.AddValue(result.debris.pieces);
	hasher.AddValue(result.debris.mass);
	hasher.AddValue(result.impulseFraction);
	return hasher.Finish();
}
} // namespace FractureCore
