// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ObjFolderWriter.h"

#include "ObjReader.h"
#include "Shapes.h"
#include "Support/TestMeshes.h"
#include "TempFolder.h"

#include <gtest/gtest.h>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureTests::TempFolder;
} // namespace

TEST(ObjFolderWriter, EveryPartReadsBackAsItWas)
{
	const TempFolder folder;
	SurfaceMesh bowl = *MakeBowl({});
	bowl.slotNames = {"glaze", "Inside"};
	bowl.triangleSlots.assign(bowl.triangles.size(), 0);
	bowl.triangleSlots.back() = 1;
	const SurfaceMesh box = FractureTest::MakeBox({0, 0, 0}, {1, 1, 0.1});
	const std::vector<ExportedPart> parts{{.name = "bowl", .mesh = &bowl}, {.name = "box", .mesh = &box}};
	ASSERT_TRUE(WriteObjFolder(folder / "a" / "b", parts));
	const Result<ImportedSurface> readBowl = ReadObj(folder / "a" / "b" / "bowl.obj");
	const Result<ImportedSurface> readBox = ReadObj(folder / "a" / "b" / "box.obj");
	ASSERT_TRUE(readBowl && readBox);
	EXPECT_EQ(readBowl->mesh, bowl);
	EXPECT_EQ(readBox->mesh, box);

	EXPECT_NE(TempFolder::Read(folder / "a" / "b" / "box.obj").find("\nmtllib materials.mtl\n"), std::string::npos);
	const std::string materials = TempFolder::Read(folder / "a" / "b" / "materials.mtl");
	EXPECT_NE(materials.find("\nnewmtl glaze\nKd 0."), std::string::npos);
	EXPECT_NE(materials.find("\nnewmtl Inside\nKd 0."), std::string::npos);
	EXPECT_EQ(materials.find("newmtl \n"), std::string::npos);
}

TEST(ObjFolderWriter, FileNamesAreLegalAndDistinctEverywhere)
{
	const std::vector<ExportedPart> parts{{.name = "piece"},
		{.name = "Piece"},
		{.name = "a/b\\c:d\n"},
		{.name = ""},
		{.name = ".."},
		{.name = "piece_2"}};
	EXPECT_EQ(PartFileNames(parts),
		(std::vector<std::string>{"piece", "Piece_2", "a_b_c_d_", "part", "part_2", "piece_2_2"}));
}

TEST(ObjFolderWriter, AFolderThatCannotBeMadeIsAnError)
{
	const TempFolder folder;
	folder.Write("file", "x");
	const SurfaceMesh box = FractureTest::MakeBox({0, 0, 0}, {1, 1, 1});
	const std::vector<ExportedPart> parts{{.name = "box", .mesh = &box}};
	const Status status = WriteObjFolder(folder / "file", parts);
	ASSERT_FALSE(status);
	EXPECT_EQ(status.GetError().code, ErrorCode::InvalidFile);
}

TEST(ObjFolderWriter, ReplacesItsOwnFilesAndNobodyElses)
{
	const TempFolder folder;
	const SurfaceMesh box = FractureTest::MakeBox({0, 0, 0}, {1, 1, 1});
	const std::vector<ExportedPart> two{{.name = "a", .mesh = &box}, {.name = "b", .mesh = &box}};
	const std::vector<ExportedPart> one{{.name = "a", .mesh = &box}};
	ASSERT_TRUE(WriteObjFolder(folder / "out", two));
	folder.Write("out/notes.txt", "mine");
	folder.Write("out/c.obj", "mine too");
	ASSERT_TRUE(WriteObjFolder(folder / "out", one));
	EXPECT_TRUE(std::filesystem::exists(folder / "out" / "a.obj"));
	EXPECT_FALSE(std::filesystem::exists(folder / "out" / "b.obj"));
	EXPECT_EQ(TempFolder::Read(folder / "out" / "notes.txt"), "mine");

	const std::vector<ExportedPart> clash{{.name = "c", .mesh = &box}};
	const Status status = WriteObjFolder(folder / "out", clash);
	ASSERT_FALSE(status);
	EXPECT_NE(status.GetError().message.find("c.obj"), std::string::npos);
	EXPECT_EQ(TempFolder::Read(folder / "out" / "c.obj"), "mine too");
	EXPECT_TRUE(std::filesystem::exists(folder / "out" / "a.obj"));
}

TEST(ObjFolderWriter, DoesNotTouchMaterialsOfOthers)
{
	const TempFolder folder;
	const SurfaceMesh box = FractureTest::MakeBox({0, 0, 0}, {1, 1, 1});
	const std::vector<ExportedPart> parts{{.name = "a", .mesh = &box}};
	std::filesystem::create_directory(folder / "out");
	folder.Write("out/materials.mtl", "newmtl mine\n");
	EXPECT_FALSE(WriteObjFolder(folder / "out", parts));
	EXPECT_EQ(TempFolder::Read(folder / "out" / "materials.mtl"), "newmtl mine\n");
}
