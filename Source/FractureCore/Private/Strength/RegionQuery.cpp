// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Strength/RegionQuery.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
double BlendedPaint(const PaintedValues& paint, const SurfaceMesh& surface, const ClosestPoint& at)
{
	const int32_t* v = surface.triangles[at.triangle].v;
	const Vec3& a = surface.positions[v[0]];
	const Vec3& b = surface.positions[v[1]];
	const Vec3& c = surface.positions[v[2]];
	const Vec3 normal = Cross(b - a, c - a);
	const double square = LengthSquared(normal);
	if (!(square > 0.0))
	{
		return static_cast<double>(paint.values[v[0]]);
	}
	const double weightA = Dot(normal, Cross(c - b, at.point - b)) / square;
	const double weightB = Dot(normal, Cross(a - c, at.point - c)) / square;
	return weightA * static_cast<double>(paint.values[v[0]]) + weightB * static_cast<double>(paint.values[v[1]]) +
		(1.0 - weightA - weightB) * static_cast<double>(paint.values[v[2]]);
}

bool IsInRegion(const BoxRegion& box, const Vec3& x)
{
	return x.x >= box.low.x && x.x <= box.high.x && x.y >= box.low.y && x.y <= box.high.y && x.z >= box.low.z &&
		x.z <= box.high.z;
}

bool IsInRegion(const SphereRegion& sphere, const Vec3& x)
{
	return LengthSquared(x - sphere.centre) <= sphere.radius * sphere.radius;
}

bool IsInRegion(const HalfSpaceRegion& half, const Vec3& x)
{
	return Dot(half.normal, x - half.point) <= 0.0;
}

bool IsInPlainRegion(const Region& region, const Vec3& x)
{
	if (const BoxRegion* box = std::get_if<BoxRegion>(&region))
	{
		return IsInRegion(*box, x);
	}
	if (const SphereRegion* sphere = std::get_if<SphereRegion>(&region))
	{
		return IsInRegion(*sphere, x);
	}
	return IsInRegion(*std::get_if<HalfSpaceRegion>(&region), x);
}

/// m, larger than any distance in the object
double EverywhereIn(const BakedObject& object)
{
	double everywhere = 0.0;
	const Vec3& first = object.surface.positions.front();
	for (const Vec3& position : object.surface.positions)
	{
		everywhere = std::max(everywhere, 2.0 * Length(position - first));
	}
	return everywhere;
}

/// As many depths as one setup is likely to have; the searches take 40 bytes a point.
constexpr size_t kMostSearches = 4;
constexpr int64_t kSearchGrain = 1024;
} // namespace

const std::vector<ClosestPoint>& RegionQuery::SurfaceWithin(double depth, TaskRunner& runner)
{
	const auto isKnown = [&](const Search& search) { return search.depth == depth; };
	const auto known = std::find_if(m_searches.begin(), m_searches.end(), isKnown);
	if (known != m_searches.end())
	{
		std::rotate(known, known + 1, m_searches.end());
		return m_searches.back().found;
	}
	if (!m_tree)
	{
		m_tree.emplace(m_object.surface.positions, m_object.surface.triangles, runner);
	}
	if (m_searches.size() == kMostSearches)
	{
		m_searches.erase(m_searches.begin());
	}
	Search& search = m_searches.emplace_back(Search{depth, std::vector<ClosestPoint>(m_points.size())});
	ParallelFor(runner,
		static_cast<int64_t>(m_points.size()),
		kSearchGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				search.found[i] = m_tree->Closest(m_points[i], depth);
			}
		});
	return search.found;
}

std::vector<PaintSample> RegionQuery::SamplePaint(const PaintedValues& paint, TaskRunner& runner)
{
	const bool isShell = m_object.kind == BakedKind::Shell;
	const std::vector<ClosestPoint>& places = SurfaceWithin(isShell ? EverywhereIn(m_object) : paint.depth, runner);
	std::vector<PaintSample> samples(places.size());
	for (size_t i = 0; i < places.size(); ++i)
	{
		if (places[i].triangle != kNoIndex)
		{
			const double near = 2.0 * (1.0 - places[i].distance / paint.depth);
			samples[i] = {BlendedPaint(paint, m_object.surface, places[i]), isShell ? 1.0 : std::clamp(near, 0.0, 1.0)};
		}
	}
	return samples;
}

std::vector<double> RegionQuery::Coverage(const Region& region, TaskRunner& runner)
{
	std::vector<double> covered(m_points.size());
	if (const PaintedValues* paint = std::get_if<PaintedValues>(&region))
	{
		const std::vector<PaintSample> samples = SamplePaint(*paint, runner);
		for (size_t i = 0; i < covered.size(); ++i)
		{
			covered[i] = samples[i].value * samples[i].influence;
		}
		return covered;
	}
	for (size_t i = 0; i < covered.size(); ++i)
	{
		covered[i] = IsInPlainRegion(region, m_points[i]) ? 1.0 : 0.0;
	}
	return covered;
}
} // namespace FractureCore
