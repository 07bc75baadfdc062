// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioEdits.h"

#include "JsonFields.h"
#include "StrengthReader.h"

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Job = StudioSession::Job;

constexpr int32_t kMostItems = 1000;
constexpr size_t kMostPoints = 10'000;
constexpr auto kBlends = {"multiply", "add", "min", "max", "replace"};
constexpr auto kChannels = {"strength", "mask", "anchor", "seeds"};

/// What the fields of a change say, whichever it has.
struct ChangeRequest
{
	int32_t index = 0;
	int32_t at = kNoIndex;
	int32_t from = 0;
	int32_t to = 0;
	double depth = 0.01;
	PaintChannel channel = PaintChannel::LayerValues;
	std::optional<std::string> name;
	std::optional<bool> isHidden;
	std::optional<StrengthBlend> blend;
	std::optional<double> weight;
	std::optional<StrengthLayer> layer;
	std::optional<Anchor> anchor;
	bool merges = false;
};

template <typename T, typename Read>
void ReadIfThere(JsonFields& fields, const char* name, std::optional<T>& value, Read&& read)
{
	if (fields.Has(name))
	{
		value = T{};
		read(*value);
	}
}

/// One layer or anchor by the reader of whole setups, so that a page may send what a file may hold.
Result<StrengthSetup> ReadOne(const char* list, const nlohmann::json& item)
{
	return ReadStrength(nlohmann::json{{list, nlohmann::json::array({item})}}, "");
}

Result<ChangeRequest> ReadChange(JsonFields& fields)
{
	ChangeRequest change;
	fields.Read("index", change.index, 0, kMostItems);
	fields.Read("at", change.at, kNoIndex, kMostItems);
	fields.Read("from", change.from, 0, kMostItems);
	fields.Read("to", change.to, 0, kMostItems);
	fields.Read("depth", change.depth, {1.0e-9, 1.0e4});
	fields.Read("merge", change.merges);
	change.channel = static_cast<PaintChannel>(fields.ReadWord("channel", kChannels));
	ReadIfThere(fields, "name", change.name, [&](std::string& name) { fields.Read("name", name); });
	ReadIfThere(fields, "hidden", change.isHidden, [&](bool& hidden) { fields.Read("hidden", hidden); });
	ReadIfThere(fields,
		"blend",
		change.blend,
		[&](StrengthBlend& blend) { blend = static_cast<StrengthBlend>(fields.ReadWord("blend", kBlends)); });
	ReadIfThere(fields, "weight", change.weight, [&](double& weight) { fields.Read("weight", weight, kAnyNumber); });
	const nlohmann::json* layer = fields.Take("layer");
	const nlohmann::json* anchor = fields.Take("anchor");
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	if (layer != nullptr)
	{
		Result<StrengthSetup> one = ReadOne("layers", *layer);
		if (!one)
		{
			return one.GetError();
		}
		change.layer = std::move(one->layers.front());
	}
	if (anchor != nullptr)
	{
		Result<StrengthSetup> one = ReadOne("anchors", *anchor);
		if (!one)
		{
			return one.GetError();
		}
		change.anchor = std::move(one->anchors.front());
	}
	return change;
}

Result<EditRecord> ChangeLayerLook(StrengthSetup& setup, const ChangeRequest& change)
{
	LayerLook look = static_cast<size_t>(change.index) < setup.layers.size()
		? LookOf(setup.layers[static_cast<size_t>(change.index)])
		: LayerLook{};
	look.name = change.name.value_or(look.name);
	look.isHidden = change.isHidden.value_or(look.isHidden);
	look.blend = change.blend.value_or(look.blend);
	look.weight = change.weight.value_or(look.weight);
	return SetLayerLook(setup, change.index, look);
}

Result<EditRecord> ChangeAnchorLook(StrengthSetup& setup, const ChangeRequest& change)
{
	AnchorLook look = static_cast<size_t>(change.index) < setup.anchors.size()
		? LookOf(setup.anchors[static_cast<size_t>(change.index)])
		: AnchorLook{};
	look.name = change.name.value_or(look.name);
	look.isHidden = change.isHidden.value_or(look.isHidden);
	return SetAnchorLook(setup, change.index, look);
}

/// Pages do not have the seeds that were painted: grains keep theirs.
StrengthSource WithPaintedSeeds(const StrengthSetup& setup, const ChangeRequest& change)
{
	StrengthSource source = change.layer->source;
	const size_t index = static_cast<size_t>(change.index);
	const auto* before = index < setup.layers.size() ? std::get_if<GrainLayer>(&setup.layers[index].source) : nullptr;
	if (auto* grains = std::get_if<GrainLayer>(&source);
		grains != nullptr && before != nullptr && grains->seeds.empty())
	{
		grains->seeds = before->seeds;
	}
	return source;
}

