#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""What Unreal's build tool would refuse or load wrongly, checked on the plugin's files without an engine."""
import json
import pathlib
import re
import struct
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

MODULE_TYPES = {"Runtime", "UncookedOnly", "DeveloperTool", "Editor"}
LOADING_PHASES = {"PostConfigInit", "PreDefault", "Default", "PostDefault", "PostEngineInit"}
RUNTIME_TYPES = {"Runtime"}

# Modules of the engine that the plugin uses, by home. A new dependency gets its line here.
ENGINE_RUNTIME_MODULES = {"Core", "CoreUObject", "Engine", "PhysicsCore", "Chaos", "ChaosCore", "DeveloperSettings",
    "NetCore", "AssetRegistry", "InputCore", "Json", "GeometryCore", "GeometryFramework", "MeshDescription", "StaticMeshDescription",
    "InteractiveToolsFramework", "RenderCore", "RHI", "Projects", "Eigen"}
ENGINE_EDITOR_MODULES = {"UnrealEd", "EditorFramework", "EditorSubsystem", "EditorInteractiveToolsFramework",
    "AssetDefinition", "AssetTools", "ContentBrowser", "PropertyEditor", "LevelEditor", "ToolMenus",
    "AdvancedPreviewScene", "ComponentVisualizers", "DerivedDataCache", "Slate", "SlateCore"}
# Module of an engine plugin -> the plugin that "Plugins" must then name.
PLUGIN_OF_MODULE = {
    "DynamicMesh": "GeometryProcessing",
    "GeometryAlgorithms": "GeometryProcessing",
    "ModelingComponents": "MeshModelingToolset",
    "ModelingOperators": "MeshModelingToolset",
    "MeshModelingTools": "MeshModelingToolset",
    "GeometryScriptingCore": "GeometryScripting",
    "ProceduralMeshComponent": "ProceduralMeshComponent",
    "Niagara": "Niagara",
    "PythonScriptPlugin": "PythonScriptPlugin",
    "DataValidation": "DataValidation",
}
# Beginnings of include paths that exist in Unreal only.
UNREAL_INCLUDE = re.compile(
    r'#\s*include\s*[<"]((?:CoreMinimal|CoreTypes|Engine|UObject/|HAL/|Misc/|Modules/|Containers/|Logging/|Templates/'
    r'|Async/|Math/(?:Vector|Matrix|Transform|Unreal)|Chaos/|Components/|GameFramework/|[^">]*\.generated\.h)[^">]*)[>"]')


def plugin():
    return json.loads((ROOT / "FractureSim.uplugin").read_text(encoding="utf-8"))


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S)


def build_rules(module):
    path = ROOT / "Source" / module / f"{module}.Build.cs"
    return without_comments(path.read_text(encoding="utf-8"))


def dependencies(module):
    """Module names that the Build.cs hands to any ...DependencyModuleNames or third-party call."""
    text = build_rules(module)
    names = set()
    for arguments in re.findall(r"DependencyModuleNames\.Add(?:Range)?\(([^;]*)\);", text):
        names.update(re.findall(r'"([^"]+)"', arguments))
    for arguments in re.findall(r"AddEngineThirdParty\w+StaticDependencies\(([^;]*)\);", text):
        names.update(re.findall(r'"([^"]+)"', arguments))
    return names


