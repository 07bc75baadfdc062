// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ObjReader.h"
#include "ObjWriter.h"
#include "Support/TestPaths.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;

const std::string kTriangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

SurfaceMesh Parse(const std::string& text, double metresPerUnit = 1.0)
{
	const Result<ImportedSurface> result = ParseObj(text, metresPerUnit);
	EXPECT_TRUE(result) << (result ? "" : result.GetError().message);
	return result ? result->mesh : SurfaceMesh{};
}

std::string ObjError(const std::string& text)
{
	const Result<ImportedSurface> result = ParseObj(text);
	EXPECT_FALSE(result) << "no error for: " << text;
	return result ? "" : result.GetError().message;
}

double Area(const SurfaceMesh& mesh, const Triangle& t)
{
	const Vec3 a = mesh.positions[static_cast<size_t>(t.v[0])];
	return 0.5 *
		Length(Cross(mesh.positions[static_cast<size_t>(t.v[1])] - a, mesh.positions[static_cast<size_t>(t.v[2])] - a));
}

double SignedAreaZ(const SurfaceMesh& mesh)
{
	double sum = 0.0;
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3 a = mesh.positions[static_cast<size_t>(t.v[0])];
		const double area = 0.5 *
			Cross(mesh.positions[static_cast<size_t>(t.v[1])] - a, mesh.positions[static_cast<size_t>(t.v[2])] - a).z;
		EXPECT_GT(area, 0.0) << "a flipped or flat triangle";
		sum += area;
	}
	return sum;
}
} // namespace

