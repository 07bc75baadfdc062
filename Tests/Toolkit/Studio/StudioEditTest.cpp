// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Asset.h"
#include "Studio/StudioApi.h"
#include "Toolkit/Studio/Page.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstring>
#include <thread>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureTests::Page;
using Json = nlohmann::json;

Workbench BakedBall(const StrengthSetup& strength = {})
{
	Workbench bench;
	StudioSource source = std::move(*StudioLibrary().LoadSample("ball"));
	EXPECT_TRUE(bench.Load("ball", std::move(std::get<ImportedModel>(source)), 0.1));
	StudioBakeRequest request;
	request.tets = 600;
	request.strength = strength;
	EXPECT_TRUE(bench.Bake(request, SerialRunner()));
	return bench;
}

Status AddPaint(Workbench& bench)
{
	return bench.Edit([](StrengthSetup& setup, const SurfaceMesh& surface)
		{ return AddLayer(setup, BlankPaintedLayer(static_cast<int32_t>(surface.positions.size()), 0.03)); },
		false,
		SerialRunner());
}

/// A stroke over the top of the ball.
Status StrokeOver(Workbench& bench, const PaintTarget& target, float value)
{
	Brush brush;
	brush.radius = 0.03;
	brush.value = value;
	if (const Status begun = bench.BeginStroke(target, brush, SerialRunner()); !begun)
	{
		return begun;
	}
	const Vec3 points[] = {{-0.01, 0.0, 0.099}, {0.0, 0.0, 0.1}, {0.01, 0.0, 0.099}};
	if (const Status painted = bench.Paint(points, SerialRunner()); !painted)
	{
		return painted;
	}
	return bench.EndStroke(true, SerialRunner());
}

constexpr PaintTarget kPaint = {PaintChannel::LayerValues, 0};
} // namespace

TEST(WorkbenchEdit, NeedsABakedObject)
{
	Workbench bench;
	EXPECT_EQ(AddPaint(bench).GetError().message, "Bake the object first: strength belongs to its tetrahedra");
	EXPECT_FALSE(bench.Undo(SerialRunner()));
	EXPECT_FALSE(bench.BeginStroke(kPaint, {}, SerialRunner()));
	EXPECT_FALSE(bench.Paint({}, SerialRunner()));
	EXPECT_FALSE(bench.EndStroke(true, SerialRunner()));
}

TEST(WorkbenchEdit, LayersAndPaintGrowWithTheObject)
{
	for (const bool isFine : {false, true})
	{
		for (const bool isFineThen : {false, true})
		{
			Workbench bench = BakedBall();
			StudioBakeRequest request = bench.View().request;
			request.isFine = isFine;
			ASSERT_TRUE(bench.Bake(request, SerialRunner()));
			ASSERT_TRUE(AddPaint(bench));
			ASSERT_TRUE(StrokeOver(bench, kPaint, 0.1f));
			const auto painted = [&]
			{ return std::get<PaintedValues>(bench.View().request.strength.layers.at(0).source); };
			const PaintedValues before = painted();

			ASSERT_TRUE(bench.Resize(0.3));
			ASSERT_TRUE(bench.Resize(0.4)) << "twice";
			ASSERT_EQ(bench.View().phase, StudioPhase::Loaded);
			request = bench.View().request;
			request.isFine = isFineThen;
			ASSERT_TRUE(bench.Bake(request, SerialRunner()));
			EXPECT_NEAR(painted().depth, 4.0 * before.depth, 1e-12);
			EXPECT_EQ(painted().values.size(), bench.View().object->surface.positions.size());
			if (isFine == isFineThen)
			{
				EXPECT_EQ(painted().values, before.values);
			}
			EXPECT_LT(*std::min_element(bench.View().object->strength.begin(), bench.View().object->strength.end()),
				0.5 * bench.View().object->material.tensileStrength);
			// What is painted next comes on top, and is undone alone.
			const StrengthSetup kept = bench.View().request.strength;
			ASSERT_TRUE(StrokeOver(bench, kPaint, 0.5f));
			ASSERT_TRUE(bench.Undo(SerialRunner()));
			EXPECT_EQ(bench.View().request.strength, kept);
			EXPECT_FALSE(bench.Undo(SerialRunner()));
		}
	}
	Workbench bench = BakedBall();
	ASSERT_TRUE(AddPaint(bench));
	StudioSource other = std::move(*StudioLibrary().LoadSample("slab"));
	ASSERT_TRUE(bench.Load("slab", std::move(std::get<ImportedModel>(other))));
	EXPECT_TRUE(bench.View().request.strength.IsEmpty()) << "another object takes nothing over";
}

