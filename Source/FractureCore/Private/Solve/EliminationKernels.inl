// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Part of Kernels.inl: what a factorisation does with a supernode.

/// sum[n][p] = sum over c < depth of a[c][p] b[c][n], with a a column of P registers and b a column of N scalars.
template <typename T, int32_t P, int32_t N>
FRACTURECORE_KERNEL_INLINE void MultiplyTiles(
	const T* a, int32_t strideA, const T* b, int32_t strideB, int32_t depth, Pack<T> (&sum)[N][P])
{
	for (int32_t n = 0; n < N; ++n)
	{
		for (int32_t p = 0; p < P; ++p)
		{
			sum[n][p] = Pack<T>::Zero();
		}
	}
	for (int32_t c = 0; c < depth; ++c)
	{
		Pack<T> rows[P];
		for (int32_t p = 0; p < P; ++p)
		{
			rows[p] = Pack<T>::Load(a + p * Pack<T>::kLanes);
		}
		for (int32_t n = 0; n < N; ++n)
		{
			const Pack<T> factor = Pack<T>::Broadcast(b[n]);
			for (int32_t p = 0; p < P; ++p)
			{
				sum[n][p] = MultiplyAdd(rows[p], factor, sum[n][p]);
			}
		}
		a += strideA;
		b += strideB;
	}
}

template <typename T, int32_t P, int32_t N>
FRACTURECORE_KERNEL_INLINE void SubtractFrom(T* out, int64_t stride, const Pack<T> (&sum)[N][P])
{
	for (int32_t n = 0; n < N; ++n)
	{
		for (int32_t p = 0; p < P; ++p)
		{
			T* at = out + n * stride + p * Pack<T>::kLanes;
			(Pack<T>::Load(at) - sum[n][p]).Store(at);
		}
	}
}

/// Rows of a slab against one diagonal tile: rows[:, tile] = (rows[:, tile] - rows[:, before] L[tile, before]^T) L^-T.
template <typename T, int32_t P, int32_t N>
void SolveSlabAgainstTile(T* rows, int32_t stride, const T* tile, int32_t tileHeight, int32_t before, int32_t columns)
{
	Pack<T> sum[N][P];
	T* own = rows + static_cast<int64_t>(before) * stride;
	if (before > 0)
	{
		for (int32_t n = 0; n < columns; n += N)
		{
			MultiplyTiles<T, P, N>(rows, stride, tile + n, tileHeight, before, sum);
			SubtractFrom<T, P, N>(own + static_cast<int64_t>(n) * stride, stride, sum);
		}
	}
	// The last columns first: each needs the unsolved ones before it.
	const T* inverse = tile + static_cast<int64_t>(before) * tileHeight;
	for (int32_t n = columns - N; n >= 0; n -= N)
	{
		MultiplyTiles<T, P, N>(own, stride, inverse + n, tileHeight, n + N, sum);
		for (int32_t k = 0; k < N; ++k)
		{
			for (int32_t p = 0; p < P; ++p)
			{
				sum[k][p].Store(own + static_cast<int64_t>(n + k) * stride + p * Pack<T>::kLanes);
			}
		}
	}
}

/// A tile of rows against the first `tiles` tiles of the diagonal block.
template <typename T, int32_t P>
void SolveTile(PanelShape<T> shape, const T* panel, T* rows, int32_t height, int32_t tiles)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	for (int32_t slab = 0; slab < kSlabs<T>; ++slab)
	{
		T* slabRows = rows + slab * P * Pack<T>::kLanes;
		for (int32_t t = 0; t < tiles; ++t)
		{
			const T* tile = panel + shape.DiagonalOffset(t);
			const int32_t columns = shape.DiagonalRows(t);
			const int32_t tileHeight = PanelShape<T>::Padded(columns);
			if (columns == kTile)
			{
				SolveSlabAgainstTile<T, P, kColumnsAtOnce>(slabRows, height, tile, tileHeight, t * kTile, columns);
			}
			else
			{
				SolveSlabAgainstTile<T, P, 3>(slabRows, height, tile, tileHeight, t * kTile, columns);
			}
		}
	}
}

