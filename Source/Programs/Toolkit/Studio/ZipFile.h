// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace FractureToolkit
{
struct ZipEntry
{
	std::string name; // UTF-8, without folders
	std::vector<uint8_t> bytes;
};

/// A .zip file of files that are stored as they are, in their order. The same entries give the same bytes. At most
/// 65 535 of them and 4 GB together.
std::vector<uint8_t> FormatZip(std::span<const ZipEntry> entries);
} // namespace FractureToolkit
