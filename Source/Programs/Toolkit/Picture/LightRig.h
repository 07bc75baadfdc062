// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Picture/Camera.h"
#include "Picture/UnitScene.h"

#include <vector>

namespace FractureToolkit
{
/// Light that arrives at a point. Unshadowed ground has diffuse light 1.
struct ReceivedLight
{
	Colour diffuse;
	float keySeen = 0.0f; // share of the key light that reaches the point, for highlights
	float rimSeen = 0.0f;
};

/// A photographer's studio around the unit sphere: a large soft key light, a strip behind the object for its rim, a sky
/// dome, and the light that the ground sends back. All of it is a few hundred far lights, each with a depth map of the
/// scene, so every shadow is soft, every hollow darker, and nothing is noisy.
class LightRig
{
public:
	/// The lights turn with the camera, so that every view is lit alike; seen from below they hang below too.
	/// `detail` is the height of the picture in pixels: depth maps need not be finer than what is seen.
	LightRig(const UnitScene& scene,
		const Projection& projection,
		bool hasGround,
		int32_t detail,
		FractureCore::TaskRunner& runner);

	/// `jitterX` and `jitterY` in 0..1, different from pixel to pixel, hide the depth maps' grid.
	ReceivedLight Gather(
		const FractureCore::Vec3& point, const FractureCore::Vec3& normal, float jitterX, float jitterY) const;

	/// Light on the ground, which lies open to all lamps but for the scene: as Gather, with several directions for each
	/// light, as steps between shadows would show on a plane.
	Colour LightOnGround(double x, double y) const;

	const FractureCore::Vec3& KeyDirection() const { return m_keyDirection; }
	const FractureCore::Vec3& RimDirection() const { return m_rimDirection; }

private:
	static constexpr int32_t kKeyLights = 36;
	static constexpr int32_t kRimLights = 12;
	static constexpr int32_t kSkyLights = 96;
	static constexpr int32_t kBounceLights = 24;
	static constexpr int32_t kFirstBounce = kKeyLights + kRimLights + kSkyLights;
	static constexpr int32_t kLights = kFirstBounce + kBounceLights;

	void AddLight(int32_t index, const FractureCore::Vec3& direction, double weight, double spread);
	void DrawDepthMap(const UnitScene& scene, int32_t light);
	void LightGround(FractureCore::TaskRunner& runner);
	size_t MapTexels() const { return static_cast<size_t>(m_mapSize) * static_cast<size_t>(m_mapSize); }
	float BouncedFrom(float x, float y) const;
	float HeightOver(int32_t light, float u, float v, float depth) const;

	// One row a quantity, one column a light, so that a loop over lights works on vectors.
	struct Lights
	{
		float directionX[kLights], directionY[kLights], directionZ[kLights];
		float weight[kLights];
		float uX[kLights], uY[kLights], uZ[kLights]; // a map's axes, texels for a unit
		float vX[kLights], vY[kLights], vZ[kLights];
		float jitterU[kLights], jitterV[kLights]; // 0 to 1
		float ring[kLights][2];                   // one of the directions within the spread that the ground looks along
		float spread[kLights]; // texels for a unit: the radius of the directions that the light stands for
	};
	Lights m_lights = {};
	std::vector<uint16_t> m_maps;     // kLights depth maps; greater is nearer to the light, 0 is empty
	std::vector<float> m_groundLight; // a square of the ground around the scene; empty without ground
	FractureCore::Vec3 m_keyDirection;
	FractureCore::Vec3 m_rimDirection;
	double m_groundHeight = 0.0;
	int32_t m_mapSize = 0;   // texels along a side
	double m_mapScale = 0.0; // texels for a unit
};
} // namespace FractureToolkit
