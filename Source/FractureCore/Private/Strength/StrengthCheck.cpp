// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Base/Text.h"
#include "FractureCore/Strength.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr double kLargestNumber = std::numeric_limits<double>::max();

/// Remembers the first field that is out of its range.
class StrengthRanges
{
public:
	void Check(const char* field, double value, double low, double high)
	{
		if (!(value >= low && value <= high))
		{
			const std::string range = high < kLargestNumber ? "from " + FormatNumber(low) + " to " + FormatNumber(high)
															: "a finite number of at least " + FormatNumber(low);
			Fail(std::string(field) + " is " + FormatNumber(value) + " but must be " + range);
		}
	}
	void CheckPositive(const char* field, double value)
	{
		if (!(value > 0.0 && std::isfinite(value)))
		{
			Fail(std::string(field) + " is " + FormatNumber(value) + " but must be a finite number above 0");
		}
	}
	void CheckPoint(const char* field, const Vec3& point)
	{
		if (!IsFinite(point))
		{
			Fail(std::string(field) + " is not finite");
		}
	}
	void CheckDirection(const char* field, const Vec3& direction)
	{
		const double length = Length(direction);
		if (!(length > 0.0 && std::isfinite(length)))
		{
			Fail(std::string(field) + " must have a length above 0");
		}
	}
	void CheckPaint(const PaintedValues& paint, double high)
	{
		CheckPositive("depth", paint.depth);
		for (const float value : paint.values)
		{
			Check("a painted value", static_cast<double>(value), 0.0, high);
		}
	}
	void CheckName(const std::string& name)
	{
		if (name.size() > kMostNameBytes || !IsValidUtf8(name))
		{
			Fail("its name is not UTF-8 text of at most " + std::to_string(kMostNameBytes) + " bytes");
		}
	}
	void Fail(const std::string& message)
	{
		if (m_message.empty())
		{
			m_message = message;
		}
	}
	const std::string& Message() const { return m_message; }

private:
	std::string m_message;
};

void CheckRegion(StrengthRanges& ranges, const Region& region)
{
	if (const BoxRegion* box = std::get_if<BoxRegion>(&region))
	{
		ranges.CheckPoint("low", box->low);
		ranges.CheckPoint("high", box->high);
		if (box->low.x > box->high.x || box->low.y > box->high.y || box->low.z > box->high.z)
		{
			ranges.Fail("low lies above high");
		}
	}
	else if (const SphereRegion* sphere = std::get_if<SphereRegion>(&region))
	{
		ranges.CheckPoint("centre", sphere->centre);
		ranges.CheckPositive("radius", sphere->radius);
	}
	else if (const HalfSpaceRegion* half = std::get_if<HalfSpaceRegion>(&region))
	{
		ranges.CheckPoint("point", half->point);
		ranges.CheckDirection("normal", half->normal);
	}
	else
	{
		ranges.CheckPaint(*std::get_if<PaintedValues>(&region), 1.0);
	}
}

void CheckSource(StrengthRanges& ranges, const PaintedValues& layer)
{
	ranges.CheckPaint(layer, kMostStrengthFactor);
}

void CheckSource(StrengthRanges& ranges, const NoiseLayer& layer)
{
	ranges.CheckPositive("wavelength", layer.wavelength);
	// Finer than any cell, yet so that places are told apart in waves.
	ranges.Check("wavelength", layer.wavelength, 1.0e-6, kLargestNumber);
	ranges.Check("octaves", layer.octaves, 1.0, 12.0);
	ranges.Check("low", layer.low, 0.0, kMostStrengthFactor);
	ranges.Check("high", layer.high, 0.0, kMostStrengthFactor);
	ranges.Check("threshold", layer.threshold.value_or(0.0), 0.0, 1.0);
}

void CheckSource(StrengthRanges& ranges, const CleavingPlane& layer)
{
	ranges.CheckPoint("point", layer.point);
	ranges.CheckDirection("normal", layer.normal);
	ranges.Check("halfWidth", layer.halfWidth, 0.0, kLargestNumber);
	ranges.Check("factor", layer.factor, 0.0, kMostStrengthFactor);
}

