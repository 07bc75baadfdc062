// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A cracked body as a change of the intact one: almost everything is copied, only what cracks touch is made anew.
#include "Mesh/UnionFind.h"
#include "Solve/Assembly.h"
#include "Solve/StressModel.h"

#include <algorithm>
#include <string>

namespace FractureCore
{
namespace
{
/// Splits the intact model's nodes as `cut` does. First copies keep the intact node's number.
Status SplitNodes(const StressModel::Data& intact, const TetMesh& cut, StressModel::Data& data)
{
	const StressMesh& mesh = intact.mesh;
	auto fail = [](size_t tet, const std::string& what) {
		return Error{ErrorCode::InvalidMesh, "tet " + std::to_string(tet) + " " + what, static_cast<int64_t>(tet)};
	};
	if (cut.tets.size() != mesh.tets.size())
	{
		return Error{ErrorCode::InvalidMesh,
			"the cracked body has " + std::to_string(cut.tets.size()) + " tets, the intact one " +
				std::to_string(mesh.tets.size())};
	}
	data.intactNodeCount = static_cast<int32_t>(mesh.nodes.size());
	data.sourceNodeCount = static_cast<int32_t>(cut.nodes.size());
	data.mesh.nodes = mesh.nodes;
	data.mesh.sourceNode.assign(mesh.nodes.size(), kNoIndex);
	data.mesh.tets.resize(mesh.tets.size());
	data.copiedOf.resize(mesh.nodes.size());
	std::vector<int32_t> nextCopy(mesh.nodes.size(), kNoIndex); // of the same intact node
	for (size_t node = 0; node < mesh.nodes.size(); ++node)
	{
		data.copiedOf[node] = static_cast<int32_t>(node);
	}
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		for (int32_t k = 0; k < 4; ++k)
		{
			const int32_t source = cut.tets[t].v[k];
			const int32_t original = mesh.tets[t].v[k];
			if (source < 0 || static_cast<size_t>(source) >= cut.nodes.size())
			{
				return fail(t, "names a node that does not exist");
			}
			if (cut.nodes[source] != mesh.nodes[original])
			{
				return fail(t, "has a node that is no copy of the intact body's");
			}
			int32_t node = original;
			while (data.mesh.sourceNode[node] != source && data.mesh.sourceNode[node] != kNoIndex)
			{
				if (nextCopy[node] == kNoIndex)
				{
					nextCopy[node] = static_cast<int32_t>(data.mesh.nodes.size());
					data.mesh.nodes.push_back(mesh.nodes[original]);
					data.mesh.sourceNode.push_back(kNoIndex);
					data.copiedOf.push_back(original);
					nextCopy.push_back(kNoIndex);
				}
				node = nextCopy[node];
			}
			data.mesh.sourceNode[node] = source;
			data.mesh.tets[t].v[k] = node;
		}
	}
	return Ok{};
}

/// Parts that hold together; the intact body's motions where it did not fall apart.
void FindCrackedParts(const StressModel::Data& intact, StressModel::Data& data)
{
	UnionFind sets(static_cast<int32_t>(data.mesh.nodes.size()));
	for (const Tet& tet : data.mesh.tets)
	{
		for (int32_t k = 1; k < 4; ++k)
		{
			sets.Unite(tet.v[0], tet.v[k]);
		}
	}
	std::vector<int32_t> number(data.mesh.nodes.size(), kNoIndex);
	data.mesh.nodePart.resize(data.mesh.nodes.size());
	data.mesh.partCount = 0;
	for (size_t node = 0; node < data.mesh.nodes.size(); ++node)
	{
		int32_t& part = number[sets.Find(static_cast<int32_t>(node))];
		part = part == kNoIndex ? data.mesh.partCount++ : part;
		data.mesh.nodePart[node] = part;
	}
	if (data.mesh.partCount == intact.mesh.partCount)
	{
		for (size_t node = 0; node < data.mesh.nodes.size(); ++node)
		{
			data.mesh.nodePart[node] = intact.mesh.nodePart[data.copiedOf[node]];
		}
		data.modes = intact.modes;
		data.modes.nodePart = data.mesh.nodePart;
		return;
	}
	data.modes = FindRigidModes(data.mesh.nodes, data.masses, data.mesh.nodePart, data.mesh.partCount, data.heldAxes);
	if (data.screening > 0.0)
	{
		data.modes.pins.clear();
	}
}

/// Nodes whose rows of the stiffness change: copies, and all that share a tet with one.
std::vector<uint8_t> FindChangedRows(const StressModel::Data& data)
{
	std::vector<int32_t> copies(static_cast<size_t>(data.intactNodeCount), 0);
	for (const int32_t original : data.copiedOf)
	{
		++copies[original];
	}
	std::vector<uint8_t> changed(data.mesh.nodes.size(), 0);
	for (const Tet& tet : data.mesh.tets)
	{
		if (std::any_of(tet.v, tet.v + 4, [&](int32_t v) { return copies[data.copiedOf[v]] > 1; }))
		{
			for (const int32_t v : tet.v)
			{
				changed[v] = 1;
			}
		}
	}
	return changed;
}

/// The tets round the changed rows, with local node numbers.
struct ChangedPatch
{
	std::vector<Tet> tets;
	std::vector<TetShape> shapes;
	std::vector<int32_t> nodes;     // local to global
	std::vector<int32_t> localNode; // global to local, or kNoIndex
};

ChangedPatch GatherPatch(const StressModel::Data& data, std::span<const uint8_t> changed)
{
	ChangedPatch patch;
	patch.localNode.assign(data.mesh.nodes.size(), kNoIndex);
	for (size_t t = 0; t < data.mesh.tets.size(); ++t)
	{
		Tet tet = data.mesh.tets[t];
		if (std::none_of(tet.v, tet.v + 4, [&](int32_t v) { return changed[v] != 0; }))
		{
			continue;
		}
		for (int32_t& v : tet.v)
		{
			int32_t& local = patch.localNode[v];
			if (local == kNoIndex)
			{
				local = static_cast<int32_t>(patch.nodes.size());
				patch.nodes.push_back(v);
			}
			v = local;
		}
		patch.tets.push_back(tet);
		patch.shapes.push_back(data.shapes[t]);
	}
	return patch;
}

void AppendRow(BlockMatrix& matrix, std::span<const std::pair<int32_t, Mat3>> row)
{
	for (const auto& [column, block] : row)
	{
		matrix.columns.push_back(column);
		matrix.blocks.push_back(block);
	}
}

/// Rows that cracks do not touch are the intact ones; the others are assembled from the tets round them.
void SpliceStiffness(const StressModel::Data& intact, StressModel::Data& data, TaskRunner& runner)
{
	const std::vector<uint8_t> changed = FindChangedRows(data);
	const ChangedPatch patch = GatherPatch(data, changed);
	const StiffnessAssembly assembly(patch.tets, static_cast<int32_t>(patch.nodes.size()));
	BlockMatrix local = assembly.Pattern();
	assembly.Assemble(patch.shapes, data.lame, {}, local, runner);

	BlockMatrix& matrix = data.stiffness;
	matrix.columns.reserve(intact.stiffness.columns.size() + local.columns.size());
	matrix.blocks.reserve(intact.stiffness.columns.size() + local.columns.size());
	std::vector<std::pair<int32_t, Mat3>> row;
	for (size_t node = 0; node < data.mesh.nodes.size(); ++node)
	{
		const BlockMatrix& from = changed[node] != 0 ? local : intact.stiffness;
		const int32_t fromRow = changed[node] != 0 ? patch.localNode[node] : static_cast<int32_t>(node);
		const int32_t begin = from.rowStart[fromRow];
		const int32_t end = from.rowStart[fromRow + 1];
		if (changed[node] == 0)
		{
			matrix.columns.insert(matrix.columns.end(), from.columns.begin() + begin, from.columns.begin() + end);
			matrix.blocks.insert(matrix.blocks.end(), from.blocks.begin() + begin, from.blocks.begin() + end);
		}
		else
		{
			row.clear();
			for (int32_t k = begin; k < end; ++k)
			{
				row.emplace_back(patch.nodes[from.columns[k]], from.blocks[k]);
			}
			std::sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
			AppendRow(matrix, row);
		}
		matrix.rowStart.push_back(static_cast<int32_t>(matrix.columns.size()));
	}
	// Of held nodes beside the changed ones too: their own rows are the intact, pinned ones, but the changed rows have
	// got their columns back.
	for (size_t node = 0; node < data.heldAxes.size(); ++node)
	{
		for (int32_t axis = 0; axis < 3 && patch.localNode[node] != kNoIndex; ++axis)
		{
			if ((data.heldAxes[node] >> axis & 1) != 0)
			{
				PinComponent(matrix, static_cast<int32_t>(node), axis);
			}
		}
	}
	if (data.screening > 0.0)
	{
		AddMasses(data, data.screening, changed);
	}
}

/// Copies of an intact node share its load by their masses.
void ShareLoads(StressModel::Data& data)
{
	std::vector<double> whole(static_cast<size_t>(data.intactNodeCount), 0.0);
	for (size_t node = 0; node < data.masses.size(); ++node)
	{
		whole[data.copiedOf[node]] += data.masses[node];
	}
	data.loadShare.resize(data.masses.size());
	for (size_t node = 0; node < data.masses.size(); ++node)
	{
		data.loadShare[node] = data.masses[node] / whole[data.copiedOf[node]];
	}
}
} // namespace

