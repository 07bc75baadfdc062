// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "CoreMinimal.h"
#include "HAL/IConsoleManager.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"

#include <cstdarg>
#include <cstdio>
#include <cwchar>
#include <cwctype>
#include <filesystem>
#include <fstream>
#include <map>

namespace
{
std::mutex GLogMutex;
std::vector<StandIn::FLogLine> GLog;

std::vector<StandIn::FConsoleEntry>& ConsoleEntries()
{
	static std::vector<StandIn::FConsoleEntry> Entries;
	return Entries;
}
} // namespace

FString FString::Format_(const TCHAR* Format, ...)
{
	// Unreal's %s is a TCHAR*, the C library's a char*.
	std::wstring Adapted;
	for (const TCHAR* C = Format; *C; ++C)
	{
		Adapted += *C;
		if (*C != L'%')
		{
			continue;
		}
		if (C[1] == L'%')
		{
			Adapted += *++C;
			continue;
		}
		while (C[1] && std::wcschr(L"0123456789.+- #", C[1]))
		{
			Adapted += *++C;
		}
		if (C[1] == L's')
		{
			Adapted += L'l';
		}
	}
	std::wstring Buffer(256, L'\0');
	for (;;)
	{
		va_list Arguments;
		va_start(Arguments, Format);
		const int Written = std::vswprintf(Buffer.data(), Buffer.size(), Adapted.c_str(), Arguments);
		va_end(Arguments);
		if (Written >= 0)
		{
			Buffer.resize(static_cast<size_t>(Written));
			return FString(Buffer);
		}
		check(Buffer.size() < (1u << 26)); // else the format is wrong
		Buffer.resize(2 * Buffer.size());
	}
}

namespace StandIn
{
std::string ToUtf8(const TCHAR* Text)
{
	std::string Result;
	for (; *Text; ++Text)
	{
		const uint32 C = static_cast<uint32>(*Text);
		if (C < 0x80)
		{
			Result += static_cast<char>(C);
		}
		else if (C < 0x800)
		{
			Result += static_cast<char>(0xC0 | (C >> 6));
			Result += static_cast<char>(0x80 | (C & 0x3F));
		}
		else
		{
			Result += static_cast<char>(0xE0 | (C >> 12));
			Result += static_cast<char>(0x80 | ((C >> 6) & 0x3F));
			Result += static_cast<char>(0x80 | (C & 0x3F));
		}
	}
	return Result;
}

std::wstring FromUtf8(const char* Text)
{
	std::wstring Result;
	for (const unsigned char* C = reinterpret_cast<const unsigned char*>(Text); *C;)
	{
		const int32 More = *C < 0x80 ? 0 : (*C < 0xE0 ? 1 : 2);
		uint32 Code = More == 0 ? *C : (More == 1 ? *C & 0x1Fu : *C & 0x0Fu);
		++C;
		for (int32 I = 0; I < More && *C; ++I, ++C)
		{
			Code = (Code << 6) | (*C & 0x3Fu);
		}
		Result += static_cast<wchar_t>(Code);
	}
	return Result;
}

void WriteLog(const FLogCategoryBase&, ELogVerbosity::Type Verbosity, const FString& Text)
{
	const std::lock_guard Lock(GLogMutex);
	GLog.push_back({Verbosity, ToUtf8(*Text)});
}

std::vector<FLogLine> TakeLog()
{
	const std::lock_guard Lock(GLogMutex);
	return std::move(GLog);
}

void RegisterConsoleEntry(FConsoleEntry Entry)
{
	ConsoleEntries().push_back(std::move(Entry));
}

bool TypeInConsole(const TCHAR* Name, const TArray<FString>& Arguments, UWorld* World)
{
	for (const FConsoleEntry& Entry : ConsoleEntries())
	{
		if (FName(Entry.Name) == FName(Name))
		{
			Entry.Run(Arguments, World);
			return true;
		}
	}
	return false;
}

double NumberOf(const FString& Text)
{
	return std::wcstod(*Text, nullptr);
}
} // namespace StandIn

