// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactPair.h"
#include "Rigid/VisitLog.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// A body as the sweeps see it: two lines of cache instead of a dozen.
struct SolverBody
{
	Vec3 v;
	Vec3 w;
	double inverseMass = 0.0;
	Mat3 inverseInertia; // world

	Vec3 VelocityAt(const Vec3& r) const { return v + Cross(w, r); }
	void Push(const Vec3& r, const Vec3& impulse)
	{
		v += impulse * inverseMass;
		w += inverseInertia * Cross(r, impulse);
	}
};

/// 1 a body, in their order, but good only for those of the pairs; and their velocities back to the bodies.
void ToSolver(std::span<const RigidBody> bodies, std::span<const ContactPair> pairs, std::vector<SolverBody>& movers);
void FromSolver(std::span<const SolverBody> movers, std::span<const ContactPair> pairs, std::span<RigidBody> bodies);

/// One contact point as the sweeps see it. What tells that a row has nothing to do comes first, what only others ask
/// for last.
struct ContactRow
{
	int32_t a = kNoIndex;
	int32_t b = kNoIndex;
	Vec3 normal; // from A to B
	Vec3 rA;
	Vec3 rB;
	double target = 0.0;        // m/s that the normal velocity shall reach at least
	double normalImpulse = 0.0; // N s
	double tangentImpulse[2] = {0.0, 0.0};
	Vec3 tangents[2]; // unit, right-handed with the normal
	/// What an impulse along normal and tangents changes the velocity along them by, 1/kg: symmetric, in the order
	/// nn, n0, n1, 00, 01, 11.
	double mobility[6] = {};
	double normalMass = 0.0; // kg, 1 / mobility[0]
	double tangentMass[2] = {0.0, 0.0};
	double friction = 0.0;
	double restitution = 0.0;
	double room = 0.0;     // m: gap beyond the one at rest
	bool rolls = false;    // the target lets a turn on the ground go on that closes no room
	double approach = 0.0; // m/s along the normal, at the start of the collisions; negative: closing
	int32_t pair = kNoIndex;
	int32_t point = kNoIndex; // of the pair
};

/// The impulse that B has from a row; A has the opposite.
inline Vec3 RowImpulse(const ContactRow& row)
{
	return row.normal * row.normalImpulse + row.tangents[0] * row.tangentImpulse[0] +
		row.tangents[1] * row.tangentImpulse[1];
}

template <typename Body>
Vec3 RowVelocity(const ContactRow& row, const Body& a, const Body& b)
{
	return b.VelocityAt(row.rB) - a.VelocityAt(row.rA);
}

/// One row a contact point, pair after pair.
std::vector<ContactRow> MakeRows(
	std::span<const RigidBody> bodies, std::span<const SolverBody> movers, std::span<const ContactPair> pairs);

/// Whether any contact closes its room in the step faster than contacts alone should stop.
bool HasImpact(std::span<const RigidBody> bodies, std::span<const ContactPair> pairs, double step);

/// Whether a row does, as its bodies move now.
bool IsImpact(const ContactRow& row, std::span<const RigidBody> bodies, double step);

/// Sets the targets for a collision: a row that closes its room within `time` s bounces. Answers how many do.
int32_t AimForRebound(std::span<ContactRow> rows, std::span<const RigidBody> bodies, double step);

/// Sets the targets for contact: rows may close their room by the end of the step, no more. With `mayRoll`, what turns
/// on the ground is not held up by ground that it turns away from; TakeBackRolling has to follow.
void AimForContact(std::span<ContactRow> rows, std::span<const RigidBody> bodies, double step, bool mayRoll = false);

/// Where contacts have braked a turn, what was allowed for it would be a fall: takes that back from the targets. True:
/// there was some, and the rows need more sweeps.
bool TakeBackRolling(
	std::span<ContactRow> rows, std::span<const RigidBody> bodies, std::span<const SolverBody> movers, double step);

/// Takes the impulses of the last step as a start.
void WarmStart(std::span<ContactRow> rows, std::span<SolverBody> bodies, std::span<const ContactPair> pairs);

/// One Gauss-Seidel sweep with Coulomb friction over the rows, from either end. Answers the largest change of velocity
/// along a normal, m/s.
double SweepRows(std::span<ContactRow> rows, std::span<SolverBody> bodies, bool isBackward);

/// The same over the rows that have something to do.
double SweepDueRows(std::span<ContactRow> rows, std::span<SolverBody> bodies, bool isBackward, VisitLog& visits);

/// The last word of what carries bodies: the least more that normals must push so that no row of `order` closes faster
/// than its target. Friction stays as it is. At what stands still that takes energy: velocities are projected onto
/// those that targets allow, and rest is one of them. Until velocities change by less than `settled` m/s, at most
/// `sweeps`.
void StopAtNormals(std::span<ContactRow> rows,
	std::span<const int32_t> order,
	std::span<SolverBody> bodies,
	int32_t sweeps,
	double settled);

/// Sweeps over `order` alone with bodies of a level below `level` as if fixed, until velocities change by less than
/// `settled` m/s, at most `sweeps`, and then normals have the last word, at most four times as many; none if no row
/// closes faster than that. `levels` has 1 a body.
void SweepShock(std::span<ContactRow> rows,
	std::span<const int32_t> order,
	std::span<const int32_t> levels,
	int32_t level,
	std::span<SolverBody> bodies,
	int32_t sweeps,
	double settled);
} // namespace FractureCore
