// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/ViewerPage.h"

#include "Run/RunReport.h"
#include "Run/ViewerSources.h"

#include <string_view>

namespace FractureToolkit
{
namespace
{
std::string Base64(std::span<const uint8_t> bytes)
{
	constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	std::string text;
	text.reserve((bytes.size() + 2) / 3 * 4);
	for (size_t i = 0; i < bytes.size(); i += 3)
	{
		const auto at = [&](size_t k) { return i + k < bytes.size() ? uint32_t{bytes[i + k]} : 0u; };
		const uint32_t word = at(0) << 16 | at(1) << 8 | at(2);
		text += kDigits[word >> 18 & 63];
		text += kDigits[word >> 12 & 63];
		text += i + 1 < bytes.size() ? kDigits[word >> 6 & 63] : '=';
		text += i + 2 < bytes.size() ? kDigits[word & 63] : '=';
	}
	return text;
}

/// JSON inside a script element: no text in it may look like the element's end or a comment's start.
std::string JsonForScript(const nlohmann::ordered_json& json)
{
	const std::string text = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
	std::string safe;
	safe.reserve(text.size());
	for (const char c : text)
	{
		safe += c == '<' ? std::string("\\u003c") : std::string(1, c);
	}
	return safe;
}

void Replace(std::string& page, std::string_view mark, std::string_view text)
{
	const size_t at = page.find(mark);
	page.replace(at, mark.size(), text);
}
} // namespace

std::string FormatViewerPage(const Recording& recording, std::span<const uint8_t> glb)
{
	nlohmann::ordered_json data = MakeRunReport(recording);
	data["about"] = recording.about;
	data["ground"] = recording.hasGround ? nlohmann::ordered_json(recording.groundHeight) : nullptr;
	// The data go in last: nothing of them is searched for marks.
	std::string page(ViewerSource("page.html"));
	Replace(page, "/*{viewer.css}*/", ViewerSource("viewer.css"));
	Replace(page, "/*{three.min.js}*/", ViewerSource("three.min.js"));
	Replace(page, "/*{viewer.js}*/", ViewerSource("viewer.js"));
	Replace(page, "{report}", JsonForScript(data));
	Replace(page, "{glb}", Base64(glb));
	return page;
}
} // namespace FractureToolkit
