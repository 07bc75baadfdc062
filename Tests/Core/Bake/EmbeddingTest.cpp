// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Embedding.h"

#include "FractureCore/Random.h"
#include "Mesh/TetFrame.h"
#include "Support/Sanitized.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

using namespace FractureCore;
using namespace FractureTest;
using FractureToolkit::ThreadTaskRunner;

namespace
{
/// n^3 cubes of six tets each that fill the box, their inner nodes moved at random.
TetMesh MakeTetBox(const Vec3& low, const Vec3& high, int32_t n, double jitter)
{
	TetMesh mesh;
	const Vec3 step = (high - low) / n;
	const auto node = [n](int32_t i, int32_t j, int32_t k) { return (i * (n + 1) + j) * (n + 1) + k; };
	for (int32_t i = 0; i <= n; ++i)
	{
		for (int32_t j = 0; j <= n; ++j)
		{
			for (int32_t k = 0; k <= n; ++k)
			{
				const uint64_t number = static_cast<uint64_t>(3 * node(i, j, k));
				const auto shift = [&](int32_t along, uint64_t axis)
				{ return along == 0 || along == n ? 0.0 : jitter * (RandomUnit(3, number + axis) - 0.5); };
				mesh.nodes.push_back(
					low + Vec3{step.x * (i + shift(i, 0)), step.y * (j + shift(j, 1)), step.z * (k + shift(k, 2))});
			}
		}
	}
	const std::array<std::array<int32_t, 3>, 6> paths = {
		{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}}};
	for (int32_t i = 0; i < n; ++i)
	{
		for (int32_t j = 0; j < n; ++j)
		{
			for (int32_t k = 0; k < n; ++k)
			{
				for (const std::array<int32_t, 3>& path : paths)
				{
					Tet tet;
					int32_t at[3] = {i, j, k};
					tet.v[0] = node(at[0], at[1], at[2]);
					for (int32_t s = 0; s < 3; ++s)
					{
						++at[path[static_cast<size_t>(s)]];
						tet.v[s + 1] = node(at[0], at[1], at[2]);
					}
					if (SignedVolume(mesh, tet) < 0.0)
					{
						std::swap(tet.v[2], tet.v[3]);
					}
					mesh.tets.push_back(tet);
				}
			}
		}
	}
	return mesh;
}

/// Whether a triangle meets a tet, by cutting the polygon at one face after the other (Sutherland and
/// Hodgman); `grow` moves the faces outward by that part of the tet.
bool SurvivesClipping(
	const SurfaceMesh& surface, const Triangle& triangle, const TetMesh& mesh, const Tet& tet, double grow)
{
	const TetFrame frame = MakeTetFrame(mesh, tet);
	std::vector<std::array<double, 4>> polygon;
	for (const int32_t v : triangle.v)
	{
		const Vec3 w = frame.Map(surface.positions[v]);
		polygon.push_back({1.0 - w.x - w.y - w.z, w.x, w.y, w.z});
	}
	for (size_t face = 0; face < 4; ++face)
	{
		std::vector<std::array<double, 4>> kept;
		for (size_t i = 0; i < polygon.size(); ++i)
		{
			const std::array<double, 4>& a = polygon[i];
			const std::array<double, 4>& b = polygon[(i + 1) % polygon.size()];
			const double da = a[face] + grow;
			const double db = b[face] + grow;
			if (da >= 0.0)
			{
				kept.push_back(a);
			}
			if ((da >= 0.0) != (db >= 0.0))
			{
				std::array<double, 4> cut;
				for (size_t k = 0; k < 4; ++k)
				{
					cut[k] = a[k] + (b[k] - a[k]) * (da / (da - db));
				}
				kept.push_back(cut);
			}
		}
		polygon = std::move(kept);
	}
	return !polygon.empty();
}

/// The smallest distance to nodes, edges and faces of the tet; 0 inside.
double BruteDistance(const TetMesh& mesh, const Tet& tet, const Vec3& p)
{
	const Vec3 w = MakeTetFrame(mesh, tet).Map(p);
	if (std::min({w.x, w.y, w.z, 1.0 - w.x - w.y - w.z}) >= 0.0)
	{
		return 0.0;
	}
	double best = std::numeric_limits<double>::infinity();
	for (int32_t a = 0; a < 4; ++a)
	{
		const Vec3& x = mesh.nodes[tet.v[a]];
		best = std::min(best, Length(p - x));
		for (int32_t b = 0; b < a; ++b)
		{
			const Vec3 edge = mesh.nodes[tet.v[b]] - x;
			const double along = std::clamp(Dot(p - x, edge) / Dot(edge, edge), 0.0, 1.0);
			best = std::min(best, Length(p - x - along * edge));
		}
		const Vec3& q = mesh.nodes[tet.v[(a + 1) % 4]];
		const Vec3& r = mesh.nodes[tet.v[(a + 2) % 4]];
		const Vec3 n = Normalised(Cross(q - x, r - x));
		const Vec3 foot = p - Dot(p - x, n) * n;
		const bool inFace = Dot(Cross(q - x, foot - x), n) >= 0.0 && Dot(Cross(r - q, foot - q), n) >= 0.0 &&
			Dot(Cross(x - r, foot - r), n) >= 0.0;
		best = inFace ? std::min(best, Length(p - foot)) : best;
	}
	return best;
}

