// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/Tumble.h"

#include "Rigid/ContactSolver.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/Sweep.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the thickness: who turns is about to touch what is nearer.
constexpr double kNearShare = 0.25;

// Of the thinner of two bodies: what they move between two looks at them.
constexpr double kPassShare = 0.5;

// Of what contacts with the ground see: the straighter the way to the next look, the less sinks in.
constexpr double kFreshShare = 0.25;

constexpr int32_t kMostParts = 256;
constexpr int32_t kTumbleSweeps = 30;
constexpr double kTumbleSettled = 1.0e-4; // m/s

/// Which of a pair touches ground that the other is, or nearly so, and goes far within `left` s; kNoIndex: none.
int32_t WhoTumbles(const World::Data& world, const ContactPair& pair, std::span<const double> left)
{
	const bool isFirst = world.bodies[pair.a].Yields();
	const int32_t body = isFirst ? pair.a : pair.b;
	const RigidBody& mover = world.bodies[body];
	if (isFirst == world.bodies[pair.b].Yields() || !mover.mayTumble)
	{
		return kNoIndex;
	}
	const bool isNear = !pair.points.empty() || pair.apart < kNearShare * mover.shape->thickness;
	const double way = left[body] * (Length(mover.v) + TurningBound(mover));
	const bool isFast = way > mover.shape->thickness || left[body] * Length(mover.w) > kLeastTumble;
	return isNear && isFast ? body : kNoIndex;
}

/// Where a body was before it tumbled, and for how long it did, s; 0: it has not.
struct Tumbled
{
	Vec3 from;
	double time = 0.0;
};

/// A body near one that tumbles. It goes on as planned, or has tumbled already: then about straight to where it is.
class Neighbour
{
public:
	Neighbour(const RigidBody& body, double left, const Tumbled& tumbled)
		: m_hasTumbled(tumbled.time > 0.0), m_path(PathOf(body, left, tumbled)),
		  m_from(m_hasTumbled ? tumbled.from : body.x), m_cursor(m_path)
	{
	}

	const RigidBody& Body() const { return *m_path.body; }
	double Way() const { return m_path.limit * Length(m_path.v); }

	/// m by which it and a body may come closer from `begin` to `end`, s.
	double Closing(const RigidBody& body, double begin, double end) const
	{
		const double moving = std::clamp(m_path.limit, begin, end) - begin;
		return moving * SpeedTowards(body, true) + (end - begin - moving) * SpeedTowards(body, false);
	}

	/// s from `begin` on in which the two come no more than `way` m closer.
	double TimeFor(double way, const RigidBody& body, double begin) const
	{
		const double moving = std::max(m_path.limit - begin, 0.0);
		const double first = SpeedTowards(body, true);
		if (moving * first >= way)
		{
			return way / first;
		}
		const double then = SpeedTowards(body, false);
		return then > 0.0 ? moving + (way - moving * first) / then : HUGE_VAL;
	}

	Vec3 CentreAt(double time) const { return m_from + m_path.v * std::min(time, m_path.limit); }
	PlacedShape PlaceAt(double time)
	{
		return m_hasTumbled ? PlacedShape{Body().shape.get(), CentreAt(time), Body().rotation} : m_cursor.At(time);
	}

	bool overlaps = false; // at the last look
	double room = 0.0;     // m that the two may come closer before they need another look

private:
	static FlightPath PathOf(const RigidBody& body, double left, const Tumbled& tumbled)
	{
		return tumbled.time > 0.0 ? FlightPath{&body, (body.x - tumbled.from) / tumbled.time, tumbled.time}
								  : FlightPath{&body, body.v, left};
	}

	double SpeedTowards(const RigidBody& body, bool isMoving) const
	{
		return isMoving ? Length(body.v - m_path.v) + TurningBound(body) + TurningBound(Body())
						: Length(body.v) + TurningBound(body);
	}

	bool m_hasTumbled;
	FlightPath m_path;
	Vec3 m_from;
	FlightCursor m_cursor;
};