void CheckSource(StrengthRanges& ranges, const NoduleLayer& layer)
{
	for (const SphereRegion& sphere : layer.spheres)
	{
		CheckRegion(ranges, sphere);
	}
	ranges.Check("scattered", layer.scattered, 0.0, 10'000.0);
	ranges.Check("scatteredRadius", layer.scatteredRadius, 0.0, kLargestNumber);
	if (layer.scattered > 0)
	{
		ranges.CheckPositive("scatteredRadius", layer.scatteredRadius);
	}
	ranges.Check("factor", layer.factor, 0.0, kMostStrengthFactor);
}

void CheckSource(StrengthRanges& ranges, const BandLayer& layer)
{
	ranges.CheckPoint("origin", layer.origin);
	ranges.CheckDirection("axis", layer.axis);
	ranges.CheckPositive("period", layer.period);
	ranges.Check("amplitude", layer.amplitude, 0.0, 1.0);
}

void CheckSource(StrengthRanges& ranges, const GeometryLayer& layer)
{
	ranges.Check("volumePower", layer.volumePower, -4.0, 4.0);
}

void CheckSource(StrengthRanges& ranges, const GrainLayer& layer)
{
	ranges.CheckPositive("size", layer.size);
	ranges.Check("spread", layer.spread, 0.0, 0.5);
	ranges.Check("factor", layer.factor, 0.0, 1.0);
	ranges.CheckPositive("width", layer.width);
	if (layer.seeds.size() > kMostPaintedSeeds)
	{
		ranges.Fail("it has " + std::to_string(layer.seeds.size()) + " painted seeds, but " +
			std::to_string(kMostPaintedSeeds) + " are the most");
	}
	for (const Vec3& seed : layer.seeds)
	{
		ranges.CheckPoint("a painted seed", seed);
	}
}

void CheckSource(StrengthRanges& ranges, const SeedLayer& layer)
{
	constexpr size_t kMostSeeds = 10'000;
	if (layer.seeds.size() < 2 || layer.seeds.size() > kMostSeeds)
	{
		ranges.Fail("there are " + std::to_string(layer.seeds.size()) + " seeds but must be from 2 to " +
			std::to_string(kMostSeeds));
		return;
	}
	for (size_t i = 0; i < layer.seeds.size(); ++i)
	{
		const std::string seed = "seed " + std::to_string(i + 1) + ": ";
		ranges.CheckPoint((seed + "point").c_str(), layer.seeds[i].point);
		ranges.Check((seed + "weight").c_str(), layer.seeds[i].weight, 0.1, 10.0);
	}
	// Equal points are neighbours in this order.
	std::vector<std::pair<Vec3, size_t>> sorted;
	for (size_t i = 0; i < layer.seeds.size() && ranges.Message().empty(); ++i)
	{
		sorted.emplace_back(layer.seeds[i].point, i + 1);
	}
	const auto key = [](const std::pair<Vec3, size_t>& s)
	{ return std::tuple(s.first.x, s.first.y, s.first.z, s.second); };
	std::sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
	for (size_t i = 1; i < sorted.size(); ++i)
	{
		if (sorted[i].first == sorted[i - 1].first)
		{
			ranges.Fail("seed " + std::to_string(sorted[i].second) + " is where seed " +
				std::to_string(sorted[i - 1].second) + " is");
		}
	}
	ranges.Check("factor", layer.factor, 0.0, 1.0);
	ranges.CheckPositive("width", layer.width);
}

void CheckSource(StrengthRanges& ranges, const ScatterLayer& layer)
{
	ranges.Check("modulus", layer.modulus, 2.0, 100.0);
	ranges.Check("referenceVolume", layer.referenceVolume, 0.0, kLargestNumber);
}

Error SetupError(const char* what, size_t index, const std::string& message)
{
	return {ErrorCode::InvalidSettings,
		std::string(what) + " " + std::to_string(index + 1) + ": " + message,
		static_cast<int64_t>(index)};
}
} // namespace

Status ValidateStrength(const StrengthSetup& setup)
{
	for (size_t i = 0; i < setup.layers.size(); ++i)
	{
		const StrengthLayer& layer = setup.layers[i];
		StrengthRanges ranges;
		std::visit([&](const auto& source) { CheckSource(ranges, source); }, layer.source);
		if (layer.blend > kLastStrengthBlend)
		{
			ranges.Fail("blend " + std::to_string(static_cast<int32_t>(layer.blend)) + " is unknown");
		}
		ranges.Check("weight", layer.weight, 0.0, 1.0);
		ranges.CheckName(layer.name);
		if (layer.mask)
		{
			CheckRegion(ranges, *layer.mask);
		}
		if (!ranges.Message().empty())
		{
			return SetupError("layer", i, ranges.Message());
		}
	}
	for (size_t i = 0; i < setup.anchors.size(); ++i)
	{
		StrengthRanges ranges;
		CheckRegion(ranges, setup.anchors[i].region);
		ranges.Check("axes", setup.anchors[i].axes, 1.0, 7.0);
		ranges.CheckName(setup.anchors[i].name);
		if (!ranges.Message().empty())
		{
			return SetupError("anchor", i, ranges.Message());
		}
	}
	return Ok{};
}
} // namespace FractureCore
