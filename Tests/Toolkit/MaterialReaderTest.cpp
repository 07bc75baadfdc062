// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "MaterialReader.h"
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
using FractureToolkit::FindMaterial;
using FractureToolkit::ParseMaterial;

std::string WithField(const std::string& field)
{
	return R"({"name": "x", "density": 1000, "youngModulus": 1e9, "poissonRatio": 0.2, "tensileStrength": 1e6,
		"fractureToughness": 1e5)" +
		(field.empty() ? "" : ", " + field) + "}";
}

void ExpectBadMaterial(const std::string& text, const std::string& message)
{
	const Result<Material> material = ParseMaterial(text);
	ASSERT_FALSE(material) << text;
	EXPECT_EQ(material.GetError().message, message);
}
} // namespace

TEST(MaterialFiles, AreThePresetsFieldByField)
{
	const std::filesystem::path folder = FractureTests::Content() / "Materials";
	size_t files = 0;
	for (const auto& entry : std::filesystem::directory_iterator(folder))
	{
		files += entry.path().extension() == ".json" ? 1 : 0;
	}
	EXPECT_EQ(files, MaterialPresets().size());
	for (const Material& preset : MaterialPresets())
	{
		const std::filesystem::path path = folder / (preset.name + ".json");
		const Result<Material> read = FindMaterial(path.string());
		ASSERT_TRUE(read) << read.GetError().message;
		EXPECT_EQ(read->name, preset.name);
		EXPECT_EQ(read->strengthAxis, preset.strengthAxis) << preset.name;
		const nlohmann::json document = nlohmann::json::parse(TempFolder::Read(path));
		for (const MaterialField& field : MaterialFields())
		{
			EXPECT_EQ((*read).*field.value, preset.*field.value) << preset.name << " " << field.name;
			EXPECT_TRUE(document.contains(field.name)) << preset.name << " " << field.name;
		}
		EXPECT_GT(document.at("source").get<std::string>().size(), 20u) << preset.name;
	}
}

TEST(MaterialReader, AbsentFieldsTakeTheDefaults)
{
	const Result<Material> material = ParseMaterial(WithField(""));
	ASSERT_TRUE(material);
	EXPECT_EQ(material->density, 1000.0);
	EXPECT_EQ(material->growthFactor, Material{}.growthFactor);
	EXPECT_EQ(material->compressiveFactor, Material{}.compressiveFactor);
}

TEST(MaterialReader, WhatIsWrongIsNamed)
{
	ExpectBadMaterial("{", "is not JSON: line 1, column 2 is not what could stand there");
	ExpectBadMaterial("[1]", "must be an object in braces, but is [1]");
	ExpectBadMaterial(R"({"name": "x"})", "lacks the field \"density\"");
	ExpectBadMaterial(WithField(R"("densty": 3)"), "has the unknown field 'densty'");
	ExpectBadMaterial(WithField(R"("grainSize": "small")"), "grainSize is \"small\" but must be a finite number");
	ExpectBadMaterial(WithField(R"("grainSize": 1e999)"), "'grainSize' has the number '1e999', which is too large");
	ExpectBadMaterial(
		WithField(R"("growthFactor": 2)"), "material \"x\": growthFactor is 2 but must be above 0 and at most 1");
	ExpectBadMaterial(WithField(R"("surfaceCompression": 1e6)"),
		"material \"x\": surfaceCompression must be below tensileStrength, which includes it");
	ExpectBadMaterial(
		WithField(R"("strengthAxis": [1, 0])"), "strengthAxis is [1,0] but must be three numbers [x, y, z]");
	ExpectBadMaterial(
		WithField(R"("strengthAxis": [1, 1, 0])"), "material \"x\": strengthAxis must have length 1, or 0 for none");
	EXPECT_FALSE(ParseMaterial(std::string(100000, '[')));
}

TEST(MaterialReader, TheProgramTakesAFileOrAName)
{
	const TempFolder folder;
	folder.Write("box.json", WithField(R"("axisFactor": 3, "strengthAxis": [0, 1, 0])"));
	folder.Write("bad.json", WithField(R"("dentFactor": -1)"));
	ASSERT_EQ(RunProgram(folder, {"make", "ball", "-o", "box.obj"}).exitCode, 0);
	const ProgramRun good =
		RunProgram(folder, {"bake", "box.obj", "--tets", "200", "--material", "box.json", "--json"});
	EXPECT_EQ(good.exitCode, 0) << good.err;
	EXPECT_NE(good.out.find("\"x\""), std::string::npos) << good.out;
	const ProgramRun bad = RunProgram(folder, {"bake", "box.obj", "--material", "bad.json"});
	EXPECT_EQ(bad.exitCode, 2);
	EXPECT_NE(bad.err.find("bad.json: material \"x\": dentFactor is -1 but must be from 0 to 10000"), std::string::npos)
		<< bad.err;
	EXPECT_NE(
		RunProgram(folder, {"bake", "box.obj", "--material", "none.json"}).err.find("none.json: "), std::string::npos);
}
