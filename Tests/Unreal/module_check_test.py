#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""The modules obey the rules that Unreal's header tool has, and the checker sees each rule broken."""
import pathlib
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Unreal" / "Tools"))

import module_check  # noqa: E402

GOOD_HEADER = '''// Copyright
#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "FractureSimThing.generated.h"

class UFractureSimThing;

DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FFractureSimThingDone, UFractureSimThing*, Thing, int32, Count);

UENUM(BlueprintType)
enum class EFractureSimThing : uint8
{
	None,
};

USTRUCT(BlueprintType)
struct FRACTURESIM_API FFractureSimThingData
{
	GENERATED_BODY()

	/// A word for people.
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Thing", meta = (ClampMin = "0", ForceUnits = "cm"))
	float Size = 1.0f;

	UPROPERTY()
	uint32 Plain = 0;
};

UCLASS(BlueprintType, Config = Game)
class FRACTURESIM_API UFractureSimThing : public UActorComponent
{
	GENERATED_BODY()

public:
	/// A word for people.
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Thing")
	TObjectPtr<UFractureSimThing> Other;

	/// A word for people.
	UPROPERTY(Config, EditAnywhere, Category = "Thing")
	int32 Count = 1;

	/// A word for people.
	UPROPERTY(BlueprintAssignable, Category = "Thing")
	FFractureSimThingDone OnDone;

	UPROPERTY(Replicated)
	TArray<FFractureSimThingData> Data;

	/// A word for people.
	UFUNCTION(BlueprintCallable, Category = "Thing")
	bool Apply(FVector Where, const TArray<FVector>& Points, UFractureSimThing* Target);

	/// A word for people.
	UFUNCTION(BlueprintNativeEvent, Category = "Thing")
	bool Ask(UPARAM(ref) FFractureSimThingData& About);
	virtual bool Ask_Implementation(FFractureSimThingData& About);

	virtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const override;

#if WITH_EDITOR
	void Plain();
#endif

private:
	UFUNCTION()
	void HandleDone(UFractureSimThing* Thing, int32 HowMany);

	int32 Hidden = 0;
};

UCLASS()
class FRACTURESIM_API UFractureSimStored : public UObject
{
	GENERATED_BODY()

	UPROPERTY()
	int32 Kept = 0;

	mutable int32 Worked = 0;
};
'''
GOOD_SOURCE = '''// Copyright
#include "FractureSimThing.h"

#include "FractureCore/Break.h"
#include "Net/UnrealNetwork.h"

#include <vector>

void UFractureSimThing::GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const
{
	Super::GetLifetimeReplicatedProps(OutLifetimeProps);
	DOREPLIFETIME(UFractureSimThing, Data);
	OnDone.AddDynamic(this, &UFractureSimThing::HandleDone);
	Show(LOCTEXT("Done", "It is done."));
}
'''
RULES = '''
PublicDependencyModuleNames.AddRange(new string[] { "Core", "CoreUObject", "Engine" });
PrivateDependencyModuleNames.Add("FractureCore");
'''
HEADER, SOURCE = "Public/FractureSimThing.h", "Private/FractureSimThing.cpp"

