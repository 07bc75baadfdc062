// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Contacts one by one, each impulse clamped in sum: normal ones to push, tangential ones to Coulomb's disc.
// [Guendelman03] applies impulses without memory; sums that may be taken back converge faster and let a step start from
// the last one.
#include "Rigid/ContactSolver.h"

#include "Rigid/NormalRow.h"
#include "Rigid/PairUpdate.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// m/s: what closes more slowly is left to the contacts. A tenth of what gravity adds in a sixtieth of a second.
constexpr double kImpactSpeed = 0.015;

// m/s: what a turn that contacts have braked may still be allowed more than it does.
constexpr double kRollingSettled = 1.0e-3;

// Room in skins that is left to what comes down beside what carries a rolling body.
constexpr double kRollingSkins = 2.0;

// m/s: more than gravity adds in any step. Who comes so fast at what it touches does not lie on it.
constexpr double kBlowSpeed = 1.0;

/// s for which the contacts of two bodies look ahead.
double TimeAhead(const RigidBody& a, const RigidBody& b, double step)
{
	return std::min(step - std::min(a.clock, b.clock), SightOnGround(a, b));
}

/// What a body's turn on the ground has of the approach at a contact although it closes no room there: what rolls does
/// not run into the ground ahead of it, as straight lines would have it.
struct Rolling
{
	double speed = 0.0; // m/s, zero or negative
	double room = 0.0;  // m, that the turn leaves
};

Rolling FindRolling(const RigidBody& a,
	const RigidBody& b,
	const Vec3& spin,
	const Vec3& normal,
	const Vec3& point,
	double room,
	double time)
{
	const bool movesA = a.Yields();
	const RigidBody& mover = movesA ? a : b;
	const Vec3 turn = spin * time;
	// Held pieces may give way: what comes at them is a blow.
	if (movesA == b.Yields() || (movesA ? b : a).IsHeldPiece() || !mover.mayTumble ||
		LengthSquared(turn) < kLeastTumble * kLeastTumble)
	{
		return {0.0, room};
	}
	const Vec3 outwards = movesA ? -normal : normal;
	const Vec3 r = point - mover.x;
	const double angle = Length(turn);
	// Height over the axis: along cos + aside sin.
	const double aside = Dot(outwards, Cross(turn, r)) / angle;
	const double along = Dot(outwards, r) - Dot(outwards, turn) * Dot(turn, r) / (angle * angle);
	const double atLowest = std::atan2(-aside, -along);
	const double lowest = atLowest > 0.0 && atLowest < angle ? -std::hypot(along, aside)
															 : along * std::cos(angle) + aside * std::sin(angle);
	// With some room to spare what is below the centre carries it, and not what comes down there.
	const double left = room + lowest - along + kRollingSkins * PairSkin(a, b);
	return aside < 0.0 && left >= 0.0 ? Rolling{aside * angle / time, left} : Rolling{0.0, room};
}

Rolling FindRolling(const ContactRow& row, std::span<const RigidBody> bodies, const Vec3& spin, double time)
{
	const RigidBody& a = bodies[row.a];
	return FindRolling(a, bodies[row.b], spin, row.normal, a.x + row.rA, row.room, time);
}

Vec3 SpinOnGround(const ContactRow& row, std::span<const RigidBody> bodies)
{
	return bodies[row.a].Yields() ? bodies[row.a].w : bodies[row.b].w;
}

double TargetOf(const Rolling& rolling, double left)
{
	return rolling.speed + (rolling.room > 0.0 && left > 0.0 ? -rolling.room / left : 0.0);
}

/// The velocity at the contact that an impulse on B, and its opposite on A, makes.
Vec3 VelocityOfImpulse(const SolverBody& a, const SolverBody& b, const ContactRow& row, const Vec3& impulse)
{
	const Vec3 turnA = a.inverseInertia * Cross(row.rA, impulse);
	const Vec3 turnB = b.inverseInertia * Cross(row.rB, impulse);
	return impulse * (a.inverseMass + b.inverseMass) + Cross(turnA, row.rA) + Cross(turnB, row.rB);
}

