// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/LinearTet.h"
#include "FractureCore/Bake.h"
#include "Shapes.h"
#include "Solve/NodeOrdering.h"
#include "Solve/TriangularSolve.h"
#include "SolveTestBodies.h"
#include "Support/Sanitized.h"
#include "Support/TestMeshes.h"
#include "ThreadTaskRunner.h"

#include <Eigen/Dense>
#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <optional>
#include <string>

using namespace FractureCore;

namespace
{
constexpr LameConstants kTestLame{1.7, 0.9};

TetMesh MakeJitteredBox()
{
	TetMesh mesh = MakeBoxBody(5, 4, 4);
	Jitter(mesh, 0.12, 21);
	return mesh;
}

double ElasticEnergy(const TetMesh& mesh, std::span<const TetShape> shapes, std::span<const double> u)
{
	// 1/2 sigma : eps, from the stress alone: eps = (sigma - lambda tr(eps) I) / (2 mu).
	std::vector<Sym3> stresses(mesh.tets.size());
	ComputeStresses(mesh.tets, shapes, kTestLame, u, stresses, SerialRunner());
	double energy = 0.0;
	for (size_t t = 0; t < shapes.size(); ++t)
	{
		const Sym3& s = stresses[t];
		const double trace = s.xx + s.yy + s.zz;
		const double squares =
			s.xx * s.xx + s.yy * s.yy + s.zz * s.zz + 2.0 * (s.xy * s.xy + s.yz * s.yz + s.zx * s.zx);
		const double traceOfStrain = trace / (3.0 * kTestLame.lambda + 2.0 * kTestLame.mu);
		energy += shapes[t].volume * (squares - kTestLame.lambda * traceOfStrain * trace) / (4.0 * kTestLame.mu);
	}
	return energy;
}

bool IsOnBoxSurface(int32_t node)
{
	const int32_t i = node % 6;
	const int32_t j = node / 6 % 5;
	const int32_t k = node / 30;
	return i == 0 || i == 5 || j == 0 || j == 4 || k == 0 || k == 4;
}

Eigen::MatrixXd MakeDense(const BlockMatrix& matrix)
{
	const int32_t size = 3 * matrix.NodeCount();
	Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(size, size);
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

/// How many eigenvalues lie below the shift, by the signs of L D L^T [Sylvester's law of inertia].
int32_t CountEigenvaluesBelow(const BlockMatrix& matrix, double shift)
{
	std::vector<Eigen::Triplet<double>> entries;
	for (int32_t row = 0; row < matrix.NodeCount(); ++row)
	{
		for (int32_t k = matrix.rowStart[row]; k < matrix.rowStart[row + 1]; ++k)
		{
			for (int32_t i = 0; i < 9; ++i)
			{
				const bool isDiagonal = matrix.columns[k] == row && i / 3 == i % 3;
				entries.emplace_back(3 * row + i / 3,
					3 * matrix.columns[k] + i % 3,
					matrix.blocks[k].m[i / 3][i % 3] - (isDiagonal ? shift : 0.0));
			}
		}
	}
	Eigen::SparseMatrix<double> sparse(3 * matrix.NodeCount(), 3 * matrix.NodeCount());
	sparse.setFromTriplets(entries.begin(), entries.end());
	const Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factor(sparse);
	EXPECT_EQ(factor.info(), Eigen::Success);
	return static_cast<int32_t>((factor.vectorD().array() < 0.0).count());
}

/// Largest entry of K times a rigid motion, over the largest of K times the size of the motion.
double RigidResidual(const TetMesh& mesh, const BlockMatrix& matrix, double largest)
{
	double worst = 0.0;
	std::vector<double> motion(3 * mesh.nodes.size());
	std::vector<double> force(motion.size());
	for (int32_t mode = 0; mode < 6; ++mode)
	{
		double size = 0.0;
		const Vec3 axis{mode % 3 == 0 ? 1.0 : 0.0, mode % 3 == 1 ? 1.0 : 0.0, mode % 3 == 2 ? 1.0 : 0.0};
		for (size_t node = 0; node < mesh.nodes.size(); ++node)
		{
			const Vec3 u = mode < 3 ? axis : Cross(axis, mesh.nodes[node] - mesh.nodes[0]);
			for (int32_t k = 0; k < 3; ++k)
			{
				motion[3 * node + static_cast<size_t>(k)] = Component(u, k);
			}
			size = std::max(size, Length(u));
		}
		Multiply(matrix, motion, force, SerialRunner());
		for (const double f : force)
		{
			worst = std::max(worst, std::abs(f) / (largest * size));
		}
	}
	return worst;
}

void ExpectSixRigidMotionsAPart(const SurfaceMesh& surface, const std::string& name, int32_t parts)
{
	BakeSettings settings;
	settings.tets.targetTets = 400;
	Result<BakedObject> baked = BakeObject(surface, settings, SerialRunner());
	if (!baked) // a thin wall takes more
	{
		settings.tets.targetTets = 8000;
		baked = BakeObject(surface, settings, SerialRunner());
	}
	ASSERT_TRUE(baked) << name << ": " << baked.GetError().message;
	EXPECT_EQ(baked->components, parts) << name;
	const BlockMatrix matrix = AssembleBody(baked->tets, kTestLame);
	double largest = 0.0;
	for (int32_t node = 0; node < matrix.NodeCount(); ++node)
	{
		const Mat3& block = matrix.blocks[static_cast<size_t>(matrix.Find(node, node))];
		largest = std::max({largest, block.m[0][0], block.m[1][1], block.m[2][2]});
	}
	// Six motions a part cost nothing, and there are no more of them: thin parts bend easily, but by far not as easily
	// as they move.
	EXPECT_LT(RigidResidual(baked->tets, matrix, largest), 1.0e-13) << name;
	// The thinnest vessels take over a hundred thousand tets, which the plain factor here needs minutes for.
	constexpr size_t kMostFactored = 20'000;
	if (baked->tets.tets.size() > kMostFactored)
	{
		std::printf("%s has %zu tets: its eigenvalues are not counted\n", name.c_str(), baked->tets.tets.size());
		return;
	}
	EXPECT_EQ(CountEigenvaluesBelow(matrix, 1.0e-10 * largest), 6 * parts) << name;
}
} // namespace

TEST(LinearTet, LameConstantsFollowTheTextbook)
{
	Material steel;
	steel.youngModulus = 210.0e9;
	steel.poissonRatio = 0.3;
	const LameConstants lame = ComputeLameConstants(steel);
	EXPECT_NEAR(lame.lambda, 121.153846e9, 1.0e3);
	EXPECT_NEAR(lame.mu, 80.769231e9, 1.0e3);
}

TEST(LinearTet, PassesThePatchTest)
{
	// Boundary nodes follow a linear field; the inner ones must find it, and every tet its stress.
	const TetMesh mesh = MakeJitteredBox();
	const std::vector<TetShape> shapes = *ComputeTetShapes(mesh);
	const Mat3 gradient{{{0.3, -0.2, 0.5}, {0.1, 0.4, -0.6}, {-0.3, 0.2, -0.1}}};
	const size_t size = 3 * mesh.nodes.size();
	std::vector<double> exact(size);
	std::vector<double> boundary(size, 0.0);
	BlockMatrix matrix = AssembleBody(mesh, kTestLame);
	for (int32_t node = 0; node < matrix.NodeCount(); ++node)
	{
		const Vec3 u = gradient * mesh.nodes[node] + Vec3{0.7, -0.4, 0.2};
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			exact[3 * node + axis] = Component(u, axis);
			boundary[3 * node + axis] = IsOnBoxSurface(node) ? Component(u, axis) : 0.0;
		}
	}
	std::vector<double> right(size);
	Multiply(matrix, boundary, right, SerialRunner());
	int32_t inner = 0;
	for (int32_t node = 0; node < matrix.NodeCount(); ++node)
	{
		inner += IsOnBoxSurface(node) ? 0 : 1;
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			right[3 * node + axis] = IsOnBoxSurface(node) ? 0.0 : -right[3 * node + axis];
		}
		if (IsOnBoxSurface(node))
		{
			PinNode(matrix, node);
		}
	}
	ASSERT_EQ(inner, 4 * 3 * 3);
	const SymbolicFactor symbolic =
		AnalysePattern(matrix, OrderNodes(matrix.Graph(), mesh.nodes, OrderingQuality::RunTime));
	NumericFactor<double> factor;
	FactorWorkspace<double> factorWorkspace;
	SolveWorkspace<double> solveWorkspace;
	ASSERT_TRUE(factor.Factor(symbolic, matrix, SerialRunner(), factorWorkspace));
	std::vector<double> u(size);
	SolveWithFactor(factor, right, u, 1, solveWorkspace, SerialRunner());
	for (size_t i = 0; i < size; ++i)
	{
		u[i] += boundary[i];
		ASSERT_NEAR(u[i], exact[i], 1.0e-12);
	}
	std::vector<Sym3> stresses(mesh.tets.size());
	ComputeStresses(mesh.tets, shapes, kTestLame, u, stresses, SerialRunner());
	const double pressure = kTestLame.lambda * (0.3 + 0.4 - 0.1);
	for (const Sym3& s : stresses)
	{
		ASSERT_NEAR(s.xx, 2.0 * kTestLame.mu * 0.3 + pressure, 1.0e-12);
		ASSERT_NEAR(s.yy, 2.0 * kTestLame.mu * 0.4 + pressure, 1.0e-12);
		ASSERT_NEAR(s.zz, 2.0 * kTestLame.mu * -0.1 + pressure, 1.0e-12);
		ASSERT_NEAR(s.xy, kTestLame.mu * (-0.2 + 0.1), 1.0e-12);
		ASSERT_NEAR(s.yz, kTestLame.mu * (-0.6 + 0.2), 1.0e-12);
		ASSERT_NEAR(s.zx, kTestLame.mu * (0.5 - 0.3), 1.0e-12);
	}
}

