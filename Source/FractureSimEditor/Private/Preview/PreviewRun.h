// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "Preview/RunRecording.h"

namespace FractureSim::Editor
{
/// A run that is worked out in the background, from its first frame to its last. Game thread.
class FPreviewRun
{
public:
	/// Begins at once.
	explicit FPreviewRun(FRunSetup&& Setup);

	/// Stops it, and waits for nothing: the frame under way ends by itself.
	~FPreviewRun();

	/// Before the module's code goes. How many frames any of them finished after it was stopped.
	static int32 WaitForStopped();
	FPreviewRun(const FPreviewRun&) = delete;

	bool IsDone() const;
	double Progress() const; // 0 to 1

	/// Null: not done yet, or see Error.
	const FRunRecording* Recording() const;

	/// Once it is done; empty: all went well.
	FText Error() const;

private:
	struct FWork;
	static TArray<TSharedPtr<FWork>>& StoppedRuns();

	TSharedPtr<FWork> Work;
};
} // namespace FractureSim::Editor
