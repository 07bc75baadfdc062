#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Finds in the Unreal modules what Unreal's header tool, its build tool or a running editor would refuse, and what no
compiler sees. Rules are those of Epic's documentation for 5.5 to 5.7.

    module_check.py [ROOT]     prints what is wrong; exit code 1 if anything is
"""
import pathlib
import re
import sys

import reflection

# Header of the engine -> the module that has it. A new include gets its line here, from its documentation page.
ENGINE_HEADERS = {
    "Async/ParallelFor.h": "Core", "Async/TaskGraphInterfaces.h": "Core", "CoreMinimal.h": "Core", "Delegates/Delegate.h": "Core",
    "HAL/IConsoleManager.h": "Core",
    "HAL/PlatformProcess.h": "Core", "HAL/PlatformTime.h": "Core", "Misc/AutomationTest.h": "Core",
    "Misc/FileHelper.h": "Core", "Misc/Paths.h": "Core", "Modules/ModuleInterface.h": "Core",
    "Modules/ModuleManager.h": "Core", "ProfilingDebugging/CpuProfilerTrace.h": "Core",
    "Serialization/CustomVersion.h": "Core", "Stats/Stats.h": "Core", "Tasks/Task.h": "Core",
    "Templates/SharedPointer.h": "Core",
    "Misc/DataValidation.h": "CoreUObject", "Serialization/BulkData.h": "CoreUObject",
    "Serialization/BulkDataScopedLock.h": "CoreUObject", "UObject/Object.h": "CoreUObject", "UObject/Package.h": "CoreUObject",
    "UObject/SoftObjectPtr.h": "CoreUObject", "UObject/WeakObjectPtr.h": "CoreUObject",
    "Engine/DeveloperSettings.h": "DeveloperSettings",
    "Camera/PlayerCameraManager.h": "Engine", "Components/ActorComponent.h": "Engine",
    "Components/PrimitiveComponent.h": "Engine", "Curves/CurveFloat.h": "Engine", "Engine/DataAsset.h": "Engine",
    "Engine/EngineTypes.h": "Engine", "Engine/HitResult.h": "Engine", "Engine/World.h": "Engine",
    "GameFramework/Actor.h": "Engine", "GameFramework/GameModeBase.h": "Engine", "Kismet/GameplayStatics.h": "Engine",
    "Materials/MaterialInterface.h": "Engine", "Net/UnrealNetwork.h": "Engine",
    "PhysicsEngine/AggregateGeom.h": "Engine", "PhysicsEngine/BodyInstance.h": "Engine", "PhysicsPublic.h": "Engine",
    "Subsystems/WorldSubsystem.h": "Engine", "Components/SphereComponent.h": "Engine", "Tests/AutomationCommon.h": "Engine",
    "DynamicMesh/DynamicMesh3.h": "GeometryCore", "DynamicMesh/DynamicMeshAttributeSet.h": "GeometryCore",
    "Components/DynamicMeshComponent.h": "GeometryFramework",
    "Net/Serialization/FastArraySerializer.h": "NetCore",
    "PhysicalMaterials/PhysicalMaterial.h": "PhysicsCore",
    "Components/InputComponent.h": "Engine", "Components/StaticMeshComponent.h": "Engine",
    "GameFramework/PlayerController.h": "Engine", "InputCoreTypes.h": "InputCore",
    "Misc/PackageName.h": "CoreUObject", "UObject/SavePackage.h": "CoreUObject", "AssetRegistry/AssetData.h": "CoreUObject",
    "AssetRegistry/ARFilter.h": "CoreUObject",
    "Interfaces/IPluginManager.h": "Projects", "Misc/Parse.h": "Core", "Misc/ScopedSlowTask.h": "Core",
    "Misc/Attribute.h": "Core", "Misc/Optional.h": "Core", "Templates/Function.h": "Core", "Templates/UniquePtr.h": "Core",
    "Commandlets/Commandlet.h": "Engine", "Engine/StaticMesh.h": "Engine",
    "Kismet/BlueprintFunctionLibrary.h": "Engine",
    "AssetRegistry/IAssetRegistry.h": "AssetRegistry", "AssetRegistry/AssetRegistryModule.h": "AssetRegistry",
    "Subsystems/PlacementSubsystem.h": "EditorFramework", "Serialization/JsonWriter.h": "Json",
    "MeshDescription.h": "MeshDescription", "StaticMeshAttributes.h": "StaticMeshDescription",
    "Framework/Notifications/NotificationManager.h": "Slate", "Widgets/Notifications/SNotificationList.h": "Slate",
    "Widgets/Input/SButton.h": "Slate", "Widgets/Text/STextBlock.h": "Slate", "Framework/Commands/Commands.h": "Slate",
    "Framework/Commands/UICommandList.h": "Slate", "Widgets/Colors/SColorBlock.h": "Slate",
    "Widgets/Colors/SComplexGradient.h": "Slate", "Tools/InteractiveToolsCommands.h": "UnrealEd",
    "Styling/SlateStyle.h": "SlateCore", "Styling/SlateStyleRegistry.h": "SlateCore", "Textures/SlateIcon.h": "SlateCore",
    "Widgets/SBoxPanel.h": "SlateCore", "Widgets/DeclarativeSyntaxSupport.h": "SlateCore",
    "ActorFactories/ActorFactory.h": "UnrealEd", "AssetDefinitionDefault.h": "UnrealEd", "Editor.h": "UnrealEd",
    "Factories/Factory.h": "UnrealEd", "ScopedTransaction.h": "UnrealEd", "Tools/UEdMode.h": "UnrealEd", "Toolkits/BaseToolkit.h": "UnrealEd",
    "ContentBrowserMenuContexts.h": "ContentBrowser", "DerivedDataCacheInterface.h": "DerivedDataCache",
    "DerivedDataCacheModule.h": "DerivedDataCache", "DetailCategoryBuilder.h": "PropertyEditor",
    "DetailLayoutBuilder.h": "PropertyEditor", "DetailWidgetRow.h": "PropertyEditor",
    "IDetailCustomization.h": "PropertyEditor", "PropertyEditorModule.h": "PropertyEditor",
    "EditorValidatorBase.h": "DataValidation", "IAssetTools.h": "AssetTools", "ToolMenus.h": "ToolMenus",
    "BaseTools/BaseBrushTool.h": "InteractiveToolsFramework", "BaseTools/MeshSurfacePointTool.h": "InteractiveToolsFramework",
    "InteractiveTool.h": "InteractiveToolsFramework", "InteractiveToolBuilder.h": "InteractiveToolsFramework",
    "InteractiveToolChange.h": "InteractiveToolsFramework", "InteractiveToolManager.h": "InteractiveToolsFramework",
    "ToolContextInterfaces.h": "InteractiveToolsFramework", "SceneManagement.h": "Engine",
    "Math/Ray.h": "Core",
}
# Modules whose headers no game may include.
EDITOR_MODULES = {"UnrealEd", "AssetTools", "PropertyEditor", "LevelEditor", "ToolMenus", "ContentBrowser",
    "DerivedDataCache", "DataValidation"}

NUMBERS = {"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float", "double"}
BLUEPRINT_NUMBERS = {"bool", "uint8", "int32", "int64", "float", "double"}
TEXTS = {"FString", "FName", "FText"}
ENGINE_STRUCTS = {"FVector", "FRotator", "FQuat", "FTransform", "FBox", "FIntVector", "FVector2D", "FColor",
    "FLinearColor", "FGuid", "FHitResult", "FSoftObjectPath", "FFastArraySerializer", "FFastArraySerializerItem"}
# Reflected, but not visible to Blueprint.
ENGINE_STRUCTS_CPP_ONLY = {"FFastArraySerializer", "FFastArraySerializerItem"}
TEMPLATES = {"TObjectPtr", "TWeakObjectPtr", "TSoftObjectPtr", "TSoftClassPtr", "TSubclassOf", "TScriptInterface"}
CONTAINERS = {"TArray", "TSet", "TMap"}

# Whose classes are assets: what they hold is there to be saved.
ASSET_BASES = {"UObject", "UDataAsset"}

PROPERTY_SPECIFIERS = {"EditAnywhere", "EditDefaultsOnly", "EditInstanceOnly", "VisibleAnywhere",
    "VisibleDefaultsOnly", "VisibleInstanceOnly", "BlueprintReadOnly", "BlueprintReadWrite", "BlueprintAssignable",
    "BlueprintCallable", "Category", "Config", "Transient", "DuplicateTransient", "SaveGame", "Replicated",
    "ReplicatedUsing", "NotReplicated", "Instanced", "AdvancedDisplay", "Export", "Interp"}
FUNCTION_SPECIFIERS = {"BlueprintCallable", "BlueprintPure", "BlueprintNativeEvent", "BlueprintImplementableEvent",
    "BlueprintAuthorityOnly", "Category", "CallInEditor", "Exec", "Server", "Client", "NetMulticast", "Reliable",
    "Unreliable", "WithValidation"}
CLASS_SPECIFIERS = {"BlueprintType", "Blueprintable", "NotBlueprintable", "Abstract", "MinimalAPI", "Config",
    "DefaultConfig", "ClassGroup", "EditInlineNew", "Transient", "NotPlaceable", "HideCategories", "Atomic"}
META = {"ClampMin", "ClampMax", "UIMin", "UIMax", "Units", "ForceUnits", "EditCondition", "EditConditionHides",
    "AllowPrivateAccess", "DisplayName", "ToolTip", "BlueprintSpawnableComponent", "WorldContext", "MustImplement"}

# Abbreviations of "Units of Measurement in Unreal Engine" (manual, 5.7). The engine has units of pressure and impulse too
# (EUnit), but no page says how a meta spells them: those quantities have their unit in the name.
UNITS = {"mm", "cm", "m", "km", "in", "ft", "yd", "mi", "cm/s", "m/s", "mph", "cm/s2", "m/s2", "deg", "rad", "deg/s", "rad/s",
    "C", "K", "F", "mg", "g", "kg", "t", "oz", "lb", "st", "g/cm3", "g/m3", "kg/cm3", "kg/m3", "N", "kgf", "lbf", "ms", "s",
    "min"}


class Checker:
    def __init__(self, module, public_modules, private_modules, reflected):
        self.module = module
        self.public_modules = public_modules
        self.private_modules = private_modules
        self.reflected = reflected  # name -> Type, of all headers of the plugin
        self.found = []

    def fail(self, path, line, text):
        self.found.append(f"{path}:{line}: {text}")

    # Types.

    def split_type(self, text):
        """'const TArray<FVector>&' -> ('TArray', ['FVector'])."""
        text = re.sub(r"\b(const|class|struct|enum|mutable)\b", " ", text).replace("&", " ").strip()
        match = re.match(r"(\w+)\s*<(.*)>\s*(\*?)$", text, re.S)
        if match:
            return match.group(1), reflection.split_top(match.group(2)), match.group(3)
        return re.sub(r"\s+", "", text), [], ""

    def is_object(self, name):
        return bool(re.match(r"[UAI][A-Z]\w*$", name))

    def why_not(self, text, blueprint, member, inside=False):
        """Why a type may not be reflected; empty if it may."""
        name, arguments, star = self.split_type(text)
        if "std::" in text or "FractureCore::" in text or "Eigen" in text:
            return f"'{text}' is no type that the header tool knows"
        if name in CONTAINERS:
            if inside:
                return f"'{text}': containers inside containers need a struct between them"
            for argument in arguments:
                reason = self.why_not(argument, blueprint, member, True)
                if reason:
                    return reason
            return ""
        if name in TEMPLATES:
            return "" if not star else f"'{text}': a pointer to a {name}"
        if name.endswith("*"):
            target = name[:-1]
            if not self.is_object(target):
                return f"'{text}': pointers to structs and numbers are not reflected"
            return f"'{text}': members point at objects by TObjectPtr" if member else ""
        if name in NUMBERS:
            if blueprint and name not in BLUEPRINT_NUMBERS:
                return f"'{name}' is not supported by Blueprint"
            return ""
        if name in TEXTS or name == "void":
            return ""
        if name in ENGINE_STRUCTS:
            if blueprint and name in ENGINE_STRUCTS_CPP_ONLY:
                return f"'{name}' is not visible to Blueprint"
            return ""
        if name in self.reflected:
            type_ = self.reflected[name]
            if blueprint and type_.macro in ("USTRUCT", "UENUM") and "BlueprintType" not in type_.specifiers:
                return f"'{name}' is no BlueprintType"
            return ""
        if re.match(r"E[A-Z]\w*(::Type)?$", name) and "::Type" in name:
            return f"'{text}': old enums need TEnumAsByte"
        return f"unrecognised type '{text}': it must be a UCLASS, USTRUCT or UENUM of a listed module"

    # Headers.

    def check_header(self, path, source):
        header = reflection.parse(source)
        lines = source.splitlines()
        for line, text in header.problems:
            self.fail(path, line, text)
        name = pathlib.PurePath(path).stem
        generated = f"{name}.generated.h"
        includes = [target for _, target in header.includes]
        reflected = header.types or header.delegates
        if not reflected:
            if any(target.endswith(".generated.h") for target in includes):
                self.fail(path, 1, "includes a generated header, but nothing in it is reflected")
            return header
        if "#pragma once" not in lines[:3]:
            self.fail(path, 1, "needs #pragma once in front")
        if generated not in includes:
            self.fail(path, 1, f"must include {generated}")
        elif includes[-1] != generated:
            self.fail(path, header.includes[-1][0], f"{generated} must be the last include")
        if not name.startswith("FractureSim"):
            self.fail(path, 1, "names of reflected headers are unique over all plugins: start them with FractureSim")
        if header.delegates and not header.types and "UDELEGATE(" not in header.text:
            self.fail(path, header.delegates[0].line, "a header with nothing but a dynamic delegate needs UDELEGATE()")
        self.check_preprocessor(path, header)
        self.check_tooltips(path, header, lines)
        for type_ in header.types:
            self.check_type(path, type_)
        for delegate in header.delegates:
            self.check_delegate(path, delegate)
        for match in re.finditer(r"\b(?:UPROPERTY|UFUNCTION|UCLASS|USTRUCT)\s*\(", header.text):
            end = reflection.closing(header.text, match.end() - 1)
            if '"' in re.sub(r'"(?:\\.|[^"\\\n])*"', "", header.text[match.end():end]):
                self.fail(path, reflection.line_of(header.text, match.start()), "a line break inside a specifier's text")
        return header

    def check_tooltips(self, path, header, lines):
        """What people see in panels and Blueprints has a comment: the header tool makes its tooltip of it."""
        for type_ in header.types:
            for member in type_.properties + type_.functions:
                seen = any(name.startswith(("Edit", "Visible", "Blueprint")) for name in member.specifiers)
                if seen and not lines[member.line - 2].lstrip().startswith("//"):
                    self.fail(path, member.line, f"{member.name}: no comment, and so no tooltip")

    def check_preprocessor(self, path, header):
        stack = []
        for number, line in enumerate(header.text.splitlines(), 1):
            directive = re.match(r"\s*#\s*(if|ifdef|ifndef|else|elif|endif)\b(.*)", line)
            if directive:
                word, condition = directive.group(1), directive.group(2).strip()
                if word in ("if", "ifdef", "ifndef"):
                    stack.append(condition)
                elif word == "endif" and stack:
                    stack.pop()
                continue
            if re.match(r"\s*(UPROPERTY|UFUNCTION|UCLASS|USTRUCT|UENUM)\s*\(", line):
                for condition in stack:
                    if condition not in ("WITH_EDITOR", "WITH_EDITORONLY_DATA"):
                        self.fail(path, number, f"reflected code inside '#if {condition}' is skipped by the header tool")

    def check_specifiers(self, path, line, given, meta, known):
        for name in given:
            if name not in known:
                self.fail(path, line, f"unknown specifier '{name}'")
        for name, value in meta.items():
            if name not in META:
                self.fail(path, line, f"unknown meta '{name}': it would silently do nothing")
            if name in ("ClampMin", "ClampMax", "UIMin", "UIMax") and not re.match(r"-?\d+(\.\d+)?$", value):
                self.fail(path, line, f"{name} must be a number in quotes, not '{value}'")
            if name in ("Units", "ForceUnits") and value not in UNITS:
                self.fail(path, line, f"{name}: the engine knows no unit '{value}'")

    def check_type(self, path, type_):
        line = type_.line
        if type_.depth > 0:
            self.fail(path, line, f"{type_.name} must not be inside a namespace or another class")
        prefixes = {"UCLASS": "UA", "USTRUCT": "F", "UENUM": "E", "UINTERFACE": "U"}[type_.macro]
        if type_.name[0] not in prefixes or not type_.name[1:2].isupper():
            self.fail(path, line, f"{type_.name} must start with one of '{prefixes}'")
        elif not type_.name[1:].startswith("FractureSim"):
            self.fail(path, line, f"{type_.name} must be named FractureSim...: the engine owns Fracture...")
        self.check_specifiers(path, line, type_.specifiers, type_.meta, CLASS_SPECIFIERS)
        if type_.keyword == "enum":
            if "BlueprintType" in type_.specifiers and type_.enum_base != "uint8":
                self.fail(path, line, "an enum for Blueprint must be an enum class : uint8")
            return
        if not type_.body_line:
            self.fail(path, line, f"{type_.name} has no GENERATED_BODY()")
        elif not type_.body_first:
            self.fail(path, type_.body_line, "GENERATED_BODY() must come first")
        if type_.api != self.module.upper() + "_API" and "MinimalAPI" not in type_.specifiers:
            self.fail(path, line, f"{type_.name} is not exported: {self.module.upper()}_API is missing")
        if type_.macro == "USTRUCT":
            if len(type_.bases) > 1:
                self.fail(path, line, "a USTRUCT has one base at most")
            for base in type_.bases:
                if base not in self.reflected and base not in ENGINE_STRUCTS:
                    self.fail(path, line, f"the base {base} of a USTRUCT is no USTRUCT")
            for function in type_.functions:
                self.fail(path, function.line, "no UFUNCTION inside a USTRUCT")
        names = {}
        for function in type_.functions:
            if function.name in names:
                self.fail(path, function.line, f"{function.name}: no overloads among UFUNCTIONs")
            names[function.name] = function
            self.check_function(path, type_, function)
        for property_ in type_.properties:
            self.check_property(path, type_, property_, names)
        for member in type_.plain:
            if re.match(r"(const )?TObjectPtr\s*<", member.type) or re.search(r"TArray\s*<\s*TObjectPtr", member.type):
                self.fail(path, member.line, f"{member.name}: a TObjectPtr without UPROPERTY is not seen by the garbage "
                          "collector")
            elif re.match(r"(const )?(class )?[UA][A-Z]\w*\s*\*$", member.type):
                self.fail(path, member.line, f"{member.name}: a raw pointer to an object dangles once it is collected")
            elif (type_.macro == "USTRUCT" or set(type_.bases) & ASSET_BASES) and "mutable" not in member.type and \
                    not self.why_not(member.type, False, False):
                self.fail(path, member.line, f"{member.name}: without UPROPERTY it is neither saved nor replicated")
        if any("Replicated" in p.specifiers or "ReplicatedUsing" in p.specifiers for p in type_.properties):
            if "GetLifetimeReplicatedProps" not in type_.text:
                self.fail(path, line, f"{type_.name} replicates and does not override GetLifetimeReplicatedProps")

    def check_property(self, path, type_, property_, functions):
        specifiers, line = property_.specifiers, property_.line
        self.check_specifiers(path, line, specifiers, property_.meta, PROPERTY_SPECIFIERS)
        blueprint = any(name in specifiers for name in ("BlueprintReadOnly", "BlueprintReadWrite"))
        edited = [name for name in specifiers if name.startswith("Edit")]
        shown = [name for name in specifiers if name.startswith("Visible")]
        is_delegate = property_.type in self.delegates
        if (blueprint or edited or shown or "BlueprintAssignable" in specifiers) and "Category" not in specifiers:
            self.fail(path, line, f"{property_.name}: an explicit Category is required")
        if edited and shown:
            self.fail(path, line, f"{property_.name}: both {edited[0]} and {shown[0]}")
        if "BlueprintReadOnly" in specifiers and "BlueprintReadWrite" in specifiers:
            self.fail(path, line, f"{property_.name}: both BlueprintReadOnly and BlueprintReadWrite")
        if blueprint and property_.access == "private" and "AllowPrivateAccess" not in property_.meta:
            self.fail(path, line, f"{property_.name}: Blueprint properties must not be private")
        if "BlueprintAssignable" in specifiers and not is_delegate:
            self.fail(path, line, f"{property_.name}: BlueprintAssignable is for dynamic multicast delegates only")
        if "Config" in specifiers and "Config" not in type_.specifiers:
            self.fail(path, line, f"{property_.name}: a Config property needs UCLASS(Config=...)")
        if property_.array and blueprint:
            self.fail(path, line, f"{property_.name}: Blueprint knows no static arrays")
        if "ReplicatedUsing" in specifiers and specifiers["ReplicatedUsing"] not in functions:
            self.fail(path, line, f"{property_.name}: {specifiers['ReplicatedUsing']} must be a UFUNCTION of this class")
        if ("Replicated" in specifiers or "ReplicatedUsing" in specifiers) and \
                self.split_type(property_.type)[0] in ("TMap", "TSet"):
            self.fail(path, line, f"{property_.name}: maps and sets do not replicate")
        if property_.type.endswith("&"):
            self.fail(path, line, f"{property_.name}: a property must not be a reference")
        elif not is_delegate:
            reason = self.why_not(property_.type, blueprint, True)
            if reason:
                self.fail(path, line, f"{property_.name}: {reason}")

    def check_function(self, path, type_, function):
        specifiers, line = function.specifiers, function.line
        self.check_specifiers(path, line, specifiers, function.meta, FUNCTION_SPECIFIERS)
        blueprint = any(name.startswith("Blueprint") for name in specifiers)
        if any(name in specifiers for name in ("BlueprintCallable", "BlueprintPure")) and "Category" not in specifiers:
            self.fail(path, line, f"{function.name}: an explicit Category is required")
        if function.returns.endswith("&"):
            self.fail(path, line, f"{function.name}: a UFUNCTION must not return a reference")
        if any(name in specifiers for name in ("Server", "Client", "NetMulticast")):
            if "Reliable" not in specifiers and "Unreliable" not in specifiers:
                self.fail(path, line, f"{function.name}: a remote call must say Reliable or Unreliable")
            if function.returns != "void":
                self.fail(path, line, f"{function.name}: a remote call returns nothing")
        if "BlueprintNativeEvent" in specifiers and f"{function.name}_Implementation(" not in type_.text:
            self.fail(path, line, f"{function.name}: a BlueprintNativeEvent needs a virtual {function.name}_Implementation")
        if "BlueprintImplementableEvent" in specifiers and function.has_body:
            self.fail(path, line, f"{function.name}: a BlueprintImplementableEvent has no body")
        parts = [(parameter.type, parameter.name) for parameter in function.parameters]
        if function.returns != "void":
            parts.append((re.sub(r"^(virtual|static)\s+", "", function.returns), "the result"))
        for text, name in parts:
            if "TObjectPtr" in text:
                self.fail(path, line, f"{function.name}, {name}: functions take raw pointers, TObjectPtr is for members")
                continue
            reason = self.why_not(text, blueprint, False)
            if reason:
                self.fail(path, line, f"{function.name}, {name}: {reason}")

    def check_delegate(self, path, delegate):
        line = delegate.line
        if not delegate.name.startswith("F"):
            self.fail(path, line, f"{delegate.name}: names of delegates start with F")
        words = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"]
        match = re.search(r"_(One|Two|Three|Four|Five|Six|Seven|Eight|Nine)Params?$", delegate.macro)
        count = words.index(match.group(1)) + 1 if match else 0
        if len(delegate.arguments) != 2 * count:
            self.fail(path, line, f"{delegate.name}: {delegate.macro} takes {count} types, each with a name")
            return
        for text in delegate.arguments[::2]:
            reason = self.why_not(text, True, False)
            if reason:
                self.fail(path, line, f"{delegate.name}: {reason}")

    # Sources and includes.

    def check_source(self, path, source, classes):
        text = reflection.strip_comments(source)
        for match in re.finditer(r"^\s*(UCLASS|USTRUCT|UENUM|UPROPERTY|UFUNCTION)\s*\(", text, re.M):
            self.fail(path, reflection.line_of(text, match.start()),
                      f"{match.group(1)} in a .cpp file is silently ignored")
        for match in re.finditer(r"\bAdd(?:Unique)?Dynamic\(\s*this\s*,\s*&(\w+)::(\w+)\s*\)", text):
            owner = classes.get(match.group(1))
            if owner is not None and match.group(2) not in {function.name for function in owner.functions}:
                self.fail(path, reflection.line_of(text, match.start()),
                          f"{match.group(1)}::{match.group(2)} is bound and no UFUNCTION: it would never be called")
        for match in re.finditer(r"\bDOREPLIFETIME\w*\(\s*(\w+)\s*,\s*(\w+)", text):
            owner = classes.get(match.group(1))
            if owner is not None:
                replicated = {p.name for p in owner.properties
                              if "Replicated" in p.specifiers or "ReplicatedUsing" in p.specifiers}
                if match.group(2) not in replicated:
                    self.fail(path, reflection.line_of(text, match.start()), f"{match.group(2)} is not Replicated")
        for match in re.finditer(r'\bLOCTEXT\(\s*"[^"]*"\s*,\s*"(?:\\.|[^"\\])*"\s*"', text):
            self.fail(path, reflection.line_of(text, match.start()), "the text of a LOCTEXT must be one literal: what "
                      "gathers texts for translators reads the source, not what the compiler makes of it")
        for match in re.finditer(r"\b(?:throw|try|catch|dynamic_cast|typeid)\b", text):
            self.fail(path, reflection.line_of(text, match.start()),
                      f"'{match.group(0)}': games are built without exceptions and type information")

    def check_includes(self, path, source, own_headers, core_headers, is_public):
        header = reflection.parse(source)
        for line, target in header.includes:
            if target.endswith(".generated.h") or target in own_headers or re.match(r"[a-z_0-9]+$", target):
                continue
            if target in self.borrowed and not (is_public and "/" in target):
                continue
            if target in core_headers:
                if is_public:
                    self.fail(path, line, f"{target}: a public header must not show the core to other modules")
                continue
            if target not in ENGINE_HEADERS:
                self.fail(path, line, f"{target}: not a header of this module, nor one of the engine's that are known")
                continue
            needed = ENGINE_HEADERS[target]
            if needed in EDITOR_MODULES and not self.is_editor:
                self.fail(path, line, f"{target}: games are built without {needed}")
            elif is_public and needed not in self.public_modules:
                self.fail(path, line, f"{target}: {needed} is no public dependency in {self.module}.Build.cs")
            elif needed not in self.public_modules | self.private_modules:
                self.fail(path, line, f"{target}: {needed} is not listed in {self.module}.Build.cs")


def dependencies(rules, kind):
    names = set()
    for arguments in re.findall(kind + r"DependencyModuleNames\.Add(?:Range)?\(([^;]*)\);", rules):
        names.update(re.findall(r'"([^"]+)"', arguments))
    return names


def unexported(text):
    """Free functions that a header declares without defining or exporting them."""
    names = set()
    for match in re.finditer(r"^(?!inline|static|using|struct|class|template|namespace|enum|#|//)([A-Za-z][^;{}()=]*?)"
                             r"\b(\w+)\(", reflection.strip_comments(text), re.M):
        end = reflection.closing(reflection.strip_comments(text), match.end() - 1)
        if "_API" not in match.group(1) and reflection.strip_comments(text)[end:].lstrip().startswith(";"):
            names.add(match.group(2))
    return names


def check_borrowed(checker, files, borrowed, own_headers):
    """Functions of another module's private headers are only there to link with if they are exported."""
    for path, text in sorted(files.items()):
        code = reflection.strip_comments(text)
        for line, target in reflection.parse(text).includes:
            if target in borrowed and target not in own_headers:
                for name in sorted(unexported(borrowed[target])):
                    if re.search(rf"\b{name}\(", code):
                        checker.fail(path, line, f"{name} of {target} is not exported by its module")


