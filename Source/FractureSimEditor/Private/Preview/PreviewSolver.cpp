// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Preview/PreviewSolver.h"

#include "Break/BreakBody.h"
#include "Bridge/ImpactBridge.h"
#include "Bridge/MaterialBridge.h"
#include "Bridge/MeshBridge.h"
#include "Bridge/TaskBridge.h"
#include "Bridge/UnitBridge.h"
#include "FractureCore/Asset.h"
#include "FractureCore/Contact.h"
#include "FractureCore/Fragility.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimMaterial.h"

#define LOCTEXT_NAMESPACE "FractureSimPreview"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

/// m/s^2.
static constexpr double Gravity = 9.81;

static FText ToText(const FractureCore::Error& Error)
{
	return FText::FromString(UTF8_TO_TCHAR(Error.message.c_str()));
}

static FBreakBodySource SourceOf(const UFractureSimAsset& Asset, const UFractureSimMaterial* Material)
{
	FBreakBodySource Source;
	Source.Bytes = Asset.GetBytes();
	Source.AssetKey = Asset.GetKey();
	if (Material)
	{
		const std::span<const uint8_t> Bytes(Source.Bytes.GetData(), static_cast<size_t>(Source.Bytes.Num()));
		const FractureCore::Result<FractureCore::BakedObject> Object = FractureCore::LoadAsset(Bytes);
		Source.Material = ToCoreMaterial(*Material, Object ? Object->material : FractureCore::Material());
	}
	return Source;
}

/// Prepared as at run time.
static TSharedPtr<FBreakBody> MakeBody(const UFractureSimAsset& Asset, FBreakBodySource&& Source, FText& OutError)
{
	if (!Asset.IsBaked())
	{
		OutError = FText::Format(LOCTEXT("NotBaked", "{0} is not baked yet. Press Bake in its details."),
			FText::FromString(Asset.GetName()));
		return nullptr;
	}
	const TSharedRef<FBreakBody> Body = PrepareBreakBody(MoveTemp(Source));
	Body->Task.Wait();
	if (!Body->Breakable)
	{
		OutError = FText::FromString(Body->Error);
		return nullptr;
	}
	return Body;
}

TUniquePtr<FPreviewSolver> FPreviewSolver::Create(const UFractureSimAsset& Asset, FText& OutError)
{
	TUniquePtr<FPreviewSolver> Solver = MakeUnique<FPreviewSolver>();
	Solver->Body = MakeBody(Asset, SourceOf(Asset, Asset.Material), OutError);
	return Solver->Body ? MoveTemp(Solver) : TUniquePtr<FPreviewSolver>();
}

TUniquePtr<FPreviewSolver> FPreviewSolver::Create(const UFractureSimComponent& Component, FText& OutError)
{
	if (!Component.Asset)
	{
		OutError = LOCTEXT("NoAsset", "The component has no fracture asset. Choose one in its details.");
		return nullptr;
	}
	const UFractureSimAsset& Asset = *Component.Asset;
	const UFractureSimMaterial* const Material = Component.Material ? Component.Material : Asset.Material;
	FBreakBodySource Source = SourceOf(Asset, Material);
	Source.StrengthScale = Component.StrengthScale;
	for (const FFractureSimAnchor& Anchor : Component.Anchors)
	{
		Source.Anchors.Add(Anchor.Box);
	}
	TUniquePtr<FPreviewSolver> Solver = MakeUnique<FPreviewSolver>();
	Solver->Body = MakeBody(Asset, MoveTemp(Source), OutError);
	return Solver->Body ? MoveTemp(Solver) : TUniquePtr<FPreviewSolver>();
}

const FractureCore::BakedObject& FPreviewSolver::Object() const
{
	return Body->Breakable->Object();
}

FPreviewImpact FPreviewSolver::DropImpact(double Height) const
{
	FPreviewImpact Impact;
	const std::vector<FractureCore::Vec3>& Positions = Object().surface.positions;
	FractureCore::Vec3 Lowest = Positions.front();
	for (const FractureCore::Vec3& Position : Positions)
	{
		Lowest = Position.z < Lowest.z ? Position : Lowest;
	}
	const double Speed = FMath::Sqrt(2.0 * Gravity * FMath::Max(0.0, Height) / CentimetresPerMetre);
	Impact.Point = ToCentimetres(Lowest);
	Impact.Impulse = FVector(0.0, 0.0, Object().mass.mass * Speed * CentimetresPerMetre);
	return Impact;
}

