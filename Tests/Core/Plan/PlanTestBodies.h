// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Plan.h"
#include "Plan/CrackState.h"
#include "Plan/Pieces.h"
#include "Plan/PlanBody.h"
#include "Shapes.h"
#include "Support/ContactPoint.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace FractureTests
{
/// Strength of the plates that single steps of planning are tested on, Pa.
inline constexpr double kTensile = 50.0e6;

/// A box of tets that serves as stress mesh and as lattice.
inline FractureCore::PlanBody MakeGridBody(int32_t nx, int32_t ny, int32_t nz, FractureCore::Vec3 size)
{
	const FractureCore::TetMesh mesh = MakeTetGrid(nx, ny, nz, size);
	FractureCore::Result<FractureCore::PlanBody> body =
		FractureCore::PlanBody::Create(mesh, mesh, {}, FractureCore::SerialRunner());
	EXPECT_TRUE(body) << (body ? "" : body.GetError().message);
	return std::move(*body);
}

inline FractureCore::CrackState MakeField(
	const FractureCore::PlanLattice& lattice, const std::function<double(const FractureCore::Vec3&)>& value)
{
	FractureCore::CrackState crack;
	crack.open.assign(lattice.tets.size(), 0);
	for (const FractureCore::Vec3& x : lattice.nodes)
	{
		crack.field.push_back(value(x));
	}
	return crack;
}

/// A plane n . x = offset that is open wherever `where` says so of a tet's centroid; put into `states`.
inline FractureCore::CrackState OpenPlane(
	const FractureCore::PlanLattice& lattice,
	FractureCore::CrackStates& states,
	FractureCore::Vec3 normal,
	double offset,
	const std::function<bool(const FractureCore::Vec3&)>& where = [](const FractureCore::Vec3&) { return true; })
{
	FractureCore::CrackState crack =
		MakeField(lattice, [&](const FractureCore::Vec3& x) { return Dot(normal, x) - offset; });
	const int32_t id = static_cast<int32_t>(states.cracks.size());
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		if (IsCrossed(lattice, crack.field, t) && where(lattice.centroid[t]))
		{
			crack.seedTet = crack.seedTet == FractureCore::kNoIndex ? t : crack.seedTet;
			states.Open(lattice, crack, id, t);
		}
	}
	states.cracks.push_back(crack);
	return crack;
}

/// A baked shape with everything that planning needs, and one blow on it.
struct PlanScene
{
	FractureCore::TetMesh mesh;
	FractureCore::Material material;
	std::vector<double> strength; // empty: the material's
	FractureCore::PlanBody body;
	FractureCore::StressModel model;
	FractureCore::ContactImpulse blow; // at the load of first failure

	FractureCore::CrackPlan Plan(double load,
		const FractureCore::PlanSettings& settings = {},
		FractureCore::TaskRunner& runner = FractureCore::SerialRunner(),
		const FractureCore::CrackSet* damage = nullptr) const
	{
		FractureCore::ContactImpulse scaled = blow;
		scaled.impulse *= load;
		FractureCore::Result<FractureCore::CrackPlan> plan =
			PlanCracks(body, model, material, strength, {{&scaled, 1}, {}}, settings, runner, damage);
		EXPECT_TRUE(plan) << (plan ? "" : plan.GetError().message);
		return *plan;
	}
};

inline PlanScene MakeScene(const FractureCore::TetMesh& mesh, FractureCore::Vec3 point, FractureCore::Vec3 direction)
{
	const FractureCore::Material material;
	FractureCore::TaskRunner& runner = FractureCore::SerialRunner();
	auto body = FractureCore::PlanBody::Create(mesh, mesh, {}, runner);
	EXPECT_TRUE(body) << (body ? "" : body.GetError().message);
	auto model = FractureCore::StressModel::Create(mesh, material, {}, {}, runner);
	EXPECT_TRUE(model) << (model ? "" : model.GetError().message);
	FractureCore::ContactImpulse blow{
		point, direction, FractureCore::GivenPulse(1.0e-3, FractureCore::PulseShape::HalfSine)};
	PlanScene scene{mesh, material, {}, std::move(*body), std::move(*model), blow};
	// Stress is linear in the load, so the first plan tells what load is 1.
	FractureCore::PlanSettings settings = FractureCore::OneSolvePlan();
	settings.maxCracks = 1;
	scene.blow.impulse *= scene.Plan(1.0, settings).firstFailureLoad;
	return scene;
}

