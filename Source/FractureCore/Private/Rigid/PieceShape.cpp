// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/PieceShape.h"

#include "Rigid/LevelSet.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
// Of the piece's volume: hulls that add less follow it well enough.
constexpr double kMostFill = 0.3;

// Of the whole body's volume.
constexpr double kLeastShare = 0.05;

// Cells across a wall, as for the shells among whole bodies.
constexpr double kLeastCells = 4.0;

// Of the whole: those of a bowl of 3,500 tets take nine milliseconds.
constexpr size_t kTrianglesAPart = 1'200;
} // namespace

bool WantsLevelSet(const Fragment& piece, std::span<const ConvexHull> hulls, const PieceShapeChoice& choice)
{
	const double volume = piece.mass.volume;
	double filled = 0.0;
	for (const ConvexHull& hull : hulls)
	{
		filled += hull.volume;
	}
	return choice.levelSets < kMostLevelSets && filled > (1.0 + kMostFill) * volume &&
		volume >= kLeastShare * choice.wholeVolume &&
		WallThickness(piece.surface, volume) >= kLeastCells * choice.spacing;
}

PieceLevels::PieceLevels(const SurfaceMesh& whole, double wholeVolume, const BreakResult& result)
	: m_result(result.hash), m_spacing(LevelSpacing(whole))
{
	PieceShapeChoice choice = {wholeVolume, m_spacing, 0};
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		if (WantsLevelSet(result.fragments[i], result.hulls[i], choice))
		{
			m_pieces.push_back({i, nullptr});
			++choice.levelSets;
		}
	}
}

void PieceLevels::MakeNext(const SurfaceMesh& whole, const BreakResult& result)
{
	if (!m_isWholeDone)
	{
		if (m_whole == nullptr)
		{
			m_whole = std::make_unique<SurfaceBand>(SurfaceBand::Begin(whole, m_spacing));
		}
		m_isWholeDone = m_whole->MeasureNext(whole, kTrianglesAPart);
		return;
	}
	Piece& piece = m_pieces[m_next];
	const Fragment& fragment = result.fragments[piece.index];
	if (m_band == nullptr)
	{
		m_band =
			std::make_unique<SurfaceBand>(*m_whole, whole, PieceSurface{&fragment.surface, fragment.sourceTriangle});
		return;
	}
	if (m_signs.empty())
	{
		m_signs = LevelSet::FindSigns(fragment.surface, *m_band);
		return;
	}
	piece.levels = std::make_unique<LevelSet>(fragment.surface, std::move(*m_band), m_signs);
	m_band.reset();
	m_signs.clear();
	++m_next;
}

std::unique_ptr<LevelSet> PieceLevels::Take(size_t piece)
{
	const auto found =
		std::find_if(m_pieces.begin(), m_pieces.end(), [&](const Piece& one) { return one.index == piece; });
	return found != m_pieces.end() ? std::move(found->levels) : nullptr;
}
} // namespace FractureCore
