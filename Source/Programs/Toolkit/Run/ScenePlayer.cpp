// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/ScenePlayer.h"

#include "Run/BulletHost.h"
#include "Run/EmbeddedWorld.h"
#include "Run/HostFracture.h"
#include "Run/RigidMath.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

/// The size that Bullet's tolerances should suit: that of the smallest breakable object.
double TypicalSize(const std::vector<WorldBody>& bodies)
{
	double size = 0.0;
	for (const WorldBody& body : bodies)
	{
		const double own = std::cbrt(body.mass.volume);
		double reach = 0.0;
		for (const Vec3& p : body.mesh->positions)
		{
			reach = std::max(reach, Length(p - body.mass.centre));
		}
		// Between a solid's edge and a thin wall's width.
		const double typical = std::sqrt(own * 2.0 * reach);
		size = size == 0.0 || body.breakable != nullptr ? (size == 0.0 ? typical : std::min(size, typical)) : size;
	}
	return size > 0.0 ? size : 1.0;
}

/// Far enough for what rolls away.
double GroundExtent(const Scene& scene, const std::vector<WorldBody>& bodies)
{
	constexpr double kMostGround = 500.0; // m, each way
	const double seconds = scene.frames / scene.framesPerSecond;
	double extent = 1.0;
	for (const WorldBody& body : bodies)
	{
		const Vec3& p = body.state.pose.position;
		extent = std::max({extent, 20.0 * std::abs(p.x), 20.0 * std::abs(p.y), 20.0 * std::cbrt(body.mass.volume)});
		// Light pieces are up to twice as fast as what hits or falls.
		const double fall = std::max(p.z - scene.ground->height, 0.0) * Length(scene.gravity);
		const double speed = std::sqrt(LengthSquared(body.state.velocity) + 2.0 * fall);
		extent = std::max(extent, std::max(std::abs(p.x), std::abs(p.y)) + 2.0 * speed * seconds);
	}
	return std::min(extent, kMostGround);
}

Result<std::unique_ptr<SceneWorld>> MakeWorld(const Scene& scene, HostKind host, const std::vector<WorldBody>& bodies)
{
	if (host == HostKind::Embedded)
	{
		EmbeddedSettings settings;
		settings.gravity = scene.gravity;
		settings.ground = scene.ground;
		settings.groundExtent = scene.ground ? GroundExtent(scene, bodies) : 0.0;
		return MakeEmbeddedWorld(settings);
	}
	BulletSettings settings;
	settings.gravity = scene.gravity;
	settings.hasGround = scene.ground.has_value();
	if (scene.ground)
	{
		settings.groundHeight = scene.ground->height;
		settings.groundContact = scene.ground->contact;
	}
	settings.objectSize = TypicalSize(bodies);
	Result<std::unique_ptr<RigidHost>> bullet = MakeBulletHost(settings);
	if (!bullet)
	{
		return bullet.GetError();
	}
	return std::unique_ptr<SceneWorld>(
		std::make_unique<HostFracture>(std::move(*bullet), HostFractureSettings{scene.gravity, scene.ground}));
}

/// Follows a world's bodies through their lives.
class Recorder
{
public:
	Recorder(const Scene& scene, const SceneWorld& world, bool keepsBreakables) : m_keepsBreakables(keepsBreakables)
	{
		m_recording.scene = scene.name;
		m_recording.about = scene.about;
		m_recording.source = scene.source;
		m_recording.host = world.HostName();
		m_recording.framesPerSecond = scene.framesPerSecond;
		m_recording.hasGround = scene.ground.has_value();
		m_recording.groundHeight = scene.ground ? scene.ground->height : 0.0;
		m_recording.gravity = scene.gravity;
	}

	void AddFrame(double time, SceneWorld& world)
	{
		const int32_t number = static_cast<int32_t>(m_recording.frames.size());
		RecordedFrame frame;
		frame.time = time;
		frame.milliseconds = world.TakeTimes();
		frame.breaks = world.TakeBreaks();
		frame.cracks = world.TakeCracks();
		for (const RecordedBreak& event : frame.breaks)
		{
			m_parents[event.body] = event.parent;
		}
		std::set<int32_t> alive;
		for (const LiveBody* body : world.Bodies())
		{
			alive.insert(body->number);
			RecordedBody& recorded = m_recording.bodies[IndexOf(*body, number)];
			recorded.kind = body->kind;
			recorded.poses.push_back(body->state.pose);
			++frame.bodies;
			frame.fragments += body->parent == kNoIndex ? 0 : 1;
			frame.triangles += static_cast<int64_t>(body->mesh->triangles.size());
			if (body->kind == BodyKind::Dynamic)
			{
				recorded.freeFrame = recorded.freeFrame == kNoIndex ? number : recorded.freeFrame;
				AddToBalance(body->mass, body->state, m_recording.gravity, frame.balance);
			}
		}
		for (const int32_t gone : m_alive)
		{
			if (!alive.contains(gone))
			{
				m_recording.bodies[m_index.at(gone)].endFrame = number;
			}
		}
		m_alive = std::move(alive);
		for (RecordedBreak& event : frame.breaks)
		{
			event.body = ShownAncestor(event.body);
			event.parent = kNoIndex;
			if (event.body != kNoIndex)
			{
				event.parent = m_recording.bodies[static_cast<size_t>(event.body)].parent;
			}
		}
		for (RecordedCrack& event : frame.cracks)
		{
			event.body = ShownAncestor(event.body);
		}
		m_recording.frames.push_back(std::move(frame));
	}

