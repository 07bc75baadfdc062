// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// [Bao07] section 7.2 moves every point along its displacement. Here only what yields stays, so that a blow which the
// body can take leaves no trace, and one that it cannot leaves a dent where it hit.
#include "FractureCore/Dent.h"

#include "Base/Text.h"
#include "Dent/DentStep.h"
#include "FractureCore/MassProperties.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
Status CheckDent(
	const BakedObject& object, BakedKind kind, size_t stresses, size_t displacements, const DentSettings& settings)
{
	const bool isShell = object.kind == BakedKind::Shell;
	const size_t cells = isShell ? object.surface.triangles.size() : object.tets.tets.size();
	const size_t nodes = isShell ? object.surface.positions.size() : object.tets.nodes.size();
	if (object.kind != kind || stresses != cells || displacements != nodes)
	{
		return Error{ErrorCode::InvalidSettings, "the stress field is not one of this object"};
	}
	if (!(settings.maxStep > 0.0 && settings.maxStep <= 0.5))
	{
		return Error{ErrorCode::InvalidSettings,
			"maxStep is " + FormatNumber(settings.maxStep) + " but must be above 0 and at most 0.5"};
	}
	return Ok{};
}

MassProperties MassOf(const BakedObject& object, double density)
{
	return object.kind == BakedKind::Shell
		? ShellMassProperties(object.surface.positions, object.surface.triangles, object.shellThickness, density)
		: SolidMassProperties(object.tets.nodes, BoundaryTriangles(object.tets), density);
}

void Translate(BakedObject& object, const Vec3& by)
{
	for (std::vector<Vec3>* points : {&object.tets.nodes, &object.surface.positions})
	{
		for (Vec3& point : *points)
		{
			point += by;
		}
	}
}

/// Mass stays; the rest changes as it does for the cells, whose volume is the artist's only to the lattice's accuracy.
void UpdateMass(DentedObject& dented, const MassProperties& before)
{
	BakedObject& object = dented.object;
	MassProperties after = MassOf(object, 1.0);
	dented.report.volumeChange = after.volume / before.volume - 1.0;
	after = MassOf(object, before.mass / after.volume);
	object.mass.volume *= 1.0 + dented.report.volumeChange;
	object.mass.inertia += after.inertia + before.inertia * -1.0;
	const Vec3 shift = after.centre - before.centre;
	const bool isHeld =
		std::any_of(object.heldAxes.begin(), object.heldAxes.end(), [](uint8_t axes) { return axes != 0; });
	if (isHeld)
	{
		object.mass.centre += shift;
	}
	else
	{
		// What is left of second order; a free body's centre does not move by forces within it.
		Translate(object, -shift);
	}
}

/// Normals turn with the cell they hang on: n' ~ F^-T n, F = I + sum of d_k (grad b_k)^T.
Vec3f TurnedNormal(const Vec3f& normal, const Vec3 (&before)[4], const Vec3 (&after)[4])
{
	// F^-T n up to a positive factor: in terms of edges e_k and the faces across from them, n is a combination of the
	// faces' area vectors, which the new edges carry over.
	const Vec3 n = {normal.x, normal.y, normal.z};
	const Vec3 e[3] = {before[1] - before[0], before[2] - before[0], before[3] - before[0]};
	const Vec3 f[3] = {after[1] - after[0], after[2] - after[0], after[3] - after[0]};
	const Vec3 turned = Normalised(
		Dot(n, e[0]) * Cross(f[1], f[2]) + Dot(n, e[1]) * Cross(f[2], f[0]) + Dot(n, e[2]) * Cross(f[0], f[1]));
	return {static_cast<float>(turned.x), static_cast<float>(turned.y), static_cast<float>(turned.z)};
}

void MoveSolidSurface(BakedObject& object, std::span<const Vec3> oldNodes)
{
	const Embedding& embedding = object.embedding;
	const TetMesh& tets = object.tets;
	for (size_t vertex = 0; vertex < object.surface.positions.size(); ++vertex)
	{
		const Tet& tet = tets.tets[embedding.vertexTet[vertex]];
		for (int32_t k = 0; k < 4; ++k)
		{
			const double weight = static_cast<double>(embedding.vertexWeights[vertex][k]);
			object.surface.positions[vertex] += weight * (tets.nodes[tet.v[k]] - oldNodes[tet.v[k]]);
		}
	}
	for (size_t corner = 0; corner < object.surface.cornerNormals.size(); ++corner)
	{
		const int32_t vertex = object.surface.triangles[corner / 3].v[corner % 3];
		const Tet& tet = tets.tets[embedding.vertexTet[vertex]];
		Vec3 before[4];
		Vec3 after[4];
		for (int32_t k = 0; k < 4; ++k)
		{
			before[k] = oldNodes[tet.v[k]];
			after[k] = tets.nodes[tet.v[k]];
		}
		object.surface.cornerNormals[corner] = TurnedNormal(object.surface.cornerNormals[corner], before, after);
	}
}

