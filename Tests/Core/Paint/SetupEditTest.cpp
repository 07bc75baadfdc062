// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/SetupEdit.h"

#include "FractureCore/Bake.h"
#include "FractureCore/Random.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace FractureCore;

namespace
{
const BakedObject& Plate()
{
	static const BakedObject plate =
		*BakeTetMesh(FractureTests::MakeTetGrid(10, 10, 2, {1.0, 1.0, 0.1}), BakeSettings{}, SerialRunner());
	return plate;
}

const PaintSurface& Surface()
{
	static const PaintSurface surface = *PaintSurface::Create(Plate().surface, SerialRunner());
	return surface;
}

/// Painted strength, grains, bands with a painted mask; a painted anchor.
StrengthSetup PaintableSetup()
{
	StrengthSetup setup;
	EXPECT_TRUE(AddLayer(setup, BlankPaintedLayer(Surface().VertexCount(), 0.05)));
	StrengthLayer grains;
	grains.source = GrainLayer{};
	EXPECT_TRUE(AddLayer(setup, grains));
	StrengthLayer bands;
	bands.source = BandLayer{};
	bands.mask = PaintedValues{std::vector<float>(static_cast<size_t>(Surface().VertexCount()), 0.0f), 0.05};
	EXPECT_TRUE(AddLayer(setup, bands));
	EXPECT_TRUE(AddAnchor(setup, BlankPaintedAnchor(Surface().VertexCount(), 0.05)));
	return setup;
}

Brush SetupBrush(float value)
{
	Brush brush;
	brush.radius = 0.2;
	brush.value = value;
	return brush;
}

EditRecord Stroke(StrengthSetup& setup, const PaintTarget& target, const Brush& brush, const std::vector<Vec3>& points)
{
	Result<SetupStroke> stroke = SetupStroke::Begin(Surface(), setup, target, brush);
	EXPECT_TRUE(stroke) << stroke.GetError().message;
	for (const Vec3& point : points)
	{
		stroke->AddPoint(setup, {point});
	}
	return stroke->Finish(setup);
}

constexpr PaintTarget kStrength = {PaintChannel::LayerValues, 0};
constexpr PaintTarget kSeeds = {PaintChannel::GrainSeeds, 1};
constexpr PaintTarget kMask = {PaintChannel::LayerMask, 2};
constexpr PaintTarget kAnchor = {PaintChannel::AnchorArea, 0};
} // namespace

TEST(SetupEdit, ANewPaintedLayerChangesNothing)
{
	const StrengthSetup setup = {{BlankPaintedLayer(Surface().VertexCount(), 0.05)}, {}};
	const std::vector<double> strengths = *EvaluateStrength(Plate(), setup.layers, SerialRunner());
	for (const double strength : strengths)
	{
		EXPECT_DOUBLE_EQ(strength, Plate().material.tensileStrength); // paint is blended over triangles, to a last bit
	}
	EXPECT_EQ(NeutralPaint(setup, kStrength), 1.0f);
	EXPECT_EQ(NeutralPaint(PaintableSetup(), kAnchor), 0.0f);
}

