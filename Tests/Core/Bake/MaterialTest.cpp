// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Material.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace FractureCore;

TEST(Material, PresetsAreValidSortedAndFoundByName)
{
	const std::span<const Material> presets = MaterialPresets();
	EXPECT_EQ(presets.size(), 21u);
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
		"there is no material \"Glass\"; the presets are adobe, brick, ceramic, concrete, glass, ice, obrien-bowl-1, "
		"obrien-bowl-2, obrien-bowl-3, obrien-bowl-4, obrien-comparison-bowl, obrien-glass, obrien-the-end, "
		"obrien-wall-1, obrien-wall-2, plaster, porcelain, sheet-metal, stone, tempered-glass, wood");
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

	for (const double bad : {-1.0, nan, infinity})
	{
		expectBad(&Material::grainSize, bad, "grainSize is ");
		expectBad(&Material::dentFactor, bad, "dentFactor is ");
		expectBad(&Material::yieldStrength, bad, "yieldStrength is ");
		expectBad(&Material::surfaceCompression, bad, "surfaceCompression is ");
		expectBad(&Material::dampingPhi, bad, "dampingPhi is ");
		expectBad(&Material::dampingPsi, bad, "dampingPsi is ");
	}
	expectBad(&Material::growthFactor, 0.0, "growthFactor is 0 but must be above 0 and at most 1");
	expectBad(&Material::growthFactor, 1.01, "growthFactor is 1.01");
	expectBad(&Material::axisFactor, 0.0, "axisFactor is 0 but must be from 0.001 to 1000");
	expectBad(&Material::dentFactor, 5.0, "dentFactor but no yieldStrength");
	expectBad(&Material::grainSize, -1.0, "grainSize is -1 but must be a finite number of m, at least 0");

	Material edge;
	edge.strengthAxis = {0.6, 0.0, 0.8};
	EXPECT_TRUE(ValidateMaterial(edge));
	edge.strengthAxis = {1.0, 1.0, 0.0};
	EXPECT_FALSE(ValidateMaterial(edge));
	edge.strengthAxis = {};
	edge.poissonRatio = 0.45;
	edge.compressiveFactor = 1.0;
	EXPECT_TRUE(ValidateMaterial(edge));
	edge.name = "\xC0\x80";
	EXPECT_FALSE(ValidateMaterial(edge));
	edge.name.assign(5000, 'x');
	EXPECT_FALSE(ValidateMaterial(edge));
}

TEST(Material, EveryNumberIsAFieldOnce)
{
	// 14 numbers, an axis of three and a name: whoever adds one adds it to the table too.
	EXPECT_EQ(MaterialFields().size() * sizeof(double) + sizeof(Vec3) + sizeof(std::string), sizeof(Material));
	for (const MaterialField& field : MaterialFields())
	{
		const auto same = [&](const MaterialField& other) { return other.value == field.value; };
		EXPECT_EQ(std::count_if(MaterialFields().begin(), MaterialFields().end(), same), 1) << field.name;
	}
}

TEST(Material, WoodHoldsAlongItsFibresAndPartsAcrossThem)
{
	const Material wood = *FindMaterialPreset("wood");
	EXPECT_DOUBLE_EQ(DirectionFactor(wood, {0.0, 0.0, 1.0}), 40.0);
	EXPECT_DOUBLE_EQ(DirectionFactor(wood, {0.0, 0.0, -1.0}), 40.0);
	EXPECT_DOUBLE_EQ(DirectionFactor(wood, {0.6, 0.8, 0.0}), 1.0);
	// Hankinson: P Q / (P sin^2 + Q cos^2) with P = 40, Q = 1 at 30 degrees to the fibres.
	EXPECT_NEAR(DirectionFactor(wood, {0.5, 0.0, std::sqrt(0.75)}), 40.0 / (40.0 * 0.25 + 0.75), 1.0e-12);
	EXPECT_EQ(DirectionFactor(Material{}, {0.0, 0.0, 1.0}), 1.0);
}

TEST(Material, OBriensConstantsGiveBackHisLameConstants)
{
	const auto expectLame = [](const char* name, double lambda, double mu, double psi, double tau)
	{
		const Material material = *FindMaterialPreset(name);
		const double E = material.youngModulus;
		const double nu = material.poissonRatio;
		EXPECT_NEAR(E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu)), lambda, 1.0e-6 * mu) << name;
		EXPECT_NEAR(E / (2.0 * (1.0 + nu)), mu, 1.0e-6 * mu) << name;
		EXPECT_EQ(material.dampingPsi, psi);
		EXPECT_EQ(material.tensileStrength, tau);
	};
	expectLame("obrien-glass", 1.04e8, 1.04e8, 6760.0, 10140.0);
	expectLame("obrien-wall-1", 6.03e8, 1.21e8, 6030.0, 6030.0);
	expectLame("obrien-wall-2", 0.0, 1.81e8, 18090.0, 6030.0);
	expectLame("obrien-bowl-4", 2.65e6, 3.97e6, 397.0, 13.2);
	expectLame("obrien-comparison-bowl", 0.0, 5.29e7, 198.0, 106.0);
	expectLame("obrien-the-end", 0.0, 9.21e6, 9.2, 73.6);
}
