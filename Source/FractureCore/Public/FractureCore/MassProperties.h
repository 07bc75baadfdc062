// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Types.h"

#include <span>

namespace FractureCore
{
struct MassProperties
{
	double volume = 0.0; // m^3
	double mass = 0.0;   // kg
	Vec3 centre;         // m
	Mat3 inertia;        // kg m^2, about the centre, in the mesh's axes

	friend bool operator==(const MassProperties&, const MassProperties&) = default;
};

/// Exact polyhedral integrals over the inside of a closed surface [Mirtich96]; density in kg/m^3.
FRACTURECORE_API MassProperties SolidMassProperties(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, double density);

/// Of a sheet of the given thickness (m) whose middle is the surface; need not be closed.
FRACTURECORE_API MassProperties ShellMassProperties(
	std::span<const Vec3> positions, std::span<const Triangle> triangles, double thickness, double density);

/// Principal moments in ascending order and a right-handed frame of axes (columns): inertia = axes diag(moments)
/// axes^T.
struct PrincipalInertia
{
	Vec3 moments; // kg m^2
	Mat3 axes;
};
FRACTURECORE_API PrincipalInertia ComputePrincipalInertia(const Mat3& inertia);
} // namespace FractureCore