TEST(ObjReader, KeepsEveryBitOfADoubleAndScalesToMetres)
{
	const SurfaceMesh mesh = Parse("v 0.12345678901234568 -1e-3 +4\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
	EXPECT_EQ(mesh.positions[0], (Vec3{0.12345678901234568, -1e-3, 4.0}));
	EXPECT_EQ(Parse("v 100 0 0\nv 0 200 0\nv 0 0 0\nf 1 2 3\n", 0.01).positions[1], (Vec3{0.0, 2.0, 0.0}));
}

TEST(ObjReader, ReadsAllFormsOfACorner)
{
	const std::string attributes = kTriangle + "vt 0.5 0.25\nvt 1 0 0\nvt 0.125\nvn 0 0 1\nvn 0 1 0\n";
	const SurfaceMesh all = Parse(attributes + "f 1/1/1 2/2/2 3/3/1\n");
	ASSERT_EQ(all.uvChannels, 1);
	EXPECT_EQ(all.cornerUvs, (std::vector<Vec2f>{{0.5f, 0.25f}, {1.0f, 0.0f}, {0.125f, 0.0f}}));
	EXPECT_EQ(all.cornerNormals, (std::vector<Vec3f>{{0, 0, 1}, {0, 1, 0}, {0, 0, 1}}));

	const SurfaceMesh uvOnly = Parse(attributes + "f 1/1 2/2 3/3\n");
	EXPECT_EQ(uvOnly.uvChannels, 1);
	EXPECT_TRUE(uvOnly.cornerNormals.empty());

	const SurfaceMesh normalOnly = Parse(attributes + "f 1//2 2//2 3//2\n");
	EXPECT_EQ(normalOnly.uvChannels, 0);
	EXPECT_EQ(normalOnly.cornerNormals[2], (Vec3f{0, 1, 0}));
}

TEST(ObjReader, CountsNegativeIndicesBackFromTheNewest)
{
	const SurfaceMesh mesh = Parse(kTriangle + "f -3 -2 -1\nv 0 0 9\nf -4 -3 -1\n");
	EXPECT_EQ(mesh.triangles[0], (Triangle{{0, 1, 2}}));
	EXPECT_EQ(mesh.triangles[1], (Triangle{{0, 1, 3}}));
}

TEST(ObjReader, AcceptsFacesBeforeTheirVertices)
{
	EXPECT_EQ(Parse("f 1 2 3\n" + kTriangle).triangles[0], (Triangle{{0, 1, 2}}));
}

TEST(ObjReader, ToleratesLineEndingsContinuationsCommentsAndColours)
{
	const SurfaceMesh mesh = Parse("\xef\xbb\xbf# scan\r\no first\r\nv 0 0 0 255 0 0\r\nv 1 0 0 1\r\ng x\r\nv 0 1 0 # "
								   "top\r\ns 1\r\nf 1 \\\r\n 2 \\\r\n3");
	EXPECT_EQ(mesh.triangles, (std::vector<Triangle>{{{0, 1, 2}}}));
	EXPECT_EQ(Parse("v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r").triangles.size(), 1u);
}

TEST(ObjReader, NamesSlotsInTheOrderOfTheFile)
{
	const SurfaceMesh mesh = Parse(kTriangle +
		"f 1 2 3\nusemtl old oak\nf 1 2 3\nusemtl iron\nf 1 2 3\n"
		"o second\nusemtl old oak\nf 1 2 3\n");
	EXPECT_EQ(mesh.slotNames, (std::vector<std::string>{"old oak", "iron", "default"}));
	EXPECT_EQ(mesh.triangleSlots, (std::vector<int32_t>{2, 0, 1, 0}));
}

TEST(ObjReader, CutsAConcavePolygonIntoPositiveTriangles)
{
	// An arrow head whose first corner sees neither of the others past the notch, and a comb with five teeth.
	EXPECT_DOUBLE_EQ(SignedAreaZ(Parse("v 4 0 0\nv 0 2 0\nv 1 0 0\nv 0 -2 0\nf 1 2 3 4\n")), 6.0);

	std::string comb = "v 0 0 0\nv 9 0 0\n";
	std::string face = "f 1 2";
	for (int x = 9; x >= 0; --x)
	{
		comb += "v " + std::to_string(x) + (x % 2 == 0 ? " 1 0\n" : " 3 0\n");
		face += " " + std::to_string(12 - x);
	}
	const SurfaceMesh mesh = Parse(comb + face + "\n");
	EXPECT_EQ(mesh.triangles.size(), 10u);
	EXPECT_NEAR(SignedAreaZ(mesh), 18.0, 1e-12);
}

TEST(ObjReader, LeavesNoFlatTriangleBesideACornerOnAStraightEdge)
{
	for (const char* face : {"f 1 2 3 4 5\n", "f 2 3 4 5 1\n", "f 3 4 5 1 2\n", "f 4 5 1 2 3\n", "f 5 1 2 3 4\n"})
	{
		const SurfaceMesh mesh = Parse(std::string("v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 2 0\nv 0 2 0\n") + face);
		ASSERT_EQ(mesh.triangles.size(), 3u);
		for (const Triangle& triangle : mesh.triangles)
		{
			EXPECT_GT(Area(mesh, triangle), 0.4) << face;
		}
	}
}

TEST(ObjReader, FansAHugeConvexCap)
{
	constexpr int kCorners = 50'000;
	std::string text;
	std::string face = "f";
	for (int i = 0; i < kCorners; ++i)
	{
		const double angle = 2.0 * kPi * i / kCorners;
		text += "v " + std::to_string(std::cos(angle)) + "0 " + std::to_string(std::sin(angle)) + "0 7\n";
		face += " " + std::to_string(i + 1);
	}
	// Six digits are too few for this circle: corners coincide and the polygon is no longer convex.
	EXPECT_NE(ObjError(text + face).find("50000 corners"), std::string::npos);

	SurfaceMesh exact;
	std::string exactText;
	for (int i = 0; i < kCorners; ++i)
	{
		const double angle = 2.0 * kPi * i / kCorners;
		char line[96];
		std::snprintf(line, sizeof(line), "v %.17g %.17g 7\n", std::cos(angle), std::sin(angle));
		exactText += line;
	}
	EXPECT_EQ(Parse(exactText + face).triangles.size(), static_cast<size_t>(kCorners - 2));
}

TEST(ObjReader, FillsMissingAttributesAndSaysSo)
{
	const Result<ImportedSurface> result =
		ParseObj(kTriangle + "vt 1 1\nvn 0 1 0\nf 1/1/1 2/1/1 3/1/1\nf 1 2 3\np 1\nl 1 2\n");
	ASSERT_TRUE(result);
	EXPECT_EQ(result->mesh.cornerNormals[3], (Vec3f{0, 0, 1}));
	EXPECT_EQ(result->mesh.cornerUvs[5], (Vec2f{0, 0}));
	ASSERT_EQ(result->warnings.size(), 3u);
	EXPECT_EQ(result->warnings[0].count, 3);
	EXPECT_EQ(result->warnings[2].message, "2 points, lines or curves left out: only faces are read");
}

TEST(ObjReader, NamesTheLineOfABadElement)
{
	EXPECT_EQ(ObjError(kTriangle + "f 1 2 4\n"), "line 4: a face names vertex 4, but the file has 3");
	EXPECT_EQ(ObjError(kTriangle + "\n\nf 1 2\n"), "line 6: a face needs at least three corners");
	EXPECT_EQ(ObjError(kTriangle + "f 0 1 2\n"), "line 4: face corner '0' is not a valid index");
	EXPECT_EQ(ObjError(kTriangle + "f -4 1 2\n"), "line 4: face corner '-4' is not a valid index");
	EXPECT_EQ(ObjError(kTriangle + "f 1/x 1 2\n"), "line 4: face corner '1/x' is not a valid index");
	EXPECT_EQ(ObjError(kTriangle + "f 1/1/1/1 1 2\n"), "line 4: face corner '1/1/1/1' is not of the form v/vt/vn");
	EXPECT_EQ(ObjError(kTriangle + "f 99999999999999999999 1 2\n"),
		"line 4: face corner '99999999999999999999' is not a valid index");
	EXPECT_EQ(ObjError("v 1 2\n"), "line 1: a vertex needs three numbers");
	EXPECT_EQ(ObjError("v 1 2 three\n"), "line 1: 'three' is not a number");
	EXPECT_EQ(ObjError("v 0 0 0\nv 1 nan 0\n"), "line 2: vertex 2 is not finite, counted from 1 (nan)");
	EXPECT_EQ(ObjError("v 0 0 0\nv 1 1e999 0\n"), "line 2: vertex 2 is not finite, counted from 1 (1e999)");
	EXPECT_EQ(ObjError("v 0 0 0\nv 1 -2e12 0\n"), "line 2: vertex 2 is more than 1e12 m away, counted from 1 (-2e12)");
	EXPECT_EQ(ObjError("vn 1 2\n"), "line 1: a normal needs more numbers");
	EXPECT_EQ(ObjError(""), "has no vertices and no faces; is it an OBJ file?");
	EXPECT_EQ(ObjError(kTriangle), "has 3 vertices but no faces");
	EXPECT_EQ(ObjError(std::string("\x7f"
								   "ELF\x02\x01\x00\x00",
				  8)),
		"line 1: is not text; this is no OBJ file");
}

TEST(ObjWriter, WritesWhatTheReaderReadsBackBitForBit)
{
	SurfaceMesh mesh;
	mesh.positions = {{0.1, 1.0 / 3.0, -0.0}, {1e-17, 12345.678901234567, 3}, {5, 6, 7}, {8, 8, 8.5}};
	mesh.triangles = {{{0, 1, 2}}, {{2, 1, 3}}, {{3, 0, 2}}};
	mesh.uvChannels = 1;
	for (int i = 0; i < 9; ++i)
	{
		mesh.cornerNormals.push_back({0.1f * static_cast<float>(i % 4), 1.0f / 3.0f, -0.0f});
		mesh.cornerUvs.push_back({static_cast<float>(i) / 7.0f, 1e-8f});
	}
	mesh.triangleSlots = {2, 0, 2};
	mesh.slotNames = {"glass", "never used", "old oak"};
	EXPECT_EQ(Parse(FormatObj(mesh)), mesh);

	mesh.uvChannels = 0;
	mesh.cornerUvs.clear();
	EXPECT_EQ(Parse(FormatObj(mesh)), mesh);

	mesh.cornerNormals.clear();
	mesh.triangleSlots.clear();
	mesh.slotNames.clear();
	EXPECT_EQ(Parse(FormatObj(mesh)), mesh);
}

TEST(ObjReader, ReadsTheScannedBunny)
{
	const std::filesystem::path path = FractureTests::ScannedMeshes() / "bunny_scan_open.obj";
	if (!std::filesystem::exists(path))
	{
		GTEST_LOG_(INFO) << "no scanned meshes here: not tested";
		return;
	}
	const Result<ImportedSurface> result = ReadObj(path);
	ASSERT_TRUE(result);
	EXPECT_EQ(result->mesh.triangles.size(), 69451u);
	EXPECT_EQ(result->mesh.positions.size(), 35947u);
}
