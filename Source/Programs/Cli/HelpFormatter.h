// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace FractureCli
{
/// CLI11's help with descriptions broken into lines and without its shorthand for numbers of values.
class HelpFormatter final : public CLI::Formatter
{
public:
	std::string make_option(const CLI::Option* option, bool isPositional) const override;
	std::string make_subcommand(const CLI::App* command) const override;
	std::string make_footer(const CLI::App* command) const override;
};
} // namespace FractureCli
