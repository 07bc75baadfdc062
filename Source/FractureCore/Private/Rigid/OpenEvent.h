// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Piece.h"
#include "FractureCore/World.h"
#include "Rigid/BodyImpact.h"

#include <optional>
#include <string>
#include <vector>

namespace FractureCore
{
enum class ImpactVerdict : uint8_t
{
	Harmless, // no solve was needed
	Survived,
	Yields,  // neither broken nor cracked, but of a material that dents
	Cracked, // and whole
	Broken,
	Waits, // the allowance is used up
};

/// What a body took in a contact while nobody knew yet whether it breaks.
struct BlowPart
{
	BodyId other = kNoIndex; // kNoIndex: the host
	Vec3 fromBody;           // m, world axes, from the body's centre of mass to the contact then
	Vec3 fromOther;          // m, likewise from the other's
	Vec3 impulse;            // N s, world, on the body
	double lost = 0.0;       // J, kinetic, of the two; negative: won
};

/// Work on one impact, which may be spread over steps. Until it is done the body goes on as a rigid one that took all
/// of the impulses; what it should not have taken goes back to the strikers then.
struct OpenEvent
{
	BodyId body = kNoIndex;
	BodyImpact impact; // its index of the body is good only within the step that it began in
	BodyMotion motion; // before the impact, mesh axes
	std::vector<BlowPart> parts;
	int64_t bornStep = 0;

	bool hasBegun = false;
	// From the beginning on; the event looks into them.
	std::optional<PieceBaker> baker;     // of a piece on its way to be breakable
	std::optional<BreakableMaker> maker; // then
	std::shared_ptr<const Breakable> breakable;
	std::shared_ptr<const CrackSet> damage;
	std::vector<ContactImpulse> resting;
	std::optional<BreakEvent> event;
	int32_t solves = 0;
	bool shapesPieces = false; // the result is there, but not yet what its pieces collide as

	// At the end.
	bool isDone = false;
	ImpactVerdict verdict = ImpactVerdict::Waits;
	BreakResult result;
	std::string error;
};
} // namespace FractureCore
