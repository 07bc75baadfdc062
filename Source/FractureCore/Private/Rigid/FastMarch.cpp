// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FastMarch.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace FractureCore
{
namespace
{
/// The d with sum_k max((d - a_k) / h, 0)^2 = 1, of the least neighbour along each axis, in ascending order.
double SolveUpwind(const double (&a)[3], double h)
{
	double d = a[0] + h;
	if (d > a[1])
	{
		const double apart = a[1] - a[0];
		d = 0.5 * (a[0] + a[1] + std::sqrt(std::max(2.0 * h * h - apart * apart, 0.0)));
	}
	if (d > a[2])
	{
		const double sum = a[0] + a[1] + a[2];
		const double squares = a[0] * a[0] + a[1] * a[1] + a[2] * a[2];
		d = (sum + std::sqrt(std::max(sum * sum - 3.0 * (squares - h * h), 0.0))) / 3.0;
	}
	return d;
}
} // namespace

void FastMarch(std::span<float> distances, const int32_t (&count)[3], double spacing)
{
	const int64_t stride[3] = {1, count[0], static_cast<int64_t>(count[0]) * count[1]};
	std::vector<uint8_t> isDone(distances.size(), 0);
	for (size_t i = 0; i < distances.size(); ++i)
	{
		isDone[i] = std::isfinite(distances[i]) ? 1 : 0;
	}
	const auto placeOf = [&](int64_t node, int32_t(&place)[3])
	{
		place[0] = static_cast<int32_t>(node % count[0]);
		place[1] = static_cast<int32_t>(node / stride[1] % count[1]);
		place[2] = static_cast<int32_t>(node / stride[2]);
	};
	using Trial = std::pair<float, int64_t>;
	std::priority_queue<Trial, std::vector<Trial>, std::greater<>> trials;
	const auto tryNode = [&](int64_t node)
	{
		int32_t place[3];
		placeOf(node, place);
		double least[3];
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			least[axis] = HUGE_VAL;
			for (const int32_t side : {-1, 1})
			{
				const int64_t next = node + side * stride[axis];
				const int32_t at = place[axis] + side;
				if (at >= 0 && at < count[axis] && isDone[next] != 0)
				{
					least[axis] = std::min(least[axis], static_cast<double>(distances[next]));
				}
			}
		}
		std::sort(std::begin(least), std::end(least));
		const auto distance = static_cast<float>(SolveUpwind(least, spacing));
		if (distance < distances[node])
		{
			distances[node] = distance;
			trials.emplace(distance, node);
		}
	};
	for (size_t i = 0; i < distances.size(); ++i)
	{
		if (isDone[i] != 0)
		{
			continue;
		}
		int32_t place[3];
		placeOf(static_cast<int64_t>(i), place);
		bool isNext = false;
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			isNext |= place[axis] > 0 && isDone[i - stride[axis]] != 0;
			isNext |= place[axis] + 1 < count[axis] && isDone[i + stride[axis]] != 0;
		}
		if (isNext)
		{
			tryNode(static_cast<int64_t>(i));
		}
	}
	while (!trials.empty())
	{
		const auto [distance, node] = trials.top();
		trials.pop();
		if (isDone[node] != 0)
		{
			continue; // an older, larger guess
		}
		isDone[node] = 1;
		int32_t place[3];
		placeOf(node, place);
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			for (const int32_t side : {-1, 1})
			{
				const int64_t next = node + side * stride[axis];
				const int32_t at = place[axis] + side;
				if (at >= 0 && at < count[axis] && isDone[next] == 0)
				{
					tryNode(next);
				}
			}
		}
	}
}
} // namespace FractureCore
