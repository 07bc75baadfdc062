// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Each vertex is two block nodes of the solver: 2 v for its displacement, 2 v + 1 for its rotation. Rigid motions, pins
// and inertia concern displacements alone; the rotations follow.
#include "FractureCore/ShellStress.h"

#include "Solve/NodeOrdering.h"
#include "Solve/ShellModel.h"

#include <algorithm>
#include <string>

namespace FractureCore
{

ShellModel::ShellModel(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
ShellModel::ShellModel(ShellModel&& other) noexcept = default;
ShellModel& ShellModel::operator=(ShellModel&& other) noexcept = default;
ShellModel::~ShellModel() = default;

namespace
{
Status ValidateSheet(std::span<const Vec3> positions, std::span<const Triangle> triangles, double thickness)
{
	if (triangles.empty())
	{
		return Error{ErrorCode::InvalidMesh, "the sheet has no triangles"};
	}
	if (!(thickness > 0.0) || !std::isfinite(thickness))
	{
		return Error{ErrorCode::InvalidSettings, "the sheet's thickness must be above zero"};
	}
	for (size_t i = 0; i < positions.size(); ++i)
	{
		if (!IsFinite(positions[i]))
		{
			return Error{ErrorCode::InvalidMesh,
				"vertex " + std::to_string(i) + " has a coordinate that is not a finite number",
				static_cast<int64_t>(i)};
		}
	}
	for (size_t i = 0; i < triangles.size(); ++i)
	{
		const auto fail = [&](const char* what) {
			return Error{ErrorCode::InvalidMesh, "triangle " + std::to_string(i) + what, static_cast<int64_t>(i)};
		};
		for (const int32_t v : triangles[i].v)
		{
			if (v < 0 || static_cast<size_t>(v) >= positions.size())
			{
				return fail(" names a vertex that does not exist");
			}
		}
		const Vec3& a = positions[static_cast<size_t>(triangles[i].v[0])];
		const Vec3 ab = positions[static_cast<size_t>(triangles[i].v[1])] - a;
		const Vec3 ac = positions[static_cast<size_t>(triangles[i].v[2])] - a;
		// Height over length: a needle below this has no stiffness worth the name.
		constexpr double kLeastShape = 1.0e-9;
		if (!(Length(Cross(ab, ac)) > kLeastShape * (LengthSquared(ab) + LengthSquared(ac))))
		{
			return fail(" has no area");
		}
	}
	return Ok{};
}

/// Vertices connected over triangles; numbers in the order of their lowest vertex.
std::vector<int32_t> FindParts(size_t nodeCount, std::span<const Triangle> triangles, int32_t& partCount)
{
	std::vector<int32_t> part(nodeCount);
	for (size_t i = 0; i < nodeCount; ++i)
	{
		part[i] = static_cast<int32_t>(i);
	}
	auto root = [&](int32_t v)
	{
		while (part[static_cast<size_t>(v)] != v)
		{
			part[static_cast<size_t>(v)] = part[static_cast<size_t>(part[static_cast<size_t>(v)])];
			v = part[static_cast<size_t>(v)];
		}
		return v;
	};
	for (const Triangle& t : triangles)
	{
		for (int32_t k = 1; k < 3; ++k)
		{
			const int32_t a = root(t.v[0]);
			const int32_t b = root(t.v[k]);
			part[static_cast<size_t>(std::max(a, b))] = std::min(a, b);
		}
	}
	std::vector<int32_t> number(nodeCount, kNoIndex);
	partCount = 0;
	for (size_t i = 0; i < nodeCount; ++i)
	{
		int32_t& n = number[static_cast<size_t>(root(static_cast<int32_t>(i)))];
		n = n == kNoIndex ? partCount++ : n;
		number[i] = n;
	}
	return number;
}

BlockMatrix AssembleShell(const ShellModel::Data& data)
{
	const size_t vertices = data.nodes.size();
	std::vector<std::vector<int32_t>> neighbours(vertices); // with the vertex itself
	for (const Triangle& t : data.triangles)
	{
		for (const int32_t v : t.v)
		{
			neighbours[static_cast<size_t>(v)].insert(neighbours[static_cast<size_t>(v)].end(), t.v, t.v + 3);
		}
	}
	BlockMatrix k;
	k.rowStart.assign(1, 0);
	for (std::vector<int32_t>& row : neighbours)
	{
		std::sort(row.begin(), row.end());
		row.erase(std::unique(row.begin(), row.end()), row.end());
		for (int32_t copy = 0; copy < 2; ++copy)
		{
			for (const int32_t v : row)
			{
				k.columns.insert(k.columns.end(), {2 * v, 2 * v + 1});
			}
			k.rowStart.push_back(static_cast<int32_t>(k.columns.size()));
		}
	}
	k.blocks.resize(k.columns.size());
	for (size_t t = 0; t < data.triangles.size(); ++t)
	{
		auto blockNode = [&](int32_t i) { return 2 * data.triangles[t].v[i / 2] + i % 2; };
		for (int32_t i = 0; i < 6; ++i)
		{
			for (int32_t j = 0; j < 6; ++j)
			{
				Mat3& block = k.blocks[static_cast<size_t>(k.Find(blockNode(i), blockNode(j)))];
				for (int32_t a = 0; a < 3; ++a)
				{
					for (int32_t b = 0; b < 3; ++b)
					{
						block.m[a][b] += data.shells[t].stiffness[3 * i + a][3 * j + b];
					}
				}
			}
		}
	}
	return k;
}

/// Plane stress (xx, yy, xy) in the triangle's axes to global axes.
Sym3 ToGlobal(const double s[3], const Vec3 axes[3])
{
	const Vec3& p = axes[0];
	const Vec3& q = axes[1];
	return {s[0] * p.x * p.x + s[1] * q.x * q.x + 2 * s[2] * p.x * q.x,
		s[0] * p.y * p.y + s[1] * q.y * q.y + 2 * s[2] * p.y * q.y,
		s[0] * p.z * p.z + s[1] * q.z * q.z + 2 * s[2] * p.z * q.z,
		s[0] * p.x * p.y + s[1] * q.x * q.y + s[2] * (p.x * q.y + p.y * q.x),
		s[0] * p.y * p.z + s[1] * q.y * q.z + s[2] * (p.y * q.z + p.z * q.y),
		s[0] * p.z * p.x + s[1] * q.z * q.x + s[2] * (p.z * q.x + p.x * q.z)};
}

/// The 18 unknowns of a triangle out of the solution.
void GatherUnknowns(const Triangle& t, std::span<const Vec3> solution, double unknowns[18])
{
	for (int32_t i = 0; i < 6; ++i)
	{
		const Vec3& value = solution[static_cast<size_t>(2 * t.v[i / 2] + i % 2)];
		unknowns[3 * i] = value.x;
		unknowns[3 * i + 1] = value.y;
		unknowns[3 * i + 2] = value.z;
	}
}

void RecoverShellStress(const ShellModel::Data& model, std::span<const Vec3> solution, ShellStressField& field)
{
	field.upper.resize(model.triangles.size());
	field.lower.resize(model.triangles.size());
	field.principal.resize(model.triangles.size());
	for (size_t t = 0; t < model.triangles.size(); ++t)
	{
		const ShellFaces faces = FindShellStress(model, t, solution);
		field.upper[t] = faces.upper;
		field.lower[t] = faces.lower;
		const SymmetricEigen3 upper = DecomposeSymmetric(faces.upper);
		const SymmetricEigen3 lower = DecomposeSymmetric(faces.lower);
		const SymmetricEigen3& worse = upper.values[0] >= lower.values[0] ? upper : lower;
		field.principal[t] = {worse.values[0], std::min(upper.values[2], lower.values[2]), worse.vectors[0]};
	}
}

void RecoverShellReactions(const ShellModel::Data& model,
	std::span<const Vec3> loads,
	std::span<const Vec3> solution,
	std::vector<Vec3>& forces,
	ShellStressField& field)
{
	field.reaction.clear();
	if (model.heldAxes.empty())
	{
		return;
	}
	forces.assign(model.nodes.size(), Vec3{});
	for (size_t t = 0; t < model.triangles.size(); ++t)
	{
		double unknowns[18];
		GatherUnknowns(model.triangles[t], solution, unknowns);
		for (int32_t corner = 0; corner < 3; ++corner)
		{
			double f[3] = {0.0, 0.0, 0.0};
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				for (int32_t i = 0; i < 18; ++i)
				{
					f[axis] += model.shells[t].stiffness[6 * corner + axis][i] * unknowns[i];
				}
			}
			forces[static_cast<size_t>(model.triangles[t].v[corner])] += {f[0], f[1], f[2]};
		}
	}
	field.reaction.assign(static_cast<size_t>(model.sourceCount), Vec3{});
	for (size_t v = 0; v < model.nodes.size(); ++v)
	{
		const Vec3 rest = forces[v] - loads[v];
		const uint8_t held = model.heldAxes[v];
		field.reaction[static_cast<size_t>(model.source[v])] = {
			(held & 1) != 0 ? rest.x : 0.0, (held & 2) != 0 ? rest.y : 0.0, (held & 4) != 0 ? rest.z : 0.0};
	}
}

void SolveShellForces(
	const ShellModel::Data& model, StressWorkspace::Data& workspace, ShellStressField& field, TaskRunner& runner)
{
	workspace.appliedForces = workspace.forces;
	PrepareShellLoads(model, workspace.forces, workspace.rigid);
	std::vector<Vec3>& solution = workspace.displacements;
	SolveShellSystem(model, workspace.forces, 1, solution, workspace, runner);

	RecoverShellStress(model, solution, field);
	RecoverShellReactions(model, workspace.appliedForces, solution, workspace.forces, field);
	for (size_t v = 0; v < model.nodes.size(); ++v)
	{
		workspace.forces[v] = solution[2 * v];
	}
	RemoveRigidMotion(model.modes, model.nodes, model.masses, workspace.forces, workspace.rigid);
	field.displacement.assign(static_cast<size_t>(model.sourceCount), Vec3{});
	for (size_t v = 0; v < model.nodes.size(); ++v)
	{
		field.displacement[static_cast<size_t>(model.source[v])] = workspace.forces[v];
	}
}
} // namespace

void PrepareShellLoads(const ShellModel::Data& model, std::span<Vec3> forces, RigidScratch& scratch)
{
	ZeroHeld(model.heldAxes, forces);
	RelieveInertia(model.modes, model.nodes, model.masses, forces, scratch);
	ZeroPins(model.modes, forces);
}

void SolveShellSystem(const ShellModel::Data& model,
	std::span<const Vec3> forces,
	int32_t count,
	std::vector<Vec3>& solution,
	StressWorkspace::Data& workspace,
	TaskRunner& runner)
{
	solution.assign(2 * forces.size(), Vec3{});
	for (size_t i = 0; i < forces.size(); ++i)
	{
		solution[2 * i] = forces[i];
	}
	const std::span<double> x(&solution.data()->x, 3 * solution.size());
	SolveWithFactor<double>(model.factor, x, x, count, workspace.solve.inDouble.solve, runner);
}

ShellFaces FindShellStress(const ShellModel::Data& model, size_t triangle, std::span<const Vec3> solution)
{
	const ShellTriangle& shell = model.shells[triangle];
	double unknowns[18];
	GatherUnknowns(model.triangles[triangle], solution, unknowns);
	double top[3];
	double bottom[3];
	for (int32_t row = 0; row < 3; ++row)
	{
		double membrane = 0.0;
		double bending = 0.0;
		for (int32_t i = 0; i < 18; ++i)
		{
			membrane += shell.membraneStress[row][i] * unknowns[i];
			bending += shell.bendingStress[row][i] * unknowns[i];
		}
		top[row] = membrane + bending;
		bottom[row] = membrane - bending;
	}
	return {ToGlobal(top, shell.axes), ToGlobal(bottom, shell.axes)};
}

Result<ShellModel> ShellModel::Create(std::span<const Vec3> positions,
	std::span<const Triangle> triangles,
	double thickness,
	const Material& material,
	std::span<const uint8_t> heldAxes,
	TaskRunner& runner)
{
	if (const Status valid = ValidateSheet(positions, triangles, thickness); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = ValidateMaterial(material); !valid)
	{
		return valid.GetError();
	}
	if (!heldAxes.empty() && heldAxes.size() != positions.size())
	{
		return Error{ErrorCode::InvalidSettings,
			"supports are given for " + std::to_string(heldAxes.size()) + " vertices, but the sheet has " +
				std::to_string(positions.size())};
	}
	auto data = std::make_unique<Data>();
	data->sourceCount = static_cast<int32_t>(positions.size());
	std::vector<int32_t> modelVertex(positions.size(), kNoIndex);
	for (const Triangle& t : triangles)
	{
		for (const int32_t v : t.v)
		{
			modelVertex[static_cast<size_t>(v)] = 0;
		}
	}
	for (size_t v = 0; v < positions.size(); ++v)
	{
		if (modelVertex[v] != kNoIndex)
		{
			modelVertex[v] = static_cast<int32_t>(data->nodes.size());
			data->nodes.push_back(positions[v]);
			data->source.push_back(static_cast<int32_t>(v));
		}
	}
	data->masses.assign(data->nodes.size(), 0.0);
	for (Triangle t : triangles)
	{
		Vec3 corners[3];
		for (int32_t k = 0; k < 3; ++k)
		{
			t.v[k] = modelVertex[static_cast<size_t>(t.v[k])];
			corners[k] = data->nodes[static_cast<size_t>(t.v[k])];
		}
		data->triangles.push_back(t);
		data->shells.push_back(MakeShellTriangle(corners, thickness, material.youngModulus, material.poissonRatio));
		for (const int32_t v : t.v)
		{
			data->masses[static_cast<size_t>(v)] += material.density * thickness * data->shells.back().area / 3.0;
		}
	}
	if (std::any_of(heldAxes.begin(), heldAxes.end(), [](uint8_t axes) { return (axes & 7) != 0; }))
	{
		for (const int32_t v : data->source)
		{
			data->heldAxes.push_back(heldAxes[static_cast<size_t>(v)] & 7);
		}
	}
	int32_t partCount = 0;
	const std::vector<int32_t> part = FindParts(data->nodes.size(), data->triangles, partCount);
	data->modes = FindRigidModes(data->nodes, data->masses, part, partCount, data->heldAxes);
	data->loads.emplace(data->nodes, data->triangles, runner);

	BlockMatrix stiffness = AssembleShell(*data);
	for (size_t v = 0; v < data->heldAxes.size(); ++v)
	{
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			if ((data->heldAxes[v] >> axis & 1) != 0)
			{
				PinComponent(stiffness, static_cast<int32_t>(2 * v), axis);
			}
		}
	}
	for (const int32_t pin : data->modes.pins)
	{
		PinComponent(stiffness, 2 * (pin / 3), pin % 3);
	}
	std::vector<Vec3> blockPositions;
	for (const Vec3& x : data->nodes)
	{
		blockPositions.insert(blockPositions.end(), 2, x);
	}
	const std::vector<int32_t> order = OrderNodes(stiffness.Graph(), blockPositions, OrderingQuality::Bake);
	data->symbolic = AnalysePattern(stiffness, order);
	FactorWorkspace<double> workspace;
	if (const Status factored = data->factor.Factor(data->symbolic, stiffness, runner, workspace); !factored)
	{
		return factored.GetError();
	}
	return ShellModel(std::move(data));
}

