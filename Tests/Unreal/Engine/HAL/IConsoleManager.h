// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/HAL/TAutoConsoleVariable,
// FAutoConsoleCommandWithWorldAndArgs (5.5).

#include "CoreMinimal.h"

class UWorld;

enum EConsoleVariableFlags
{
	ECVF_Default = 0x0,
	ECVF_Cheat = 0x1,
};

namespace StandIn
{
/// Sets a variable of either type, or runs a command, as typed in the console. False: there is none of that name.
bool TypeInConsole(const TCHAR* Name, const TArray<FString>& Arguments, UWorld* World);

struct FConsoleEntry
{
	const TCHAR* Name = nullptr;
	std::function<void(const TArray<FString>&, UWorld*)> Run;
};
void RegisterConsoleEntry(FConsoleEntry Entry);
double NumberOf(const FString& Text);
} // namespace StandIn

template <typename T>
class TAutoConsoleVariable
{
public:
	TAutoConsoleVariable(const TCHAR* Name, const T& Default, const TCHAR*, uint32 = ECVF_Default) : Value(Default)
	{
		StandIn::RegisterConsoleEntry({Name, [this](const TArray<FString>& Arguments, UWorld*) {
										   Value = static_cast<T>(StandIn::NumberOf(Arguments[0]));
									   }});
	}
	TAutoConsoleVariable(const TAutoConsoleVariable&) = delete;
	T GetValueOnGameThread() const
	{
		check(IsInGameThread());
		return Value;
	}

private:
	T Value;
};

using FConsoleCommandWithWorldAndArgsDelegate = TDelegate<void, const TArray<FString>&, UWorld*>;

class FAutoConsoleCommandWithWorldAndArgs
{
public:
	FAutoConsoleCommandWithWorldAndArgs(
		const TCHAR* Name, const TCHAR*, const FConsoleCommandWithWorldAndArgsDelegate& Command, uint32 = ECVF_Default)
	{
		StandIn::RegisterConsoleEntry(
			{Name, [Command](const TArray<FString>& Arguments, UWorld* World) { Command.Execute(Arguments, World); }});
	}
};
