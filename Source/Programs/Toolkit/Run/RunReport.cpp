// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/RunReport.h"

#include <algorithm>
#include <numeric>

namespace FractureToolkit
{
namespace
{
using FractureCore::Vec3;
using nlohmann::ordered_json;

ordered_json Triple(const Vec3& v)
{
	return {v.x, v.y, v.z};
}

double TotalOf(const RunTimes& times)
{
	return std::accumulate(times.begin(), times.end(), 0.0);
}

ordered_json FrameToJson(const RecordedFrame& frame)
{
	ordered_json json;
	json["time_s"] = frame.time;
	json["bodies"] = frame.bodies;
	json["fragments"] = frame.fragments;
	json["triangles"] = frame.triangles;
	for (size_t stage = 0; stage < kRunStages; ++stage)
	{
		json["ms"][kRunStageNames[stage]] = frame.milliseconds[stage];
	}
	json["ms"]["total"] = TotalOf(frame.milliseconds);
	json["energy_j"] = {{"kinetic", frame.balance.kinetic}, {"potential", frame.balance.potential}};
	json["momentum_kgms"] = Triple(frame.balance.momentum);
	json["angular_momentum_kgm2s"] = Triple(frame.balance.spin);
	json["breaks"] = ordered_json::array();
	for (const RecordedBreak& event : frame.breaks)
	{
		json["breaks"].push_back({{"body", event.body},
			{"time_s", event.time},
			{"pieces", event.pieces},
			{"debris", event.debris},
			{"debris_kg", event.debrisMass},
			{"debris_momentum_kgms", Triple(event.debrisMomentum)},
			{"debris_angular_momentum_kgm2s", Triple(event.debrisSpin)},
			{"load", event.load},
			{"impulse_ns", event.impulse},
			{"impulse_used", event.impulseFraction}});
	}
	json["cracks"] = ordered_json::array();
	for (const RecordedCrack& event : frame.cracks)
	{
		json["cracks"].push_back({{"body", event.body},
			{"time_s", event.time},
			{"area_m2", event.area},
			{"load", event.load},
			{"impulse_ns", event.impulse}});
	}
	return json;
}

ordered_json BodyToJson(const RecordedBody& body)
{
	ordered_json json;
	json["name"] = body.name;
	json["object"] = body.object;
	json["parent"] = body.parent == FractureCore::kNoIndex ? ordered_json(nullptr) : ordered_json(body.parent);
	json["first_frame"] = body.firstFrame;
	json["end_frame"] = body.endFrame == FractureCore::kNoIndex ? ordered_json(nullptr) : ordered_json(body.endFrame);
	json["free_frame"] =
		body.freeFrame == FractureCore::kNoIndex ? ordered_json(nullptr) : ordered_json(body.freeFrame);
	json["fixed"] = body.kind == FractureCore::BodyKind::Static;
	json["kinematic"] = body.kind == FractureCore::BodyKind::Kinematic;
	json["mass_kg"] = body.mass.mass;
	json["volume_m3"] = body.mass.volume;
	json["triangles"] = body.mesh->triangles.size();
	return json;
}
} // namespace

ordered_json MakeRunTotals(const Recording& recording)
{
	ordered_json json;
	json["scene"] = recording.scene;
	json["source"] = recording.source;
	json["host"] = recording.host;
	json["frames_per_second"] = recording.framesPerSecond;
	json["gravity_ms2"] = Triple(recording.gravity);
	ordered_json totals;
	totals["frames"] = recording.frames.size();
	int32_t breaks = 0;
	int32_t cracks = 0;
	int32_t debris = 0;
	double worst = 0.0;
	double sum = 0.0;
	RunTimes stages = {};
	for (const RecordedFrame& frame : recording.frames)
	{
		breaks += static_cast<int32_t>(frame.breaks.size());
		cracks += static_cast<int32_t>(frame.cracks.size());
		for (const RecordedBreak& event : frame.breaks)
		{
			debris += event.debris;
		}
		worst = std::max(worst, TotalOf(frame.milliseconds));
		sum += TotalOf(frame.milliseconds);
		for (size_t stage = 0; stage < kRunStages; ++stage)
		{
			stages[stage] += frame.milliseconds[stage];
		}
	}
	const bool any = !recording.frames.empty();
	totals["seconds"] = any ? recording.frames.back().time : 0.0;
	totals["bodies"] = any ? recording.frames.back().bodies : 0;
	totals["fragments"] = any ? recording.frames.back().fragments : 0;
	totals["triangles"] = any ? recording.frames.back().triangles : 0;
	totals["breaks"] = breaks;
	totals["cracks"] = cracks;
	totals["debris"] = debris;
	for (size_t stage = 0; stage < kRunStages; ++stage)
	{
		totals["ms"][kRunStageNames[stage]] = stages[stage];
	}
	totals["ms"]["total"] = sum;
	totals["ms_mean_frame"] = any ? sum / static_cast<double>(recording.frames.size()) : 0.0;
	totals["ms_worst_frame"] = worst;
	json["totals"] = std::move(totals);
	json["interrupted"] = recording.isInterrupted;
	json["hash"] = ToHex(HashOfRecording(recording));
	return json;
}

ordered_json MakeRunReport(const Recording& recording)
{
	ordered_json json = MakeRunTotals(recording);
	json["frames"] = ordered_json::array();
	for (const RecordedFrame& frame : recording.frames)
	{
		json["frames"].push_back(FrameToJson(frame));
	}
	json["bodies"] = ordered_json::array();
	for (const RecordedBody& body : recording.bodies)
	{
		json["bodies"].push_back(BodyToJson(body));
	}
	return json;
}
} // namespace FractureToolkit
