// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ExportedPart.h"
#include "FractureCore/Result.h"
#include "UpAxis.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace FractureToolkit
{
struct GlbOptions
{
	UpAxis up = UpAxis::Z;       // of the parts; the file has y up, as glTF wants
	bool oneColourAPart = false; // else one a slot
	double explode = 0.0;       // not 0: an animation moves each part away from the middle by this times its offset ...
	bool explodeAndBack = true; // ... and back, or only away; it lasts two seconds
};

/// A binary glTF 2.0 file: one node and mesh a part, one primitive a slot in use, materials as in ExportedMaterials.
/// All nodes are children of one root that stands in the middle of everything; a node's translation is the centre of
/// its part, of mass where the mass is known (then `extras` has `mass`, kg, and `volume`, m^3), else of its box. A
/// corner without a usable normal gets its triangle's; parts without normals have none.
///
/// Neighbours stay neighbours, and what is closed stays closed, to the last bit. glTF has floats, and a float relative
/// to one part's centre would not be the same point as one relative to another's. So positions are rounded once, to
/// multiples of a power of two (about 2^-23 of half the whole's size), and so are root and centres: each float is
/// exact, and so is their sum, in double always and in float for a whole that is not far from the world's origin.
/// Triangles whose corners meet by that rounding are left out, which closes the gap they would fill.
///
/// InvalidMesh if there is nothing to write or a position is not finite.
FractureCore::Result<std::vector<uint8_t>> FormatGlb(std::span<const ExportedPart> parts, const GlbOptions& options);

FractureCore::Status WriteGlb(
	const std::filesystem::path& path, std::span<const ExportedPart> parts, const GlbOptions& options);
} // namespace FractureToolkit
