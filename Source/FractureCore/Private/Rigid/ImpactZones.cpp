// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ImpactZones.h"

#include "Mesh/UnionFind.h"
#include "Rigid/FlightLimits.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/ShellGuard.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace FractureCore
{
namespace
{
constexpr int32_t kZoneRounds = 24;

// Rounds in which the guard of shells may shorten a zone's flight; then it stays.
constexpr int32_t kZoneGuardRounds = 3;

constexpr double kSinkShare = 0.5;

// Radians that a zone turns at once: its bodies fly straight meanwhile.
constexpr double kZoneTurn = 0.1;

// Of the skin: so far they may be beside their ways where something stops them. Else chords are laid anew, so often,
// each for a share of the time that was left, in which nothing should stop them.
constexpr double kMostBowInZone = 1.0e-2;
constexpr double kChordShares[] = {0.99, 0.9, 0.5, 0.0};

/// Bodies that move as one.
struct Zone
{
	std::vector<int32_t> members;
	double time = 0.0; // s to fly
	double mass = 0.0;
	Vec3 momentum;
	Vec3 spin;     // kg m^2/s, about the centre
	ZoneTurn turn; // from where its bodies are now

	Vec3 Centre(std::span<const RigidBody> bodies) const
	{
		Vec3 sum;
		for (const int32_t i : members)
		{
			sum += bodies[i].x * bodies[i].mass;
		}
		return sum / mass;
	}

	/// Notes how it turns from where its bodies are now.
	void FindTurn(std::span<const RigidBody> bodies)
	{
		const Vec3 centre = Centre(bodies);
		Mat3 inertia;
		for (const int32_t i : members)
		{
			const RigidBody& body = bodies[i];
			const Vec3 r = body.x - centre;
			inertia += body.rotation * (body.inertia * Transposed(body.rotation)) +
				(Mat3::Identity() * LengthSquared(r) + Mat3::Outer(r, r) * -1.0) * body.mass;
		}
		turn.inverseInertia = InverseSymmetric(inertia);
		turn.spin = spin;
		turn.w = turn.inverseInertia * spin;
		// No eigenvalue of that matrix is larger than the root of the sum of its squares.
		double squares = 0.0;
		for (const auto& row : turn.inverseInertia.m)
		{
			squares += row[0] * row[0] + row[1] * row[1] + row[2] * row[2];
		}
		turn.most = std::sqrt(squares) * Length(spin);
	}

	/// Gives its bodies its motion, where they are now.
	void SetMotion(std::span<RigidBody> bodies)
	{
		FindTurn(bodies);
		const Vec3 centre = Centre(bodies);
		for (const int32_t i : members)
		{
			bodies[i].v = momentum / mass + Cross(turn.w, bodies[i].x - centre);
			bodies[i].w = turn.w;
			bodies[i].zone = &turn;
		}
	}
};

/// Zones of at least two bodies, with the momentum of these. They all fly as long as is left on average, by mass:
/// nobody else knows how far their centre should get. `left` becomes that.
std::vector<Zone> MakeZones(std::span<const RigidBody> bodies, std::span<const int32_t> names, std::span<double> left)
{
	std::vector<Zone> zones;
	std::vector<int32_t> zoneOf(bodies.size(), kNoIndex);
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		if (names[i] == kNoIndex)
		{
			continue;
		}
		int32_t& number = zoneOf[names[i]];
		if (number == kNoIndex)
		{
			number = static_cast<int32_t>(zones.size());
			zones.emplace_back();
		}
		Zone& zone = zones[number];
		const RigidBody& body = bodies[i];
		zone.members.push_back(static_cast<int32_t>(i));
		zone.time += left[i] * body.mass;
		zone.mass += body.mass;
		zone.momentum += body.v * body.mass;
		zone.spin += body.AngularMomentum();
	}
	for (Zone& zone : zones)
	{
		zone.spin -= Cross(zone.Centre(bodies), zone.momentum);
		zone.time /= zone.mass;
		for (const int32_t i : zone.members)
		{
			left[i] = zone.time;
		}
	}
	return zones;
}

/// Bodies of a zone fly along the chords of their ways, for `most` s or as long as these are short. Answers their
/// velocities.
void PlanZone(const Zone& zone, double most, std::span<RigidBody> bodies, PlannedFlight& plan)
{
	const Vec3 centre = zone.Centre(bodies);
	const ZoneTurn& turn = zone.turn;
	const double speed = Length(turn.w);
	const double time = speed > 0.0 ? std::min(most, kZoneTurn / speed) : most;
	const FreeSpin spin = {turn.inverseInertia, turn.spin, 0.5 * Dot(turn.w, turn.spin)};
	const Quat turned = TurnFreely(spin, {{}, turn.w}, time).q;
	for (const int32_t i : zone.members)
	{
		RigidBody& body = bodies[i];
		const Vec3 r = body.x - centre;
		body.v = zone.momentum / zone.mass + (time > 0.0 ? (Rotated(turned, r) - r) / time : Vec3{});
		plan.v[i] = body.v;
		plan.time[i] = time;
	}
}

/// Nothing but contacts keeps who is in touch with the ground out of it, and they are not looked at again: it flies
/// until it may be in it by a share of the skin.
class GroundSight
{
public:
	explicit GroundSight(const World::Data& world) : m_world(world), m_sunk(world.bodies.size(), 0.0) {}

	void Limit(PlannedFlight& plan) const
	{
		Visit(plan,
			[&](int32_t mover, double sinking, double most)
			{
				if (m_sunk[mover] + plan.time[mover] * sinking > most)
				{
					plan.time[mover] = std::max(most - m_sunk[mover], 0.0) / sinking;
				}
			});
	}

	void NoteFlight(const PlannedFlight& plan)
	{
		std::vector<double> more(m_sunk.size(), 0.0);
		Visit(plan,
			[&](int32_t mover, double sinking, double)
			{ more[mover] = std::max(more[mover], plan.time[mover] * sinking); });
		for (size_t i = 0; i < more.size(); ++i)
		{
			m_sunk[i] += more[i];
		}
	}

private:
	/// Calls `visit(mover, m/s into the ground, m that it may be in it)`.
	template <typename Visitor>
	void Visit(const PlannedFlight& plan, Visitor&& visit) const
	{
		for (const ContactPair& pair : m_world.pairs)
		{
			const RigidBody& a = m_world.bodies[pair.a];
			const RigidBody& b = m_world.bodies[pair.b];
			if (a.Yields() == b.Yields())
			{
				continue;
			}
			const int32_t mover = a.Yields() ? pair.a : pair.b;
			const RigidBody& body = m_world.bodies[mover];
			for (const ContactPoint& point : pair.points)
			{
				const Vec3 inwards = a.Yields() ? point.normal : -point.normal;
				const double turning = Length(Cross(body.w, inwards)) * body.shape->radius;
				const double sinking = Dot(inwards, plan.v[mover]) + turning;
				if (sinking > 0.0)
				{
					visit(mover, sinking, kSinkShare * PairSkin(a, b));
				}
			}
		}
	}

	const World::Data& m_world;
	std::vector<double> m_sunk; // m, at most, 1 a body
};

/// Bodies of a zone fly as long as the one that is stopped first. True: some flight is shorter now.
bool FlyAsLong(std::span<const Zone> zones, PlannedFlight& plan)
{
	bool isShortened = false;
	for (const Zone& zone : zones)
	{
		double least = HUGE_VAL;
		double most = 0.0;
		for (const int32_t i : zone.members)
		{
			least = std::min(least, plan.time[i]);
			most = std::max(most, plan.time[i]);
		}
		for (const int32_t i : zone.members)
		{
			plan.time[i] = least;
		}
		isShortened = isShortened || least < most;
	}
	return isShortened;
}

/// Members of a zone lie to each other as before where chords end, but not on the way: whether one that flies only for
/// `time` s of a chord of `planned` s is elsewhere.
bool IsBent(const Zone& zone, double planned, double time, std::span<const RigidBody> bodies)
{
	if (!(time < planned) || !(time > 0.0))
	{
		return false;
	}
	const Vec3 centre = zone.Centre(bodies);
	return std::any_of(zone.members.begin(),
		zone.members.end(),
		[&](int32_t i)
		{
			// Of a chord and its arc: t (T - t) w^2 r / 2.
			const double bow = 0.5 * time * (planned - time) * LengthSquared(zone.turn.w);
			return bow * Length(bodies[i].x - centre) > kMostBowInZone * bodies[i].shape->skin;
		});
}

/// How two bodies moved before they became of one zone.
struct NewNeighbours
{
	BodyPair pair;
	BodyMotion before[2];
};
} // namespace

