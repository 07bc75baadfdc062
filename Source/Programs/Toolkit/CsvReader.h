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

/// Reads lines "node,a,b,..." with exactly `columns` numbers after the node. One header line, blank lines and comments
/// that start with # are skipped. The error names the line: a number that is none or not finite, a column too many or
/// too few, a node outside [0, nodeCount), a node given twice.
FractureCore::Result<std::vector<NodeRow>> ReadNodeTable(std::string_view text, int32_t columns, int32_t nodeCount);
} // namespace FractureToolkit
