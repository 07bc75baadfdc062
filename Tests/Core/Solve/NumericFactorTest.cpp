// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Core/Base/AllocationCounter.h"
#include "FractureCore/Hash.h"
#include "Solve/NodeOrdering.h"
#include "Solve/TriangularSolve.h"
#include "SolveTestBodies.h"
#include "ThreadTaskRunner.h"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

using namespace FractureCore;
using FractureToolkit::ThreadTaskRunner;

namespace
{
std::vector<SolvePath> AvailablePaths()
{
	std::vector<SolvePath> paths{SolvePath::Portable};
	if (IsAvailable(SolvePath::Avx2))
	{
		paths.push_back(SolvePath::Avx2);
	}
	return paths;
}

/// A symmetric positive definite matrix with the pattern of those edges: random blocks, dominant diagonal.
BlockMatrix MakeGraphMatrix(int32_t nodeCount, const std::vector<std::pair<int32_t, int32_t>>& edges, uint64_t seed)
{
	std::vector<std::vector<int32_t>> rows(nodeCount);
	for (int32_t i = 0; i < nodeCount; ++i)
	{
		rows[i].push_back(i);
	}
	for (const auto& [a, b] : edges)
	{
		rows[a].push_back(b);
		rows[b].push_back(a);
	}
	BlockMatrix matrix;
	for (std::vector<int32_t>& row : rows)
	{
		std::sort(row.begin(), row.end());
		row.erase(std::unique(row.begin(), row.end()), row.end());
		matrix.columns.insert(matrix.columns.end(), row.begin(), row.end());
		matrix.rowStart.push_back(static_cast<int32_t>(matrix.columns.size()));
	}
	matrix.blocks.resize(matrix.columns.size());
	uint64_t draw = 0;
	for (int32_t row = 0; row < nodeCount; ++row)
	{
		const int32_t diagonal = matrix.Find(row, row);
		matrix.blocks[diagonal] += Mat3::Diagonal(1.0, 2.0, 3.0);
		for (int32_t k = matrix.rowStart[row]; k < matrix.rowStart[row + 1]; ++k)
		{
			const int32_t column = matrix.columns[k];
			if (column <= row)
			{
				continue;
			}
			// [I B; B^T B^T B] is semidefinite.
			Mat3 B;
			for (auto& line : B.m)
			{
				for (double& value : line)
				{
					value = 2.0 * RandomUnit(seed, draw++) - 1.0;
				}
			}
			matrix.blocks[k] = B;
			matrix.blocks[matrix.Find(column, row)] = Transposed(B);
			matrix.blocks[diagonal] += Mat3::Identity();
			matrix.blocks[matrix.Find(column, column)] += Transposed(B) * B;
		}
	}
	return matrix;
}

Eigen::MatrixXd ToDense(const BlockMatrix& matrix)
{
	Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(3 * matrix.NodeCount(), 3 * matrix.NodeCount());
	for (int32_t row = 0; row < matrix.NodeCount(); ++row)
	{
		for (int32_t k = matrix.rowStart[row]; k < matrix.rowStart[row + 1]; ++k)
		{
			for (int32_t i = 0; i < 9; ++i)
			{
				dense(3 * row + i / 3, 3 * matrix.columns[k] + i % 3) = matrix.blocks[k].m[i / 3][i % 3];
			}
		}
	}
	return dense;
}

double RelativeResidual(const BlockMatrix& matrix, std::span<const double> x, std::span<const double> right)
{
	std::vector<double> product(x.size());
	Multiply(matrix, x, product, SerialRunner());
	double residual = 0.0;
	double norm = 0.0;
	for (size_t i = 0; i < x.size(); ++i)
	{
		residual += (product[i] - right[i]) * (product[i] - right[i]);
		norm += right[i] * right[i];
	}
	return std::sqrt(residual / norm);
}

template <typename T>
struct FactoredMatrix
{
	SymbolicFactor symbolic;
	NumericFactor<T> factor;
	FactorWorkspace<T> factorWorkspace;
	SolveWorkspace<T> solveWorkspace;

