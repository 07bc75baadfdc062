// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Math/TQuat, TTransform (5.5): FQuat(X, Y, Z,
// W); A * B turns by B first.

#include "Math/Vector.h"

struct FQuat
{
	double X = 0.0;
	double Y = 0.0;
	double Z = 0.0;
	double W = 1.0;

	FQuat() = default;
	FQuat(double InX, double InY, double InZ, double InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
	FQuat(const FVector& Axis, double Radians)
	{
		const double S = std::sin(0.5 * Radians);
		*this = FQuat(Axis.X * S, Axis.Y * S, Axis.Z * S, std::cos(0.5 * Radians));
	}

	static const FQuat Identity;

	friend FQuat operator*(const FQuat& A, const FQuat& B)
	{
		return FQuat(A.W * B.X + A.X * B.W + A.Y * B.Z - A.Z * B.Y,
			A.W * B.Y - A.X * B.Z + A.Y * B.W + A.Z * B.X,
			A.W * B.Z + A.X * B.Y - A.Y * B.X + A.Z * B.W,
			A.W * B.W - A.X * B.X - A.Y * B.Y - A.Z * B.Z);
	}
	FQuat Inverse() const { return FQuat(-X, -Y, -Z, W); }
	FVector RotateVector(const FVector& V) const
	{
		const FVector Q(X, Y, Z);
		const FVector T = FVector::CrossProduct(Q, V) * 2.0;
		return V + T * W + FVector::CrossProduct(Q, T);
	}
	void Normalize()
	{
		const double Length = std::sqrt(X * X + Y * Y + Z * Z + W * W);
		*this = Length > 1.0e-8 ? FQuat(X / Length, Y / Length, Z / Length, W / Length) : FQuat();
	}
};
inline const FQuat FQuat::Identity;

class FTransform
{
public:
	FTransform() = default;
	explicit FTransform(const FVector& InLocation) : Location(InLocation) {}
	FTransform(const FQuat& InRotation, const FVector& InLocation, const FVector& InScale = FVector(1.0, 1.0, 1.0))
		: Rotation(InRotation), Location(InLocation), Scale(InScale)
	{
	}

	const FVector& GetLocation() const { return Location; }
	const FQuat& GetRotation() const { return Rotation; }
	const FVector& GetScale3D() const { return Scale; }
	FVector TransformPosition(const FVector& V) const
	{
		return TransformPositionNoScale(FVector(V.X * Scale.X, V.Y * Scale.Y, V.Z * Scale.Z));
	}
	FVector TransformPositionNoScale(const FVector& V) const { return Rotation.RotateVector(V) + Location; }
	FVector TransformVectorNoScale(const FVector& V) const { return Rotation.RotateVector(V); }
	FVector InverseTransformPosition(const FVector& V) const
	{
		const FVector P = InverseTransformPositionNoScale(V);
		return FVector(P.X / Scale.X, P.Y / Scale.Y, P.Z / Scale.Z);
	}
	FVector InverseTransformPositionNoScale(const FVector& V) const
	{
		return Rotation.Inverse().RotateVector(V - Location);
	}
	FVector InverseTransformVectorNoScale(const FVector& V) const { return Rotation.Inverse().RotateVector(V); }

private:
	FQuat Rotation;
	FVector Location;
	FVector Scale = FVector(1.0, 1.0, 1.0);
};
