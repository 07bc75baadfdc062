// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/StressRecovery.h"

namespace FractureCore
{
namespace
{
void AddScaled(Sym3& sum, const Sym3& value, double scale)
{
	sum.xx += scale * value.xx;
	sum.yy += scale * value.yy;
	sum.zz += scale * value.zz;
	sum.xy += scale * value.xy;
	sum.yz += scale * value.yz;
	sum.zx += scale * value.zx;
}
} // namespace

void ComputeTetStress(const StressModel::Data& model,
	std::span<const Vec3> displacements,
	std::vector<Sym3>& tetStress,
	TaskRunner& runner)
{
	tetStress.resize(model.mesh.tets.size());
	static_assert(sizeof(Vec3) == 3 * sizeof(double));
	const std::span<const double> u(&displacements.data()->x, 3 * displacements.size());
	ComputeStresses(model.mesh.tets, model.shapes, model.lame, u, tetStress, runner);
}

// [Bao07] section 7.1 leaves the neighbourhood open. Ours: a node has the volume-weighted mean of the tets around it, a
// tet the mean of its four nodes. A constant field stays as it is.
void AverageStress(const StressModel::Data& model,
	std::span<const Sym3> tetStress,
	std::vector<Sym3>& nodeStress,
	std::vector<Sym3>& averaged,
	TaskRunner& runner)
{
	nodeStress.resize(model.mesh.nodes.size());
	ParallelFor(runner,
		static_cast<int64_t>(model.mesh.nodes.size()),
		kStressGrain,
		[&](int64_t begin, int64_t end)
		{
			for (size_t node = static_cast<size_t>(begin); node < static_cast<size_t>(end); ++node)
			{
				Sym3 sum;
				double volume = 0.0;
				for (int32_t at = model.nodeTetStart[node]; at < model.nodeTetStart[node + 1]; ++at)
				{
					const size_t tet = static_cast<size_t>(model.nodeTets[static_cast<size_t>(at)]);
					AddScaled(sum, tetStress[tet], model.shapes[tet].volume);
					volume += model.shapes[tet].volume;
				}
				nodeStress[node] = Sym3{};
				AddScaled(nodeStress[node], sum, 1.0 / volume);
			}
		});
	averaged.resize(model.mesh.tets.size());
	ParallelFor(runner,
		static_cast<int64_t>(model.mesh.tets.size()),
		kStressGrain,
		[&](int64_t begin, int64_t end)
		{
			for (size_t t = static_cast<size_t>(begin); t < static_cast<size_t>(end); ++t)
			{
				Sym3 mean;
				for (const int32_t v : model.mesh.tets[t].v)
				{
					AddScaled(mean, nodeStress[static_cast<size_t>(v)], 0.25);
				}
				averaged[t] = mean;
			}
		});
}
} // namespace FractureCore
