// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "ImportedModel.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace FractureToolkit
{
/// The unit normal of a triangle's plane, zero if it has none.
FractureCore::Vec3f FaceNormal(const FractureCore::SurfaceMesh& mesh, const FractureCore::Triangle& triangle);

/// Joins the parts of a scene into one surface whose attributes belong to corners. Parts may differ in what they have:
/// where one has normals or more UV channels than another, the gaps are filled and a warning says so.
class SurfaceAssembler
{
public:
	struct Corner
	{
		FractureCore::Vec3 position; // m
		std::optional<FractureCore::Vec3f> normal;
		std::array<FractureCore::Vec2f, 8> uvs; // of the part's channels
	};

	/// joinEqualPositions: for formats that repeat a vertex for each of its attributes, so that sharing means nothing.
	explicit SurfaceAssembler(bool joinEqualPositions) : m_joinEqualPositions(joinEqualPositions) {}

	/// The number of the slot of that name, which is added if it is new.
	int32_t AddSlot(const std::string& name);

	/// What follows belongs to the next object of the file. Objects without a triangle do not count.
	void BeginObject();

	/// What follows belongs to this slot and has so many UV channels; numbers of shared vertices start anew.
	void BeginPart(int32_t slot, int32_t uvChannels, size_t vertexCount);

	/// A polygon, counter-clockwise from outside. `sharedVertex` are the part's own vertex numbers, within vertexCount.
	/// The error, for one that cannot be cut or that is one too many, names `faceNumber`.
	FractureCore::Status AddPolygon(
		std::span<const Corner> corners, std::span<const int32_t> sharedVertex, int64_t faceNumber);

	int64_t TriangleCount() const { return static_cast<int64_t>(m_mesh.triangles.size()); }

	/// A single slot without a name is none.
	ImportedSurface Finish();

private:
	struct PositionHash
	{
		size_t operator()(const FractureCore::Vec3& p) const;
	};

	int32_t PositionIndex(const FractureCore::Vec3& position, int32_t sharedVertex);
	void AddCorner(const Corner& corner);

	bool m_joinEqualPositions;
	int32_t m_object = 0;
	int32_t m_slot = 0;
	int32_t m_uvChannels = 0;
	FractureCore::SurfaceMesh m_mesh;
	std::vector<int32_t> m_triangleObjects;
	std::vector<bool> m_cornerHasNormal;
	std::array<std::vector<FractureCore::Vec2f>, 8> m_uvs;
	std::array<int64_t, 8> m_cornersWithUv{};
	std::vector<int32_t> m_partPositions;               // index of each of the part's vertices, or kNoIndex
	std::vector<FractureCore::Vec3> m_polygon;          // scratch
	std::vector<std::array<int32_t, 3>> m_polygonParts; // scratch
	std::unordered_map<FractureCore::Vec3, int32_t, PositionHash> m_positionIndex;
};
} // namespace FractureToolkit