	FactoredMatrix(const BlockMatrix& matrix,
		std::span<const int32_t> order,
		SolvePath path = ActiveSolvePath(),
		TaskRunner& runner = SerialRunner())
		: symbolic(AnalysePattern(matrix, order))
	{
		const Status status = factor.Factor(symbolic, matrix, runner, factorWorkspace, path);
		EXPECT_TRUE(status) << (status ? "" : status.GetError().message);
	}

	std::vector<double> Solve(std::span<const double> right, TaskRunner& runner = SerialRunner())
	{
		std::vector<double> x(right.size());
		const int32_t count = static_cast<int32_t>(right.size() / (3 * symbolic.order.size()));
		SolveWithFactor(factor, right, x, count, solveWorkspace, runner);
		return x;
	}
};

double LargestDifference(std::span<const double> a, std::span<const double> b)
{
	double largest = 0.0;
	for (size_t i = 0; i < a.size(); ++i)
	{
		largest = std::max(largest, std::abs(a[i] - b[i]));
	}
	return largest;
}

double LargestOf(std::span<const double> a)
{
	double largest = 0.0;
	for (const double value : a)
	{
		largest = std::max(largest, std::abs(value));
	}
	return largest;
}

/// Both paths and both scalar types against Eigen's dense LDLT.
void ExpectSolvesLikeDense(const BlockMatrix& matrix, const char* name)
{
	ASSERT_TRUE(ValidateBlockMatrix(matrix)) << name;
	const std::vector<int32_t> order = OrderNodes(matrix.Graph(), {}, OrderingQuality::RunTime);
	const std::vector<double> right = RandomVector(3 * matrix.NodeCount(), 17);
	const Eigen::VectorXd exact =
		ToDense(matrix).ldlt().solve(Eigen::Map<const Eigen::VectorXd>(right.data(), right.size()));
	const std::span<const double> expected(exact.data(), right.size());
	for (const SolvePath path : AvailablePaths())
	{
		FactoredMatrix<double> inDouble(matrix, order, path);
		const std::vector<double> x = inDouble.Solve(right);
		EXPECT_LT(RelativeResidual(matrix, x, right), 1.0e-11) << name;
		EXPECT_LT(LargestDifference(x, expected), 1.0e-9 * LargestOf(expected)) << name;
		FactoredMatrix<float> inFloat(matrix, order, path);
		EXPECT_LT(LargestDifference(inFloat.Solve(right), expected), 2.0e-3 * LargestOf(expected)) << name;
	}
}

TetMesh MakeSlab()
{
	TetMesh mesh = MakeBoxBody(12, 11, 2);
	Jitter(mesh, 0.1, 3);
	return mesh;
}
} // namespace

TEST(NumericFactor, SolvesTinyGraphsLikeADenseSolver)
{
	ExpectSolvesLikeDense(MakeGraphMatrix(1, {}, 1), "one node");
	ExpectSolvesLikeDense(MakeGraphMatrix(2, {{0, 1}}, 2), "two nodes");
	ExpectSolvesLikeDense(MakeGraphMatrix(2, {}, 3), "two nodes apart");
	ExpectSolvesLikeDense(MakeGraphMatrix(7, {{0, 3}, {3, 6}, {6, 1}, {1, 4}, {4, 2}, {2, 5}, {5, 0}}, 4), "ring");
	std::vector<std::pair<int32_t, int32_t>> chain;
	std::vector<std::pair<int32_t, int32_t>> star;
	for (int32_t i = 0; i + 1 < 60; ++i)
	{
		chain.push_back({i, i + 1});
		star.push_back({30, i < 30 ? i : i + 1});
	}
	ExpectSolvesLikeDense(MakeGraphMatrix(60, chain, 5), "chain");
	ExpectSolvesLikeDense(MakeGraphMatrix(61, star, 6), "star");
}

