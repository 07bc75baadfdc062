// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/BreakableData.h"
#include "FractureCore/Dent.h"
#include "FractureCore/MassProperties.h"

#include <utility>

namespace FractureCore
{
Result<DentedBreakable> DentBreakable(const Breakable& breakable,
	std::span<const ContactImpulse> impulses,
	double leastDent,
	const BreakableSettings& settings,
	TaskRunner& runner)
{
	DentedBreakable dented;
	const Material& material = breakable.Object().material;
	if (breakable.IsShell() || !(material.dentFactor > 0.0) || !(material.yieldStrength > 0.0))
	{
		return dented;
	}
	const std::vector<ContactImpulse> onTets = breakable.GetData().contacts.OntoTets(impulses);
	StressWorkspace workspace;
	StressField field;
	if (const Status solved = SolveImpact(breakable.Stress(), onTets, {}, workspace, field, runner); !solved)
	{
		return solved.GetError();
	}
	Result<DentedObject> made = DentSolid(breakable.Object(), field);
	if (!made)
	{
		return made.GetError();
	}
	dented.report = made->report;
	if (!(made->report.largest > leastDent))
	{
		return dented;
	}
	// No mass is won or lost: what is pressed together is denser. Pieces are weighed by the same surface.
	BakedObject& object = made->object;
	const SurfaceMesh& surface = object.surface;
	const double mass = breakable.Object().mass.mass;
	const MassProperties unit = SolidMassProperties(surface.positions, surface.triangles, 1.0);
	object.material.density = mass / unit.volume;
	object.mass = SolidMassProperties(surface.positions, surface.triangles, object.material.density);
	object.factor = {};
	const std::span<const double> strength = breakable.TetStrength();
	const std::span<const uint8_t> held = breakable.HeldAxes();
	Result<Breakable> ready = Breakable::Create(
		std::move(object), {strength.begin(), strength.end()}, {held.begin(), held.end()}, settings, runner);
	if (!ready)
	{
		return ready.GetError();
	}
	dented.breakable = std::move(*ready);
	return dented;
}
} // namespace FractureCore
