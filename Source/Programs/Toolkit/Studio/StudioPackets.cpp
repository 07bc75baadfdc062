// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioPackets.h"

#include "ExportedPart.h"
#include "Studio/ByteWriter.h"

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

void AddPoint(ByteWriter& bytes, const Vec3& p)
{
	bytes.Add(static_cast<float>(p.x));
	bytes.Add(static_cast<float>(p.y));
	bytes.Add(static_cast<float>(p.z));
}

Vec3 NormalOf(const SurfaceMesh& mesh, size_t triangle, size_t corner)
{
	if (!mesh.cornerNormals.empty())
	{
		const Vec3f& n = mesh.cornerNormals[3 * triangle + corner];
		const Vec3 normal{n.x, n.y, n.z};
		if (IsFinite(normal) && LengthSquared(normal) > 0.0)
		{
			return normal;
		}
	}
	const auto at = [&](size_t k) { return mesh.positions[static_cast<size_t>(mesh.triangles[triangle].v[k])]; };
	return Normalised(Cross(at(1) - at(0), at(2) - at(0)));
}
} // namespace

std::vector<uint8_t> MeshPacket(const SurfaceMesh& mesh)
{
	std::vector<size_t> order;
	order.reserve(mesh.triangles.size());
	const auto isInside = [&](size_t t) { return SlotName(mesh, SlotOf(mesh, t)) == "Inside"; };
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		if (!isInside(t))
		{
			order.push_back(t);
		}
	}
	const size_t outer = order.size();
	for (size_t t = 0; t < mesh.triangles.size() && order.size() < mesh.triangles.size(); ++t)
	{
		if (isInside(t))
		{
			order.push_back(t);
		}
	}
	ByteWriter bytes;
	bytes.Add(static_cast<uint32_t>(3 * order.size()));
	bytes.Add(static_cast<uint32_t>(3 * outer));
	bytes.Add(static_cast<uint32_t>(mesh.positions.size()));
	bytes.Add(uint32_t{0});
	for (const size_t t : order)
	{
		for (const int32_t v : mesh.triangles[t].v)
		{
			AddPoint(bytes, mesh.positions[static_cast<size_t>(v)]);
		}
	}
	for (const size_t t : order)
	{
		for (size_t k = 0; k < 3; ++k)
		{
			AddPoint(bytes, NormalOf(mesh, t, k));
		}
	}
	for (const size_t t : order)
	{
		for (const int32_t v : mesh.triangles[t].v)
		{
			bytes.Add(static_cast<uint32_t>(v));
		}
	}
	return bytes.Take();
}

std::vector<uint8_t> TetPacket(const TetMesh& mesh)
{
	ByteWriter bytes;
	bytes.Add(static_cast<uint32_t>(mesh.nodes.size()));
	bytes.Add(static_cast<uint32_t>(mesh.tets.size()));
	for (const Vec3& p : mesh.nodes)
	{
		AddPoint(bytes, p);
	}
	for (const Tet& tet : mesh.tets)
	{
		for (const int32_t v : tet.v)
		{
			bytes.Add(static_cast<uint32_t>(v));
		}
	}
	return bytes.Take();
}

std::vector<uint8_t> PointPacket(std::span<const Vec3> points)
{
	ByteWriter bytes;
	for (const Vec3& p : points)
	{
		AddPoint(bytes, p);
	}
	return bytes.Take();
}

std::vector<uint8_t> ValuePacket(std::span<const float> values)
{
	ByteWriter bytes;
	for (const float value : values)
	{
		bytes.Add(value);
	}
	return bytes.Take();
}
} // namespace FractureToolkit
