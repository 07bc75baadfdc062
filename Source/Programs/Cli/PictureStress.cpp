// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "PictureStress.h"

#include "FractureCore/ShellStress.h"
#include "FractureCore/Stress.h"

namespace FractureCli
{
namespace
{
using FractureCore::Error;
using FractureCore::Result;
using FractureCore::Status;

/// The first error of the way from a body to its principal stresses.
Status SolvePrincipal(const Body& body,
	const std::vector<FractureCore::ContactImpulse>& impulses,
	FractureCore::TaskRunner& runner,
	std::vector<FractureCore::PrincipalStress>& principal)
{
	FractureCore::StressWorkspace workspace;
	if (body.IsSheet())
	{
		const Result<FractureCore::ShellModel> model = FractureCore::ShellModel::Create(
			body.sheetPositions, body.sheetTriangles, body.thickness, body.material, body.heldAxes, runner);
		if (!model)
		{
			return model.GetError();
		}
		FractureCore::ShellStressField field;
		Status solved = SolveShellImpact(*model, impulses, {}, workspace, field, runner);
		principal = std::move(field.principal);
		return solved;
	}
	const Result<FractureCore::StressModel> model =
		FractureCore::StressModel::Create(body.solid, body.material, body.heldAxes, {}, runner);
	if (!model)
	{
		return model.GetError();
	}
	FractureCore::StressField field;
	Status solved = SolveImpact(*model, impulses, {}, workspace, field, runner);
	principal = std::move(field.principal);
	return solved;
}
} // namespace

Result<FractureToolkit::ScalarField> SolvePictureStress(
	const Body& body, const ImpulseOptions& impact, FractureCore::TaskRunner& runner)
{
	const Result<std::vector<FractureCore::ContactImpulse>> impulses = ParseImpulses(impact, body.material, body.mass);
	if (!impulses)
	{
		return impulses.GetError();
	}
	std::vector<FractureCore::PrincipalStress> principal;
	if (const Status solved = SolvePrincipal(body, *impulses, runner, principal); !solved)
	{
		return solved.GetError();
	}
	FractureToolkit::ScalarField field;
	field.title = "largest tension";
	field.unit = "Pa";
	for (const FractureCore::PrincipalStress& stress : principal)
	{
		field.values.push_back(stress.largest);
	}
	return field;
}
} // namespace FractureCli
