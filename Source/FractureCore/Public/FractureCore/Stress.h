// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Contact.h"
#include "FractureCore/Export.h"
#include "FractureCore/Material.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/TetMesh.h"

#include <memory>
#include <span>
#include <vector>

namespace FractureCore
{
enum class SolverKind : uint8_t
{
	Direct,             // sparse Cholesky, factored once for the body
	ConjugateGradients, // nothing to factor; slower for every impact
};

/// What the direct solver's factor is stored in.
enum class FactorPrecision : uint8_t
{
	Double,
	Float, // half the memory, refined in double; thin plates and long beams, for which that is not safe, take double
	Automatic, // double if that is a kilobyte a tet or less, or the body has over 3,000 nodes: it is faster; else Float
};

/// How a body that nothing holds is kept from flying away in a static solve.
enum class FreeBody : uint8_t
{
	InertiaRelief, // loads are balanced by the body's own inertia; stress does not depend on which nodes are pinned
	PinsOnly,      // [Bao07] section 5 as printed: three nodes are held and carry what is not in balance
};

struct StressModelSettings
{
	SolverKind solver = SolverKind::Direct;
	FactorPrecision precision = FactorPrecision::Automatic;
	FreeBody freeBody = FreeBody::InertiaRelief;
	int32_t pinNodes[3] = {kNoIndex, kNoIndex, kNoIndex}; // which nodes take the pins; kNoIndex: the best ones
	double responseTime = 0.0;                            // s, >= 0: see CreateScreened; 0: static
};

/// An impulse at a point of the surface, in the body's frame.
struct ContactImpulse
{
	Vec3 point;   // m
	Vec3 impulse; // N s, on the body
	ContactPulse pulse;
};

enum class StressQuantity : uint8_t
{
	PeakStress,    // Pa, when each contact's force is at its peak
	StressImpulse, // Pa s: the integral of stress over time, whatever the durations
};

struct StressSettings
{
	StressQuantity quantity = StressQuantity::PeakStress;
	bool average = true;         // one volume-weighted pass over neighbours, [Bao07] section 7.1
	double cgTolerance = 1.0e-9; // relative residual
	int32_t cgMaxIterations = 10'000;
};

/// Largest and smallest principal stress of a tet and the direction of the largest: a crack opens across it.
struct PrincipalStress
{
	double largest = 0.0; // Pa (or Pa s), tension positive
	double smallest = 0.0;
	Vec3 direction; // unit vector of the largest
};

struct SolveReport
{
	SolverKind solver = SolverKind::Direct;
	int32_t iterations = 0;        // of conjugate gradients, or corrections of a float factor's solution
	double relativeResidual = 0.0; // of conjugate gradients
	bool converged = true;
};

/// One value a tet or a node of the mesh that the model was made from.
struct StressField
{
	std::vector<Sym3> stress;               // 1 a tet, Pa (or Pa s)
	std::vector<PrincipalStress> principal; // 1 a tet
	std::vector<Vec3> displacement;         // 1 a node, m (or m s); free rigid motions are taken out
	std::vector<Vec3> reaction;             // 1 a node, N (or N s): what the supports add; empty without supports
	SolveReport report;
};

/// For StressModel::CreateWeakened: a tet that several cracks run through.
inline constexpr uint8_t kShatteredTet = 15;

/// A body ready to be loaded: stiffness assembled, supports applied, factored if the solver is direct. Immutable; any
/// number of threads may solve with it at once, each with its own workspace.
class FRACTURECORE_API StressModel
{
public:
	/// `heldAxes`: bits 1, 2, 4 for x, y, z of each node that an anchor or a support holds; empty: nothing holds it.
	/// `savedFactor`: what BakeFactor gave, or nothing. It saves nearly all of the time if it fits; one that was made
	/// for another body, material, supports or precision is not used. The error names the first bad tet, node or field,
	/// or what is wrong with the factor's bytes.
	static Result<StressModel> Create(const TetMesh& mesh,
		const Material& material,
		std::span<const uint8_t> heldAxes,
		const StressModelSettings& settings,
		TaskRunner& runner,
		std::span<const uint8_t> savedFactor = {});

	/// The factor that Create would make with the same arguments, as bytes (BakedObject::factor): the same on every
	/// machine and for any number of threads. Of a direct, static model.
	static Result<std::vector<uint8_t>> BakeFactor(const TetMesh& mesh,
		const Material& material,
		std::span<const uint8_t> heldAxes,
		const StressModelSettings& settings,
		TaskRunner& runner);

