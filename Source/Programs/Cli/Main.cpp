// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Command.h"
#include "HelpFormatter.h"

#include <algorithm>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>
#ifdef _WIN32
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <windows.h>

#include <shellapi.h>
#endif

namespace FractureCli
{
namespace
{
/// The arguments after the program's name, as UTF-8. Windows' own argv has lost what its code page cannot say.
std::vector<std::string> Arguments([[maybe_unused]] int argc, [[maybe_unused]] char** argv)
{
	std::vector<std::string> arguments;
#ifdef _WIN32
	SetConsoleOutputCP(CP_UTF8);
	int count = 0;
	wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
	for (int i = 1; i < count; ++i)
	{
		const int size = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, nullptr, 0, nullptr, nullptr);
		std::string& text = arguments.emplace_back(static_cast<size_t>(size > 0 ? size - 1 : 0), '\0');
		WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, text.data(), size, nullptr, nullptr);
	}
	LocalFree(wide);
#else
	arguments.assign(argv + 1, argv + argc);
#endif
	return arguments;
}

std::string UsedCommand(const CLI::App& program)
{
	const std::vector<CLI::App*> used = program.get_subcommands();
	return used.empty() ? "" : used.front()->get_name();
}

int RunProgram(std::vector<std::string> arguments)
{
	CLI::App program("Breaks solid objects where they are hit. Lengths are metres, masses kilograms, angles degrees.",
		"fracturesim");
	program.set_version_flag("--version", "fracturesim " FRACTURESIM_VERSION, "Print the version");
	program.set_help_flag("-h,--help", "Print this help");
	program.require_subcommand(1);
	// On Windows too a path may start with a slash.
	program.allow_windows_style_options(false);
	auto formatter = std::make_shared<HelpFormatter>();
	formatter->label("Positionals", "Arguments");
	formatter->label("SUBCOMMAND", "COMMAND");
	program.formatter(formatter);
	SetExamples(program,
		"  fracturesim make bowl -o bowl.obj\n"
		"  fracturesim bake bowl.obj --material glass\n"
		"  fracturesim info bowl.frac\n");

	int exitCode = kSucceeded;
	AddBakeCommand(program, exitCode);
	AddInfoCommand(program, exitCode);
	AddMakeCommand(program, exitCode);
	AddPictureCommand(program, exitCode);
	AddStressCommand(program, exitCode);
	AddFragilityCommand(program, exitCode);
	AddBreakCommand(program, exitCode);
	AddRunCommand(program, exitCode);
	AddRenderCommand(program, exitCode);
	AddReplayCommand(program, exitCode);
	AddStudioCommand(program, exitCode);

	// It ends the program's own options, of which there are none before the command.
	if (!arguments.empty() && arguments.front() == "--")
	{
		arguments.erase(arguments.begin());
	}
	std::string names;
	bool known = arguments.empty() || arguments.front().starts_with('-');
	for (CLI::App* command : program.get_subcommands([](CLI::App*) { return true; }))
	{
		command->group("Commands");
		names += (names.empty() ? "" : ", ") + command->get_name();
		known = known || command->get_name() == arguments.front();
	}
	if (!known)
	{
		return FailUsage("", "there is no command '" + arguments.front() + "'; there are " + names);
	}

	// CLI11 takes them last first.
	std::reverse(arguments.begin(), arguments.end());
	try
	{
		program.parse(arguments);
	}
	catch (const CLI::Success& success)
	{
		// --help and --version.
		program.exit(success);
		return kSucceeded;
	}
	catch (const CLI::ParseError& error)
	{
		std::string what = error.what();
		std::replace(what.begin(), what.end(), '\n', ' ');
		return FailUsage(UsedCommand(program), what);
	}
	return exitCode;
}
} // namespace
} // namespace FractureCli

int main(int argc, char** argv)
{
	try
	{
		const int exitCode = FractureCli::RunProgram(FractureCli::Arguments(argc, argv));
		// A full disk behind a redirected stdout is a failure too.
		if (std::fflush(stdout) != 0 && exitCode == FractureCli::kSucceeded)
		{
			return FractureCli::Fail("", "the output cannot be written");
		}
		return exitCode;
	}
	catch (const std::bad_alloc&)
	{
		return FractureCli::Fail("", "out of memory");
	}
	catch (const std::exception& error)
	{
		return FractureCli::Fail("", error.what());
	}
}
