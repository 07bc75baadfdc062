// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/CutBody.h"
#include "FractureCore/Export.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Plan.h"
#include "FractureCore/Result.h"
#include "FractureCore/Stress.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace FractureCore
{
struct BreakableSettings
{
	CutSettings cut;
	StressModelSettings stress;
};

/// A baked solid with everything that an impact needs, made once for all its copies in a level: stiffness factored, the
/// surface overlaid with the cutting lattice, the two meshes mapped onto each other. Immutable; any number of events
/// may use it at once.
class FRACTURECORE_API Breakable
{
public:
	/// Strength in Pa, 1 a tet of the object, or empty: the material's. `heldAxes` as for StressModel::Create. A factor
	/// in the object is used if it fits, and is not kept a second time in Object().
	static Result<Breakable> Create(BakedObject object,
		std::vector<double> tetStrength,
		std::vector<uint8_t> heldAxes,
		const BreakableSettings& settings,
		TaskRunner& runner);

	Breakable(Breakable&& other) noexcept;
	Breakable& operator=(Breakable&& other) noexcept;
	~Breakable();

	const BakedObject& Object() const;
	const StressModel& Stress() const;
	const CutBody& Cut() const;
	const PlanBody& Plan() const;
	std::span<const double> TetStrength() const; // empty: the material's
	std::span<const uint8_t> HeldAxes() const;   // empty: nothing holds it

	struct Data;
	const Data& GetData() const { return *m_data; }

private:
	explicit Breakable(std::unique_ptr<const Data> data);
	std::unique_ptr<const Data> m_data;
};
} // namespace FractureCore
