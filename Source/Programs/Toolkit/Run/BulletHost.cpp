// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Bullet's numbers are in units of BulletSettings::objectSize: its tolerances (margins, when a contact breaks) are
// fixed lengths that suit bodies of about one unit, and a shard of a bowl has a centimetre.
#include "Run/BulletHost.h"

#if FRACTURESIM_WITH_BULLET

#include "FractureCore/FreeTurn.h"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

namespace FractureToolkit
{
namespace
{
using FractureCore::BodyKind;
using FractureCore::kNoIndex;
using FractureCore::Mat3;
using FractureCore::Pose;
using FractureCore::PrincipalInertia;
using FractureCore::Quat;
using FractureCore::Vec3;

constexpr double kMargin = 0.002;         // units, around hulls; pieces of one body start at twice this overlap
constexpr double kContactBreaking = 0.01; // units
constexpr double kSleepSpeed = 0.05;      // units/s and rad/s
// s: in longer steps Bullet lets what tumbles onto the ground sink in by a third of its size, and some never come out.
constexpr double kLongestStep = 1.0 / 240.0;

constexpr double kLeastChange = 1.0e-4; // units/s: the solver stops when no contact changes more

btVector3 ToBullet(const Vec3& v)
{
	return {v.x, v.y, v.z};
}

Vec3 FromBullet(const btVector3& v)
{
	return {v.x(), v.y(), v.z()};
}

btScalar CombinedFriction(const btCollisionObject* a, const btCollisionObject* b)
{
	return std::sqrt(a->getFriction() * b->getFriction());
}

btScalar CombinedRestitution(const btCollisionObject* a, const btCollisionObject* b)
{
	return std::max(a->getRestitution(), b->getRestitution());
}

/// Bullet knows inertia by its principal axes only, so its bodies have those: x_bullet = axes^T (x_mesh - centre).
struct BulletBody
{
	std::vector<std::unique_ptr<btCollisionShape>> shapes; // the last one is the body's
	std::unique_ptr<btDefaultMotionState> motion;
	std::unique_ptr<btRigidBody> body;
	Vec3 centre;       // in the mesh's axes, m
	btMatrix3x3 axes;  // from principal to the mesh's axes
	double mass = 0.0; // kg
	btVector3 inertia; // kg units^2, about the principal axes
};

/// What a step changes.
struct SavedState
{
	btTransform place;
	btVector3 velocity;
	btVector3 spin;
	int activation = 0;
	btScalar deactivationTime = 0.0;
};

Vec3 SpinOf(const btVector3& inertia, const btMatrix3x3& axes, const btVector3& w)
{
	return FromBullet(axes * (inertia * (axes.transpose() * w)));
}

/// Bullet's own world does not keep angular momentum; in this one, what is alone does.
class BulletWorld final : public btDiscreteDynamicsWorld
{
public:
	using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;

	/// Bullet's impulses act on each body at a point of its own surface, which turns the two by the gap between them.
	void solveConstraints(btContactSolverInfo& info) override
	{
		for (int i = 0; i < getDispatcher()->getNumManifolds(); ++i)
		{
			btPersistentManifold& manifold = *getDispatcher()->getManifoldByIndexInternal(i);
			for (int k = 0; k < manifold.getNumContacts(); ++k)
			{
				btManifoldPoint& point = manifold.getContactPoint(k);
				const btVector3 middle = 0.5 * (point.m_positionWorldOnA + point.m_positionWorldOnB);
				point.m_positionWorldOnA = middle;
				point.m_positionWorldOnB = middle;
			}
		}
		m_flyers.clear();
		for (int i = 0; i < m_nonStaticRigidBodies.size(); ++i)
		{
			btRigidBody* const body = m_nonStaticRigidBodies[i];
			m_flyers.push_back({body, body->getWorldTransform().getBasis()});
		}
		btDiscreteDynamicsWorld::solveConstraints(info);
	}

private:
	/// A body that may fly on after its contacts are solved.
	struct Flyer
	{
		btRigidBody* body = nullptr;
		btMatrix3x3 axes;                               // in which they were solved
		btTransform place = btTransform::getIdentity(); // pushed out of what it overlaps
	};

