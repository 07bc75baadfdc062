// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "IDetailCustomization.h"

namespace FractureSim::Editor
{
/// State, buttons and an estimate above the properties of fracture assets.
class FAssetDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();
	using IDetailCustomization::CustomizeDetails;
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};

/// The same for the assets of breakable components.
class FComponentDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
	virtual void CustomizeDetails(const TSharedPtr<IDetailLayoutBuilder>& DetailBuilder) override;

private:
	TWeakPtr<IDetailLayoutBuilder> Layout; // made anew when the components got their assets
};
} // namespace FractureSim::Editor
