// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>

namespace FractureCore
{
/// An index that points at nothing.
inline constexpr int32_t kNoIndex = -1;

inline constexpr double kPi = 3.14159265358979323846;

/// Texture coordinate.
struct Vec2f
{
	float x = 0.0f;
	float y = 0.0f;

	friend bool operator==(const Vec2f&, const Vec2f&) = default;
};

/// A direction that only rendering reads, such as an artist's normal.
struct Vec3f
{
	float x = 0.0f;
	float y = 0.0f;
	float z = 0.0f;

	friend bool operator==(const Vec3f&, const Vec3f&) = default;
};

/// A point or vector in a right-handed frame; metres unless its user says otherwise.
struct Vec3
{
	double x = 0.0;
	double y = 0.0;
	double z = 0.0;

	Vec3& operator+=(const Vec3& b)
	{
		x += b.x;
		y += b.y;
		z += b.z;
		return *this;
	}
	Vec3& operator-=(const Vec3& b)
	{
		x -= b.x;
		y -= b.y;
		z -= b.z;
		return *this;
	}
	Vec3& operator*=(double s)
	{
		x *= s;
		y *= s;
		z *= s;
		return *this;
	}

	friend Vec3 operator+(Vec3 a, const Vec3& b) { return a += b; }
	friend Vec3 operator-(Vec3 a, const Vec3& b) { return a -= b; }
	friend Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
	friend Vec3 operator*(Vec3 a, double s) { return a *= s; }
	friend Vec3 operator*(double s, Vec3 a) { return a *= s; }
	friend Vec3 operator/(const Vec3& a, double s) { return {a.x / s, a.y / s, a.z / s}; }
	friend bool operator==(const Vec3&, const Vec3&) = default;
};

inline double Dot(const Vec3& a, const Vec3& b)
{
	return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline Vec3 Cross(const Vec3& a, const Vec3& b)
{
	return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline double LengthSquared(const Vec3& a)
{
	return Dot(a, a);
}

inline double Length(const Vec3& a)
{
	return std::sqrt(LengthSquared(a));
}

/// The unit vector along `a`, or zero for a zero vector.
inline Vec3 Normalised(const Vec3& a)
{
	const double length = Length(a);
	return length > 0.0 ? a / length : Vec3{};
}

inline bool IsFinite(const Vec3& a)
{
	return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// The component of `a` along axis 0, 1 or 2.
inline double Component(const Vec3& a, int32_t axis)
{
	return axis == 0 ? a.x : (axis == 1 ? a.y : a.z);
}

/// Row-major 3 by 3 matrix.
struct Mat3
{
	double m[3][3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};

	static Mat3 Identity() { return Diagonal(1.0, 1.0, 1.0); }
	static Mat3 Diagonal(double a, double b, double c) { return {{{a, 0.0, 0.0}, {0.0, b, 0.0}, {0.0, 0.0, c}}}; }

	/// a b^T
	static Mat3 Outer(const Vec3& a, const Vec3& b)
	{
		return {
			{{a.x * b.x, a.x * b.y, a.x * b.z}, {a.y * b.x, a.y * b.y, a.y * b.z}, {a.z * b.x, a.z * b.y, a.z * b.z}}};
	}

	Mat3& operator+=(const Mat3& b)
	{
		for (int32_t i = 0; i < 3; ++i)
		{
			for (int32_t j = 0; j < 3; ++j)
			{
				m[i][j] += b.m[i][j];
			}
		}
		return *this;
	}
	Mat3& operator*=(double s)
	{
		for (auto& row : m)
		{
			for (double& value : row)
			{
				value *= s;
			}
		}
		return *this;
	}

	friend Mat3 operator+(Mat3 a, const Mat3& b) { return a += b; }
	friend Mat3 operator*(Mat3 a, double s) { return a *= s; }
	friend Vec3 operator*(const Mat3& a, const Vec3& v)
	{
		return {a.m[0][0] * v.x + a.m[0][1] * v.y + a.m[0][2] * v.z,
			a.m[1][0] * v.x + a.m[1][1] * v.y + a.m[1][2] * v.z,
			a.m[2][0] * v.x + a.m[2][1] * v.y + a.m[2][2] * v.z};
	}
	friend Mat3 operator*(const Mat3& a, const Mat3& b)
	{
		Mat3 product;
		for (int32_t i = 0; i < 3; ++i)
		{
			for (int32_t j = 0; j < 3; ++j)
			{
				product.m[i][j] = a.m[i][0] * b.m[0][j] + a.m[i][1] * b.m[1][j] + a.m[i][2] * b.m[2][j];
			}
		}
		return product;
	}
	friend bool operator==(const Mat3&, const Mat3&) = default;
};

inline Mat3 Transposed(const Mat3& a)
{
	Mat3 result;
	for (int32_t i = 0; i < 3; ++i)
	{
		for (int32_t j = 0; j < 3; ++j)
		{
			result.m[i][j] = a.m[j][i];
		}
	}
	return result;
}

inline double Trace(const Mat3& a)
{
	return a.m[0][0] + a.m[1][1] + a.m[2][2];
}

/// Symmetric 3 by 3 tensor, such as a stress.
struct Sym3
{
	double xx = 0.0;
	double yy = 0.0;
	double zz = 0.0;
	double xy = 0.0;
	double yz = 0.0;
	double zx = 0.0;

	friend bool operator==(const Sym3&, const Sym3&) = default;
};

/// Vertices of a triangle, counter-clockwise seen from outside.
struct Triangle
{
	int32_t v[3] = {kNoIndex, kNoIndex, kNoIndex};

	friend bool operator==(const Triangle&, const Triangle&) = default;
};

/// Nodes of a tetrahedron with det[x1-x0, x2-x0, x3-x0] > 0.
struct Tet
{
	int32_t v[4] = {kNoIndex, kNoIndex, kNoIndex, kNoIndex};

	friend bool operator==(const Tet&, const Tet&) = default;
};
} // namespace FractureCore
