// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The module's own automation tests, which are meant for the engine, hold here too.
#include "Misc/AutomationTest.h"
#include "EditorLevel.h"
#include "FractureSimSubsystem.h"
#include "Tests/AutomationCommon.h"

#include "UObject/Object.h"

#include <gtest/gtest.h>

TEST(UnrealAutomation, TheModulesOwnTestsPass)
{
	StandIn::WorldSubsystems = {UFractureSimSubsystem::StaticClass()};
	EXPECT_EQ(FAutomationTestBase::StandInAll().size(), 12u);
	for (FAutomationTestBase* const Automation : FAutomationTestBase::StandInAll())
	{
		EXPECT_TRUE(Automation->RunTest(FString())) << Automation->StandInName;
		for (const FString& Error : Automation->StandInErrors)
		{
			ADD_FAILURE() << Automation->StandInName << ": " << StandIn::ToUtf8(*Error);
		}
	}
	StandIn::WorldSubsystems.Empty();
	FractureTests::CleanEditor();
}
