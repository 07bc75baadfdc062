// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "BulletPile.h"

#ifdef FRACTURESIM_BENCH_BULLET
#include <btBulletDynamicsCommon.h>

#include <memory>

namespace FractureBench
{
bool HasBullet()
{
	return true;
}

PileTiming TimeBulletPile(const PileScene& scene, int32_t settleSteps)
{
	btDefaultCollisionConfiguration configuration;
	btCollisionDispatcher dispatcher(&configuration);
	btDbvtBroadphase broadPhase;
	btSequentialImpulseConstraintSolver solver;
	btDiscreteDynamicsWorld world(&dispatcher, &broadPhase, &solver, &configuration);
	world.setGravity({0.0f, 0.0f, -9.81f});
	std::vector<std::unique_ptr<btCollisionShape>> shapes;
	std::vector<std::unique_ptr<btRigidBody>> bodies;
	const auto add = [&](btCollisionShape* shape, double mass, const FractureCore::Vec3& at)
	{
		btVector3 inertia(0, 0, 0);
		if (mass > 0.0)
		{
			shape->calculateLocalInertia(static_cast<btScalar>(mass), inertia);
		}
		bodies.push_back(std::make_unique<btRigidBody>(static_cast<btScalar>(mass), nullptr, shape, inertia));
		btTransform place;
		place.setIdentity();
		place.setOrigin({static_cast<btScalar>(at.x), static_cast<btScalar>(at.y), static_cast<btScalar>(at.z)});
		bodies.back()->setWorldTransform(place);
		bodies.back()->setFriction(0.5f);
		bodies.back()->setActivationState(DISABLE_DEACTIVATION);
		world.addRigidBody(bodies.back().get());
	};
	for (const FractureCore::ConvexHull& hull : scene.hulls)
	{
		auto shape = std::make_unique<btConvexHullShape>();
		for (const FractureCore::Vec3& p : hull.positions)
		{
			shape->addPoint(
				{static_cast<btScalar>(p.x), static_cast<btScalar>(p.y), static_cast<btScalar>(p.z)}, false);
		}
		shape->setMargin(0.001f);
		shape->recalcLocalAabb();
		shapes.push_back(std::move(shape));
	}
	const size_t hulls = shapes.size();
	const auto half = static_cast<btScalar>(0.5 * scene.pit);
	shapes.push_back(std::make_unique<btBoxShape>(btVector3(half + 1, half + 1, 0.5f)));
	add(shapes.back().get(), 0.0, {0.0, 0.0, -0.5});
	for (int32_t side = 0; side < 4; ++side)
	{
		const double sign = side % 2 == 0 ? 1.0 : -1.0;
		const bool alongX = side < 2;
		shapes.push_back(
			std::make_unique<btBoxShape>(alongX ? btVector3(0.5f, half + 1, 10.0f) : btVector3(half + 1, 0.5f, 10.0f)));
		const double at = sign * (0.5 * scene.pit + 0.5);
		add(shapes.back().get(), 0.0, {alongX ? at : 0.0, alongX ? 0.0 : at, 9.0});
	}
	const size_t fixed = bodies.size();
	for (size_t i = 0; i < scene.positions.size(); ++i)
	{
		add(shapes[i % hulls].get(), 2500.0 * scene.hulls[i % hulls].volume, scene.positions[i]);
	}
	PileTiming timing;
	const auto run = [&](int32_t steps)
	{
		const double start = ProcessorMs();
		for (int32_t i = 0; i < steps; ++i)
		{
			world.stepSimulation(1.0f / 60.0f, 0);
		}
		return (ProcessorMs() - start) / steps;
	};
	timing.fallingMs = run(settleSteps);
	timing.settledMs = run(60);
	for (size_t i = fixed; i < bodies.size(); ++i)
	{
		timing.speed += static_cast<double>(bodies[i]->getLinearVelocity().length());
		timing.height += static_cast<double>(bodies[i]->getWorldTransform().getOrigin().z());
	}
	timing.speed /= static_cast<double>(scene.positions.size());
	timing.height /= static_cast<double>(scene.positions.size());
	for (int32_t i = 0; i < dispatcher.getNumManifolds(); ++i)
	{
		timing.contacts += dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
	}
	for (const std::unique_ptr<btRigidBody>& body : bodies)
	{
		world.removeRigidBody(body.get());
	}
	return timing;
}
} // namespace FractureBench
#else
namespace FractureBench
{
bool HasBullet()
{
	return false;
}

PileTiming TimeBulletPile(const PileScene&, int32_t)
{
	return {};
}
} // namespace FractureBench
#endif
