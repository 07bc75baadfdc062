// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Studio/StudioApi.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace FractureTests
{
/// A page of the studio without a browser: every job has ended when its request returns.
class Page
{
public:
	using Query = std::map<std::string, std::string, std::less<>>;

	Page() : m_api(FractureToolkit::StudioLibrary(), 1)
	{
		m_session = nlohmann::json::parse(m_api.Answer({"POST", "/api/open", {}, "", "", "", ""}).body)["session"];
	}
	int Post(const std::string& verb, const std::string& body, Query query = {})
	{
		const int status =
			m_api.Answer({"POST", "/api/" + m_session + "/" + verb, std::move(query), "", "", "", body}).status;
		m_api.Find(m_session)->WaitUntilIdle();
		return status;
	}
	FractureToolkit::StudioResponse Get(const std::string& what, Query query = {})
	{
		return m_api.Answer({"GET", "/api/" + m_session + "/" + what, std::move(query), "", "", "", ""});
	}
	nlohmann::json State() { return nlohmann::json::parse(Get("state").body); }

private:
	FractureToolkit::StudioApi m_api;
	std::string m_session;
};
} // namespace FractureTests
