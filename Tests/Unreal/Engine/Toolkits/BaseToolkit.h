// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/UnrealEd/Toolkits/FModeToolkit,
// FBaseToolkit/GetToolkitCommands (5.5).

#include "CoreMinimal.h"
#include "Framework/Commands/UICommandList.h"
#include "Widgets/DeclarativeSyntaxSupport.h"

class IToolkitHost;
class UEdMode;

class FModeToolkit
{
public:
	virtual ~FModeToolkit() = default;
	virtual void Init(const TSharedPtr<IToolkitHost>&, TWeakObjectPtr<UEdMode> InOwningMode)
	{
		OwningMode = InOwningMode;
	}
	virtual FName GetToolkitFName() const = 0;
	virtual FText GetBaseToolkitName() const = 0;
	virtual void GetToolPaletteNames(TArray<FName>&) const {}
	virtual TSharedPtr<SWidget> GetInlineContent() const { return nullptr; }
	const TSharedRef<FUICommandList> GetToolkitCommands() const { return ToolkitCommands; }

protected:
	TWeakObjectPtr<UEdMode> OwningMode;
	TSharedRef<FUICommandList> ToolkitCommands = MakeShared<FUICommandList>();
};
