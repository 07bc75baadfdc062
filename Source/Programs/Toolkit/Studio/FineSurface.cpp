// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/FineSurface.h"

#include "NodeSampler.h"

#include <algorithm>
#include <map>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

/// One pass over a surface: what its triangles become if some of their edges get a vertex in the middle.
class SplitPass
{
public:
	SplitPass(const SurfaceMesh& mesh, double edge) : m_mesh(mesh), m_edge(edge)
	{
		m_result = mesh;
		m_result.triangles.clear();
		m_result.triangleSlots.clear();
		m_result.cornerNormals.clear();
		m_result.cornerUvs.clear();
		m_uvs.resize(static_cast<size_t>(mesh.uvChannels));
	}

	bool Run(std::vector<std::pair<int32_t, int32_t>>& parents)
	{
		const size_t known = parents.size();
		for (size_t t = 0; t < m_mesh.triangles.size(); ++t)
		{
			Split(t, parents);
		}
		for (std::vector<Vec2f>& channel : m_uvs)
		{
			m_result.cornerUvs.insert(m_result.cornerUvs.end(), channel.begin(), channel.end());
		}
		return parents.size() > known;
	}

	SurfaceMesh Take() { return std::move(m_result); }

private:
	/// A corner of a new triangle: corner `a` of the old one, or the middle between its corners `a` and `b`.
	struct Corner
	{
		size_t a;
		size_t b;
	};

	bool IsLong(int32_t a, int32_t b) const
	{
		return Length(m_mesh.positions[static_cast<size_t>(a)] - m_mesh.positions[static_cast<size_t>(b)]) > m_edge;
	}

	int32_t Middle(int32_t a, int32_t b, std::vector<std::pair<int32_t, int32_t>>& parents)
	{
		const std::pair<int32_t, int32_t> ends = std::minmax(a, b);
		const auto [found, isNew] = m_middles.try_emplace(ends, static_cast<int32_t>(m_result.positions.size()));
		if (isNew)
		{
			m_result.positions.push_back((m_mesh.positions[static_cast<size_t>(ends.first)] +
											 m_mesh.positions[static_cast<size_t>(ends.second)]) *
				0.5);
			parents.push_back(ends);
		}
		return found->second;
	}

	void Add(size_t t, const Corner (&corners)[3], std::vector<std::pair<int32_t, int32_t>>& parents)
	{
		const Triangle& old = m_mesh.triangles[t];
		Triangle triangle;
		for (size_t k = 0; k < 3; ++k)
		{
			const auto [a, b] = corners[k];
			triangle.v[k] = a == b ? old.v[a] : Middle(old.v[a], old.v[b], parents);
			if (!m_mesh.cornerNormals.empty())
			{
				const Vec3f& p = m_mesh.cornerNormals[3 * t + a];
				const Vec3f& q = m_mesh.cornerNormals[3 * t + b];
				m_result.cornerNormals.push_back({0.5f * (p.x + q.x), 0.5f * (p.y + q.y), 0.5f * (p.z + q.z)});
			}
			for (size_t channel = 0; channel < m_uvs.size(); ++channel)
			{
				const size_t base = 3 * (channel * m_mesh.triangles.size() + t);
				const Vec2f& p = m_mesh.cornerUvs[base + a];
				const Vec2f& q = m_mesh.cornerUvs[base + b];
				m_uvs[channel].push_back({0.5f * (p.x + q.x), 0.5f * (p.y + q.y)});
			}
		}
		m_result.triangles.push_back(triangle);
		if (!m_mesh.triangleSlots.empty())
		{
			m_result.triangleSlots.push_back(m_mesh.triangleSlots[t]);
		}
	}

	void Split(size_t t, std::vector<std::pair<int32_t, int32_t>>& parents)
	{
		const int32_t* v = m_mesh.triangles[t].v;
		const bool isLong[3] = {IsLong(v[0], v[1]), IsLong(v[1], v[2]), IsLong(v[2], v[0])};
		const int count = isLong[0] + isLong[1] + isLong[2];
		// Turned so that edge i -> j is split and, of two, j -> k too.
		size_t i = 0;
		while (count > 0 && count < 3 && !(isLong[i] && (count == 1 || isLong[(i + 1) % 3])))
		{
			++i;
		}
		const size_t j = (i + 1) % 3;
		const size_t k = (i + 2) % 3;
		const Corner at[3] = {{i, i}, {j, j}, {k, k}};
		const Corner ij{i, j};
		const Corner jk{j, k};
		const Corner ki{k, i};
		switch (count)
		{
		case 0:
			Add(t, {at[0], at[1], at[2]}, parents);
			return;
		case 1:
			Add(t, {at[0], ij, at[2]}, parents);
			Add(t, {ij, at[1], at[2]}, parents);
			return;
		case 2:
			Add(t, {ij, at[1], jk}, parents);
			Add(t, {at[0], ij, jk}, parents);
			Add(t, {at[0], jk, at[2]}, parents);
			return;
		default:
			Add(t, {at[0], ij, ki}, parents);
			Add(t, {ij, at[1], jk}, parents);
			Add(t, {ki, jk, at[2]}, parents);
			Add(t, {ij, jk, ki}, parents);
		}
	}

	const SurfaceMesh& m_mesh;
	double m_edge;
	SurfaceMesh m_result;
	std::vector<std::vector<Vec2f>> m_uvs;
	std::map<std::pair<int32_t, int32_t>, int32_t> m_middles;
};

void CarryValues(std::vector<float>& values, const SurfaceMesh& from, const SurfaceMesh& to, const FineSurface* fine)
{
	if (values.size() != from.positions.size())
	{
		return; // painted on something else: the bake says so
	}
	std::vector<Vec3> places = from.positions;
	if (fine != nullptr)
	{
		const size_t plain = fine->mesh.positions.size() - fine->parents.size();
		std::vector<float> known =
			NodeSampler(from.positions, values).Sample(std::span(fine->mesh.positions).first(plain));
		for (const auto& [a, b] : fine->parents)
		{
			known.push_back(0.5f * (known[static_cast<size_t>(a)] + known[static_cast<size_t>(b)]));
		}
		places = fine->mesh.positions;
		values = std::move(known);
	}
	values = NodeSampler(std::move(places), std::move(values)).Sample(to.positions);
}
} // namespace

FineSurface RefineSurface(SurfaceMesh mesh, double edge, size_t mostTriangles)
{
	FineSurface fine{std::move(mesh), {}};
	while (true)
	{
		std::vector<std::pair<int32_t, int32_t>> parents = fine.parents;
		SplitPass pass(fine.mesh, edge);
		if (!pass.Run(parents))
		{
			return fine;
		}
		SurfaceMesh next = pass.Take();
		if (next.triangles.size() > mostTriangles)
		{
			return fine;
		}
		fine = {std::move(next), std::move(parents)};
	}
}

void CarryPaint(StrengthSetup& setup, const SurfaceMesh& from, const SurfaceMesh& to, const FineSurface* fine)
{
	for (StrengthLayer& layer : setup.layers)
	{
		if (PaintedValues* paint = std::get_if<PaintedValues>(&layer.source))
		{
			CarryValues(paint->values, from, to, fine);
		}
		if (PaintedValues* paint = layer.mask ? std::get_if<PaintedValues>(&*layer.mask) : nullptr)
		{
			CarryValues(paint->values, from, to, fine);
		}
	}
	for (Anchor& anchor : setup.anchors)
	{
		if (PaintedValues* paint = std::get_if<PaintedValues>(&anchor.region))
		{
			CarryValues(paint->values, from, to, fine);
		}
	}
}
} // namespace FractureToolkit
