// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/PictureScenes.h"
#include "Picture/MeshTopology.h"
#include "Support/TestMeshes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureTest::MakeBox;
using FractureTest::MakeSphere;

double Area(const PictureMesh& mesh)
{
	double area = 0.0;
	for (const Triangle& t : mesh.triangles)
	{
		const Vec3& a = mesh.positions[static_cast<size_t>(t.v[0])];
		area += 0.5 *
			Length(Cross(
				mesh.positions[static_cast<size_t>(t.v[1])] - a, mesh.positions[static_cast<size_t>(t.v[2])] - a));
	}
	return area;
}

SurfaceMesh TwoBoxes()
{
	SurfaceMesh mesh = MakeBox({0, 0, 0}, {1, 1, 1});
	const SurfaceMesh other = MakeBox({3, 0, 0}, {4, 1, 1});
	mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
	for (const Triangle& t : other.triangles)
	{
		mesh.triangles.push_back({{t.v[0] + 8, t.v[1] + 8, t.v[2] + 8}});
	}
	return mesh;
}

/// A unit cube of six tets around its diagonal.
TetMesh CubeOfTets()
{
	TetMesh mesh;
	mesh.nodes = MakeBox({0, 0, 0}, {1, 1, 1}).positions;
	mesh.tets = {{{0, 1, 3, 7}}, {{0, 3, 2, 7}}, {{0, 2, 6, 7}}, {{0, 6, 4, 7}}, {{0, 4, 5, 7}}, {{0, 5, 1, 7}}};
	return mesh;
}

PictureScene Made(Result<PictureScene> scene)
{
	EXPECT_TRUE(scene) << scene.GetError().message;
	return scene ? std::move(*scene) : PictureScene{};
}

std::array<uint8_t, 3> MiddlePixel(const PictureScene& scene, const PictureView& view)
{
	PictureSettings settings;
	settings.width = 64;
	settings.height = 64;
	settings.view = view;
	const Result<PictureImage> image = RenderPicture(scene, settings, SerialRunner());
	EXPECT_TRUE(image);
	const size_t middle = 3 * (32 * 64 + 32);
	return image ? std::array<uint8_t, 3>{image->rgb[middle], image->rgb[middle + 1], image->rgb[middle + 2]}
				 : std::array<uint8_t, 3>{};
}

TEST(PictureScenes, ACutRemovesWhatIsBeforeThePlaneAndNoMore)
{
	const SurfaceMesh sphere = MakeSphere({}, 1.0, 64, 128);
	SceneOptions options;
	options.cutPlane = PicturePlane{{0.0, 0.0, 2.0}, 0.25}; // the normal is made unit length, the offset stays
	const PictureScene scene = Made(MakeSurfaceScene(sphere, SurfaceColours::Slots, options));
	ASSERT_EQ(scene.meshes.size(), 1u);
	const PictureMesh& cut = scene.meshes[0];
	for (const Triangle& t : cut.triangles)
	{
		for (const int32_t v : t.v)
		{
			ASSERT_LE(cut.positions[static_cast<size_t>(v)].z, 0.25 + 1e-12);
		}
	}
	// Archimedes: the zone below z has the area 2 pi (1 + z).
	EXPECT_NEAR(Area(cut), 2.0 * kPi * 1.25, 0.002 * 2.0 * kPi);
	EXPECT_EQ(cut.cornerNormals.size(), 3 * cut.triangles.size());
	EXPECT_EQ(cut.edges.size(), cut.triangles.size());
	EXPECT_FALSE(cut.closed);
	ASSERT_TRUE(cut.section);
	EXPECT_NEAR(cut.section->offset, 0.25, 1e-15);
}

