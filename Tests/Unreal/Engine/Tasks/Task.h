// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows Tasks Systems in Unreal Engine (manual, 5.7);
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Tasks (5.5). Real threads.

#include "CoreMinimal.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace UE::Tasks
{
enum class ETaskPriority : int8
{
	High,
	Normal,
	BackgroundHigh,
	BackgroundNormal,
	BackgroundLow,
};

struct FStandInTask
{
	std::function<void()> Body;
	std::atomic<bool> bDone = false;
	std::mutex Mutex;
	std::condition_variable Changed;
};
void StandInEnqueue(std::shared_ptr<FStandInTask> Task);

/// Tasks that were launched and have not ended.
int32 StandInPending();

template <typename ResultType>
class TTask
{
public:
	TTask() = default;
	explicit TTask(std::shared_ptr<FStandInTask> In) : State(std::move(In)) {}
	bool IsValid() const { return State != nullptr; }
	bool IsCompleted() const { return !State || State->bDone.load(std::memory_order_acquire); }
	bool Wait() const
	{
		if (State)
		{
			std::unique_lock Lock(State->Mutex);
			State->Changed.wait(Lock, [this] { return State->bDone.load(std::memory_order_acquire); });
		}
		return true;
	}

private:
	std::shared_ptr<FStandInTask> State;
};
using FTask = TTask<void>;

template <typename TaskBodyType>
TTask<std::invoke_result_t<TaskBodyType>> Launch(
	const TCHAR*, TaskBodyType&& TaskBody, ETaskPriority = ETaskPriority::Normal)
{
	static_assert(std::is_void_v<std::invoke_result_t<TaskBodyType>>);
	auto Task = std::make_shared<FStandInTask>();
	// std::function copies; the engine moves. Held by pointer, so that a body that cannot be copied may be given.
	auto Body = std::make_shared<std::decay_t<TaskBodyType>>(std::forward<TaskBodyType>(TaskBody));
	Task->Body = [Body] { (*Body)(); };
	StandInEnqueue(Task);
	return TTask<void>(Task);
}
} // namespace UE::Tasks
