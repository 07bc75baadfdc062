// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Repair.h"

#include "FractureCore/Random.h"
#include "Mesh/TriangleTree.h"
#include "Support/Sanitized.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

using namespace FractureTest;
using FractureToolkit::ThreadTaskRunner;

namespace
{
double SignedVolume(const std::vector<Vec3>& positions, const std::vector<Triangle>& triangles)
{
	double sum = 0.0;
	for (const Triangle& t : triangles)
	{
		sum += Dot(positions[t.v[0]], Cross(positions[t.v[1]], positions[t.v[2]]));
	}
	return sum / 6.0;
}

bool HasWarning(const RepairedSurface& surface, WarningCode code)
{
	return std::any_of(
		surface.warnings.begin(), surface.warnings.end(), [code](const Warning& w) { return w.code == code; });
}

int64_t WarningCount(const RepairedSurface& surface, WarningCode code)
{
	for (const Warning& warning : surface.warnings)
	{
		if (warning.code == code)
		{
			return warning.count;
		}
	}
	return 0;
}

bool FacesItsNormals(const SurfaceMesh& mesh, size_t t)
{
	const Triangle& v = mesh.triangles[t];
	Vec3 sum;
	for (size_t k = 0; !mesh.cornerNormals.empty() && k < 3; ++k)
	{
		const Vec3f& normal = mesh.cornerNormals[3 * t + k];
		sum = sum + Vec3{normal.x, normal.y, normal.z};
	}
	const Vec3& a = mesh.positions[v.v[0]];
	return Dot(sum, Cross(mesh.positions[v.v[1]] - a, mesh.positions[v.v[2]] - a)) > 0.0;
}

/// What must hold for every repaired surface.
void ExpectSound(const SurfaceMesh& input, const RepairedSurface& repaired)
{
	const SurfaceMesh& mesh = repaired.mesh;
	const SolidSurface& solid = repaired.solid;
	std::map<std::pair<int32_t, int32_t>, int32_t> balance;
	for (const Triangle& t : solid.triangles)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			const int32_t a = t.v[k];
			const int32_t b = t.v[(k + 1) % 3];
			ASSERT_NE(a, b);
			ASSERT_TRUE(a >= 0 && a < static_cast<int32_t>(solid.positions.size()));
			balance[std::minmax(a, b)] += a < b ? 1 : -1;
		}
	}
	for (const auto& [edge, count] : balance)
	{
		ASSERT_EQ(count, 0) << "edge " << edge.first << " " << edge.second;
	}
	EXPECT_GT(SignedVolume(solid.positions, solid.triangles), 0.0);
	ASSERT_GE(solid.positions.size(), mesh.positions.size());
	EXPECT_TRUE(std::equal(mesh.positions.begin(), mesh.positions.end(), solid.positions.begin()));
	ASSERT_GE(solid.triangles.size(), mesh.triangles.size());
	EXPECT_TRUE(std::equal(mesh.triangles.begin(), mesh.triangles.end(), solid.triangles.begin()));
	EXPECT_EQ(repaired.closed, solid.triangles.size() == mesh.triangles.size());

	// Every vertex is in use, and what the corners carry is the input's.
	std::vector<uint8_t> used(mesh.positions.size(), 0);
	const size_t count = mesh.triangles.size();
	const size_t inputCount = input.triangles.size();
	ASSERT_EQ(repaired.sourceTriangle.size(), count);
	EXPECT_TRUE(std::is_sorted(repaired.sourceTriangle.begin(), repaired.sourceTriangle.end()));
	ASSERT_EQ(mesh.cornerNormals.size(), input.cornerNormals.empty() ? 0 : 3 * count);
	ASSERT_EQ(mesh.triangleSlots.size(), input.triangleSlots.empty() ? 0 : count);
	ASSERT_EQ(mesh.cornerUvs.size(), static_cast<size_t>(input.uvChannels) * 3 * count);
	EXPECT_EQ(mesh.slotNames, input.slotNames);
	for (size_t t = 0; t < count; ++t)
	{
		const size_t from = static_cast<size_t>(repaired.sourceTriangle[t]);
		for (size_t k = 0; k < 3; ++k)
		{
			used[mesh.triangles[t].v[k]] = 1;
		}
		if (!mesh.triangleSlots.empty())
		{
			EXPECT_EQ(mesh.triangleSlots[t], input.triangleSlots[from]);
		}
		// Sorted above, so that the parts of one triangle follow each other.
		const bool isPart = (t > 0 && repaired.sourceTriangle[t - 1] == repaired.sourceTriangle[t]) ||
			(t + 1 < count && repaired.sourceTriangle[t + 1] == repaired.sourceTriangle[t]);
		if (isPart || HasWarning(repaired, WarningCode::JoinedParts))
		{
			continue; // a part of a triangle: JoinPartsTest and those that join or stitch look at its corners
		}
		const bool sameStart = mesh.positions[mesh.triangles[t].v[1]] == input.positions[input.triangles[from].v[1]];
		const float sign = !sameStart && FacesItsNormals(input, from) ? -1.0f : 1.0f;
		for (size_t k = 0; k < 3; ++k)
		{
			const size_t corner = sameStart || k == 0 ? k : 3 - k;
			if (!mesh.cornerNormals.empty())
			{
				const Vec3f& normal = input.cornerNormals[3 * from + corner];
				EXPECT_EQ(mesh.cornerNormals[3 * t + k], (Vec3f{sign * normal.x, sign * normal.y, sign * normal.z}));
			}
			for (size_t c = 0; c < static_cast<size_t>(mesh.uvChannels); ++c)
			{
				EXPECT_EQ(
					mesh.cornerUvs[3 * (c * count + t) + k], input.cornerUvs[3 * (c * inputCount + from) + corner]);
			}
		}
	}
	EXPECT_EQ(std::count(used.begin(), used.end(), 0), 0);
}

RepairedSurface Repair(const SurfaceMesh& mesh)
{
	Result<RepairedSurface> result = RepairSurface(mesh, {}, SerialRunner());
	EXPECT_TRUE(result.HasValue()) << (result ? "" : result.GetError().message);
	if (!result)
	{
		return {};
	}
	ExpectSound(mesh, *result);
	return std::move(*result);
}

double RepairedVolume(const RepairedSurface& surface)
{
	return SignedVolume(surface.solid.positions, surface.solid.triangles);
}

std::string RepairMessage(const SurfaceMesh& mesh, const RepairSettings& settings = {})
{
	const Result<RepairedSurface> result = RepairSurface(mesh, settings, SerialRunner());
	return result ? "no error" : result.GetError().message;
}

SurfaceMesh UnitCube()
{
	return MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
}

/// Something different at every corner.
void AddAttributes(SurfaceMesh& mesh)
{
	mesh.uvChannels = 2;
	mesh.slotNames = {"outside", "inside"};
	for (size_t i = 0; i < 3 * mesh.triangles.size(); ++i)
	{
		mesh.cornerNormals.push_back({static_cast<float>(i), 1.0f, 0.0f});
	}
	for (size_t i = 0; i < 6 * mesh.triangles.size(); ++i)
	{
		mesh.cornerUvs.push_back({static_cast<float>(i), 0.5f});
	}
	for (size_t i = 0; i < mesh.triangles.size(); ++i)
	{
		mesh.triangleSlots.push_back(static_cast<int32_t>(i % 2));
	}
}

void Flip(Triangle& t)
{
	std::swap(t.v[1], t.v[2]);
}

void FlipAll(SurfaceMesh& mesh)
{
	for (Triangle& t : mesh.triangles)
	{
		Flip(t);
	}
}

void Append(SurfaceMesh& mesh, const SurfaceMesh& other)
{
	const int32_t offset = static_cast<int32_t>(mesh.positions.size());
	mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
	for (const Triangle& t : other.triangles)
	{
		mesh.triangles.push_back({{t.v[0] + offset, t.v[1] + offset, t.v[2] + offset}});
	}
}

