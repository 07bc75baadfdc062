// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bridge/MeshBridge.h"

#include "Bridge/UnitBridge.h"
#include "DynamicMesh/DynamicMeshAttributeSet.h"

namespace FractureSim::Private
{
/// Pieces fit each other exactly, so their hulls touch or overlap by rounding at birth.
static constexpr double HullShrink = 0.005;

static FVector3f TriangleNormal(
	const FractureCore::SurfaceMesh& Surface, const FractureCore::Triangle& Triangle, const FractureCore::Vec3f* Given)
{
	if (Given)
	{
		return FVector3f(ToDirection(*Given));
	}
	const auto& P = Surface.positions;
	const FractureCore::Vec3& A = P[static_cast<size_t>(Triangle.v[0])];
	const FractureCore::Vec3 N = FractureCore::Normalised(
		FractureCore::Cross(P[static_cast<size_t>(Triangle.v[1])] - A, P[static_cast<size_t>(Triangle.v[2])] - A));
	return FVector3f(static_cast<float>(N.x), static_cast<float>(-N.y), static_cast<float>(N.z));
}

UE::Geometry::FDynamicMesh3 ToDynamicMesh(
	const FractureCore::SurfaceMesh& Surface, const FractureCore::Vec3& Centre, TArray<int32>* OutSource)
{
	using namespace UE::Geometry;
	TArray<int32> Origins;
	FDynamicMesh3 Mesh;
	Mesh.EnableAttributes();
	FDynamicMeshAttributeSet& Attributes = *Mesh.Attributes();
	Attributes.EnableMaterialID();
	Attributes.SetNumUVLayers(1);
	FDynamicMeshNormalOverlay& Normals = *Attributes.PrimaryNormals();
	FDynamicMeshUVOverlay& Uvs = *Attributes.PrimaryUV();
	FDynamicMeshMaterialAttribute& Materials = *Attributes.GetMaterialID();

	for (const FractureCore::Vec3& Position : Surface.positions)
	{
		Origins.Add(Mesh.AppendVertex(ToCentimetres(Position - Centre)));
	}
	const bool bHasNormals = !Surface.cornerNormals.empty();
	const bool bHasUvs = Surface.uvChannels > 0;
	for (size_t T = 0; T < Surface.triangles.size(); ++T)
	{
		const FractureCore::Triangle& Source = Surface.triangles[T];
		const FIntVector Corners = ToUnrealTriangle(Source);
		FIndex3i Vertices(Corners.X, Corners.Y, Corners.Z);
		int Triangle = Mesh.AppendTriangle(Vertices, 0);
		if (Triangle == FDynamicMesh3::NonManifoldID || Triangle == FDynamicMesh3::DuplicateTriangleID)
		{
			// The mesh knows edges of two triangles only. An artist's open or touching surface may have others: they
			// get corners of their own.
			for (int32 K = 0; K < 3; ++K)
			{
				Origins.Add(Origins[Vertices[K]]);
				Vertices[K] = Mesh.AppendVertex(Mesh.GetVertex(Vertices[K]));
			}
			Triangle = Mesh.AppendTriangle(Vertices, 0);
		}
		if (Triangle < 0)
		{
			continue; // two corners are one
		}
		FIndex3i NormalElements;
		FIndex3i UvElements;
		for (size_t K = 0; K < 3; ++K)
		{
			const size_t Corner = 3 * T + K;
			const FractureCore::Vec3f* Given = bHasNormals ? &Surface.cornerNormals[Corner] : nullptr;
			NormalElements[static_cast<int>(K)] = Normals.AppendElement(TriangleNormal(Surface, Source, Given));
			UvElements[static_cast<int>(K)] =
				Uvs.AppendElement(bHasUvs ? ToUnrealUv(Surface.cornerUvs[Corner]) : FVector2f(0.0f, 0.0f));
		}
		Normals.SetTriangle(Triangle, NormalElements, true);
		Uvs.SetTriangle(Triangle, UvElements, true);
		Materials.SetValue(Triangle, Surface.triangleSlots.empty() ? 0 : Surface.triangleSlots[T]);
	}
	if (OutSource)
	{
		*OutSource = MoveTemp(Origins);
	}
	return Mesh;
}

FKAggregateGeom ToCollisionShapes(std::span<const FractureCore::ConvexHull> Hulls, const FractureCore::Vec3& Centre)
{
	FKAggregateGeom Shapes;
	for (const FractureCore::ConvexHull& Hull : Hulls)
	{
		if (Hull.positions.size() < 4)
		{
			continue;
		}
		FractureCore::Vec3 Middle;
		for (const FractureCore::Vec3& Position : Hull.positions)
		{
			Middle += Position / static_cast<double>(Hull.positions.size());
		}
		FKConvexElem& Element = Shapes.ConvexElems.AddDefaulted_GetRef();
		Element.VertexData.Reserve(static_cast<int32>(Hull.positions.size()));
		for (const FractureCore::Vec3& Position : Hull.positions)
		{
			Element.VertexData.Add(ToCentimetres(Middle + (Position - Middle) * (1.0 - HullShrink) - Centre));
		}
		Element.UpdateElemBox();
	}
	return Shapes;
}

TArray<FSurfaceSample> SampleSurface(const FractureCore::SurfaceMesh& Surface, int32 Count)
{
	using FractureCore::Vec3;
	const auto Corner = [&Surface](const FractureCore::Triangle& T, size_t K) -> const Vec3&
	{ return Surface.positions[static_cast<size_t>(T.v[K])]; };
	const auto AreaVector = [&Corner](const FractureCore::Triangle& T)
	{ return FractureCore::Cross(Corner(T, 1) - Corner(T, 0), Corner(T, 2) - Corner(T, 0)) * 0.5; };
	double Total = 0.0;
	for (const FractureCore::Triangle& T : Surface.triangles)
	{
		Total += FractureCore::Length(AreaVector(T));
	}
	TArray<FSurfaceSample> Samples;
	double Passed = 0.0;
	for (const FractureCore::Triangle& T : Surface.triangles)
	{
		const Vec3 Area = AreaVector(T);
		Passed += FractureCore::Length(Area);
		while (Samples.Num() < Count && Total > 0.0 && Passed >= (Samples.Num() + 0.5) / Count * Total)
		{
			// A low-discrepancy point of the triangle, folded into it where it falls outside.
			double U = FMath::Frac(0.5 + 0.7548776662466927 * (Samples.Num() + 1));
			double V = FMath::Frac(0.5 + 0.5698402909980532 * (Samples.Num() + 1));
			if (U + V > 1.0)
			{
				U = 1.0 - U;
				V = 1.0 - V;
			}
			const Vec3 Point = Corner(T, 0) + (Corner(T, 1) - Corner(T, 0)) * U + (Corner(T, 2) - Corner(T, 0)) * V;
			const Vec3 Normal = FractureCore::Normalised(Area);
			Samples.Add({ToCentimetres(Point), FVector(Normal.x, -Normal.y, Normal.z)});
		}
	}
	return Samples;
}
} // namespace FractureSim::Private
