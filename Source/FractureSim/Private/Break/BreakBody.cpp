// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/BreakBody.h"

#include "Bridge/TaskBridge.h"
#include "Bridge/UnitBridge.h"
#include "FractureCore/Asset.h"
#include "FractureCore/Hash.h"
#include "FractureCore/Piece.h"
#include "FractureSimTrace.h"

namespace FractureSim::Private
{
FFractureSimHash FBreakBodySource::Key() const
{
	FractureCore::ContentHasher Hasher;
	Hasher.AddValue(AssetKey.High);
	Hasher.AddValue(AssetKey.Low);
	Hasher.AddValue(StrengthScale);
	Hasher.AddValue(Scale);
	Hasher.AddValue(Material.IsSet());
	if (Material)
	{
		for (const FractureCore::MaterialField& Field : FractureCore::MaterialFields())
		{
			Hasher.AddValue((*Material).*Field.value);
		}
	}
	Hasher.AddValue(Anchors.Num());
	for (const FBox& Box : Anchors)
	{
		for (const FVector& Corner : {Box.Min, Box.Max})
		{
			Hasher.AddValue(Corner.X);
			Hasher.AddValue(Corner.Y);
			Hasher.AddValue(Corner.Z);
		}
	}
	return ToUnrealHash(Hasher.Finish());
}

/// Lengths times `Scale`: a body of another size is another body, not a stretched picture of one.
static void ScaleObject(FractureCore::BakedObject& Object, double Scale)
{
	for (FractureCore::Vec3& Position : Object.surface.positions)
	{
		Position *= Scale;
	}
	for (FractureCore::Vec3& Node : Object.tets.nodes)
	{
		Node *= Scale;
	}
	Object.cellSize *= Scale;
	Object.shellThickness *= Scale;
	const double Volume = Scale * Scale * Scale;
	Object.mass.volume *= Volume;
	Object.mass.mass *= Volume;
	Object.mass.centre *= Scale;
	Object.mass.inertia *= Volume * Scale * Scale;
}

static void ReplaceMaterial(FractureCore::BakedObject& Object, const FractureCore::Material& Material)
{
	const double Heavier = Material.density / Object.material.density;
	Object.mass.mass *= Heavier;
	Object.mass.inertia *= Heavier;
	const double Stronger = Material.tensileStrength / Object.material.tensileStrength;
	for (double& Strength : Object.strength)
	{
		Strength *= Stronger;
	}
	Object.material = Material;
}

static FractureCore::Status AddAnchors(FractureCore::BakedObject& Object, const TArray<FBox>& Boxes, double Scale)
{
	std::vector<FractureCore::Anchor> Anchors;
	for (const FBox& Box : Boxes)
	{
		const FractureCore::Vec3 A = ToMetres(Box.Min) * Scale;
		const FractureCore::Vec3 B = ToMetres(Box.Max) * Scale;
		FractureCore::BoxRegion Region;
		Region.low = {FMath::Min(A.x, B.x), FMath::Min(A.y, B.y), FMath::Min(A.z, B.z)};
		Region.high = {FMath::Max(A.x, B.x), FMath::Max(A.y, B.y), FMath::Max(A.z, B.z)};
		Anchors.push_back({Region, 7});
	}
	if (Anchors.empty())
	{
		return FractureCore::Ok{};
	}
	const FractureCore::Result<std::vector<uint8_t>> Held =
		FractureCore::EvaluateAnchors(Object, Anchors, UnrealRunner());
	if (!Held)
	{
		return Held.GetError();
	}
	Object.heldAxes.resize(Held->size(), 0);
	for (size_t Node = 0; Node < Held->size(); ++Node)
	{
		Object.heldAxes[Node] |= (*Held)[Node];
	}
	return FractureCore::Ok{};
}

static FString MakeBody(FBreakBody& Body, const FBreakBodySource& Source)
{
	FRACTURESIM_SCOPE(FractureSim_PrepareBody);
	const std::span<const uint8_t> Bytes(Source.Bytes.GetData(), static_cast<size_t>(Source.Bytes.Num()));
	FractureCore::Result<FractureCore::BakedObject> Object = FractureCore::LoadAsset(Bytes);
	if (!Object)
	{
		return UTF8_TO_TCHAR(Object.GetError().message.c_str());
	}
	if (Source.Material)
	{
		ReplaceMaterial(*Object, *Source.Material);
	}
	Object->material.tensileStrength *= Source.StrengthScale;
	for (double& Strength : Object->strength)
	{
		Strength *= Source.StrengthScale;
	}
	if (Source.Scale != 1.0)
	{
		ScaleObject(*Object, Source.Scale);
	}
	if (const FractureCore::Status Checked = FractureCore::ValidateMaterial(Object->material); !Checked)
	{
		return UTF8_TO_TCHAR(Checked.GetError().message.c_str());
	}
	if (const FractureCore::Status Added = AddAnchors(*Object, Source.Anchors, Source.Scale); !Added)
	{
		return UTF8_TO_TCHAR(Added.GetError().message.c_str());
	}
	if (Body.bCancelled.load(std::memory_order_relaxed))
	{
		return TEXT("cancelled");
	}
	if (Object->kind == FractureCore::BakedKind::Shell)
	{
		const std::vector<uint8_t> Shell = FractureCore::SaveAsset(*Object);
		Body.ShellBytes.Append(Shell.data(), static_cast<int32>(Shell.size()));
	}
	std::vector<double> Strength = Object->strength;
	std::vector<uint8_t> HeldAxes = Object->heldAxes;
	FractureCore::Result<FractureCore::Breakable> Breakable =
		FractureCore::Breakable::Create(MoveTemp(*Object), MoveTemp(Strength), MoveTemp(HeldAxes), {}, UnrealRunner());
	if (!Breakable)
	{
		return UTF8_TO_TCHAR(Breakable.GetError().message.c_str());
	}
	Body.Breakable = MakeUnique<FractureCore::Breakable>(MoveTemp(*Breakable));
	const FractureCore::BakedObject& Whole = Body.Breakable->Object();
	Body.HarmlessForce = FractureCore::HarmlessForce(*Body.Breakable, Whole.surface, Whole.mass.volume);
	return FString();
}

TSharedRef<FBreakBody> PrepareBreakBody(FBreakBodySource&& Source)
{
	TSharedRef<FBreakBody> Body = MakeShared<FBreakBody>();
	Body->Key = Source.Key();
	// The handle is stored in what the task writes to: it is set before anyone else can see the body.
	Body->Task = UE::Tasks::Launch(
		UE_SOURCE_LOCATION,
		[Body, Source = MoveTemp(Source)] { Body->Error = MakeBody(*Body, Source); },
		UE::Tasks::ETaskPriority::BackgroundNormal);
	return Body;
}

static FString MakePieceBody(FBreakBody& Body, const FBreakBody& Parent, const FractureCore::Fragment& Fragment)
{
	FRACTURESIM_SCOPE(FractureSim_PreparePiece);
	if (Body.bCancelled.load(std::memory_order_relaxed))
	{
		return TEXT("cancelled");
	}
	FractureCore::Result<FractureCore::Breakable> Breakable =
		FractureCore::MakeBreakable(*Parent.Breakable, Fragment, FractureCore::PieceSettings(), UnrealRunner());
	if (!Breakable)
	{
		return UTF8_TO_TCHAR(Breakable.GetError().message.c_str());
	}
	// The piece's own key knows the bake and the shape, the parent's also the component's overrides.
	FractureCore::ContentHasher Hasher;
	Hasher.AddValue(Parent.Key.High);
	Hasher.AddValue(Parent.Key.Low);
	Hasher.AddValue(Breakable->Object().key.high);
	Hasher.AddValue(Breakable->Object().key.low);
	Body.Key = ToUnrealHash(Hasher.Finish());
	Body.Breakable = MakeUnique<FractureCore::Breakable>(MoveTemp(*Breakable));
	return FString();
}

TSharedRef<FBreakBody> PreparePieceBody(
	const TSharedPtr<FBreakBody>& Parent, const TSharedPtr<const FractureCore::Fragment>& Fragment)
{
	TSharedRef<FBreakBody> Body = MakeShared<FBreakBody>();
	Body->Task = UE::Tasks::Launch(
		UE_SOURCE_LOCATION,
		[Body, Parent, Fragment] { Body->Error = MakePieceBody(*Body, *Parent, *Fragment); },
		UE::Tasks::ETaskPriority::BackgroundNormal);
	return Body;
}
} // namespace FractureSim::Private
