// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/ServerState.h"

#include "DynamicMesh/DynamicMeshAttributeSet.h"

#include <type_traits>

namespace FractureSim::Private
{
static constexpr double NormalSteps = 127.0;

/// All platforms of the engine have the same order of bytes.
class FStateWriter
{
public:
	template <typename T>
	void Add(const T& Value)
	{
		static_assert(std::is_arithmetic_v<T>);
		Bytes.Append(reinterpret_cast<const uint8*>(&Value), sizeof(T));
	}
	void AddFloats(const FVector& V)
	{
		Add(static_cast<float>(V.X));
		Add(static_cast<float>(V.Y));
		Add(static_cast<float>(V.Z));
	}

	TArray<uint8> Bytes;
};

/// Gives zeros, and says so, once there is nothing left.
class FStateReader
{
public:
	explicit FStateReader(TConstArrayView<uint8> InBytes) : Bytes(InBytes) {}

	template <typename T>
	T Take()
	{
		static_assert(std::is_arithmetic_v<T>);
		T Value = T();
		if (!Has(1, sizeof(T)))
		{
			bGood = false;
			return Value;
		}
		FMemory::Memcpy(&Value, Bytes.GetData() + Position, sizeof(T));
		Position += static_cast<int32>(sizeof(T));
		return Value;
	}
	FVector TakeFloats()
	{
		const double X = Take<float>();
		const double Y = Take<float>();
		const double Z = Take<float>();
		return FVector(X, Y, Z);
	}

	/// A number of things of so many bytes each: never more than there can be.
	int32 TakeCount(size_t LeastBytes)
	{
		const int32 Count = Take<int32>();
		bGood = bGood && Count >= 0 && Has(Count, LeastBytes);
		return bGood ? Count : 0;
	}
	bool IsGood() const { return bGood; }
	bool IsAtEnd() const { return Position == Bytes.Num(); }

private:
	bool Has(int32 Count, size_t EachBytes) const
	{
		return bGood && int64(Count) * int64(EachBytes) <= int64(Bytes.Num()) - Position;
	}

