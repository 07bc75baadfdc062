// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Points of a surface in nested balls, so that whole regions far from another body are passed over at once.
class PointTree
{
public:
	PointTree() = default;
	explicit PointTree(std::span<const Vec3> points);

	/// Calls isNear(centre, radius) for balls from the largest down, and visit(point, number) for the points of those
	/// small balls that are near.
	template <typename IsNear, typename Visit>
	void Walk(IsNear&& isNear, Visit&& visit) const
	{
		WalkFrom(nullptr, 0.0, isNear, visit);
	}

	/// The same, what is near a place first. Of balls of a radius up to `coarse` m, one point stands for all.
	template <typename IsNear, typename Visit>
	void WalkFrom(const Vec3& place, double coarse, IsNear&& isNear, Visit&& visit) const
	{
		WalkFrom(&place, coarse, isNear, visit);
	}

	std::span<const Vec3> Points() const { return m_points; }

private:
	template <typename IsNear, typename Visit>
	void WalkFrom(const Vec3* place, double coarse, IsNear& isNear, Visit& visit) const
	{
		if (m_points.empty())
		{
			return;
		}
		int32_t stack[64];
		int32_t depth = 0;
		stack[depth++] = 0;
		while (depth > 0)
		{
			const Ball& ball = m_balls[stack[--depth]];
			if (!isNear(ball.centre, ball.radius))
			{
				continue;
			}
			if (ball.radius <= coarse)
			{
				visit(m_points[ball.middle], ball.middle);
				continue;
			}
			if (ball.child != kNoIndex)
			{
				const bool isSecondFirst = place != nullptr &&
					LengthSquared(m_balls[ball.child + 1].centre - *place) <
						LengthSquared(m_balls[ball.child].centre - *place);
				stack[depth++] = isSecondFirst ? ball.child : ball.child + 1;
				stack[depth++] = isSecondFirst ? ball.child + 1 : ball.child;
				continue;
			}
			for (int32_t i = ball.begin; i < ball.end; ++i)
			{
				visit(m_points[i], i);
			}
		}
	}

	struct Ball
	{
		Vec3 centre;
		double radius = 0.0;
		int32_t begin = 0;
		int32_t end = 0;
		int32_t child = kNoIndex; // the first of two
		int32_t middle = 0;       // the point nearest to the centre
	};
	void Fit(Ball& ball) const;

	std::vector<Ball> m_balls;
	std::vector<Vec3> m_points;
};
} // namespace FractureCore
