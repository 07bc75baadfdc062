// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/LoopNesting.h"

#include <cmath>

namespace FractureCore
{
namespace
{
int32_t WidestAxis(const Vec3& v)
{
	const double x = std::abs(v.x);
	const double y = std::abs(v.y);
	const double z = std::abs(v.z);
	return x >= y && x >= z ? 0 : (y >= z ? 1 : 2);
}

/// Even-odd rule in the projection along `axis`.
bool IsInLoop(std::span<const Vec3> loop, const Vec3& point, int32_t axis)
{
	const int32_t u = (axis + 1) % 3;
	const int32_t v = (axis + 2) % 3;
	const double pu = Component(point, u);
	const double pv = Component(point, v);
	bool inside = false;
	for (size_t i = 0; i < loop.size(); ++i)
	{
		const Vec3& a = loop[i];
		const Vec3& b = loop[i + 1 < loop.size() ? i + 1 : 0];
		const double av = Component(a, v);
		const double bv = Component(b, v);
		if ((av > pv) != (bv > pv))
		{
			const double au = Component(a, u);
			const double crossing = au + (pv - av) / (bv - av) * (Component(b, u) - au);
			inside ^= pu < crossing;
		}
	}
	return inside;
}
} // namespace

Vec3 DoubleAreaVector(std::span<const Vec3> loop)
{
	Vec3 sum;
	for (size_t i = 2; i < loop.size(); ++i)
	{
		sum += Cross(loop[i - 1] - loop[0], loop[i] - loop[0]);
	}
	return sum;
}

void NestLoops(std::span<const Vec3> points, std::span<const int32_t> loopEnds, std::vector<int32_t>& outerOf)
{
	const auto loopAt = [&](size_t k)
	{
		const auto begin = static_cast<size_t>(k == 0 ? 0 : loopEnds[k - 1]);
		return points.subspan(begin, static_cast<size_t>(loopEnds[k]) - begin);
	};
	std::vector<Vec3> areas(loopEnds.size());
	Vec3 total;
	for (size_t k = 0; k < loopEnds.size(); ++k)
	{
		areas[k] = DoubleAreaVector(loopAt(k));
		total += areas[k];
	}
	const Vec3 normal = Normalised(total);
	size_t largest = 0;
	for (size_t k = 1; k < loopEnds.size(); ++k)
	{
		largest = Dot(areas[k], normal) > Dot(areas[largest], normal) ? k : largest;
	}
	const auto isOuter = [&](size_t k) { return k == largest || Dot(areas[k], normal) > 0.0; };
	const int32_t axis = WidestAxis(normal);
	outerOf.resize(loopEnds.size());
	for (size_t k = 0; k < loopEnds.size(); ++k)
	{
		size_t best = k;
		if (!isOuter(k))
		{
			best = largest;
			for (size_t o = 0; o < loopEnds.size(); ++o)
			{
				if (o != k && isOuter(o) && Dot(areas[o], normal) < Dot(areas[best], normal) &&
					IsInLoop(loopAt(o), loopAt(k)[0], axis))
				{
					best = o;
				}
			}
		}
		outerOf[k] = static_cast<int32_t>(best);
	}
}
} // namespace FractureCore