void SetMasses(ContactRow& row, const SolverBody& a, const SolverBody& b)
{
	const Vec3 along = VelocityOfImpulse(a, b, row, row.normal);
	const Vec3 across = VelocityOfImpulse(a, b, row, row.tangents[0]);
	const Vec3 aside = VelocityOfImpulse(a, b, row, row.tangents[1]);
	row.mobility[0] = Dot(along, row.normal);
	row.mobility[1] = Dot(along, row.tangents[0]);
	row.mobility[2] = Dot(along, row.tangents[1]);
	row.mobility[3] = Dot(across, row.tangents[0]);
	row.mobility[4] = Dot(across, row.tangents[1]);
	row.mobility[5] = Dot(aside, row.tangents[1]);
	row.normalMass = row.mobility[0] > 0.0 ? 1.0 / row.mobility[0] : 0.0;
	row.tangentMass[0] = row.mobility[3] > 0.0 ? 1.0 / row.mobility[3] : 0.0;
	row.tangentMass[1] = row.mobility[5] > 0.0 ? 1.0 / row.mobility[5] : 0.0;
}

Vec3 AnyTangent(const Vec3& n)
{
	const Vec3 axis = std::abs(n.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
	return Normalised(Cross(n, axis));
}

/// Squares of changes of velocity, m^2/s^2.
struct RowChange
{
	double normal = 0.0;  // along the normal
	double largest = 0.0; // with friction, as if it met the mobility along the normal
};

/// First friction, in Coulomb's disc for the normal impulse there is, then the normal. One look at the velocities and
/// one push for both: what friction changes along the normal is known from the mobility.
RowChange SolveRow(ContactRow& row, SolverBody& a, SolverBody& b)
{
	const Vec3 velocity = RowVelocity(row, a, b);
	double speed = Dot(row.normal, velocity);
	double change[2] = {0.0, 0.0};
	if (row.normalImpulse > 0.0)
	{
		double t0 = row.tangentImpulse[0] - row.tangentMass[0] * Dot(row.tangents[0], velocity);
		double t1 = row.tangentImpulse[1] - row.tangentMass[1] * Dot(row.tangents[1], velocity);
		const double most = row.friction * row.normalImpulse;
		const double squared = t0 * t0 + t1 * t1;
		if (squared > most * most)
		{
			const double scale = most / std::sqrt(squared);
			t0 *= scale;
			t1 *= scale;
		}
		change[0] = t0 - row.tangentImpulse[0];
		change[1] = t1 - row.tangentImpulse[1];
		row.tangentImpulse[0] = t0;
		row.tangentImpulse[1] = t1;
		speed += row.mobility[1] * change[0] + row.mobility[2] * change[1];
	}
	else if (speed >= row.target && row.tangentImpulse[0] == 0.0 && row.tangentImpulse[1] == 0.0)
	{
		return {};
	}
	else
	{
		change[0] = -row.tangentImpulse[0];
		change[1] = -row.tangentImpulse[1];
		row.tangentImpulse[0] = row.tangentImpulse[1] = 0.0;
		speed += row.mobility[1] * change[0] + row.mobility[2] * change[1];
	}
	const double normal = std::max(0.0, row.normalImpulse + row.normalMass * (row.target - speed));
	const double normalChange = normal - row.normalImpulse;
	row.normalImpulse = normal;
	const Vec3 impulse = row.normal * normalChange + row.tangents[0] * change[0] + row.tangents[1] * change[1];
	a.Push(row.rA, -impulse);
	b.Push(row.rB, impulse);
	const double squared = row.mobility[0] * row.mobility[0];
	const double along = normalChange * normalChange;
	return {along * squared, (along + change[0] * change[0] + change[1] * change[1]) * squared};
}
} // namespace

