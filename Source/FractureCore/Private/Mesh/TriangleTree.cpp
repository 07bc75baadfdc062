// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Mesh/TriangleTree.h"

#include "Mesh/ClosestOnTriangle.h"
#include "Mesh/TriangleTreeLeaf.h"

#include <algorithm>

namespace FractureCore
{
namespace TriangleTreeDetail
{
namespace
{
/// A split leaves at least an eighth on either side and a node holds two levels of them, so 2^28 triangles are at most
/// 66 nodes deep, with three waiting siblings each.
constexpr int32_t kStackSize = 256;

/// In units of the surface's half size. From beyond it a surface is a point without solid angle.
constexpr double kFarAway = 1.0e6;

/// A sum of solid angles as one product of complex numbers with half of them as argument: one arctangent for all.
/// Whole turns are counted, so the sum does not wrap.
class SolidAngleSum
{
public:
	/// The corners relative to the point that looks at them [vanOosterom83].
	void AddTriangle(const Vec3& a, const Vec3& b, const Vec3& c)
	{
		const double lengthA = Length(a);
		const double lengthB = Length(b);
		const double lengthC = Length(c);
		const double im = Dot(a, Cross(b, c));
		const double re = lengthA * lengthB * lengthC + Dot(a, b) * lengthC + Dot(b, c) * lengthA + Dot(c, a) * lengthB;
		if (im == 0.0)
		{
			return; // seen from the side, or on the triangle: the mean of both sides
		}
		const double scale = 1.0 / (std::abs(re) + std::abs(im));
		Multiply(re * scale, im * scale);
	}

	/// Keeps long products from vanishing.
	void Normalise()
	{
		const double scale = 1.0 / (std::abs(m_re) + std::abs(m_im));
		m_re *= scale;
		m_im *= scale;
	}

	/// The sum over 4 pi.
	double Winding() const { return std::atan2(m_im, m_re) / (2.0 * kPi) + m_turns; }

private:
	void Multiply(double re, double im)
	{
		const bool bothUp = m_im >= 0.0 && im >= 0.0;
		const bool bothDown = m_im < 0.0 && im < 0.0;
		const double productRe = m_re * re - m_im * im;
		const double productIm = m_re * im + m_im * re;
		m_turns += bothUp && productIm < 0.0 ? 1 : 0;
		m_turns -= bothDown && (productIm > 0.0 || (productIm == 0.0 && productRe < 0.0)) ? 1 : 0;
		m_re = productRe;
		m_im = productIm;
	}

