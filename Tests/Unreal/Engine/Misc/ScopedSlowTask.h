// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Misc/FScopedSlowTask, FSlowTask (5.5).
// Nobody presses Cancel unless a test asks for it.

#include "CoreMinimal.h"

struct FScopedSlowTask
{
	explicit FScopedSlowTask(float InAmountOfWork, const FText& InDefaultMessage = FText(), bool bInEnabled = true)
		: TotalAmountOfWork(InAmountOfWork)
	{
		(void)InDefaultMessage;
		(void)bInEnabled;
		++StandInOpen();
	}
	~FScopedSlowTask() { --StandInOpen(); }
	FScopedSlowTask(const FScopedSlowTask&) = delete;

	void MakeDialog(bool bShowCancelButton = false, bool bAllowInPIE = false)
	{
		bCancellable = bShowCancelButton;
		(void)bAllowInPIE;
	}
	void EnterProgressFrame(float ExpectedWorkThisFrame = 1.0f, const FText& Text = FText())
	{
		Done += ExpectedWorkThisFrame;
		check(Done <= TotalAmountOfWork * 1.001f); // the engine warns of it
		StandInMessages().Add(Text.ToString());
	}
	bool ShouldCancel() const { return bCancellable && StandInCancelAfter() >= 0 && StandInCancelAfter()-- <= 0; }

	float TotalAmountOfWork;

	/// So many questions until somebody presses Cancel; negative: never.
	static int32& StandInCancelAfter();
	static int32& StandInOpen();
	static TArray<FString>& StandInMessages();

private:
	float Done = 0.0f;
	bool bCancellable = false;
};
