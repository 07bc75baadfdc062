// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What a page asks for besides jobs, and what it is told when something goes wrong.
#include "Studio/StudioApi.h"
#include "Toolkit/Studio/Page.h"

#include <gtest/gtest.h>

#include <cstring>

namespace
{
using namespace FractureToolkit;
using FractureTests::Page;
using Json = nlohmann::json;

uint32_t NumberAt(const std::string& bytes, size_t at)
{
	uint32_t number = 0;
	std::memcpy(&number, bytes.data() + at, 4);
	return number;
}

constexpr const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
} // namespace

TEST(StudioPage, WhatCannotBeLoadedIsNamedOnThreads)
{
	Page page;
	for (const char* name : {"broken.stl", "letter.txt", "old.frac"})
	{
		page.Post("upload", "no mesh", {{"name", name}});
		const std::string error = page.State()["error"];
		EXPECT_EQ(error.rfind(std::string(name) + ": ", 0), 0u) << error;
	}
	page.Post("load", R"({"sample": "no-such-shape"})");
	EXPECT_EQ(page.State()["error"].get<std::string>().rfind("no-such-shape: ", 0), 0u);
}

TEST(StudioPage, AnUploadGetsTheSizeAskedForAndAnotherLaterOnThreads)
{
	Page page;
	EXPECT_EQ(page.Post("resize", R"({"length": 1})"), 202);
	EXPECT_NE(page.State()["error"], "") << "nothing is loaded";
	page.Post("upload", kTetrahedron, {{"name", "corner.obj"}, {"length", "0.25"}});
	const auto side = [&] { return page.State()["high"][0].get<double>() - page.State()["low"][0].get<double>(); };
	EXPECT_NEAR(side(), 0.25, 1e-12);
	EXPECT_EQ(page.State()["length_m"], 0.25);
	page.Post("resize", R"({"length": 3})");
	EXPECT_NEAR(side(), 3.0, 1e-12);
	page.Post("resize", R"({"length": 0})");
	EXPECT_NEAR(side(), 1.0, 1e-12) << "as in the file";
	EXPECT_EQ(page.State()["length_m"], 0.0);
	EXPECT_EQ(page.Post("resize", R"({"length": -1})"), 400);
	page.Post("upload", kTetrahedron, {{"name", "corner.obj"}, {"length", "-3"}});
	EXPECT_NE(page.State()["error"], "");
	EXPECT_NEAR(side(), 1.0, 1e-12) << "what was there stays";
	EXPECT_EQ(page.State()["length_m"], 0.0);
}

TEST(StudioPage, ADroppedFileIsNotTakenForAnEntryOfTheSameNameOnThreads)
{
	Page page;
	page.Post("load", R"({"sample": "bowl"})");
	EXPECT_EQ(page.State()["origin"], "sample");
	page.Post("upload", kTetrahedron, {{"name", "bowl"}});
	EXPECT_EQ(page.State()["origin"], "sample") << "it has no extension and was refused";
	page.Post("upload", kTetrahedron, {{"name", "bowl.obj"}});
	EXPECT_EQ(page.State()["origin"], "upload");
	page.Post("resize", R"({"length": 3})");
	EXPECT_EQ(page.State()["origin"], "upload");
}

TEST(StudioPage, ASheetIsBakedWithAThicknessAndBreaksOnThreads)
{
	Page page;
	// A pane of 8 triangles without an inside.
	page.Post("upload",
		"v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\nv 0 2 0\nv 1 2 0\nv 2 2 0\n"
		"f 1 2 5\nf 1 5 4\nf 2 3 6\nf 2 6 5\nf 4 5 8\nf 4 8 7\nf 5 6 9\nf 5 9 8\n",
		{{"name", "pane.obj"}});
	page.Post("bake", R"({"tets": 500, "material": "glass"})");
	EXPECT_NE(page.State()["error"].get<std::string>().find("--shell"), std::string::npos)
		<< "the page knows this word";
	EXPECT_EQ(page.Post("bake", R"({"material": "glass", "shell": -1})"), 400);
	page.Post("bake", R"({"material": "glass", "shell": 0.004})");
	EXPECT_EQ(page.State()["error"], "");
	EXPECT_EQ(page.State()["baked"]["shell_m"], 0.004);
	EXPECT_NEAR(page.State()["baked"]["mass_kg"].get<double>(), 4.0 * 0.004 * 2500.0, 4.0);
	page.Post("hit",
		R"({"body": )" + page.State()["bodies"][0]["mesh"].dump() +
			R"(, "point": [0.1, 0.1, 0.002], "direction": [0, 0, -1], "mass": 1, "speed": 20})");
	EXPECT_EQ(page.State()["error"], "");
	EXPECT_GT(page.State()["bodies"].size(), 1u);
}

