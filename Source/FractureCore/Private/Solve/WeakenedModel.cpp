// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// A crack smeared over the tets that it runs through. Let N be the sum of the shape functions of the corners on one
// side; the two sides part by a jump times N, whose gradient has the direction m. A tet in plane stress normal to m
// does no work on such a jump, whatever the jump is: the sides are free of each other without locking, which the
// crack's own normal instead of m would not give. Along the crack the tet is as stiff as before.
#include "FractureCore/Hooks.h"
#include "Mesh/UnionFind.h"
#include "Solve/StressModel.h"

#include <algorithm>
#include <string>

namespace FractureCore
{
namespace
{
// Stiffness left across a crack: enough to keep loose pieces from being singular in single precision, too little to
// carry a stress that anyone sees, since each piece is in balance by itself.
constexpr double kCrackTie = 1.0e-3;

Vec3 JumpDirection(const TetShape& shape, uint8_t sides)
{
	Vec3 sum;
	for (int32_t k = 0; k < 4; ++k)
	{
		sum += (sides >> k & 1) != 0 ? shape.gradient[k] : Vec3{};
	}
	return Normalised(sum);
}

/// Gradients without their part along m.
TetShape ShapeAlong(const TetShape& shape, const Vec3& m)
{
	TetShape along = shape;
	for (Vec3& gradient : along.gradient)
	{
		gradient -= m * Dot(gradient, m);
	}
	return along;
}

LameConstants PlaneStress(const LameConstants& lame)
{
	return {2.0 * lame.lambda * lame.mu / (lame.lambda + 2.0 * lame.mu), lame.mu};
}

/// Adds to the stiffness what a crack changes in one tet.
void WeakenTet(const StressModel::Data& data, size_t t, uint8_t sides, BlockMatrix& matrix)
{
	const TetShape& shape = data.shapes[t];
	const Tet& tet = data.mesh.tets[t];
	const bool isShattered = sides == kShatteredTet;
	const Vec3 m = isShattered ? Vec3{} : JumpDirection(shape, sides);
	const TetShape along = ShapeAlong(shape, m);
	const LameConstants plane = PlaneStress(data.lame);
	for (int32_t a = 0; a < 4; ++a)
	{
		for (int32_t b = 0; b <= a; ++b)
		{
			Mat3 change = StiffnessBlock(shape, data.lame, a, b) * (kCrackTie - 1.0);
			if (!isShattered)
			{
				// Of the projected block only the term with the unit matrix has a part along m.
				const double isotropic = plane.mu * shape.volume * Dot(along.gradient[a], along.gradient[b]);
				change += StiffnessBlock(along, plane, a, b);
				change += Mat3::Outer(m, m) * -isotropic;
			}
			matrix.blocks[static_cast<size_t>(matrix.Find(tet.v[a], tet.v[b]))] += change;
			if (a != b)
			{
				matrix.blocks[static_cast<size_t>(matrix.Find(tet.v[b], tet.v[a]))] += Transposed(change);
			}
		}
	}
}

/// The intact body's with the open tets weakened and supports pinned.
void WeakenStiffness(StressModel::Data& data, const StressModel::Data& intact)
{
	data.stiffness = intact.stiffness;
	for (size_t t = 0; t < data.openSides.size(); ++t)
	{
		if (data.openSides[t] != 0)
		{
			WeakenTet(data, t, data.openSides[t], data.stiffness);
		}
	}
	for (size_t node = 0; node < data.heldAxes.size(); ++node)
	{
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			if ((data.heldAxes[node] >> axis & 1) != 0)
			{
				PinComponent(data.stiffness, static_cast<int32_t>(node), axis);
			}
		}
	}
}

struct SavedBlock
{
	size_t at = 0;
	Mat3 block;
};

/// Pins a free body, which only its factor wants. Returns what was there: the few rows are less than a second matrix.
std::vector<SavedBlock> PinForFactor(BlockMatrix& matrix, std::span<const int32_t> pins)
{
	std::vector<SavedBlock> saved;
	for (const int32_t pin : pins)
	{
		const int32_t node = pin / 3;
		for (int32_t k = matrix.rowStart[node]; k < matrix.rowStart[node + 1]; ++k)
		{
			const size_t mirror = static_cast<size_t>(matrix.Find(matrix.columns[k], node));
			saved.push_back({static_cast<size_t>(k), matrix.blocks[static_cast<size_t>(k)]});
			saved.push_back({mirror, matrix.blocks[mirror]});
		}
	}
	for (const int32_t pin : pins)
	{
		PinComponent(matrix, pin / 3, pin % 3);
	}
	return saved;
}

/// Nodes that whole tets and same sides of open ones connect. Nodes without a whole tet go with a neighbour, so that
/// every part is a body.
void FindWeakParts(StressModel::Data& data, const StressModel::Data& intact)
{
	const std::vector<Tet>& tets = data.mesh.tets;
	const int32_t nodeCount = static_cast<int32_t>(data.mesh.nodes.size());
	UnionFind sets(nodeCount);
	std::vector<uint8_t> hasWhole(static_cast<size_t>(nodeCount), 0);
	for (size_t t = 0; t < tets.size(); ++t)
	{
		const uint8_t sides = data.openSides[t];
		for (int32_t k = 0; k < 4 && sides == 0; ++k)
		{
			sets.Unite(tets[t].v[0], tets[t].v[k]);
			hasWhole[static_cast<size_t>(tets[t].v[k])] = 1;
		}
		for (int32_t k = 0; k < 4 && sides != 0 && sides != kShatteredTet; ++k)
		{
			for (int32_t j = 0; j < k; ++j)
			{
				if ((sides >> k & 1) == (sides >> j & 1))
				{
					sets.Unite(tets[t].v[j], tets[t].v[k]);
				}
			}
		}
	}
	std::vector<uint8_t> isBody(static_cast<size_t>(nodeCount), 0); // by root
	for (int32_t node = 0; node < nodeCount; ++node)
	{
		isBody[static_cast<size_t>(sets.Find(node))] |= hasWhole[static_cast<size_t>(node)];
	}
	for (bool changed = true; changed;)
	{
		changed = false;
		for (size_t t = 0; t < tets.size(); ++t)
		{
			for (int32_t k = 0; k < 4 && data.openSides[t] != 0; ++k)
			{
				for (int32_t j = 0; j < 4; ++j)
				{
					const int32_t from = sets.Find(tets[t].v[k]);
					const int32_t to = sets.Find(tets[t].v[j]);
					if (isBody[static_cast<size_t>(from)] == 0 && isBody[static_cast<size_t>(to)] != 0)
					{
						sets.Unite(from, to);
						isBody[static_cast<size_t>(sets.Find(from))] = 1;
						changed = true;
					}
				}
			}
		}
	}
	std::vector<int32_t> number(static_cast<size_t>(nodeCount), kNoIndex);
	data.mesh.partCount = 0;
	for (int32_t node = 0; node < nodeCount; ++node)
	{
		const int32_t root = sets.Find(node);
		// Where every tet of a part is open, the part stays with the whole body's first one.
		const int32_t key = isBody[static_cast<size_t>(root)] != 0 ? root : sets.Find(0);
		int32_t& part = number[static_cast<size_t>(key)];
		part = part == kNoIndex ? data.mesh.partCount++ : part;
		data.mesh.nodePart[static_cast<size_t>(node)] = part;
	}
	if (data.mesh.partCount == intact.mesh.partCount)
	{
		data.modes = intact.modes;
		data.mesh.nodePart = intact.mesh.nodePart;
		return;
	}
	data.modes = FindRigidMotions(data.mesh.nodes, data.masses, data.mesh.nodePart, data.mesh.partCount, data.heldAxes);
	data.modes.pins = intact.modes.pins;
}

std::unique_ptr<StressModel::Data> CopyForWeakening(const StressModel::Data& intact)
{
	auto data = std::make_unique<StressModel::Data>();
	data->settings = intact.settings;
	data->sourceNodeCount = intact.sourceNodeCount;
	data->density = intact.density;
	data->lame = intact.lame;
	data->mesh = intact.mesh;
	data->shapes = intact.shapes;
	data->masses = intact.masses;
	data->heldAxes = intact.heldAxes;
	data->loads = intact.loads;
	data->nodeTetStart = intact.nodeTetStart;
	data->nodeTets = intact.nodeTets;
	data->screening = intact.screening;
	data->weakFactor = std::make_shared<CholeskySolver>();
	data->factorWorkspace = std::make_unique<CholeskyWorkspace>();
	return data;
}

Status CheckSides(const StressModel::Data& intact, std::span<const uint8_t> openSides)
{
	if (!intact.copiedOf.empty() || !intact.openSides.empty() || intact.factor == nullptr ||
		intact.settings.freeBody != FreeBody::InertiaRelief)
	{
		return Error{
			ErrorCode::InvalidSettings, "cracks weaken an intact body with a direct solver and inertia relief"};
	}
	if (openSides.size() != intact.mesh.tets.size())
	{
		return Error{ErrorCode::InvalidSettings,
			"there are sides for " + std::to_string(openSides.size()) + " tets, but the body has " +
				std::to_string(intact.mesh.tets.size())};
	}
	const auto bad =
		std::find_if(openSides.begin(), openSides.end(), [](uint8_t sides) { return sides > kShatteredTet; });
	if (bad != openSides.end())
	{
		const auto tet = bad - openSides.begin();
		return Error{ErrorCode::InvalidSettings,
			"tet " + std::to_string(tet) + " has four corners, but sides for more",
			static_cast<int64_t>(tet)};
	}
	return Ok{};
}
} // namespace

