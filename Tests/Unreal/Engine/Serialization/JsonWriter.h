// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Json/Serialization/TJsonWriter,
// TJsonWriterFactory (5.5): one value after another.

#include "CoreMinimal.h"

class FStandInJsonWriter
{
public:
	explicit FStandInJsonWriter(FString* Out) : Text(*Out) {}
	void WriteObjectStart() { Open(nullptr, TEXT("{")); }
	void WriteObjectEnd() { Close_(TEXT("}")); }
	void WriteArrayStart(const FString& Name) { Open(&Name, TEXT("[")); }
	void WriteArrayEnd() { Close_(TEXT("]")); }
	void WriteValue(const FString& Name, const FString& Value) { Put(&Name, Quoted(Value)); }
	void WriteValue(const FString& Name, const TCHAR* Value) { WriteValue(Name, FString(Value)); }
	void WriteValue(const FString& Name, int32 Value) { Put(&Name, FString::Printf(TEXT("%d"), Value)); }
	void WriteValue(const FString& Name, double Value) { Put(&Name, FString::Printf(TEXT("%.17g"), Value)); }
	void WriteValue(const FString& Name, bool bValue) { Put(&Name, bValue ? TEXT("true") : TEXT("false")); }
	void WriteValue(const FString& Value) { Put(nullptr, Quoted(Value)); }
	bool Close() { return Depth == 0; }

private:
	static FString Quoted(const FString& Value);
	void Comma();
	void Put(const FString* Name, const FString& Value);
	void Open(const FString* Name, const TCHAR* Bracket);
	void Close_(const TCHAR* Bracket);

	FString& Text;
	int32 Depth = 0;
	bool bFirst = true;
};

template <typename CharType = TCHAR>
class TJsonWriter : public FStandInJsonWriter
{
public:
	using FStandInJsonWriter::FStandInJsonWriter;
};

template <typename CharType = TCHAR>
class TJsonWriterFactory
{
public:
	static TSharedRef<TJsonWriter<CharType>> Create(FString* Stream)
	{
		return MakeShared<TJsonWriter<CharType>>(Stream);
	}
};