template <typename T>
void SolveTileOfHeight(PanelShape<T> shape, const T* panel, T* rows, int32_t height, int32_t tiles)
{
	switch (height / PanelShape<T>::kGranule)
	{
	case 1:
		return SolveTile<T, 1>(shape, panel, rows, height, tiles);
	case 2:
		return SolveTile<T, 2>(shape, panel, rows, height, tiles);
	default:
		return SolveTile<T, 3>(shape, panel, rows, height, tiles);
	}
}

/// Columns of a diagonal tile that is already solved against the tiles before it: own -= rows rows^T.
template <typename T, int32_t P, int32_t N>
void UpdateDiagonalTile(T* tile, int32_t height, int32_t before, int32_t columns)
{
	Pack<T> sum[N][P];
	T* own = tile + static_cast<int64_t>(before) * height;
	for (int32_t slab = 0; slab < kSlabs<T>; ++slab)
	{
		const int32_t row = slab * P * Pack<T>::kLanes;
		for (int32_t n = 0; n < columns; n += N)
		{
			MultiplyTiles<T, P, N>(tile + row, height, tile + n, height, before, sum);
			SubtractFrom<T, P, N>(own + n * height + row, height, sum);
		}
	}
}

/// Replaces the lower triangle of a symmetric positive tile by the inverse of its Cholesky factor, upper half zero.
/// With A = U D U^T and U of unit diagonal, L^-1 = D^-1/2 U^-1: one division a column waits for the one before, the
/// roots wait for nothing. Returns the first column with a pivot not above its floor, or kNoIndex.
template <typename T>
int32_t InvertTile(T* tile, int32_t height, int32_t columns, const T* pivotFloor)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	constexpr int32_t kLanes = Pack<T>::kLanes;
	T unit[kTile * kTile];    // U without its diagonal, other entries zero
	T inverse[kTile * kTile]; // U^-1
	T scale[kTile] = {};
	for (int32_t j = 0; j < columns; ++j)
	{
		T* column = tile + j * height;
		const T pivot = column[j];
		if (!(pivot > pivotFloor[j]))
		{
			return j;
		}
		const T reciprocal = T(1) / pivot;
		scale[j] = T(1) / std::sqrt(pivot);
		const int32_t from = j / kLanes * kLanes;
		for (int32_t i = 0; i < height; i += kLanes)
		{
			const Pack<T> value =
				i < from ? Pack<T>::Zero() : Pack<T>::Load(column + i) * Pack<T>::Broadcast(reciprocal);
			value.Store(unit + j * height + i);
		}
		for (int32_t i = from; i <= j; ++i)
		{
			unit[j * height + i] = T(0);
		}
		for (int32_t k = j + 1; k < columns; ++k)
		{
			const Pack<T> factor = Pack<T>::Broadcast(-(column[k] * reciprocal));
			T* other = tile + k * height;
			for (int32_t i = k / kLanes * kLanes; i < height; i += kLanes)
			{
				MultiplyAdd(Pack<T>::Load(column + i), factor, Pack<T>::Load(other + i)).Store(other + i);
			}
		}
	}
	for (int32_t i = 0; i < columns * height; i += kLanes)
	{
		Pack<T>::Zero().Store(inverse + i);
	}
	for (int32_t j = 0; j < columns; ++j)
	{
		inverse[j * height + j] = T(1);
	}
	for (int32_t j = 0; j < columns; ++j)
	{
		for (int32_t c = 0; c <= j; ++c)
		{
			const Pack<T> factor = Pack<T>::Broadcast(-inverse[c * height + j]);
			for (int32_t i = j / kLanes * kLanes; i < height; i += kLanes)
			{
				T* at = inverse + c * height + i;
				MultiplyAdd(Pack<T>::Load(unit + j * height + i), factor, Pack<T>::Load(at)).Store(at);
			}
		}
	}
	for (int32_t j = 0; j < columns; ++j)
	{
		for (int32_t i = 0; i < height; i += kLanes)
		{
			(Pack<T>::Load(inverse + j * height + i) * Pack<T>::Load(scale + i)).Store(tile + j * height + i);
		}
	}
	return kNoIndex;
}

