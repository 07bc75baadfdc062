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
#include "FractureCore/ShellFragility.h"
#include "FractureSimAsset.h"
#include "FractureSimComponent.h"
#include "FractureSimMaterial.h"

#include <algorithm>
#include <utility>

#define LOCTEXT_NAMESPACE "FractureSimPreview"

namespace FractureSim::Editor
{
using namespace FractureSim::Private;

/// m/s^2.
static constexpr double Gravity = 9.81;

/// Of the sheet whose fragility is mapped.
static constexpr int32 MapTriangles = 800;

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

TUniquePtr<FPreviewSolver> FPreviewSolver::Create(
	const UFractureSimComponent& Component, const FVector& Scale, FText& OutError)
{
	if (!Component.Asset)
	{
		OutError = LOCTEXT("NoAsset", "The component has no fracture asset. Choose one in its details.");
		return nullptr;
	}
	const TOptional<double> UniformScale = FractureSim::Private::UniformScale(Scale);
	if (!UniformScale)
	{
		OutError = LOCTEXT("NotUniform",
			"A breakable needs the same scale above zero along all axes. Change the actor's scale, or bake the shape.");
		return nullptr;
	}
	const UFractureSimAsset& Asset = *Component.Asset;
	const UFractureSimMaterial* const Material = Component.Material ? Component.Material : Asset.Material;
	FBreakBodySource Source = SourceOf(Asset, Material);
	Source.StrengthScale = Component.StrengthScale;
	Source.Scale = *UniformScale;
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

FPreviewImpact FPreviewSolver::DropImpact(double Height, const FVector& Down) const
{
	FPreviewImpact Impact;
	const std::vector<FractureCore::Vec3>& Positions = Object().surface.positions;
	FractureCore::Vec3 Lowest = Positions.front();
	const FractureCore::Vec3 Along = ToMetres(Down);
	for (const FractureCore::Vec3& Position : Positions)
	{
		Lowest = Dot(Position, Along) > Dot(Lowest, Along) ? Position : Lowest;
	}
	const double Speed = FMath::Sqrt(2.0 * Gravity * FMath::Max(0.0, Height) / CentimetresPerMetre);
	Impact.Point = ToCentimetres(Lowest);
	Impact.Impulse = -Down * (Object().mass.mass * Speed * CentimetresPerMetre);
	return Impact;
}

FRunSetup FPreviewSolver::MakeRun(const FPreviewImpact& Impact, const FPreviewSettings& Settings) const
{
	FRunSetup Run;
	// Shares the body: a run may outlive this.
	Run.Object = std::shared_ptr<const FractureCore::Breakable>(
		Body->Breakable.Get(), [Shared = Body](const FractureCore::Breakable*) {});
	Run.Blow = ToContact(Impact, Object().surface);
	const int32_t Hulls = Run.Breaking.settings.hullsPerFragment;
	Run.Breaking.settings = SettingsOf(Settings.Quality, Settings.Seed);
	Run.Breaking.settings.hullsPerFragment = Hulls;
	Run.Breaking.pieces.generations = Settings.PieceGenerations + 1;
	Run.Breaking.pieces.leastVolume = Settings.LeastPieceVolume;
	return Run;
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

/// Edges between an outer and a crack face, cm, about the piece's centre.
static TArray<FVector> FindCrackLines(const FractureCore::Fragment& Fragment)
{
	using FEdge = std::pair<int32_t, int32_t>;
	const auto EdgeOf = [](const FractureCore::Triangle& T, size_t K)
	{ return FEdge(std::minmax(T.v[K], T.v[(K + 1) % 3])); };
	const auto& Triangles = Fragment.surface.triangles;
	const size_t Outer = static_cast<size_t>(Fragment.outerTriangles);
	std::vector<FEdge> OuterEdges;
	for (size_t T = 0; T < Outer; ++T)
	{
		for (size_t K = 0; K < 3; ++K)
		{
			OuterEdges.push_back(EdgeOf(Triangles[T], K));
		}
	}
	std::sort(OuterEdges.begin(), OuterEdges.end());
	TArray<FVector> Lines;
	for (size_t T = Outer; T < Triangles.size(); ++T)
	{
		for (size_t K = 0; K < 3; ++K)
		{
			const FEdge Edge = EdgeOf(Triangles[T], K);
			if (std::binary_search(OuterEdges.begin(), OuterEdges.end(), Edge))
			{
				for (const int32_t End : {Edge.first, Edge.second})
				{
					const FractureCore::Vec3& Position = Fragment.surface.positions[static_cast<size_t>(End)];
					Lines.Add(ToCentimetres(Position - Fragment.mass.centre));
				}
			}
		}
	}
	return Lines;
}

static TArray<FPreviewPiece> ToPieces(const std::vector<FractureCore::Fragment>& Fragments)
{
	TArray<FPreviewPiece> Pieces;
	for (const FractureCore::Fragment& Fragment : Fragments)
	{
		FPreviewPiece& Piece = Pieces.AddDefaulted_GetRef();
		Piece.Mesh = ToDynamicMesh(Fragment.surface, Fragment.mass.centre);
		Piece.Centre = ToCentimetres(Fragment.mass.centre);
		Piece.CrackLines = FindCrackLines(Fragment);
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

/// From the nodes of the tets to the artist's vertices that hang in them. A shell's vertices are its nodes.
TArray<double> FPreviewSolver::OnSurface(TConstArrayView<double> NodeValues) const
{
	TArray<double> Values;
	if (Body->Breakable->IsShell())
	{
		Values.Append(NodeValues.GetData(), NodeValues.Num());
		return Values;
	}
	const FractureCore::Embedding& Embedding = Object().embedding;
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

/// Largest tension of each tet at the blow's peak, Pa. A shell's is that of the sheet, on the side that has more.
FractureCore::Status FPreviewSolver::SolveTension(const FPreviewImpact& Impact, TArray<double>& OutTets) const
{
	const FractureCore::TetMesh& Tets = Object().tets;
	const bool bShell = Body->Breakable->IsShell();
	FractureCore::SurfaceMesh Boundary;
	Boundary.positions = Tets.nodes;
	Boundary.triangles = FractureCore::BoundaryTriangles(Tets);
	const FractureCore::ContactImpulse Contact = ToContact(Impact, Boundary);
	const std::span<const FractureCore::ContactImpulse> Contacts(&Contact, 1);
	FractureCore::StressWorkspace Workspace;
	FractureCore::StressField Solid;
	FractureCore::ShellStressField Sheet;
	const FractureCore::Status Solved = bShell
		? FractureCore::SolveShellImpact(Body->Breakable->Shell(), Contacts, {}, Workspace, Sheet, UnrealRunner())
		: FractureCore::SolveImpact(Body->Breakable->Stress(), Contacts, {}, Workspace, Solid, UnrealRunner());
	for (size_t T = 0; Solved && T < Tets.tets.size(); ++T)
	{
		OutTets.Add(FMath::Max(0.0, bShell ? Sheet.principal[T / 3].largest : Solid.principal[T].largest));
	}
	return Solved;
}

TArray<double> FPreviewSolver::Tension(const FPreviewImpact& Impact, FText& OutError) const
{
	TArray<double> OfTets;
	if (const FractureCore::Status Solved = SolveTension(Impact, OfTets); !Solved)
	{
		OutError = ToText(Solved.GetError());
		return TArray<double>();
	}
	const FractureCore::TetMesh& Tets = Object().tets;
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
			Sum[Node] += Volume * OfTets[static_cast<int32>(T)];
			Weight[Node] += Volume;
		}
	}
	for (int32 Node = 0; Node < Sum.Num(); ++Node)
	{
		Sum[Node] /= Weight[Node];
	}
	return OnSurface(Sum);
}

/// Of a shell: nodes below, then above, with one sheet between them.
static FractureCore::Result<FractureCore::FragilityMap> MapOf(
	const FractureCore::Breakable& Breakable, const FractureCore::ContactPulse& Pulse)
{
	const FractureCore::Material& Material = Breakable.Object().material;
	const std::span<const double> Strength = Breakable.TetStrength();
	if (!Breakable.IsShell())
	{
		return FractureCore::ComputeFragility(Breakable.Stress(), Material, Strength, Pulse, UnrealRunner());
	}
	std::vector<double> OfTriangles;
	for (size_t T = 0; T < Strength.size(); T += 3)
	{
		OfTriangles.push_back(Strength[T]);
	}
	FractureCore::Result<FractureCore::FragilityMap> Map =
		FractureCore::ComputeShellFragility(Breakable.Shell(), Material, OfTriangles, Pulse, UnrealRunner());
	const int32_t Above = static_cast<int32_t>(Breakable.Object().tets.nodes.size() / 2);
	for (size_t I = 0, Count = Map ? Map->node.size() : 0; I < Count; ++I)
	{
		Map->node.push_back(Map->node[I] + Above);
		Map->impulse.push_back(Map->impulse[I]);
	}
	return Map;
}

/// As the game has it, but with few triangles: a map takes six solves a vertex, a minute for the game's sheet.
static FractureCore::Result<FractureCore::Breakable> MakeCoarseShell(const TArray<uint8>& Bytes)
{
	FractureCore::Result<FractureCore::BakedObject> Sheet =
		FractureCore::LoadAsset(std::span<const uint8_t>(Bytes.GetData(), static_cast<size_t>(Bytes.Num())));
	if (!Sheet)
	{
		return Sheet.GetError();
	}
	FractureCore::BreakableSettings Settings;
	Settings.shellTriangles = MapTriangles;
	std::vector<double> Strength = Sheet->strength;
	std::vector<uint8_t> HeldAxes = Sheet->heldAxes;
	return FractureCore::Breakable::Create(
		MoveTemp(*Sheet), MoveTemp(Strength), MoveTemp(HeldAxes), Settings, UnrealRunner());
}

const FractureCore::SurfaceMesh& FPreviewSolver::FragilitySurface() const
{
	return CoarseShell ? CoarseShell->Object().surface : Object().surface;
}

TArray<double> FPreviewSolver::Fragility(FText& OutError)
{
	if (Body->Breakable->IsShell() && !CoarseShell)
	{
		FractureCore::Result<FractureCore::Breakable> Made = MakeCoarseShell(Body->ShellBytes);
		if (!Made)
		{
			OutError = ToText(Made.GetError());
			return TArray<double>();
		}
		CoarseShell = MakeUnique<FractureCore::Breakable>(MoveTemp(*Made));
	}
	const FractureCore::Breakable& Mapped = CoarseShell ? *CoarseShell : *Body->Breakable;
	const FractureCore::Result<FractureCore::FragilityMap> Map =
		MapOf(Mapped, FractureCore::GivenPulse(FPreviewImpact().Duration, FractureCore::PulseShape::HalfSine));
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
	Nodes.Init(-1.0, static_cast<int32>(Mapped.Object().tets.nodes.size()));
	for (size_t I = 0; I < Map->node.size(); ++I)
	{
		Nodes[Map->node[I]] = Map->impulse[I];
	}
	const TArray<double> Given = Nodes;
	for (const FractureCore::Tet& Tet : Mapped.Object().tets.tets)
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
	return CoarseShell ? Nodes : OnSurface(Nodes);
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
