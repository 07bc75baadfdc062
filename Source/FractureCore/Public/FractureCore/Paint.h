// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/SurfaceMesh.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace FractureCore
{
// A brush on a baked surface, for any editor: Unreal's mode and the studio only hand in where the pointer hits. Values
// are those of PaintedValues: 1 a vertex of the baked surface. SetupEdit.h paints layers with it and undoes.

/// Share of a stamp at the distance t radii from its centre; 0 from t = 1 on.
enum class BrushFalloff : uint8_t
{
	Smooth,   // 1 - 3 t^2 + 2 t^3
	Linear,   // 1 - t
	Constant, // 1
};
inline constexpr BrushFalloff kLastBrushFalloff = BrushFalloff::Constant;

FRACTURECORE_API double BrushShare(BrushFalloff falloff, double t);

enum class BrushMode : uint8_t
{
	Paint,  // towards Brush::value
	Erase,  // towards the value that changes nothing, which the painted thing knows
	Smooth, // towards the mean of the neighbours
	Flood,  // as Paint, all vertices at once, with the first point of the stroke
};
inline constexpr BrushMode kLastBrushMode = BrushMode::Flood;

enum class BrushReach : uint8_t
{
	AlongSurface, // as far as a crawling ant gets within the radius
	Straight,     // all within the sphere whose normal is less than 90 degrees from the stamp's
};
inline constexpr BrushReach kLastBrushReach = BrushReach::Straight;

/// Neither reaches the other side of a thin wall. A stroke is a row of stamps; at a vertex each lays `flow` times its
/// share of what is left, and the whole stroke changes it by `strength` of the way at most:
/// cover += (1 - cover) flow share, value = before + strength cover (target - before).
struct Brush
{
	BrushMode mode = BrushMode::Paint;
	BrushFalloff falloff = BrushFalloff::Smooth;
	BrushReach reach = BrushReach::AlongSurface;
	uint8_t mirrorAxes = 0; // bits 1, 2, 4: also paints reflected in x, y, z through the middle of the surface's box
	double radius = 0.05;   // m, > 0
	double strength = 1.0;  // 0 to 1
	double flow = 1.0;      // 0 to 1
	double spacing = 0.2;   // 0.01 to 2: radii from stamp to stamp
	float value = 0.0f;     // 0 to 1000: what is painted

	friend bool operator==(const Brush&, const Brush&) = default;
};

/// Checks every range above; the error names the field.
FRACTURECORE_API Status ValidateBrush(const Brush& brush);

/// Where the pointer is on the surface.
struct PaintHit
{
	Vec3 point;                  // m, in the object's own coordinates
	int32_t triangle = kNoIndex; // of the baked surface; kNoIndex: the one nearest to the point
};

struct PaintMesh;

/// A surface made ready for brushes; cheap to copy, never changes, may be used by several threads.
class FRACTURECORE_API PaintSurface
{
public:
	/// Copies what it needs. The error names the first bad vertex or triangle.
	static Result<PaintSurface> Create(const SurfaceMesh& surface, TaskRunner& runner);

	int32_t VertexCount() const;

	/// The middle of the surface's box, through which mirrors go.
	Vec3 Centre() const;

	/// First hit of a ray from outside or inside; `triangle` is kNoIndex if there is none. The direction may have any
	/// length but zero.
	PaintHit Raycast(const Vec3& origin, const Vec3& direction) const;

	/// Vertices within the radius of the hit, ascending, and how far each is (m).
	struct Reached
	{
		std::vector<int32_t> vertices;
		std::vector<double> distances;
	};
	Reached Within(const PaintHit& hit, double radius, BrushReach reach) const;

	const PaintMesh& Mesh() const { return *m_mesh; } // for the core's own use

private:
	explicit PaintSurface(std::shared_ptr<const PaintMesh> mesh) : m_mesh(std::move(mesh)) {}

	std::shared_ptr<const PaintMesh> m_mesh;
};

/// One stroke over one list of values. Stamps sit at equal distances along the line through the points, the first on
/// the first point, so that neither the pointer's sample rate nor the grouping of calls changes the result.
class FRACTURECORE_API PaintStroke
{
public:
	/// `neutral` is what Erase goes to. The error names what of the brush is out of its range.
	static Result<PaintStroke> Begin(const PaintSurface& surface, const Brush& brush, float neutral);

	PaintStroke(PaintStroke&&) noexcept;
	PaintStroke& operator=(PaintStroke&&) noexcept;
	~PaintStroke();

	/// The pointer goes on to `hit`. `values` must have 1 a vertex and be the same list each time.
	void AddPoint(const PaintHit& hit, std::span<float> values);

	/// What it touched so far, in order of the first touch, and what was there before.
	const std::vector<int32_t>& Touched() const;
	const std::vector<float>& Before() const;

private:
	class Data;
	explicit PaintStroke(std::unique_ptr<Data> data);

	std::unique_ptr<Data> m_data;
};
} // namespace FractureCore
