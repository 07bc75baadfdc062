// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/SceneReader.h"
#include "Support/TestPaths.h"
#include "TempFolder.h"

#include <gtest/gtest.h>

namespace
{
using namespace FractureToolkit;
using FractureCore::Result;

std::string SceneWith(const std::string& scene, const std::string& object)
{
	return "{ " + scene + R"("objects": [ { "name": "pot", "shape": "bowl", "material": "glass")" + object + " } ] }";
}

std::string MistakeIn(const std::string& text)
{
	const Result<Scene> scene = ParseScene(text, ".");
	return scene ? "" : scene.GetError().message;
}
} // namespace

TEST(SceneReader, TakesEveryField)
{
	const Result<Scene> scene = ParseScene(R"({
		"about": "a", "source": "b", "gravity": [0, 0, -1.6], "rate": 300, "framesPerSecond": 100, "frames": 7,
		"seed": 9, "ground": { "height": 0.5, "material": "glass", "friction": 0.3, "restitution": 0.4 },
		"camera": { "azimuth": 10, "elevation": 20, "target": [1, 2, 3], "distance": 4 },
		"objects": [ {
			"name": "pot", "shape": "bowl", "size": { "diameter": 0.2 }, "material": "ceramic", "tets": 700,
			"strength": { "anchors": [ { "shape": "sphere", "centre": [0, 0, 0], "radius": 0.1 } ] },
			"position": [1, 2, 3], "above": 0.25, "rotation": { "axis": [0, 0, 2], "degrees": 90 },
			"velocity": [4, 5, 6], "angularVelocity": [7, 8, 9], "friction": 0.1, "restitution": 0.9, "hulls": 5,
			"copies": { "count": [2, 3, 4], "spacing": [1, 1, 1], "jitter": 0.1, "turns": true },
			"breaking": { "solves": 2, "cracks": 3, "growth": 0.5, "generations": 2, "debris": 0.001 } } ],
		"projectiles": [ { "name": "ball", "shape": "ball", "material": "stone", "mass": 3 } ] })",
		".");
	ASSERT_TRUE(scene.HasValue()) << scene.GetError().message;
	EXPECT_EQ(scene->gravity.z, -1.6);
	EXPECT_EQ(scene->rate, 300.0);
	EXPECT_EQ(scene->frames, 7);
	EXPECT_EQ(scene->ground->height, 0.5);
	EXPECT_EQ(scene->ground->material.name, "glass");
	EXPECT_EQ(scene->camera.target->y, 2.0);
	ASSERT_EQ(scene->objects.size(), 2u);
	const SceneObject& pot = scene->objects[0];
	EXPECT_EQ(pot.size.at("diameter"), 0.2);
	EXPECT_EQ(pot.tets, 700);
	EXPECT_EQ(pot.kind, FractureCore::BodyKind::Static) << "an anchor holds it";
	EXPECT_EQ(*pot.above, 0.25);
	const FractureCore::Vec3 turned = Rotated(pot.orientation, {1.0, 0.0, 0.0});
	EXPECT_NEAR(turned.y, 1.0, 1.0e-12);
	EXPECT_EQ(pot.copies.count[2], 4);
	EXPECT_TRUE(pot.copies.turns);
	EXPECT_EQ(pot.rules.settings.plan.maxSolves, 2);
	EXPECT_EQ(pot.rules.settings.plan.growthScale, 0.5);
	EXPECT_EQ(pot.rules.generations, 2);
	EXPECT_EQ(pot.rules.settings.plan.seed, 9u);
	EXPECT_TRUE(pot.isBreakable);
	EXPECT_FALSE(scene->objects[1].isBreakable) << "a projectile";
	EXPECT_EQ(scene->objects[1].mass, 3.0);
}

