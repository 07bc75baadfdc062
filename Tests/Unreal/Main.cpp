// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Modules/ModuleManager.h"

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
	testing::InitGoogleTest(&argc, argv);
	StandIn::StartModules();
	const int result = RUN_ALL_TESTS();
	StandIn::StopModules();
	return result;
}
