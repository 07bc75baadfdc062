// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/World.h"

#include "Base/Text.h"
#include "Mesh/MassCheck.h"
#include "Rigid/PieceSpawn.h"
#include "Rigid/WorldData.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
Error BadWorldSetting(const std::string& what, double value)
{
	return {ErrorCode::InvalidSettings, what + ", not " + FormatNumber(value)};
}

Status CheckContactLaw(double friction, double restitution)
{
	if (!(friction >= 0.0 && friction <= 10.0))
	{
		return BadWorldSetting("friction must be from 0 to 10", friction);
	}
	if (!(restitution >= 0.0 && restitution <= 1.0))
	{
		return BadWorldSetting("restitution must be from 0 to 1", restitution);
	}
	return Ok{};
}

Status CheckPieceBreaking(const PieceBreaking& pieces)
{
	if (pieces.generations < 1)
	{
		return BadWorldSetting("generations must be at least 1", pieces.generations);
	}
	if (!(pieces.leastVolume >= 0.0 && pieces.leastVolume <= 1.0))
	{
		return BadWorldSetting("leastVolume must be from 0 to 1", pieces.leastVolume);
	}
	return Ok{};
}

Status CheckPlace(const Pose& pose, const BodyMotion& motion)
{
	const Quat& q = pose.orientation;
	const double length = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
	if (!IsFinite(pose.position) || !(std::abs(length - 1.0) < 1.0e-6))
	{
		return Error{ErrorCode::InvalidSettings, "a body needs a finite position and an orientation of length 1"};
	}
	if (!IsFinite(motion.velocity) || !IsFinite(motion.angularVelocity))
	{
		return Error{ErrorCode::InvalidSettings, "a body needs a finite velocity"};
	}
	return Ok{};
}

Status CheckMeshOfBody(const SurfaceMesh& mesh)
{
	if (mesh.positions.empty() || mesh.triangles.empty())
	{
		return Error{ErrorCode::InvalidMesh, "the surface of a body has no triangles"};
	}
	for (size_t i = 0; i < mesh.positions.size(); ++i)
	{
		if (!IsFinite(mesh.positions[i]))
		{
			return Error{ErrorCode::InvalidMesh,
				"vertex " + std::to_string(i) + " of a body is not finite",
				static_cast<int64_t>(i)};
		}
	}
	for (size_t i = 0; i < mesh.triangles.size(); ++i)
	{
		for (const int32_t v : mesh.triangles[i].v)
		{
			if (v < 0 || v >= static_cast<int32_t>(mesh.positions.size()))
			{
				return Error{ErrorCode::InvalidMesh,
					"triangle " + std::to_string(i) + " of a body has no vertex " + std::to_string(v),
					static_cast<int64_t>(i)};
			}
		}
	}
	return Ok{};
}
} // namespace

int32_t World::Data::IndexOf(BodyId id) const
{
	const auto at = std::lower_bound(
		bodies.begin(), bodies.end(), id, [](const RigidBody& body, BodyId wanted) { return body.id < wanted; });
	return at != bodies.end() && at->id == id ? static_cast<int32_t>(at - bodies.begin()) : kNoIndex;
}

void World::Data::Wake(RigidBody& body)
{
	body.quietTime = 0.0;
	if (!body.isAsleep)
	{
		return;
	}
	for (RigidBody& other : bodies)
	{
		if (other.isAsleep && other.sleepGroup == body.sleepGroup && &other != &body)
		{
			other.isAsleep = false;
			other.quietTime = 0.0;
		}
	}
	body.isAsleep = false;
	broadPhase.NoteChange();
}

void World::Data::ForgetFeatures(int32_t index)
{
	for (ContactPair& pair : pairs)
	{
		if (pair.a == index || pair.b == index)
		{
			pair.features.reset();
		}
	}
}

void World::Data::WakeAround(const RigidBody& body)
{
	for (RigidBody& other : bodies)
	{
		const double reach = 1.05 * (other.shape->radius + body.shape->radius);
		if (other.isAsleep && &other != &body && LengthSquared(other.x - body.x) < reach * reach)
		{
			Wake(other);
		}
	}
}