void ToSolver(std::span<const RigidBody> bodies, std::span<const ContactPair> pairs, std::vector<SolverBody>& movers)
{
	movers.resize(bodies.size());
	for (const ContactPair& pair : pairs)
	{
		for (const int32_t i : {pair.a, pair.b})
		{
			const RigidBody& body = bodies[i];
			movers[i] = body.Yields() ? SolverBody{body.v, body.w, body.inverseMass, body.inverseInertiaWorld}
									  : SolverBody{body.v, body.w, 0.0, {}};
		}
	}
}

void FromSolver(std::span<const SolverBody> movers, std::span<const ContactPair> pairs, std::span<RigidBody> bodies)
{
	for (const ContactPair& pair : pairs)
	{
		for (const int32_t i : {pair.a, pair.b})
		{
			bodies[i].v = movers[i].v;
			bodies[i].w = movers[i].w;
		}
	}
}

std::vector<ContactRow> MakeRows(
	std::span<const RigidBody> bodies, std::span<const SolverBody> movers, std::span<const ContactPair> pairs)
{
	std::vector<ContactRow> rows;
	size_t count = 0;
	for (const ContactPair& pair : pairs)
	{
		count += pair.points.size();
	}
	rows.reserve(count);
	for (size_t i = 0; i < pairs.size(); ++i)
	{
		const ContactPair& pair = pairs[i];
		const RigidBody& a = bodies[pair.a];
		const RigidBody& b = bodies[pair.b];
		if (a.isGone || b.isGone)
		{
			continue;
		}
		for (size_t k = 0; k < pair.points.size(); ++k)
		{
			const ContactPoint& point = pair.points[k];
			ContactRow row;
			row.a = pair.a;
			row.b = pair.b;
			row.pair = static_cast<int32_t>(i);
			row.point = static_cast<int32_t>(k);
			row.normal = point.normal;
			row.rA = point.point - a.x;
			row.rB = point.point - b.x;
			// Along the motion, so that friction acts against it; any direction serves where nothing slides.
			const Vec3 velocity = b.VelocityAt(row.rB) - a.VelocityAt(row.rA);
			const Vec3 sliding = velocity - row.normal * Dot(row.normal, velocity);
			const double speed = Length(sliding);
			row.tangents[0] =
				speed > 1.0e-3 ? Normalised(sliding - row.normal * Dot(row.normal, sliding)) : AnyTangent(row.normal);
			row.tangents[1] = Cross(row.normal, row.tangents[0]);
			SetMasses(row, movers[pair.a], movers[pair.b]);
			row.friction = pair.friction;
			row.restitution = pair.restitution;
			row.room = point.room;
			rows.push_back(row);
		}
	}
	return rows;
}

bool HasImpact(std::span<const RigidBody> bodies, std::span<const ContactPair> pairs, double step)
{
	for (const ContactPair& pair : pairs)
	{
		const RigidBody& a = bodies[pair.a];
		const RigidBody& b = bodies[pair.b];
		const double left = TimeAhead(a, b, step);
		for (const ContactPoint& point : pair.points)
		{
			const double approach =
				Dot(point.normal, b.VelocityAt(point.point - b.x) - a.VelocityAt(point.point - a.x));
			if (approach < -kImpactSpeed && point.room + approach * left < 0.0)
			{
				const double straight = approach -
					FindRolling(a, b, a.Yields() ? a.w : b.w, point.normal, point.point, point.room, left).speed;
				if (straight < -kImpactSpeed && point.room + straight * left < 0.0)
				{
					return true;
				}
			}
		}
	}
	return false;
}

bool IsImpact(const ContactRow& row, std::span<const RigidBody> bodies, double step)
{
	const RigidBody& a = bodies[row.a];
	const RigidBody& b = bodies[row.b];
	const double left = TimeAhead(a, b, step);
	const double approach =
		Dot(row.normal, RowVelocity(row, a, b)) - FindRolling(row, bodies, SpinOnGround(row, bodies), left).speed;
	return approach < -kImpactSpeed && row.room + approach * left < 0.0;
}