FName::FName(const char* In) : Text(StandIn::FromUtf8(In)) {}

int32 FString::ParseIntoArray(TArray<FString>& OutArray, const TCHAR* Delimiter, bool bCullEmpty) const
{
	const std::wstring Part(Delimiter);
	for (size_t At = 0; At <= Text.size();)
	{
		const size_t End = std::min(Text.find(Part, At), Text.size());
		if (!bCullEmpty || End > At)
		{
			OutArray.Add(FString(Text.substr(At, End - At)));
		}
		At = End + Part.size();
	}
	return OutArray.Num();
}

FText FText::StandInFormat(const FText& Pattern, const FText* Args, size_t Count)
{
	std::wstring Result = Pattern.Text.StandInText();
	for (size_t I = 0; I < Count; ++I)
	{
		const std::wstring Place = L"{" + std::to_wstring(I) + L"}";
		const size_t At = Result.find(Place);
		check(At != std::wstring::npos); // the text has no place for it
		Result.replace(At, Place.size(), Args[I].Text.StandInText());
	}
	check(Result.find(L"{") == std::wstring::npos);
	return FromString(FString(Result));
}

FText FText::StandInLocalised(const TCHAR* Namespace, const TCHAR* Key, const TCHAR* Text)
{
	static std::map<std::wstring, std::wstring> All;
	const auto [Found, bNew] = All.emplace(std::wstring(Namespace) + L"/" + Key, Text);
	check(bNew || Found->second == Text); // two texts for one key: one of them would never be shown
	return FromString(FString(Text));
}

bool operator==(const FName& A, const FName& B)
{
	const std::wstring& X = A.Text.StandInText();
	const std::wstring& Y = B.Text.StandInText();
	return std::equal(X.begin(),
		X.end(),
		Y.begin(),
		Y.end(),
		[](wchar_t C, wchar_t D)
		{ return std::towlower(static_cast<wint_t>(C)) == std::towlower(static_cast<wint_t>(D)); });
}

bool FFileHelper::LoadFileToArray(TArray<uint8>& Result, const TCHAR* Filename, uint32)
{
	std::ifstream File(StandIn::ToUtf8(Filename), std::ios::binary);
	if (!File)
	{
		return false;
	}
	const std::string Bytes((std::istreambuf_iterator<char>(File)), std::istreambuf_iterator<char>());
	Result.Empty();
	Result.Append(reinterpret_cast<const uint8*>(Bytes.data()), static_cast<int32>(Bytes.size()));
	return true;
}

bool FFileHelper::LoadFileToString(FString& Result, const TCHAR* Filename)
{
	TArray<uint8> Bytes;
	if (!LoadFileToArray(Bytes, Filename))
	{
		return false;
	}
	Bytes.Add(0);
	Result = UTF8_TO_TCHAR(reinterpret_cast<const char*>(Bytes.GetData()));
	return true;
}

bool FFileHelper::SaveArrayToFile(TConstArrayView<uint8> Array, const TCHAR* Filename)
{
	std::ofstream File(StandIn::ToUtf8(Filename), std::ios::binary);
	File.write(reinterpret_cast<const char*>(Array.GetData()), Array.Num());
	return File.good();
}

bool FFileHelper::SaveStringToFile(const FString& String, const TCHAR* Filename)
{
	std::ofstream File(StandIn::ToUtf8(Filename), std::ios::binary);
	File << StandIn::ToUtf8(*String);
	return File.good();
}

FString FPaths::ProjectSavedDir()
{
	return FString(std::filesystem::temp_directory_path().wstring());
}

FString FPaths::GetPath(const FString& Path)
{
	return FString(std::filesystem::path(Path.StandInText()).parent_path().wstring());
}

FString FPaths::Combine(const FString& A, const FString& B)
{
	return FString((std::filesystem::path(A.StandInText()) / B.StandInText()).wstring());
}

bool FPaths::IsRelative(const FString& Path)
{
	return std::filesystem::path(Path.StandInText()).is_relative();
}