TEST(SceneReader, AMistakeNamesObjectFieldAndValue)
{
	struct Case
	{
		std::string text;
		const char* parts[3];
	};
	for (const Case& c : {Case{SceneWith("", R"(, "tets": -3)"), {"object 1 \"pot\"", "tets", "-3"}},
			 Case{SceneWith("", R"(, "materiel": 1)"), {"object 1 \"pot\"", "unknown field", "materiel"}},
			 Case{SceneWith("", R"(, "restitution": 1.5)"), {"pot", "restitution", "1.5"}},
			 Case{SceneWith("", R"(, "rotation": { "axis": [0, 0, 0], "degrees": 1 })"), {"pot", "rotation", "axis"}},
			 Case{SceneWith("", R"(, "copies": { "count": [1, 0, 1], "spacing": [1, 1, 1] })"),
				 {"pot", "copies", "count"}},
			 Case{SceneWith("", R"(, "mass": 2)"), {"pot", "mass", "breakable"}},
			 Case{SceneWith("", R"(, "size": { "girth": 2 })"), {"pot", "bowl", "girth"}},
			 Case{SceneWith("", R"(, "strength": "absent.json")"), {"pot", "strength", "absent.json"}},
			 Case{SceneWith("", R"(, "strength": { "layers": [ { "type": "bands", "period": -1 } ] })"),
				 {"pot", "layer 1", "period"}},
			 Case{SceneWith(R"("frames": "many", )", ""), {"frames", "many", "whole number"}},
			 Case{SceneWith(R"("rate": 100, "framesPerSecond": 60, )", ""), {"rate is 100", "multiple", "is 60"}},
			 Case{SceneWith("", R"(, "kinematic": true, "fixed": true)"), {"pot", "kinematic", "fixed"}},
			 Case{SceneWith("", R"(, "kinematic": true, "breakable": true)"), {"pot", "kinematic", "breakable"}},
			 Case{SceneWith("",
					  R"(, "kinematic": true, "strength": { "anchors": [ { "shape": "sphere", "centre": [0, 0, 0],
				 "radius": 0.1 } ] })"),
				 {"pot", "kinematic", "anchors"}},
			 Case{SceneWith(R"("ground": { "material": "cheese" }, )", ""), {"ground", "material", "cheese"}},
			 Case{R"({ "objects": [ { "name": "x", "shape": "teapot", "material": "glass" } ] })",
				 {"object 1 \"x\"", "shape", "teapot"}},
			 Case{R"({ "objects": [ { "name": "x", "material": "glass" } ] })", {"x", "shape", "mesh"}},
			 Case{R"({ "objects": [ { "name": "x", "shape": "bowl", "mesh": "x.obj", "material": "glass" } ] })",
				 {"x", "a \"shape\" and a \"mesh\"", ""}},
			 Case{R"({ "objects": [] })", {"no object", "", ""}},
			 Case{R"({ "objects": 3 })", {"objects", "array", ""}},
			 Case{"{ \"objects\": [", {"JSON", "", ""}}})
	{
		const std::string mistake = MistakeIn(c.text);
		EXPECT_EQ(mistake.find('\n'), std::string::npos) << mistake;
		for (const char* part : c.parts)
		{
			EXPECT_NE(mistake.find(part), std::string::npos) << part << " in: " << mistake;
		}
	}
	EXPECT_EQ(MistakeIn(SceneWith("", "")), "");
}

TEST(SceneReader, WhatIsNotJsonIsNamedByLineAndColumn)
{
	EXPECT_EQ(MistakeIn("{ \"objects\": [ 1, ] }"), "is not JSON: line 1, column 19 is not what could stand there");
	EXPECT_EQ(MistakeIn("{\r\n\t\"about\": \"\u00e4\u00f6\", x\n}"),
		"is not JSON: line 2, column 17 is not what could stand there");
	EXPECT_EQ(MistakeIn("{\n  // none\n  \"gravity\": [0, 0, NaN]\n}"),
		"is not JSON: line 3, column 21 is not what could stand there");
	EXPECT_EQ(MistakeIn("{ \"objects\":\n"), "is not JSON: line 2, column 1 is not what could stand there");
	EXPECT_EQ(MistakeIn("{ \"objects\":\n  " + std::string(70, '[')),
		"is too deep: line 2, column 66 opens a bracket within 64 others");
}

TEST(SceneReader, WholeNumbersMayBeWrittenAnyWay)
{
	const Result<Scene> scene = ParseScene(SceneWith(R"("frames": 1.2e2, "seed": 3e3, )", R"(, "tets": 900.0)"), ".");
	ASSERT_TRUE(scene.HasValue()) << scene.GetError().message;
	EXPECT_EQ(scene->frames, 120);
	EXPECT_EQ(scene->seed, 3000u);
	EXPECT_EQ(scene->objects[0].tets, 900);
	EXPECT_EQ(MistakeIn(SceneWith(R"("frames": 99999999999999999999, )", "")),
		"frames is 1e+20 but must be a number from 1 to 1000000");
	EXPECT_EQ(MistakeIn(SceneWith(R"("frames": 1.5, )", "")), "frames is 1.5 but must be a whole number");
	EXPECT_EQ(MistakeIn(SceneWith(R"("seed": 1e20, )", "")),
		"seed is 1e+20 but must be a whole number from 0 to 18446744073709551615");
}

