// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "FractureCore/Types.h"
#include "Picture/Colour.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// Points x with normal . x = offset; the normal need not have unit length in user input but has it in a scene.
struct PicturePlane
{
	FractureCore::Vec3 normal;
	double offset = 0.0; // m
};

/// Triangles and how they look. The world of pictures is right-handed, in metres, with z up.
struct PictureMesh
{
	std::vector<FractureCore::Vec3> positions;
	std::vector<FractureCore::Triangle> triangles;
	std::vector<FractureCore::Vec3f> cornerNormals; // 3 a triangle, unit length; or empty: flat

	// What a point shows, the first that is not empty: heat colours of the legend's range, or plain colours.
	std::vector<float> vertexScalars;      // 1 a position
	std::vector<float> triangleScalars;    // 1 a triangle
	std::vector<Colour> triangleColours;   // 1 a triangle
	Colour colour = SlotColour(0);         // of all triangles
	Colour insideColour = SectionColour(); // of back faces, and of the section where `section` is set
	std::vector<uint8_t> edges;            // 1 a triangle: bit k draws the edge from corner k to k + 1; or empty
	float edgeInk = 0.4f;                  // 0..1: how dark these edges are
	std::optional<PicturePlane> section;   // a closed mesh cut open here: back faces show as the solid's section
	bool closed = false;                   // watertight and outward: back faces need not be drawn
};

/// A bar of heat colours with its range; the range also maps the meshes' scalars to colours.
struct PictureLegend
{
	std::string title; // printable ASCII
	std::string unit;  // SI; the labels take a prefix, as in 50 MPa
	double low = 0.0;
	double high = 1.0; // equal to low: one value
};

struct PictureScene
{
	std::vector<PictureMesh> meshes;
	std::optional<PictureLegend> legend;
	bool ground = true;                 // catches the shadow; seen from above only
	std::optional<double> groundHeight; // m; none: the lowest vertex
};

/// Where the camera stands around the scene. Azimuth 0 looks along +y (the front), 90 along -x (from the right).
struct PictureView
{
	double azimuth = 35.0;     // degrees
	double elevation = 22.0;   // degrees above the horizon, -90 to 90
	double fieldOfView = 24.0; // degrees, vertical, below 120; 0: parallel projection
};

struct PictureCamera
{
	FractureCore::Vec3 eye;
	FractureCore::Vec3 target;
	FractureCore::Vec3 up = {0.0, 0.0, 1.0};
	double fieldOfView = 24.0; // degrees, vertical; 0: parallel projection of
	double height = 0.0;       // m from the picture's lower to its upper rim
};

inline constexpr int32_t kLeastPictureSize = 16;
inline constexpr int32_t kMostPictureSize = 8192;

struct PictureSettings
{
	int32_t width = 1280; // pixels, within the limits above
	int32_t height = 960;
	PictureView view;                    // fits the whole scene
	std::optional<PictureCamera> camera; // instead of the view
};

struct PictureImage
{
	int32_t width = 0;
	int32_t height = 0;
	std::vector<uint8_t> rgb; // sRGB, row by row from the top
};

/// Draws the scene: soft studio light with real shadows, anti-aliased. The same bytes for any runner. The error names
/// the first bad mesh, vertex or triangle, or says that there is nothing to show.
FractureCore::Result<PictureImage> RenderPicture(
	const PictureScene& scene, const PictureSettings& settings, FractureCore::TaskRunner& runner);

/// A PNG file's bytes.
std::vector<uint8_t> EncodePng(const PictureImage& image);
} // namespace FractureToolkit