	/// What is driven moves as it was told, not as Bullet would guess from its places.
	void saveKinematicState(btScalar) override {}

	void integrateTransforms(btScalar seconds) override
	{
		for (Flyer& flyer : m_flyers)
		{
			flyer.place = flyer.body->getWorldTransform();
		}
		btDiscreteDynamicsWorld::integrateTransforms(seconds);
		for (const Flyer& flyer : m_flyers)
		{
			if (flyer.body->isActive() && flyer.body->getInvMass() > 0.0 && !flyer.body->getAngularVelocity().isZero())
			{
				Tumble(flyer, seconds);
			}
		}
	}

	/// Bullet turns bodies about an axis that stays. They tumble: angular momentum and energy stay, and w changes.
	static void Tumble(const Flyer& flyer, btScalar seconds)
	{
		btRigidBody& body = *flyer.body;
		const btVector3& inertia = body.getLocalInertia();
		const Mat3 inverse = Mat3::Diagonal(1.0 / inertia.x(), 1.0 / inertia.y(), 1.0 / inertia.z());
		const Vec3 spin = SpinOf(inertia, flyer.axes, body.getAngularVelocity());
		const double energy = 0.5 * Dot(spin, FromBullet(body.getAngularVelocity()));
		// Fast bodies stop short of what they would pass through.
		const btVector3& velocity = body.getLinearVelocity();
		const bool isStopped = body.getHitFraction() < 1.0 && !velocity.isZero();
		btTransform place = body.getWorldTransform();
		const btScalar flown = isStopped
			? std::clamp((place.getOrigin() - flyer.place.getOrigin()).dot(velocity) / velocity.length2(), 0.0, seconds)
			: seconds;
		const btQuaternion q = flyer.place.getRotation();
		const Quat start = Normalised(Quat{q.x(), q.y(), q.z(), q.w()});
		const FractureCore::FreeTurn turn = FractureCore::TurnFreely(
			{inverse, spin, energy}, {start, Rotated(start, inverse * Rotated(Conjugate(start), spin))}, flown);
		place.setRotation(btQuaternion(turn.q.x, turn.q.y, turn.q.z, turn.q.w));
		// Being pushed out may have turned it to where it would have more energy.
		const double now = 0.5 * Dot(spin, turn.w);
		body.setAngularVelocity(ToBullet(turn.w * (now > energy ? std::sqrt(energy / now) : 1.0)));
		body.setCenterOfMassTransform(place);
	}

	std::vector<Flyer> m_flyers;
};

class BulletHost final : public RigidHost
{
public:
	explicit BulletHost(const BulletSettings& settings)
		: m_scale(1.0 / settings.objectSize), m_dispatcher(&m_configuration),
		  m_world(&m_dispatcher, &m_broadphase, &m_solver, &m_configuration)
	{
		m_world.setGravity(ToBullet(settings.gravity * m_scale));
		btContactSolverInfo& solver = m_world.getSolverInfo();
		solver.m_numIterations = settings.iterations;
		// Overlap is pushed apart without adding speed, or pieces would fly off their own birth.
		solver.m_splitImpulse = true;
		solver.m_splitImpulsePenetrationThreshold = 0.0;
		// Whole turns out of an overlap and whole impulses to start from: with Bullet's tenth and 85 % a tower sways.
		solver.m_splitImpulseTurnErp = 1.0;
		solver.m_warmstartingFactor = 1.0;
		solver.m_leastSquaresResidualThreshold = kLeastChange * kLeastChange;
		// All corners of what lands flat on the ground at once, not one a step.
		m_configuration.setPlaneConvexMultipointIterations(4, 4);
		m_world.setForceUpdateAllAabbs(false);
		if (settings.hasGround)
		{
			m_groundShape =
				std::make_unique<btStaticPlaneShape>(btVector3(0.0, 0.0, 1.0), settings.groundHeight * m_scale);
			btRigidBody::btRigidBodyConstructionInfo info(0.0, nullptr, m_groundShape.get());
			info.m_friction = settings.groundContact.friction;
			info.m_restitution = settings.groundContact.restitution;
			m_ground = std::make_unique<btRigidBody>(info);
			m_ground->setUserIndex(kNoIndex);
			m_world.addRigidBody(m_ground.get());
		}
	}

