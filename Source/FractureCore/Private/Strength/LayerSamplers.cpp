// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Strength/LayerSamplers.h"

#include "FractureCore/Random.h"
#include "FractureCore/Weakness.h"
#include "Math/Elementary.h"
#include "Math/Roots.h"
#include "Mesh/FaceTable.h"
#include "Strength/PerlinNoise.h"
#include "Strength/SeedGrid.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace FractureCore
{
namespace
{
template <typename Factor>
LayerValues SampleEachCell(const StrengthCells& cells, TaskRunner& runner, Factor&& factor)
{
	LayerValues values;
	values.factors.resize(static_cast<size_t>(cells.Count()));
	ParallelFor(runner,
		cells.Count(),
		kCellGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t cell = begin; cell < end; ++cell)
			{
				values.factors[cell] = factor(cell);
			}
		});
	return values;
}

/// The same factor in some cells and nothing in the others.
template <typename IsInside>
LayerValues SampleInside(double factor, const StrengthCells& cells, TaskRunner& runner, IsInside&& isInside)
{
	LayerValues values;
	values.factors.assign(static_cast<size_t>(cells.Count()), factor);
	values.influence = SampleEachCell(cells, runner, [&](int64_t cell) { return isInside(cell) ? 1.0 : 0.0; }).factors;
	return values;
}

LayerValues SampleSource(
	const PaintedValues& paint, const StrengthCells& cells, RegionQuery& regions, TaskRunner& runner)
{
	const std::vector<PaintSample> samples = regions.SamplePaint(paint, runner);
	LayerValues values;
	values.factors.resize(static_cast<size_t>(cells.Count()));
	values.influence.resize(values.factors.size());
	for (size_t cell = 0; cell < samples.size(); ++cell)
	{
		values.factors[cell] = samples[cell].value;
		values.influence[cell] = samples[cell].influence;
	}
	return values;
}

LayerValues SampleSource(const NoiseLayer& layer, const StrengthCells& cells, TaskRunner& runner)
{
	return SampleEachCell(cells,
		runner,
		[&](int64_t cell)
		{
			const Vec3 point = cells.Centres()[cell] / layer.wavelength;
			double t = layer.isTurbulence ? Turbulence(point, layer.octaves, layer.seed)
										  : 0.5 + 0.5 * FractalNoise(point, layer.octaves, layer.seed);
			if (layer.threshold)
			{
				t = t < *layer.threshold ? 0.0 : 1.0;
			}
			return layer.low + (layer.high - layer.low) * t;
		});
}

/// From the plane to the nearest point of the cell, so that no plane slips through between centres.
LayerValues SampleSource(const CleavingPlane& plane, const StrengthCells& cells, TaskRunner& runner)
{
	const Vec3 normal = Normalised(plane.normal);
	return SampleInside(plane.factor,
		cells,
		runner,
		[&](int64_t cell)
		{
			double least = HUGE_VAL;
			double most = -HUGE_VAL;
			for (const int32_t corner : cells.Corners(cell))
			{
				const double distance = Dot(normal, cells.Points()[corner] - plane.point);
				least = std::min(least, distance);
				most = std::max(most, distance);
			}
			return least <= plane.halfWidth && most >= -plane.halfWidth;
		});
}

LayerValues SampleSource(const NoduleLayer& layer, const StrengthCells& cells, TaskRunner& runner)
{
	std::vector<SphereRegion> spheres = layer.spheres;
	const Vec3 size = cells.High() - cells.Low();
	uint64_t counter = 0;
	for (int32_t i = 0; i < layer.scattered; ++i, counter += 3)
	{
		const Vec3 offset = {size.x * RandomUnit(layer.seed, counter),
			size.y * RandomUnit(layer.seed, counter + 1),
			size.z * RandomUnit(layer.seed, counter + 2)};
		spheres.push_back({cells.Low() + offset, layer.scatteredRadius});
	}
	return SampleInside(layer.factor,
		cells,
		runner,
		[&](int64_t cell)
		{
			const auto holds = [&](const SphereRegion& sphere)
			{ return LengthSquared(cells.Centres()[cell] - sphere.centre) <= sphere.radius * sphere.radius; };
			return std::any_of(spheres.begin(), spheres.end(), holds);
		});
}

