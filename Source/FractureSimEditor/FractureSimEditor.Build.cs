// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
using System.IO;
using UnrealBuildTool;

/// Everything that only the editor needs; games are packaged without it.
public class FractureSimEditor : ModuleRules
{
	public FractureSimEditor(ReadOnlyTargetRules Target) : base(Target)
	{
		// As FractureSim: previews must show what the game computes.
		PCHUsage = PCHUsageMode.NoPCHs;
		FPSemantics = FPSemanticsMode.Precise;
		CppStandard = CppStandardVersion.Cpp20;

		PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "Private"));
		// The bridges between Unreal and the core are no API of the plugin, but they are this module's too.
		PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "..", "FractureSim", "Private"));
		PublicDependencyModuleNames.AddRange(new string[]
		{
			"AssetDefinition",
			"Core",
			"CoreUObject",
			"DataValidation",
			"Engine",
			"EditorFramework",
			"FractureSim",
			"InteractiveToolsFramework",
			"UnrealEd",
		});
		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"AssetRegistry",
			"AssetTools",
			"ContentBrowser",
			"DerivedDataCache",
			"FractureCore",
			"GeometryCore",
			"EditorInteractiveToolsFramework",
			"GeometryFramework",
			"InputCore",
			"Json",
			"MeshDescription",
			"Projects",
			"PropertyEditor",
			"Slate",
			"SlateCore",
			"StaticMeshDescription",
			"ToolMenus",
		});
	}
}
