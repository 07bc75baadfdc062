// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/UObject/FName (5.5). Compares without case;
// NAME_None is the empty one.

#include "Containers/UnrealString.h"

enum EName
{
	NAME_None
};

class FName
{
public:
	FName() = default;
	FName(EName) {}
	FName(const TCHAR* In) : Text(In) {}
	FName(const char* In);
	explicit FName(const FString& In) : Text(In) {}

	bool IsNone() const { return Text.IsEmpty(); }
	FString ToString() const { return IsNone() ? FString(TEXT("None")) : Text; }
	friend bool operator==(const FName& A, const FName& B);
	friend bool operator!=(const FName& A, const FName& B) { return !(A == B); }

private:
	FString Text;
};