void World::Data::RefreshStates(std::span<const int32_t> moved)
{
	const auto refresh = [this](size_t i)
	{
		const RigidBody& body = bodies[i];
		states[i] = {body.id,
			body.kind,
			body.isAsleep,
			body.MayBreak(),
			body.parent,
			body.generation,
			PoseOf(body),
			{body.v, body.w},
			body.userData};
	};
	const bool isComplete = areStatesStale || states.size() != bodies.size();
	states.resize(bodies.size());
	for (size_t i = 0; i < (isComplete ? bodies.size() : moved.size()); ++i)
	{
		refresh(isComplete ? i : static_cast<size_t>(moved[i]));
	}
	areStatesStale = false;
}

void World::Data::DropGoneBodies()
{
	std::vector<int32_t> newIndex(bodies.size(), kNoIndex);
	int32_t kept = 0;
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		newIndex[i] = bodies[i].isGone ? kNoIndex : kept++;
	}
	if (kept == static_cast<int32_t>(bodies.size()))
	{
		return;
	}
	std::erase_if(bodies, [](const RigidBody& body) { return body.isGone; });
	std::erase_if(
		pairs, [&](const ContactPair& pair) { return newIndex[pair.a] == kNoIndex || newIndex[pair.b] == kNoIndex; });
	for (ContactPair& pair : pairs)
	{
		pair.a = newIndex[pair.a];
		pair.b = newIndex[pair.b];
	}
	std::erase_if(openEvents, [this](const OpenEvent& event) { return IndexOf(event.body) == kNoIndex; });
	broadPhase.Renumber(newIndex);
	areStatesStale = true;
}

bool World::Data::HasOpenEvent(BodyId id) const
{
	return std::any_of(openEvents.begin(), openEvents.end(), [id](const OpenEvent& event) { return event.body == id; });
}

World::World(std::unique_ptr<Data> data) : m_data(std::move(data)) {}

World::World(World&& other) noexcept = default;
World& World::operator=(World&& other) noexcept = default;
World::~World() = default;

Result<World> World::Create(const WorldSettings& settings)
{
	if (!IsFinite(settings.gravity) || !(Length(settings.gravity) < 1.0e4))
	{
		return BadWorldSetting("gravity must be below 10,000 m/s^2", Length(settings.gravity));
	}
	if (settings.collisionSweeps < 1 || settings.contactSweeps < 1)
	{
		return BadWorldSetting(
			"a step needs at least one sweep of each kind", std::min(settings.collisionSweeps, settings.contactSweeps));
	}
	if (settings.budget.eventsPerStep < 0 || settings.budget.workPerStep < 0 || settings.maxBodies < 0)
	{
		return Error{ErrorCode::InvalidSettings, "budgets and the limit of bodies must not be negative"};
	}
	if (!(settings.harmlessSpeed >= 0.0))
	{
		return BadWorldSetting("harmlessSpeed must not be negative", settings.harmlessSpeed);
	}
	if (!(settings.worldRadius > 0.0))
	{
		return BadWorldSetting("worldRadius must be above 0", settings.worldRadius);
	}
	auto data = std::make_unique<Data>();
	data->settings = settings;
	data->breaking = std::make_shared<const BodyBreaking>(BodyBreaking{settings.breaking, settings.pieces});
	if (const Status status = CheckPieceBreaking(settings.pieces); !status)
	{
		return status.GetError();
	}
	return World(std::move(data));
}

const WorldSettings& World::Settings() const
{
	return m_data->settings;
}

