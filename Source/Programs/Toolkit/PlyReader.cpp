// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "PlyReader.h"

#include "Files.h"
#include "PlyHeader.h"
#include "PositionCheck.h"
#include "SurfaceAssembler.h"
#include "TextCursor.h"

#include <array>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// The format: Greg Turk, "The PLY Polygon File Format", 1994.
namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::kNoIndex;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::Vec2f;
using FractureCore::Vec3;
using FractureCore::Vec3f;

/// The values after the header, one after another. All integers of PLY fit a double exactly.
class PlyValues
{
public:
	PlyValues(std::string_view file, const PlyHeader& header)
		: m_encoding(header.encoding), m_data(file.substr(header.dataOffset)), m_firstLine(header.dataLine),
		  m_cursor(m_data)
	{
	}

	/// False at the end of the file or for a word that is no number.
	bool Next(PlyType type, double& value)
	{
		if (m_encoding == PlyEncoding::Ascii)
		{
			return ParseNumber(m_cursor.TokenAcrossLines(), value);
		}
		const size_t size = static_cast<size_t>(PlyTypeSize(type));
		if (m_data.size() - m_at < size)
		{
			return false;
		}
		char bytes[8];
		for (size_t i = 0; i < size; ++i)
		{
			bytes[m_encoding == PlyEncoding::LittleEndian ? i : size - 1 - i] = m_data[m_at + i];
		}
		m_at += size;
		value = Decode(type, bytes);
		return true;
	}

	bool IsText() const { return m_encoding == PlyEncoding::Ascii; }
	/// Of a binary file.
	size_t BytesLeft() const { return m_data.size() - m_at; }

	/// Whether anything but blanks follows the last value.
	bool HasMore()
	{
		return m_encoding == PlyEncoding::Ascii ? !m_cursor.TokenAcrossLines().empty() : m_at < m_data.size();
	}

	Error Here(const std::string& what) const
	{
		return m_encoding == PlyEncoding::Ascii ? ErrorAtLine(m_firstLine + m_cursor.Line() - 1, what)
												: Error{ErrorCode::InvalidFile, what};
	}

private:
	template <typename T>
	static double As(const char* bytes)
	{
		T value;
		std::memcpy(&value, bytes, sizeof(T));
		return static_cast<double>(value);
	}

	static double Decode(PlyType type, const char* bytes)
	{
		switch (type)
		{
		case PlyType::Int8:
			return As<int8_t>(bytes);
		case PlyType::Uint8:
			return As<uint8_t>(bytes);
		case PlyType::Int16:
			return As<int16_t>(bytes);
		case PlyType::Uint16:
			return As<uint16_t>(bytes);
		case PlyType::Int32:
			return As<int32_t>(bytes);
		case PlyType::Uint32:
			return As<uint32_t>(bytes);
		case PlyType::Float32:
			return As<float>(bytes);
		case PlyType::Float64:
			break;
		}
		return As<double>(bytes);
	}

	PlyEncoding m_encoding;
	std::string_view m_data;
	int64_t m_firstLine;
	TextCursor m_cursor;
	size_t m_at = 0;
};

class PlyParser
{
public:
	PlyParser(std::string_view file, const PlyHeader& header, double metresPerUnit)
		: m_header(header), m_values(file, header), m_metresPerUnit(metresPerUnit), m_assembler(false)
	{
	}

