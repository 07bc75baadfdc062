// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hull.h"
#include "FractureCore/Types.h"
#include "Rigid/PlaneTree.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureCore
{
/// A flat side of a convex body, with its corners counter-clockwise from outside.
struct ConvexFace
{
	Vec3 normal; // unit, outward
	double offset = 0.0;
	int32_t begin = 0; // into ConvexPart::corners
	int32_t end = 0;
};

/// A convex body made ready for contacts: coplanar triangles of the hull are one face, coordinates lie side by side.
struct ConvexPart
{
	std::vector<Vec3> vertices;
	std::vector<ConvexFace> faces;
	std::vector<int32_t> corners; // face after face, into vertices
	Vec3 low;                     // box
	Vec3 high;

	// Coordinates for Support, in three rows padded with the last vertex to a multiple of four.
	std::vector<double> rows;
	int32_t rowLength = 0;

	PlaneTree planes; // of the faces, where these are many

	/// The vertex farthest along `direction`; the lowest of equals.
	int32_t Support(const Vec3& direction) const;

	/// The face whose normal is nearest to `direction`; the lowest of equals.
	int32_t FaceAlong(const Vec3& direction) const;

	/// Signed distance to the planes, the largest of all: the exact distance inside and over faces, a lower bound of it
	/// beyond edges and corners. `face` is the plane's. Beyond `limit` the first plane that tells will do.
	double PlaneDistance(const Vec3& point, int32_t& face, double limit = 1.0e300) const;

	/// Whether that is above `limit`. Mostly a few planes tell.
	bool IsBeyond(const Vec3& point, double limit) const;
};

/// `origin` becomes the origin of the part.
ConvexPart MakeConvexPart(const ConvexHull& hull, const Vec3& origin);
} // namespace FractureCore
