// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Breakable.h"
#include "FractureCore/Parallel.h"
#include "NodeSampler.h"

#include <span>
#include <vector>

namespace FractureToolkit
{
/// Moves the contacts' points to the nearest place on the boundary of the tets.
void SnapToTets(const FractureCore::Breakable& breakable, std::span<FractureCore::ContactImpulse> contacts);

/// The largest tension at the peak of an impact, to be looked at on the pieces' surfaces.
class StressPaint
{
public:
	/// Points of `contacts` as SnapToTets leaves them, in the body's axes. Where the stress cannot be solved there is
	/// none to show: Sample then answers nothing.
	StressPaint(const FractureCore::Breakable& breakable,
		std::span<const FractureCore::ContactImpulse> contacts,
		FractureCore::TaskRunner& runner);

	/// Pa, 1 a point in the body's axes: that of the nearest node, 0 where there is only compression.
	std::vector<float> Sample(std::span<const FractureCore::Vec3> points) const { return m_tension.Sample(points); }

private:
	NodeSampler m_tension;
};
} // namespace FractureToolkit
