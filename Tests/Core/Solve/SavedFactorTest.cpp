// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Bake.h"
#include "FractureCore/Breakable.h"
#include "FractureCore/Stress.h"
#include "Solve/StressModel.h"
#include "Support/Sanitized.h"
#include "Support/StressDifference.h"
#include "Support/TetGrids.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <numeric>

using namespace FractureCore;
using namespace FractureTests;
using FractureToolkit::ThreadTaskRunner;

namespace
{
using Bytes = std::vector<uint8_t>;

const Vec3 kBox{0.3, 0.2, 0.15};

TetMesh MakeBlock()
{
	TetMesh mesh = MakeTetGrid(11, 8, 7, kBox); // large enough for float
	JitterInside(mesh, kBox, {0.03, 0.03, 0.03}, 0.2);
	return mesh;
}

Bytes Baked(const TetMesh& mesh, const StressModelSettings& settings = {}, TaskRunner& runner = SerialRunner())
{
	Result<Bytes> bytes = StressModel::BakeFactor(mesh, {}, {}, settings, runner);
	EXPECT_TRUE(bytes) << (bytes ? "" : bytes.GetError().message);
	return std::move(*bytes);
}

Result<StressModel> MadeWith(const TetMesh& mesh, const Bytes& factor, const StressModelSettings& settings = {})
{
	return StressModel::Create(mesh, {}, {}, settings, SerialRunner(), factor);
}

StressField Struck(const StressModel& model)
{
	ContactImpulse blow;
	blow.point = {0.15, 0.1, 0.15};
	blow.impulse = {0.0, 0.3, -1.0};
	blow.pulse.peakRate = 1.0e3;
	StressWorkspace workspace;
	StressField field;
	const Status solved = SolveImpact(model, {&blow, 1}, {}, workspace, field, SerialRunner());
	EXPECT_TRUE(solved) << (solved ? "" : solved.GetError().message);
	EXPECT_TRUE(field.report.converged);
	return field;
}

StressModelSettings InDouble()
{
	StressModelSettings settings;
	settings.precision = FactorPrecision::Double;
	return settings;
}

template <typename T>
Bytes Tampered(Bytes bytes, size_t at, T value)
{
	std::memcpy(bytes.data() + at, &value, sizeof(T));
	return bytes;
}

// Of FactorHead, by the numbers of Docs/FileFormat.md.
constexpr size_t kNodeCountAt = 12;
constexpr size_t kValueCountAt = 32;
constexpr size_t kOrderAt = 40;
} // namespace

TEST(SavedFactor, GivesTheStressOfAFreshOne)
{
	const TetMesh mesh = MakeBlock();
	for (const StressModelSettings& settings : {StressModelSettings{}, InDouble()})
	{
		const Result<StressModel> fresh = MadeWith(mesh, {}, settings);
		const Result<StressModel> loaded = MadeWith(mesh, Baked(mesh, settings), settings);
		ASSERT_TRUE(fresh && loaded);
		EXPECT_FALSE(fresh->UsesSavedFactor());
		EXPECT_TRUE(loaded->UsesSavedFactor());
		EXPECT_LT(RelativeDifference(Struck(*loaded).stress, Struck(*fresh).stress), 1.0e-7);
	}
}

TEST(SavedFactor, IsTheSameBytesForAnyNumberOfThreads)
{
	const TetMesh mesh = MakeTetGrid(14, 12, 10, kBox); // large enough to be dealt to threads
	const Bytes once = Baked(mesh);
	for (const int32_t threads : {2, 4})
	{
		ThreadTaskRunner runner(threads);
		EXPECT_EQ(Baked(mesh, {}, runner), once) << threads;
	}
}

TEST(SavedFactor, OfAnotherBodyMaterialOrPrecisionIsNotUsed)
{
	const TetMesh mesh = MakeBlock();
	const Bytes factor = Baked(mesh);
	TetMesh moved = mesh;
	moved.nodes[7].x += 1.0e-9;
	Material softer;
	softer.youngModulus *= 0.5;
	std::vector<uint8_t> held(mesh.nodes.size(), 0);
	held[0] = held[1] = held[2] = 7;
	const Result<StressModel> models[] = {StressModel::Create(moved, {}, {}, {}, SerialRunner(), factor),
		StressModel::Create(mesh, softer, {}, {}, SerialRunner(), factor),
		StressModel::Create(mesh, {}, held, {}, SerialRunner(), factor),
		StressModel::Create(mesh, {}, {}, InDouble(), SerialRunner(), factor),
		StressModel::Create(MakeTetGrid(2, 2, 2, kBox), {}, {}, {}, SerialRunner(), factor)};
	for (const Result<StressModel>& model : models)
	{
		ASSERT_TRUE(model) << model.GetError().message;
		EXPECT_FALSE(model->UsesSavedFactor());
	}
	// A later version may place the numbers otherwise: that is no error either.
	const Result<StressModel> other = MadeWith(mesh, Tampered<uint64_t>(factor, 24, 1));
	ASSERT_TRUE(other);
	EXPECT_FALSE(other->UsesSavedFactor());
	EXPECT_LT(RelativeDifference(Struck(*other).stress, Struck(*MadeWith(mesh, {})).stress), 1.0e-12);
}