	~BulletHost() override
	{
		for (auto& [number, body] : m_bodies)
		{
			m_world.removeRigidBody(body.body.get());
		}
		if (m_ground)
		{
			m_world.removeRigidBody(m_ground.get());
		}
	}

	const char* Name() const override { return "bullet"; }

	int32_t Add(const HostBody& source) override
	{
		const int32_t number = m_next++;
		BulletBody& body = m_bodies[number];
		body.centre = source.mass.centre;
		const PrincipalInertia principal = FractureCore::ComputePrincipalInertia(source.mass.inertia);
		const auto& a = principal.axes.m;
		body.axes = btMatrix3x3(a[0][0], a[0][1], a[0][2], a[1][0], a[1][1], a[1][2], a[2][0], a[2][1], a[2][2]);
		MakeShape(source, body);
		body.motion = std::make_unique<btDefaultMotionState>(PlaceOf(body, source.state.pose));
		const double area = m_scale * m_scale;
		body.mass = source.mass.mass;
		body.inertia = ToBullet(principal.moments * area);
		const bool isDynamic = source.kind == BodyKind::Dynamic;
		btRigidBody::btRigidBodyConstructionInfo info(isDynamic ? body.mass : 0.0,
			body.motion.get(),
			body.shapes.back().get(),
			isDynamic ? body.inertia : btVector3(0.0, 0.0, 0.0));
		info.m_friction = source.contact.friction;
		info.m_restitution = source.contact.restitution;
		info.m_linearSleepingThreshold = kSleepSpeed;
		info.m_angularSleepingThreshold = kSleepSpeed;
		body.body = std::make_unique<btRigidBody>(info);
		body.body->setUserIndex(number);
		if (source.kind == BodyKind::Kinematic)
		{
			body.body->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
			body.body->setActivationState(DISABLE_DEACTIVATION);
		}
		body.body->setFlags(0); // see BulletWorld::Tumble
		const btScalar radius = InnerRadius(*body.body);
		body.body->setCcdMotionThreshold(radius);
		body.body->setCcdSweptSphereRadius(0.5 * radius);
		body.body->setContactProcessingThreshold(BT_LARGE_FLOAT);
		m_world.addRigidBody(body.body.get());
		SetState(number, source.state);
		return number;
	}

	void Remove(int32_t number) override
	{
		const auto found = m_bodies.find(number);
		m_world.removeRigidBody(found->second.body.get());
		m_bodies.erase(found);
		m_saved.erase(number);
	}

	void Release(int32_t number) override
	{
		BulletBody& body = m_bodies.at(number);
		m_world.removeRigidBody(body.body.get());
		body.body->setMassProps(body.mass, body.inertia);
		body.body->updateInertiaTensor();
		m_world.addRigidBody(body.body.get());
		body.body->forceActivationState(ACTIVE_TAG);
		m_saved.erase(number);
	}

	RigidState State(int32_t number) const override
	{
		const BulletBody& body = m_bodies.at(number);
		const btTransform& place = body.body->getWorldTransform();
		RigidState state;
		btQuaternion turn;
		(place.getBasis() * body.axes.transpose()).getRotation(turn);
		state.pose.orientation = Normalised(Quat{turn.x(), turn.y(), turn.z(), turn.w()});
		const Vec3 centre = FromBullet(place.getOrigin()) / m_scale;
		state.pose.position = centre - Rotated(state.pose.orientation, body.centre);
		state.velocity = FromBullet(body.body->getLinearVelocity()) / m_scale;
		state.angularVelocity = FromBullet(body.body->getAngularVelocity());
		return state;
	}