TEST(PictureScenes, ASolidCutOpenShowsItsSectionAsAFlatFilledFace)
{
	const SurfaceMesh sphere = MakeSphere({}, 1.0, 32, 64);
	SceneOptions options;
	options.cutPlane = PicturePlane{{0.0, 0.0, 1.0}, 0.0};
	PictureScene scene = Made(MakeSurfaceScene(sphere, SurfaceColours::Slots, options));
	scene.meshes[0].colour = {0.02f, 0.02f, 0.8f};
	scene.meshes[0].insideColour = {0.8f, 0.02f, 0.02f};
	const std::array<uint8_t, 3> above = MiddlePixel(scene, {0.0, 90.0, 24.0});
	EXPECT_GT(above[0], above[2] + 80); // the section
	const std::array<uint8_t, 3> below = MiddlePixel(scene, {0.0, -90.0, 24.0});
	EXPECT_GT(below[2], below[0] + 80); // the uncut side

	// The section lies open to the light like the face of a half ball; the bowl of an open surface would be darker.
	PictureScene bowl = scene;
	bowl.meshes[0].section.reset();
	const std::array<uint8_t, 3> inside = MiddlePixel(bowl, {0.0, 90.0, 24.0});
	EXPECT_GT(above[0], inside[0] + 10);
}

TEST(PictureScenes, ACutKeepsScalarsOnTheirPlaces)
{
	const SurfaceMesh sphere = MakeSphere({}, 1.0, 16, 32);
	ScalarField field;
	field.place = ScalarField::Place::Vertices;
	for (const Vec3& p : sphere.positions)
	{
		field.values.push_back(3.0 * p.x + p.z);
	}
	SceneOptions options;
	options.cutPlane = PicturePlane{{1.0, 0.0, 0.0}, 0.3};
	const PictureScene scene = Made(MakeSurfaceScene(sphere, field, options));
	const PictureMesh& cut = scene.meshes[0];
	ASSERT_EQ(cut.vertexScalars.size(), cut.positions.size());
	EXPECT_GT(cut.positions.size(), sphere.positions.size());
	for (size_t i = 0; i < cut.positions.size(); ++i)
	{
		EXPECT_NEAR(cut.vertexScalars[i], 3.0 * cut.positions[i].x + cut.positions[i].z, 1e-5);
	}
	ASSERT_TRUE(scene.legend);
	EXPECT_DOUBLE_EQ(scene.legend->low, *std::min_element(field.values.begin(), field.values.end()));
	EXPECT_DOUBLE_EQ(scene.legend->high, *std::max_element(field.values.begin(), field.values.end()));
}

TEST(PictureScenes, PartsGetTheirOwnColoursAndExplodeFromTheCommonCentre)
{
	SceneOptions options;
	options.explode = 0.5;
	const PictureScene scene = Made(MakeSurfaceScene(TwoBoxes(), SurfaceColours::Fragments, options));
	ASSERT_EQ(scene.meshes.size(), 2u);
	EXPECT_FALSE(scene.meshes[0].colour == scene.meshes[1].colour);
	EXPECT_TRUE(scene.meshes[0].closed);
	// Their centres lie 1.5 m from the common one and move by half of that.
	EXPECT_EQ(scene.meshes[0].positions[0], (Vec3{-0.75, 0.0, 0.0}));
	EXPECT_EQ(scene.meshes[1].positions[0], (Vec3{3.75, 0.0, 0.0}));
}

TEST(PictureScenes, ExplodedPartsKeepTheirSections)
{
	SceneOptions options;
	options.explode = 1.0;
	options.cutPlane = PicturePlane{{1.0, 0.0, 0.0}, 3.5};
	const PictureScene scene = Made(MakeSurfaceScene(TwoBoxes(), SurfaceColours::Fragments, options));
	ASSERT_EQ(scene.meshes.size(), 2u);
	ASSERT_TRUE(scene.meshes[1].section);
	EXPECT_DOUBLE_EQ(scene.meshes[1].section->offset, 3.5 + 1.5);
	EXPECT_NEAR(Area(scene.meshes[1]), 1.0 + 4 * 0.5, 1e-12);
	EXPECT_NEAR(Area(scene.meshes[0]), 6.0, 1e-12);
}

TEST(PictureScenes, YUpTurnsSoThatTheFrontStaysInFront)
{
	SurfaceMesh mesh = MakeBox({0, 0, 0}, {1, 2, 3});
	SceneOptions options;
	options.up = UpAxis::Y;
	const PictureScene scene = Made(MakeSurfaceScene(mesh, SurfaceColours::Slots, options));
	// The corner (1, 2, 3): y becomes height, +z comes towards the viewer, who looks along +y.
	EXPECT_EQ(scene.meshes[0].positions[7], (Vec3{1.0, -3.0, 2.0}));
}

