// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/ShellFragility.h"

#include "Solve/LoadRatios.h"
#include "Solve/ShellModel.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Vertices solved together: 3 x 8 right-hand sides are three full passes over the factor.
constexpr size_t kBatchVertices = 8;

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
	std::vector<Vec3> loads;
	std::vector<Vec3> solution;
	const std::vector<Vec3> normals = FindShellNormals(data);
	StressWorkspace workspace;
	for (size_t begin = 0; begin < surface.size(); begin += kBatchVertices)
	{
		if (!progress.Report("fragility", static_cast<double>(begin) / static_cast<double>(surface.size())))
		{
			return Error{ErrorCode::Cancelled, "cancelled"};
		}
		const size_t vertices = std::min(kBatchVertices, surface.size() - begin);
		loads.assign(3 * vertices * count, Vec3{});
		for (size_t k = 0; k < 3 * vertices; ++k)
		{
			const std::span<Vec3> forces = std::span(loads).subspan(k * count, count);
			const size_t axis = k % 3;
			data.loads->AddPatch(surface[begin + k / 3],
				{axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0},
				{},
				0.0,
				forces);
			PrepareShellLoads(data, forces, workspace.GetData().rigid);
		}
		SolveShellSystem(data, loads, static_cast<int32_t>(3 * vertices), solution, workspace.GetData(), runner);
		ParallelFor(runner,
			static_cast<int64_t>(vertices),
			1,
			[&](int64_t first, int64_t last)
			{
				for (size_t i = static_cast<size_t>(first); i < static_cast<size_t>(last); ++i)
				{
					std::span<const Vec3> solutions[3];
					for (size_t axis = 0; axis < 3; ++axis)
					{
						solutions[axis] = std::span(solution).subspan(2 * (3 * i + axis) * count, 2 * count);
					}
					const size_t vertex = static_cast<size_t>(surface[begin + i]);
					map.node[begin + i] = data.source[vertex];
					EvaluateVertex(data, solutions, normals[vertex], triangleStrength, material, begin + i, map);
				}
			});
	}
	return map;
}

Result<double> BoundShellLoadRatio(
	const ShellModel& model, const FragilityMap& map, std::span<const ContactImpulse> impulses)
{
	return BoundByMap(*model.GetData().loads, map, impulses);
}
} // namespace FractureCore
