// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioRun.h"

#include "Run/SceneObjects.h"
#include "Shapes.h"
#include "Studio/ByteWriter.h"

#include "FractureCore/Hull.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

constexpr double kSteelDensity = 7850.0;
constexpr double kStepsPerSecond = 120.0;
constexpr double kFramesPerSecond = 60.0;
constexpr int32_t kObjectHulls = 24;

Status CheckRequest(const StudioRunRequest& request)
{
	struct Row
	{
		const char* name;
		double value;
		double low;
		double high;
	};
	const Row rows[] = {{"height", request.height, 0.0, 100.0},
		{"angle", request.angle, -360.0, 360.0},
		{"heading", request.heading, -360.0, 360.0},
		{"speed", request.speed, 1.0e-3, 1.0e3},
		{"mass", request.mass, 1.0e-6, 1.0e5},
		{"seconds", request.seconds, 0.0, 20.0}};
	for (const Row& row : rows)
	{
		if (!(row.value >= row.low && row.value <= row.high))
		{
			char text[120];
			std::snprintf(text, sizeof(text), "%s must lie between %g and %g", row.name, row.low, row.high);
			return Error{ErrorCode::InvalidSettings, text};
		}
	}
	return Ok{};
}

/// To fall, and to come to rest.
double SecondsOf(const StudioRunRequest& request)
{
	const double height = request.scene == StudioScene::Shoot ? 0.0 : request.height;
	return request.seconds > 0.0 ? std::max(request.seconds, 0.1) : std::sqrt(2.0 * height / 9.81) + 1.55;
}

Material Steel()
{
	Material steel;
	steel.name = "steel";
	steel.density = kSteelDensity;
	steel.youngModulus = 210.0e9;
	steel.poissonRatio = 0.3;
	return steel;
}

struct Reach
{
	Vec3 low;
	Vec3 high;
};

