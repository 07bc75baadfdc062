// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Forward and backward substitution over the supernodes. Parts run side by side: going up, each part collects what it
// has to say about the top in sums of its own, which are added in order of part; going down, they only read the top.
#include "Solve/TriangularSolve.h"

#include "FractureCore/Hooks.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// A factor of fewer bytes is read faster than a second thread wakes up.
constexpr int64_t kLeastThreadedBytes = 1 << 20;

/// One pass for R right-hand sides, R = 1 or kRhsBlock.
template <typename T, int32_t R>
class Substitution
{
public:
	Substitution(const NumericFactor<T>& factor, SolveWorkspace<T>& workspace, TaskRunner& runner)
		: m_factor(factor), m_symbolic(factor.Symbolic()), m_kernels(GetKernels<T>(factor.Path())),
		  m_runner(factor.MemoryBytes() < kLeastThreadedBytes ? SerialRunner() : runner)
	{
		int32_t width = 0;
		int32_t below = 0;
		for (const Supernode& s : m_symbolic.supernodes)
		{
			width = std::max(width, 3 * s.width);
			below = std::max(below, PanelShape<T>::Padded(3 * s.rowCount));
		}
		const int64_t parts = m_symbolic.PartCount();
		m_topSize = 3 * R * static_cast<int64_t>(m_symbolic.NodeCount() - m_symbolic.topNode);
		m_belowSize = static_cast<int64_t>(R) * below;
		m_scratchSize = m_belowSize + static_cast<int64_t>(kRhsBlock) * width;
		workspace.x.Reserve(3 * R * static_cast<int64_t>(m_symbolic.NodeCount()));
		workspace.top.Reserve(parts * m_topSize);
		workspace.scratch.Reserve((parts + 1) * m_scratchSize);
		m_x = workspace.x.Data();
		m_top = workspace.top.Data();
		m_scratch = workspace.scratch.Data();
	}

	T* X() const { return m_x; }

	void Run() const
	{
		const int32_t parts = m_symbolic.PartCount();
		const int32_t topBegin = m_symbolic.TopBegin();
		const int32_t end = static_cast<int32_t>(m_symbolic.supernodes.size());
		ParallelFor(m_runner, parts, 1, [this](int64_t part, int64_t) { ForwardPart(static_cast<int32_t>(part)); });
		AddPartsToTop();
		for (int32_t s = topBegin; s < end; ++s)
		{
			Forward(s, parts, nullptr);
		}
		for (int32_t s = end - 1; s >= topBegin; --s)
		{
			Backward(s, parts);
		}
		ParallelFor(m_runner,
			parts,
			1,
			[this](int64_t part, int64_t)
			{
				for (int32_t s = m_symbolic.partBegin[part + 1] - 1; s >= m_symbolic.partBegin[part]; --s)
				{
					Backward(s, static_cast<int32_t>(part));
				}
			});
	}

private:
	void ForwardPart(int32_t part) const
	{
		T* top = m_top + part * m_topSize;
		std::fill_n(top, m_topSize, T(0));
		for (int32_t s = m_symbolic.partBegin[part]; s < m_symbolic.partBegin[part + 1]; ++s)
		{
			Forward(s, part, top);
		}
	}

	void AddPartsToTop() const
	{
		T* x = m_x + static_cast<int64_t>(3 * R) * m_symbolic.topNode;
		for (int32_t part = 0; part < m_symbolic.PartCount(); ++part)
		{
			const T* top = m_top + part * m_topSize;
			for (int64_t i = 0; i < m_topSize; ++i)
			{
				x[i] += top[i];
			}
		}
	}

	static void Subtract(T* out, const T* in)
	{
		for (int32_t i = 0; i < 3 * R; ++i)
		{
			out[i] -= in[i];
		}
	}

	/// `top` collects the rows in the top; null in the top itself, where every row is its own.
	void Forward(int32_t index, int32_t lane, T* top) const
	{
		constexpr int64_t kNode = 3 * R;
		const Supernode& s = m_symbolic.supernodes[index];
		T* below = m_scratch + lane * m_scratchSize;
		T* x = m_x + kNode * s.first;
		const auto kernel = R == 1 ? m_kernels.forward : m_kernels.forwardMany;
		kernel(m_factor.Shape(s), m_factor.Panel(index), x, below);
		const std::span<const int32_t> rows = m_symbolic.Rows(s);
		const int32_t own = top != nullptr ? s.rowsInPart : s.rowCount;
		for (int32_t k = 0; k < own; ++k)
		{
			Subtract(m_x + kNode * rows[k], below + kNode * k);
		}
		for (int32_t k = own; k < s.rowCount; ++k)
		{
			Subtract(top + kNode * (rows[k] - m_symbolic.topNode), below + kNode * k);
		}
	}

