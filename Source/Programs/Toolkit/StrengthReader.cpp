// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StrengthReader.h"

#include "Files.h"
#include "JsonFields.h"

#include <limits>

namespace FractureToolkit
{
using namespace FractureCore;
using nlohmann::json;

namespace
{
// Kinds are checked here, ranges by ValidateStrength, so that every source of layers has the same limits.
constexpr int32_t kLeast = std::numeric_limits<int32_t>::min();
constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
// What a float can hold.
constexpr NumberRange kPaintNumber = {-1.0e38, 1.0e38};

PaintedValues ReadPaint(JsonFields& fields)
{
	PaintedValues paint;
	fields.Require({"values", "depth"});
	fields.Read("values", paint.values, kPaintNumber);
	fields.Read("depth", paint.depth, kAnyNumber);
	return paint;
}

SphereRegion ReadSphere(JsonFields& fields)
{
	SphereRegion sphere;
	fields.Require({"centre", "radius"});
	fields.Read("centre", sphere.centre);
	fields.Read("radius", sphere.radius, kAnyNumber);
	return sphere;
}

Region ReadRegion(JsonFields& fields)
{
	fields.Require({"shape"});
	switch (fields.ReadWord("shape", {"box", "sphere", "half-space", "painted"}))
	{
	case 1:
		return ReadSphere(fields);
	case 2:
	{
		HalfSpaceRegion half;
		fields.Require({"point", "normal"});
		fields.Read("point", half.point);
		fields.Read("normal", half.normal);
		return half;
	}
	case 3:
		return ReadPaint(fields);
	default:
	{
		BoxRegion box;
		fields.Require({"low", "high"});
		fields.Read("low", box.low);
		fields.Read("high", box.high);
		return box;
	}
	}
}

NoiseLayer ReadNoise(JsonFields& fields, bool isTurbulence)
{
	NoiseLayer layer;
	layer.isTurbulence = isTurbulence;
	fields.Require({"wavelength"});
	fields.Read("wavelength", layer.wavelength, kAnyNumber);
	fields.Read("octaves", layer.octaves, kLeast, kMost);
	fields.Read("low", layer.low, kAnyNumber);
	fields.Read("high", layer.high, kAnyNumber);
	if (fields.Has("threshold"))
	{
		fields.Read("threshold", layer.threshold.emplace(), kAnyNumber);
	}
	fields.Read("seed", layer.seed);
	return layer;
}

CleavingPlane ReadPlane(JsonFields& fields)
{
	CleavingPlane layer;
	fields.Require({"point", "normal"});
	fields.Read("point", layer.point);
	fields.Read("normal", layer.normal);
	fields.Read("halfWidth", layer.halfWidth, kAnyNumber);
	fields.Read("factor", layer.factor, kAnyNumber);
	return layer;
}

NoduleLayer ReadNodules(JsonFields& fields)
{
	NoduleLayer layer;
	if (const json* spheres = fields.Take("spheres"))
	{
		if (!spheres->is_array())
		{
			fields.Fail("spheres must be an array");
		}
		for (size_t i = 0; spheres->is_array() && i < spheres->size(); ++i)
		{
			JsonFields sphere((*spheres)[i], "sphere " + std::to_string(i + 1));
			layer.spheres.push_back(ReadSphere(sphere));
			if (const Status read = sphere.Finish(); !read)
			{
				fields.Fail(read.GetError().message);
			}
		}
	}
	fields.Read("scattered", layer.scattered, kLeast, kMost);
	fields.Read("scatteredRadius", layer.scatteredRadius, kAnyNumber);
	fields.Read("factor", layer.factor, kAnyNumber);
	fields.Read("seed", layer.seed);
	return layer;
}

BandLayer ReadBands(JsonFields& fields)
{
	BandLayer layer;
	fields.Require({"period"});
	fields.Read("origin", layer.origin);
	fields.Read("axis", layer.axis);
	fields.Read("period", layer.period, kAnyNumber);
	fields.Read("amplitude", layer.amplitude, kAnyNumber);
	return layer;
}

GrainLayer ReadGrains(JsonFields& fields)
{
	GrainLayer layer;
	fields.Require({"size", "width"});
	fields.Read("size", layer.size, kAnyNumber);
	fields.Read("spread", layer.spread, kAnyNumber);
	fields.Read("factor", layer.factor, kAnyNumber);
	fields.Read("width", layer.width, kAnyNumber);
	fields.Read("seed", layer.seed);
	if (const json* seeds = fields.Take("seeds"))
	{
		for (size_t i = 0; seeds->is_array() && i < seeds->size(); ++i)
		{
			const json holder = {{"seed", (*seeds)[i]}};
			JsonFields seed(holder, "painted seed " + std::to_string(i + 1));
			seed.Read("seed", layer.seeds.emplace_back());
			if (const Status read = seed.Finish(); !read)
			{
				fields.Fail(read.GetError().message);
			}
		}
		if (!seeds->is_array())
		{
			fields.Fail("seeds must be an array");
		}
	}
	return layer;
}

SeedLayer ReadSeeds(JsonFields& fields)
{
	SeedLayer layer;
	fields.Require({"seeds", "width"});
	const json* seeds = fields.Take("seeds");
	if (seeds != nullptr && !seeds->is_array())
	{
		fields.Fail("seeds must be an array");
	}
	for (size_t i = 0; seeds != nullptr && seeds->is_array() && i < seeds->size(); ++i)
	{
		JsonFields seed((*seeds)[i], "seed " + std::to_string(i + 1));
		GrainSeed& read = layer.seeds.emplace_back();
		seed.Require({"point"});
		seed.Read("point", read.point);
		seed.Read("weight", read.weight, kAnyNumber);
		if (const Status finished = seed.Finish(); !finished)
		{
			fields.Fail(finished.GetError().message);
		}
	}
	fields.Read("factor", layer.factor, kAnyNumber);
	fields.Read("width", layer.width, kAnyNumber);
	return layer;
}

ScatterLayer ReadScatter(JsonFields& fields)
{
	ScatterLayer layer;
	fields.Read("modulus", layer.modulus, kLeast, kMost);
	fields.Read("referenceVolume", layer.referenceVolume, kAnyNumber);
	fields.Read("seed", layer.seed);
	return layer;
}

StrengthSource ReadSource(JsonFields& fields)
{
	fields.Require({"type"});
	switch (fields.ReadWord("type",
		{"painted", "noise", "turbulence", "plane", "nodules", "bands", "geometry", "grains", "scatter", "seeds"}))
	{
	case 1:
		return ReadNoise(fields, false);
	case 2:
		return ReadNoise(fields, true);
	case 3:
		return ReadPlane(fields);
	case 4:
		return ReadNodules(fields);
	case 5:
		return ReadBands(fields);
	case 6:
	{
		GeometryLayer layer;
		fields.Read("volumePower", layer.volumePower, kAnyNumber);
		return layer;
	}
	case 7:
		return ReadGrains(fields);
	case 8:
		return ReadScatter(fields);
	case 9:
		return ReadSeeds(fields);
	default:
		return ReadPaint(fields);
	}
}

Result<StrengthLayer> ReadLayer(const json& object, const std::string& place)
{
	JsonFields fields(object, place);
	StrengthLayer layer;
	std::string remark; // for people only
	fields.Read("about", remark);
	layer.source = ReadSource(fields);
	layer.blend = static_cast<StrengthBlend>(fields.ReadWord("blend", {"multiply", "add", "min", "max", "replace"}));
	fields.Read("weight", layer.weight, kAnyNumber);
	fields.Read("name", layer.name);
	fields.Read("hidden", layer.isHidden);
	if (const json* mask = fields.Take("mask"))
	{
		JsonFields region(*mask, "mask");
		layer.mask = ReadRegion(region);
		if (const Status read = region.Finish(); !read)
		{
			fields.Fail(read.GetError().message);
		}
	}
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	return layer;
}

Result<Anchor> ReadAnchor(const json& object, const std::string& place)
{
	JsonFields fields(object, place);
	Anchor anchor;
	std::string remark; // for people only
	fields.Read("about", remark);
	anchor.region = ReadRegion(fields);
	fields.Read("name", anchor.name);
	fields.Read("hidden", anchor.isHidden);
	std::string axes = "xyz";
	fields.Read("axes", axes);
	anchor.axes = 0;
	for (const char axis : axes)
	{
		const size_t bit = std::string_view("xyz").find(axis);
		if (bit == std::string_view::npos)
		{
			fields.Fail("axes is \"" + axes + "\" but must be made of x, y and z");
			break;
		}
		anchor.axes = static_cast<uint8_t>(anchor.axes | 1u << bit);
	}
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	return anchor;
}

/// Reads every element of an array field into `values`.
template <typename T>
void ReadList(JsonFields& fields,
	const char* name,
	const char* element,
	Result<T> (*read)(const json&, const std::string&),
	std::vector<T>& values)
{
	const json* list = fields.Take(name);
	if (list == nullptr)
	{
		return;
	}
	if (!list->is_array())
	{
		fields.Fail(std::string(name) + " must be an array");
		return;
	}
	for (size_t i = 0; i < list->size(); ++i)
	{
		Result<T> value = read((*list)[i], std::string(element) + " " + std::to_string(i + 1));
		if (!value)
		{
			fields.Fail(value.GetError().message);
			return;
		}
		values.push_back(std::move(*value));
	}
}
} // namespace

Result<StrengthSetup> ParseStrength(std::string_view text)
{
	const Result<json> document = ParseJson(text);
	return document ? ReadStrength(*document, "") : document.GetError();
}

Result<StrengthSetup> ReadStrength(const json& object, const std::string& place)
{
	StrengthSetup setup;
	JsonFields fields(object, place);
	std::string remark; // for people only
	fields.Read("about", remark);
	ReadList(fields, "layers", "layer", &ReadLayer, setup.layers);
	ReadList(fields, "anchors", "anchor", &ReadAnchor, setup.anchors);
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	if (const Status valid = ValidateStrength(setup); !valid)
	{
		return valid.GetError();
	}
	return setup;
}

Result<StrengthSetup> ReadStrengthFile(const std::filesystem::path& path)
{
	const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
	if (!bytes)
	{
		return bytes.GetError();
	}
	return ParseStrength(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()));
}
} // namespace FractureToolkit
