// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Command.h"
#include "Files.h"
#include "Studio/StudioApi.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace FractureCli
{
namespace
{
/// The library keeps what is freed for itself; between two objects, others may need it.
void GiveBackMemory()
{
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

struct StudioOptions
{
	std::string input;
	FractureToolkit::StudioServerSettings server;
	int32_t uploadMegabytes = 256;
	int32_t threads = 0;
	bool staysClosed = false;
};

volatile std::sig_atomic_t g_isStopped = 0;

/// In the browser that the system prefers; where there is none, the address is printed anyway. The address is made of
/// our own numbers: nothing in it means anything to a shell.
void OpenPage(const std::string& address)
{
#if defined(_WIN32)
	const std::string command = "start \"\" \"" + address + "\"";
#elif defined(__APPLE__)
	const std::string command = "open " + address + " >/dev/null 2>&1 &";
#else
	const std::string command = "xdg-open " + address + " >/dev/null 2>&1 &";
#endif
	[[maybe_unused]] const int ignored = std::system(command.c_str());
}

int RunStudio(const StudioOptions& options)
{
	namespace fs = std::filesystem;
	FractureToolkit::StudioLibrary library;
	if (!options.input.empty())
	{
		const fs::path path = FractureToolkit::PathFromUtf8(options.input);
		std::error_code code;
		const bool isFolder = fs::is_directory(path, code);
		if (!isFolder && !fs::is_regular_file(path, code))
		{
			return Fail(options.input, "is neither a file nor a folder");
		}
		if (!isFolder && !FractureToolkit::StudioLibrary::IsLoadable(path))
		{
			return Fail(
				options.input, "is no mesh that the studio reads: .obj .stl .ply .gltf .glb .fbx .msh .frac are");
		}
		const fs::path real = fs::canonical(path, code); // whoever names a link means what it leads to
		library = isFolder ? FractureToolkit::StudioLibrary(path, {})
						   : FractureToolkit::StudioLibrary(real.parent_path(), real.filename());
	}
	FractureToolkit::StudioServerSettings server = options.server;
	server.uploadLimit = static_cast<uint64_t>(options.uploadMegabytes) << 20;
	FractureToolkit::StudioApi api(std::move(library), options.threads);
	// Asked twice, it does not wait for the work that goes on.
	const auto stop = [](int)
	{
		if (g_isStopped != 0)
		{
			std::_Exit(kFailed);
		}
		g_isStopped = 1;
	};
	std::signal(SIGINT, stop);
	std::signal(SIGTERM, stop);
	const FractureCore::Status served = FractureToolkit::ServeStudio(
		server,
		[&](const FractureToolkit::StudioRequest& request) { return api.Answer(request); },
		[&](int32_t port)
		{
			const std::string address = "http://" + server.address + ":" + std::to_string(port) + "/";
			std::printf("The studio is open at %s (Ctrl+C ends it)\n", address.c_str());
			std::fflush(stdout);
			// A script that starts it does not want a window.
			if (!options.staysClosed && IsTerminal())
			{
				OpenPage(address);
			}
		},
		[&]
		{
			if (api.FreeAbandoned(FractureToolkit::StudioSession::Clock::now()) > 0)
			{
				GiveBackMemory();
			}
			return g_isStopped != 0;
		});
	return served ? kSucceeded : Fail("", served.GetError().message);
}
} // namespace

void AddStudioCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<StudioOptions>();
	CLI::App* command = program.add_subcommand("studio", "Load, bake and break objects in a browser");
	command
		->add_option(
			"input", options->input, "A file to open, or a folder of them to choose from (default: only samples)")
		->type_name("FILE|FOLDER");
	command->add_option("--port", options->server.port, "Port; 0: any free one")
		->check(WholeNumber(0, 65535))
		->type_name("N")
		->capture_default_str();
	command->add_option("--upload-limit", options->uploadMegabytes, "Largest file that the page may send, MB")
		->check(WholeNumber(1, 4096))
		->type_name("MB")
		->capture_default_str();
	command->add_option("--threads", options->threads, "Threads for one job; 0: one a core")
		->check(WholeNumber(0, 256))
		->type_name("N");
	command->add_flag("--no-open", options->staysClosed, "Print the address, and open no page");
	SetExamples(*command, "  fracturesim studio\n  fracturesim studio meshes/ --port 9000\n");
	command->callback([options, &exitCode] { exitCode = RunStudio(*options); });
}
} // namespace FractureCli
