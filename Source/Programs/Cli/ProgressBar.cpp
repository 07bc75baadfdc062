// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ProgressBar.h"

#include "Command.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#ifndef _WIN32
#include <sys/ioctl.h>
#include <unistd.h>
#endif

namespace FractureCli
{
namespace
{
volatile std::sig_atomic_t interrupted = 0;

void OnInterrupt(int signal)
{
	interrupted = 1;
	std::signal(signal, SIG_DFL);
}

size_t TerminalWidth()
{
#ifndef _WIN32
	winsize size{};
	if (ioctl(fileno(stderr), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
	{
		return size.ws_col;
	}
#endif
	return 80;
}
} // namespace

ProgressBar::ProgressBar() : m_enabled(IsTerminal()) {}

ProgressBar::~ProgressBar()
{
	Wipe();
}

void ProgressBar::Show(double fraction, const std::string& what)
{
	constexpr int32_t kBarLength = 30;
	if (!m_enabled)
	{
		return;
	}
	const double share = std::clamp(fraction, 0.0, 1.0);
	const int32_t filled = static_cast<int32_t>(share * kBarLength);
	char percent[16];
	std::snprintf(percent, sizeof(percent), "] %3d %%  ", static_cast<int>(share * 100.0));
	std::string line = "[" + std::string(static_cast<size_t>(filled), '#') +
		std::string(static_cast<size_t>(kBarLength - filled), '.') + percent + what;
	line.resize(std::min(line.size(), TerminalWidth() - 1));
	const size_t length = line.size();
	line.resize(std::max(length, m_shownLength), ' ');
	std::fprintf(stderr, "\r%s", line.c_str());
	std::fflush(stderr);
	m_shownLength = length;
}

void ProgressBar::Wipe()
{
	if (m_shownLength > 0)
	{
		std::fprintf(stderr, "\r%s\r", std::string(m_shownLength, ' ').c_str());
		std::fflush(stderr);
		m_shownLength = 0;
	}
}

FractureCore::ProgressSink ProgressBar::Sink()
{
	return {[](void* user, const char* stage, double fraction)
		{
			constexpr std::chrono::milliseconds kInterval{50};
			ProgressBar& bar = *static_cast<ProgressBar*>(user);
			const auto now = std::chrono::steady_clock::now();
			if (now - bar.m_lastDrawn >= kInterval)
			{
				bar.m_lastDrawn = now;
				bar.Show(fraction, stage);
			}
			return !IsInterrupted();
		},
		this};
}

void CatchInterrupts()
{
	std::signal(SIGINT, OnInterrupt);
}

bool IsInterrupted()
{
	return interrupted != 0;
}
} // namespace FractureCli
