// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/Widgets (5.5); Slate UI Framework,
// Slate Overview (manual, 5.7): SNew(Type).Argument(Value) [ Content ]. EVisibility is a struct there.

#include "CoreMinimal.h"
#include "Input/Reply.h"
#include "Math/Color.h"
#include "Math/Vector2D.h"
#include "Misc/Attribute.h"
#include "Misc/Optional.h"

enum class EVisibility : uint8
{
	Visible,
	Collapsed,
};

/// Children in order, so that tests can look for what is shown.
class SWidget
{
public:
	virtual ~SWidget() = default;
	virtual FText StandInText() const { return FText(); }
	FText ToolTip;
	TAttribute<EVisibility> Visibility = EVisibility::Visible;
	TArray<TSharedPtr<SWidget>> Children;
	int32 Column = 0;
};

template <typename WidgetType>
class TStandInWidget
{
public:
	TStandInWidget() : Widget(MakeShared<WidgetType>()) {}
	operator TSharedRef<WidgetType>() const { return Widget; }
	operator TSharedRef<SWidget>() const { return Widget; }
	operator TSharedPtr<SWidget>() const { return Widget; }
	TStandInWidget& ToolTipText(const TAttribute<FText>& In)
	{
		Widget->ToolTip = In.Get();
		return *this;
	}
	TStandInWidget& Visibility(const TAttribute<EVisibility>& In)
	{
		Widget->Visibility = In;
		return *this;
	}
	TStandInWidget& Color(const TAttribute<FLinearColor>& In)
	{
		Widget->Color = In;
		return *this;
	}
	TStandInWidget& GradientColors(const TAttribute<TArray<FLinearColor>>& In)
	{
		Widget->GradientColors = In;
		return *this;
	}
	TStandInWidget& DesiredSizeOverride(const TAttribute<TOptional<FVector2D>>& In)
	{
		Widget->DesiredSizeOverride = In;
		return *this;
	}
	template <typename V>
	TStandInWidget& Text(const V& In)
	{
		Widget->Text = TAttribute<FText>(In);
		return *this;
	}
	TStandInWidget& AutoWrapText(bool) { return *this; }
	template <typename V>
	TStandInWidget& OnClicked(const V& In)
	{
		Widget->OnClicked = In;
		return *this;
	}
	template <typename V>
	TStandInWidget& IsEnabled(const V& In)
	{
		Widget->Enabled = TAttribute<bool>(In);
		return *this;
	}
	template <typename SlotType>
	TStandInWidget& operator+(const SlotType& Slot)
	{
		Widget->Children.Add(Slot.Content);
		return *this;
	}

private:
	TSharedRef<WidgetType> Widget;
};

#define SNew(WidgetType) TStandInWidget<WidgetType>()
