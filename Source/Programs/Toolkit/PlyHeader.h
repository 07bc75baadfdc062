// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace FractureToolkit
{
enum class PlyType : uint8_t
{
	Int8,
	Uint8,
	Int16,
	Uint16,
	Int32,
	Uint32,
	Float32,
	Float64,
};

/// Bytes of one value in a binary file.
int32_t PlyTypeSize(PlyType type);

struct PlyProperty
{
	std::string name;
	PlyType type = PlyType::Float32;
	bool isList = false;
	PlyType countType = PlyType::Uint8; // of a list
};

struct PlyElement
{
	std::string name;
	int64_t count = 0;
	std::vector<PlyProperty> properties;

	/// kNoIndex if there is none.
	int32_t FindProperty(std::string_view propertyName) const;
};

enum class PlyEncoding : uint8_t
{
	Ascii,
	LittleEndian,
	BigEndian,
};

struct PlyHeader
{
	PlyEncoding encoding = PlyEncoding::Ascii;
	std::vector<PlyElement> elements;
	size_t dataOffset = 0; // of the first byte after the header
	int64_t dataLine = 1;  // its line
};

/// Everything up to end_header; errors name the line.
FractureCore::Result<PlyHeader> ParsePlyHeader(std::string_view file);
} // namespace FractureToolkit
