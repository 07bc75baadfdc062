// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StrengthWriter.h"

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Json = nlohmann::ordered_json;

/// Writes what a reader of layers reads, field by field.
class FieldWriter
{
public:
	explicit FieldWriter(bool withPaint) : m_withPaint(withPaint) {}

	Json operator()(const PaintedValues& paint) const
	{
		Json json{{"depth", paint.depth}};
		if (m_withPaint)
		{
			json["values"] = paint.values;
		}
		return json;
	}
	Json operator()(const BoxRegion& box) const { return {{"low", Numbers(box.low)}, {"high", Numbers(box.high)}}; }
	Json operator()(const SphereRegion& sphere) const
	{
		return {{"centre", Numbers(sphere.centre)}, {"radius", sphere.radius}};
	}
	Json operator()(const HalfSpaceRegion& half) const
	{
		return {{"point", Numbers(half.point)}, {"normal", Numbers(half.normal)}};
	}
	Json operator()(const NoiseLayer& layer) const
	{
		Json json{{"wavelength", layer.wavelength},
			{"octaves", layer.octaves},
			{"low", layer.low},
			{"high", layer.high},
			{"seed", layer.seed}};
		if (layer.threshold)
		{
			json["threshold"] = *layer.threshold;
		}
		return json;
	}
	Json operator()(const CleavingPlane& plane) const
	{
		return {{"point", Numbers(plane.point)},
			{"normal", Numbers(plane.normal)},
			{"halfWidth", plane.halfWidth},
			{"factor", plane.factor}};
	}
	Json operator()(const NoduleLayer& layer) const
	{
		Json json{{"scattered", layer.scattered},
			{"scatteredRadius", layer.scatteredRadius},
			{"factor", layer.factor},
			{"seed", layer.seed},
			{"spheres", Json::array()}};
		for (const SphereRegion& sphere : layer.spheres)
		{
			json["spheres"].push_back((*this)(sphere));
		}
		return json;
	}
	Json operator()(const BandLayer& layer) const
	{
		return {{"origin", Numbers(layer.origin)},
			{"axis", Numbers(layer.axis)},
			{"period", layer.period},
			{"amplitude", layer.amplitude}};
	}
	Json operator()(const GeometryLayer& layer) const { return {{"volumePower", layer.volumePower}}; }
	Json operator()(const GrainLayer& layer) const
	{
		Json json{{"size", layer.size},
			{"width", layer.width},
			{"factor", layer.factor},
			{"spread", layer.spread},
			{"seed", layer.seed}};
		if (m_withPaint)
		{
			json["seeds"] = Json::array();
			for (const Vec3& seed : layer.seeds)
			{
				json["seeds"].push_back(Numbers(seed));
			}
		}
		return json;
	}
	Json operator()(const SeedLayer& layer) const
	{
		Json json{{"seeds", Json::array()}, {"width", layer.width}, {"factor", layer.factor}};
		for (const GrainSeed& seed : layer.seeds)
		{
			json["seeds"].push_back({{"point", Numbers(seed.point)}, {"weight", seed.weight}});
		}
		return json;
	}
	Json operator()(const ScatterLayer& layer) const
	{
		return {{"modulus", layer.modulus}, {"referenceVolume", layer.referenceVolume}, {"seed", layer.seed}};
	}

private:
	bool m_withPaint;
};

Json RegionToJson(const Region& region, const FieldWriter& writer)
{
	constexpr const char* kShapes[] = {"box", "sphere", "half-space", "painted"};
	Json json{{"shape", kShapes[region.index()]}};
	json.update(std::visit(writer, region));
	return json;
}

const char* TypeOf(const StrengthSource& source)
{
	constexpr const char* kTypes[] = {
		"painted", "noise", "plane", "nodules", "bands", "geometry", "grains", "scatter", "seeds"};
	const NoiseLayer* noise = std::get_if<NoiseLayer>(&source);
	return noise != nullptr && noise->isTurbulence ? "turbulence" : kTypes[source.index()];
}
} // namespace

Json StrengthToJson(const StrengthSetup& setup, bool withPaint)
{
	constexpr const char* kBlends[] = {"multiply", "add", "min", "max", "replace"};
	const FieldWriter writer(withPaint);
	Json json{{"layers", Json::array()}, {"anchors", Json::array()}};
	for (const StrengthLayer& layer : setup.layers)
	{
		Json one{{"type", TypeOf(layer.source)},
			{"name", layer.name},
			{"hidden", layer.isHidden},
			{"blend", kBlends[static_cast<size_t>(layer.blend)]},
			{"weight", layer.weight}};
		one.update(std::visit(writer, layer.source));
		if (layer.mask)
		{
			one["mask"] = RegionToJson(*layer.mask, writer);
		}
		json["layers"].push_back(std::move(one));
	}
	for (const Anchor& anchor : setup.anchors)
	{
		Json one = RegionToJson(anchor.region, writer);
		one["name"] = anchor.name;
		one["hidden"] = anchor.isHidden;
		std::string axes;
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			axes += (anchor.axes & (1 << axis)) != 0 ? std::string(1, "xyz"[axis]) : "";
		}
		one["axes"] = axes;
		json["anchors"].push_back(std::move(one));
	}
	return json;
}
} // namespace FractureToolkit