/// Hit where the surface is nearest to the point.
inline PlanScene BakeScene(const FractureCore::SurfaceMesh& surface,
	int32_t targetTets,
	FractureCore::Vec3 point,
	FractureCore::Vec3 direction)
{
	FractureCore::BakeSettings settings;
	settings.tets.targetTets = targetTets;
	auto baked = BakeObject(surface, settings, FractureCore::SerialRunner());
	EXPECT_TRUE(baked) << (baked ? "" : baked.GetError().message);
	return MakeScene(baked->tets, FractureTest::ContactPoint(surface, point), direction);
}

/// A square plate of glass, hit from above a little off its middle.
inline PlanScene MakePlateScene(int32_t targetTets = 2500)
{
	const FractureToolkit::SlabShape shape{.length = 0.24, .thickness = 0.02, .edge = 0.01};
	return BakeScene(*MakeSlab(shape), targetTets, {0.01, 0.005, 0.02}, {0, 0, -1});
}

/// A bowl of glass, hit on its rim.
inline PlanScene MakeBowlScene(int32_t targetTets = 3000)
{
	const FractureToolkit::BowlShape shape{.diameter = 0.12, .thickness = 0.011, .edge = 0.005};
	return BakeScene(*MakeBowl(shape), targetTets, {0, -0.06, 0.054}, {0, 0.8, -0.6});
}

/// What is open in a plan, in the form that the planner keeps.
inline FractureCore::CrackStates StatesOf(const FractureCore::PlanLattice& lattice, const FractureCore::CrackPlan& plan)
{
	FractureCore::CrackStates states(lattice.TetCount());
	for (const FractureCore::Crack& crack : plan.cracks.cracks)
	{
		FractureCore::CrackState state;
		state.field = crack.field;
		state.met = crack.stops;
		state.open.assign(lattice.tets.size(), 0);
		for (const int32_t tet : crack.openTets)
		{
			states.Open(lattice, state, static_cast<int32_t>(states.cracks.size()), tet);
		}
		states.cracks.push_back(std::move(state));
	}
	return states;
}

/// Pieces of a plan by size. A node stands for a quarter of each tet around it.
struct PieceSizes
{
	FractureCore::LatticePieces pieces;
	std::vector<double> share; // 1 a piece, of the body's volume

	int32_t Count(double from, double to = 2.0) const
	{
		return static_cast<int32_t>(
			std::count_if(share.begin(), share.end(), [&](double s) { return s >= from && s < to; }));
	}
	int32_t Large() const { return Count(0.01); }
	int32_t Tiny() const { return Count(0.0, 0.001); }
	double Largest() const { return *std::max_element(share.begin(), share.end()); }
};

inline PieceSizes MeasurePieces(const FractureCore::PlanLattice& lattice, const FractureCore::CrackPlan& plan)
{
	PieceSizes sizes;
	sizes.pieces = FindPieces(lattice, StatesOf(lattice, plan));
	sizes.share.assign(sizes.pieces.count, 0.0);
	const double total = TotalVolume(lattice);
	for (int32_t t = 0; t < lattice.TetCount(); ++t)
	{
		for (const int32_t node : lattice.tets[t].v)
		{
			sizes.share[sizes.pieces.ofNode[node]] += 0.25 * lattice.volume[t] / total;
		}
	}
	return sizes;
}
} // namespace FractureTests
