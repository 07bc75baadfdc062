// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bridge/TaskBridge.h"

#include "Async/ParallelFor.h"
#include "Async/TaskGraphInterfaces.h"
#include "CoreMinimal.h"

namespace FractureSim::Private
{
class FUnrealRunner final : public FractureCore::TaskRunner
{
public:
	virtual int32_t WorkerCount() const override
	{
		return FMath::Max(1, FTaskGraphInterface::Get().GetNumBackgroundThreads());
	}

	virtual void Run(int32_t TaskCount, void (*Task)(void* Context, int32_t Index), void* Context) override
	{
		// Solves are background tasks; their parts must not run before what a frame waits for.
		ParallelFor(
			TaskCount, [Task, Context](int32 Index) { Task(Context, Index); }, EParallelForFlags::BackgroundPriority);
	}
};

FractureCore::TaskRunner& UnrealRunner()
{
	static FUnrealRunner Runner;
	return Runner;
}
} // namespace FractureSim::Private
