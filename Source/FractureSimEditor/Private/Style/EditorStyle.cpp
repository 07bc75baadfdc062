// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Style/EditorStyle.h"

#include "Interfaces/IPluginManager.h"
#include "Styling/SlateStyle.h"
#include "Styling/SlateStyleRegistry.h"

namespace FractureSim::Editor
{
static TSharedPtr<FSlateStyleSet> Style;

static const TCHAR* StyleName = TEXT("FractureSimStyle");

static void AddIcon(const TCHAR* Name, const TCHAR* File, double Size)
{
	Style->Set(
		FName(Name), new FSlateVectorImageBrush(Style->RootToContentDir(File, TEXT(".svg")), FVector2D(Size, Size)));
}

void RegisterStyle()
{
	const TSharedPtr<IPlugin> Plugin = IPluginManager::Get().FindPlugin(TEXT("FractureSim"));
	if (!Plugin || Style)
	{
		return;
	}
	Style = MakeShared<FSlateStyleSet>(FName(StyleName));
	Style->SetContentRoot(Plugin->GetBaseDir() + TEXT("/Resources/Icons"));
	AddIcon(TEXT("FractureSim.Mode"), TEXT("Mode"), 40.0);
	AddIcon(TEXT("FractureSim.Bake"), TEXT("Bake"), 16.0);
	AddIcon(TEXT("FractureSim.BeginPaint"), TEXT("Paint"), 20.0);
	AddIcon(TEXT("FractureSim.BeginPreview"), TEXT("Preview"), 20.0);
	// Found by their names.
	AddIcon(TEXT("ClassIcon.FractureSimAsset"), TEXT("Asset"), 16.0);
	AddIcon(TEXT("ClassThumbnail.FractureSimAsset"), TEXT("Asset"), 64.0);
	FSlateStyleRegistry::RegisterSlateStyle(*Style);
}

void UnregisterStyle()
{
	if (Style)
	{
		FSlateStyleRegistry::UnRegisterSlateStyle(*Style);
		Style.Reset();
	}
}

FSlateIcon MakeIcon(const FName& Name)
{
	return FSlateIcon(FName(StyleName), Name);
}
} // namespace FractureSim::Editor
