// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Picture.h"

#include "Picture/Camera.h"
#include "Picture/GroundShade.h"
#include "Picture/Legend.h"
#include "Picture/LightRig.h"
#include "Picture/Painter.h"
#include "Picture/Rasteriser.h"
#include "Picture/UnitScene.h"

#include <cmath>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
constexpr int32_t kTileSize = 32; // pixels

Status CheckPictureSettings(const PictureSettings& settings)
{
	const auto bad = [](std::string message) -> Status {
		return Error{ErrorCode::InvalidSettings, std::move(message)};
	};
	const auto sizeFits = [](int32_t size) { return size >= kLeastPictureSize && size <= kMostPictureSize; };
	if (!sizeFits(settings.width) || !sizeFits(settings.height))
	{
		return bad("a picture of " + std::to_string(settings.width) + " x " + std::to_string(settings.height) +
			" pixels is not possible: each side must be " + std::to_string(kLeastPictureSize) + " to " +
			std::to_string(kMostPictureSize));
	}
	const PictureView& view = settings.view;
	if (!std::isfinite(view.azimuth) || !std::isfinite(view.elevation) || !(std::abs(view.elevation) <= 90.0))
	{
		return bad("the view needs a finite azimuth and an elevation between -90 and 90 degrees");
	}
	const double fieldOfView = settings.camera ? settings.camera->fieldOfView : view.fieldOfView;
	if (!(fieldOfView >= 0.0 && fieldOfView <= 120.0))
	{
		return bad("the field of view must be 0 to 120 degrees");
	}
	if (settings.camera)
	{
		const PictureCamera& camera = *settings.camera;
		const Vec3 forward = Normalised(camera.target - camera.eye);
		if (!IsFinite(camera.eye) || !IsFinite(camera.target) || !IsFinite(camera.up) ||
			!(Length(Cross(forward, Normalised(camera.up))) > 1.0e-6) ||
			(camera.fieldOfView <= 0.0 && !(camera.height > 0.0 && std::isfinite(camera.height))))
		{
			return bad(
				"the camera needs an eye apart from its target, an up not along the view, and a positive height");
		}
	}
	return Ok{};
}

PictureCamera FrameUnitScene(const UnitScene& unit, const PictureScene& scene, const PictureSettings& settings)
{
	// Only vertices that a triangle uses.
	std::vector<uint8_t> used(unit.positions.size(), 0);
	for (const Triangle& triangle : unit.triangles)
	{
		for (const int32_t v : triangle.v)
		{
			used[static_cast<size_t>(v)] = 1;
		}
	}
	std::vector<Vec3> points;
	points.reserve(unit.positions.size());
	for (size_t i = 0; i < used.size(); ++i)
	{
		if (used[i] != 0)
		{
			points.push_back(unit.positions[i]);
		}
	}
	const double aspect = static_cast<double>(settings.width) / settings.height;
	const double legendShare = scene.legend ? LegendShare(settings.width, settings.height) : 0.0;
	return FitCamera(points, settings.view, aspect, legendShare);
}
} // namespace

Result<PictureImage> RenderPicture(const PictureScene& scene, const PictureSettings& settings, TaskRunner& runner)
{
	const Status checked = CheckPictureSettings(settings);
	if (!checked)
	{
		return checked.GetError();
	}
	const Result<UnitScene> made = MakeUnitScene(scene);
	if (!made)
	{
		return made.GetError();
	}
	const UnitScene& unit = *made;
	PictureCamera camera;
	if (settings.camera)
	{
		camera = *settings.camera;
		camera.eye = unit.ToUnit(camera.eye);
		camera.target = unit.ToUnit(camera.target);
		camera.height /= unit.radius;
	}
	else
	{
		camera = FrameUnitScene(unit, scene, settings);
	}
	const Projection projection(camera, settings.width, settings.height);
	const bool groundVisible = scene.ground &&
		(projection.IsParallel() ? projection.Forward().z < -1.0e-6 : projection.Eye().z > unit.groundHeight + 1.0e-6);
	const LightRig rig(unit, projection, groundVisible, settings.height, runner);
	const int32_t margin = Painter::LineReach(settings.height);
	const Rasteriser rasteriser(unit, projection, settings.width, settings.height, kTileSize, margin, runner);

	PictureImage image;
	image.width = settings.width;
	image.height = settings.height;
	image.rgb.resize(3 * static_cast<size_t>(image.width) * static_cast<size_t>(image.height));
	std::optional<GroundShade> ground;
	if (groundVisible)
	{
		const AffineNearness nearness = projection.PlaneNearness({{0.0, 0.0, 1.0}, unit.groundHeight});
		ground.emplace(rig, projection, nearness, image.width, image.height, runner);
	}
	const Painter painter(scene, unit, projection, rasteriser, rig, ground ? &*ground : nullptr, image);
	ParallelFor(runner,
		rasteriser.TileCount(),
		4,
		[&](int64_t begin, int64_t end)
		{
			TileSamples samples;
			for (int64_t tile = begin; tile < end; ++tile)
			{
				rasteriser.DrawTile(static_cast<int32_t>(tile), samples);
				painter.PaintTile(samples, margin);
			}
		});
	if (scene.legend)
	{
		DrawLegend(*scene.legend, image);
	}
	return image;
}
} // namespace FractureToolkit
