// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Break/BreakTask.h"
#include "CoreMinimal.h"
#include "FractureSimTypes.h"

// What a server has of a breakable, in bytes: for a client whose core comes out differently. Geometry and all, because
// such a client can make none of it.

namespace FractureSim::Private
{
struct FPieceState
{
	int32 Break = 0;
	FTransform Transform;
	bool bAtRest = false;
	TUniquePtr<FFragmentData> Data; // with its number, mass, mesh, shapes, and its motion in the world
	const UE::Geometry::FDynamicMesh3* Shown = nullptr; // written in the place of the data's mesh, without a copy
};

struct FServerState
{
	int32 Sequence = 0; // of the last record that is in it
	FFractureSimHash Result;
	bool bBroken = false;
	TArray<FPieceState> Pieces;
};

/// Positions as the renderer has them, normals to 1/127.
TArray<uint8> WriteServerState(const FServerState& State);

/// False: the bytes are no such state.
bool ReadServerState(TConstArrayView<uint8> Bytes, FServerState& State);
} // namespace FractureSim::Private
