// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ObjReader.h"

#include "Files.h"
#include "PolygonTriangulation.h"
#include "PositionCheck.h"
#include "SurfaceAssembler.h"
#include "TextCursor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::kNoIndex;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::SurfaceMesh;
using FractureCore::Vec2f;
using FractureCore::Vec3;
using FractureCore::Vec3f;
using FractureCore::WarningCode;

/// Indices from 0, kNoIndex where the file gives none.
struct Corner
{
	int32_t position = kNoIndex;
	int32_t uv = kNoIndex;
	int32_t normal = kNoIndex;
};

struct Face
{
	int32_t firstCorner = 0;
	int32_t cornerCount = 0;
	int32_t slot = kNoIndex;
	int32_t line = 0;
};

/// The file's own tables, before polygons are cut and corners get their attributes.
class ObjParser
{
public:
	std::vector<Vec3> positions;
	std::vector<Vec2f> uvs;
	std::vector<Vec3f> normals;
	std::vector<Corner> corners;
	std::vector<Face> faces;
	std::vector<std::string> slotNames;
	int64_t ignoredElements = 0; // points, lines, curves

	explicit ObjParser(double metresPerUnit) : m_metresPerUnit(metresPerUnit) {}

	Status Parse(std::string_view text)
	{
		TextCursor cursor(text);
		do
		{
			const Status status = ParseLine(cursor);
			if (!status)
			{
				return status;
			}
		} while (cursor.NextLine());
		return CheckIndices();
	}

private:
	Status ParseLine(TextCursor& cursor)
	{
		const std::string_view keyword = cursor.Token();
		if (keyword == "v")
		{
			return ParsePosition(cursor);
		}
		if (keyword == "f" || keyword == "fo")
		{
			return ParseFace(cursor);
		}
		if (keyword == "vn")
		{
			Vec3f& normal = normals.emplace_back();
			return ParseFloats(cursor, {&normal.x, &normal.y, &normal.z}, 3, "a normal");
		}
		if (keyword == "vt")
		{
			Vec2f& uv = uvs.emplace_back();
			return ParseFloats(cursor, {&uv.x, &uv.y, nullptr}, 1, "a texture coordinate");
		}
		if (keyword == "usemtl")
		{
			UseSlot(cursor.RestOfLine());
		}
		else if (keyword == "p" || keyword == "l" || keyword == "curv" || keyword == "curv2" || keyword == "surf")
		{
			++ignoredElements;
		}
		else if (std::any_of(keyword.begin(), keyword.end(), [](char c) { return c >= 0 && c < 32; }))
		{
			return ErrorAtLine(cursor.Line(), "is not text; this is no OBJ file");
		}
		return FractureCore::Ok{};
	}

	Status ParsePosition(TextCursor& cursor)
	{
		double xyz[3];
		for (double& value : xyz)
		{
			const std::string_view token = cursor.Token();
			if (token.empty())
			{
				return ErrorAtLine(cursor.Line(), "a vertex needs three numbers");
			}
			if (!ParseNumber(token, value))
			{
				return ErrorAtLine(cursor.Line(), QuoteToken(token) + " is not a number");
			}
			const double metres = value * m_metresPerUnit;
			if (const char* const fault = PositionFault({metres, 0.0, 0.0}))
			{
				return ErrorAtLine(cursor.Line(),
					"vertex " + std::to_string(positions.size() + 1) + fault + ", counted from 1 (" +
						std::string(token) + ")");
			}
		}
		// A weight or a colour may follow.
		positions.push_back(Vec3{xyz[0], xyz[1], xyz[2]} * m_metresPerUnit);
		return FractureCore::Ok{};
	}

	static Status ParseFloats(
		TextCursor& cursor, const std::array<float*, 3>& targets, int32_t required, const char* what)
	{
		for (int32_t i = 0; i < 3 && targets[static_cast<size_t>(i)] != nullptr; ++i)
		{
			const std::string_view token = cursor.Token();
			if (token.empty() && i >= required)
			{
				break;
			}
			float& value = *targets[static_cast<size_t>(i)];
			if (!ParseNumber(token, value) || !std::isfinite(value))
			{
				return ErrorAtLine(cursor.Line(),
					token.empty() ? std::string(what) + " needs more numbers"
								  : std::string(what) + " has " + QuoteToken(token) + " where a number belongs");
			}
		}
		return FractureCore::Ok{};
	}

	void UseSlot(std::string_view name)
	{
		const auto found = std::find(slotNames.begin(), slotNames.end(), name);
		m_slot = static_cast<int32_t>(found - slotNames.begin());
		if (found == slotNames.end())
		{
			slotNames.emplace_back(name);
		}
	}

