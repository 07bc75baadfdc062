// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Studio/StudioHttp.h"
#include "Studio/StudioLibrary.h"
#include "Studio/StudioSession.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// All that a page may ask for, without the network: any request gets an answer, whatever is in it.
class StudioApi
{
public:
	explicit StudioApi(StudioLibrary library, int32_t threads = 0) : m_library(std::move(library)), m_threads(threads)
	{
	}

	/// Any thread may call it.
	StudioResponse Answer(const StudioRequest& request);
	/// Frees the sessions whose page has gone. One that is still busy is cancelled, and freed by a later call: none
	/// waits. Answers how many are gone.
	size_t FreeAbandoned(StudioSession::Clock::time_point now);
	size_t SessionCount() const;
	std::shared_ptr<StudioSession> Find(const std::string& id) const;

private:
	StudioResponse Open();
	StudioResponse Post(StudioSession& session, const std::string& verb, const StudioRequest& request);
	StudioResponse Get(StudioSession& session, const std::string& what, const StudioRequest& request) const;

	StudioLibrary m_library;
	int32_t m_threads;
	mutable std::mutex m_mutex;
	std::map<std::string, std::shared_ptr<StudioSession>> m_sessions;
	std::vector<std::shared_ptr<StudioSession>> m_leaving; // cancelled, but not idle yet
};
} // namespace FractureToolkit
