// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Breakable.h"
#include "FractureCore/Export.h"
#include "FractureCore/ShellStress.h"
#include "FractureCore/Stress.h"

#include <optional>
#include <span>

namespace FractureCore
{
// Denting [Bao07] section 7.2: where the material yields, some of the displacement stays,
//     x += dentFactor w u,    w = mean of max(0, 1 - yieldStrength / von Mises stress) over the cells around the node,
// u being the elastic displacement at the contacts' peak (StressQuantity::PeakStress), which does not depend on any
// time step. The dent moves neither the centre of mass nor the axes of a body that nothing holds.

struct DentSettings
{
	double maxStep = 0.2; // (0, 0.5]: no node moves further than this part of its shortest edge
};

struct DentReport
{
	int32_t yieldedCells = 0;
	int32_t halvings = 0;      // of the whole dent, until no cell was inverted
	double largest = 0.0;      // m, of the lasting displacements
	double volumeChange = 0.0; // relative
};

struct DentedObject
{
	BakedObject object; // same tets, other places; the key is a new one
	DentReport report;
};

/// The object after a blow with this stress field. One that does not yield comes back as it was. What was made from the
/// undented object (stress model, cut body) must be made again. The error says what does not fit.
FRACTURECORE_API Result<DentedObject> DentSolid(
	BakedObject object, const StressField& field, const DentSettings& settings = {});

/// The same for a shell; it yields where one of its faces does.
FRACTURECORE_API Result<DentedObject> DentShell(
	BakedObject object, const ShellStressField& field, const DentSettings& settings = {});

struct DentedBreakable
{
	std::optional<Breakable> breakable; // none: the dent is less than asked for, or the material does not dent
	DentReport report;
};

/// A body that is ready to break, after impulses that it stood. Its mass stays: the density of what is pressed together
/// grows. Dents below `leastDent` m are not worth the new stress model and cut body. Shells are not dented. The error
/// names the first bad impulse.
FRACTURECORE_API Result<DentedBreakable> DentBreakable(const Breakable& breakable,
	std::span<const ContactImpulse> impulses,
	double leastDent,
	const BreakableSettings& settings,
	TaskRunner& runner);
} // namespace FractureCore
