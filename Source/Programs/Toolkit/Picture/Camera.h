// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Picture.h"

#include <span>

namespace FractureToolkit
{
/// A point on the picture. `nearness` is affine over the projection of any plane and greater for what is nearer:
/// 1 / depth in perspective, -depth in parallel projection.
struct ScreenPoint
{
	double x = 0.0; // pixels from the left rim
	double y = 0.0; // pixels from the upper rim
	double nearness = 0.0;
	double depth = 0.0; // along the viewing direction
};

struct ViewRay
{
	FractureCore::Vec3 origin;
	FractureCore::Vec3 direction; // its component along the viewing direction is 1
};

/// The nearness of a plane's point behind pixel (x, y); in perspective not positive where the plane is behind the
/// camera.
struct AffineNearness
{
	double alongX = 0.0;
	double alongY = 0.0;
	double constant = 0.0;

	double At(double x, double y) const { return alongX * x + alongY * y + constant; }
};

/// A camera at work on a picture of a certain size.
class Projection
{
public:
	Projection(const PictureCamera& camera, int32_t width, int32_t height);

	bool IsParallel() const { return m_parallel; }
	const FractureCore::Vec3& Eye() const { return m_eye; }
	const FractureCore::Vec3& Forward() const { return m_forward; }
	const FractureCore::Vec3& Right() const { return m_right; }
	const FractureCore::Vec3& Up() const { return m_up; }

	double Depth(const FractureCore::Vec3& point) const { return Dot(point - m_eye, m_forward); }
	double Nearness(double depth) const { return m_parallel ? -depth : 1.0 / depth; }
	double DepthOf(double nearness) const { return m_parallel ? -nearness : 1.0 / nearness; }
	AffineNearness PlaneNearness(const PicturePlane& plane) const;

	/// In perspective only for points before the camera.
	ScreenPoint Project(const FractureCore::Vec3& point) const;
	ViewRay Ray(double x, double y) const;

private:
	FractureCore::Vec3 m_eye;
	FractureCore::Vec3 m_forward;
	FractureCore::Vec3 m_right;
	FractureCore::Vec3 m_up;
	double m_centreX = 0.0;
	double m_centreY = 0.0;
	double m_scale = 0.0; // pixels for a unit at depth 1 (perspective) or at any depth
	bool m_parallel = false;
};

/// The camera that sees all points as large as the margin allows. `rightMargin` (0 to 0.5 of the width) stays free too.
PictureCamera FitCamera(
	std::span<const FractureCore::Vec3> points, const PictureView& view, double aspect, double rightMargin);
} // namespace FractureToolkit
