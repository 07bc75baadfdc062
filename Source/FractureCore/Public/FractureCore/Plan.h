// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Crack.h"
#include "FractureCore/Export.h"
#include "FractureCore/Material.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/Stress.h"
#include "FractureCore/TetMesh.h"
#include "FractureCore/Weakness.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace FractureCore
{
enum class GrowthRule : uint8_t
{
	FittedCracks, // smooth surfaces across the largest tension, as far as the stress along them pays for their area
	Planes,       // the same, but every surface is a plane
	Grains,       // the same, but every surface follows the interfaces between grains near it: stone, coarse ceramic
	Bonds, // [Smith01]: bonds between tets fail one after another and weaken those beside them, by the angle; many
		   // solves, ragged pieces. Cracks that stop inside the body are not kept
};

struct PlanSettings
{
	GrowthRule rule = GrowthRule::FittedCracks;
	int32_t maxSolves = 5;       // >= 1, the first included; each after it sees the cracks so far
	int32_t cracksPerSolve = 12; // >= 1, new ones; they shield each other until the next solve
	int32_t maxCracks = 60;      // >= 1
	int32_t maxGrains = 64;      // >= 0, in crushed zones and of tempered bodies; 0: neither
	int32_t batchesPerPiece = 2; // >= 1, solves after which cracks may start in a piece while its loads stay the same
	double growthScale = 1.0;    // > 0, times the material's growthFactor: the less, the farther cracks run
	uint64_t seed = 0;           // of the grains
	double grainBias = 1.0;      // [0, 1], of GrowthRule::Grains: 0 as without grains, 1 along their interfaces only
	WeaknessSurfaces weakness;   // that GrowthRule::Grains follows; empty: grains of the material's size. A break takes
								 // those of the object's strength layers
};

/// For many bodies at once: one solve, which a cached factor makes cheap, and more cracks from it.
FRACTURECORE_API PlanSettings OneSolvePlan();

/// GrowthRule::Bonds with as many solves as it takes: the load rises to its peak in so many steps.
FRACTURECORE_API PlanSettings BondsPlan();

/// What planning needs to know of a body besides its stress: where the tets of the stress mesh lie in the cutting
/// lattice and back, how thick the body is, and how its lattice hangs together. Immutable; any number of planners may
/// use it at once.
class FRACTURECORE_API PlanBody
{
public:
	/// `stressMesh` carries stress (BakedObject::tets), `lattice` the cracks (CutBody::Lattice); they may be the same.
	/// `heldAxes` as for StressModel::Create. `thickness`: of a sheet, m; 0: it is measured. The error names the first
	/// bad tet or node.
	static Result<PlanBody> Create(const TetMesh& stressMesh,
		const TetMesh& lattice,
		std::span<const uint8_t> heldAxes,
		TaskRunner& runner,
		double thickness = 0.0);

	PlanBody(PlanBody&& other) noexcept;
	PlanBody& operator=(PlanBody&& other) noexcept;
	~PlanBody();

	/// Diameter of the largest ball inside the body around each lattice tet, m: the length that patterns scale with.
	std::span<const double> Thickness() const;

	struct Data;
	const Data& GetData() const { return *m_data; }

private:
	friend class PlanBodyMaker;
	explicit PlanBody(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// PlanBody::Create in steps of some milliseconds, between which a host may pause; that has no effect on the result.
class FRACTURECORE_API PlanBodyMaker
{
public:
	/// As PlanBody::Create; what is given may go.
	static Result<PlanBodyMaker> Create(
		const TetMesh& stressMesh, const TetMesh& lattice, std::span<const uint8_t> heldAxes, double thickness = 0.0);

	PlanBodyMaker(PlanBodyMaker&& other) noexcept;
	PlanBodyMaker& operator=(PlanBodyMaker&& other) noexcept;
	~PlanBodyMaker();

	/// Does the next piece of work. True: that was the last.
	bool Step(TaskRunner& runner);

	/// About so much of the work is done, 0 to 1.
	double Fraction() const;

	/// Once Step has returned true.
	PlanBody Take();

private:
	struct Data;
	explicit PlanBodyMaker(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// What breaks a body.
struct PlanLoads
{
	std::span<const ContactImpulse> collision; // rises from nothing to its peak
	std::span<const ContactImpulse> resting;   // acts all the time: weight, other bodies that lie on it
};

/// Where a crack began.
struct CrackOrigin
{
	Vec3 point;         // m
	Vec3 normal;        // unit, along the largest tension
	double ratio = 0.0; // of the tension that started it over the strength there, >= 1
	int32_t solve = 0;  // which one saw it, from 0
};

/// One turn of the loop of loading and cracking: the load rises to what a crack takes, and the crack runs.
struct GrowthStep
{
	int32_t crack = 0;  // index in CrackSet::cracks; more than one step may have the same. kNoIndex: bonds
	int32_t solve = 0;  // whose stress drove it, from 0
	double load = 0.0;  // [0, 1] of the collision's peak, that it takes; where less than an earlier step's, the crack
						// runs under the load that is there
	double area = 0.0;  // m^2, that it opened
	int32_t pieces = 1; // that the body is in behind it; counted until it has come apart
};

/// Why no crack grows any further.
enum class GrowthEnd : uint8_t
{
	Relieved, // nothing bears more tension than it can, or nothing ever did
	Crushed,  // only compression is too much somewhere: that makes crushed zones, not cracks
	Crowded,  // what is overloaded lies in cracks, or where no crack as large as the lattice resolves can open
	Batches,  // the overloaded pieces have had PlanSettings::batchesPerPiece
	Solves,   // PlanSettings::maxSolves are done
	Cracks,   // PlanSettings::maxCracks are there
	Energy,   // the elastic energy is spent
};

struct CrackPlan
{
	CrackSet cracks;                  // all that is open: the damage there was, grown or not, then what is new
	int32_t damageCracks = 0;         // so many of the cracks were there before
	std::vector<CrackOrigin> origins; // 1 a crack behind those

	/// The fraction of the collision's peak at which the first tet fails, together with all of the resting load. Above
	/// 1: nothing breaks. 0: the resting load alone breaks it. Infinite: no load of this kind breaks it.
	double firstFailureLoad = 0.0;
	int32_t firstFailureTet = kNoIndex; // of the stress mesh
	std::vector<GrowthStep> growth;     // in order
	GrowthEnd end = GrowthEnd::Relieved;

	/// The fraction of the collision's peak at which the body has come apart, chips of less than a hundredth of it not
	/// counted. Infinite: its cracks leave it in one piece.
	double separationLoad = 0.0;
	int32_t separationStep = kNoIndex; // index in growth: the crack that parted it
	double openArea = 0.0;             // m^2, of all cracks; crushed zones not counted
	int32_t solves = 0;
};

/// Plans the cracks of one event. Work comes in steps of about a millisecond for five thousand tets (a solve may take
/// longer), so that a host may stop at any of them and go on later; when it does so has no effect on the result.
class FRACTURECORE_API CrackPlanner
{
public:
	/// `body` and `model`, made from the same stress mesh and supports, must outlive the planner. Strength in Pa, 1 a
	/// tet of the stress mesh, or empty: the material's. `damage`, or null, is what earlier events left open in this
	/// body (CrackPlan::cracks of the last one, if the body did not come apart): it weakens the body from the first
	/// solve on, may grow, and is part of the new plan. The error names the first bad setting, tet or crack.
	static Result<CrackPlanner> Create(const PlanBody& body,
		const StressModel& model,
		const Material& material,
		std::span<const double> tetStrength,
		const PlanLoads& loads,
		const PlanSettings& settings,
		const CrackSet* damage = nullptr);

	/// From a stress that another model gave, such as a sheet's: `collisionStress` in Pa, 1 a tet of the stress mesh,
	/// at the peak of `collision`; `restingStress` likewise, or empty. There is no solve then, and none after it: all
	/// cracks come from this stress.
	static Result<CrackPlanner> CreateFromStress(const PlanBody& body,
		std::vector<Sym3> collisionStress,
		std::vector<Sym3> restingStress,
		const Material& material,
		std::span<const double> tetStrength,
		std::span<const ContactImpulse> collision,
		const PlanSettings& settings,
		const CrackSet* damage = nullptr);

	CrackPlanner(CrackPlanner&& other) noexcept;
	CrackPlanner& operator=(CrackPlanner&& other) noexcept;
	~CrackPlanner();

	/// Whether the next step is a stress solve, the longest kind.
	bool SolvesNext() const;

	/// Does the next piece of work. True: the plan is complete. The error names the first bad impulse.
	Result<bool> Step(TaskRunner& runner);

	/// Complete once Step has returned true.
	const CrackPlan& Plan() const;

	struct Data;

private:
	static Result<CrackPlanner> CreateWith(const PlanBody& body,
		const StressModel* model,
		const Material& material,
		std::span<const double> tetStrength,
		const PlanLoads& loads,
		const PlanSettings& settings,
		const CrackSet* damage);
	explicit CrackPlanner(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// All steps at once. A pure function of its arguments.
FRACTURECORE_API Result<CrackPlan> PlanCracks(const PlanBody& body,
	const StressModel& model,
	const Material& material,
	std::span<const double> tetStrength,
	const PlanLoads& loads,
	const PlanSettings& settings,
	TaskRunner& runner,
	const CrackSet* damage = nullptr);
} // namespace FractureCore
