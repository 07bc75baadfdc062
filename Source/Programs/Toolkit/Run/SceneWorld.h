// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Break.h"
#include "FractureCore/Breakable.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Piece.h"
#include "FractureCore/Result.h"
#include "Run/Recording.h"
#include "Run/RigidHost.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// What a host knows of the ground, a fixed half space below z = height.
struct GroundPlane
{
	double height = 0.0; // m
	SurfaceContact contact;
	FractureCore::Material material;
};

/// How an object of a scene breaks.
struct BreakRules
{
	FractureCore::BreakSettings settings;
	int32_t generations = 2;   // 1: only the object itself breaks; 2: its pieces too; ...
	double leastVolume = 0.02; // of the object's: smaller pieces do not break again
	int32_t pieceTets = 2'000; // at most, of a piece that breaks again

	FractureCore::PieceSettings Baking() const
	{
		FractureCore::PieceSettings baking;
		baking.maxTets = pieceTets;
		baking.minTets = std::min(baking.minTets, pieceTets);
		return baking;
	}
};

/// A body to simulate. Copies of one object share mesh and breakable.
struct WorldBody
{
	std::string name;
	int32_t object = FractureCore::kNoIndex;
	std::shared_ptr<const FractureCore::SurfaceMesh> mesh;
	std::shared_ptr<const FractureCore::Breakable> breakable; // null: nothing breaks it
	std::shared_ptr<const std::vector<FractureCore::ConvexHull>> hulls;
	double ballRadius = 0.0; // m; > 0: a ball
	FractureCore::MassProperties mass;
	FractureCore::Material material;
	FractureCore::BodyKind kind = FractureCore::BodyKind::Dynamic; // static by anchors or by decree
	SurfaceContact contact;
	BreakRules rules;
	RigidState state;
};

/// A body that is there now.
struct LiveBody
{
	int32_t number = FractureCore::kNoIndex; // ascending, never used twice
	int32_t parent = FractureCore::kNoIndex; // the number of the body that it is a piece of
	std::string name;
	int32_t object = FractureCore::kNoIndex;
	FractureCore::BodyKind kind = FractureCore::BodyKind::Dynamic;
	std::shared_ptr<const FractureCore::SurfaceMesh> mesh;
	FractureCore::MassProperties mass;
	std::shared_ptr<const FractureCore::Breakable> breakable; // as in RecordedBody
	std::vector<float> stress;
	RigidState state;
};

/// A simulation that objects fall, hit and break in. One thread calls it; the runner's threads help.
class SceneWorld
{
public:
	virtual ~SceneWorld() = default;

	virtual const char* HostName() const = 0;
	virtual FractureCore::Status Add(const WorldBody& body) = 0;

	/// Moves everything by `seconds`, and breaks what fails on the way. The error says which body could not be broken.
	virtual FractureCore::Status Step(double seconds, FractureCore::TaskRunner& runner) = 0;

	/// All bodies, ascending by number.
	virtual std::vector<const LiveBody*> Bodies() const = 0;

	/// What has happened since the last call. `RecordedBreak::body` and `parent` are numbers of bodies.
	virtual std::vector<RecordedBreak> TakeBreaks() = 0;
	virtual std::vector<RecordedCrack> TakeCracks() = 0;
	virtual RunTimes TakeTimes() = 0;
};
} // namespace FractureToolkit
