// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Support/TestPaths.h"
#include "TempFolder.h"

#include <sys/wait.h>

#include <cstdlib>
#include <string>
#include <vector>

namespace FractureTests
{
struct ProgramRun
{
	int exitCode = -1;
	std::string out;
	std::string err;
};

inline std::string QuotedForShell(const std::string& text)
{
	std::string quoted = "'";
	for (const char c : text)
	{
		quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
	}
	return quoted + "'";
}

/// Runs the program under test, as a user would, in `folder`.
inline ProgramRun RunProgram(const TempFolder& folder, const std::vector<std::string>& arguments)
{
	std::string command =
		"cd " + QuotedForShell(folder.Path().string()) + " && " + QuotedForShell(ProgramUnderTest().string());
	for (const std::string& argument : arguments)
	{
		command += " " + QuotedForShell(argument);
	}
	// Hidden names, so that a bake of the folder does not meet them.
	const int status = std::system((command + " >.stdout 2>.stderr </dev/null").c_str());
	ProgramRun run;
	run.exitCode = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
	run.out = TempFolder::Read(folder / ".stdout");
	run.err = TempFolder::Read(folder / ".stderr");
	return run;
}
} // namespace FractureTests