TEST(WorkbenchEdit, LayersAndPaintGrowWithAFileOfTetrahedra)
{
	ImportedTets tets;
	tets.mesh = BakedBall().View().object->tets;
	Workbench bench;
	ASSERT_TRUE(bench.Load("ball.msh", std::move(tets)));
	std::string stages;
	const auto listen = [](void* user, const char* stage, double)
	{
		std::string& told = *static_cast<std::string*>(user);
		told += told.ends_with(stage) ? "" : std::string(told.empty() ? "" : ", ") + stage;
		return true;
	};
	const ProgressSink stop{
		[](void*, const char* stage, double) { return std::string_view(stage) != "check"; }, nullptr};
	EXPECT_FALSE(bench.Bake({}, SerialRunner(), stop)) << "cancelled before anything else";
	ASSERT_TRUE(bench.Bake({}, SerialRunner(), {listen, &stages}));
	EXPECT_EQ(stages, "check, Prepare for impacts");
	ASSERT_TRUE(AddPaint(bench));
	ASSERT_TRUE(StrokeOver(bench, kPaint, 0.1f));
	const auto painted = [&] { return std::get<PaintedValues>(bench.View().request.strength.layers.at(0).source); };
	const PaintedValues before = painted();
	const double size = bench.View().high.z - bench.View().low.z;

	ASSERT_TRUE(bench.Resize(0.5));
	ASSERT_TRUE(bench.Bake(bench.View().request, SerialRunner()));
	EXPECT_GT(bench.View().high.z - bench.View().low.z, 4.0 * size);
	EXPECT_EQ(painted().values, before.values);
	const std::shared_ptr<const BakedObject> grown = bench.View().object;
	EXPECT_LT(*std::min_element(grown->strength.begin(), grown->strength.end()), 0.5 * grown->material.tensileStrength);

	ASSERT_TRUE(bench.Bake(bench.View().request, SerialRunner()));
	EXPECT_EQ(bench.View().object->key, grown->key) << "the same layers on the same tetrahedra";
	EXPECT_EQ(bench.View().object->strength, grown->strength);
}

TEST(WorkbenchEdit, AStrokeShowsAtOnceAndIsUndoneAndRedone)
{
	Workbench bench = BakedBall();
	ASSERT_TRUE(AddPaint(bench));
	const StrengthSetup blank = bench.View().request.strength;
	const SurfaceMesh surface = bench.View().object->surface;
	const std::vector<float> before = bench.View().strength->At(surface);
	ASSERT_TRUE(StrokeOver(bench, kPaint, 0.1f));
	EXPECT_EQ(bench.View().undo, "Paint strength");
	const StrengthSetup painted = bench.View().request.strength;
	const std::vector<float> after = bench.View().strength->At(surface);
	EXPECT_LT(*std::min_element(after.begin(), after.end()), 0.6f * before[0]);
	EXPECT_NEAR(*std::max_element(after.begin(), after.end()), before[0], 1.0e-5f * before[0]);
	ASSERT_TRUE(bench.Undo(SerialRunner()));
	EXPECT_EQ(bench.View().request.strength, blank);
	EXPECT_EQ(bench.View().strength->At(surface), before);
	EXPECT_EQ(bench.View().redo, "Paint strength");
	ASSERT_TRUE(bench.Redo(SerialRunner()));
	EXPECT_EQ(bench.View().request.strength, painted);
	EXPECT_EQ(bench.View().strength->At(surface), after);
	EXPECT_EQ(bench.Redo(SerialRunner()).GetError().message, "There is nothing to redo");
}

