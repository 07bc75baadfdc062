// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/ShellStress.h"
#include "Solve/ShellTriangle.h"
#include "Solve/StressModel.h"

#include <optional>

namespace FractureCore
{
struct ShellModel::Data
{
	int32_t sourceCount = 0;
	std::vector<int32_t> source;     // 1 a vertex of the model: its number in the input
	std::vector<Vec3> nodes;         // m
	std::vector<Triangle> triangles; // into nodes, same order as the input
	std::vector<ShellTriangle> shells;
	std::vector<double> masses; // kg, 1 a vertex
	std::vector<uint8_t> heldAxes;
	RigidModes modes;
	std::optional<SurfaceLoads> loads;
	SymbolicFactor symbolic;
	NumericFactor<double> factor;
};

/// Makes forces (1 a vertex) fit for the factor: zero where supports and pins hold, balanced by inertia between.
void PrepareShellLoads(const ShellModel::Data& model, std::span<Vec3> forces, RigidScratch& scratch);

/// `count` right-hand sides of prepared forces, one after another (1 a vertex), to solutions with 2 a vertex: its
/// displacement and its rotation.
void SolveShellSystem(const ShellModel::Data& model,
	std::span<const Vec3> forces,
	int32_t count,
	std::vector<Vec3>& solution,
	StressWorkspace::Data& workspace,
	TaskRunner& runner);

/// Stress of a triangle in global axes, on the side of its normal and on the other one.
struct ShellFaces
{
	Sym3 upper; // Pa
	Sym3 lower;
};
ShellFaces FindShellStress(const ShellModel::Data& model, size_t triangle, std::span<const Vec3> solution);
} // namespace FractureCore