/// In a shell a normal turns with its triangle: the part along it follows, the rest stays.
void TurnShellNormals(SurfaceMesh& surface, std::span<const Vec3> oldPositions)
{
	for (size_t corner = 0; corner < surface.cornerNormals.size(); ++corner)
	{
		const int32_t* v = surface.triangles[corner / 3].v;
		Vec3 before[4] = {oldPositions[v[0]], oldPositions[v[1]], oldPositions[v[2]], {}};
		Vec3 after[4] = {surface.positions[v[0]], surface.positions[v[1]], surface.positions[v[2]], {}};
		// A fourth corner above the first makes the triangle a tet.
		before[3] = before[0] + Normalised(Cross(before[1] - before[0], before[2] - before[0]));
		after[3] = after[0] + Normalised(Cross(after[1] - after[0], after[2] - after[0]));
		surface.cornerNormals[corner] = TurnedNormal(surface.cornerNormals[corner], before, after);
	}
}

ContentHash DentedKey(const ContentHash& key, std::span<const Vec3> dent)
{
	ContentHasher hasher;
	hasher.AddValue(key.high);
	hasher.AddValue(key.low);
	hasher.AddArray(dent);
	return hasher.Finish();
}
/// The cells of an object as DentStep takes them.
DentInput InputOf(const BakedObject& object, const DentSettings& settings)
{
	DentInput input;
	const bool isShell = object.kind == BakedKind::Shell;
	input.nodes = isShell ? object.surface.positions : object.tets.nodes;
	input.corners = isShell ? 3 : 4;
	input.cells = isShell
		? std::span<const int32_t>(object.surface.triangles.front().v, 3 * object.surface.triangles.size())
		: std::span<const int32_t>(object.tets.tets.front().v, 4 * object.tets.tets.size());
	input.heldAxes = object.heldAxes;
	input.dentFactor = object.material.dentFactor;
	input.yieldStrength = object.material.yieldStrength;
	input.maxStep = settings.maxStep;
	return input;
}

/// Moves the nodes and what hangs on them.
void ApplyDent(DentedObject& dented, std::span<const Vec3> dent)
{
	BakedObject& object = dented.object;
	const double cellVolume = MassOf(object, 1.0).volume;
	const MassProperties before = MassOf(object, object.mass.mass / cellVolume);
	const bool isShell = object.kind == BakedKind::Shell;
	std::vector<Vec3>& nodes = isShell ? object.surface.positions : object.tets.nodes;
	const std::vector<Vec3> oldNodes = nodes;
	for (size_t i = 0; i < dent.size(); ++i)
	{
		nodes[i] += dent[i];
	}
	if (isShell)
	{
		TurnShellNormals(object.surface, oldNodes);
	}
	else
	{
		MoveSolidSurface(object, oldNodes);
	}
	UpdateMass(dented, before);
	object.key = DentedKey(object.key, dent);
}

DentedObject Dented(BakedObject object,
	std::span<const double> vonMises,
	std::span<const Vec3> displacement,
	const DentSettings& settings)
{
	DentedObject dented{std::move(object), {}};
	if (dented.object.material.dentFactor == 0.0)
	{
		return dented;
	}
	DentInput input = InputOf(dented.object, settings);
	input.vonMises = vonMises;
	input.displacement = displacement;
	const std::vector<Vec3> dent = DentStep(input, dented.report);
	if (!dent.empty())
	{
		ApplyDent(dented, dent);
	}
	return dented;
}
} // namespace

Result<DentedObject> DentSolid(BakedObject object, const StressField& field, const DentSettings& settings)
{
	if (const Status fits =
			CheckDent(object, BakedKind::Solid, field.stress.size(), field.displacement.size(), settings);
		!fits)
	{
		return fits.GetError();
	}
	std::vector<double> vonMises;
	vonMises.reserve(field.stress.size());
	for (const Sym3& stress : field.stress)
	{
		vonMises.push_back(VonMises(stress));
	}
	return Dented(std::move(object), vonMises, field.displacement, settings);
}

Result<DentedObject> DentShell(BakedObject object, const ShellStressField& field, const DentSettings& settings)
{
	if (const Status fits =
			CheckDent(object, BakedKind::Shell, field.upper.size(), field.displacement.size(), settings);
		!fits)
	{
		return fits.GetError();
	}
	std::vector<double> vonMises;
	vonMises.reserve(field.upper.size());
	for (size_t t = 0; t < field.upper.size(); ++t)
	{
		vonMises.push_back(std::max(VonMises(field.upper[t]), VonMises(field.lower[t])));
	}
	return Dented(std::move(object), vonMises, field.displacement, settings);
}
} // namespace FractureCore
