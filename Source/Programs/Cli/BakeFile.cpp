// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "BakeFile.h"

#include "Files.h"
#include "FractureCore/Asset.h"
#include "Import.h"

#include <chrono>
#include <exception>
#include <new>
#include <system_error>
#include <variant>

namespace FractureCli
{
namespace
{
using FractureCore::BakedObject;
using FractureCore::ContentHash;
using FractureCore::Error;
using FractureCore::Result;
using FractureToolkit::ImportedModel;
using FractureToolkit::ImportedSurface;
using FractureToolkit::Utf8FromPath;

class StopWatch
{
public:
	double Seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }

private:
	std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

BakeFileResult Failed(const std::filesystem::path& file, const Error& error)
{
	BakeFileResult result;
	result.badFile = Utf8FromPath(file);
	result.error = error.message;
	result.cancelled = error.code == FractureCore::ErrorCode::Cancelled;
	return result;
}

std::optional<Error> CheckOutput(const BakeJob& job, const BakePlan& plan)
{
	std::error_code code;
	if (std::filesystem::equivalent(job.input, job.output, code))
	{
		return Error{FractureCore::ErrorCode::InvalidSettings, "is both input and output"};
	}
	if (!plan.overwriteAnything && std::filesystem::is_regular_file(job.output, code) &&
		FractureToolkit::LowerExtension(job.output) != ".frac")
	{
		return Error{FractureCore::ErrorCode::InvalidSettings, "exists and is not a .frac file; --force replaces it"};
	}
	return std::nullopt;
}

/// The asset at `path`, if it is a good one and has this key.
std::optional<AssetReport> LoadUnchanged(const std::filesystem::path& path, const ContentHash& key)
{
	const Result<std::vector<uint8_t>> bytes = FractureToolkit::ReadFileBytes(path);
	if (!bytes)
	{
		return std::nullopt;
	}
	Result<BakedObject> object = FractureCore::LoadAsset(*bytes);
	if (!object || object->key != key)
	{
		return std::nullopt;
	}
	AssetReport report;
	report.object = std::move(*object);
	report.hash = HashOfBytes(*bytes);
	report.fileBytes = bytes->size();
	return report;
}

ContentHash KeyOf(const ImportedModel& model, const FractureCore::BakeSettings& settings)
{
	return std::visit([&](const auto& part) { return FractureCore::BakeKey(part.mesh, settings); }, model);
}

Result<BakedObject> Bake(const ImportedModel& model,
	const FractureCore::BakeSettings& settings,
	FractureCore::TaskRunner& runner,
	const FractureCore::ProgressSink& progress)
{
	if (const ImportedSurface* surface = std::get_if<ImportedSurface>(&model))
	{
		return FractureCore::BakeObject(surface->mesh, settings, runner, progress);
	}
	return FractureCore::BakeTetMesh(std::get<FractureToolkit::ImportedTets>(model).mesh, settings, runner);
}

BakeFileResult BakeFileOrThrow(const BakeJob& job,
	const BakePlan& plan,
	FractureCore::TaskRunner& runner,
	const FractureCore::ProgressSink& progress)
{
	if (const std::optional<Error> error = CheckOutput(job, plan))
	{
		return Failed(job.output, *error);
	}
	const StopWatch importWatch;
	Result<ImportedModel> model = FractureToolkit::ImportModel(job.input, plan.metresPerUnit);
	if (!model)
	{
		return Failed(job.input, model.GetError());
	}
	FractureToolkit::TurnZUp(*model, plan.up.value_or(FractureToolkit::UsualUpAxis(*model)));
	AssetReport report;
	report.importSeconds = importWatch.Seconds();

	BakeFileResult result;
	if (std::holds_alternative<FractureToolkit::ImportedTets>(*model) && !plan.meshing.empty())
	{
		result.note = "it has its tets already, which stay as they are; not used: " + plan.meshing;
	}
	if (plan.skipUnchanged)
	{
		if (std::optional<AssetReport> unchanged = LoadUnchanged(job.output, KeyOf(*model, plan.settings)))
		{
			report = std::move(*unchanged);
			result.unchanged = true;
		}
	}
	if (!result.unchanged)
	{
		const StopWatch bakeWatch;
		Result<BakedObject> object = Bake(*model, plan.settings, runner, progress);
		if (!object)
		{
			return Failed(job.input, object.GetError());
		}
		report.bakeSeconds = bakeWatch.Seconds();
		report.object = std::move(*object);

		const StopWatch writeWatch;
		const std::vector<uint8_t> bytes = FractureCore::SaveAsset(report.object);
		if (const FractureCore::Status status = FractureToolkit::WriteFileAtomically(job.output, bytes); !status)
		{
			return Failed(job.output, status.GetError());
		}
		report.writeSeconds = writeWatch.Seconds();
		report.hash = HashOfBytes(bytes);
		report.fileBytes = bytes.size();
	}
	report.input = Utf8FromPath(job.input);
	report.output = Utf8FromPath(job.output);
	report.importWarnings = std::visit([](auto& part) { return std::move(part.warnings); }, *model);
	result.report = std::move(report);
	return result;
}
} // namespace

BakeFileResult BakeFile(const BakeJob& job,
	const BakePlan& plan,
	FractureCore::TaskRunner& runner,
	const FractureCore::ProgressSink& progress)
{
	// One file that asks for too much must not take the others of its folder down.
	try
	{
		return BakeFileOrThrow(job, plan, runner, progress);
	}
	catch (const std::bad_alloc&)
	{
		return Failed(job.input, {FractureCore::ErrorCode::TooLarge, "needs more memory than there is"});
	}
	catch (const std::exception& error)
	{
		return Failed(job.input, {FractureCore::ErrorCode::InvalidFile, error.what()});
	}
}
} // namespace FractureCli
