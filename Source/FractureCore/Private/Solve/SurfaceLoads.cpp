// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/SurfaceLoads.h"

#include "Base/Text.h"
#include "Math/SymmetricEigen.h"

#include <algorithm>
#include <limits>
#include <string>

namespace FractureCore
{
namespace
{
/// x with A x = b for a symmetric A that is not near singular.
Vec3 SolveSymmetric(const Sym3& a, const Vec3& b)
{
	const Vec3 rows[3] = {{a.xx, a.xy, a.zx}, {a.xy, a.yy, a.yz}, {a.zx, a.yz, a.zz}};
	const double determinant = Dot(rows[0], Cross(rows[1], rows[2]));
	return (Cross(rows[1], rows[2]) * b.x + Cross(rows[2], rows[0]) * b.y + Cross(rows[0], rows[1]) * b.z) /
		determinant;
}

/// Shares of the corners at the point of the triangle's plane that is nearest to x.
void CornerShares(const Vec3 corners[3], const Vec3& x, double shares[3])
{
	const Vec3 normal = Cross(corners[1] - corners[0], corners[2] - corners[0]);
	const double square = LengthSquared(normal);
	shares[1] = Dot(Cross(x - corners[0], corners[2] - corners[0]), normal) / square;
	shares[2] = Dot(Cross(corners[1] - corners[0], x - corners[0]), normal) / square;
	shares[0] = 1.0 - shares[1] - shares[2];
}
} // namespace

SurfaceLoads::SurfaceLoads(const StressMesh& mesh, TaskRunner& runner)
	: SurfaceLoads(mesh.nodes, mesh.tets, BoundaryTriangles(mesh), runner)
{
}

SurfaceLoads::SurfaceLoads(const StressMesh& mesh, const FaceTable& faces, TaskRunner& runner)
	: SurfaceLoads(mesh.nodes, mesh.tets, BoundaryTriangles(mesh, faces), runner)
{
}

SurfaceLoads::SurfaceLoads(std::span<const Vec3> nodes, std::span<const Triangle> triangles, TaskRunner& runner)
	: SurfaceLoads(nodes, {}, {triangles.begin(), triangles.end()}, runner)
{
}

SurfaceLoads::SurfaceLoads(
	std::span<const Vec3> nodes, std::span<const Tet> tets, std::vector<Triangle> surface, TaskRunner& runner)
	: m_nodes(nodes.begin(), nodes.end()), m_tets(tets.begin(), tets.end()), m_surface(std::move(surface)),
	  m_areaNormals(nodes.size()), m_leastRadius(nodes.size(), 0.0), m_tree(m_nodes, m_surface, runner)
{
	std::vector<int32_t> edges(m_nodes.size(), 0);
	for (const Triangle& t : m_surface)
	{
		const Vec3 corners[3] = {m_nodes[static_cast<size_t>(t.v[0])],
			m_nodes[static_cast<size_t>(t.v[1])],
			m_nodes[static_cast<size_t>(t.v[2])]};
		const Vec3 third = Cross(corners[1] - corners[0], corners[2] - corners[0]) / 6.0;
		for (int32_t k = 0; k < 3; ++k)
		{
			const size_t node = static_cast<size_t>(t.v[k]);
			m_areaNormals[node] += third;
			m_leastRadius[node] += Length(corners[(k + 1) % 3] - corners[k]);
			++edges[node];
		}
	}
	for (size_t node = 0; node < m_nodes.size(); ++node)
	{
		if (edges[node] > 0)
		{
			m_surfaceNodes.push_back(static_cast<int32_t>(node));
			m_leastRadius[node] *= 2.0 / edges[node];
		}
	}
	// Corners around a node, twice each but at a border.
	m_ringBegin.assign(m_nodes.size() + 1, 0);
	for (size_t node = 0; node < m_nodes.size(); ++node)
	{
		m_ringBegin[node + 1] = m_ringBegin[node] + 2 * edges[node];
	}
	m_ring.resize(static_cast<size_t>(m_ringBegin.back()));
	std::vector<int32_t> next(m_ringBegin.begin(), m_ringBegin.end() - 1);
	for (const Triangle& t : m_surface)
	{
		for (int32_t k = 0; k < 3; ++k)
		{
			m_ring[static_cast<size_t>(next[static_cast<size_t>(t.v[k])]++)] = t.v[(k + 1) % 3];
			m_ring[static_cast<size_t>(next[static_cast<size_t>(t.v[k])]++)] = t.v[(k + 2) % 3];
		}
	}
}

/// Surface nodes around one that a way along edges leads to without leaving the radius: what lies near across a slit,
/// or on another part, is not touched.
class SurfaceLoads::Patch
{
public:
	Patch(const SurfaceLoads& loads, int32_t node, double radius)
	{
		const Vec3& centre = loads.m_nodes[static_cast<size_t>(node)];
		Insert(node, loads.m_nodes.size());
		for (size_t i = 0; i < m_count; ++i)
		{
			const size_t from = static_cast<size_t>(m_more.empty() ? m_queue[i] : m_more[i]);
			for (int32_t at = loads.m_ringBegin[from]; at < loads.m_ringBegin[from + 1]; ++at)
			{
				const int32_t other = loads.m_ring[static_cast<size_t>(at)];
				if (LengthSquared(loads.m_nodes[static_cast<size_t>(other)] - centre) < radius * radius)
				{
					Insert(other, loads.m_nodes.size());
				}
			}
		}
		std::sort(m_more.begin(), m_more.end());
	}

