// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// [Bao07] gives each corner an impulse by its share of the mass and sums them for the body. That sum is the rigid
// motion that fits the deformed surface best, by least squares with the masses as weights: m_i d_i summed over M, and
// the moments of m_i d_i over the inertia. But a corner that stops takes hardly anything from a body of a thousand
// corners, which then goes on through what stopped it. So the corner's stop is a condition here, and the fit is the
// nearest that keeps it: the same impulses, by the mobility of both bodies at the corner instead of the corner's mass.
#include "Rigid/ShellRetarget.h"

#include "Mesh/ClosestOnTriangle.h"
#include "Rigid/ConvexContact.h"
#include "Rigid/PairUpdate.h"
#include "Rigid/ShellContact.h"
#include "Rigid/ShellWalk.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr int32_t kRetargetSweeps = 100;

// Of the fastest: sweeps that change less may end.
constexpr double kRetargetSettled = 1.0e-4;

/// How the points of a body are carried by the rest of its flight.
struct RestOfFlight
{
	int32_t body = kNoIndex;
	Vec3 way;  // m, of the centre
	Mat3 turn; // from now to the end
	double left = 0.0;

	Vec3 WayOf(const Vec3& r) const { return way + turn * r - r; }
};

/// Of the bodies of the stops, in ascending order.
std::vector<RestOfFlight> RestOfFlights(
	std::span<const RigidBody> bodies, std::span<const ShellStop> stops, std::span<const double> left)
{
	std::vector<int32_t> indices;
	for (const ShellStop& stop : stops)
	{
		indices.push_back(stop.a);
		indices.push_back(stop.b);
	}
	std::sort(indices.begin(), indices.end());
	indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
	std::vector<RestOfFlight> rests;
	for (const int32_t i : indices)
	{
		const RigidBody& body = bodies[i];
		const bool flies = left[i] > 0.0;
		const Mat3 turn = flies ? ToMatrix(TurnFreely(body, left[i]).q) * Transposed(body.rotation) : Mat3::Identity();
		rests.push_back({i, body.v * left[i], turn, left[i]});
	}
	return rests;
}

/// 1/kg: the speed that an impulse gives a point along a normal.
double MobilityAlong(const RigidBody& body, const Vec3& r, const Vec3& normal)
{
	const Vec3 turn = Cross(r, normal);
	return body.Yields() ? body.inverseMass + Dot(turn, body.inverseInertiaWorld * turn) : 0.0;
}

void PushStop(std::span<RigidBody> bodies, ShellStop& stop, double impulse)
{
	const Vec3 point = stop.Point();
	for (const auto& [index, sign] : {std::pair{stop.a, -1.0}, std::pair{stop.b, 1.0}})
	{
		if (bodies[index].Yields())
		{
			bodies[index].Push(point - bodies[index].x, stop.normal * (sign * impulse));
		}
	}
	stop.impulse += impulse;
	stop.NotePlaces(bodies[stop.a], bodies[stop.b]);
}

double SpeedAlong(const RigidBody& a, const RigidBody& b, const ShellStop& stop)
{
	const Vec3 point = stop.Point();
	return Dot(stop.normal, b.VelocityAt(point - b.x) - a.VelocityAt(point - a.x));
}

/// m: half of the skin stays between two, more than what the guard would let them.
double KeptGap(const RigidBody& a, const RigidBody& b)
{
	return 0.5 * std::min(a.shape->skin, b.shape->skin);
}

/// The features of two bodies that contacts see.
void AddStops(World::Data& world, const ShellHit& hit, std::vector<ShellStop>& stops)
{
	const RigidBody& a = world.bodies[hit.pair.a];
	const RigidBody& b = world.bodies[hit.pair.b];
	const ShellMesh& shellA = *a.shape->shell;
	const ShellMesh& shellB = *b.shape->shell;
	const double look = ShellLook(*a.shape, *b.shape);
	const RelativePose pose = PoseInFrameOf(a.Place(), b.Place());
	ContactPair unknown;
	const int32_t pair = IndexOfPair(world, hit.pair);
	ShellFeatures& features =
		FeaturesWithin(a.Place(), b.Place(), pose, look, pair != kNoIndex ? world.pairs[pair] : unknown);
	std::vector<NearFeatures> near;
	MeasureFeatures(shellA, shellB, features, pose, look, &near);
	for (const NearFeatures& item : near)
	{
		ShellStop stop;
		stop.a = hit.pair.a;
		stop.b = hit.pair.b;
		stop.onA = a.ToWorldPoint(item.onA);
		stop.onB = a.ToWorldPoint(item.onB);
		stop.normal = a.rotation * item.normal;
		stop.room = std::max(item.distance - KeptGap(a, b), 0.0);
		stops.push_back(stop);
	}
}

/// The hit that stopped two bodies, unless something else did before and they are out of each other's reach.
void AddHitItself(const World::Data& world, const ShellHit& hit, double step, std::vector<ShellStop>& stops)
{
	const RigidBody& a = world.bodies[hit.pair.a];
	const RigidBody& b = world.bodies[hit.pair.b];
	ShellStop stop;
	stop.a = hit.pair.a;
	stop.b = hit.pair.b;
	stop.normal = a.rotation * hit.normal;
	stop.onA = a.ToWorldPoint(hit.point);
	stop.onB = NearestOnShell(b, stop.onA);
	stop.closing = std::max(-SpeedAlong(a, b, stop), 0.0);
	const Vec3 between = stop.onB - stop.onA;
	stop.room = std::max(Dot(stop.normal, between) - KeptGap(a, b), 0.0);
	if (Length(between) < ShellLook(*a.shape, *b.shape) + stop.closing * step)
	{
		stops.push_back(stop);
	}
}
} // namespace

