// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/Framework/Notifications/FSlateNotificationManager
// (5.5).

#include "Widgets/Notifications/SNotificationList.h"

class FSlateNotificationManager
{
public:
	static FSlateNotificationManager& Get();
	TSharedPtr<SNotificationItem> AddNotification(const FNotificationInfo& Info)
	{
		StandInShown.Add(Info);
		StandInItems.Add(MakeShared<SNotificationItem>());
		return StandInItems.Last();
	}
	TArray<FNotificationInfo> StandInShown;
	TArray<TSharedPtr<SNotificationItem>> StandInItems;
};
