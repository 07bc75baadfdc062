// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Level.h"

namespace FractureTests
{
/// Into what is private: what a server tells.
FFractureSimHistory& HistoryOf(UFractureSimComponent& Component);

/// The last record says what nobody works out, as if another compiler had built the server.
void SpoilHistory(UFractureSimComponent& Component);

/// Each piece has one over there of the same shape, mass, place and motion.
void ExpectSamePieces(FLevel& Client, FLevel& Server);

void BreakOnServer(FLevel& Server, AFractureSimActor& Pane);
} // namespace FractureTests
