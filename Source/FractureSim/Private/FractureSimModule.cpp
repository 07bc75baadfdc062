// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Bridge/CoreHooks.h"
#include "CoreMinimal.h"
#include "FractureSimLog.h"
#include "Modules/ModuleInterface.h"
#include "Modules/ModuleManager.h"

DEFINE_LOG_CATEGORY(LogFractureSim);

class FFractureSimModule final : public IModuleInterface
{
public:
	virtual void StartupModule() override { FractureSim::Private::InstallCoreHooks(); }
	virtual void ShutdownModule() override { FractureSim::Private::RemoveCoreHooks(); }
};

IMPLEMENT_MODULE(FFractureSimModule, FractureSim)
