// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Studio/StudioLibrary.h"
#include "Studio/StudioSession.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <optional>
#include <string>

// Requests of a page as jobs of a session. What is wrong with a request is said before it waits in the queue.

namespace FractureToolkit
{
/// Reading is part of the job: it may take long, and more memory than there is. `length` as in Workbench::Load.
StudioSession::Job LoadJob(
	std::string name, std::function<FractureCore::Result<StudioSource>()> read, double length, StudioOrigin origin);

/// The job behind a verb: "bake", "hit", "run", "reset", "fragility", "edit" or "stroke". Nothing if there is no such
/// verb. The session must outlive the job.
std::optional<FractureCore::Result<StudioSession::Job>> MakeJob(
	const std::string& verb, const nlohmann::json& request, StudioSession& session);
} // namespace FractureToolkit
