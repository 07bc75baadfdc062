// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "EditorLevel.h"
#include "FractureSimEdMode.h"
#include "FractureSimEditorLibrary.h"
#include "Math/Ray.h"
#include "SceneManagement.h"

#include <gtest/gtest.h>

namespace FractureTests
{
/// A disc of 40 cm, 3 cm thick, with a few hundred vertices, in a level.
class EditorModeFixture : public testing::Test
{
protected:
	void SetUp() override
	{
		StandIn::TakeLog();
		TArray<FVector2D> Disc = {FVector2D(0.0, 0.0)};
		for (int32 I = 1; I <= 8; ++I)
		{
			Disc.Add(FVector2D(2.5 * I, 0.0));
		}
		for (int32 I = 8; I >= 0; --I)
		{
			Disc.Add(FVector2D(2.5 * I, 3.0));
		}
		Asset = UFractureSimEditorLibrary::MakeSampleAsset(
			TEXT("/Game/Test/Disc"), FVector::ZeroVector, Disc, nullptr, 2500, {}, {});
		ASSERT_NE(Asset, nullptr);
		Actor = &Level.AddPane(false, FTransform(FVector(100.0, 0.0, 0.0)));
		Actor->Fracture->Asset = Asset;
		Mode = NewObject<UFractureSimEdMode>(nullptr);
		Mode->Enter();
		State.World = Level.World;
		State.SelectedActors.Add(Actor);
	}

	void TearDown() override
	{
		Mode->Exit();
		StandIn::MarkAsGarbage(*Mode);
		Level.TearDown();
		CleanEditor();
		EXPECT_EQ(StandIn::LiveObjects(), ObjectsBefore);
	}

	template <typename T>
	T& Start(const TCHAR* Identifier)
	{
		return *static_cast<T*>(Mode->GetToolManager()->StandInStart(Identifier, State));
	}

	/// From above, onto the top at a place of the level.
	static FRay Down(double X, double Y) { return FRay(FVector(X, Y, 200.0), FVector(0.0, 0.0, -1.0)); }

	/// By the toolkit's commands, which is how a key reaches a tool.
	bool Press(const FKey& Key, EModifierKey::Type Modifiers = EModifierKey::None) const
	{
		return Mode->StandInToolkit()->GetToolkitCommands()->StandInPress(Key, Modifiers);
	}

	int32 ActorsShown() const { return Level.World->Actors.Num(); }

	int32 ObjectsBefore = StandIn::LiveObjects(); // before the level
	FLevel Level;
	UFractureSimAsset* Asset = nullptr;
	AFractureSimActor* Actor = nullptr;
	UFractureSimEdMode* Mode = nullptr;
	FToolBuilderState State;
};

/// Remembers what a tool draws.
struct FDraw : public IToolsContextRenderAPI, public FPrimitiveDrawInterface
{
	virtual FPrimitiveDrawInterface* GetPrimitiveDrawInterface() override { return this; }
	virtual void DrawLine(
		const FVector& Start, const FVector& End, const FLinearColor&, uint8, float, float, bool) override
	{
		Lines.Add({Start, End});
	}
	TArray<TPair<FVector, FVector>> Lines;
};
} // namespace FractureTests