/// Three vertices of its own for every triangle, as in an STL file.
SurfaceMesh Separated(const SurfaceMesh& mesh)
{
	SurfaceMesh result;
	for (const Triangle& t : mesh.triangles)
	{
		const int32_t first = static_cast<int32_t>(result.positions.size());
		for (const int32_t v : t.v)
		{
			result.positions.push_back(mesh.positions[v]);
		}
		result.triangles.push_back({{first, first + 1, first + 2}});
	}
	return result;
}
} // namespace

TEST(Repair, ReturnsACleanMeshBitByBit)
{
	SurfaceMesh cube = UnitCube();
	cube.positions[0] = {-0.0, 0.0, -0.0};
	AddAttributes(cube);
	const RepairedSurface repaired = Repair(cube);
	EXPECT_EQ(repaired.mesh, cube);
	EXPECT_TRUE(std::signbit(repaired.mesh.positions[0].x));
	for (int32_t t = 0; t < 12; ++t)
	{
		EXPECT_EQ(repaired.sourceTriangle[t], t);
	}
	EXPECT_TRUE(repaired.closed);
	EXPECT_EQ(repaired.components, 1);
	EXPECT_TRUE(repaired.warnings.empty());
}

TEST(Repair, WeldsSeparateTrianglesAndKeepsTheirCorners)
{
	SurfaceMesh cube = Separated(UnitCube());
	cube.positions[0].x = -0.0; // equals 0
	AddAttributes(cube);
	const RepairedSurface repaired = Repair(cube);
	EXPECT_EQ(repaired.mesh.positions.size(), 8u);
	EXPECT_EQ(repaired.mesh.cornerUvs, cube.cornerUvs);
	EXPECT_TRUE(repaired.closed);
	EXPECT_TRUE(repaired.warnings.empty());
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 1.0);
}

TEST(Repair, WeldsWhatIsCloseOnlyAlongBorders)
{
	SurfaceMesh cube = Separated(UnitCube());
	for (size_t i = 0; i < cube.positions.size(); ++i)
	{
		cube.positions[i].x += 2.0e-7 * RandomUnit(1, i);
	}
	const RepairedSurface repaired = Repair(cube);
	EXPECT_EQ(repaired.mesh.positions.size(), 8u);
	EXPECT_TRUE(repaired.closed);
	EXPECT_EQ(WarningCount(repaired, WarningCode::WeldedVertices), 28);

	// A closed speck, far smaller than the tolerance, keeps its vertices beside a large cube.
	SurfaceMesh speck = UnitCube();
	Append(speck, MakeBox({2.0, 0.0, 0.0}, {2.0 + 1.0e-8, 1.0e-8, 1.0e-8}));
	EXPECT_EQ(Repair(speck).mesh, speck);
}

TEST(Repair, NeverWeldsAwayALongEdge)
{
	// Vertex 0 lies between the ends of the edge from 3 to 4: near enough to both, but they are too far apart to meet.
	SurfaceMesh sheet;
	sheet.positions = {
		{0.0, 0.0, 0.0}, {-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {-0.015, 0.0, 0.0}, {0.015, 0.0, 0.0}, {0.0, 1.0, 0.0}};
	sheet.triangles = {{{0, 1, 2}}, {{3, 4, 5}}};
	RepairSettings settings;
	settings.weldTolerance = 0.01; // 0.028 m
	const Result<RepairedSurface> welded = RepairSheet(sheet, settings);
	ASSERT_TRUE(welded.HasValue());
	EXPECT_EQ(welded->mesh.triangles.size(), 2u);
	EXPECT_EQ(welded->mesh.positions.size(), 5u);
}

TEST(Repair, TurnsSingleFlippedTriangles)
{
	for (uint64_t seed = 0; seed < 20; ++seed)
	{
		SurfaceMesh sphere = MakeSphere({1.0, 2.0, 3.0}, 1.0, 16, 24);
		AddAttributes(sphere);
		const RepairedSurface clean = Repair(sphere);
		int64_t flips = 0;
		SurfaceMesh broken = sphere;
		for (size_t t = 0; t < broken.triangles.size(); ++t)
		{
			if (RandomUnit(seed, t) < 0.3)
			{
				Flip(broken.triangles[t]);
				++flips;
			}
		}
		const RepairedSurface repaired = Repair(broken);
		EXPECT_DOUBLE_EQ(RepairedVolume(repaired), RepairedVolume(clean));
		EXPECT_TRUE(repaired.closed);
		EXPECT_EQ(WarningCount(repaired, WarningCode::FlippedTriangles), flips);
		EXPECT_EQ(repaired.mesh.triangles, sphere.triangles);
	}
}

TEST(Repair, TurnsAnInsideOutMesh)
{
	SurfaceMesh cube = UnitCube();
	AddAttributes(cube);
	FlipAll(cube);
	const RepairedSurface repaired = Repair(cube);
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 1.0);
	EXPECT_EQ(WarningCount(repaired, WarningCode::FlippedTriangles), 12);
}

TEST(Repair, TurnsNormalsThatAgreedWithATriangleThatIsTurned)
{
	const Vec3 centre{1.0, 2.0, 3.0};
	for (const bool crossed : {false, true})
	{
		for (const float sign : {1.0f, -1.0f})
		{
			SurfaceMesh ball = MakeSphere(centre, 1.0, 16, 24);
			for (const Triangle& t : ball.triangles)
			{
				for (const int32_t v : t.v)
				{
					const Vec3 out = ball.positions[v] - centre;
					ball.cornerNormals.push_back({sign * static_cast<float>(out.x),
						sign * static_cast<float>(out.y),
						sign * static_cast<float>(out.z)});
				}
			}
			for (size_t t = 0; t < ball.triangles.size(); ++t)
			{
				std::swap(ball.triangles[t].v[1], ball.triangles[t].v[2]);
				std::swap(ball.cornerNormals[3 * t + 1], ball.cornerNormals[3 * t + 2]);
			}
			if (crossed) // triangles that are cut carry turned normals, too
			{
				const SurfaceMesh bar = MakeBox({0.9, 1.9, 2.0}, {1.1, 2.1, 5.0});
				const int32_t first = static_cast<int32_t>(ball.positions.size());
				ball.positions.insert(ball.positions.end(), bar.positions.begin(), bar.positions.end());
				for (const Triangle& t : bar.triangles)
				{
					ball.triangles.push_back({{first + t.v[0], first + t.v[1], first + t.v[2]}});
					ball.cornerNormals.insert(ball.cornerNormals.end(), 3, Vec3f{});
				}
			}
			const RepairedSurface repaired = Repair(ball);
			EXPECT_GT(WarningCount(repaired, WarningCode::FlippedTriangles), 600);
			EXPECT_EQ(HasWarning(repaired, WarningCode::JoinedParts), crossed);
			int64_t inward = 0;
			for (size_t corner = 0; corner < repaired.mesh.cornerNormals.size(); ++corner)
			{
				const Vec3f& normal = repaired.mesh.cornerNormals[corner];
				const Vec3 out = repaired.mesh.positions[repaired.mesh.triangles[corner / 3].v[corner % 3]] - centre;
				inward += normal != Vec3f{} && Dot(out, Vec3{normal.x, normal.y, normal.z}) < 0.9;
			}
			EXPECT_EQ(inward, 0) << crossed << " " << sign;
		}
	}
}

TEST(Repair, KeepsOneOfIdenticalTriangles)
{
	SurfaceMesh cube = UnitCube();
	cube.triangles.push_back(cube.triangles[3]);
	cube.triangles.push_back({{cube.triangles[5].v[1], cube.triangles[5].v[2], cube.triangles[5].v[0]}});
	const RepairedSurface repaired = Repair(cube);
	EXPECT_EQ(repaired.mesh, UnitCube());
	EXPECT_EQ(WarningCount(repaired, WarningCode::DroppedTriangles), 2);

	SurfaceMesh twice = UnitCube();
	Append(twice, UnitCube());
	EXPECT_EQ(Repair(twice).mesh, UnitCube());
}

