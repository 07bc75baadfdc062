// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Picture.h"
#include "Picture/Camera.h"
#include "Picture/Legend.h"
#include "Picture/Painter.h"
#include "Picture/Text.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureTest::MakeBox;
using FractureTest::MakeSphere;

PictureMesh ShowMesh(const SurfaceMesh& surface, const Colour& colour = SlotColour(0))
{
	PictureMesh mesh;
	mesh.positions = surface.positions;
	mesh.triangles = surface.triangles;
	mesh.colour = colour;
	mesh.insideColour = colour;
	return mesh;
}

PictureScene SceneWithoutGround(std::vector<PictureMesh> meshes)
{
	PictureScene scene;
	scene.meshes = std::move(meshes);
	scene.ground = false;
	return scene;
}

/// Looks along +y at the origin; x goes right, z up, 100 pixels a metre.
PictureSettings FrontCamera(int32_t width, int32_t height)
{
	PictureSettings settings;
	settings.width = width;
	settings.height = height;
	settings.camera = PictureCamera{{0.0, -10.0, 0.0}, {}, {0.0, 0.0, 1.0}, 0.0, height / 100.0};
	return settings;
}

PictureImage Render(const PictureScene& scene, const PictureSettings& settings)
{
	Result<PictureImage> image = RenderPicture(scene, settings, SerialRunner());
	EXPECT_TRUE(image) << image.GetError().message;
	return image ? std::move(*image) : PictureImage{};
}

std::array<uint8_t, 3> PixelAt(const PictureImage& image, int32_t x, int32_t y)
{
	const size_t i = 3 * (static_cast<size_t>(y) * static_cast<size_t>(image.width) + static_cast<size_t>(x));
	return {image.rgb[i], image.rgb[i + 1], image.rgb[i + 2]};
}

bool IsPaper(const PictureImage& image, int32_t x, int32_t y)
{
	return PixelAt(image, x, y) == ToSrgb(Backdrop((x + 0.5) / image.width, (y + 0.5) / image.height));
}

int32_t CountDrawn(const PictureImage& image)
{
	int32_t count = 0;
	for (int32_t y = 0; y < image.height; ++y)
	{
		for (int32_t x = 0; x < image.width; ++x)
		{
			count += IsPaper(image, x, y) ? 0 : 1;
		}
	}
	return count;
}

/// How red, green or blue a pixel is beside its other channels.
int32_t Excess(const std::array<uint8_t, 3>& pixel, size_t channel)
{
	return pixel[channel] - std::max(pixel[(channel + 1) % 3], pixel[(channel + 2) % 3]);
}

std::string PictureError(const PictureScene& scene, const PictureSettings& settings = {})
{
	const Result<PictureImage> image = RenderPicture(scene, settings, SerialRunner());
	return image ? "" : image.GetError().message;
}

TEST(Picture, ATriangleCoversExactlyTheRightPixels)
{
	// (-0.9, -0.7), (1.1, -0.7), (-0.9, 0.8) in metres: in pixels from the upper left corner of 300 x 200.
	PictureMesh mesh;
	mesh.positions = {{-0.9, 0.0, -0.7}, {1.1, 0.0, -0.7}, {-0.9, 0.0, 0.8}};
	mesh.triangles = {{{0, 1, 2}}};
	const PictureImage image = Render(SceneWithoutGround({mesh}), FrontCamera(300, 200));
	const double length = std::hypot(2.0, 1.5);
	int32_t checked = 0;
	for (int32_t y = 0; y < 200; ++y)
	{
		for (int32_t x = 0; x < 300; ++x)
		{
			const double right = (x + 0.5 - 150.0) / 100.0;
			const double up = (100.0 - y - 0.5) / 100.0;
			const double inside =
				std::min({right + 0.9, up + 0.7, (3.0 - 1.5 * (right + 0.9) - 2.0 * (up + 0.7)) / length});
			if (std::abs(inside) > 0.008) // farther than 0.8 pixels from every edge
			{
				ASSERT_EQ(IsPaper(image, x, y), inside < 0.0) << x << " " << y;
				++checked;
			}
		}
	}
	EXPECT_GT(checked, 58000);
}

