// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/NumericFactor.h"

#include "FractureCore/Hooks.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <string>

namespace FractureCore
{
namespace
{
// A pivot below this share of its diagonal entry is rounding noise: the body's rigid modes reach about a tenth of it,
// the softest bending mode of a beam 200 times as long as thick stays a thousand times above it in double.
template <typename T>
inline constexpr T kPivotTolerance = std::is_same_v<T, float> ? T(1.0e-6) : T(1.0e-13);

// Rows of a supernode in the top that are worth a task: below this many operations threads cost more than they save.
constexpr double kTopTaskOperations = 2.0e6;
} // namespace

template <typename T>
struct NumericFactor<T>::Elimination
{
	NumericFactor& factor;
	const SymbolicFactor& symbolic;
	const BlockMatrix& matrix;
	const KernelTable<T>& kernels;
	FactorWorkspace<T>& workspace;
	TaskRunner& runner;

	T* Panel(int32_t s) const { return factor.m_values.Data() + factor.m_panelOffset[s]; }
	T* Update(int32_t s) const { return workspace.updates.Data() + workspace.updateOffset[s]; }

	/// Clears the front and adds the matrix's blocks and the children.
	void Assemble(int32_t index) const
	{
		const Supernode& s = symbolic.supernodes[index];
		const PanelShape<T> shape = factor.Shape(s);
		T* panel = Panel(index);
		std::fill_n(panel, shape.Size(), T(0));
		T* floor = workspace.pivotFloor.Data() + 3 * s.first;
		for (const BlockTarget& target : symbolic.Targets(s))
		{
			// Row i of a block of the matrix's upper triangle is column i of the lower one's.
			const Mat3& block = matrix.blocks[target.block];
			const typename PanelShape<T>::Place place = shape.PlaceOfNode(target.row);
			T* out = panel + place.offset + static_cast<int64_t>(3) * target.column * place.height;
			for (int32_t i = 0; i < 3; ++i)
			{
				for (int32_t k = 0; k < 3; ++k)
				{
					out[i * place.height + k] = static_cast<T>(block.m[i][k]);
				}
			}
			if (target.row == target.column)
			{
				for (int32_t i = 0; i < 3; ++i)
				{
					floor[3 * target.column + i] = kPivotTolerance<T> * static_cast<T>(block.m[i][i]);
				}
			}
		}
		const std::span<const int32_t> children = symbolic.Children(s);
		if (!children.empty())
		{
			ClearUpdate(shape, Update(index));
		}
		for (const int32_t child : children)
		{
			const Supernode& c = symbolic.supernodes[child];
			kernels.extendAdd(
				shape, panel, Update(index), symbolic.Runs(c), Update(child), factor.Shape(c).UpdateStride());
		}
	}

	static void ClearUpdate(PanelShape<T> shape, T* update)
	{
		constexpr int32_t kTile = PanelShape<T>::kTile;
		const int64_t stride = shape.UpdateStride();
		for (int32_t column = 0; column < shape.below; ++column)
		{
			const int64_t firstRow = column / kTile * kTile;
			std::fill_n(update + column * stride + firstRow, stride - firstRow, T(0));
		}
	}

	/// Returns the elimination position of a bad pivot, or kNoIndex.
	int32_t EliminateAlone(int32_t index) const
	{
		const Supernode& s = symbolic.supernodes[index];
		const PanelShape<T> shape = factor.Shape(s);
		T* panel = Panel(index);
		Assemble(index);
		const int32_t failed = kernels.factorDiagonal(shape, panel, workspace.pivotFloor.Data() + 3 * s.first);
		if (failed != kNoIndex)
		{
			return s.first + failed / 3;
		}
		kernels.solveBelow(shape, panel, 0, shape.BelowTiles());
		kernels.updateRows(shape, panel, Update(index), s.childBegin == s.childEnd, 0, 1);
		return kNoIndex;
	}

	/// The same with the row tiles dealt to all threads. A tile's sums do not depend on who forms them.
	int32_t EliminateTogether(int32_t index) const
	{
		const Supernode& s = symbolic.supernodes[index];
		const PanelShape<T> shape = factor.Shape(s);
		const int32_t tiles = shape.BelowTiles();
		const int32_t tasks = std::min(runner.WorkerCount(), tiles);
		const double operations = static_cast<double>(shape.width) * shape.below * (shape.width + shape.below);
		if (tasks < 2 || operations < kTopTaskOperations)
		{
			return EliminateAlone(index);
		}
		T* panel = Panel(index);
		T* update = Update(index);
		Assemble(index);
		const int32_t failed = kernels.factorDiagonal(shape, panel, workspace.pivotFloor.Data() + 3 * s.first);
		if (failed != kNoIndex)
		{
			return s.first + failed / 3;
		}
		const int64_t share = (tiles + tasks - 1) / tasks;
		ParallelFor(runner,
			tiles,
			share,
			[&](int64_t begin, int64_t end)
			{ kernels.solveBelow(shape, panel, static_cast<int32_t>(begin), static_cast<int32_t>(end)); });
		ParallelFor(runner,
			tasks,
			1,
			[&](int64_t task, int64_t) {
				kernels.updateRows(shape, panel, update, s.childBegin == s.childEnd, static_cast<int32_t>(task), tasks);
			});
		return kNoIndex;
	}

