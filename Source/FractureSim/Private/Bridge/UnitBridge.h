// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Hash.h"
#include "FractureCore/Pose.h"
#include "FractureCore/Types.h"
#include "FractureSimTypes.h"

// The only place that knows both worlds. The core: metres, right-handed, counter-clockwise triangles, v upward. Unreal:
// centimetres, left-handed, clockwise triangles for a right-handed eye, v downward. y changes its sign, as Unreal's own
// importers do it, so that a bowl with writing on it reads the same in both. A mirror turns
//     positions, velocities, impulses        (x, -y, z)
//     turning axes (angular velocity, spin)  (-x, y, -z)
//     rotations                              (-x, y, -z, w)
//     tensors                                xy and yz change their sign
//     triangles                              the same corners: the mirror already turns them round

namespace FractureSim::Private
{
inline constexpr double CentimetresPerMetre = 100.0;

// Lengths and velocities: cm, cm/s.
inline FractureCore::Vec3 ToMetres(const FVector& V)
{
	return {V.X / CentimetresPerMetre, -V.Y / CentimetresPerMetre, V.Z / CentimetresPerMetre};
}

inline FVector ToCentimetres(const FractureCore::Vec3& V)
{
	return FVector(V.x * CentimetresPerMetre, -V.y * CentimetresPerMetre, V.z * CentimetresPerMetre);
}

// Impulses: kg cm/s and N s.
inline FractureCore::Vec3 ToNewtonSeconds(const FVector& Impulse)
{
	return ToMetres(Impulse);
}

inline FVector FromNewtonSeconds(const FractureCore::Vec3& Impulse)
{
	return ToCentimetres(Impulse);
}

// Directions.
inline FVector ToDirection(const FractureCore::Vec3f& V)
{
	return FVector(V.x, -V.y, V.z);
}

// Angular velocities: rad/s in both.
inline FractureCore::Vec3 ToCoreSpin(const FVector& W)
{
	return {-W.X, W.Y, -W.Z};
}

inline FVector FromCoreSpin(const FractureCore::Vec3& W)
{
	return FVector(-W.x, W.y, -W.z);
}

// Rotations.
inline FractureCore::Quat ToCoreQuat(const FQuat& Q)
{
	return {-Q.X, Q.Y, -Q.Z, Q.W};
}

inline FQuat FromCoreQuat(const FractureCore::Quat& Q)
{
	return FQuat(-Q.x, Q.y, -Q.z, Q.w);
}

/// As a matrix over columns.
inline FractureCore::Mat3 ToCoreRotation(const FQuat& Q)
{
	const double X = -Q.X;
	const double Y = Q.Y;
	const double Z = -Q.Z;
	const double W = Q.W;
	return {{{1.0 - 2.0 * (Y * Y + Z * Z), 2.0 * (X * Y - Z * W), 2.0 * (X * Z + Y * W)},
		{2.0 * (X * Y + Z * W), 1.0 - 2.0 * (X * X + Z * Z), 2.0 * (Y * Z - X * W)},
		{2.0 * (X * Z - Y * W), 2.0 * (Y * Z + X * W), 1.0 - 2.0 * (X * X + Y * Y)}}};
}

/// kg m^2 to kg cm^2.
inline FractureCore::Mat3 ToUnrealInertia(const FractureCore::Mat3& Inertia)
{
	FractureCore::Mat3 Result = Inertia * (CentimetresPerMetre * CentimetresPerMetre);
	for (int32 I = 0; I < 3; ++I)
	{
		for (int32 J = 0; J < 3; ++J)
		{
			Result.m[I][J] *= (I == 1) != (J == 1) ? -1.0 : 1.0;
		}
	}
	return Result;
}

// Stress. Unreal's own unit is kg/(cm s^2); people read MPa.
inline double PascalsFromMegapascals(double Megapascals)
{
	return Megapascals * 1.0e6;
}

inline double UnrealStress(double Pascals)
{
	return Pascals / CentimetresPerMetre;
}

/// Corners of a triangle as Unreal wants them.
inline FIntVector ToUnrealTriangle(const FractureCore::Triangle& T)
{
	return FIntVector(T.v[0], T.v[1], T.v[2]);
}

/// v downward.
inline FVector2f ToUnrealUv(const FractureCore::Vec2f& Uv)
{
	return FVector2f(Uv.x, 1.0f - Uv.y);
}

inline FFractureSimHash ToUnrealHash(const FractureCore::ContentHash& Hash)
{
	FFractureSimHash Result;
	Result.High = Hash.high;
	Result.Low = Hash.low;
	return Result;
}

/// The one factor of a scale that a body can have: the same along all axes. Empty for any other, and for zero, negative
/// and infinite ones.
inline TOptional<double> UniformScale(const FVector& Scale)
{
	const double Low = FMath::Min3(Scale.X, Scale.Y, Scale.Z);
	const double High = FMath::Max3(Scale.X, Scale.Y, Scale.Z);
	const bool bUsable = !Scale.ContainsNaN() && Low > 1.0e-4 && High - Low <= 1.0e-3 * High;
	return bUsable ? TOptional<double>(High) : TOptional<double>();
}

/// To a whole number of steps; out of range and NaN are empty.
inline TOptional<int32> Quantise(double Value, double Step)
{
	const double Steps = Value / Step;
	// Not "> limit": a NaN must fail too.
	if (!(Steps > -2.0e9 && Steps < 2.0e9))
	{
		return TOptional<int32>();
	}
	return static_cast<int32>(FMath::RoundToDouble(Steps));
}

inline TOptional<FIntVector> Quantise(const FractureCore::Vec3& V, double Step)
{
	const TOptional<int32> X = Quantise(V.x, Step);
	const TOptional<int32> Y = Quantise(V.y, Step);
	const TOptional<int32> Z = Quantise(V.z, Step);
	return X && Y && Z ? TOptional<FIntVector>(FIntVector(*X, *Y, *Z)) : TOptional<FIntVector>();
}

inline FractureCore::Vec3 Dequantise(const FIntVector& V, double Step)
{
	return {V.X * Step, V.Y * Step, V.Z * Step};
}
} // namespace FractureSim::Private