	void Backward(int32_t index, int32_t lane) const
	{
		constexpr int64_t kNode = 3 * R;
		const Supernode& s = m_symbolic.supernodes[index];
		const PanelShape<T> shape = m_factor.Shape(s);
		T* below = m_scratch + lane * m_scratchSize;
		const std::span<const int32_t> rows = m_symbolic.Rows(s);
		for (int32_t k = 0; k < s.rowCount; ++k)
		{
			std::copy_n(m_x + kNode * rows[k], kNode, below + kNode * k);
		}
		std::fill(below + R * shape.below, below + R * PanelShape<T>::Padded(shape.below), T(0));
		const auto kernel = R == 1 ? m_kernels.backward : m_kernels.backwardMany;
		kernel(shape, m_factor.Panel(index), m_x + kNode * s.first, below, below + m_belowSize);
	}

	const NumericFactor<T>& m_factor;
	const SymbolicFactor& m_symbolic;
	const KernelTable<T>& m_kernels;
	TaskRunner& m_runner;
	T* m_x = nullptr;
	T* m_top = nullptr;
	T* m_scratch = nullptr;
	int64_t m_topSize = 0;
	int64_t m_belowSize = 0;
	int64_t m_scratchSize = 0;
};

/// Largest entry: a float solve is scaled by it, since small forces on stiff bodies would underflow.
double LargestEntry(std::span<const double> values)
{
	double largest = 0.0;
	for (const double value : values)
	{
		largest = std::max(largest, std::abs(value));
	}
	return largest > 0.0 && std::isfinite(largest) ? largest : 1.0;
}

/// `count` <= R vectors; the rest of the R are zero.
template <typename T, int32_t R>
void SolveTogether(const NumericFactor<T>& factor,
	std::span<const double> right,
	std::span<double> x,
	int32_t count,
	SolveWorkspace<T>& workspace,
	TaskRunner& runner)
{
	const Substitution<T, R> substitution(factor, workspace, runner);
	const std::vector<int32_t>& order = factor.Symbolic().order;
	const int64_t size = 3 * static_cast<int64_t>(order.size());
	T* permuted = substitution.X();
	double scale[R];
	for (int32_t r = 0; r < R; ++r)
	{
		constexpr bool kScaled = sizeof(T) < sizeof(double);
		scale[r] = kScaled && r < count ? LargestEntry(right.subspan(r * size, size)) : 1.0;
	}
	for (int64_t k = 0; k < static_cast<int64_t>(order.size()); ++k)
	{
		for (int32_t i = 0; i < 3; ++i)
		{
			for (int32_t r = 0; r < R; ++r)
			{
				permuted[(3 * k + i) * R + r] =
					r < count ? static_cast<T>(right[r * size + 3 * int64_t{order[k]} + i] / scale[r]) : T(0);
			}
		}
	}
	substitution.Run();
	for (int64_t k = 0; k < static_cast<int64_t>(order.size()); ++k)
	{
		for (int32_t i = 0; i < 3; ++i)
		{
			for (int32_t r = 0; r < count; ++r)
			{
				x[r * size + 3 * int64_t{order[k]} + i] = static_cast<double>(permuted[(3 * k + i) * R + r]) * scale[r];
			}
		}
	}
}
} // namespace

template <typename T>
void SolveWithFactor(const NumericFactor<T>& factor,
	std::span<const double> right,
	std::span<double> x,
	int32_t count,
	SolveWorkspace<T>& workspace,
	TaskRunner& runner)
{
	FRACTURECORE_ASSERT(factor.IsValid());
	const size_t size = 3 * static_cast<size_t>(factor.Symbolic().NodeCount());
	FRACTURECORE_ASSERT(right.size() == size * count && x.size() == right.size());
	for (int32_t done = 0; done < count; done += kRhsBlock)
	{
		const int32_t now = std::min(count - done, kRhsBlock);
		const std::span<const double> rightNow = right.subspan(done * size, now * size);
		const std::span<double> xNow = x.subspan(done * size, now * size);
		if (now == 1)
		{
			SolveTogether<T, 1>(factor, rightNow, xNow, 1, workspace, runner);
		}
		else
		{
			SolveTogether<T, kRhsBlock>(factor, rightNow, xNow, now, workspace, runner);
		}
	}
}

template void SolveWithFactor<float>(const NumericFactor<float>&,
	std::span<const double>,
	std::span<double>,
	int32_t,
	SolveWorkspace<float>&,
	TaskRunner&);
template void SolveWithFactor<double>(const NumericFactor<double>&,
	std::span<const double>,
	std::span<double>,
	int32_t,
	SolveWorkspace<double>&,
	TaskRunner&);
} // namespace FractureCore