	TConstArrayView<uint8> Bytes;
	int32 Position = 0;
	bool bGood = true;
};

static void WriteMesh(FStateWriter& Writer, const UE::Geometry::FDynamicMesh3& Mesh)
{
	// Meshes of pieces have been made by appending alone: their ids have no gaps.
	Writer.Add(int32(Mesh.VertexCount()));
	for (int32 I = 0; I < Mesh.VertexCount(); ++I)
	{
		Writer.AddFloats(FVector(Mesh.GetVertex(I)));
	}
	Writer.Add(int32(Mesh.TriangleCount()));
	const UE::Geometry::FDynamicMeshAttributeSet& Attributes = *Mesh.Attributes();
	for (int32 T = 0; T < Mesh.TriangleCount(); ++T)
	{
		const UE::Geometry::FIndex3i Corners = Mesh.GetTriangle(T);
		const UE::Geometry::FIndex3i Normals = Attributes.PrimaryNormals()->GetTriangle(T);
		const UE::Geometry::FIndex3i Uvs = Attributes.PrimaryUV()->GetTriangle(T);
		Writer.Add(static_cast<uint8>(Attributes.GetMaterialID()->GetValue(T)));
		for (int32 K = 0; K < 3; ++K)
		{
			const FVector3f Normal = Attributes.PrimaryNormals()->GetElement(Normals[K]);
			const FVector2f Uv = Attributes.PrimaryUV()->GetElement(Uvs[K]);
			Writer.Add(int32(Corners[K]));
			for (const float Part : {Normal.X, Normal.Y, Normal.Z})
			{
				Writer.Add(
					static_cast<int8>(FMath::RoundToDouble(FMath::Clamp(double(Part), -1.0, 1.0) * NormalSteps)));
			}
			Writer.Add(Uv.X);
			Writer.Add(Uv.Y);
		}
	}
}

static bool ReadMesh(FStateReader& Reader, UE::Geometry::FDynamicMesh3& Mesh)
{
	Mesh.EnableAttributes();
	UE::Geometry::FDynamicMeshAttributeSet& Attributes = *Mesh.Attributes();
	Attributes.EnableMaterialID();
	Attributes.SetNumUVLayers(1);
	const int32 Vertices = Reader.TakeCount(3 * sizeof(float));
	for (int32 I = 0; I < Vertices; ++I)
	{
		const FVector Vertex = Reader.TakeFloats();
		if (Vertex.ContainsNaN())
		{
			return false;
		}
		Mesh.AppendVertex(Vertex);
	}
	const int32 Triangles = Reader.TakeCount(1 + 3 * (sizeof(int32) + 3 + 2 * sizeof(float)));
	for (int32 I = 0; I < Triangles; ++I)
	{
		const uint8 Material = Reader.Take<uint8>();
		UE::Geometry::FIndex3i Corners;
		UE::Geometry::FIndex3i Normals;
		UE::Geometry::FIndex3i Uvs;
		for (int32 K = 0; K < 3; ++K)
		{
			Corners[K] = Reader.Take<int32>();
			const double X = Reader.Take<int8>() / NormalSteps;
			const double Y = Reader.Take<int8>() / NormalSteps;
			const double Z = Reader.Take<int8>() / NormalSteps;
			const float U = Reader.Take<float>();
			const float V = Reader.Take<float>();
			if (!FMath::IsFinite(U) || !FMath::IsFinite(V))
			{
				return false;
			}
			Normals[K] = Attributes.PrimaryNormals()->AppendElement(FVector3f(FVector(X, Y, Z).GetSafeNormal()));
			Uvs[K] = Attributes.PrimaryUV()->AppendElement(FVector2f(U, V));
		}
		for (int32 K = 0; K < 3; ++K)
		{
			if (Corners[K] < 0 || Corners[K] >= Vertices)
			{
				return false;
			}
		}
		const int32 Triangle = Mesh.AppendTriangle(Corners, 0);
		if (Triangle < 0)
		{
			return false;
		}
		Attributes.PrimaryNormals()->SetTriangle(Triangle, Normals, true);
		Attributes.PrimaryUV()->SetTriangle(Triangle, Uvs, true);
		Attributes.GetMaterialID()->SetValue(Triangle, Material);
	}
	return Reader.IsGood();
}

static void WriteShapes(FStateWriter& Writer, const FKAggregateGeom& Shapes)
{
	Writer.Add(Shapes.ConvexElems.Num());
	for (const FKConvexElem& Element : Shapes.ConvexElems)
	{
		Writer.Add(Element.VertexData.Num());
		for (const FVector& Vertex : Element.VertexData)
		{
			Writer.AddFloats(Vertex);
		}
	}
}

static bool ReadShapes(FStateReader& Reader, FKAggregateGeom& Shapes)
{
	constexpr int32 LeastPoints = 4; // fewer have no inside
	bool bGood = true;
	const int32 Elements = Reader.TakeCount(sizeof(int32));
	for (int32 I = 0; I < Elements; ++I)
	{
		FKConvexElem& Element = Shapes.ConvexElems.AddDefaulted_GetRef();
		const int32 Vertices = Reader.TakeCount(3 * sizeof(float));
		bGood &= Vertices >= LeastPoints;
		for (int32 V = 0; V < Vertices; ++V)
		{
			Element.VertexData.Add(Reader.TakeFloats());
			bGood &= !Element.VertexData.Last().ContainsNaN();
		}
		Element.UpdateElemBox();
	}
	return bGood && Elements > 0;
}

static void WritePiece(FStateWriter& Writer, const FPieceState& Piece)
{
	const FVector Location = Piece.Transform.GetLocation();
	const FQuat Rotation = Piece.Transform.GetRotation();
	Writer.Add(Piece.Break);
	Writer.Add(Piece.Data->Number);
	Writer.Add(static_cast<uint8>(Piece.bAtRest ? 1 : 0));
	for (const double Part : {Location.X, Location.Y, Location.Z, Rotation.X, Rotation.Y, Rotation.Z, Rotation.W})
	{
		Writer.Add(Part);
	}
	Writer.Add(Piece.Data->Mass);
	Writer.AddFloats(Piece.Data->Velocity);
	Writer.AddFloats(Piece.Data->AngularVelocity);
	WriteShapes(Writer, Piece.Data->Shapes);
	WriteMesh(Writer, Piece.Shown ? *Piece.Shown : Piece.Data->Mesh);
}

static bool ReadPiece(FStateReader& Reader, FPieceState& Piece)
{
	Piece.Data = MakeUnique<FFragmentData>();
	Piece.Break = Reader.Take<int32>();
	Piece.Data->Number = Reader.Take<int32>();
	Piece.bAtRest = Reader.Take<uint8>() != 0;
	double Pose[7];
	for (double& Part : Pose)
	{
		Part = Reader.Take<double>();
	}
	FQuat Rotation(Pose[3], Pose[4], Pose[5], Pose[6]);
	Rotation.Normalize();
	Piece.Transform = FTransform(Rotation, FVector(Pose[0], Pose[1], Pose[2]));
	Piece.Data->Mass = Reader.Take<double>();
	Piece.Data->Velocity = Reader.TakeFloats();
	Piece.Data->AngularVelocity = Reader.TakeFloats();
	const bool bMoves = !Piece.Data->Velocity.ContainsNaN() && !Piece.Data->AngularVelocity.ContainsNaN();
	return Piece.Break > 0 && Piece.Data->Mass > 0.0 && FMath::IsFinite(Piece.Data->Mass) && bMoves &&
		!Piece.Transform.GetLocation().ContainsNaN() && ReadShapes(Reader, Piece.Data->Shapes) &&
		ReadMesh(Reader, Piece.Data->Mesh);
}

TArray<uint8> WriteServerState(const FServerState& State)
{
	FStateWriter Writer;
	Writer.Add(State.Sequence);
	Writer.Add(State.Result.High);
	Writer.Add(State.Result.Low);
	Writer.Add(static_cast<uint8>(State.bBroken ? 1 : 0));
	Writer.Add(State.Pieces.Num());
	for (const FPieceState& Piece : State.Pieces)
	{
		WritePiece(Writer, Piece);
	}
	return MoveTemp(Writer.Bytes);
}

bool ReadServerState(TConstArrayView<uint8> Bytes, FServerState& State)
{
	FStateReader Reader(Bytes);
	State.Sequence = Reader.Take<int32>();
	State.Result.High = Reader.Take<uint64>();
	State.Result.Low = Reader.Take<uint64>();
	State.bBroken = Reader.Take<uint8>() != 0;
	const int32 Count = Reader.TakeCount(sizeof(int32));
	for (int32 I = 0; I < Count; ++I)
	{
		if (!ReadPiece(Reader, State.Pieces.AddDefaulted_GetRef()))
		{
			return false;
		}
	}
	return Reader.IsGood() && Reader.IsAtEnd();
}
} // namespace FractureSim::Private
