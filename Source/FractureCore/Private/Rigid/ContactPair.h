// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/Gjk.h"
#include "Rigid/RigidBody.h"
#include "Rigid/ShellFeatures.h"

#include <memory>
#include <span>
#include <vector>

namespace FractureCore
{
/// Where two bodies touch, or will if they go on. The gap is negative where they overlap.
struct ContactPoint
{
	Vec3 point;                 // m, world, halfway between the surfaces
	Vec3 normal;                // unit, world, from A to B
	double gap = 0.0;           // m
	double room = 0.0;          // m: gap beyond the one at rest
	Vec3 localA;                // m, on A, in its shape's frame: finds the same contact in the next step
	int32_t feature = kNoIndex; // of a surface point: its number, B's negative; kNoIndex: none
	double normalImpulse = 0.0; // N s, of the last contact sweeps, to start from
	Vec3 tangentImpulse;        // N s, world
	double steadyImpulse = 0.0; // N s: the lesser normal impulse of the last two steps
};

/// What is known of two parts from the step before.
struct PartLink
{
	Vec3 axis; // from A to B in A's frame, of the last distance; zero: none
	GjkSeed seed;
	/// m: the gap at which the surfaces count as touching. At most the skin; less, even negative, between bodies that
	/// were born closer than it: they are not pushed apart, only kept from coming closer.
	double rest = 0.0;
};

/// What two bodies are about to do to each other in a step.
struct Flight
{
	double hit = -1.0;   // s, negative: none
	bool isFast = false; // and apart: its hit is known when it is known how long its bodies fly
	Vec3 axis;           // of a fast one, from A to B in A's frame
};

/// What the last look at two bodies told, for looks in the same step: waking one body leaves most others as they are.
struct PairLook
{
	int64_t step = -1; // in which it was taken
	uint8_t state = 0; // of the two then, as far as it may change within a step
	Flight flight;
};

/// Where contacts of two bodies were found, and how far apart.
struct ContactSight
{
	PlacedShape a;
	PlacedShape b;
	double margin = -1.0; // m; negative: nowhere
	bool isTurning = false;
	double beside = 0.0; // m

	/// Whether what it saw is all that another would.
	bool Covers(const ContactSight& other) const
	{
		const auto isSame = [](const PlacedShape& p, const PlacedShape& q)
		{ return p.shape == q.shape && p.x == q.x && p.rotation == q.rotation; };
		return margin >= other.margin && isTurning == other.isTurning && beside == other.beside && isSame(a, other.a) &&
			isSame(b, other.b);
	}
};

/// Two bodies near each other, as long as they are. A has the lower id.
struct ContactPair
{
	int32_t a = kNoIndex; // into the bodies
	int32_t b = kNoIndex;
	std::vector<PartLink> links; // 1 for each part of A with each of B, B's fastest; 1 where one has no parts
	bool isNew = true;
	bool isTurning = false;   // so far that many corners may come down in turn
	double beside = 0.0;      // m by which corners beside the faces that face each other may come down; negative: none
	bool areSiblings = false; // one broke off with the other: no restitution until they have come apart
	double friction = 0.0;
	double restitution = 0.0;
	std::vector<ContactPoint> points;
	std::unique_ptr<ShellFeatures> features; // of thin shells; null: none were near
	double apart = 0.0;                      // m, of thin shells: no less at the last look
	NearLeaves nearest;                      // of thin shells, at the last look at their distance
	PairLook look;
	ContactSight sight; // of the points

	/// As if none had been looked for.
	void DropContacts()
	{
		points.clear();
		sight = {};
	}
};

/// Finds the points at which two bodies are less than `margin` apart, at most 8 (thin shells: 16), and keeps the links
/// up to date: of a new pair, they learn how near the parts were born. `before` are the contacts of the last step. Both
/// shapes must have parts or their field.
void FindContacts(
	const PlacedShape& a, const PlacedShape& b, double margin, std::span<const ContactPoint> before, ContactPair& pair);

/// A lower bound of the distance, and the axis from A to B (world) along which it holds; 0 if they overlap. Beyond
/// `maxDistance` any larger number will do. `isDirected`: no point of one is nearer to the other along any axis, so
/// only the speed along this one closes the distance. `guess`, if not null: where thin shells were nearest before.
struct PairDistance
{
	double distance = 0.0;
	Vec3 axis;
	bool isDirected = false;
};
PairDistance BoundDistance(
	const PlacedShape& a, const PlacedShape& b, double maxDistance, Vec3& axis, NearLeaves* guess = nullptr);

/// The same by the hulls that hold the two alone: 0 where these overlap.
PairDistance CoverDistance(const PlacedShape& a, const PlacedShape& b, double maxDistance, Vec3& axis);

// What a gap counts against a contact of two solids.
inline constexpr double kGapWeight = 4.0;

/// The deepest contact first, then whatever is farthest from all that are kept, in place or in direction (`size` m are
/// worth a radian): at most `most` stay. Three quarters of them are those that touch first. Those of the last step are
/// worth a little more, so that the choice stays as it is; a gap counts against a point `gapWeight` times.
void ReduceContacts(std::vector<ContactPoint>& points,
	std::span<const ContactPoint> before,
	double size,
	size_t most = 8,
	double gapWeight = kGapWeight);

// Of the smaller body's radius: the `size` of two bodies.
inline constexpr double kContactSize = 0.5;
} // namespace FractureCore
