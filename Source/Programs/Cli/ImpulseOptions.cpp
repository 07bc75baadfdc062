// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ImpulseOptions.h"

#include "Command.h"
#include "TextCursor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

namespace FractureCli
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;

namespace
{
/// Without a duration from the user, the blow of a steel ball, 3 cm in radius, whose momentum is the impulse's.
Result<FractureCore::ContactPulse> EstimateHammer(
	const FractureCore::Material& material, double bodyMass, double impulse, double restitution)
{
	constexpr double kBallRadius = 0.03;
	constexpr double kSteelDensity = 7850.0;
	const double ballMass = kSteelDensity * 4.0 / 3.0 * FractureCore::kPi * kBallRadius * kBallRadius * kBallRadius;
	const double effective = 1.0 / (1.0 / ballMass + 1.0 / bodyMass);
	return FractureCore::EstimateCollisionPulse({.closingSpeed = impulse / ((1.0 + restitution) * effective),
		.effectiveMass = effective,
		.restitution = restitution,
		.youngModulus = {210.0e9, material.youngModulus},
		.poissonRatio = {0.3, material.poissonRatio},
		.radius = {kBallRadius, std::numeric_limits<double>::infinity()}});
}
} // namespace

void AddImpulseOptions(CLI::App& command, ImpulseOptions& options)
{
	command
		.add_option("--impulse",
			options.impulses,
			"Point (m) and impulse (N s) in the body's frame: \"px py pz jx jy jz\"; may be given again")
		->type_name("\"P J\"")
		->expected(1)
		->take_all();
	CLI::Option* const duration =
		command
			.add_option("--duration",
				options.duration,
				"How long each impulse lasts, s. Without it: Hertz's time for a steel ball of 3 cm radius with that "
				"impulse; impulses at one point are steps of one blow")
			->check(PositiveNumber());
	command
		.add_option("--restitution",
			options.restitution,
			"That the impulses include, 0 to 1: the less, the faster and shorter the blow of the same impulse")
		->check(CLI::Range(0.0, 1.0))
		->type_name("E")
		->capture_default_str();
	command.add_option("--pulse", options.pulse, "Shape of an impulse of given duration")
		->check(CLI::IsMember({"half-sine", "constant"}))
		->capture_default_str()
		->needs(duration); // Hertz's blow has a shape of its own
	command
		.add_option("--patch-radius",
			options.patchRadius,
			"Of the area that a blow presses on, m; two edge lengths of the tets there at least. Without it: Hertz's, "
			"or with --duration the least")
		->check(PositiveNumber());
}

Result<std::vector<FractureCore::ContactImpulse>> ParseImpulses(
	const ImpulseOptions& options, const FractureCore::Material& material, const FractureCore::MassProperties& mass)
{
	std::vector<FractureCore::ContactImpulse> impulses;
	for (size_t i = 0; i < options.impulses.size(); ++i)
	{
		FractureToolkit::TextCursor cursor(options.impulses[i]);
		double values[6] = {};
		int32_t count = 0;
		for (std::string_view token = cursor.Token(); !token.empty(); token = cursor.Token(), ++count)
		{
			if (count == 6 || !FractureToolkit::ParseNumber(token, values[count]) || !std::isfinite(values[count]))
			{
				count = -1;
				break;
			}
		}
		if (count != 6)
		{
			return Error{ErrorCode::InvalidSettings,
				"impulse " + std::to_string(i) + " is " + FractureToolkit::QuoteToken(options.impulses[i]) +
					"; expected six finite numbers \"px py pz jx jy jz\""};
		}
		// Squares of larger and smaller numbers leave the range of numbers on the way to a duration and a force.
		constexpr double kMostImpulse = 1.0e100; // N s
		const double most = std::max({std::abs(values[3]), std::abs(values[4]), std::abs(values[5])});
		if (most > kMostImpulse)
		{
			char text[64];
			std::snprintf(text, sizeof(text), " is too large: %g N s, more than %g", most, kMostImpulse);
			return Error{ErrorCode::InvalidSettings, "impulse " + std::to_string(i) + text};
		}
		constexpr double kLeastImpulse = 1.0e-100;
		if (most < kLeastImpulse)
		{
			return Error{ErrorCode::InvalidSettings,
				"impulse " + std::to_string(i) + (most == 0.0 ? " is zero" : " is too small: less than 1e-100 N s")};
		}
		FractureCore::ContactImpulse contact;
		contact.point = {values[0], values[1], values[2]};
		contact.impulse = {values[3], values[4], values[5]};
		impulses.push_back(contact);
	}
	for (size_t i = 0; i < impulses.size(); ++i)
	{
		FractureCore::ContactImpulse& contact = impulses[i];
		if (options.duration)
		{
			contact.pulse = FractureCore::GivenPulse(*options.duration,
				options.pulse == "constant" ? FractureCore::PulseShape::Constant : FractureCore::PulseShape::HalfSine);
			contact.pulse.patchRadius = options.patchRadius.value_or(0.0);
			continue;
		}
		// A collision that a host resolved in several steps is one blow, however many impulses tell of it; turning it
		// into the body's frame and back may have cost the points their last digits.
		constexpr double kSamePoint = 1.0e-9;
		const double size = std::cbrt(mass.volume);
		FractureCore::Vec3 whole;
		for (const FractureCore::ContactImpulse& other : impulses)
		{
			const bool isThere = Length(other.point - contact.point) <= kSamePoint * size;
			whole += isThere ? other.impulse : FractureCore::Vec3{};
		}
		const double sum = Length(whole);
		const Result<FractureCore::ContactPulse> pulse =
			EstimateHammer(material, mass.mass, sum > 0.0 ? sum : Length(contact.impulse), options.restitution);
		if (!pulse)
		{
			return pulse.GetError();
		}
		contact.pulse = *pulse;
		contact.pulse.patchRadius = options.patchRadius.value_or(contact.pulse.patchRadius);
	}
	return impulses;
}
} // namespace FractureCli
