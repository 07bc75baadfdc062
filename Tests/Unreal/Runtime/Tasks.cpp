// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Tasks/Task.h"

#include "Async/ParallelFor.h"
#include "Async/TaskGraphInterfaces.h"
#include "StandIn/TaskDelay.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <thread>
#include <vector>

namespace
{
/// Few threads, so that tasks also wait for each other.
constexpr int32 WorkerCount = 3;

const std::thread::id GGameThread = std::this_thread::get_id();

class FWorkers
{
public:
	FWorkers()
	{
		for (int32 I = 0; I < WorkerCount; ++I)
		{
			Threads.emplace_back([this] { Work(); });
		}
	}
	~FWorkers()
	{
		{
			const std::lock_guard Lock(Mutex);
			bStopped = true;
		}
		Wake.notify_all();
		for (std::thread& Thread : Threads)
		{
			Thread.join();
		}
	}
	void Add(std::function<void()> Job)
	{
		{
			const std::lock_guard Lock(Mutex);
			Jobs.push_back(std::move(Job));
		}
		Wake.notify_one();
	}

private:
	void Work()
	{
		for (;;)
		{
			std::function<void()> Job;
			{
				std::unique_lock Lock(Mutex);
				Wake.wait(Lock, [this] { return bStopped || !Jobs.empty(); });
				if (Jobs.empty())
				{
					return;
				}
				Job = std::move(Jobs.front());
				Jobs.pop_front();
			}
			Job();
		}
	}

	std::mutex Mutex;
	std::condition_variable Wake;
	std::deque<std::function<void()>> Jobs;
	std::vector<std::thread> Threads;
	bool bStopped = false;
};

FWorkers& Workers()
{
	static FWorkers All;
	return All;
}

/// A task's end and the count of tasks change together: who sees the one sees the other. Else a level that waits only
/// while tasks are pending would run through its frames between the two.
std::mutex GPendingMutex;
int32 GPendingTasks = 0;

std::atomic<int32> GMostDelay = 0;

/// Any order and any time that tasks may end in, within reason.
void Dawdle()
{
	static std::atomic<unsigned> Count = 0;
	if (const int32 Most = GMostDelay.load())
	{
		// Knuth's multiplicative hash.
		const unsigned Number = (++Count * 2654435761u) >> 8;
		std::this_thread::sleep_for(std::chrono::milliseconds(Number % static_cast<unsigned>(Most + 1)));
	}
}
} // namespace

bool IsInGameThread()
{
	return std::this_thread::get_id() == GGameThread;
}

FTaskGraphInterface& FTaskGraphInterface::Get()
{
	static FTaskGraphInterface Interface;
	return Interface;
}

int32 FTaskGraphInterface::GetNumBackgroundThreads()
{
	return WorkerCount;
}

void StandIn::DelayTasks(int32 MostMilliseconds)
{
	GMostDelay = MostMilliseconds;
}

namespace UE::Tasks
{
void StandInEnqueue(std::shared_ptr<FStandInTask> Task)
{
	{
		const std::lock_guard Lock(GPendingMutex);
		++GPendingTasks;
	}
	Workers().Add(
		[Task = std::move(Task)]
		{
			Dawdle();
			Task->Body();
			Task->Body = nullptr; // what it holds ends with it
			{
				const std::scoped_lock Lock(GPendingMutex, Task->Mutex);
				--GPendingTasks;
				Task->bDone.store(true, std::memory_order_release);
			}
			Task->Changed.notify_all();
		});
}

int32 StandInPending()
{
	const std::lock_guard Lock(GPendingMutex);
	return GPendingTasks;
}
} // namespace UE::Tasks

void ParallelFor(int32 Num, TFunctionRef<void(int32)> Body, EParallelForFlags)
{
	struct FShared
	{
		std::atomic<int32> Next = 0;
		std::atomic<int32> Done = 0;
		std::mutex Mutex;
		std::condition_variable Changed;
	};
	if (Num <= 1)
	{
		for (int32 I = 0; I < Num; ++I)
		{
			Body(I);
		}
		return;
	}
	auto Shared = std::make_shared<FShared>();
	// A helper that comes late finds no index left and does not touch the body, which is gone by then.
	const auto Help = [Shared, Num, Body]
	{
		for (int32 I = Shared->Next++; I < Num; I = Shared->Next++)
		{
			Body(I);
			if (++Shared->Done == Num)
			{
				const std::lock_guard Lock(Shared->Mutex);
				Shared->Changed.notify_all();
			}
		}
	};
	for (int32 I = 0; I < std::min(Num - 1, WorkerCount); ++I)
	{
		Workers().Add(Help);
	}
	Help();
	std::unique_lock Lock(Shared->Mutex);
	Shared->Changed.wait(Lock, [&Shared, Num] { return Shared->Done == Num; });
}
