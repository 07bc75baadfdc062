// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "HelpFormatter.h"

#include <algorithm>

namespace FractureCli
{
namespace
{
constexpr size_t kNameWidth = 26;
constexpr size_t kLineWidth = 100;

/// The name, then the description in a column of its own.
std::string Entry(const std::string& name, const std::string& description)
{
	std::string text = "  " + name;
	size_t column = text.size();
	if (column + 2 > kNameWidth)
	{
		text += "\n";
		column = 0;
	}
	text.append(kNameWidth - column, ' ');
	column = kNameWidth;
	for (size_t begin = 0; begin < description.size();)
	{
		const size_t end = std::min(description.find(' ', begin), description.size());
		const std::string word = description.substr(begin, end - begin);
		if (column > kNameWidth && column + 1 + word.size() > kLineWidth)
		{
			text += "\n" + std::string(kNameWidth, ' ');
			column = kNameWidth;
		}
		if (column > kNameWidth)
		{
			text += " ";
			++column;
		}
		text += word;
		column += word.size();
		begin = end + 1;
	}
	return text + "\n";
}
} // namespace

std::string HelpFormatter::make_option(const CLI::Option* option, bool isPositional) const
{
	std::string name = option->get_name(isPositional, !isPositional);
	for (size_t at = name.find(','); at != std::string::npos; at = name.find(',', at + 2))
	{
		name.insert(at + 1, " ");
	}
	if (!option->get_type_name().empty() && option->get_type_size() != 0 && !isPositional)
	{
		name += " " + option->get_type_name();
	}
	std::string description = option->get_description();
	if (const std::string value = option->get_default_str();
		!value.empty() && description.find("(default:") == std::string::npos)
	{
		description += " (default: " + value + ")";
	}
	return Entry(name, description);
}

std::string HelpFormatter::make_subcommand(const CLI::App* command) const
{
	return Entry(command->get_name(), command->get_description());
}

std::string HelpFormatter::make_footer(const CLI::App* command) const
{
	return command->get_footer();
}
} // namespace FractureCli
