// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Fragments.h"

#include "ClosedSurface.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace FractureTests
{
struct FragmentTotals
{
	double volume = 0.0;    // m^3
	double smallest = 0.0;  // m^3
	double outerArea = 0.0; // m^2
	double signedOuterArea = 0.0;
	size_t outerTriangles = 0;
	size_t crackTriangles = 0;
};

/// Outer area is signed by the source triangle's normal, so that a triangle that is folded over counts negative.
inline FragmentTotals SumFragments(const FractureCore::SurfaceMesh& surface, const FractureCore::FragmentSet& set)
{
	using namespace FractureCore;
	FragmentTotals totals;
	totals.smallest = set.fragments.empty() ? 0.0 : set.fragments.back().mass.volume;
	for (const Fragment& fragment : set.fragments)
	{
		totals.volume += fragment.mass.volume;
		totals.smallest = std::min(totals.smallest, fragment.mass.volume);
		totals.outerTriangles += static_cast<size_t>(fragment.outerTriangles);
		totals.crackTriangles += fragment.sourceCrack.size();
		const auto areaVector = [](const std::vector<Vec3>& positions, const Triangle& t)
		{ return 0.5 * Cross(positions[t.v[1]] - positions[t.v[0]], positions[t.v[2]] - positions[t.v[0]]); };
		for (int32_t t = 0; t < fragment.outerTriangles; ++t)
		{
			const Vec3 area = areaVector(fragment.surface.positions, fragment.surface.triangles[t]);
			const Triangle& source = surface.triangles[fragment.sourceTriangle[t]];
			totals.outerArea += Length(area);
			totals.signedOuterArea += Dot(area, Normalised(areaVector(surface.positions, source)));
		}
	}
	return totals;
}

/// What is wrong with fragments as closed pieces of one body, in words; empty if nothing is.
inline std::string DefectOfFragments(const FractureCore::SurfaceMesh& surface, const FractureCore::FragmentSet& set)
{
	using namespace FractureCore;
	for (size_t i = 0; i < set.fragments.size(); ++i)
	{
		const Fragment& fragment = set.fragments[i];
		const std::string name = "fragment " + std::to_string(i) + ": ";
		const std::string defect = DefectOfClosedSurface(fragment.surface.positions, fragment.surface.triangles);
		if (!defect.empty())
		{
			return name + defect;
		}
		const size_t triangles = fragment.surface.triangles.size();
		const SurfaceMesh& mesh = fragment.surface;
		if (fragment.sourceTriangle.size() != static_cast<size_t>(fragment.outerTriangles) ||
			fragment.sourceTriangle.size() + fragment.sourceCrack.size() != triangles ||
			mesh.triangleSlots.size() != triangles || mesh.slotNames.empty() || mesh.slotNames.back() != "Inside" ||
			(!mesh.cornerNormals.empty() && mesh.cornerNormals.size() != 3 * triangles) ||
			mesh.cornerUvs.size() != 3 * triangles * static_cast<size_t>(mesh.uvChannels))
		{
			return name + "the arrays do not fit";
		}
		if (!(fragment.mass.volume > 0.0))
		{
			return name + "volume " + std::to_string(fragment.mass.volume);
		}
		if (i > 0 && fragment.mass.volume > set.fragments[i - 1].mass.volume)
		{
			return name + "larger than the one before";
		}
	}
	const double volume = SolidMassProperties(surface.positions, surface.triangles, 1.0).volume;
	double area = 0.0;
	for (const Triangle& t : surface.triangles)
	{
		area += 0.5 *
			Length(Cross(surface.positions[t.v[1]] - surface.positions[t.v[0]],
				surface.positions[t.v[2]] - surface.positions[t.v[0]]));
	}
	const FragmentTotals totals = SumFragments(surface, set);
	if (!(std::abs(totals.volume - volume) <= 1.0e-12 * volume))
	{
		return "the volumes sum to 1 + " + std::to_string(1.0e12 * (totals.volume / volume - 1.0)) +
			"e-12 of the body's";
	}
	if (!(std::abs(totals.outerArea - area) <= 1.0e-9 * area))
	{
		return "the outer areas sum to 1 + " + std::to_string(1.0e9 * (totals.outerArea / area - 1.0)) +
			"e-9 of the body's";
	}
	if (!(std::abs(totals.signedOuterArea - area) <= 1.0e-9 * area))
	{
		return "the signed outer areas sum to 1 + " + std::to_string(1.0e9 * (totals.signedOuterArea / area - 1.0)) +
			"e-9 of the body's";
	}
	return {};
}

/// Whether every crack face has its exact counterpart: the same three points, seen from the other side.
inline bool CrackFacesCoincide(const FractureCore::FragmentSet& set)
{
	using namespace FractureCore;
	const auto less = [](const Vec3& a, const Vec3& b)
	{ return a.x != b.x ? a.x < b.x : (a.y != b.y ? a.y < b.y : a.z < b.z); };
	using Points = std::array<Vec3, 3>;
	const auto lessPoints = [&](const Points& a, const Points& b)
	{ return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(), less); };
	std::vector<Points> faces;
	std::vector<Points> reversed;
	for (const Fragment& fragment : set.fragments)
	{
		const SurfaceMesh& mesh = fragment.surface;
		for (size_t t = static_cast<size_t>(fragment.outerTriangles); t < mesh.triangles.size(); ++t)
		{
			Points points;
			for (size_t k = 0; k < 3; ++k)
			{
				points[k] = mesh.positions[mesh.triangles[t].v[k]];
			}
			std::rotate(points.begin(), std::min_element(points.begin(), points.end(), less), points.end());
			faces.push_back(points);
			std::swap(points[1], points[2]);
			reversed.push_back(points);
		}
	}
	std::sort(faces.begin(), faces.end(), lessPoints);
	std::sort(reversed.begin(), reversed.end(), lessPoints);
	return faces == reversed;
}
} // namespace FractureTests