using Maker = Result<EditRecord> (*)(StrengthSetup&, const SurfaceMesh&, const ChangeRequest&);
struct NamedChange
{
	const char* verb;
	Maker make;
};
constexpr NamedChange kChanges[] = {
	{"add-layer",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change) -> Result<EditRecord>
		{
			return change.layer ? AddLayer(setup, *change.layer, change.at)
								: Result<EditRecord>(Error{ErrorCode::InvalidSettings, "there is no layer to add"});
		}},
	{"remove-layer",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change)
		{ return RemoveLayer(setup, change.index); }},
	{"move-layer",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change)
		{ return MoveLayer(setup, change.from, change.to); }},
	{"set-layer",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change)
		{ return ChangeLayerLook(setup, change); }},
	{"set-source",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change) -> Result<EditRecord>
		{
			return change.layer ? SetLayerSource(setup, change.index, WithPaintedSeeds(setup, change))
								: Result<EditRecord>(Error{ErrorCode::InvalidSettings, "there is no layer to set"});
		}},
	{"add-paint",
		[](StrengthSetup& setup, const SurfaceMesh& surface, const ChangeRequest& change)
		{
			StrengthLayer layer = BlankPaintedLayer(static_cast<int32_t>(surface.positions.size()), change.depth);
			layer.name = change.name.value_or("");
			return AddLayer(setup, std::move(layer), change.at);
		}},
	{"add-anchor",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change) -> Result<EditRecord>
		{
			return change.anchor ? AddAnchor(setup, *change.anchor, change.at)
								 : Result<EditRecord>(Error{ErrorCode::InvalidSettings, "there is no anchor to add"});
		}},
	{"add-anchor-paint",
		[](StrengthSetup& setup, const SurfaceMesh& surface, const ChangeRequest& change)
		{
			Anchor anchor = BlankPaintedAnchor(static_cast<int32_t>(surface.positions.size()), change.depth);
			anchor.name = change.name.value_or("");
			return AddAnchor(setup, std::move(anchor), change.at);
		}},
	{"remove-anchor",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change)
		{ return RemoveAnchor(setup, change.index); }},
	{"set-anchor",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change)
		{ return ChangeAnchorLook(setup, change); }},
	{"set-depth",
		[](StrengthSetup& setup, const SurfaceMesh&, const ChangeRequest& change) {
			return SetPaintDepth(setup, {change.channel, change.index}, change.depth);
		}},
};

Result<Job> BeginJob(JsonFields& fields)
{
	PaintTarget target;
	Brush brush;
	target.channel = static_cast<PaintChannel>(fields.ReadWord("channel", kChannels));
	fields.Read("index", target.index, 0, kMostItems);
	brush.mode = static_cast<BrushMode>(fields.ReadWord("mode", {"paint", "erase", "smooth", "flood"}));
	brush.falloff = static_cast<BrushFalloff>(fields.ReadWord("falloff", {"smooth", "linear", "constant"}));
	brush.reach = static_cast<BrushReach>(fields.ReadWord("reach", {"surface", "straight"}));
	double value = static_cast<double>(brush.value);
	int32_t mirror = 0;
	fields.Read("mirror", mirror, 0, 7);
	fields.Read("radius", brush.radius, kAnyNumber);
	fields.Read("strength", brush.strength, kAnyNumber);
	fields.Read("flow", brush.flow, kAnyNumber);
	fields.Read("value", value, {0.0, 1000.0});
	brush.mirrorAxes = static_cast<uint8_t>(mirror);
	brush.value = static_cast<float>(value);
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	if (const Status valid = ValidateBrush(brush); !valid)
	{
		return valid.GetError();
	}
	return Job([target, brush](Workbench& bench, TaskRunner& runner, const ProgressSink&)
		{ return bench.BeginStroke(target, brush, runner); });
}

Result<Job> PointsJob(JsonFields& fields)
{
	std::vector<float> numbers;
	fields.Require({"points"});
	fields.Read("points", numbers, {-1.0e6, 1.0e6});
	if (numbers.size() % 3 != 0 || numbers.size() > 3 * kMostPoints)
	{
		fields.Fail("points must be x, y, z one after another, at most " + std::to_string(kMostPoints));
	}
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	std::vector<Vec3> points;
	for (size_t i = 0; i + 2 < numbers.size(); i += 3)
	{
		points.push_back({static_cast<double>(numbers[i]),
			static_cast<double>(numbers[i + 1]),
			static_cast<double>(numbers[i + 2])});
	}
	return Job(
		[points](Workbench& bench, TaskRunner& runner, const ProgressSink&) { return bench.Paint(points, runner); });
}

Result<Job> EndJob(JsonFields& fields, bool isKept)
{
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	return Job([isKept](Workbench& bench, TaskRunner& runner, const ProgressSink&)
		{ return bench.EndStroke(isKept, runner); });
}
} // namespace

Result<Job> EditJob(const nlohmann::json& request)
{
	JsonFields fields(request, "");
	std::string verb;
	fields.Require({"do"});
	fields.Read("do", verb);
	if (verb == "undo" || verb == "redo")
	{
		if (const Status read = fields.Finish(); !read)
		{
			return read.GetError();
		}
		return Job([verb](Workbench& bench, TaskRunner& runner, const ProgressSink&)
			{ return verb == "undo" ? bench.Undo(runner) : bench.Redo(runner); });
	}
	Result<ChangeRequest> change = ReadChange(fields);
	if (!change)
	{
		return change.GetError();
	}
	for (const NamedChange& named : kChanges)
	{
		if (verb == named.verb)
		{
			return Job(
				[change = *change, make = named.make](Workbench& bench, TaskRunner& runner, const ProgressSink&)
				{
					return bench.Edit([&](StrengthSetup& setup, const SurfaceMesh& surface)
						{ return make(setup, surface, change); },
						change.merges,
						runner);
				});
		}
	}
	return Error{ErrorCode::InvalidSettings, "there is no change '" + verb + "'"};
}

Result<Job> StrokeJob(const nlohmann::json& request)
{
	JsonFields fields(request, "");
	fields.Require({"do"});
	switch (fields.ReadWord("do", {"begin", "go", "end", "cancel"}))
	{
	case 0:
		return BeginJob(fields);
	case 1:
		return PointsJob(fields);
	case 2:
		return EndJob(fields, true);
	default:
		return EndJob(fields, false);
	}
}
} // namespace FractureToolkit
