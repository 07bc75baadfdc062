// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "Picture/Picture.h"
#include "Run/Recording.h"
#include "Run/Scene.h"

#include <cstdint>
#include <span>
#include <vector>

namespace FractureToolkit
{
enum class FilmColours : uint8_t
{
	Materials, // one colour a slot, as in the GLB
	Fragments, // one a body
	Stress,    // at the impact that made a piece
};

/// Where a camera sees most of what moves, most of the time, unless the scene says where to look.
PictureCamera PlaceFilmCamera(const Recording& recording, const SceneCamera& camera, double aspect);

/// Which frames tell the story: before the first break, soon after it, and then ever farther apart; evenly spread if
/// nothing breaks. Ascending, at most `count`.
std::vector<int32_t> ChooseFrames(const Recording& recording, int32_t count);

/// One frame. Two frames of a recording with the same camera fit onto each other.
FractureCore::Result<PictureImage> DrawFrame(const Recording& recording,
	int32_t frame,
	FilmColours colours,
	const PictureCamera& camera,
	int32_t width,
	int32_t height,
	FractureCore::TaskRunner& runner);

/// Frames side by side, each with its time, `columns` in a row; `width` and `height` are those of one.
FractureCore::Result<PictureImage> DrawContactSheet(const Recording& recording,
	std::span<const int32_t> frames,
	FilmColours colours,
	const PictureCamera& camera,
	int32_t columns,
	int32_t width,
	int32_t height,
	FractureCore::TaskRunner& runner);
} // namespace FractureToolkit