TEST(NumericFactor, SolvesTwoDisconnectedBodies)
{
	TetMesh mesh = MakeBoxBody(4, 3, 3);
	const TetMesh other = MakeBoxBody(3, 3, 5);
	const int32_t shift = static_cast<int32_t>(mesh.nodes.size());
	for (const Vec3& node : other.nodes)
	{
		mesh.nodes.push_back(node + Vec3{0.0, 10.0, 0.0});
	}
	for (Tet tet : other.tets)
	{
		for (int32_t& v : tet.v)
		{
			v += shift;
		}
		mesh.tets.push_back(tet);
	}
	BlockMatrix matrix = AssembleBody(mesh);
	ClampLeftEnd(matrix, mesh);
	ExpectSolvesLikeDense(matrix, "two boxes");
}

TEST(NumericFactor, SolvesASlabInEveryOrder)
{
	const TetMesh mesh = MakeSlab();
	BlockMatrix matrix = AssembleBody(mesh);
	ClampLeftEnd(matrix, mesh);
	const std::vector<double> right = RandomVector(3 * mesh.nodes.size(), 5);
	std::vector<int32_t> natural(mesh.nodes.size());
	for (size_t i = 0; i < natural.size(); ++i)
	{
		natural[i] = static_cast<int32_t>(i);
	}
	std::vector<std::vector<int32_t>> orders{natural, OrderByMinimumDegree(matrix.Graph())};
	orders.push_back(OrderByDissection(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime));
	orders.push_back(OrderByDissection(matrix.Graph(), mesh.nodes, OrderingQuality::Bake));
	std::vector<double> first;
	for (const std::vector<int32_t>& order : orders)
	{
		FactoredMatrix<double> factored(matrix, order);
		const std::vector<double> x = factored.Solve(right);
		EXPECT_LT(RelativeResidual(matrix, x, right), 1.0e-11);
		first = first.empty() ? x : first;
		EXPECT_LT(LargestDifference(x, first), 1.0e-9 * LargestOf(first));
	}
}

TEST(NumericFactor, IsTheSameBytesForAnyNumberOfThreads)
{
	TetMesh mesh = MakeBoxBody(11, 10, 10);
	Jitter(mesh, 0.1, 4);
	BlockMatrix matrix = AssembleBody(mesh);
	ClampLeftEnd(matrix, mesh);
	const std::vector<int32_t> order = OrderByDissection(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime);
	const std::vector<double> one = RandomVector(3 * mesh.nodes.size(), 5);
	const std::vector<double> many = RandomVector(8 * 3 * mesh.nodes.size(), 6);
	for (const SolvePath path : AvailablePaths())
	{
		FactoredMatrix<double> serial(matrix, order, path);
		ASSERT_EQ(serial.symbolic.PartCount(), 4);
		ASSERT_LT(serial.symbolic.TopBegin(), static_cast<int32_t>(serial.symbolic.supernodes.size()));
		const std::vector<double> x = serial.Solve(one);
		const std::vector<double> xs = serial.Solve(many);
		for (const int32_t threads : {1, 2, 8})
		{
			ThreadTaskRunner runner(threads);
			FactoredMatrix<double> threaded(matrix, order, path, runner);
			const auto a = serial.factor.Values();
			const auto b = threaded.factor.Values();
			ASSERT_EQ(a.size(), b.size());
			EXPECT_EQ(std::memcmp(a.data(), b.data(), a.size_bytes()), 0);
			EXPECT_EQ(threaded.Solve(one, runner), x);
			EXPECT_EQ(threaded.Solve(many, runner), xs);
		}
	}
}