/// One body on what stands fast, among others.
class Tumbler
{
public:
	Tumbler(World::Data& world,
		int32_t body,
		std::span<const BodyPair> pairs,
		std::span<const double> left,
		std::span<const Tumbled> tumbled)
		: m_world(world), m_body(world.bodies[body]), m_left(left[body]),
		  m_room(SweptBox(m_body, m_left, m_body.shape->skin))
	{
		for (const BodyPair& pair : pairs)
		{
			const int32_t other = pair.a == body ? pair.b : pair.a;
			if (world.bodies[other].Yields())
			{
				m_others.emplace_back(world.bodies[other], left[other], tumbled[other]);
				// Who has not flown yet may be stopped: it is in the way where it is, too.
				if (tumbled[other].time == 0.0 && m_others.back().Way() > kPassShare * Thinner(m_others.back()))
				{
					m_others.emplace_back(world.bodies[other], 0.0, tumbled[other]);
				}
				continue;
			}
			m_ground.push_back(MakePair(world, pair.a, pair.b));
			m_ground.back().isNew = false;
			m_ground.back().isTurning = true;
			m_ground.back().beside = HUGE_VAL;
		}
	}

	/// Answers the s that are left to fly in another way, as something is near; negative: to be lost.
	double Go()
	{
		const double energyBefore = EnergyWithout(m_left);
		double now = 0.0;
		double sight = 0.0;   // s in which the ground has been seen to
		double fresh = 0.0;   // s in which that need not be again, however often others are looked at meanwhile
		MeetsOther(0.0, 0.0); // who overlaps to begin with is the contacts' business
		for (int32_t i = 0; i < kMostParts && now < m_left; ++i)
		{
			const bool isLook = !(fresh > 0.0);
			if (isLook)
			{
				const double ahead = std::min(m_left - now, Sight());
				const double next = std::min(ahead, kFreshShare * Sight());
				FindGround(ahead, next);
				MoveOut();
				if (IsBlow(ahead))
				{
					return now - m_left; // the collisions of the next step have it
				}
				StopAtGround(next);
				// Friction may have made it spin faster.
				sight = std::min(ahead, Sight());
				fresh = std::min(next, kFreshShare * sight);
			}
			const double part = std::min(isLook ? sight : fresh, TimeAmongOthers(now));
			fresh -= part;
			const RigidMotion before = {m_body.x, m_body.q, m_body.w};
			Fly(m_body, part);
			now += part;
			if (MeetsOther(now, part))
			{
				m_body.x = before.x;
				m_body.q = before.q;
				m_body.w = before.w;
				m_body.Refresh();
				now -= part;
				break;
			}
			if (!IsInRoom())
			{
				break;
			}
		}
		const double ahead = std::min(m_left - now, Sight());
		FindGround(ahead, 0.0);
		MoveOut();
		if (ahead > 0.0)
		{
			StopAtGround(ahead); // nobody looks at the ground in between any more
		}
		// Ground does no work, and what lifted the body out of it is paid for.
		SlowDownTo(m_body.KineticEnergy() - std::max(EnergyWithout(m_left - now) - energyBefore, 0.0));
		return m_left - now;
	}

private:
	struct RigidMotion
	{
		Vec3 x;
		Quat q;
		Vec3 w;
	};

	double Sight() const
	{
		const double spin = Length(m_body.w);
		return spin > 0.0 ? kMostTurn / spin : HUGE_VAL;
	}

	/// What may touch the ground, where it will be at the next look: what rolls meets the ground below its centre then,
	/// not ahead of it where it turns down. The gaps are those of now.
	void FindGround(double ahead, double next)
	{
		const Quat now = m_body.q;
		m_turn = m_body.w * next;
		m_body.q = Normalised(RotationFromVector(m_turn) * now);
		m_body.Refresh();
		for (ContactPair& pair : m_ground)
		{
			const RigidBody& a = m_world.bodies[pair.a];
			const RigidBody& b = m_world.bodies[pair.b];
			FindContacts(a.Place(), b.Place(), 2.0 * PairSkin(a, b) + ClosingBound(a, b, ahead), {}, pair);
			for (ContactPoint& point : pair.points)
			{
				const double closer = Dot(Inwards(pair, point), WayOfTurn(point.point - m_body.x));
				point.gap += closer;
				point.room += closer;
			}
		}
		m_body.q = now;
		m_body.Refresh();
	}

	/// m that a point has come by the turn to the next look, by where it is then.
	Vec3 WayOfTurn(const Vec3& turned) const { return turned - Rotated(RotationFromVector(-m_turn), turned); }

	/// From the body into the ground.
	Vec3 Inwards(const ContactPair& pair, const ContactPoint& point) const
	{
		return &m_world.bodies[pair.a] == &m_body ? point.normal : -point.normal;
	}