TEST(SetupEdit, EveryOperationIsUndoneAndRedoneExactly)
{
	StrengthSetup setup = PaintableSetup();
	EditHistory history;
	std::vector<StrengthSetup> states = {setup};
	const auto push = [&](Result<EditRecord> record)
	{
		ASSERT_TRUE(record) << record.GetError().message;
		ASSERT_TRUE(HasEffect(*record)) << record->name;
		history.Push(*record);
		states.push_back(setup);
	};
	push(Stroke(setup, kStrength, SetupBrush(0.3f), {{0.2, 0.2, 0.1}, {0.8, 0.3, 0.1}}));
	push(Stroke(setup, kMask, SetupBrush(1.0f), {{0.5, 0.5, 0.1}}));
	push(Stroke(setup, kAnchor, SetupBrush(1.0f), {{0.1, 0.1, 0.0}}));
	push(Stroke(setup, kSeeds, SetupBrush(0.05f), {{0.5, 0.5, 0.1}}));
	Brush eraser = SetupBrush(0.0f);
	eraser.mode = BrushMode::Erase;
	push(Stroke(setup, kStrength, eraser, {{0.5, 0.25, 0.1}}));
	push(Stroke(setup, kSeeds, eraser, {{0.6, 0.5, 0.1}}));
	Brush smoother = SetupBrush(0.0f);
	smoother.mode = BrushMode::Smooth;
	push(Stroke(setup, kStrength, smoother, {{0.3, 0.2, 0.1}}));
	Brush flood = SetupBrush(0.7f);
	flood.mode = BrushMode::Flood;
	push(Stroke(setup, kStrength, flood, {{0.3, 0.2, 0.1}}));
	push(SetLayerLook(setup, 1, {"coarse", true, StrengthBlend::Min, 0.5}));
	push(SetLayerSource(setup, 1, NoiseLayer{}));
	push(SetLayerMask(setup, 0, Region(SphereRegion{{0.5, 0.5, 0.0}, 0.3})));
	push(SetLayerMask(setup, 0, std::nullopt));
	push(SetPaintDepth(setup, kStrength, 0.02));
	push(MoveLayer(setup, 0, 2));
	push(MoveLayer(setup, 1, 0));
	push(RemoveLayer(setup, 2));
	push(AddLayer(setup, BlankPaintedLayer(Surface().VertexCount(), 0.1), 0));
	push(SetAnchorLook(setup, 0, {"foot", true, 4}));
	push(SetAnchorRegion(setup, 0, HalfSpaceRegion{{0.0, 0.0, 0.01}, {0.0, 0.0, 1.0}}));
	push(AddAnchor(setup, {BoxRegion{{0.0, 0.0, 0.0}, {0.1, 1.0, 1.0}}}, 0));
	push(RemoveAnchor(setup, 1));
	ASSERT_EQ(history.UndoCount(), states.size() - 1);
	for (size_t i = states.size() - 1; i-- > 0;)
	{
		ASSERT_TRUE(history.Undo(setup));
		ASSERT_EQ(setup, states[i]) << history.NextRedo()->name;
	}
	EXPECT_FALSE(history.Undo(setup));
	EXPECT_EQ(history.NextUndo(), nullptr);
	for (size_t i = 1; i < states.size(); ++i)
	{
		ASSERT_TRUE(history.Redo(setup));
		ASSERT_EQ(setup, states[i]) << history.NextUndo()->name;
	}
	EXPECT_FALSE(history.Redo(setup));
	EXPECT_EQ(history.NextUndo()->name, "Remove anchor 2");
}

TEST(SetupEdit, HidingAndShowingGivesTheStrengthBack)
{
	StrengthSetup setup = PaintableSetup();
	Stroke(setup, kStrength, SetupBrush(0.3f), {{0.2, 0.2, 0.1}, {0.8, 0.3, 0.1}});
	const auto strength = [&] { return *EvaluateStrength(Plate(), setup.layers, SerialRunner()); };
	const std::vector<double> seen = strength();
	LayerLook look = LookOf(setup.layers[0]);
	look.isHidden = true;
	EXPECT_EQ(SetLayerLook(setup, 0, look)->name, "Hide layer 1");
	EXPECT_NE(strength(), seen);
	look.isHidden = false;
	EXPECT_EQ(SetLayerLook(setup, 0, look)->name, "Show layer 1");
	EXPECT_EQ(strength(), seen);
}

TEST(SetupEdit, OrderMattersAndMovingChangesIt)
{
	StrengthSetup setup;
	StrengthLayer half;
	half.source = NoiseLayer{1.0, 1, false, 0.5, 0.5, {}, 0};
	StrengthLayer replaced = half;
	replaced.blend = StrengthBlend::Replace;
	std::get<NoiseLayer>(replaced.source).low = std::get<NoiseLayer>(replaced.source).high = 3.0;
	EXPECT_TRUE(AddLayer(setup, half));
	EXPECT_TRUE(AddLayer(setup, replaced));
	const double tensile = Plate().material.tensileStrength;
	EXPECT_DOUBLE_EQ((*EvaluateStrength(Plate(), setup.layers, SerialRunner()))[0], 3.0 * tensile);
	EXPECT_TRUE(MoveLayer(setup, 1, 0));
	EXPECT_DOUBLE_EQ((*EvaluateStrength(Plate(), setup.layers, SerialRunner()))[0], 1.5 * tensile);
}

TEST(SetupStroke, ARecordHoldsOnlyWhatChanged)
{
	StrengthSetup setup = PaintableSetup();
	const EditRecord record = Stroke(setup, kStrength, SetupBrush(0.3f), {{0.5, 0.5, 0.1}});
	const PaintedEdit& edit = std::get<PaintedEdit>(record.edit);
	size_t changed = 0;
	for (const float value : FindPaint(setup, kStrength)->values)
	{
		changed += value != 1.0f ? 1 : 0;
	}
	EXPECT_GT(changed, 5u);
	EXPECT_LT(changed, static_cast<size_t>(Surface().VertexCount()) / 4);
	EXPECT_EQ(edit.vertices.size(), changed);
	EXPECT_TRUE(std::is_sorted(edit.vertices.begin(), edit.vertices.end()));
	EXPECT_EQ(record.name, "Paint strength");
	EXPECT_EQ(RecordBytes(record), sizeof(EditRecord) + record.name.capacity() + 12 * changed);
	// The same colour again changes nothing, and is not kept.
	EditHistory history;
	Brush constant = SetupBrush(1.0f);
	history.Push(Stroke(setup, {PaintChannel::LayerValues, 0}, constant, {{0.9, 0.9, 0.0}}));
	EXPECT_EQ(history.UndoCount(), 0u);
}