TEST(Picture, TheOutlineOfASphereHasTheRightAreaInBothProjections)
{
	const PictureScene scene = SceneWithoutGround({ShowMesh(MakeSphere({}, 1.0, 96, 192))});
	// A circle of radius r crosses 8 r pixels, half of each on average outside it.
	const auto expected = [](double r) { return kPi * r * r + 4.0 * r; };

	EXPECT_NEAR(CountDrawn(Render(scene, FrontCamera(300, 240))), expected(100.0), 0.01 * expected(100.0));

	PictureSettings perspective = FrontCamera(300, 240);
	perspective.camera->eye.y = -3.0;
	perspective.camera->fieldOfView = 60.0;
	// The cone that touches the sphere: tan = R / sqrt(d^2 - R^2).
	const double radius = 120.0 / std::tan(kPi / 6.0) / std::sqrt(8.0);
	EXPECT_NEAR(CountDrawn(Render(scene, perspective)), expected(radius), 0.01 * expected(radius));
}

TEST(Picture, WhatIsNearerHidesWhatIsFartherInAnyOrder)
{
	const PictureMesh red = ShowMesh(MakeBox({-0.6, -1.0, -0.6}, {0.2, -0.8, 0.6}), {0.8f, 0.02f, 0.02f});
	const PictureMesh green = ShowMesh(MakeBox({-0.2, 0.5, -0.6}, {0.6, 0.7, 0.6}), {0.02f, 0.8f, 0.02f});
	for (const std::vector<PictureMesh>& meshes : {std::vector{red, green}, std::vector{green, red}})
	{
		PictureSettings settings = FrontCamera(200, 160);
		const PictureImage parallel = Render(SceneWithoutGround(meshes), settings);
		settings.camera->fieldOfView = 10.0;
		const PictureImage perspective = Render(SceneWithoutGround(meshes), settings);
		for (const PictureImage* image : {&parallel, &perspective})
		{
			EXPECT_GT(Excess(PixelAt(*image, 100, 80), 0), 30);
			EXPECT_GT(Excess(PixelAt(*image, 145, 80), 1), 30);
		}
	}
}

TEST(Picture, PiecesThatCrossEachOtherHideEachOtherPointByPoint)
{
	// Two sheets that cross at x = 0: left of it the red one is nearer to the camera.
	PictureMesh red;
	red.positions = {{-0.8, -0.4, -0.5}, {0.8, 0.4, -0.5}, {0.8, 0.4, 0.5}, {-0.8, -0.4, 0.5}};
	red.triangles = {{{0, 1, 2}}, {{0, 2, 3}}};
	red.colour = {0.8f, 0.02f, 0.02f};
	PictureMesh green = red;
	green.colour = {0.02f, 0.8f, 0.02f};
	for (Vec3& position : green.positions)
	{
		position.y = -position.y;
	}
	const PictureImage image = Render(SceneWithoutGround({green, red}), FrontCamera(200, 160));
	for (int32_t x = 30; x < 170; x += 10)
	{
		if (x != 100)
		{
			EXPECT_GT(Excess(PixelAt(image, x, 80), x < 100 ? 0 : 1), 20) << x;
		}
	}
}

TEST(Picture, TheBytesAreTheSameForAnyNumberOfThreads)
{
	PictureScene scene;
	scene.meshes = {ShowMesh(MakeSphere({}, 0.5, 24, 48)), ShowMesh(MakeBox({0.4, 0.0, -0.5}, {1.0, 0.7, 0.3}))};
	scene.meshes[1].edges.assign(12, 7);
	scene.legend = PictureLegend{"height", "m", -0.5, 0.5};
	for (const Vec3& position : scene.meshes[0].positions)
	{
		scene.meshes[0].vertexScalars.push_back(static_cast<float>(position.z));
	}
	PictureSettings settings;
	settings.width = 230;
	settings.height = 170;
	const PictureImage serial = Render(scene, settings);
	for (const int32_t threads : {2, 8})
	{
		ThreadTaskRunner runner(threads);
		const Result<PictureImage> image = RenderPicture(scene, settings, runner);
		ASSERT_TRUE(image);
		EXPECT_TRUE(image->rgb == serial.rgb) << threads << " threads";
	}
}

