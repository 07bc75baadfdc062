// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GlbWriter.h"
#include "Run/RecordingGlb.h"
#include "StrengthWriter.h"
#include "Studio/StudioRunJson.h"
#include "Studio/Workbench.h"
#include "Studio/ZipFile.h"

#include "FractureCore/Asset.h"

#include <nlohmann/json.hpp>

#include <set>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

/// The object's name as a file's: without folders, extension and what some systems do not allow.
std::string Stem(const std::string& name)
{
	std::string stem = name.substr(0, name.find_last_of('.'));
	stem = stem.substr(stem.find_last_of("/\\") + 1);
	for (char& c : stem)
	{
		const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-';
		c = isPlain ? c : '_';
	}
	return stem.empty() ? "object" : stem;
}

/// The same body with its pose in its mesh.
StudioBody Moved(const StudioBody& body)
{
	StudioBody moved = body;
	SurfaceMesh mesh = *body.mesh;
	for (Vec3& p : mesh.positions)
	{
		p = ToWorld(body.pose, p);
	}
	for (Vec3f& normal : mesh.cornerNormals)
	{
		const Vec3 turned = Rotated(body.pose.orientation,
			{static_cast<double>(normal.x), static_cast<double>(normal.y), static_cast<double>(normal.z)});
		normal = {static_cast<float>(turned.x), static_cast<float>(turned.y), static_cast<float>(turned.z)};
	}
	moved.mesh = std::make_shared<const SurfaceMesh>(std::move(mesh));
	moved.mass.centre = ToWorld(body.pose, body.mass.centre);
	moved.pose = {};
	return moved;
}
} // namespace

Result<StudioFile> Workbench::ExportAsset() const
{
	if (m_view.object == nullptr)
	{
		return Error{ErrorCode::InvalidSettings, "Bake the object first: a .frac file holds a baked object"};
	}
	if (!m_hasEdits)
	{
		return StudioFile{Stem(m_view.name) + ".frac", SaveAsset(*m_view.object)};
	}
	const Result<BakedObject> edited = EditedObject(SerialRunner());
	return edited ? Result<StudioFile>(StudioFile{Stem(m_view.name) + ".frac", SaveAsset(*edited)})
				  : Result<StudioFile>(edited.GetError());
}

Result<StudioFile> Workbench::ExportGlb(bool animated) const
{
	if (animated)
	{
		if (m_recording.frames.empty())
		{
			return Error{ErrorCode::InvalidSettings, "There is no run to export: drop or shoot the object first"};
		}
		Result<std::vector<uint8_t>> bytes = FormatRecordingGlb(m_recording);
		return bytes ? Result<StudioFile>(StudioFile{Stem(m_view.name) + "-run.glb", std::move(*bytes)})
					 : Result<StudioFile>(bytes.GetError());
	}
	if (m_view.bodies.empty())
	{
		return Error{ErrorCode::InvalidSettings, "Nothing is loaded: there is nothing to export"};
	}
	std::vector<ExportedPart> parts;
	std::vector<StudioBody> moved;
	moved.reserve(m_view.bodies.size());
	for (const StudioBody& body : m_view.bodies)
	{
		const bool isMoved = !(body.pose == Pose{});
		const StudioBody& shown = isMoved ? moved.emplace_back(Moved(body)) : body;
		parts.push_back(
			{parts.empty() && m_view.bodies.size() == 1 ? Stem(m_view.name) : "piece-" + std::to_string(parts.size()),
				shown.mesh.get(),
				shown.mass.mass > 0.0 ? &shown.mass : nullptr});
	}
	GlbOptions options;
	options.explode = parts.size() > 1 && moved.empty() ? 0.5 : 0.0;
	Result<std::vector<uint8_t>> bytes = FormatGlb(parts, options);
	return bytes ? Result<StudioFile>(StudioFile{Stem(m_view.name) + ".glb", std::move(*bytes)})
				 : Result<StudioFile>(bytes.GetError());
}

Result<StudioFile> Workbench::ExportRecording() const
{
	const std::optional<StudioRunRecord> played = m_view.Played();
	if (m_view.hits.empty() && !played)
	{
		return Error{ErrorCode::InvalidSettings, "There is nothing to record: click the object or play a scene first"};
	}
	std::string text = "{\"fracturesim_recording\": 1}\n";
	std::vector<ZipEntry> entries(1);
	std::set<int32_t> written;
	if (played)
	{
		const char* const name = "object.frac";
		entries.push_back({name, SaveAsset(*m_parts.at(kNoIndex).object)});
		nlohmann::ordered_json line;
		line["body"] = name;
		line["scene"] = RunRequestToJson(played->request);
		line["frames"] = played->frames;
		line["hash"] = ToHex(played->hash);
		text += line.dump() + "\n";
	}
	for (const StudioHitRecord& done : m_view.hits)
	{
		const std::string name = "body-" + std::to_string(done.hit.body) + ".frac";
		if (written.insert(done.hit.body).second)
		{
			entries.push_back({name, SaveAsset(*m_parts.at(done.hit.body).object)});
		}
		nlohmann::ordered_json line;
		line["body"] = name;
		line["seed"] = done.hit.seed;
		line["restitution"] = done.restitution;
		line["contacts"] = nlohmann::ordered_json::array({{{"point", Numbers(done.contact.point)},
			{"impulse", Numbers(done.contact.impulse)},
			{"duration", done.contact.pulse.duration},
			{"radius", done.contact.pulse.patchRadius}}});
		line["hash"] = ToHex(done.hash);
		text += line.dump() + "\n";
	}
	entries[0] = {"impacts.txt", std::vector<uint8_t>(text.begin(), text.end())};
	return StudioFile{Stem(m_view.name) + "-recording.zip", FormatZip(entries)};
}
} // namespace FractureToolkit