template <typename T>
int32_t FactorDiagonal(PanelShape<T> shape, T* panel, const T* pivotFloor)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	for (int32_t t = 0; t < shape.DiagonalTiles(); ++t)
	{
		T* tile = panel + shape.DiagonalOffset(t);
		const int32_t before = t * kTile;
		const int32_t columns = shape.DiagonalRows(t);
		const int32_t height = PanelShape<T>::Padded(columns);
		if (t > 0)
		{
			SolveTileOfHeight<T>(shape, panel, tile, height, t);
			switch (height / PanelShape<T>::kGranule)
			{
			case 1:
				UpdateDiagonalTile<T, 1, 3>(tile, height, before, columns);
				break;
			case 2:
				UpdateDiagonalTile<T, 2, 3>(tile, height, before, columns);
				break;
			default:
				UpdateDiagonalTile<T, 3, 3>(tile, height, before, columns);
				break;
			}
		}
		const int32_t failed =
			InvertTile<T>(tile + static_cast<int64_t>(before) * height, height, columns, pivotFloor + before);
		if (failed != kNoIndex)
		{
			return before + failed;
		}
	}
	return kNoIndex;
}

template <typename T>
void SolveBelow(PanelShape<T> shape, T* panel, int32_t begin, int32_t end)
{
	for (int32_t i = begin; i < end; ++i)
	{
		const int32_t height = PanelShape<T>::Padded(shape.BelowRows(i));
		SolveTileOfHeight<T>(shape, panel, panel + shape.BelowOffset(i), height, shape.DiagonalTiles());
	}
}

template <typename T, int32_t P, int32_t N>
FRACTURECORE_KERNEL_INLINE void UpdateBlock(const T* rows,
	int32_t height,
	const T* other,
	int32_t otherHeight,
	int32_t otherRows,
	int32_t depth,
	T* out,
	int32_t stride,
	bool overwrite)
{
	for (int32_t n = 0; n < otherRows; n += N)
	{
		Pack<T> sum[N][P];
		MultiplyTiles<T, P, N>(rows, height, other + n, otherHeight, depth, sum);
		T* at = out + static_cast<int64_t>(n) * stride;
		if (overwrite)
		{
			for (int32_t k = 0; k < N; ++k)
			{
				for (int32_t p = 0; p < P; ++p)
				{
					(Pack<T>::Zero() - sum[k][p]).Store(at + static_cast<int64_t>(k) * stride + p * Pack<T>::kLanes);
				}
			}
		}
		else
		{
			SubtractFrom<T, P, N>(at, stride, sum);
		}
	}
}

/// Row tile i of the update matrix, column tiles [begin, end).
template <typename T, int32_t P>
void UpdateTile(PanelShape<T> shape,
	const T* panel,
	T* update,
	bool overwrite,
	int32_t i,
	int32_t height,
	int32_t begin,
	int32_t end)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	const int32_t stride = shape.UpdateStride();
	for (int32_t slab = 0; slab < kSlabs<T>; ++slab)
	{
		const int32_t row = slab * P * Pack<T>::kLanes;
		const T* rows = panel + shape.BelowOffset(i) + row;
		for (int32_t j = begin; j < end; ++j)
		{
			const T* other = panel + shape.BelowOffset(j);
			const int32_t otherRows = shape.BelowRows(j);
			const int32_t otherHeight = PanelShape<T>::Padded(otherRows);
			T* out = update + static_cast<int64_t>(j) * kTile * stride + i * kTile + row;
			if (otherRows == kTile)
			{
				UpdateBlock<T, P, kColumnsAtOnce>(
					rows, height, other, otherHeight, otherRows, shape.width, out, stride, overwrite);
			}
			else
			{
				UpdateBlock<T, P, 3>(rows, height, other, otherHeight, otherRows, shape.width, out, stride, overwrite);
			}
		}
	}
}

template <typename T>
void UpdateRows(PanelShape<T> shape, const T* panel, T* update, bool overwrite, int32_t first, int32_t step)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	// Tiles on the column side are read once for every row tile: as many at a time as stay in the second-level cache.
	constexpr int64_t kCachedBytes = 768 * 1024;
	const int64_t tileBytes = static_cast<int64_t>(kTile) * shape.width * static_cast<int64_t>(sizeof(T));
	const int32_t cachedTiles = static_cast<int32_t>(kCachedBytes / tileBytes) + 1;
	const int32_t tiles = shape.BelowTiles();
	for (int32_t begin = 0; begin < tiles; begin += cachedTiles)
	{
		for (int32_t i = first; i < tiles; i += step)
		{
			const int32_t end = i + 1 < begin + cachedTiles ? i + 1 : begin + cachedTiles;
			const int32_t height = PanelShape<T>::Padded(shape.BelowRows(i));
			switch (height / PanelShape<T>::kGranule)
			{
			case 1:
				UpdateTile<T, 1>(shape, panel, update, overwrite, i, height, begin, end);
				break;
			case 2:
				UpdateTile<T, 2>(shape, panel, update, overwrite, i, height, begin, end);
				break;
			default:
				UpdateTile<T, 3>(shape, panel, update, overwrite, i, height, begin, end);
				break;
			}
		}
	}
}

