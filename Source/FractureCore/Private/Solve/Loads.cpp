// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/Loads.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace FractureCore
{
namespace
{
/// Squares of larger forces leave the range of numbers, and the solvers would take the sum for nothing.
constexpr double kMostForce = 1.0e100; // N

double LargestComponent(const Vec3& force)
{
	return std::max({std::abs(force.x), std::abs(force.y), std::abs(force.z)});
}

/// "what: a force of 1e+200 N, more than 1e+100"
std::string TooLargeText(const std::string& what, const Vec3& force)
{
	char text[80];
	std::snprintf(text, sizeof(text), ": a force of %g N, more than %g", LargestComponent(force), kMostForce);
	return what + text;
}
} // namespace

Status AddImpulses(const SurfaceLoads& loads,
	std::span<const ContactImpulse> impulses,
	StressQuantity quantity,
	std::span<Vec3> nodeForces)
{
	for (size_t i = 0; i < impulses.size(); ++i)
	{
		const ContactImpulse& contact = impulses[i];
		const int64_t number = static_cast<int64_t>(i);
		const Vec3 force = contact.impulse * (quantity == StressQuantity::PeakStress ? contact.pulse.peakRate : 1.0);
		const bool isGiven = IsFinite(contact.impulse) && std::isfinite(contact.pulse.peakRate);
		if (isGiven && !(LargestComponent(force) <= kMostForce))
		{
			return Error{ErrorCode::InvalidSettings,
				TooLargeText("impulse " + std::to_string(i) + " is too large for its duration", force),
				number};
		}
		if (!IsFinite(force) || !(contact.pulse.patchRadius >= 0.0) || !std::isfinite(contact.pulse.patchRadius))
		{
			return Error{ErrorCode::InvalidSettings,
				"impulse " + std::to_string(i) + " or its pulse is not a finite number",
				number};
		}
		const Result<SurfaceLoads::Site> site = loads.Locate(contact.point, number);
		if (!site)
		{
			return site.GetError();
		}
		loads.Add(*site, force, contact.pulse.patchRadius, nodeForces);
	}
	return Ok{};
}

Status ValidateLoads(std::span<const Vec3> forces, int32_t nodeCount)
{
	if (forces.size() != static_cast<size_t>(nodeCount))
	{
		return Error{ErrorCode::InvalidSettings,
			"loads are given for " + std::to_string(forces.size()) + " nodes, but the mesh has " +
				std::to_string(nodeCount)};
	}
	for (size_t i = 0; i < forces.size(); ++i)
	{
		if (!IsFinite(forces[i]))
		{
			return Error{ErrorCode::InvalidSettings,
				"the load on node " + std::to_string(i) + " is not a finite number",
				static_cast<int64_t>(i)};
		}
		if (LargestComponent(forces[i]) > kMostForce)
		{
			return Error{ErrorCode::InvalidSettings,
				TooLargeText("the load on node " + std::to_string(i) + " is too large", forces[i]),
				static_cast<int64_t>(i)};
		}
	}
	return Ok{};
}

Status RequireBalance(
	const RigidModes& modes, std::span<const Vec3> nodes, std::span<const Vec3> forces, RigidScratch& scratch)
{
	// Loads read from a file with six digits are as good as balanced.
	constexpr double kBalanced = 1.0e-5;
	if (const double imbalance = LoadImbalance(modes, nodes, forces, scratch); imbalance > kBalanced)
	{
		return Error{ErrorCode::InvalidSettings,
			"the loads are not in balance (off by " + std::to_string(imbalance) +
				" of their size) and nothing holds the body against that motion: fix more nodes or balance the loads"};
	}
	return Ok{};
}

void ZeroHeld(std::span<const uint8_t> heldAxes, std::span<Vec3> forces)
{
	for (size_t node = 0; node < heldAxes.size(); ++node)
	{
		Vec3& f = forces[node];
		const uint8_t held = heldAxes[node];
		f = {(held & 1) != 0 ? 0.0 : f.x, (held & 2) != 0 ? 0.0 : f.y, (held & 4) != 0 ? 0.0 : f.z};
	}
}

void ZeroPins(const RigidModes& modes, std::span<Vec3> forces)
{
	for (const int32_t pin : modes.pins)
	{
		Vec3& f = forces[static_cast<size_t>(pin / 3)];
		(pin % 3 == 0 ? f.x : (pin % 3 == 1 ? f.y : f.z)) = 0.0;
	}
}
} // namespace FractureCore
