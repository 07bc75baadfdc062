// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/BroadPhase.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// The tree of bodies at rest is made anew when so many, or this share of them, are missing in it or left it.
constexpr size_t kLeastChange = 32;
constexpr size_t kChangeShare = 8;

constexpr int64_t kQueryGrain = 64;

// Hulls of more corners, in all, are boxed by the box of their mesh.
constexpr size_t kMostCornersToBox = 64;

/// Asks for each of `count` boxes, by all threads: `find(i, pairs)` adds what it meets. Pairs come in ascending order.
template <typename Find>
std::vector<BodyPair> CollectPairs(size_t count, TaskRunner& runner, Find&& find)
{
	std::vector<std::vector<BodyPair>> found((count + kQueryGrain - 1) / kQueryGrain);
	ParallelFor(runner,
		static_cast<int64_t>(count),
		kQueryGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				find(static_cast<size_t>(i), found[begin / kQueryGrain]);
			}
		});
	std::vector<BodyPair> pairs;
	for (const std::vector<BodyPair>& part : found)
	{
		pairs.insert(pairs.end(), part.begin(), part.end());
	}
	std::sort(pairs.begin(), pairs.end());
	return pairs;
}

/// The box of a body where it is: round its corners, or round the box of its mesh where they are many. That is a third
/// wider for a shard, and a heap has twice as many pairs then.
Box BoxNow(const RigidBody& body)
{
	const RigidShape& shape = *body.shape;
	const auto& r = body.rotation.m;
	if (shape.IsConvex() && shape.parts.front().vertices.size() <= kMostCornersToBox)
	{
		const std::vector<Vec3>& corners = shape.parts.front().vertices;
		Box box;
		box.low = box.high = body.rotation * corners.front();
		for (const Vec3& corner : corners)
		{
			const Vec3 p = body.rotation * corner;
			box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
			box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
		}
		const Vec3 outside = {shape.outside, shape.outside, shape.outside};
		return {body.x + box.low - outside, body.x + box.high + outside};
	}
	const Vec3 middle = (shape.low + shape.high) * 0.5;
	const Vec3 half = (shape.high - shape.low) * 0.5;
	const Vec3 reach = {std::abs(r[0][0]) * half.x + std::abs(r[0][1]) * half.y + std::abs(r[0][2]) * half.z,
		std::abs(r[1][0]) * half.x + std::abs(r[1][1]) * half.y + std::abs(r[1][2]) * half.z,
		std::abs(r[2][0]) * half.x + std::abs(r[2][1]) * half.y + std::abs(r[2][2]) * half.z};
	const Vec3 centre = body.ToWorldPoint(middle);
	return {centre - reach, centre + reach};
}
} // namespace

Box SweptBox(const RigidBody& body, double time, double margin)
{
	Box box = BoxNow(body);
	const double turn = std::min(Length(body.w) * time, 2.0) * body.shape->radius;
	const Vec3 reach = {margin + turn, margin + turn, margin + turn};
	box.low -= reach;
	box.high += reach;
	const Vec3 travel = body.v * time;
	box.low += Vec3{std::min(travel.x, 0.0), std::min(travel.y, 0.0), std::min(travel.z, 0.0)};
	box.high += Vec3{std::max(travel.x, 0.0), std::max(travel.y, 0.0), std::max(travel.z, 0.0)};
	return box;
}

void BroadPhase::Invalidate()
{
	m_isSorted = false;
	m_itemOf.clear();
	m_restingBodies.clear();
	m_resting.Build({});
	m_left = 0;
}

void BroadPhase::Renumber(std::span<const int32_t> newIndex)
{
	m_isSorted = false;
	m_itemOf.clear();
	for (size_t item = 0; item < m_restingBodies.size(); ++item)
	{
		int32_t& body = m_restingBodies[item];
		if (body == kNoIndex)
		{
			continue;
		}
		body = newIndex[body];
		if (body == kNoIndex)
		{
			++m_left;
			continue;
		}
		if (m_itemOf.size() <= static_cast<size_t>(body))
		{
			m_itemOf.resize(static_cast<size_t>(body) + 1, kNoIndex);
		}
		m_itemOf[body] = static_cast<int32_t>(item);
	}
}

void BroadPhase::SortOut(std::span<const RigidBody> bodies)
{
	if (m_isSorted)
	{
		return;
	}
	m_isSorted = true;
	m_hasShell = false;
	m_active.clear();
	m_settled.clear();
	m_itemOf.resize(bodies.size(), kNoIndex);
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		const RigidBody& body = bodies[i];
		const bool isActive = body.IsActive();
		m_hasShell = m_hasShell || (!body.isGone && body.shape->isShell);
		if (isActive)
		{
			m_active.push_back(static_cast<int32_t>(i));
		}
		if ((isActive || body.isGone) && m_itemOf[i] != kNoIndex)
		{
			m_restingBodies[m_itemOf[i]] = kNoIndex;
			m_itemOf[i] = kNoIndex;
			++m_left;
		}
		else if (!isActive && !body.isGone && m_itemOf[i] == kNoIndex)
		{
			m_settled.push_back(static_cast<int32_t>(i));
		}
	}
	const size_t most = kLeastChange + m_restingBodies.size() / kChangeShare;
	if (m_settled.size() > most || static_cast<size_t>(m_left) > most)
	{
		BuildResting(bodies);
	}
}