TEST(SetupStroke, CancelGivesEverythingBack)
{
	StrengthSetup setup = PaintableSetup();
	Stroke(setup, kStrength, SetupBrush(0.3f), {{0.5, 0.5, 0.1}});
	Stroke(setup, kSeeds, SetupBrush(0.05f), {{0.5, 0.5, 0.1}});
	const StrengthSetup before = setup;
	for (const PaintTarget& target : {kStrength, kSeeds, kMask, kAnchor})
	{
		Result<SetupStroke> stroke = SetupStroke::Begin(Surface(), setup, target, SetupBrush(0.04f));
		stroke->AddPoint(setup, {{0.4, 0.5, 0.1}});
		stroke->AddPoint(setup, {{0.9, 0.5, 0.1}});
		EXPECT_NE(setup, before);
		stroke->Cancel(setup);
		EXPECT_EQ(setup, before);
	}
}

TEST(SetupStroke, SeedsKeepTheirDistanceAndAreErasedUnderTheBrush)
{
	StrengthSetup setup = PaintableSetup();
	Stroke(setup, kSeeds, SetupBrush(0.15f), {{0.2, 0.5, 0.1}, {0.8, 0.5, 0.1}});
	const auto seeds = [&]() -> const std::vector<Vec3>& { return std::get<GrainLayer>(setup.layers[1].source).seeds; };
	ASSERT_GT(seeds().size(), 8u);
	for (size_t i = 0; i < seeds().size(); ++i)
	{
		EXPECT_NEAR(seeds()[i].z, 0.1, 1.0e-6);
		EXPECT_LT(std::abs(seeds()[i].y - 0.5), 0.2);
		for (size_t j = 0; j < i; ++j)
		{
			EXPECT_GE(Length(seeds()[i] - seeds()[j]), static_cast<double>(0.15f));
		}
	}
	Brush eraser = SetupBrush(0.0f);
	eraser.mode = BrushMode::Erase;
	const size_t before = seeds().size();
	Stroke(setup, kSeeds, eraser, {{0.5, 0.5, 0.1}});
	EXPECT_LT(seeds().size(), before);
	EXPECT_FALSE(seeds().empty());
	for (const Vec3& seed : seeds())
	{
		EXPECT_GE(Length(seed - Vec3{0.5, 0.5, 0.1}), 0.2);
	}
}

TEST(SetupStroke, SaysWhatCannotBePainted)
{
	const StrengthSetup setup = PaintableSetup();
	const auto message = [&](const PaintTarget& target, const Brush& brush)
	{ return SetupStroke::Begin(Surface(), setup, target, brush).GetError().message; };
	EXPECT_EQ(message({PaintChannel::LayerValues, 2}, SetupBrush(1.0f)),
		"layer 3: there is nothing painted there; add a painted layer, mask or anchor first");
	EXPECT_EQ(message({PaintChannel::AnchorArea, 4}, SetupBrush(1.0f)),
		"anchor 5: there is nothing painted there; add a painted layer, mask or anchor first");
	EXPECT_EQ(message(kMask, SetupBrush(1.5f)), "layer 3: the brush's value must be from 0 to 1 here");
	EXPECT_EQ(message({PaintChannel::GrainSeeds, 0}, SetupBrush(1.0f)),
		"layer 1: seeds are painted into a layer of grains; add one first");
	EXPECT_EQ(message(kSeeds, SetupBrush(0.0f)),
		"layer 2: the brush's value is the distance of seeds in metres and must be above 0");
	StrengthSetup other = {{BlankPaintedLayer(7, 0.05)}, {}};
	EXPECT_EQ(SetupStroke::Begin(Surface(), other, kStrength, SetupBrush(1.0f)).GetError().message,
		"layer 1: it has 7 painted values, but the surface has " + std::to_string(Surface().VertexCount()) +
			" vertices; add a new one for this surface");
}

