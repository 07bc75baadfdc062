// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/ShellFragility.h"

#include "Solve/LoadRatios.h"
#include "Solve/ShellModel.h"
#include "Solve/UnitLoadBatches.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
/// Across the sheet at each vertex. Where its triangles' normals cancel, as in a fold or a sheet that is not oriented,
/// that of the largest one.
std::vector<Vec3> FindShellNormals(const ShellModel::Data& model)
{
	constexpr double kCancelled = 1.0e-3;
	std::vector<size_t> largest(model.nodes.size(), 0);
	std::vector<double> area(model.nodes.size(), 0.0);
	for (size_t t = 0; t < model.triangles.size(); ++t)
	{
		for (const int32_t v : model.triangles[t].v)
		{
			if (model.shells[t].area > area[static_cast<size_t>(v)])
			{
				area[static_cast<size_t>(v)] = model.shells[t].area;
				largest[static_cast<size_t>(v)] = t;
			}
		}
	}
	std::vector<Vec3> normals;
	for (size_t v = 0; v < model.nodes.size(); ++v)
	{
		const Vec3& sum = model.loads->AreaNormals()[v];
		normals.push_back(Length(sum) > kCancelled * area[v] ? Normalised(sum) : model.shells[largest[v]].axes[2]);
	}
	return normals;
}

/// Fills a vertex of the map from the solutions of its three unit loads.
void EvaluateVertex(const ShellModel::Data& model,
	std::span<const Vec3> solutions[3],
	const Vec3& normal,
	std::span<const double> strength,
	const Material& material,
	size_t at,
	FragilityMap& map)
{
	LoadRatios along[3];
	LoadRatios across;
	for (size_t t = 0; t < model.triangles.size(); ++t)
	{
		const double limit = strength.empty() ? material.tensileStrength : strength[t];
		Sym3 upper[3];
		Sym3 lower[3];
		for (size_t axis = 0; axis < 3; ++axis)
		{
			const ShellFaces faces = FindShellStress(model, t, solutions[axis]);
			upper[axis] = faces.upper;
			lower[axis] = faces.lower;
			RaiseRatios(faces.upper, limit, material, along[axis]);
			RaiseRatios(faces.lower, limit, material, along[axis]);
		}
		RaiseRatios(Combine(upper, normal), limit, material, across);
		RaiseRatios(Combine(lower, normal), limit, material, across);
	}
	for (size_t axis = 0; axis < 3; ++axis)
	{
		map.ratio[at][2 * axis] = along[axis].positive;
		map.ratio[at][2 * axis + 1] = along[axis].negative;
	}
	map.impulse[at] = 1.0 / (map.peakRate * std::max(across.positive, across.negative));
}
} // namespace

Result<FragilityMap> ComputeShellFragility(const ShellModel& model,
	const Material& material,
	std::span<const double> triangleStrength,
	const ContactPulse& pulse,
	TaskRunner& runner,
	const ProgressSink& progress)
{
	const ShellModel::Data& data = model.GetData();
	if (const Status valid = CheckFragilityInput(triangleStrength, data.triangles.size(), "triangle", pulse); !valid)
	{
		return valid.GetError();
	}
	const std::span<const int32_t> surface = data.loads->SurfaceNodes();
	FragilityMap map;
	map.peakRate = pulse.peakRate;
	map.node.resize(surface.size());
	map.impulse.resize(surface.size());
	map.ratio.resize(surface.size());

	const size_t count = data.nodes.size();
	std::vector<Vec3> solution;
	const std::vector<Vec3> normals = FindShellNormals(data);
	StressWorkspace workspace;
	const Status done = ForEachUnitLoad(
		*data.loads,
		count,
		runner,
		progress,
		[&](std::span<Vec3> loads, size_t columns)
		{
			for (size_t k = 0; k < columns; ++k)
			{
				PrepareShellLoads(data, loads.subspan(k * count, count), workspace.GetData().rigid);
			}
			SolveShellSystem(data, loads, static_cast<int32_t>(columns), solution, workspace.GetData(), runner);
		},
		[&](size_t first, size_t vertex, size_t at)
		{
			std::span<const Vec3> solutions[3];
			for (size_t axis = 0; axis < 3; ++axis)
			{
				solutions[axis] = std::span(solution).subspan(2 * (first + axis) * count, 2 * count);
			}
			map.node[at] = data.source[vertex];
			EvaluateVertex(data, solutions, normals[vertex], triangleStrength, material, at, map);
		});
	if (!done)
	{
		return done.GetError();
	}
	return map;
}

Result<double> BoundShellLoadRatio(
	const ShellModel& model, const FragilityMap& map, std::span<const ContactImpulse> impulses)
{
	return BoundByMap(*model.GetData().loads, map, impulses);
}
} // namespace FractureCore
