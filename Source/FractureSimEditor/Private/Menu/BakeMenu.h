// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// The entries in the Content Browser's right-click menus.

namespace FractureSim::Editor
{
/// `Owner` takes them out again.
void AddBakeMenus(void* Owner);
} // namespace FractureSim::Editor
