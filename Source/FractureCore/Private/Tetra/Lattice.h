// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <array>
#include <cstdint>

namespace FractureCore
{
/// Whole coordinates in the body-centred lattice, in half cells: a node has three even coordinates (a cube's corner) or
/// three odd ones (a cube's centre). Never negative, below 2^21.
struct LatticePoint
{
	int32_t x = 0;
	int32_t y = 0;
	int32_t z = 0;

	friend LatticePoint operator+(const LatticePoint& a, const LatticePoint& b)
	{
		return {a.x + b.x, a.y + b.y, a.z + b.z};
	}
	friend LatticePoint operator-(const LatticePoint& a, const LatticePoint& b)
	{
		return {a.x - b.x, a.y - b.y, a.z - b.z};
	}
	friend LatticePoint operator*(const LatticePoint& a, int32_t s) { return {a.x * s, a.y * s, a.z * s}; }
	friend bool operator==(const LatticePoint&, const LatticePoint&) = default;
};

inline uint64_t PackPoint(const LatticePoint& p)
{
	return static_cast<uint64_t>(p.x) << 42 | static_cast<uint64_t>(p.y) << 21 | static_cast<uint64_t>(p.z);
}

inline LatticePoint UnpackPoint(uint64_t key)
{
	constexpr uint64_t kMask = (1u << 21) - 1;
	return {static_cast<int32_t>(key >> 42 & kMask),
		static_cast<int32_t>(key >> 21 & kMask),
		static_cast<int32_t>(key & kMask)};
}

/// Lattice edges run along seven directions: 0 to 2 are the long edges x, y, z between nodes of one kind; 3 to 6 the
/// short ones (1, +-1, +-1) between a corner and a centre.
inline constexpr int32_t kDirectionCount = 7;
inline constexpr int32_t kLongDirections = 3;

inline constexpr std::array<LatticePoint, kDirectionCount> kEdgeStep = {
	{{2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {1, 1, 1}, {1, 1, -1}, {1, -1, 1}, {1, -1, -1}}};

/// The 14 edges of a node: slot 2 d leads forward along direction d, slot 2 d + 1 back.
inline constexpr int32_t kEdgeSlots = 2 * kDirectionCount;

inline LatticePoint SlotStep(int32_t slot)
{
	return kEdgeStep[slot / 2] * (slot % 2 == 0 ? 1 : -1);
}

/// The slot that leads along `step`, which must be one of the 14.
inline int32_t SlotOf(const LatticePoint& step)
{
	if (step.x == 1 || step.x == -1)
	{
		const bool back = step.x < 0;
		const int32_t direction = kLongDirections + 2 * (step.y == step.x ? 0 : 1) + (step.z == step.x ? 0 : 1);
		return 2 * direction + (back ? 1 : 0);
	}
	const int32_t axis = step.x != 0 ? 0 : (step.y != 0 ? 1 : 2);
	return 2 * axis + (step.x + step.y + step.z < 0 ? 1 : 0);
}

/// A cube of the octree: level 0 is the finest, whose side is one cell; coordinates count cubes of that level.
struct Cube
{
	int32_t level = 0;
	LatticePoint at;

	/// Of the cube's centre, in half cells.
	LatticePoint Centre() const
	{
		const int32_t half = 1 << level;
		return {(2 * at.x + 1) * half, (2 * at.y + 1) * half, (2 * at.z + 1) * half};
	}
	/// Corner with bit 0, 1, 2 of `corner` for the far side in x, y, z; in half cells.
	LatticePoint Corner(int32_t corner) const
	{
		const int32_t side = 2 << level;
		return {(at.x + (corner & 1)) * side, (at.y + (corner >> 1 & 1)) * side, (at.z + (corner >> 2 & 1)) * side};
	}
};

/// Where the lattice lies and how the surface is rounded to it. All decisions of the mesher are taken in whole numbers
/// of `unit`, a small power-of-two fraction of the cell, and so are exact.
struct LatticeFrame
{
	Vec3 origin;          // m, of lattice point (0, 0, 0)
	double unit = 0.0;    // m
	int32_t log2Cell = 0; // a cell's side is 2^log2Cell units
	int32_t topLevel = 0; // the octree's root: one cube of this level holds the surface and its surroundings

	double CellSize() const { return unit * static_cast<double>(1 << log2Cell); }
	int32_t HalfCell() const { return 1 << (log2Cell - 1); }

	/// From units to metres.
	Vec3 ToWorld(const Vec3& units) const { return origin + units * unit; }
	/// In units.
	Vec3 InUnits(const LatticePoint& p) const
	{
		const double half = HalfCell();
		return {p.x * half, p.y * half, p.z * half};
	}
};
} // namespace FractureCore
