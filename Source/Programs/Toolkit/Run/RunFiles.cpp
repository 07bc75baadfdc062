// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/RunFiles.h"

#include "Files.h"
#include "Run/RecordingGlb.h"
#include "Run/RunReport.h"
#include "Run/ViewerPage.h"

#include <system_error>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;
using FractureCore::Status;

template <typename Content>
Status WriteInto(const std::filesystem::path& path, const Content& content)
{
	const Status written = WriteFileAtomically(path, content);
	return written ? written : Error{written.GetError().code, Utf8FromPath(path) + ": " + written.GetError().message};
}
} // namespace

Status WriteRunFiles(const std::filesystem::path& folder, const Recording& recording)
{
	std::error_code code;
	std::filesystem::create_directories(folder, code);
	if (code)
	{
		return Error{
			ErrorCode::InvalidSettings, Utf8FromPath(folder) + ": the folder cannot be made: " + code.message()};
	}
	const Result<std::vector<uint8_t>> glb = FormatRecordingGlb(recording);
	if (!glb)
	{
		return glb.GetError();
	}
	const std::string report =
		MakeRunReport(recording).dump(1, '\t', false, nlohmann::json::error_handler_t::replace) + "\n";
	if (const Status written = WriteInto(folder / "scene.glb", *glb); !written)
	{
		return written;
	}
	if (const Status written = WriteInto(folder / "report.json", std::string_view(report)); !written)
	{
		return written;
	}
	const std::string page = FormatViewerPage(recording, *glb);
	return WriteInto(folder / "viewer.html", std::string_view(page));
}
} // namespace FractureToolkit
