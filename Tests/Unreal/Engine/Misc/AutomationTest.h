// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows Automation Test Framework (manual, 5.7);
// dev.epicgames.com/documentation/unreal-engine/API/Runtime/Core/Misc/FAutomationTestBase (5.5).

#include "CoreMinimal.h"

enum class EAutomationTestFlags : uint32
{
	EditorContext = 0x1,
	ProductFilter = 0x1000000,
};
constexpr EAutomationTestFlags operator|(EAutomationTestFlags A, EAutomationTestFlags B)
{
	return static_cast<EAutomationTestFlags>(static_cast<uint32>(A) | static_cast<uint32>(B));
}

class FAutomationTestBase
{
public:
	explicit FAutomationTestBase(const char* InName) : StandInName(InName) { StandInAll().push_back(this); }
	virtual ~FAutomationTestBase() = default;
	virtual bool RunTest(const FString& Parameters) = 0;
	bool TestTrue(const TCHAR* What, bool bValue)
	{
		if (!bValue)
		{
			StandInErrors.Add(What);
		}
		return bValue;
	}

	static std::vector<FAutomationTestBase*>& StandInAll()
	{
		static std::vector<FAutomationTestBase*> All;
		return All;
	}
	const char* StandInName;
	TArray<FString> StandInErrors;
};

#define IMPLEMENT_SIMPLE_AUTOMATION_TEST(Class, PrettyName, Flags)                                                     \
	class Class : public FAutomationTestBase                                                                           \
	{                                                                                                                  \
	public:                                                                                                            \
		Class() : FAutomationTestBase(PrettyName) { static_assert(static_cast<uint32>(Flags) != 0); }                  \
		virtual bool RunTest(const FString& Parameters) override;                                                      \
	};                                                                                                                 \
	static Class StandInInstanceOf##Class;
