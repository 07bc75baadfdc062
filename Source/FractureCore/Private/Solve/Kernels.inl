// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The dense arithmetic of KernelTable, included once for every instruction set, inside its namespace, after
//     template <typename T> struct Pack          a register: kLanes, Zero, Load, Broadcast, Store, Sum, + - *
//     MultiplyAdd(a, b, c)                       a b + c, fused or not
//     kColumnsAtOnce                             columns of a product that the registers hold beside three rows
// No lambdas here: GCC does not extend the target pragma to them.
//
// A tile is `height` rows high: one, two or three granules. Products take it in slabs of one, two or three registers,
// so an instruction set with short registers takes several slabs a tile.

template <typename T>
inline constexpr int32_t kSlabs = PanelShape<T>::kGranule / Pack<T>::kLanes;

#include "Solve/EliminationKernels.inl"
#include "Solve/SubstitutionKernels.inl"

template <typename T>
constexpr KernelTable<T> MakeKernelTable()
{
	return {&ExtendAdd<T>,
		&FactorDiagonal<T>,
		&SolveBelow<T>,
		&UpdateRows<T>,
		&Forward<T>,
		&Backward<T>,
		&ForwardMany<T>,
		&BackwardMany<T>};
}