namespace
{
void FlyAllInZones(World::Data& world, std::span<double> left, std::vector<ShellStop>& blows, TaskRunner& runner)
{
	std::vector<RigidBody>& bodies = world.bodies;
	UnionFind sets(static_cast<int32_t>(bodies.size()));
	std::vector<int32_t> names(bodies.size(), kNoIndex);
	std::vector<NewNeighbours> united;
	GroundSight ground(world);
	for (int32_t round = 0; round < kZoneRounds; ++round)
	{
		if (std::none_of(left.begin(), left.end(), [](double time) { return time > 0.0; }))
		{
			return;
		}
		for (size_t i = 0; i < bodies.size(); ++i)
		{
			names[i] = names[i] != kNoIndex ? sets.Find(static_cast<int32_t>(i)) : kNoIndex;
		}
		std::vector<Zone> zones = MakeZones(bodies, names, left);
		for (Zone& zone : zones)
		{
			zone.SetMotion(bodies);
		}
		for (const NewNeighbours& two : united)
		{
			AddBlowOfPair(world, two.pair, two.before, blows);
		}
		united.clear();
		PlannedFlight plan;
		std::vector<StuckPair> stuck;
		std::vector<double> most;
		most.reserve(zones.size());
		for (const Zone& zone : zones)
		{
			most.push_back(zone.time);
		}
		for (size_t chord = 0;; ++chord)
		{
			plan = {{}, {}, {left.begin(), left.end()}, false};
			plan.v.reserve(bodies.size());
			for (const RigidBody& body : bodies)
			{
				plan.v.push_back(body.v);
			}
			for (size_t i = 0; i < zones.size(); ++i)
			{
				PlanZone(zones[i], most[i], bodies, plan);
				most[i] = plan.time[zones[i].members.front()];
			}
			ground.Limit(plan);
			stuck.clear();
			LimitFlights(world, plan.time, stuck, runner, names);
			FlyAsLong(zones, plan);
			const std::vector<BodyPlace> from = PlacesOf(world);
			for (int32_t guard = 0;; ++guard)
			{
				KeepShellsApart(world, from, plan, runner);
				if (!FlyAsLong(zones, plan))
				{
					break;
				}
				if (guard == kZoneGuardRounds)
				{
					std::fill(plan.time.begin(), plan.time.end(), 0.0);
					break;
				}
			}
			bool isAnyBent = false;
			for (size_t i = 0; i < zones.size(); ++i)
			{
				const double time = plan.time[zones[i].members.front()];
				if (IsBent(zones[i], most[i], time, bodies))
				{
					isAnyBent = true;
					most[i] = time * kChordShares[std::min(chord, std::size(kChordShares) - 1)];
				}
			}
			if (!isAnyBent)
			{
				break;
			}
		}
		FlyAsPlanned(world, plan);
		ground.NoteFlight(plan);
		for (Zone& zone : zones)
		{
			zone.SetMotion(bodies);
		}
		for (size_t i = 0; i < bodies.size(); ++i)
		{
			left[i] = std::max(left[i] - plan.time[i], 0.0);
		}
		bool hasGrown = false;
		for (const StuckPair& two : stuck)
		{
			RigidBody& a = bodies[two.pair.a];
			RigidBody& b = bodies[two.pair.b];
			if (!a.Yields() || !b.Yields())
			{
				continue;
			}
			hasGrown = true;
			united.push_back({two.pair, {{a.v, a.w}, {b.v, b.w}}});
			sets.Unite(two.pair.a, two.pair.b);
			names[two.pair.a] = two.pair.a;
			names[two.pair.b] = two.pair.b;
		}
		const bool hasFlown = std::any_of(plan.time.begin(), plan.time.end(), [](double time) { return time > 0.0; });
		if (!hasGrown && !hasFlown)
		{
			return;
		}
	}
}
} // namespace

void FlyInZones(World::Data& world, std::span<double> left, std::vector<ShellStop>& blows, TaskRunner& runner)
{
	FlyAllInZones(world, left, blows, runner);
	for (RigidBody& body : world.bodies)
	{
		body.zone = nullptr;
	}
}
} // namespace FractureCore