TEST(WorkbenchEdit, ACancelledStrokeLeavesNothing)
{
	Workbench bench = BakedBall();
	ASSERT_TRUE(AddPaint(bench));
	const StrengthSetup blank = bench.View().request.strength;
	Brush brush;
	brush.radius = 0.03;
	ASSERT_TRUE(bench.BeginStroke(kPaint, brush, SerialRunner()));
	const Vec3 top[] = {{0.0, 0.0, 0.1}};
	ASSERT_TRUE(bench.Paint(top, SerialRunner()));
	EXPECT_NE(bench.View().request.strength, blank);
	ASSERT_TRUE(bench.EndStroke(false, SerialRunner()));
	EXPECT_EQ(bench.View().request.strength, blank);
	EXPECT_EQ(bench.View().undo, "Add layer 1");
}

TEST(WorkbenchEdit, WhatIsSavedIsWhatABakeWithThatStrengthMakes)
{
	Workbench bench = BakedBall();
	ASSERT_TRUE(AddPaint(bench));
	ASSERT_TRUE(StrokeOver(bench, kPaint, 0.1f));
	ASSERT_TRUE(bench.Edit(
		[](StrengthSetup& setup, const SurfaceMesh&) {
			return AddAnchor(setup, {HalfSpaceRegion{{0.0, 0.0, 0.01}, {0.0, 0.0, 1.0}}});
		},
		false,
		SerialRunner()));
	const Workbench baked = BakedBall(bench.View().request.strength);
	const Result<StudioFile> edited = bench.ExportAsset();
	ASSERT_TRUE(edited);
	EXPECT_EQ(edited->bytes, baked.ExportAsset()->bytes);
	// A blow takes the same strength, and the body keeps its number.
	const int32_t number = bench.View().bodies[0].number;
	StudioHit hit;
	hit.body = number;
	hit.point = {0.0, 0.0, 0.1};
	hit.direction = {0.0, 0.0, -1.0};
	hit.speed = 0.01;
	ASSERT_TRUE(bench.Hit(hit, SerialRunner()));
	EXPECT_EQ(*bench.View().object, *LoadAsset(edited->bytes));
	EXPECT_EQ(bench.View().bodies[0].number, number);
}

TEST(WorkbenchEdit, PaintingPutsItTogetherAgain)
{
	Workbench bench = BakedBall();
	StudioHit hit;
	hit.body = bench.View().bodies[0].number;
	hit.point = {0.0, 0.0, 0.1};
	hit.direction = {0.0, 0.0, -1.0};
	hit.mass = 1.0;
	hit.speed = 60.0;
	ASSERT_TRUE(bench.Hit(hit, SerialRunner()));
	ASSERT_EQ(bench.View().hits.size(), 1u);
	ASSERT_TRUE(AddPaint(bench));
	EXPECT_EQ(bench.View().bodies.size(), 1u);
	EXPECT_TRUE(bench.View().hits.empty());
}

TEST(WorkbenchEdit, AnAnchorWithoutPaintIsAMistakeThatIsExplained)
{
	Workbench bench = BakedBall();
	ASSERT_TRUE(bench.Edit([](StrengthSetup& setup, const SurfaceMesh& surface)
		{ return AddAnchor(setup, BlankPaintedAnchor(static_cast<int32_t>(surface.positions.size()), 0.02)); },
		false,
		SerialRunner()));
	ASSERT_EQ(bench.View().findings.size(), 1u);
	EXPECT_EQ(bench.View().findings[0].rule, SetupRule::AnchorHoldsNothing);
	StudioRunRequest run;
	const Status refused = bench.Run(run, SerialRunner());
	ASSERT_FALSE(refused);
	EXPECT_EQ(refused.GetError().message, bench.View().findings[0].text);
	ASSERT_TRUE(StrokeOver(bench, {PaintChannel::AnchorArea, 0}, 1.0f));
	EXPECT_TRUE(bench.View().findings.empty());
	const std::vector<float> held = bench.View().anchors->At(bench.View().object->surface);
	EXPECT_EQ(*std::max_element(held.begin(), held.end()), 1.0f);
	EXPECT_EQ(*std::min_element(held.begin(), held.end()), 0.0f);
	ASSERT_TRUE(bench.ExportAsset());
}

