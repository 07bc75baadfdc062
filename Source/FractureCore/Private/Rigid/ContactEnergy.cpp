// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Contacts push against the velocities v that they leave: normals stop at targets that let nothing come apart, friction
// acts against what still slides. So v.(v - u - t g) <= 0 in the metric of mass, u the velocities before gravity g
// acted for t s, and with it
//     |v|^2 / 2 - t g.v <= |u|^2 / 2:
// no energy is gained, counting the height at the end of the step. Sweeps that end early and shocks may break that,
// most where a light body is under a heavy one. Slowing down all that is pressed together mends it, and no contact
// forbids that.
#include "Rigid/ContactEnergy.h"

#include "Mesh/UnionFind.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace FractureCore
{
namespace
{
// Of the energy: what rounding may add.
constexpr double kRounding = 1.0e-12;

// Rows of bodies behind each other that are slowed down, and m/s: slower is none.
constexpr int32_t kSlowedRounds = 16;
constexpr double kRunsInto = 1.0e-6;

double Kinetic(const RigidBody& body, const Vec3& v, const Vec3& w)
{
	const Vec3 local = Transposed(body.rotation) * w;
	return 0.5 * (body.mass * LengthSquared(v) + Dot(local, body.inertia * local));
}

struct GroupEnergy
{
	EnergyBalance balance;
	bool isGrounded = false;
	bool isDriven = false; // by something that gives energy

	double Scale() const { return isGrounded && !isDriven ? balance.Scale(0.0) : 1.0; }
};

/// By how much each body is to be slowed down: 1 a body, 1 for those that nothing presses.
std::vector<double> SlowedGroups(std::span<const ContactRow> rows,
	std::span<const RigidBody> bodies,
	UnionFind& groups,
	std::vector<int32_t>& pressed,
	std::span<const double> kineticBefore,
	const Vec3& gravity,
	double step,
	std::span<const SolverBody> movers)
{
	std::sort(pressed.begin(), pressed.end());
	pressed.erase(std::unique(pressed.begin(), pressed.end()), pressed.end());
	std::vector<GroupEnergy> energies(bodies.size());
	for (const ContactRow& row : rows)
	{
		if (row.normalImpulse > 0.0 && bodies[row.a].Yields() != bodies[row.b].Yields())
		{
			const bool isOnA = bodies[row.a].Yields();
			GroupEnergy& group = energies[groups.Find(isOnA ? row.a : row.b)];
			group.isGrounded = true;
			group.isDriven |= bodies[isOnA ? row.b : row.a].IsDriven();
		}
	}
	for (const int32_t i : pressed)
	{
		const RigidBody& body = bodies[i];
		if (body.Yields())
		{
			EnergyBalance& balance = energies[groups.Find(i)].balance;
			balance.before += kineticBefore[i];
			balance.after += Kinetic(body, movers[i].v, movers[i].w);
			balance.fallen += body.mass * Dot(gravity, movers[i].v) * (step - body.clock);
		}
	}
	std::vector<double> scales(bodies.size(), 1.0);
	for (const int32_t i : pressed)
	{
		scales[i] = bodies[i].Yields() ? energies[groups.Find(i)].Scale() : 1.0;
	}
	return scales;
}
} // namespace

double EnergyBalance::Most() const
{
	const double slowed = fallen > 0.0 ? std::min(fallen / (2.0 * after), 1.0) : 0.0;
	return std::max(before + slowed * (fallen - slowed * after), 0.0);
}

double EnergyBalance::Scale(double lifted) const
{
	if (!(after - fallen + lifted > before + kRounding * after) || !(after > 0.0))
	{
		return 1.0;
	}
	const double square = std::max(fallen * fallen + 4.0 * after * (before - lifted), 0.0);
	return std::clamp((fallen + std::sqrt(square)) / (2.0 * after), 0.0, 1.0);
}

std::vector<double> KineticBeforeGravity(std::span<const RigidBody> bodies, const Vec3& gravity, double step)
{
	std::vector<double> kinetic(bodies.size(), 0.0);
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		const RigidBody& body = bodies[i];
		kinetic[i] = body.Yields() ? Kinetic(body, body.v - gravity * (step - body.clock), body.w) : 0.0;
	}
	return kinetic;
}

void TakeBackContactEnergy(std::span<const ContactRow> rows,
	std::span<const RigidBody> bodies,
	std::span<const double> kineticBefore,
	const Vec3& gravity,
	double step,
	std::span<SolverBody> movers)
{
	UnionFind groups(static_cast<int32_t>(bodies.size()));
	std::vector<int32_t> pressed;
	const auto press = [&](const ContactRow& row)
	{
		pressed.push_back(row.a);
		pressed.push_back(row.b);
		if (bodies[row.a].Yields() && bodies[row.b].Yields())
		{
			groups.Unite(row.a, row.b);
		}
	};
	for (const ContactRow& row : rows)
	{
		if (row.normalImpulse > 0.0)
		{
			press(row);
		}
	}
	std::vector<double> scales = SlowedGroups(rows, bodies, groups, pressed, kineticBefore, gravity, step, movers);
	// Who flies along behind what is slowed down would run into it.
	for (int32_t round = 0; round < kSlowedRounds; ++round)
	{
		bool isAnyMore = false;
		for (const ContactRow& row : rows)
		{
			if (scales[row.a] == scales[row.b] || row.normalImpulse > 0.0)
			{
				continue;
			}
			const Vec3 velocityA = movers[row.a].VelocityAt(row.rA);
			const Vec3 velocityB = movers[row.b].VelocityAt(row.rB);
			const double before = Dot(row.normal, velocityB - velocityA);
			const double after = Dot(row.normal, velocityB * scales[row.b] - velocityA * scales[row.a]);
			if (after < std::min(row.target, before) - kRunsInto)
			{
				press(row);
				isAnyMore = true;
			}
		}
		if (!isAnyMore)
		{
			break;
		}
		scales = SlowedGroups(rows, bodies, groups, pressed, kineticBefore, gravity, step, movers);
	}
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		if (scales[i] < 1.0)
		{
			movers[i].v *= scales[i];
			movers[i].w *= scales[i];
		}
	}
}
} // namespace FractureCore
