// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StrengthReader.h"
#include "StrengthWriter.h"

#include "FractureCore/Asset.h"
#include "RunProgram.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace
{
using namespace FractureCore;
using FractureTests::ProgramRun;
using FractureTests::RunProgram;
using FractureTests::TempFolder;
using FractureToolkit::ParseStrength;
using nlohmann::json;

void ExpectBadStrength(const std::string& text, const std::string& message)
{
	const Result<StrengthSetup> setup = ParseStrength(text);
	ASSERT_FALSE(setup) << text;
	EXPECT_EQ(setup.GetError().message, message);
}

std::string OneLayer(const std::string& fields)
{
	return R"({"layers": [{"type": "geometry"}, {)" + fields + "}]}";
}

BakedObject LoadObject(const std::filesystem::path& path)
{
	const std::string text = TempFolder::Read(path);
	Result<BakedObject> object = LoadAsset(std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
	EXPECT_TRUE(object);
	return object ? *object : BakedObject{};
}
} // namespace

TEST(StrengthReader, ReadsEveryKindOfLayerAndAnchor)
{
	const Result<StrengthSetup> setup = ParseStrength(R"({
		"about": "all of it", // comments are allowed
		"layers": [
			{"type": "painted", "values": [0.5, 1], "depth": 0.1, "blend": "replace", "weight": 0.5,
				"mask": {"shape": "box", "low": [0, 0, 0], "high": [1, 2, 3]}},
			{"type": "noise", "wavelength": 0.2, "octaves": 3, "low": 0.5, "high": 1.5, "seed": 18446744073709551615,
				"mask": {"shape": "sphere", "centre": [1, 2, 3], "radius": 4}},
			{"type": "turbulence", "wavelength": 0.2, "threshold": 0.25, "blend": "min",
				"mask": {"shape": "painted", "values": [1, 0], "depth": 2}},
			{"type": "plane", "point": [1, 0, 0], "normal": [0, 1, 0], "halfWidth": 0.1, "factor": 0.3, "blend": "max"},
			{"type": "nodules", "spheres": [{"centre": [1, 2, 3], "radius": 0.5}], "scattered": 3,
				"scatteredRadius": 0.25, "factor": 7, "seed": 2, "blend": "add"},
			{"type": "bands", "origin": [0, 0, 1], "axis": [0, 1, 0], "period": 0.1, "amplitude": 0.75},
			{"type": "geometry", "volumePower": 2, "hidden": true},
			{"type": "grains", "size": 0.1, "spread": 0.25, "factor": 0.5, "width": 0.02, "seed": 4,
				"seeds": [[1, 2, 3], [4, 5, 6]], "name": "coarse"},
			{"type": "scatter", "modulus": 8, "referenceVolume": 0.001, "seed": 6},
			{"type": "seeds", "seeds": [{"point": [0, 0, 1]}, {"point": [1, 0, 0], "weight": 2.5}], "factor": 0.25,
				"width": 0.02}
		],
		"anchors": [
			{"shape": "half-space", "point": [0, 0, 1], "normal": [0, 0, 2], "axes": "zx"},
			{"shape": "sphere", "centre": [0, 0, 0], "radius": 1, "name": "foot", "hidden": true}
		]})");
	ASSERT_TRUE(setup) << setup.GetError().message;
	const std::vector<StrengthLayer> layers = {
		{PaintedValues{{0.5f, 1.0f}, 0.1}, StrengthBlend::Replace, 0.5, BoxRegion{{0, 0, 0}, {1, 2, 3}}},
		{NoiseLayer{0.2, 3, false, 0.5, 1.5, {}, UINT64_MAX},
			StrengthBlend::Multiply,
			1.0,
			SphereRegion{{1, 2, 3}, 4.0}},
		{NoiseLayer{0.2, 1, true, 0.7, 1.3, 0.25, 0}, StrengthBlend::Min, 1.0, PaintedValues{{1.0f, 0.0f}, 2.0}},
		{CleavingPlane{{1, 0, 0}, {0, 1, 0}, 0.1, 0.3}, StrengthBlend::Max, 1.0, {}},
		{NoduleLayer{{{{1, 2, 3}, 0.5}}, 3, 0.25, 7.0, 2}, StrengthBlend::Add, 1.0, {}},
		{BandLayer{{0, 0, 1}, {0, 1, 0}, 0.1, 0.75}, StrengthBlend::Multiply, 1.0, {}},
		{GeometryLayer{2.0}, StrengthBlend::Multiply, 1.0, {}, "", true},
		{GrainLayer{0.1, 0.25, 0.5, 0.02, 4, {{1, 2, 3}, {4, 5, 6}}}, StrengthBlend::Multiply, 1.0, {}, "coarse"},
		{ScatterLayer{8, 0.001, 6}, StrengthBlend::Multiply, 1.0, {}},
		{SeedLayer{{{{0, 0, 1}, 1.0}, {{1, 0, 0}, 2.5}}, 0.25, 0.02}, StrengthBlend::Multiply, 1.0, {}}};
	const std::vector<Anchor> anchors = {
		{HalfSpaceRegion{{0, 0, 1}, {0, 0, 2}}, 5}, {SphereRegion{{0, 0, 0}, 1.0}, 7, "foot", true}};
	ASSERT_EQ(setup->layers.size(), layers.size());
	for (size_t i = 0; i < layers.size(); ++i)
	{
		EXPECT_EQ(setup->layers[i], layers[i]) << i;
	}
	EXPECT_EQ(setup->anchors, anchors);
	// What is written is what was read; without paint it lacks the values only.
	const Result<StrengthSetup> again =
		FractureToolkit::ParseStrength(FractureToolkit::StrengthToJson(*setup, true).dump());
	ASSERT_TRUE(again) << again.GetError().message;
	EXPECT_EQ(*again, *setup);
	const std::string brief = FractureToolkit::StrengthToJson(*setup, false).dump();
	EXPECT_EQ(brief.find("values"), std::string::npos);
	EXPECT_NE(brief.find("wavelength"), std::string::npos);
}