Result<BodyId> World::Add(const BodyDefinition& definition)
{
	if ((definition.surface == nullptr) == (definition.breakable == nullptr))
	{
		return Error{ErrorCode::InvalidSettings, "a body needs either a surface or a breakable"};
	}
	if (const Status status = CheckPlace(definition.pose, definition.motion); !status)
	{
		return status.GetError();
	}
	if (const Status status = CheckContactLaw(definition.contact.friction, definition.contact.restitution); !status)
	{
		return status.GetError();
	}
	if (definition.breaking != nullptr)
	{
		if (const Status status = CheckPieceBreaking(definition.breaking->pieces); !status)
		{
			return status.GetError();
		}
	}
	const bool canBreak = definition.breakable != nullptr;
	const Material& material = canBreak ? definition.breakable->Object().material : definition.material;
	MassProperties mass;
	std::shared_ptr<const SurfaceMesh> surface = definition.surface;
	if (canBreak)
	{
		mass = definition.breakable->Object().mass;
		// The breakable keeps its surface alive.
		surface = std::shared_ptr<const SurfaceMesh>(definition.breakable, &definition.breakable->Object().surface);
	}
	else
	{
		if (const Status status = CheckMeshOfBody(*surface); !status)
		{
			return status.GetError();
		}
		if (const Status status = ValidateMaterial(material); !status)
		{
			return status.GetError();
		}
		mass = definition.mass != nullptr
			? *definition.mass
			: SolidMassProperties(surface->positions, surface->triangles, material.density);
	}
	if (!IsMassPhysical(mass))
	{
		return Error{
			ErrorCode::InvalidMesh, "the body has no positive mass and inertia: its surface may not be closed"};
	}
	Data& world = *m_data;
	RigidBody body;
	body.id = world.nextId++;
	body.kind = definition.kind;
	body.bornStep = world.steps;
	for (const RigidBody& other : world.bodies)
	{
		if (other.shape->surface == surface && other.shape->mass == mass)
		{
			body.shape = other.shape;
			break;
		}
	}
	if (body.shape == nullptr)
	{
		body.shape = MakeRigidShape(surface, mass, {});
	}
	body.q = Normalised(definition.pose.orientation);
	GiveMass(body, mass);
	body.Refresh();
	body.x = definition.pose.position + body.rotation * mass.centre;
	if (body.kind != BodyKind::Static)
	{
		body.v = definition.motion.velocity;
		body.w = definition.motion.angularVelocity;
	}
	body.contact = definition.contact;
	body.youngModulus = material.youngModulus;
	body.poissonRatio = material.poissonRatio;
	body.breakable = definition.breakable;
	body.fragility = definition.fragility;
	body.breaking = definition.breaking != nullptr ? definition.breaking : world.breaking;
	body.wholeVolume = mass.volume;
	if (canBreak)
	{
		body.harmlessForce = HarmlessForce(*definition.breakable, *surface, mass.volume);
	}
	body.seed = definition.seed;
	body.userData = definition.userData;
	const BodyId id = body.id;
	world.bodies.push_back(std::move(body));
	world.broadPhase.NoteChange();
	world.areStatesStale = true;
	return id;
}

bool World::Remove(BodyId body)
{
	const int32_t index = m_data->IndexOf(body);
	if (index == kNoIndex)
	{
		return false;
	}
	m_data->WakeAround(m_data->bodies[index]);
	m_data->bodies[index].isGone = true;
	m_data->DropGoneBodies();
	return true;
}

Status World::SetPairContact(int32_t groupA, int32_t groupB, double friction, double restitution)
{
	if (groupA < 0 || groupB < 0)
	{
		return BadWorldSetting("groups count from 0", std::min(groupA, groupB));
	}
	if (const Status status = CheckContactLaw(friction, restitution); !status)
	{
		return status.GetError();
	}
	m_data->pairLaws[{std::min(groupA, groupB), std::max(groupA, groupB)}] = {friction, restitution};
	return Ok{};
}

bool World::SetPose(BodyId id, const Pose& pose)
{
	const int32_t index = m_data->IndexOf(id);
	if (index == kNoIndex || !CheckPlace(pose, {}))
	{
		return false;
	}
	RigidBody& body = m_data->bodies[index];
	body.q = Normalised(pose.orientation);
	body.Refresh();
	body.x = pose.position + body.rotation * body.shape->mass.centre;
	m_data->ForgetFeatures(index);
	m_data->Wake(body);
	m_data->broadPhase.Invalidate();
	m_data->areStatesStale = true;
	return true;
}

