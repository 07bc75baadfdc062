// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Slate/Widgets/Notifications/FNotificationInfo,
// SNotificationItem (5.5).

#include "CoreMinimal.h"
#include "Misc/Attribute.h"

class SNotificationItem
{
public:
	enum ECompletionState
	{
		CS_None,
		CS_Pending,
		CS_Success,
		CS_Fail,
	};
	void SetCompletionState(ECompletionState InState) { State = InState; }
	ECompletionState State = CS_None;
};

struct FNotificationInfo
{
	explicit FNotificationInfo(const FText& InText) : Text(InText) {}
	TAttribute<FText> Text;
	TAttribute<FText> SubText;
	FSimpleDelegate Hyperlink;
	TAttribute<FText> HyperlinkText;
	float ExpireDuration = 1.0f;
	bool bFireAndForget = true;
	bool bUseSuccessFailIcons = true;
};
