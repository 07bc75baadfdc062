// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "CoreMinimal.h"
#include "FractureCore/Breakable.h"
#include "FractureCore/Fragments.h"
#include "FractureCore/Material.h"
#include "FractureSimTypes.h"
#include "Tasks/Task.h"

#include <atomic>

namespace FractureSim::Private
{
/// What a breakable is made from: the asset's bytes and the component's overrides.
struct FBreakBodySource
{
	TArray<uint8> Bytes;
	FFractureSimHash AssetKey;
	TOptional<FractureCore::Material> Material;
	double StrengthScale = 1.0;
	double Scale = 1.0;
	TArray<FBox> Anchors; // cm, at scale 1

	/// Names all of it. Equal keys, equal bodies.
	FFractureSimHash Key() const;
};

/// A body ready to be broken, shared by all components with the same source. Made on a task; all but the flag may be
/// read once the task is complete, and never changes again.
struct FBreakBody
{
	FFractureSimHash Key; // zero until the task is complete where it is a piece's
	UE::Tasks::FTask Task;
	std::atomic<bool> bCancelled = false;

	TUniquePtr<FractureCore::Breakable> Breakable; // null: see Error
	FString Error;
	double HarmlessForce = 0.0; // N, of what presses, that it surely bears

	/// Of a shell, as it was before it got its thickness: what a recording saves, because the Breakable's own object is
	/// no shell any more. Empty for a solid.
	TArray<uint8> ShellBytes;
};

/// Starts to make a body in the background.
FRACTURESIM_API TSharedRef<FBreakBody> PrepareBreakBody(FBreakBodySource&& Source);

/// The same for a piece of a body that is complete. The error says why it stays whole.
TSharedRef<FBreakBody> PreparePieceBody(
	const TSharedPtr<FBreakBody>& Parent, const TSharedPtr<const FractureCore::Fragment>& Fragment);
} // namespace FractureSim::Private
