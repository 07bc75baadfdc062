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

namespace
{
/// Without what is rounding beside the other numbers.
Vec3 Tidied(const Vec3& v)
{
	const double least = 1.0e-9 * LargestComponent(v);
	return {std::abs(v.x) < least ? 0.0 : v.x, std::abs(v.y) < least ? 0.0 : v.y, std::abs(v.z) < least ? 0.0 : v.z};
}

/// "x" or "-x" for an axis, else "(0.6, 0, 0.8)".
std::string DirectionText(const Vec3& d)
{
	constexpr double kAlong = 1.0 - 1.0e-9;
	for (int32_t axis = 0; axis < 3; ++axis)
	{
		if (std::abs(Component(d, axis)) > kAlong)
		{
			return std::string(Component(d, axis) < 0.0 ? "-" : "") + "xyz"[axis];
		}
	}
	const Vec3 t = Tidied(d);
	char text[80];
	std::snprintf(text, sizeof(text), "(%.4g, %.4g, %.4g)", t.x, t.y, t.z);
	return text;
}

/// "a moment of 2.5 N m about z through (0, 0, 1) m"
std::string ImbalanceText(const LoadImbalance& imbalance)
{
	const double amount = std::abs(imbalance.amount);
	const Vec3 direction = imbalance.amount < 0.0 ? -imbalance.direction : imbalance.direction;
	const Vec3 point = Tidied(imbalance.point);
	char text[160];
	if (!imbalance.isTurn)
	{
		std::snprintf(text, sizeof(text), "a force of %.4g N along %s", amount, DirectionText(direction).c_str());
		return text;
	}
	std::snprintf(text,
		sizeof(text),
		"a moment of %.4g N m about %s through (%.4g, %.4g, %.4g) m",
		amount,
		DirectionText(direction).c_str(),
		point.x,
		point.y,
		point.z);
	return text;
}
} // namespace

Status RequireBalance(
	const RigidModes& modes, std::span<const Vec3> nodes, std::span<const Vec3> forces, RigidScratch& scratch)
{
	// Loads read from a file with six digits are as good as balanced.
	constexpr double kBalanced = 1.0e-5;
	const LoadImbalance imbalance = FindLoadImbalance(modes, nodes, forces, scratch);
	if (imbalance.share <= kBalanced)
	{
		return Ok{};
	}
	std::string part;
	if (modes.parts.size() > 1)
	{
		// Parts have no numbers that a caller knows.
		const Vec3& centre = modes.parts[static_cast<size_t>(imbalance.part)].centre;
		char text[120];
		std::snprintf(text,
			sizeof(text),
			" on the part around (%.4g, %.4g, %.4g) m, one of %zu",
			centre.x,
			centre.y,
			centre.z,
			modes.parts.size());
		part = text;
	}
	char share[80];
	std::snprintf(share, sizeof(share), "%.3g of what they could be off, %g is allowed", imbalance.share, kBalanced);
	return Error{ErrorCode::InvalidSettings,
		"the loads" + part + " are not in balance by " + ImbalanceText(imbalance) + " (" + share +
			"), and nothing holds the body against that: fix more nodes or balance the loads"};
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
