// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/SheetMesh.h"

#include "Mesh/EdgeTable.h"
#include "Mesh/UnionFind.h"

#include <algorithm>
#include <array>
#include <utility>

namespace FractureCore
{
namespace
{
/// A corner of a triangle, or the middle between two of them.
struct SheetCorner
{
	int32_t a = 0;
	int32_t b = 0;
};

/// Copies the attributes of one triangle's corners to a new one's.
void AppendAttributes(const SurfaceMesh& from, int32_t t, const std::array<SheetCorner, 3>& corners, SurfaceMesh& to)
{
	const auto mean = [](float a, float b) { return 0.5F * (a + b); };
	for (const SheetCorner& corner : corners)
	{
		if (!from.cornerNormals.empty())
		{
			const Vec3f& a = from.cornerNormals[3 * t + corner.a];
			const Vec3f& b = from.cornerNormals[3 * t + corner.b];
			const Vec3 sum = Normalised(Vec3{a.x + b.x, a.y + b.y, a.z + b.z});
			to.cornerNormals.push_back(corner.a == corner.b
					? a
					: Vec3f{static_cast<float>(sum.x), static_cast<float>(sum.y), static_cast<float>(sum.z)});
		}
		// Corner by corner here; SortByChannel puts them right.
		for (int32_t channel = 0; channel < from.uvChannels; ++channel)
		{
			const size_t first = 3 * (static_cast<size_t>(channel) * from.triangles.size() + static_cast<size_t>(t));
			const Vec2f& a = from.cornerUvs[first + static_cast<size_t>(corner.a)];
			const Vec2f& b = from.cornerUvs[first + static_cast<size_t>(corner.b)];
			to.cornerUvs.push_back({mean(a.x, b.x), mean(a.y, b.y)});
		}
	}
	if (!from.triangleSlots.empty())
	{
		to.triangleSlots.push_back(from.triangleSlots[t]);
	}
}

/// From channels within corners to corners within channels.
void SortByChannel(SurfaceMesh& mesh)
{
	if (mesh.uvChannels < 2)
	{
		return;
	}
	const auto channels = static_cast<size_t>(mesh.uvChannels);
	const size_t corners = mesh.cornerUvs.size() / channels;
	std::vector<Vec2f> sorted(mesh.cornerUvs.size());
	for (size_t i = 0; i < mesh.cornerUvs.size(); ++i)
	{
		sorted[(i % channels) * corners + i / channels] = mesh.cornerUvs[i];
	}
	mesh.cornerUvs = std::move(sorted);
}

SurfaceMesh EmptyLike(const SurfaceMesh& mesh)
{
	SurfaceMesh empty;
	empty.uvChannels = mesh.uvChannels;
	empty.slotNames = mesh.slotNames;
	return empty;
}

/// 1 a triangle: whether it has to be turned over.
Result<std::vector<uint8_t>> FindTurned(std::span<const Triangle> triangles, const EdgeTable& edges)
{
	std::vector<uint8_t> turned(triangles.size(), 2); // not seen yet
	std::vector<int32_t> queue;
	for (size_t first = 0; first < triangles.size(); ++first)
	{
		if (turned[first] != 2)
		{
			continue;
		}
		turned[first] = 0;
		queue.assign(1, static_cast<int32_t>(first));
		for (size_t at = 0; at < queue.size(); ++at)
		{
			const int32_t t = queue[at];
			for (int32_t k = 0; k < 3; ++k)
			{
				const int32_t halfEdge = 3 * t + k;
				const std::span<const int32_t> around = edges.HalfEdges(edges.EdgeOf(halfEdge));
				if (around.size() > 2)
				{
					return Error{ErrorCode::InvalidMesh,
						"the sheet branches at triangle " + std::to_string(t) + ": more than two meet at one edge",
						t};
				}
				if (around.size() < 2)
				{
					continue;
				}
				const int32_t other = around[0] == halfEdge ? around[1] : around[0];
				const bool isSameWay = HalfEdgeFrom(triangles, other) == HalfEdgeFrom(triangles, halfEdge);
				const auto wanted = static_cast<uint8_t>(isSameWay ? 1 - turned[t] : turned[t]);
				if (turned[other / 3] == 2)
				{
					turned[other / 3] = wanted;
					queue.push_back(other / 3);
				}
				else if (turned[other / 3] != wanted)
				{
					return Error{ErrorCode::InvalidMesh,
						"the sheet has only one side, as triangle " + std::to_string(other / 3) + " shows",
						other / 3};
				}
			}
		}
	}
	return turned;
}
} // namespace

Result<SheetMesh> OrientSheet(const SurfaceMesh& surface)
{
	const EdgeTable edges(surface.triangles, static_cast<int32_t>(surface.positions.size()));
	const Result<std::vector<uint8_t>> turned = FindTurned(surface.triangles, edges);
	if (!turned)
	{
		return turned.GetError();
	}
	// Corners that meet over an edge are one vertex; the same vertex in another fan is another.
	const auto corners = static_cast<int32_t>(3 * surface.triangles.size());
	UnionFind classes(corners);
	for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
	{
		const std::span<const int32_t> around = edges.HalfEdges(edge);
		if (around.size() < 2)
		{
			continue;
		}
		const auto cornerAt = [&](int32_t halfEdge, int32_t vertex)
		{
			const int32_t t = halfEdge / 3;
			return surface.triangles[t].v[halfEdge % 3] == vertex ? halfEdge : 3 * t + NextCorner(halfEdge % 3);
		};
		for (const int32_t vertex :
			{HalfEdgeFrom(surface.triangles, around[0]), HalfEdgeTo(surface.triangles, around[0])})
		{
			classes.Unite(cornerAt(around[0], vertex), cornerAt(around[1], vertex));
		}
	}
	SheetMesh sheet;
	sheet.mesh = EmptyLike(surface);
	std::vector<int32_t> number(static_cast<size_t>(corners), kNoIndex);
	for (int32_t t = 0; t < static_cast<int32_t>(surface.triangles.size()); ++t)
	{
		Triangle triangle;
		std::array<SheetCorner, 3> from;
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t corner = (*turned)[t] != 0 ? 2 - k : k;
			int32_t& vertex = number[classes.Find(3 * t + corner)];
			if (vertex == kNoIndex)
			{
				vertex = static_cast<int32_t>(sheet.mesh.positions.size());
				const int32_t source = surface.triangles[t].v[corner];
				sheet.mesh.positions.push_back(surface.positions[source]);
				sheet.sourceVertex.push_back(source);
			}
			triangle.v[k] = vertex;
			from[static_cast<size_t>(k)] = {corner, corner};
		}
		sheet.mesh.triangles.push_back(triangle);
		sheet.sourceTriangle.push_back(t);
		AppendAttributes(surface, t, from, sheet.mesh);
	}
	SortByChannel(sheet.mesh);
	return sheet;
}

