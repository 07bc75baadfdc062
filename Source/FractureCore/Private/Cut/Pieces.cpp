// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Cut/Pieces.h"

#include "Mesh/UnionFind.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace FractureCore
{
namespace
{
/// Joins the leaf cells of a tree and then pieces that are too small.
class PieceFinder
{
public:
	PieceFinder(const CutTree& tree, std::span<const int32_t> labels)
		: m_tree(tree), m_labels(labels), m_sets(tree.CellCount()), m_origin(tree.Base().lattice.nodes[0])
	{
	}

	Pieces Run(const PieceLimits& limits)
	{
		m_pieces.isClosedFace.assign(static_cast<size_t>(m_tree.FaceCount() - m_tree.BaseFaceCount()), 0);
		JoinCells();
		if (!m_pieces.isClosedFace.empty())
		{
			const double total = MeasureVolumes();
			while (MergeSmall(limits.smallestVolume * total))
			{
			}
			if (limits.maxPieces > 0)
			{
				LimitCount(limits.maxPieces, limits.countedVolume * total);
			}
		}
		Number();
		return std::move(m_pieces);
	}

private:
	/// A cap between a small piece and a neighbour.
	struct Contact
	{
		int32_t small = kNoIndex;
		int32_t neighbour = kNoIndex;
		int32_t face = kNoIndex;
		double area = 0.0;
	};

	void JoinCells()
	{
		for (int32_t f = 0; f < m_tree.FaceCount(); ++f)
		{
			if (!m_tree.IsLeafFace(f))
			{
				continue;
			}
			const CutFace& face = m_tree.Face(f);
			const auto [a, b] = m_tree.FaceCells(f);
			bool isJoined = face.kind == CutFaceKind::TetFace;
			if (face.kind == CutFaceKind::Cap && face.source == kNoIndex && m_labels[a] == m_labels[b])
			{
				m_pieces.isClosedFace[f - m_tree.BaseFaceCount()] = 1;
				isJoined = true;
			}
			if (isJoined)
			{
				m_sets.Unite(a, b);
			}
		}
	}

	/// Twice the area as a vector, and six times the volume of the cone to m_origin. Split edges are straight, so the
	/// face's own edges do.
	std::pair<Vec3, double> MeasureFace(int32_t f) const
	{
		const CutFace& face = m_tree.Face(f);
		Vec3 area;
		double volume = 0.0;
		for (int32_t l = face.firstLoop; l < face.lastLoop; ++l)
		{
			const std::span<const int32_t> loop = m_tree.Loop(f, l);
			const Vec3 first = m_tree.Vertex(m_tree.From(loop[0])).position;
			Vec3 loopArea;
			Vec3 before = m_tree.Vertex(m_tree.To(loop[0])).position - first;
			for (size_t i = 2; i < loop.size(); ++i)
			{
				const Vec3 at = m_tree.Vertex(m_tree.From(loop[i])).position - first;
				loopArea += Cross(before, at);
				before = at;
			}
			area += loopArea;
			volume += Dot(first - m_origin, loopArea);
		}
		return {area, volume};
	}

	/// Over the surface: what lies between cells of one piece cancels. Returns the sum.
	double MeasureVolumes()
	{
		double total = 0.0;
		m_volume.assign(static_cast<size_t>(m_tree.CellCount()), 0.0);
		for (int32_t cell = 0; cell < m_tree.BaseCellCount(); ++cell)
		{
			if (m_tree.IsLeafCell(cell))
			{
				const double volume = m_tree.Base().outerVolume[cell];
				m_volume[m_sets.Find(cell)] += volume;
				total += volume;
				continue;
			}
			for (const int32_t f : m_tree.CellFaces(cell))
			{
				if (m_tree.Face(Unsigned(f)).kind == CutFaceKind::Outer)
				{
					total += AddSurface(f);
				}
			}
		}
		for (int32_t f = m_tree.BaseFaceCount(); f < m_tree.FaceCount(); ++f)
		{
			total += AddSurface(f);
		}
		return total;
	}

	/// Returns what it adds to the whole's volume.
	double AddSurface(int32_t f)
	{
		if (!m_tree.IsLeafFace(f) || !m_pieces.IsSurface(m_tree, f))
		{
			return 0.0;
		}
		const double volume = MeasureFace(f).second / 6.0;
		const auto [a, b] = m_tree.FaceCells(f);
		m_volume[m_sets.Find(a)] += volume;
		if (b == kNoIndex)
		{
			return volume;
		}
		m_volume[m_sets.Find(b)] -= volume;
		m_caps.push_back(f);
		return 0.0;
	}

	/// One round; false if nothing was left to do.
	bool MergeSmall(double smallestVolume)
	{
		m_contacts.clear();
		for (const int32_t f : m_caps)
		{
			const auto [cellA, cellB] = m_tree.FaceCells(f);
			const int32_t a = m_sets.Find(cellA);
			const int32_t b = m_sets.Find(cellB);
			if (a == b || (m_volume[a] >= smallestVolume && m_volume[b] >= smallestVolume))
			{
				continue;
			}
			const double area = Length(MeasureFace(f).first);
			for (const auto& [small, neighbour] : {std::pair{a, b}, std::pair{b, a}})
			{
				if (m_volume[small] < smallestVolume)
				{
					m_contacts.push_back({small, neighbour, f, area});
				}
			}
		}
		std::sort(m_contacts.begin(),
			m_contacts.end(),
			[](const Contact& a, const Contact& b)
			{
				return a.small != b.small ? a.small < b.small
										  : (a.neighbour != b.neighbour ? a.neighbour < b.neighbour : a.face < b.face);
			});
		for (size_t begin = 0; begin < m_contacts.size();)
		{
			size_t end = begin;
			while (end < m_contacts.size() && m_contacts[end].small == m_contacts[begin].small)
			{
				++end;
			}
			const int32_t small = m_contacts[begin].small;
			// It may have got a neighbour in this round.
			if (m_sets.Find(small) == small && m_volume[small] < smallestVolume)
			{
				Merge({m_contacts.data() + begin, end - begin});
			}
			begin = end;
		}
		return !m_contacts.empty();
	}

	/// Contacts of one small piece, neighbour after neighbour.
	void Merge(std::span<const Contact> contacts)
	{
		double largest = -1.0;
		std::span<const Contact> best;
		for (size_t begin = 0; begin < contacts.size();)
		{
			size_t end = begin;
			double area = 0.0;
			for (; end < contacts.size() && contacts[end].neighbour == contacts[begin].neighbour; ++end)
			{
				area += contacts[end].area;
			}
			if (area > largest)
			{
				largest = area;
				best = contacts.subspan(begin, end - begin);
			}
			begin = end;
		}
		for (const Contact& contact : best)
		{
			m_pieces.isClosedFace[contact.face - m_tree.BaseFaceCount()] = 1;
		}
		const int32_t small = best[0].small;
		const int32_t neighbour = m_sets.Find(best[0].neighbour);
		if (neighbour == small)
		{
			return; // they have met in this round
		}
		const double volume = m_volume[small] + m_volume[neighbour];
		m_sets.Unite(small, neighbour);
		m_volume[m_sets.Find(small)] = volume;
		++m_pieces.merged;
	}

	/// Whatever came apart last in the sense of size stays together.
	void LimitCount(int32_t maxPieces, double countedVolume)
	{
		std::vector<int32_t> roots; // of pieces that count
		for (int32_t cell = 0; cell < m_tree.CellCount(); ++cell)
		{
			if (m_tree.IsLeafCell(cell) && m_sets.Find(cell) == cell && m_volume[cell] >= countedVolume)
			{
				roots.push_back(cell);
			}
		}
		if (static_cast<int32_t>(roots.size()) <= maxPieces)
		{
			return;
		}
		std::map<int32_t, std::map<int32_t, double>> contacts; // area, by both pieces
		std::vector<std::array<int32_t, 2>> before;            // 1 a cap
		for (const int32_t f : m_caps)
		{
			const auto [cellA, cellB] = m_tree.FaceCells(f);
			const int32_t a = m_sets.Find(cellA);
			const int32_t b = m_sets.Find(cellB);
			before.push_back({a, b});
			if (a != b && m_volume[a] >= countedVolume && m_volume[b] >= countedVolume)
			{
				const double area = Length(MeasureFace(f).first);
				contacts[a][b] += area;
				contacts[b][a] += area;
			}
		}
		std::set<std::pair<double, int32_t>> bySize;
		for (const int32_t root : roots)
		{
			bySize.emplace(m_volume[root], root);
		}
		auto count = static_cast<int32_t>(roots.size());
		while (count > maxPieces && !bySize.empty())
		{
			const int32_t small = bySize.begin()->second;
			bySize.erase(bySize.begin());
			std::map<int32_t, double> around = std::move(contacts[small]);
			if (around.empty())
			{
				continue; // it touches no other
			}
			const auto best = std::max_element(
				around.begin(), around.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
			const int32_t neighbour = best->first;
			around.erase(best);
			bySize.erase({m_volume[neighbour], neighbour});
			const double volume = m_volume[small] + m_volume[neighbour];
			m_sets.Unite(small, neighbour);
			const int32_t joined = m_sets.Find(small);
			std::map<int32_t, double> others = std::move(contacts[neighbour]);
			others.erase(small);
			for (const auto& [other, area] : around)
			{
				others[other] += area;
			}
			for (const auto& [other, area] : others)
			{
				contacts[other].erase(small);
				contacts[other].erase(neighbour);
				contacts[other][joined] = area;
			}
			contacts[joined] = std::move(others);
			m_volume[joined] = volume;
			bySize.emplace(volume, joined);
			++m_pieces.merged;
			--count;
		}
		for (size_t i = 0; i < m_caps.size(); ++i)
		{
			const auto [a, b] = before[i];
			if (a != b && m_sets.Find(a) == m_sets.Find(b))
			{
				m_pieces.isClosedFace[m_caps[i] - m_tree.BaseFaceCount()] = 1;
			}
		}
	}

	void Number()
	{
		std::vector<int32_t> number(static_cast<size_t>(m_tree.CellCount()), kNoIndex);
		m_pieces.pieceOf.assign(static_cast<size_t>(m_tree.CellCount()), kNoIndex);
		for (int32_t cell = 0; cell < m_tree.CellCount(); ++cell)
		{
			if (!m_tree.IsLeafCell(cell))
			{
				continue;
			}
			const int32_t tet = m_tree.Cell(cell).tet;
			int32_t& piece = number[m_sets.Find(cell)];
			if (piece == kNoIndex)
			{
				piece = m_pieces.count++;
				m_pieces.lowestTet.push_back(tet);
			}
			m_pieces.pieceOf[cell] = piece;
			m_pieces.lowestTet[piece] = std::min(m_pieces.lowestTet[piece], tet);
		}
	}

	const CutTree& m_tree;
	std::span<const int32_t> m_labels;
	UnionFind m_sets;
	Vec3 m_origin;
	Pieces m_pieces;
	std::vector<double> m_volume; // m^3, by the set's name
	std::vector<int32_t> m_caps;
	std::vector<Contact> m_contacts;
};
} // namespace

Pieces FindPieces(const CutTree& tree, std::span<const int32_t> labels, const PieceLimits& limits)
{
	return PieceFinder(tree, labels).Run(limits);
}
} // namespace FractureCore
