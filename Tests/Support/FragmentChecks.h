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
	/// Points in ascending order, and whether that is the order round the face: 1, -1, or 0 if two are the same.
	struct Face
	{
		std::array<Vec3, 3> points;
		int32_t turn = 0;

		bool operator==(const Face&) const = default;
	};
	const auto lessFace = [&](const Face& a, const Face& b)
	{
		return a.points != b.points
			? std::lexicographical_compare(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(), less)
			: a.turn < b.turn;
	};
	std::vector<Face> faces;
	std::vector<Face> reversed;
	for (const Fragment& fragment : set.fragments)
	{
		const SurfaceMesh& mesh = fragment.surface;
		for (size_t t = static_cast<size_t>(fragment.outerTriangles); t < mesh.triangles.size(); ++t)
		{
			Face face;
			face.turn = 1;
			for (size_t k = 0; k < 3; ++k)
			{
				face.points[k] = mesh.positions[mesh.triangles[t].v[k]];
			}
			for (const size_t k : {0, 1, 0})
			{
				if (less(face.points[k + 1], face.points[k]))
				{
					std::swap(face.points[k], face.points[k + 1]);
					face.turn = -face.turn;
				}
			}
			if (face.points[0] == face.points[1] || face.points[1] == face.points[2])
			{
				face.turn = 0;
			}
			faces.push_back(face);
			face.turn = -face.turn;
			reversed.push_back(face);
		}
	}
	std::sort(faces.begin(), faces.end(), lessFace);
	std::sort(reversed.begin(), reversed.end(), lessFace);
	return faces == reversed;
}
} // namespace FractureTests
