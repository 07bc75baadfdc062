// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
using System.IO;
using UnrealBuildTool;

/// The engine-free core. CMakeLists.txt beside this file builds the same sources without Unreal.
public class FractureCore : ModuleRules
{
	public FractureCore(ReadOnlyTargetRules Target) : base(Target)
	{
		// No shared precompiled header: it would bring Unreal's macros into files that know nothing of Unreal, and the
		// next two settings may not differ from it.
		PCHUsage = PCHUsageMode.NoPCHs;
		// Same input, same bytes. MSVC's default under Unreal is /fp:fast, which also removes tests for NaN.
		FPSemantics = FPSemanticsMode.Precise;
		// Eigen is some fifty times slower without inlining; nobody debugs a bake that takes minutes.
		OptimizeCode = CodeOptimization.Always;
		CppStandard = CppStandardVersion.Cpp20;
		bEnableExceptions = false;
		bUseRTTI = false;

		PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "Private"));
		PrivateDependencyModuleNames.Add("Core"); // for IMPLEMENT_MODULE alone

		PrivateDefinitions.Add("EIGEN_MPL2_ONLY");
		AddEngineThirdPartyPrivateStaticDependencies(Target, "Eigen");

		// Export.h says why the core has its own words for import and export.
		if (Target.LinkType != TargetLinkType.Monolithic)
		{
			PublicDefinitions.Add("FRACTURECORE_SHARED=1");
			PrivateDefinitions.Add("FRACTURECORE_BUILDING=1");
		}
	}
}
