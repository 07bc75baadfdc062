// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "Run/Recording.h"
#include "Run/Scene.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace FractureToolkit
{
enum class HostKind : uint8_t
{
	Embedded, // FractureCore::World
	Bullet,
};

/// A scene under way: frame after frame, as fast as whoever calls it wants them.
class ScenePlayer
{
public:
	/// Puts the bodies into a world and records the first frame. Of `scene` only gravity, rates, ground and texts are
	/// read. With `keepsBreakables`, recorded bodies may be broken further; that takes memory. The error names the
	/// body.
	static FractureCore::Result<ScenePlayer> Start(
		const Scene& scene, HostKind host, const std::vector<WorldBody>& bodies, bool keepsBreakables = false);

	ScenePlayer(ScenePlayer&& other) noexcept;
	ScenePlayer& operator=(ScenePlayer&& other) noexcept;
	~ScenePlayer();

	/// One frame more. After an error the frames so far are good, and there are no others.
	FractureCore::Status Advance(FractureCore::TaskRunner& runner);

	const Recording& Recorded() const;

	/// The recording; nothing may be called after it.
	Recording Take();

private:
	struct Data;
	explicit ScenePlayer(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};
} // namespace FractureToolkit
