// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Random.h"
#include "Solve/KernelTable.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

using namespace FractureCore;

namespace
{
using Matrix = Eigen::MatrixXd;

template <typename T>
inline constexpr double kKernelTolerance = sizeof(T) == 8 ? 1.0e-12 : 2.0e-4;

/// A supernode's front as a dense matrix and as a panel.
template <typename T>
struct Front
{
	PanelShape<T> shape;
	Matrix dense;         // width + below square, positive definite
	std::vector<T> panel; // its first `width` columns

	Front(int32_t width, int32_t below) : shape{width, below}
	{
		const int32_t size = width + below;
		Matrix half(size, size);
		for (int32_t i = 0; i < size * size; ++i)
		{
			half(i / size, i % size) = 2.0 * RandomUnit(static_cast<uint64_t>(size), static_cast<uint64_t>(i)) - 1.0;
		}
		dense = half * half.transpose() / size + Matrix::Identity(size, size);
		panel.assign(static_cast<size_t>(shape.Size()), T(0));
		for (int32_t row = 0; row < size; ++row)
		{
			for (int32_t column = 0; column < std::min(row + 1, width); ++column)
			{
				*At(row, column) = static_cast<T>(dense(row, column));
			}
		}
	}

	T* At(int32_t row, int32_t column)
	{
		const typename PanelShape<T>::Place place = shape.PlaceOfNode(row / 3);
		return panel.data() + place.offset + row % 3 + static_cast<int64_t>(column) * place.height;
	}
};

template <typename T>
Matrix ToMatrix(const std::vector<T>& values, int32_t rows, int32_t columns, int32_t stride)
{
	Matrix matrix(rows, columns);
	for (int32_t i = 0; i < rows; ++i)
	{
		for (int32_t j = 0; j < columns; ++j)
		{
			matrix(i, j) = static_cast<double>(values[static_cast<size_t>(i) * stride + j]);
		}
	}
	return matrix;
}

template <typename T>
std::vector<T> RandomNumbers(int32_t count, uint64_t seed)
{
	std::vector<T> numbers(static_cast<size_t>(count));
	for (int32_t i = 0; i < count; ++i)
	{
		numbers[i] = static_cast<T>(2.0 * RandomUnit(seed, static_cast<uint64_t>(i)) - 1.0);
	}
	return numbers;
}

/// Solves with `count` interleaved right-hand sides against the dense triangles.
template <typename T>
void ExpectSubstitutions(const KernelTable<T>& kernels, Front<T>& front, const Matrix& L, int32_t count)
{
	const int32_t width = front.shape.width;
	const int32_t below = front.shape.below;
	const int32_t padded = PanelShape<T>::Padded(below);
	std::vector<T> x = RandomNumbers<T>(width * count, 3);
	const Matrix right = ToMatrix(x, width, count, count);
	std::vector<T> up(static_cast<size_t>(padded * count));
	(count == 1 ? kernels.forward : kernels.forwardMany)(front.shape, front.panel.data(), x.data(), up.data());
	const auto triangle = L.topLeftCorner(width, width).triangularView<Eigen::Lower>();
	const Matrix solved = triangle.solve(right);
	EXPECT_LT((ToMatrix(x, width, count, count) - solved).cwiseAbs().maxCoeff(), kKernelTolerance<T>);
	if (below > 0)
	{
		const Matrix handedUp = L.bottomLeftCorner(below, width) * solved;
		EXPECT_LT((ToMatrix(up, below, count, count) - handedUp).cwiseAbs().maxCoeff(), kKernelTolerance<T>);
	}
	std::vector<T> down = RandomNumbers<T>(padded * count, 4);
	std::fill(down.begin() + below * count, down.end(), T(0));
	const Matrix handedDown = ToMatrix(down, below, count, count);
	x = RandomNumbers<T>(width * count, 5);
	const Matrix again = ToMatrix(x, width, count, count);
	std::vector<T> scratch(static_cast<size_t>(8 * width));
	(count == 1 ? kernels.backward : kernels.backwardMany)(
		front.shape, front.panel.data(), x.data(), down.data(), scratch.data());
	const Matrix expected =
		triangle.transpose().solve(again - L.bottomLeftCorner(below, width).transpose() * handedDown);
	EXPECT_LT((ToMatrix(x, width, count, count) - expected).cwiseAbs().maxCoeff(), kKernelTolerance<T>);
}

template <typename T>
void ExpectEliminatesLikeDense(SolvePath path, int32_t width, int32_t below)
{
	SCOPED_TRACE(testing::Message() << "width " << width << " below " << below);
	const KernelTable<T>& kernels = GetKernels<T>(path);
	Front<T> front(width, below);
	const std::vector<T> floor(static_cast<size_t>(width), T(0));
	ASSERT_EQ(kernels.factorDiagonal(front.shape, front.panel.data(), floor.data()), kNoIndex);
	// Tiles one by one and in turns, as threads take them.
	for (int32_t tile = 0; tile < front.shape.BelowTiles(); ++tile)
	{
		kernels.solveBelow(front.shape, front.panel.data(), tile, tile + 1);
	}
	const Matrix L = Matrix(front.dense.llt().matrixL());
	for (int32_t row = width; row < width + below; ++row)
	{
		for (int32_t column = 0; column < width; ++column)
		{
			ASSERT_NEAR(static_cast<double>(*front.At(row, column)), L(row, column), kKernelTolerance<T>);
		}
	}
	const int32_t stride = front.shape.UpdateStride();
	std::vector<T> update(static_cast<size_t>(front.shape.UpdateSize()), T(1));
	for (const bool overwrite : {true, false})
	{
		kernels.updateRows(front.shape, front.panel.data(), update.data(), overwrite, 0, 2);
		kernels.updateRows(front.shape, front.panel.data(), update.data(), overwrite, 1, 2);
	}
	const Matrix X = L.bottomLeftCorner(below, width);
	const Matrix expected = -2.0 * X * X.transpose();
	for (int32_t row = 0; row < below; ++row)
	{
		for (int32_t column = 0; column <= row; ++column)
		{
			ASSERT_NEAR(static_cast<double>(update[static_cast<size_t>(column) * stride + row]),
				expected(row, column),
				10.0 * kKernelTolerance<T>);
		}
	}
	ExpectSubstitutions(kernels, front, L, 1);
	ExpectSubstitutions(kernels, front, L, kRhsBlock);
}

/// A child whose rows land in every second node of the parent's front.
template <typename T>
void ExpectExtendsLikeDense(SolvePath path, int32_t width, int32_t below, int32_t runLength)
{
	SCOPED_TRACE(testing::Message() << "width " << width << " below " << below << " runs of " << runLength);
	Front<T> front(width, below);
	const std::vector<T> before = front.panel;
	const PanelShape<T> shape = front.shape;
	std::vector<FrontRun> runs;
	std::vector<int32_t> parentOf; // node of the child -> node of the parent
	for (int32_t node = 0; node < (width + below) / 3; ++node)
	{
		if (node % (runLength + 1) == runLength)
		{
			continue;
		}
		const int32_t child = static_cast<int32_t>(parentOf.size());
		parentOf.push_back(node);
		if (!runs.empty() && runs.back().parent + runs.back().length == node && node != width / 3)
		{
			++runs.back().length;
		}
		else
		{
			runs.push_back({child, node, 1});
		}
	}
	const int32_t childRows = 3 * static_cast<int32_t>(parentOf.size());
	const int32_t childStride = PanelShape<T>::Padded(childRows);
	// Above the blocks of the diagonal there is junk that nobody may read.
	std::vector<T> child(static_cast<size_t>(childStride) * childRows, std::numeric_limits<T>::quiet_NaN());
	for (int32_t column = 0; column < childRows; ++column)
	{
		for (int32_t row = column / 3 * 3; row < childRows; ++row)
		{
			child[static_cast<size_t>(column) * childStride + row] = static_cast<T>(row + 1000 * column);
		}
	}
	std::vector<T> update(static_cast<size_t>(shape.UpdateSize()), T(0));
	GetKernels<T>(path).extendAdd(shape, front.panel.data(), update.data(), runs, child.data(), childStride);

	Matrix expected = Matrix::Zero(width + below, width + below);
	for (int32_t column = 0; column < childRows; ++column)
	{
		for (int32_t row = column; row < childRows; ++row)
		{
			expected(3 * parentOf[row / 3] + row % 3, 3 * parentOf[column / 3] + column % 3) = row + 1000 * column;
		}
	}
	for (int32_t column = 0; column < width + below; ++column)
	{
		for (int32_t row = column; row < width + below; ++row)
		{
			const double added = column < width
				? static_cast<double>(*front.At(row, column)) - static_cast<T>(front.dense(row, column))
				: static_cast<double>(update[static_cast<size_t>(column - width) * shape.UpdateStride() + row - width]);
			ASSERT_NEAR(added, expected(row, column), sizeof(T) == 8 ? 1.0e-9 : 1.0e-2) << row << ", " << column;
		}
	}
}

void ForEachPath(void (*check)(SolvePath))
{
	check(SolvePath::Portable);
	if (IsAvailable(SolvePath::Avx2))
	{
		check(SolvePath::Avx2);
	}
}
} // namespace

