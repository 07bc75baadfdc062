// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Support/TestMeshes.h"

#include "FractureCore/SurfaceMesh.h"
#include "FractureCore/TetMesh.h"

#include <utility>
#include <vector>

namespace FractureTest
{
inline SolidSurface AsSolid(const SurfaceMesh& mesh)
{
	return {mesh.positions, mesh.triangles};
}

inline void Append(SolidSurface& solid, const SolidSurface& other)
{
	const auto offset = static_cast<int32_t>(solid.positions.size());
	solid.positions.insert(solid.positions.end(), other.positions.begin(), other.positions.end());
	for (const Triangle& t : other.triangles)
	{
		solid.triangles.push_back({{t.v[0] + offset, t.v[1] + offset, t.v[2] + offset}});
	}
}

inline SolidSurface TurnedInsideOut(SolidSurface solid)
{
	for (Triangle& t : solid.triangles)
	{
		std::swap(t.v[1], t.v[2]);
	}
	return solid;
}

/// Turns a profile (distance from the axis, height) around the z axis. Points on the axis become poles; the profile
/// runs counter-clockwise about the material, from pole to pole or closed.
inline SolidSurface Revolve(const std::vector<std::pair<double, double>>& profile, int32_t segments, bool closed)
{
	SolidSurface solid;
	std::vector<std::vector<int32_t>> rings;
	for (const auto& [radius, height] : profile)
	{
		std::vector<int32_t> ring;
		for (int32_t j = 0; j < segments; ++j)
		{
			if (j == 0 || radius > 0.0)
			{
				const double phi = 2.0 * kPi * j / segments;
				solid.positions.push_back({radius * std::cos(phi), radius * std::sin(phi), height});
			}
			ring.push_back(static_cast<int32_t>(solid.positions.size()) - 1);
		}
		rings.push_back(ring);
	}
	const size_t strips = closed ? rings.size() : rings.size() - 1;
	for (size_t i = 0; i < strips; ++i)
	{
		const std::vector<int32_t>& low = rings[i];
		const std::vector<int32_t>& high = rings[(i + 1) % rings.size()];
		for (int32_t j = 0; j < segments; ++j)
		{
			const int32_t k = (j + 1) % segments;
			for (const Triangle& t : {Triangle{{low[j], low[k], high[k]}}, Triangle{{low[j], high[k], high[j]}}})
			{
				if (t.v[0] != t.v[1] && t.v[1] != t.v[2] && t.v[2] != t.v[0])
				{
					solid.triangles.push_back(t);
				}
			}
		}
	}
	return solid;
}

inline SolidSurface MakeTorus(double ringRadius, double tubeRadius, int32_t segments)
{
	std::vector<std::pair<double, double>> profile;
	for (int32_t i = 0; i < segments; ++i)
	{
		const double theta = 2.0 * kPi * i / segments;
		profile.emplace_back(ringRadius + tubeRadius * std::cos(theta), tubeRadius * std::sin(theta));
	}
	return Revolve(profile, segments, true);
}

/// A half sphere with a wall, open to the top.
inline SolidSurface MakeBowl(double radius, double wall, int32_t segments)
{
	std::vector<std::pair<double, double>> profile;
	const int32_t steps = segments / 4;
	for (int32_t i = 0; i <= steps; ++i)
	{
		const double theta = 0.5 * kPi * i / steps;
		profile.emplace_back(i == 0 ? 0.0 : radius * std::sin(theta), -radius * std::cos(theta));
	}
	for (int32_t i = steps; i >= 0; --i)
	{
		const double theta = 0.5 * kPi * i / steps;
		profile.emplace_back(i == 0 ? 0.0 : (radius - wall) * std::sin(theta), -(radius - wall) * std::cos(theta));
	}
	return Revolve(profile, segments, false);
}

/// By the divergence theorem, m^3.
inline double EnclosedVolume(const SolidSurface& solid)
{
	double volume = 0.0;
	for (const Triangle& t : solid.triangles)
	{
		volume += Dot(solid.positions[t.v[0]], Cross(solid.positions[t.v[1]], solid.positions[t.v[2]])) / 6.0;
	}
	return volume;
}

/// Winding number by the solid angles of all triangles: slow and independent.
inline double WindingBySolidAngles(const SolidSurface& solid, const Vec3& p)
{
	double angle = 0.0;
	for (const Triangle& t : solid.triangles)
	{
		const Vec3 a = solid.positions[t.v[0]] - p;
		const Vec3 b = solid.positions[t.v[1]] - p;
		const Vec3 c = solid.positions[t.v[2]] - p;
		const double la = Length(a);
		const double lb = Length(b);
		const double lc = Length(c);
		angle += 2.0 * std::atan2(Dot(a, Cross(b, c)), la * lb * lc + Dot(a, b) * lc + Dot(b, c) * la + Dot(c, a) * lb);
	}
	return angle / (4.0 * kPi);
}

/// A turn by `angle` about (1, 2, 3).
inline SolidSurface Turned(SolidSurface solid, double angle)
{
	const Vec3 axis = Normalised({1.0, 2.0, 3.0});
	for (Vec3& p : solid.positions)
	{
		const Vec3 along = axis * Dot(axis, p);
		const Vec3 across = p - along;
		p = along + across * std::cos(angle) + Cross(axis, across) * std::sin(angle);
	}
	return solid;
}
} // namespace FractureTest
