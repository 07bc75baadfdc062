// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// The bytes of a .frac file, as Docs/FileFormat.md describes them. Everything is little-endian, which all targets are.

#include "FractureCore/Bake.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace FractureCore::AssetLayout
{
/// Like PNG's: a line-end conversion or a seven-bit channel breaks it visibly.
inline constexpr std::array<uint8_t, 8> kMagic = {0x89, 'F', 'R', 'A', 'C', '\r', '\n', 0x1A};

struct Header
{
	std::array<uint8_t, 8> magic = kMagic;
	uint32_t version = 0;
	uint32_t sectionCount = 0;
	uint64_t fileSize = 0;
	uint64_t checksum = 0; // XXH64 of the section table, seeded with the XXH64 of the header's first 24 bytes
};
static_assert(sizeof(Header) == 32);
inline constexpr uint64_t kHeaderBytesHashed = 24;

struct SectionEntry
{
	std::array<char, 4> id = {};
	uint32_t reserved = 0;
	uint64_t offset = 0; // from the start of the file, a multiple of kAlignment
	uint64_t size = 0;   // without the zero bytes that pad to kAlignment
	uint64_t checksum = 0;
};
static_assert(sizeof(SectionEntry) == 32);

inline constexpr uint64_t kAlignment = 8;

inline constexpr uint64_t PaddedSize(uint64_t size)
{
	return (size + (kAlignment - 1)) / kAlignment * kAlignment;
}

/// Sections in the order in which they stand in a file. Most hold one array, so that sizes need no counts.
enum class Section : uint8_t
{
	Info,
	Material,
	Mass,
	SurfacePositions,
	SurfaceTriangles,
	SurfaceNormals,
	SurfaceUvs,
	SurfaceSlots,
	SlotNames,
	TetNodes,
	Tets,
	VertexTets,
	VertexWeights,
	TriangleTetOffsets,
	TriangleTets,
	Warnings,
	MaterialExtras,
	StrengthSetup,
	Strength,
	HeldAxes,
	Factor,
	StrengthExtras,
};
inline constexpr int32_t kSectionCount = 22;
inline constexpr std::array<std::string_view, kSectionCount> kSectionIds = {"INFO",
	"MATL",
	"MASS",
	"SPOS",
	"STRI",
	"SNRM",
	"SUVS",
	"SSLT",
	"SNAM",
	"TNOD",
	"TTET",
	"EVTX",
	"EWGT",
	"EOFS",
	"ETET",
	"WARN",
	"MATX",
	"SLAY",
	"STRN",
	"HELD",
	"FACT",
	"SLAX"};

struct Info
{
	uint32_t kind = 0;
	uint32_t closed = 0;
	int32_t components = 0;
	uint32_t reserved = 0;
	uint64_t keyHigh = 0;
	uint64_t keyLow = 0;
	double cellSize = 0.0;
	double shellThickness = 0.0;
};
static_assert(sizeof(Info) == 48);

/// The name follows to the section's end.
struct MaterialNumbers
{
	double density = 0.0;
	double youngModulus = 0.0;
	double poissonRatio = 0.0;
	double tensileStrength = 0.0;
	double compressiveFactor = 0.0;
	double fractureToughness = 0.0;
};
static_assert(sizeof(MaterialNumbers) == 48);

/// What version 1 did not have at first; left out where every field has its default.
struct MaterialExtras
{
	double growthFactor = 0.0;
	double grainSize = 0.0;
	double dentFactor = 0.0;
	double yieldStrength = 0.0;
	double axisFactor = 0.0;
	double surfaceCompression = 0.0;
	double dampingPhi = 0.0;
	double dampingPsi = 0.0;
	Vec3 strengthAxis;
};
static_assert(sizeof(MaterialExtras) == 88);

/// Before each warning's text.
struct WarningHead
{
	int64_t count = 0;
	uint32_t code = 0;
	uint32_t textBytes = 0;
};
static_assert(sizeof(WarningHead) == 16);

// Arrays go to the file as they stand in memory.
static_assert(sizeof(MassProperties) == 14 * sizeof(double));
static_assert(sizeof(Vec3) == 24 && sizeof(Vec3f) == 12 && sizeof(Vec2f) == 8);
static_assert(sizeof(Triangle) == 12 && sizeof(Tet) == 16 && sizeof(std::array<float, 4>) == 16);
} // namespace FractureCore::AssetLayout

namespace FractureCore
{
/// What code after loading relies on: array sizes, indices, finite numbers, ranges. The error names section and
/// element. LoadAsset answers it.
Status CheckBakedObject(const BakedObject& object);
} // namespace FractureCore
