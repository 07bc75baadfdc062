// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Break.h"
#include "FractureCore/Breakable.h"
#include "FractureCore/Export.h"
#include "FractureCore/Fragility.h"
#include "FractureCore/Hash.h"
#include "FractureCore/Hull.h"
#include "FractureCore/MassProperties.h"
#include "FractureCore/Material.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Piece.h"
#include "FractureCore/Pose.h"
#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace FractureCore
{
/// Names a body for as long as its world lives: ids count up from 0 and are never used again.
using BodyId = int32_t;

enum class BodyKind : uint8_t
{
	Static,    // never moves; a breakable one comes loose where it breaks
	Kinematic, // moves as it is told and pushes others; nothing moves it, nothing breaks it
	Dynamic,
};

/// How a body's surface meets others. Of a pair, friction is the geometric mean and restitution the larger of the two,
/// unless World::SetPairContact says otherwise for their groups.
struct ContactLaw
{
	double friction = 0.5;    // Coulomb, >= 0, [0, 10]
	double restitution = 0.1; // [0, 1]
	int32_t group = 0;        // >= 0: which row of the table of pairs
};

/// Fragments of up to four hulls each: the shards of a bowl are curved.
inline BreakSettings BreakingInAWorld()
{
	BreakSettings settings;
	settings.hullsPerFragment = 4;
	return settings;
}

/// Which pieces break again. One is made ready when it is first hit harder than HarmlessForce says: few ever are.
struct PieceBreaking
{
	int32_t generations = 2;                   // >= 1. 1: only what the host added breaks; 2: its pieces too; ...
	double leastVolume = 0.02;                 // [0, 1], of the body that the host added: smaller pieces stay whole
	PieceSettings baking = {.maxTets = 2'000}; // a step waits for it
};

/// How a body and its pieces break.
struct BodyBreaking
{
	BreakSettings settings = BreakingInAWorld();
	PieceBreaking pieces;
};

/// A body to be. Exactly one of `surface` and `breakable` is given; both may be shared by any number of bodies.
struct BodyDefinition
{
	BodyKind kind = BodyKind::Dynamic;
	Pose pose;
	BodyMotion motion; // in world axes; of a static body: none

	std::shared_ptr<const SurfaceMesh> surface;    // closed, outward; cannot break
	std::shared_ptr<const Breakable> breakable;    // its own surface, material and mass
	std::shared_ptr<const FragilityMap> fragility; // of the breakable, or null: harmless contacts take a solve
	std::shared_ptr<const BodyBreaking> breaking;  // null: as the world's settings say

	Material material;                          // of `surface`: density, and elasticity for the duration of contacts
	std::shared_ptr<const MassProperties> mass; // of `surface`, or null: from its volume and material.density

	ContactLaw contact;
	uint64_t seed = 0;     // of grains in crushed zones
	uint64_t userData = 0; // the host's; fragments inherit it
};

/// What a step may spend on breaking, in counted work, so that equal calls give equal bytes on any machine. What does
/// not fit goes on in the next steps: until its event is done, a body moves as a rigid one that took all of the impact,
/// and then its pieces are born where it is, and the strikers get back what it did not take until it came apart.
struct FractureBudget
{
	/// Events that may begin in one step, most violent first. >= 0; 0: nothing breaks.
	int32_t eventsPerStep = 1'000;
	/// In tets of one stress solve, some tenths of a microsecond each: of a body of n tets, the first solve counts n,
	/// each after it 4 n, each step of planning n, cutting 4 n, surfaces 4 n, hulls of a piece 25,000; to make a piece
	/// ready for its first event counts 100 n for each mesh that is tried, 20 n twice, 30 n twice and some times
	/// 30,000. Something is always done, and these are not divided: a step may take as much as the largest of them
	/// beyond its budget. >= 0.
	int64_t workPerStep = INT64_MAX;
};

struct WorldSettings
{
	Vec3 gravity = {0.0, 0.0, -9.81}; // m/s^2
	int32_t collisionSweeps = 5;      // >= 1, over contacts that hit
	int32_t contactSweeps = 10;       // >= 1, over contacts that rest
	bool shockPropagation = true;     // last sweep from the ground up, each finished body as if fixed [Guendelman03]
	bool sleeping = true;             // bodies that lie still cost nothing until something wakes them

	BreakSettings breaking = BreakingInAWorld();
	PieceBreaking pieces;
	FractureBudget budget;
	double harmlessSpeed = 0.25; // m/s, closing: slower hits break nothing where no fragility map knows better

	int32_t maxBodies = 0;      // dynamic ones; beyond it the oldest small sleepers go, as debris. 0: no limit
	double worldRadius = 1.0e4; // m, > 0, about the origin: what leaves it is removed
};

/// What a world spends its time on; see StepObserver.
enum class StepStage : uint8_t
{
	BroadPhase,  // which bodies are near each other
	NarrowPhase, // where they touch, and when
	Collisions,  // with restitution
	Fracture,    // who was hit how hard; bodies in the place of others
	Solve,       // of a break: stress
	Plan,        // where cracks grow
	Cut,         // along them
	Surface,     // of the pieces
	Pieces,      // their masses and hulls; pieces made ready to break again
	Contacts,    // without restitution, and shock propagation
	Positions,
	Done,
};

/// Told when each stage begins, on the thread that called Step, so that a caller can measure it. Stages may alternate:
/// collisions go on after a fracture. Done comes once.
struct StepObserver
{
	void (*enter)(void* user, StepStage stage) = nullptr;
	void* user = nullptr;
};

/// A breakable body was hit and cracked or came apart. Cracks that do not part it stay in it: the next hit opens them
/// further.
struct FractureReport
{
	BodyId parent = kNoIndex;     // gone if separated
	BodyId striker = kNoIndex;    // whose contact was the most violent; kNoIndex: an impulse by the host, or it is gone
	std::vector<BodyId> children; // largest first; empty if not separated
	bool separated = false;
	Pose pose;                 // of the parent when it broke, and of all children then
	Vec3 point;                // m, world, of the most violent contact
	Vec3 impulse;              // N s, world, that the parent took there until it came apart
	double closingSpeed = 0.0; // m/s there
	double impulseFraction = 1.0;
	double firstFailureLoad = 0.0; // of the peak force
	double lostEnergy = 0.0;       // J, kinetic, by the impulses up to the break
	double crackArea = 0.0;        // m^2, of all that is open in it now
	int32_t solves = 0;
	/// With what the body was before, enough to break it again: all that hit it, in the parent's mesh frame, and what
	/// earlier hits had left open (null: nothing).
	std::vector<ContactImpulse> loads;
	std::shared_ptr<const Breakable> breakable;
	std::shared_ptr<const CrackSet> damage;
	ContentHash hash; // of BreakResult
};

/// A body that yielded under a hit has another shape from this step on: same id, same mass. World::Surface has it.
struct DentedReport
{
	BodyId body = kNoIndex;
	double largest = 0.0; // m, of the lasting displacements
};

/// Pieces too small for bodies, or bodies that made room: material for particles.
struct DebrisReport
{
	BodyId source = kNoIndex; // the body that broke, or that was removed
	int32_t pieces = 0;
	double mass = 0.0; // kg
	Vec3 velocity;     // m/s, of the mass centre
	Vec3 spin;         // kg m^2/s, angular momentum about the world's origin
	Vec3 low;          // m, world box
	Vec3 high;
};

enum class RemovalReason : uint8_t
{
	Broken,       // replaced by its fragments
	BodyLimit,    // WorldSettings::maxBodies
	LeftTheWorld, // WorldSettings::worldRadius
};

struct RemovalReport
{
	BodyId body = kNoIndex;
	RemovalReason reason = RemovalReason::Broken;
};

/// What a step did. All lists are in the order in which it happened; none depends on the number of threads.
struct StepReport
{
	int64_t step = 0;  // from 0
	double time = 0.0; // s, at its end
	int32_t bodies = 0;
	int32_t awake = 0;           // dynamic
	int32_t pairs = 0;           // near each other, at least one awake
	int32_t contacts = 0;        // points
	int32_t collisions = 0;      // contacts that hit
	int32_t stressEvents = 0;    // impacts that took a solve
	int32_t harmlessImpacts = 0; // that the fragility bound let pass
	int32_t waitingEvents = 0;   // begun or not, that go on in the next step
	int32_t piecesMadeReady = 0; // to break again
	int64_t fractureWork = 0;    // as FractureBudget counts it: with a clock, that tells what a millisecond is worth
	int32_t clampedBodies = 0;   // stopped short of a second contact in one step
	double deepest = 0.0;        // m, >= 0, of any two bodies into each other, at the step's start
	std::vector<FractureReport> fractures;
	std::vector<DentedReport> dents;
	std::vector<DebrisReport> debris;
	std::vector<RemovalReport> removed;
	std::string firstError; // of an event that could not be solved: its body stays whole. Empty: none
};

/// A body as a host draws it.
struct BodyState
{
	BodyId id = kNoIndex;
	BodyKind kind = BodyKind::Dynamic;
	bool asleep = false;
	bool breakable = false;   // or a piece that may be made so
	BodyId parent = kNoIndex; // that it broke off; kNoIndex: it was added by the host
	int32_t generation = 0;   // 0: as added; 1: a fragment; ...
	Pose pose;
	BodyMotion motion; // world axes; velocity of the centre of mass
	uint64_t userData = 0;
};

struct WorldEnergy
{
	double kinetic = 0.0;   // J, of dynamic bodies
	double potential = 0.0; // J, -m g . x
};

struct WorldMomentum
{
	Vec3 linear;  // kg m/s, of dynamic bodies
	Vec3 angular; // kg m^2/s, about the origin
};

/// An impulse-based rigid body world in which things break inside the step: the embedded host.
///
/// A step: every body flies to its first hit; collisions with restitution; what they break is cut, and the pieces take
/// part at once; gravity; contacts without restitution in the order of the contact graph; positions [Guendelman03].
/// Momentum is exact but for shock propagation, which only acts in heaps that rest on static or kinematic bodies.
///
/// Limits: metres and kilograms within about 1e-3 to 1e4 of 1; 2^31 ids; steps from 1e-5 to 0.1 s. Not thread-safe: one
/// thread at a time, which lends the others through the TaskRunner. Equal calls give equal bytes, for any number of
/// threads.
class FRACTURECORE_API World
{
public:
	/// The error names the first bad setting.
	static Result<World> Create(const WorldSettings& settings);

	World(World&& other) noexcept;
	World& operator=(World&& other) noexcept;
	~World();

	const WorldSettings& Settings() const;

	/// Between steps. The error names the first bad field; nothing is added then.
	Result<BodyId> Add(const BodyDefinition& definition);

	/// Between steps. False: there is no such body.
	bool Remove(BodyId body);

	/// Friction and restitution between two groups (also within one), instead of those of the bodies.
	Status SetPairContact(int32_t groupA, int32_t groupB, double friction, double restitution);

	/// Between steps: puts a body somewhere, awake. False: there is no such body.
	bool SetPose(BodyId body, const Pose& pose);
	/// World axes. Of a kinematic body: how it moves until told otherwise. False: no such body, or a static one.
	bool SetMotion(BodyId body, const BodyMotion& motion);

	/// A blow at a world point (m, N s), of the given pulse, taken at the start of the next step; it may break the
	/// body. A pulse without duration only moves it. False: no such body, or not dynamic.
	bool ApplyImpulse(BodyId body, const Vec3& point, const Vec3& impulse, const ContactPulse& pulse = {});

	/// One step of `dt` s. The report stays good until the next step.
	const StepReport& Step(double dt, TaskRunner& runner, const StepObserver& observer = {});

	/// All bodies, by ascending id. Good until the next call that is not const.
	std::span<const BodyState> Bodies() const;
	/// Null: there is no such body.
	const BodyState* Find(BodyId body) const;

	/// In the body's mesh frame. Null: there is no such body.
	std::shared_ptr<const SurfaceMesh> Surface(BodyId body) const;
	/// Convex parts that stand for the body in other engines. Empty: no such body.
	std::span<const ConvexHull> Hulls(BodyId body) const;
	/// In the mesh frame. Null: there is no such body.
	const MassProperties* Mass(BodyId body) const;
	/// Null: no such body, or it cannot break, or it is a piece that nothing has hit hard yet.
	std::shared_ptr<const Breakable> BreakableOf(BodyId body) const;
	/// What is open in a body that is still whole. Null: no such body, or it has no cracks.
	std::shared_ptr<const CrackSet> DamageOf(BodyId body) const;

	WorldEnergy Energy() const;
	WorldMomentum Momentum() const;

	/// Of ids, poses and motions: equal hashes, equal states.
	ContentHash StateHash() const;

	struct Data;

private:
	explicit World(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};
} // namespace FractureCore
