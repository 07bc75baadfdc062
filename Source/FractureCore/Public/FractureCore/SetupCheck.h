// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Export.h"
#include "FractureCore/Parallel.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace FractureCore
{
// Mistakes that a user can make between a mesh and a break, one rule each: for data validation, the studio's messages
// and build machines. The texts are for people and say what to do.

enum class SetupRule : uint8_t
{
	NoAsset,            // nothing was baked
	StaleAsset,         // mesh or settings changed since the bake
	MaterialOutOfRange, // a constant the solver cannot take
	MaterialUnlikely,   // a constant a factor of 1000 from every preset: most likely a wrong unit
	LayerOutOfRange,    // a field of a layer or anchor, as ValidateStrength has it
	PaintMismatch,      // painted values for vertices that do not exist
	PaintedToZero,      // painted strength 0: it is raised to a thousandth
	StrengthClamped,    // layers leave the range that strength may have
	AllLayersHidden,    // there are layers, and none acts
	AnchorHoldsNothing, // an anchor without a node
	AllAnchored,        // every node is held: nothing can break
	ThinWall,           // a wall of one tet: too stiff in bending
	WallPerforated,     // the bake found walls thinner than its cells
	UnlikelySize,       // smaller than 1 mm or larger than 100 m: most likely a wrong unit
	NonuniformScale,    // placed with different scales along its axes, or mirrored
	ZeroScale,          // placed with a scale of 0 along an axis
};
inline constexpr SetupRule kLastSetupRule = SetupRule::ZeroScale;

/// A short name that does not change: "stale-asset".
FRACTURECORE_API const char* RuleCode(SetupRule rule);

struct SetupFinding
{
	SetupRule rule = SetupRule::NoAsset;
	bool isError = false;       // it cannot break as meant; else a warning
	std::string text;           // what is wrong and what to do about it, one or two sentences
	int32_t element = kNoIndex; // layer or anchor, from 0, where it is about one

	friend bool operator==(const SetupFinding&, const SetupFinding&) = default;
};

/// What is to be checked; absent parts are not.
struct SetupToCheck
{
	std::string name;                       // of the object, for the texts
	const BakedObject* object = nullptr;    // null: nothing was baked
	std::optional<ContentHash> expectedKey; // BakeKey of the mesh and settings as they are now
	const Material* material = nullptr;     // about to be baked with; null: the object's
	const StrengthSetup* setup = nullptr;   // about to be baked with; null: the object's
	Vec3 scale = {1.0, 1.0, 1.0};           // with which it is placed in the world
};

/// In order of the rules, at most one a rule and element.
FRACTURECORE_API std::vector<SetupFinding> CheckSetup(const SetupToCheck& setup, TaskRunner& runner);
} // namespace FractureCore
