// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Material.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

using namespace FractureCore;

TEST(Material, PresetsAreValidSortedAndFoundByName)
{
	const std::span<const Material> presets = MaterialPresets();
	EXPECT_EQ(presets.size(), 7u);
	EXPECT_TRUE(std::is_sorted(
		presets.begin(), presets.end(), [](const Material& a, const Material& b) { return a.name < b.name; }));
	for (const Material& preset : presets)
	{
		EXPECT_TRUE(ValidateMaterial(preset)) << preset.name;
		const Result<Material> found = FindMaterialPreset(preset.name);
		ASSERT_TRUE(found);
		EXPECT_EQ(*found, preset);
	}
	EXPECT_EQ(*FindMaterialPreset("glass"), Material{});
}

TEST(Material, AnUnknownNameIsAnsweredWithTheNamesThereAre)
{
	const Result<Material> found = FindMaterialPreset("Glass");
	ASSERT_FALSE(found);
	EXPECT_EQ(found.GetError().code, ErrorCode::InvalidMaterial);
	EXPECT_EQ(found.GetError().message,
		"there is no material \"Glass\"; the presets are adobe, ceramic, concrete, glass, ice, plaster, stone");
}

TEST(Material, ABadFieldIsNamedWithItsValue)
{
	const double nan = std::numeric_limits<double>::quiet_NaN();
	const double infinity = std::numeric_limits<double>::infinity();
	const auto expectBad = [](double Material::*field, double value, const std::string& words)
	{
		Material material;
		material.*field = value;
		const Status status = ValidateMaterial(material);
		ASSERT_FALSE(status) << words;
		EXPECT_EQ(status.GetError().code, ErrorCode::InvalidMaterial);
		EXPECT_NE(status.GetError().message.find(words), std::string::npos) << status.GetError().message;
	};
	for (const double bad : {0.0, -1.0, nan, infinity})
	{
		expectBad(&Material::density, bad, "density is ");
		expectBad(&Material::youngModulus, bad, "youngModulus is ");
		expectBad(&Material::tensileStrength, bad, "tensileStrength is ");
		expectBad(&Material::fractureToughness, bad, "fractureToughness is ");
		expectBad(&Material::compressiveFactor, bad, "compressiveFactor is ");
	}
	expectBad(&Material::poissonRatio, -0.01, "poissonRatio is -0.01 but must be from 0 to 0.45");
	expectBad(&Material::poissonRatio, 0.46, "poissonRatio is 0.46");
	expectBad(&Material::poissonRatio, nan, "poissonRatio is nan");
	expectBad(&Material::compressiveFactor, 0.99, "compressiveFactor is 0.99");

	Material edge;
	edge.poissonRatio = 0.45;
	edge.compressiveFactor = 1.0;
	EXPECT_TRUE(ValidateMaterial(edge));
	edge.name = "\xC0\x80";
	EXPECT_FALSE(ValidateMaterial(edge));
	edge.name.assign(5000, 'x');
	EXPECT_FALSE(ValidateMaterial(edge));
}
