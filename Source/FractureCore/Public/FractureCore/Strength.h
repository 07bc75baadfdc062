// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Region.h"
#include "FractureCore/Result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace FractureCore
{
struct BakedObject;

// Where an object is strong or weak, and what holds it: layers on the material's strength, and anchors.
// Docs/Strength.md has a picture of each layer. All lengths are metres in the object's own coordinates, so that
// fragments keep what their parent had. Values of layers are factors on the material's tensile strength.

/// Improved Perlin noise [Perlin02]: -1 gives `low`, 1 gives `high`. Turbulence [Perlin85]: 0 gives `low`, 1 `high`.
struct NoiseLayer
{
	double wavelength = 0.1; // m, > 0, of the first octave
	int32_t octaves = 1;     // 1 to 12; each has half the wavelength and half the size of the one before
	bool isTurbulence = false;
	double low = 0.7; // >= 0
	double high = 1.3;
	std::optional<double> threshold; // 0 to 1: `low` below it and `high` from it on, nothing between
	uint64_t seed = 0;

	friend bool operator==(const NoiseLayer&, const NoiseLayer&) = default;
};

/// A weak plane: every cell that comes within halfWidth of it has the factor; no other hears of it.
struct CleavingPlane
{
	Vec3 point;
	Vec3 normal;            // of any length but zero
	double halfWidth = 0.0; // m, >= 0
	double factor = 0.2;    // >= 0

	friend bool operator==(const CleavingPlane&, const CleavingPlane&) = default;
};

/// Lumps that stay whole: cells with their centre in a sphere have the factor; no other hears of it.
struct NoduleLayer
{
	std::vector<SphereRegion> spheres;
	int32_t scattered = 0;        // 0 to 10 000 more spheres at random places of the box around the object,
	double scatteredRadius = 0.0; // m, > 0 if there are any
	double factor = 10.0;         // >= 0
	uint64_t seed = 0;

	friend bool operator==(const NoduleLayer&, const NoduleLayer&) = default;
};

/// Rings of a coil pot: 1 + amplitude sin(2 pi (axis . (x - origin)) / period).
struct BandLayer
{
	Vec3 origin;
	Vec3 axis = {0.0, 0.0, 1.0}; // of any length but zero
	double period = 0.05;        // m, > 0
	double amplitude = 0.5;      // 0 to 1

	friend bool operator==(const BandLayer&, const BandLayer&) = default;
};

/// [Smith01] section 2.1: a bond across a shared face of area A between tets of volumes V and W has the strength
/// A / mean A ((V + W) / (2 mean V))^volumePower; a tet has the mean of its bonds. Solids only.
struct GeometryLayer
{
	double volumePower = 1.0; // -4 to 4

	friend bool operator==(const GeometryLayer&, const GeometryLayer&) = default;
};

/// Weak boundaries between grains [Bao07] section 7.1: 1 - (1 - factor) / (1 + (phi / width)^2), phi as in Weakness.h.
struct GrainLayer
{
	double size = 0.05;  // m, > 0: mean distance of the seeds
	double spread = 0.0; // 0 to 0.5: weights are drawn from 1 - spread to 1 + spread; 0 has plane boundaries
	double factor = 0.4; // 0 to 1, on the boundary
	double width = 0.01; // m, > 0
	uint64_t seed = 0;
	std::vector<Vec3> seeds = {}; // m, at most 10 000: painted; they replace those of the grid closer than size / 2

	friend bool operator==(const GrainLayer&, const GrainLayer&) = default;
};

/// A seed of weakness surfaces.
struct GrainSeed
{
	Vec3 point;
	double weight = 1.0; // 0.1 to 10: the more, the smaller its grain

	friend bool operator==(const GrainSeed&, const GrainSeed&) = default;
};

/// As GrainLayer, but between seeds that are given one by one.
struct SeedLayer
{
	std::vector<GrainSeed> seeds; // 2 to 10 000, no two at one point
	double factor = 0.4;          // 0 to 1, on the boundary
	double width = 0.01;          // m, > 0

	friend bool operator==(const SeedLayer&, const SeedLayer&) = default;
};

/// Weibull's weakest link, drawn for each cell of volume V: (V_0 / V)^(1/m) (-ln(1 - U))^(1/m).
struct ScatterLayer
{
	int32_t modulus = 20;         // m, 2 to 100; glass 5 to 10, ceramics 10 to 20, and more for less scatter
	double referenceVolume = 0.0; // V_0, m^3, >= 0; 0: the mean cell's, so that only unlike cells differ in size effect
	uint64_t seed = 0;

	friend bool operator==(const ScatterLayer&, const ScatterLayer&) = default;
};

/// New kinds come last: files know them by their place.
using StrengthSource = std::variant<PaintedValues,
	NoiseLayer,
	CleavingPlane,
	NoduleLayer,
	BandLayer,
	GeometryLayer,
	GrainLayer,
	ScatterLayer,
	SeedLayer>;

/// What a layer with value f makes of the factor s so far.
enum class StrengthBlend : uint8_t
{
	Multiply, // s f
	Add,      // s + f
	Min,
	Max,
	Replace, // f
};
inline constexpr StrengthBlend kLastStrengthBlend = StrengthBlend::Replace;

/// Names of layers and anchors are not longer.
inline constexpr size_t kMostNameBytes = 200;
/// A grain layer has not more painted seeds.
inline constexpr size_t kMostPaintedSeeds = 10'000;

/// One layer: s becomes s + weight mask (blend(s, f) - s).
struct StrengthLayer
{
	StrengthSource source;
	StrengthBlend blend = StrengthBlend::Multiply;
	double weight = 1.0;        // 0 to 1
	std::optional<Region> mask; // where it acts; painted values, 0 to 1, as much as they say. None: everywhere
	std::string name = {};      // for people: UTF-8, at most kMostNameBytes
	bool isHidden = false;      // kept, but without any effect

	friend bool operator==(const StrengthLayer&, const StrengthLayer&) = default;
};

/// Something that holds the object: no node of the region moves along the axes.
struct Anchor
{
	Region region;         // painted: where the value, times how much of it is seen, is at least 0.5
	uint8_t axes = 7;      // bits 1, 2, 4 for x, y, z; not 0
	std::string name = {}; // as a layer's
	bool isHidden = false;

	friend bool operator==(const Anchor&, const Anchor&) = default;
};

inline bool HasVisibleAnchor(std::span<const Anchor> anchors)
{
	bool isThere = false;
	for (const Anchor& anchor : anchors)
	{
		isThere = isThere || !anchor.isHidden;
	}
	return isThere;
}

struct StrengthSetup
{
	std::vector<StrengthLayer> layers; // the first is applied first
	std::vector<Anchor> anchors;

	bool IsEmpty() const { return layers.empty() && anchors.empty(); }
	friend bool operator==(const StrengthSetup&, const StrengthSetup&) = default;
};

/// Strength never leaves these multiples of the material's.
inline constexpr double kLeastStrengthFactor = 1.0e-3;
inline constexpr double kMostStrengthFactor = 1.0e3;

/// Checks every range above. The error names layer or anchor, counted from 1, and field.
FRACTURECORE_API Status ValidateStrength(const StrengthSetup& setup);

/// Tensile strength in Pa, 1 a tet of a solid or a triangle of a shell, whatever strength the object has already. The
/// layers must be valid; the error names the layer that does not fit the object.
FRACTURECORE_API Result<std::vector<double>> EvaluateStrength(
	const BakedObject& object, std::span<const StrengthLayer> layers, TaskRunner& runner);

/// Held axes, of visible anchors, as StressModel::Create takes them, 1 a node of a solid or a vertex of a shell. The
/// error names the anchor that does not fit the object or holds no node of it.
FRACTURECORE_API Result<std::vector<uint8_t>> EvaluateAnchors(
	const BakedObject& object, std::span<const Anchor> anchors, TaskRunner& runner);

/// Both, over and over while a setup is edited: the same values, without finding again what an edit did not change. The
/// object must outlive it. One thread at a time.
class FRACTURECORE_API StrengthPreview
{
public:
	StrengthPreview(const BakedObject& object, TaskRunner& runner);
	StrengthPreview(StrengthPreview&&) noexcept;
	StrengthPreview& operator=(StrengthPreview&&) noexcept;
	~StrengthPreview();

	Result<std::vector<double>> Strength(std::span<const StrengthLayer> layers, TaskRunner& runner);
	Result<std::vector<uint8_t>> Held(std::span<const Anchor> anchors, TaskRunner& runner);

private:
	struct Data;
	std::unique_ptr<Data> m_data;
};

/// Makes the object's strength and held axes from a setup, which it keeps, without a new bake; `key` stays what it was.
/// Strength and held axes are what run time reads. The setup must be valid. Nothing is changed if there is an error.
FRACTURECORE_API Status ApplyStrength(BakedObject& object, const StrengthSetup& setup, TaskRunner& runner);
} // namespace FractureCore
