// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/SurfaceParts.h"

#include "Mesh/SurfaceIntegrals.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
/// Share of area times size below which a closed part is a folded sheet.
constexpr double kFoldedPart = 1.0e-9;
} // namespace

std::vector<SurfacePart> FindSurfaceParts(std::span<const Vec3> positions, std::span<const Triangle> triangles)
{
	UnionFind sets(static_cast<int32_t>(positions.size()));
	for (const Triangle& t : triangles)
	{
		sets.Unite(t.v[0], t.v[1]);
		sets.Unite(t.v[0], t.v[2]);
	}
	std::vector<int32_t> partOf(positions.size(), kNoIndex); // of a set's name
	std::vector<SurfacePart> parts;
	for (size_t t = 0; t < triangles.size(); ++t)
	{
		int32_t& part = partOf[sets.Find(triangles[t].v[0])];
		if (part == kNoIndex)
		{
			part = static_cast<int32_t>(parts.size());
			parts.emplace_back();
		}
		parts[part].triangles.push_back(triangles[t]);
		parts[part].source.push_back(static_cast<int32_t>(t));
	}
	for (SurfacePart& part : parts)
	{
		const SurfaceIntegrals integrals = IntegrateSurface(positions, part.triangles);
		part.low = integrals.low;
		part.high = integrals.high;
		part.volume = integrals.volume;
		part.area = integrals.area;
	}
	return parts;
}

int32_t CountSolidParts(std::span<const Vec3> positions, std::span<const Triangle> triangles)
{
	if (CountSurfaceParts(triangles, static_cast<int32_t>(positions.size())) == 1)
	{
		return 1;
	}
	int32_t solids = 0;
	for (const SurfacePart& part : FindSurfaceParts(positions, triangles))
	{
		solids += part.volume > kFoldedPart * part.area * Length(part.high - part.low) ? 1 : 0;
	}
	return std::max(solids, 1);
}
} // namespace FractureCore