# Each: which file, what is replaced by what, and a part of the message.
MISTAKES = {
    "no generated include": (HEADER, '#include "FractureSimThing.generated.h"\n', "", "must include"),
    "generated include not last": (HEADER, '#include "FractureSimThing.generated.h"\n',
        '#include "FractureSimThing.generated.h"\n#include "Engine/World.h"\n', "last include"),
    "no pragma once": (HEADER, "#pragma once\n", "", "pragma once"),
    "no GENERATED_BODY in a class": (HEADER, "UActorComponent\n{\n\tGENERATED_BODY()\n", "UActorComponent\n{\n",
        "has no GENERATED_BODY"),
    "no GENERATED_BODY in a struct": (HEADER, "Data\n{\n\tGENERATED_BODY()\n", "Data\n{\n", "has no GENERATED_BODY"),
    "GENERATED_BODY not first": (HEADER, "UActorComponent\n{\n\tGENERATED_BODY()\n",
        "UActorComponent\n{\n\tint32 Early = 0;\n\tGENERATED_BODY()\n", "must come first"),
    "a raw pointer as a property": (HEADER, "TObjectPtr<UFractureSimThing> Other", "UFractureSimThing* Other",
        "by TObjectPtr"),
    "a TObjectPtr that is no property": (HEADER, "\tint32 Hidden = 0;", "\tTObjectPtr<UFractureSimThing> Hidden;",
        "garbage"),
    "a raw pointer that is no property": (HEADER, "\tint32 Hidden = 0;", "\tUFractureSimThing* Hidden = nullptr;",
        "dangles"),
    "an unsigned number for Blueprint": (HEADER, "\tfloat Size = 1.0f;", "\tuint32 Size = 1;", "not supported by Blueprint"),
    "a static array for Blueprint": (HEADER, "\tfloat Size = 1.0f;", "\tfloat Size[4];", "static arrays"),
    "a type that nobody reflected": (HEADER, "\tfloat Size = 1.0f;", "\tFUnknownThing Size;", "unrecognised type"),
    "a type of the standard library": (HEADER, "\tfloat Size = 1.0f;", "\tstd::vector<float> Size;", "header tool knows"),
    "a type of the core": (HEADER, "FVector Where", "FractureCore::Vec3 Where", "header tool knows"),
    "nested containers": (HEADER, "TArray<FFractureSimThingData> Data", "TArray<TArray<int32>> Data",
        "containers inside containers"),
    "a pointer to a struct": (HEADER, "TArray<FFractureSimThingData> Data", "FFractureSimThingData* Data",
        "pointers to structs"),
    "a replicated map": (HEADER, "TArray<FFractureSimThingData> Data", "TMap<int32, int32> Data", "do not replicate"),
    "a struct's number that is no property": (HEADER, "\tUPROPERTY()\n\tuint32 Plain", "\tuint32 Plain",
        "neither saved nor replicated"),
    "an asset's number that is no property": (HEADER, "\tUPROPERTY()\n\tint32 Kept", "\tint32 Kept",
        "neither saved nor replicated"),
    "a native event without its body": (HEADER, "\tvirtual bool Ask_Implementation(FFractureSimThingData& About);\n", "",
        "needs a virtual Ask_Implementation"),
    "a text in two literals": (SOURCE, '"It is done."', '"It is "\n\t\t"done."', "one literal"),
    "a property without a tooltip": (HEADER, "\t/// A word for people.\n\tUPROPERTY(Config, EditAnywhere",
        "\tUPROPERTY(Config, EditAnywhere", "no tooltip"),
    "no category": (HEADER, 'UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Thing")',
        "UPROPERTY(EditAnywhere, BlueprintReadOnly)", "Category is required"),
    "no category on a function": (HEADER, 'UFUNCTION(BlueprintCallable, Category = "Thing")',
        "UFUNCTION(BlueprintCallable)", "Category is required"),
    "edited and only shown": (HEADER, "UPROPERTY(EditAnywhere, BlueprintReadOnly,",
        "UPROPERTY(EditAnywhere, VisibleAnywhere, BlueprintReadOnly,", "both EditAnywhere and VisibleAnywhere"),
    "read-only and read-write": (HEADER, "UPROPERTY(EditAnywhere, BlueprintReadOnly,",
        "UPROPERTY(EditAnywhere, BlueprintReadWrite, BlueprintReadOnly,", "both BlueprintReadOnly"),
    "private for Blueprint": (HEADER, "\tint32 Hidden = 0;",
        '\tUPROPERTY(BlueprintReadOnly, Category = "Thing")\n\tint32 Hidden = 0;', "must not be private"),
    "assignable, but no delegate": (HEADER, "\tint32 Count = 1;",
        '\tint32 Count = 1;\n\tUPROPERTY(BlueprintAssignable, Category = "Thing")\n\tint32 Fake = 0;', "delegates only"),
    "a misspelt specifier": (HEADER, "BlueprintReadWrite", "BlueprintReadwrite", "unknown specifier"),
    "a misspelt meta": (HEADER, "ForceUnits", "ForceUnit", "unknown meta"),
    "a unit that is none": (HEADER, 'ForceUnits = "cm"', 'ForceUnits = "kg/m^3"', "no unit 'kg/m^3'"),
    "a unit to convert that is none": (HEADER, 'ForceUnits = "cm"', 'Units = "MPa"', "no unit 'MPa'"),
    "a range that is no number": (HEADER, 'ClampMin = "0"', 'ClampMin = "zero"', "must be a number"),
    "config without a file": (HEADER, "UCLASS(BlueprintType, Config = Game)", "UCLASS(BlueprintType)", "Config="),
    "a class that is not exported": (HEADER, "class FRACTURESIM_API UFractureSimThing", "class UFractureSimThing",
        "not exported"),
    "a wrong prefix": (HEADER, "FFractureSimThingData", "SFractureSimThingData", "must start with"),
    "a name that the engine may own": (HEADER, "EFractureSimThing", "EFractureThing", "the engine owns"),
    "inside a namespace": (HEADER, "UENUM(BlueprintType)", "namespace Wrong\n{\nUENUM(BlueprintType)", "namespace"),
    "an enum of another size": (HEADER, "EFractureSimThing : uint8", "EFractureSimThing : int32", "uint8"),
    "a function in a struct": (HEADER, "\tUPROPERTY()\n\tuint32 Plain = 0;", "\tUFUNCTION()\n\tvoid Do();",
        "inside a USTRUCT"),
    "a struct of two bases": (HEADER, "struct FRACTURESIM_API FFractureSimThingData\n",
        "struct FRACTURESIM_API FFractureSimThingData : public FVector, public FGuid\n", "one base"),
    "an overload": (HEADER, "private:\n",
        "\tUFUNCTION()\n\tvoid Apply(int32 Times);\n\nprivate:\n", "no overloads"),
    "a reference as a result": (HEADER, "\tbool Apply(", "\tconst FString& Apply(", "return a reference"),
    "a TObjectPtr as a parameter": (HEADER, "UFractureSimThing* Target", "TObjectPtr<UFractureSimThing> Target",
        "raw pointers"),
    "a remote call that says not how": (HEADER, "\tUFUNCTION()\n\tvoid HandleDone", "\tUFUNCTION(Server)\n\tvoid HandleDone",
        "Reliable or Unreliable"),
    "no GetLifetimeReplicatedProps": (HEADER,
        "\tvirtual void GetLifetimeReplicatedProps(TArray<FLifetimeProperty>& OutLifetimeProps) const override;\n", "",
        "does not override"),
    "ReplicatedUsing without its function": (HEADER, "UPROPERTY(Replicated)", "UPROPERTY(ReplicatedUsing = OnRep_Data)",
        "must be a UFUNCTION"),
    "reflected under a condition": (HEADER, "#if WITH_EDITOR\n\tvoid Plain();",
        "#if SOMETHING\n\tUFUNCTION()\n\tvoid Plain();", "skipped by the header tool"),
    "a delegate with too few names": (HEADER, "int32, Count);", "int32);", "takes 2 types"),
    "a delegate with an unsigned number": (HEADER, "int32, Count);", "uint32, Count);", "not supported by Blueprint"),
    "a macro in a source file": (SOURCE, "void UFractureSimThing::Get", "UFUNCTION()\nvoid UFractureSimThing::Get",
        "silently ignored"),
    "a handler that is no UFUNCTION": (HEADER, "\tUFUNCTION()\n\tvoid HandleDone", "\tvoid HandleDone", "never be called"),
    "a lifetime of what is not replicated": (HEADER, "UPROPERTY(Replicated)", "UPROPERTY()", "is not Replicated"),
    "an exception": (SOURCE, "\tSuper::", "\tthrow 1;\n\tSuper::", "without exceptions"),
    "a header of a module that is not listed": (SOURCE, '#include "Net/UnrealNetwork.h"',
        '#include "Net/UnrealNetwork.h"\n#include "DynamicMesh/DynamicMesh3.h"', "not listed in"),
    "a public header of a private dependency": (HEADER, '#include "CoreMinimal.h"',
        '#include "CoreMinimal.h"\n#include "Engine/DeveloperSettings.h"', "no public dependency"),
    "a header that is nowhere": (SOURCE, '#include "Net/UnrealNetwork.h"', '#include "Net/Nowhere.h"', "not a header"),
    "the core in a public header": (HEADER, '#include "CoreMinimal.h"',
        '#include "CoreMinimal.h"\n#include "FractureCore/Break.h"', "must not show the core"),
}


