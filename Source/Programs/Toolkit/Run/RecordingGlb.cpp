// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/RecordingGlb.h"

#include "ExportedPart.h"
#include "GlbBuffer.h"
#include "GlbMesh.h"

#include <map>
#include <string>
#include <utility>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::kNoIndex;
using FractureCore::Pose;
using FractureCore::Result;
using FractureCore::Vec3;
using nlohmann::json;

std::array<float, 4> TurnedQuaternion(const FractureCore::Quat& r)
{
	const Vec3 v = TurnedToYUp(Vec3{r.x, r.y, r.z}, UpAxis::Z);
	return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z), static_cast<float>(r.w)};
}

class AnimatedGlb
{
public:
	explicit AnimatedGlb(const Recording& recording)
		: m_recording(recording), m_parts(PartsOf(recording)), m_materials(m_parts, false)
	{
	}

	Result<std::vector<uint8_t>> Format()
	{
		for (size_t i = 0; i < m_recording.bodies.size(); ++i)
		{
			AddBody(i);
		}
		if (m_meshes.empty())
		{
			return Error{ErrorCode::InvalidMesh, "there is no body to show"};
		}
		json document = {{"asset", {{"version", "2.0"}, {"generator", "FractureSim"}}},
			{"scene", 0},
			{"scenes", {{{"name", m_recording.scene}, {"nodes", std::move(m_roots)}}}},
			{"nodes", std::move(m_nodes)},
			{"meshes", std::move(m_meshes)},
			{"materials", GlbMaterials(m_materials)}};
		if (!m_channels.empty())
		{
			document["animations"] = {
				{{"name", "run"}, {"channels", std::move(m_channels)}, {"samplers", std::move(m_samplers)}}};
		}
		return m_buffer.MakeFile(std::move(document));
	}

private:
	static std::vector<ExportedPart> PartsOf(const Recording& recording)
	{
		std::vector<ExportedPart> parts;
		for (const RecordedBody& body : recording.bodies)
		{
			parts.push_back({body.name, body.mesh.get(), &body.mass});
		}
		return parts;
	}

	double TimeOf(int32_t frame) const { return m_recording.frames[static_cast<size_t>(frame)].time; }

	int32_t MeshOf(size_t number)
	{
		const RecordedBody& body = m_recording.bodies[number];
		const bool isShared = body.stress.empty();
		if (const auto known = m_meshNumbers.find(body.mesh.get()); isShared && known != m_meshNumbers.end())
		{
			return known->second;
		}
		std::vector<std::array<float, 3>> positions;
		positions.reserve(body.mesh->positions.size());
		for (const Vec3& p : body.mesh->positions)
		{
			positions.push_back(GlbFloats(TurnedToYUp(p - body.mass.centre, UpAxis::Z)));
		}
		json primitives = AddGlbPrimitives(
			{*body.mesh, positions, body.stress, UpAxis::Z},
			[&](int32_t slot) { return m_materials.Number(number, slot); },
			m_buffer);
		int32_t mesh = kNoIndex;
		if (!primitives.empty())
		{
			mesh = static_cast<int32_t>(m_meshes.size());
			m_meshes.push_back({{"name", body.name}, {"primitives", std::move(primitives)}});
		}
		if (isShared)
		{
			m_meshNumbers[body.mesh.get()] = mesh;
		}
		return mesh;
	}

	void AddBody(size_t number)
	{
		const RecordedBody& body = m_recording.bodies[number];
		json extras = {{"mass", body.mass.mass},
			{"volume", body.mass.volume},
			{"object", body.object},
			{"first_frame", body.firstFrame},
			{"fixed", body.kind == FractureCore::BodyKind::Static},
			{"kinematic", body.kind == FractureCore::BodyKind::Kinematic}};
		if (body.parent != kNoIndex)
		{
			extras["parent"] = body.parent;
		}
		if (body.endFrame != kNoIndex)
		{
			extras["end_frame"] = body.endFrame;
		}
		const size_t node = m_nodes.size();
		json entry = {{"name", body.name}, {"extras", std::move(extras)}};
		if (const int32_t mesh = MeshOf(number); mesh != kNoIndex)
		{
			entry["mesh"] = mesh;
		}
		if (!body.poses.empty())
		{
			AddMotion(body, node, entry);
		}
		m_roots.push_back(node);
		m_nodes.push_back(std::move(entry));
	}

