// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Break/BreakBody.h"
#include "CoreMinimal.h"
#include "FractureCore/Crack.h"
#include "FractureCore/Fragments.h"
#include "FractureSimHistory.h"
#include "FractureSimTypes.h"
#include "UObject/WeakObjectPtr.h"

class UDynamicMeshComponent;
class UPrimitiveComponent;

namespace FractureSim::Private
{
/// A contact that lasts.
struct FTouch
{
	TWeakObjectPtr<UPrimitiveComponent> Striker;
	double Began = 0.0;   // of the world, in s
	double Time = 0.0;    // when physics last told of it
	double Impulse = 0.0; // kg cm/s, that was worked out
};

/// A body that may break: the whole one, or a piece of it. All coordinates are those of the whole body, so that
/// records, strength and supports mean the same for every generation. Game thread.
struct FPieceNode
{
	int32 Break = 0;  // sequence of the record that made it; 0: the whole body
	int32 Number = 0; // among the pieces of that record
	int32 Generation = 0;
	EFractureSimStatus Status = EFractureSimStatus::Whole;
	double BornTime = 0.0; // of the world, in s

	/// What a piece is made breakable from, when it is first hit hard. Null: it stays whole. The whole body's `Body` is
	/// that of its component's settings, which others share.
	TSharedPtr<const FractureCore::Fragment> Fragment;
	TSharedPtr<FBreakBody> Parent;
	TSharedPtr<FBreakBody> Body;
	double HarmlessForce = 0.0; // N, that it surely bears

	/// Cracks that did not split it, and the impacts that left them.
	TSharedPtr<const FractureCore::CrackSet> Damage;
	TArray<FFractureSimImpactRecord> DamageRecords;

	TArray<FTouch> Touches;
	TArray<FFractureSimImpact> Later; // that came while one was worked out, in the frame that records are in

	TWeakObjectPtr<UDynamicMeshComponent> Component; // that shows a piece; null while none does
	FVector Centre = FVector::ZeroVector;            // cm; the component's origin
	double Mass = 0.0;                               // kg, of a piece: physics need not know that of one at rest

	bool bStands = false; // it is scenery that an anchor holds, or a whole body that physics does not move

	bool IsWholeBody() const { return Break == 0; }
	bool MayBreak() const { return IsWholeBody() || Fragment.IsValid(); }
};

/// All of a component.
struct FPieceTree
{
	FPieceTree();

	/// The whole body.
	const TSharedPtr<FPieceNode>& Root() const { return Nodes[0]; }
	TSharedPtr<FPieceNode> Find(int32 Break, int32 Number) const;

	/// Null: no piece of these is shown by it.
	TSharedPtr<FPieceNode> FindShownBy(const UObject* Component) const;

	/// The shown piece nearest to a point of the world. Null: there is none.
	TSharedPtr<FPieceNode> FindNearest(const FVector& Location) const;

	/// What may break and has not yet, nearest to a point of the whole body's frame, in cm. Null: there is none.
	TSharedPtr<FPieceNode> FindBreakable(const FVector& Point) const;

	TArray<TSharedPtr<FPieceNode>> Nodes;
	double WholeVolume = 0.0; // m^3
};

/// The frame that records of a body are in: the whole body's, wherever a piece has gone.
FTransform FrameOf(const UPrimitiveComponent& Primitive, const FPieceNode& Node);

FFractureSimPose ToPose(int32 Piece, const FTransform& Transform, bool bAtRest);
FTransform FromPose(const FFractureSimPose& Pose);
} // namespace FractureSim::Private