TEST(NumericFactor, IsTheSameBytesOnEveryMachineOfAPath)
{
	// Recorded once. Another compiler, system or processor must reproduce them.
	TetMesh mesh = MakeBoxBody(9, 8, 7);
	Jitter(mesh, 0.1, 4);
	BlockMatrix matrix = AssembleBody(mesh);
	ClampLeftEnd(matrix, mesh);
	const std::vector<int32_t> order = OrderByDissection(matrix.Graph(), mesh.nodes, OrderingQuality::Bake);
	const std::vector<double> right = RandomVector(9 * 3 * mesh.nodes.size(), 5); // a block of eight and a single one
	auto hashOf = [](std::span<const double> values) {
		return Hash64({reinterpret_cast<const uint8_t*>(values.data()), values.size_bytes()});
	};
	for (const SolvePath path : AvailablePaths())
	{
		FactoredMatrix<double> inDouble(matrix, order, path);
		FactoredMatrix<float> inFloat(matrix, order, path);
		const bool portable = path == SolvePath::Portable;
		EXPECT_EQ(hashOf(inDouble.Solve(right)), portable ? 0x5b000d8ce7806308ull : 0xb53bf707b00d7225ull);
		EXPECT_EQ(hashOf(inFloat.Solve(right)), portable ? 0xe5c07a48b67e5cc6ull : 0xe3232d4d6ab599d5ull);
	}
}

TEST(NumericFactor, RenumberedNodesChangeOnlyTheRounding)
{
	const TetMesh mesh = MakeSlab();
	const int32_t count = static_cast<int32_t>(mesh.nodes.size());
	std::vector<int32_t> renamed(count);
	for (int32_t i = 0; i < count; ++i)
	{
		renamed[i] = static_cast<int32_t>((static_cast<int64_t>(i) * 131 + 7) % count);
	}
	TetMesh shuffled = mesh;
	for (int32_t i = 0; i < count; ++i)
	{
		shuffled.nodes[renamed[i]] = mesh.nodes[i];
	}
	for (Tet& tet : shuffled.tets)
	{
		for (int32_t& v : tet.v)
		{
			v = renamed[v];
		}
	}
	auto solve = [](const TetMesh& body, std::span<const double> right)
	{
		BlockMatrix matrix = AssembleBody(body);
		ClampLeftEnd(matrix, body);
		FactoredMatrix<double> factored(matrix, OrderNodes(matrix.Graph(), body.nodes, OrderingQuality::Bake));
		return factored.Solve(right);
	};
	const std::vector<double> right = RandomVector(3 * mesh.nodes.size(), 5);
	std::vector<double> rightShuffled(right.size());
	for (int32_t i = 0; i < 3 * count; ++i)
	{
		rightShuffled[3 * renamed[i / 3] + i % 3] = right[i];
	}
	const std::vector<double> x = solve(mesh, right);
	const std::vector<double> y = solve(shuffled, rightShuffled);
	for (int32_t i = 0; i < 3 * count; ++i)
	{
		ASSERT_NEAR(y[3 * renamed[i / 3] + i % 3], x[i], 1.0e-9 * LargestOf(x));
	}
}

TEST(NumericFactor, ManyRightHandSidesEqualSingleOnes)
{
	const TetMesh mesh = MakeSlab();
	BlockMatrix matrix = AssembleBody(mesh);
	ClampLeftEnd(matrix, mesh);
	const size_t size = 3 * mesh.nodes.size();
	const std::vector<int32_t> order = OrderNodes(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime);
	for (const SolvePath path : AvailablePaths())
	{
		FactoredMatrix<double> inDouble(matrix, order, path);
		FactoredMatrix<float> inFloat(matrix, order, path);
		for (const int32_t count : {2, 8, 9, 19})
		{
			const std::vector<double> right = RandomVector(size * count, 9);
			const std::vector<double> xs = inDouble.Solve(right);
			const std::vector<double> floats = inFloat.Solve(right);
			for (int32_t r = 0; r < count; ++r)
			{
				const std::span<const double> one = std::span(right).subspan(r * size, size);
				const std::vector<double> x = inDouble.Solve(one);
				EXPECT_LT(LargestDifference(std::span(xs).subspan(r * size, size), x), 1.0e-12 * LargestOf(x));
				EXPECT_LT(LargestDifference(std::span(floats).subspan(r * size, size), inFloat.Solve(one)),
					2.0e-4 * LargestOf(x));
			}
		}
	}
}

