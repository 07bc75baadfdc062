// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/SurfaceIntegrals.h"

#include <algorithm>

namespace FractureCore
{
SurfaceIntegrals IntegrateSurface(std::span<const Vec3> positions, std::span<const Triangle> triangles)
{
	SurfaceIntegrals result;
	if (triangles.empty())
	{
		return result;
	}
	result.low = result.high = positions[triangles[0].v[0]];
	for (const Triangle& t : triangles)
	{
		for (const int32_t v : t.v)
		{
			const Vec3& p = positions[v];
			result.low = {std::min(result.low.x, p.x), std::min(result.low.y, p.y), std::min(result.low.z, p.z)};
			result.high = {std::max(result.high.x, p.x), std::max(result.high.y, p.y), std::max(result.high.z, p.z)};
		}
	}
	const Vec3 middle = 0.5 * (result.low + result.high);
	for (const Triangle& t : triangles)
	{
		const Vec3 a = positions[t.v[0]] - middle;
		const Vec3 twiceAreaNormal =
			Cross(positions[t.v[1]] - positions[t.v[0]], positions[t.v[2]] - positions[t.v[0]]);
		result.area += 0.5 * Length(twiceAreaNormal);
		result.volume += Dot(a, twiceAreaNormal) / 6.0;
	}
	return result;
}
} // namespace FractureCore
