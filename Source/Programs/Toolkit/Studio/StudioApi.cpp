// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioApi.h"

#include "JsonFields.h"
#include "Run/ViewerSources.h"
#include "StrengthWriter.h"
#include "Studio/ByteWriter.h"
#include "Studio/StudioJobs.h"
#include "Studio/StudioJson.h"
#include "Studio/StudioPackets.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>
#include <random>
#include <set>
#include <span>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using Json = nlohmann::ordered_json;

constexpr size_t kMostSessions = 16;
constexpr size_t kLargestJson = 4 << 20; // paint that came with an address
constexpr size_t kLargestPage = 64 << 10;

StudioResponse Say(const Json& json, int status = 200)
{
	StudioResponse response;
	response.status = status;
	response.body = json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
	return response;
}
StudioResponse Refuse(int status, const std::string& why)
{
	return Say({{"error", why}}, status);
}
StudioResponse Bytes(const std::vector<uint8_t>& bytes, bool isImmutable)
{
	return {200, "application/octet-stream", std::string(bytes.begin(), bytes.end()), "", isImmutable};
}

struct FoundMesh
{
	std::shared_ptr<const SurfaceMesh> mesh;
	std::span<const float> stress;
};
/// All that a page may ask for, by number.
std::map<int32_t, FoundMesh> MeshesOf(const StudioView& view, std::span<const StudioRunBody> run)
{
	std::map<int32_t, FoundMesh> found;
	for (const StudioBody& body : view.bodies)
	{
		found[body.number] = {body.mesh, body.stress};
	}
	for (const StudioRunBody& body : run)
	{
		found[body.mesh] = {body.surface, *body.stress};
	}
	return found;
}

/// One of the studio's own files; empty: there is none of that path.
std::string_view PageAt(const std::string& path)
{
	const bool isOurs =
		path == "/three.min.js" || (path.starts_with("/studio") && (path.ends_with(".js") || path.ends_with(".css")));
	return path == "/" ? ViewerSource("studio.html") : isOurs ? ViewerSource(path.substr(1)) : std::string_view();
}

/// The numbers of `of=1,2,3`, each once; what is no number ends them.
std::set<int32_t> NumbersIn(const StudioRequest& request, const char* name)
{
	std::set<int32_t> numbers;
	const auto found = request.query.find(name);
	const std::string text = found == request.query.end() ? "" : found->second;
	for (const char *at = text.data(), *end = at + text.size(); at < end;)
	{
		int32_t value = 0;
		const auto [next, error] = std::from_chars(at, end, value);
		if (error != std::errc())
		{
			break;
		}
		numbers.insert(value);
		at = next + 1;
	}
	return numbers;
}

/// For each body its number, how many bytes follow, and those.
template <typename Write>
StudioResponse EachBody(const StudioView& view, const StudioRequest& request, Write&& write)
{
	StudioResponse response{200, "application/octet-stream", "", "", false};
	const std::vector<StudioRunBody> run = view.run ? view.run->Bodies() : std::vector<StudioRunBody>{};
	const std::map<int32_t, FoundMesh> known = MeshesOf(view, run);
	for (const int32_t number : NumbersIn(request, "of"))
	{
		const auto found = known.find(number);
		if (found == known.end())
		{
			return Refuse(404, "That piece is no longer there");
		}
		const std::vector<uint8_t> bytes = write(found->second);
		ByteWriter head;
		head.Add(static_cast<uint32_t>(number));
		head.Add(static_cast<uint32_t>(bytes.size()));
		const std::vector<uint8_t> start = head.Take();
		response.body.append(start.begin(), start.end());
		response.body.append(bytes.begin(), bytes.end());
	}
	return response;
}

/// m; 0: as in the file. What is no length is refused by the load.
double LengthIn(const StudioRequest& request)
{
	const auto found = request.query.find("length");
	double value = 0.0;
	if (found != request.query.end())
	{
		std::from_chars(found->second.data(), found->second.data() + found->second.size(), value);
	}
	return value;
}

int32_t NumberIn(const StudioRequest& request, const char* name)
{
	const auto found = request.query.find(name);
	int32_t value = kNoIndex;
	if (found != request.query.end())
	{
		std::from_chars(found->second.data(), found->second.data() + found->second.size(), value);
	}
	return value;
}
} // namespace

