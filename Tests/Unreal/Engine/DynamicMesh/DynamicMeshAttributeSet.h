// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/GeometryCore/DynamicMesh/FDynamicMeshAttributeSet,
// TDynamicMeshOverlay (5.5).

#include "DynamicMesh/DynamicMesh3.h"

#include <vector>

namespace UE::Geometry
{
enum class EMeshResult
{
	Ok = 0,
	Failed_NotATriangle = 2,
};

template <typename VectorType>
class TDynamicMeshVectorOverlay
{
public:
	int AppendElement(const VectorType& Value)
	{
		Elements.push_back(Value);
		return static_cast<int>(Elements.size()) - 1;
	}
	EMeshResult SetTriangle(int Triangle, const FIndex3i& TriElements, bool)
	{
		if (Triangle < 0)
		{
			return EMeshResult::Failed_NotATriangle;
		}
		Triangles.resize(std::max(Triangles.size(), static_cast<size_t>(Triangle) + 1));
		Triangles[static_cast<size_t>(Triangle)] = TriElements;
		return EMeshResult::Ok;
	}
	void SetElement(int Element, const VectorType& Value) { Elements[static_cast<size_t>(Element)] = Value; }
	int ElementCount() const { return static_cast<int>(Elements.size()); }
	VectorType GetElement(int Element) const { return Elements[static_cast<size_t>(Element)]; }
	FIndex3i GetTriangle(int Triangle) const { return Triangles[static_cast<size_t>(Triangle)]; }

private:
	std::vector<VectorType> Elements;
	std::vector<FIndex3i> Triangles;
};
using FDynamicMeshNormalOverlay = TDynamicMeshVectorOverlay<FVector3f>;
using FDynamicMeshUVOverlay = TDynamicMeshVectorOverlay<FVector2f>;
using FDynamicMeshColorOverlay = TDynamicMeshVectorOverlay<FVector4f>;

class FDynamicMeshMaterialAttribute
{
public:
	void SetValue(int Triangle, int32 Value)
	{
		Values.resize(std::max(Values.size(), static_cast<size_t>(Triangle) + 1));
		Values[static_cast<size_t>(Triangle)] = Value;
	}
	int32 GetValue(int Triangle) const { return Values[static_cast<size_t>(Triangle)]; }

private:
	std::vector<int32> Values;
};

class FDynamicMeshAttributeSet
{
public:
	void EnableMaterialID() { bMaterialID = true; }
	void EnablePrimaryColors() { bColours = true; }
	FDynamicMeshColorOverlay* PrimaryColors() { return bColours ? &Colours : nullptr; }
	const FDynamicMeshColorOverlay* PrimaryColors() const { return bColours ? &Colours : nullptr; }
	virtual void SetNumUVLayers(int) {}
	virtual ~FDynamicMeshAttributeSet() = default;
	FDynamicMeshNormalOverlay* PrimaryNormals() { return &Normals; }
	FDynamicMeshUVOverlay* PrimaryUV() { return &Uvs; }
	FDynamicMeshMaterialAttribute* GetMaterialID() { return bMaterialID ? &Materials : nullptr; }
	const FDynamicMeshNormalOverlay* PrimaryNormals() const { return &Normals; }
	const FDynamicMeshUVOverlay* PrimaryUV() const { return &Uvs; }
	const FDynamicMeshMaterialAttribute* GetMaterialID() const { return bMaterialID ? &Materials : nullptr; }

private:
	FDynamicMeshNormalOverlay Normals;
	FDynamicMeshUVOverlay Uvs;
	FDynamicMeshColorOverlay Colours;
	FDynamicMeshMaterialAttribute Materials;
	bool bColours = false;
	bool bMaterialID = false;
};
} // namespace UE::Geometry