TEST(Repair, KeepsOneOfOppositeTrianglesThatCloseTheSurface)
{
	SurfaceMesh cube = UnitCube();
	cube.triangles.push_back(cube.triangles[3]);
	Flip(cube.triangles.back());
	EXPECT_EQ(Repair(cube).mesh, UnitCube());

	// Every triangle from both sides.
	SurfaceMesh doubled = UnitCube();
	FlipAll(doubled);
	Append(doubled, UnitCube());
	const RepairedSurface repaired = Repair(doubled);
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 1.0);
	EXPECT_EQ(repaired.mesh.triangles.size(), 12u);
}

TEST(Repair, JoinsBodiesThatTouchWithAWholeFace)
{
	SurfaceMesh pair = UnitCube();
	SurfaceMesh mirrored = UnitCube();
	for (Vec3& p : mirrored.positions)
	{
		p.x = -p.x;
	}
	FlipAll(mirrored);
	Append(pair, mirrored);
	const RepairedSurface repaired = Repair(pair);
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 2.0);
	EXPECT_EQ(repaired.mesh.triangles.size(), 20u) << "the wall between them is gone";
	EXPECT_TRUE(repaired.closed);
	EXPECT_EQ(repaired.components, 1);
}

TEST(Repair, DropsRepeatedVerticesAndLooseNeedles)
{
	SurfaceMesh cube = UnitCube();
	cube.positions.push_back({2.0, 0.0, 0.0});
	cube.positions.push_back({3.0, 0.0, 0.0});
	cube.positions.push_back({4.0, 0.0, 0.0});
	cube.triangles.insert(cube.triangles.begin(), {{0, 0, 1}});
	cube.triangles.push_back({{8, 9, 10}});
	const RepairedSurface repaired = Repair(cube);
	EXPECT_EQ(repaired.mesh, UnitCube());
	EXPECT_EQ(repaired.sourceTriangle[0], 1);
	EXPECT_EQ(WarningCount(repaired, WarningCode::DroppedTriangles), 2);
}

TEST(Repair, KeepsANeedleThatHoldsItsNeighboursTogether)
{
	// The edge from 0 to 1 of triangle {0, 1, 4} is parted at 8; a needle without area fills the T-junction.
	SurfaceMesh cube = UnitCube();
	cube.positions.push_back({0.5, 0.0, 0.0});
	cube.triangles[4] = {{0, 8, 4}};
	cube.triangles.push_back({{8, 1, 4}});
	cube.triangles.push_back({{0, 1, 8}});
	const RepairedSurface repaired = Repair(cube);
	EXPECT_EQ(repaired.mesh, cube);
	EXPECT_TRUE(repaired.closed);

	// Without the needle the T-junction is a slit, which is stitched.
	SurfaceMesh slit = cube;
	slit.triangles.pop_back();
	const RepairedSurface closed = Repair(slit);
	EXPECT_TRUE(closed.closed);
	EXPECT_FALSE(HasWarning(closed, WarningCode::ClosedHoles));
	EXPECT_EQ(WarningCount(closed, WarningCode::StitchedJunctions), 1);
	EXPECT_DOUBLE_EQ(RepairedVolume(closed), 1.0);
}

TEST(Repair, ClosesAMissingTriangleAndAMissingSide)
{
	SurfaceMesh cube = UnitCube();
	cube.triangles.pop_back();
	const RepairedSurface one = Repair(cube);
	EXPECT_FALSE(one.closed);
	EXPECT_DOUBLE_EQ(RepairedVolume(one), 1.0);
	EXPECT_EQ(WarningCount(one, WarningCode::ClosedHoles), 1);

	cube.triangles.pop_back();
	const RepairedSurface side = Repair(cube);
	EXPECT_DOUBLE_EQ(RepairedVolume(side), 1.0);
	const auto warning = std::find_if(side.warnings.begin(),
		side.warnings.end(),
		[](const Warning& w) { return w.code == WarningCode::ClosedHoles; });
	ASSERT_NE(warning, side.warnings.end());
	EXPECT_NE(warning->message.find("20 %"), std::string::npos) << warning->message;
	EXPECT_NE(warning->message.find("--shell"), std::string::npos) << warning->message;
}

TEST(Repair, StitchesEdgesAlongWhichOthersHaveMoreVertices)
{
	// A cube whose sides share no vertices: that at the bottom has 2 triangles, the others have 2 x 2 or 3 x 3 squares.
	SurfaceMesh cube;
	cube.uvChannels = 1;
	const auto addSide = [&](const Vec3& origin, const Vec3& u, const Vec3& v, int32_t squares)
	{
		const int32_t first = static_cast<int32_t>(cube.positions.size());
		const auto share = [&](int32_t i) { return static_cast<double>(i) / squares; };
		for (int32_t i = 0; i < (squares + 1) * (squares + 1); ++i)
		{
			cube.positions.push_back(origin + u * share(i % (squares + 1)) + v * share(i / (squares + 1)));
		}
		for (int32_t i = 0; i < squares * squares; ++i)
		{
			const int32_t a = first + i / squares * (squares + 1) + i % squares;
			const int32_t c = a + squares + 2;
			for (const Triangle& t : {Triangle{{a, a + 1, c}}, Triangle{{a, c, c - 1}}})
			{
				cube.triangles.push_back(t);
				for (const int32_t corner : t.v)
				{
					const Vec3& p = cube.positions[corner];
					cube.cornerUvs.push_back(
						{static_cast<float>(p.x + 2.0 * p.y + 4.0 * p.z), static_cast<float>(p.x - p.y)});
				}
			}
		}
	};
	addSide({}, {0.0, 1.0, 0.0}, {1.0, 0.0, 0.0}, 1);
	addSide({0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, 3);
	addSide({}, {1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, 2);
	addSide({0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}, 3);
	addSide({}, {0.0, 0.0, 1.0}, {0.0, 1.0, 0.0}, 3);
	addSide({1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, 2);
	const RepairedSurface repaired = Repair(cube);
	EXPECT_TRUE(repaired.closed);
	EXPECT_EQ(repaired.components, 1);
	EXPECT_NEAR(RepairedVolume(repaired), 1.0, 1e-12);
	EXPECT_FALSE(HasWarning(repaired, WarningCode::ClosedHoles));
	EXPECT_FALSE(HasWarning(repaired, WarningCode::SelfIntersection));
	// 1 + 2 + 2 + 1 at the bottom, and 3 at each of the 4 edges where 2 squares meet 3.
	EXPECT_EQ(WarningCount(repaired, WarningCode::StitchedJunctions), 18);
	ASSERT_EQ(repaired.sourceTriangle.size(), repaired.mesh.triangles.size());
	for (size_t i = 0; i < repaired.mesh.cornerUvs.size(); ++i)
	{
		const Vec3& p = repaired.mesh.positions[repaired.mesh.triangles[i / 3].v[i % 3]];
		EXPECT_NEAR(repaired.mesh.cornerUvs[i].x, p.x + 2.0 * p.y + 4.0 * p.z, 1e-5);
		EXPECT_NEAR(repaired.mesh.cornerUvs[i].y, p.x - p.y, 1e-6);
	}
	for (size_t t = 0; t < repaired.sourceTriangle.size(); ++t)
	{
		double height = 0.0;
		for (const int32_t v : repaired.mesh.triangles[t].v)
		{
			height += repaired.mesh.positions[v].z;
		}
		EXPECT_EQ(repaired.sourceTriangle[t] < 2, height == 0.0) << t;
	}
}

TEST(Repair, CapsAPlaneLoopThatIsNotConvexWithItsOwnArea)
{
	// A prism over a star, small and large, without its lid: the lid's area comes back, none of it outside the star.
	for (const int32_t points : {5, 60})
	{
		SurfaceMesh prism;
		const int32_t n = 2 * points;
		double area = 0.0;
		for (int32_t i = 0; i < n; ++i)
		{
			const double r = i % 2 == 0 ? 1.0 : 0.6;
			const double phi = 2.0 * kPi * i / n;
			prism.positions.push_back({r * std::cos(phi), r * std::sin(phi), 0.0});
			prism.positions.push_back({r * std::cos(phi), r * std::sin(phi), 1.0});
			area += 0.5 * 0.6 * std::sin(2.0 * kPi / n);
		}
		prism.positions.push_back({0.0, 0.0, 0.0});
		for (int32_t i = 0; i < n; ++i)
		{
			const int32_t j = (i + 1) % n;
			prism.triangles.push_back({{2 * i, 2 * j, 2 * i + 1}});
			prism.triangles.push_back({{2 * j, 2 * j + 1, 2 * i + 1}});
			prism.triangles.push_back({{2 * n, 2 * j, 2 * i}});
		}
		const RepairedSurface repaired = Repair(prism);
		EXPECT_NEAR(RepairedVolume(repaired), area, 1e-12);
		double capArea = 0.0;
		for (size_t t = repaired.mesh.triangles.size(); t < repaired.solid.triangles.size(); ++t)
		{
			const Triangle& cap = repaired.solid.triangles[t];
			const Vec3& a = repaired.solid.positions[cap.v[0]];
			capArea +=
				0.5 * Length(Cross(repaired.solid.positions[cap.v[1]] - a, repaired.solid.positions[cap.v[2]] - a));
		}
		EXPECT_NEAR(capArea, area, 1e-9 * area) << points;
	}
}

TEST(Repair, CountsComponents)
{
	SurfaceMesh two = UnitCube();
	Append(two, MakeBox({3.0, 0.0, 0.0}, {4.0, 2.0, 1.0}));
	const RepairedSurface repaired = Repair(two);
	EXPECT_EQ(repaired.components, 2);
	EXPECT_EQ(WarningCount(repaired, WarningCode::SeveralComponents), 2);
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 3.0);
}

TEST(Repair, PartsAHairApartDoNotOverlap)
{
	for (const double gap : {1e-4, 1e-5})
	{
		SurfaceMesh two = UnitCube();
		Append(two, MakeBox({0.0, 0.0, 1.0 + gap}, {1.0, 1.0, 2.0 + gap}));
		const RepairedSurface repaired = Repair(two);
		EXPECT_FALSE(HasWarning(repaired, WarningCode::SelfIntersection)) << gap;
		EXPECT_EQ(repaired.components, 2) << gap;
		EXPECT_NEAR(RepairedVolume(repaired), 2.0, 1e-12) << gap;
	}
}

TEST(Repair, TurnsEachInsideOutComponent)
{
	SurfaceMesh second = MakeBox({3.0, 0.0, 0.0}, {4.0, 2.0, 1.0});
	FlipAll(second);
	SurfaceMesh two = UnitCube();
	Append(two, second);
	const RepairedSurface repaired = Repair(two);
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 3.0);
	EXPECT_EQ(WarningCount(repaired, WarningCode::FlippedTriangles), 12);
}

TEST(Repair, KeepsACavity)
{
	SurfaceMesh cavity = MakeBox({0.25, 0.25, 0.25}, {0.75, 0.75, 0.75});
	FlipAll(cavity);
	SurfaceMesh hollow = UnitCube();
	Append(hollow, cavity);
	const RepairedSurface repaired = Repair(hollow);
	EXPECT_EQ(repaired.mesh, hollow);
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 1.0 - 0.125);
	EXPECT_EQ(repaired.components, 1);
	EXPECT_TRUE(repaired.warnings.empty());

	// What most triangles of the cavity say counts, not what its first one says.
	SurfaceMesh misleading = hollow;
	Flip(misleading.triangles[12]);
	EXPECT_EQ(Repair(misleading).mesh, hollow);

	// A pebble in the cavity stays solid.
	SurfaceMesh rattle = hollow;
	Append(rattle, MakeBox({0.4, 0.4, 0.4}, {0.6, 0.6, 0.6}));
	EXPECT_NEAR(RepairedVolume(Repair(rattle)), 1.0 - 0.125 + 0.008, 1e-15);
	EXPECT_EQ(Repair(rattle).components, 2);
	FlipAll(rattle);
	EXPECT_NEAR(RepairedVolume(Repair(rattle)), 1.0 - 0.125 + 0.008, 1e-15) << "all inside out";
}