void ExpectVerticesReproduced(const SurfaceMesh& surface, const TetMesh& tets, const Embedding& embedding)
{
	ASSERT_EQ(embedding.vertexTet.size(), surface.positions.size());
	ASSERT_EQ(embedding.vertexWeights.size(), surface.positions.size());
	for (size_t v = 0; v < surface.positions.size(); ++v)
	{
		const Tet& tet = tets.tets[embedding.vertexTet[v]];
		const std::array<float, 4>& weights = embedding.vertexWeights[v];
		const Vec3& origin = tets.nodes[tet.v[0]];
		Vec3 position = origin;
		double size = 0.0;
		double sum = static_cast<double>(weights[0]);
		double largest = std::abs(sum);
		for (size_t k = 1; k < 4; ++k)
		{
			const Vec3 edge = tets.nodes[tet.v[k]] - origin;
			position += static_cast<double>(weights[k]) * edge;
			size += std::abs(static_cast<double>(weights[k])) * Length(edge);
			sum += static_cast<double>(weights[k]);
			largest = std::max(largest, std::abs(static_cast<double>(weights[k])));
		}
		ASSERT_LE(Length(position - surface.positions[v]), 1.0e-7 * size + 1.0e-15) << "vertex " << v;
		ASSERT_NEAR(sum, 1.0, 3.0e-7 * largest);
	}
}

/// Every list against all tets, with a little room where touching is a matter of rounding.
void ExpectListsRight(const SurfaceMesh& surface, const TetMesh& tets, const Embedding& embedding)
{
	ASSERT_EQ(embedding.triangleTetOffsets.size(), surface.triangles.size() + 1);
	ASSERT_EQ(embedding.triangleTetOffsets.front(), 0);
	ASSERT_EQ(embedding.triangleTetOffsets.back(), static_cast<int32_t>(embedding.triangleTets.size()));
	for (size_t t = 0; t < surface.triangles.size(); ++t)
	{
		const auto begin = embedding.triangleTets.begin() + embedding.triangleTetOffsets[t];
		const auto end = embedding.triangleTets.begin() + embedding.triangleTetOffsets[t + 1];
		ASSERT_LT(begin, end) << "triangle " << t;
		ASSERT_TRUE(std::is_sorted(begin, end));
		bool any = false;
		for (size_t tet = 0; tet < tets.tets.size(); ++tet)
		{
			const bool listed = std::binary_search(begin, end, static_cast<int32_t>(tet));
			const Triangle& triangle = surface.triangles[t];
			const bool surely = SurvivesClipping(surface, triangle, tets, tets.tets[tet], 0.0);
			const bool perhaps = SurvivesClipping(surface, triangle, tets, tets.tets[tet], 1.0e-5);
			any = any || perhaps;
			ASSERT_TRUE(!surely || listed) << "triangle " << t << " misses tet " << tet;
			if (listed && !perhaps)
			{
				ASSERT_EQ(end - begin, 1) << "triangle " << t << " has tet " << tet << " without meeting it";
			}
		}
		if (!any)
		{
			const Triangle& v = surface.triangles[t];
			const Vec3 centroid =
				(surface.positions[v.v[0]] + surface.positions[v.v[1]] + surface.positions[v.v[2]]) / 3.0;
			const double found = BruteDistance(tets, tets.tets[*begin], centroid);
			for (const Tet& tet : tets.tets)
			{
				ASSERT_GE(BruteDistance(tets, tet, centroid), found * (1.0 - 1.0e-12) - 1.0e-15) << "triangle " << t;
			}
		}
	}
}

void ExpectNearestTets(const SurfaceMesh& surface, const TetMesh& tets, const Embedding& embedding)
{
	for (size_t v = 0; v < surface.positions.size(); ++v)
	{
		const double found = BruteDistance(tets, tets.tets[embedding.vertexTet[v]], surface.positions[v]);
		for (const Tet& tet : tets.tets)
		{
			ASSERT_GE(BruteDistance(tets, tet, surface.positions[v]), found * (1.0 - 1.0e-12) - 1.0e-15)
				<< "vertex " << v;
		}
	}
}

