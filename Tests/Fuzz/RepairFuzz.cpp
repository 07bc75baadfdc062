// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Bytes as a small soup of triangles on a grid, where points, edges and planes coincide all the time. Whatever
// RepairSurface calls a solid is a closed cycle, and whatever Tetrahedralise makes of it is a valid tet mesh.
#include "FractureCore/Repair.h"
#include "FractureCore/Tetrahedralise.h"

#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

using namespace FractureCore;

namespace
{
constexpr size_t kMaxTriangles = 64;

void Demand(bool condition, const char* what)
{
	if (!condition)
	{
		std::fprintf(stderr, "%s\n", what);
		std::abort();
	}
}

/// First byte: how many vertices. Then three bytes a vertex, and three a triangle to the end.
SurfaceMesh MakeSoup(const uint8_t* data, size_t size)
{
	SurfaceMesh mesh;
	if (size == 0)
	{
		return mesh;
	}
	const size_t vertexCount = 3 + data[0] % 30;
	size_t at = 1;
	for (; mesh.positions.size() < vertexCount && at + 3 <= size; at += 3)
	{
		mesh.positions.push_back({static_cast<double>(data[at] % 8),
			static_cast<double>(data[at + 1] % 8),
			static_cast<double>(data[at + 2] % 8)});
	}
	const auto vertex = [&](size_t i) { return static_cast<int32_t>(data[i] % mesh.positions.size()); };
	for (; !mesh.positions.empty() && at + 3 <= size && mesh.triangles.size() < kMaxTriangles; at += 3)
	{
		mesh.triangles.push_back({{vertex(at), vertex(at + 1), vertex(at + 2)}});
	}
	return mesh;
}

void DemandClosed(const SolidSurface& solid)
{
	std::map<std::pair<int32_t, int32_t>, int32_t> balance;
	for (const Triangle& t : solid.triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t a = t.v[k];
			const int32_t b = t.v[(k + 1) % 3];
			Demand(a >= 0 && static_cast<size_t>(a) < solid.positions.size(), "a corner without a vertex");
			balance[{a < b ? a : b, a < b ? b : a}] += a < b ? 1 : -1;
		}
	}
	for (const auto& [edge, count] : balance)
	{
		Demand(count == 0, "the solid is not closed");
	}
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	const Result<RepairedSurface> repaired = RepairSurface(MakeSoup(data, size), {}, SerialRunner());
	if (!repaired)
	{
		Demand(!repaired.GetError().message.empty(), "an error without words");
		return 0;
	}
	DemandClosed(repaired->solid);
	TetSettings settings;
	settings.targetTets = 200;
	settings.maxTets = 5'000;
	settings.refineThinWalls = false;
	settings.optimise = true;
	const Result<Tetrahedralisation> tets = Tetrahedralise(repaired->solid, settings, SerialRunner());
	Demand(!tets || ValidateTetMesh(tets->mesh).HasValue(), "the tets are no valid mesh");
	return 0;
}