	int32_t EliminatePart(int32_t part) const
	{
		for (int32_t s = symbolic.partBegin[part]; s < symbolic.partBegin[part + 1]; ++s)
		{
			const int32_t failed = EliminateAlone(s);
			if (failed != kNoIndex)
			{
				return failed;
			}
		}
		return kNoIndex;
	}

	int32_t EliminateAll() const
	{
		std::atomic<int32_t> firstFailed{std::numeric_limits<int32_t>::max()};
		ParallelFor(runner,
			symbolic.PartCount(),
			1,
			[&](int64_t part, int64_t)
			{
				const int32_t failed = EliminatePart(static_cast<int32_t>(part));
				int32_t seen = firstFailed.load();
				while (failed != kNoIndex && failed < seen && !firstFailed.compare_exchange_weak(seen, failed))
				{
				}
			});
		if (firstFailed.load() != std::numeric_limits<int32_t>::max())
		{
			return firstFailed.load();
		}
		for (int32_t s = symbolic.TopBegin(); s < static_cast<int32_t>(symbolic.supernodes.size()); ++s)
		{
			const int32_t failed = EliminateTogether(s);
			if (failed != kNoIndex)
			{
				return failed;
			}
		}
		return kNoIndex;
	}
};

template <typename T>
void NumericFactor<T>::PlacePanels()
{
	m_panelOffset.clear();
	m_valueCount = 0;
	for (const Supernode& s : m_symbolic->supernodes)
	{
		m_panelOffset.push_back(m_valueCount);
		m_valueCount += Shape(s).Size();
	}
	m_values.Reserve(m_valueCount);
}

/// Update matrices live on stacks. A supernode's goes on the stack of its depth's parity, so that it can be built while
/// its children's, on the other stack, still exist; then those are dropped. Each part has its own pair of stacks, and
/// so has the top; the roots of a part stay until the top has read them.
template <typename T>
void NumericFactor<T>::PlaceUpdates(FactorWorkspace<T>& workspace) const
{
	const std::vector<Supernode>& supernodes = m_symbolic->supernodes;
	std::vector<int64_t>& offset = workspace.updateOffset;
	offset.resize(supernodes.size());
	int64_t regionBegin = 0;
	for (int32_t part = 0; part <= m_symbolic->PartCount(); ++part)
	{
		const int32_t begin = m_symbolic->partBegin[part];
		const int32_t end =
			part < m_symbolic->PartCount() ? m_symbolic->partBegin[part + 1] : static_cast<int32_t>(supernodes.size());
		int64_t used[2] = {0, 0};
		int64_t peak[2] = {0, 0};
		for (int32_t index = begin; index < end; ++index)
		{
			const Supernode& s = supernodes[index];
			const int32_t stack = s.depth % 2;
			offset[index] = used[stack];
			used[stack] += Shape(s).UpdateSize();
			peak[stack] = std::max(peak[stack], used[stack]);
			for (const int32_t child : m_symbolic->Children(s))
			{
				if (child >= begin)
				{
					used[1 - stack] = std::min(used[1 - stack], offset[child]);
				}
			}
		}
		for (int32_t index = begin; index < end; ++index)
		{
			offset[index] += regionBegin + (supernodes[index].depth % 2 == 0 ? 0 : peak[0]);
		}
		regionBegin += peak[0] + peak[1];
	}
	workspace.updates.Reserve(regionBegin);
	workspace.pivotFloor.Reserve(static_cast<int64_t>(3) * m_symbolic->NodeCount());
}

template <typename T>
Status NumericFactor<T>::Factor(const SymbolicFactor& symbolic,
	const BlockMatrix& matrix,
	TaskRunner& runner,
	FactorWorkspace<T>& workspace,
	SolvePath path)
{
	FRACTURECORE_ASSERT(IsAvailable(path) && matrix.NodeCount() == symbolic.NodeCount());
	m_symbolic = &symbolic;
	m_path = path;
	PlacePanels();
	PlaceUpdates(workspace);
	const Elimination elimination{*this, symbolic, matrix, GetKernels<T>(path), workspace, runner};
	const int32_t failed = elimination.EliminateAll();
	if (failed != kNoIndex)
	{
		m_symbolic = nullptr;
		const int32_t node = symbolic.order[failed];
		return Error{ErrorCode::InvalidMesh,
			"The stiffness at node " + std::to_string(node) +
				" is not positive: the body is not held against moving there, or a tet at it has no volume.",
			node};
	}
	return Ok{};
}

template <typename T>
bool NumericFactor<T>::Load(const SymbolicFactor& symbolic, std::span<const uint8_t> bytes, SolvePath path)
{
	FRACTURECORE_ASSERT(IsAvailable(path));
	m_symbolic = &symbolic;
	m_path = path;
	PlacePanels();
	if (bytes.size() != static_cast<size_t>(m_valueCount) * sizeof(T))
	{
		m_symbolic = nullptr;
		return false;
	}
	std::memcpy(m_values.Data(), bytes.data(), bytes.size());
	return true;
}

template class NumericFactor<float>;
template class NumericFactor<double>;
} // namespace FractureCore
