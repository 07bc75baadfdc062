// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Runtime/SlateCore/Styling/FSlateStyleSet,
// FSlateVectorImageBrush (5.5).

#include "CoreMinimal.h"
#include "Math/Color.h"
#include "Math/Vector2D.h"

struct FSlateBrush
{
	virtual ~FSlateBrush() = default;
	FString StandInFile;
	FVector2D StandInSize;
};

/// An SVG.
struct FSlateVectorImageBrush : public FSlateBrush
{
	FSlateVectorImageBrush(const FString& InImageName, const FVector2D& InImageSize)
	{
		StandInFile = InImageName;
		StandInSize = InImageSize;
	}
};

class ISlateStyle
{
public:
	virtual ~ISlateStyle() = default;
	virtual const FName& GetStyleSetName() const = 0;
};

class FSlateStyleSet : public ISlateStyle
{
public:
	explicit FSlateStyleSet(const FName& InStyleSetName) : Name(InStyleSetName) {}
	virtual const FName& GetStyleSetName() const override { return Name; }
	void SetContentRoot(const FString& InContentRootDir) { Root = InContentRootDir; }
	FString RootToContentDir(const FString& RelativePath, const TCHAR* Extension)
	{
		return Root + TEXT("/") + RelativePath + Extension;
	}
	/// Takes the brush over.
	template <typename BrushType>
	void Set(const FName PropertyName, BrushType* InBrush)
	{
		Brushes.Add(PropertyName, TSharedPtr<FSlateBrush>(MakeShareable(InBrush)));
	}

	TMap<FName, TSharedPtr<FSlateBrush>> Brushes;

private:
	FName Name;
	FString Root;
};