Status SolveShellImpact(const ShellModel& model,
	std::span<const ContactImpulse> impulses,
	const StressSettings& settings,
	StressWorkspace& workspace,
	ShellStressField& field,
	TaskRunner& runner)
{
	StressWorkspace::Data& work = workspace.GetData();
	work.forces.assign(model.GetData().nodes.size(), Vec3{});
	if (const Status added = AddImpulses(*model.GetData().loads, impulses, settings.quantity, work.forces); !added)
	{
		return added;
	}
	SolveShellForces(model.GetData(), work, field, runner);
	return Ok{};
}

Status SolveShellLoads(const ShellModel& model,
	std::span<const Vec3> vertexForces,
	StressWorkspace& workspace,
	ShellStressField& field,
	TaskRunner& runner)
{
	const ShellModel::Data& data = model.GetData();
	StressWorkspace::Data& work = workspace.GetData();
	if (const Status valid = ValidateLoads(vertexForces, data.sourceCount); !valid)
	{
		return valid;
	}
	work.forces.resize(data.nodes.size());
	for (size_t v = 0; v < data.nodes.size(); ++v)
	{
		work.forces[v] = vertexForces[static_cast<size_t>(data.source[v])];
	}
	if (const Status balanced = RequireBalance(data.modes, data.nodes, work.forces, work.rigid); !balanced)
	{
		return balanced;
	}
	SolveShellForces(data, work, field, runner);
	return Ok{};
}
} // namespace FractureCore
