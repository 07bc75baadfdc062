// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "IDetailCustomization.h"

namespace FractureSim::Editor
{
/// The legend of a heat map in a tool's settings: the colours from low to high, and values with theirs.
class FLegendDetails : public IDetailCustomization
{
public:
	static TSharedRef<IDetailCustomization> MakeInstance();
	using IDetailCustomization::CustomizeDetails;
	virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) override;
};
} // namespace FractureSim::Editor
