// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Cut/FragmentParts.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace FractureCore
{
/// Two names of one edge: what lay between them had no triangles.
using LinkPair = std::pair<uint64_t, uint64_t>;

/// The name of a diagonal of a polygon; `number` as EarClipper gives it.
uint64_t OuterDiagonalLink(int32_t polygon, int32_t number);
uint64_t CapDiagonalLink(const FragmentParts& parts, int32_t capSide, int32_t number);

/// Which edges get midpoints. What is split on one side of a cap is split on the other too, so that neighbours' crack
/// faces coincide: names of edges that lie on each other have one key.
class SplitKeys
{
public:
	/// `equalLinks`: where one is split, so is the other.
	SplitKeys(const FragmentParts& parts, std::span<const uint64_t> links, std::span<const LinkPair> equalLinks);

	bool Contains(uint64_t link) const;

private:
	uint64_t KeyOf(uint64_t link) const;
	bool Add(uint64_t key);

	const FragmentParts& m_parts;
	std::vector<uint64_t> m_keys; // ascending
};
} // namespace FractureCore