TEST(Picture, APngHoldsThePixels)
{
	PictureImage image{37, 21, {}};
	for (int32_t i = 0; i < 37 * 21 * 3; ++i)
	{
		image.rgb.push_back(static_cast<uint8_t>(i * i / 7));
	}
	const std::vector<uint8_t> png = EncodePng(image);
	const std::vector<uint8_t> header = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
	ASSERT_GT(png.size(), 33u);
	EXPECT_TRUE(std::equal(header.begin(), header.end(), png.begin()));
	int width = 0;
	int height = 0;
	int channels = 0;
	stbi_uc* const read =
		stbi_load_from_memory(png.data(), static_cast<int>(png.size()), &width, &height, &channels, 0);
	ASSERT_NE(read, nullptr);
	EXPECT_EQ(width, 37);
	EXPECT_EQ(height, 21);
	EXPECT_EQ(channels, 3);
	EXPECT_TRUE(std::equal(image.rgb.begin(), image.rgb.end(), read));
	stbi_image_free(read);
}

TEST(Picture, AnObjectThrowsAShadowThatEndsFarAway)
{
	PictureScene scene;
	scene.meshes = {ShowMesh(MakeSphere({0.0, 0.0, 0.5}, 0.5, 24, 48))};
	PictureSettings settings;
	settings.width = 400;
	settings.height = 300;
	settings.camera = PictureCamera{{0.0, -12.0, 6.0}, {0.0, 0.0, 0.3}, {0.0, 0.0, 1.0}, 24.0, 0.0};
	const PictureImage image = Render(scene, settings);
	const Projection projection(*settings.camera, settings.width, settings.height);
	const auto shade = [&](const Vec3& point)
	{
		const ScreenPoint place = projection.Project(point);
		const int32_t x = static_cast<int32_t>(place.x);
		const int32_t y = static_cast<int32_t>(place.y);
		const Colour paper = Backdrop((x + 0.5) / settings.width, (y + 0.5) / settings.height);
		return static_cast<double>(PixelAt(image, x, y)[1]) / ToSrgb(paper)[1];
	};
	EXPECT_LT(shade({-0.1, -0.2, 0.0}), 0.45); // just before the point where it stands
	EXPECT_LT(shade({-0.75, 0.1, 0.0}), 0.85); // on the side away from the key light
	EXPECT_GT(shade({1.6, -0.4, 0.0}), 0.97);  // towards the key light
	EXPECT_GT(shade({0.0, -2.4, 0.0}), 0.99);

	scene.ground = false;
	EXPECT_LT(CountDrawn(Render(scene, settings)), CountDrawn(image) / 2);
}

TEST(Picture, AHollowIsDarkerThanAnOpenPlace)
{
	// A floor with a deep well in it: the well's bottom sees little of the sky.
	PictureMesh mesh = ShowMesh(MakeBox({-1.0, -1.0, -0.1}, {1.0, 1.0, 0.0}));
	for (const SurfaceMesh& wall : {MakeBox({-0.4, -0.4, 0.0}, {-0.3, 0.4, 0.8}),
			 MakeBox({0.3, -0.4, 0.0}, {0.4, 0.4, 0.8}),
			 MakeBox({-0.4, -0.4, 0.0}, {0.4, -0.3, 0.8}),
			 MakeBox({-0.4, 0.3, 0.0}, {0.4, 0.4, 0.8})})
	{
		const int32_t offset = static_cast<int32_t>(mesh.positions.size());
		mesh.positions.insert(mesh.positions.end(), wall.positions.begin(), wall.positions.end());
		for (const Triangle& t : wall.triangles)
		{
			mesh.triangles.push_back({{t.v[0] + offset, t.v[1] + offset, t.v[2] + offset}});
		}
	}
	PictureSettings settings;
	settings.width = 240;
	settings.height = 240;
	settings.camera = PictureCamera{{0.0, 0.0, 10.0}, {}, {0.0, 1.0, 0.0}, 0.0, 2.4};
	const PictureImage image = Render(SceneWithoutGround({mesh}), settings);
	EXPECT_LT(PixelAt(image, 120, 120)[1], 0.6 * PixelAt(image, 35, 205)[1]);
}

