// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ShellGuard.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// A corner or an edge of a shell with what it would pass through: so far its surface may go on, and no farther.
struct ShellStop
{
	int32_t a = kNoIndex;
	int32_t b = kNoIndex;
	Vec3 onA; // m, world
	Vec3 onB;
	Vec3 normal;          // unit, world, from A to B
	double room = 0.0;    // m, along it
	double closing = 0.0; // m/s, along it before the impulse
	double impulse = 0.0; // N s, that B got along it and A against it
	double restitution = 0.0;
	// When it acted; the bodies fly on.
	Vec3 localA; // m, in A's frame
	Vec3 localB;
	Vec3 fromA; // m, world axes, from A's centre to where it acted
	Vec3 fromB;

	/// Where the impulse acts on both.
	Vec3 Point() const { return (onA + onB) * 0.5; }
	/// Notes where the bodies are now.
	void NotePlaces(const RigidBody& bodyA, const RigidBody& bodyB)
	{
		localA = bodyA.ToLocalPoint(onA);
		localB = bodyB.ToLocalPoint(onB);
		fromA = Point() - bodyA.x;
		fromB = Point() - bodyB.x;
	}
};

/// The nearest point of a body's surface, world; its triangles must be there.
Vec3 NearestOnShell(const RigidBody& body, const Vec3& point);

/// The features of pairs that stopped beside each other, as far as contacts see, and the hits that stopped them; none
/// of pairs that something else stopped so early that they do not meet in another step either.
std::vector<ShellStop> FindStops(World::Data& world, std::span<const ShellHit> hits, double step, TaskRunner& runner);

/// [Bao07] section 3: a surface deforms where it would cross another, and the body takes the rigid shape that fits it.
/// Where a body would be after `left` s each, corners that would have passed something are back where they met it; the
/// rigid motion nearest to the one it had, by its mass, that takes none of them farther is found by impulses between
/// the two bodies at their features. Momentum stays, and energy never grows. Notes them in the stops, which must have
/// none.
void RetargetShells(std::span<RigidBody> bodies, std::span<ShellStop> stops, std::span<const double> left);

/// Takes what pairs still have against each other where they were held, without a rebound, but for what brings them
/// together by the end of the next step.
std::vector<ShellStop> StopShellHits(World::Data& world, std::span<const ShellHit> hits, double step);
} // namespace FractureCore
