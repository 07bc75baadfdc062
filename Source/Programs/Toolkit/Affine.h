// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

namespace FractureToolkit
{
/// x -> linear x + offset, in double: a chain of float matrices would tear seams apart.
struct Affine
{
	FractureCore::Mat3 linear = FractureCore::Mat3::Identity();
	FractureCore::Vec3 offset;

	FractureCore::Vec3 operator()(const FractureCore::Vec3& p) const { return linear * p + offset; }
	friend Affine operator*(const Affine& a, const Affine& b)
	{
		return {a.linear * b.linear, a.linear * b.offset + a.offset};
	}
};

inline FractureCore::Vec3 Row(const FractureCore::Mat3& a, int32_t i)
{
	return {a.m[i][0], a.m[i][1], a.m[i][2]};
}

inline double Determinant(const FractureCore::Mat3& a)
{
	return Dot(Row(a, 0), Cross(Row(a, 1), Row(a, 2)));
}

/// A unit normal after the transform. Normals turn with the inverse transpose; the cofactors are that times the
/// determinant, of which only the sign matters here: a mirror turns them over, and so must the winding. The identity
/// leaves the artist's bits alone.
inline FractureCore::Vec3f TransformNormal(const FractureCore::Mat3& a, const FractureCore::Vec3f& normal)
{
	if (a == FractureCore::Mat3::Identity())
	{
		return normal;
	}
	const FractureCore::Vec3 n{normal.x, normal.y, normal.z};
	FractureCore::Vec3 turned{
		Dot(Cross(Row(a, 1), Row(a, 2)), n), Dot(Cross(Row(a, 2), Row(a, 0)), n), Dot(Cross(Row(a, 0), Row(a, 1)), n)};
	turned = Normalised(Determinant(a) < 0.0 ? -turned : turned);
	return {static_cast<float>(turned.x), static_cast<float>(turned.y), static_cast<float>(turned.z)};
}
} // namespace FractureToolkit
