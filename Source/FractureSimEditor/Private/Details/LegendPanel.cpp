// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Details/LegendPanel.h"

#include "DetailCategoryBuilder.h"
#include "DetailLayoutBuilder.h"
#include "DetailWidgetRow.h"
#include "FractureCore/HeatMap.h"
#include "FractureSimTool.h"
#include "Widgets/Colors/SColorBlock.h"
#include "Widgets/Colors/SComplexGradient.h"
#include "Widgets/SBoxPanel.h"
#include "Widgets/Text/STextBlock.h"

#define LOCTEXT_NAMESPACE "FractureSimLegend"

namespace FractureSim::Editor
{
/// As many as a legend has at most.
static constexpr int32 MaxTicks = 6;

/// Enough for a gradient that shows no corners.
static constexpr int32 GradientStops = 17;

using FWeakProperties = TWeakObjectPtr<UFractureSimToolProperties>;

/// Null: the legend has fewer.
static const FFractureSimLegendTick* FindTick(const FWeakProperties& Properties, int32 Index)
{
	return Properties.IsValid() && Properties->LegendTicks.IsValidIndex(Index) ? &Properties->LegendTicks[Index]
																			   : nullptr;
}

static TSharedRef<SWidget> MakeTick(const FWeakProperties& Properties, int32 Index)
{
	const auto Shown = [Properties, Index]
	{ return FindTick(Properties, Index) ? EVisibility::Visible : EVisibility::Collapsed; };
	const auto Colour = [Properties, Index]
	{
		const FFractureSimLegendTick* const Tick = FindTick(Properties, Index);
		return Tick ? Tick->Colour : FLinearColor(0.0f, 0.0f, 0.0f);
	};
	const auto Value = [Properties, Index]
	{
		const FFractureSimLegendTick* const Tick = FindTick(Properties, Index);
		return Tick ? FText::FromString(Tick->Text) : FText::GetEmpty();
	};
	return SNew(SVerticalBox).Visibility(TAttribute<EVisibility>::CreateLambda(Shown)) +
		SVerticalBox::Slot().AutoHeight()[SNew(SColorBlock).Color(TAttribute<FLinearColor>::CreateLambda(Colour))] +
		SVerticalBox::Slot().AutoHeight()[SNew(STextBlock).Text(TAttribute<FText>::CreateLambda(Value))];
}

TSharedRef<IDetailCustomization> FLegendDetails::MakeInstance()
{
	return MakeShared<FLegendDetails>();
}

void FLegendDetails::CustomizeDetails(IDetailLayoutBuilder& DetailBuilder)
{
	TArray<TWeakObjectPtr<UObject>> Objects;
	DetailBuilder.GetObjectsBeingCustomized(Objects);
	FWeakProperties Properties;
	for (const TWeakObjectPtr<UObject>& Object : Objects)
	{
		if (UFractureSimToolProperties* const Found = Cast<UFractureSimToolProperties>(Object.Get()))
		{
			Properties = Found;
		}
	}
	TArray<FLinearColor> Stops;
	for (int32 I = 0; I < GradientStops; ++I)
	{
		const FractureCore::LinearRgb Rgb = FractureCore::HeatColour(double(I) / (GradientStops - 1));
		Stops.Add(FLinearColor(Rgb.r, Rgb.g, Rgb.b));
	}
	const TSharedRef<SHorizontalBox> Ticks = SNew(SHorizontalBox);
	for (int32 I = 0; I < MaxTicks; ++I)
	{
		Ticks->AddSlot().FillWidth(1.0f)[MakeTick(Properties, I)];
	}
	const auto Shown = [Properties] { return FindTick(Properties, 0) ? EVisibility::Visible : EVisibility::Collapsed; };
	DetailBuilder.EditCategory("Legend", FText::GetEmpty(), ECategoryPriority::Important)
		.AddCustomRow(LOCTEXT("Filter", "Legend"))
		.WholeRowContent()[SNew(SVerticalBox)
							   .Visibility(TAttribute<EVisibility>::CreateLambda(Shown))
							   .ToolTipText(LOCTEXT("Tip", "Which colour of the heat map is which value")) +
			SVerticalBox::Slot().AutoHeight()[SNew(SComplexGradient)
												  .GradientColors(Stops)
												  .DesiredSizeOverride(TOptional<FVector2D>(FVector2D(200.0, 12.0)))] +
			SVerticalBox::Slot().AutoHeight()[Ticks]];
}
} // namespace FractureSim::Editor

#undef LOCTEXT_NAMESPACE
