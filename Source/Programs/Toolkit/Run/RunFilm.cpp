// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/RunFilm.h"

#include "ExportedPart.h"
#include "Picture/Text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

constexpr double kFieldOfView = 24.0;  // degrees
constexpr double kShownShare = 0.8;    // of sizes and time: what the camera must see
constexpr int32_t kCameraSamples = 24; // frames that it looks at
constexpr int32_t kSheetGap = 8;       // pixels between pictures of a sheet

double RadiusOf(const RecordedBody& body)
{
	double radius = 0.0;
	for (const Vec3& p : body.mesh->positions)
	{
		radius = std::max(radius, Length(p - body.mass.centre));
	}
	return radius;
}

struct WeighedPlace
{
	Vec3 place;
	double radius = 0.0;
	double weight = 0.0;
};

template <typename Value>
double Quantile(std::vector<WeighedPlace> places, double share, Value&& value)
{
	std::sort(places.begin(),
		places.end(),
		[&](const WeighedPlace& a, const WeighedPlace& b) { return value(a) < value(b); });
	double total = 0.0;
	for (const WeighedPlace& place : places)
	{
		total += place.weight;
	}
	double sum = 0.0;
	for (const WeighedPlace& place : places)
	{
		sum += place.weight;
		if (sum >= share * total)
		{
			return value(place);
		}
	}
	return 0.0;
}

/// Where the scene's own objects were in the last frame before they came apart: what a film must not miss.
std::vector<WeighedPlace> PlacesOfBreaks(const Recording& recording)
{
	std::vector<uint8_t> cameApart(recording.bodies.size(), 0);
	for (const RecordedBody& body : recording.bodies)
	{
		if (body.parent != kNoIndex)
		{
			cameApart[static_cast<size_t>(body.parent)] = 1;
		}
	}
	std::vector<WeighedPlace> places;
	for (size_t i = 0; i < recording.bodies.size(); ++i)
	{
		const RecordedBody& body = recording.bodies[i];
		if (cameApart[i] != 0 && body.parent == kNoIndex && !body.poses.empty())
		{
			places.push_back({ToWorld(body.poses.back(), body.mass.centre), RadiusOf(body), 0.0});
		}
	}
	return places;
}

/// Of most places and of all breaks.
Vec3 MiddleOf(const std::vector<WeighedPlace>& places, std::span<const WeighedPlace> breaks)
{
	const auto middle = [&](int32_t axis)
	{
		const auto at = [&](const WeighedPlace& p) { return Component(p.place, axis); };
		double low = Quantile(places, 1.0 - kShownShare, at);
		double high = Quantile(places, kShownShare, at);
		for (const WeighedPlace& p : breaks)
		{
			low = std::min(low, at(p) - p.radius);
			high = std::max(high, at(p) + p.radius);
		}
		return 0.5 * (low + high);
	};
	return {middle(0), middle(1), middle(2)};
}

PictureMesh MeshOfBody(const Recording& recording, size_t number, int32_t frame, const ExportedMaterials& materials)
{
	const RecordedBody& body = recording.bodies[number];
	const Pose& pose = recording.PoseAt(body, frame);
	PictureMesh mesh;
	mesh.positions.reserve(body.mesh->positions.size());
	for (const Vec3& p : body.mesh->positions)
	{
		mesh.positions.push_back(ToWorld(pose, p));
	}
	mesh.triangles = body.mesh->triangles;
	mesh.cornerNormals.reserve(body.mesh->cornerNormals.size());
	for (const Vec3f& given : body.mesh->cornerNormals)
	{
		const Vec3 n = Normalised(Rotated(pose.orientation, Vec3{given.x, given.y, given.z}));
		if (n == Vec3{})
		{
			// One bad normal and the whole body is drawn flat, which needs none.
			mesh.cornerNormals.clear();
			break;
		}
		mesh.cornerNormals.push_back({static_cast<float>(n.x), static_cast<float>(n.y), static_cast<float>(n.z)});
	}
	mesh.triangleColours.reserve(mesh.triangles.size());
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		const int32_t material = materials.Number(number, SlotOf(*body.mesh, t));
		mesh.triangleColours.push_back(materials.List()[static_cast<size_t>(material)].colour);
	}
	mesh.closed = true;
	return mesh;
}

void PaintStress(const Recording& recording, size_t number, PictureMesh& mesh)
{
	const RecordedBody& body = recording.bodies[number];
	mesh.triangleColours.clear();
	if (body.stress.empty())
	{
		mesh.colour = FromSrgb(0xb9bcc0);
		return;
	}
	mesh.vertexScalars = body.stress;
}
} // namespace