Result<StressModel> StressModel::CreateCracked(const StressModel& intactModel, const TetMesh& cut, TaskRunner& runner)
{
	const Data& intact = intactModel.GetData();
	if (!intact.copiedOf.empty() || intact.settings.freeBody != FreeBody::InertiaRelief)
	{
		return Error{ErrorCode::InvalidSettings, "cracks are cut into an intact body with inertia relief"};
	}
	auto data = std::make_unique<Data>();
	data->settings = intact.settings;
	data->density = intact.density;
	data->lame = intact.lame;
	data->screening = intact.screening;
	data->loads = intact.loads;
	if (const Status split = SplitNodes(intact, cut, *data); !split)
	{
		return split.GetError();
	}
	data->shapes = intact.shapes;
	data->masses = ComputeLumpedMasses(data->mesh, data->shapes, data->density);
	for (size_t node = 0; node < data->mesh.nodes.size() && !intact.heldAxes.empty(); ++node)
	{
		data->heldAxes.push_back(intact.heldAxes[data->copiedOf[node]]);
	}
	ShareLoads(*data);
	FindCrackedParts(intact, *data);
	CollectNodeTets(*data);
	SpliceStiffness(intact, *data, runner);
	if (intact.factor == nullptr)
	{
		PrepareConjugateGradients(*data);
		return StressModel(std::move(data));
	}
	data->crack = std::make_unique<CrackSolver>();
	IntactBody body{intact.factor, intact.modes.pins, data->copiedOf, data->intactNodeCount};
	if (data->crack->Prepare(data->stiffness, std::move(body), data->modes, {}, runner))
	{
		return StressModel(std::move(data));
	}
	data->crack = nullptr;
	if (const Status factored = FactorStiffness(*data, OrderingQuality::RunTime, runner); !factored)
	{
		return factored.GetError();
	}
	return StressModel(std::move(data));
}
} // namespace FractureCore
