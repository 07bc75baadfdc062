// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/GeometryCore/DynamicMesh/FDynamicMesh3 (5.5): edges
// have at most two triangles; others are refused.

#include "CoreMinimal.h"

#include <map>
#include <memory>

namespace UE::Geometry
{
class FDynamicMeshAttributeSet;

struct FIndex3i
{
	int A = -1;
	int B = -1;
	int C = -1;

	FIndex3i() = default;
	FIndex3i(int InA, int InB, int InC) : A(InA), B(InB), C(InC) {}
	int& operator[](int Index) { return Index == 0 ? A : (Index == 1 ? B : C); }
	const int& operator[](int Index) const { return Index == 0 ? A : (Index == 1 ? B : C); }
};

class FDynamicMesh3
{
public:
	static constexpr int InvalidID = -1;
	static constexpr int NonManifoldID = -2;
	static constexpr int DuplicateTriangleID = -3;

	FDynamicMesh3();
	FDynamicMesh3(const FDynamicMesh3& Other);
	FDynamicMesh3(FDynamicMesh3&& Other) noexcept;
	FDynamicMesh3& operator=(const FDynamicMesh3& Other);
	FDynamicMesh3& operator=(FDynamicMesh3&& Other) noexcept;
	~FDynamicMesh3();

	int AppendVertex(const FVector3d& Position);
	int AppendTriangle(const FIndex3i& Corners, int GroupID);
	int VertexCount() const { return static_cast<int>(Vertices.size()); }
	int TriangleCount() const { return static_cast<int>(Triangles.size()); }
	FVector3d GetVertex(int Vertex) const { return Vertices[static_cast<size_t>(Vertex)]; }
	FIndex3i GetTriangle(int Triangle) const { return Triangles[static_cast<size_t>(Triangle)]; }
	void EnableAttributes();
	FDynamicMeshAttributeSet* Attributes() { return AttributeSet.get(); }
	const FDynamicMeshAttributeSet* Attributes() const { return AttributeSet.get(); }

private:
	std::vector<FVector3d> Vertices;
	std::vector<FIndex3i> Triangles;
	std::map<std::pair<int, int>, int> EdgeUses;
	std::unique_ptr<FDynamicMeshAttributeSet> AttributeSet;
};
} // namespace UE::Geometry