def check_module(module, files, rules, core_headers, other_types=None, siblings=None):
    """`files`: path from the module's folder -> text. `siblings`: module of the plugin -> its files. Answers what is
    wrong, one line each."""
    headers = {path: text for path, text in files.items() if path.endswith(".h")}
    reflected = dict(other_types or {})
    delegates = set()
    for text in headers.values():
        parsed = reflection.parse(text)
        reflected.update({type_.name: type_ for type_ in parsed.types})
        delegates.update(delegate.name for delegate in parsed.delegates)
    rules = re.sub(r"//[^\n]*|/\*.*?\*/", "", rules, flags=re.S)
    checker = Checker(module, dependencies(rules, "Public"), dependencies(rules, "Private"), reflected)
    checker.delegates = delegates
    own_headers = {re.sub(r"^(Public|Private)/", "", path) for path in headers}
    checker.is_editor = module.endswith("Editor")
    borrowed = {}
    for sibling, sibling_files in (siblings or {}).items():
        open_private = f'"..", "{sibling}", "Private"' in rules
        listed = sibling in checker.public_modules | checker.private_modules
        for path, text in sibling_files.items():
            if path.endswith(".h") and listed and (path.startswith("Public/") or open_private):
                borrowed[re.sub(r"^(Public|Private)/", "", path)] = text
    check_borrowed(checker, files, {name: text for name, text in borrowed.items() if "/" in name}, own_headers)
    checker.borrowed = set(borrowed)
    seen = {}
    for path, text in sorted(files.items()):
        if path.endswith(".h"):
            if reflection.parse(text).types:
                stem = pathlib.PurePath(path).name
                if stem in seen:
                    checker.fail(path, 1, f"two headers with the same name: {seen[stem]}")
                seen[stem] = path
            checker.check_header(path, text)
        elif path.endswith(".cpp"):
            checker.check_source(path, text, reflected)
        checker.check_includes(path, text, own_headers, core_headers, path.startswith("Public/"))
    return checker.found


def read_module(root, module):
    folder = root / "Source" / module
    files = {str(path.relative_to(folder)).replace("\\", "/"): path.read_text(encoding="utf-8")
             for path in sorted(folder.rglob("*")) if path.suffix in {".h", ".cpp"}}
    return files, (folder / f"{module}.Build.cs").read_text(encoding="utf-8")


def check_plugin_module(root, module):
    files, rules = read_module(root, module)
    if module == "FractureSim":
        return check_module(module, files, rules, core_headers_of(root))
    siblings = {"FractureSim": read_module(root, "FractureSim")[0]}
    types = {type_.name: type_ for path, text in siblings["FractureSim"].items() if path.startswith("Public/")
             for type_ in reflection.parse(text).types}
    return check_module(module, files, rules, core_headers_of(root), types, siblings)


def core_headers_of(root):
    public = root / "Source" / "FractureCore" / "Public"
    return {str(path.relative_to(public)).replace("\\", "/") for path in public.rglob("*.h")}


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[3])
    found = []
    for module in ("FractureSim", "FractureSimEditor"):
        found += [f"Source/{module}/{line}" for line in check_plugin_module(root, module)]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
