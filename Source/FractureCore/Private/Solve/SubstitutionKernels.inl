// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Part of Kernels.inl: forward and backward substitution with a supernode.

// ---------------------------------------------------------------------------------------------------------------------
// One right-hand side: forward, lanes are rows; backward, lanes are rows of a column's sum.

/// out[rows] = tile x, in two chains of sums so that additions need not wait for each other.
template <typename T, int32_t P>
FRACTURECORE_KERNEL_INLINE void MultiplyVector(
	const T* tile, int32_t height, const T* x, int32_t depth, Pack<T> (&sum)[P])
{
	Pack<T> odd[P];
	for (int32_t p = 0; p < P; ++p)
	{
		sum[p] = Pack<T>::Zero();
		odd[p] = Pack<T>::Zero();
	}
	int32_t c = 0;
	for (; c + 2 <= depth; c += 2)
	{
		const Pack<T> first = Pack<T>::Broadcast(x[c]);
		const Pack<T> second = Pack<T>::Broadcast(x[c + 1]);
		for (int32_t p = 0; p < P; ++p)
		{
			sum[p] = MultiplyAdd(Pack<T>::Load(tile + p * Pack<T>::kLanes), first, sum[p]);
			odd[p] = MultiplyAdd(Pack<T>::Load(tile + height + p * Pack<T>::kLanes), second, odd[p]);
		}
		tile += 2 * height;
	}
	for (int32_t p = 0; p < P; ++p)
	{
		if (c < depth)
		{
			sum[p] = MultiplyAdd(Pack<T>::Load(tile + p * Pack<T>::kLanes), Pack<T>::Broadcast(x[c]), sum[p]);
		}
		sum[p] = sum[p] + odd[p];
	}
}

template <typename T, int32_t P>
void ForwardDiagonalTile(const T* tile, int32_t height, T* x, int32_t before, int32_t columns)
{
	Pack<T> sum[P];
	MultiplyVector<T, P>(tile, height, x, before, sum);
	T right[PanelShape<T>::kTile] = {};
	for (int32_t i = 0; i < columns; ++i)
	{
		right[i] = x[before + i];
	}
	for (int32_t p = 0; p < P; ++p)
	{
		(Pack<T>::Load(right + p * Pack<T>::kLanes) - sum[p]).Store(right + p * Pack<T>::kLanes);
	}
	MultiplyVector<T, P>(tile + static_cast<int64_t>(before) * height, height, right, columns, sum);
	T solved[PanelShape<T>::kTile];
	for (int32_t p = 0; p < P; ++p)
	{
		sum[p].Store(solved + p * Pack<T>::kLanes);
	}
	for (int32_t i = 0; i < columns; ++i)
	{
		x[before + i] = solved[i];
	}
}

template <typename T, int32_t P>
FRACTURECORE_KERNEL_INLINE void ForwardBelowTile(const T* tile, int32_t height, const T* x, int32_t width, T* below)
{
	Pack<T> sum[P];
	MultiplyVector<T, P>(tile, height, x, width, sum);
	for (int32_t p = 0; p < P; ++p)
	{
		sum[p].Store(below + p * Pack<T>::kLanes);
	}
}

