// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/SetupCheck.h"

#include "FractureCore/SetupEdit.h"
#include "Paint/WallTets.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <set>

using namespace FractureCore;

namespace
{
BakedObject Block(Vec3 size, int32_t layers)
{
	return *BakeTetMesh(FractureTests::MakeTetGrid(6, 6, layers, size), BakeSettings{}, SerialRunner());
}

const BakedObject& GoodBlock()
{
	static const BakedObject block = Block({0.3, 0.3, 0.3}, 6);
	return block;
}

SetupToCheck Input(const BakedObject* object)
{
	SetupToCheck input;
	input.name = "Pot";
	input.object = object;
	return input;
}

/// The only finding there is.
SetupFinding OnlyFinding(const SetupToCheck& input)
{
	const std::vector<SetupFinding> findings = CheckSetup(input, SerialRunner());
	EXPECT_EQ(findings.size(), 1u);
	for (size_t i = 1; i < findings.size(); ++i)
	{
		ADD_FAILURE() << RuleCode(findings[i].rule) << ": " << findings[i].text;
	}
	return findings.empty() ? SetupFinding{} : findings.front();
}

void ExpectFinding(
	const SetupToCheck& input, SetupRule rule, bool isError, const std::string& text, int32_t element = kNoIndex)
{
	const SetupFinding finding = OnlyFinding(input);
	EXPECT_EQ(RuleCode(finding.rule), std::string(RuleCode(rule)));
	EXPECT_EQ(finding.isError, isError);
	EXPECT_EQ(finding.text, text);
	EXPECT_EQ(finding.element, element);
}

StrengthSetup WithLayer(StrengthSource source)
{
	StrengthLayer layer;
	layer.source = std::move(source);
	return {{layer}, {}};
}
} // namespace

TEST(SetupCheck, AGoodSetupHasNoFindings)
{
	EXPECT_TRUE(CheckSetup(Input(&GoodBlock()), SerialRunner()).empty());
	SetupToCheck input = Input(&GoodBlock());
	input.expectedKey = GoodBlock().key;
	input.scale = {2.0, 2.0, 2.01};
	const StrengthSetup setup = WithLayer(BandLayer{});
	input.setup = &setup;
	EXPECT_TRUE(CheckSetup(input, SerialRunner()).empty());
}

TEST(SetupCheck, CodesAreAllDifferent)
{
	std::set<std::string> codes;
	for (int32_t rule = 0; rule <= static_cast<int32_t>(kLastSetupRule); ++rule)
	{
		EXPECT_TRUE(codes.insert(RuleCode(static_cast<SetupRule>(rule))).second) << rule;
	}
}

TEST(SetupCheck, SaysThatNothingOrSomethingElseWasBaked)
{
	ExpectFinding(Input(nullptr), SetupRule::NoAsset, true, "Pot has no baked asset and will not break. Bake it.");
	SetupToCheck stale = Input(&GoodBlock());
	stale.expectedKey = ContentHash{1, 2};
	ExpectFinding(stale,
		SetupRule::StaleAsset,
		false,
		"Pot was baked from another mesh or with other settings than it has now. Bake it again.");
}

TEST(SetupCheck, FindsMaterialsThatCannotBeOrAreUnlikely)
{
	Material material;
	material.poissonRatio = 0.5;
	SetupToCheck input = Input(&GoodBlock());
	input.material = &material;
	const SetupFinding bad = OnlyFinding(input);
	EXPECT_EQ(bad.rule, SetupRule::MaterialOutOfRange);
	EXPECT_TRUE(bad.isError);
	EXPECT_NE(bad.text.find("poissonRatio is 0.5"), std::string::npos) << bad.text;
	EXPECT_NE(bad.text.find("choose a preset"), std::string::npos);
	material.poissonRatio = 0.2;
	material.youngModulus = 70.0; // GPa, as tables have it
	const SetupFinding unlikely = OnlyFinding(input);
	EXPECT_EQ(unlikely.rule, SetupRule::MaterialUnlikely);
	EXPECT_FALSE(unlikely.isError);
	EXPECT_NE(unlikely.text.find("youngModulus 70 Pa"), std::string::npos) << unlikely.text;
	EXPECT_NE(unlikely.text.find("Enter it in Pa."), std::string::npos) << unlikely.text;
}

TEST(SetupCheck, FindsLayersOutOfRangeOrForAnotherMesh)
{
	SetupToCheck input = Input(&GoodBlock());
	StrengthSetup setup = WithLayer(BandLayer{{}, {0, 0, 1}, -1.0, 0.5});
	input.setup = &setup;
	ExpectFinding(input,
		SetupRule::LayerOutOfRange,
		true,
		"The strength of Pot cannot be used: layer 1: period is -1 but must be a finite number above 0. Correct the "
		"field, or remove it.",
		0);
	setup = {{BlankPaintedLayer(5, 0.1)}, {}};
	ExpectFinding(input,
		SetupRule::PaintMismatch,
		true,
		"Layer 1 of Pot is painted on 5 vertices, but the surface has 218: the mesh was changed after painting. Remove "
		"it and paint again, or go back to the old mesh.",
		0);
}

