// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/PieceSpawn.h"

#include "FractureCore/Piece.h"
#include "Rigid/PieceShape.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
DebrisReport ReportOfDebris(const RigidBody& parent, const Debris& debris)
{
	DebrisReport report;
	report.source = parent.id;
	report.pieces = debris.pieces;
	report.mass = debris.mass;
	if (parent.IsDynamic())
	{
		// By the body's motion as it is, not as the event foresaw it from points on the body's own surface.
		const Vec3 r = parent.rotation * (debris.centre - parent.shape->mass.centre);
		report.velocity = parent.VelocityAt(r);
		report.spin = Cross(parent.x + r, report.velocity) * debris.mass +
			parent.rotation * (debris.inertia * (Transposed(parent.rotation) * parent.w));
	}
	const Pose pose = PoseOf(parent);
	for (int32_t corner = 0; corner < 8; ++corner)
	{
		const Vec3 p = ToWorld(pose,
			{(corner & 1) != 0 ? debris.high.x : debris.low.x,
				(corner & 2) != 0 ? debris.high.y : debris.low.y,
				(corner & 4) != 0 ? debris.high.z : debris.low.z});
		const Vec3 low = corner == 0 ? p : report.low;
		const Vec3 high = corner == 0 ? p : report.high;
		report.low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		report.high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	return report;
}
int32_t CountLevelSets(const World::Data& world)
{
	return static_cast<int32_t>(std::count_if(world.bodies.begin(),
		world.bodies.end(),
		[](const RigidBody& body) { return !body.isGone && body.shape->levels != nullptr; }));
}
} // namespace

Pose PoseOf(const RigidBody& body)
{
	return {body.x - body.rotation * body.shape->mass.centre, body.q};
}

void GiveMass(RigidBody& body, const MassProperties& mass)
{
	body.mass = mass.mass;
	body.inertia = mass.inertia;
	if (body.IsDynamic())
	{
		body.inverseMass = 1.0 / mass.mass;
		body.inverseInertia = InverseSymmetric(mass.inertia);
		body.mostInverseInertia = 1.0 / ComputePrincipalInertia(mass.inertia).moments.x;
	}
}

void TearOff(World::Data& world, int32_t index)
{
	RigidBody& piece = world.bodies[index];
	piece.kind = BodyKind::Dynamic;
	piece.origin.reset();
	piece.breakable.reset();
	GiveMass(piece, piece.shape->mass);
	piece.Refresh();
	world.broadPhase.NoteChange();
	world.areStatesStale = true;
}

void SpawnPieces(
	World::Data& world, int32_t parentIndex, BreakResult& result, std::vector<BodyId> strikers, FractureReport& report)
{
	// By value: new bodies move the array.
	const RigidBody parent = world.bodies[parentIndex];
	std::vector<BodyId> bornOf = std::move(strikers);
	bornOf.push_back(parent.id);
	int32_t levelSets = CountLevelSets(world);
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		Fragment& fragment = result.fragments[i];
		RigidBody piece;
		piece.id = world.nextId++;
		piece.kind = parent.kind == BodyKind::Static && IsAnchored(*parent.breakable, fragment.surface)
			? BodyKind::Static
			: BodyKind::Dynamic;
		piece.clock = parent.clock;
		piece.bornStep = world.steps;
		piece.parent = parent.id;
		piece.generation = parent.generation + 1;
		std::unique_ptr<LevelSet> levels;
		if (parent.pieceLevels != nullptr && parent.pieceLevels->AreOf(result) && levelSets < kMostLevelSets)
		{
			levels = parent.pieceLevels->Take(i);
			levelSets += levels != nullptr ? 1 : 0;
		}
		const auto surface = std::make_shared<const SurfaceMesh>(std::move(fragment.surface));
		piece.shape = levels != nullptr ? MakeLevelShape(surface, fragment.mass, std::move(levels))
										: MakeRigidShape(surface, fragment.mass, result.hulls[i]);
		piece.q = parent.q;
		piece.x = parent.x + parent.rotation * (fragment.mass.centre - parent.shape->mass.centre);
		GiveMass(piece, fragment.mass);
		piece.Refresh();
		if (piece.IsDynamic())
		{
			piece.v = parent.VelocityAt(piece.x - parent.x);
			piece.w = parent.w;
		}
		piece.contact = parent.contact;
		piece.youngModulus = parent.youngModulus;
		piece.poissonRatio = parent.poissonRatio;
		piece.hulls = std::move(result.hulls[i]);
		piece.breaking = parent.breaking;
		piece.bornTime = world.time;
		piece.bornOf = bornOf;
		piece.wholeVolume = parent.wholeVolume;
		const PieceBreaking& rules = parent.breaking->pieces;
		if (piece.generation < rules.generations && fragment.mass.volume >= rules.leastVolume * parent.wholeVolume)
		{
			piece.origin = parent.breakable;
		}
		if (piece.origin != nullptr || piece.kind == BodyKind::Static)
		{
			piece.harmlessForce = HarmlessForce(*parent.breakable, *surface, fragment.mass.volume);
		}
		piece.seed = parent.seed;
		piece.userData = parent.userData;
		report.children.push_back(piece.id);
		world.bodies.push_back(std::move(piece));
	}
	if (result.debris.pieces > 0)
	{
		world.report.debris.push_back(ReportOfDebris(parent, result.debris));
	}
	RigidBody& gone = world.bodies[parentIndex];
	gone.isGone = true;
	gone.v = gone.w = {};
	world.report.removed.push_back({gone.id, RemovalReason::Broken});
	world.broadPhase.NoteChange();
	world.areStatesStale = true;
	std::erase_if(
		world.pairs, [parentIndex](const ContactPair& pair) { return pair.a == parentIndex || pair.b == parentIndex; });
}
} // namespace FractureCore