template <typename T>
void Forward(PanelShape<T> shape, const T* panel, T* x, T* below)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	for (int32_t t = 0; t < shape.DiagonalTiles(); ++t)
	{
		const T* tile = panel + shape.DiagonalOffset(t);
		const int32_t columns = shape.DiagonalRows(t);
		const int32_t height = PanelShape<T>::Padded(columns);
		switch (height / PanelShape<T>::kGranule)
		{
		case 1:
			ForwardDiagonalTile<T, kSlabs<T>>(tile, height, x, t * kTile, columns);
			break;
		case 2:
			ForwardDiagonalTile<T, 2 * kSlabs<T>>(tile, height, x, t * kTile, columns);
			break;
		default:
			ForwardDiagonalTile<T, 3 * kSlabs<T>>(tile, height, x, t * kTile, columns);
			break;
		}
	}
	for (int32_t i = 0; i < shape.BelowTiles(); ++i)
	{
		const T* tile = panel + shape.BelowOffset(i);
		const int32_t height = PanelShape<T>::Padded(shape.BelowRows(i));
		switch (height / PanelShape<T>::kGranule)
		{
		case 1:
			ForwardBelowTile<T, kSlabs<T>>(tile, height, x, shape.width, below + i * kTile);
			break;
		case 2:
			ForwardBelowTile<T, 2 * kSlabs<T>>(tile, height, x, shape.width, below + i * kTile);
			break;
		default:
			ForwardBelowTile<T, 3 * kSlabs<T>>(tile, height, x, shape.width, below + i * kTile);
			break;
		}
	}
}

/// sums[c] += tile[:, c] * x, lane by lane.
template <typename T, int32_t P>
FRACTURECORE_KERNEL_INLINE void AddColumnProducts(const T* tile, int32_t height, const T* x, int32_t columns, T* sums)
{
	constexpr int32_t kLanes = Pack<T>::kLanes;
	Pack<T> rows[P];
	for (int32_t p = 0; p < P; ++p)
	{
		rows[p] = Pack<T>::Load(x + p * kLanes);
	}
	for (int32_t c = 0; c < columns; ++c)
	{
		Pack<T> sum = Pack<T>::Load(sums);
		for (int32_t p = 0; p < P; ++p)
		{
			sum = MultiplyAdd(Pack<T>::Load(tile + p * kLanes), rows[p], sum);
		}
		sum.Store(sums);
		tile += height;
		sums += kLanes;
	}
}

template <typename T>
FRACTURECORE_KERNEL_INLINE void AddColumnProductsOfHeight(
	const T* tile, int32_t height, const T* x, int32_t columns, T* sums)
{
	switch (height / PanelShape<T>::kGranule)
	{
	case 1:
		return AddColumnProducts<T, kSlabs<T>>(tile, height, x, columns, sums);
	case 2:
		return AddColumnProducts<T, 2 * kSlabs<T>>(tile, height, x, columns, sums);
	default:
		return AddColumnProducts<T, 3 * kSlabs<T>>(tile, height, x, columns, sums);
	}
}

template <typename T>
void Backward(PanelShape<T> shape, const T* panel, T* x, const T* below, T* scratch)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	constexpr int32_t kLanes = Pack<T>::kLanes;
	for (int32_t c = 0; c < shape.width; ++c)
	{
		Pack<T>::Zero().Store(scratch + c * kLanes);
	}
	for (int32_t i = 0; i < shape.BelowTiles(); ++i)
	{
		const int32_t height = PanelShape<T>::Padded(shape.BelowRows(i));
		AddColumnProductsOfHeight<T>(panel + shape.BelowOffset(i), height, below + i * kTile, shape.width, scratch);
	}
	for (int32_t t = shape.DiagonalTiles() - 1; t >= 0; --t)
	{
		const T* tile = panel + shape.DiagonalOffset(t);
		const int32_t before = t * kTile;
		const int32_t columns = shape.DiagonalRows(t);
		const int32_t height = PanelShape<T>::Padded(columns);
		T right[kTile] = {};
		for (int32_t i = 0; i < columns; ++i)
		{
			right[i] = x[before + i] - Pack<T>::Load(scratch + (before + i) * kLanes).Sum();
		}
		T sums[kTile * kLanes] = {};
		AddColumnProductsOfHeight<T>(tile + static_cast<int64_t>(before) * height, height, right, columns, sums);
		T solved[kTile] = {};
		for (int32_t i = 0; i < columns; ++i)
		{
			solved[i] = Pack<T>::Load(sums + i * kLanes).Sum();
			x[before + i] = solved[i];
		}
		AddColumnProductsOfHeight<T>(tile, height, solved, before, scratch);
	}
}

