// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/AlignedBuffer.h"
#include "Solve/KernelTable.h"
#include "Solve/SymbolicFactor.h"

namespace FractureCore
{
/// Memory that factorisations need only while they run. Reuse it for the next one, also of another matrix: fresh memory
/// costs about a third of a small factorisation.
template <typename T>
struct FactorWorkspace
{
	AlignedBuffer<T> updates;
	AlignedBuffer<T> pivotFloor;
	std::vector<int64_t> updateOffset; // of each supernode's update matrix
};

/// L with A = L L^T, of T = double or float; supernode after supernode, each as PanelShape describes.
/// Multifrontal [Duff83], [Liu92]: a supernode adds up its children's update matrices, eliminates its columns and hands
/// its own update matrix on. Results are the same bytes for any number of threads.
template <typename T>
class NumericFactor
{
public:
	/// Factors a matrix with the pattern that was analysed. `symbolic` must outlive this object. A pivot that is not
	/// clearly positive beside its diagonal entry is an error that names the node (the body can move freely there or a
	/// tet is inverted); there is no factor then. Allocates only if it needs more memory than the last time.
	Status Factor(const SymbolicFactor& symbolic,
		const BlockMatrix& matrix,
		TaskRunner& runner,
		FactorWorkspace<T>& workspace,
		SolvePath path = ActiveSolvePath());

	/// Takes the bytes of another factor's Values, of the same pattern; false if there are not as many as this needs.
	bool Load(const SymbolicFactor& symbolic, std::span<const uint8_t> bytes, SolvePath path = ActiveSolvePath());

	bool IsValid() const { return m_symbolic != nullptr; }
	int64_t MemoryBytes() const { return m_values.Capacity() * static_cast<int64_t>(sizeof(T)); }

	const SymbolicFactor& Symbolic() const { return *m_symbolic; }
	SolvePath Path() const { return m_path; }
	PanelShape<T> Shape(const Supernode& s) const { return {3 * s.width, 3 * s.rowCount}; }
	const T* Panel(int32_t supernode) const { return m_values.Data() + m_panelOffset[supernode]; }

	/// The stored numbers, for comparing and saving.
	std::span<const T> Values() const { return {m_values.Data(), static_cast<size_t>(m_valueCount)}; }

private:
	struct Elimination;

	void PlacePanels();
	void PlaceUpdates(FactorWorkspace<T>& workspace) const;

	const SymbolicFactor* m_symbolic = nullptr;
	SolvePath m_path = SolvePath::Portable;
	AlignedBuffer<T> m_values;
	int64_t m_valueCount = 0;
	std::vector<int64_t> m_panelOffset;
};

extern template class NumericFactor<float>;
extern template class NumericFactor<double>;
} // namespace FractureCore
