// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "SurfaceAssembler.h"

#include "FractureCore/Hash.h"
#include "FractureCore/Repair.h"
#include "PolygonTriangulation.h"
#include "TextCursor.h"

#include <algorithm>
#include <utility>

namespace FractureToolkit
{
using FractureCore::kNoIndex;
using FractureCore::Triangle;
using FractureCore::Vec2f;
using FractureCore::Vec3;
using FractureCore::Vec3f;
using FractureCore::WarningCode;

size_t SurfaceAssembler::PositionHash::operator()(const Vec3& p) const
{
	// Adding 0 makes 0 of -0, which equals it.
	const double values[3] = {p.x + 0.0, p.y + 0.0, p.z + 0.0};
	return static_cast<size_t>(
		FractureCore::Hash64(std::span(reinterpret_cast<const uint8_t*>(values), sizeof(values))));
}

int32_t SurfaceAssembler::AddSlot(const std::string& name)
{
	std::vector<std::string>& names = m_mesh.slotNames;
	const auto found = std::find(names.begin(), names.end(), name);
	const int32_t slot = static_cast<int32_t>(found - names.begin());
	if (found == names.end())
	{
		names.push_back(name);
	}
	return slot;
}

void SurfaceAssembler::BeginPart(int32_t slot, int32_t uvChannels, size_t vertexCount)
{
	m_slot = slot;
	m_uvChannels = uvChannels;
	m_mesh.uvChannels = std::max(m_mesh.uvChannels, uvChannels);
	m_partPositions.assign(vertexCount, kNoIndex);
}

int32_t SurfaceAssembler::PositionIndex(const Vec3& position, int32_t sharedVertex)
{
	int32_t& index = m_partPositions[static_cast<size_t>(sharedVertex)];
	if (index == kNoIndex)
	{
		index = static_cast<int32_t>(m_mesh.positions.size());
		if (m_joinEqualPositions)
		{
			index = m_positionIndex.try_emplace(position, index).first->second;
		}
		if (index == static_cast<int32_t>(m_mesh.positions.size()))
		{
			m_mesh.positions.push_back(position);
		}
	}
	return index;
}

void SurfaceAssembler::AddCorner(const Corner& corner)
{
	m_mesh.cornerNormals.push_back(corner.normal.value_or(Vec3f{}));
	m_cornerHasNormal.push_back(corner.normal.has_value());
	for (int32_t channel = 0; channel < m_uvChannels; ++channel)
	{
		std::vector<Vec2f>& uvs = m_uvs[static_cast<size_t>(channel)];
		uvs.resize(m_mesh.cornerNormals.size());
		uvs.back() = corner.uvs[static_cast<size_t>(channel)];
		++m_cornersWithUv[static_cast<size_t>(channel)];
	}
}

FractureCore::Status SurfaceAssembler::AddPolygon(
	std::span<const Corner> corners, std::span<const int32_t> sharedVertex, int64_t faceNumber)
{
	m_polygon.clear();
	m_polygonParts.clear();
	for (const Corner& corner : corners)
	{
		m_polygon.push_back(corner.position);
	}
	if (!TriangulatePolygon(m_polygon, m_polygonParts))
	{
		return FractureCore::Error{FractureCore::ErrorCode::TooLarge,
			"face " + std::to_string(faceNumber) + " is concave and has " + std::to_string(corners.size()) +
				" corners, too many to cut; faces count from 0",
			faceNumber};
	}
	// Instances of a mesh can multiply a small file beyond all memory.
	const int64_t most = FractureCore::RepairSettings().maxTriangles;
	if (TriangleCount() + static_cast<int64_t>(m_polygonParts.size()) > most)
	{
		return FractureCore::Error{
			FractureCore::ErrorCode::TooLarge, "has more than " + std::to_string(most) + " triangles", faceNumber};
	}
	for (const std::array<int32_t, 3>& part : m_polygonParts)
	{
		Triangle triangle;
		for (size_t k = 0; k < 3; ++k)
		{
			const size_t i = static_cast<size_t>(part[k]);
			triangle.v[k] = PositionIndex(corners[i].position, sharedVertex[i]);
			AddCorner(corners[i]);
		}
		m_mesh.triangles.push_back(triangle);
		m_mesh.triangleSlots.push_back(m_slot);
		m_triangleObjects.push_back(m_object);
	}
	return FractureCore::Ok{};
}

void SurfaceAssembler::BeginObject()
{
	if (!m_triangleObjects.empty() && m_triangleObjects.back() == m_object)
	{
		++m_object;
	}
}

ImportedSurface SurfaceAssembler::Finish()
{
	ImportedSurface result;
	const int64_t cornerCount = static_cast<int64_t>(m_mesh.cornerNormals.size());
	const int64_t withNormal = std::count(m_cornerHasNormal.begin(), m_cornerHasNormal.end(), true);
	if (withNormal == 0)
	{
		m_mesh.cornerNormals.clear();
	}
	else if (withNormal < cornerCount)
	{
		for (size_t i = 0; i < m_cornerHasNormal.size(); ++i)
		{
			if (!m_cornerHasNormal[i])
			{
				m_mesh.cornerNormals[i] = FaceNormal(m_mesh, m_mesh.triangles[i / 3]);
			}
		}
		result.warnings.push_back({WarningCode::AttributeLost,
			CountText(cornerCount - withNormal, "corner") + " without a normal got the one of the triangle",
			cornerCount - withNormal});
	}
	for (int32_t channel = 0; channel < m_mesh.uvChannels; ++channel)
	{
		std::vector<Vec2f>& uvs = m_uvs[static_cast<size_t>(channel)];
		uvs.resize(static_cast<size_t>(cornerCount));
		m_mesh.cornerUvs.insert(m_mesh.cornerUvs.end(), uvs.begin(), uvs.end());
		const int64_t without = cornerCount - m_cornersWithUv[static_cast<size_t>(channel)];
		if (without > 0)
		{
			result.warnings.push_back({WarningCode::AttributeLost,
				CountText(without, "corner") + " without a texture coordinate in channel " + std::to_string(channel) +
					" got (0, 0)",
				without});
		}
	}
	if (m_mesh.slotNames.size() == 1 && m_mesh.slotNames[0].empty())
	{
		m_mesh.slotNames.clear();
		m_mesh.triangleSlots.clear();
	}
	result.mesh = std::move(m_mesh);
	if (!m_triangleObjects.empty() && m_triangleObjects.back() > 0)
	{
		result.triangleObjects = std::move(m_triangleObjects);
	}
	return result;
}

Vec3f FaceNormal(const FractureCore::SurfaceMesh& mesh, const Triangle& triangle)
{
	const Vec3& a = mesh.positions[static_cast<size_t>(triangle.v[0])];
	const Vec3& b = mesh.positions[static_cast<size_t>(triangle.v[1])];
	const Vec3& c = mesh.positions[static_cast<size_t>(triangle.v[2])];
	const Vec3 normal = Normalised(Cross(b - a, c - a));
	return {static_cast<float>(normal.x), static_cast<float>(normal.y), static_cast<float>(normal.z)};
}
} // namespace FractureToolkit
