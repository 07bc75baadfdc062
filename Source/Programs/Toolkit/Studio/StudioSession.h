// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Studio/Workbench.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace FractureToolkit
{
struct StudioJobState
{
	std::string kind;         // "load", "bake", ...; empty: nothing is going on
	std::string stage;        // what it does now
	double fraction = 0.0;    // of the stage
	int32_t waiting = 0;      // jobs behind it
	bool isCancelled = false; // and goes on until it hears of that
};

/// What a page is told of a session.
struct StudioStatus
{
	uint64_t version = 0; // ascends with every change but progress
	std::shared_ptr<const StudioView> view;
	StudioJobState job;
	std::string error; // of the last job; empty: it succeeded
};

/// A bench with a thread of its own, which does one job after another. All functions may be called by any thread.
class StudioSession
{
public:
	using Job = std::function<FractureCore::Status(
		Workbench& bench, FractureCore::TaskRunner& runner, const FractureCore::ProgressSink& progress)>;
	using Clock = std::chrono::steady_clock;

	/// Threads that jobs may use; 0: one a core.
	explicit StudioSession(int32_t threads = 0);
	/// Cancels what goes on and waits for it.
	~StudioSession();

	/// The error says that too many jobs wait already.
	FractureCore::Status Enqueue(const std::string& kind, Job job);
	/// The job that goes on, and those that wait.
	void Cancel();
	/// Waits until nothing is left to do.
	void WaitUntilIdle();

	StudioStatus GetStatus() const;

	/// For exports: the bench between two jobs. Nothing if a job is going on.
	std::optional<FractureCore::Result<StudioFile>> Export(
		const std::function<FractureCore::Result<StudioFile>(const Workbench&)>& write) const;

	/// For a job that shows something before it ends: what the bench has now is what pages see.
	void Publish(const Workbench& bench);

	/// What the page wants to find again after a reload, in its own words.
	void SetPage(std::string words);
	std::string GetPage() const;

	void Touch(Clock::time_point now);
	/// The page says that it goes; a reload comes back at once.
	void Leave(Clock::time_point now);
	bool IsAbandoned(Clock::time_point now) const;
	/// Nothing goes on or waits: it ends at once.
	bool IsIdle() const;

private:
	void Work();
	void RunJob(const Job& job);
	static bool TakeProgress(void* user, const char* stage, double fraction);

	mutable std::mutex m_mutex;
	std::condition_variable m_wake;
	std::condition_variable m_idle;
	std::deque<std::pair<std::string, Job>> m_queue;
	StudioStatus m_status;
	Clock::time_point m_deadline;
	std::string m_page = "{}";
	bool m_isRunning = false;
	bool m_isClosing = false;
	std::atomic<bool> m_isCancelled = false;
	mutable std::mutex m_benchMutex; // the bench itself: held by a job all the time it takes
	Workbench m_bench;
	int32_t m_threads;
	std::thread m_thread; // last: it uses all of the above
};
} // namespace FractureToolkit