	Status ParseFace(TextCursor& cursor)
	{
		constexpr size_t kMost = static_cast<size_t>(std::numeric_limits<int32_t>::max());
		Face face;
		face.firstCorner = static_cast<int32_t>(corners.size());
		face.slot = m_slot;
		face.line = static_cast<int32_t>(cursor.Line());
		for (std::string_view token = cursor.Token(); !token.empty(); token = cursor.Token())
		{
			if (corners.size() >= kMost || positions.size() >= kMost || cursor.Line() > static_cast<int64_t>(kMost))
			{
				return Error{FractureCore::ErrorCode::TooLarge, "has more than 2^31 vertices, corners or lines"};
			}
			const Status status = ParseCorner(token, cursor.Line());
			if (!status)
			{
				return status;
			}
			++face.cornerCount;
		}
		if (face.cornerCount < 3)
		{
			return ErrorAtLine(cursor.Line(), "a face needs at least three corners");
		}
		faces.push_back(face);
		return FractureCore::Ok{};
	}

	/// v, v/vt, v//vn or v/vt/vn.
	Status ParseCorner(std::string_view token, int64_t line)
	{
		Corner& corner = corners.emplace_back();
		int32_t* const targets[3] = {&corner.position, &corner.uv, &corner.normal};
		const size_t counts[3] = {positions.size(), uvs.size(), normals.size()};
		const char* at = token.data();
		const char* const end = at + token.size();
		for (size_t i = 0; i < 3; ++i)
		{
			if (at == end || *at == '/')
			{
				if (i == 0)
				{
					return ErrorAtLine(line, "face corner " + QuoteToken(token) + " has no vertex");
				}
			}
			else
			{
				int64_t index = 0;
				const auto [rest, code] = std::from_chars(at, end, index);
				// Counted from 1; negative ones count back from the newest.
				const int64_t fromZero = index > 0 ? index - 1 : static_cast<int64_t>(counts[i]) + index;
				if (code != std::errc() || index == 0 || fromZero < 0 || fromZero > std::numeric_limits<int32_t>::max())
				{
					return ErrorAtLine(line, "face corner " + QuoteToken(token) + " is not a valid index");
				}
				*targets[i] = static_cast<int32_t>(fromZero);
				at = rest;
			}
			if (at == end)
			{
				return FractureCore::Ok{};
			}
			if (*at++ != '/')
			{
				break;
			}
		}
		return ErrorAtLine(line, "face corner " + QuoteToken(token) + " is not of the form v/vt/vn");
	}

	/// Only at the end, because a face may come before its vertices.
	Status CheckIndices() const
	{
		for (const Face& face : faces)
		{
			for (int32_t i = 0; i < face.cornerCount; ++i)
			{
				const Corner& corner = corners[static_cast<size_t>(face.firstCorner + i)];
				const std::pair<int32_t, size_t> checks[3] = {
					{corner.position, positions.size()}, {corner.uv, uvs.size()}, {corner.normal, normals.size()}};
				const char* const names[3] = {"vertex", "texture coordinate", "normal"};
				for (size_t k = 0; k < 3; ++k)
				{
					if (checks[k].first >= static_cast<int64_t>(checks[k].second))
					{
						return ErrorAtLine(face.line,
							"a face names " + std::string(names[k]) + " " + std::to_string(checks[k].first + 1) +
								", but the file has " + std::to_string(checks[k].second));
					}
				}
			}
		}
		return FractureCore::Ok{};
	}

	double m_metresPerUnit;
	int32_t m_slot = kNoIndex;
};

/// Cuts the polygons. Answers each triangle's three entries in parser.corners and its slot.
Result<std::vector<Face>> CutIntoTriangles(const ObjParser& parser, std::vector<std::array<int32_t, 3>>& triangles)
{
	std::vector<Face> triangleFaces;
	triangleFaces.reserve(parser.faces.size());
	triangles.reserve(parser.faces.size());
	std::vector<Vec3> polygon;
	for (const Face& face : parser.faces)
	{
		const size_t first = triangles.size();
		polygon.clear();
		for (int32_t i = 0; i < face.cornerCount && face.cornerCount > 3; ++i)
		{
			const Corner& corner = parser.corners[static_cast<size_t>(face.firstCorner + i)];
			polygon.push_back(parser.positions[static_cast<size_t>(corner.position)]);
		}
		if (face.cornerCount == 3)
		{
			triangles.push_back({0, 1, 2});
		}
		else if (!TriangulatePolygon(polygon, triangles))
		{
			return ErrorAtLine(face.line,
				"a concave face with " + std::to_string(face.cornerCount) + " corners; the most is " +
					std::to_string(kMaxConcaveCorners));
		}
		for (size_t t = first; t < triangles.size(); ++t)
		{
			for (int32_t& corner : triangles[t])
			{
				corner += face.firstCorner;
			}
			triangleFaces.push_back(face);
		}
	}
	return triangleFaces;
}

