// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/BodyDent.h"

#include "FractureCore/Dent.h"
#include "Rigid/PieceSpawn.h"

namespace FractureCore
{
void DentBody(World::Data& world, const BodyImpact& impact, FractureAllowance& allowance, TaskRunner& runner)
{
	RigidBody& body = world.bodies[impact.body];
	world.Enter(StepStage::Pieces);
	// Nobody sees a dent less deep than the gap that bodies keep.
	Result<DentedBreakable> dented =
		DentBreakable(*body.breakable, impact.loads, body.shape->skin, body.breaking->pieces.baking.breakable, runner);
	world.Enter(StepStage::Fracture);
	if (!dented || !dented->breakable)
	{
		return;
	}
	allowance.Spend(kReadySolves * static_cast<int64_t>(body.breakable->Object().tets.tets.size()));
	body.dented = std::make_shared<const Breakable>(std::move(*dented->breakable));
	body.dent = dented->report.largest;
	world.hasDents = true;
}

void ApplyDents(World::Data& world)
{
	if (!world.hasDents)
	{
		return;
	}
	world.hasDents = false;
	for (size_t i = 0; i < world.bodies.size(); ++i)
	{
		RigidBody& body = world.bodies[i];
		// An event in the middle of its work has the shape as it was.
		if (body.dented == nullptr || body.isGone || world.HasOpenEvent(body.id))
		{
			world.hasDents |= body.dented != nullptr && !body.isGone;
			continue;
		}
		const Pose pose = PoseOf(body);
		const Vec3 spin = body.rotation * (body.inertia * (Transposed(body.rotation) * body.w));
		body.breakable = std::move(body.dented);
		body.dented.reset();
		body.fragility.reset();
		body.borneForce = 0.0;
		body.hulls.clear();
		const BakedObject& object = body.breakable->Object();
		body.shape =
			MakeRigidShape(std::shared_ptr<const SurfaceMesh>(body.breakable, &object.surface), object.mass, {});
		body.harmlessForce = HarmlessForce(*body.breakable, object.surface, object.mass.volume);
		GiveMass(body, object.mass);
		body.Refresh();
		if (body.IsDynamic())
		{
			body.w = body.inverseInertiaWorld * spin; // the centre of mass stays where it was
		}
		else
		{
			body.x = pose.position + body.rotation * object.mass.centre;
		}
		std::erase_if(world.pairs,
			[i](const ContactPair& pair)
			{ return pair.a == static_cast<int32_t>(i) || pair.b == static_cast<int32_t>(i); });
		world.broadPhase.Invalidate();
		world.areStatesStale = true;
		world.report.dents.push_back({body.id, body.dent});
	}
}
} // namespace FractureCore