void BroadPhase::BuildResting(std::span<const RigidBody> bodies)
{
	m_settled.clear();
	m_restingBodies.clear();
	m_left = 0;
	m_mostSkin = 0.0;
	std::fill(m_itemOf.begin(), m_itemOf.end(), kNoIndex);
	std::vector<Box> boxes;
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		if (!bodies[i].isGone && !bodies[i].IsActive())
		{
			m_itemOf[i] = static_cast<int32_t>(m_restingBodies.size());
			m_restingBodies.push_back(static_cast<int32_t>(i));
			boxes.push_back(SweptBox(bodies[i], 0.0, 0.0));
			m_mostSkin = std::max(m_mostSkin, bodies[i].shape->skin);
		}
	}
	m_resting.Build(boxes);
}

std::span<const int32_t> BroadPhase::Active(std::span<const RigidBody> bodies)
{
	SortOut(bodies);
	return m_active;
}

std::vector<BodyPair> BroadPhase::FindPairs(
	std::span<const RigidBody> bodies, double time, double margin, TaskRunner& runner)
{
	SortOut(bodies);
	const size_t active = m_active.size();
	// Those in motion first, then those that have just come to rest.
	std::vector<int32_t> who = m_active;
	who.insert(who.end(), m_settled.begin(), m_settled.end());
	std::vector<Box> boxes(who.size());
	for (size_t i = 0; i < who.size(); ++i)
	{
		boxes[i] = SweptBox(bodies[who[i]], i < active ? time : 0.0, margin);
	}
	const Vec3 around = {margin, margin, margin}; // of boxes at rest, which are without it
	BoxTree moving;
	moving.Build(boxes);
	return CollectPairs(who.size(),
		runner,
		[&](size_t place, std::vector<BodyPair>& pairs)
		{
			const auto i = static_cast<size_t>(moving.ItemAt(static_cast<int32_t>(place)));
			const int32_t body = who[i];
			const auto add = [&](int32_t other)
			{
				if (bodies[body].IsDynamic() || bodies[other].IsDynamic())
				{
					pairs.push_back({std::min(body, other), std::max(body, other)});
				}
			};
			moving.QueryBehind(static_cast<int32_t>(place),
				[&](int32_t item)
				{
					if (std::min(i, static_cast<size_t>(item)) < active)
					{
						add(who[item]);
					}
				});
			if (i >= active)
			{
				return;
			}
			m_resting.Query({boxes[i].low - around, boxes[i].high + around},
				[&](int32_t item)
				{
					if (m_restingBodies[item] != kNoIndex)
					{
						add(m_restingBodies[item]);
					}
				});
		});
}

std::vector<BodyPair> BroadPhase::FindPairsOf(
	std::span<const int32_t> some, std::span<const RigidBody> bodies, std::span<const double> times, TaskRunner& runner)
{
	SortOut(bodies);
	const auto boxOf = [&](int32_t body) { return SweptBox(bodies[body], times[body], bodies[body].shape->skin); };
	std::vector<int32_t> who(m_active.size() + m_settled.size());
	std::merge(m_active.begin(), m_active.end(), m_settled.begin(), m_settled.end(), who.begin());
	std::vector<Box> boxes(who.size());
	std::transform(who.begin(), who.end(), boxes.begin(), boxOf);
	BoxTree moving;
	moving.Build(boxes);
	std::vector<BodyPair> pairs = CollectPairs(some.size(),
		runner,
		[&](size_t i, std::vector<BodyPair>& found)
		{
			const int32_t body = some[i];
			const Box box = boxOf(body);
			const auto add = [&](int32_t other)
			{
				if (other != body && (bodies[body].IsDynamic() || bodies[other].IsDynamic()))
				{
					found.push_back({std::min(body, other), std::max(body, other)});
				}
			};
			moving.Query(box, [&](int32_t item) { add(who[item]); });
			// Boxes in the tree are without skins.
			const Vec3 skin = {m_mostSkin, m_mostSkin, m_mostSkin};
			m_resting.Query({box.low - skin, box.high + skin},
				[&](int32_t item)
				{
					const int32_t other = m_restingBodies[item];
					if (other != kNoIndex && DoMeet(box, boxOf(other)))
					{
						add(other);
					}
				});
		});
	pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
	return pairs;
}

std::vector<int32_t> BroadPhase::FindResting(std::span<const Box> boxes, std::span<const RigidBody> bodies)
{
	SortOut(bodies);
	std::vector<int32_t> found;
	const auto boxOf = [&](int32_t body) { return SweptBox(bodies[body], 0.0, bodies[body].shape->skin); };
	std::vector<Box> settled(m_settled.size());
	std::transform(m_settled.begin(), m_settled.end(), settled.begin(), boxOf);
	// Boxes in the tree are without skins.
	const Vec3 skin = {m_mostSkin, m_mostSkin, m_mostSkin};
	for (const Box& box : boxes)
	{
		m_resting.Query({box.low - skin, box.high + skin},
			[&](int32_t item)
			{
				const int32_t body = m_restingBodies[item];
				if (body != kNoIndex && DoMeet(box, boxOf(body)))
				{
					found.push_back(body);
				}
			});
		for (size_t i = 0; i < settled.size(); ++i)
		{
			if (DoMeet(box, settled[i]))
			{
				found.push_back(m_settled[i]);
			}
		}
	}
	std::sort(found.begin(), found.end());
	found.erase(std::unique(found.begin(), found.end()), found.end());
	return found;
}

bool BroadPhase::HasShell(std::span<const RigidBody> bodies)
{
	SortOut(bodies);
	return m_hasShell;
}
} // namespace FractureCore
