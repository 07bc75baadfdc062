// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// For those who have the engine: Session Frontend > Automation > FractureSim, or the command line in CONTRIBUTING.md.
#include "Break/BreakTask.h"
#include "Bridge/UnitBridge.h"
#include "CoreMinimal.h"
#include "FractureSimAsset.h"
#include "FractureSimMaterial.h"
#include "Misc/AutomationTest.h"
#include "UObject/Package.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace FractureSim::Private
{
static constexpr auto AutomationFlags = EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter;

/// A pane of glass, hit by an impulse in steps of the record, worked out on the engine's own tasks.
static TSharedRef<FBreakTask> BreakPane(const UFractureSimAsset& Asset, bool bForce, int32 Impulse)
{
	FBreakBodySource Source;
	Source.AssetKey = Asset.GetKey();
	Source.Bytes = Asset.GetBytes();
	TSharedRef<FBreakBody> Body = PrepareBreakBody(MoveTemp(Source));
	Body->Task.Wait();
	TSharedRef<FBreakTask> Task = MakeShared<FBreakTask>();
	Task->Body = Body;
	Task->bForce = bForce;
	Task->MaxFragments = 100;
	FFractureSimContact Contact;
	Contact.Point = FIntVector(-1000, 0, 0);
	Contact.Impulse = FIntVector(Impulse, 0, 0);
	Contact.Duration = 200000;
	Task->Record.Contacts.Add(Contact);
	StartBreakTask(Task);
	Task->Task.Wait();
	return Task;
}
} // namespace FractureSim::Private

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FFractureSimUnitsTest, "FractureSim.Units", FractureSim::Private::AutomationFlags)
bool FFractureSimUnitsTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	const FVector Point(12.0, -34.0, 56.0);
	TestTrue(TEXT("lengths come back"), FVector::Distance(ToCentimetres(ToMetres(Point)), Point) < 1.0e-9);
	// v = w x r in the engine's left-handed space is the core's.
	const FVector Spin(0.3, -1.2, 2.0);
	TestTrue(TEXT("spins turn the same way"),
		FVector::Distance(ToCentimetres(FractureCore::Cross(ToCoreSpin(Spin), ToMetres(Point))),
			FVector::CrossProduct(Spin, Point)) < 1.0e-9);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FFractureSimBreakTest, "FractureSim.Break", FractureSim::Private::AutomationFlags)
bool FFractureSimBreakTest::RunTest(const FString&)
{
	using namespace FractureSim::Private;
	const UFractureSimAsset* const Asset =
		UFractureSimAsset::BakeBox(GetTransientPackage(), FVector(2.0, 40.0, 40.0), nullptr, 400);
	TestTrue(TEXT("a box bakes"), Asset && Asset->IsBaked());
	if (!Asset)
	{
		return false;
	}
	const TSharedRef<FBreakTask> First = BreakPane(*Asset, false, 200000);
	TestTrue(TEXT("no error"), First->Error.IsEmpty());
	TestTrue(TEXT("it breaks"), First->bSeparated);
	TestTrue(TEXT("into several pieces"), First->Fragments.Num() > 2);
	const TSharedRef<FBreakTask> Second = BreakPane(*Asset, false, 200000);
	TestTrue(TEXT("the same way again"), First->Record.Result == Second->Record.Result);
	TestTrue(TEXT("a tap does not break it"), !BreakPane(*Asset, false, 100)->bSeparated);
	TestTrue(TEXT("unless it must"), BreakPane(*Asset, true, 100)->bSeparated);
	return true;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(FFractureSimPresetsTest, "FractureSim.Presets", FractureSim::Private::AutomationFlags)
bool FFractureSimPresetsTest::RunTest(const FString&)
{
	UFractureSimMaterial* const Material = NewObject<UFractureSimMaterial>(GetTransientPackage());
	for (const FString& Name : UFractureSimMaterial::GetPresetNames())
	{
		TestTrue(*Name, Material->LoadPreset(Name));
	}
	return true;
}

#endif