	/// Ascending, so that sums do not depend on the way.
	std::span<const int32_t> Nodes() const
	{
		return m_more.empty() ? std::span<const int32_t>(m_sorted, m_count) : std::span<const int32_t>(m_more);
	}

private:
	// Patches of ordinary size need no memory, so that an impact allocates nothing.
	static constexpr size_t kInline = 512;

	void Insert(int32_t node, size_t nodeCount)
	{
		if (m_more.empty())
		{
			int32_t* const end = m_sorted + m_count;
			int32_t* const at = std::lower_bound(m_sorted, end, node);
			if (at != end && *at == node)
			{
				return;
			}
			if (m_count < kInline)
			{
				std::copy_backward(at, end, end + 1);
				*at = node;
				m_queue[m_count++] = node;
				return;
			}
			m_more.assign(m_queue, m_queue + kInline);
			m_isIn.assign(nodeCount, 0);
			for (const int32_t other : m_more)
			{
				m_isIn[static_cast<size_t>(other)] = 1;
			}
		}
		if (m_isIn[static_cast<size_t>(node)] == 0)
		{
			m_isIn[static_cast<size_t>(node)] = 1;
			m_more.push_back(node);
			++m_count;
		}
	}

	size_t m_count = 0;
	int32_t m_sorted[kInline];
	int32_t m_queue[kInline];    // the same in the order in which they were reached
	std::vector<int32_t> m_more; // all of them once there are more: as reached, at last ascending
	std::vector<uint8_t> m_isIn; // 1 a node, then
};

Result<SurfaceLoads::Site> SurfaceLoads::Locate(const Vec3& point, int64_t number) const
{
	if (!IsFinite(point))
	{
		return Error{ErrorCode::InvalidSettings,
			"impulse " + std::to_string(number) + " is at a point that is not finite",
			number};
	}
	const ClosestPoint nearest = m_tree.Closest(point, std::numeric_limits<double>::max());
	const Triangle& t = m_surface[static_cast<size_t>(nearest.triangle)];
	const Vec3 corners[3] = {m_nodes[static_cast<size_t>(t.v[0])],
		m_nodes[static_cast<size_t>(t.v[1])],
		m_nodes[static_cast<size_t>(t.v[2])]};
	const double edge =
		(Length(corners[1] - corners[0]) + Length(corners[2] - corners[1]) + Length(corners[0] - corners[2])) / 3.0;
	if (nearest.distance <= edge)
	{
		Site site;
		std::copy(t.v, t.v + 3, site.nodes);
		CornerShares(corners, nearest.point, site.shares);
		// From where the shares put it, so that its moment is right to the last digit.
		site.offset = point - (corners[0] * site.shares[0] + corners[1] * site.shares[1] + corners[2] * site.shares[2]);
		return site;
	}
	Result<Site> inside = LocateInside(point);
	if (inside)
	{
		return inside;
	}
	return Error{ErrorCode::InvalidSettings,
		"impulse " + std::to_string(number) + " is at (" + FormatNumber(point.x) + ", " + FormatNumber(point.y) + ", " +
			FormatNumber(point.z) + ") m, " + FormatNumber(nearest.distance) + " m outside the body; up to " +
			FormatNumber(edge) + " m is taken as touching",
		number};
}

Result<SurfaceLoads::Site> SurfaceLoads::LocateInside(const Vec3& point) const
{
	// Between tets rounding may put a point outside of all of them.
	constexpr double kOnAFace = -1.0e-9;
	Site best;
	double bestLeast = kOnAFace;
	for (const Tet& tet : m_tets)
	{
		Vec3 corners[4];
		for (int32_t k = 0; k < 4; ++k)
		{
			corners[k] = m_nodes[static_cast<size_t>(tet.v[k])];
		}
		const double volume = SignedVolume(corners[0], corners[1], corners[2], corners[3]);
		Site site;
		for (int32_t k = 0; k < 4; ++k)
		{
			// The tet with this corner moved to the point.
			Vec3 moved[4] = {corners[0], corners[1], corners[2], corners[3]};
			moved[k] = point;
			site.shares[k] = SignedVolume(moved[0], moved[1], moved[2], moved[3]) / volume;
		}
		const double least = *std::min_element(site.shares, site.shares + 4);
		if (least > bestLeast)
		{
			std::copy(tet.v, tet.v + 4, site.nodes);
			best = site;
			bestLeast = least;
		}
		if (bestLeast >= 0.0)
		{
			break;
		}
	}
	return best.IsInside() ? Result<Site>(best) : Error{ErrorCode::InvalidSettings, "the point is outside every tet"};
}

void SurfaceLoads::Add(const Site& site, const Vec3& force, double patchRadius, std::span<Vec3> nodeForces) const
{
	const Vec3 moment = Cross(site.offset, force);
	for (int32_t k = 0; k < 4; ++k)
	{
		if (site.shares[k] == 0.0)
		{
			continue;
		}
		if (site.IsInside())
		{
			nodeForces[static_cast<size_t>(site.nodes[k])] += force * site.shares[k];
		}
		else
		{
			AddPatch(site.nodes[k], force * site.shares[k], moment * site.shares[k], patchRadius, nodeForces);
		}
	}
}

namespace
{
// Nodes in a line, or one alone, cannot carry a moment about it.
constexpr double kLeastSpread = 1.0e-3;

/// Nodes with weights as a rigid plate: a force and a moment move it as a + b x (x_i - centre), and the nodes' forces
/// s_i (a + b x (x_i - centre)) have that very sum and moment.
struct WeightedPlate
{
	double weight = 0.0;
	Vec3 centre;
	Sym3 inertia;

