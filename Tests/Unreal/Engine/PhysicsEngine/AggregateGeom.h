// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Engine/PhysicsEngine/FKAggregateGeom, FKConvexElem
// (5.5).

#include "CoreMinimal.h"

struct FKConvexElem
{
	TArray<FVector> VertexData;
	TArray<int32> IndexData;
	FBox ElemBox;

	void UpdateElemBox()
	{
		ElemBox = FBox(ForceInit);
		for (const FVector& Vertex : VertexData)
		{
			ElemBox += Vertex;
		}
	}
};

struct FKAggregateGeom
{
	TArray<FKConvexElem> ConvexElems;
};
