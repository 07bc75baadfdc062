// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Rigid/ContactSolver.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
/// A contact as far as its normal goes, with all that an impulse along it does worked out: less memory and less
/// arithmetic than a row's, for many sweeps by normals alone.
struct NormalRow
{
	int32_t a = kNoIndex;
	int32_t b = kNoIndex;
	Vec3 normal; // from A to B
	Vec3 leverA; // r x normal
	Vec3 leverB;
	Vec3 turnA; // rad/s for 1 N s
	Vec3 turnB;
	double pushA = 0.0; // 1/kg: inverse masses
	double pushB = 0.0;
	double mobilityA = 0.0; // 1/kg, along the normal at the contact
	double mobilityB = 0.0;
	double target = 0.0;  // m/s that the normal velocity shall reach at least
	double impulse = 0.0; // N s

	NormalRow(const ContactRow& row,
		double inverseMassA,
		const Mat3& inverseInertiaA,
		double inverseMassB,
		const Mat3& inverseInertiaB)
		: a(row.a), b(row.b), normal(row.normal), leverA(Cross(row.rA, row.normal)), leverB(Cross(row.rB, row.normal)),
		  turnA(inverseInertiaA * leverA), turnB(inverseInertiaB * leverB), pushA(inverseMassA), pushB(inverseMassB),
		  mobilityA(pushA + Dot(leverA, turnA)), mobilityB(pushB + Dot(leverB, turnB)), target(row.target)
	{
	}

	/// Pushes until the two come apart as fast as the target, no less in sum than nothing; who does not move is as if
	/// fixed. `Mover` has v and w. Answers the change of velocity along the normal, m/s.
	template <typename Mover>
	double Solve(Mover& moverA, Mover& moverB, bool movesA, bool movesB)
	{
		const double mobility = (movesA ? mobilityA : 0.0) + (movesB ? mobilityB : 0.0);
		if (!(mobility > 0.0))
		{
			return 0.0;
		}
		const double speed = Dot(normal, moverB.v - moverA.v) + Dot(leverB, moverB.w) - Dot(leverA, moverA.w);
		const double sum = std::max(0.0, impulse + (target - speed) / mobility);
		const double change = sum - impulse;
		impulse = sum;
		if (movesA)
		{
			moverA.v -= normal * (change * pushA);
			moverA.w -= turnA * change;
		}
		if (movesB)
		{
			moverB.v += normal * (change * pushB);
			moverB.w += turnB * change;
		}
		return std::abs(change * mobility);
	}
};
} // namespace FractureCore
