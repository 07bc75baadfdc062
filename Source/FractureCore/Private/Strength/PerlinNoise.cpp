// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// [Perlin02]: quintic fade and twelve gradients to the middles of a cube's edges. His table of 256 numbers repeats
// every 256 cells and has one seed; here the gradient comes from a hash of cell and seed.
#include "Strength/PerlinNoise.h"

#include <cmath>

namespace FractureCore
{
namespace
{
/// The largest sum that any choice of the eight gradients can reach at any point lies just below (found by search; the
/// test repeats it).
constexpr double kNoiseScale = 1.0 / 1.0365;

uint32_t HashLatticePoint(int64_t x, int64_t y, int64_t z, uint64_t seed)
{
	// Steps of [Steele14]'s mixer between the coordinates, so that none can undo another.
	const auto mix = [](uint64_t value)
	{
		value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9ull;
		value = (value ^ (value >> 27)) * 0x94D049BB133111EBull;
		return value ^ (value >> 31);
	};
	uint64_t hash = mix(seed + 0x9E3779B97F4A7C15ull);
	hash = mix(hash + static_cast<uint64_t>(x));
	hash = mix(hash + static_cast<uint64_t>(y));
	hash = mix(hash + static_cast<uint64_t>(z));
	return static_cast<uint32_t>(hash >> 32);
}

/// Gradient 0 to 11 times an offset: two of the three components, each with a sign.
double GradientDot(uint32_t hash, const Vec3& offset)
{
	const uint32_t pick = (hash >> 2) % 3;
	const double a = pick == 2 ? offset.y : offset.x;
	const double b = pick == 0 ? offset.y : offset.z;
	return ((hash & 1) != 0 ? -a : a) + ((hash & 2) != 0 ? -b : b);
}

double QuinticFade(double t)
{
	return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

double LinearMix(double t, double a, double b)
{
	return a + t * (b - a);
}

template <typename Shape>
double SumOctaves(const Vec3& point, int32_t octaves, uint64_t seed, Shape&& shape)
{
	double sum = 0.0;
	double sizes = 0.0;
	double scale = 1.0;
	for (int32_t k = 0; k < octaves; ++k)
	{
		sum += shape(PerlinNoise(point * scale, seed + static_cast<uint64_t>(k))) / scale;
		sizes += 1.0 / scale;
		scale *= 2.0;
	}
	return sizes > 0.0 ? sum / sizes : 0.0;
}
} // namespace

double PerlinNoise(const Vec3& point, uint64_t seed)
{
	// Beyond this, whole numbers are all there is.
	constexpr double kFar = 4503599627370496.0;
	if (!(std::abs(point.x) < kFar && std::abs(point.y) < kFar && std::abs(point.z) < kFar))
	{
		return 0.0;
	}
	const Vec3 cell = {std::floor(point.x), std::floor(point.y), std::floor(point.z)};
	const Vec3 t = point - cell;
	double corners[8];
	for (int32_t c = 0; c < 8; ++c)
	{
		const int32_t i = c & 1;
		const int32_t j = c >> 1 & 1;
		const int32_t k = c >> 2;
		const uint32_t hash = HashLatticePoint(
			static_cast<int64_t>(cell.x) + i, static_cast<int64_t>(cell.y) + j, static_cast<int64_t>(cell.z) + k, seed);
		corners[c] = GradientDot(hash, {t.x - i, t.y - j, t.z - k});
	}
	const double u = QuinticFade(t.x);
	const double v = QuinticFade(t.y);
	const double front = LinearMix(v, LinearMix(u, corners[0], corners[1]), LinearMix(u, corners[2], corners[3]));
	const double back = LinearMix(v, LinearMix(u, corners[4], corners[5]), LinearMix(u, corners[6], corners[7]));
	return kNoiseScale * LinearMix(QuinticFade(t.z), front, back);
}

double FractalNoise(const Vec3& point, int32_t octaves, uint64_t seed)
{
	return SumOctaves(point, octaves, seed, [](double noise) { return noise; });
}

double Turbulence(const Vec3& point, int32_t octaves, uint64_t seed)
{
	return SumOctaves(point, octaves, seed, [](double noise) { return std::abs(noise); });
}
} // namespace FractureCore
