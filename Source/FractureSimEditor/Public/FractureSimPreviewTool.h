// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "BaseTools/MeshSurfacePointTool.h"
#include "CoreMinimal.h"
#include "FractureSimTool.h"

#include "FractureSimPreviewTool.generated.h"

namespace FractureSim::Editor
{
class FPreviewSession;
}

UENUM()
enum class EFractureSimPreviewView : uint8
{
	Pieces,
	Stress,    // largest tension at the blow's peak
	Fragility, // the smallest blow that starts a crack where it hits
	Motion,    // what was simulated, frame by frame
};

/// What is simulated.
UENUM()
enum class EFractureSimPreviewRun : uint8
{
	Hit,  // the blow that was picked
	Drop, // it falls onto the floor
	Shot, // a ball of steel flies along the arrow at the point that was picked
};

UCLASS()
class FRACTURESIMEDITOR_API UFractureSimPreviewProperties : public UFractureSimToolProperties
{
	GENERATED_BODY()

public:
	/// What is shown.
	UPROPERTY(EditAnywhere, Category = "Preview")
	EFractureSimPreviewView View = EFractureSimPreviewView::Pieces;

	/// How far pieces are moved apart, of their distance from the middle.
	UPROPERTY(EditAnywhere, Category = "Preview", meta = (ClampMin = "0", ClampMax = "3"))
	float Explode = 0.5f;

	/// Pieces: cracks shown, in the order in which they open; below 0: all. Comma and period step through them.
	UPROPERTY(EditAnywhere, Category = "Preview", meta = (ClampMin = "-1"))
	int32 Step = -1;

	/// Other seeds break crushed zones into other grains. R takes the next.
	UPROPERTY(EditAnywhere, Category = "Preview")
	int32 Seed = 1;

	/// Of a click, in N s, inward. A drag pulls the blow like a slingshot instead.
	UPROPERTY(EditAnywhere, Category = "Blow", meta = (ClampMin = "0"))
	float Impulse = 20.0f;

	/// N s for each cm that is pulled.
	UPROPERTY(EditAnywhere, Category = "Blow", meta = (ClampMin = "0"))
	float ImpulsePerCm = 1.0f;

	/// Of the area that carries it. 0: as small as the mesh resolves.
	UPROPERTY(EditAnywhere, Category = "Blow", meta = (ClampMin = "0", ForceUnits = "cm"))
	float Radius = 0.0f;

	/// Of the contact: the shorter, the harder.
	UPROPERTY(EditAnywhere, Category = "Blow", meta = (ClampMin = "0.000001", ForceUnits = "s"))
	float Duration = 0.001f;

	/// Works out over time what is chosen below, in the background. K does it too.
	UFUNCTION(CallInEditor, Category = "Simulation")
	void Simulate();

	/// Stops a simulation that is not done yet.
	UFUNCTION(CallInEditor, Category = "Simulation")
	void Stop();

	/// What is simulated: the blow, a fall, or a ball that flies at the point that was picked.
	UPROPERTY(EditAnywhere, Category = "Simulation")
	EFractureSimPreviewRun Run = EFractureSimPreviewRun::Drop;

	/// From the floor to its lowest point. F aims a drop: it shows the stress and the pieces of the landing.
	UPROPERTY(EditAnywhere,
		Category = "Simulation",
		meta = (ClampMin = "0",
			ClampMax = "10000",
			UIMax = "500",
			ForceUnits = "cm",
			EditCondition = "Run == EFractureSimPreviewRun::Drop"))
	float DropHeight = 100.0f;

	/// Turned so far about the level's y axis before it falls.
	UPROPERTY(EditAnywhere,
		Category = "Simulation",
		meta = (ClampMin = "-180",
			ClampMax = "180",
			ForceUnits = "deg",
			EditCondition = "Run == EFractureSimPreviewRun::Drop"))
	float DropAngle = 0.0f;

