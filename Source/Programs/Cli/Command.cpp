// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Command.h"

#include "TextCursor.h"

#include <cmath>
#include <cstdio>
#ifdef _WIN32
#include <io.h>
#else
#include <unistd.h>
#endif

namespace FractureCli
{
int Fail(std::string_view file, std::string_view what)
{
	std::string line = "fracturesim: ";
	if (!file.empty())
	{
		line.append(file).append(": ");
	}
	line.append(what).push_back('\n');
	std::fputs(line.c_str(), stderr);
	return kFailed;
}

int FailUsage(std::string_view command, std::string_view what)
{
	std::string text = "fracturesim";
	if (!command.empty())
	{
		text.append(" ").append(command);
	}
	const std::string hint = "Run '" + text + " --help' for the options.\n";
	text.append(": ").append(what).push_back('\n');
	std::fputs((text + hint).c_str(), stderr);
	return kWrongUsage;
}

void SetExamples(CLI::App& command, const std::string& examples)
{
	command.footer("Examples:\n" + examples);
}

CLI::Validator PositiveNumber()
{
	return CLI::Validator(
		[](std::string& text)
		{
			double value = 0.0;
			const bool good = FractureToolkit::ParseNumber(text, value) && std::isfinite(value) && value > 0.0;
			if (good && !std::isnormal(value)) // one over it is no number
			{
				return "'" + text + "' is too small to reckon with";
			}
			return good ? std::string() : "'" + text + "' is not a number above 0";
		},
		"");
}

CLI::Validator WholeNumber(int64_t low, int64_t high)
{
	return CLI::Validator(
		[low, high](std::string& text)
		{
			int64_t value = 0;
			const bool good = FractureToolkit::ParseInteger(text, value) && value >= low && value <= high;
			return good
				? std::string()
				: "'" + text + "' is not a whole number from " + std::to_string(low) + " to " + std::to_string(high);
		},
		"");
}

bool IsTerminal()
{
#ifdef _WIN32
	return _isatty(_fileno(stderr)) != 0;
#else
	return isatty(fileno(stderr)) != 0;
#endif
}
} // namespace FractureCli