	template <typename WeightOf>
	WeightedPlate(std::span<const Vec3> positions, std::span<const int32_t> nodes, WeightOf weightOf)
	{
		for (const int32_t node : nodes)
		{
			const double s = weightOf(node);
			weight += s;
			centre += positions[static_cast<size_t>(node)] * s;
		}
		centre = centre / weight;
		for (const int32_t node : nodes)
		{
			const double s = weightOf(node);
			const Vec3 r = positions[static_cast<size_t>(node)] - centre;
			inertia.xx += s * (r.y * r.y + r.z * r.z);
			inertia.yy += s * (r.z * r.z + r.x * r.x);
			inertia.zz += s * (r.x * r.x + r.y * r.y);
			inertia.xy -= s * r.x * r.y;
			inertia.yz -= s * r.y * r.z;
			inertia.zx -= s * r.z * r.x;
		}
	}

	/// How well it can be turned about any axis: the least inertia over that of all weight at the radius.
	double Spread(double radius) const
	{
		return weight > 0.0 ? DecomposeSymmetric(inertia).values[2] / (weight * radius * radius) : 0.0;
	}
};
} // namespace

void SurfaceLoads::AddPatch(
	int32_t node, const Vec3& force, const Vec3& moment, double patchRadius, std::span<Vec3> nodeForces) const
{
	const Vec3& point = m_nodes[static_cast<size_t>(node)];
	const Vec3& normal = m_areaNormals[static_cast<size_t>(node)];
	const double radius = std::max(patchRadius, LeastRadius(node));
	auto weightOf = [&](int32_t other)
	{
		const Vec3& area = m_areaNormals[static_cast<size_t>(other)];
		const double square = LengthSquared(m_nodes[static_cast<size_t>(other)] - point) / (radius * radius);
		// By the area that faces the striker. A thin plate's other side may lie within the radius too: it is not
		// touched. Nor are walls at right angles, whose share goes to zero without a jump: a body may be turned.
		return square < 1.0 ? (1.0 - square) * std::max(0.0, Dot(area, normal)) : 0.0;
	};
	const Patch patch(*this, node, radius);
	// The motion of a rigid plate is the smallest change of the plain spreading that has the exact moment.
	const WeightedPlate plate(m_nodes, patch.Nodes(), weightOf);
	if (!(plate.Spread(radius) > kLeastSpread)) // the force at the node itself needs no turning
	{
		nodeForces[static_cast<size_t>(node)] += force;
		AddCouple(node, moment, nodeForces);
		return;
	}
	const Vec3 a = force / plate.weight;
	const Vec3 b = SolveSymmetric(plate.inertia, Cross(point - plate.centre, force) + moment);
	for (const int32_t other : patch.Nodes())
	{
		const double s = weightOf(other);
		if (s > 0.0)
		{
			nodeForces[static_cast<size_t>(other)] +=
				(a + Cross(b, m_nodes[static_cast<size_t>(other)] - plate.centre)) * s;
		}
	}
}

/// For patches that cannot bear it: by all surface nodes around, whatever way they face, as far out as it takes.
void SurfaceLoads::AddCouple(int32_t node, const Vec3& moment, std::span<Vec3> nodeForces) const
{
	if (moment == Vec3{})
	{
		return;
	}
	constexpr int32_t kMostTurns = 20; // a million times the edges around the node: the whole body
	double radius = LeastRadius(node);
	auto weightOf = [&](int32_t other)
	{
		const Vec3 r = m_nodes[static_cast<size_t>(other)] - m_nodes[static_cast<size_t>(node)];
		return std::max(0.0, 1.0 - LengthSquared(r) / (radius * radius));
	};
	double bestRadius = radius;
	double best = 0.0;
	for (int32_t turn = 0; turn < kMostTurns && best < kLeastSpread; ++turn, radius *= 2.0)
	{
		const double spread = WeightedPlate(m_nodes, Patch(*this, node, radius).Nodes(), weightOf).Spread(radius);
		if (spread > best)
		{
			best = spread;
			bestRadius = radius;
		}
	}
	radius = bestRadius;
	const Patch patch(*this, node, radius);
	const WeightedPlate plate(m_nodes, patch.Nodes(), weightOf);
	const Vec3 b = SolveSymmetric(plate.inertia, moment);
	for (const int32_t other : patch.Nodes())
	{
		nodeForces[static_cast<size_t>(other)] +=
			Cross(b, m_nodes[static_cast<size_t>(other)] - plate.centre) * weightOf(other);
	}
}
} // namespace FractureCore
