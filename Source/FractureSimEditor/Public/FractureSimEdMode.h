// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Tools/UEdMode.h"

#include "FractureSimEdMode.generated.h"

/// The editor mode with the paint and preview tools. The editor finds it by its class.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimEdMode : public UEdMode
{
	GENERATED_BODY()

public:
	UFractureSimEdMode();

	virtual void Enter() override;
	virtual void CreateToolkit() override;
	virtual bool UsesToolkits() const override { return true; }
	virtual TMap<FName, TArray<TSharedPtr<FUICommandInfo>>> GetModeCommands() const override;
	virtual void OnToolStarted(UInteractiveToolManager* Manager, UInteractiveTool* Tool) override;
	virtual void OnToolEnded(UInteractiveToolManager* Manager, UInteractiveTool* Tool) override;
};
