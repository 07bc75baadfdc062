// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"

namespace FractureSim::Private
{
struct FBreakTask;

/// Writes impacts as lines of JSON, and each body that was hit as a .frac file beside them, with all overrides in it.
/// The file is good after every line, also if the game crashes at the next.
class FRecorder
{
public:
	/// False: the file cannot be written.
	bool Open(const FString& Path);

	/// A complete task, whether its body broke, cracked or held.
	void Add(const FBreakTask& Task);

private:
	bool Write() const;

	FString FilePath;
	FString Text;
	TArray<FString> SavedBodies;
};
} // namespace FractureSim::Private
