// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <string_view>

// One file a verb. A verb is a function that adds a CLI11 subcommand to the program and sets `exitCode` from its
// callback; Main.cpp calls it once. The options live in a struct that the callback owns:
//
//     void AddBakeCommand(CLI::App& program, int& exitCode)
//     {
//         auto options = std::make_shared<BakeOptions>();
//         CLI::App* command = program.add_subcommand("bake", "Turn a mesh into a fracture asset");
//         command->add_option("input", options->input, "...")->required();
//         SetExamples(*command, "  fracturesim bake vase.obj --material glass\n");
//         command->callback([options, &exitCode] { exitCode = RunBake(*options); });
//     }
//
// Run... does the work by calls into Toolkit and core and answers kSucceeded, or Fail(...), which prints the one line.
// Results go to stdout, everything else to stderr. Texts are UTF-8; paths come from PathFromUtf8 (Toolkit/Files.h).

namespace FractureCli
{
inline constexpr int kSucceeded = 0;
inline constexpr int kFailed = 1;
inline constexpr int kWrongUsage = 2;

/// Prints "fracturesim: FILE: WHAT" on stderr and answers kFailed. `file` may be empty.
int Fail(std::string_view file, std::string_view what);

/// A combination of options that the parser cannot rule out by itself; prints like a parse error, answers kWrongUsage.
int FailUsage(std::string_view command, std::string_view what);

/// The block at the end of a command's --help.
void SetExamples(CLI::App& command, const std::string& examples);

/// For add_option(...)->check(...): a finite number above 0, or a whole number in [low, high]. The error says so in
/// plain words, and the help stays free of them.
CLI::Validator PositiveNumber();
CLI::Validator WholeNumber(int64_t low, int64_t high);

/// Whether a person looks at stderr: only then may a progress bar be drawn.
bool IsTerminal();

void AddBakeCommand(CLI::App& program, int& exitCode);
void AddInfoCommand(CLI::App& program, int& exitCode);
void AddMakeCommand(CLI::App& program, int& exitCode);
void AddPictureCommand(CLI::App& program, int& exitCode);
void AddStressCommand(CLI::App& program, int& exitCode);
void AddFragilityCommand(CLI::App& program, int& exitCode);
void AddBreakCommand(CLI::App& program, int& exitCode);
void AddRunCommand(CLI::App& program, int& exitCode);
void AddRenderCommand(CLI::App& program, int& exitCode);
void AddReplayCommand(CLI::App& program, int& exitCode);
void AddStudioCommand(CLI::App& program, int& exitCode);
} // namespace FractureCli
