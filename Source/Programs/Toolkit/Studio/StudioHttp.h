// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace FractureToolkit
{
struct StudioRequest
{
	std::string method = "GET";
	std::string path = "/";
	std::map<std::string, std::string, std::less<>> query;
	std::string host;      // headers, as they came
	std::string origin;    // empty: none
	std::string fetchSite; // Sec-Fetch-Site; empty: none
	std::string body;
};

struct StudioResponse
{
	int status = 200;
	std::string type = "application/json; charset=utf-8";
	std::string body;
	std::string fileName;     // not empty: to be saved under this name
	bool isImmutable = false; // the same address never gives anything else
};

struct StudioServerSettings
{
	std::string address = "127.0.0.1";
	int32_t port = 8420;                      // 0: any that is free
	uint64_t uploadLimit = 256 * 1024 * 1024; // bytes
};

using StudioHandler = std::function<StudioResponse(const StudioRequest&)>;

/// Whether a page of another site, or a name that was made to point here, is behind the request. Only the host that the
/// server listens on may ask, by that name and port.
bool IsForeign(const StudioRequest& request, const std::string& address, int32_t port);

/// Serves until `shouldStop` says so. `ready` is told the port. Unsupported where the program was built without
/// cpp-httplib; the error for a port in use says so.
FractureCore::Status ServeStudio(const StudioServerSettings& settings,
	const StudioHandler& handler,
	const std::function<void(int32_t port)>& ready,
	const std::function<bool()>& shouldStop);
} // namespace FractureToolkit