	void SetState(int32_t number, const RigidState& state) override
	{
		BulletBody& body = m_bodies.at(number);
		const btTransform place = PlaceOf(body, state.pose);
		body.body->setWorldTransform(place);
		body.body->setInterpolationWorldTransform(place);
		body.body->setLinearVelocity(ToBullet(state.velocity * m_scale));
		body.body->setAngularVelocity(ToBullet(state.angularVelocity));
		body.body->setInterpolationLinearVelocity(body.body->getLinearVelocity());
		body.body->setInterpolationAngularVelocity(body.body->getAngularVelocity());
		body.body->updateInertiaTensor();
		body.body->activate(true);
		m_world.updateSingleAabb(body.body.get());
	}

	void Step(double seconds) override
	{
		m_saved.clear();
		for (const auto& [number, body] : m_bodies)
		{
			const btRigidBody& b = *body.body;
			m_saved[number] = {b.getWorldTransform(),
				b.getLinearVelocity(),
				b.getAngularVelocity(),
				b.getActivationState(),
				b.getDeactivationTime()};
		}
		m_world.stepSimulation(seconds, 0);
		for (const auto& [number, body] : m_bodies)
		{
			if (body.body->isKinematicObject())
			{
				Drive(*body.body, seconds);
			}
		}
		GatherContacts();
	}

	double LongestStep() const override { return kLongestStep; }

	const std::vector<HostContact>& Contacts() const override { return m_contacts; }

	void TakeStepBack() override
	{
		for (const auto& [number, saved] : m_saved)
		{
			btRigidBody& body = *m_bodies.at(number).body;
			body.setWorldTransform(saved.place);
			body.setInterpolationWorldTransform(saved.place);
			body.setLinearVelocity(saved.velocity);
			body.setAngularVelocity(saved.spin);
			body.setInterpolationLinearVelocity(saved.velocity);
			body.setInterpolationAngularVelocity(saved.spin);
			body.updateInertiaTensor();
			body.forceActivationState(saved.activation);
			body.setDeactivationTime(saved.deactivationTime);
			m_world.updateSingleAabb(&body);
		}
		m_contacts.clear();
	}

private:
	static void Drive(btRigidBody& body, double seconds)
	{
		const btTransform& place = body.getWorldTransform();
		const Quat turn = FractureCore::RotationFromVector(FromBullet(body.getAngularVelocity()) * seconds);
		const btQuaternion q = btQuaternion(turn.x, turn.y, turn.z, turn.w) * place.getRotation();
		body.setCenterOfMassTransform(
			btTransform(q.normalized(), place.getOrigin() + body.getLinearVelocity() * seconds));
	}

	void MakeShape(const HostBody& source, BulletBody& body) const
	{
		if (source.ballRadius > 0.0)
		{
			body.shapes.push_back(std::make_unique<btSphereShape>(source.ballRadius * m_scale));
			return;
		}
		auto compound = std::make_unique<btCompoundShape>(true, static_cast<int>(source.hulls.size()));
		const btMatrix3x3 toPrincipal = body.axes.transpose();
		for (const FractureCore::ConvexHull& hull : source.hulls)
		{
			auto shape = std::make_unique<btConvexHullShape>();
			for (const Vec3& p : hull.positions)
			{
				shape->addPoint(toPrincipal * ToBullet((p - body.centre) * m_scale), false);
			}
			shape->recalcLocalAabb();
			shape->setMargin(kMargin);
			shape->initializePolyhedralFeatures(); // faces meet with all corners at once
			compound->addChildShape(btTransform::getIdentity(), shape.get());
			body.shapes.push_back(std::move(shape));
		}
		compound->setMargin(kMargin);
		body.shapes.push_back(std::move(compound));
	}

