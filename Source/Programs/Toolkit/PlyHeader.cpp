// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "PlyHeader.h"

#include "FractureCore/Types.h"
#include "TextCursor.h"

#include <optional>
#include <utility>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;

std::optional<PlyType> TypeOf(std::string_view name)
{
	constexpr std::pair<std::string_view, PlyType> kNames[] = {{"char", PlyType::Int8},
		{"int8", PlyType::Int8},
		{"uchar", PlyType::Uint8},
		{"uint8", PlyType::Uint8},
		{"short", PlyType::Int16},
		{"int16", PlyType::Int16},
		{"ushort", PlyType::Uint16},
		{"uint16", PlyType::Uint16},
		{"int", PlyType::Int32},
		{"int32", PlyType::Int32},
		{"uint", PlyType::Uint32},
		{"uint32", PlyType::Uint32},
		{"float", PlyType::Float32},
		{"float32", PlyType::Float32},
		{"double", PlyType::Float64},
		{"float64", PlyType::Float64}};
	for (const auto& [text, type] : kNames)
	{
		if (text == name)
		{
			return type;
		}
	}
	return std::nullopt;
}

std::optional<PlyEncoding> EncodingOf(std::string_view name)
{
	if (name == "ascii")
	{
		return PlyEncoding::Ascii;
	}
	if (name == "binary_little_endian")
	{
		return PlyEncoding::LittleEndian;
	}
	return name == "binary_big_endian" ? std::optional(PlyEncoding::BigEndian) : std::nullopt;
}

/// What is wrong with a "property" line, if anything.
std::optional<std::string> ParseProperty(TextCursor& words, PlyHeader& header)
{
	if (header.elements.empty())
	{
		return "a property before the first element";
	}
	PlyProperty property;
	std::string_view typeName = words.Token();
	property.isList = typeName == "list";
	if (property.isList)
	{
		const std::string_view countName = words.Token();
		const std::optional<PlyType> countType = TypeOf(countName);
		if (!countType || *countType == PlyType::Float32 || *countType == PlyType::Float64)
		{
			return QuoteToken(countName) + " cannot count the values of a list";
		}
		property.countType = *countType;
		typeName = words.Token();
	}
	const std::optional<PlyType> type = TypeOf(typeName);
	if (!type)
	{
		return QuoteToken(typeName) + " is not a type of PLY";
	}
	property.type = *type;
	property.name = words.Token();
	if (property.name.empty())
	{
		return "a property without a name";
	}
	header.elements.back().properties.push_back(std::move(property));
	return std::nullopt;
}

std::optional<std::string> ParseElement(TextCursor& words, PlyHeader& header)
{
	PlyElement element;
	element.name = words.Token();
	const std::string_view count = words.Token();
	if (!ParseInteger(count, element.count) || element.count < 0)
	{
		return "element " + QuoteToken(element.name) + " has the count " + QuoteToken(count);
	}
	header.elements.push_back(std::move(element));
	return std::nullopt;
}
} // namespace

int32_t PlyTypeSize(PlyType type)
{
	constexpr int32_t kSizes[] = {1, 1, 2, 2, 4, 4, 4, 8};
	return kSizes[static_cast<size_t>(type)];
}

int32_t PlyElement::FindProperty(std::string_view propertyName) const
{
	for (size_t i = 0; i < properties.size(); ++i)
	{
		if (properties[i].name == propertyName)
		{
			return static_cast<int32_t>(i);
		}
	}
	return FractureCore::kNoIndex;
}

FractureCore::Result<PlyHeader> ParsePlyHeader(std::string_view file)
{
	// The end of the first line tells how all of them end: after the last one binary data may start with any byte.
	const size_t firstEnd = file.find_first_of("\r\n");
	if (firstEnd == std::string_view::npos || !file.starts_with("ply") || firstEnd != 3)
	{
		return Error{ErrorCode::InvalidFile, "does not start with 'ply'; is it a PLY file?"};
	}
	const std::string_view lineEnd = file.substr(firstEnd).starts_with("\r\n") ? "\r\n" : file.substr(firstEnd, 1);

	PlyHeader header;
	bool hasFormat = false;
	size_t at = firstEnd + lineEnd.size();
	for (int64_t line = 2;; ++line)
	{
		const size_t end = file.find(lineEnd, at);
		if (end == std::string_view::npos)
		{
			return ErrorAtLine(line, "the file ends inside its header");
		}
		TextCursor words(file.substr(at, end - at));
		const std::string_view keyword = words.Token();
		at = end + lineEnd.size();
		std::optional<std::string> problem;
		if (keyword == "end_header")
		{
			header.dataOffset = at;
			header.dataLine = line + 1;
			return hasFormat ? FractureCore::Result<PlyHeader>(std::move(header))
							 : ErrorAtLine(line, "the header does not say which format");
		}
		if (keyword == "format")
		{
			const std::string_view name = words.Token();
			const std::optional<PlyEncoding> encoding = EncodingOf(name);
			hasFormat = encoding.has_value();
			header.encoding = encoding.value_or(PlyEncoding::Ascii);
			problem = encoding ? std::nullopt : std::optional(QuoteToken(name) + " is not a format of PLY");
		}
		else if (keyword == "element")
		{
			problem = ParseElement(words, header);
		}
		else if (keyword == "property")
		{
			problem = ParseProperty(words, header);
		}
		else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info")
		{
			problem = QuoteToken(keyword) + " is not a word of a PLY header";
		}
		if (problem)
		{
			return ErrorAtLine(line, *problem);
		}
	}
}
} // namespace FractureToolkit
