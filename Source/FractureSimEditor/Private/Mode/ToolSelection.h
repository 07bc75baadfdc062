// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

struct FToolBuilderState;
class UFractureSimComponent;

namespace FractureSim::Editor
{
/// The first breakable with an asset among the selected components and actors; null: none.
UFractureSimComponent* FindSelectedBreakable(const FToolBuilderState& State);
} // namespace FractureSim::Editor
