// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/TetMesh.h"

#include "Mesh/FaceTable.h"

#include <algorithm>
#include <string>

namespace FractureCore
{
double SignedVolume(const TetMesh& mesh, const Tet& tet)
{
	auto node = [&](int32_t k) -> const Vec3& { return mesh.nodes[static_cast<size_t>(tet.v[k])]; };
	return SignedVolume(node(0), node(1), node(2), node(3));
}

double TotalVolume(const TetMesh& mesh)
{
	double total = 0.0;
	for (const Tet& tet : mesh.tets)
	{
		total += SignedVolume(mesh, tet);
	}
	return total;
}

DihedralRange ComputeDihedralRange(const TetMesh& mesh)
{
	if (mesh.tets.empty())
	{
		return {};
	}
	// acos is monotone: compare cosines and convert two of them at the end.
	double largestCosine = -1.0;
	double smallestCosine = 1.0;
	for (const Tet& tet : mesh.tets)
	{
		Vec3 normals[4];
		for (int32_t face = 0; face < 4; ++face)
		{
			const Triangle t = TetFace(tet, face);
			const Vec3& a = mesh.nodes[static_cast<size_t>(t.v[0])];
			normals[face] = Normalised(
				Cross(mesh.nodes[static_cast<size_t>(t.v[1])] - a, mesh.nodes[static_cast<size_t>(t.v[2])] - a));
		}
		for (int32_t i = 0; i < 4; ++i)
		{
			for (int32_t j = i + 1; j < 4; ++j)
			{
				const double cosine = -Dot(normals[i], normals[j]);
				largestCosine = std::max(largestCosine, cosine);
				smallestCosine = std::min(smallestCosine, cosine);
			}
		}
	}
	auto degrees = [](double cosine) { return std::acos(std::clamp(cosine, -1.0, 1.0)) * 180.0 / kPi; };
	return {degrees(largestCosine), degrees(smallestCosine)};
}

std::vector<Triangle> BoundaryTriangles(const TetMesh& mesh)
{
	return BoundaryTriangles(mesh, BuildFaceTable(mesh));
}

std::vector<Triangle> BoundaryTriangles(const TetMesh& mesh, const FaceTable& faces)
{
	std::vector<Triangle> boundary;
	for (size_t half = 0; half < faces.neighbour.size(); ++half)
	{
		if (faces.neighbour[half] == kNoIndex)
		{
			boundary.push_back(TetFace(mesh.tets[half / 4], static_cast<int32_t>(half % 4)));
		}
	}
	return boundary;
}

int32_t CountComponents(const TetMesh& mesh)
{
	const FaceTable table = BuildFaceTable(mesh);
	std::vector<bool> seen(mesh.tets.size(), false);
	std::vector<int32_t> stack;
	int32_t components = 0;
	for (size_t start = 0; start < mesh.tets.size(); ++start)
	{
		if (seen[start])
		{
			continue;
		}
		++components;
		seen[start] = true;
		stack.push_back(static_cast<int32_t>(start));
		while (!stack.empty())
		{
			const size_t tet = static_cast<size_t>(stack.back());
			stack.pop_back();
			for (size_t face = 0; face < 4; ++face)
			{
				const int32_t next = table.neighbour[4 * tet + face];
				if (next != kNoIndex && !seen[static_cast<size_t>(next)])
				{
					seen[static_cast<size_t>(next)] = true;
					stack.push_back(next);
				}
			}
		}
	}
	return components;
}

Status ValidateTetMesh(const TetMesh& mesh)
{
	FaceTable faces;
	return ValidateTetMesh(mesh, faces);
}

Status ValidateTetMesh(const TetMesh& mesh, FaceTable& faces)
{
	// Eight half-face numbers a tet must fit an int32_t.
	constexpr size_t kMaxTets = INT32_MAX / 8;
	auto fail = [](size_t element, const std::string& what) {
		return Error{ErrorCode::InvalidMesh, what, static_cast<int64_t>(element)};
	};
	if (mesh.tets.empty())
	{
		return Error{ErrorCode::InvalidMesh, "the mesh has no tetrahedra"};
	}
	if (mesh.tets.size() > kMaxTets || mesh.nodes.size() > INT32_MAX)
	{
		return Error{ErrorCode::TooLarge, "the mesh has more tetrahedra or nodes than 32-bit indices can number"};
	}
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		if (!IsFinite(mesh.nodes[i]))
		{
			return fail(i, "node " + std::to_string(i) + " has a coordinate that is not a finite number");
		}
	}
	for (size_t i = 0; i < mesh.tets.size(); ++i)
	{
		const Tet& tet = mesh.tets[i];
		for (const int32_t node : tet.v)
		{
			if (node < 0 || static_cast<size_t>(node) >= mesh.nodes.size())
			{
				return fail(i,
					"tet " + std::to_string(i) + " names node " + std::to_string(node) + ", but there are " +
						std::to_string(mesh.nodes.size()));
			}
		}
		if (!(SignedVolume(mesh, tet) > 0.0))
		{
			return fail(i, "tet " + std::to_string(i) + " has no volume or is inside out");
		}
	}
	faces = BuildFaceTable(mesh);
	if (faces.badTet != kNoIndex)
	{
		return fail(static_cast<size_t>(faces.badTet),
			"tet " + std::to_string(faces.badTet) +
				" overlaps another: a face of it has more than two tets or two on one side");
	}
	return Ok{};
}
} // namespace FractureCore
