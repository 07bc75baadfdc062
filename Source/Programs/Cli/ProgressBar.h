// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Hooks.h"

#include <chrono>
#include <string>

namespace FractureCli
{
/// One line on stderr that is redrawn in place and wiped at the end; nothing at all where stderr is not a terminal. One
/// thread at a time.
class ProgressBar
{
public:
	ProgressBar();
	~ProgressBar();
	ProgressBar(const ProgressBar&) = delete;
	ProgressBar& operator=(const ProgressBar&) = delete;

	/// `fraction` in [0, 1].
	void Show(double fraction, const std::string& what);

	/// Takes the line away, so that other output does not mix with it.
	void Wipe();

	/// For the core: shows its stages, at most twenty times a second, and cancels once the user has pressed Ctrl-C.
	FractureCore::ProgressSink Sink();

private:
	bool m_enabled;
	size_t m_shownLength = 0;
	std::chrono::steady_clock::time_point m_lastDrawn;
};

/// From now on the first Ctrl-C only sets IsInterrupted, so that files are finished or left alone; a second one kills.
void CatchInterrupts();
bool IsInterrupted();
} // namespace FractureCli