bool World::SetMotion(BodyId id, const BodyMotion& motion)
{
	const int32_t index = m_data->IndexOf(id);
	if (index == kNoIndex || m_data->bodies[index].kind == BodyKind::Static || !CheckPlace({}, motion))
	{
		return false;
	}
	RigidBody& body = m_data->bodies[index];
	body.v = motion.velocity;
	body.w = motion.angularVelocity;
	m_data->Wake(body);
	m_data->broadPhase.NoteChange();
	m_data->areStatesStale = true;
	return true;
}

bool World::ApplyImpulse(BodyId id, const Vec3& point, const Vec3& impulse, const ContactPulse& pulse)
{
	const int32_t index = m_data->IndexOf(id);
	if (index == kNoIndex || !m_data->bodies[index].IsDynamic() || !IsFinite(point) || !IsFinite(impulse))
	{
		return false;
	}
	RigidBody& body = m_data->bodies[index];
	m_data->Wake(body);
	ContactImpulse load;
	load.point = body.ToLocalPoint(point) + body.shape->mass.centre;
	load.impulse = Transposed(body.rotation) * impulse;
	load.pulse = pulse;
	body.pending.push_back(load);
	return true;
}

std::span<const BodyState> World::Bodies() const
{
	if (m_data->areStatesStale || m_data->states.size() != m_data->bodies.size())
	{
		m_data->RefreshStates({});
	}
	return m_data->states;
}

const BodyState* World::Find(BodyId body) const
{
	const int32_t index = m_data->IndexOf(body);
	return index == kNoIndex ? nullptr : &Bodies()[static_cast<size_t>(index)];
}

std::shared_ptr<const SurfaceMesh> World::Surface(BodyId body) const
{
	const int32_t index = m_data->IndexOf(body);
	return index == kNoIndex ? nullptr : m_data->bodies[index].shape->surface;
}

std::span<const ConvexHull> World::Hulls(BodyId id) const
{
	const int32_t index = m_data->IndexOf(id);
	if (index == kNoIndex)
	{
		return {};
	}
	RigidBody& body = m_data->bodies[index];
	if (body.hulls.empty())
	{
		const SurfaceMesh& surface = *body.shape->surface;
		if (body.shape->IsConvex())
		{
			body.hulls = {ComputeConvexHull(surface.positions, body.breaking->settings.hullVertices, 1.0e-6)};
		}
		else
		{
			body.hulls = DecomposeConvex(surface.positions, surface.triangles, {});
		}
	}
	return body.hulls;
}

const MassProperties* World::Mass(BodyId body) const
{
	const int32_t index = m_data->IndexOf(body);
	return index == kNoIndex ? nullptr : &m_data->bodies[index].shape->mass;
}

std::shared_ptr<const Breakable> World::BreakableOf(BodyId body) const
{
	const int32_t index = m_data->IndexOf(body);
	return index == kNoIndex ? nullptr : m_data->bodies[index].breakable;
}

std::shared_ptr<const CrackSet> World::DamageOf(BodyId body) const
{
	const int32_t index = m_data->IndexOf(body);
	return index == kNoIndex ? nullptr : m_data->bodies[index].damage;
}

WorldEnergy World::Energy() const
{
	WorldEnergy energy;
	for (const RigidBody& body : m_data->bodies)
	{
		if (body.IsDynamic())
		{
			energy.kinetic += body.KineticEnergy();
			energy.potential -= body.mass * Dot(m_data->settings.gravity, body.x);
		}
	}
	return energy;
}

WorldMomentum World::Momentum() const
{
	WorldMomentum momentum;
	for (const RigidBody& body : m_data->bodies)
	{
		if (body.IsDynamic())
		{
			momentum.linear += body.v * body.mass;
			momentum.angular += body.AngularMomentum();
		}
	}
	return momentum;
}

ContentHash World::StateHash() const
{
	ContentHasher hasher;
	for (const RigidBody& body : m_data->bodies)
	{
		hasher.AddValue(body.id);
		hasher.AddValue(body.isAsleep);
		const Vec3 vectors[] = {body.x, body.v, body.w};
		hasher.AddArray(std::span<const Vec3>(vectors));
		const double turn[] = {body.q.x, body.q.y, body.q.z, body.q.w};
		hasher.AddArray(std::span<const double>(turn));
	}
	return hasher.Finish();
}
} // namespace FractureCore
