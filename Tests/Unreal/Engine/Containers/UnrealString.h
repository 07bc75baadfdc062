// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Containers/FString (5.5): Printf takes a
// literal format in which %s is a TCHAR*.

#include "Containers/Array.h"
#include "HAL/Platform.h"

#include <string>

class FString
{
public:
	FString() = default;
	FString(const TCHAR* In) : Text(In ? In : TEXT("")) {}
	explicit FString(std::wstring In) : Text(std::move(In)) {}

	const TCHAR* operator*() const { return Text.c_str(); }
	int32 Len() const { return static_cast<int32>(Text.size()); }
	bool IsEmpty() const { return Text.empty(); }
	void Empty() { Text.clear(); }
	int32 ParseIntoArray(TArray<FString>& OutArray, const TCHAR* Delimiter, bool bCullEmpty = true) const;
	bool StartsWith(const TCHAR* Part) const { return Text.rfind(Part, 0) == 0; }
	bool EndsWith(const TCHAR* Part) const
	{
		const std::wstring End(Part);
		return Text.size() >= End.size() && Text.compare(Text.size() - End.size(), End.size(), End) == 0;
	}
	bool Contains(const TCHAR* Part) const { return Text.find(Part) != std::wstring::npos; }
	FString& operator+=(const FString& Other)
	{
		Text += Other.Text;
		return *this;
	}
	friend FString operator+(FString A, const FString& B) { return A += B; }
	friend bool operator<(const FString& A, const FString& B) { return A.Text < B.Text; }
	friend bool operator==(const FString& A, const FString& B) { return A.Text == B.Text; }
	friend bool operator!=(const FString& A, const FString& B) { return !(A == B); }

	template <size_t N, typename... ArgTypes>
	static FString Printf(const TCHAR (&Format)[N], ArgTypes... Args)
	{
		return Format_(Format, Args...);
	}

	const std::wstring& StandInText() const { return Text; }

private:
	static FString Format_(const TCHAR* Format, ...);
	std::wstring Text;
};

/// Does not own the text.
class FStringView
{
public:
	FStringView() = default;
	FStringView(const TCHAR* In) : Text(In) {}
	FStringView(const FString& In) : Text(*In) {}
	const TCHAR* GetData() const { return Text; }

private:
	const TCHAR* Text = TEXT("");
};

namespace StandIn
{
std::string ToUtf8(const TCHAR* Text);
std::wstring FromUtf8(const char* Text);
} // namespace StandIn

#define TCHAR_TO_UTF8(Text) StandIn::ToUtf8(Text).c_str()
#define UTF8_TO_TCHAR(Text) StandIn::FromUtf8(Text).c_str()
