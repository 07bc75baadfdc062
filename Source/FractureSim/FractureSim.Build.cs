// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
using System.IO;
using UnrealBuildTool;

/// Translates between Unreal and the core (units, axes, tasks, log) and schedules; has no physics of its own.
public class FractureSim : ModuleRules
{
	public FractureSim(ReadOnlyTargetRules Target) : base(Target)
	{
		// Server and clients must make the same body of an asset and its overrides, whatever compiled them: no fast
		// floating point. That may not differ from a shared precompiled header.
		PCHUsage = PCHUsageMode.NoPCHs;
		FPSemantics = FPSemanticsMode.Precise;
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
			"InputCore",
			"PhysicsCore",
		});
	}
}
