// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Breakable.h"
#include "FractureCore/Export.h"
#include "FractureCore/Fragments.h"
#include "FractureCore/Hash.h"
#include "FractureCore/Hull.h"
#include "FractureCore/Plan.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace FractureCore
{
/// Of a rigid body, in the axes of its mesh.
struct BodyMotion
{
	Vec3 velocity;        // m/s, of the centre of mass
	Vec3 angularVelocity; // rad/s

	friend bool operator==(const BodyMotion&, const BodyMotion&) = default;
};

/// What hits a body, and how it moved before.
struct Impact
{
	PlanLoads loads;          // must outlive the event
	BodyMotion motion;        // before any of the collision's impulses
	double restitution = 0.0; // [0, 1], that the collision's impulses include

	/// J, >= 0: the kinetic energy that the collision turns into load until nothing closes any more; half of each
	/// impulse of compression times its closing speed. Cracks are paid from it. 0: not known, and taken for plenty.
	double closingEnergy = 0.0;

	/// What earlier impacts left open in this body: `plan.cracks` of its last BreakResult, if that did not separate it;
	/// null: none. Must outlive the event. Cracks that stopped inside a body stay in it and open further by later hits.
	const CrackSet* damage = nullptr;
};

struct BreakSettings
{
	PlanSettings plan;
	FragmentSettings fragments;
	double debrisVolume = 1.0e-4; // of the parent's: smaller pieces are debris, for particles instead of bodies; they
								  // do not count as one of fragments.maxFragments
	int32_t hullVertices = 32;    // >= 4, of a fragment's convex hull
	int32_t hullsPerFragment = 1; // >= 1: more follow a concave piece better
};

/// Pieces too small to be bodies.
struct Debris
{
	int32_t pieces = 0;
	double mass = 0.0;   // kg
	Vec3 centre;         // m, of mass
	Mat3 inertia;        // kg m^2, of all of it about that centre
	Vec3 momentum;       // kg m/s
	Vec3 spin;           // kg m^2/s, angular momentum about the body's centre
	double energy = 0.0; // J, kinetic
	Vec3 low;            // m, the box around them
	Vec3 high;
};

struct BreakResult
{
	CrackPlan plan;
	std::vector<Fragment> fragments;            // largest first; the whole body alone if it did not come apart
	std::vector<BodyMotion> motions;            // 1 a fragment, at the moment of the break
	std::vector<std::vector<ConvexHull>> hulls; // 1 a fragment
	Debris debris;
	bool separated = false;       // into more than one piece, debris included
	double impulseFraction = 1.0; // of each collision impulse, that the body took before it came apart
	Vec3 impulseLeft;             // N s, sum of what it did not take: that is still the striker's
	double crackEnergy = 0.0;     // J, that the cracks until then took
	double momentumError = 0.0;   // relative, linear and angular, of pieces and debris against the body: rounding only
	double energyError = 0.0;     // relative, kinetic energy of pieces and debris against the body's: rounding only
	int32_t mergedPieces = 0;     // too small even for debris, or too many: joined to a neighbour
	ContentHash hash;             // of fragments and motions: equal hashes, equal results
};

enum class BreakStage : uint8_t
{
	Solve,   // stress
	Plan,    // where cracks grow
	Cut,     // along them
	Surface, // of the pieces
	Bodies,  // masses, motions, hulls
	Done,
};

/// One impact on one body, from impulses to fragments. A host may stop between any two steps and go on in another
/// frame: when it does so has no effect on the result.
class FRACTURECORE_API BreakEvent
{
public:
	/// `breakable` must outlive the event. The error names the first bad setting.
	static Result<BreakEvent> Create(const Breakable& breakable, const Impact& impact, const BreakSettings& settings);

	BreakEvent(BreakEvent&& other) noexcept;
	BreakEvent& operator=(BreakEvent&& other) noexcept;
	~BreakEvent();

	/// What the next step works on.
	BreakStage Stage() const;

	/// Does the next piece of work. The error names the first bad impulse.
	Status Step(TaskRunner& runner);

	/// The plan, once Stage is past Plan; null before. A host may drop the event here if nothing has cracked.
	const CrackPlan* Plan() const;

	/// Complete once Stage is Done.
	BreakResult TakeResult();

	struct Data;

private:
	explicit BreakEvent(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// All steps at once. A pure function of its arguments.
FRACTURECORE_API Result<BreakResult> BreakBody(
	const Breakable& breakable, const Impact& impact, const BreakSettings& settings, TaskRunner& runner);
} // namespace FractureCore