TEST(LinearTet, OnlyRigidMotionsCostNothing)
{
	TetMesh mesh = MakeBoxBody(3, 2, 2);
	Jitter(mesh, 0.12, 22);
	const int32_t oneBody = static_cast<int32_t>(mesh.nodes.size());
	for (const int32_t bodies : {1, 2})
	{
		if (bodies == 2)
		{
			const std::vector<Tet> tets = mesh.tets;
			for (int32_t i = 0; i < oneBody; ++i)
			{
				mesh.nodes.push_back(mesh.nodes[i] + Vec3{0.0, 9.0, 0.0});
			}
			for (Tet tet : tets)
			{
				for (int32_t& v : tet.v)
				{
					v += oneBody;
				}
				mesh.tets.push_back(tet);
			}
		}
		const BlockMatrix matrix = AssembleBody(mesh, kTestLame);
		const int32_t size = 3 * matrix.NodeCount();
		const Eigen::MatrixXd dense = MakeDense(matrix);
		EXPECT_TRUE(dense == dense.transpose());
		const Eigen::VectorXd values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(dense).eigenvalues();
		const double largest = values(size - 1);
		EXPECT_LT(std::abs(values(0)), 1.0e-13 * largest);
		EXPECT_LT(std::abs(values(6 * bodies - 1)), 1.0e-13 * largest);
		EXPECT_GT(values(6 * bodies), 1.0e-3 * largest);
		Eigen::MatrixXd rigid = Eigen::MatrixXd::Zero(size, 6);
		for (int32_t node = 0; node < matrix.NodeCount(); ++node)
		{
			const Vec3& x = mesh.nodes[node];
			rigid.block<3, 3>(3 * node, 0).setIdentity();
			rigid.block<3, 3>(3 * node, 3) << 0.0, x.z, -x.y, -x.z, 0.0, x.x, x.y, -x.x, 0.0;
		}
		EXPECT_LT((dense * rigid).norm() / dense.norm() / rigid.norm(), 1.0e-14);
	}
}

