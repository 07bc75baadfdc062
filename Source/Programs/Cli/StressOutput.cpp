// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StressOutput.h"

#include "VtuWriter.h"

#include <cstdio>

namespace FractureCli
{
using FractureCore::Vec3;

std::string StressCsv(const Body& body, const FractureCore::StressField& field)
{
	std::string text = std::string(body.CellName()) + ",x,y,z,sxx,syy,szz,sxy,syz,szx,s1,n1x,n1y,n1z\n";
	for (size_t cell = 0; cell < body.CellCount(); ++cell)
	{
		const Vec3 c = body.CellCentre(cell);
		const FractureCore::Sym3& s = field.stress[cell];
		const FractureCore::PrincipalStress& p = field.principal[cell];
		text += std::to_string(cell);
		for (const double value :
			{c.x, c.y, c.z, s.xx, s.yy, s.zz, s.xy, s.yz, s.zx, p.largest, p.direction.x, p.direction.y, p.direction.z})
		{
			char number[32];
			std::snprintf(number, sizeof(number), ",%.17g", value);
			text += number;
		}
		text += '\n';
	}
	return text;
}

namespace
{
std::string NodeLine(size_t node, const Vec3& v)
{
	char line[128];
	std::snprintf(line, sizeof(line), "%zu,%.17g,%.17g,%.17g\n", node, v.x, v.y, v.z);
	return line;
}
} // namespace

std::string DisplacementsCsv(const Body& body, const FractureCore::StressField& field)
{
	std::string text = "node,ux,uy,uz\n";
	for (size_t i = 0; i < body.TableNodeCount(); ++i)
	{
		const int32_t node = body.NodeOfTable(i);
		text += NodeLine(i, node == FractureCore::kNoIndex ? Vec3{} : field.displacement[static_cast<size_t>(node)]);
	}
	return text;
}

std::string ReactionsCsv(const Body& body, std::span<const uint8_t> held, const FractureCore::StressField& field)
{
	std::string text = "node,fx,fy,fz\n";
	for (size_t i = 0; i < body.TableNodeCount(); ++i)
	{
		const int32_t node = body.NodeOfTable(i);
		if (node != FractureCore::kNoIndex && held[static_cast<size_t>(node)] != 0)
		{
			text += NodeLine(i, field.reaction[static_cast<size_t>(node)]);
		}
	}
	return text;
}

std::string StressVtu(const Body& body, const FractureCore::StressField& field)
{
	FractureToolkit::VtuArray displacement{"displacement_m", 3, {}};
	for (const Vec3& u : field.displacement)
	{
		displacement.values.insert(displacement.values.end(), {u.x, u.y, u.z});
	}
	FractureToolkit::VtuArray stress{"stress_Pa", 6, {}};
	FractureToolkit::VtuArray largest{"largest_principal_Pa", 1, {}};
	FractureToolkit::VtuArray direction{"direction", 3, {}};
	FractureToolkit::VtuArray load{"stress_over_strength", 1, {}};
	for (size_t cell = 0; cell < field.stress.size(); ++cell)
	{
		const FractureCore::Sym3& s = field.stress[cell];
		const FractureCore::PrincipalStress& p = field.principal[cell];
		// VTK's order of a symmetric tensor: xx yy zz xy yz xz.
		stress.values.insert(stress.values.end(), {s.xx, s.yy, s.zz, s.xy, s.yz, s.zx});
		largest.values.push_back(p.largest);
		direction.values.insert(direction.values.end(), {p.direction.x, p.direction.y, p.direction.z});
		load.values.push_back(body.LoadRatio(cell, s, p));
	}
	return FractureToolkit::ToVtu(
		{body.Nodes(), body.solid.tets, body.sheetTriangles, {displacement}, {stress, largest, direction, load}});
}
} // namespace FractureCli
