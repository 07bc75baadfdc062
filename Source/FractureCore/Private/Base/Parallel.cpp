// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Parallel.h"

namespace FractureCore
{
namespace
{
class SerialTaskRunner final : public TaskRunner
{
public:
	int32_t WorkerCount() const override { return 1; }

	void Run(int32_t taskCount, void (*task)(void* context, int32_t index), void* context) override
	{
		for (int32_t i = 0; i < taskCount; ++i)
		{
			task(context, i);
		}
	}
};
} // namespace

TaskRunner& SerialRunner()
{
	static SerialTaskRunner runner;
	return runner;
}
} // namespace FractureCore
