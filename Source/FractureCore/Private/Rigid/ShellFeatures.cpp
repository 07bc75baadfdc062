// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Thin shells of [Bao07] section 3: triangles only, point/face and edge/edge as in [Bridson02].
#include "Rigid/ShellFeatures.h"

#include "Mesh/ClosestOnTriangle.h"
#include "Rigid/ShellWalk.h"

namespace FractureCore
{
namespace
{
/// Rounding of directions that lie in a face.
constexpr double kAlongFace = 1.0e-6;

Box BoxOfFace(const Box& p, const Box& q, const Box& r)
{
	return BoxAround(BoxAround(p, q), r);
}

/// Collects features of leaves that are near each other.
class FeatureSearch
{
public:
	FeatureSearch(const ShellMesh& a, const ShellMesh& b, const ShellWay& way, double reach, ShellFeatures& found)
		: m_a(a), m_b(b), m_way(way), m_squared(reach * reach), m_found(found)
	{
	}

	void Visit(const ShellMesh::Node& leafA, const ShellMesh::Node& leafB)
	{
		const std::span<const Vec3> placesA = m_a.Positions();
		PlaceLeafB(leafB);
		PickNear(leafA.box, m_faces, m_nearFaces);
		if (!m_nearFaces.empty())
		{
			for (int32_t i = leafA.corners[0]; i < leafA.corners[1]; ++i)
			{
				const int32_t point = m_a.Corner(i);
				const Box box = {placesA[point], placesA[point]};
				for (const int32_t k : m_nearFaces)
				{
					if (SquaredGap(box, m_faces[k]) <= m_squared)
					{
						const int32_t* v = m_b.Face(leafB.faces[0] + k).v;
						m_found.pointsA.push_back({point, {v[0], v[1], v[2]}, ShellFeatures::kNeverMeasured});
					}
				}
			}
		}
		PickNear(leafA.box, m_corners, m_nearCorners);
		if (!m_nearCorners.empty())
		{
			for (int32_t k = leafA.faces[0]; k < leafA.faces[1]; ++k)
			{
				const int32_t* v = m_a.Face(k).v;
				const Box box = BoxAround(BoxAround(placesA[v[0]], placesA[v[1]]), Box{placesA[v[2]], placesA[v[2]]});
				for (const int32_t i : m_nearCorners)
				{
					if (SquaredGap(box, m_corners[i]) <= m_squared)
					{
						m_found.pointsB.push_back(
							{m_b.Corner(leafB.corners[0] + i), {v[0], v[1], v[2]}, ShellFeatures::kNeverMeasured});
					}
				}
			}
		}
		PickNear(leafA.box, m_edges, m_nearEdges);
		if (m_nearEdges.empty())
		{
			return;
		}
		for (int32_t i = leafA.edges[0]; i < leafA.edges[1]; ++i)
		{
			const ShellEdge& edge = m_a.Edge(i);
			const Box box = BoxAround(placesA[edge.v[0]], placesA[edge.v[1]]);
			if (SquaredGap(box, m_boxB) > m_squared)
			{
				continue;
			}
			for (const int32_t k : m_nearEdges)
			{
				if (SquaredGap(box, m_edges[k]) <= m_squared)
				{
					m_found.edges.push_back({i, leafB.edges[0] + k, ShellFeatures::kNeverMeasured});
				}
			}
		}
	}

	void Finish()
	{
		const auto byPoint = [](const ShellFeatures::PointFace& p, const ShellFeatures::PointFace& q)
		{ return p.point < q.point; };
		std::stable_sort(m_found.pointsA.begin(), m_found.pointsA.end(), byPoint);
		std::stable_sort(m_found.pointsB.begin(), m_found.pointsB.end(), byPoint);
	}

private:
	/// The boxes of what a leaf of B has, on its way. Mostly the leaf is the one of the last visit.
	void PlaceLeafB(const ShellMesh::Node& leaf)
	{
		if (m_leafB == &leaf)
		{
			return;
		}
		m_leafB = &leaf;
		const std::span<const Vec3> places = m_b.Positions();
		m_corners.clear();
		for (int32_t i = leaf.corners[0]; i < leaf.corners[1]; ++i)
		{
			m_corners.push_back(m_way.Around(places[m_b.Corner(i)]));
		}
		m_faces.clear();
		for (int32_t i = leaf.faces[0]; i < leaf.faces[1]; ++i)
		{
			const int32_t* v = m_b.Face(i).v;
			m_faces.push_back(
				BoxOfFace(m_way.Around(places[v[0]]), m_way.Around(places[v[1]]), m_way.Around(places[v[2]])));
			m_boxB = m_faces.size() == 1 ? m_faces.back() : BoxAround(m_boxB, m_faces.back());
		}
		m_edges.clear();
		for (int32_t k = leaf.edges[0]; k < leaf.edges[1]; ++k)
		{
			const ShellEdge& edge = m_b.Edge(k);
			m_edges.push_back(BoxAround(m_way.Around(places[edge.v[0]]), m_way.Around(places[edge.v[1]])));
		}
	}

