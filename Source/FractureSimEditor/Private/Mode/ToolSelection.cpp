// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mode/ToolSelection.h"

#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "GameFramework/Actor.h"
#include "ToolContextInterfaces.h"

namespace FractureSim::Editor
{
UFractureSimComponent* FindSelectedBreakable(const FToolBuilderState& State)
{
	for (UActorComponent* const Component : State.SelectedComponents)
	{
		UFractureSimComponent* const Breakable = Cast<UFractureSimComponent>(Component);
		if (Breakable && Breakable->Asset)
		{
			return Breakable;
		}
	}
	for (const AActor* const Actor : State.SelectedActors)
	{
		TArray<UFractureSimComponent*> Found;
		Actor->GetComponents(Found);
		for (UFractureSimComponent* const Breakable : Found)
		{
			if (Breakable->Asset)
			{
				return Breakable;
			}
		}
	}
	return nullptr;
}
} // namespace FractureSim::Editor
