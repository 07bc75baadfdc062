// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

namespace FractureSim::Private
{
/// Sends the core's log lines and broken promises to Unreal's log and ensure. Game thread, at module start.
void InstallCoreHooks();

/// Before this module's code goes away.
void RemoveCoreHooks();
} // namespace FractureSim::Private
