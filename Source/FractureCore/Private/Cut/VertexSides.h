// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/CutTree.h"

#include <vector>

namespace FractureCore
{
/// What a slice asks of the field that it cuts along.
class SliceField
{
public:
	virtual ~SliceField() = default;

	/// One value a vertex, the same for every cell that asks.
	virtual double Value(int32_t vertex) const = 0;
	/// Whether the vertex lies on the cut already: it is on neither side.
	virtual bool IsNeutral(int32_t vertex) const = 0;
	/// An edge was split at a new vertex, which is neutral from now on.
	virtual void OnSplit(int32_t /*vertex*/, int32_t /*from*/, int32_t /*to*/) {}
};

/// The side of each vertex of a tree: +1 if the field's value is at least 0, else -1; 0 if it is neutral. Each is asked
/// for once a field.
class VertexSides
{
public:
	explicit VertexSides(const CutTree& tree) : m_tree(tree) {}

	void Start(SliceField& field)
	{
		m_field = &field;
		++m_epoch;
		Grow();
	}

	int32_t Side(int32_t vertex) { return Get(vertex).side; }
	double Value(int32_t vertex) { return Get(vertex).value; }
	void OnSplit(int32_t vertex, int32_t from, int32_t to)
	{
		m_field->OnSplit(vertex, from, to);
		Grow();
	}

private:
	struct State
	{
		double value = 0.0;
		int32_t side = 0;
		int32_t epoch = 0;
	};

	void Grow() { m_states.resize(static_cast<size_t>(m_tree.VertexCount())); }

	const State& Get(int32_t vertex)
	{
		State& state = m_states[vertex];
		if (state.epoch != m_epoch)
		{
			state.epoch = m_epoch;
			const bool isNeutral = m_field->IsNeutral(vertex);
			state.value = isNeutral ? 0.0 : m_field->Value(vertex);
			state.side = isNeutral ? 0 : (state.value >= 0.0 ? 1 : -1);
		}
		return state;
	}

	const CutTree& m_tree;
	SliceField* m_field = nullptr;
	std::vector<State> m_states;
	int32_t m_epoch = 0;
};
} // namespace FractureCore
