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
//     triangles                              the same corners: the mirror already turns them round

namespace FractureSim::Private
{
inline constexpr double CentimetresPerMetre = 100.0;

// Lengths: cm and m.
inline FractureCore::Vec3 ToMetres(const FVector& V)
{
	return {V.X / CentimetresPerMetre, -V.Y / CentimetresPerMetre, V.Z / CentimetresPerMetre};
}

inline FVector ToCentimetres(const FractureCore::Vec3& V)
{
	return FVector(V.x * CentimetresPerMetre, -V.y * CentimetresPerMetre, V.z * CentimetresPerMetre);
}

// Velocities: cm/s and m/s.
inline FractureCore::Vec3 ToMetresPerSecond(const FVector& Velocity)
{
	return ToMetres(Velocity);
}

inline FVector ToCentimetresPerSecond(const FractureCore::Vec3& Velocity)
{
	return ToCentimetres(Velocity);
}

// Impulses: kg cm/s and N s. Mass is kg in both.
inline FractureCore::Vec3 ToNewtonSeconds(const FVector& Impulse)
{
	return ToMetres(Impulse);
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

// Stress: people read MPa and GPa.
inline double PascalsFromMegapascals(double Megapascals)
{
	return Megapascals * 1.0e6;
}

inline double PascalsFromGigapascals(double Gigapascals)
{
	return Gigapascals * 1.0e9;
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
