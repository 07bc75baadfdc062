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

/// Which bodies may touch in the coming step. Bodies at rest are in a tree that stays as it is while a few of them wake
/// and others fall asleep; those in motion are in one of their own, made anew each time.
class BroadPhase
{
public:
	/// Bodies came, went, woke or fell asleep, or were set in motion.
	void NoteChange() { m_isSorted = false; }
	/// Bodies at rest were moved or took another shape.
	void Invalidate();
	/// Bodies have other numbers: kNoIndex where one is gone.
	void Renumber(std::span<const int32_t> newIndex);

	/// Bodies that move or may be moved, in ascending order.
	std::span<const int32_t> Active(std::span<const RigidBody> bodies);

	/// Pairs with at least one active body and at least one dynamic one, in ascending order. Each body has `margin` m
	/// around it.
	std::vector<BodyPair> FindPairs(std::span<const RigidBody> bodies, double time, double margin, TaskRunner& runner);

	/// Pairs of some bodies, in ascending order, with all that they meet over the next `times` s (1 a body), skins
	/// included: for the few that are new or whose motion has changed since FindPairs.
	std::vector<BodyPair> FindPairsOf(std::span<const int32_t> some,
		std::span<const RigidBody> bodies,
		std::span<const double> times,
		TaskRunner& runner);

	/// Bodies at rest whose boxes, with their skins, meet one of some boxes; in ascending order.
	std::vector<int32_t> FindResting(std::span<const Box> boxes, std::span<const RigidBody> bodies);

	/// Whether any body meets others triangle by triangle.
	bool HasShell(std::span<const RigidBody> bodies);

private:
	void SortOut(std::span<const RigidBody> bodies);
	void BuildResting(std::span<const RigidBody> bodies);

	bool m_isSorted = false;
	bool m_hasShell = false;
	std::vector<int32_t> m_active;
	std::vector<int32_t> m_settled; // at rest, and not in the tree yet
	BoxTree m_resting;
	std::vector<int32_t> m_restingBodies; // 1 an item of the tree; kNoIndex: not at rest any more
	std::vector<int32_t> m_itemOf;        // 1 a body; kNoIndex: not in the tree
	int32_t m_left = 0;                   // items whose bodies are not at rest any more
	double m_mostSkin = 0.0;              // m, of what is in the tree
};
} // namespace FractureCore
