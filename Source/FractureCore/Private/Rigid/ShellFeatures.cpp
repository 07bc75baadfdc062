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

/// Collects features of leaves that are near each other.
class FeatureSearch
{
public:
	FeatureSearch(const ShellMesh& a, const ShellMesh& b, const ShellWay& way, double reach, ShellFeatures& found)
		: m_a(a), m_b(b), m_way(way), m_squared(reach * reach), m_found(found), m_placed(b.Positions().size()),
		  m_isPlaced(b.Positions().size(), 0), m_boxesOf(b.Nodes().size(), kNoIndex)
	{
	}

	void Visit(const ShellMesh::Node& leafA, const ShellMesh::Node& leafB)
	{
		const Box* boxes = BoxesOf(leafB);
		const Box& all = *boxes++;
		PickNear(leafA.box, leafB.corners, boxes, m_corners);
		PickNear(leafA.box, leafB.faces, boxes, m_faces);
		PickNear(leafA.box, leafB.edges, boxes, m_edges);
		for (int32_t i = leafA.corners[0]; i < leafA.corners[1] && !m_faces.empty(); ++i)
		{
			const Vec3& place = m_a.Positions()[m_a.Corner(i)];
			for (const NearItem& face : NearTo({place, place}, all, m_faces))
			{
				if (SquaredGap({place, place}, *face.box) <= m_squared)
				{
					m_found.pointsA.push_back(PointFaceOf(m_a.Corner(i), m_b.Face(face.number)));
				}
			}
		}
		for (int32_t i = leafA.faces[0]; i < leafA.faces[1] && !m_corners.empty(); ++i)
		{
			for (const NearItem& corner : NearTo(m_a.FaceBox(i), all, m_corners))
			{
				if (SquaredGap(m_a.FaceBox(i), *corner.box) <= m_squared)
				{
					m_found.pointsB.push_back(PointFaceOf(m_b.Corner(corner.number), m_a.Face(i)));
				}
			}
		}
		for (int32_t i = leafA.edges[0]; i < leafA.edges[1] && !m_edges.empty(); ++i)
		{
			for (const NearItem& edge : NearTo(m_a.EdgeBox(i), all, m_edges))
			{
				if (SquaredGap(m_a.EdgeBox(i), *edge.box) <= m_squared)
				{
					m_found.edges.push_back({i, edge.number, ShellFeatures::kNeverMeasured});
				}
			}
		}
	}

	/// Points in order.
	void Finish()
	{
		const auto byPoint = [](const ShellFeatures::PointFace& p, const ShellFeatures::PointFace& q)
		{ return p.point < q.point; };
		std::stable_sort(m_found.pointsA.begin(), m_found.pointsA.end(), byPoint);
		std::stable_sort(m_found.pointsB.begin(), m_found.pointsB.end(), byPoint);
	}

private:
	/// Something of a leaf of B, on its way.
	struct NearItem
	{
		int32_t number = 0;
		const Box* box = nullptr;
	};

	/// Of what a leaf of B has of a kind, with boxes that begin at `boxes`, what is near a leaf of A. Goes on to the
	/// next kind's boxes.
	void PickNear(const Box& leafA, const int32_t (&range)[2], const Box*& boxes, std::vector<NearItem>& near) const
	{
		near.clear();
		for (int32_t i = range[0]; i < range[1]; ++i, ++boxes)
		{
			if (SquaredGap(leafA, *boxes) <= m_squared)
			{
				near.push_back({i, boxes});
			}
		}
	}

	/// What was picked, if something of A comes near B's leaf at all.
	std::span<const NearItem> NearTo(const Box& box, const Box& leafB, std::span<const NearItem> picked) const
	{
		return SquaredGap(box, leafB) <= m_squared ? picked : std::span<const NearItem>{};
	}

	static ShellFeatures::PointFace PointFaceOf(int32_t point, const Triangle& face)
	{
		return {point, {face.v[0], face.v[1], face.v[2]}, ShellFeatures::kNeverMeasured};
	}

	/// The way of one of B's corners. Each is placed once.
	const Box& CornerOf(int32_t corner)
	{
		if (m_isPlaced[corner] == 0)
		{
			m_isPlaced[corner] = 1;
			m_placed[corner] = m_way.Around(m_b.Positions()[corner]);
		}
		return m_placed[corner];
	}

	/// A box of all that a leaf of B has, and those of its corners, faces and edges, on their way; good until the next
	/// leaf.
	const Box* BoxesOf(const ShellMesh::Node& leaf)
	{
		int32_t& begin = m_boxesOf[&leaf - m_b.Nodes().data()];
		if (begin != kNoIndex)
		{
			return m_boxes.data() + begin;
		}
		begin = static_cast<int32_t>(m_boxes.size());
		m_boxes.emplace_back();
		for (int32_t i = leaf.corners[0]; i < leaf.corners[1]; ++i)
		{
			m_boxes.push_back(CornerOf(m_b.Corner(i)));
		}
		for (int32_t i = leaf.faces[0]; i < leaf.faces[1]; ++i)
		{
			const int32_t* v = m_b.Face(i).v;
			m_boxes.push_back(BoxAround(BoxAround(CornerOf(v[0]), CornerOf(v[1])), CornerOf(v[2])));
			m_boxes[begin] = i == leaf.faces[0] ? m_boxes.back() : BoxAround(m_boxes[begin], m_boxes.back());
		}
		for (int32_t i = leaf.edges[0]; i < leaf.edges[1]; ++i)
		{
			const ShellEdge& edge = m_b.Edge(i);
			m_boxes.push_back(BoxAround(CornerOf(edge.v[0]), CornerOf(edge.v[1])));
		}
		return m_boxes.data() + begin;
	}

	const ShellMesh& m_a;
	const ShellMesh& m_b;
	const ShellWay& m_way;
	double m_squared = 0.0;
	ShellFeatures& m_found;
	std::vector<Box> m_placed; // B's corners
	std::vector<uint8_t> m_isPlaced;
	std::vector<Box> m_boxes;        // leaf after leaf, as they were met
	std::vector<int32_t> m_boxesOf;  // where those of a leaf begin
	std::vector<NearItem> m_corners; // of the two leaves that are looked at
	std::vector<NearItem> m_faces;
	std::vector<NearItem> m_edges;
};

void SearchFeatures(const ShellMesh& a, const ShellMesh& b, const ShellWay& way, double reach, ShellFeatures& found)
{
	if (!way.AreNear(a.Nodes()[0], way.PartOf(b.Nodes()[0].ball), reach))
	{
		return;
	}
	FeatureSearch search(a, b, way, reach, found);
	WalkNearLeaves(a,
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
