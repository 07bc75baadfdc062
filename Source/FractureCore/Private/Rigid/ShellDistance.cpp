// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Math/ExactSign.h"
#include "Mesh/ClosestOnTriangle.h"
#include "Rigid/ShellFeatures.h"
#include "Rigid/ShellWalk.h"

namespace FractureCore
{
namespace
{
bool DoesEdgePassFace(const Vec3& p, const Vec3& q, const Vec3& a, const Vec3& b, const Vec3& c)
{
	const int32_t above = DeterminantSign(a - p, b - p, c - p);
	const int32_t below = DeterminantSign(a - q, b - q, c - q);
	if (above * below >= 0)
	{
		return false;
	}
	const Vec3 along = q - p;
	const int32_t first = DeterminantSign(a - p, b - p, along);
	return first != 0 && first == DeterminantSign(b - p, c - p, along) && first == DeterminantSign(c - p, a - p, along);
}

/// Whether all of a face lies well on one side of another.
bool IsOnOneSide(const Vec3 (&face)[3], const Vec3 (&plane)[3])
{
	const Vec3 normal = Cross(plane[1] - plane[0], plane[2] - plane[0]);
	const double p = Dot(normal, face[0] - plane[0]);
	const double q = Dot(normal, face[1] - plane[0]);
	const double r = Dot(normal, face[2] - plane[0]);
	// Far beyond rounding; what is nearer is looked at exactly.
	const double slack = 1.0e-9 * LengthSquared(normal);
	return (p > 0.0) == (q > 0.0) && (p > 0.0) == (r > 0.0) && p * p > slack * LengthSquared(face[0] - plane[0]) &&
		q * q > slack * LengthSquared(face[1] - plane[0]) && r * r > slack * LengthSquared(face[2] - plane[0]);
}

/// The least distance of the features of leaves.
class LeafDistance
{
public:
	LeafDistance(const ShellMesh& a, const ShellMesh& b, const RelativePose& pose, double& squared, Vec3& axis)
		: m_a(a), m_b(b), m_pose(pose), m_squared(squared), m_axis(axis)
	{
	}

	/// Whether these are nearer than all before.
	bool Visit(const ShellMesh::Node& leafA, const ShellMesh::Node& leafB)
	{
		m_isNearer = false;
		PlaceLeafB(leafB);
		const auto placeA = [&](int32_t corner) { return m_a.Positions()[corner]; };
		for (const PlacedFace& face : m_faces)
		{
			if (SquaredGap(leafA.box, face.box) >= m_squared)
			{
				continue;
			}
			for (int32_t i = leafA.corners[0]; i < leafA.corners[1]; ++i)
			{
				const Vec3 point = placeA(m_a.Corner(i));
				if (SquaredGap({point, point}, face.box) < m_squared)
				{
					Take(point, ClosestOnTriangle(point, face.corners[0], face.corners[1], face.corners[2]));
				}
			}
		}
		for (const Vec3& point : m_corners)
		{
			if (SquaredGap(leafA.box, {point, point}) >= m_squared)
			{
				continue;
			}
			for (int32_t k = leafA.faces[0]; k < leafA.faces[1]; ++k)
			{
				const int32_t* v = m_a.Face(k).v;
				Take(ClosestOnTriangle(point, placeA(v[0]), placeA(v[1]), placeA(v[2])), point);
			}
		}
		for (const PlacedEdge& edgeB : m_edges)
		{
			if (SquaredGap(leafA.box, edgeB.box) >= m_squared)
			{
				continue;
			}
			for (int32_t i = leafA.edges[0]; i < leafA.edges[1]; ++i)
			{
				const ShellEdge& edgeA = m_a.Edge(i);
				const Vec3 segmentA[2] = {placeA(edgeA.v[0]), placeA(edgeA.v[1])};
				Vec3 onA;
				Vec3 onB;
				double distance = 0.0;
				if (SquaredGap(BoxAround(segmentA[0], segmentA[1]), edgeB.box) < m_squared &&
					AreNearestBetweenEnds(segmentA, edgeB.ends, onA, onB, distance))
				{
					Take(onA, onB);
				}
			}
		}
		return m_isNearer;
	}

private:
	struct PlacedFace
	{
		Vec3 corners[3];
		Box box;
	};
	struct PlacedEdge
	{
		Vec3 ends[2];
		Box box;
	};