TEST(SavedFactor, HostileBytesAreErrors)
{
	const TetMesh mesh = MakeBlock();
	const int32_t nodes = static_cast<int32_t>(mesh.nodes.size());
	for (const StressModelSettings& settings : {StressModelSettings{}, InDouble()})
	{
		const Bytes good = Baked(mesh, settings);
		const auto expect = [&](const Bytes& bytes, const char* words)
		{
			const Result<StressModel> model = MadeWith(mesh, bytes, settings);
			ASSERT_FALSE(model) << words;
			EXPECT_EQ(model.GetError().code, ErrorCode::InvalidFile);
			EXPECT_NE(model.GetError().message.find(words), std::string::npos) << model.GetError().message;
		};
		for (const size_t size : {size_t{1}, size_t{39}, size_t{40}, kOrderAt + 4, good.size() - 1})
		{
			expect(Bytes(good.begin(), good.begin() + static_cast<std::ptrdiff_t>(size)), "cut off");
		}
		expect(Tampered<uint32_t>(good, 0, 2), "unknown kind");
		expect(Tampered<uint32_t>(good, 4, 2), "unknown kind");
		expect(Tampered<uint32_t>(good, 8, 7), "unknown kind");
		for (const int32_t count : {0, -1, nodes + 1, std::numeric_limits<int32_t>::max()})
		{
			expect(Tampered(good, kNodeCountAt, count), "cut off");
		}
		expect(Tampered(good, kValueCountAt, std::numeric_limits<uint64_t>::max()), "cut off");
		for (const int32_t node : {-1, nodes, std::numeric_limits<int32_t>::max()})
		{
			expect(Tampered(good, kOrderAt, node), "names a node twice");
		}
		int32_t second = 0;
		std::memcpy(&second, good.data() + kOrderAt + 4, sizeof(second));
		expect(Tampered(good, kOrderAt, second), "names a node twice");
		// Numbers that are none, or those of nothing.
		const size_t values = kOrderAt + 4 * mesh.nodes.size();
		Bytes zeros = good;
		std::fill(zeros.begin() + static_cast<std::ptrdiff_t>(values), zeros.end(), uint8_t{0});
		expect(zeros, "does not solve");
		Bytes nans = good;
		std::fill(nans.begin() + static_cast<std::ptrdiff_t>(values), nans.end(), uint8_t{0xFF});
		expect(nans, "does not solve");
	}
}

TEST(SavedFactor, AnOrderThatWouldFillAllMemoryIsRefusedBeforeItIsAnalysed)
{
	// The middle of a body first, and then outward in no order: nearly every block fills.
	const TetMesh mesh = MakeBlock();
	Bytes bytes = Baked(mesh);
	const int32_t nodes = static_cast<int32_t>(mesh.nodes.size());
	std::vector<int32_t> order(mesh.nodes.size());
	for (int32_t i = 0; i < nodes; ++i)
	{
		order[i] = static_cast<int32_t>((static_cast<int64_t>(i) * 7919) % nodes);
	}
	ASSERT_NE(nodes % 7919, 0);
	std::memcpy(bytes.data() + kOrderAt, order.data(), 4 * order.size());
	const Result<StressModel> model = MadeWith(mesh, bytes);
	ASSERT_FALSE(model);
	EXPECT_NE(model.GetError().message.find("too few numbers"), std::string::npos) << model.GetError().message;
}

TEST(SavedFactor, AFlippedBitIsAnErrorOrHarmless)
{
	// The small body's factor is double, the other one's float.
	const TetMesh small = MakeTetGrid(3, 2, 2, kBox);
	const TetMesh large = MakeBlock();
	for (const TetMesh* mesh : {&small, &large})
	{
		const Bytes good = Baked(*mesh);
		const size_t values = kOrderAt + 4 * mesh->nodes.size();
		const size_t step = mesh == &small ? 13 : (good.size() - values) / FractureTests::Thinned(200u, 20);
		const StressField expected = Struck(*MadeWith(*mesh, {}));
		for (size_t at = 0; at < good.size(); at += at >= values ? step : (mesh == &small ? 1 : 97))
		{
			Bytes bytes = good;
			bytes[at] ^= static_cast<uint8_t>(1u << at % 8);
			const Result<StressModel> model = MadeWith(*mesh, bytes);
			if (model)
			{
				ASSERT_LT(RelativeDifference(Struck(*model).stress, expected.stress), 1.0e-5) << at;
			}
		}
	}
}

TEST(SavedFactor, IsBakedWhenAskedForAndUsedByABreakable)
{
	BakeSettings settings;
	const TetMesh mesh = MakeBlock();
	const Result<BakedObject> plain = BakeTetMesh(mesh, settings, SerialRunner());
	settings.factor = true;
	Result<BakedObject> object = BakeTetMesh(mesh, settings, SerialRunner());
	ASSERT_TRUE(plain && object);
	EXPECT_TRUE(plain->factor.empty());
	EXPECT_FALSE(object->factor.empty());
	EXPECT_NE(plain->key, object->key);
	const Result<Breakable> breakable = Breakable::Create(std::move(*object), {}, {}, {}, SerialRunner());
	ASSERT_TRUE(breakable) << breakable.GetError().message;
	EXPECT_TRUE(breakable->Stress().UsesSavedFactor());
	EXPECT_TRUE(breakable->Object().factor.empty());
	settings.shellThickness = 0.01;
	SurfaceMesh sheet;
	sheet.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
	sheet.triangles = {{{0, 1, 2}}};
	EXPECT_FALSE(BakeObject(sheet, settings, SerialRunner()));
}
