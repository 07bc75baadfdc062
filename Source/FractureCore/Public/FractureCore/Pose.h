// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

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

/// Of length 1; no rotation for a zero quaternion.
inline Quat Normalised(const Quat& q)
{
	const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
	return length > 0.0 ? Quat{q.x / length, q.y / length, q.z / length, q.w / length} : Quat{};
}

/// Turns by the length of `turn` (rad) about its direction.
inline Quat RotationFromVector(const Vec3& turn)
{
	const double angle = Length(turn);
	// sin(a / 2) / a, by its series where the quotient would lose digits.
	const double factor = angle < 1.0e-4 ? 0.5 - angle * angle / 48.0 : std::sin(0.5 * angle) / angle;
	return {turn.x * factor, turn.y * factor, turn.z * factor, std::cos(0.5 * angle)};
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