TEST(SceneReader, AMistakeIsNamedAsTheSceneWritesIt)
{
	const auto slab = [](const std::string& fields)
	{ return R"({ "objects": [ { "name": "a", "shape": "slab", "material": "glass")" + fields + " } ] }"; };
	EXPECT_EQ(
		MistakeIn(slab(R"(, "size": { "radius": 1 })")), "object 1 \"a\": shape is \"slab\": slab has no size.radius");
	EXPECT_EQ(MistakeIn(slab(R"(, "size": { "--radius": 1 })")),
		"object 1 \"a\": shape is \"slab\": slab has no size.--radius");
	EXPECT_EQ(MistakeIn(slab(R"(, "size": { "thickness": 5 })")),
		"object 1 \"a\": shape is \"slab\": slab: size.thickness 5 m is out of range: it must be from 0.0025 to 1 m "
		"(1/400 of the longest side to the shortest)");
	EXPECT_EQ(MistakeIn(R"({ "objects": [ { "name": "a", "shape": "boat", "material": "glass", "shell": 5 } ] })"),
		"object 1 \"a\": shape is \"boat\": boat: shell 5 m is out of range: it must be from 0.0075 to 0.081 m "
		"(1/400 of the length to 0.15 of the beam or depth)");
	EXPECT_EQ(MistakeIn(slab(R"(, "rotation": { "axis": [0, 0, 0], "degrees": 9 })")),
		"object 1 \"a\": rotation: axis is [0,0,0], which has no length");
}

TEST(SceneReader, ObjectsThatDoNotFitTheSceneAreNamedByNumber)
{
	const std::string a = R"({ "name": "a", "shape": "slab", "material": "glass", "tets": 500)";
	EXPECT_EQ(MistakeIn(R"({ "ground": false, "objects": [ )" + a + R"(, "above": 0.1 } ] })"),
		"object 1 \"a\": above is 0.1, but the scene has no ground");
	EXPECT_EQ(MistakeIn(R"({ "objects": [ )" + a + " }, " + a + " } ] }"),
		"object 2 \"a\": name is \"a\", but that is the name of object 1");
	EXPECT_EQ(MistakeIn(R"({ "objects": [ )" + a + R"( } ], "projectiles": [ )" + a + " } ] }"),
		"projectile 1 \"a\": name is \"a\", but that is the name of object 1");
	const std::string b = R"({ "name": "a-1", "shape": "slab", "material": "glass", "tets": 500 })";
	const std::string copies = a + R"(, "copies": { "count": [2, 1, 1], "spacing": [1, 1, 1] } })";
	EXPECT_EQ(MistakeIn(R"({ "objects": [ )" + copies + ", " + b + " ] }"),
		"object 2 \"a-1\": name is \"a-1\", but that is the name of a copy of object 1");
	EXPECT_EQ(MistakeIn(R"({ "objects": [ )" + b + ", " + copies + " ] }"),
		"object 2 \"a\": name is \"a-1\", but that is the name of object 1");
	EXPECT_EQ(MistakeIn(R"({ "objects": [ { "name": "", "shape": "slab", "material": "glass" } ] })"),
		"object 1 \"\": name is empty");
}

TEST(SceneReader, WhatIsFixedHasNoVelocity)
{
	EXPECT_EQ(MistakeIn(SceneWith("", R"(, "fixed": true, "velocity": [1, 0, 0])")),
		"object 1 \"pot\": fixed is true, but velocity is [1,0,0]: what is fixed does not move");
	EXPECT_EQ(MistakeIn(SceneWith("", R"(, "fixed": true, "angularVelocity": [0, 0, 2])")),
		"object 1 \"pot\": fixed is true, but angularVelocity is [0,0,2]: what is fixed does not move");
	EXPECT_EQ(MistakeIn(SceneWith("", R"(, "fixed": true, "velocity": [0, 0, 0])")), "");
}

