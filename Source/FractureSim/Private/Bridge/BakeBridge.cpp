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
static FractureCore::Vec3 ToCorePoint(const FVector& Point, double Metres)
{
	return ToMetres(Point) * (Metres * CentimetresPerMetre);
}

/// `Metres` as above.
static FractureCore::StrengthSource ToCoreSource(const FFractureSimStrengthLayer& Layer, double Metres)
{
	const FractureCore::Vec3 Point = ToCorePoint(Layer.Point, Metres);
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
		Noise.threshold = Layer.bThreshold ? std::optional<double>(Layer.Threshold) : std::nullopt;
		Noise.seed = Seed;
		return Noise;
	}
	case EFractureSimLayerKind::CleavingPlane:
		return FractureCore::CleavingPlane{Point, ToCoreAxis(Layer.Direction), Layer.Width * Metres, Layer.Factor};
	case EFractureSimLayerKind::Nodules:
	{
		FractureCore::NoduleLayer Nodules;
		for (const FFractureSimNodule& Nodule : Layer.Nodules)
		{
			Nodules.spheres.push_back({ToCorePoint(Nodule.Centre, Metres), Nodule.Radius * Metres});
		}
		Nodules.scattered = Layer.Count;
		Nodules.scatteredRadius = Layer.Size * Metres;
		Nodules.factor = Layer.Factor;
		Nodules.seed = Seed;
		return Nodules;
	}
	case EFractureSimLayerKind::Bands:
		return FractureCore::BandLayer{Point, ToCoreAxis(Layer.Direction), Layer.Size * Metres, Layer.Amplitude};
	case EFractureSimLayerKind::Geometry:
		return FractureCore::GeometryLayer{Layer.VolumePower};
	case EFractureSimLayerKind::Grains:
	{
		FractureCore::GrainLayer Grains;
		Grains.size = Layer.Size * Metres;
		Grains.spread = Layer.Spread;
		Grains.factor = Layer.Factor;
		Grains.width = Layer.Width * Metres;
		Grains.seed = Seed;
		for (const FVector& Painted : Layer.Seeds)
		{
			Grains.seeds.push_back(ToCorePoint(Painted, Metres));
		}
		return Grains;
	}
	case EFractureSimLayerKind::Seeds:
	{
		FractureCore::SeedLayer Seeds;
		for (const FFractureSimGrainSeed& Placed : Layer.PlacedSeeds)
		{
			Seeds.seeds.push_back({ToCorePoint(Placed.Point, Metres), Placed.Weight});
		}
		Seeds.factor = Layer.Factor;
		Seeds.width = Layer.Width * Metres;
		return Seeds;
	}
	case EFractureSimLayerKind::Scatter:
		break;
	}
	FractureCore::ScatterLayer Scatter;
	Scatter.modulus = Layer.Modulus;
	Scatter.referenceVolume = Layer.ReferenceVolume * Metres * Metres * Metres;
	Scatter.seed = Seed;
	return Scatter;
}

static FractureCore::Region ToCoreRegion(const FFractureSimRegion& Region, double Metres)
{
	switch (Region.Shape)
	{
	case EFractureSimAnchorShape::Box:
	{
		// The mirror exchanges the ends of y.
		const FractureCore::Vec3 A = ToCorePoint(Region.Box.Min, Metres);
		const FractureCore::Vec3 B = ToCorePoint(Region.Box.Max, Metres);
		return FractureCore::BoxRegion{{A.x, B.y, A.z}, {B.x, A.y, B.z}};
	}
	case EFractureSimAnchorShape::Sphere:
		return FractureCore::SphereRegion{ToCorePoint(Region.Centre, Metres), Region.Radius * Metres};
	case EFractureSimAnchorShape::HalfSpace:
		return FractureCore::HalfSpaceRegion{ToCorePoint(Region.Centre, Metres), ToCoreAxis(Region.Normal)};
	case EFractureSimAnchorShape::Painted:
		break;
	}
	return ToCorePainted(Region.Values, Region.Depth, Metres);
}

FractureCore::StrengthSetup ToCoreStrength(
	const TArray<FFractureSimStrengthLayer>& Layers, const FFractureSimBakeSettings& Settings, bool bWithHidden)
{
	const double Metres = Settings.UnitScale / CentimetresPerMetre;
	FractureCore::StrengthSetup Setup;
	for (const FFractureSimStrengthLayer& Layer : Layers)
	{
		if (Layer.bVisible || bWithHidden)
		{
			FractureCore::StrengthLayer Core;
			Core.isHidden = !Layer.bVisible;
			Core.source = ToCoreSource(Layer, Metres);
			Core.blend = static_cast<FractureCore::StrengthBlend>(Layer.Blend);
			Core.weight = Layer.Weight;
			if (Layer.bMasked)
			{
				Core.mask = ToCoreRegion(Layer.Mask, Metres);
			}
			Setup.layers.push_back(std::move(Core));
		}
	}
	for (const FFractureSimBakeAnchor& Anchor : Settings.Anchors)
	{
		const int Axes = (Anchor.bHoldX ? 1 : 0) | (Anchor.bHoldY ? 2 : 0) | (Anchor.bHoldZ ? 4 : 0);
		const bool bHolds = Anchor.bVisible && Axes != 0;
		if (bHolds || bWithHidden)
		{
			FractureCore::Anchor Core;
			Core.region = ToCoreRegion(Anchor, Metres);
			Core.axes = bHolds ? static_cast<uint8_t>(Axes) : Core.axes;
			Core.isHidden = !bHolds;
			Setup.anchors.push_back(std::move(Core));
		}
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
