// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/BlockMatrix.h"
#include "SolveTestBodies.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <limits>

using namespace FractureCore;

namespace
{
void ExpectBadRow(const BlockMatrix& matrix, int64_t row, const char* word)
{
	const Status status = ValidateBlockMatrix(matrix);
	ASSERT_FALSE(status);
	EXPECT_EQ(status.GetError().element, row);
	EXPECT_NE(status.GetError().message.find(word), std::string::npos) << status.GetError().message;
}
} // namespace

TEST(BlockMatrix, AnAssembledMatrixIsValid)
{
	EXPECT_TRUE(ValidateBlockMatrix(AssembleBody(MakeBoxBody(3, 2, 2))));
	EXPECT_TRUE(ValidateBlockMatrix(BlockMatrix{}));
}

TEST(BlockMatrix, DamageIsNamedByRow)
{
	const BlockMatrix good = AssembleBody(MakeBoxBody(2, 2, 2));
	BlockMatrix bad = good;
	bad.blocks[bad.Find(5, 5)].m[1][2] = std::numeric_limits<double>::quiet_NaN();
	ExpectBadRow(bad, 5, "finite");
	bad = good;
	bad.columns[bad.rowStart[7]] = 1000;
	ExpectBadRow(bad, 7, "out of range");
	bad = good;
	std::swap(bad.columns[bad.rowStart[4]], bad.columns[bad.rowStart[4] + 1]);
	ExpectBadRow(bad, 4, "out of order");
	bad = good;
	bad.columns[bad.Find(0, 1)] = 2; // node 2 does not know node 0
	ExpectBadRow(bad, 0, "mirror");
	bad = good;
	bad.rowStart.back() += 1;
	EXPECT_FALSE(ValidateBlockMatrix(bad));
}

TEST(BlockMatrix, ProductsAreTheSumsOfBlocksForAnyNumberOfThreads)
{
	const TetMesh mesh = MakeBoxBody(12, 11, 10);
	const BlockMatrix matrix = AssembleBody(mesh);
	const std::vector<double> x = RandomVector(3 * mesh.nodes.size(), 1);
	std::vector<double> expected(x.size(), 0.0);
	for (int32_t row = 0; row < matrix.NodeCount(); ++row)
	{
		for (int32_t k = matrix.rowStart[row]; k < matrix.rowStart[row + 1]; ++k)
		{
			const double* v = x.data() + 3 * matrix.columns[k];
			const Vec3 product = matrix.blocks[k] * Vec3{v[0], v[1], v[2]};
			expected[3 * row] += product.x;
			expected[3 * row + 1] += product.y;
			expected[3 * row + 2] += product.z;
		}
	}
	for (const int32_t threads : {1, 2, 8})
	{
		FractureToolkit::ThreadTaskRunner runner(threads);
		std::vector<double> y(x.size());
		Multiply(matrix, x, y, runner);
		EXPECT_EQ(y, expected);
	}
}

TEST(BlockMatrix, APinLeavesOnlyTheDiagonalOfItsRowAndColumn)
{
	const TetMesh mesh = MakeBoxBody(2, 2, 2);
	const BlockMatrix before = AssembleBody(mesh);
	BlockMatrix pinned = before;
	PinComponent(pinned, 13, 1);
	for (int32_t row = 0; row < pinned.NodeCount(); ++row)
	{
		for (int32_t k = pinned.rowStart[row]; k < pinned.rowStart[row + 1]; ++k)
		{
			for (int32_t i = 0; i < 3; ++i)
			{
				for (int32_t j = 0; j < 3; ++j)
				{
					const bool inRow = row == 13 && i == 1;
					const bool inColumn = pinned.columns[k] == 13 && j == 1;
					const double expected = inRow == inColumn ? before.blocks[k].m[i][j] : 0.0;
					ASSERT_EQ(pinned.blocks[k].m[i][j], expected);
				}
			}
		}
	}
}
