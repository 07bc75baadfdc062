// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/PieceTree.h"

#include "Components/DynamicMeshComponent.h"

#include <limits>

namespace FractureSim::Private
{
static constexpr double PoseSteps = 10.0;         // a cm
static constexpr double RotationSteps = 32767.0;  // of 1
static constexpr double MostPoseSteps = 2000.0e6; // beyond that a world has other problems

FPieceTree::FPieceTree()
{
	Nodes.Add(MakeShared<FPieceNode>());
}

TSharedPtr<FPieceNode> FPieceTree::Find(int32 Break, int32 Number) const
{
	for (const TSharedPtr<FPieceNode>& Node : Nodes)
	{
		if (Node->Break == Break && Node->Number == Number)
		{
			return Node;
		}
	}
	return nullptr;
}

TSharedPtr<FPieceNode> FPieceTree::FindShownBy(const UObject* Component) const
{
	for (const TSharedPtr<FPieceNode>& Node : Nodes)
	{
		if (Component && Node->Component.Get() == Component)
		{
			return Node;
		}
	}
	return nullptr;
}

TSharedPtr<FPieceNode> FPieceTree::FindNearest(const FVector& Location) const
{
	TSharedPtr<FPieceNode> Nearest;
	double Least = std::numeric_limits<double>::infinity();
	for (const TSharedPtr<FPieceNode>& Node : Nodes)
	{
		if (const UDynamicMeshComponent* const Component = Node->Component.Get())
		{
			// To its box; where boxes overlap, the nearer centre has it.
			const FVector Away = Location - Component->Bounds.Origin;
			const FVector& Extent = Component->Bounds.BoxExtent;
			const FVector Outside(FMath::Max(0.0, FMath::Abs(Away.X) - Extent.X),
				FMath::Max(0.0, FMath::Abs(Away.Y) - Extent.Y),
				FMath::Max(0.0, FMath::Abs(Away.Z) - Extent.Z));
			const double Distance = Outside.SizeSquared() + 1.0e-6 * Away.SizeSquared();
			if (Distance < Least)
			{
				Least = Distance;
				Nearest = Node;
			}
		}
	}
	return Nearest;
}

static int32 ToSteps(double Value, double Steps)
{
	return static_cast<int32>(FMath::RoundToDouble(FMath::Clamp(Value * Steps, -MostPoseSteps, MostPoseSteps)));
}

TSharedPtr<FPieceNode> FPieceTree::FindBreakable(const FVector& Point) const
{
	TSharedPtr<FPieceNode> Nearest;
	for (const TSharedPtr<FPieceNode>& Node : Nodes)
	{
		const bool bMay = Node->MayBreak() && Node->Status == EFractureSimStatus::Whole;
		if (bMay &&
			(!Nearest || FVector::DistSquared(Node->Centre, Point) < FVector::DistSquared(Nearest->Centre, Point)))
		{
			Nearest = Node;
		}
	}
	return Nearest;
}

FTransform FrameOf(const UPrimitiveComponent& Primitive, const FPieceNode& Node)
{
	const FTransform& Transform = Primitive.GetComponentTransform();
	return FTransform(Transform.GetRotation(), Transform.TransformPositionNoScale(FVector::ZeroVector - Node.Centre));
}

FFractureSimPose ToPose(int32 Piece, const FTransform& Transform, bool bAtRest)
{
	const FVector Location = Transform.GetLocation();
	const FQuat Rotation = Transform.GetRotation();
	const double Sign = Rotation.W < 0.0 ? -RotationSteps : RotationSteps;
	FFractureSimPose Pose;
	Pose.Piece = Piece;
	Pose.Location =
		FIntVector(ToSteps(Location.X, PoseSteps), ToSteps(Location.Y, PoseSteps), ToSteps(Location.Z, PoseSteps));
	Pose.Rotation = FIntVector(ToSteps(Rotation.X, Sign), ToSteps(Rotation.Y, Sign), ToSteps(Rotation.Z, Sign));
	Pose.bAtRest = bAtRest;
	return Pose;
}

FTransform FromPose(const FFractureSimPose& Pose)
{
	const double X = Pose.Rotation.X / RotationSteps;
	const double Y = Pose.Rotation.Y / RotationSteps;
	const double Z = Pose.Rotation.Z / RotationSteps;
	FQuat Rotation(X, Y, Z, FMath::Sqrt(FMath::Max(0.0, 1.0 - X * X - Y * Y - Z * Z)));
	Rotation.Normalize();
	return FTransform(
		Rotation, FVector(Pose.Location.X / PoseSteps, Pose.Location.Y / PoseSteps, Pose.Location.Z / PoseSteps));
}
} // namespace FractureSim::Private
