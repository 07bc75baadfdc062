// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "VtuWriter.h"

#include <cstdio>

namespace FractureToolkit
{
namespace
{
// VTK's numbers for kinds of cells.
constexpr int32_t kVtkTriangle = 5;
constexpr int32_t kVtkTetra = 10;

void AppendNumber(std::string& text, double value)
{
	char buffer[32];
	// Nine digits keep every float, which is all that ParaView shows.
	const int length = std::snprintf(buffer, sizeof(buffer), "%.9g ", value);
	text.append(buffer, static_cast<size_t>(length));
}

void AppendDataArray(std::string& text, const VtuArray& array)
{
	text += "<DataArray type=\"Float64\" Name=\"" + array.name + "\" NumberOfComponents=\"" +
		std::to_string(array.components) + "\" format=\"ascii\">\n";
	for (const double value : array.values)
	{
		AppendNumber(text, value);
	}
	text += "\n</DataArray>\n";
}

void AppendData(std::string& text, const char* element, const std::vector<VtuArray>& arrays)
{
	text += std::string("<") + element + ">\n";
	for (const VtuArray& array : arrays)
	{
		AppendDataArray(text, array);
	}
	text += std::string("</") + element + ">\n";
}

template <typename Cell>
void AppendCells(std::string& text, std::span<const Cell> cells, int32_t kind)
{
	constexpr size_t kCorners = sizeof(Cell) / sizeof(int32_t);
	text += "<Cells>\n<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">\n";
	for (const Cell& cell : cells)
	{
		for (const int32_t v : cell.v)
		{
			text += std::to_string(v) + ' ';
		}
	}
	text += "\n</DataArray>\n<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">\n";
	for (size_t i = 1; i <= cells.size(); ++i)
	{
		text += std::to_string(kCorners * i) + ' ';
	}
	text += "\n</DataArray>\n<DataArray type=\"UInt8\" Name=\"types\" format=\"ascii\">\n";
	for (size_t i = 0; i < cells.size(); ++i)
	{
		text += std::to_string(kind) + ' ';
	}
	text += "\n</DataArray>\n</Cells>\n";
}
} // namespace

std::string ToVtu(const VtuGrid& grid)
{
	const size_t cells = grid.tets.empty() ? grid.triangles.size() : grid.tets.size();
	std::string text = "<?xml version=\"1.0\"?>\n"
					   "<VTKFile type=\"UnstructuredGrid\" version=\"0.1\" byte_order=\"LittleEndian\">\n"
					   "<UnstructuredGrid>\n<Piece NumberOfPoints=\"" +
		std::to_string(grid.points.size()) + "\" NumberOfCells=\"" + std::to_string(cells) +
		"\">\n<Points>\n<DataArray type=\"Float64\" NumberOfComponents=\"3\" format=\"ascii\">\n";
	for (const FractureCore::Vec3& point : grid.points)
	{
		AppendNumber(text, point.x);
		AppendNumber(text, point.y);
		AppendNumber(text, point.z);
	}
	text += "\n</DataArray>\n</Points>\n";
	if (grid.tets.empty())
	{
		AppendCells(text, grid.triangles, kVtkTriangle);
	}
	else
	{
		AppendCells(text, grid.tets, kVtkTetra);
	}
	AppendData(text, "PointData", grid.pointData);
	AppendData(text, "CellData", grid.cellData);
	text += "</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
	return text;
}
} // namespace FractureToolkit
