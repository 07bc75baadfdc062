// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What may be read, and who may ask for it.
#include "Studio/StudioLibrary.h"
#include "Studio/StudioHttp.h"
#include "Toolkit/TempFolder.h"

#include <gtest/gtest.h>

using namespace FractureToolkit;

TEST(StudioLibrary, ReadsNothingOutsideItsFolder)
{
	const FractureTests::TempFolder temp;
	temp.Write("secret.obj", "v 0 0 0\n");
	temp.Write("open/good.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
	std::filesystem::create_symlink(temp / "secret.obj", temp / "open" / "link.obj");
	const StudioLibrary library(temp / "open", {});
	EXPECT_TRUE(library.LoadFile("good.obj", {}));
	const std::string absolute = (temp / "secret.obj").string();
	for (const char* name :
		{"../secret.obj", "link.obj", "/etc/passwd", "", ".", "good.obj/../../secret.obj", absolute.c_str()})
	{
		EXPECT_FALSE(library.LoadFile(name, {})) << name;
	}
	EXPECT_FALSE(StudioLibrary().LoadFile("good.obj", {}));
	EXPECT_FALSE(StudioLibrary::LoadUpload("run.exe", "MZ", {}));
	EXPECT_FALSE(StudioLibrary::LoadUpload("x.frac", "FRAC", {}));
}

TEST(StudioLibrary, TellsWhatItWouldLoadFromWhatIsDamaged)
{
	const FractureTests::TempFolder temp;
	const char* const mesh = "# a corner\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
	temp.Write("outside.obj", mesh);
	temp.Write("open/good.obj", mesh);
	temp.Write("open/sub/deep.obj", mesh);
	temp.Write("open/letter.obj", "Dear reader,\nvery little of this is a mesh.\n");
	temp.Write("open/letter.stl", "solid advice\n");
	temp.Write("open/letter.glb", "no glTF");
	temp.Write("open/letter.ply", "plough");
	temp.Write("open/letter.frac", "fragile");
	temp.Write("open/notes.txt", mesh);
	temp.Write("open/empty.obj", "");
	std::filesystem::create_symlink(temp / "outside.obj", temp / "open" / "out.obj");
	std::filesystem::create_symlink(temp / "open" / "good.obj", temp / "open" / "within.obj");
	std::filesystem::create_symlink(temp / "nowhere.obj", temp / "open" / "dangling.obj");
	const StudioLibrary library(temp / "open", {});
	std::vector<std::string> files;
	std::vector<std::string> damaged;
	for (const StudioEntry& entry : library.List())
	{
		if (!entry.isSample)
		{
			(entry.isDoubtful ? damaged : files).push_back(entry.name);
			const FractureCore::Result<StudioSource> loaded = library.LoadFile(entry.name, {});
			EXPECT_EQ(loaded.HasValue(), !entry.isDoubtful) << entry.name;
			EXPECT_TRUE(loaded || loaded.GetError().message.size() > 10) << entry.name;
		}
	}
	EXPECT_EQ(files, (std::vector<std::string>{"good.obj", "sub/deep.obj", "within.obj"}));
	EXPECT_EQ(damaged,
		(std::vector<std::string>{"empty.obj", "letter.frac", "letter.glb", "letter.obj", "letter.ply", "letter.stl"}));
	EXPECT_EQ(library.First(), "");
	EXPECT_EQ(StudioLibrary(temp / "open", "good.obj").First(), "good.obj");
}

TEST(StudioHttp, OnlyItsOwnPageMayAsk)
{
	StudioRequest request;
	request.host = "127.0.0.1:8420";
	EXPECT_FALSE(IsForeign(request, "127.0.0.1", 8420));
	request.origin = "http://127.0.0.1:8420";
	EXPECT_FALSE(IsForeign(request, "127.0.0.1", 8420));
	request.origin = "http://127.0.0.1:1";
	EXPECT_TRUE(IsForeign(request, "127.0.0.1", 8420));
	request.origin = "";
	request.host = "rebound.example:8420";
	EXPECT_TRUE(IsForeign(request, "127.0.0.1", 8420));
	request.host = "";
	EXPECT_TRUE(IsForeign(request, "127.0.0.1", 8420));
	request.host = "localhost:8420";
	request.fetchSite = "cross-site";
	EXPECT_TRUE(IsForeign(request, "127.0.0.1", 8420));
}
