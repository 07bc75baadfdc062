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

	/// Cracks shown, in the order in which they open; below 0: all. Comma and period step through them.
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

	/// Of a drop onto its lowest point, which F starts.
	UPROPERTY(EditAnywhere, Category = "Drop", meta = (ClampMin = "0", ForceUnits = "cm"))
	float DropHeight = 100.0f;

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

	UPROPERTY()
	TObjectPtr<UFractureSimPreviewProperties> Settings;

	UPROPERTY()
	FFractureSimToolTarget Target;

private:
	void Update();

	TSharedPtr<FractureSim::Editor::FPreviewSession> Session; // null: a message said why
};
