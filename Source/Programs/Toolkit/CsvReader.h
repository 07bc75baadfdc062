// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace FractureToolkit
{
/// A row of a table that gives numbers to a node.
struct NodeRow
{
	int64_t line = 0; // of the text, from 1
	int32_t node = 0;
	std::vector<double> values;
};

/// Reads lines "node,a,b,..." with a number for each of `columns` after the node. A first line "node" and those names
/// in that order, in upper or lower case, is skipped, as are blank lines and comments that start with #. The error
/// names the line: other names, a number that is none or not finite, a column too many or too few, a node outside [0,
/// nodeCount), a node given twice.
FractureCore::Result<std::vector<NodeRow>> ReadNodeTable(
	std::string_view text, std::span<const std::string_view> columns, int32_t nodeCount);
} // namespace FractureToolkit