TEST(PictureScenes, SlotsHaveColoursAndABorderBetweenThem)
{
	SurfaceMesh mesh = MakeBox({0, 0, 0}, {1, 1, 1});
	mesh.triangleSlots = {0, 0, 1, 1, 2, 2, 0, 0, 0, 0, 0, 0};
	const PictureScene scene = Made(MakeSurfaceScene(mesh, SurfaceColours::Slots, {}));
	EXPECT_EQ(scene.meshes[0].triangleColours[0], SlotColour(0));
	EXPECT_EQ(scene.meshes[0].triangleColours[3], SlotColour(1));
	EXPECT_EQ(scene.meshes[0].triangleColours[4], SlotColour(2));
}

TEST(PictureScenes, CreasesAreDrawnAndDiagonalsAreNot)
{
	const PictureScene scene = Made(MakeSurfaceScene(MakeBox({0, 0, 0}, {1, 1, 1}), SurfaceColours::Slots, {}));
	int32_t drawn = 0;
	for (const uint8_t edges : scene.meshes[0].edges)
	{
		drawn += (edges & 1) + (edges >> 1 & 1) + (edges >> 2 & 1);
	}
	EXPECT_EQ(drawn, 24); // twelve edges, once for each side
	for (size_t i = 0; i < scene.meshes[0].cornerNormals.size(); ++i)
	{
		const Vec3f& n = scene.meshes[0].cornerNormals[i];
		EXPECT_NEAR(std::max({std::abs(n.x), std::abs(n.y), std::abs(n.z)}), 1.0, 1e-6) << "flat faces";
	}
	const PictureScene ball = Made(MakeSurfaceScene(MakeSphere({}, 1.0, 24, 48), SurfaceColours::Slots, {}));
	EXPECT_TRUE(std::all_of(
		ball.meshes[0].edges.begin(), ball.meshes[0].edges.end(), [](uint8_t edges) { return edges == 0; }));
	for (size_t i = 0; i < ball.meshes[0].cornerNormals.size(); ++i)
	{
		const Vec3f& n = ball.meshes[0].cornerNormals[i];
		const Vec3& p = ball.meshes[0].positions[static_cast<size_t>(ball.meshes[0].triangles[i / 3].v[i % 3])];
		EXPECT_GT(n.x * p.x + n.y * p.y + n.z * p.z, 0.998);
	}
}

TEST(PictureScenes, AnInsideOutSolidIsTurned)
{
	SurfaceMesh mesh = MakeBox({0, 0, 0}, {1, 1, 1});
	for (Triangle& t : mesh.triangles)
	{
		std::swap(t.v[0], t.v[1]);
	}
	const PictureScene scene = Made(MakeSurfaceScene(mesh, SurfaceColours::Slots, {}));
	const MeshTopology topology(scene.meshes[0].positions, scene.meshes[0].triangles);
	EXPECT_TRUE(topology.IsClosed());
	const Triangle& t = scene.meshes[0].triangles[2]; // of the top
	const std::vector<Vec3>& p = scene.meshes[0].positions;
	const Vec3 normal = Cross(p[static_cast<size_t>(t.v[1])] - p[static_cast<size_t>(t.v[0])],
		p[static_cast<size_t>(t.v[2])] - p[static_cast<size_t>(t.v[0])]);
	EXPECT_GT(normal.z, 0.0);
}

TEST(PictureScenes, SeamsInTheFileDoNotTearTheSurface)
{
	// Every triangle with its own three vertices, as in STL.
	const SurfaceMesh welded = MakeSphere({}, 1.0, 12, 24);
	SurfaceMesh soup;
	for (const Triangle& t : welded.triangles)
	{
		const int32_t first = static_cast<int32_t>(soup.positions.size());
		for (const int32_t v : t.v)
		{
			soup.positions.push_back(welded.positions[static_cast<size_t>(v)]);
		}
		soup.triangles.push_back({{first, first + 1, first + 2}});
	}
	const MeshTopology topology(soup.positions, soup.triangles);
	EXPECT_TRUE(topology.IsClosed());
	const std::vector<int32_t> components = topology.Components();
	EXPECT_EQ(*std::max_element(components.begin(), components.end()), 0);
	soup.triangles.pop_back();
	EXPECT_FALSE(MeshTopology(soup.positions, soup.triangles).IsClosed());
}

