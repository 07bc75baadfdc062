// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "InteractiveTool.h"
#include "InteractiveToolBuilder.h"

#include "FractureSimTool.generated.h"

class UFractureSimComponent;
class UWorld;

// What the tools of the mode have in common.

/// What a tool works on.
USTRUCT()
struct FRACTURESIMEDITOR_API FFractureSimToolTarget
{
	GENERATED_BODY()

	UPROPERTY()
	TWeakObjectPtr<UFractureSimComponent> Component;

	UPROPERTY()
	TWeakObjectPtr<UWorld> World;
};

/// A value of the legend and its colour.
USTRUCT()
struct FRACTURESIMEDITOR_API FFractureSimLegendTick
{
	GENERATED_BODY()

	UPROPERTY()
	FLinearColor Colour = FLinearColor(0.0f, 0.0f, 0.0f);

	UPROPERTY()
	FString Text;
};

/// Settings of a tool that shows a heat map.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimToolProperties : public UInteractiveToolPropertySet
{
	GENERATED_BODY()

public:
	/// Which colour is which value, in words.
	UPROPERTY(VisibleAnywhere, Category = "Legend")
	FString Legend;

	/// The same for the coloured legend in the panel. Empty: no map is shown.
	UPROPERTY(Transient)
	TArray<FFractureSimLegendTick> LegendTicks;
};

/// Starts a tool on the first selected actor with a fracture asset.
UCLASS(Abstract)
class FRACTURESIMEDITOR_API UFractureSimToolBuilder : public UInteractiveToolBuilder
{
	GENERATED_BODY()

public:
	virtual bool CanBuildTool(const FToolBuilderState& SceneState) const override;

protected:
	static FFractureSimToolTarget TargetOf(const FToolBuilderState& SceneState);
};