bool IsForeign(const StudioRequest& request, const std::string& address, int32_t port)
{
	const std::string suffix = ":" + std::to_string(port);
	const bool isKnown = request.host == address + suffix || request.host == "localhost" + suffix ||
		request.host == "127.0.0.1" + suffix || request.host == "[::1]" + suffix;
	const bool isOwnOrigin = request.origin.empty() || request.origin == "http://" + request.host;
	const bool isOwnSite =
		request.fetchSite.empty() || request.fetchSite == "same-origin" || request.fetchSite == "none";
	return !isKnown || !isOwnOrigin || !isOwnSite;
}

std::shared_ptr<StudioSession> StudioApi::Find(const std::string& id) const
{
	const std::scoped_lock lock(m_mutex);
	const auto found = m_sessions.find(id);
	return found == m_sessions.end() ? nullptr : found->second;
}

size_t StudioApi::SessionCount() const
{
	const std::scoped_lock lock(m_mutex);
	return m_sessions.size();
}

size_t StudioApi::FreeAbandoned(StudioSession::Clock::time_point now)
{
	std::vector<std::shared_ptr<StudioSession>> gone; // ends outside the lock: a large one takes a while to free
	const std::scoped_lock lock(m_mutex);
	for (auto it = m_sessions.begin(); it != m_sessions.end();)
	{
		const bool isGone = it->second->IsAbandoned(now);
		if (isGone)
		{
			it->second->Cancel();
			m_leaving.push_back(it->second);
		}
		it = isGone ? m_sessions.erase(it) : std::next(it);
	}
	const auto busy =
		std::partition(m_leaving.begin(), m_leaving.end(), [](const auto& session) { return !session->IsIdle(); });
	gone.assign(std::make_move_iterator(busy), std::make_move_iterator(m_leaving.end()));
	m_leaving.erase(busy, m_leaving.end());
	return gone.size();
}

StudioResponse StudioApi::Open()
{
	const std::scoped_lock lock(m_mutex);
	if (m_sessions.size() >= kMostSessions)
	{
		return Refuse(503, "Too many tabs are open: close one and try again in a few seconds");
	}
	std::random_device device;
	char id[33];
	std::snprintf(id, sizeof(id), "%08x%08x%08x%08x", device(), device(), device(), device());
	m_sessions[id] = std::make_shared<StudioSession>(m_threads);
	return Say({{"session", id}});
}

StudioResponse StudioApi::Answer(const StudioRequest& request)
{
	if (const std::string_view page = PageAt(request.path); !page.empty())
	{
		const char* type = request.path == "/" ? "text/html; charset=utf-8"
			: request.path.ends_with(".css")   ? "text/css; charset=utf-8"
											   : "application/javascript; charset=utf-8";
		return {200, type, std::string(page), "", false};
	}
	if (request.path == "/api/library")
	{
		return Say(DescribeLibrary(m_library));
	}
	if (request.path == "/api/open")
	{
		return request.method == "POST" ? Open() : Refuse(405, "Opening a session takes a POST");
	}
	// /api/ID/WHAT
	const std::string rest = request.path.starts_with("/api/") ? request.path.substr(5) : "";
	const size_t slash = rest.find('/');
	const std::shared_ptr<StudioSession> session = slash == std::string::npos ? nullptr : Find(rest.substr(0, slash));
	if (session == nullptr)
	{
		return Refuse(404, "There is no such page or session: reload the page");
	}
	const std::string what = rest.substr(slash + 1);
	session->Touch(StudioSession::Clock::now());
	return request.method == "POST" ? Post(*session, what, request) : Get(*session, what, request);
}

