// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CellShapes.h"
#include "Cut/CutData.h"

#include <algorithm>
#include <array>
#include <map>

namespace FractureTests
{
/// A body whose lattice is the given tets and whose surface is their boundary: an overlay without any clipping, so that
/// cuts can be tested on their own.
inline FractureCore::CutBody::Data MakeTetBody(const FractureCore::TetMesh& mesh)
{
	using namespace FractureCore;
	CutBody::Data body;
	body.lattice = mesh;
	std::map<std::array<int32_t, 3>, int32_t> triangleOf; // by sorted nodes
	std::vector<int32_t> surfaceVertex(mesh.nodes.size(), kNoIndex);
	for (Triangle triangle : BoundaryTriangles(mesh))
	{
		std::array<int32_t, 3> key = {triangle.v[0], triangle.v[1], triangle.v[2]};
		std::sort(key.begin(), key.end());
		triangleOf[key] = static_cast<int32_t>(body.surface.triangles.size());
		for (int32_t& v : triangle.v)
		{
			int32_t& number = surfaceVertex[v];
			if (number == kNoIndex)
			{
				number = static_cast<int32_t>(body.surface.positions.size());
				body.surface.positions.push_back(mesh.nodes[v]);
			}
			v = number;
		}
		body.surface.triangles.push_back(triangle);
	}
	body.artistTriangles = static_cast<int32_t>(body.surface.triangles.size());
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		CutVertex vertex;
		vertex.position = mesh.nodes[i];
		vertex.hostNodes[0] = static_cast<int32_t>(i);
		vertex.hostWeights[0] = 1.0;
		vertex.surfaceVertex = surfaceVertex[i];
		body.vertices.push_back(vertex);
	}
	std::map<std::array<int32_t, 2>, int32_t> edgeOf;
	std::map<std::array<int32_t, 3>, int32_t> faceOf;
	const auto edge = [&](int32_t a, int32_t b)
	{
		const auto [at, isNew] = edgeOf.try_emplace({std::min(a, b), std::max(a, b)}, body.edges.size());
		if (isNew)
		{
			body.edges.push_back({{std::min(a, b), std::max(a, b)}, kNoIndex, CutEdgeKind::LatticeEdge});
			body.cellSize = std::max(body.cellSize, Length(mesh.nodes[a] - mesh.nodes[b]));
		}
		return a < b ? at->second : ~at->second;
	};
	constexpr int32_t kFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		body.cells.push_back({static_cast<int32_t>(t), static_cast<int32_t>(4 * t), static_cast<int32_t>(4 * t + 4)});
		body.tetCellOffsets.push_back(static_cast<int32_t>(t) + 1);
		for (const auto& corners : kFaces)
		{
			std::array<int32_t, 3> key;
			std::array<int32_t, 3> nodes;
			for (size_t k = 0; k < 3; ++k)
			{
				key[k] = nodes[k] = mesh.tets[t].v[corners[k]];
			}
			std::sort(key.begin(), key.end());
			const auto [at, isNew] = faceOf.try_emplace(key, body.faces.size());
			if (!isNew)
			{
				body.faces[at->second].cells[1] = static_cast<int32_t>(t);
				body.cellFaces.push_back(~at->second);
				continue;
			}
			CutFace face;
			face.firstLoop = static_cast<int32_t>(body.faces.size());
			face.lastLoop = face.firstLoop + 1;
			face.cells[0] = static_cast<int32_t>(t);
			const auto outer = triangleOf.find(key);
			face.kind = outer != triangleOf.end() ? CutFaceKind::Outer : CutFaceKind::TetFace;
			face.source = outer != triangleOf.end() ? outer->second : kNoIndex;
			for (size_t k = 0; k < 3; ++k)
			{
				const int32_t side = edge(nodes[k], nodes[(k + 1) % 3]);
				body.loopEdges.push_back(side);
				if (face.kind == CutFaceKind::Outer)
				{
					body.edges[Unsigned(side)].kind = CutEdgeKind::SurfaceEdge;
					body.edges[Unsigned(side)].source = Unsigned(side);
				}
			}
			body.loopOffsets.push_back(static_cast<int32_t>(body.loopEdges.size()));
			body.cellFaces.push_back(at->second);
			body.faces.push_back(face);
		}
	}
	MeasureCellShapes(SerialRunner(), body);
	return body;
}
} // namespace FractureTests
