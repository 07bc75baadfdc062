// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <concepts>

namespace FractureCore
{
/// A rotation as a unit quaternion w + x i + y j + z k.
struct Quat
{
	double x = 0.0;
	double y = 0.0;
	double z = 0.0;
	double w = 1.0;

	friend bool operator==(const Quat&, const Quat&) = default;
};

/// First b, then a.
inline Quat operator*(const Quat& a, const Quat& b)
{
	return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
		a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
		a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
		a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

/// The opposite rotation.
inline Quat Conjugate(const Quat& q)
{
	return {-q.x, -q.y, -q.z, q.w};
}

/// Of length 1; no rotation for a zero quaternion. A template, so that Normalised({x, y, z}) stays a vector's.
template <std::same_as<Quat> Q>
Q Normalised(const Q& q)
{
	const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
	return length > 0.0 ? Quat{q.x / length, q.y / length, q.z / length, q.w / length} : Quat{};
}

/// Turns by the length of `turn` (rad) about its direction; the same bits on every system.
inline Quat RotationFromVector(const Vec3& turn)
{
	// A small part of the turn by its series, then doubled as often as it was halved.
	Vec3 half = turn * 0.5;
	int32_t doublings = 0;
	while (LengthSquared(half) > 0.0625 && doublings < 64)
	{
		half *= 0.5;
		++doublings;
	}
	const double s = LengthSquared(half);
	const double sine = 1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0))));
	const double cosine = 1.0 - s / 2.0 * (1.0 - s / 12.0 * (1.0 - s / 30.0 * (1.0 - s / 56.0 * (1.0 - s / 90.0))));
	Quat q = Normalised(Quat{half.x * sine, half.y * sine, half.z * sine, cosine});
	for (int32_t i = 0; i < doublings; ++i)
	{
		q = q * q;
	}
	return Normalised(q);
}

inline Mat3 ToMatrix(const Quat& q)
{
	const double xx = q.x * q.x;
	const double yy = q.y * q.y;
	const double zz = q.z * q.z;
	return {{{1.0 - 2.0 * (yy + zz), 2.0 * (q.x * q.y - q.z * q.w), 2.0 * (q.x * q.z + q.y * q.w)},
		{2.0 * (q.x * q.y + q.z * q.w), 1.0 - 2.0 * (xx + zz), 2.0 * (q.y * q.z - q.x * q.w)},
		{2.0 * (q.x * q.z - q.y * q.w), 2.0 * (q.y * q.z + q.x * q.w), 1.0 - 2.0 * (xx + yy)}}};
}

inline Vec3 Rotated(const Quat& q, const Vec3& v)
{
	const Vec3 u = {q.x, q.y, q.z};
	const Vec3 t = 2.0 * Cross(u, v);
	return v + q.w * t + Cross(u, t);
}

/// Where a mesh is: its point x lies at position + orientation x in the world.
struct Pose
{
	Vec3 position; // m, of the mesh's origin (not of its centre of mass)
	Quat orientation;

	friend bool operator==(const Pose&, const Pose&) = default;
};

inline Vec3 ToWorld(const Pose& pose, const Vec3& point)
{
	return pose.position + Rotated(pose.orientation, point);
}

inline Vec3 ToMesh(const Pose& pose, const Vec3& point)
{
	return Rotated(Conjugate(pose.orientation), point - pose.position);
}
} // namespace FractureCore