StudioResponse StudioApi::Post(StudioSession& session, const std::string& verb, const StudioRequest& request)
{
	const auto accept = [&](Status status) {
		return status ? Say({{"accepted", verb}}, 202) : Refuse(429, status.GetError().message);
	};
	if (verb == "leave")
	{
		session.Leave(StudioSession::Clock::now());
		return Say({{"accepted", verb}});
	}
	if (verb == "cancel")
	{
		session.Cancel();
		return Say({{"accepted", verb}});
	}
	const auto up = request.query.find("up");
	const std::optional<UpAxis> axis = up == request.query.end() ? std::nullopt
		: up->second == "y"                                      ? std::optional(UpAxis::Y)
																 : std::optional(UpAxis::Z);
	if (verb == "upload")
	{
		const auto named = request.query.find("name");
		const std::string name = named == request.query.end() ? "" : named->second;
		const auto bytes = std::make_shared<const std::string>(request.body);
		return accept(session.Enqueue("load",
			LoadJob(
				name,
				[name, bytes, axis] { return StudioLibrary::LoadUpload(name, *bytes, axis); },
				LengthIn(request),
				StudioOrigin::Upload)));
	}
	if (request.body.size() > kLargestJson)
	{
		return Refuse(413, "That is too much for a request");
	}
	const Result<nlohmann::json> json = ParseJson(request.body.empty() ? "{}" : request.body);
	if (!json || !json->is_object())
	{
		return Refuse(400, json ? "A JSON object is expected" : json.GetError().message);
	}
	if (verb == "load")
	{
		std::string sample;
		std::string file;
		double length = 0.0;
		JsonFields fields(*json, "");
		fields.Read("sample", sample);
		fields.Read("file", file);
		fields.Read("length", length, {0.0, 1.0e4});
		if (const Status read = fields.Finish(); !read)
		{
			return Refuse(400, read.GetError().message);
		}
		const auto read = [this, sample, file, axis]
		{ return sample.empty() ? m_library.LoadFile(file, axis) : m_library.LoadSample(sample); };
		return accept(session.Enqueue("load",
			LoadJob(sample.empty() ? file : sample,
				read,
				length,
				sample.empty() ? StudioOrigin::File : StudioOrigin::Sample)));
	}
	if (verb == "page")
	{
		if (request.body.size() > kLargestPage)
		{
			return Refuse(413, "That is too much to remember");
		}
		session.SetPage(request.body);
		return Say({{"accepted", verb}});
	}
	std::optional<Result<StudioSession::Job>> job = MakeJob(verb, *json, session);
	if (job)
	{
		return *job ? accept(session.Enqueue(verb, std::move(**job))) : Refuse(400, job->GetError().message);
	}
	return Refuse(404, "There is nothing of that name to do");
}

StudioResponse StudioApi::Get(StudioSession& session, const std::string& what, const StudioRequest& request) const
{
	const StudioStatus status = session.GetStatus();
	const StudioView& view = *status.view;
	if (what == "state")
	{
		return Say(DescribeStatus(status));
	}
	if (what == "frames" && view.run)
	{
		return Bytes(view.run->FramesFrom(NumberIn(request, "from")), false);
	}
	if (what == "tets" && view.object)
	{
		return Bytes(TetPacket(view.object->tets), false);
	}
	if (what == "meshes")
	{
		return EachBody(view, request, [](const FoundMesh& found) { return MeshPacket(*found.mesh); });
	}
	if (what == "values")
	{
		const auto kind = request.query.find("kind");
		const std::string name = kind == request.query.end() ? "" : kind->second;
		const std::shared_ptr<const StudioHeatMap> map = name == "strength" ? view.strength
			: name == "anchors"                                             ? view.anchors
			: name == "fragility"                                           ? view.fragility
																			: nullptr;
		return EachBody(view,
			request,
			[&](const FoundMesh& found)
			{ return map ? ValuePacket(map->At(*found.mesh)) : ValuePacket(found.stress); });
	}
	if (what == "seeds")
	{
		return Bytes(PointPacket(SeedsOf(view.request.strength)), false);
	}
	if (what == "setup")
	{
		return Say(StrengthToJson(view.request.strength, true));
	}
	if (what == "page")
	{
		return {200, "application/json", session.GetPage(), "", false};
	}
	using Write = std::function<Result<StudioFile>(const Workbench&)>;
	const Write write = what == "asset.frac" ? Write([](const Workbench& bench) { return bench.ExportAsset(); })
		: what == "pieces.glb"               ? Write([](const Workbench& bench) { return bench.ExportGlb(false); })
		: what == "run.glb"                  ? Write([](const Workbench& bench) { return bench.ExportGlb(true); })
		: what == "recording.zip"            ? Write([](const Workbench& bench) { return bench.ExportRecording(); })
											 : Write();
	if (!write)
	{
		return Refuse(404, "There is nothing of that name");
	}
	const std::optional<Result<StudioFile>> file = session.Export(write);
	if (!file)
	{
		return Refuse(409, "Something is still going on: export when it has finished");
	}
	if (!*file)
	{
		return Refuse(409, file->GetError().message);
	}
	StudioResponse response = Bytes((*file)->bytes, false);
	response.fileName = (*file)->name;
	return response;
}
} // namespace FractureToolkit
