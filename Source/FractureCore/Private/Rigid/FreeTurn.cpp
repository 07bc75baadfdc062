// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/FreeTurn.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
constexpr double kLeastTurn = 1.0e-4;
constexpr double kMostTurnAtOnce = 0.25; // rad
constexpr double kLeastPart = 5.0e-5;    // s: of what turns faster, energy is kept, but not the place

// Two are enough for a turn that is taken at once; a larger one ends anywhere on the sphere of directions.
constexpr int32_t kMostMends = 64;
constexpr double kMostMend = 0.1; // rad
constexpr double kMendRounding = 1.0e-11;

struct Tumble
{
	const FreeSpin& body;
	Quat q;
	Vec3 w;

	void TurnTo(const Quat& orientation)
	{
		q = Normalised(orientation);
		w = Rotated(q, body.inverseInertia * Rotated(Conjugate(q), body.spin));
	}
};

/// The turn is taken with the velocity at its middle, which errs in energy with the third power of the turn; a little
/// turn more, along the steepest way of the energy, T = L . I^-1 L / 2 with dT = d . (w x L) for a turn d, makes that
/// good.
void TurnFor(Tumble& tumble, double time)
{
	const Quat start = tumble.q;
	tumble.TurnTo(RotationFromVector(tumble.w * (0.5 * time)) * start);
	tumble.TurnTo(RotationFromVector(tumble.w * time) * start);
	if (LengthSquared(tumble.w) * time * time < kLeastTurn * kLeastTurn)
	{
		return; // the third power of that is rounding
	}
	double before = HUGE_VAL;
	for (int32_t i = 0; i < kMostMends; ++i)
	{
		const double missing = tumble.body.energy - 0.5 * Dot(tumble.w, tumble.body.spin);
		if (std::abs(missing) >= before && std::abs(missing) <= kMendRounding * tumble.body.energy)
		{
			return; // nearer than rounding lets it
		}
		before = std::abs(missing);
		const Vec3 steepest = Cross(tumble.w, tumble.body.spin);
		const double squared = LengthSquared(steepest);
		// Spinning about an axis of inertia, every direction leads away from it.
		if (std::abs(missing) <= 1.0e-14 * tumble.body.energy ||
			squared <= 1.0e-12 * LengthSquared(tumble.w) * LengthSquared(tumble.body.spin))
		{
			return;
		}
		const double turn = std::clamp(missing / std::sqrt(squared), -kMostMend, kMostMend);
		tumble.TurnTo(RotationFromVector(steepest * (turn / std::sqrt(squared))) * tumble.q);
	}
}

FreeTurn TurnAtOnce(const FreeSpin& body, const FreeTurn& from, double time)
{
	Tumble tumble = {body, from.q, from.w};
	TurnFor(tumble, time);
	return {tumble.q, tumble.w};
}
} // namespace

FreeTurnWay::FreeTurnWay(const FreeSpin& body, const FreeTurn& from)
	: m_inverseInertia(body.inverseInertia), m_spin(body.spin), m_energy(body.energy), m_turn(from), m_part(HUGE_VAL)
{
	const double speed = Length(from.w);
	m_part = speed > 0.0 ? std::max(kMostTurnAtOnce / speed, kLeastPart) : HUGE_VAL;
}

FreeTurn FreeTurnWay::At(double time)
{
	const FreeSpin body = {m_inverseInertia, m_spin, m_energy};
	while (m_part * static_cast<double>(m_parts + 1) < time)
	{
		m_turn = TurnAtOnce(body, m_turn, m_part);
		++m_parts;
	}
	const double rest = time - (m_parts > 0 ? m_part * static_cast<double>(m_parts) : 0.0);
	return rest > 0.0 ? TurnAtOnce(body, m_turn, rest) : m_turn;
}

FreeTurn TurnFreely(const FreeSpin& body, const FreeTurn& from, double time)
{
	return FreeTurnWay(body, from).At(time);
}
} // namespace FractureCore
