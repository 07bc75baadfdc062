// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "Rigid/BoxTree.h"
#include "Rigid/RigidBody.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Two bodies whose boxes meet; a < b.
struct BodyPair
{
	int32_t a = kNoIndex;
	int32_t b = kNoIndex;

	friend bool operator==(const BodyPair&, const BodyPair&) = default;
	friend bool operator<(const BodyPair& p, const BodyPair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }
};

/// The box of a body over the next `time` s, with `margin` m around it.
Box SweptBox(const RigidBody& body, double time, double margin);

/// Which bodies may touch in the coming step. Bodies at rest are in a tree that is made again only when one of them
/// wakes or another falls asleep; those in motion are swept along one axis.
class BroadPhase
{
public:
	/// Bodies at rest changed: added, removed, moved, woken or fallen asleep.
	void Invalidate() { m_isStale = true; }

	/// Pairs with at least one active body and at least one dynamic one, in ascending order.
	std::vector<BodyPair> FindPairs(std::span<const RigidBody> bodies, double time, double margin, TaskRunner& runner);

	/// Bodies whose box over the next `time` s meets that of `body`, in ascending order. For the few whose motion has
	/// changed since FindPairs; `boxes` has 1 a body.
	static std::vector<int32_t> Meeting(std::span<const Box> boxes, int32_t body);

private:
	BoxTree m_resting;
	std::vector<int32_t> m_restingBodies;
	bool m_isStale = true;
};
} // namespace FractureCore
