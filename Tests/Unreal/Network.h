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

/// A server and its client whose pieces fly on where nothing pulls at them.
void ServeInTheAir(FLevel& Server, FLevel& Client);
/// A server and its client whose pieces fall, and come to rest at the same height.
void ServeOverAFloor(FLevel& Server, FLevel& Client);

void BreakOnServer(FLevel& Server, AFractureSimActor& Pane);
} // namespace FractureTests