	/// Of the ball, of steel.
	UPROPERTY(EditAnywhere,
		Category = "Simulation",
		meta = (ClampMin = "0.001",
			ClampMax = "100000",
			UIMax = "10",
			ForceUnits = "kg",
			EditCondition = "Run == EFractureSimPreviewRun::Shot"))
	float BallMass = 0.2f;

	/// Of the ball when it hits.
	UPROPERTY(EditAnywhere,
		Category = "Simulation",
		meta = (ClampMin = "0.1",
			ClampMax = "1000",
			UIMax = "100",
			ForceUnits = "m/s",
			EditCondition = "Run == EFractureSimPreviewRun::Shot"))
	float BallSpeed = 15.0f;

	/// From its lowest point, as it stands, down to the floor that pieces fall onto. The level's own floor is not
	/// asked.
	UPROPERTY(EditAnywhere, Category = "Simulation", meta = (ClampMin = "0", ClampMax = "10000", ForceUnits = "cm"))
	float FloorBelow = 0.0f;

	/// How long. 0: to fall, and to come to rest.
	UPROPERTY(EditAnywhere, Category = "Simulation", meta = (ClampMin = "0", ClampMax = "20", ForceUnits = "s"))
	float Seconds = 0.0f;

	/// Drag it to scrub through what was simulated: 0 is the first frame, 1 the last. Comma and period step by a frame.
	UPROPERTY(EditAnywhere, Category = "Playback", meta = (ClampMin = "0", ClampMax = "1"))
	float Position = 0.0f;

	/// Whether it plays, to its end. L starts and pauses it.
	UPROPERTY(EditAnywhere, Category = "Playback")
	bool bPlay = false;

	/// 1: as fast as in life; less is slow motion.
	UPROPERTY(EditAnywhere, Category = "Playback", meta = (ClampMin = "0.01", ClampMax = "10", UIMax = "2"))
	float PlaySpeed = 1.0f;

	/// What came out.
	UPROPERTY(VisibleAnywhere, Category = "Result")
	FString Result;
};

UCLASS()
class FRACTURESIMEDITOR_API UFractureSimPreviewToolBuilder : public UFractureSimToolBuilder
{
	GENERATED_BODY()

public:
	virtual UInteractiveTool* BuildTool(const FToolBuilderState& SceneState) const override;
};

/// Breaks an actor in the viewport, without Play: click or drag where the blow shall hit. Nothing of it is saved,
/// replicated or undone; when the tool ends, the actor is as it was.
UCLASS()
class FRACTURESIMEDITOR_API UFractureSimPreviewTool : public UMeshSurfacePointTool
{
	GENERATED_BODY()

public:
	virtual void Setup() override;
	virtual void Shutdown(EToolShutdownType ShutdownType) override;
	virtual void RegisterActions(FInteractiveToolActionSet& ActionSet) override;
	virtual void OnTick(float DeltaTime) override;
	virtual void Render(IToolsContextRenderAPI* RenderAPI) override;
	virtual void OnPropertyModified(UObject* PropertySet, FProperty* Property) override;
	virtual bool HitTest(const FRay& Ray, FHitResult& OutHit) override;
	virtual void OnBeginDrag(const FRay& Ray) override;
	virtual void OnUpdateDrag(const FRay& Ray) override;
	virtual void OnEndDrag(const FRay& Ray) override;
	virtual void OnCancelDrag() override;
	virtual bool HasCancel() const override { return true; }

	/// The actor falls onto its lowest point.
	void Drop();

	/// Begins to work out over time what the settings ask for; stops what is being worked out.
	void Simulate();
	void StopSimulating();

	UPROPERTY()
	TObjectPtr<UFractureSimPreviewProperties> Settings;

	UPROPERTY()
	FFractureSimToolTarget Target;

private:
	void Update();
	void ShowMessage(const FText& Message);
	void StepBy(int32 Steps);
	void PlayOrPause();

	TSharedPtr<FractureSim::Editor::FPreviewSession> Session; // null: a message said why
};