TEST(Repair, OpensTheSolidWhereAnInsideOutPartWithinItReachesItsSurface)
{
	struct Pose
	{
		Vec3 low;
		Vec3 high;
	};
	// On a face, on an edge, in a corner, along an edge, the upper part, from face to face; with a little too much.
	const Pose poses[] = {{{0.3, 0.3, 0.6}, {0.7, 0.7, 1.0}},
		{{0.6, 0.3, 0.6}, {1.0, 0.7, 1.0}},
		{{0.6, 0.6, 0.6}, {1.0, 1.0, 1.0}},
		{{0.6, 0.0, 0.6}, {1.0, 1.0, 1.0}},
		{{0.0, 0.0, 0.6}, {1.0, 1.0, 1.0}},
		{{0.3, 0.3, 0.0}, {0.6, 0.6, 1.0}},
		{{0.3, 0.3, 0.6}, {0.7, 0.7, 1.0001}}};
	for (const Pose& pose : poses)
	{
		for (int32_t variant = 0; variant < 4; ++variant)
		{
			SurfaceMesh part = MakeBox(pose.low, pose.high);
			FlipAll(part);
			SurfaceMesh both = UnitCube();
			Append(both, part);
			variant % 2 == 1 ? FlipAll(both) : void();
			for (Vec3& p : both.positions)
			{
				const double angle = variant / 2 == 1 ? 0.7 : 0.0;
				p = {std::cos(angle) * p.x - std::sin(angle) * p.y, std::sin(angle) * p.x + std::cos(angle) * p.y, p.z};
				p = {std::cos(angle) * p.x - std::sin(angle) * p.z, p.y, std::sin(angle) * p.x + std::cos(angle) * p.z};
			}
			const RepairedSurface repaired = Repair(both);
			const Vec3 size = pose.high - pose.low;
			const double hollow = size.x * size.y * std::min(size.z, 1.0 - pose.low.z);
			EXPECT_NEAR(RepairedVolume(repaired), 1.0 - hollow, 2e-5)
				<< pose.low.x << " " << pose.low.y << " " << variant;
			EXPECT_EQ(WarningCount(repaired, WarningCode::OpenCavities), 1) << pose.low.x << " " << variant;
			EXPECT_FALSE(HasWarning(repaired, WarningCode::SelfIntersection)) << pose.low.x << " " << variant;
			EXPECT_EQ(repaired.components, 1);
		}
	}
}

TEST(Repair, TellsOfAVertexWhereASolidTouchesItselfAndOfNoEdges)
{
	SurfaceMesh mesh = MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
	Append(mesh, MakeBox({1.0, 1.0, 1.0}, {2.0, 2.0, 2.0}));
	const RepairedSurface repaired = Repair(mesh);
	EXPECT_TRUE(std::any_of(repaired.warnings.begin(),
		repaired.warnings.end(),
		[](const Warning& w) { return w.message == "separated the solid at 1 vertex, where it only touched itself"; }));
}

TEST(Repair, KeepsACavityThatTouchesTheSurfaceInAPoint)
{
	// The inner ball's lowest vertex is the outer one's.
	SurfaceMesh hollow = MakeSphere({}, 1.0, 24, 36);
	SurfaceMesh cavity = MakeSphere({0.0, 0.0, -0.5}, 0.5, 24, 36);
	const double expected =
		SignedVolume(hollow.positions, hollow.triangles) - SignedVolume(cavity.positions, cavity.triangles);
	FlipAll(cavity);
	Append(hollow, cavity);
	const RepairedSurface repaired = Repair(hollow);
	EXPECT_NEAR(RepairedVolume(repaired), expected, 1e-6);
	EXPECT_FALSE(HasWarning(repaired, WarningCode::FlippedTriangles));
	EXPECT_EQ(WarningCount(repaired, WarningCode::OpenCavities), 1);
}