def check(files):
    return module_check.check_module("FractureSim", files, RULES, {"FractureCore/Break.h"})


class ModuleCheckTest(unittest.TestCase):
    def test_the_modules_are_clean(self):
        for module in ("FractureSim", "FractureSimEditor"):
            self.assertEqual(module_check.check_plugin_module(ROOT, module), [], module)

    def test_it_sees_what_one_module_does_not_export_to_the_other(self):
        lender = {"Private/Bridge/Lent.h": "#pragma once\nvoid Hidden(int A);\nX_API void Shown(\n\tint A);\n"
                                           "inline void Here() {}\n"}
        user = {"Private/Use.cpp": '#include "Bridge/Lent.h"\nvoid F() { Hidden(1); Shown(1); Here(); }\n'}
        rules = 'PrivateDependencyModuleNames.Add("Lender"); P.Add(Path.Combine(D, "..", "Lender", "Private"));'
        found = module_check.check_module("UserEditor", user, rules, set(), None, {"Lender": lender})
        self.assertEqual(len(found), 1, found)
        self.assertIn("Hidden of Bridge/Lent.h is not exported", found[0])
        found = module_check.check_module("UserEditor", user, 'X.Add("Y");', set(), None, {"Lender": lender})
        self.assertTrue(any("not a header" in line for line in found), found)

    def test_only_editor_modules_may_use_the_editor(self):
        for module, count in (("FractureSim", 1), ("FractureSimEditor", 0)):
            files = {"Private/Use.cpp": '#include "ToolMenus.h"\n'}
            rules = 'PrivateDependencyModuleNames.Add("ToolMenus");'
            self.assertEqual(len(module_check.check_module(module, files, rules, set())), count)

    def test_it_reads_the_modules_at_all(self):
        files, _ = module_check.read_module(ROOT, "FractureSim")
        component = module_check.reflection.parse(files["Public/FractureSimComponent.h"])
        self.assertEqual([type_.name for type_ in component.types], ["FFractureSimAnchor", "UFractureSimComponent"])
        names = {property_.name for property_ in component.types[1].properties}
        self.assertLessEqual({"Asset", "Anchors", "OnFractured", "History", "Body"}, names)
        functions = {function.name: function for function in component.types[1].functions}
        self.assertEqual(len(functions["HandlePointDamage"].parameters), 9)
        self.assertEqual(len(component.delegates), 4)

    def test_good_code_is_clean(self):
        self.assertEqual(check({HEADER: GOOD_HEADER, SOURCE: GOOD_SOURCE}), [])

    def test_every_mistake_is_caught(self):
        for name, (path, before, after, message) in MISTAKES.items():
            with self.subTest(mistake=name):
                files = {HEADER: GOOD_HEADER, SOURCE: GOOD_SOURCE}
                self.assertIn(before, files[path])
                files[path] = files[path].replace(before, after)
                if name == "inside a namespace":
                    files[path] += "}\n"
                found = check(files)
                self.assertTrue(any(message in line for line in found), f"{message!r} not in {found}")

    def test_every_engine_header_has_its_stand_in(self):
        engine = ROOT / "Tests" / "Unreal" / "Engine"
        for header in module_check.ENGINE_HEADERS:
            self.assertTrue((engine / header).is_file(), header)

    def test_every_stand_in_names_the_page_that_it_follows(self):
        for path in sorted((ROOT / "Tests" / "Unreal" / "Engine").rglob("*.h")):
            head = path.read_text(encoding="utf-8").splitlines()[3]
            self.assertTrue(head.startswith("// Follows"), path)


if __name__ == "__main__":
    unittest.main()
