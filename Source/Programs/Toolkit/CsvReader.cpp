// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "CsvReader.h"

#include "TextCursor.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace FractureToolkit
{
using FractureCore::Error;
using FractureCore::Result;

namespace
{
bool SameIgnoringCase(std::string_view a, std::string_view b)
{
	const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
	return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

/// Whether the rest of the line is these names and nothing else.
bool ReadsNames(TextCursor& cursor, std::span<const std::string_view> names)
{
	for (const std::string_view name : names)
	{
		if (!SameIgnoringCase(cursor.Token(), name))
		{
			return false;
		}
	}
	return cursor.Token().empty();
}

/// Number of the first line with a separator that nothing stands before; 0 if there is none. One at the end is usual.
int64_t FindEmptyField(std::string_view text)
{
	int64_t line = 1;
	bool isEmpty = true;
	bool isComment = false;
	for (const char c : text)
	{
		isComment = c != '\n' && (isComment || c == '#');
		if (isComment)
		{
			continue;
		}
		if (c == '\n')
		{
			++line;
			isEmpty = true;
		}
		else if (c == ',' || c == ';')
		{
			if (isEmpty)
			{
				return line;
			}
			isEmpty = true;
		}
		else if (c != ' ' && c != '\t' && c != '\r')
		{
			isEmpty = false;
		}
	}
	return 0;
}
} // namespace

Result<std::vector<NodeRow>> ReadNodeTable(
	std::string_view text, std::span<const std::string_view> columns, int32_t nodeCount)
{
	if (const int64_t line = FindEmptyField(text); line > 0)
	{
		return ErrorAtLine(line, "a field is empty");
	}
	// The cursor splits at blanks; commas count as such, and quotes have no place among numbers.
	std::string blanked(text);
	for (char& c : blanked)
	{
		c = c == ',' || c == ';' ? ' ' : c;
	}
	TextCursor cursor(blanked);
	std::vector<NodeRow> rows;
	std::vector<bool> seen(static_cast<size_t>(nodeCount), false);
	bool headerAllowed = true;
	do
	{
		const std::string_view first = cursor.Token();
		if (first.empty())
		{
			continue;
		}
		const int64_t line = cursor.Line();
		int64_t node = 0;
		if (!ParseInteger(first, node))
		{
			if (headerAllowed && SameIgnoringCase(first, "node"))
			{
				headerAllowed = false;
				if (ReadsNames(cursor, columns))
				{
					continue;
				}
				std::string expected = "node";
				for (const std::string_view name : columns)
				{
					expected += "," + std::string(name);
				}
				return ErrorAtLine(line, "the columns must be " + expected + ", in this order");
			}
			return ErrorAtLine(line, QuoteToken(first) + " is not a node number");
		}
		headerAllowed = false;
		if (node < 0 || node >= nodeCount)
		{
			return ErrorAtLine(line,
				"node " + std::to_string(node) + " does not exist; the mesh has nodes 0 to " +
					std::to_string(nodeCount - 1));
		}
		if (seen[static_cast<size_t>(node)])
		{
			return ErrorAtLine(line, "node " + std::to_string(node) + " is given twice");
		}
		seen[static_cast<size_t>(node)] = true;
		NodeRow row{line, static_cast<int32_t>(node), {}};
		for (std::string_view token = cursor.Token(); !token.empty(); token = cursor.Token())
		{
			double value = 0.0;
			if (!ParseNumber(token, value) || !std::isfinite(value))
			{
				return ErrorAtLine(line, QuoteToken(token) + " is not a finite number");
			}
			row.values.push_back(value);
		}
		if (row.values.size() != columns.size())
		{
			return ErrorAtLine(line,
				"expected a node and " + std::to_string(columns.size()) + " numbers, found " +
					std::to_string(row.values.size()));
		}
		rows.push_back(std::move(row));
	} while (cursor.NextLine());
	return rows;
}
} // namespace FractureToolkit