void RefineSheet(SheetMesh& sheet, double longest, int32_t maxTriangles)
{
	while (true)
	{
		const SurfaceMesh& mesh = sheet.mesh;
		const EdgeTable edges(mesh.triangles, static_cast<int32_t>(mesh.positions.size()));
		std::vector<int32_t> middle(static_cast<size_t>(edges.EdgeCount()), kNoIndex);
		SheetMesh finer;
		finer.mesh = EmptyLike(mesh);
		finer.mesh.positions = mesh.positions;
		finer.sourceVertex = sheet.sourceVertex;
		size_t halves = mesh.triangles.size();
		for (int32_t edge = 0; edge < edges.EdgeCount(); ++edge)
		{
			const int32_t halfEdge = edges.HalfEdges(edge)[0];
			const int32_t from = HalfEdgeFrom(mesh.triangles, halfEdge);
			const int32_t to = HalfEdgeTo(mesh.triangles, halfEdge);
			if (Length(mesh.positions[to] - mesh.positions[from]) > longest)
			{
				middle[edge] = static_cast<int32_t>(finer.mesh.positions.size());
				finer.mesh.positions.push_back(0.5 * (mesh.positions[from] + mesh.positions[to]));
				finer.sourceVertex.push_back(sheet.sourceVertex[std::min(from, to)]);
				halves += edges.HalfEdges(edge).size();
			}
		}
		if (halves == mesh.triangles.size() || halves > static_cast<size_t>(maxTriangles))
		{
			return;
		}
		for (int32_t t = 0; t < static_cast<int32_t>(mesh.triangles.size()); ++t)
		{
			// A polygon of corners and middles, fanned out from where it gives the best shape.
			const Triangle& triangle = mesh.triangles[t];
			std::array<int32_t, 3> split;
			int32_t count = 0;
			for (int32_t k = 0; k < 3; ++k)
			{
				split[static_cast<size_t>(k)] = middle[edges.EdgeOf(3 * t + k)];
				count += split[static_cast<size_t>(k)] != kNoIndex ? 1 : 0;
			}
			const auto add = [&](std::array<SheetCorner, 3> corners)
			{
				Triangle made;
				for (size_t k = 0; k < 3; ++k)
				{
					const auto [a, b] = corners[k];
					// Edge k runs from corner k to the next one.
					made.v[k] = a == b ? triangle.v[a] : split[static_cast<size_t>(NextCorner(a) == b ? a : b)];
				}
				finer.mesh.triangles.push_back(made);
				finer.sourceTriangle.push_back(sheet.sourceTriangle[t]);
				AppendAttributes(mesh, t, corners, finer.mesh);
			};
			if (count == 0)
			{
				add({{{0, 0}, {1, 1}, {2, 2}}});
				continue;
			}
			if (count == 3)
			{
				add({{{0, 0}, {0, 1}, {2, 0}}});
				add({{{1, 1}, {1, 2}, {0, 1}}});
				add({{{2, 2}, {2, 0}, {1, 2}}});
				add({{{0, 1}, {1, 2}, {2, 0}}});
				continue;
			}
			int32_t a = 0; // turned so that edge a -> b is split, and with two c -> a is not
			while (split[static_cast<size_t>(a)] == kNoIndex ||
				(count == 2 && split[static_cast<size_t>(NextCorner(NextCorner(a)))] != kNoIndex))
			{
				++a;
			}
			const int32_t b = NextCorner(a);
			const int32_t c = NextCorner(b);
			if (count == 1)
			{
				add({{{a, a}, {a, b}, {c, c}}});
				add({{{a, b}, {b, b}, {c, c}}});
				continue;
			}
			add({{{a, b}, {b, b}, {b, c}}});
			const Vec3 toMiddleOfBc =
				finer.mesh.positions[split[static_cast<size_t>(b)]] - mesh.positions[triangle.v[a]];
			const Vec3 toMiddleOfAb =
				finer.mesh.positions[split[static_cast<size_t>(a)]] - mesh.positions[triangle.v[c]];
			if (LengthSquared(toMiddleOfBc) < LengthSquared(toMiddleOfAb))
			{
				add({{{a, a}, {a, b}, {b, c}}});
				add({{{a, a}, {b, c}, {c, c}}});
			}
			else
			{
				add({{{a, a}, {a, b}, {c, c}}});
				add({{{a, b}, {b, c}, {c, c}}});
			}
		}
		SortByChannel(finer.mesh);
		sheet = std::move(finer);
	}
}
} // namespace FractureCore
