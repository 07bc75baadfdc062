// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bridge/BakeBridge.h"

#include "Bridge/MaterialBridge.h"
#include "Bridge/UnitBridge.h"
#include "FractureSimAsset.h"
#include "FractureSimMaterial.h"

namespace FractureSim::Private
{
static FractureCore::Vec3 ToCoreAxis(const FVector& V)
{
	return {V.X, -V.Y, V.Z};
}

static FractureCore::PaintedValues ToCorePainted(const TArray<float>& Values, double DepthCm, double Metres)
{
	FractureCore::PaintedValues Painted;
	Painted.values.assign(Values.begin(), Values.end());
	Painted.depth = DepthCm * Metres;
	return Painted;
}

/// `Metres` of the real object in a centimetre of the mesh.
static FractureCore::StrengthSource ToCoreSource(const FFractureSimStrengthLayer& Layer, double Metres)
{
	const FractureCore::Vec3 Point = ToMetres(Layer.Point) * (Metres * CentimetresPerMetre);
	const uint64_t Seed = static_cast<uint64_t>(static_cast<uint32>(Layer.Seed));
	switch (Layer.Kind)
	{
	case EFractureSimLayerKind::Painted:
		return ToCorePainted(Layer.Values, Layer.Depth, Metres);
	case EFractureSimLayerKind::Noise:
	{
		FractureCore::NoiseLayer Noise;
		Noise.wavelength = Layer.Wavelength * Metres;
		Noise.octaves = Layer.Octaves;
		Noise.isTurbulence = Layer.bTurbulence;
		Noise.low = Layer.Low;
		Noise.high = Layer.High;
		Noise.seed = Seed;
		return Noise;
	}
	case EFractureSimLayerKind::CleavingPlane:
		return FractureCore::CleavingPlane{Point, ToCoreAxis(Layer.Direction), Layer.Width * Metres, Layer.Factor};
	case EFractureSimLayerKind::Nodules:
	{
		FractureCore::NoduleLayer Nodules;
		Nodules.scattered = Layer.Count;
		Nodules.scatteredRadius = Layer.Size * Metres;
		Nodules.factor = Layer.Factor;
		Nodules.seed = Seed;
		return Nodules;
	}
	case EFractureSimLayerKind::Bands:
		return FractureCore::BandLayer{Point, ToCoreAxis(Layer.Direction), Layer.Size * Metres, Layer.Amplitude};
	case EFractureSimLayerKind::Geometry:
		return FractureCore::GeometryLayer();
	case EFractureSimLayerKind::Grains:
	{
		FractureCore::GrainLayer Grains;
		Grains.size = Layer.Size * Metres;
		Grains.factor = Layer.Factor;
		Grains.width = Layer.Width * Metres;
		Grains.seed = Seed;
		for (const FVector& Painted : Layer.Seeds)
		{
			Grains.seeds.push_back(ToMetres(Painted) * (Metres * CentimetresPerMetre));
		}
		return Grains;
	}
	case EFractureSimLayerKind::Scatter:
		break;
	}
	FractureCore::ScatterLayer Scatter;
	Scatter.modulus = Layer.Modulus;
	Scatter.seed = Seed;
	return Scatter;
}

static FractureCore::Region ToCoreRegion(const FFractureSimBakeAnchor& Anchor, double Metres)
{
	const double Scale = Metres * CentimetresPerMetre;
	switch (Anchor.Shape)
	{
	case EFractureSimAnchorShape::Box:
	{
		// The mirror exchanges the ends of y.
		const FractureCore::Vec3 A = ToMetres(Anchor.Box.Min) * Scale;
		const FractureCore::Vec3 B = ToMetres(Anchor.Box.Max) * Scale;
		return FractureCore::BoxRegion{{A.x, B.y, A.z}, {B.x, A.y, B.z}};
	}
	case EFractureSimAnchorShape::Sphere:
		return FractureCore::SphereRegion{ToMetres(Anchor.Centre) * Scale, Anchor.Radius * Metres};
	case EFractureSimAnchorShape::HalfSpace:
		return FractureCore::HalfSpaceRegion{ToMetres(Anchor.Centre) * Scale, ToCoreAxis(Anchor.Normal)};
	case EFractureSimAnchorShape::Painted:
		break;
	}
	return ToCorePainted(Anchor.Values, Anchor.Depth, Metres);
}

FractureCore::StrengthSetup ToCoreStrength(
	const TArray<FFractureSimStrengthLayer>& Layers, const FFractureSimBakeSettings& Settings)
{
	const double Metres = Settings.UnitScale / CentimetresPerMetre;
	FractureCore::StrengthSetup Setup;
	for (const FFractureSimStrengthLayer& Layer : Layers)
	{
		if (Layer.bVisible)
		{
			FractureCore::StrengthLayer Core;
			Core.source = ToCoreSource(Layer, Metres);
			Core.blend = static_cast<FractureCore::StrengthBlend>(Layer.Blend);
			Core.weight = Layer.Weight;
			Setup.layers.push_back(std::move(Core));
		}
	}
	for (const FFractureSimBakeAnchor& Anchor : Settings.Anchors)
	{
		Setup.anchors.push_back({ToCoreRegion(Anchor, Metres), 7});
	}
	return Setup;
}

FractureCore::Result<FractureCore::BakeSettings> ToCoreBakeSettings(const UFractureSimAsset& Asset)
{
	const FFractureSimBakeSettings& Settings = Asset.BakeSettings;
	FractureCore::BakeSettings Core;
	const FractureCore::Result<FractureCore::Material> Preset =
		FractureCore::FindMaterialPreset(TCHAR_TO_UTF8(*Settings.MaterialPreset));
	if (!Preset)
	{
		return Preset.GetError();
	}
	Core.material = Asset.Material ? ToCoreMaterial(*Asset.Material, *Preset) : *Preset;
	Core.strength = ToCoreStrength(Asset.StrengthLayers, Settings);
	if (Settings.bThinShell)
	{
		Core.shellThickness = Settings.ShellThickness / CentimetresPerMetre;
		return Core;
	}
	Core.tets.targetTets = Settings.TargetTets;
	Core.tets.cellSize = Settings.CellSize / CentimetresPerMetre;
	Core.tets.optimise = Settings.bOptimise;
	Core.factor = Settings.bStoreFactor;
	return Core;
}
} // namespace FractureSim::Private