void RelieveOpenTets(const StressModel::Data& model, std::span<const Vec3> displacements, std::span<Sym3> tetStress)
{
	for (size_t t = 0; t < model.openSides.size(); ++t)
	{
		const uint8_t sides = model.openSides[t];
		if (sides == 0)
		{
			continue;
		}
		if (sides == kShatteredTet)
		{
			tetStress[t] = {};
			continue;
		}
		const Vec3 m = JumpDirection(model.shapes[t], sides);
		const TetShape along = ShapeAlong(model.shapes[t], m);
		const LameConstants plane = PlaneStress(model.lame);
		Vec3 u[4];
		double dilation = 0.0;
		for (int32_t k = 0; k < 4; ++k)
		{
			const Vec3& full = displacements[static_cast<size_t>(model.mesh.tets[t].v[k])];
			u[k] = full - m * Dot(full, m);
			dilation += Dot(u[k], along.gradient[k]);
		}
		Sym3 stress = TetStress(along, plane, u);
		const double normal = plane.lambda * dilation; // the pressure that TetStress has put on m too
		stress.xx -= normal * m.x * m.x;
		stress.yy -= normal * m.y * m.y;
		stress.zz -= normal * m.z * m.z;
		stress.xy -= normal * m.x * m.y;
		stress.yz -= normal * m.y * m.z;
		stress.zx -= normal * m.z * m.x;
		tetStress[t] = stress;
	}
}