	void AddMotion(const RecordedBody& body, size_t node, json& entry)
	{
		std::vector<float> times;
		std::vector<float> places;
		std::vector<float> turns;
		const std::vector<Pose>& poses = body.poses;
		for (size_t i = 0; i < poses.size(); ++i)
		{
			const bool rests = i > 0 && i + 1 < poses.size() && poses[i - 1] == poses[i] && poses[i + 1] == poses[i];
			if (rests)
			{
				continue;
			}
			times.push_back(static_cast<float>(TimeOf(body.firstFrame + static_cast<int32_t>(i))));
			const std::array<float, 3> place = GlbFloats(TurnedToYUp(ToWorld(poses[i], body.mass.centre), UpAxis::Z));
			const std::array<float, 4> turn = TurnedQuaternion(poses[i].orientation);
			places.insert(places.end(), place.begin(), place.end());
			turns.insert(turns.end(), turn.begin(), turn.end());
		}
		entry["translation"] = std::vector<float>(places.begin(), places.begin() + 3);
		entry["rotation"] = std::vector<float>(turns.begin(), turns.begin() + 4);
		bool moves = false;
		for (const Pose& pose : poses)
		{
			moves = moves || !(pose == poses.front());
		}
		if (moves)
		{
			const int32_t input = m_buffer.AddFloats(GlbBuffer::View::Animation, 1, times, true);
			AddChannel(node, "translation", "LINEAR", input, 3, places);
			AddChannel(node, "rotation", "LINEAR", input, 4, turns);
		}
		AddLife(body, node, entry);
	}

	void AddLife(const RecordedBody& body, size_t node, json& entry)
	{
		std::vector<float> times;
		std::vector<float> sizes;
		const auto add = [&](double time, float size)
		{
			times.push_back(static_cast<float>(time));
			sizes.insert(sizes.end(), 3, size);
		};
		if (body.firstFrame > 0)
		{
			add(TimeOf(0), 0.0f);
			add(TimeOf(body.firstFrame), 1.0f);
			entry["scale"] = {0.0, 0.0, 0.0};
		}
		if (body.endFrame != kNoIndex)
		{
			if (times.empty())
			{
				add(TimeOf(0), 1.0f);
			}
			add(TimeOf(body.endFrame), 0.0f);
		}
		if (!times.empty())
		{
			const int32_t input = m_buffer.AddFloats(GlbBuffer::View::Animation, 1, times, true);
			AddChannel(node, "scale", "STEP", input, 3, sizes);
		}
	}

	void AddChannel(size_t node,
		const char* path,
		const char* interpolation,
		int32_t input,
		int32_t width,
		std::span<const float> values)
	{
		m_channels.push_back({{"sampler", m_samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
		m_samplers.push_back({{"input", input},
			{"interpolation", interpolation},
			{"output", m_buffer.AddFloats(GlbBuffer::View::Animation, width, values)}});
	}

	const Recording& m_recording;
	std::vector<ExportedPart> m_parts;
	ExportedMaterials m_materials;
	GlbBuffer m_buffer;
	std::map<const FractureCore::SurfaceMesh*, int32_t> m_meshNumbers; // looked up, never walked
	json m_roots = json::array();
	json m_nodes = json::array();
	json m_meshes = json::array();
	json m_channels = json::array();
	json m_samplers = json::array();
};
} // namespace

Result<std::vector<uint8_t>> FormatRecordingGlb(const Recording& recording)
{
	return AnimatedGlb(recording).Format();
}
} // namespace FractureToolkit