LayerValues SampleSource(const BandLayer& layer, const StrengthCells& cells, TaskRunner& runner)
{
	const Vec3 axis = Normalised(layer.axis);
	return SampleEachCell(cells,
		runner,
		[&](int64_t cell)
		{
			const double along = Dot(axis, cells.Centres()[cell] - layer.origin);
			return 1.0 + layer.amplitude * SinOfTurns(along / layer.period);
		});
}

LayerValues SampleSource(const GeometryLayer& layer, const StrengthCells& cells, TaskRunner& runner)
{
	const TetMesh& mesh = cells.Object().tets;
	const FaceTable faces = BuildFaceTable(mesh);
	const auto area = [&](int64_t tet, int32_t face)
	{
		const Triangle t = TetFace(mesh.tets[tet], face);
		const Vec3& a = mesh.nodes[t.v[0]];
		return 0.5 * Length(Cross(mesh.nodes[t.v[1]] - a, mesh.nodes[t.v[2]] - a));
	};
	// Each shared face is met twice, from either side.
	double areaSum = 0.0;
	int64_t shared = 0;
	for (int64_t tet = 0; tet < cells.Count(); ++tet)
	{
		for (int32_t face = 0; face < 4; ++face)
		{
			if (faces.neighbour[4 * tet + face] != kNoIndex)
			{
				areaSum += area(tet, face);
				++shared;
			}
		}
	}
	const double meanArea = shared > 0 ? areaSum / static_cast<double>(shared) : 1.0;
	return SampleEachCell(cells,
		runner,
		[&](int64_t tet)
		{
			double sum = 0.0;
			int32_t bonds = 0;
			for (int32_t face = 0; face < 4; ++face)
			{
				const int32_t other = faces.neighbour[4 * tet + face];
				if (other != kNoIndex)
				{
					const double volume = (cells.Volume(tet) + cells.Volume(other)) / (2.0 * cells.MeanVolume());
					sum += area(tet, face) / meanArea * PortablePow(volume, layer.volumePower);
					++bonds;
				}
			}
			return bonds > 0 ? sum / bonds : 1.0;
		});
}

/// Weak where two grains of about equal energy meet.
LayerValues SampleBoundaries(
	const GrainSet& grains, double factor, double width, const StrengthCells& cells, TaskRunner& runner)
{
	const std::vector<NearestGrains> nearest = FindNearestGrains(grains, cells.Centres(), runner);
	return SampleEachCell(cells,
		runner,
		[&](int64_t cell)
		{
			if (nearest[cell].second == kNoIndex)
			{
				return 1.0;
			}
			const double distance = nearest[cell].phi / width;
			return 1.0 - (1.0 - factor) / (1.0 + distance * distance);
		});
}

LayerValues SampleSource(const GrainLayer& layer, const StrengthCells& cells, TaskRunner& runner)
{
	const GrainSet grains = SeedGrains(layer, cells.Low(), cells.High());
	return SampleBoundaries(grains, layer.factor, layer.width, cells, runner);
}

LayerValues SampleSource(const SeedLayer& layer, const StrengthCells& cells, TaskRunner& runner)
{
	return SampleBoundaries(GrainsOfSeeds(layer.seeds), layer.factor, layer.width, cells, runner);
}

LayerValues SampleSource(const ScatterLayer& layer, const StrengthCells& cells, TaskRunner& runner)
{
	const double reference = layer.referenceVolume > 0.0 ? layer.referenceVolume : cells.MeanVolume();
	return SampleEachCell(cells,
		runner,
		[&](int64_t cell)
		{
			const double drawn = -PortableLog(1.0 - RandomUnit(layer.seed, static_cast<uint64_t>(cell)));
			return NthRoot(reference / cells.Volume(cell) * drawn, layer.modulus);
		});
}
} // namespace

LayerValues SampleLayer(
	const StrengthSource& source, const StrengthCells& cells, RegionQuery& regions, TaskRunner& runner)
{
	return std::visit(
		[&](const auto& layer)
		{
			if constexpr (std::is_same_v<std::decay_t<decltype(layer)>, PaintedValues>)
			{
				return SampleSource(layer, cells, regions, runner);
			}
			else
			{
				return SampleSource(layer, cells, runner);
			}
		},
		source);
}
} // namespace FractureCore
