// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "JsonFields.h"
#include "Studio/StudioRun.h"

namespace FractureToolkit
{
/// What to play, as pages ask for it and recordings keep it. A field that is absent has its default.
StudioRunRequest ReadRunRequest(JsonFields& fields);
nlohmann::ordered_json RunRequestToJson(const StudioRunRequest& request);
} // namespace FractureToolkit