TEST(LinearTet, EveryShapeHasSixRigidMotions)
{
	for (const FractureToolkit::ShapeInfo& shape : FractureTests::Spread(FractureToolkit::ListShapes(), 4))
	{
		const std::string name = shape.name.rfind("letter", 0) == 0 ? "T" : shape.name;
		const Result<SurfaceMesh> surface = FractureToolkit::MakeShape(name);
		ASSERT_TRUE(surface) << name;
		ExpectSixRigidMotionsAPart(*surface, name, 1);
	}
}

TEST(LinearTet, TwoBodiesHaveTwelveRigidMotions)
{
	SurfaceMesh two = FractureTest::MakeBox({0.0, 0.0, 0.0}, {1.0, 1.0, 1.0});
	const SurfaceMesh other = FractureTest::MakeBox({2.0, 0.0, 0.0}, {3.0, 1.0, 1.0});
	const int32_t offset = static_cast<int32_t>(two.positions.size());
	two.positions.insert(two.positions.end(), other.positions.begin(), other.positions.end());
	for (const Triangle& triangle : other.triangles)
	{
		two.triangles.push_back({{triangle.v[0] + offset, triangle.v[1] + offset, triangle.v[2] + offset}});
	}
	ExpectSixRigidMotionsAPart(two, "two boxes", 2);
}