int32_t AimForRebound(std::span<ContactRow> rows, std::span<const RigidBody> bodies, double step)
{
	int32_t count = 0;
	for (ContactRow& row : rows)
	{
		const RigidBody& a = bodies[row.a];
		const RigidBody& b = bodies[row.b];
		const double left = TimeAhead(a, b, step);
		row.approach = Dot(row.normal, RowVelocity(row, a, b));
		row.normalImpulse = 0.0;
		row.tangentImpulse[0] = row.tangentImpulse[1] = 0.0;
		row.target = -HUGE_VAL;
		const double rolling = FindRolling(row, bodies, SpinOnGround(row, bodies), left).speed;
		const double approach = row.approach - rolling;
		if (row.room + approach * left < 0.0)
		{
			row.target = rolling + (approach < 0.0 ? -row.restitution * approach : 0.0);
			count += approach < -kImpactSpeed ? 1 : 0;
		}
		else if (left > 0.0)
		{
			row.target = rolling - std::max(row.room, 0.0) / left;
		}
	}
	return count;
}

void AimForContact(std::span<ContactRow> rows, std::span<const RigidBody> bodies, double step, bool mayRoll)
{
	for (ContactRow& row : rows)
	{
		const double left = TimeAhead(bodies[row.a], bodies[row.b], step);
		row.normalImpulse = 0.0;
		row.tangentImpulse[0] = row.tangentImpulse[1] = 0.0;
		const Rolling rolling =
			mayRoll ? FindRolling(row, bodies, SpinOnGround(row, bodies), left) : Rolling{0.0, row.room};
		row.rolls = rolling.speed < 0.0;
		row.target = TargetOf(rolling, left);
		// What is held may give way: who comes at it hits it, in the next step if there is no more time in this one.
		const bool isHeld = bodies[row.a].IsHeldPiece() || bodies[row.b].IsHeldPiece();
		const bool isTouching = !(row.room > 0.0);
		if (isHeld && IsImpact(row, bodies, step) &&
			(!isTouching || Dot(row.normal, RowVelocity(row, bodies[row.a], bodies[row.b])) < -kBlowSpeed))
		{
			row.target = -HUGE_VAL;
		}
	}
}

bool TakeBackRolling(
	std::span<ContactRow> rows, std::span<const RigidBody> bodies, std::span<const SolverBody> movers, double step)
{
	bool isAny = false;
	for (ContactRow& row : rows)
	{
		if (!row.rolls)
		{
			continue;
		}
		const double left = TimeAhead(bodies[row.a], bodies[row.b], step);
		const Vec3& spin = movers[bodies[row.a].Yields() ? row.a : row.b].w;
		const double target = TargetOf(FindRolling(row, bodies, spin, left), left);
		if (target > row.target + kRollingSettled)
		{
			row.target = target;
			isAny = true;
		}
	}
	return isAny;
}

void WarmStart(std::span<ContactRow> rows, std::span<SolverBody> bodies, std::span<const ContactPair> pairs)
{
	for (ContactRow& row : rows)
	{
		const ContactPoint& point = pairs[row.pair].points[row.point];
		if (!(point.normalImpulse > 0.0))
		{
			continue;
		}
		row.normalImpulse = point.normalImpulse;
		row.tangentImpulse[0] = Dot(point.tangentImpulse, row.tangents[0]);
		row.tangentImpulse[1] = Dot(point.tangentImpulse, row.tangents[1]);
		const Vec3 impulse = RowImpulse(row);
		bodies[row.a].Push(row.rA, -impulse);
		bodies[row.b].Push(row.rB, impulse);
	}
}

double SweepRows(std::span<ContactRow> rows, std::span<SolverBody> bodies, bool isBackward)
{
	double largest = 0.0;
	const size_t count = rows.size();
	for (size_t i = 0; i < count; ++i)
	{
		ContactRow& row = rows[isBackward ? count - 1 - i : i];
		largest = std::max(largest, SolveRow(row, bodies[row.a], bodies[row.b]).normal);
	}
	return std::sqrt(largest);
}

