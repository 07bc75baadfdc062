// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace FractureCore
{
/// How many right-hand sides a pass over the factor serves at once; they are interleaved, x[scalar][kRhsBlock].
inline constexpr int32_t kRhsBlock = 8;

/// Storage of a supernode's columns, the same for the arithmetic, the solves and every instruction set.
///
/// Rows are cut into tiles of kTile; the diagonal block (width rows) and the rows below start a tile each. A tile is
/// stored column after column, each column contiguous and `height` long; the last tile of either group is only as many
/// granules high as it needs, its pad rows are zero. Tile t of the diagonal block holds the columns up to its last row,
/// and its own columns hold the *inverse* of that triangle, upper half zero: solving with it is a product.
/// Sizes in scalars; widths and rows are multiples of 3.
template <typename T>
struct PanelShape
{
	static constexpr int32_t kGranule = 32 / static_cast<int32_t>(sizeof(T)); // one AVX register
	static constexpr int32_t kTile = 3 * kGranule;
	static_assert(kTile % 3 == 0, "a node must not straddle two tiles");

	int32_t width = 0;
	int32_t below = 0;

	static constexpr int32_t Padded(int32_t rows) { return (rows + kGranule - 1) / kGranule * kGranule; }

	static constexpr int32_t Tiles(int32_t rows) { return (rows + kTile - 1) / kTile; }
	static constexpr int32_t TileRows(int32_t rows, int32_t tile)
	{
		return rows - tile * kTile < kTile ? rows - tile * kTile : kTile;
	}

	int32_t DiagonalTiles() const { return Tiles(width); }
	int32_t DiagonalRows(int32_t tile) const { return TileRows(width, tile); }
	int64_t DiagonalOffset(int32_t tile) const
	{
		return static_cast<int64_t>(kTile) * kTile / 2 * tile * (tile + 1); // every tile before it is full
	}
	int64_t DiagonalSize() const
	{
		const int32_t last = DiagonalTiles() - 1;
		return DiagonalOffset(last) + static_cast<int64_t>(Padded(DiagonalRows(last))) * width;
	}

	int32_t BelowTiles() const { return Tiles(below); }
	int32_t BelowRows(int32_t tile) const { return TileRows(below, tile); }
	int64_t BelowOffset(int32_t tile) const { return DiagonalSize() + static_cast<int64_t>(kTile) * tile * width; }

	/// Where the three rows of a node of the front (columns first, then rows below) start in column 0 of their tile,
	/// and the distance to the next column.
	struct Place
	{
		int64_t offset = 0;
		int32_t height = 0;
	};
	Place PlaceOfNode(int32_t node) const
	{
		constexpr int32_t kTileNodes = kTile / 3;
		const bool inDiagonal = 3 * node < width;
		const int32_t local = inDiagonal ? node : node - width / 3;
		const int32_t tile = local / kTileNodes;
		return {(inDiagonal ? DiagonalOffset(tile) : BelowOffset(tile)) + 3 * (local % kTileNodes),
			Padded(inDiagonal ? DiagonalRows(tile) : BelowRows(tile))};
	}

	int64_t Size() const { return DiagonalSize() + static_cast<int64_t>(Padded(below)) * width; }

	/// Column stride of the update matrix, which is square, column after column, lower triangle only.
	int32_t UpdateStride() const { return Padded(below); }
	int64_t UpdateSize() const { return static_cast<int64_t>(UpdateStride()) * below; }
};
} // namespace FractureCore
