// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Stress.h"

namespace FractureCore
{
/// One value a triangle or a vertex of the sheet that the model was made from.
struct ShellStressField
{
	std::vector<Sym3> upper;                // 1 a triangle, Pa (or Pa s), in global axes: on the side of the normal
	std::vector<Sym3> lower;                // on the other side
	std::vector<PrincipalStress> principal; // of the side with the larger tension; the smallest value is of both
	std::vector<Vec3> displacement;         // 1 a vertex, m (or m s); free rigid motions are taken out
	std::vector<Vec3> reaction;             // 1 a vertex, N (or N s): what the supports add; empty without supports
};

/// A thin sheet of triangles ready to be loaded: panes, ornaments, boats, shards. Membrane stress as in [Bao07]
/// section 4, and bending. Immutable; any number of threads may solve with it at once, each with its own workspace.
class FRACTURECORE_API ShellModel
{
public:
	/// Triangles must not be degenerate; vertices that none uses are left alone. Thickness in m. `heldAxes`: bits 1, 2,
	/// 4 for x, y, z of each vertex that an anchor holds (it may still turn); empty: nothing holds it. The error names
	/// the first bad vertex, triangle or field.
	static Result<ShellModel> Create(std::span<const Vec3> positions,
		std::span<const Triangle> triangles,
		double thickness,
		const Material& material,
		std::span<const uint8_t> heldAxes,
		TaskRunner& runner);

	ShellModel(ShellModel&& other) noexcept;
	ShellModel& operator=(ShellModel&& other) noexcept;
	~ShellModel();

	struct Data;
	const Data& GetData() const { return *m_data; }

private:
	explicit ShellModel(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// Stress of a sheet under impulses. Of the settings only the quantity counts: bending must not be averaged away.
FRACTURECORE_API Status SolveShellImpact(const ShellModel& model,
	std::span<const ContactImpulse> impulses,
	const StressSettings& settings,
	StressWorkspace& workspace,
	ShellStressField& field,
	TaskRunner& runner);

/// Stress under static forces (N, 1 a vertex), in balance unless supports carry the rest.
FRACTURECORE_API Status SolveShellLoads(const ShellModel& model,
	std::span<const Vec3> vertexForces,
	StressWorkspace& workspace,
	ShellStressField& field,
	TaskRunner& runner);
} // namespace FractureCore