double SweepDueRows(std::span<ContactRow> rows, std::span<SolverBody> bodies, bool isBackward, VisitLog& visits)
{
	double largest = 0.0;
	const size_t count = rows.size();
	for (size_t k = 0; k < count; ++k)
	{
		const size_t i = isBackward ? count - 1 - k : k;
		ContactRow& row = rows[i];
		if (!visits.IsDue(i, row.a, row.b))
		{
			continue;
		}
		SolverBody& a = bodies[row.a];
		SolverBody& b = bodies[row.b];
		const RowChange change = SolveRow(row, a, b);
		visits.Note(i, std::sqrt(change.largest), row.a, row.b, a.inverseMass > 0.0, b.inverseMass > 0.0);
		largest = std::max(largest, change.normal);
	}
	return std::sqrt(largest);
}

void StopAtNormals(std::span<ContactRow> rows,
	std::span<const int32_t> order,
	std::span<SolverBody> bodies,
	int32_t sweeps,
	double settled)
{
	std::vector<NormalRow> normals;
	normals.reserve(order.size());
	for (const int32_t i : order)
	{
		const SolverBody& a = bodies[rows[i].a];
		const SolverBody& b = bodies[rows[i].b];
		normals.emplace_back(rows[i], a.inverseMass, a.inverseInertia, b.inverseMass, b.inverseInertia);
	}
	VisitLog visits(normals.size(), bodies.size(), settled);
	for (int32_t sweep = 0; sweep < sweeps; ++sweep)
	{
		double largest = 0.0;
		for (size_t i = 0; i < normals.size(); ++i)
		{
			NormalRow& row = normals[i];
			if (!visits.IsDue(i, row.a, row.b))
			{
				continue;
			}
			const double change = row.Solve(bodies[row.a], bodies[row.b], true, true);
			visits.Note(i, change, row.a, row.b, row.pushA > 0.0, row.pushB > 0.0);
			largest = std::max(largest, change);
		}
		if (largest <= settled)
		{
			break;
		}
	}
	for (size_t k = 0; k < order.size(); ++k)
	{
		rows[order[k]].normalImpulse += normals[k].impulse;
	}
}

void SweepShock(std::span<ContactRow> rows,
	std::span<const int32_t> order,
	std::span<const int32_t> levels,
	int32_t level,
	std::span<SolverBody> bodies,
	int32_t sweeps,
	double settled)
{
	bool isSettled = true;
	for (const int32_t i : order)
	{
		const ContactRow& row = rows[i];
		isSettled &= Dot(row.normal, RowVelocity(row, bodies[row.a], bodies[row.b])) >= row.target - settled;
	}
	if (isSettled)
	{
		return;
	}
	// Finished bodies are as if fixed: without inverse mass while this level is solved.
	struct Finished
	{
		int32_t body;
		double inverseMass;
		Mat3 inverseInertia;
	};
	std::vector<Finished> finished;
	for (const int32_t i : order)
	{
		for (const int32_t body : {rows[i].a, rows[i].b})
		{
			if (levels[body] < level && bodies[body].inverseMass > 0.0)
			{
				finished.push_back({body, bodies[body].inverseMass, bodies[body].inverseInertia});
				bodies[body].inverseMass = 0.0;
				bodies[body].inverseInertia = {};
			}
		}
	}
	for (const int32_t i : order)
	{
		SetMasses(rows[i], bodies[rows[i].a], bodies[rows[i].b]);
	}
	for (int32_t sweep = 0; sweep < sweeps; ++sweep)
	{
		double largest = 0.0;
		for (const int32_t i : order)
		{
			largest = std::max(largest, SolveRow(rows[i], bodies[rows[i].a], bodies[rows[i].b]).normal);
		}
		if (largest <= settled * settled)
		{
			break;
		}
	}
	// Friction at many contacts of one body takes long to settle.
	StopAtNormals(rows, order, bodies, 4 * sweeps, settled);
	for (const Finished& body : finished)
	{
		bodies[body.body].inverseMass = body.inverseMass;
		bodies[body.body].inverseInertia = body.inverseInertia;
	}
}
} // namespace FractureCore
