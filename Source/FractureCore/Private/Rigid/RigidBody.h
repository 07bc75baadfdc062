// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/FreeTurn.h"
#include "FractureCore/World.h"
#include "Rigid/RigidShape.h"

#include <cmath>
#include <memory>
#include <vector>

namespace FractureCore
{
class PieceLevels;

/// How what is stuck together turns, as one body without contact.
struct ZoneTurn
{
	Mat3 inverseInertia; // 1/(kg m^2), world axes at the start
	Vec3 spin;           // kg m^2/s, about its centre
	Vec3 w;              // rad/s, at the start
	double most = 0.0;   // rad/s, however it tumbles
};

/// A body as the solver sees it. Positions are of the centre of mass, everything in world axes.
struct RigidBody
{
	BodyId id = kNoIndex;
	BodyKind kind = BodyKind::Dynamic;
	bool isAsleep = false;
	bool floats = false; // asleep though nothing carries it
	bool isGone = false;
	bool mayTumble = false; // nothing near it is driven or meets it triangle by triangle
	double quietTime = 0.0; // s it has been slow
	double stayTime = 0.0;  // s it has stayed near this place
	Vec3 quietPosition;
	Quat quietOrientation;
	double overlap = 0.0;       // m more than nobody sees, where it is deepest in another; negative: none
	double overlapBefore = 0.0; // m, a while ago
	double overlapTime = 0.0;   // s since then
	bool isComingFree = false;  // it had become less then
	int64_t sleepGroup = 0;     // who fell asleep together wakes together
	double clock = 0.0;         // s of the step that it has flown already
	int64_t bornStep = -1;
	BodyId parent = kNoIndex;
	int32_t generation = 0;

	Vec3 x;
	Quat q;
	Mat3 rotation;
	Vec3 v;
	Vec3 w;
	double mass = 0.0;
	double inverseMass = 0.0; // 0 unless dynamic
	Mat3 inertia;             // mesh axes
	Mat3 inverseInertia;      // mesh axes; 0 unless dynamic
	Mat3 inverseInertiaWorld;
	double mostInverseInertia = 0.0; // about the axis of least inertia

	const ZoneTurn* zone = nullptr; // it turns with others as one; null: by itself

	std::shared_ptr<RigidShape> shape;
	ContactLaw contact;
	double youngModulus = 0.0;
	double poissonRatio = 0.0;
	std::shared_ptr<const Breakable> breakable;
	std::shared_ptr<const FragilityMap> fragility;
	std::shared_ptr<const BodyBreaking> breaking;
	std::shared_ptr<PieceLevels> pieceLevels; // of the pieces it is about to come apart into; null: all have hulls
	std::shared_ptr<const Breakable> origin;  // of a piece that may break but is not ready yet: what it broke off
	double harmlessForce = 0.0;               // N, of what may break
	std::vector<ContactImpulse> resting;      // mesh frame: what lay on it in the last step
	double borneForce = 0.0;                  // N, sum of the resting loads that it has borne
	double wholeVolume = 0.0;                 // m^3, of the body that the host added
	std::shared_ptr<const Breakable> dented;  // what it is from the next step on; null: as it is
	double dent = 0.0;                        // m, of that
	double bornTime = 0.0;                    // s
	std::vector<BodyId> bornOf;               // of a piece: what it broke off, and what hit that
	std::shared_ptr<const CrackSet> damage;   // null: none
	double openArea = 0.0;                    // m^2, of the damage
	std::vector<ConvexHull> hulls;            // empty until asked for
	std::vector<ContactImpulse> pending;      // mesh frame: blows of the host that wait for the next step
	uint64_t seed = 0;
	uint64_t userData = 0;

	bool MayDent() const
	{
		return breakable != nullptr && breakable->Object().material.dentFactor > 0.0 && damage == nullptr &&
			dented == nullptr;
	}
	bool MayBreak() const { return breakable != nullptr || origin != nullptr; }
	/// It broke off with an anchor.
	bool IsHeldPiece() const { return kind == BodyKind::Static && parent != kNoIndex; }
	bool IsDynamic() const { return kind == BodyKind::Dynamic; }
	/// Takes part in the step: it moves, or may be moved.
	bool IsActive() const { return !isGone && ((IsDynamic() && !isAsleep) || IsDriven()); }
	/// Contacts move it: it is dynamic and awake. A sleeper stands fast until something wakes it.
	bool Yields() const { return inverseMass > 0.0 && !isAsleep; }
	bool IsDriven() const { return kind == BodyKind::Kinematic && (LengthSquared(v) > 0.0 || LengthSquared(w) > 0.0); }

	Vec3 VelocityAt(const Vec3& r) const { return v + Cross(w, r); }
	PlacedShape Place() const { return {shape.get(), x, rotation}; }
	Vec3 ToWorldPoint(const Vec3& local) const { return x + rotation * local; }
	Vec3 ToLocalPoint(const Vec3& point) const { return Transposed(rotation) * (point - x); }
	void Push(const Vec3& r, const Vec3& impulse)
	{
		v += impulse * inverseMass;
		w += inverseInertiaWorld * Cross(r, impulse);
	}
	double KineticEnergy() const;
	/// kg m^2/s, about the world's origin.
	Vec3 AngularMomentum() const;

	/// After q changed.
	void Refresh();
};

// Radians a step: who turns less on the ground is seen well enough by contacts along straight lines.
inline constexpr double kLeastTumble = 0.1;

// Radians that a body turns at once.
inline constexpr double kMostTurn = 0.25;

/// s for which straight lines tell where the points of a body on the ground go: it looks no farther ahead. See
/// Tumble.h.
inline double SightOnGround(const RigidBody& a, const RigidBody& b)
{
	const RigidBody& mover = a.Yields() ? a : b;
	const double spin = Length(mover.w);
	return a.Yields() != b.Yields() && mover.mayTumble && spin > 0.0 ? kMostTurn / spin : HUGE_VAL;
}

/// How a body lies and turns after `time` s without contact: its angular momentum and energy stay.
FreeTurn TurnFreely(const RigidBody& body, double time);

/// The same at one moment after the other: no more work than once at the last, and not another bit.
class TurnWay
{
public:
	explicit TurnWay(const RigidBody& body);

	/// After `time` s, not less than the last time.
	FreeTurn At(double time);

private:
	FreeTurn m_start;
	bool m_isFree = false;   // else it turns about an axis that stays
	bool m_isInZone = false; // the way is that of a zone
	FreeTurnWay m_way;
};

/// m/s: no point of the body turns faster about its centre in free flight, however it tumbles.
double TurningBound(const RigidBody& body);

/// Flies on for `time` s without contact: turns so that its angular momentum stays.
void Fly(RigidBody& body, double time);

/// The inverse of a symmetric, positive matrix.
Mat3 InverseSymmetric(const Mat3& a);
} // namespace FractureCore
