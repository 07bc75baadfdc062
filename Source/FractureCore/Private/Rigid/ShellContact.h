// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactPair.h"

namespace FractureCore
{
/// How far contacts of two shells look, m. What is farther apart and may hit in a step flies to its first hit.
inline double ShellLook(const RigidShape& a, const RigidShape& b)
{
	constexpr double kLookOfRadius = 0.03;
	constexpr double kLeastLookSkins = 4.0;
	const double radius = a.radius < b.radius ? a.radius : b.radius;
	const double skin = a.skin < b.skin ? a.skin : b.skin;
	const double look = kLookOfRadius * radius;
	return look > kLeastLookSkins * skin ? look : kLeastLookSkins * skin;
}

// Of the skin: the guard keeps shells apart by so much.
inline constexpr double kGuardApart = 0.1;

/// Shells that are nearer than this are touching, as bodies do that were put so, m: only contacts keep them apart.
inline double TouchingDistance(const RigidShape& a, const RigidShape& b)
{
	constexpr double kTouching = 1.0e-4; // of what is kept
	return kTouching * kGuardApart * (a.skin < b.skin ? a.skin : b.skin);
}

/// Whether one plane keeps two bodies `apart` m from each other at both ends of the straight ways of B's corners in A's
/// frame, and so all along them. False where no such plane is at hand.
bool StayBesides(
	const PlacedShape& a, const PlacedShape& b, const RelativePose& from, const RelativePose& to, double apart);

/// The pair's features, found anew unless they hold all that comes within `distance` m at this pose.
ShellFeatures& FeaturesWithin(
	const PlacedShape& a, const PlacedShape& b, const RelativePose& pose, double distance, ContactPair& pair);

/// Contacts of two bodies that meet triangle by triangle, less than `margin` m apart: points with faces, edges with
/// edges. Distances have no sign: bodies that do not cross are kept from it. Those that did when they came together, or
/// may since they touched, are looked at by their signed distances instead, until they have come apart. Keeps the
/// pair's features and how far apart the two are.
void FindShellContacts(
	const PlacedShape& a, const PlacedShape& b, const RelativePose& pose, double margin, ContactPair& pair);
} // namespace FractureCore