TEST(Picture, AViewFitsTheWholeSceneWithAnEvenMargin)
{
	const std::vector<Vec3> points = MakeBox({5.0, -3.0, 100.0}, {6.0, 1.0, 100.5}).positions;
	for (const double fieldOfView : {0.0, 24.0, 90.0})
	{
		for (const double elevation : {-90.0, -20.0, 0.0, 33.0, 90.0})
		{
			const Projection projection(FitCamera(points, {50.0, elevation, fieldOfView}, 4.0 / 3.0, 0.1), 400, 300);
			double left = 400.0, right = 0.0, top = 300.0, bottom = 0.0;
			for (const Vec3& point : points)
			{
				const ScreenPoint place = projection.Project(point);
				EXPECT_GT(place.depth, 0.0);
				left = std::min(left, place.x);
				right = std::max(right, place.x);
				top = std::min(top, place.y);
				bottom = std::max(bottom, place.y);
			}
			// A tenth of the picture stays free at each rim, and another tenth at the right.
			const double room = std::min({left - 40.0, top - 30.0, 320.0 - right, 270.0 - bottom});
			EXPECT_NEAR(room, 0.0, 4.0) << fieldOfView << " " << elevation;
			EXPECT_NEAR(left - 40.0, 320.0 - right, 1.0) << fieldOfView << " " << elevation;
			EXPECT_NEAR(top - 30.0, 270.0 - bottom, 2.5) << fieldOfView << " " << elevation;
		}
	}
}

TEST(Picture, AFittedPictureShowsTheSceneInItsMiddle)
{
	PictureSettings settings;
	settings.width = 160;
	settings.height = 120;
	const PictureImage image = Render(SceneWithoutGround({ShowMesh(MakeSphere({7, 8, 9}, 3.0, 16, 32))}), settings);
	EXPECT_FALSE(IsPaper(image, 80, 60));
	EXPECT_FALSE(IsPaper(image, 80, 14));
	EXPECT_TRUE(IsPaper(image, 80, 9));
	EXPECT_FALSE(IsPaper(image, 80, 106));
	EXPECT_TRUE(IsPaper(image, 80, 111));
}

TEST(Picture, ACameraInsideTheSceneSeesItAllAround)
{
	PictureSettings settings;
	settings.width = 120;
	settings.height = 90;
	settings.camera = PictureCamera{{0.1, 0.2, 0.3}, {1.0, 0.4, 0.2}, {0.0, 0.0, 1.0}, 100.0, 0.0};
	const PictureImage image = Render(SceneWithoutGround({ShowMesh(MakeBox({-1, -1, -1}, {1, 1, 1}))}), settings);
	EXPECT_EQ(CountDrawn(image), 120 * 90);
}

TEST(Picture, ScalarsBecomeTheColoursOfTheLegend)
{
	PictureScene scene = SceneWithoutGround({ShowMesh(MakeBox({-1.0, -0.2, -0.8}, {0.0, 0.2, 0.8})),
		ShowMesh(MakeBox({0.0, -0.2, -0.8}, {1.0, 0.2, 0.8}))});
	scene.legend = PictureLegend{"", "Pa", 10.0, 20.0};
	scene.meshes[0].triangleScalars.assign(12, 10.0f);
	scene.meshes[1].vertexScalars.assign(8, 20.0f);
	const PictureImage image = Render(scene, FrontCamera(300, 200));
	PictureScene plain = scene;
	plain.legend.reset();
	plain.meshes[0].triangleScalars.clear();
	plain.meshes[1].vertexScalars.clear();
	plain.meshes[0].colour = HeatColour(0.0);
	plain.meshes[1].colour = HeatColour(1.0);
	const PictureImage expected = Render(plain, FrontCamera(300, 200));
	for (const int32_t x : {75, 120, 180, 210})
	{
		EXPECT_EQ(PixelAt(image, x, 100), PixelAt(expected, x, 100)) << x;
	}
}