	/// Nodes of the mesh, ascending, where parts touch at an edge or a corner only. They would move there without any
	/// stiffness, and are solved apart. Of an intact model.
	std::vector<int32_t> HingeNodes() const;

	/// Whether Create used the saved factor.
	bool UsesSavedFactor() const;

	/// The body after cracks: `cut` has the tets of the mesh that the intact model was made from, in the same order, on
	/// copies of their nodes where cracks part them. Supports, material and settings stay; an impulse goes where it
	/// went on the intact body, and the copies of a node share its load by their masses. While cracks are small the
	/// intact factor and a small one round the cracks solve in a few iterations; beyond that the body gets a factor of
	/// its own. Neither the intact model nor `cut` needs to stay. The error names the first bad tet.
	static Result<StressModel> CreateCracked(const StressModel& intact, const TetMesh& cut, TaskRunner& runner);

	/// The body after cracks, for a planner that solves again and again: tets that a crack runs through keep their
	/// stiffness along it and lose that across it, so that the two sides part without a new mesh or a new order of
	/// elimination, and one factorisation in single precision is all it costs. `openSides` has 1 a tet: 0 for a whole
	/// one; a bit k for each corner k on one side of its crack; kShatteredTet where several cracks leave nothing.
	/// Pieces that have come apart are in balance each by itself; they stay tied by a thousandth of their stiffness.
	/// Stress is within a few per cent of CreateCracked's a tet away from the cracks. `recycled`, or null, is a
	/// weakened model of the same intact one whose memory is taken. `intact` must have a direct solver; it need not
	/// stay.
	static Result<StressModel> CreateWeakened(
		const StressModel& intact, std::span<const uint8_t> openSides, StressModel* recycled, TaskRunner& runner);

	/// The same body a time tau after the blow, when waves have not yet carried the load to all of it: the screened
	/// equation (K + M / tau^2) u = f, whose stress fades over about sqrt(E / density) tau (in bending over the root of
	/// that times the thickness). So a wall cracks where it is hit and not at its foot. The longer tau the closer to
	/// the static solution, which is `body`'s; tau = 0 or so long that it makes no difference gives that one. What
	/// supports and stress do not carry, inertia does: reactions no longer sum up to the loads. The order of
	/// elimination and all that does not depend on tau are taken over, so this costs one factorisation. `body` need not
	/// stay, and may be screened itself, but not cracked: cut cracks into the result (CreateCracked). Needs inertia
	/// relief.
	static Result<StressModel> CreateScreened(const StressModel& body, double responseTime, TaskRunner& runner);

	/// tau of CreateScreened in s, 0 for a static model.
	double ResponseTime() const;

	StressModel(StressModel&& other) noexcept;
	StressModel& operator=(StressModel&& other) noexcept;
	~StressModel();

	struct Data;
	const Data& GetData() const { return *m_data; }

private:
	explicit StressModel(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// Memory that solves reuse: after the first impact none is allocated.
class FRACTURECORE_API StressWorkspace
{
public:
	StressWorkspace();
	StressWorkspace(StressWorkspace&& other) noexcept;
	StressWorkspace& operator=(StressWorkspace&& other) noexcept;
	~StressWorkspace();

	struct Data;
	Data& GetData() { return *m_data; }

private:
	std::unique_ptr<Data> m_data;
};

/// Stress of a body under impulses. The error names the first bad impulse.
FRACTURECORE_API Status SolveImpact(const StressModel& model,
	std::span<const ContactImpulse> impulses,
	const StressSettings& settings,
	StressWorkspace& workspace,
	StressField& field,
	TaskRunner& runner);

/// Several impacts that know nothing of each other, such as the candidates of a search or blows on instances of one
/// asset: fields[i] is what SolveImpact gives for impacts[i], but for rounding. Eight at a time share the passes over
/// the factor and cost about three solves. The error's element is the first bad impact.
FRACTURECORE_API Status SolveImpacts(const StressModel& model,
	std::span<const std::span<const ContactImpulse>> impacts,
	const StressSettings& settings,
	StressWorkspace& workspace,
	std::span<StressField> fields,
	TaskRunner& runner);

/// Stress under static forces (N, 1 a node). A body that is not fully supported needs loads in balance: otherwise an
/// error says by how much they are off.
FRACTURECORE_API Status SolveStaticLoads(const StressModel& model,
	std::span<const Vec3> nodeForces,
	const StressSettings& settings,
	StressWorkspace& workspace,
	StressField& field,
	TaskRunner& runner);
} // namespace FractureCore
