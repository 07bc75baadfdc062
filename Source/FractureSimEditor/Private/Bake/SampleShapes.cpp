// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bake/SampleShapes.h"

#include "Bridge/UnitBridge.h"

namespace FractureSim::Editor
{
using FractureSim::Private::CentimetresPerMetre;

FractureCore::SurfaceMesh TurnedSurface(const TArray<FVector2D>& Profile, int32 Segments)
{
	FractureCore::SurfaceMesh Mesh;
	Mesh.slotNames.push_back("outer");
	// One vertex for a point on the axis, a ring for the others.
	std::vector<std::vector<int32_t>> Rings;
	for (const FVector2D& Point : Profile)
	{
		std::vector<int32_t>& Ring = Rings.emplace_back();
		const int32 Count = Point.X > 0.0 ? Segments : 1;
		for (int32 K = 0; K < Count; ++K)
		{
			const double Angle = 2.0 * FractureCore::kPi * K / Segments;
			Ring.push_back(static_cast<int32_t>(Mesh.positions.size()));
			Mesh.positions.push_back({Point.X * std::cos(Angle) / CentimetresPerMetre,
				Point.X * std::sin(Angle) / CentimetresPerMetre,
				Point.Y / CentimetresPerMetre});
		}
	}
	const auto At = [&Rings](size_t R, int32 K) { return Rings[R][static_cast<size_t>(K) % Rings[R].size()]; };
	for (size_t R = 0; R + 1 < Rings.size(); ++R)
	{
		for (int32 K = 0; K < Segments; ++K)
		{
			// Either ring may be a single point, which leaves one triangle of two.
			const FractureCore::Triangle Lower{{At(R, K), At(R, K + 1), At(R + 1, K + 1)}};
			const FractureCore::Triangle Upper{{At(R, K), At(R + 1, K + 1), At(R + 1, K)}};
			if (Rings[R].size() > 1)
			{
				Mesh.triangles.push_back(Lower);
			}
			if (Rings[R + 1].size() > 1)
			{
				Mesh.triangles.push_back(Upper);
			}
		}
	}
	return Mesh;
}

FractureCore::SurfaceMesh BoxSurfaceOf(const FVector& Size)
{
	FractureCore::SurfaceMesh Mesh;
	Mesh.slotNames.push_back("outer");
	for (int32 K = 0; K < 8; ++K)
	{
		Mesh.positions.push_back({((K & 1) != 0 ? 0.5 : -0.5) * Size.X / CentimetresPerMetre,
			((K & 2) != 0 ? 0.5 : -0.5) * Size.Y / CentimetresPerMetre,
			((K & 4) != 0 ? 1.0 : 0.0) * Size.Z / CentimetresPerMetre});
	}
	const int32_t Quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
	for (const auto& Q : Quads)
	{
		Mesh.triangles.push_back({{Q[0], Q[1], Q[2]}});
		Mesh.triangles.push_back({{Q[0], Q[2], Q[3]}});
	}
	return Mesh;
}
} // namespace FractureSim::Editor