class PluginTest(unittest.TestCase):
    def test_descriptor_has_what_unreal_reads(self):
        descriptor = plugin()
        self.assertEqual(descriptor["FileVersion"], 3)
        self.assertIsInstance(descriptor["Version"], int)
        for field in ("VersionName", "FriendlyName", "Description", "Category", "CreatedBy"):
            self.assertTrue(descriptor[field], field)
        # One package is built for one engine; a value here would make every other engine ask before loading.
        self.assertNotIn("EngineVersion", descriptor)

    def test_version_is_the_one_of_the_cmake_project(self):
        cmake = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
        version = re.search(r"project\(FractureSim VERSION ([0-9.]+)", cmake).group(1)
        self.assertEqual(plugin()["VersionName"], version)

    def test_every_module_has_its_folder_rules_and_module_file(self):
        for module in plugin()["Modules"]:
            name = module["Name"]
            with self.subTest(module=name):
                self.assertIn(module["Type"], MODULE_TYPES)
                self.assertIn(module["LoadingPhase"], LOADING_PHASES)
                folder = ROOT / "Source" / name
                self.assertTrue(folder.is_dir(), folder)
                classes = re.findall(r"class\s+(\w+)\s*:\s*ModuleRules", build_rules(name))
                self.assertEqual(classes, [name])
                self.assertRegex(build_rules(name), rf"public\s+{name}\(ReadOnlyTargetRules Target\)\s*:\s*base\(Target\)")
                implemented = []
                for source in sorted(folder.rglob("*.cpp")):
                    text = without_comments(source.read_text(encoding="utf-8"))
                    implemented += re.findall(r"IMPLEMENT_MODULE\(\s*\w+\s*,\s*(\w+)\s*\)", text)
                self.assertEqual(implemented, [name])

    def test_every_rules_file_belongs_to_a_module_of_the_plugin(self):
        found = {path.name.removesuffix(".Build.cs") for path in (ROOT / "Source").rglob("*.Build.cs")}
        self.assertEqual(found, {module["Name"] for module in plugin()["Modules"]})

    def test_modules_load_after_those_they_depend_on(self):
        order = ["PostConfigInit", "PreDefault", "Default", "PostDefault", "PostEngineInit"]
        phase = {module["Name"]: order.index(module["LoadingPhase"]) for module in plugin()["Modules"]}
        for name in phase:
            for needed in dependencies(name) & phase.keys():
                self.assertLess(phase[needed], phase[name], f"{name} needs {needed}")

    def test_dependencies_are_known_and_their_plugins_are_listed(self):
        descriptor = plugin()
        types = {module["Name"]: module["Type"] for module in descriptor["Modules"]}
        listed = {entry["Name"] for entry in descriptor.get("Plugins", []) if entry.get("Enabled")}
        used_plugins = set()
        for name, kind in types.items():
            for needed in dependencies(name):
                with self.subTest(module=name, dependency=needed):
                    if needed in PLUGIN_OF_MODULE:
                        used_plugins.add(PLUGIN_OF_MODULE[needed])
                        self.assertIn(PLUGIN_OF_MODULE[needed], listed)
                    elif needed in ENGINE_EDITOR_MODULES:
                        self.assertNotIn(kind, RUNTIME_TYPES, "games are built without editor modules")
                    elif needed in types:
                        self.assertFalse(kind in RUNTIME_TYPES and types[needed] not in RUNTIME_TYPES)
                    else:
                        self.assertIn(needed, ENGINE_RUNTIME_MODULES)
        # Scripts of the plugin may use one more, if it is there.
        scripts = {entry["Name"] for entry in descriptor["Plugins"] if entry.get("Optional")}
        self.assertEqual(listed - used_plugins - scripts, set(), "plugins that no module uses")
        self.assertEqual(scripts, {"PythonScriptPlugin"})
        for entry in descriptor["Plugins"]:
            self.assertEqual(entry["TargetAllowList"], ["Editor"], "games are built without them")

    def test_the_core_is_built_for_equal_results_and_with_the_engines_eigen(self):
        rules = build_rules("FractureCore")
        for line in ("PCHUsage = PCHUsageMode.NoPCHs;", "FPSemantics = FPSemanticsMode.Precise;",
                     "OptimizeCode = CodeOptimization.Always;", "CppStandard = CppStandardVersion.Cpp20;",
                     "bEnableExceptions = false;", "bUseRTTI = false;", 'PrivateDefinitions.Add("EIGEN_MPL2_ONLY");',
                     'AddEngineThirdPartyPrivateStaticDependencies(Target, "Eigen");'):
            self.assertIn(line, rules)
        self.assertEqual(dependencies("FractureCore"), {"Core", "Eigen"})

    def test_the_runtime_module_computes_precisely_too(self):
        # It scales bodies and their strength, and server and clients must agree on the last bit.
        for line in ("PCHUsage = PCHUsageMode.NoPCHs;", "FPSemantics = FPSemanticsMode.Precise;"):
            self.assertIn(line, build_rules("FractureSim"))

    def test_only_the_module_file_of_the_core_knows_unreal(self):
        for path in sorted((ROOT / "Source" / "FractureCore").rglob("*")):
            if path.suffix in {".h", ".cpp"} and path.name != "FractureCoreModule.cpp":
                found = UNREAL_INCLUDE.search(without_comments(path.read_text(encoding="utf-8")))
                self.assertIsNone(found, f"{path.relative_to(ROOT)}: {found and found.group(0)}")

    def test_icon_is_a_png_of_128_by_128(self):
        data = (ROOT / "Resources" / "Icon128.png").read_bytes()
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(struct.unpack(">II", data[16:24]), (128, 128))

    def test_packaged_extras_exist(self):
        lines = (ROOT / "Config" / "FilterPlugin.ini").read_text(encoding="utf-8").splitlines()
        for line in lines:
            if line.startswith("/"):
                self.assertTrue((ROOT / line.strip("/").removesuffix("/...")).exists(), line)


if __name__ == "__main__":
    unittest.main()
