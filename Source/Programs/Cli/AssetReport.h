// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Hash.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace FractureCli
{
/// What `bake` and `info` say about an asset. Times are known only to who spent them.
struct AssetReport
{
	std::string input;  // path, UTF-8
	std::string output; // path of the .frac, UTF-8
	FractureCore::BakedObject object;
	std::vector<FractureCore::Warning> importWarnings; // of the source file; not stored in the asset
	FractureCore::ContentHash hash;                    // of the .frac's bytes
	uint64_t fileBytes = 0;
	std::optional<double> importSeconds;
	std::optional<double> bakeSeconds; // from arrays in memory to the baked object in memory
	std::optional<double> writeSeconds;
};

/// The name of the .frac's bytes.
FractureCore::ContentHash HashOfBytes(std::span<const uint8_t> bytes);

/// SI units, as the keys say. Unknown or meaningless values are null: times in `info`, angles of a shell.
nlohmann::ordered_json ToJson(const AssetReport& report);

/// A list of {code, message, count}, as every command has it.
nlohmann::ordered_json ToJson(std::span<const FractureCore::Warning> warnings);

/// A line each for a person, on stdout; nothing if there are none.
void PrintWarnings(std::span<const FractureCore::Warning> warnings);

/// One object, or a list of them, on stdout.
void PrintJson(const nlohmann::ordered_json& json);

/// About ten lines for a person.
std::string ToText(const AssetReport& report);

/// One line, for a list: "20 145 tets, 0.31 kg".
std::string ToShortText(const AssetReport& report);
} // namespace FractureCli
