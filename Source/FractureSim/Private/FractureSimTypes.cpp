// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureSimTypes.h"

FString FFractureSimHash::ToString() const
{
	return FString::Printf(TEXT("%016llx%016llx"), High, Low);
}