	const Recording& Recorded() const { return m_recording; }
	Recording Take() { return std::move(m_recording); }

private:
	size_t IndexOf(const LiveBody& body, int32_t frame)
	{
		auto [place, isNew] = m_index.try_emplace(body.number, m_recording.bodies.size());
		const bool isDented = !isNew && m_recording.bodies[place->second].mesh != body.mesh;
		if (isDented)
		{
			// A recorded body has one shape: another one takes over.
			m_recording.bodies[place->second].endFrame = frame;
		}
		if (isNew || isDented)
		{
			const int32_t parent = isDented ? static_cast<int32_t>(place->second) : ShownAncestor(body.parent);
			place->second = m_recording.bodies.size();
			RecordedBody& recorded = m_recording.bodies.emplace_back();
			recorded.name = body.name;
			recorded.object = body.object;
			recorded.parent = parent;
			recorded.firstFrame = frame;
			recorded.mesh = body.mesh;
			recorded.mass = body.mass;
			recorded.breakable = m_keepsBreakables ? body.breakable : nullptr;
			recorded.stress = body.stress;
		}
		return place->second;
	}

	/// The body in the recording; one that came and went between two frames stands for its parent.
	int32_t ShownAncestor(int32_t number) const
	{
		while (number != kNoIndex)
		{
			if (const auto known = m_index.find(number); known != m_index.end())
			{
				return static_cast<int32_t>(known->second);
			}
			const auto parent = m_parents.find(number);
			number = parent == m_parents.end() ? kNoIndex : parent->second;
		}
		return kNoIndex;
	}

	bool m_keepsBreakables;
	Recording m_recording;
	std::map<int32_t, size_t> m_index;    // by a body's number
	std::map<int32_t, int32_t> m_parents; // of bodies that broke, by number
	std::set<int32_t> m_alive;
};
} // namespace

struct ScenePlayer::Data
{
	std::unique_ptr<SceneWorld> world;
	Recorder recorder;
	double rate;
	double framesPerSecond;
};

ScenePlayer::ScenePlayer(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
ScenePlayer::ScenePlayer(ScenePlayer&& other) noexcept = default;
ScenePlayer& ScenePlayer::operator=(ScenePlayer&& other) noexcept = default;
ScenePlayer::~ScenePlayer() = default;

Result<ScenePlayer> ScenePlayer::Start(
	const Scene& scene, HostKind host, const std::vector<WorldBody>& bodies, bool keepsBreakables)
{
	Result<std::unique_ptr<SceneWorld>> world = MakeWorld(scene, host, bodies);
	if (!world)
	{
		return world.GetError();
	}
	for (const WorldBody& body : bodies)
	{
		if (const Status added = (*world)->Add(body); !added)
		{
			return added.GetError();
		}
	}
	Recorder recorder(scene, **world, keepsBreakables);
	recorder.AddFrame(0.0, **world);
	return ScenePlayer(
		std::make_unique<Data>(Data{std::move(*world), std::move(recorder), scene.rate, scene.framesPerSecond}));
}

Status ScenePlayer::Advance(TaskRunner& runner)
{
	const int32_t steps = static_cast<int32_t>(std::lround(m_data->rate / m_data->framesPerSecond));
	for (int32_t step = 0; step < steps; ++step)
	{
		if (const Status status = m_data->world->Step(1.0 / m_data->rate, runner); !status)
		{
			return status;
		}
	}
	const size_t frame = Recorded().frames.size();
	m_data->recorder.AddFrame(static_cast<double>(frame) / m_data->framesPerSecond, *m_data->world);
	return Ok{};
}

const Recording& ScenePlayer::Recorded() const
{
	return m_data->recorder.Recorded();
}

Recording ScenePlayer::Take()
{
	return m_data->recorder.Take();
}
} // namespace FractureToolkit