TEST(SetupEdit, BadOperationsChangeNothingAndSayWhy)
{
	StrengthSetup setup = PaintableSetup();
	const StrengthSetup before = setup;
	const auto expect = [&](const Result<EditRecord>& record, const char* message)
	{
		ASSERT_FALSE(record);
		EXPECT_EQ(record.GetError().message, message);
		EXPECT_EQ(setup, before);
	};
	expect(RemoveLayer(setup, 3), "there is no layer 4: there are 3");
	expect(MoveLayer(setup, 0, -1), "there is no layer 0: there are 3");
	expect(RemoveAnchor(setup, 1), "there is no anchor 2: there are 1");
	expect(SetLayerLook(setup, 1, {"", false, StrengthBlend::Multiply, 2.0}),
		"layer 2: weight is 2 but must be from 0 to 1");
	expect(SetLayerSource(setup, 1, BandLayer{{}, {0, 0, 1}, 0.0, 0.5}),
		"layer 2: period is 0 but must be a finite number above 0");
	expect(SetLayerSource(setup, 0, BandLayer{}), "layer 1: paint is changed by strokes; add a layer to start anew");
	expect(SetLayerMask(setup, 1, Region(SphereRegion{})), "layer 2: radius is 0 but must be a finite number above 0");
	expect(SetAnchorLook(setup, 0, {"", false, 0}), "anchor 1: axes is 0 but must be from 1 to 7");
	expect(SetPaintDepth(setup, kStrength, 0.0), "the paint's depth must be a finite number of metres above 0");
	expect(SetPaintDepth(setup, kSeeds, 1.0), "there is no paint there whose depth could be set");
}

TEST(EditHistory, ForgetsTheOldestBeyondItsLimit)
{
	StrengthSetup setup = PaintableSetup();
	const size_t limit = 40'000;
	EditHistory history(limit);
	for (int32_t i = 0; i < 200; ++i)
	{
		const double x = RandomUnit(1, static_cast<uint64_t>(i));
		history.Push(Stroke(setup, kStrength, SetupBrush(static_cast<float>(1 + i)), {{x, 0.5, 0.1}}));
		EXPECT_LE(history.Bytes(), limit);
	}
	EXPECT_GT(history.UndoCount(), 10u);
	EXPECT_LT(history.UndoCount(), 200u);
	while (history.Undo(setup))
	{
	}
	EXPECT_EQ(history.UndoCount(), 0u);
	const size_t redo = history.RedoCount();
	history.Push(Stroke(setup, kStrength, SetupBrush(0.5f), {{0.5, 0.5, 0.1}}));
	EXPECT_EQ(history.RedoCount(), 0u);
	EXPECT_EQ(history.UndoCount(), 1u);
	EXPECT_GT(redo, 10u);
	EXPECT_EQ(history.Bytes(), RecordBytes(*history.NextUndo()));
}

TEST(EditHistory, ASlidersStepsAreOneRecord)
{
	StrengthSetup setup = PaintableSetup();
	const StrengthSetup before = setup;
	EditHistory history;
	for (const double weight : {0.9, 0.6, 0.3})
	{
		LayerLook look = LookOf(setup.layers[0]);
		look.weight = weight;
		history.Push(*SetLayerLook(setup, 0, look), true);
	}
	EXPECT_EQ(history.UndoCount(), 1u);
	LayerLook other = LookOf(setup.layers[1]);
	other.weight = 0.5;
	history.Push(*SetLayerLook(setup, 1, other), true);
	EXPECT_EQ(history.UndoCount(), 2u);
	EXPECT_TRUE(history.Undo(setup));
	EXPECT_TRUE(history.Undo(setup));
	EXPECT_EQ(setup, before);
	// Back where it came from: nothing is left to undo.
	LayerLook look = LookOf(setup.layers[0]);
	look.weight = 0.4;
	history.Push(*SetLayerLook(setup, 0, look), true);
	look.weight = 1.0;
	history.Push(*SetLayerLook(setup, 0, look), true);
	EXPECT_EQ(history.UndoCount(), 0u);
	EXPECT_EQ(history.Bytes(), 0u);
}

TEST(EditHistory, DoesNotTouchASetupThatIsNotItsOwn)
{
	StrengthSetup setup = PaintableSetup();
	EditHistory history;
	history.Push(Stroke(setup, kStrength, SetupBrush(0.3f), {{0.5, 0.5, 0.1}}));
	StrengthSetup other = PaintableSetup();
	const StrengthSetup before = other;
	EXPECT_FALSE(history.Undo(other));
	EXPECT_EQ(other, before);
	EXPECT_EQ(UndoEdit(other, *history.NextUndo()).GetError().message,
		"'Paint strength' cannot be undone or redone here: the layers are not those it was made with");
	other.layers.clear();
	EXPECT_FALSE(history.Undo(other));
	EXPECT_TRUE(history.Undo(setup));
}
