// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/BroadPhase.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// The axis along which the active bodies are spread the widest.
int32_t SweepAxis(std::span<const Box> boxes)
{
	Vec3 sum;
	Vec3 squares;
	for (const Box& box : boxes)
	{
		const Vec3 c = (box.low + box.high) * 0.5;
		sum += c;
		squares += Vec3{c.x * c.x, c.y * c.y, c.z * c.z};
	}
	const auto n = static_cast<double>(boxes.size());
	const Vec3 spread = {squares.x - sum.x * sum.x / n, squares.y - sum.y * sum.y / n, squares.z - sum.z * sum.z / n};
	return spread.x >= spread.y && spread.x >= spread.z ? 0 : (spread.y >= spread.z ? 1 : 2);
}
} // namespace

Box SweptBox(const RigidBody& body, double time, double margin)
{
	const RigidShape& shape = *body.shape;
	const Vec3 middle = (shape.low + shape.high) * 0.5;
	const Vec3 half = (shape.high - shape.low) * 0.5;
	const auto& r = body.rotation.m;
	Vec3 reach = {std::abs(r[0][0]) * half.x + std::abs(r[0][1]) * half.y + std::abs(r[0][2]) * half.z,
		std::abs(r[1][0]) * half.x + std::abs(r[1][1]) * half.y + std::abs(r[1][2]) * half.z,
		std::abs(r[2][0]) * half.x + std::abs(r[2][1]) * half.y + std::abs(r[2][2]) * half.z};
	const Vec3 centre = body.ToWorldPoint(middle);
	const double turn = std::min(Length(body.w) * time, 2.0) * shape.radius;
	reach += Vec3{margin + turn, margin + turn, margin + turn};
	Box box = {centre - reach, centre + reach};
	const Vec3 travel = body.v * time;
	box.low += Vec3{std::min(travel.x, 0.0), std::min(travel.y, 0.0), std::min(travel.z, 0.0)};
	box.high += Vec3{std::max(travel.x, 0.0), std::max(travel.y, 0.0), std::max(travel.z, 0.0)};
	return box;
}

std::vector<BodyPair> BroadPhase::FindPairs(
	std::span<const RigidBody> bodies, double time, double margin, TaskRunner& runner)
{
	std::vector<int32_t> active;
	const bool wasStale = m_isStale;
	if (m_isStale)
	{
		m_restingBodies.clear();
	}
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		if (bodies[i].IsActive())
		{
			active.push_back(static_cast<int32_t>(i));
		}
		else if (wasStale && !bodies[i].isGone)
		{
			m_restingBodies.push_back(static_cast<int32_t>(i));
		}
	}
	if (m_isStale)
	{
		std::vector<Box> boxes(m_restingBodies.size());
		for (size_t i = 0; i < boxes.size(); ++i)
		{
			boxes[i] = SweptBox(bodies[m_restingBodies[i]], 0.0, 0.0);
		}
		m_resting.Build(boxes);
		m_isStale = false;
	}
	if (active.empty())
	{
		return {};
	}
	std::vector<Box> boxes(active.size());
	ParallelFor(runner,
		static_cast<int64_t>(active.size()),
		256,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				boxes[i] = SweptBox(bodies[active[i]], time, margin);
			}
		});
	const int32_t axis = SweepAxis(boxes);
	std::vector<int32_t> order(active.size());
	for (size_t i = 0; i < order.size(); ++i)
	{
		order[i] = static_cast<int32_t>(i);
	}
	std::sort(order.begin(),
		order.end(),
		[&](int32_t p, int32_t q)
		{
			const double kp = Component(boxes[p].low, axis);
			const double kq = Component(boxes[q].low, axis);
			return kp != kq ? kp < kq : p < q;
		});
	const int64_t grain = 64;
	std::vector<std::vector<BodyPair>> found((order.size() + grain - 1) / grain);
	ParallelFor(runner,
		static_cast<int64_t>(order.size()),
		grain,
		[&](int64_t begin, int64_t end)
		{
			std::vector<BodyPair>& pairs = found[begin / grain];
			const auto add = [&](int32_t p, int32_t q)
			{
				if (bodies[p].IsDynamic() || bodies[q].IsDynamic())
				{
					pairs.push_back({std::min(p, q), std::max(p, q)});
				}
			};
			for (int64_t i = begin; i < end; ++i)
			{
				const Box& box = boxes[order[i]];
				const int32_t body = active[order[i]];
				const double high = Component(box.high, axis);
				for (size_t j = i + 1; j < order.size() && Component(boxes[order[j]].low, axis) <= high; ++j)
				{
					if (DoMeet(box, boxes[order[j]]))
					{
						add(body, active[order[j]]);
					}
				}
				m_resting.Query(box, [&](int32_t item) { add(body, m_restingBodies[item]); });
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

std::vector<int32_t> BroadPhase::Meeting(std::span<const Box> boxes, int32_t body)
{
	std::vector<int32_t> found;
	for (size_t i = 0; i < boxes.size(); ++i)
	{
		if (static_cast<int32_t>(i) != body && DoMeet(boxes[i], boxes[body]))
		{
			found.push_back(static_cast<int32_t>(i));
		}
	}
	return found;
}
} // namespace FractureCore
