// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Break.h"
#include "Rigid/RigidShape.h"

#include <memory>
#include <span>
#include <vector>

namespace FractureCore
{
/// What a piece of a broken body collides as, by size and count [Bao07] section 7.
struct PieceShapeChoice
{
	double wholeVolume = 0.0; // m^3, of the body that the host added
	double spacing = 0.0;     // m, of the level set of the body that broke
	int32_t levelSets = 0;    // that there are already
};

// A megabyte each at most.
inline constexpr int32_t kMostLevelSets = 64;

/// Whether a piece is worth a level set: its hulls would fill much that is hollow, it is large, its walls are thick
/// enough for the cells, and not too many pieces have one. Others are hulls, which cost nothing to make and settle
/// sooner.
bool WantsLevelSet(const Fragment& piece, std::span<const ConvexHull> hulls, const PieceShapeChoice& choice);

/// Level sets of the pieces that a body is about to come apart into, made one after the other and each in parts, which
/// take as long as some solves.
class PieceLevels
{
public:
	/// `whole` is the surface of the body, `wholeVolume` (m^3) that of the body that the host added.
	PieceLevels(const SurfaceMesh& whole, double wholeVolume, const BreakResult& result);

	bool IsDone() const { return m_next == m_pieces.size(); }
	/// One part: of the whole, what is near some of its surface; of a piece, what is near its own, then what is
	/// inside, then the rest.
	void MakeNext(const SurfaceMesh& whole, const BreakResult& result);

	/// Whether they are those of this result, not of another blow on the same body.
	bool AreOf(const BreakResult& result) const { return m_result == result.hash; }

	/// Of a piece of the result; null: it collides as hulls.
	std::unique_ptr<LevelSet> Take(size_t piece);

private:
	struct Piece
	{
		size_t index = 0;
		std::unique_ptr<LevelSet> levels;
	};
	ContentHash m_result;
	double m_spacing = 0.0;      // m
	std::vector<Piece> m_pieces; // those that want one
	std::unique_ptr<SurfaceBand> m_whole;
	bool m_isWholeDone = false;
	std::unique_ptr<SurfaceBand> m_band; // of the next piece
	std::vector<int8_t> m_signs;         // likewise
	size_t m_next = 0;
};
} // namespace FractureCore
