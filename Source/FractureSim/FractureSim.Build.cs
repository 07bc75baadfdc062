// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
using System.IO;
using UnrealBuildTool;

/// Translates between Unreal and the core (units, axes, tasks, log) and schedules; has no physics of its own.
public class FractureSim : ModuleRules
{
	public FractureSim(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		CppStandard = CppStandardVersion.Cpp20;

		PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "Private"));
		PublicDependencyModuleNames.AddRange(new string[]
		{
			"Core",
			"CoreUObject",
			"DeveloperSettings",
			"Engine",
			"NetCore",
		});
		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"FractureCore",
			"GeometryCore",
			"GeometryFramework",
			"PhysicsCore",
		});
	}
}