Result<StressModel> StressModel::CreateWeakened(
	const StressModel& intactModel, std::span<const uint8_t> openSides, StressModel* recycled, TaskRunner& runner)
{
	const Data& intact = intactModel.GetData();
	if (const Status valid = CheckSides(intact, openSides); !valid)
	{
		return valid.GetError();
	}
	const bool canRecycle =
		recycled != nullptr && recycled->m_data != nullptr && recycled->m_data->weakFactor != nullptr;
	std::unique_ptr<Data> data = canRecycle ? std::move(recycled->m_data) : CopyForWeakening(intact);
	data->openSides.assign(openSides.begin(), openSides.end());
	const auto prepare = [&](int64_t task, int64_t)
	{
		if (task == 0)
		{
			WeakenStiffness(*data, intact);
		}
		else
		{
			FindWeakParts(*data, intact);
		}
	};
	ParallelFor(runner, 2, 1, prepare); // neither looks at what the other writes
	const std::vector<SavedBlock> unpinned = PinForFactor(data->stiffness, data->modes.pins);
	const Status factored =
		data->weakFactor->FactorRoughly(*intact.factor, data->stiffness, *data->factorWorkspace, runner);
	for (const SavedBlock& saved : unpinned)
	{
		data->stiffness.blocks[saved.at] = saved.block;
	}
	if (!factored)
	{
		return factored.GetError();
	}
	data->factor = data->weakFactor;
	return StressModel(std::move(data));
}
} // namespace FractureCore