	double m_re = 1.0;
	double m_im = 0.0;
	int32_t m_turns = 0;
};
} // namespace
} // namespace TriangleTreeDetail

double TriangleTree::WindingNumber(const Vec3& point, int64_t* looks) const
{
	using namespace TriangleTreeDetail;
	const Vec3 unit = ToUnit(point);
	if (m_moments.empty() || !(LengthSquared(unit) < kFarAway * kFarAway))
	{
		return 0.0;
	}
	const float px = static_cast<float>(unit.x);
	const float py = static_cast<float>(unit.y);
	const float pz = static_cast<float>(unit.z);

	float farSum[4] = {0.0f, 0.0f, 0.0f, 0.0f};
	SolidAngleSum nearSum;
	int32_t stack[kStackSize];
	int32_t depth = 0;
	stack[depth++] = 0;
	int64_t looked = 0;
	while (depth > 0)
	{
		const Moments& node = m_moments[stack[--depth]];
		++looked;
		float distanceSquared[4];
		float term[4];
		for (int32_t k = 0; k < 4; ++k)
		{
			const float x = node.centre[0][k] - px;
			const float y = node.centre[1][k] - py;
			const float z = node.centre[2][k] - pz;
			const float xx = x * x;
			const float yy = y * y;
			const float zz = z * z;
			const float squared = xx + yy + zz;
			const float linear = node.linear[0][k] * x + node.linear[1][k] * y + node.linear[2][k] * z;
			const auto& q = node.quadratic;
			const float quadratic =
				q[0][k] * xx + q[1][k] * yy + q[2][k] * zz + (q[3][k] * y + q[4][k] * z) * x + q[5][k] * y * z;
			const auto& c = node.cubic;
			const float cubic = (c[0][k] * x + c[3][k] * y + c[4][k] * z) * xx +
				(c[1][k] * y + c[5][k] * x + c[6][k] * z) * yy + (c[2][k] * z + c[7][k] * x + c[8][k] * y) * zz +
				c[9][k] * x * y * z;
			const float inverse = 1.0f / squared;
			distanceSquared[k] = squared;
			term[k] = (linear + (quadratic + cubic * inverse) * inverse) * inverse;
		}
		for (int32_t k = 0; k < 4; ++k)
		{
			if (distanceSquared[k] > node.openingSquared[k])
			{
				farSum[k] += term[k] / std::sqrt(distanceSquared[k]);
				continue;
			}
			const int32_t child = node.child[k];
			if (!Leaf::IsLeaf(child))
			{
				stack[depth++] = child;
				continue;
			}
			const Leaf leaf = Leaf::Unpack(child);
			for (int32_t i = leaf.begin; i < leaf.begin + leaf.count; ++i)
			{
				const Triangle& t = m_triangles[i];
				nearSum.AddTriangle(
					m_positions[t.v[0]] - point, m_positions[t.v[1]] - point, m_positions[t.v[2]] - point);
			}
			nearSum.Normalise();
			looked += leaf.count;
		}
	}
	if (looks != nullptr)
	{
		*looks += looked;
	}
	const double far = (static_cast<double>(farSum[0]) + farSum[1]) + (static_cast<double>(farSum[2]) + farSum[3]);
	return nearSum.Winding() + far;
}

ClosestPoint TriangleTree::Closest(const Vec3& point, double maxDistance) const
{
	using namespace TriangleTreeDetail;
	struct Waiting
	{
		double distanceSquared; // to the box, in unit lengths
		int32_t child;
	};

	ClosestPoint best;
	if (m_boxes.empty() || !(maxDistance >= 0.0))
	{
		return best;
	}
	const Vec3 unit = ToUnit(point);
	const double unitSquared = m_unitPerMetre * m_unitPerMetre;
	double bestSquared = maxDistance * maxDistance;
	int32_t bestIndex = kNoIndex;
	Waiting stack[kStackSize];
	int32_t depth = 0;
	stack[depth++] = {0.0, 0};
	while (depth > 0)
	{
		const Waiting next = stack[--depth];
		if (next.distanceSquared > bestSquared * unitSquared)
		{
			continue;
		}
		if (Leaf::IsLeaf(next.child))
		{
			const Leaf leaf = Leaf::Unpack(next.child);
			for (int32_t i = leaf.begin; i < leaf.begin + leaf.count; ++i)
			{
				const Triangle& t = m_triangles[i];
				const Vec3 candidate =
					ClosestOnTriangle(point, m_positions[t.v[0]], m_positions[t.v[1]], m_positions[t.v[2]]);
				const double squared = LengthSquared(candidate - point);
				const int32_t triangle = m_sourceTriangle[i];
				const bool nearer = squared < bestSquared;
				const bool tie = squared == bestSquared && (bestIndex == kNoIndex || triangle < bestIndex);
				if (nearer || tie)
				{
					bestSquared = squared;
					bestIndex = triangle;
					best.point = candidate;
				}
			}
			continue;
		}
		const Boxes& node = m_boxes[next.child];
		Waiting found[4];
		int32_t count = 0;
		double distanceSquared[4];
		for (int32_t k = 0; k < 4; ++k)
		{
			const double x = std::max({0.0, node.low[0][k] - unit.x, unit.x - node.high[0][k]});
			const double y = std::max({0.0, node.low[1][k] - unit.y, unit.y - node.high[1][k]});
			const double z = std::max({0.0, node.low[2][k] - unit.z, unit.z - node.high[2][k]});
			distanceSquared[k] = x * x + y * y + z * z;
		}
		for (int32_t k = 0; k < 4; ++k)
		{
			if (node.child[k] == kNoChild || distanceSquared[k] > bestSquared * unitSquared)
			{
				continue;
			}
			// Farthest first, so that the nearest is on top of the stack.
			int32_t place = count++;
			for (; place > 0 && found[place - 1].distanceSquared < distanceSquared[k]; --place)
			{
				found[place] = found[place - 1];
			}
			found[place] = {distanceSquared[k], node.child[k]};
		}
		std::copy(found, found + count, stack + depth);
		depth += count;
	}
	best.triangle = bestIndex;
	best.distance = bestIndex == kNoIndex ? 0.0 : std::sqrt(bestSquared);
	return best;
}
} // namespace FractureCore