TEST(Repair, TurnsAnInsideOutPartThatLiesOnAnotherOne)
{
	SurfaceMesh part = MakeBox({0.2, 0.2, 1.0}, {0.7, 0.7, 1.5});
	FlipAll(part);
	SurfaceMesh both = UnitCube();
	Append(both, part);
	const RepairedSurface repaired = Repair(both);
	EXPECT_NEAR(RepairedVolume(repaired), 1.125, 2e-5);
	EXPECT_EQ(WarningCount(repaired, WarningCode::FlippedTriangles), 12);
	EXPECT_FALSE(HasWarning(repaired, WarningCode::OpenCavities));
}

TEST(Repair, JoinsAnInsideOutBodyThatRunsThroughAnotherOne)
{
	// The box's corners stick out of the ball; the ball's box holds all of it.
	const SurfaceMesh box = MakeBox({-0.9, -0.6, -0.6}, {0.9, 0.6, 0.6});
	const SurfaceMesh ball = MakeSphere({}, 1.0, 24, 36);
	for (int32_t insideOut = 0; insideOut < 4; ++insideOut)
	{
		SurfaceMesh both = ball;
		insideOut % 2 == 1 ? FlipAll(both) : void();
		SurfaceMesh second = box;
		insideOut / 2 == 1 ? FlipAll(second) : void();
		Append(both, second);
		const RepairedSurface repaired = Repair(both);
		EXPECT_EQ(WarningCount(repaired, WarningCode::JoinedParts), 2) << insideOut;
		const TriangleTree tree(repaired.solid.positions, repaired.solid.triangles, SerialRunner());
		EXPECT_NEAR(tree.WindingNumber({0.88, 0.58, 0.58}), 1.0, 4e-3) << insideOut;
		EXPECT_NEAR(tree.WindingNumber({}), 1.0, 4e-3) << insideOut;
		EXPECT_NEAR(tree.WindingNumber({0.0, 0.0, 0.9}), 1.0, 4e-3) << insideOut;
	}
}

TEST(Repair, TurnsAHollowBodyOverAsAWhole)
{
	SurfaceMesh hollow = UnitCube();
	FlipAll(hollow);
	Append(hollow, MakeBox({0.25, 0.25, 0.25}, {0.75, 0.75, 0.75}));
	const RepairedSurface repaired = Repair(hollow);
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 1.0 - 0.125);
	EXPECT_EQ(WarningCount(repaired, WarningCode::FlippedTriangles), 24);
}

TEST(Repair, JoinsPartsThatOverlap)
{
	SurfaceMesh spheres = MakeSphere({}, 1.0, 24, 36);
	EXPECT_FALSE(HasWarning(Repair(spheres), WarningCode::JoinedParts));
	Append(spheres, MakeSphere({1.0, 0.0, 0.0}, 1.0, 24, 36));
	const RepairedSurface repaired = Repair(spheres);
	EXPECT_EQ(WarningCount(repaired, WarningCode::JoinedParts), 2);
	EXPECT_FALSE(HasWarning(repaired, WarningCode::SelfIntersection));
	EXPECT_TRUE(repaired.closed);
	EXPECT_EQ(repaired.components, 1);
	const TriangleTree tree(repaired.solid.positions, repaired.solid.triangles, SerialRunner());
	EXPECT_NEAR(tree.WindingNumber({-0.5, 0.0, 0.0}), 1.0, 4e-3);
	EXPECT_NEAR(tree.WindingNumber({0.5, 0.0, 0.0}), 1.0, 4e-3);
	EXPECT_NEAR(tree.WindingNumber({0.5, 1.0, 0.0}), 0.0, 4e-3);
}

