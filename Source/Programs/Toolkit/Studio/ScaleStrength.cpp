// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/ScaleStrength.h"

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

struct ScaleLengths
{
	double factor = 1.0;

	void operator()(PaintedValues& paint) const { paint.depth *= factor; }
	void operator()(BoxRegion& box) const
	{
		box.low *= factor;
		box.high *= factor;
	}
	void operator()(SphereRegion& sphere) const
	{
		sphere.centre *= factor;
		sphere.radius *= factor;
	}
	void operator()(HalfSpaceRegion& half) const { half.point *= factor; }
	void operator()(NoiseLayer& noise) const { noise.wavelength *= factor; }
	void operator()(CleavingPlane& plane) const
	{
		plane.point *= factor;
		plane.halfWidth *= factor;
	}
	void operator()(NoduleLayer& nodules) const
	{
		for (SphereRegion& sphere : nodules.spheres)
		{
			(*this)(sphere);
		}
		nodules.scatteredRadius *= factor;
	}
	void operator()(BandLayer& bands) const
	{
		bands.origin *= factor;
		bands.period *= factor;
	}
	void operator()(GeometryLayer&) const {}
	void operator()(GrainLayer& grains) const
	{
		grains.size *= factor;
		grains.width *= factor;
		for (Vec3& seed : grains.seeds)
		{
			seed *= factor;
		}
	}
	void operator()(ScatterLayer& scatter) const { scatter.referenceVolume *= factor * factor * factor; }
	void operator()(SeedLayer& placed) const
	{
		placed.width *= factor;
		for (GrainSeed& seed : placed.seeds)
		{
			seed.point *= factor;
		}
	}
};
} // namespace

void ScaleStrength(StrengthSetup& setup, double factor)
{
	const ScaleLengths scale{factor};
	for (StrengthLayer& layer : setup.layers)
	{
		std::visit(scale, layer.source);
		if (layer.mask)
		{
			std::visit(scale, *layer.mask);
		}
	}
	for (Anchor& anchor : setup.anchors)
	{
		std::visit(scale, anchor.region);
	}
}
} // namespace FractureToolkit