TEST(StudioPage, TheProgramRemembersWhatThePageWasLikeOnThreads)
{
	Page page;
	EXPECT_EQ(page.Get("page").body, "{}");
	EXPECT_EQ(page.Post("page", R"({"fields": {"seed": "7"}})"), 200);
	EXPECT_EQ(page.Get("page").body, R"({"fields": {"seed": "7"}})");
	EXPECT_EQ(page.Post("page", "no JSON"), 400);
	EXPECT_EQ(page.Post("page", "{\"x\": \"" + std::string(100'000, 'x') + "\"}"), 413);
	EXPECT_EQ(page.Get("page").body, R"({"fields": {"seed": "7"}})");
}

TEST(StudioPage, MeshesComeTogetherInOneAnswerOnThreads)
{
	Page page;
	page.Post("load", R"({"sample": "slab", "length": 0.3})");
	page.Post("bake", R"({"tets": 600, "material": "glass"})");
	const Json whole = page.State()["bodies"][0];
	page.Post("hit",
		R"({"body": )" + whole["mesh"].dump() + R"(, "point": )" + whole["centre"].dump() +
			R"(, "direction": [0, 0, -1], "mass": 1, "speed": 30})");
	const Json bodies = page.State()["bodies"];
	ASSERT_GT(bodies.size(), 2u) << page.State()["error"];
	std::string of;
	for (const Json& body : bodies)
	{
		of += (of.empty() ? "" : ",") + body["mesh"].dump();
	}
	const std::string meshes = page.Get("meshes", {{"of", of}}).body;
	const std::string values = page.Get("values", {{"of", of}, {"kind", "stress"}}).body;
	size_t mesh = 0;
	size_t value = 0;
	for (const Json& body : bodies)
	{
		EXPECT_EQ(NumberAt(meshes, mesh), body["mesh"].get<uint32_t>());
		EXPECT_EQ(NumberAt(meshes, mesh + 8), 3 * body["triangles"].get<uint32_t>());
		EXPECT_EQ(NumberAt(values, value), body["mesh"].get<uint32_t>());
		EXPECT_EQ(NumberAt(values, value + 4), 4 * NumberAt(meshes, mesh + 16)) << "a value a vertex";
		mesh += 8 + NumberAt(meshes, mesh + 4);
		value += 8 + NumberAt(values, value + 4);
	}
	EXPECT_EQ(mesh, meshes.size());
	EXPECT_EQ(value, values.size());
	EXPECT_EQ(page.Get("meshes", {{"of", whole["mesh"].dump()}}).status, 404) << "it broke";
	EXPECT_EQ(page.Get("meshes", {{"of", "x,1"}}).body, "");
	EXPECT_EQ(page.Get("meshes").body, "");
}

TEST(StudioPage, GrainsKeepTheirPaintedSeedsWhenTheirNumbersChangeOnThreads)
{
	Page page;
	page.Post("load", R"({"sample": "ball", "length": 0.1})");
	page.Post("bake", R"({"tets": 500, "material": "glass"})");
	EXPECT_EQ(page.Get("seeds").body, "");
	page.Post("edit", R"({"do": "add-layer", "layer": {"type": "grains", "size": 0.02, "width": 0.002}})");
	page.Post("stroke", R"({"do": "begin", "channel": "seeds", "index": 0, "radius": 0.03, "value": 0.01})");
	page.Post("stroke", R"({"do": "go", "points": [0, 0, 0.1]})");
	page.Post("stroke", R"({"do": "end"})");
	const std::string seeds = page.Get("seeds").body;
	EXPECT_GE(seeds.size(), size_t{12} * 3);
	float place[3];
	std::memcpy(place, seeds.data(), 12);
	EXPECT_NEAR(place[2], 0.1, 1e-3) << "on top of the ball";
	page.Post("edit", R"({"do": "set-source", "index": 0, "layer": {"type": "grains", "size": 0.03, "width": 0.002}})");
	EXPECT_EQ(page.State()["setup"]["layers"][0]["size"], 0.03);
	EXPECT_EQ(page.Get("seeds").body, seeds);
	// The whole setup, as an address carries it, bakes to the same.
	const std::string setup = page.Get("setup").body;
	page.Post("load", R"({"sample": "ball", "length": 0.1})");
	EXPECT_EQ(page.Post("bake", R"({"tets": 500, "material": "glass", "strength": )" + setup + "}"), 202);
	EXPECT_EQ(page.Get("setup").body, setup);
	EXPECT_EQ(page.Get("seeds").body, seeds);
	page.Post("edit", R"({"do": "set-layer", "index": 0, "hidden": true})");
	EXPECT_EQ(page.Get("seeds").body, "") << "hidden";
}

TEST(StudioPage, ItsOwnFilesAndNoOthersAreServed)
{
	StudioApi api(StudioLibrary(), 1);
	const auto get = [&](const char* path) { return api.Answer({"GET", path, {}, "", "", "", ""}); };
	EXPECT_EQ(get("/").type, "text/html; charset=utf-8");
	for (const char* path : {"/studio.css", "/studio.js", "/studio-view.js", "/studio-theme.js"})
	{
		EXPECT_EQ(get(path).status, 200) << path;
		EXPECT_GT(get(path).body.size(), 100u) << path;
	}
	for (const char* path : {"/viewer.js", "/page.html", "/studio.html", "/studio", "/studio-none.js"})
	{
		EXPECT_EQ(get(path).status, 404) << path;
	}
}
