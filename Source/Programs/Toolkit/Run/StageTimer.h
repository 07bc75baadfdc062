// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Run/SceneWorld.h"

#include <chrono>

namespace FractureToolkit
{
/// Adds the time of its life to a stage.
class StageTimer
{
public:
	StageTimer(RunTimes& times, RunStage stage) : m_total(times[static_cast<size_t>(stage)]) {}
	~StageTimer()
	{
		m_total += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_start).count();
	}
	StageTimer(const StageTimer&) = delete;
	StageTimer& operator=(const StageTimer&) = delete;

private:
	double& m_total;
	std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};
} // namespace FractureToolkit
