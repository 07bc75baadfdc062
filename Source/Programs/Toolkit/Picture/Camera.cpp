// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
constexpr double kFitMargin = 0.10; // of the picture, at each rim
constexpr int32_t kCentringSteps = 4;
constexpr double kLeastFit = 0.05; // of the depth, for what is seen exactly end on

double Radians(double degrees)
{
	return degrees * kPi / 180.0;
}
} // namespace

Projection::Projection(const PictureCamera& camera, int32_t width, int32_t height)
	: m_eye(camera.eye), m_forward(Normalised(camera.target - camera.eye)), m_centreX(0.5 * width),
	  m_centreY(0.5 * height), m_parallel(camera.fieldOfView <= 0.0)
{
	m_right = Normalised(Cross(m_forward, camera.up));
	m_up = Cross(m_right, m_forward);
	m_scale = m_parallel ? height / camera.height : 0.5 * height / std::tan(0.5 * Radians(camera.fieldOfView));
}

ScreenPoint Projection::Project(const Vec3& point) const
{
	const Vec3 offset = point - m_eye;
	const double depth = Dot(offset, m_forward);
	const double scale = m_parallel ? m_scale : m_scale / depth;
	return {m_centreX + scale * Dot(offset, m_right), m_centreY - scale * Dot(offset, m_up), Nearness(depth), depth};
}

ViewRay Projection::Ray(double x, double y) const
{
	const Vec3 across = m_right * ((x - m_centreX) / m_scale) - m_up * ((y - m_centreY) / m_scale);
	return m_parallel ? ViewRay{m_eye + across, m_forward} : ViewRay{m_eye, m_forward + across};
}

AffineNearness Projection::PlaneNearness(const PicturePlane& plane) const
{
	// Depth t of the ray o + t d through pixel (x, y) is (offset - n.o) / n.d. In perspective d is affine in x and y,
	// hence 1 / t; in parallel projection o is, hence -t.
	const Vec3 stepX = m_right / m_scale;
	const Vec3 stepY = -m_up / m_scale;
	const Vec3 corner = -(stepX * m_centreX) - stepY * m_centreY;
	const double reach = plane.offset - Dot(plane.normal, m_eye);
	const double slope = Dot(plane.normal, m_forward);
	if (m_parallel)
	{
		return {Dot(plane.normal, stepX) / slope,
			Dot(plane.normal, stepY) / slope,
			(Dot(plane.normal, corner) - reach) / slope};
	}
	return {Dot(plane.normal, stepX) / reach,
		Dot(plane.normal, stepY) / reach,
		(Dot(plane.normal, corner) + slope) / reach};
}

PictureCamera FitCamera(std::span<const Vec3> points, const PictureView& view, double aspect, double rightMargin)
{
	const double azimuth = Radians(view.azimuth);
	const double elevation = Radians(std::clamp(view.elevation, -90.0, 90.0));
	// From the scene to the camera; `level` stays horizontal also where the camera looks straight down.
	const Vec3 level = {std::sin(azimuth), -std::cos(azimuth), 0.0};
	const Vec3 back = level * std::cos(elevation) + Vec3{0.0, 0.0, std::sin(elevation)};
	const Vec3 up = Vec3{0.0, 0.0, std::cos(elevation)} - level * std::sin(elevation);
	const Vec3 right = Cross(up, back);

	// Half the free width and height for a unit of depth, and how far the free part's middle lies left of the
	// picture's.
	const bool parallel = view.fieldOfView <= 0.0;
	const double slopeY = parallel ? 1.0 : std::tan(0.5 * Radians(view.fieldOfView));
	const double slopeX = slopeY * aspect;
	const double freeY = slopeY * (1.0 - 2.0 * kFitMargin);
	const double freeX = slopeX * (1.0 - 2.0 * kFitMargin - rightMargin);
	const double shiftX = slopeX * rightMargin;

	Vec3 low = {std::numeric_limits<double>::max(), std::numeric_limits<double>::max(), 0.0};
	Vec3 high = -low;
	double nearest = -std::numeric_limits<double>::max();
	double farthest = -nearest;
	// In perspective each rim of the free part is a plane through the eye; `low` and `high` hold how far the points
	// reach over the four planes that pass through the origin.
	for (const Vec3& point : points)
	{
		const double x = Dot(point, right);
		const double y = Dot(point, up);
		const double z = Dot(point, back);
		const double towardsX = parallel ? 0.0 : z * shiftX;
		const double spreadX = parallel ? 0.0 : z * freeX;
		const double spreadY = parallel ? 0.0 : z * freeY;
		low.x = std::min(low.x, x - towardsX - spreadX);
		high.x = std::max(high.x, x - towardsX + spreadX);
		low.y = std::min(low.y, y - spreadY);
		high.y = std::max(high.y, y + spreadY);
		nearest = std::max(nearest, z);
		farthest = std::min(farthest, z);
	}
	PictureCamera camera;
	camera.up = up;
	camera.fieldOfView = std::max(view.fieldOfView, 0.0);
	const double halfX = 0.5 * (high.x - low.x);
	const double halfY = 0.5 * (high.y - low.y);
	double distance = 0.0; // of the eye from the origin along `back`
	double eyeX = 0.5 * (low.x + high.x);
	double eyeY = 0.5 * (low.y + high.y);
	if (parallel)
	{
		camera.height = std::max({2.0 * halfY / freeY, 2.0 * halfX / freeX, kLeastFit * (nearest - farthest)});
		distance = nearest + std::max(nearest - farthest, camera.height);
		eyeX += 0.5 * camera.height * shiftX;
	}
	else
	{
		distance = std::max({halfX / freeX, halfY / freeY, nearest + kLeastFit * (nearest - farthest)});
		eyeX += distance * shiftX;
		// One direction fits tightly; the other has room, and what is nearer takes more of it. A few steps centre it.
		for (int32_t step = 0; step < kCentringSteps; ++step)
		{
			Vec3 lowSlope = {std::numeric_limits<double>::max(), std::numeric_limits<double>::max(), 0.0};
			Vec3 highSlope = -lowSlope;
			for (const Vec3& point : points)
			{
				const double depth = distance - Dot(point, back);
				const double x = (Dot(point, right) - eyeX) / depth;
				const double y = (Dot(point, up) - eyeY) / depth;
				lowSlope = {std::min(lowSlope.x, x), std::min(lowSlope.y, y), 0.0};
				highSlope = {std::max(highSlope.x, x), std::max(highSlope.y, y), 0.0};
			}
			const double depth = distance - 0.5 * (nearest + farthest);
			eyeX += (0.5 * (lowSlope.x + highSlope.x) + shiftX) * depth;
			eyeY += 0.5 * (lowSlope.y + highSlope.y) * depth;
		}
	}
	camera.eye = right * eyeX + up * eyeY + back * distance;
	camera.target = camera.eye - back;
	return camera;
}
} // namespace FractureToolkit
