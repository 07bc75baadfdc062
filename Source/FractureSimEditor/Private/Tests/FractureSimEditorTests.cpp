// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// For those who have the engine: run with -ExecCmds="Automation RunTests FractureSim.;quit".
#include "Bake/MeshReader.h"
#include "CoreMinimal.h"
#include "Engine/StaticMesh.h"
#include "FractureSimAsset.h"
#include "FractureSimEditorLibrary.h"
#include "Misc/AutomationTest.h"
#include "UObject/Package.h"

#if WITH_DEV_AUTOMATION_TESTS

namespace FractureSim::Editor
{
static constexpr auto EditorTestFlags = EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter;
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFractureSimEditorBakeTest, "FractureSim.Editor.BakeAndEstimate", FractureSim::Editor::EditorTestFlags)

bool FFractureSimEditorBakeTest::RunTest(const FString&)
{
	UFractureSimAsset* const Asset = UFractureSimEditorLibrary::MakeSampleAsset(
		TEXT("/Temp/FractureSimEditorTest"), FVector(4.0, 30.0, 30.0), TArray<FVector2D>(), nullptr, 1500, {}, {});
	if (!TestTrue(TEXT("a box is baked"), Asset != nullptr))
	{
		return false;
	}
	TestTrue(TEXT("it is as if imported"),
		UFractureSimEditorLibrary::GetFractureBakeState(Asset) == EFractureSimBakeState::Imported);
	TestTrue(TEXT("laid down it stays whole"), UFractureSimEditorLibrary::EstimateFragments(Asset, 0.0f) == 1);
	return TestTrue(
		TEXT("thrown off a roof it breaks"), UFractureSimEditorLibrary::EstimateFragments(Asset, 5000.0f) > 1);
}

IMPLEMENT_SIMPLE_AUTOMATION_TEST(
	FFractureSimEditorMeshTest, "FractureSim.Editor.EngineCubeIsRead", FractureSim::Editor::EditorTestFlags)

bool FFractureSimEditorMeshTest::RunTest(const FString&)
{
	const UStaticMesh* const Cube = ::LoadObject<UStaticMesh>(nullptr, TEXT("/Engine/BasicShapes/Cube.Cube"));
	if (!Cube)
	{
		return true; // an engine without its content
	}
	FractureSim::Editor::FSourceMesh Source;
	TestTrue(TEXT("it has a source mesh"), FractureSim::Editor::ReadStaticMesh(*Cube, 1.0, Source).IsEmpty());
	return TestTrue(TEXT("of twelve triangles"), Source.Surface.triangles.size() == 12);
}

#endif