TEST(LinearTet, EveryScannedBodyHasSixRigidMotions)
{
	for (const char* const name :
		{"armadillo.obj", "bunny.obj", "bunny_scan_open.obj", "goathead.obj", "penguin.obj", "spot.obj", "teapot.obj"})
	{
		if (const std::optional<SurfaceMesh> scanned = FractureTest::LoadScannedMesh(name))
		{
			ExpectSixRigidMotionsAPart(*scanned, name, 1);
		}
	}
}

TEST(LinearTet, ForcesAreTheSlopeOfTheEnergy)
{
	const TetMesh mesh = MakeJitteredBox();
	const std::vector<TetShape> shapes = *ComputeTetShapes(mesh);
	const BlockMatrix matrix = AssembleBody(mesh, kTestLame);
	std::vector<double> u = RandomVector(3 * mesh.nodes.size(), 23);
	std::vector<double> force(u.size());
	Multiply(matrix, u, force, SerialRunner());
	double work = 0.0;
	for (size_t i = 0; i < u.size(); ++i)
	{
		work += 0.5 * u[i] * force[i];
	}
	EXPECT_NEAR(work, ElasticEnergy(mesh, shapes, u), 1.0e-12 * work);
	for (size_t i = 0; i < u.size(); i += 37)
	{
		constexpr double kStep = 1.0e-3; // the energy is quadratic: central differences are exact
		const double middle = u[i];
		u[i] = middle + kStep;
		const double above = ElasticEnergy(mesh, shapes, u);
		u[i] = middle - kStep;
		const double below = ElasticEnergy(mesh, shapes, u);
		u[i] = middle;
		EXPECT_NEAR((above - below) / (2.0 * kStep), force[i], 1.0e-8 * work);
	}
}

TEST(LinearTet, ATurnedBodyHasTheTurnedStress)
{
	const TetMesh mesh = MakeJitteredBox();
	const double c = std::cos(0.7);
	const double s = std::sin(0.7);
	const Mat3 turn =
		Mat3{{{c, -s, 0.0}, {s, c, 0.0}, {0.0, 0.0, 1.0}}} * Mat3{{{1.0, 0.0, 0.0}, {0.0, c, -s}, {0.0, s, c}}};
	TetMesh turned = mesh;
	std::vector<double> u = RandomVector(3 * mesh.nodes.size(), 24);
	std::vector<double> turnedU(u.size());
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		turned.nodes[i] = turn * mesh.nodes[i];
		const Vec3 v = turn * Vec3{u[3 * i], u[3 * i + 1], u[3 * i + 2]};
		turnedU[3 * i] = v.x;
		turnedU[3 * i + 1] = v.y;
		turnedU[3 * i + 2] = v.z;
	}
	std::vector<Sym3> stresses(mesh.tets.size());
	std::vector<Sym3> turnedStresses(mesh.tets.size());
	ComputeStresses(mesh.tets, *ComputeTetShapes(mesh), kTestLame, u, stresses, SerialRunner());
	ComputeStresses(mesh.tets, *ComputeTetShapes(turned), kTestLame, turnedU, turnedStresses, SerialRunner());
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		const Sym3& a = stresses[t];
		const Mat3 expected =
			turn * Mat3{{{a.xx, a.xy, a.zx}, {a.xy, a.yy, a.yz}, {a.zx, a.yz, a.zz}}} * Transposed(turn);
		const Sym3& b = turnedStresses[t];
		ASSERT_NEAR(b.xx, expected.m[0][0], 1.0e-12);
		ASSERT_NEAR(b.yy, expected.m[1][1], 1.0e-12);
		ASSERT_NEAR(b.zz, expected.m[2][2], 1.0e-12);
		ASSERT_NEAR(b.xy, expected.m[0][1], 1.0e-12);
		ASSERT_NEAR(b.yz, expected.m[1][2], 1.0e-12);
		ASSERT_NEAR(b.zx, expected.m[2][0], 1.0e-12);
	}
}

