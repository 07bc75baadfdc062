// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/PointTree.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
constexpr int32_t kPointsInBall = 6;
} // namespace

PointTree::PointTree(std::span<const Vec3> points) : m_points(points.begin(), points.end())
{
	if (m_points.empty())
	{
		return;
	}
	m_balls.push_back({{}, 0.0, 0, static_cast<int32_t>(m_points.size()), kNoIndex, 0});
	for (size_t i = 0; i < m_balls.size(); ++i)
	{
		Ball ball = m_balls[i];
		Fit(ball);
		if (ball.end - ball.begin > kPointsInBall)
		{
			Vec3 low = m_points[ball.begin];
			Vec3 high = low;
			for (int32_t k = ball.begin; k < ball.end; ++k)
			{
				const Vec3& p = m_points[k];
				low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
				high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
			}
			const Vec3 extent = high - low;
			const int32_t axis = extent.x >= extent.y && extent.x >= extent.z ? 0 : (extent.y >= extent.z ? 1 : 2);
			const int32_t middle = (ball.begin + ball.end) / 2;
			std::nth_element(m_points.begin() + ball.begin,
				m_points.begin() + middle,
				m_points.begin() + ball.end,
				[axis](const Vec3& a, const Vec3& b)
				{
					const double ka = Component(a, axis);
					const double kb = Component(b, axis);
					// All coordinates take part, so that the halves are the same with every standard library.
					return ka != kb ? ka < kb : (a.x != b.x ? a.x < b.x : (a.y != b.y ? a.y < b.y : a.z < b.z));
				});
			// nth_element leaves the order within the halves open.
			const auto less = [](const Vec3& a, const Vec3& b)
			{ return a.x != b.x ? a.x < b.x : (a.y != b.y ? a.y < b.y : a.z < b.z); };
			std::sort(m_points.begin() + ball.begin, m_points.begin() + middle, less);
			std::sort(m_points.begin() + middle, m_points.begin() + ball.end, less);
			ball.child = static_cast<int32_t>(m_balls.size());
			m_balls.push_back({{}, 0.0, ball.begin, middle, kNoIndex, 0});
			m_balls.push_back({{}, 0.0, middle, ball.end, kNoIndex, 0});
		}
		m_balls[i] = ball;
	}
	for (Ball& ball : m_balls)
	{
		const auto nearest = std::min_element(m_points.begin() + ball.begin,
			m_points.begin() + ball.end,
			[&](const Vec3& p, const Vec3& q)
			{ return LengthSquared(p - ball.centre) < LengthSquared(q - ball.centre); });
		ball.middle = static_cast<int32_t>(nearest - m_points.begin());
	}
}

void PointTree::Fit(Ball& ball) const
{
	Vec3 low = m_points[ball.begin];
	Vec3 high = low;
	for (int32_t k = ball.begin; k < ball.end; ++k)
	{
		const Vec3& p = m_points[k];
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	ball.centre = (low + high) * 0.5;
	for (int32_t k = ball.begin; k < ball.end; ++k)
	{
		ball.radius = std::max(ball.radius, Length(m_points[k] - ball.centre));
	}
}
} // namespace FractureCore
