// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Stress.h"
#include "FractureCore/Types.h"

#include <vector>

namespace FractureCore
{
/// All that hits one breakable body in a collision.
struct BodyImpact
{
	int32_t body = kNoIndex;
	std::vector<ContactImpulse> loads; // in the mesh frame
	std::vector<int32_t> rows;         // where each came from; kNoIndex: the host, or a step that is over
	size_t strongest = 0;              // among the loads
	double closingSpeed = 0.0;         // m/s, of the strongest
	double peakForce = 0.0;            // N, of the strongest
	double totalForce = 0.0;           // N, sum of all peaks
	double restitution = 0.0;          // of the strongest
	double closingEnergy = 0.0;        // J, as in Impact; 0: not known
	bool isResting = false;            // loads are those of RigidBody::resting
};
} // namespace FractureCore