Vec3 NearestOnShell(const RigidBody& body, const Vec3& point)
{
	const Vec3 p = body.ToLocalPoint(point);
	const ShellMesh& shell = *body.shape->shell;
	const std::span<const Vec3> places = shell.Positions();
	Vec3 nearest = places.front();
	double least = HUGE_VAL;
	for (int32_t i = 0; i < shell.FaceCount(); ++i)
	{
		if (SquaredGap(shell.FaceBox(i), {p, p}) >= least)
		{
			continue;
		}
		const Triangle& t = shell.Face(i);
		const Vec3 q = ClosestOnTriangle(p, places[t.v[0]], places[t.v[1]], places[t.v[2]]);
		const double squared = LengthSquared(q - p);
		if (squared < least)
		{
			least = squared;
			nearest = q;
		}
	}
	return body.ToWorldPoint(nearest);
}

std::vector<ShellStop> FindStops(World::Data& world, std::span<const ShellHit> hits, double step, TaskRunner& runner)
{
	// Two that were stopped more than once see the same of each other.
	std::vector<int32_t> firsts(hits.size());
	std::iota(firsts.begin(), firsts.end(), 0);
	std::stable_sort(firsts.begin(), firsts.end(), [&](int32_t p, int32_t q) { return hits[p].pair < hits[q].pair; });
	firsts.erase(
		std::unique(firsts.begin(), firsts.end(), [&](int32_t p, int32_t q) { return hits[p].pair == hits[q].pair; }),
		firsts.end());
	std::vector<std::vector<ShellStop>> found(hits.size());
	ParallelFor(runner,
		static_cast<int64_t>(firsts.size()),
		1,
		[&](int64_t begin, int64_t) { AddStops(world, hits[firsts[begin]], found[firsts[begin]]); });
	std::vector<ShellStop> stops;
	for (size_t i = 0; i < hits.size(); ++i)
	{
		stops.insert(stops.end(), found[i].begin(), found[i].end());
		AddHitItself(world, hits[i], step, stops);
	}
	return stops;
}

void RetargetShells(std::span<RigidBody> bodies, std::span<ShellStop> stops, std::span<const double> left)
{
	const std::vector<RestOfFlight> rests = RestOfFlights(bodies, stops, left);
	const auto restOf = [&](int32_t body) -> const RestOfFlight&
	{
		return *std::lower_bound(
			rests.begin(), rests.end(), body, [](const RestOfFlight& rest, int32_t i) { return rest.body < i; });
	};
	struct StopRow
	{
		double mobility = 0.0;
		double least = -HUGE_VAL; // m/s along the normal, at which the corner ends where it may go
	};
	std::vector<StopRow> rows;
	double fastest = 0.0;
	for (ShellStop& stop : stops)
	{
		const RigidBody& a = bodies[stop.a];
		const RigidBody& b = bodies[stop.b];
		const RestOfFlight& restA = restOf(stop.a);
		const RestOfFlight& restB = restOf(stop.b);
		const Vec3 rA = stop.Point() - a.x;
		const Vec3 rB = stop.Point() - b.x;
		const double mobilityA = MobilityAlong(a, rA, stop.normal);
		const double mobilityB = MobilityAlong(b, rB, stop.normal);
		const double speed = SpeedAlong(a, b, stop);
		StopRow row;
		row.mobility = mobilityA + mobilityB;
		// An impulse changes the way of each body by the time that it has left.
		const double reach = mobilityA * restA.left + mobilityB * restB.left;
		if (reach > 0.0)
		{
			const double end = stop.room + Dot(stop.normal, restB.WayOf(rB) - restA.WayOf(rA));
			// Nothing is pushed apart: that would make energy.
			row.least = std::min(speed - end * row.mobility / reach, 0.0);
		}
		rows.push_back(row);
		stop.closing = std::max(-speed, 0.0);
		fastest = std::max(fastest, stop.closing);
	}
	// Gauss-Seidel on the impulses, which push only. With targets that are not positive no sweep makes energy: each
	// lowers J K J / 2 + J (u - least), and the energy changes by J K J / 2 + J u.
	double change = HUGE_VAL;
	for (int32_t sweep = 0; sweep < kRetargetSweeps && change > kRetargetSettled * fastest; ++sweep)
	{
		change = 0.0;
		for (size_t i = 0; i < stops.size(); ++i)
		{
			ShellStop& stop = stops[i];
			if (rows[i].least == -HUGE_VAL)
			{
				continue;
			}
			const double missing = rows[i].least - SpeedAlong(bodies[stop.a], bodies[stop.b], stop);
			const double impulse = std::max(missing / rows[i].mobility, -stop.impulse);
			PushStop(bodies, stop, impulse);
			change = std::max(change, std::abs(impulse) * rows[i].mobility);
		}
	}
}

std::vector<ShellStop> StopShellHits(World::Data& world, std::span<const ShellHit> hits, double step)
{
	std::vector<ShellStop> stops;
	for (const ShellHit& hit : hits)
	{
		const size_t before = stops.size();
		AddHitItself(world, hit, step, stops);
		if (stops.size() == before)
		{
			continue;
		}
		ShellStop& stop = stops.back();
		const RigidBody& a = world.bodies[stop.a];
		const RigidBody& b = world.bodies[stop.b];
		const Vec3 point = stop.Point();
		const double mobility = MobilityAlong(a, point - a.x, stop.normal) + MobilityAlong(b, point - b.x, stop.normal);
		const double tooFast = stop.closing - stop.room / step;
		if (tooFast > 0.0 && mobility > 0.0)
		{
			PushStop(world.bodies, stop, tooFast / mobility);
		}
	}
	return stops;
}
} // namespace FractureCore
