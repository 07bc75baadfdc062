// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hull.h"
#include "FractureCore/MassProperties.h"
#include "FractureCore/Pose.h"
#include "FractureCore/World.h"

#include <cstdint>
#include <span>
#include <vector>

// What fracture asks of a rigid body engine, whichever it is: bodies in, contact impulses out, and a step that can be
// taken back. SI units, right-handed axes.

namespace FractureToolkit
{
/// How a body's surface meets others. Of a pair, friction is the geometric mean and restitution the larger of the two.
struct SurfaceContact
{
	double friction = 0.5;    // Coulomb's, >= 0
	double restitution = 0.2; // [0, 1]
};

/// A body's place and motion in the world.
struct RigidState
{
	FractureCore::Pose pose;            // of its mesh
	FractureCore::Vec3 velocity;        // m/s, of the centre of mass
	FractureCore::Vec3 angularVelocity; // rad/s

	friend bool operator==(const RigidState&, const RigidState&) = default;
};

struct HostBody
{
	std::span<const FractureCore::ConvexHull> hulls; // in the mesh's axes; together the body's shape
	double ballRadius = 0.0;                         // m; > 0: a ball about the centre of mass, whatever the hulls are
	FractureCore::MassProperties mass;               // in the mesh's axes
	FractureCore::BodyKind kind = FractureCore::BodyKind::Dynamic;
	SurfaceContact contact;
	RigidState state;
};

/// What one point of contact did in a step. The impulses on the two bodies are opposite.
struct HostContact
{
	int32_t body[2] = {FractureCore::kNoIndex, FractureCore::kNoIndex}; // kNoIndex: the ground
	FractureCore::Vec3 point;                                           // m, world
	FractureCore::Vec3 normal;                                          // unit, from body 1 to body 0
	FractureCore::Vec3 impulse;                                         // N s, on body 0, friction included
};

/// A rigid body engine. One thread at a time.
class RigidHost
{
public:
	virtual ~RigidHost() = default;

	virtual const char* Name() const = 0;

	/// The body's number: 0, 1, 2 and so on, never used twice.
	virtual int32_t Add(const HostBody& body) = 0;
	virtual void Remove(int32_t body) = 0;

	/// A static body is dynamic from now on, with the mass that it was added with. It has moved with no step before, so
	/// TakeStepBack leaves it as it is.
	virtual void Release(int32_t body) = 0;

	virtual RigidState State(int32_t body) const = 0;
	virtual void SetState(int32_t body, const RigidState& state) = 0;

	/// Moves everything by `seconds`: gravity, contacts, positions.
	virtual void Step(double seconds) = 0;

	/// s that a step may take; longer ones are taken in parts.
	virtual double LongestStep() const = 0;

	/// Of the last step, sorted by bodies; those without an impulse left out.
	virtual const std::vector<HostContact>& Contacts() const = 0;

	/// Everything as it was before the last step, except for bodies that came or went since.
	virtual void TakeStepBack() = 0;
};
} // namespace FractureToolkit
