// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Internationalization/FText (5.5):
// FromString, FromName, Format, AsNumber; LOCTEXT of Text Localization (manual, 5.7).

#include "Containers/UnrealString.h"
#include "UObject/NameTypes.h"

class FText
{
public:
	static FText FromString(FString In)
	{
		FText Result;
		Result.Text = std::move(In);
		return Result;
	}
	static FText FromName(const FName& In) { return FromString(In.ToString()); }
	static FText AsNumber(int32 Value) { return FromString(FString::Printf(TEXT("%d"), Value)); }
	static FText AsNumber(double Value) { return FromString(FString::Printf(TEXT("%.3g"), Value)); }

	/// {0}, {1} and so on.
	template <typename... ArgTypes>
	static FText Format(const FText& Pattern, const ArgTypes&... Args)
	{
		const FText All[] = {Args...};
		return StandInFormat(Pattern, All, sizeof...(Args));
	}
	static const FText& GetEmpty()
	{
		static const FText Empty;
		return Empty;
	}
	bool IsEmpty() const { return Text.IsEmpty(); }
	const FString& ToString() const { return Text; }

	/// Keys that were used, with their texts: one key has one text.
	static FText StandInLocalised(const TCHAR* Namespace, const TCHAR* Key, const TCHAR* Text);

private:
	static FText StandInFormat(const FText& Pattern, const FText* Args, size_t Count);
	FString Text;
};

#define STANDIN_WIDE_INNER(Text) L##Text
#define STANDIN_WIDE(Text) STANDIN_WIDE_INNER(Text)
#define LOCTEXT(Key, Text)                                                                                             \
	FText::StandInLocalised(STANDIN_WIDE(LOCTEXT_NAMESPACE), STANDIN_WIDE(Key), STANDIN_WIDE(Text))
