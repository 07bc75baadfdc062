// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Breakable.h"
#include "FractureCore/Hooks.h"

namespace FractureToolkit
{
/// Breakable::Create with the object's own strength and supports, told of and cancelled between its steps.
FractureCore::Result<FractureCore::Breakable> PrepareBreakable(FractureCore::BakedObject object,
	FractureCore::TaskRunner& runner,
	const FractureCore::ProgressSink& progress = {});
} // namespace FractureToolkit
