// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ThreadTaskRunner.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

namespace FractureToolkit
{
namespace
{
thread_local bool insideTask = false;
} // namespace

struct ThreadTaskRunner::Pool
{
	std::vector<std::thread> threads;
	std::mutex runMutex; // one Run at a time
	std::mutex mutex;
	std::condition_variable wake;
	std::condition_variable done;
	bool stopping = false;
	uint64_t generation = 0; // counts Runs, so that a thread joins each at most once
	int32_t busy = 0;        // threads inside the current Run

	void (*task)(void*, int32_t) = nullptr;
	void* context = nullptr;
	int32_t taskCount = 0;
	std::atomic<int32_t> next{0};

	void Work()
	{
		insideTask = true;
		for (int32_t i = next.fetch_add(1); i < taskCount; i = next.fetch_add(1))
		{
			task(context, i);
		}
		insideTask = false;
	}

	void ThreadMain()
	{
		uint64_t seen = 0;
		std::unique_lock<std::mutex> lock(mutex);
		for (;;)
		{
			wake.wait(lock, [&] { return stopping || generation != seen; });
			if (stopping)
			{
				return;
			}
			seen = generation;
			++busy;
			lock.unlock();
			Work();
			lock.lock();
			if (--busy == 0)
			{
				done.notify_all();
			}
		}
	}
};

ThreadTaskRunner::ThreadTaskRunner(int32_t workerCount) : m_pool(std::make_unique<Pool>())
{
	if (workerCount <= 0)
	{
		workerCount = std::max(1, static_cast<int32_t>(std::thread::hardware_concurrency()));
	}
	for (int32_t i = 1; i < workerCount; ++i)
	{
		m_pool->threads.emplace_back([pool = m_pool.get()] { pool->ThreadMain(); });
	}
}

ThreadTaskRunner::~ThreadTaskRunner()
{
	{
		const std::lock_guard<std::mutex> lock(m_pool->mutex);
		m_pool->stopping = true;
	}
	m_pool->wake.notify_all();
	for (std::thread& thread : m_pool->threads)
	{
		thread.join();
	}
}

int32_t ThreadTaskRunner::WorkerCount() const
{
	return static_cast<int32_t>(m_pool->threads.size()) + 1;
}

void ThreadTaskRunner::Run(int32_t taskCount, void (*task)(void* context, int32_t index), void* context)
{
	Pool& pool = *m_pool;
	if (insideTask || pool.threads.empty() || taskCount <= 1)
	{
		for (int32_t i = 0; i < taskCount; ++i)
		{
			task(context, i);
		}
		return;
	}
	const std::lock_guard<std::mutex> runLock(pool.runMutex);
	{
		// A thread that slept through the last Run may still be on its way out of Work.
		std::unique_lock<std::mutex> lock(pool.mutex);
		pool.done.wait(lock, [&] { return pool.busy == 0; });
		pool.task = task;
		pool.context = context;
		pool.taskCount = taskCount;
		pool.next = 0;
		++pool.generation;
	}
	pool.wake.notify_all();
	pool.Work();
	std::unique_lock<std::mutex> lock(pool.mutex);
	pool.done.wait(lock, [&] { return pool.busy == 0; });
}
} // namespace FractureToolkit
