// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
using System.IO;
using UnrealBuildTool;

/// Everything that only the editor needs; games are packaged without it.
public class FractureSimEditor : ModuleRules
{
	public FractureSimEditor(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		CppStandard = CppStandardVersion.Cpp20;

		PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "Private"));
		PublicDependencyModuleNames.Add("Core");
		PrivateDependencyModuleNames.Add("FractureSim");
	}
}