// ---------------------------------------------------------------------------------------------------------------------
// Assembly of a child

template <typename T>
FRACTURECORE_KERNEL_INLINE void AddArray(T* out, const T* in, int32_t count)
{
	constexpr int32_t kLanes = Pack<T>::kLanes;
	int32_t i = 0;
	for (; i + kLanes <= count; i += kLanes)
	{
		(Pack<T>::Load(out + i) + Pack<T>::Load(in + i)).Store(out + i);
	}
	for (; i < count; ++i)
	{
		out[i] += in[i];
	}
}

/// Adds the child's block of the rows in one run and the columns in another, or the lower triangle of one run, to the
/// panel, which is tiled.
template <typename T>
void AddRunToPanel(PanelShape<T> shape, T* panel, FrontRun columns, FrontRun rows, const T* child, int32_t childStride)
{
	constexpr int32_t kTileNodes = PanelShape<T>::kTile / 3;
	const int32_t firstInGroup = rows.parent < shape.width / 3 ? 0 : shape.width / 3; // tiles count from here
	const bool triangle = rows.child == columns.child;
	for (int32_t done = 0; done < rows.length;)
	{
		const int32_t front = rows.parent + done;
		const int32_t left = rows.length - done;
		const int32_t untilTileEnds = kTileNodes - (front - firstInGroup) % kTileNodes;
		const int32_t nodes = left < untilTileEnds ? left : untilTileEnds;
		const typename PanelShape<T>::Place place = shape.PlaceOfNode(front);
		const int64_t height = place.height;
		T* out = panel + place.offset + 3 * columns.parent * height;
		const T* in = child + static_cast<int64_t>(3) * columns.child * childStride + 3 * (rows.child + done);
		const int32_t whole = triangle ? done : columns.length; // column nodes that take all these rows
		for (int32_t c = 0; c < 3 * whole; ++c)
		{
			AddArray<T>(out + c * height, in + static_cast<int64_t>(c) * childStride, 3 * nodes);
		}
		for (int32_t c = 3 * whole; triangle && c < 3 * (done + nodes); ++c)
		{
			const int32_t above = 3 * (c / 3 - done);
			AddArray<T>(
				out + c * height + above, in + static_cast<int64_t>(c) * childStride + above, 3 * nodes - above);
		}
		done += nodes;
	}
}

template <typename T>
void ExtendAdd(PanelShape<T> parent,
	T* panel,
	T* update,
	std::span<const FrontRun> runs,
	const T* childUpdate,
	int32_t childStride)
{
	const int32_t width = parent.width / 3;
	const int64_t stride = parent.UpdateStride();
	for (size_t c = 0; c < runs.size(); ++c)
	{
		const FrontRun columns = runs[c];
		if (columns.parent < width)
		{
			for (size_t r = c; r < runs.size(); ++r)
			{
				AddRunToPanel<T>(parent, panel, columns, runs[r], childUpdate, childStride);
			}
			continue;
		}
		for (int32_t k = 0; k < 3 * columns.length; ++k)
		{
			const int32_t above = k / 3;
			const T* in = childUpdate + static_cast<int64_t>(3 * columns.child + k) * childStride;
			T* out = update + (3 * (columns.parent - width) + k) * stride;
			AddArray<T>(out + 3 * (columns.parent - width + above),
				in + 3 * (columns.child + above),
				3 * (columns.length - above));
			for (size_t r = c + 1; r < runs.size(); ++r)
			{
				AddArray<T>(out + 3 * (runs[r].parent - width), in + 3 * runs[r].child, 3 * runs[r].length);
			}
		}
	}
}