	/// What a leaf of B has, in A's frame. Mostly the leaf is the one of the last visit.
	void PlaceLeafB(const ShellMesh::Node& leaf)
	{
		if (m_leafB == &leaf)
		{
			return;
		}
		m_leafB = &leaf;
		const auto place = [&](int32_t corner) { return Apply(m_pose, m_b.Positions()[corner]); };
		m_faces.clear();
		for (int32_t k = leaf.faces[0]; k < leaf.faces[1]; ++k)
		{
			const int32_t* v = m_b.Face(k).v;
			PlacedFace& face = m_faces.emplace_back(PlacedFace{{place(v[0]), place(v[1]), place(v[2])}, {}});
			face.box = BoxAround(BoxAround(face.corners[0], face.corners[1]), Box{face.corners[2], face.corners[2]});
		}
		m_corners.clear();
		for (int32_t i = leaf.corners[0]; i < leaf.corners[1]; ++i)
		{
			m_corners.push_back(place(m_b.Corner(i)));
		}
		m_edges.clear();
		for (int32_t k = leaf.edges[0]; k < leaf.edges[1]; ++k)
		{
			const ShellEdge& edge = m_b.Edge(k);
			PlacedEdge& placed = m_edges.emplace_back(PlacedEdge{{place(edge.v[0]), place(edge.v[1])}, {}});
			placed.box = BoxAround(placed.ends[0], placed.ends[1]);
		}
	}

	void Take(const Vec3& onA, const Vec3& onB)
	{
		const double squared = LengthSquared(onB - onA);
		if (squared < m_squared)
		{
			m_squared = squared;
			m_axis = onB - onA;
			m_isNearer = true;
		}
	}

	const ShellMesh& m_a;
	const ShellMesh& m_b;
	const RelativePose& m_pose;
	double& m_squared;
	Vec3& m_axis;
	bool m_isNearer = false;
	const ShellMesh::Node* m_leafB = nullptr;
	std::vector<PlacedFace> m_faces; // of that leaf
	std::vector<Vec3> m_corners;
	std::vector<PlacedEdge> m_edges;
};
} // namespace

bool AreNearestBetweenEnds(const Vec3 (&a)[2], const Vec3 (&b)[2], Vec3& onA, Vec3& onB, double& squared)
{
	const SegmentShares shares = ClosestOfSegments(a[0], a[1], b[0], b[1]);
	onA = a[0] + (a[1] - a[0]) * shares.a;
	onB = b[0] + (b[1] - b[0]) * shares.b;
	squared = LengthSquared(onB - onA);
	return shares.a > 0.0 && shares.a < 1.0 && shares.b > 0.0 && shares.b < 1.0;
}

double ShellDistance(
	const ShellMesh& a, const ShellMesh& b, const RelativePose& pose, double most, Vec3& axis, NearLeaves& guess)
{
	double squared = most * most;
	double least = most;
	LeafDistance look(a, b, pose, squared, axis);
	if (guess.a != kNoIndex && look.Visit(a.Nodes()[guess.a], b.Nodes()[guess.b]))
	{
		least = std::sqrt(squared);
	}
	WalkLeaves(a,
		b,
		ShellWay(pose),
		least,
		[&](const ShellMesh::Node& leafA, const ShellMesh::Node& leafB)
		{
			if (look.Visit(leafA, leafB))
			{
				least = std::sqrt(squared);
				guess = {
					static_cast<int32_t>(&leafA - a.Nodes().data()), static_cast<int32_t>(&leafB - b.Nodes().data())};
			}
		});
	axis = Normalised(axis);
	return std::sqrt(squared);
}

bool DoCross(const ShellMesh& a, const ShellMesh& b, const RelativePose& pose)
{
	bool isCrossed = false;
	double reach = 0.0;
	WalkLeaves(a,
		b,
		ShellWay(pose),
		reach,
		[&](const ShellMesh::Node& leafA, const ShellMesh::Node& leafB)
		{
			const auto placeA = [&](int32_t corner) { return a.Positions()[corner]; };
			const auto placeB = [&](int32_t corner) { return Apply(pose, b.Positions()[corner]); };
			for (int32_t i = leafA.faces[0]; i < leafA.faces[1] && !isCrossed; ++i)
			{
				const int32_t* v = a.Face(i).v;
				const Vec3 faceA[3] = {placeA(v[0]), placeA(v[1]), placeA(v[2])};
				const Box boxA = BoxAround(BoxAround(faceA[0], faceA[1]), {faceA[2], faceA[2]});
				for (int32_t k = leafB.faces[0]; k < leafB.faces[1] && !isCrossed; ++k)
				{
					const int32_t* w = b.Face(k).v;
					const Vec3 faceB[3] = {placeB(w[0]), placeB(w[1]), placeB(w[2])};
					const Box boxB = BoxAround(BoxAround(faceB[0], faceB[1]), {faceB[2], faceB[2]});
					if (SquaredGap(boxA, boxB) > 0.0)
					{
						continue;
					}
					if (IsOnOneSide(faceA, faceB) || IsOnOneSide(faceB, faceA))
					{
						continue;
					}
					for (int32_t e = 0; e < 3; ++e)
					{
						const int32_t f = e == 2 ? 0 : e + 1;
						isCrossed = isCrossed || DoesEdgePassFace(faceA[e], faceA[f], faceB[0], faceB[1], faceB[2]) ||
							DoesEdgePassFace(faceB[e], faceB[f], faceA[0], faceA[1], faceA[2]);
					}
				}
			}
			reach = isCrossed ? -HUGE_VAL : reach; // nothing more to look at
		});
	return isCrossed;
}
} // namespace FractureCore
