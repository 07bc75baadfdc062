// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/SurfaceMesh.h"
#include "TestPaths.h"

#include <cmath>
#include <cstdio>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace FractureTest
{
using namespace FractureCore;

/// Positions and triangles of one of the scanned meshes; nothing, with a message, where their folder is absent.
/// Reads what those files hold and no more; the product's importer is tested on its own.
inline std::optional<SurfaceMesh> LoadScannedMesh(const std::string& name)
{
	std::ifstream file(FractureTests::ScannedMeshes() / name);
	if (!file)
	{
		std::printf("%s is not in %s: nothing checked\n", name.c_str(), FractureTests::ScannedMeshes().c_str());
		return std::nullopt;
	}
	SurfaceMesh mesh;
	std::string line;
	while (std::getline(file, line))
	{
		std::istringstream words(line);
		std::string kind;
		words >> kind;
		if (kind == "v")
		{
			Vec3& p = mesh.positions.emplace_back();
			words >> p.x >> p.y >> p.z;
		}
		else if (kind == "f")
		{
			std::vector<int32_t> corners;
			std::string corner;
			while (words >> corner)
			{
				corners.push_back(std::atoi(corner.c_str()) - 1);
			}
			for (size_t k = 2; k < corners.size(); ++k)
			{
				mesh.triangles.push_back({{corners[0], corners[k - 1], corners[k]}});
			}
		}
	}
	return mesh;
}

/// A box with corners at `low` and `high`, outward.
inline SurfaceMesh MakeBox(const Vec3& low, const Vec3& high)
{
	SurfaceMesh mesh;
	for (int32_t i = 0; i < 8; ++i)
	{
		mesh.positions.push_back(
			{(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y, (i & 4) != 0 ? high.z : low.z});
	}
	mesh.triangles = {{{0, 2, 1}},
		{{1, 2, 3}},
		{{4, 5, 6}},
		{{5, 7, 6}},
		{{0, 1, 4}},
		{{1, 5, 4}},
		{{2, 6, 3}},
		{{3, 6, 7}},
		{{0, 4, 2}},
		{{2, 4, 6}},
		{{1, 3, 5}},
		{{3, 7, 5}}};
	return mesh;
}

/// A sphere of latitude rings, outward; 2 segments (rings - 1) triangles.
inline SurfaceMesh MakeSphere(const Vec3& centre, double radius, int32_t rings, int32_t segments)
{
	SurfaceMesh mesh;
	mesh.positions.push_back(centre + Vec3{0.0, 0.0, radius});
	for (int32_t i = 1; i < rings; ++i)
	{
		const double theta = kPi * i / rings;
		for (int32_t j = 0; j < segments; ++j)
		{
			const double phi = 2.0 * kPi * j / segments;
			mesh.positions.push_back(centre +
				radius * Vec3{std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi), std::cos(theta)});
		}
	}
	mesh.positions.push_back(centre - Vec3{0.0, 0.0, radius});
	const int32_t last = static_cast<int32_t>(mesh.positions.size()) - 1;
	const auto at = [segments](int32_t ring, int32_t j) { return 1 + (ring - 1) * segments + j % segments; };
	for (int32_t j = 0; j < segments; ++j)
	{
		mesh.triangles.push_back({{0, at(1, j), at(1, j + 1)}});
		for (int32_t i = 1; i + 1 < rings; ++i)
		{
			mesh.triangles.push_back({{at(i, j), at(i + 1, j), at(i + 1, j + 1)}});
			mesh.triangles.push_back({{at(i, j), at(i + 1, j + 1), at(i, j + 1)}});
		}
		mesh.triangles.push_back({{last, at(rings - 1, j + 1), at(rings - 1, j)}});
	}
	return mesh;
}
} // namespace FractureTest
