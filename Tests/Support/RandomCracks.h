// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Crack.h"
#include "FractureCore/Random.h"
#include "FractureCore/TetMesh.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace FractureTests
{
using PointTest = std::function<bool(const FractureCore::Vec3&)>;
using PointValue = std::function<double(const FractureCore::Vec3&)>;

/// A crack along the zero set of a function, open in the tets whose middle passes a test.
inline FractureCore::Crack MakeCrack(
	const FractureCore::TetMesh& lattice, const PointValue& value, const PointTest& isOpen = {})
{
	FractureCore::Crack crack;
	for (const FractureCore::Vec3& node : lattice.nodes)
	{
		crack.field.push_back(value(node));
	}
	for (size_t t = 0; t < lattice.tets.size(); ++t)
	{
		FractureCore::Vec3 sum;
		for (const int32_t v : lattice.tets[t].v)
		{
			sum += lattice.nodes[v];
		}
		if (!isOpen || isOpen(sum / 4.0))
		{
			crack.openTets.push_back(static_cast<int32_t>(t));
		}
	}
	return crack;
}

inline FractureCore::Crack MakePlaneCrack(const FractureCore::TetMesh& lattice,
	const FractureCore::Vec3& point,
	const FractureCore::Vec3& normal,
	const PointTest& isOpen = {})
{
	const FractureCore::Vec3 n = Normalised(normal);
	return MakeCrack(
		lattice, [=](const FractureCore::Vec3& x) { return Dot(x - point, n); }, isOpen);
}

/// Seeded cracks of every kind in a lattice's box.
class RandomCracks
{
public:
	RandomCracks(const FractureCore::TetMesh& lattice, uint64_t seed) : m_lattice(lattice), m_seed(seed)
	{
		constexpr double kInfinity = std::numeric_limits<double>::infinity();
		m_low = {kInfinity, kInfinity, kInfinity};
		m_high = -m_low;
		for (const FractureCore::Vec3& p : lattice.nodes)
		{
			m_low = {std::min(m_low.x, p.x), std::min(m_low.y, p.y), std::min(m_low.z, p.z)};
			m_high = {std::max(m_high.x, p.x), std::max(m_high.y, p.y), std::max(m_high.z, p.z)};
		}
	}

	double Draw(double low = 0.0, double high = 1.0)
	{
		return low + (high - low) * FractureCore::RandomUnit(m_seed, m_count++);
	}
	int32_t DrawInt(int32_t low, int32_t high) { return low + static_cast<int32_t>(Draw() * (high - low + 1)); }
	FractureCore::Vec3 DrawPoint()
	{
		const double x = Draw(m_low.x, m_high.x);
		const double y = Draw(m_low.y, m_high.y);
		return {x, y, Draw(m_low.z, m_high.z)};
	}
	FractureCore::Vec3 DrawDirection()
	{
		const double x = Draw(-1.0, 1.0);
		const double y = Draw(-1.0, 1.0);
		return FractureCore::Normalised({x, y, Draw(-1.0, 1.0) + 1.0e-3});
	}
	double Size() const { return Length(m_high - m_low); }

	FractureCore::Crack Plane(const PointTest& isOpen = {})
	{
		const FractureCore::Vec3 point = DrawPoint();
		return MakePlaneCrack(m_lattice, point, DrawDirection(), isOpen);
	}

	/// Along an axis, through a node: values of exactly 0.
	FractureCore::Crack PlaneThroughNodes()
	{
		const FractureCore::Vec3 node =
			m_lattice.nodes[static_cast<size_t>(DrawInt(0, static_cast<int32_t>(m_lattice.nodes.size()) - 1))];
		const int32_t axis = DrawInt(0, 2);
		const FractureCore::Vec3 normal{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0};
		return MakePlaneCrack(m_lattice, node, normal);
	}

	FractureCore::Crack Smooth(const PointTest& isOpen = {})
	{
		const FractureCore::Vec3 point = DrawPoint();
		const FractureCore::Vec3 normal = DrawDirection();
		const FractureCore::Vec3 wave = (Draw(2.0, 12.0) / Size()) * DrawDirection();
		const double height = Draw(0.02, 0.12) * Size();
		return MakeCrack(
			m_lattice,
			[=](const FractureCore::Vec3& x) { return Dot(x - point, normal) + height * std::sin(Dot(x, wave)); },
			isOpen);
	}

	/// The same surface as another crack, of either sign, in a ball or in half the space, and another beyond.
	FractureCore::Crack Branch(const FractureCore::Crack& of)
	{
		const FractureCore::Vec3 point = DrawPoint();
		const FractureCore::Vec3 normal = DrawDirection();
		const double radius = Draw(0.1, 0.5) * Size();
		const double slope = Draw(-1.0, 1.0);
		const double sign = Draw() < 0.5 ? 1.0 : -1.0;
		const bool isBall = Draw() < 0.5;
		FractureCore::Crack crack = Draw() < 0.5 ? Plane() : Plane(Part());
		for (size_t i = 0; i < crack.field.size(); ++i)
		{
			const FractureCore::Vec3 away = m_lattice.nodes[i] - point;
			const double beyond = isBall ? Length(away) - radius : Dot(away, normal);
			crack.field[i] = sign * (of.field[i] + slope * std::max(0.0, beyond));
		}
		return crack;
	}

	/// Open in a ball or in half the space.
	PointTest Part()
	{
		const FractureCore::Vec3 point = DrawPoint();
		const FractureCore::Vec3 normal = DrawDirection();
		const double radius = Draw(0.1, 0.5) * Size();
		if (Draw() < 0.5)
		{
			return [=](const FractureCore::Vec3& x) { return Length(x - point) < radius; };
		}
		return [=](const FractureCore::Vec3& x) { return Dot(x - point, normal) < 0.0; };
	}

	FractureCore::Crack Partial()
	{
		const PointTest part = Part();
		return Draw() < 0.5 ? Plane(part) : Smooth(part);
	}

	FractureCore::CrackSet Several()
	{
		FractureCore::CrackSet set;
		const int32_t count = DrawInt(3, 6);
		for (int32_t i = 0; i < count; ++i)
		{
			const double kind = Draw();
			set.cracks.push_back(kind < 0.3 ? Plane() : (kind < 0.5 ? Smooth() : Partial()));
		}
		return set;
	}

	FractureCore::GrainSet Grains(int32_t count, double looseShare)
	{
		FractureCore::GrainSet grains;
		const bool isWeighted = Draw() < 0.5;
		for (int32_t i = 0; i < count; ++i)
		{
			grains.seeds.push_back(DrawPoint());
			grains.weights.push_back(isWeighted ? Draw(1.0, 2.0) : 1.0);
			grains.loose.push_back(Draw() < looseShare ? 1 : 0);
		}
		return grains;
	}

	/// Eight grains that meet at a node.
	FractureCore::GrainSet GrainsAtANode()
	{
		const FractureCore::Vec3 node =
			m_lattice.nodes[static_cast<size_t>(DrawInt(0, static_cast<int32_t>(m_lattice.nodes.size()) - 1))];
		const double reach = Draw(0.1, 0.4) * Size();
		FractureCore::GrainSet grains;
		for (int32_t i = 0; i < 8; ++i)
		{
			grains.seeds.push_back(node +
				reach *
					FractureCore::Vec3{
						(i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 1.0 : -1.0, (i & 4) != 0 ? 1.0 : -1.0});
			grains.weights.push_back(1.0);
			grains.loose.push_back(1);
		}
		return grains;
	}

private:
	const FractureCore::TetMesh& m_lattice;
	uint64_t m_seed;
	uint64_t m_count = 0;
	FractureCore::Vec3 m_low;
	FractureCore::Vec3 m_high;
};
} // namespace FractureTests
