// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace FractureCore
{
/// The host's threads. The core starts none of its own: the CLI hands in a thread pool, Unreal its task system.
class TaskRunner
{
public:
	// Inline, so that a host with run-time type information may derive from it: the core is built without.
	virtual ~TaskRunner() = default;

	/// How many tasks may run at once, at least 1.
	virtual int32_t WorkerCount() const = 0;

	/// Calls task(context, i) once for every i in [0, taskCount), on any thread in any order, and returns when all are
	/// done. A task may call Run again.
	virtual void Run(int32_t taskCount, void (*task)(void* context, int32_t index), void* context) = 0;
};

/// Runs every task on the calling thread, in order.
FRACTURECORE_API TaskRunner& SerialRunner();

/// Calls body(begin, end) over [0, count) in chunks of `grain`. The chunks depend on count and grain alone, never on
/// the number of threads, so a body that writes only to its own range gives the same bytes on any machine.
template <typename Body>
void ParallelFor(TaskRunner& runner, int64_t count, int64_t grain, Body&& body)
{
	if (count <= 0)
	{
		return;
	}
	struct Context
	{
		std::remove_reference_t<Body>* body;
		int64_t count;
		int64_t grain;
	};
	Context context{&body, count, grain < 1 ? 1 : grain};
	const int64_t chunks = (count + context.grain - 1) / context.grain;
	auto task = [](void* opaque, int32_t index)
	{
		Context& self = *static_cast<Context*>(opaque);
		const int64_t begin = index * self.grain;
		const int64_t end = begin + self.grain < self.count ? begin + self.grain : self.count;
		(*self.body)(begin, end);
	};
	runner.Run(static_cast<int32_t>(chunks), task, &context);
}

/// Folds map(begin, end) of the same fixed chunks, in chunk order: bit-identical for any number of threads, also for
/// floating-point sums. `combine(accumulated, next)` returns the new accumulated value.
template <typename T, typename Map, typename Combine>
T ParallelReduce(TaskRunner& runner, int64_t count, int64_t grain, T identity, Map&& map, Combine&& combine)
{
	if (count <= 0)
	{
		return identity;
	}
	const int64_t step = grain < 1 ? 1 : grain;
	std::vector<T> partial(static_cast<size_t>((count + step - 1) / step), identity);
	ParallelFor(runner,
		count,
		step,
		[&](int64_t begin, int64_t end) { partial[static_cast<size_t>(begin / step)] = map(begin, end); });
	T total = std::move(identity);
	for (T& value : partial)
	{
		total = combine(std::move(total), std::move(value));
	}
	return total;
}
} // namespace FractureCore
