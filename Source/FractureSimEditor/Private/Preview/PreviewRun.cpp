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
	std::atomic<int32> Frames = 0;
	int32 FramesAtStop = 0;
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
			Frames = Recorder->Recording().NumFrames();
			Done = static_cast<double>(Frames) / Recorder->Recording().FramesPlanned;
		}
		if (!Recorder->Problem())
		{
			Problem = UTF8_TO_TCHAR(Recorder->Problem().GetError().message.c_str());
		}
		if (!bStop)
		{
			Recording = Recorder->Take();
		}
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
TArray<TSharedPtr<FPreviewRun::FWork>>& FPreviewRun::StoppedRuns()
{
	static TArray<TSharedPtr<FWork>> Runs;
	return Runs;
}

FPreviewRun::~FPreviewRun()
{
	Work->bStop = true;
	Work->FramesAtStop = Work->Frames;
	StoppedRuns().RemoveAll([](const TSharedPtr<FWork>& Run) { return Run->Task.IsCompleted(); });
	StoppedRuns().Add(Work);
}

int32 FPreviewRun::WaitForStopped()
{
	int32 Most = 0;
	for (const TSharedPtr<FWork>& Run : StoppedRuns())
	{
		Run->Task.Wait();
		Most = FMath::Max(Most, Run->Frames - Run->FramesAtStop);
	}
	StoppedRuns().Empty();
	return Most;
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