TEST(StudioEdits, APageEditsPaintsUndoesAndBakesAgainOnThreads)
{
	Page page;
	EXPECT_EQ(page.Post("load", R"({"sample": "ball", "length": 0.1})"), 202);
	EXPECT_EQ(page.Post("bake", R"({"tets": 500, "material": "glass"})"), 202);
	EXPECT_EQ(
		page.Post("edit", R"({"do": "add-layer", "layer": {"type": "bands", "period": 0.02, "name": "coils"}})"), 202);
	EXPECT_EQ(page.Post("edit", R"({"do": "add-paint", "depth": 0.02, "name": "rim"})"), 202);
	EXPECT_EQ(page.Post("edit", R"({"do": "set-layer", "index": 0, "weight": 0.5, "blend": "min"})"), 202);
	EXPECT_EQ(
		page.Post("stroke",
			R"({"do": "begin", "channel": "strength", "index": 1, "radius": 0.03, "value": 0.2, "mode": "paint"})"),
		202);
	EXPECT_EQ(page.Post("stroke", R"({"do": "go", "points": [0, 0, 0.1, 0.01, 0, 0.099]})"), 202);
	EXPECT_EQ(page.Post("stroke", R"({"do": "end"})"), 202);
	Json state = page.State();
	EXPECT_EQ(state["error"], "");
	EXPECT_EQ(state["undo"], "Paint strength");
	ASSERT_EQ(state["setup"]["layers"].size(), 2u);
	EXPECT_EQ(state["setup"]["layers"][0]["blend"], "min");
	EXPECT_EQ(state["setup"]["layers"][0]["weight"], 0.5);
	EXPECT_EQ(state["setup"]["layers"][1]["name"], "rim");
	EXPECT_FALSE(state["setup"]["layers"][1].contains("values")) << "the bulk stays on the server";
	EXPECT_EQ(state["strength"]["unit"], "MPa");
	EXPECT_GE(state["strength"]["ticks"].size(), 2u);
	const std::string mesh = std::to_string(state["bodies"][0]["mesh"].get<int>());
	const std::string values = page.Get("values", {{"of", mesh}, {"kind", "strength"}}).body;
	ASSERT_EQ(values.size(), 8 + 4 * state["baked"]["vertices"].get<size_t>());

	// A new bake keeps the layers and the history.
	EXPECT_EQ(page.Post("bake", R"({"tets": 800, "material": "glass"})"), 202);
	state = page.State();
	EXPECT_EQ(state["error"], "");
	EXPECT_EQ(state["setup"]["layers"].size(), 2u);
	EXPECT_EQ(page.Post("edit", R"({"do": "undo"})"), 202);
	EXPECT_EQ(page.State()["redo"], "Paint strength");
	// Another object forgets them.
	EXPECT_EQ(page.Post("load", R"({"sample": "slab"})"), 202);
	state = page.State();
	EXPECT_EQ(state["setup"]["layers"].size(), 0u);
	EXPECT_EQ(state["undo"], "");
}

TEST(StudioEdits, BadChangesAreRefusedInWords)
{
	Page page;
	page.Post("load", R"({"sample": "ball"})");
	page.Post("bake", R"({"tets": 300})");
	for (const char* body : {"{}",
			 R"({"do": "explode"})",
			 R"({"do": 3})",
			 R"({"do": "add-layer", "layer": {"type": "noise"}})",
			 R"({"do": "add-layer", "layer": 7})",
			 R"({"do": "set-layer", "index": -1})",
			 R"({"do": "undo", "index": 1})"})
	{
		EXPECT_EQ(page.Post("edit", body), 400) << body;
	}
	for (const char* body : {"{}",
			 R"({"do": "begin", "radius": -1})",
			 R"({"do": "begin", "mode": "spray"})",
			 R"({"do": "go", "points": [1, 2]})",
			 R"({"do": "go", "points": "x"})",
			 R"({"do": "end", "x": 1})"})
	{
		EXPECT_EQ(page.Post("stroke", body), 400) << body;
	}
	// Right by itself, wrong here: the state says why.
	const std::pair<const char*, const char*> late[] = {{R"({"do": "go", "points": [0, 0, 0]})", "There is no stroke"},
		{R"({"do": "end"})", "There is no stroke"},
		{R"({"do": "begin", "index": 5, "radius": 0.1})", "layer 6: there is nothing painted there"}};
	for (const auto& [body, words] : late)
	{
		EXPECT_EQ(page.Post("stroke", body), 202) << body;
		EXPECT_NE(page.State()["error"].get<std::string>().find(words), std::string::npos) << page.State()["error"];
	}
	EXPECT_EQ(page.Post("edit", R"({"do": "remove-layer", "index": 4})"), 202);
	EXPECT_EQ(page.State()["error"], "there is no layer 5: there are 0");
	EXPECT_EQ(page.Post("edit", R"({"do": "add-layer"})"), 202);
	EXPECT_EQ(page.State()["error"], "there is no layer to add");
}

