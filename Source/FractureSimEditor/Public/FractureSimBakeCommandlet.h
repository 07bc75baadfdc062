// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Commandlets/Commandlet.h"
#include "CoreMinimal.h"

#include "FractureSimBakeCommandlet.generated.h"

/// Bakes on a build machine:
///
///     UnrealEditor-Cmd X.uproject -run=FractureSimBake -Folders=/Game/Props+/Game/Walls -Report=bake.json -unattended
///
/// Takes every fracture asset in the folders (all of /Game without) that is stale, or all with -Force, bakes and saves
/// it. -Agent=I -Agents=N takes every Nth of them, from the Ith on (from 0), so that N machines share the work. -Check
/// only looks: stale assets are failures. Exit code 0: all are good; 1: some are not; 2: the arguments are wrong.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimBakeCommandlet : public UCommandlet
{
	GENERATED_BODY()

public:
	UFractureSimBakeCommandlet();

	virtual int32 Main(const FString& Params) override;
};