TEST(Repair, InterpolatesWhatCutTrianglesCarry)
{
	// UVs and normals that are linear in space, so that any point of a triangle knows what it must have.
	for (const bool insideOut : {false, true})
	{
		SurfaceMesh boxes = MakeBox({0, 0, 0}, {1, 1, 1});
		Append(boxes, MakeBox({0.3, 0.25, 0.5}, {0.7, 0.8, 1.5}));
		if (insideOut)
		{
			FlipAll(boxes);
		}
		boxes.uvChannels = 2;
		boxes.cornerUvs.resize(6 * boxes.triangles.size());
		for (size_t t = 0; t < boxes.triangles.size(); ++t)
		{
			for (size_t k = 0; k < 3; ++k)
			{
				const Vec3& p = boxes.positions[boxes.triangles[t].v[k]];
				boxes.cornerUvs[3 * t + k] = {static_cast<float>(p.x + 2.0 * p.z), static_cast<float>(p.y)};
				boxes.cornerUvs[3 * (boxes.triangles.size() + t) + k] = {static_cast<float>(p.z), 1.0f};
				boxes.cornerNormals.push_back(
					{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
			}
			boxes.triangleSlots.push_back(t < 12 ? 0 : 1);
		}
		boxes.slotNames = {"below", "above"};
		const RepairedSurface repaired = Repair(boxes);
		EXPECT_EQ(WarningCount(repaired, WarningCode::JoinedParts), 2);
		EXPECT_NEAR(RepairedVolume(repaired), 1.0 + 0.4 * 0.55 * 0.5, 1e-6);
		const SurfaceMesh& mesh = repaired.mesh;
		EXPECT_GT(mesh.triangles.size(), boxes.triangles.size());
		for (size_t t = 0; t < mesh.triangles.size(); ++t)
		{
			const size_t source = static_cast<size_t>(repaired.sourceTriangle[t]);
			const double sign = insideOut && FacesItsNormals(boxes, source) ? -1.0 : 1.0;
			for (size_t k = 0; k < 3; ++k)
			{
				const Vec3& p = mesh.positions[mesh.triangles[t].v[k]];
				const Vec2f& first = mesh.cornerUvs[3 * t + k];
				const Vec2f& second = mesh.cornerUvs[3 * (mesh.triangles.size() + t) + k];
				EXPECT_NEAR(first.x, p.x + 2.0 * p.z, 1e-6);
				EXPECT_NEAR(first.y, p.y, 1e-6);
				EXPECT_NEAR(second.x, p.z, 1e-6);
				EXPECT_NEAR(second.y, 1.0, 1e-6);
				EXPECT_NEAR(mesh.cornerNormals[3 * t + k].z, sign * p.z, 1e-6);
			}
		}
	}
}

TEST(Repair, AgreesSidesThatMeetOnlyInCrowdedEdges)
{
	// A fin on every edge of a cube: each side is a patch of its own, and flat. Any one side may be turned, or all
	// but one, or all.
	for (int32_t turned = 0; turned < 14; ++turned)
	{
		SurfaceMesh cube = UnitCube();
		for (int32_t side = 0; side < 6; ++side)
		{
			const bool turn = turned < 6 ? side == turned : (turned < 12 ? side != turned - 6 : turned == 12);
			if (turn)
			{
				Flip(cube.triangles[2 * side]);
				Flip(cube.triangles[2 * side + 1]);
			}
		}
		for (int32_t a = 0; a < 8; ++a)
		{
			for (const int32_t bit : {1, 2, 4})
			{
				const int32_t b = a | bit;
				if (b != a)
				{
					const Vec3 middle = 0.5 * (cube.positions[a] + cube.positions[b]);
					cube.triangles.push_back({{a, b, static_cast<int32_t>(cube.positions.size())}});
					cube.positions.push_back(middle + 0.3 * (middle - Vec3{0.5, 0.5, 0.5}));
				}
			}
		}
		const RepairedSurface repaired = Repair(cube);
		EXPECT_NEAR(RepairedVolume(repaired), 1.0, 1e-12) << turned;
		EXPECT_EQ(WarningCount(repaired, WarningCode::NonManifold), 12);
		EXPECT_EQ(WarningCount(repaired, WarningCode::ClosedHoles), 12) << "each fin alone";
	}
}

TEST(Repair, KeepsABowlOfTwoLooseShellsHollow)
{
	// Outer and inner half sphere with a gap at the rim: the inner one faces the bowl's hollow.
	const auto half = [](double radius)
	{
		SurfaceMesh mesh = MakeSphere({}, radius, 32, 48);
		std::erase_if(mesh.triangles,
			[&](const Triangle& t) {
				return mesh.positions[t.v[0]].z > 1e-9 || mesh.positions[t.v[1]].z > 1e-9 ||
					mesh.positions[t.v[2]].z > 1e-9;
			});
		return mesh;
	};
	SurfaceMesh bowl = half(1.0);
	SurfaceMesh inner = half(0.8);
	FlipAll(inner);
	Append(bowl, inner);
	const double expected = 2.0 / 3.0 * kPi * (1.0 - 0.512);
	EXPECT_NEAR(RepairedVolume(Repair(bowl)), expected, 0.02 * expected);
	FlipAll(bowl);
	EXPECT_NEAR(RepairedVolume(Repair(bowl)), expected, 0.02 * expected) << "inside out";
}

TEST(Repair, BridgesTheGapsBetweenLooseSidesOfABox)
{
	// Sides of n by n squares, each side with another n, so that borders have other vertices than those beside them.
	const auto addSide = [](SurfaceMesh& mesh, const Vec3& corner, const Vec3& u, const Vec3& v, int32_t n, bool turned)
	{
		const int32_t first = static_cast<int32_t>(mesh.positions.size());
		for (int32_t i = 0; i <= n; ++i)
		{
			for (int32_t j = 0; j <= n; ++j)
			{
				mesh.positions.push_back(corner + u * (i / static_cast<double>(n)) + v * (j / static_cast<double>(n)));
			}
		}
		for (int32_t i = 0; i < n; ++i)
		{
			for (int32_t j = 0; j < n; ++j)
			{
				const int32_t a = first + (n + 1) * i + j;
				const size_t before = mesh.triangles.size();
				mesh.triangles.push_back({{a, a + n + 1, a + n + 2}});
				mesh.triangles.push_back({{a, a + n + 2, a + 1}});
				for (size_t t = before; t < mesh.triangles.size() && turned; ++t)
				{
					Flip(mesh.triangles[t]);
				}
			}
		}
	};
	for (const double gap : {1e-5, 1e-4, 1e-3, 1e-2})
	{
		for (int32_t variant = 0; variant < 4; ++variant)
		{
			SurfaceMesh box;
			for (int32_t side = 0; side < 6; ++side)
			{
				const int32_t axis = side / 2;
				const double h = 0.5 - 0.5 * gap;
				const Vec3 units[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
				const Vec3 u = units[(axis + 1) % 3] * (2.0 * h);
				const Vec3 v = units[(axis + 2) % 3] * (2.0 * h);
				const Vec3 corner = units[axis] * (side % 2 == 1 ? 0.5 : -0.5) - (u + v) / 2.0;
				const bool outward = side % 2 == 1;
				const bool wrong = variant == 3 && (side == 1 || side == 4);
				addSide(box, corner, u, v, variant == 0 ? 1 : 1 + (side * variant) % 5, outward == wrong);
			}
			const RepairedSurface repaired = Repair(box);
			EXPECT_NEAR(RepairedVolume(repaired), 1.0, 2.0 * gap * gap + 1e-9) << gap << " " << variant;
			EXPECT_EQ(WarningCount(repaired, WarningCode::BridgedGaps), 6) << gap << " " << variant;
			EXPECT_FALSE(HasWarning(repaired, WarningCode::SelfIntersection)) << gap << " " << variant;
			EXPECT_EQ(repaired.components, 1) << gap << " " << variant;
			EXPECT_FALSE(repaired.closed);
		}
	}
}

TEST(Repair, MakesOneBallOfTwoHalvesWithAGap)
{
	const auto half = [](double side, double away, int32_t segments)
	{
		SurfaceMesh mesh = MakeSphere({0.0, 0.0, away * side}, 1.0, 32, segments);
		std::erase_if(mesh.triangles,
			[&](const Triangle& t)
			{
				const Vec3 middle = (mesh.positions[t.v[0]] + mesh.positions[t.v[1]] + mesh.positions[t.v[2]]) / 3.0;
				return side * middle.z < 0.0;
			});
		return mesh;
	};
	// The second gap is nearly as wide as any that is bridged.
	for (const double away : {0.002, 0.048})
	{
		for (const int32_t segments : {48, 36})
		{
			SCOPED_TRACE(std::to_string(away) + ", segments " + std::to_string(segments));
			SurfaceMesh ball = half(1.0, away, 48);
			Append(ball, half(-1.0, away, segments));
			const RepairedSurface repaired = Repair(ball);
			EXPECT_EQ(repaired.components, 1);
			EXPECT_EQ(WarningCount(repaired, WarningCode::BridgedGaps), 2);
			EXPECT_NEAR(RepairedVolume(repaired), 4.0 / 3.0 * kPi + 2.0 * away * kPi, 0.05);
			EXPECT_FALSE(HasWarning(repaired, WarningCode::SelfIntersection));
		}
	}
}

TEST(Repair, LeavesOpenVesselsSideBySideApart)
{
	// Boxes without lids whose rims are near each other along one side only.
	SurfaceMesh vessels = UnitCube();
	const double most = 1.0 - 1e-9;
	const auto isLid = [&](const Triangle& t)
	{
		return vessels.positions[t.v[0]].z > most && vessels.positions[t.v[1]].z > most &&
			vessels.positions[t.v[2]].z > most;
	};
	Append(vessels, MakeBox({1.001, 0.0, 0.0}, {2.0, 1.0, 1.0}));
	std::erase_if(vessels.triangles, isLid);
	const RepairedSurface repaired = Repair(vessels);
	EXPECT_EQ(repaired.components, 2);
	EXPECT_EQ(WarningCount(repaired, WarningCode::ClosedHoles), 2);
	EXPECT_FALSE(HasWarning(repaired, WarningCode::BridgedGaps));
	EXPECT_NEAR(RepairedVolume(repaired), 1.999, 1e-9);
}

TEST(Repair, SaysThatASheetHasNoVolume)
{
	SurfaceMesh triangle;
	triangle.positions = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}};
	triangle.triangles = {{{0, 1, 2}}};
	EXPECT_NE(RepairMessage(triangle).find("--shell"), std::string::npos);

	SurfaceMesh bothSides = triangle;
	bothSides.triangles.push_back({{0, 2, 1}});
	EXPECT_NE(RepairMessage(bothSides).find("--shell"), std::string::npos);

	SurfaceMesh nothing = triangle;
	nothing.triangles = {{{0, 0, 0}}};
	EXPECT_NE(RepairMessage(nothing).find("no volume"), std::string::npos);
}

TEST(Repair, SaysThatLobesOfOppositeSensesCancel)
{
	SurfaceMesh bowTie;
	bowTie.positions = {{0.0, 0.0, 0.0},
		{1.0, 1.0, 0.0},
		{1.0, 0.0, 0.0},
		{0.0, 1.0, 0.0},
		{0.0, 0.0, 1.0},
		{1.0, 1.0, 1.0},
		{1.0, 0.0, 1.0},
		{0.0, 1.0, 1.0}};
	bowTie.triangles = {{{0, 1, 5}}, {{0, 5, 4}}, {{1, 2, 6}}, {{1, 6, 5}}, {{2, 3, 7}}, {{2, 7, 6}}};
	bowTie.triangles.insert(
		bowTie.triangles.end(), {{{3, 0, 4}}, {{3, 4, 7}}, {{0, 2, 1}}, {{0, 3, 2}}, {{4, 5, 6}}, {{4, 6, 7}}});
	EXPECT_NE(RepairMessage(bowTie).find("crosses itself"), std::string::npos) << RepairMessage(bowTie);
	EXPECT_EQ(RepairMessage(bowTie).find("--shell"), std::string::npos);
}

TEST(Repair, SurvivesAMoebiusStripAndAKleinBottle)
{
	for (const bool bottle : {false, true})
	{
		const int32_t n = 30;
		const int32_t m = 8;
		SurfaceMesh mesh;
		for (int32_t i = 0; i < n; ++i)
		{
			const double u = 2.0 * kPi * i / n;
			for (int32_t j = 0; j < m; ++j)
			{
				// Figure-eight immersion of the bottle; of the strip, a half turn.
				const double v = 2.0 * kPi * j / m;
				const double s = bottle ? std::cos(u / 2) * std::sin(v) - std::sin(u / 2) * std::sin(2 * v)
										: (j - (m - 1) / 2.0) / m * std::cos(u / 2);
				const double z = bottle ? std::sin(u / 2) * std::sin(v) + std::cos(u / 2) * std::sin(2 * v)
										: (j - (m - 1) / 2.0) / m * std::sin(u / 2);
				mesh.positions.push_back({(3.0 + s) * std::cos(u), (3.0 + s) * std::sin(u), z});
			}
		}
		for (int32_t i = 0; i < n; ++i)
		{
			for (int32_t j = 0; j < (bottle ? m : m - 1); ++j)
			{
				const auto at = [&](int32_t a, int32_t b)
				{
					const bool around = a == n;
					const int32_t mirrored = bottle ? (m - b) % m : m - 1 - b;
					return (around ? 0 : a) * m + (around ? mirrored : b) % m;
				};
				const int32_t j1 = bottle ? (j + 1) % m : j + 1;
				mesh.triangles.push_back({{at(i, j), at(i + 1, j), at(i + 1, j1)}});
				mesh.triangles.push_back({{at(i, j), at(i + 1, j1), at(i, j1)}});
			}
		}
		const Result<RepairedSurface> result = RepairSurface(mesh, {}, SerialRunner());
		if (result)
		{
			ExpectSound(mesh, *result);
			EXPECT_TRUE(std::any_of(result->warnings.begin(),
				result->warnings.end(),
				[](const Warning& w) { return w.message.find("Moebius") != std::string::npos; }));
		}
		else
		{
			EXPECT_NE(result.GetError().message.find("no volume"), std::string::npos);
		}
	}
}

TEST(Repair, ReportsEdgesOfMoreThanTwoTriangles)
{
	// Two cubes that share one edge.
	SurfaceMesh pair = UnitCube();
	Append(pair, MakeBox({1.0, 1.0, 0.0}, {2.0, 2.0, 1.0}));
	const RepairedSurface repaired = Repair(pair);
	EXPECT_EQ(WarningCount(repaired, WarningCode::NonManifold), 1);
	EXPECT_TRUE(repaired.closed);
	EXPECT_DOUBLE_EQ(RepairedVolume(repaired), 2.0);
}

TEST(Repair, LeavesAnInnerWallWithoutEffect)
{
	SurfaceMesh box = MakeBox({-1.0, 0.0, 0.0}, {0.0, 1.0, 1.0});
	SurfaceMesh right = MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
	// Without the two sides between them, then one wall of a single layer.
	box.triangles.resize(10);
	right.triangles.erase(right.triangles.begin() + 8, right.triangles.begin() + 10);
	Append(box, right);
	box.triangles.push_back({{1, 3, 5}});
	box.triangles.push_back({{3, 7, 5}});
	const RepairedSurface repaired = Repair(box);
	EXPECT_NEAR(RepairedVolume(repaired), 2.0, 1e-12);
	EXPECT_EQ(WarningCount(repaired, WarningCode::NonManifold), 4);
}

TEST(Repair, RefusesBadInputAndNamesTheFirstBadElement)
{
	const double nan = std::numeric_limits<double>::quiet_NaN();
	EXPECT_EQ(RepairMessage({}), "the mesh has no triangles");

	SurfaceMesh mesh = UnitCube();
	mesh.positions[5].y = nan;
	mesh.positions[6].y = nan;
	EXPECT_EQ(RepairMessage(mesh), "vertex 5 is not a finite position (1, nan, 1), counted from 0");
	EXPECT_EQ(RepairSurface(mesh, {}, SerialRunner()).GetError().element, 5);
	mesh.positions[5] = {1.0e200, 0.0, 0.0};
	EXPECT_EQ(RepairMessage(mesh), "vertex 5 is more than 1e12 m away (1e+200, 0, 0), counted from 0");

	mesh = UnitCube();
	mesh.triangles[7].v[1] = 8;
	EXPECT_EQ(RepairMessage(mesh), "triangle 7 uses vertex 8, but there are 8, counted from 0");
	EXPECT_EQ(RepairSurface(mesh, {}, SerialRunner()).GetError().element, 7);
	mesh.triangles[7].v[1] = -1;
	EXPECT_EQ(RepairMessage(mesh), "triangle 7 uses vertex -1, but there are 8, counted from 0");

	mesh = UnitCube();
	AddAttributes(mesh);
	mesh.cornerNormals.pop_back();
	EXPECT_EQ(RepairMessage(mesh), "the mesh has 35 corner normals, but its triangles need 36");
	mesh = UnitCube();
	AddAttributes(mesh);
	mesh.cornerUvs[36 + 7].x = std::numeric_limits<float>::infinity();
	EXPECT_EQ(RepairMessage(mesh), "the UV 1 at corner 1 of triangle 2 is not finite, counted from 0");
	mesh.cornerNormals[5].z = std::nanf("");
	EXPECT_EQ(RepairMessage(mesh), "the normal at corner 2 of triangle 1 is not finite, counted from 0");
	mesh.triangleSlots[4] = 2;
	EXPECT_EQ(RepairMessage(mesh), "triangle 4 uses material slot 2, but there are 2, counted from 0");
	mesh.uvChannels = 3;
	EXPECT_EQ(RepairMessage(mesh), "the mesh has 72 corner UVs, but its triangles need 108");
	mesh.uvChannels = 9;
	EXPECT_EQ(RepairMessage(mesh), "the mesh has 9 UV channels; the limit is 8");

	RepairSettings settings;
	settings.maxTriangles = 11;
	EXPECT_EQ(RepairMessage(UnitCube(), settings), "the mesh has 12 triangles; the limit is 11");
	settings.weldTolerance = nan;
	EXPECT_EQ(RepairMessage(UnitCube(), settings), "the weld tolerance must be 0 to 0.01, not nan");
}

TEST(Repair, SheetsAreWeldedAndKeepOneOfTwoSides)
{
	SurfaceMesh sheet;
	sheet.positions = {
		{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {9.0, 9.0, 9.0}};
	sheet.triangles = {{{0, 1, 2}}, {{0, 2, 4}}, {{0, 2, 3}}, {{1, 3, 0}}};
	const Result<RepairedSurface> repaired = RepairSheet(sheet, {});
	ASSERT_TRUE(repaired.HasValue());
	EXPECT_EQ(repaired->mesh.positions.size(), 4u);
	EXPECT_EQ(repaired->sourceTriangle, (std::vector<int32_t>{0, 1}));
	EXPECT_TRUE(repaired->solid.triangles.empty());
	EXPECT_FALSE(repaired->closed);
	EXPECT_EQ(repaired->components, 1);
	EXPECT_EQ(WarningCount(*repaired, WarningCode::DroppedTriangles), 2);

	// One without area is left out even where it closes a seam: no shell could be solved with it.
	sheet.positions = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {1.0, 1.0, 0.0}, {0.5, 0.5, 0.0}, {0.0, 1.0, 0.0}};
	sheet.triangles = {{{0, 1, 2}}, {{0, 2, 3}}, {{0, 3, 4}}, {{3, 2, 4}}};
	const Result<RepairedSurface> seam = RepairSheet(sheet, {});
	ASSERT_TRUE(seam.HasValue());
	EXPECT_EQ(seam->sourceTriangle, (std::vector<int32_t>{0, 2, 3}));
	EXPECT_EQ(WarningCount(*seam, WarningCode::DroppedTriangles), 1);

	sheet.triangles = {{{0, 0, 0}}};
	EXPECT_FALSE(RepairSheet(sheet, {}).HasValue());
}

TEST(Repair, LeavesCleanScannedMeshesAlone)
{
	for (const char* name : {"bunny.obj", "armadillo.obj", "spot.obj", "goathead.obj", "penguin.obj"})
	{
		const std::optional<SurfaceMesh> scan = LoadScannedMesh(name);
		if (!scan)
		{
			return;
		}
		const RepairedSurface repaired = Repair(*scan);
		EXPECT_EQ(repaired.mesh, *scan) << name;
		EXPECT_TRUE(repaired.closed);
		EXPECT_TRUE(repaired.warnings.empty()) << repaired.warnings[0].message;

		SurfaceMesh broken = *scan;
		FlipAll(broken);
		for (size_t t = 0; t < broken.triangles.size(); t += 7)
		{
			Flip(broken.triangles[t]);
		}
		EXPECT_EQ(Repair(broken).mesh.triangles, scan->triangles) << name;
	}
}

TEST(Repair, ClosesTheFiveHolesOfTheScannedBunny)
{
	const std::optional<SurfaceMesh> scan = LoadScannedMesh("bunny_scan_open.obj");
	if (!scan)
	{
		return;
	}
	const RepairedSurface repaired = Repair(*scan);
	EXPECT_EQ(repaired.mesh.triangles.size(), 69451u);
	EXPECT_EQ(repaired.mesh.positions.size(), 35947u - 1113u);
	EXPECT_EQ(WarningCount(repaired, WarningCode::ClosedHoles), 5);
	EXPECT_EQ(repaired.solid.triangles.size() - repaired.mesh.triangles.size(), 223u - 2u * 5u);
	EXPECT_EQ(repaired.warnings.size(), 1u);
	// Caps that are flat in comparison: little area, and a volume like that of the closed remesh of the same scan,
	// which is 10 times larger in each direction and cut a little differently.
	EXPECT_NEAR(RepairedVolume(repaired), 7.55e-4, 0.02e-4);

	SurfaceMesh inverted = *scan;
	FlipAll(inverted);
	EXPECT_EQ(RepairedVolume(Repair(inverted)), RepairedVolume(repaired));
}

TEST(Repair, MakesASolidOfTheTeapot)
{
	const std::optional<SurfaceMesh> teapot = LoadScannedMesh("teapot.obj");
	if (!teapot)
	{
		return;
	}
	const RepairedSurface repaired = Repair(*teapot);
	// The border of the lid runs along the rim.
	EXPECT_EQ(WarningCount(repaired, WarningCode::BridgedGaps), 2);
	EXPECT_EQ(WarningCount(repaired, WarningCode::JoinedParts), 3);
	EXPECT_FALSE(HasWarning(repaired, WarningCode::SelfIntersection));
	const TriangleTree tree(repaired.solid.positions, repaired.solid.triangles, SerialRunner());
	const Vec3 inBody{0.0, 1.2, 0.0};
	const Vec3 outside{3.0, 0.3, 1.0};
	EXPECT_GT(tree.WindingNumber(inBody), 0.9);
	EXPECT_NEAR(tree.WindingNumber(outside), 0.0, 0.1);

	// Each part turned on its own comes back.
	SurfaceMesh broken = *teapot;
	for (size_t t = 0; t < broken.triangles.size(); t += 3)
	{
		Flip(broken.triangles[t]);
	}
	EXPECT_NEAR(RepairedVolume(Repair(broken)), RepairedVolume(repaired), 1e-9);
	SurfaceMesh inverted = *teapot;
	FlipAll(inverted);
	EXPECT_NEAR(RepairedVolume(Repair(inverted)), RepairedVolume(repaired), 1e-9);
}

TEST(Repair, GivesTheSameForAnyNumberOfThreads)
{
	SurfaceMesh mesh = MakeSphere({}, 1.0, 40, 60);
	Append(mesh, MakeSphere({0.9, 0.1, 0.0}, 0.5, 30, 40));
	for (size_t t = 0; t < mesh.triangles.size(); t += 5)
	{
		Flip(mesh.triangles[t]);
	}
	mesh.triangles.erase(mesh.triangles.begin() + 100, mesh.triangles.begin() + 140);
	const RepairedSurface serial = Repair(mesh);
	for (const int32_t threads : {2, 8})
	{
		ThreadTaskRunner runner(threads);
		const Result<RepairedSurface> parallel = RepairSurface(mesh, {}, runner);
		ASSERT_TRUE(parallel.HasValue());
		EXPECT_EQ(parallel->mesh, serial.mesh);
		EXPECT_EQ(parallel->solid.triangles, serial.solid.triangles);
		EXPECT_EQ(parallel->warnings, serial.warnings);
	}
}

TEST(Repair, OfAHeapOfTrianglesGivesTheSameForAnyNumberOfThreads)
{
	// Loose triangles of a ball, every third one turned over and all of them moved a little; and a heap without order.
	const SurfaceMesh ball = MakeSphere({}, 1.0, 80, 100);
	SurfaceMesh loose;
	SurfaceMesh heap;
	uint64_t draw = 0;
	const auto random = [&draw] { return static_cast<double>(RandomBits(7, draw++) >> 11) * 0x1p-53; };
	const auto somewhere = [&random](double size) { return Vec3{random(), random(), random()} * size; };
	for (const Triangle& t : ball.triangles)
	{
		const int32_t first = static_cast<int32_t>(loose.positions.size());
		const Vec3 place = somewhere(1.0);
		for (const int32_t v : t.v)
		{
			loose.positions.push_back(ball.positions[v] + somewhere(1.0e-4));
			heap.positions.push_back(place + somewhere(0.02));
		}
		loose.triangles.push_back({{first, first + 1, first + 2}});
		heap.triangles.push_back({{first, first + 1, first + 2}});
		if (first % 9 == 0)
		{
			Flip(loose.triangles.back());
		}
	}
	const double volume = RepairedVolume(Repair(ball));
	EXPECT_NEAR(RepairedVolume(Repair(loose)), volume, 0.02 * volume);
	for (const SurfaceMesh& mesh : {loose, heap})
	{
		const Result<RepairedSurface> serial = RepairSurface(mesh, {}, SerialRunner());
		ThreadTaskRunner runner(3);
		const Result<RepairedSurface> parallel = RepairSurface(mesh, {}, runner);
		ASSERT_EQ(parallel.HasValue(), serial.HasValue());
		if (serial)
		{
			EXPECT_EQ(parallel->mesh, serial->mesh);
			EXPECT_EQ(parallel->solid.triangles, serial->solid.triangles);
			EXPECT_EQ(parallel->warnings, serial->warnings);
		}
	}
}

TEST(Repair, HoldsItsPromisesOnRandomTriangles)
{
	// Small whole coordinates make every coincidence likely: copies, needles, crowded edges, overlaps.
	int32_t solids = 0;
	for (uint64_t seed = 0; seed < FractureTests::Thinned(4000u, 400); ++seed)
	{
		uint64_t draw = 0;
		const auto below = [&](uint64_t n) { return static_cast<int32_t>(RandomBits(seed, draw++) % n); };
		SurfaceMesh soup;
		const int32_t vertexCount = 3 + below(12);
		const uint64_t grid = 2 + seed % 4;
		for (int32_t v = 0; v < vertexCount; ++v)
		{
			soup.positions.push_back({double(below(grid)), double(below(grid)), double(below(grid))});
		}
		const int32_t triangleCount = 1 + below(50);
		for (int32_t t = 0; t < triangleCount; ++t)
		{
			soup.triangles.push_back({{below(static_cast<uint64_t>(vertexCount)),
				below(static_cast<uint64_t>(vertexCount)),
				below(static_cast<uint64_t>(vertexCount))}});
		}
		RepairSettings settings;
		settings.weldTolerance = seed % 3 == 0 ? 0.01 : 1.0e-6;
		const Result<RepairedSurface> solid = RepairSurface(soup, settings, SerialRunner());
		if (solid)
		{
			ExpectSound(soup, *solid);
			++solids;
		}
		else
		{
			EXPECT_NE(solid.GetError().message.find("no volume"), std::string::npos) << solid.GetError().message;
		}
		const Result<RepairedSurface> sheet = RepairSheet(soup, settings);
		if (!sheet)
		{
			EXPECT_EQ(sheet.GetError().message, "no triangle of the mesh has an area");
		}
		if (HasFatalFailure() || HasNonfatalFailure())
		{
			FAIL() << "seed " << seed;
		}
	}
	EXPECT_GT(solids, FractureTests::Thinned(1000, 100));
}
