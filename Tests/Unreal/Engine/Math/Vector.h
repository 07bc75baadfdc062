// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Math/TVector, FIntVector, FVector2f, FVector4f
// (5.5): double since 5.0.

#include "Containers/UnrealString.h"
#include "Math/UnrealMathUtility.h"

enum EForceInit
{
	ForceInit
};

struct FVector
{
	double X = 0.0;
	double Y = 0.0;
	double Z = 0.0;

	FVector() = default;
	FVector(double InX, double InY, double InZ) : X(InX), Y(InY), Z(InZ) {}

	static const FVector ZeroVector;

	FVector operator-() const { return FVector(-X, -Y, -Z); }
	FVector& operator+=(const FVector& V) { return *this = *this + V; }
	FVector& operator-=(const FVector& V) { return *this = *this - V; }
	friend FVector operator+(const FVector& A, const FVector& B) { return FVector(A.X + B.X, A.Y + B.Y, A.Z + B.Z); }
	friend FVector operator-(const FVector& A, const FVector& B) { return FVector(A.X - B.X, A.Y - B.Y, A.Z - B.Z); }
	friend FVector operator*(const FVector& A, double S) { return FVector(A.X * S, A.Y * S, A.Z * S); }
	friend FVector operator*(double S, const FVector& A) { return A * S; }
	friend FVector operator/(const FVector& A, double S) { return FVector(A.X / S, A.Y / S, A.Z / S); }
	friend bool operator==(const FVector& A, const FVector& B) { return A.X == B.X && A.Y == B.Y && A.Z == B.Z; }
	friend bool operator!=(const FVector& A, const FVector& B) { return !(A == B); }

	static double DotProduct(const FVector& A, const FVector& B) { return A.X * B.X + A.Y * B.Y + A.Z * B.Z; }
	static FVector CrossProduct(const FVector& A, const FVector& B)
	{
		return FVector(A.Y * B.Z - A.Z * B.Y, A.Z * B.X - A.X * B.Z, A.X * B.Y - A.Y * B.X);
	}
	static double DistSquared(const FVector& A, const FVector& B) { return (A - B).SizeSquared(); }
	static double Distance(const FVector& A, const FVector& B) { return (A - B).Size(); }
	double SizeSquared() const { return DotProduct(*this, *this); }
	double Size() const { return std::sqrt(SizeSquared()); }
	bool IsZero() const { return X == 0.0 && Y == 0.0 && Z == 0.0; }
	bool ContainsNaN() const { return !FMath::IsFinite(X) || !FMath::IsFinite(Y) || !FMath::IsFinite(Z); }
	FVector GetSafeNormal() const
	{
		const double Length = Size();
		return Length > 1.0e-8 ? *this / Length : FVector();
	}
	FString ToString() const { return FString::Printf(TEXT("X=%3.3f Y=%3.3f Z=%3.3f"), X, Y, Z); }
};
inline const FVector FVector::ZeroVector;

struct FVector3f
{
	float X = 0.0f;
	float Y = 0.0f;
	float Z = 0.0f;

	FVector3f() = default;
	FVector3f(float InX, float InY, float InZ) : X(InX), Y(InY), Z(InZ) {}
	explicit FVector3f(const FVector& V)
		: X(static_cast<float>(V.X)), Y(static_cast<float>(V.Y)), Z(static_cast<float>(V.Z))
	{
	}
};
using FVector3d = FVector;

struct FVector4f
{
	float X = 0.0f;
	float Y = 0.0f;
	float Z = 0.0f;
	float W = 1.0f;

	FVector4f() = default;
	FVector4f(float InX, float InY, float InZ, float InW) : X(InX), Y(InY), Z(InZ), W(InW) {}
	friend bool operator==(const FVector4f&, const FVector4f&) = default;
};

struct FVector2f
{
	float X = 0.0f;
	float Y = 0.0f;

	FVector2f() = default;
	FVector2f(float InX, float InY) : X(InX), Y(InY) {}
};

struct FIntVector
{
	int32 X = 0;
	int32 Y = 0;
	int32 Z = 0;

	FIntVector() = default;
	FIntVector(int32 InX, int32 InY, int32 InZ) : X(InX), Y(InY), Z(InZ) {}

	int32& operator[](int32 Index) { return Index == 0 ? X : (Index == 1 ? Y : Z); }
	const int32& operator[](int32 Index) const { return Index == 0 ? X : (Index == 1 ? Y : Z); }
	friend bool operator==(const FIntVector& A, const FIntVector& B) { return A.X == B.X && A.Y == B.Y && A.Z == B.Z; }
};

struct FBox
{
	FVector Min;
	FVector Max;
	uint8 IsValid = 0;

	FBox() = default;
	explicit FBox(EForceInit) {}
	FBox(const FVector& InMin, const FVector& InMax) : Min(InMin), Max(InMax), IsValid(1) {}

	FBox& operator+=(const FVector& V)
	{
		Min = IsValid ? FVector(FMath::Min(Min.X, V.X), FMath::Min(Min.Y, V.Y), FMath::Min(Min.Z, V.Z)) : V;
		Max = IsValid ? FVector(FMath::Max(Max.X, V.X), FMath::Max(Max.Y, V.Y), FMath::Max(Max.Z, V.Z)) : V;
		IsValid = 1;
		return *this;
	}
	FVector GetCenter() const { return (Min + Max) * 0.5; }
	FVector GetExtent() const { return (Max - Min) * 0.5; }
};

struct FBoxSphereBounds
{
	FVector Origin;
	FVector BoxExtent;
	double SphereRadius = 0.0;
};