// ---------------------------------------------------------------------------------------------------------------------
// kRhsBlock right-hand sides: lanes are right-hand sides, so a sum never crosses lanes.

/// Right-hand sides that one sweep over a tile serves: two registers of them, or all.
template <typename T>
inline constexpr int32_t kRhsPacks = kRhsBlock / Pack<T>::kLanes < 2 ? 1 : 2;

/// out[r] = sum over c of tile[r, c] x[c] for R rows.
template <typename T, int32_t R>
FRACTURECORE_KERNEL_INLINE void MultiplyRows(const T* tile, int32_t height, const T* x, int32_t depth, T* out)
{
	constexpr int32_t kLanes = Pack<T>::kLanes;
	constexpr int32_t kPacks = kRhsPacks<T>;
	for (int32_t rhs = 0; rhs < kRhsBlock; rhs += kPacks * kLanes)
	{
		Pack<T> sum[R][kPacks];
		for (int32_t r = 0; r < R; ++r)
		{
			for (int32_t q = 0; q < kPacks; ++q)
			{
				sum[r][q] = Pack<T>::Zero();
			}
		}
		for (int32_t c = 0; c < depth; ++c)
		{
			Pack<T> right[kPacks];
			for (int32_t q = 0; q < kPacks; ++q)
			{
				right[q] = Pack<T>::Load(x + c * kRhsBlock + rhs + q * kLanes);
			}
			for (int32_t r = 0; r < R; ++r)
			{
				const Pack<T> factor = Pack<T>::Broadcast(tile[static_cast<int64_t>(c) * height + r]);
				for (int32_t q = 0; q < kPacks; ++q)
				{
					sum[r][q] = MultiplyAdd(factor, right[q], sum[r][q]);
				}
			}
		}
		for (int32_t r = 0; r < R; ++r)
		{
			for (int32_t q = 0; q < kPacks; ++q)
			{
				sum[r][q].Store(out + r * kRhsBlock + rhs + q * kLanes);
			}
		}
	}
}

template <typename T>
FRACTURECORE_KERNEL_INLINE void MultiplyTileRows(const T* tile, int32_t height, const T* x, int32_t depth, T* out)
{
	if (height == PanelShape<T>::kTile)
	{
		for (int32_t r = 0; r < height; r += 6)
		{
			MultiplyRows<T, 6>(tile + r, height, x, depth, out + r * kRhsBlock);
		}
		return;
	}
	for (int32_t r = 0; r < height; r += 4)
	{
		MultiplyRows<T, 4>(tile + r, height, x, depth, out + r * kRhsBlock);
	}
}

template <typename T>
FRACTURECORE_KERNEL_INLINE void SubtractScalars(T* out, const T* a, const T* b, int32_t count)
{
	for (int32_t i = 0; i < count; i += Pack<T>::kLanes)
	{
		(Pack<T>::Load(a + i) - Pack<T>::Load(b + i)).Store(out + i);
	}
}

template <typename T>
void ForwardMany(PanelShape<T> shape, const T* panel, T* x, T* below)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	T right[kTile * kRhsBlock];
	T solved[kTile * kRhsBlock];
	for (int32_t t = 0; t < shape.DiagonalTiles(); ++t)
	{
		const T* tile = panel + shape.DiagonalOffset(t);
		const int32_t before = t * kTile;
		const int32_t columns = shape.DiagonalRows(t);
		const int32_t height = PanelShape<T>::Padded(columns);
		MultiplyTileRows<T>(tile, height, x, before, solved);
		SubtractScalars<T>(right, x + before * kRhsBlock, solved, columns * kRhsBlock);
		MultiplyTileRows<T>(tile + static_cast<int64_t>(before) * height, height, right, columns, solved);
		std::memcpy(x + before * kRhsBlock, solved, sizeof(T) * static_cast<size_t>(columns * kRhsBlock));
	}
	for (int32_t i = 0; i < shape.BelowTiles(); ++i)
	{
		const int32_t height = PanelShape<T>::Padded(shape.BelowRows(i));
		MultiplyTileRows<T>(panel + shape.BelowOffset(i), height, x, shape.width, below + i * kTile * kRhsBlock);
	}
}