PictureCamera PlaceFilmCamera(const Recording& recording, const SceneCamera& camera, double aspect)
{
	std::vector<WeighedPlace> places;
	const int32_t frames = static_cast<int32_t>(recording.frames.size());
	for (const RecordedBody& body : recording.bodies)
	{
		const double radius = RadiusOf(body);
		for (int32_t k = 0; k < kCameraSamples; ++k)
		{
			const int32_t frame = k * (frames - 1) / (kCameraSamples - 1);
			if (recording.IsShown(body, frame))
			{
				places.push_back(
					{ToWorld(recording.PoseAt(body, frame), body.mass.centre), radius, std::cbrt(body.mass.volume)});
			}
		}
	}
	const std::vector<WeighedPlace> breaks = PlacesOfBreaks(recording);
	PictureCamera result;
	result.fieldOfView = kFieldOfView;
	result.target = camera.target.value_or(MiddleOf(places, breaks));
	const auto farEnd = [&](const WeighedPlace& p) { return Length(p.place - result.target) + p.radius; };
	double reach = Quantile(places, kShownShare, farEnd);
	for (const WeighedPlace& place : breaks)
	{
		reach = std::max(reach, farEnd(place));
	}
	const double angle = 0.5 * kFieldOfView * kPi / 180.0;
	const double narrow = std::min(1.0, aspect);
	const double distance =
		camera.distance > 0.0 ? camera.distance : 0.9 * std::max(reach, 1.0e-6) / std::sin(angle) / narrow;
	const double azimuth = camera.azimuth * kPi / 180.0;
	const double elevation = camera.elevation * kPi / 180.0;
	result.eye = result.target +
		Vec3{std::sin(azimuth) * std::cos(elevation), -std::cos(azimuth) * std::cos(elevation), std::sin(elevation)} *
			distance;
	return result;
}

std::vector<int32_t> ChooseFrames(const Recording& recording, int32_t count)
{
	const int32_t last = static_cast<int32_t>(recording.frames.size()) - 1;
	int32_t first = 0;
	while (first < last && recording.frames[static_cast<size_t>(first)].breaks.empty())
	{
		++first;
	}
	std::vector<int32_t> frames;
	const bool breaks = first < last;
	for (int32_t k = 0; k < count; ++k)
	{
		if (!breaks)
		{
			frames.push_back(count > 1 ? static_cast<int32_t>(int64_t{last} * k / (count - 1)) : last);
		}
		else if (k == 0)
		{
			frames.push_back(std::max(0, first - 1));
		}
		else
		{
			const double share = static_cast<double>(k) / (count - 1);
			frames.push_back(first + static_cast<int32_t>(std::lround((last - first) * std::pow(share, 1.6))));
		}
	}
	frames.erase(std::unique(frames.begin(), frames.end()), frames.end());
	return frames;
}

Result<PictureImage> DrawFrame(const Recording& recording,
	int32_t frame,
	FilmColours colours,
	const PictureCamera& camera,
	int32_t width,
	int32_t height,
	TaskRunner& runner)
{
	std::vector<ExportedPart> parts;
	for (const RecordedBody& body : recording.bodies)
	{
		parts.push_back({body.name, body.mesh.get(), nullptr});
	}
	const ExportedMaterials materials(parts, colours == FilmColours::Fragments);
	PictureScene scene;
	scene.ground = recording.hasGround;
	scene.groundHeight = recording.groundHeight;
	double most = 0.0;
	for (size_t i = 0; i < recording.bodies.size(); ++i)
	{
		for (const float value : recording.bodies[i].stress)
		{
			most = std::max(most, static_cast<double>(value));
		}
		if (recording.IsShown(recording.bodies[i], frame))
		{
			scene.meshes.push_back(MeshOfBody(recording, i, frame, materials));
			if (colours == FilmColours::Stress)
			{
				PaintStress(recording, i, scene.meshes.back());
			}
		}
	}
	if (colours == FilmColours::Stress && most > 0.0)
	{
		scene.legend = PictureLegend{"tension at the impact", "Pa", 0.0, most};
	}
	PictureSettings settings;
	settings.width = width;
	settings.height = height;
	settings.camera = camera;
	return RenderPicture(scene, settings, runner);
}

Result<PictureImage> DrawContactSheet(const Recording& recording,
	std::span<const int32_t> frames,
	FilmColours colours,
	const PictureCamera& camera,
	int32_t columns,
	int32_t width,
	int32_t height,
	TaskRunner& runner)
{
	const int32_t count = static_cast<int32_t>(frames.size());
	const int32_t across = std::min(columns, count);
	const int32_t rows = (count + across - 1) / across;
	PictureImage sheet;
	sheet.width = across * width + (across - 1) * kSheetGap;
	sheet.height = rows * height + (rows - 1) * kSheetGap;
	sheet.rgb.assign(3 * static_cast<size_t>(sheet.width) * static_cast<size_t>(sheet.height), 255);
	for (int32_t i = 0; i < count; ++i)
	{
		Result<PictureImage> image =
			DrawFrame(recording, frames[static_cast<size_t>(i)], colours, camera, width, height, runner);
		if (!image)
		{
			return image.GetError();
		}
		char time[32];
		std::snprintf(
			time, sizeof(time), "%.3f s", recording.frames[static_cast<size_t>(frames[static_cast<size_t>(i)])].time);
		const double size = std::max(8.0, height / 30.0);
		WriteText(time, size, height - size, size, FromSrgb(0x59636c), *image);
		const size_t left = static_cast<size_t>(i % across * (width + kSheetGap));
		const size_t top = static_cast<size_t>(i / across * (height + kSheetGap));
		for (size_t y = 0; y < static_cast<size_t>(height); ++y)
		{
			const auto row = image->rgb.begin() + static_cast<std::ptrdiff_t>(3 * y * static_cast<size_t>(width));
			const size_t target = 3 * ((top + y) * static_cast<size_t>(sheet.width) + left);
			std::copy(row, row + 3 * width, sheet.rgb.begin() + static_cast<std::ptrdiff_t>(target));
		}
	}
	return sheet;
}
} // namespace FractureToolkit