TEST(SetupCheck, FindsPaintOfZeroAndStrengthCutOff)
{
	SetupToCheck input = Input(&GoodBlock());
	StrengthSetup setup = {{BlankPaintedLayer(218, 0.1)}, {}};
	std::get<PaintedValues>(setup.layers[0].source).values[7] = 0.0f;
	input.setup = &setup;
	const SetupFinding zero = OnlyFinding(input);
	EXPECT_EQ(zero.rule, SetupRule::PaintedToZero);
	EXPECT_NE(zero.text.find("painted to 0 on 1 vertices"), std::string::npos) << zero.text;
	setup.layers[0].isHidden = true; // then it is of no consequence, but another rule speaks
	EXPECT_EQ(OnlyFinding(input).rule, SetupRule::AllLayersHidden);

	setup = WithLayer(NoiseLayer{1.0, 1, false, 1000.0, 1000.0, {}, 0});
	setup.layers.push_back(setup.layers[0]);
	const SetupFinding clamped = OnlyFinding(input);
	EXPECT_EQ(clamped.rule, SetupRule::StrengthClamped);
	EXPECT_NE(clamped.text.find("in 100 % of the solid"), std::string::npos) << clamped.text;
}

TEST(SetupCheck, FindsAnchorsThatHoldNothingOrEverything)
{
	SetupToCheck input = Input(&GoodBlock());
	StrengthSetup setup;
	setup.anchors = {{SphereRegion{{9.0, 0.0, 0.0}, 1.0}}};
	input.setup = &setup;
	ExpectFinding(input,
		SetupRule::AnchorHoldsNothing,
		true,
		"Anchor 1 of Pot holds no node of it. Move it onto the object, paint a larger or deeper area, or hide it.",
		0);
	setup.anchors = {{BoxRegion{{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}}, 3}};
	EXPECT_TRUE(CheckSetup(input, SerialRunner()).empty()); // free along z
	setup.anchors.push_back({BoxRegion{{-1.0, -1.0, -1.0}, {1.0, 1.0, 1.0}}, 4});
	ExpectFinding(input,
		SetupRule::AllAnchored,
		true,
		"Anchors hold every node of Pot, so it can neither bend nor break. Anchor a part of it only.");
	setup.anchors[1].isHidden = true;
	EXPECT_TRUE(CheckSetup(input, SerialRunner()).empty());
}

TEST(SetupCheck, FindsWallsOfOneTet)
{
	const BakedObject pane = Block({0.3, 0.3, 0.05}, 1);
	const SetupFinding finding = OnlyFinding(Input(&pane));
	EXPECT_EQ(finding.rule, SetupRule::ThinWall);
	EXPECT_FALSE(finding.isError);
	EXPECT_NE(finding.text.find("of the wall of Pot is one tetrahedron thick"), std::string::npos) << finding.text;
	EXPECT_NE(finding.text.find("Bake it with about"), std::string::npos) << finding.text;
	// All but the corners, whose sides are at right angles to each other.
	EXPECT_GT(ThinWallShare(pane.tets), 0.5);
	EXPECT_EQ(ThinWallShare(GoodBlock().tets), 0.0);
	const BakedObject twice = Block({0.3, 0.3, 0.05}, 2);
	EXPECT_TRUE(CheckSetup(Input(&twice), SerialRunner()).empty());
	BakedObject perforated = GoodBlock();
	perforated.warnings.push_back({WarningCode::ThinWallPerforated, "2 walls have holes", 2});
	ExpectFinding(Input(&perforated),
		SetupRule::WallPerforated,
		false,
		"Pot has walls thinner than the bake could fill: 2 walls have holes. Bake it with more tetrahedra, or as a "
		"shell.");
}

TEST(SetupCheck, FindsWrongUnitsAndScales)
{
	const BakedObject huge = Block({300.0, 300.0, 300.0}, 6);
	ExpectFinding(Input(&huge),
		SetupRule::UnlikelySize,
		false,
		"Pot is 300 m long, which changes how it breaks. Check the unit of the mesh and bake it with the right scale.");
	SetupToCheck input = Input(&GoodBlock());
	input.scale = {1.0, 1.0, 2.0};
	ExpectFinding(input,
		SetupRule::NonuniformScale,
		false,
		"Pot is placed with a scale of 1, 1, 2: stress is right only where the three are equal and above 0. Scale the "
		"mesh itself and bake it again.");
	input.scale = {-1.0, 1.0, 1.0};
	EXPECT_EQ(OnlyFinding(input).rule, SetupRule::NonuniformScale);
	input.scale = {1.0, 0.0, 1.0};
	ExpectFinding(input, SetupRule::ZeroScale, true, "Pot is placed with a scale of 0. Give it a scale above 0.");
}