TEST(NumericFactor, AFreeBodyIsRefusedByNode)
{
	const TetMesh mesh = MakeSlab();
	const BlockMatrix free = AssembleBody(mesh);
	for (const SolvePath path : AvailablePaths())
	{
		for (const bool pinned : {false, true})
		{
			BlockMatrix matrix = free;
			if (pinned)
			{
				PinNode(matrix, 0); // still free to turn about the node
			}
			const SymbolicFactor symbolic =
				AnalysePattern(matrix, OrderNodes(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime));
			NumericFactor<double> factor;
			FactorWorkspace<double> workspace;
			const Status status = factor.Factor(symbolic, matrix, SerialRunner(), workspace, path);
			ASSERT_FALSE(status);
			EXPECT_FALSE(factor.IsValid());
			const int64_t node = status.GetError().element;
			EXPECT_GE(node, 0);
			EXPECT_LT(node, static_cast<int64_t>(mesh.nodes.size()));
			EXPECT_NE(status.GetError().message.find("node " + std::to_string(node) + " "), std::string::npos);
		}
	}
}

TEST(NumericFactor, ANegativeDiagonalIsRefusedByNode)
{
	BlockMatrix matrix = MakeGraphMatrix(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 8);
	matrix.blocks[matrix.Find(3, 3)].m[1][1] = -1.0;
	const SymbolicFactor symbolic = AnalysePattern(matrix, std::vector<int32_t>{3, 0, 1, 2, 4});
	NumericFactor<double> factor;
	FactorWorkspace<double> workspace;
	const Status status = factor.Factor(symbolic, matrix, SerialRunner(), workspace);
	ASSERT_FALSE(status);
	EXPECT_EQ(status.GetError().element, 3);
}

TEST(NumericFactor, TheSameMatrixGivesTheSameFactorAgain)
{
	const TetMesh mesh = MakeSlab();
	BlockMatrix matrix = AssembleBody(mesh);
	ClampLeftEnd(matrix, mesh);
	FactoredMatrix<double> factored(matrix, OrderNodes(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime));
	const std::vector<double> before(factored.factor.Values().begin(), factored.factor.Values().end());
	BlockMatrix softened = matrix;
	for (Mat3& block : softened.blocks)
	{
		block *= 0.25;
	}
	ASSERT_TRUE(factored.factor.Factor(factored.symbolic, softened, SerialRunner(), factored.factorWorkspace));
	EXPECT_NE(std::vector<double>(factored.factor.Values().begin(), factored.factor.Values().end()), before);
	ASSERT_TRUE(factored.factor.Factor(factored.symbolic, matrix, SerialRunner(), factored.factorWorkspace));
	EXPECT_EQ(std::vector<double>(factored.factor.Values().begin(), factored.factor.Values().end()), before);
}

TEST(NumericFactor, AllocatesOnlyTheFirstTime)
{
	const TetMesh mesh = MakeBoxBody(8, 8, 8);
	BlockMatrix matrix = AssembleBody(mesh);
	ClampLeftEnd(matrix, mesh);
	ThreadTaskRunner runner(2);
	const std::vector<int32_t> order = OrderByDissection(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime);
	FactoredMatrix<double> factored(matrix, order, ActiveSolvePath(), runner);
	ASSERT_EQ(factored.symbolic.PartCount(), 4);
	const std::vector<double> right = RandomVector(8 * 3 * mesh.nodes.size(), 1);
	std::vector<double> x(right.size());
	const size_t one = 3 * mesh.nodes.size();
	SolveWithFactor(factored.factor, right, x, 8, factored.solveWorkspace, runner);
	const AllocationCounter counter;
	EXPECT_TRUE(factored.factor.Factor(factored.symbolic, matrix, runner, factored.factorWorkspace));
	SolveWithFactor(factored.factor, right, x, 8, factored.solveWorkspace, runner);
	SolveWithFactor(
		factored.factor, std::span(right).first(one), std::span(x).first(one), 1, factored.solveWorkspace, runner);
	EXPECT_EQ(counter.Count(), 0);
}
