// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Material.h"
#include "FractureCore/Random.h"

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
	// Formulas need squares: what cannot be squared is told as such, not found later as something else.
	expectBad(&Material::youngModulus, 1.0e-320, "youngModulus is 9.99988867e-321, too small to reckon with");
	expectBad(&Material::density, 1.0e-120, "density is 1e-120, too small to reckon with: 1e-100 to 1e+100");
	expectBad(&Material::tensileStrength, 1.0e101, "tensileStrength is 1e+101, too large");
	expectBad(&Material::yieldStrength, 1.0e101, "yieldStrength is 1e+101, too large");

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

TEST(Material, TheCriticalPlaneIsTheWorstOfAllPlanes)
{
	// Planes all over a half sphere, along a spiral.
	std::vector<Vec3> normals;
	constexpr int32_t kNormals = 4000;
	for (int32_t i = 0; i < kNormals; ++i)
	{
		const double z = 1.0 - (i + 0.5) / kNormals;
		const double turn = i * 2.399963229728653;
		normals.push_back({std::sqrt(1.0 - z * z) * std::cos(turn), std::sqrt(1.0 - z * z) * std::sin(turn), z});
	}
	const auto normalStress = [](const Sym3& s, const Vec3& n)
	{
		return s.xx * n.x * n.x + s.yy * n.y * n.y + s.zz * n.z * n.z +
			2.0 * (s.xy * n.x * n.y + s.yz * n.y * n.z + s.zx * n.z * n.x);
	};
	uint64_t draw = 0;
	Material material;
	material.strengthAxis = {0.6, 0.0, 0.8};
	for (const double factor : {0.05, 0.5, 1.0, 3.0, 40.0})
	{
		material.axisFactor = factor;
		for (int32_t sample = 0; sample < 40; ++sample)
		{
			Sym3 s;
			for (double* c : {&s.xx, &s.yy, &s.zz, &s.xy, &s.yz, &s.zx})
			{
				*c = 2.0 * RandomUnit(17, draw++) - 1.0;
			}
			double worst = -std::numeric_limits<double>::infinity();
			for (const Vec3& n : normals)
			{
				worst = std::max(worst, normalStress(s, n) / DirectionFactor(material, n));
			}
			const CriticalPlane found = FindCriticalPlane(s, material);
			if (worst > 0.05)
			{
				EXPECT_GT(found.tension, worst * 0.9995);
				EXPECT_LT(found.tension, worst * 1.03); // the spiral's planes are two degrees apart
				EXPECT_NEAR(Length(found.normal), 1.0, 1.0e-12);
				EXPECT_NEAR(
					normalStress(s, found.normal) / DirectionFactor(material, found.normal), found.tension, 1.0e-12);
			}
			else if (worst < -0.05)
			{
				EXPECT_LT(found.tension, 0.0);
			}
		}
	}
	// Wood pulled at 45 degrees to its fibres parts between them, not across the pull.
	const Material wood = *FindMaterialPreset("wood");
	const CriticalPlane split = FindCriticalPlane({0.5, 0.0, 0.5, 0.0, 0.0, 0.5}, wood);
	EXPECT_GT(std::abs(split.normal.x), 0.85);
	EXPECT_GT(split.tension, 0.6);
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