	Result<ImportedSurface> Parse()
	{
		for (const PlyElement& element : m_header.elements)
		{
			if (element.properties.empty())
			{
				continue;
			}
			if (const Status status = CheckSize(element); !status)
			{
				return status.GetError();
			}
			const Status status = element.name == "vertex" ? ReadVertices(element)
				: element.name == "face"                   ? ReadFaces(element)
														   : SkipElement(element);
			if (!status)
			{
				return status.GetError();
			}
		}
		if (m_assembler.TriangleCount() == 0)
		{
			return Error{ErrorCode::InvalidFile,
				"has " + CountText(static_cast<int64_t>(m_positions.size()), "vertex", "vertices") + " but no faces"};
		}
		ImportedSurface result = m_assembler.Finish();
		if (m_pointsAndLines > 0)
		{
			result.warnings.push_back({FractureCore::WarningCode::AttributeLost,
				CountText(m_pointsAndLines, "point or line", "points or lines") + " left out: only faces are read",
				m_pointsAndLines});
		}
		if (m_values.HasMore())
		{
			result.warnings.push_back({FractureCore::WarningCode::AttributeLost,
				"data after the last element left out: the header says that the file ends there",
				1});
		}
		return result;
	}

private:
	/// A header that promises more than the file holds is told before what is there in its place; of text, the line.
	Status CheckSize(const PlyElement& element) const
	{
		int64_t least = 0; // bytes of an entry
		for (const PlyProperty& property : element.properties)
		{
			least += PlyTypeSize(property.isList ? property.countType : property.type);
		}
		const auto left = static_cast<int64_t>(m_values.BytesLeft());
		if (!m_values.IsText() && element.count > left / least)
		{
			return Error{ErrorCode::InvalidFile,
				"is cut short: its header tells of " + std::to_string(element.count) + " times '" + element.name +
					"', but only " + std::to_string(left) + " bytes are left for them"};
		}
		return FractureCore::Ok{};
	}

	/// One entry of an element: scalars[i] for property i, or its list.
	Status ReadEntry(const PlyElement& element, int64_t number)
	{
		m_scalars.resize(element.properties.size());
		m_lists.resize(element.properties.size());
		for (size_t i = 0; i < element.properties.size(); ++i)
		{
			const PlyProperty& property = element.properties[i];
			double count = 1.0;
			bool good = !property.isList || (m_values.Next(property.countType, count) && count >= 0.0);
			m_lists[i].clear();
			for (double k = 0.0; k < count && good; ++k)
			{
				double value = 0.0;
				good = m_values.Next(property.type, value);
				property.isList ? m_lists[i].push_back(value) : void(m_scalars[i] = value);
			}
			if (!good)
			{
				return m_values.Here(element.name + " " + std::to_string(number) + " of " +
					std::to_string(element.count) + " is cut short or not a number");
			}
		}
		return FractureCore::Ok{};
	}

	Status SkipElement(const PlyElement& element)
	{
		for (int64_t i = 0; i < element.count; ++i)
		{
			if (const Status status = ReadEntry(element, i); !status)
			{
				return status;
			}
		}
		m_pointsAndLines += element.name == "edge" ? element.count : 0;
		return FractureCore::Ok{};
	}

	double Scalar(int32_t property) const { return m_scalars[static_cast<size_t>(property)]; }
	float ScalarF(int32_t property) const { return static_cast<float>(Scalar(property)); }

	Status ReadVertices(const PlyElement& element)
	{
		const auto find = [&](const char* name)
		{
			const int32_t index = element.FindProperty(name);
			return index != kNoIndex && !element.properties[static_cast<size_t>(index)].isList ? index : kNoIndex;
		};
		const int32_t x = find("x");
		const int32_t y = find("y");
		const int32_t z = find("z");
		if (x == kNoIndex || y == kNoIndex || z == kNoIndex)
		{
			return Error{ErrorCode::InvalidFile, "its vertices have no x, y and z"};
		}
		const std::array<int32_t, 3> normal = {find("nx"), find("ny"), find("nz")};
		const bool hasNormals = normal[0] != kNoIndex && normal[1] != kNoIndex && normal[2] != kNoIndex;
		std::array<int32_t, 2> uv = {kNoIndex, kNoIndex};
		for (const auto& [u, v] : {std::pair("s", "t"), std::pair("u", "v"), std::pair("texture_u", "texture_v")})
		{
			if (uv[0] == kNoIndex && find(u) != kNoIndex && find(v) != kNoIndex)
			{
				uv = {find(u), find(v)};
			}
		}
		for (int64_t i = 0; i < element.count; ++i)
		{
			if (const Status status = ReadEntry(element, i); !status)
			{
				return status;
			}
			const Vec3 position = Vec3{Scalar(x), Scalar(y), Scalar(z)} * m_metresPerUnit;
			if (const char* const fault = PositionFault(position))
			{
				Error error = m_values.Here("vertex " + std::to_string(i) + fault + ", counted from 0");
				error.element = i;
				return error;
			}
			if (i >= std::numeric_limits<int32_t>::max())
			{
				return Error{ErrorCode::TooLarge, "has more than 2^31 vertices"};
			}
			m_positions.push_back(position);
			if (hasNormals)
			{
				m_normals.push_back({ScalarF(normal[0]), ScalarF(normal[1]), ScalarF(normal[2])});
			}
			if (uv[0] != kNoIndex)
			{
				m_uvs.push_back({ScalarF(uv[0]), ScalarF(uv[1])});
			}
		}
		return FractureCore::Ok{};
	}