/// sums[c] += sum over R rows of tile[r, c] x[r].
template <typename T, int32_t R>
FRACTURECORE_KERNEL_INLINE void AddTransposedRows(const T* tile, int32_t height, const T* x, int32_t columns, T* sums)
{
	constexpr int32_t kLanes = Pack<T>::kLanes;
	constexpr int32_t kPacks = kRhsPacks<T>;
	for (int32_t rhs = 0; rhs < kRhsBlock; rhs += kPacks * kLanes)
	{
		Pack<T> rows[R][kPacks];
		for (int32_t r = 0; r < R; ++r)
		{
			for (int32_t q = 0; q < kPacks; ++q)
			{
				rows[r][q] = Pack<T>::Load(x + r * kRhsBlock + rhs + q * kLanes);
			}
		}
		for (int32_t c = 0; c < columns; ++c)
		{
			T* at = sums + c * kRhsBlock + rhs;
			Pack<T> sum[kPacks];
			for (int32_t q = 0; q < kPacks; ++q)
			{
				sum[q] = Pack<T>::Load(at + q * kLanes);
			}
			for (int32_t r = 0; r < R; ++r)
			{
				const Pack<T> factor = Pack<T>::Broadcast(tile[static_cast<int64_t>(c) * height + r]);
				for (int32_t q = 0; q < kPacks; ++q)
				{
					sum[q] = MultiplyAdd(factor, rows[r][q], sum[q]);
				}
			}
			for (int32_t q = 0; q < kPacks; ++q)
			{
				sum[q].Store(at + q * kLanes);
			}
		}
	}
}

template <typename T>
FRACTURECORE_KERNEL_INLINE void AddTransposedTile(const T* tile, int32_t height, const T* x, int32_t columns, T* sums)
{
	if (height == PanelShape<T>::kTile)
	{
		for (int32_t r = 0; r < height; r += 6)
		{
			AddTransposedRows<T, 6>(tile + r, height, x + r * kRhsBlock, columns, sums);
		}
		return;
	}
	for (int32_t r = 0; r < height; r += 4)
	{
		AddTransposedRows<T, 4>(tile + r, height, x + r * kRhsBlock, columns, sums);
	}
}

template <typename T>
void BackwardMany(PanelShape<T> shape, const T* panel, T* x, const T* below, T* scratch)
{
	constexpr int32_t kTile = PanelShape<T>::kTile;
	std::memset(scratch, 0, sizeof(T) * static_cast<size_t>(shape.width * kRhsBlock));
	for (int32_t i = 0; i < shape.BelowTiles(); ++i)
	{
		const int32_t height = PanelShape<T>::Padded(shape.BelowRows(i));
		AddTransposedTile<T>(panel + shape.BelowOffset(i), height, below + i * kTile * kRhsBlock, shape.width, scratch);
	}
	for (int32_t t = shape.DiagonalTiles() - 1; t >= 0; --t)
	{
		const T* tile = panel + shape.DiagonalOffset(t);
		const int32_t before = t * kTile;
		const int32_t columns = shape.DiagonalRows(t);
		const int32_t height = PanelShape<T>::Padded(columns);
		T right[kTile * kRhsBlock] = {}; // pad rows of a tile are zero, but zero times junk need not be
		T solved[kTile * kRhsBlock] = {};
		SubtractScalars<T>(right, x + before * kRhsBlock, scratch + before * kRhsBlock, columns * kRhsBlock);
		AddTransposedTile<T>(tile + static_cast<int64_t>(before) * height, height, right, columns, solved);
		std::memcpy(x + before * kRhsBlock, solved, sizeof(T) * static_cast<size_t>(columns * kRhsBlock));
		AddTransposedTile<T>(tile, height, solved, before, scratch);
	}
}