TEST(WorkbenchEdit, AMapOfFragilePlacesComesBackWithTheStrengthThatItIsOf)
{
	Workbench bench = BakedBall();
	ASSERT_TRUE(AddPaint(bench));
	ASSERT_TRUE(bench.MapFragility(SerialRunner()));
	const std::shared_ptr<const StudioHeatMap> even = bench.View().fragility;
	ASSERT_NE(even, nullptr);
	ASSERT_TRUE(StrokeOver(bench, kPaint, 0.2f));
	EXPECT_EQ(bench.View().fragility, nullptr);
	ASSERT_TRUE(bench.MapFragility(SerialRunner()));
	const std::shared_ptr<const StudioHeatMap> painted = bench.View().fragility;
	ASSERT_NE(painted, nullptr);
	EXPECT_LT(painted->scale.low, 0.9 * even->scale.low);
	ASSERT_TRUE(bench.Undo(SerialRunner()));
	EXPECT_EQ(bench.View().fragility, even);
	ASSERT_TRUE(bench.Redo(SerialRunner()));
	EXPECT_EQ(bench.View().fragility, painted);
	StudioBakeRequest other = bench.View().request;
	other.tets = 900;
	ASSERT_TRUE(bench.Bake(other, SerialRunner()));
	ASSERT_TRUE(bench.Undo(SerialRunner()));
	EXPECT_EQ(bench.View().fragility, nullptr) << "of other tets";
}

TEST(StudioSession, AMapGivesWayToAnEdit)
{
	using Clock = std::chrono::steady_clock;
	StudioSession session(1);
	std::atomic<bool> hasStarted = false;
	bool gaveWay = false;
	const auto map = [&](Workbench&, TaskRunner&, const ProgressSink& progress) -> Status
	{
		for (const auto end = Clock::now() + std::chrono::seconds(20); Clock::now() < end && !gaveWay;)
		{
			hasStarted = true;
			gaveWay = !progress.Report("map", 0.5);
			std::this_thread::yield();
		}
		return Ok{};
	};
	bool isEdited = false;
	const auto edit = [&](Workbench&, TaskRunner&, const ProgressSink& progress) -> Status
	{
		isEdited = progress.Report("edit", 0.5);
		return Ok{};
	};
	ASSERT_TRUE(session.Enqueue("fragility", map));
	while (!hasStarted)
	{
		std::this_thread::yield();
	}
	ASSERT_TRUE(session.Enqueue("edit", edit));
	session.WaitUntilIdle();
	EXPECT_TRUE(gaveWay);
	EXPECT_TRUE(isEdited) << "the edit itself is not cancelled";
}

TEST(StudioApi, EvenStrengthHasALegendOfOneValue)
{
	Page page;
	ASSERT_EQ(page.Post("load", R"({"sample": "ball", "length": 0.1})"), 202);
	ASSERT_EQ(page.Post("bake", R"({"tets": 600, "material": "ceramic"})"), 202);
	const Json even = page.State()["strength"];
	EXPECT_TRUE(even["even"].get<bool>());
	ASSERT_EQ(even["ticks"].size(), 1u) << even.dump();
	EXPECT_EQ(even["ticks"][0]["text"], "40");
	// Paint of 1 changes nothing but the last digit.
	ASSERT_EQ(page.Post("edit", R"({"do": "add-paint", "depth": 0.01})"), 202);
	EXPECT_EQ(page.State()["strength"], even);
	ASSERT_EQ(page.Post("edit", R"({"do": "add-layer", "layer": {"type": "noise", "wavelength": 0.03}})"), 202);
	const Json uneven = page.State()["strength"];
	EXPECT_FALSE(uneven["even"].get<bool>());
	EXPECT_GT(uneven["ticks"].size(), 1u);
}
