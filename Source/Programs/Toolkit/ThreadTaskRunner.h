// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"

#include <memory>

namespace FractureToolkit
{
/// A pool of std::threads for programs without a task system of their own. The calling thread works too, so a pool of
/// one has no thread. A Run from inside a task runs on that task's thread.
class ThreadTaskRunner final : public FractureCore::TaskRunner
{
public:
	/// 0: as many as the machine has cores.
	explicit ThreadTaskRunner(int32_t workerCount = 0);
	~ThreadTaskRunner() override;

	int32_t WorkerCount() const override;
	void Run(int32_t taskCount, void (*task)(void* context, int32_t index), void* context) override;

private:
	struct Pool;
	std::unique_ptr<Pool> m_pool;
};
} // namespace FractureToolkit
