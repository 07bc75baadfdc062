// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "TetMeshAssembler.h"

#include "TextCursor.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::kNoIndex;
using FractureCore::Status;
using FractureCore::Tet;
using FractureCore::TetMesh;
using FractureCore::Vec3;
using FractureCore::WarningCode;

/// Below this share of the longest edge cubed, a volume is rounding and its sign means nothing.
constexpr double kFlatVolume = 1.0e-15;
} // namespace

Status TetMeshAssembler::SortNodes()
{
	const auto byNumber = [](const NumberedNode& a, const NumberedNode& b) { return a.number < b.number; };
	if (!std::is_sorted(m_nodes.begin(), m_nodes.end(), byNumber))
	{
		std::stable_sort(m_nodes.begin(), m_nodes.end(), byNumber);
	}
	const auto twin = std::adjacent_find(m_nodes.begin(),
		m_nodes.end(),
		[](const NumberedNode& a, const NumberedNode& b) { return a.number == b.number; });
	if (twin != m_nodes.end())
	{
		return Error{
			ErrorCode::InvalidFile, "node " + std::to_string(twin->number) + " is there more than once", twin->number};
	}
	return FractureCore::Ok{};
}

int32_t TetMeshAssembler::FindNode(int64_t number) const
{
	// Nearly every file counts without gaps.
	const int64_t guess = m_nodes.empty() ? -1 : number - m_nodes.front().number;
	if (guess >= 0 && guess < static_cast<int64_t>(m_nodes.size()) &&
		m_nodes[static_cast<size_t>(guess)].number == number)
	{
		return static_cast<int32_t>(guess);
	}
	const auto found = std::lower_bound(m_nodes.begin(),
		m_nodes.end(),
		number,
		[](const NumberedNode& node, int64_t wanted) { return node.number < wanted; });
	return found != m_nodes.end() && found->number == number ? static_cast<int32_t>(found - m_nodes.begin()) : kNoIndex;
}

Status TetMeshAssembler::TurnPositive(TetMesh& mesh)
{
	int64_t turned = 0;
	size_t firstKept = 0;
	size_t firstTurned = 0;
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		Tet& tet = mesh.tets[t];
		const auto node = [&](int32_t k) { return mesh.nodes[static_cast<size_t>(tet.v[k])]; };
		double longestSquared = 0.0;
		for (int32_t i = 0; i < 4; ++i)
		{
			for (int32_t j = i + 1; j < 4; ++j)
			{
				longestSquared = std::max(longestSquared, LengthSquared(node(i) - node(j)));
			}
		}
		const double volume = FractureCore::SignedVolume(node(0), node(1), node(2), node(3));
		if (!std::isfinite(volume) || !std::isfinite(longestSquared))
		{
			return ErrorAtLine(
				m_tets[t].line, "tet " + std::to_string(t) + " is too large for its volume to be a number");
		}
		if (!(std::abs(volume) > kFlatVolume * longestSquared * std::sqrt(longestSquared)))
		{
			return ErrorAtLine(m_tets[t].line, "tet " + std::to_string(t) + " has no volume (the first is tet 0)");
		}
		const bool isTurned = volume < 0.0;
		firstTurned = isTurned && turned == 0 ? t : firstTurned;
		firstKept = !isTurned && static_cast<int64_t>(t) == turned ? t : firstKept;
		if (isTurned)
		{
			std::swap(tet.v[2], tet.v[3]);
			++turned;
		}
	}
	// All of them is another convention, some of them is a fault in the file.
	if (turned > 0 && turned < static_cast<int64_t>(mesh.tets.size()))
	{
		AddWarning({WarningCode::FlippedTriangles, CountText(turned, "tet") + " inside out: turned", turned});
		const size_t odd = 2 * turned <= static_cast<int64_t>(mesh.tets.size()) ? firstTurned : firstKept;
		m_insideOut = ErrorAtLine(m_tets[odd].line,
			"tet " + std::to_string(odd) +
				" is inside out: its volume has another sign than most others' (tets count from 0)");
	}
	else if (turned > 0)
	{
		AddWarning({WarningCode::FlippedTriangles, "all " + CountText(turned, "tet") + " inside out: turned", turned});
	}
	return FractureCore::Ok{};
}

FractureCore::Result<ImportedTets> TetMeshAssembler::Finish()
{
	constexpr size_t kMost = static_cast<size_t>(std::numeric_limits<int32_t>::max());
	if (m_nodes.size() > kMost || m_tets.size() > kMost)
	{
		return Error{ErrorCode::TooLarge, "has more than 2^31 nodes or tets"};
	}
	if (const Status status = SortNodes(); !status)
	{
		return status.GetError();
	}

	ImportedTets result;
	result.mesh.tets.reserve(m_tets.size());
	std::vector<int32_t> newIndex(m_nodes.size(), kNoIndex);
	for (const NumberedTet& source : m_tets)
	{
		Tet& tet = result.mesh.tets.emplace_back();
		for (size_t k = 0; k < 4; ++k)
		{
			const int32_t index = FindNode(source.nodeNumbers[k]);
			if (index == kNoIndex)
			{
				return ErrorAtLine(
					source.line, "a tet names node " + std::to_string(source.nodeNumbers[k]) + ", which is not there");
			}
			tet.v[k] = index;
			newIndex[static_cast<size_t>(index)] = 0;
		}
	}
	for (size_t i = 0; i < m_nodes.size(); ++i)
	{
		if (newIndex[i] != kNoIndex)
		{
			newIndex[i] = static_cast<int32_t>(result.mesh.nodes.size());
			result.mesh.nodes.push_back(m_nodes[i].position * m_metresPerUnit);
		}
	}
	for (Tet& tet : result.mesh.tets)
	{
		for (int32_t& node : tet.v)
		{
			node = newIndex[static_cast<size_t>(node)];
		}
	}
	if (const Status status = TurnPositive(result.mesh); !status)
	{
		return status.GetError();
	}
	result.nodeOfFile = std::move(newIndex);
	result.warnings = std::move(m_warnings);
	result.insideOut = std::move(m_insideOut);
	return result;
}
} // namespace FractureToolkit
