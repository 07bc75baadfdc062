// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioSession.h"

#include "ThreadTaskRunner.h"

#include <exception>
#include <new>
#include <string_view>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Status;

constexpr size_t kMostWaiting = 8;
constexpr std::string_view kFragility = "fragility";
// A hidden tab may be woken only once a minute.
constexpr auto kPatience = std::chrono::seconds(150);
// A reload on a machine with other work to do must not cost what was made.
constexpr auto kReloadTime = std::chrono::seconds(60);
} // namespace

StudioSession::StudioSession(int32_t threads) : m_threads(threads)
{
	m_status.view = std::make_shared<const StudioView>();
	m_status.version = 1;
	m_deadline = Clock::now() + kPatience;
	m_thread = std::thread([this] { Work(); });
}

StudioSession::~StudioSession()
{
	Cancel();
	{
		const std::scoped_lock lock(m_mutex);
		m_isClosing = true;
	}
	m_wake.notify_all();
	m_thread.join();
}

Status StudioSession::Enqueue(const std::string& kind, Job job)
{
	{
		const std::scoped_lock lock(m_mutex);
		if (m_queue.size() >= kMostWaiting)
		{
			return Error{
				ErrorCode::TooLarge, "Too much is waiting already: let the work before it finish, or cancel it"};
		}
		if (m_queue.empty() && !m_isRunning)
		{
			m_isCancelled = false;
		}
		// A map takes long, and is of no use for what is about to change: it gives way, and is asked for again.
		if (m_isRunning && m_status.job.kind == kFragility && kind != kFragility)
		{
			m_isCancelled = true;
		}
		m_queue.emplace_back(kind, std::move(job));
		m_status.job.waiting = static_cast<int32_t>(m_queue.size());
		m_status.job.kind = m_status.job.kind.empty() ? kind : m_status.job.kind;
	}
	m_wake.notify_all();
	return FractureCore::Ok{};
}

void StudioSession::Cancel()
{
	const std::scoped_lock lock(m_mutex);
	m_queue.clear();
	m_status.job.waiting = 0;
	m_isCancelled = true;
	m_status.job.isCancelled = true;
	if (!m_isRunning)
	{
		m_status.job = {};
		m_idle.notify_all();
	}
}

void StudioSession::WaitUntilIdle()
{
	std::unique_lock lock(m_mutex);
	m_idle.wait(lock, [this] { return m_queue.empty() && !m_isRunning; });
}

StudioStatus StudioSession::GetStatus() const
{
	const std::scoped_lock lock(m_mutex);
	return m_status;
}

std::optional<FractureCore::Result<StudioFile>> StudioSession::Export(
	const std::function<FractureCore::Result<StudioFile>(const Workbench&)>& write) const
{
	const std::unique_lock lock(m_benchMutex, std::try_to_lock);
	if (!lock)
	{
		return std::nullopt;
	}
	return write(m_bench);
}

bool StudioSession::TakeProgress(void* user, const char* stage, double fraction)
{
	StudioSession& self = *static_cast<StudioSession*>(user);
	const std::scoped_lock lock(self.m_mutex);
	self.m_status.job.stage = stage;
	self.m_status.job.fraction = fraction;
	return !self.m_isCancelled;
}

void StudioSession::Publish(const Workbench& bench)
{
	auto view = std::make_shared<const StudioView>(bench.View());
	const std::scoped_lock lock(m_mutex);
	m_status.view = std::move(view);
	++m_status.version;
}

void StudioSession::RunJob(const Job& job)
{
	Status status = FractureCore::Ok{};
	std::shared_ptr<const StudioView> view;
	{
		const std::scoped_lock bench(m_benchMutex);
		// A file that asks for too much must not take the other sessions down.
		try
		{
			ThreadTaskRunner runner(m_threads);
			status = job(m_bench, runner, {&StudioSession::TakeProgress, this});
		}
		catch (const std::bad_alloc&)
		{
			status = Error{ErrorCode::TooLarge, "This needs more memory than there is"};
		}
		catch (const std::exception& error)
		{
			status = Error{ErrorCode::InvalidFile, error.what()};
		}
		view = std::make_shared<const StudioView>(m_bench.View());
	}
	const std::scoped_lock lock(m_mutex);
	m_status.view = std::move(view);
	m_status.error = status || status.GetError().code == ErrorCode::Cancelled ? "" : status.GetError().message;
	++m_status.version;
}

void StudioSession::Work()
{
	std::unique_lock lock(m_mutex);
	while (true)
	{
		m_wake.wait(lock, [this] { return m_isClosing || !m_queue.empty(); });
		if (m_isClosing)
		{
			return;
		}
		const auto [kind, job] = std::move(m_queue.front());
		m_queue.pop_front();
		m_isRunning = true;
		m_isCancelled = false;
		m_status.error.clear();
		m_status.job = {kind, "", 0.0, static_cast<int32_t>(m_queue.size()), false};
		lock.unlock();
		RunJob(job);
		lock.lock();
		m_isRunning = false;
		m_status.job = {
			m_queue.empty() ? "" : m_queue.front().first, "", 0.0, static_cast<int32_t>(m_queue.size()), false};
		m_idle.notify_all();
	}
}

void StudioSession::SetPage(std::string words)
{
	const std::scoped_lock lock(m_mutex);
	m_page = std::move(words);
}

std::string StudioSession::GetPage() const
{
	const std::scoped_lock lock(m_mutex);
	return m_page;
}

void StudioSession::Touch(Clock::time_point now)
{
	const std::scoped_lock lock(m_mutex);
	m_deadline = now + kPatience;
}

void StudioSession::Leave(Clock::time_point now)
{
	const std::scoped_lock lock(m_mutex);
	m_deadline = now + kReloadTime;
}

bool StudioSession::IsAbandoned(Clock::time_point now) const
{
	const std::scoped_lock lock(m_mutex);
	return now > m_deadline;
}

bool StudioSession::IsIdle() const
{
	const std::scoped_lock lock(m_mutex);
	return m_queue.empty() && !m_isRunning;
}
} // namespace FractureToolkit
