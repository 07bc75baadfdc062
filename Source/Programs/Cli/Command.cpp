// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Command.h"

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
	command.footer("\nExamples:\n" + examples);
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