TEST(PictureScenes, TetsAreShownByTheirBoundaryAndCutByWholeTets)
{
	const TetMesh cube = CubeOfTets();
	const PictureScene whole = Made(MakeTetScene(cube, {}));
	EXPECT_EQ(whole.meshes[0].triangles.size(), 12u);
	EXPECT_NEAR(Area(whole.meshes[0]), 6.0, 1e-12);
	EXPECT_TRUE(MeshTopology(whole.meshes[0].positions, whole.meshes[0].triangles).IsClosed());

	SceneOptions options;
	options.cutPlane = PicturePlane{{1.0, -1.0, 0.0}, 0.0}; // through the diagonal: three tets have x > y
	const PictureScene cut = Made(MakeTetScene(cube, options));
	const PictureMesh& mesh = cut.meshes[0];
	// Three tets of four faces, two of them shared by two.
	EXPECT_EQ(mesh.triangles.size(), 3u * 4u - 2u * 2u);
	EXPECT_TRUE(MeshTopology(mesh.positions, mesh.triangles).IsClosed());
	const int64_t opened = std::count(mesh.triangleColours.begin(), mesh.triangleColours.end(), SectionColour());
	EXPECT_EQ(opened, 2);
	EXPECT_TRUE(std::all_of(mesh.edges.begin(), mesh.edges.end(), [](uint8_t edges) { return edges == 7; }));
}

TEST(PictureScenes, ScalarsOfTetsColourTheirOwnFaces)
{
	const TetMesh cube = CubeOfTets();
	ScalarField field{ScalarField::Place::Elements, {1, 2, 3, 4, 5, 6}, "stress", "Pa"};
	const PictureScene scene = Made(MakeTetScene(cube, field, {}));
	const PictureMesh& mesh = scene.meshes[0];
	ASSERT_EQ(mesh.triangleScalars.size(), 12u);
	for (size_t t = 0; t < 12; ++t)
	{
		const Tet& tet = cube.tets[static_cast<size_t>(mesh.triangleScalars[t]) - 1];
		for (const int32_t v : mesh.triangles[t].v)
		{
			EXPECT_NE(std::find(std::begin(tet.v), std::end(tet.v), v), std::end(tet.v));
		}
	}
	EXPECT_EQ(scene.legend->low, 1.0);
	EXPECT_EQ(scene.legend->high, 6.0);
}

TEST(PictureScenes, WhatCannotBeShownIsSaidInOneSentence)
{
	const auto message = [](const Result<PictureScene>& scene) { return scene ? "" : scene.GetError().message; };
	SceneOptions all;
	all.cutPlane = PicturePlane{{0.0, 0.0, 1.0}, -5.0};
	const SurfaceMesh box = MakeBox({0, 0, 0}, {1, 1, 1});
	EXPECT_EQ(message(MakeSurfaceScene(box, SurfaceColours::Slots, all)), "the cut plane removes everything");
	EXPECT_EQ(message(MakeTetScene(CubeOfTets(), all)), "the cut plane removes everything");
	EXPECT_NE(message(MakeSurfaceScene({}, SurfaceColours::Slots, {})), "");
	EXPECT_NE(message(MakeTetScene({}, {})), "");
	SceneOptions flat;
	flat.cutPlane = PicturePlane{};
	EXPECT_NE(message(MakeSurfaceScene(box, SurfaceColours::Slots, flat)), "");
	ScalarField few;
	few.values = {1.0, 2.0};
	EXPECT_EQ(message(MakeSurfaceScene(box, few, {})), "there are 2 values to show for 12 places");
	TetMesh tets = CubeOfTets();
	tets.tets[2].v[3] = 99;
	EXPECT_EQ(message(MakeTetScene(tets, {})), "tet 2 names node 99 but there are 8");
}
} // namespace