	/// Moves the body out of the ground by as much as it is in it where it is deepest.
	void MoveOut()
	{
		double deepest = 0.0;
		Vec3 way;
		for (const ContactPair& pair : m_ground)
		{
			for (const ContactPoint& point : pair.points)
			{
				if (point.gap < deepest)
				{
					deepest = point.gap;
					way = Inwards(pair, point) * deepest;
				}
			}
		}
		m_body.x += way;
		for (Neighbour& other : m_others)
		{
			other.room -= Length(way);
		}
		for (ContactPair& pair : m_ground)
		{
			for (ContactPoint& point : pair.points)
			{
				const double closer = Dot(Inwards(pair, point), way);
				point.gap -= closer;
				point.room -= closer;
			}
		}
	}

	/// Whether the body hits the ground in that time so that it may break.
	bool IsBlow(double ahead) const
	{
		if (!m_body.MayBreak() || !HasImpact(m_world.bodies, m_ground, ahead))
		{
			return false;
		}
		double fastest = 0.0;
		for (const ContactPair& pair : m_ground)
		{
			for (const ContactPoint& point : pair.points)
			{
				fastest = std::max(fastest, Dot(Inwards(pair, point), m_body.VelocityAt(point.point - m_body.x)));
			}
		}
		return fastest > m_world.settings.harmlessSpeed;
	}

	void StopAtGround(double next)
	{
		ToSolver(m_world.bodies, m_ground, m_world.movers);
		std::vector<ContactRow> rows = MakeRows(m_world.bodies, m_world.movers, m_ground);
		AimForContact(rows, m_world.bodies, next);
		for (ContactRow& row : rows)
		{
			// Linear in the velocities about those of now, as the levers are those of the next look.
			const bool isFirst = &m_world.bodies[row.a] == &m_body;
			const Vec3& turned = isFirst ? row.rA : row.rB;
			const double bend = Dot(row.normal, WayOfTurn(turned) - Cross(m_turn, turned));
			row.target += (isFirst ? bend : -bend) / next;
		}
		for (int32_t sweep = 0; sweep < kTumbleSweeps; ++sweep)
		{
			if (SweepRows(rows, m_world.movers, sweep % 2 != 0) <= kTumbleSettled)
			{
				break;
			}
		}
		FromSolver(m_world.movers, m_ground, m_world.bodies);
	}

	/// J, kinetic and potential, without the speed that gravity has added for a time that is still to be flown, s.
	double EnergyWithout(double time) const
	{
		const Vec3& gravity = m_world.settings.gravity;
		const double added = m_body.mass * time * (Dot(gravity, m_body.v) - 0.5 * time * LengthSquared(gravity));
		return m_body.KineticEnergy() - added - m_body.mass * Dot(gravity, m_body.x);
	}

	void SlowDownTo(double energy)
	{
		const double now = m_body.KineticEnergy();
		if (now > energy)
		{
			const double share = std::sqrt(std::max(energy, 0.0) / now);
			m_body.v *= share;
			m_body.w *= share;
		}
	}

	/// Only there others were looked for.
	bool IsInRoom() const
	{
		const Box box = SweptBox(m_body, 0.0, m_body.shape->skin);
		return box.low.x >= m_room.low.x && box.low.y >= m_room.low.y && box.low.z >= m_room.low.z &&
			box.high.x <= m_room.high.x && box.high.y <= m_room.high.y && box.high.z <= m_room.high.z;
	}

	double Thinner(const Neighbour& other) const
	{
		return std::min(m_body.shape->thickness, other.Body().shape->thickness);
	}

	/// s in which the body cannot pass any of the others unseen.
	double TimeAmongOthers(double now) const
	{
		double time = HUGE_VAL;
		for (const Neighbour& other : m_others)
		{
			const double way = std::max(kPassShare * Thinner(other), other.room);
			time = other.overlaps ? time : std::min(time, other.TimeFor(way, m_body, now));
		}
		return time;
	}