// Numbers that no engine can step with, and those that no computer can hold.
TEST(SceneReader, NumbersHaveLimits)
{
	const auto scene = [](const char* field, const char* value)
	{ return SceneWith("\"" + std::string(field) + "\": " + value + ", ", ""); };
	const auto object = [](const char* field, const char* value)
	{ return SceneWith("", ", \"" + std::string(field) + "\": " + value); };
	struct Case
	{
		std::string text;
		const char* field;
		const char* value;
	};
	for (const Case& c : {Case{object("velocity", "[0, 1e300, 0]"), "velocity", "1e+300"},
			 Case{object("velocity", "[0, 0, -10001]"), "velocity", "-10001"},
			 Case{object("angularVelocity", "[1e9, 0, 0]"), "angularVelocity", "1000000000"},
			 Case{object("position", "[0, 0, 1e7]"), "position", "10000000"},
			 Case{object("above", "1e7"), "above", "10000000"},
			 Case{object("breakable", "false, \"mass\": 1e300"), "mass", "1e+300"},
			 Case{object("breakable", "false, \"mass\": 1e-300"), "mass", "1e-300"},
			 Case{object("copies", "{ \"count\": [2, 1, 1], \"spacing\": [1e8, 0, 0] }"), "spacing", "100000000"},
			 Case{object("copies", "{ \"count\": [2, 1, 1], \"spacing\": [1, 0, 0], \"jitter\": 1e8 }"),
				 "jitter",
				 "100000000"},
			 Case{object("copies", "{ \"count\": [2, 1.5, 1], \"spacing\": [1, 0, 0] }"), "count", "1.5"},
			 Case{object("copies", "{ \"count\": [1, 1, 1e300], \"spacing\": [1, 0, 0] }"), "count", "1e+300"},
			 Case{object("rotation", "{ \"axis\": [0, 0, 1e300], \"degrees\": 1 }"), "axis", "1e+300"},
			 Case{object("size", "{ \"diameter\": 1e300 }"), "diameter", "1e+300"},
			 Case{object("shell", "1e300"), "shell", "1e+300"},
			 Case{object("tets", "1e300"), "tets", "1e+300"},
			 Case{R"({ "objects": [ { "name": "x", "mesh": "x.obj", "length": 1e9, "material": "glass" } ] })",
				 "length",
				 "1000000000"},
			 Case{scene("gravity", "[0, 0, -1e300]"), "gravity", "-1e+300"},
			 Case{scene("ground", "{ \"height\": 1e300 }"), "height", "1e+300"},
			 Case{scene("rate", "1e300"), "rate", "1e+300"},
			 Case{scene("frames", "2000000"), "frames", "2000000"},
			 Case{scene("camera", "{ \"target\": [0, 1e300, 0] }"), "target", "1e+300"},
			 Case{scene("camera", "{ \"distance\": 1e300 }"), "distance", "1e+300"},
			 Case{object("velocity", "[0, 1e400, 0]"), "velocity", "1e400"},
			 Case{scene("gravity", "[0, 0, -1e400]"), "gravity", "-1e400"},
			 Case{scene("frames", "1e400"), "frames", "1e400"}})
	{
		const std::string mistake = MistakeIn(c.text);
		EXPECT_NE(mistake.find(c.field), std::string::npos) << c.text << ": " << mistake;
		EXPECT_NE(mistake.find(c.value), std::string::npos) << c.text << ": " << mistake;
		EXPECT_LT(mistake.size(), 200u) << mistake;
	}
	EXPECT_EQ(MistakeIn(object("velocity", "[-10000, 0, 10000]")), "");
	EXPECT_EQ(MistakeIn(object("angularVelocity", "[0, 100000, 0]")), "");
}

TEST(SceneReader, EverySceneOfTheRepositoryIsGoodAndNamesItsSource)
{
	int count = 0;
	for (const auto& entry : std::filesystem::directory_iterator(FractureTests::Content() / "Scenes"))
	{
		const Result<Scene> scene = ReadSceneFile(entry.path());
		ASSERT_TRUE(scene.HasValue()) << entry.path() << ": " << scene.GetError().message;
		EXPECT_FALSE(scene->about.empty()) << entry.path();
		EXPECT_GT(scene->source.size(), 20u) << entry.path();
		++count;
	}
	EXPECT_GE(count, 20);
}

TEST(SceneReader, MeshesLieBesideTheSceneAsMaterialsDo)
{
	const auto meshIn = [](const std::string& mesh)
	{
		const Result<Scene> scene = ParseScene(
			R"({ "objects": [ { "name": "x", "mesh": ")" + mesh + R"(", "material": "glass" } ] })", "some/folder");
		return scene ? scene->objects[0].mesh : std::string();
	};
	EXPECT_EQ(std::filesystem::path(meshIn("x.obj")), std::filesystem::path("some/folder") / "x.obj");
	EXPECT_EQ(meshIn("/x.obj"), "/x.obj");
}
