// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "RecordingReader.h"

#include "JsonFields.h"
#include "Studio/StudioRunJson.h"

#include <utility>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;
using FractureCore::Status;

constexpr int32_t kRecordingVersion = 1;

Status CheckHeader(const nlohmann::json& json)
{
	if (!json.is_object() || !json.contains("fracturesim_recording"))
	{
		return Error{ErrorCode::InvalidFile, "is not a recording: line 1 must be {\"fracturesim_recording\": 1}"};
	}
	const nlohmann::json& version = json["fracturesim_recording"];
	if (version != kRecordingVersion)
	{
		return Error{ErrorCode::UnsupportedFile,
			"is a recording of version " + version.dump() + "; this program reads version " +
				std::to_string(kRecordingVersion)};
	}
	return FractureCore::Ok{};
}

Result<FractureCore::ContactImpulse> ReadContact(const nlohmann::json& json, const std::string& place)
{
	FractureCore::ContactImpulse contact;
	double duration = 0.0;
	double radius = 0.0;
	JsonFields fields(json, place);
	fields.Require({"point", "impulse", "duration"});
	fields.Read("point", contact.point);
	fields.Read("impulse", contact.impulse);
	fields.Read("duration", duration, kPositive);
	fields.Read("radius", radius, kNotNegative);
	if (const Status status = fields.Finish(); !status)
	{
		return status.GetError();
	}
	contact.pulse = FractureCore::GivenPulse(duration, FractureCore::PulseShape::HalfSine);
	contact.pulse.patchRadius = radius;
	return contact;
}

Status ReadContacts(JsonFields& fields, const std::string& place, GameImpact& impact)
{
	const nlohmann::json* contacts = fields.Take("contacts");
	if (contacts == nullptr)
	{
		return FractureCore::Ok{};
	}
	if (!contacts->is_array() || contacts->empty())
	{
		fields.Fail("'contacts' must be a list that is not empty");
		return FractureCore::Ok{};
	}
	for (size_t i = 0; i < contacts->size(); ++i)
	{
		Result<FractureCore::ContactImpulse> contact =
			ReadContact((*contacts)[i], place + ", contact " + std::to_string(i + 1));
		if (!contact)
		{
			return contact.GetError();
		}
		impact.contacts.push_back(*contact);
	}
	return FractureCore::Ok{};
}

/// The fields that every impact has.
Status ReadImpact(JsonFields& fields, const std::string& place, GameImpact& impact)
{
	uint64_t seed = 0;
	fields.Require({"contacts"});
	if (fields.ReadWord("quality", {"full", "fast"}) == 1)
	{
		impact.settings.plan = FractureCore::OneSolvePlan();
	}
	fields.Read("seed", seed);
	fields.Read("restitution", impact.restitution, {0.0, 1.0});
	fields.Read("velocity", impact.motion.velocity);
	fields.Read("angular_velocity", impact.motion.angularVelocity);
	impact.settings.plan.seed = seed;
	return ReadContacts(fields, place, impact);
}

Status ReadBefore(JsonFields& fields, const std::string& place, GameBreak& result)
{
	const nlohmann::json* before = fields.Take("before");
	if (before == nullptr)
	{
		return FractureCore::Ok{};
	}
	if (!before->is_array())
	{
		fields.Fail("'before' must be a list");
		return FractureCore::Ok{};
	}
	for (size_t i = 0; i < before->size(); ++i)
	{
		const std::string where = place + ", before " + std::to_string(i + 1);
		JsonFields earlier((*before)[i], where);
		if (const Status status = ReadImpact(earlier, where, result.before.emplace_back()); !status)
		{
			return status;
		}
		if (const Status status = earlier.Finish(); !status)
		{
			return status;
		}
	}
	return FractureCore::Ok{};
}

/// What every line has. The body is a name beside the recording, never a way out of its folder.
void ReadBody(JsonFields& fields, std::string& body, std::string& hash)
{
	fields.Require({"body", "hash"});
	fields.Read("body", body);
	fields.Read("hash", hash);
	if (body.find_first_of("/\\:") != std::string::npos)
	{
		fields.Fail("'body' must be the name of a file beside the recording");
	}
}

Result<GameScene> ReadScene(const nlohmann::json& json, const std::string& place)
{
	GameScene result;
	JsonFields fields(json, place);
	ReadBody(fields, result.body, result.hash);
	fields.Require({"frames"});
	fields.Read("frames", result.frames, 1, 1 << 20);
	JsonFields scene(*fields.Take("scene"), place + ", scene");
	result.request = ReadRunRequest(scene);
	if (const Status status = scene.Finish(); !status)
	{
		return status.GetError();
	}
	if (const Status status = fields.Finish(); !status)
	{
		return status.GetError();
	}
	return result;
}

Result<GameBreak> ReadBreak(const nlohmann::json& json, const std::string& place)
{
	GameBreak result;
	JsonFields fields(json, place);
	ReadBody(fields, result.body, result.hash);
	if (const Status status = ReadImpact(fields, place, result); !status)
	{
		return status.GetError();
	}
	if (const Status status = ReadBefore(fields, place, result); !status)
	{
		return status.GetError();
	}
	if (const Status status = fields.Finish(); !status)
	{
		return status.GetError();
	}
	return result;
}
} // namespace

Result<GameRecording> ReadRecording(std::string_view text)
{
	GameRecording recording;
	bool hasHeader = false;
	for (int32_t line = 1; !text.empty(); ++line)
	{
		const size_t end = text.find('\n');
		const std::string_view row = text.substr(0, end);
		text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
		if (row.find_first_not_of(" \t\r") == std::string_view::npos)
		{
			continue;
		}
		const std::string place = "line " + std::to_string(line);
		const Result<nlohmann::json> json = ParseJson(row, line);
		if (!json)
		{
			return json.GetError(); // it names the line
		}
		if (!hasHeader)
		{
			if (const Status status = CheckHeader(*json); !status)
			{
				return status.GetError();
			}
			hasHeader = true;
			continue;
		}
		if (json->is_object() && json->contains("scene"))
		{
			Result<GameScene> scene = ReadScene(*json, place);
			if (!scene)
			{
				return scene.GetError();
			}
			recording.scenes.push_back(std::move(*scene));
			continue;
		}
		Result<GameBreak> recorded = ReadBreak(*json, place);
		if (!recorded)
		{
			return recorded.GetError();
		}
		recording.breaks.push_back(std::move(*recorded));
	}
	if (!hasHeader)
	{
		return Error{ErrorCode::InvalidFile, "is empty"};
	}
	return recording;
}
} // namespace FractureToolkit
