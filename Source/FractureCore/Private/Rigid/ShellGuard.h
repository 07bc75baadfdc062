// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/WorldData.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Where a body was.
struct BodyPlace
{
	Vec3 x;
	Quat q;
};
std::vector<BodyPlace> PlacesOf(std::span<const RigidBody> bodies);

/// How bodies are about to fly from where they are: 1 each.
struct PlannedFlight
{
	std::vector<Vec3> v;      // m/s, at the start
	Vec3 gravity;             // m/s^2, of dynamic bodies on the way
	std::vector<double> time; // s
};

/// Two shells in each other's way.
struct ShellHit
{
	BodyPair pair;
	Vec3 normal; // unit, from A to B, in A's frame
	Vec3 point;  // in A's frame
};

/// No two surfaces that meet triangle by triangle cross on the straight ways of their corners from `from`, where none
/// did, to where the flights end: shortens flights until that holds. A body that was moved since `from` and cannot go
/// on from there goes back first. What is driven goes its way, though, and what crosses already is the contacts'
/// business.
std::vector<ShellHit> KeepShellsApart(
	World::Data& world, std::span<const BodyPlace> from, PlannedFlight& flight, TaskRunner& runner);

/// What hits hard enough to break something is not stopped but left to the collisions of the next step, where it is a
/// load and bounces; takes it out of `hits`. A pair that could not collide then is stopped.
void OweShellHits(World::Data& world, std::vector<ShellHit>& hits);

/// Contacts for the hits of the last step, where none of their bodies' own closes: between features too far apart, or
/// turning too fast, to be seen.
void AddOwedContacts(World::Data& world, double step);

/// Stops what two bodies that would have crossed still have against each other, without a rebound: an impulse by the
/// mobility of both bodies at the hit, so momentum stays and energy never grows.
void StopShellHits(std::span<RigidBody> bodies, std::span<const ShellHit> hits);
} // namespace FractureCore