TEST(Kernels, EliminateEveryTileHeightLikeADenseCholesky)
{
	ForEachPath(
		[](SolvePath path)
		{
			for (int32_t width = 3; width <= 75; width += 3)
			{
				for (int32_t below = 0; below <= 75; below += width < 30 ? 3 : 15)
				{
					ExpectEliminatesLikeDense<double>(path, width, below);
					ExpectEliminatesLikeDense<float>(path, width, below);
				}
			}
		});
}

TEST(Kernels, UpdateMoreTilesThanTheCacheHolds)
{
	// 192 columns of 540 rows are 829 KB: two blocks of columns.
	ForEachPath([](SolvePath path) { ExpectEliminatesLikeDense<double>(path, 192, 540); });
}

TEST(Kernels, AddAChildWhereItsRunsLie)
{
	ForEachPath(
		[](SolvePath path)
		{
			for (const int32_t runLength : {1, 2, 5, 40})
			{
				for (const int32_t width : {3, 12, 33, 51})
				{
					for (const int32_t below : {0, 3, 24, 57})
					{
						ExpectExtendsLikeDense<double>(path, width, below, runLength);
						ExpectExtendsLikeDense<float>(path, width, below, runLength);
					}
				}
			}
		});
}

TEST(Kernels, ReportTheFirstPivotBelowItsFloor)
{
	ForEachPath(
		[](SolvePath path)
		{
			for (const int32_t bad : {0, 4, 11, 12, 29})
			{
				Front<double> front(30, 6);
				*front.At(bad, bad) = -1.0;
				const std::vector<double> floor(30, 1.0e-13);
				EXPECT_EQ(GetKernels<double>(path).factorDiagonal(front.shape, front.panel.data(), floor.data()), bad);
			}
		});
}

TEST(SolvePath, IsFixedOnceInUse)
{
	EXPECT_TRUE(IsAvailable(SolvePath::Portable));
	const SolvePath active = ActiveSolvePath();
	EXPECT_TRUE(IsAvailable(active));
	EXPECT_TRUE(FixSolvePath(active));
	const SolvePath other = active == SolvePath::Portable ? SolvePath::Avx2 : SolvePath::Portable;
	EXPECT_FALSE(FixSolvePath(other));
	EXPECT_EQ(ActiveSolvePath(), active);
}
