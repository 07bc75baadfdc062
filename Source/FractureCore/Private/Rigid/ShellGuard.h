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
/// 1 a body, of active ones; none where nothing that moves can meet a shell, because nobody asks then.
std::vector<BodyPlace> PlacesOf(World::Data& world);

/// How bodies are about to fly from where they are: 1 each.
struct PlannedFlight
{
	std::vector<Vec3> v;        // m/s, at the start
	Vec3 gravity;               // m/s^2, of dynamic bodies on the way
	std::vector<double> time;   // s
	bool isFromContacts = true; // the world's contacts are of the places that it starts from
};

/// Flies all active bodies as planned, at the planned velocities, which need not be their own.
void FlyAsPlanned(World::Data& world, const PlannedFlight& plan);

/// Two shells in each other's way.
struct ShellHit
{
	BodyPair pair;
	Vec3 normal; // unit, from A to B, in A's frame
	Vec3 point;  // in A's frame
};

/// m/s along a hit's normal, where it is on A; negative: closing.
inline double ApproachAt(const RigidBody& a, const RigidBody& b, const ShellHit& hit)
{
	const Vec3 at = a.ToWorldPoint(hit.point);
	return Dot(a.rotation * hit.normal, b.VelocityAt(at - b.x) - a.VelocityAt(at - a.x));
}

/// No two surfaces that meet triangle by triangle cross on the ways of their corners from `from`, where none did, to
/// where the flights end: straight ways, or straight parts of bent ones. Shortens flights until that holds. A body that
/// was moved since `from` and cannot go on from there goes back first. What is driven is stopped, too, and goes on in
/// DriveOn; what crosses already is the contacts' business.
std::vector<ShellHit> KeepShellsApart(
	World::Data& world, std::span<const BodyPlace> from, PlannedFlight& flight, TaskRunner& runner);
} // namespace FractureCore
