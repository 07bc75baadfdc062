// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Types.h"

#include <algorithm>
#include <vector>

namespace FractureCore
{
/// Which rows of Gauss-Seidel sweeps have something to do: whose last visit changed a velocity, or whose bodies others
/// have changed since, by more than `unseen` m/s in sum. Most of a heap has not, after a few sweeps.
class VisitLog
{
public:
	VisitLog(size_t rows, size_t bodies, double unseen) : m_unseen(unseen), m_rows(rows, -1), m_bodies(bodies) {}

	bool IsDue(size_t row, int32_t a, int32_t b) const
	{
		return std::max(m_bodies[a].changed, m_bodies[b].changed) > m_rows[row];
	}

	/// After a visit that changed velocities by `change` m/s; who does not move is not changed by it.
	void Note(size_t row, double change, int32_t a, int32_t b, bool movesA, bool movesB)
	{
		++m_visit;
		m_rows[row] = m_visit;
		if (!(change > 0.0))
		{
			return;
		}
		if (movesA)
		{
			Change(m_bodies[a], change);
		}
		if (movesB)
		{
			Change(m_bodies[b], change);
		}
		m_rows[row] -= change > m_unseen ? 1 : 0;
	}

private:
	struct Body
	{
		int32_t changed = 0; // the last visit after which rows were to look again
		double since = 0.0;  // m/s, sum of changes after that
	};

	void Change(Body& body, double change)
	{
		body.since += change;
		if (body.since > m_unseen)
		{
			body = {m_visit, 0.0};
		}
	}

	double m_unseen = 0.0;
	int32_t m_visit = 0;
	std::vector<int32_t> m_rows; // 1 a row: its last visit
	std::vector<Body> m_bodies;
};
} // namespace FractureCore
