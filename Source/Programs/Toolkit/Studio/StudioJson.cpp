// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioJson.h"

#include "StrengthWriter.h"
#include "Studio/StudioRunJson.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Json = nlohmann::ordered_json;

constexpr int32_t kHeatStops = 64;
// Stress falls off steeply from a blow: two decades show where it goes.
constexpr double kStressDecades = 0.01;

Json ToJson(const Vec3& v)
{
	return {v.x, v.y, v.z};
}

Json ToJson(const Material& material)
{
	Json json{{"name", material.name}};
	for (const MaterialField& field : MaterialFields())
	{
		json[field.name] = material.*field.value;
	}
	json["strengthAxis"] = ToJson(material.strengthAxis);
	return json;
}

/// A scale with its legend; null where there is nothing to see.
Json DescribeScale(const HeatScale& scale, HeatUnit unit)
{
	const HeatLegend legend = MakeHeatLegend(scale, unit);
	Json json{{"low", scale.low}, {"high", scale.high}, {"log", scale.isLogarithmic}, {"unit", legend.unit}};
	json["ticks"] = Json::array();
	for (const HeatTick& tick : legend.ticks)
	{
		json["ticks"].push_back({{"at", tick.place}, {"text", tick.text}});
	}
	return json;
}

Json DescribeMap(const std::shared_ptr<const StudioHeatMap>& map)
{
	if (map == nullptr)
	{
		return nullptr;
	}
	Json json = DescribeScale(map->scale, map->unit);
	json["even"] = map->isEven;
	if (map->isEven)
	{
		const double middle = 0.5 * (map->scale.low + map->scale.high);
		char text[32];
		std::snprintf(text, sizeof(text), "%.3g", map->unit == HeatUnit::Megapascal ? 1.0e-6 * middle : middle);
		json["ticks"] = {{{"at", 0.5}, {"text", text}}};
	}
	return json;
}

Json DescribeStress(double most)
{
	return most > 0.0 ? DescribeScale({kStressDecades * most, most, true}, HeatUnit::Megapascal) : Json(nullptr);
}

Json DescribeRun(const StudioRunLog& run)
{
	constexpr const char* kScenes[] = {"drop", "shoot", "weight"};
	Json json{{"number", run.number},
		{"scene", kScenes[static_cast<size_t>(run.request.scene)]},
		{"height", run.request.scene == StudioScene::Shoot ? 0.0 : run.request.height},
		{"fps", run.framesPerSecond},
		{"frames", run.Frames()},
		{"planned", run.framesPlanned},
		{"host", run.host},
		{"done", run.IsDone()},
		{"stress", DescribeStress(run.MostStress())},
		{"mean_ms", run.MeanMilliseconds()},
		{"bodies", Json::array()}};
	for (const StudioRunBody& body : run.Bodies())
	{
		json["bodies"].push_back({{"mesh", body.mesh},
			{"parent", body.parent},
			{"object", body.object},
			{"mass_kg", body.mass},
			{"centre", ToJson(body.centre)}});
	}
	return json;
}

/// m, of a surface of even triangles that has the same area and as many of them.
double MeanEdge(const SurfaceMesh& mesh)
{
	double area = 0.0;
	for (const Triangle& t : mesh.triangles)
	{
		const auto at = [&](size_t k) { return mesh.positions[static_cast<size_t>(t.v[k])]; };
		area += 0.5 * Length(Cross(at(1) - at(0), at(2) - at(0)));
	}
	const double count = static_cast<double>(std::max<size_t>(mesh.triangles.size(), 1));
	return std::sqrt(4.0 / std::sqrt(3.0) * area / count);
}

Json DescribeJob(const StudioJobState& job)
{
	return job.kind.empty() ? Json(nullptr)
							: Json{{"kind", job.kind},
								  {"stage", job.stage},
								  {"fraction", job.fraction},
								  {"waiting", job.waiting},
								  {"cancelled", job.isCancelled}};
}

/// As it is asked for again, but for its body: that has another number the next time.
Json DescribeHit(const StudioHit& hit)
{
	return {{"frame", hit.frame},
		{"point", ToJson(hit.point)},
		{"direction", ToJson(hit.direction)},
		{"mass", hit.mass},
		{"speed", hit.speed},
		{"seed", hit.seed}};
}

Json DescribePlayed(const std::optional<StudioRunRecord>& played)
{
	return played
		? Json{{"scene", RunRequestToJson(played->request)}, {"frames", played->frames}, {"hash", ToHex(played->hash)}}
		: Json(nullptr);
}

