// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/LoadRatios.h"

#include "Math/StressAlgebra.h"
#include "Math/SymmetricEigen.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace FractureCore
{
Sym3 Combine(const Sym3 parts[3], const Vec3& weights)
{
	auto sum = [&](auto field)
	{ return weights.x * parts[0].*field + weights.y * parts[1].*field + weights.z * parts[2].*field; };
	return {sum(&Sym3::xx), sum(&Sym3::yy), sum(&Sym3::zz), sum(&Sym3::xy), sum(&Sym3::yz), sum(&Sym3::zx)};
}

void RaiseRatios(const Sym3& stress, double strength, const Material& material, LoadRatios& most)
{
	// No principal value is larger than the matrix's norm: most tets are far from the worst and end here.
	const double easing = std::max(1.0, 1.0 / material.axisFactor);
	const double reached = std::min(most.positive, most.negative) * strength;
	const double squares = stress.xx * stress.xx + stress.yy * stress.yy + stress.zz * stress.zz +
		2.0 * (stress.xy * stress.xy + stress.yz * stress.yz + stress.zx * stress.zx);
	if (easing * easing * squares <= reached * reached)
	{
		return;
	}
	const SymmetricExtremes extremes = FindExtremes(stress);
	const double crush = strength * material.compressiveFactor;
	most.positive = std::max(most.positive, -extremes.smallest / crush);
	most.negative = std::max(most.negative, extremes.largest / crush);
	if (easing * extremes.largest > most.positive * strength)
	{
		most.positive = std::max(most.positive, FindCriticalPlane(stress, material).tension / strength);
	}
	if (easing * -extremes.smallest > most.negative * strength)
	{
		const CriticalPlane plane = FindCriticalPlane(Scaled(stress, -1.0), material);
		most.negative = std::max(most.negative, plane.tension / strength);
	}
}

Status CheckFragilityInput(
	std::span<const double> strength, size_t cellCount, const char* cell, const ContactPulse& pulse)
{
	if (!strength.empty() && strength.size() != cellCount)
	{
		return Error{
			ErrorCode::InvalidSettings, std::string("strengths must be given for every ") + cell + " or for none"};
	}
	for (size_t i = 0; i < strength.size(); ++i)
	{
		if (!(strength[i] > 0.0))
		{
			return Error{ErrorCode::InvalidSettings,
				std::string("the strength of ") + cell + " " + std::to_string(i) + " is not above zero",
				static_cast<int64_t>(i)};
		}
	}
	if (!(pulse.peakRate > 0.0))
	{
		return Error{ErrorCode::InvalidSettings, "the pulse has no duration"};
	}
	return Ok{};
}

Result<double> BoundByMap(const SurfaceLoads& loads, const FragilityMap& map, std::span<const ContactImpulse> impulses)
{
	const std::span<const int32_t> surface = loads.SurfaceNodes();
	if (map.ratio.size() != surface.size())
	{
		return std::numeric_limits<double>::infinity(); // of another body
	}
	constexpr double kNoOffset = 1.0e-9; // of a patch's radius
	constexpr double kMargin = 1.0e-6;
	double bound = 0.0;
	for (size_t i = 0; i < impulses.size(); ++i)
	{
		const ContactImpulse& contact = impulses[i];
		const Result<SurfaceLoads::Site> site = loads.Locate(contact.point, static_cast<int64_t>(i));
		if (!site)
		{
			return site.GetError();
		}
		if (site->IsInside())
		{
			return std::numeric_limits<double>::infinity();
		}
		const Vec3 force = contact.impulse * contact.pulse.peakRate;
		// A point off the surface adds a moment, of which the map knows nothing. What rounding leaves of one for points
		// on the surface is covered by the margin below.
		const double moment = Length(Cross(site->offset, force));
		for (int32_t k = 0; k < 3; ++k)
		{
			const double radius = loads.LeastRadius(site->nodes[k]);
			if (contact.pulse.patchRadius > radius || moment > kNoOffset * radius * Length(force))
			{
				return std::numeric_limits<double>::infinity();
			}
			const size_t at =
				static_cast<size_t>(std::lower_bound(surface.begin(), surface.end(), site->nodes[k]) - surface.begin());
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				const double component = site->shares[k] * Component(force, axis);
				bound += std::abs(component) * map.ratio[at][static_cast<size_t>(2 * axis + (component < 0.0 ? 1 : 0))];
			}
		}
	}
	return bound * (1.0 + kMargin);
}
} // namespace FractureCore
