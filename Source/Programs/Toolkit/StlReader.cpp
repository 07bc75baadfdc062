// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StlReader.h"

#include "Files.h"
#include "PositionCheck.h"
#include "SurfaceAssembler.h"
#include "TextCursor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Ok;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::Vec3;
using FractureCore::Vec3f;

constexpr size_t kBinaryHeader = 84; // 80 bytes of anything, then the number of triangles
constexpr size_t kBinaryTriangle = 50;

class StlParser
{
public:
	StlParser(std::string_view file, double metresPerUnit)
		: m_file(file), m_metresPerUnit(metresPerUnit), m_assembler(true)
	{
	}

	Result<ImportedSurface> Parse()
	{
		m_slot = m_assembler.AddSlot("");
		// A binary file may start with "solid" too, so its size is what tells.
		const bool isText = BinarySize() != m_file.size() && StartsAsText();
		if (const Status status = isText ? ParseText() : ParseBinary(); !status)
		{
			return status.GetError();
		}
		if (m_assembler.TriangleCount() == 0)
		{
			return Error{ErrorCode::InvalidFile, "has no triangles"};
		}
		ImportedSurface result = m_assembler.Finish();
		if (!isText && m_file.size() - BinarySize() >= kBinaryTriangle)
		{
			const int64_t surplus = static_cast<int64_t>((m_file.size() - BinarySize()) / kBinaryTriangle);
			result.warnings.push_back({FractureCore::WarningCode::AttributeLost,
				CountText(surplus, "triangle", "triangles") + " left out at the end of the file: it says that it has " +
					std::to_string((BinarySize() - kBinaryHeader) / kBinaryTriangle),
				surplus});
		}
		return result;
	}

private:
	/// "solid" in any case, after a byte order mark or blanks. The header of a binary file may say so too, but it or
	/// the numbers after it have zero bytes.
	bool StartsAsText() const
	{
		constexpr std::string_view kMark = "\xEF\xBB\xBF";
		constexpr std::string_view kKeyword = "solid";
		constexpr size_t kLooked = 4096;
		std::string_view text = m_file;
		text.remove_prefix(text.starts_with(kMark) ? kMark.size() : 0);
		text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
		const auto isSame = [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a - 'A' + 'a' : a) == b; };
		return text.size() >= kKeyword.size() &&
			std::equal(kKeyword.begin(), kKeyword.end(), text.begin(), [&](char b, char a) { return isSame(a, b); }) &&
			text.substr(0, kLooked).find('\0') == std::string_view::npos;
	}

	size_t BinarySize() const
	{
		uint32_t count = 0;
		if (m_file.size() < kBinaryHeader)
		{
			return kBinaryHeader;
		}
		std::memcpy(&count, m_file.data() + kBinaryHeader - sizeof(count), sizeof(count));
		return kBinaryHeader + kBinaryTriangle * count;
	}

	Status ParseBinary()
	{
		if (m_file.size() < BinarySize())
		{
			return Error{ErrorCode::InvalidFile,
				"is no STL file or cut short: it has " + std::to_string(m_file.size()) + " bytes of " +
					std::to_string(BinarySize())};
		}
		for (size_t at = kBinaryHeader; at < BinarySize(); at += kBinaryTriangle)
		{
			std::array<float, 12> values;
			std::memcpy(values.data(), m_file.data() + at, sizeof(values));
			m_corners.clear();
			for (size_t k = 3; k < 12; k += 3)
			{
				m_corners.push_back({values[k], values[k + 1], values[k + 2]});
			}
			if (const Status status = AddFacet({values[0], values[1], values[2]}); !status)
			{
				return status;
			}
		}
		return Ok{};
	}

	/// facet normal x y z, outer loop, vertex x y z (three times), endloop, endfacet.
	Status ParseText()
	{
		TextCursor cursor(m_file);
		Vec3 normal;
		bool insideLoop = false;
		do
		{
			const std::string_view keyword = cursor.Token();
			const bool isFacet = keyword == "facet" || keyword == "FACET";
			const bool isVertex = keyword == "vertex" || keyword == "VERTEX";
			if (isFacet)
			{
				cursor.Token(); // "normal"
				m_corners.clear();
				insideLoop = true;
			}
			if (isFacet || isVertex)
			{
				Vec3 numbers;
				for (double* target : {&numbers.x, &numbers.y, &numbers.z})
				{
					const std::string_view token = cursor.Token();
					if (!ParseNumber(token, *target) && (isVertex || !token.empty()))
					{
						return ErrorAtLine(cursor.Line(),
							token.empty() ? "a vertex needs three numbers" : QuoteToken(token) + " is not a number");
					}
				}
				isFacet ? void(normal = numbers) : m_corners.push_back(numbers);
			}
			else if (keyword == "endfacet" || keyword == "ENDFACET")
			{
				if (m_corners.size() < 3)
				{
					return ErrorAtLine(cursor.Line(), "a facet needs three vertices");
				}
				if (const Status status = AddFacet(normal); !status)
				{
					return ErrorAtLine(cursor.Line(), status.GetError().message);
				}
				insideLoop = false;
			}
		} while (cursor.NextLine());
		return insideLoop ? Status(ErrorAtLine(cursor.Line(), "the file ends inside a facet")) : Status(Ok{});
	}

	/// Of the vertices in m_corners.
	Status AddFacet(const Vec3& normal)
	{
		const int64_t facet = m_assembler.TriangleCount();
		const double squared = LengthSquared(normal);
		m_assemblerCorners.resize(m_corners.size());
		m_vertices.resize(m_corners.size());
		std::iota(m_vertices.begin(), m_vertices.end(), 0);
		m_assembler.BeginPart(m_slot, 0, m_corners.size());
		for (size_t k = 0; k < m_corners.size(); ++k)
		{
			SurfaceAssembler::Corner& corner = m_assemblerCorners[k];
			corner.position = m_corners[k] * m_metresPerUnit;
			if (const char* const fault = PositionFault(corner.position))
			{
				return Error{
					ErrorCode::InvalidFile, "triangle " + std::to_string(facet) + fault + ", counted from 0", facet};
			}
			corner.normal.reset();
			if (squared > 0.0 && std::isfinite(squared))
			{
				corner.normal =
					Vec3f{static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)};
			}
		}
		return m_assembler.AddPolygon(m_assemblerCorners, m_vertices, facet);
	}

	std::string_view m_file;
	double m_metresPerUnit;
	SurfaceAssembler m_assembler;
	int32_t m_slot = 0;
	std::vector<Vec3> m_corners; // of the current facet
	std::vector<SurfaceAssembler::Corner> m_assemblerCorners;
	std::vector<int32_t> m_vertices;
};
} // namespace

Result<ImportedSurface> ParseStl(std::string_view file, double metresPerUnit)
{
	return StlParser(file, metresPerUnit).Parse();
}

Result<ImportedSurface> ReadStl(const std::filesystem::path& path, double metresPerUnit)
{
	const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
	if (!bytes)
	{
		return bytes.GetError();
	}
	return ParseStl({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, metresPerUnit);
}
} // namespace FractureToolkit