ImportedSurface BuildSurface(
	ObjParser& parser, const std::vector<std::array<int32_t, 3>>& triangles, const std::vector<Face>& triangleFaces)
{
	ImportedSurface result;
	SurfaceMesh& mesh = result.mesh;
	mesh.positions = std::move(parser.positions);
	mesh.slotNames = std::move(parser.slotNames);
	const auto has = [&](int32_t Corner::*index)
	{
		return std::any_of(
			parser.corners.begin(), parser.corners.end(), [&](const Corner& c) { return c.*index != kNoIndex; });
	};
	const bool hasNormals = has(&Corner::normal);
	const bool hasUvs = has(&Corner::uv);
	mesh.uvChannels = hasUvs ? 1 : 0;
	mesh.triangles.reserve(triangles.size());
	mesh.cornerNormals.reserve(hasNormals ? 3 * triangles.size() : 0);
	mesh.cornerUvs.reserve(hasUvs ? 3 * triangles.size() : 0);

	int64_t withoutNormal = 0;
	int64_t withoutUv = 0;
	for (const std::array<int32_t, 3>& corners : triangles)
	{
		FractureCore::Triangle& triangle = mesh.triangles.emplace_back();
		for (size_t k = 0; k < 3; ++k)
		{
			triangle.v[k] = parser.corners[static_cast<size_t>(corners[k])].position;
		}
		for (const int32_t index : corners)
		{
			const Corner& corner = parser.corners[static_cast<size_t>(index)];
			if (hasNormals)
			{
				withoutNormal += corner.normal == kNoIndex ? 1 : 0;
				mesh.cornerNormals.push_back(corner.normal == kNoIndex
						? FaceNormal(mesh, triangle)
						: parser.normals[static_cast<size_t>(corner.normal)]);
			}
			if (hasUvs)
			{
				withoutUv += corner.uv == kNoIndex ? 1 : 0;
				mesh.cornerUvs.push_back(corner.uv == kNoIndex ? Vec2f{} : parser.uvs[static_cast<size_t>(corner.uv)]);
			}
		}
	}

	if (!mesh.slotNames.empty())
	{
		// Faces before the first usemtl belong to no named slot.
		int32_t unnamed = kNoIndex;
		mesh.triangleSlots.reserve(triangles.size());
		for (const Face& face : triangleFaces)
		{
			if (face.slot == kNoIndex && unnamed == kNoIndex)
			{
				unnamed = static_cast<int32_t>(mesh.slotNames.size());
				mesh.slotNames.emplace_back("default");
			}
			mesh.triangleSlots.push_back(face.slot == kNoIndex ? unnamed : face.slot);
		}
	}

	if (withoutNormal > 0)
	{
		result.warnings.push_back({WarningCode::AttributeLost,
			CountText(withoutNormal, "corner") + " without a normal got the one of the triangle",
			withoutNormal});
	}
	if (withoutUv > 0)
	{
		result.warnings.push_back({WarningCode::AttributeLost,
			CountText(withoutUv, "corner") + " without a texture coordinate got (0, 0)",
			withoutUv});
	}
	if (parser.ignoredElements > 0)
	{
		result.warnings.push_back({WarningCode::AttributeLost,
			CountText(parser.ignoredElements, "point, line or curve", "points, lines or curves") +
				" left out: only faces are read",
			parser.ignoredElements});
	}
	return result;
}
} // namespace

Result<ImportedSurface> ParseObj(std::string_view text, double metresPerUnit)
{
	ObjParser parser(metresPerUnit);
	if (const Status status = parser.Parse(text); !status)
	{
		return status.GetError();
	}
	if (parser.faces.empty())
	{
		return Error{FractureCore::ErrorCode::InvalidFile,
			parser.positions.empty() ? "has no vertices and no faces; is it an OBJ file?"
									 : "has " +
					CountText(static_cast<int64_t>(parser.positions.size()), "vertex", "vertices") + " but no faces"};
	}
	std::vector<std::array<int32_t, 3>> triangles;
	const Result<std::vector<Face>> triangleFaces = CutIntoTriangles(parser, triangles);
	if (!triangleFaces)
	{
		return triangleFaces.GetError();
	}
	return BuildSurface(parser, triangles, *triangleFaces);
}

Result<ImportedSurface> ReadObj(const std::filesystem::path& path, double metresPerUnit)
{
	const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
	if (!bytes)
	{
		return bytes.GetError();
	}
	return ParseObj({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, metresPerUnit);
}
} // namespace FractureToolkit
