// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// Follows dev.epicgames.com/documentation/unreal-engine/API/Editor/EditorFramework/Factories/IAssetFactoryInterface
// (5.5): actor factories have it.

class IAssetFactoryInterface
{
public:
	virtual ~IAssetFactoryInterface() = default;
};