TEST(StrengthReader, SaysInOneLineWhatIsWrong)
{
	ExpectBadStrength("", "is not JSON: line 1, column 1 is not what could stand there");
	ExpectBadStrength(R"({"layers": {}})", "layers must be an array");
	ExpectBadStrength(R"({"layer": []})", "has the unknown field 'layer'");
	ExpectBadStrength(R"({"layers": [3]})", "layer 1: must be an object in braces, but is 3");
	ExpectBadStrength(OneLayer(""), "layer 2: lacks the field \"type\"");
	ExpectBadStrength(OneLayer(R"("type": "nois")"),
		"layer 2: type is \"nois\" but must be one of painted, noise, turbulence, plane, nodules, bands, geometry, "
		"grains, scatter, seeds");
	ExpectBadStrength(OneLayer(R"("type": "noise")"), "layer 2: lacks the field \"wavelength\"");
	ExpectBadStrength(OneLayer(R"("type": "noise", "wavelength": -1)"),
		"layer 2: wavelength is -1 but must be a finite number above 0");
	ExpectBadStrength(OneLayer(R"("type": "noise", "wavelength": 1e-30)"),
		"layer 2: wavelength is 1e-30 but must be a finite number of at least 1e-06");
	ExpectBadStrength(OneLayer(R"("type": "noise", "wavelength": 1, "high": 2, "high": 3)"),
		"has the key \"high\" twice in one object");
	ExpectBadStrength(OneLayer(R"("type": "noise", "wavelength": 1, "octaves": 1.5)"),
		"layer 2: octaves is 1.5 but must be a whole number");
	ExpectBadStrength(OneLayer(R"("type": "noise", "wavelength": 1, "seed": -1)"),
		"layer 2: seed is -1 but must be a whole number from 0 to 18446744073709551615");
	ExpectBadStrength(OneLayer(R"("type": "geometry", "weight": 2)"), "layer 2: weight is 2 but must be from 0 to 1");
	ExpectBadStrength(OneLayer(R"("type": "geometry", "blend": "mul")"),
		"layer 2: blend is \"mul\" but must be one of multiply, add, min, max, replace");
	ExpectBadStrength(OneLayer(R"("type": "geometry", "period": 2)"), "layer 2: has the unknown field 'period'");
	ExpectBadStrength(OneLayer(R"("type": "geometry", "mask": {"shape": "box", "low": [0, 0, 0]})"),
		"layer 2: mask: lacks the field \"high\"");
	ExpectBadStrength(OneLayer(R"("type": "nodules", "spheres": [{"centre": [0, 0, 0], "radius": 1}, {"radius": 1}])"),
		"layer 2: sphere 2: lacks the field \"centre\"");
	ExpectBadStrength(OneLayer(R"("type": "seeds", "width": 1)"), "layer 2: lacks the field \"seeds\"");
	ExpectBadStrength(OneLayer(R"("type": "seeds", "width": 1, "seeds": 3)"), "layer 2: seeds must be an array");
	ExpectBadStrength(OneLayer(R"("type": "seeds", "width": 1, "seeds": [{"point": [0, 0, 0]}])"),
		"layer 2: there are 1 seeds but must be from 2 to 10000");
	ExpectBadStrength(OneLayer(R"("type": "seeds", "width": 1, "seeds": [{"point": [0, 0, 0]}, {"weight": 1}])"),
		"layer 2: seed 2: lacks the field \"point\"");
	ExpectBadStrength(
		OneLayer(R"("type": "grains", "size": 1, "width": 1, "seeds": 3)"), "layer 2: seeds must be an array");
	ExpectBadStrength(OneLayer(R"("type": "grains", "size": 1, "width": 1, "seeds": [[0, 0, 0], [1, 2]])"),
		"layer 2: painted seed 2: seed is [1,2] but must be three numbers [x, y, z]");
	ExpectBadStrength(OneLayer(R"("type": "painted", "depth": 1, "values": [1, "a"])"),
		"layer 2: values[1] is \"a\" but must be a number from -1e+38 to 1e+38");
	ExpectBadStrength(R"({"anchors": [{"shape": "sphere", "centre": [0, 0, 0], "radius": 1, "axes": "w"}]})",
		"anchor 1: axes is \"w\" but must be made of x, y and z");
	ExpectBadStrength(R"({"anchors": [{"shape": "sphere", "centre": [0, 0, 0], "radius": 0}]})",
		"anchor 1: radius is 0 but must be a finite number above 0");
}

