// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/PrepareBreakable.h"

namespace FractureToolkit
{
using namespace FractureCore;

Result<Breakable> PrepareBreakable(BakedObject object, TaskRunner& runner, const ProgressSink& progress)
{
	std::vector<double> strength = object.strength;
	std::vector<uint8_t> held = object.heldAxes;
	Result<BreakableMaker> maker = BreakableMaker::Create(std::move(object), std::move(strength), std::move(held), {});
	if (!maker)
	{
		return maker.GetError();
	}
	while (progress.Report("Prepare for impacts", maker->Fraction()))
	{
		const Result<bool> isDone = maker->Step(runner);
		if (!isDone)
		{
			return isDone.GetError();
		}
		if (*isDone)
		{
			return maker->Take();
		}
	}
	return Error{ErrorCode::Cancelled, "cancelled"};
}
} // namespace FractureToolkit
