// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ConvexContact.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace FractureCore
{
namespace
{
// Faces within 8 degrees of the contact's normal touch with their whole area.
constexpr double kFaceCosine = 0.99;

/// A convex polygon, with room for any number of corners: nothing would carry a round face where those are that were
/// left out.
class ClipPolygon
{
public:
	int32_t Count() const { return m_count; }
	const Vec3& operator[](int32_t i) const { return m_many.empty() ? m_few[i] : m_many[i]; }

	void Clear()
	{
		m_count = 0;
		m_many.clear();
	}
	void Add(const Vec3& p)
	{
		if (m_count < kFew)
		{
			m_few[m_count++] = p;
			return;
		}
		if (m_many.empty())
		{
			m_many.assign(m_few, m_few + kFew);
		}
		m_many.push_back(p);
		++m_count;
	}

private:
	static constexpr int32_t kFew = 64;
	Vec3 m_few[kFew];
	std::vector<Vec3> m_many; // all of them, where they are more
	int32_t m_count = 0;
};

/// How far two overlapping parts must move along the best axis: of the faces, and of the axis that was good lately.
/// Axes across two edges are left out: bodies are kept a skin apart, so overlap is rare, and the last axis is one of
/// these where it was needed.
double LeastOverlap(const ConvexPart& a, const ConvexPart& b, const RelativePose& pose, const Vec3& lately, Vec3& axis)
{
	double best = -HUGE_VAL; // separation, negative
	const Mat3 back = Transposed(pose.rotation);
	if (LengthSquared(lately) > 0.0)
	{
		const Vec3 pb = pose.rotation * b.vertices[b.Support(back * -lately)] + pose.offset;
		best = Dot(lately, pb) - Dot(lately, a.vertices[a.Support(lately)]);
		// A little in favour of what was chosen before: contacts that change sides jitter.
		best += 1.0e-6 * std::abs(best);
		axis = lately;
	}
	for (const ConvexFace& face : a.faces)
	{
		const Vec3 pb = pose.rotation * b.vertices[b.Support(back * -face.normal)] + pose.offset;
		const double separation = Dot(face.normal, pb) - face.offset;
		if (separation > best)
		{
			best = separation;
			axis = face.normal;
		}
	}
	for (const ConvexFace& face : b.faces)
	{
		const Vec3 normal = pose.rotation * face.normal;
		const double separation = Dot(normal, a.vertices[a.Support(-normal)]) - face.offset - Dot(normal, pose.offset);
		if (separation > best)
		{
			best = separation;
			axis = -normal;
		}
	}
	return best;
}

/// What does not lie beyond the plane through `from` with the outward normal.
void ClipByPlane(const ClipPolygon& polygon, const Vec3& from, const Vec3& normal, ClipPolygon& kept)
{
	kept.Clear();
	for (int32_t i = 0; i < polygon.Count(); ++i)
	{
		const Vec3& p = polygon[i];
		const Vec3& q = polygon[i + 1 == polygon.Count() ? 0 : i + 1];
		const double dp = Dot(p - from, normal);
		const double dq = Dot(q - from, normal);
		if (dp <= 0.0)
		{
			kept.Add(p);
		}
		if ((dp < 0.0 && dq > 0.0) || (dp > 0.0 && dq < 0.0))
		{
			kept.Add(p + (q - p) * (dp / (dp - dq)));
		}
	}
}

struct FacePoint
{
	Vec3 reference; // on the reference face
	Vec3 incident;  // across it, on the other body
	double gap = 0.0;
};

/// Keeps the deepest and those that span the widest figure with it, at most four.
void ReduceFacePoints(std::vector<FacePoint>& points, const Vec3& normal)
{
	if (points.size() <= 4)
	{
		return;
	}
	FacePoint kept[4];
	size_t deepest = 0;
	for (size_t i = 1; i < points.size(); ++i)
	{
		deepest = points[i].gap < points[deepest].gap - 1.0e-12 ? i : deepest;
	}
	kept[0] = points[deepest];
	size_t farthest = 0;
	double largest = -1.0;
	for (size_t i = 0; i < points.size(); ++i)
	{
		const double squared = LengthSquared(points[i].reference - kept[0].reference);
		if (squared > largest)
		{
			largest = squared;
			farthest = i;
		}
	}
	kept[1] = points[farthest];
	size_t left = 0;
	size_t right = 0;
	double most = -HUGE_VAL;
	double least = HUGE_VAL;
	const Vec3 across = Cross(normal, kept[1].reference - kept[0].reference);
	for (size_t i = 0; i < points.size(); ++i)
	{
		const double side = Dot(points[i].reference - kept[0].reference, across);
		if (side > most)
		{
			most = side;
			left = i;
		}
		if (side < least)
		{
			least = side;
			right = i;
		}
	}
	kept[2] = points[left];
	kept[3] = points[right];
	points.assign(kept, kept + 4);
}

/// Clips the other body's facing side to the reference face's outline. All in A's frame. The corners of its other sides
/// count too: a step may turn them down, even if all it does is to let go of a body on its edge. And the side that
/// faces most along the normal need not be one of those round the nearest corner.
std::vector<FacePoint> ClipFaces(const ConvexPart& reference,
	const RelativePose& referencePose,
	int32_t referenceFace,
	const ConvexPart& incident,
	const RelativePose& incidentPose,
	double margin,
	double beside)
{
	const ConvexFace& face = reference.faces[referenceFace];
	const Vec3 normal = referencePose.rotation * face.normal;
	const ConvexFace& other = incident.faces[incident.FaceAlong(Transposed(incidentPose.rotation) * -normal)];
	ClipPolygon polygons[2]; // in turns
	ClipPolygon* polygon = &polygons[0];
	ClipPolygon* clipped = &polygons[1];
	for (int32_t i = other.begin; i < other.end; ++i)
	{
		polygon->Add(incidentPose.rotation * incident.vertices[incident.corners[i]] + incidentPose.offset);
	}
	const auto corner = [&](int32_t i)
	{ return referencePose.rotation * reference.vertices[reference.corners[i]] + referencePose.offset; };
	for (int32_t i = face.begin; i < face.end && polygon->Count() > 0; ++i)
	{
		const Vec3 from = corner(i);
		const Vec3 to = corner(i + 1 == face.end ? face.begin : i + 1);
		ClipByPlane(*polygon, from, Cross(to - from, normal), *clipped);
		std::swap(polygon, clipped);
	}
	const Vec3 onFace = corner(face.begin);
	std::vector<FacePoint> points;
	const auto add = [&](const Vec3& p)
	{
		const double gap = Dot(p - onFace, normal);
		if (gap < margin)
		{
			points.push_back({p - normal * gap, p, gap});
		}
	};
	for (int32_t i = 0; i < polygon->Count(); ++i)
	{
		add((*polygon)[i]);
	}
	ReduceFacePoints(points, normal);
	const auto isOver = [&](const Vec3& p)
	{
		for (int32_t i = face.begin; i < face.end; ++i)
		{
			const Vec3 from = corner(i);
			const Vec3 to = corner(i + 1 == face.end ? face.begin : i + 1);
			if (Dot(p - from, Cross(to - from, normal)) > 0.0)
			{
				return false;
			}
		}
		return true;
	};
	// In its own frame most corners are seen to be too far at once.
	const Vec3 down = Transposed(incidentPose.rotation) * normal;
	const double level = Dot(onFace - incidentPose.offset, normal);
	const double least = Dot(incident.vertices[incident.Support(-down)], down) - level;
	const double beyond = level + std::min(margin, least + beside);
	const auto corners = incident.corners.begin();
	for (size_t i = 0; i < incident.vertices.size(); ++i)
	{
		if (Dot(incident.vertices[i], down) > beyond ||
			std::find(corners + other.begin, corners + other.end, static_cast<int32_t>(i)) != corners + other.end)
		{
			continue;
		}
		const Vec3 p = incidentPose.rotation * incident.vertices[i] + incidentPose.offset;
		if (isOver(p))
		{
			add(p);
		}
	}
	return points;
}

void AddPoint(const PlacedShape& a,
	const Vec3& onA,
	const Vec3& onB,
	const Vec3& normal,
	double gap,
	std::vector<ContactPoint>& points)
{
	ContactPoint contact;
	contact.point = a.ToWorldPoint((onA + onB) * 0.5);
	contact.normal = a.rotation * normal;
	contact.gap = gap;
	contact.localA = onA;
	points.push_back(contact);
}
} // namespace

RelativePose PoseInFrameOf(const PlacedShape& a, const PlacedShape& b)
{
	const Mat3 back = Transposed(a.rotation);
	return {back * b.rotation, back * (b.x - a.x)};
}

void FindPartContacts(const PlacedShape& a,
	const ConvexPart& partA,
	const ConvexPart& partB,
	const RelativePose& pose,
	double margin,
	double beside,
	PartLink& link,
	std::vector<ContactPoint>& points)
{
	Vec3& axis = link.axis;
	GjkResult nearest = GjkDistance(partA, partB, pose, axis, margin, &link.seed);
	if (nearest.outcome == GjkOutcome::Apart)
	{
		axis = nearest.axis;
		return;
	}
	double gap = nearest.distance;
	if (nearest.outcome == GjkOutcome::Overlap)
	{
		gap = LeastOverlap(partA, partB, pose, axis, nearest.axis);
		nearest.pointA = partA.vertices[partA.Support(nearest.axis)];
		nearest.pointB = nearest.pointA + nearest.axis * gap;
	}
	axis = nearest.axis;

	const size_t before = points.size();
	const int32_t faceA = partA.FaceAlong(axis);
	const Vec3 axisInB = Transposed(pose.rotation) * -axis;
	const int32_t faceB = partB.FaceAlong(axisInB);
	const double alongA = Dot(partA.faces[faceA].normal, axis);
	const double alongB = Dot(partB.faces[faceB].normal, axisInB);
	const RelativePose same = {Mat3::Identity(), {}};
	// The bias keeps the roles of two parallel faces from changing with rounding.
	if (alongA > kFaceCosine && alongA >= alongB - 1.0e-6)
	{
		for (const FacePoint& p : ClipFaces(partA, same, faceA, partB, pose, margin, beside))
		{
			AddPoint(a, p.reference, p.incident, partA.faces[faceA].normal, p.gap, points);
		}
	}
	else if (alongB > kFaceCosine)
	{
		for (const FacePoint& p : ClipFaces(partB, pose, faceB, partA, same, margin, beside))
		{
			AddPoint(a, p.incident, p.reference, -(pose.rotation * partB.faces[faceB].normal), p.gap, points);
		}
	}
	if (points.size() == before)
	{
		AddPoint(a, nearest.pointA, nearest.pointB, axis, gap, points);
	}
}
} // namespace FractureCore
