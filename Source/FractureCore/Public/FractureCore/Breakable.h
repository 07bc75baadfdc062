// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/CutBody.h"
#include "FractureCore/Export.h"
#include "FractureCore/Fragility.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Plan.h"
#include "FractureCore/Result.h"
#include "FractureCore/ShellStress.h"
#include "FractureCore/Stress.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace FractureCore
{
struct BreakableSettings
{
	CutSettings cut = {};
	StressModelSettings stress = {};
	int32_t shellTriangles = 4'000; // >= 12: a shell with fewer is refined to about as many
};

/// A baked object with everything that an impact needs, made once for all its copies in a level: stiffness factored,
/// the surface overlaid with the cutting lattice, the two meshes mapped onto each other. Immutable; any number of
/// events may use it at once.
///
/// A shell gets its thickness here: Object() has the closed surface and one layer of tets between its faces, and the
/// mass of that solid. Its stress stays that of the sheet, stretched and bent, and cracks go through all of its
/// thickness. They come from one solve.
class FRACTURECORE_API Breakable
{
public:
	/// Strength in Pa, 1 a tet or shell triangle of the object, or empty: the material's. `heldAxes` as for
	/// StressModel::Create or ShellModel::Create. A factor in the object is used if it fits, and is not kept a second
	/// time in Object().
	static Result<Breakable> Create(BakedObject object,
		std::vector<double> tetStrength,
		std::vector<uint8_t> heldAxes,
		const BreakableSettings& settings,
		TaskRunner& runner);

	Breakable(Breakable&& other) noexcept;
	Breakable& operator=(Breakable&& other) noexcept;
	~Breakable();

	/// As it was baked, but with the mass of what is cut where overlapping parts make that another.
	const BakedObject& Object() const;
	bool IsShell() const;
	const StressModel& Stress() const; // of a solid
	const ShellModel& Shell() const;   // of a shell; triangle t is tets 3 t to 3 t + 2
	const CutBody& Cut() const;
	const PlanBody& Plan() const;
	std::span<const double> TetStrength() const; // empty: the material's
	std::span<const uint8_t> HeldAxes() const;   // empty: nothing holds it

	struct Data;
	const Data& GetData() const { return *m_data; }

private:
	friend class BreakableMaker;
	explicit Breakable(std::unique_ptr<const Data> data);
	std::unique_ptr<const Data> m_data;
};

/// Breakable::Create in steps between which a host may pause: stiffness, lattice, and many small ones of planning.
/// Pauses have no effect on the result.
class FRACTURECORE_API BreakableMaker
{
public:
	/// As Breakable::Create.
	static Result<BreakableMaker> Create(BakedObject object,
		std::vector<double> tetStrength,
		std::vector<uint8_t> heldAxes,
		const BreakableSettings& settings);

	BreakableMaker(BreakableMaker&& other) noexcept;
	BreakableMaker& operator=(BreakableMaker&& other) noexcept;
	~BreakableMaker();

	/// Whether planning is all that is left: its steps take a small part of the time of the others for a large body.
	bool IsPlanning() const;
	int32_t TetCount() const;
	/// About so much of the work is done, 0 to 1.
	double Fraction() const;

	/// Does the next piece of work. True: that was the last. The error says why there is no breakable.
	Result<bool> Step(TaskRunner& runner);

	/// Once Step has returned true.
	Breakable Take();

private:
	struct Data;
	explicit BreakableMaker(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// The closed surface that Breakable::Create with default settings gives a shell, without the rest: what a host shows
/// and collides with while the shell is whole. The error names a triangle that cannot have the thickness.
FRACTURECORE_API Result<SurfaceMesh> ShellSurface(const BakedObject& shell);

/// BoundLoadRatio of Fragility.h for contacts on the surface, as hosts have them. A shell's map is that of Shell().
FRACTURECORE_API Result<double> BoundLoadRatio(
	const Breakable& breakable, const FragilityMap& map, std::span<const ContactImpulse> impulses);
} // namespace FractureCore