	btTransform PlaceOf(const BulletBody& body, const Pose& pose) const
	{
		const Quat& q = pose.orientation;
		const btMatrix3x3 turn(btQuaternion(q.x, q.y, q.z, q.w));
		return btTransform(turn * body.axes, ToBullet(ToWorld(pose, body.centre) * m_scale));
	}

	/// A body may not move farther than this in a step without being looked at on the way.
	static btScalar InnerRadius(const btRigidBody& body)
	{
		btVector3 low;
		btVector3 high;
		body.getCollisionShape()->getAabb(btTransform::getIdentity(), low, high);
		const btVector3 size = high - low;
		return std::max(0.5 * std::min({size.x(), size.y(), size.z()}), 1.0e-3);
	}

	void GatherContacts()
	{
		m_contacts.clear();
		for (int i = 0; i < m_dispatcher.getNumManifolds(); ++i)
		{
			const btPersistentManifold& manifold = *m_dispatcher.getManifoldByIndexInternal(i);
			const int32_t first = manifold.getBody0()->getUserIndex();
			const int32_t second = manifold.getBody1()->getUserIndex();
			// Before the step, when the solver saw them: positions on the bodies have moved on since.
			for (int k = 0; k < manifold.getNumContacts(); ++k)
			{
				const btManifoldPoint& point = manifold.getContactPoint(k);
				const btVector3 impulse = point.m_normalWorldOnB * point.m_appliedImpulse +
					point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
					point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2;
				if (point.m_appliedImpulse <= 0.0)
				{
					continue;
				}
				const btVector3 middle = 0.5 * (point.m_positionWorldOnA + point.m_positionWorldOnB);
				m_contacts.push_back({{first, second},
					FromBullet(middle) / m_scale,
					FromBullet(point.m_normalWorldOnB),
					FromBullet(impulse) / m_scale});
			}
		}
		const auto key = [](const HostContact& c)
		{
			return std::array<double, 5>{
				static_cast<double>(c.body[0]), static_cast<double>(c.body[1]), c.point.x, c.point.y, c.point.z};
		};
		std::sort(m_contacts.begin(),
			m_contacts.end(),
			[&](const HostContact& a, const HostContact& b) { return key(a) < key(b); });
	}

	double m_scale; // units a metre
	btDefaultCollisionConfiguration m_configuration;
	btCollisionDispatcher m_dispatcher;
	btDbvtBroadphase m_broadphase;
	btSequentialImpulseConstraintSolver m_solver;
	BulletWorld m_world;
	std::unique_ptr<btStaticPlaneShape> m_groundShape;
	std::unique_ptr<btRigidBody> m_ground;
	std::map<int32_t, BulletBody> m_bodies;
	std::map<int32_t, SavedState> m_saved; // before the last step
	std::vector<HostContact> m_contacts;
	int32_t m_next = 0;
};
} // namespace

FractureCore::Result<std::unique_ptr<RigidHost>> MakeBulletHost(const BulletSettings& settings)
{
	// Bullet has these once for all its worlds.
	gContactBreakingThreshold = kContactBreaking;
	gCalculateCombinedFrictionCallback = &CombinedFriction;
	gCalculateCombinedRestitutionCallback = &CombinedRestitution;
	return std::unique_ptr<RigidHost>(std::make_unique<BulletHost>(settings));
}
} // namespace FractureToolkit

#else

namespace FractureToolkit
{
FractureCore::Result<std::unique_ptr<RigidHost>> MakeBulletHost(const BulletSettings&)
{
	return FractureCore::Error{
		FractureCore::ErrorCode::InvalidSettings, "this program was built without Bullet; use the embedded host"};
}
} // namespace FractureToolkit

#endif