FractureCore::ContactImpulse FPreviewSolver::ToContact(
	const FPreviewImpact& Impact, const FractureCore::SurfaceMesh& On) const
{
	FractureCore::ContactImpulse Contact;
	Contact.point = NearestOnSurface(On, ToMetres(Impact.Point));
	Contact.impulse = ToNewtonSeconds(Impact.Impulse);
	Contact.pulse = FractureCore::GivenPulse(Impact.Duration, FractureCore::PulseShape::HalfSine);
	Contact.pulse.patchRadius = Impact.Radius / CentimetresPerMetre;
	return Contact;
}

static TArray<FPreviewPiece> ToPieces(const std::vector<FractureCore::Fragment>& Fragments)
{
	TArray<FPreviewPiece> Pieces;
	for (const FractureCore::Fragment& Fragment : Fragments)
	{
		FPreviewPiece& Piece = Pieces.AddDefaulted_GetRef();
		Piece.Mesh = ToDynamicMesh(Fragment.surface, Fragment.mass.centre);
		Piece.Centre = ToCentimetres(Fragment.mass.centre);
	}
	return Pieces;
}

TUniquePtr<FPreviewBreak> FPreviewSolver::Break(
	const FPreviewImpact& Impact, const FPreviewSettings& Settings, FText& OutError) const
{
	const FractureCore::ContactImpulse Contact = ToContact(Impact, Object().surface);
	FractureCore::Impact Core;
	Core.loads.collision = std::span<const FractureCore::ContactImpulse>(&Contact, 1);
	FractureCore::Result<FractureCore::BreakResult> Result =
		FractureCore::BreakBody(*Body->Breakable, Core, SettingsOf(Settings.Quality, Settings.Seed), UnrealRunner());
	if (!Result)
	{
		OutError = ToText(Result.GetError());
		return nullptr;
	}
	TUniquePtr<FPreviewBreak> Answer = MakeUnique<FPreviewBreak>();
	Answer->Pieces = ToPieces(Result->fragments);
	Answer->Debris = Result->debris.pieces;
	Answer->LoadFraction = Result->plan.firstFailureLoad;
	Answer->CrackEnergy = Result->crackEnergy;
	Answer->Cracks = MoveTemp(Result->plan.cracks);
	return Answer;
}

TArray<FPreviewPiece> FPreviewSolver::PiecesAfter(const FPreviewBreak& Result, int32 Cracks, FText& OutError) const
{
	FractureCore::CrackSet Open;
	const size_t Count = static_cast<size_t>(FMath::Clamp(Cracks, 0, Result.NumSteps()));
	Open.cracks.assign(Result.Cracks.cracks.begin(), Result.Cracks.cracks.begin() + static_cast<std::ptrdiff_t>(Count));
	if (Cracks >= Result.NumSteps())
	{
		// Crushed zones open with the last.
		Open.grains = Result.Cracks.grains;
	}
	// What the game would leave to particles stays with a neighbour.
	FractureCore::FragmentSettings Settings;
	Settings.smallestVolume = FractureCore::BreakSettings().debrisVolume;
	const FractureCore::Result<FractureCore::FragmentSet> Fragments =
		FractureCore::CutFragments(Body->Breakable->Cut(), Open, Object().material.density, Settings, UnrealRunner());
	if (!Fragments)
	{
		OutError = ToText(Fragments.GetError());
		return TArray<FPreviewPiece>();
	}
	return ToPieces(Fragments->fragments);
}

/// From the nodes of the tets to the artist's vertices that hang in them.
TArray<double> FPreviewSolver::OnSurface(TConstArrayView<double> NodeValues) const
{
	const FractureCore::Embedding& Embedding = Object().embedding;
	TArray<double> Values;
	Values.SetNum(static_cast<int32>(Embedding.vertexTet.size()));
	for (int32 Vertex = 0; Vertex < Values.Num(); ++Vertex)
	{
		const size_t V = static_cast<size_t>(Vertex);
		const FractureCore::Tet& Tet = Object().tets.tets[static_cast<size_t>(Embedding.vertexTet[V])];
		double Low = NodeValues[Tet.v[0]];
		double High = Low;
		double Value = 0.0;
		for (size_t K = 0; K < 4; ++K)
		{
			const double Corner = NodeValues[Tet.v[K]];
			Low = FMath::Min(Low, Corner);
			High = FMath::Max(High, Corner);
			Value += Embedding.vertexWeights[V][K] * Corner;
		}
		// A vertex that sticks out of its tet has weights beyond 0 to 1.
		Values[Vertex] = FMath::Clamp(Value, Low, High);
	}
	return Values;
}

