// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/InteractiveToolsFramework/BaseTools/UMeshSurfacePointTool,
// USingleSelectionTool (5.5).

#include "Engine/HitResult.h"
#include "InteractiveTool.h"
#include "Math/Ray.h"

class UMeshSurfacePointTool : public UInteractiveTool
{
public:
	STANDIN_CLASS(UMeshSurfacePointTool, UInteractiveTool)

	virtual bool HitTest(const FRay&, FHitResult&) { return false; }
	virtual void OnBeginDrag(const FRay&) {}
	virtual void OnUpdateDrag(const FRay&) {}
	virtual void OnEndDrag(const FRay&) {}
	virtual void OnCancelDrag() {}
	virtual bool GetShiftToggle() const { return bShift; }
	virtual bool GetCtrlToggle() const { return bCtrl; }

	bool bShift = false;
	bool bCtrl = false;
};
