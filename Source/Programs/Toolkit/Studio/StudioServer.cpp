// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The only file that speaks cpp-httplib.
#include "Studio/StudioHttp.h"

#if FRACTURESIM_WITH_HTTPLIB

#include <httplib.h>

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace FractureToolkit
{
namespace
{
constexpr size_t kMostThreads = 256; // nearly all of them wait for a browser's next request
constexpr time_t kReadSeconds = 3;   // of silence in the middle of a request
constexpr size_t kLongestPath = 1024;

/// A thread for every connection, kept for the next: one that sends half of a request holds up no other.
class GrowingPool final : public httplib::TaskQueue
{
public:
	void enqueue(std::function<void()> task) override
	{
		const std::scoped_lock lock(m_mutex);
		m_tasks.push_back(std::move(task));
		if (m_idle < m_tasks.size() && m_threads.size() < kMostThreads)
		{
			m_threads.emplace_back([this] { Work(); });
		}
		m_wake.notify_one();
	}

	void shutdown() override
	{
		{
			const std::scoped_lock lock(m_mutex);
			m_isClosing = true;
		}
		m_wake.notify_all();
		for (std::thread& thread : m_threads)
		{
			thread.join();
		}
	}

private:
	void Work()
	{
		std::unique_lock lock(m_mutex);
		while (true)
		{
			++m_idle;
			m_wake.wait(lock, [this] { return m_isClosing || !m_tasks.empty(); });
			--m_idle;
			if (m_tasks.empty())
			{
				return;
			}
			const std::function<void()> task = std::move(m_tasks.front());
			m_tasks.pop_front();
			lock.unlock();
			task();
			lock.lock();
		}
	}

	std::mutex m_mutex;
	std::condition_variable m_wake;
	std::deque<std::function<void()>> m_tasks;
	std::vector<std::thread> m_threads;
	size_t m_idle = 0;
	bool m_isClosing = false;
};

StudioRequest Translate(const httplib::Request& from)
{
	StudioRequest request;
	request.method = from.method;
	request.path = from.path;
	for (const auto& [key, value] : from.params)
	{
		request.query[key] = value;
	}
	request.host = from.get_header_value("Host");
	request.origin = from.get_header_value("Origin");
	request.fetchSite = from.get_header_value("Sec-Fetch-Site");
	request.body = from.body;
	return request;
}

void Fill(httplib::Response& to, StudioResponse from)
{
	to.status = from.status;
	to.set_header("Cache-Control", from.isImmutable ? "private, max-age=86400, immutable" : "no-store");
	to.set_header("X-Content-Type-Options", "nosniff");
	to.set_header("Cross-Origin-Resource-Policy", "same-origin");
	to.set_header("Content-Security-Policy",
		"default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
		"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
	if (!from.fileName.empty())
	{
		to.set_header("Content-Disposition", "attachment; filename=\"" + from.fileName + "\"");
	}
	to.set_content(std::move(from.body), from.type);
}
} // namespace

FractureCore::Status ServeStudio(const StudioServerSettings& settings,
	const StudioHandler& handler,
	const std::function<void(int32_t port)>& ready,
	const std::function<bool()>& shouldStop)
{
	httplib::Server server;
	server.new_task_queue = [] { return new GrowingPool(); };
	server.set_read_timeout(kReadSeconds);
	server.set_payload_max_length(settings.uploadLimit);
	server.set_tcp_nodelay(true);
	server.set_keep_alive_max_count(100'000);
	// The library's own choice lets two servers share a port, and one of them would get nothing.
	server.set_socket_options(
		[](socket_t socket)
		{
			const int yes = 1;
			setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, reinterpret_cast<const char*>(&yes), sizeof(yes));
		});
	int port = settings.port;
	const bool isBound = port == 0 ? (port = server.bind_to_any_port(settings.address)) > 0
								   : server.bind_to_port(settings.address, port);
	if (!isBound)
	{
		return FractureCore::Error{FractureCore::ErrorCode::InvalidSettings,
			"port " + std::to_string(settings.port) + " of " + settings.address +
				" is not free: another studio may be open; --port 0 takes any free one"};
	}
	server.set_pre_routing_handler(
		[&](const httplib::Request& from, httplib::Response& to)
		{
			StudioRequest request;
			request.host = from.get_header_value("Host");
			request.origin = from.get_header_value("Origin");
			request.fetchSite = from.get_header_value("Sec-Fetch-Site");
			StudioResponse refused;
			if (IsForeign(request, settings.address, port))
			{
				refused.status = 403;
				refused.body = "{\"error\":\"Only the studio's own page may ask for this\"}";
			}
			else if (from.path.size() > kLongestPath)
			{
				refused.status = 414;
				refused.body = "{\"error\":\"The address is too long\"}";
			}
			else
			{
				return httplib::Server::HandlerResponse::Unhandled;
			}
			Fill(to, std::move(refused));
			return httplib::Server::HandlerResponse::Handled;
		});
	const auto answer = [&](const httplib::Request& from, httplib::Response& to)
	{ Fill(to, handler(Translate(from))); };
	server.Get("/.*", answer);
	server.Post("/.*", answer);
	// What the library refuses by itself has no words.
	server.set_error_handler(
		[&](const httplib::Request&, httplib::Response& to)
		{
			if (to.body.empty())
			{
				StudioResponse words;
				words.status = to.status;
				words.body = to.status == 413
					? "{\"error\":\"The file is larger than " + std::to_string(settings.uploadLimit >> 20) +
						" MB: start the studio with a larger --upload-limit, or give the folder on the command line\"}"
					: "{\"error\":\"The request was not understood\"}";
				Fill(to, std::move(words));
			}
		});
	server.set_exception_handler(
		[&](const httplib::Request&, httplib::Response& to, std::exception_ptr)
		{
			StudioResponse words;
			words.status = 500;
			words.body = "{\"error\":\"The studio could not do that\"}";
			Fill(to, std::move(words));
		});
	std::thread watch(
		[&]
		{
			while (!shouldStop())
			{
				std::this_thread::sleep_for(std::chrono::milliseconds(100));
			}
			server.stop();
		});
	ready(port);
	server.listen_after_bind();
	watch.join();
	return FractureCore::Ok{};
}
} // namespace FractureToolkit

#else

namespace FractureToolkit
{
FractureCore::Status ServeStudio(const StudioServerSettings&,
	const StudioHandler&,
	const std::function<void(int32_t port)>&,
	const std::function<bool()>&)
{
	return FractureCore::Error{FractureCore::ErrorCode::UnsupportedFile,
		"this program was built without cpp-httplib, which the studio needs; the other commands work"};
}
} // namespace FractureToolkit

#endif
