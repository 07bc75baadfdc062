// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "RuleOptions.h"

#include <map>
#include <string>

namespace FractureCli
{
void AddRuleOptions(CLI::App& command, FractureCore::PlanSettings& settings)
{
	using FractureCore::GrowthRule;
	static const std::map<std::string, GrowthRule> rules = {{"fitted", GrowthRule::FittedCracks},
		{"planes", GrowthRule::Planes},
		{"grains", GrowthRule::Grains},
		{"bonds", GrowthRule::Bonds}};
	command
		.add_option("--rule",
			settings.rule,
			"How cracks run: fitted (smooth), planes, grains, or bonds (between tets, with 40 solves) (default: "
			"fitted)")
		->transform(CLI::Validator(
			[](std::string& name) -> std::string
			{
				const auto rule = rules.find(name);
				if (rule == rules.end())
				{
					return "'" + name + "' is none of fitted, planes, grains and bonds";
				}
				name = CLI::detail::value_string(rule->second);
				return {};
			},
			"fitted, planes, grains or bonds"));
	command
		.add_option("--grain-bias",
			settings.grainBias,
			"With --rule grains: 0 as without grains, 1 along their interfaces only")
		->check(CLI::Range(0.0, 1.0))
		->capture_default_str();
}
} // namespace FractureCli
