// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Preview/PreviewRun.h"

#include "Bridge/TaskBridge.h"
#include "Tasks/Task.h"

#include <atomic>

namespace FractureSim::Editor
{
/// Shared with the task: all but the numbers belongs to the task until that is complete.
struct FPreviewRun::FWork
{
	FRunSetup Setup;
	std::atomic<bool> bStop = false;
	std::atomic<double> Done = 0.0;
	UE::Tasks::FTask Task;
	FRunRecording Recording;
	FString Problem;

	void Run()
	{
		if (bStop)
		{
			return;
		}
		FractureCore::Result<FRunRecorder> Recorder = FRunRecorder::Create(Setup);
		if (!Recorder)
		{
			Problem = UTF8_TO_TCHAR(Recorder.GetError().message.c_str());
			return;
		}
		while (!bStop && Recorder->Next(FractureSim::Private::UnrealRunner()))
		{
			Done = static_cast<double>(Recorder->Recording().NumFrames()) / Recorder->Recording().FramesPlanned;
		}
		if (!Recorder->Problem())
		{
			Problem = UTF8_TO_TCHAR(Recorder->Problem().GetError().message.c_str());
		}
		Recording = Recorder->Take();
	}
};

FPreviewRun::FPreviewRun(FRunSetup&& Setup) : Work(MakeShared<FWork>())
{
	Work->Setup = MoveTemp(Setup);
	const TSharedPtr<FWork> Shared = Work;
	Work->Task = UE::Tasks::Launch(
		UE_SOURCE_LOCATION, [Shared] { Shared->Run(); }, UE::Tasks::ETaskPriority::BackgroundNormal);
}

/// Stopped, but perhaps still in their last frame.
static TArray<UE::Tasks::FTask>& StoppedRuns()
{
	static TArray<UE::Tasks::FTask> Tasks;
	return Tasks;
}

FPreviewRun::~FPreviewRun()
{
	Work->bStop = true;
	StoppedRuns().RemoveAll([](const UE::Tasks::FTask& Task) { return Task.IsCompleted(); });
	StoppedRuns().Add(Work->Task);
}

void FPreviewRun::WaitForStopped()
{
	for (UE::Tasks::FTask& Task : StoppedRuns())
	{
		Task.Wait();
	}
	StoppedRuns().Empty();
}

bool FPreviewRun::IsDone() const
{
	return Work->Task.IsCompleted();
}

double FPreviewRun::Progress() const
{
	return IsDone() ? 1.0 : Work->Done.load();
}

const FRunRecording* FPreviewRun::Recording() const
{
	return IsDone() && Work->Recording.NumFrames() > 0 ? &Work->Recording : nullptr;
}

FText FPreviewRun::Error() const
{
	return IsDone() ? FText::FromString(Work->Problem) : FText();
}
} // namespace FractureSim::Editor