	/// Whether the body has come to overlap one of the others after a part of the time.
	bool MeetsOther(double now, double part)
	{
		bool isMet = false;
		for (Neighbour& other : m_others)
		{
			other.room -= other.Closing(m_body, now - part, now);
			if (other.room > 0.0)
			{
				continue;
			}
			const double apart =
				Length(other.CentreAt(now) - m_body.x) - m_body.shape->radius - other.Body().shape->radius;
			Vec3 axis;
			const double most = other.Closing(m_body, now, m_left) + Thinner(other);
			other.room = apart > 0.0 ? apart : BoundDistance(m_body.Place(), other.PlaceAt(now), most, axis).distance;
			const bool overlaps = other.room <= 0.0;
			isMet = isMet || (overlaps && !other.overlaps);
			other.overlaps = overlaps;
			// Who overlaps anyway is looked at again from time to time.
			other.room = overlaps ? kPassShare * Thinner(other) : other.room;
		}
		return isMet;
	}

	World::Data& m_world;
	RigidBody& m_body;
	double m_left = 0.0; // s
	Vec3 m_turn;         // to the next look
	Box m_room;
	std::vector<ContactPair> m_ground;
	std::vector<Neighbour> m_others;
};

/// Who flies ahead of others goes first, so that those behind see where it ends.
class TumbleOrder
{
public:
	TumbleOrder(
		const World::Data& world, std::span<const int32_t> tumblers, const std::vector<std::vector<BodyPair>>& pairsOf)
		: m_bodies(world.bodies), m_isOpen(world.bodies.size(), 0)
	{
		for (const int32_t body : tumblers)
		{
			m_isOpen[body] = 1;
		}
		std::vector<std::pair<int32_t, size_t>> path; // a body, and how many of its pairs have been looked at
		for (const int32_t first : tumblers)
		{
			Enter(first, path);
			while (!path.empty())
			{
				auto& [body, looked] = path.back();
				if (looked == pairsOf[body].size())
				{
					order.push_back(body);
					path.pop_back();
					continue;
				}
				const BodyPair& pair = pairsOf[body][looked++];
				const int32_t other = pair.a == body ? pair.b : pair.a;
				if (IsAhead(other, body))
				{
					Enter(other, path);
				}
			}
		}
	}

	std::vector<int32_t> order;

private:
	void Enter(int32_t body, std::vector<std::pair<int32_t, size_t>>& path)
	{
		if (m_isOpen[body] != 0)
		{
			m_isOpen[body] = 0;
			path.emplace_back(body, 0);
		}
	}
	bool IsAhead(int32_t other, int32_t body) const
	{
		const Vec3 way = m_bodies[other].x - m_bodies[body].x;
		return Dot(way, m_bodies[other].v) > 0.0 && Dot(way, m_bodies[body].v) > 0.0;
	}

	std::span<const RigidBody> m_bodies;
	std::vector<uint8_t> m_isOpen;
};
} // namespace

void TumbleOnGround(World::Data& world, std::span<double> left, std::span<double> lost, TaskRunner& runner)
{
	std::vector<RigidBody>& bodies = world.bodies;
	std::vector<int32_t> tumblers;
	for (const ContactPair& pair : world.pairs)
	{
		const int32_t body = WhoTumbles(world, pair, left);
		if (body != kNoIndex)
		{
			tumblers.push_back(body);
		}
	}
	if (tumblers.empty())
	{
		return;
	}
	std::sort(tumblers.begin(), tumblers.end());
	tumblers.erase(std::unique(tumblers.begin(), tumblers.end()), tumblers.end());
	std::vector<std::vector<BodyPair>> pairsOf(bodies.size());
	for (const BodyPair& pair : world.broadPhase.FindPairsOf(tumblers, bodies, left, runner))
	{
		MakeReady(*bodies[pair.a].shape, *bodies[pair.b].shape);
		pairsOf[pair.a].push_back(pair);
		pairsOf[pair.b].push_back(pair);
	}
	std::vector<Tumbled> tumbled(bodies.size());
	for (const int32_t body : TumbleOrder(world, tumblers, pairsOf).order)
	{
		const std::vector<BodyPair>& pairs = pairsOf[body];
		const bool mayTumble = std::all_of(pairs.begin(),
			pairs.end(),
			[&](const BodyPair& pair)
			{
				const RigidBody& other = bodies[pair.a == body ? pair.b : pair.a];
				return !other.IsDriven() && !MeetAsShells(*bodies[body].shape, *other.shape);
			});
		if (mayTumble)
		{
			tumbled[body].from = bodies[body].x;
			const double rest = Tumbler(world, body, pairs, left, tumbled).Go();
			tumbled[body].time = left[body] - std::abs(rest);
			left[body] = std::max(rest, 0.0);
			lost[body] = std::max(-rest, 0.0);
		}
	}
}
} // namespace FractureCore
