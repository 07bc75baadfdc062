// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Editor.h"
#include "Interfaces/IPluginManager.h"
#include "Modules/ModuleManager.h"

#include <gtest/gtest.h>

int main(int argc, char** argv)
{
	testing::InitGoogleTest(&argc, argv);
	GEditor = GetMutableDefault<UEditorEngine>();
	IPlugin::StandInDir() = UTF8_TO_TCHAR(FRACTURESIM_ROOT);
	StandIn::StartModules();
	const int result = RUN_ALL_TESTS();
	StandIn::StopModules();
	return result;
}