	/// Which of the boxes are within reach of another.
	void PickNear(const Box& box, std::span<const Box> boxes, std::vector<int32_t>& near) const
	{
		near.clear();
		for (size_t i = 0; i < boxes.size(); ++i)
		{
			if (SquaredGap(box, boxes[i]) <= m_squared)
			{
				near.push_back(static_cast<int32_t>(i));
			}
		}
	}

	const ShellMesh& m_a;
	const ShellMesh& m_b;
	const ShellWay& m_way;
	double m_squared = 0.0;
	ShellFeatures& m_found;
	const ShellMesh::Node* m_leafB = nullptr;
	std::vector<Box> m_corners; // of that leaf
	std::vector<Box> m_faces;
	std::vector<Box> m_edges;
	Box m_boxB; // of all of them
	std::vector<int32_t> m_nearCorners;
	std::vector<int32_t> m_nearFaces;
	std::vector<int32_t> m_nearEdges;
};

void SearchFeatures(const ShellMesh& a, const ShellMesh& b, const ShellWay& way, double reach, ShellFeatures& found)
{
	FeatureSearch search(a, b, way, reach, found);
	WalkLeaves(a,
		b,
		way,
		reach,
		[&](const ShellMesh::Node& leafA, const ShellMesh::Node& leafB) { search.Visit(leafA, leafB); });
	search.Finish();
}

/// Whether a direction away from an edge leads into neither of its faces: only then no point of them is nearer.
bool LeadsAway(const ShellEdge& edge, const Vec3& direction)
{
	return Dot(edge.inward[0], direction) <= kAlongFace && Dot(edge.inward[1], direction) <= kAlongFace;
}

/// Where a point is near a face.
struct PointOverFace
{
	Vec3 onFace;
	double squared = 0.0;
	Vec3 normal; // of the face, not of unit length
};

/// Of a point's faces, those straight below it, and whatever is nearest; `next` is moved beyond them. A point in a
/// corner of the other surface is held by all of its sides, one above a flat side by one face. Faces that are farther
/// than `limit` m for certain, with `way` m behind them, are not looked at.
template <typename Point, typename Corner>
void LookBelow(std::span<ShellFeatures::PointFace> items,
	size_t& next,
	double limit,
	double way,
	Point&& pointOf,
	Corner&& corner,
	std::vector<PointOverFace>& found)
{
	const int32_t number = items[next].point;
	found.clear();
	PointOverFace nearest;
	nearest.squared = limit * limit;
	bool isBelow = true;
	bool isPlaced = false;
	Vec3 point;
	for (; next < items.size() && items[next].point == number; ++next)
	{
		ShellFeatures::PointFace& item = items[next];
		if (item.away - way > limit)
		{
			continue;
		}
		if (!isPlaced)
		{
			point = pointOf(number);
			isPlaced = true;
		}
		const Vec3 a = corner(item.face[0]);
		const Vec3 b = corner(item.face[1]);
		const Vec3 c = corner(item.face[2]);
		const Vec3 onFace = ClosestOnTriangle(point, a, b, c);
		const double squared = LengthSquared(onFace - point);
		item.away = std::sqrt(squared) + way;
		if (squared >= limit * limit)
		{
			continue;
		}
		const Vec3 normal = Cross(b - a, c - a);
		const Vec3 away = point - onFace;
		const double height = Dot(away, normal);
		const bool isStraight = height * height >= (1.0 - kAlongFace) * squared * LengthSquared(normal);
		if (isStraight)
		{
			found.push_back({onFace, squared, normal});
		}
		if (squared < nearest.squared)
		{
			nearest = {onFace, squared, normal};
			isBelow = isStraight;
		}
	}
	if (nearest.squared < limit * limit && !isBelow)
	{
		found.push_back(nearest);
	}
}

// m: nearer than this the way to the other surface has no direction.
constexpr double kNoDirection = 1.0e-12;
} // namespace

bool ShellFeatures::Cover(const ShellMesh& b, const RelativePose& now, double distance) const
{
	return reach > distance && MostMotion(pose, now, b.Nodes()[0].box) + distance <= reach;
}

ShellFeatures FindFeatures(const ShellMesh& a, const ShellMesh& b, const RelativePose& pose, double reach)
{
	ShellFeatures found;
	found.pose = found.measured = pose;
	found.reach = reach;
	SearchFeatures(a, b, ShellWay(pose), reach, found);
	return found;
}

ShellFeatures FindFeaturesOnWay(
	const ShellMesh& a, const ShellMesh& b, const RelativePose& from, const RelativePose& to, double reach)
{
	ShellFeatures found;
	found.pose = found.measured = from;
	SearchFeatures(a, b, ShellWay(from, to), reach, found);
	return found;
}

double MeasureFeatures(const ShellMesh& a,
	const ShellMesh& b,
	ShellFeatures& features,
	const RelativePose& pose,
	double margin,
	std::vector<NearFeatures>* near)
{
	features.way = features.WayTo(b, pose);
	features.measured = pose;
	const double way = features.way;
	const auto placeA = [&](int32_t corner) { return a.Positions()[corner]; };
	const auto placeB = [&](int32_t corner) { return Apply(pose, b.Positions()[corner]); };
	double least = margin * margin;
	const auto add = [&](const Vec3& onA, const Vec3& onB, double squared, const Vec3& touching, int32_t feature)
	{
		least = std::min(least, squared);
		if (near != nullptr)
		{
			const double distance = std::sqrt(squared);
			const Vec3 normal = distance > kNoDirection ? (onB - onA) / distance : Normalised(touching);
			near->push_back({onA, onB, distance, normal, feature});
		}
	};
	std::vector<PointOverFace> faces;
	for (size_t i = 0; i < features.pointsA.size();)
	{
		const int32_t number = features.pointsA[i].point;
		LookBelow(features.pointsA, i, margin, way, placeA, placeB, faces);
		for (const PointOverFace& face : faces)
		{
			add(placeA(number), face.onFace, face.squared, -face.normal, number);
		}
	}
	for (size_t i = 0; i < features.pointsB.size();)
	{
		const int32_t number = features.pointsB[i].point;
		LookBelow(features.pointsB, i, margin, way, placeB, placeA, faces);
		for (const PointOverFace& face : faces)
		{
			add(face.onFace, placeB(number), face.squared, face.normal, -2 - number);
		}
	}
	const Mat3 toB = Transposed(pose.rotation);
	for (ShellFeatures::EdgeEdge& item : features.edges)
	{
		if (item.away - way > margin)
		{
			continue;
		}
		const ShellEdge& edgeA = a.Edge(item.a);
		const Vec3 segmentA[2] = {placeA(edgeA.v[0]), placeA(edgeA.v[1])};
		const ShellEdge& edgeB = b.Edge(item.b);
		const Vec3 segmentB[2] = {placeB(edgeB.v[0]), placeB(edgeB.v[1])};
		Vec3 onA;
		Vec3 onB;
		double squared = 0.0;
		const bool isBetween = AreNearestBetweenEnds(segmentA, segmentB, onA, onB, squared);
		item.away = std::sqrt(squared) + way;
		if (!isBetween || squared >= margin * margin)
		{
			continue;
		}
		const Vec3 direction = Normalised(onB - onA);
		if (!(squared > kNoDirection * kNoDirection) || !LeadsAway(edgeA, direction) ||
			!LeadsAway(edgeB, toB * -direction))
		{
			continue; // something of a face is nearer
		}
		const uint32_t number = static_cast<uint32_t>(item.a) * 65521u + static_cast<uint32_t>(item.b);
		add(onA, onB, squared, {}, static_cast<int32_t>(a.Positions().size() + number % (1u << 30)));
	}
	return std::sqrt(least);
}

FeatureHit SweepFeatures(const ShellMesh& a,
	const ShellMesh& b,
	const ShellFeatures& features,
	const RelativePose& from,
	const RelativePose& to,
	double apart,
	double kept)
{
	const double reach = features.WayTo(b, from) + MostMotion(from, to, b.Nodes()[0].box) + apart * (1.0 + kSweepSlack);
	const auto still = [&](int32_t corner) { return MovingPoint{a.Positions()[corner], {}}; };
	const auto moving = [&](int32_t corner)
	{
		const Vec3 start = Apply(from, b.Positions()[corner]);
		return MovingPoint{start, Apply(to, b.Positions()[corner]) - start};
	};
	FeatureHit first;
	const auto take = [&](const FeatureHit& hit, double sign)
	{
		if (hit.isHit && hit.share < first.share)
		{
			first = hit;
			first.normal = hit.normal * sign;
		}
	};
	for (const ShellFeatures::PointFace& item : features.pointsA)
	{
		if (item.away <= reach)
		{
			const MovingPoint face[3] = {moving(item.face[0]), moving(item.face[1]), moving(item.face[2])};
			take(SweepPointFace(still(item.point), face, apart, first.share, kept), 1.0);
		}
	}
	for (const ShellFeatures::PointFace& item : features.pointsB)
	{
		if (item.away <= reach)
		{
			const MovingPoint face[3] = {still(item.face[0]), still(item.face[1]), still(item.face[2])};
			take(SweepPointFace(moving(item.point), face, apart, first.share, kept), -1.0);
		}
	}
	for (const ShellFeatures::EdgeEdge& item : features.edges)
	{
		if (item.away <= reach)
		{
			const ShellEdge& onA = a.Edge(item.a);
			const ShellEdge& onB = b.Edge(item.b);
			const MovingPoint edgeA[2] = {still(onA.v[0]), still(onA.v[1])};
			const MovingPoint edgeB[2] = {moving(onB.v[0]), moving(onB.v[1])};
			take(SweepEdges(edgeA, edgeB, apart, first.share, kept), 1.0);
		}
	}
	return first;
}
} // namespace FractureCore