TArray<double> FPreviewSolver::Tension(const FPreviewImpact& Impact, FText& OutError) const
{
	if (Body->Breakable->IsShell())
	{
		OutError = LOCTEXT("ShellStress", "A thin shell has no stress map; preview its break instead.");
		return TArray<double>();
	}
	const FractureCore::TetMesh& Tets = Object().tets;
	FractureCore::SurfaceMesh Boundary;
	Boundary.positions = Tets.nodes;
	Boundary.triangles = FractureCore::BoundaryTriangles(Tets);
	const FractureCore::ContactImpulse Contact = ToContact(Impact, Boundary);
	FractureCore::StressWorkspace Workspace;
	FractureCore::StressField Field;
	const FractureCore::Status Solved = FractureCore::SolveImpact(Body->Breakable->Stress(),
		std::span<const FractureCore::ContactImpulse>(&Contact, 1),
		FractureCore::StressSettings(),
		Workspace,
		Field,
		UnrealRunner());
	if (!Solved)
	{
		OutError = ToText(Solved.GetError());
		return TArray<double>();
	}
	// Means over the tets of a node, by volume.
	TArray<double> Sum;
	TArray<double> Weight;
	Sum.Init(0.0, static_cast<int32>(Tets.nodes.size()));
	Weight.Init(0.0, static_cast<int32>(Tets.nodes.size()));
	for (size_t T = 0; T < Tets.tets.size(); ++T)
	{
		const double Volume = FractureCore::SignedVolume(Tets, Tets.tets[T]);
		for (const int32_t Node : Tets.tets[T].v)
		{
			Sum[Node] += Volume * FMath::Max(0.0, Field.principal[T].largest);
			Weight[Node] += Volume;
		}
	}
	for (int32 Node = 0; Node < Sum.Num(); ++Node)
	{
		Sum[Node] /= Weight[Node];
	}
	return OnSurface(Sum);
}

TArray<double> FPreviewSolver::Fragility(FText& OutError) const
{
	if (Body->Breakable->IsShell())
	{
		OutError = LOCTEXT("ShellFragility", "A thin shell has no fragility map; preview its break instead.");
		return TArray<double>();
	}
	const FractureCore::Result<FractureCore::FragilityMap> Map =
		FractureCore::ComputeFragility(Body->Breakable->Stress(),
			Object().material,
			Body->Breakable->TetStrength(),
			FractureCore::GivenPulse(FPreviewImpact().Duration, FractureCore::PulseShape::HalfSine),
			UnrealRunner());
	if (!Map)
	{
		OutError = ToText(Map.GetError());
		return TArray<double>();
	}
	// Nodes inside carry nothing of their own: they take the mean of their tets' nodes at the surface, so that a vertex
	// that hangs in such a tet sees the surface only.
	TArray<double> Nodes;
	double Least = Map->impulse.empty() ? 0.0 : Map->impulse[0];
	for (const double Impulse : Map->impulse)
	{
		Least = FMath::Min(Least, Impulse);
	}
	Nodes.Init(-1.0, static_cast<int32>(Object().tets.nodes.size()));
	for (size_t I = 0; I < Map->node.size(); ++I)
	{
		Nodes[Map->node[I]] = Map->impulse[I];
	}
	const TArray<double> Given = Nodes;
	for (const FractureCore::Tet& Tet : Object().tets.tets)
	{
		double Sum = 0.0;
		int32 Count = 0;
		for (const int32_t Node : Tet.v)
		{
			Sum += FMath::Max(0.0, Given[Node]);
			Count += Given[Node] >= 0.0 ? 1 : 0;
		}
		for (const int32_t Node : Tet.v)
		{
			Nodes[Node] = Given[Node] < 0.0 && Count > 0 ? Sum / Count : Nodes[Node];
		}
	}
	for (double& Value : Nodes)
	{
		Value = Value < 0.0 ? Least : Value;
	}
	return OnSurface(Nodes);
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
