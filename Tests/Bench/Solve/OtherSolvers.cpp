// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Contender.h"

#include <Eigen/SparseCholesky>

#include <cstdlib>
#include <cstring>
#include <unistd.h>

#if FRACTURESIM_WITH_CHOLMOD
#include <suitesparse/cholmod.h>
#endif

namespace FractureBench
{
namespace
{
using FractureCore::BlockMatrix;
using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int32_t>;

SparseMatrix ToLowerScalars(const BlockMatrix& matrix)
{
	std::vector<Eigen::Triplet<double, int32_t>> triplets;
	for (int32_t row = 0; row < matrix.NodeCount(); ++row)
	{
		for (int32_t k = matrix.rowStart[row]; k < matrix.rowStart[row + 1]; ++k)
		{
			for (int32_t i = 0; i < 9; ++i)
			{
				const int32_t r = 3 * row + i / 3;
				const int32_t c = 3 * matrix.columns[k] + i % 3;
				if (r >= c)
				{
					triplets.emplace_back(r, c, matrix.blocks[k].m[i / 3][i % 3]);
				}
			}
		}
	}
	SparseMatrix lower(3 * matrix.NodeCount(), 3 * matrix.NodeCount());
	lower.setFromTriplets(triplets.begin(), triplets.end());
	return lower;
}

class Simplicial final : public Contender
{
public:
	explicit Simplicial(const BlockMatrix& matrix) : m_lower(ToLowerScalars(matrix))
	{
		m_solver.analyzePattern(m_lower);
	}

	std::string Name() const override { return "SimplicialLDLT"; }
	void Factor() override { m_solver.factorize(m_lower); }
	void Solve(std::span<const double> right, std::span<double> x) override
	{
		Eigen::Map<Eigen::VectorXd>(x.data(), x.size()) =
			m_solver.solve(Eigen::Map<const Eigen::VectorXd>(right.data(), right.size()));
	}
	bool SolveMany(std::span<const double>, std::span<double>, int32_t) override { return false; }
	double FactorBytes() const override { return 8.0 * m_solver.matrixL().nestedExpression().nonZeros(); }

private:
	SparseMatrix m_lower;
	Eigen::SimplicialLDLT<SparseMatrix, Eigen::Lower> m_solver;
};

#if FRACTURESIM_WITH_CHOLMOD
class Cholmod final : public Contender
{
public:
	Cholmod(const BlockMatrix& matrix, bool metis) : m_lower(ToLowerScalars(matrix)), m_metis(metis)
	{
		cholmod_start(&m_common);
		m_common.supernodal = CHOLMOD_SUPERNODAL;
		m_common.nmethods = 1;
		m_common.method[0].ordering = metis ? CHOLMOD_METIS : CHOLMOD_AMD;
		m_common.postorder = 1;
		m_common.print = 0;
		m_view.nrow = m_view.ncol = static_cast<size_t>(m_lower.rows());
		m_view.nzmax = static_cast<size_t>(m_lower.nonZeros());
		m_view.p = m_lower.outerIndexPtr();
		m_view.i = m_lower.innerIndexPtr();
		m_view.x = m_lower.valuePtr();
		m_view.stype = -1;
		m_view.itype = CHOLMOD_INT;
		m_view.xtype = CHOLMOD_REAL;
		m_view.dtype = CHOLMOD_DOUBLE;
		m_view.sorted = 1;
		m_view.packed = 1;
		m_factor = cholmod_analyze(&m_view, &m_common);
	}
	~Cholmod() override
	{
		cholmod_free_dense(&m_x, &m_common);
		cholmod_free_dense(&m_y, &m_common);
		cholmod_free_dense(&m_e, &m_common);
		cholmod_free_factor(&m_factor, &m_common);
		cholmod_finish(&m_common);
	}

	std::string Name() const override { return m_metis ? "CHOLMOD, METIS" : "CHOLMOD, AMD"; }
	void Factor() override { cholmod_factorize(&m_view, m_factor, &m_common); }
	void Solve(std::span<const double> right, std::span<double> x) override { SolveMany(right, x, 1); }
	bool SolveMany(std::span<const double> right, std::span<double> x, int32_t count) override
	{
		cholmod_dense b = {};
		b.nrow = b.d = right.size() / static_cast<size_t>(count);
		b.ncol = static_cast<size_t>(count);
		b.nzmax = right.size();
		b.x = const_cast<double*>(right.data());
		b.xtype = CHOLMOD_REAL;
		b.dtype = CHOLMOD_DOUBLE;
		cholmod_solve2(CHOLMOD_A, m_factor, &b, nullptr, &m_x, nullptr, &m_y, &m_e, &m_common);
		std::memcpy(x.data(), m_x->x, x.size_bytes());
		return true;
	}
	double FactorBytes() const override { return 8.0 * static_cast<double>(m_factor->xsize); }

private:
	SparseMatrix m_lower;
	bool m_metis;
	cholmod_common m_common = {};
	cholmod_sparse m_view = {};
	cholmod_factor* m_factor = nullptr;
	cholmod_dense* m_x = nullptr;
	cholmod_dense* m_y = nullptr;
	cholmod_dense* m_e = nullptr;
};
#endif
} // namespace

std::unique_ptr<Contender> MakeSimplicial(const BlockMatrix& matrix)
{
	return std::make_unique<Simplicial>(matrix);
}

std::unique_ptr<Contender> MakeCholmod([[maybe_unused]] const BlockMatrix& matrix, [[maybe_unused]] bool metis)
{
#if FRACTURESIM_WITH_CHOLMOD
	return std::make_unique<Cholmod>(matrix, metis);
#else
	return nullptr;
#endif
}

void PrepareBlas([[maybe_unused]] char** arguments)
{
#if FRACTURESIM_WITH_CHOLMOD && defined(__x86_64__)
	if (getenv("OPENBLAS_CORETYPE") == nullptr && __builtin_cpu_supports("avx2"))
	{
		setenv("OPENBLAS_CORETYPE", __builtin_cpu_supports("avx512f") ? "SkylakeX" : "Haswell", 1);
		setenv("OPENBLAS_NUM_THREADS", "1", 1);
		setenv("OMP_THREAD_LIMIT", "1", 1);
		execv("/proc/self/exe", arguments); // returns only if it fails: then the numbers are CHOLMOD's default
	}
#endif
}
} // namespace FractureBench