TEST(LinearTet, LumpedMassesAddUpToTheBody)
{
	const TetMesh mesh = MakeBoxBody(3, 2, 4, {0.5, 0.25, 0.1});
	const std::vector<TetShape> shapes = *ComputeTetShapes(mesh);
	const std::vector<double> masses = ComputeLumpedMasses(mesh, shapes, 2500.0);
	double sum = 0.0;
	for (const double mass : masses)
	{
		EXPECT_GT(mass, 0.0);
		sum += mass;
	}
	EXPECT_NEAR(sum, 2500.0 * 1.5 * 0.5 * 0.4, 1.0e-9);
	std::vector<double> fraction(mesh.tets.size(), 0.5);
	EXPECT_NEAR(ComputeLumpedMasses(mesh, shapes, 2500.0, fraction)[7], 0.5 * masses[7], 1.0e-12);
}

TEST(LinearTet, ABadTetIsNamed)
{
	TetMesh mesh = MakeBoxBody(2, 1, 1);
	std::swap(mesh.tets[5].v[0], mesh.tets[5].v[1]);
	const auto inverted = ComputeTetShapes(mesh);
	ASSERT_FALSE(inverted);
	EXPECT_EQ(inverted.GetError().element, 5);
	mesh = MakeBoxBody(2, 1, 1);
	mesh.tets[3].v[1] = mesh.tets[3].v[0];
	EXPECT_EQ(ComputeTetShapes(mesh).GetError().element, 3);
	mesh = MakeBoxBody(2, 1, 1);
	mesh.tets[4].v[2] = 99;
	EXPECT_EQ(ComputeTetShapes(mesh).GetError().element, 4);
	mesh = MakeBoxBody(2, 1, 1);
	mesh.nodes[0].x = std::nan("");
	EXPECT_FALSE(ComputeTetShapes(mesh));
}

TEST(Assembly, IsTheSumOfTheTetsForAnyNumberOfThreads)
{
	TetMesh mesh = MakeBoxBody(9, 9, 9);
	Jitter(mesh, 0.1, 25);
	const std::vector<TetShape> shapes = *ComputeTetShapes(mesh);
	std::vector<double> fraction(mesh.tets.size());
	for (size_t t = 0; t < fraction.size(); ++t)
	{
		fraction[t] = RandomUnit(26, t);
	}
	const StiffnessAssembly assembly(mesh.tets, static_cast<int32_t>(mesh.nodes.size()));
	BlockMatrix expected = assembly.Pattern();
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		for (int32_t a = 0; a < 4; ++a)
		{
			for (int32_t b = 0; b < 4; ++b)
			{
				expected.blocks[expected.Find(mesh.tets[t].v[a], mesh.tets[t].v[b])] +=
					StiffnessBlock(shapes[t], kTestLame, a, b) * fraction[t];
			}
		}
	}
	BlockMatrix serial = assembly.Pattern();
	assembly.Assemble(shapes, kTestLame, fraction, serial, SerialRunner());
	ASSERT_TRUE(ValidateBlockMatrix(serial));
	for (size_t k = 0; k < serial.blocks.size(); ++k)
	{
		for (int32_t i = 0; i < 9; ++i)
		{
			ASSERT_NEAR(serial.blocks[k].m[i / 3][i % 3], expected.blocks[k].m[i / 3][i % 3], 1.0e-13);
		}
	}
	for (const int32_t threads : {2, 8})
	{
		FractureToolkit::ThreadTaskRunner runner(threads);
		BlockMatrix threaded = serial; // old values must not matter
		assembly.Assemble(shapes, kTestLame, fraction, threaded, runner);
		EXPECT_EQ(threaded.blocks, serial.blocks);
	}
}