TEST(Picture, ALegendShowsItsRangeFromLowToHigh)
{
	PictureImage image{640, 480, std::vector<uint8_t>(640 * 480 * 3, 255)};
	DrawLegend({"stress", "Pa", 0.0, 2.0e6}, image);
	// The bar is the only thing in heat colours: follow its middle from top to bottom.
	std::vector<std::array<uint8_t, 3>> column;
	for (int32_t y = 0; y < 480; ++y)
	{
		const std::array<uint8_t, 3> pixel = PixelAt(image, 640 - 95 + 5, y);
		if (pixel != std::array<uint8_t, 3>{255, 255, 255})
		{
			column.push_back(pixel);
		}
	}
	ASSERT_GT(column.size(), 150u);
	const auto near = [](const std::array<uint8_t, 3>& a, const Colour& b)
	{
		const std::array<uint8_t, 3> bytes = ToSrgb(b);
		return std::abs(a[0] - bytes[0]) + std::abs(a[1] - bytes[1]) + std::abs(a[2] - bytes[2]) < 15;
	};
	EXPECT_TRUE(near(column[column.size() - 2], HeatColour(0.0)));
	EXPECT_TRUE(std::any_of(column.begin(), column.end(), [&](const auto& c) { return near(c, HeatColour(1.0)); }));
	// Labels stand right of the bar.
	int32_t ink = 0;
	for (int32_t y = 0; y < 480; ++y)
	{
		for (int32_t x = 640 - 80; x < 640; ++x)
		{
			ink += PixelAt(image, x, y)[0] < 200 ? 1 : 0;
		}
	}
	EXPECT_GT(ink, 100);
}

TEST(Picture, QuantitiesTakeASuitablePrefix)
{
	EXPECT_EQ(FormatQuantity(50.0e6, "Pa"), "50 MPa");
	EXPECT_EQ(FormatQuantity(999.6e3, "Pa"), "1 MPa");
	EXPECT_EQ(FormatQuantity(-1234.0, "N"), "-1.23 kN");
	EXPECT_EQ(FormatQuantity(0.0, "Pa"), "0 Pa");
	EXPECT_EQ(FormatQuantity(0.0042, "m"), "4.2 mm");
	EXPECT_EQ(FormatQuantity(12.5, ""), "12.5");
}

TEST(Picture, TextIsDrawnOnlyWhereItStands)
{
	PictureImage image{200, 60, std::vector<uint8_t>(200 * 60 * 3, 255)};
	WriteText("I", 50.0, 40.0, 21.0, {}, image);
	// The stem of the I: cells are 3 pixels, the glyph is three cells wide.
	EXPECT_LT(PixelAt(image, 54, 30)[0], 40);
	EXPECT_EQ(PixelAt(image, 48, 30)[0], 255);
	EXPECT_EQ(PixelAt(image, 62, 30)[0], 255);
	EXPECT_EQ(PixelAt(image, 54, 17)[0], 255);
	EXPECT_EQ(PixelAt(image, 54, 43)[0], 255);
	EXPECT_NEAR(TextWidth("I", 21.0), 9.0, 1e-9);
	EXPECT_GT(TextWidth("WWW", 21.0), TextWidth("iii", 21.0));
	// Outside the image and with bytes that are no letters.
	WriteText("\xc3\xa9 outside", -30.0, 70.0, 30.0, {}, image);
}