void ExpectRight(const SurfaceMesh& surface, const TetMesh& tets)
{
	const Embedding embedding = EmbedSurface(surface, tets, SerialRunner());
	ExpectVerticesReproduced(surface, tets, embedding);
	ExpectListsRight(surface, tets, embedding);
	ExpectNearestTets(surface, tets, embedding);
}
} // namespace

TEST(Embedding, SmallTrianglesInsideAreRight)
{
	const TetMesh tets = MakeTetBox({-1, -1, -1}, {1, 1, 1}, 4, 0.4);
	const int32_t rings = FractureTests::Thinned(24, 10);
	ExpectRight(MakeSphere({0.05, 0.02, 0.01}, 0.8, rings, rings), tets);
}

TEST(Embedding, SurfacesThatStickOutHangOnTheNearestTet)
{
	const TetMesh tets = MakeTetBox({-1, -1, -1}, {1, 1, 1}, 3, 0.4);
	const int32_t rings = FractureTests::Thinned(16, 8);
	ExpectRight(MakeSphere({0.0, 0.0, 0.0}, 1.3, rings, rings), tets);
	ExpectRight(MakeSphere({4.0, 3.0, -2.0}, 1.0, 6, 6), tets);
}

TEST(Embedding, LargeTrianglesFindEveryTetTheyPass)
{
	SurfaceMesh surface;
	for (uint64_t i = 0; i < 60; ++i)
	{
		surface.positions.push_back({4.0 * RandomUnit(9, 3 * i) - 2.0,
			4.0 * RandomUnit(9, 3 * i + 1) - 2.0,
			4.0 * RandomUnit(9, 3 * i + 2) - 2.0});
	}
	for (int32_t i = 0; i < 20; ++i)
	{
		surface.triangles.push_back({{3 * i, 3 * i + 1, 3 * i + 2}});
	}
	ExpectRight(surface, MakeTetBox({-1, -1, -1}, {1, 1, 1}, 5, 0.5));
}

TEST(Embedding, ASurfaceOnTheBoundaryMeetsAllItsTets)
{
	// Flush to rounding: 0.1 and 0.7 are not exact, and three steps do not end exactly on the far side.
	const Vec3 low{0.1, 0.1, 0.1};
	const Vec3 high{0.7, 0.8, 0.9};
	const TetMesh tets = MakeTetBox(low, high, 3, 0.3);
	const SurfaceMesh box = MakeBox(low, high);
	ExpectRight(box, tets);
	// Two triangles a side, nine squares a side with two faces each: every boundary tet is met.
	const Embedding embedding = EmbedSurface(box, tets, SerialRunner());
	std::vector<bool> met(tets.tets.size(), false);
	for (const int32_t tet : embedding.triangleTets)
	{
		met[tet] = true;
	}
	SurfaceMesh boundary;
	boundary.positions = tets.nodes;
	boundary.triangles = BoundaryTriangles(tets);
	const Embedding own = EmbedSurface(boundary, tets, SerialRunner());
	for (const int32_t tet : own.triangleTets)
	{
		EXPECT_TRUE(met[tet]);
	}
}

TEST(Embedding, FarFromTheOriginNothingIsLost)
{
	const Vec3 far{2.0e5, -3.0e5, 1.0e5};
	TetMesh tets = MakeTetBox({-1, -1, -1}, {1, 1, 1}, 4, 0.4);
	const int32_t rings = FractureTests::Thinned(12, 6);
	SurfaceMesh surface = MakeSphere({0.0, 0.0, 0.0}, 0.9, rings, rings);
	for (Vec3& p : tets.nodes)
	{
		p += far;
	}
	for (Vec3& p : surface.positions)
	{
		p += far;
	}
	const Embedding embedding = EmbedSurface(surface, tets, SerialRunner());
	ExpectListsRight(surface, tets, embedding);
	ExpectNearestTets(surface, tets, embedding);
}

TEST(Embedding, ALooseVertexGetsATetToo)
{
	const TetMesh tets = MakeTetBox({-1, -1, -1}, {1, 1, 1}, 2, 0.0);
	SurfaceMesh surface = MakeSphere({0.0, 0.0, 0.0}, 0.5, 4, 4);
	surface.positions.push_back({0.3, 0.2, 0.1});
	surface.positions.push_back({3.0, 2.0, 1.0});
	ExpectRight(surface, tets);
}

TEST(Embedding, IsTheSameForAnyNumberOfThreads)
{
	const TetMesh tets = MakeTetBox({-1, -1, -1}, {1, 1, 1}, 12, 0.4);
	const SurfaceMesh surface = MakeSphere({0.0, 0.0, 0.0}, 1.05, 80, 80);
	const Embedding serial = EmbedSurface(surface, tets, SerialRunner());
	for (const int32_t threads : {2, 8})
	{
		ThreadTaskRunner runner(threads);
		EXPECT_EQ(EmbedSurface(surface, tets, runner), serial);
	}
}