Reach ReachOf(const SurfaceMesh& mesh, const Quat& orientation)
{
	constexpr double kInfinity = std::numeric_limits<double>::infinity();
	Reach reach{{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
	for (const Vec3& local : mesh.positions)
	{
		const Vec3 p = Rotated(orientation, local);
		reach.low = {std::min(reach.low.x, p.x), std::min(reach.low.y, p.y), std::min(reach.low.z, p.z)};
		reach.high = {std::max(reach.high.x, p.x), std::max(reach.high.y, p.y), std::max(reach.high.z, p.z)};
	}
	return reach;
}

std::shared_ptr<const std::vector<ConvexHull>> HullsOf(const SurfaceMesh& mesh)
{
	DecompositionSettings settings;
	settings.maxHulls = kObjectHulls;
	settings.maxVertices = kObjectHullVertices;
	return std::make_shared<const std::vector<ConvexHull>>(DecomposeConvex(mesh.positions, mesh.triangles, settings));
}

/// Far more than a material would by itself: for what should burst.
void BreakIntoMany(BreakRules& rules)
{
	PlanSettings& plan = rules.settings.plan;
	plan.growthScale = 0.3;
	plan.maxCracks = 300;
	plan.maxSolves = 6;
	plan.cracksPerSolve = 30;
	plan.batchesPerPiece = 4;
	plan.maxGrains = 200;
	rules.settings.debrisVolume = 1.0e-6;
	rules.settings.hullsPerFragment = 1; // of so many, each may be a little off
	rules.generations = 4;
	rules.leastVolume = 1.0e-2; // with a twentieth of it a bowl of brick came into 700 pieces: too many to watch
	rules.pieceTets = 600;      // preparing them takes longer than breaking them
}

WorldBody ObjectBody(
	const StudioRunRequest& request, const std::shared_ptr<const Breakable>& object, const Quat& orientation)
{
	WorldBody body;
	body.name = "object";
	body.object = 0;
	body.mesh = std::shared_ptr<const SurfaceMesh>(object, &object->Object().surface);
	body.breakable = object;
	body.mass = object->Object().mass;
	body.material = object->Object().material;
	// What anchors hold stays where it is, until it breaks loose.
	const auto held = object->HeldAxes();
	const bool isHeld = std::any_of(held.begin(), held.end(), [](uint8_t axes) { return axes != 0; });
	body.kind = isHeld ? BodyKind::Static : BodyKind::Dynamic;
	body.contact = {0.4, 0.1};
	body.rules.settings.hullsPerFragment = 4;
	body.rules.settings.plan.seed = request.seed;
	body.rules.generations = 2;
	if (request.hasManyPieces)
	{
		BreakIntoMany(body.rules);
	}
	body.state.pose.orientation = orientation;
	if (request.host == HostKind::Bullet)
	{
		body.hulls = HullsOf(*body.mesh);
	}
	return body;
}

Result<WorldBody> BallBody(const StudioRunRequest& request)
{
	const double diameter = 2.0 * std::cbrt(3.0 * request.mass / (4.0 * kPi * kSteelDensity));
	Result<SurfaceMesh> mesh = MakeBall({.diameter = diameter, .edge = diameter / 12.0});
	if (!mesh)
	{
		return mesh.GetError();
	}
	// Shapes stand on z = 0; a ball is easier to place by its middle.
	for (Vec3& p : mesh->positions)
	{
		p.z -= 0.5 * diameter;
	}
	WorldBody body;
	body.name = "ball";
	body.object = 1;
	body.material = Steel();
	body.mass = SolidMassProperties(mesh->positions, mesh->triangles, kSteelDensity);
	const double factor = request.mass / body.mass.mass;
	body.mass.mass = request.mass;
	body.mass.inertia *= factor;
	body.ballRadius = 0.5 * diameter;
	body.contact = {0.4, 0.3};
	body.mesh = std::make_shared<const SurfaceMesh>(std::move(*mesh));
	if (request.host == HostKind::Bullet)
	{
		body.hulls = HullsOf(*body.mesh);
	}
	return body;
}
} // namespace

Result<StudioStage> StageRun(const StudioRunRequest& request, std::shared_ptr<const Breakable> object)
{
	if (const Status status = CheckRequest(request); !status)
	{
		return status.GetError();
	}
	StudioStage stage;
	stage.scene.name = "studio";
	stage.scene.rate = kStepsPerSecond;
	stage.scene.framesPerSecond = kFramesPerSecond;
	stage.scene.frames = static_cast<int32_t>(std::lround(SecondsOf(request) * kFramesPerSecond));
	stage.scene.seed = request.seed;
	stage.scene.ground->contact = {0.5, 0.1};
	stage.scene.ground->material = *FindMaterialPreset("stone");

	const bool isDrop = request.scene == StudioScene::Drop;
	const Quat turn = isDrop ? RotationFromVector({0.0, request.angle * kPi / 180.0, 0.0}) : Quat{};
	WorldBody body = ObjectBody(request, object, turn);
	const Reach reach = ReachOf(*body.mesh, turn);
	body.state.pose.position.z = (isDrop ? request.height : 0.0) - reach.low.z;
	const Vec3 lift = body.state.pose.position;
	stage.bodies.push_back(std::move(body));
	if (isDrop)
	{
		return stage;
	}

	Result<WorldBody> ball = BallBody(request);
	if (!ball)
	{
		return ball.GetError();
	}
	const Vec3 middle = (reach.low + reach.high) * 0.5 + lift;
	const Vec3 size = reach.high - reach.low;
	if (request.scene == StudioScene::Weight)
	{
		ball->state.pose.position = {middle.x, middle.y, size.z + request.height + ball->ballRadius};
	}
	else
	{
		const double heading = request.heading * kPi / 180.0;
		const Vec3 along{std::cos(heading), std::sin(heading), 0.0};
		// Far enough not to touch the object, and a little more, so that a person sees it come.
		const double away = 0.5 * std::hypot(size.x, size.y) + ball->ballRadius + 0.5 * std::max(size.x, size.z);
		ball->state.pose.position = middle - along * away;
		ball->state.pose.position.z = std::max(ball->state.pose.position.z, 1.02 * ball->ballRadius);
		ball->state.velocity = along * request.speed;
	}
	stage.bodies.push_back(std::move(*ball));
	return stage;
}

Result<Recording> ReplayRun(
	const StudioRunRequest& request, int32_t frames, std::shared_ptr<const Breakable> object, TaskRunner& runner)
{
	const Result<StudioStage> stage = StageRun(request, std::move(object));
	if (!stage)
	{
		return stage.GetError();
	}
	if (frames < 1 || frames > stage->scene.frames)
	{
		return Error{ErrorCode::InvalidSettings, "the scene has " + std::to_string(stage->scene.frames) + " frames"};
	}
	Result<ScenePlayer> player = ScenePlayer::Start(stage->scene, request.host, stage->bodies);
	if (!player)
	{
		return player.GetError();
	}
	for (int32_t frame = 1; frame < frames; ++frame)
	{
		if (const Status status = player->Advance(runner); !status)
		{
			return status.GetError();
		}
	}
	return player->Take();
}

void StudioRunLog::Append(const Recording& recording, int32_t& nextMesh)
{
	const RecordedFrame& frame = recording.frames.back();
	const int32_t shown = static_cast<int32_t>(recording.frames.size()) - 1;
	const double milliseconds = std::accumulate(frame.milliseconds.begin(), frame.milliseconds.end(), 0.0);
	ByteWriter bytes;
	bytes.Add(static_cast<uint32_t>(frame.bodies));
	bytes.Add(static_cast<float>(frame.time));
	bytes.Add(static_cast<float>(milliseconds));
	bytes.Add(static_cast<float>(frame.balance.kinetic));
	bytes.Add(static_cast<float>(frame.balance.potential));
	bytes.Add(static_cast<uint32_t>(frame.fragments));
	for (size_t i = 0; i < recording.bodies.size(); ++i)
	{
		if (!recording.IsShown(recording.bodies[i], shown))
		{
			continue;
		}
		const Pose& pose = recording.PoseAt(recording.bodies[i], shown);
		bytes.Add(static_cast<uint32_t>(i));
		for (const double value : {pose.position.x,
				 pose.position.y,
				 pose.position.z,
				 pose.orientation.x,
				 pose.orientation.y,
				 pose.orientation.z,
				 pose.orientation.w})
		{
			bytes.Add(static_cast<float>(value));
		}
	}
	const std::scoped_lock lock(m_mutex);
	for (size_t i = m_bodies.size(); i < recording.bodies.size(); ++i)
	{
		const RecordedBody& body = recording.bodies[i];
		m_bodies.push_back({nextMesh++,
			body.parent,
			body.object,
			body.mass.mass,
			body.mass.centre,
			body.mesh,
			std::make_shared<const std::vector<float>>(body.stress)});
		for (const float value : body.stress)
		{
			m_mostStress = std::max(m_mostStress, static_cast<double>(value));
		}
	}
	m_frames.push_back(bytes.Take());
	m_milliseconds += milliseconds;
}

void StudioRunLog::Finish(const ContentHash& hash)
{
	const std::scoped_lock lock(m_mutex);
	m_hash = hash;
	m_isDone = true;
}

StudioRunRecord StudioRunLog::Record() const
{
	const std::scoped_lock lock(m_mutex);
	return {request, static_cast<int32_t>(m_frames.size()), m_hash};
}

int32_t StudioRunLog::Frames() const
{
	const std::scoped_lock lock(m_mutex);
	return static_cast<int32_t>(m_frames.size());
}

bool StudioRunLog::IsDone() const
{
	const std::scoped_lock lock(m_mutex);
	return m_isDone;
}

std::vector<StudioRunBody> StudioRunLog::Bodies() const
{
	const std::scoped_lock lock(m_mutex);
	return m_bodies;
}

std::vector<uint8_t> StudioRunLog::FramesFrom(int32_t first) const
{
	const std::scoped_lock lock(m_mutex);
	std::vector<uint8_t> all;
	for (size_t i = static_cast<size_t>(std::max(first, 0)); i < m_frames.size(); ++i)
	{
		all.insert(all.end(), m_frames[i].begin(), m_frames[i].end());
	}
	return all;
}

double StudioRunLog::MeanMilliseconds() const
{
	const std::scoped_lock lock(m_mutex);
	return m_frames.empty() ? 0.0 : m_milliseconds / static_cast<double>(m_frames.size());
}

double StudioRunLog::MostStress() const
{
	const std::scoped_lock lock(m_mutex);
	return m_mostStress;
}
} // namespace FractureToolkit