	Status ReadFaces(const PlyElement& element)
	{
		int32_t indices = element.FindProperty("vertex_indices");
		indices = indices == kNoIndex ? element.FindProperty("vertex_index") : indices;
		if (indices == kNoIndex || !element.properties[static_cast<size_t>(indices)].isList)
		{
			return Error{ErrorCode::InvalidFile, "its faces have no list vertex_indices"};
		}
		const int32_t texcoord = element.FindProperty("texcoord");
		m_assembler.BeginPart(
			m_assembler.AddSlot(""), texcoord == kNoIndex && m_uvs.empty() ? 0 : 1, m_positions.size());
		for (int64_t i = 0; i < element.count; ++i)
		{
			if (const Status status = ReadEntry(element, i); !status)
			{
				return status;
			}
			const std::vector<double>& corners = m_lists[static_cast<size_t>(indices)];
			static const std::vector<double> kNoUvs;
			const std::vector<double>& faceUvs = texcoord == kNoIndex ? kNoUvs : m_lists[static_cast<size_t>(texcoord)];
			if (const Status status = AddFace(i, corners, faceUvs); !status)
			{
				return status;
			}
		}
		return FractureCore::Ok{};
	}

	Status AddFace(int64_t face, const std::vector<double>& indices, const std::vector<double>& faceUvs)
	{
		if (indices.size() < 3)
		{
			++m_pointsAndLines;
			return FractureCore::Ok{};
		}
		m_corners.resize(indices.size());
		m_cornerVertices.resize(indices.size());
		for (size_t k = 0; k < indices.size(); ++k)
		{
			if (!(indices[k] >= 0.0 && indices[k] < static_cast<double>(m_positions.size())))
			{
				char index[32];
				std::snprintf(index, sizeof(index), "%.17g", indices[k]);
				Error error = m_values.Here("face " + std::to_string(face) + " names vertex " + index +
					", but the file has " + std::to_string(m_positions.size()) + ", counted from 0");
				error.element = face;
				return error;
			}
			const size_t vertex = static_cast<size_t>(indices[k]);
			SurfaceAssembler::Corner& corner = m_corners[k];
			m_cornerVertices[k] = static_cast<int32_t>(vertex);
			corner.position = m_positions[vertex];
			corner.normal = m_normals.empty() ? std::nullopt : std::optional(m_normals[vertex]);
			corner.uvs[0] = m_uvs.empty() ? Vec2f{} : m_uvs[vertex];
			if (faceUvs.size() == 2 * indices.size())
			{
				corner.uvs[0] = {static_cast<float>(faceUvs[2 * k]), static_cast<float>(faceUvs[2 * k + 1])};
			}
		}
		return m_assembler.AddPolygon(m_corners, m_cornerVertices, face);
	}

	const PlyHeader& m_header;
	PlyValues m_values;
	double m_metresPerUnit;
	SurfaceAssembler m_assembler;
	std::vector<Vec3> m_positions;
	std::vector<Vec3f> m_normals;
	std::vector<Vec2f> m_uvs;
	std::vector<double> m_scalars;            // of the current entry
	std::vector<std::vector<double>> m_lists; // of the current entry
	std::vector<SurfaceAssembler::Corner> m_corners;
	std::vector<int32_t> m_cornerVertices;
	int64_t m_pointsAndLines = 0;
};
} // namespace

Result<ImportedSurface> ParsePly(std::string_view file, double metresPerUnit)
{
	const Result<PlyHeader> header = ParsePlyHeader(file);
	if (!header)
	{
		return header.GetError();
	}
	return PlyParser(file, *header, metresPerUnit).Parse();
}

Result<ImportedSurface> ReadPly(const std::filesystem::path& path, double metresPerUnit)
{
	const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
	if (!bytes)
	{
		return bytes.GetError();
	}
	return ParsePly({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, metresPerUnit);
}
} // namespace FractureToolkit