void AddBodies(Json& json, const StudioView& view)
{
	for (const StudioBody& body : view.bodies)
	{
		Json& told = json["bodies"].emplace_back(Json{{"mesh", body.number},
			{"parent", body.parent},
			{"triangles", body.mesh->triangles.size()},
			{"mass_kg", body.mass.mass},
			{"centre", ToJson(body.mass.mass > 0.0 ? body.mass.centre : (view.low + view.high) * 0.5)}});
		if (const auto& [p, q] = body.pose; !(body.pose == Pose{}))
		{
			told["pose"] = {p.x, p.y, p.z, q.x, q.y, q.z, q.w};
		}
	}
	for (const StudioHitRecord& record : view.hits)
	{
		json["hits"].push_back({{"impulse_ns", Length(record.contact.impulse)},
			{"separated", record.isSeparated},
			{"pieces", record.pieces},
			{"debris", record.debris},
			{"load", record.load},
			{"ms", record.milliseconds},
			{"hash", ToHex(record.hash)},
			{"place", record.place},
			{"asked", DescribeHit(record.hit)}});
	}
}
} // namespace

Json DescribeStatus(const StudioStatus& status)
{
	constexpr const char* kPhases[] = {"empty", "loaded", "baked"};
	constexpr const char* kOrigins[] = {"sample", "file", "upload"};
	const StudioView& view = *status.view;
	Json json{{"version", status.version},
		{"phase", kPhases[static_cast<size_t>(view.phase)]},
		{"name", view.name},
		{"origin", kOrigins[static_cast<size_t>(view.origin)]},
		{"is_asset", view.isAsset},
		{"length_m", view.length},
		{"low", ToJson(view.low)},
		{"high", ToJson(view.high)},
		{"error", status.error},
		{"job", DescribeJob(status.job)},
		{"tets_wanted", view.request.tets},
		{"material", ToJson(view.request.material)},
		{"setup", StrengthToJson(view.request.strength, false)},
		{"undo", view.undo},
		{"redo", view.redo},
		{"findings", Json::array()},
		{"warnings", Json::array()},
		{"bodies", Json::array()},
		{"hits", Json::array()},
		{"stress", DescribeStress(view.mostStress)},
		{"strength", DescribeMap(view.strength)},
		{"anchors", DescribeMap(view.anchors)},
		{"fragility", DescribeMap(view.fragility)},
		{"run", view.run ? DescribeRun(*view.run) : Json(nullptr)},
		{"played", DescribePlayed(view.Played())}};
	for (const SetupFinding& finding : view.findings)
	{
		json["findings"].push_back(
			{{"code", RuleCode(finding.rule)}, {"is_error", finding.isError}, {"text", finding.text}});
	}
	for (const Warning& warning : view.warnings)
	{
		json["warnings"].push_back(warning.message);
	}
	AddBodies(json, view);
	if (view.object)
	{
		json["baked"] = {{"number", view.bakeNumber},
			{"tets", view.object->tets.tets.size()},
			{"vertices", view.object->surface.positions.size()},
			{"mass_kg", view.object->mass.mass},
			{"edge_m", MeanEdge(view.object->surface)},
			{"fine", view.request.isFine},
			{"shell_m", view.object->shellThickness},
			{"seconds", view.bakeSeconds}};
	}
	return json;
}

Json DescribeLibrary(const StudioLibrary& library)
{
	Json json{
		{"entries", Json::array()}, {"materials", Json::array()}, {"fields", Json::array()}, {"heat", Json::array()}};
	json["first"] = library.First();
	for (const StudioEntry& entry : library.List())
	{
		json["entries"].push_back(
			{{"name", entry.name}, {"about", entry.about}, {"sample", entry.isSample}, {"doubtful", entry.isDoubtful}});
	}
	for (const Material& material : MaterialPresets())
	{
		json["materials"].push_back(ToJson(material));
	}
	for (const MaterialField& field : MaterialFields())
	{
		json["fields"].push_back({{"name", field.name},
			{"unit", field.unit},
			{"low", field.low},
			{"high", field.high},
			{"open", field.isLowExcluded}});
	}
	for (int32_t i = 0; i <= kHeatStops; ++i)
	{
		const std::array<uint8_t, 3> bytes = HeatBytes(static_cast<double>(i) / kHeatStops);
		json["heat"].push_back({bytes[0], bytes[1], bytes[2]});
	}
	return json;
}
} // namespace FractureToolkit