TEST(StrengthFiles, OfThePluginAreValid)
{
	size_t files = 0;
	for (const auto& entry : std::filesystem::directory_iterator(FractureTests::Content() / "Strength"))
	{
		const Result<StrengthSetup> setup = FractureToolkit::ReadStrengthFile(entry.path());
		EXPECT_TRUE(setup) << entry.path() << ": " << (setup ? "" : setup.GetError().message);
		++files;
	}
	EXPECT_GE(files, 3u);
}

TEST(StrengthCommand, BakesLayersAndAnchorsAndStressReadsThem)
{
	const TempFolder folder;
	ASSERT_EQ(RunProgram(folder, {"make", "wall", "-o", "wall.obj"}).exitCode, 0);
	folder.Write("weak.json",
		R"({"layers": [{"type": "noise", "wavelength": 1, "low": 0.5, "high": 0.5}],
			"anchors": [{"shape": "half-space", "point": [0, 0, 0.001], "normal": [0, 0, 1]}]})");
	folder.Write("free.json", "{}");
	const auto bake = [&](const char* layers, const char* out) {
		return RunProgram(folder, {"bake", "wall.obj", "--tets", "2000", "--strength", layers, "-o", out});
	};
	ASSERT_EQ(bake("weak.json", "weak.frac").exitCode, 0);
	ASSERT_EQ(bake("free.json", "free.frac").exitCode, 0);
	const BakedObject weak = LoadObject(folder / "weak.frac");
	ASSERT_EQ(weak.strength.size(), weak.tets.tets.size());
	EXPECT_NEAR(weak.strength[0], 0.5 * weak.material.tensileStrength, 1.0);
	EXPECT_EQ(LoadObject(folder / "free.frac").heldAxes.size(), 0u);

	// The anchored wall has a reaction; and half the strength doubles the ratio.
	const auto stress = [&](const char* asset)
	{
		const ProgramRun run = RunProgram(folder, {"stress", asset, "--impulse", "0 -0.1 1 0 5 0", "--json"});
		EXPECT_EQ(run.exitCode, 0) << run.err;
		return json::parse(run.out, nullptr, false);
	};
	const json held = stress("weak.frac");
	const json loose = stress("free.frac");
	EXPECT_NEAR(held["stress_over_strength"].get<double>(),
		held["max_principal_pa"].get<double>() / weak.strength[0],
		1.0e-9 * held["stress_over_strength"].get<double>());
	EXPECT_GT(std::abs(held["reaction_n"][1].get<double>()), 1.0);
	EXPECT_EQ(loose["reaction_n"][1].get<double>(), 0.0);

	folder.Write("bad.json", OneLayer(R"("type": "plane")"));
	const ProgramRun bad = bake("bad.json", "bad.frac");
	EXPECT_EQ(bad.exitCode, 1);
	EXPECT_EQ(bad.err, "fracturesim: bad.json: layer 2: lacks the field \"point\"\n");

	const ProgramRun picture =
		RunProgram(folder, {"picture", "weak.frac", "--colour", "strength", "--size", "64x48", "--json"});
	EXPECT_EQ(picture.exitCode, 0) << picture.err;
	EXPECT_NEAR(json::parse(picture.out)["legend"]["low"].get<double>(), weak.strength[0], 1.0);
}