TEST(Picture, HeatColoursRiseInEvenStepsOfLightness)
{
	const auto lightness = [](const Colour& c)
	{
		// OKLab's L from linear sRGB, the inverse of what makes the map.
		const double l = std::cbrt(0.4122214708 * c.r + 0.5363325363 * c.g + 0.0514459929 * c.b);
		const double m = std::cbrt(0.2119034982 * c.r + 0.6806995451 * c.g + 0.1073969566 * c.b);
		const double s = std::cbrt(0.0883024619 * c.r + 0.2817188376 * c.g + 0.6299787005 * c.b);
		return 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s;
	};
	double before = lightness(HeatColour(0.0));
	for (int32_t i = 1; i <= 20; ++i)
	{
		const Colour colour = HeatColour(i / 20.0);
		EXPECT_NEAR(lightness(colour) - before, 0.64 / 20.0, 0.012) << i;
		before = lightness(colour);
		for (const float channel : {colour.r, colour.g, colour.b})
		{
			EXPECT_GE(channel, 0.0f) << i;
			EXPECT_LE(channel, 1.0f) << i;
		}
	}
	EXPECT_EQ(HeatColour(std::numeric_limits<double>::quiet_NaN()), HeatColour(0.0));
	EXPECT_EQ(HeatColour(7.0), HeatColour(1.0));
}

TEST(Picture, GammaCodingIsThatOfSrgb)
{
	for (uint32_t byte = 0; byte < 256; ++byte)
	{
		EXPECT_EQ(ToSrgb(FromSrgb(byte << 16 | byte << 8 | byte))[1], byte);
	}
	EXPECT_EQ(ToSrgb({0.5f, 0.5f, 0.5f})[0], 188); // 255 (1.055 0.5^(1/2.4) - 0.055) = 187.5
	EXPECT_EQ(ToSrgb({-1.0f, 2.0f, std::numeric_limits<float>::quiet_NaN()}), (std::array<uint8_t, 3>{0, 255, 0}));
}

TEST(Picture, BadScenesAndSettingsGetAClearError)
{
	EXPECT_NE(PictureError(PictureScene{}).find("nothing to show"), std::string::npos);

	PictureScene bad = SceneWithoutGround({ShowMesh(MakeBox({0, 0, 0}, {1, 1, 1}))});
	bad.meshes[0].positions[5].y = std::numeric_limits<double>::quiet_NaN();
	EXPECT_EQ(PictureError(bad), "vertex 5 is not finite");

	bad = SceneWithoutGround({ShowMesh(MakeBox({0, 0, 0}, {1, 1, 1}))});
	bad.meshes[0].triangles[3].v[1] = 8;
	EXPECT_EQ(PictureError(bad), "triangle 3 names vertex 8 but there are 8");

	bad = SceneWithoutGround({ShowMesh(MakeBox({0, 0, 0}, {1, 1, 1}))});
	bad.meshes[0].edges.assign(5, 0);
	EXPECT_NE(PictureError(bad), "");

	bad = SceneWithoutGround({ShowMesh(MakeBox({2, 2, 2}, {2, 2, 2}))});
	EXPECT_NE(PictureError(bad).find("one point"), std::string::npos);
	bad = SceneWithoutGround({ShowMesh(MakeBox({-1e300, 0, 0}, {1e300, 1, 1}))});
	EXPECT_NE(PictureError(bad), "");

	const PictureScene good = SceneWithoutGround({ShowMesh(MakeBox({0, 0, 0}, {1, 1, 1}))});
	for (const auto& [width, height] : {std::pair(0, 0), {15, 100}, {100, 8193}, {-5, 100}})
	{
		PictureSettings settings;
		settings.width = width;
		settings.height = height;
		EXPECT_NE(PictureError(good, settings).find("not possible"), std::string::npos) << width << " x " << height;
	}
	PictureSettings settings;
	settings.view.elevation = std::numeric_limits<double>::quiet_NaN();
	EXPECT_NE(PictureError(good, settings), "");
	settings = {};
	settings.camera = PictureCamera{{1, 2, 3}, {1, 2, 3}, {0, 0, 1}, 24.0, 0.0};
	EXPECT_NE(PictureError(good, settings), "");
}
} // namespace
