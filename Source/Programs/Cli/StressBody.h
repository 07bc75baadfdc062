// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/MassProperties.h"
#include "FractureCore/Material.h"
#include "FractureCore/Stress.h"
#include "FractureCore/TetMesh.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace FractureCli
{
/// Which body to load and what it is made of; shared by the commands that solve.
struct BodyOptions
{
	std::string file;
	std::string material;
	std::optional<double> young;
	std::optional<double> poisson;
	std::optional<double> density;
	std::string unit;
};

void AddBodyOptions(CLI::App& command, BodyOptions& options);

/// A solid of tets, or a sheet of triangles if there are none.
struct Body
{
	FractureCore::TetMesh solid;
	std::vector<FractureCore::Vec3> sheetPositions;
	std::vector<FractureCore::Triangle> sheetTriangles;
	double thickness = 0.0; // m, of a sheet
	FractureCore::Material material;
	std::vector<double> strength;  // Pa, 1 a cell; empty: the material's
	std::vector<uint8_t> heldAxes; // 1 a node, what the asset's anchors hold; empty: nothing
	std::vector<uint8_t> factor;   // the asset's, or empty
	FractureCore::MassProperties mass;
	std::vector<FractureCore::Warning> warnings; // of reading a tet mesh
	std::vector<int32_t> nodeOfTable; // 1 a node as tables count them: ours, or kNoIndex; empty: they count as we do

	size_t TableNodeCount() const { return nodeOfTable.empty() ? Nodes().size() : nodeOfTable.size(); }
	/// kNoIndex for a node of the file that no tet uses.
	int32_t NodeOfTable(size_t row) const { return nodeOfTable.empty() ? static_cast<int32_t>(row) : nodeOfTable[row]; }
	bool IsSheet() const { return solid.tets.empty(); }
	const std::vector<FractureCore::Vec3>& Nodes() const { return IsSheet() ? sheetPositions : solid.nodes; }
	size_t CellCount() const { return IsSheet() ? sheetTriangles.size() : solid.tets.size(); }
	const char* CellName() const { return IsSheet() ? "triangle" : "tet"; }
	FractureCore::Vec3 CellCentre(size_t cell) const;
	double CellStrength(size_t cell) const { return strength.empty() ? material.tensileStrength : strength[cell]; }

	/// What the cell bears over what it can, as breaking judges it: tension over strength on the plane that bears it
	/// least, or compression over the strength against that, whichever is more.
	double LoadRatio(
		size_t cell, const FractureCore::Sym3& stress, const FractureCore::PrincipalStress& principal) const
	{
		const double tension = FractureCore::FindCriticalPlane(stress, material).tension;
		return std::max(tension, -principal.smallest / material.compressiveFactor) / CellStrength(cell);
	}
};

/// What is wrong, to be printed behind the file's or option's name.
struct LoadFailure
{
	std::string subject;
	std::string what;
};

/// An option and the file it names; empty: not given.
using NamedFile = std::pair<const char*, std::string>;

/// Outputs must not replace each other or an input; says which do. A device such as /dev/null may be named twice.
std::optional<std::string> FindNameClash(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

/// All files that LoadBody reads.
std::vector<NamedFile> BodyFiles(const BodyOptions& options);

/// Adds a warning if parts of the body touch at nodes only and are solved apart there.
void WarnOfHinges(const FractureCore::StressModel& model, Body& body);

/// A .frac asset or a ready tet mesh, with the options' material.
std::variant<Body, LoadFailure> LoadBody(const BodyOptions& options);
} // namespace FractureCli
