// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Break.h"
#include "FractureCore/Result.h"
#include "Studio/StudioRun.h"

#include <string>
#include <string_view>
#include <vector>

namespace FractureToolkit
{
/// One impact. SI units, the body's own frame.
struct GameImpact
{
	std::vector<FractureCore::ContactImpulse> contacts;
	FractureCore::BodyMotion motion;
	double restitution = 0.0;
	FractureCore::BreakSettings settings;
};

/// One that broke, cracked or left whole a body or a piece, as a game recorded it.
struct GameBreak : GameImpact
{
	std::string body;               // a .frac file beside the recording, with all overrides in it
	std::vector<GameImpact> before; // that cracked the body without splitting it, in this order
	std::string hash;               // that the game's result had
};

/// A scene of the studio, in which a body broke by itself.
struct GameScene
{
	std::string body; // as in GameBreak
	StudioRunRequest request;
	int32_t frames = 0;
	std::string hash; // of the recording that the studio made of them
};

struct GameRecording
{
	std::vector<GameScene> scenes;
	std::vector<GameBreak> breaks;
};

/// A recording is text: a line {"fracturesim_recording": 1}, then a JSON object a line for each impact, or for a scene
/// with all of its impacts. The error names the line and the field.
FractureCore::Result<GameRecording> ReadRecording(std::string_view text);
} // namespace FractureToolkit
