// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The files in Content/Materials once more, as the core reads no files; those name the sources. A test compares them.
#include "FractureCore/Material.h"

#include "Base/Text.h"

#include <array>

namespace FractureCore
{
std::span<const Material> MaterialPresets()
{
	// In the order of Material's fields.
	// clang-format off
	static const std::array<Material, 21> presets = {{
		{"adobe", 1900.0, 1e9, 0.2, 300e3, 6.0, 100e3, 0.5, 0.02, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"brick", 1900.0, 15e9, 0.2, 3e6, 10.0, 500e3, 0.4, 0.01, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"ceramic", 2400.0, 70e9, 0.22, 40e6, 8.0, 1.2e6, 0.3, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"concrete", 2400.0, 30e9, 0.2, 3e6, 12.0, 1e6, 0.4, 0.016, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"glass", 2500.0, 70e9, 0.22, 50e6, 8.0, 750e3, 0.3, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"ice", 917.0, 9e9, 0.33, 1.2e6, 8.0, 120e3, 0.3, 0.01, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"obrien-bowl-1", 1013.0, 9.5291994e6, 0.200151057, 52.9, 8.0, 9.37628087, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 264.0, 397.0},
		{"obrien-bowl-2", 1013.0, 9.5291994e6, 0.200151057, 39.6, 8.0, 7.01891725, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 264.0, 397.0},
		{"obrien-bowl-3", 1013.0, 9.5291994e6, 0.200151057, 33.1, 8.0, 5.86682225, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 264.0, 397.0},
		{"obrien-bowl-4", 1013.0, 9.5291994e6, 0.200151057, 13.2, 8.0, 2.33963908, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 264.0, 397.0},
		{"obrien-comparison-bowl", 1013.0, 105.8e6, 0.0, 106.0, 8.0, 18.7880108, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 198.0},
		{"obrien-glass", 2588.0, 260e6, 0.25, 10140.0, 8.0, 1797.2682, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 6760.0},
		{"obrien-the-end", 705.0, 18.42e6, 0.0, 73.6, 8.0, 13.0452603, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 9.2},
		{"obrien-wall-1", 2309.0, 342.777624e6, 0.416436464, 6030.0, 8.0, 1068.78967, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 3015.0, 6030.0},
		{"obrien-wall-2", 2309.0, 362e6, 0.0, 6030.0, 8.0, 1068.78967, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 18090.0},
		{"plaster", 1200.0, 5e9, 0.2, 2e6, 4.0, 150e3, 0.4, 0.005, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"porcelain", 2350.0, 70e9, 0.2, 60e6, 8.0, 1.1e6, 0.25, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"sheet-metal", 7850.0, 210e9, 0.3, 350e6, 1.0, 140e6, 0.8, 0.0, 30.0, 210e6, 1.0, 0.0, 0.0, 0.0},
		{"stone", 2700.0, 50e9, 0.25, 10e6, 15.0, 1.5e6, 0.4, 0.02, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0},
		{"tempered-glass", 2500.0, 70e9, 0.22, 120e6, 8.0, 750e3, 0.05, 0.008, 0.0, 0.0, 1.0, 90e6, 0.0, 0.0},
		{"wood", 540.0, 12e9, 0.3, 2.3e6, 20.0, 350e3, 0.2, 0.0, 0.0, 0.0, 40.0, 0.0, 0.0, 0.0, {0.0, 0.0, 1.0}},
	}};
	// clang-format on
	return presets;
}

Result<Material> FindMaterialPreset(std::string_view name)
{
	std::string known;
	for (const Material& preset : MaterialPresets())
	{
		if (preset.name == name)
		{
			return preset;
		}
		known += (known.empty() ? "" : ", ") + preset.name;
	}
	return Error{
		ErrorCode::InvalidMaterial, "there is no material \"" + ToValidUtf8(name) + "\"; the presets are " + known};
}
} // namespace FractureCore
