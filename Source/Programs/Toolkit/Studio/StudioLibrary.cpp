// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioLibrary.h"

#include "Files.h"
#include "Import.h"
#include "Shapes.h"

#include "FractureCore/Asset.h"

#include <algorithm>
#include <fstream>
#include <random>
#include <system_error>

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;
namespace fs = std::filesystem;

constexpr size_t kMostFiles = 500;
constexpr int kDepth = 2;

/// By its first bytes; a file that is broken farther on says so when it is loaded.
bool LooksLikeAModel(const fs::path& path)
{
	const std::string extension = LowerExtension(path);
	std::ifstream file(path, std::ios::binary);
	constexpr size_t kHeadBytes = 4096;
	std::string head(kHeadBytes, '\0');
	file.read(head.data(), static_cast<std::streamsize>(head.size()));
	head.resize(static_cast<size_t>(file.gcount()));
	struct Beginning
	{
		const char* extension;
		const char* bytes;
	};
	constexpr Beginning kBeginnings[] = {{".frac",
											 "\x89"
											 "FRAC"},
		{".glb", "glTF"},
		{".ply", "ply"},
		{".msh", "$"}};
	for (const Beginning& beginning : kBeginnings)
	{
		if (extension == beginning.extension)
		{
			return head.starts_with(beginning.bytes);
		}
	}
	constexpr size_t kStlHead = 84; // of a binary one; a text has at least as many letters
	if (extension == ".stl")
	{
		return head.size() >= kStlHead;
	}
	if (extension == ".obj")
	{
		// A text with a vertex, or with a long preamble.
		const std::string text = '\n' + head;
		return text.find('\0') == std::string::npos &&
			(head.size() == kHeadBytes || text.find("\nv ") != std::string::npos ||
				text.find("\nv\t") != std::string::npos);
	}
	return !head.empty();
}

Result<StudioSource> LoadPath(const fs::path& path, std::optional<UpAxis> up)
{
	if (LowerExtension(path) == ".frac")
	{
		const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
		if (!bytes)
		{
			return bytes.GetError();
		}
		Result<FractureCore::BakedObject> object = FractureCore::LoadAsset(*bytes);
		return object ? Result<StudioSource>(StudioSource(std::move(*object)))
					  : Result<StudioSource>(object.GetError());
	}
	Result<ImportedModel> model = ImportModel(path);
	if (!model)
	{
		return model.GetError();
	}
	TurnZUp(*model, up.value_or(UsualUpAxis(*model)));
	return StudioSource(std::move(*model));
}

/// A folder that nobody else writes to, gone with this.
class OwnFolder
{
public:
	OwnFolder()
	{
		std::random_device device;
		m_path =
			fs::temp_directory_path() / ("fracturesim-studio-" + std::to_string(device()) + std::to_string(device()));
		fs::create_directory(m_path);
		fs::permissions(m_path, fs::perms::owner_all);
	}
	~OwnFolder()
	{
		std::error_code ignored;
		fs::remove_all(m_path, ignored);
	}
	OwnFolder(const OwnFolder&) = delete;
	OwnFolder& operator=(const OwnFolder&) = delete;

	fs::path operator/(const std::string& name) const { return m_path / name; }

private:
	fs::path m_path;
};
} // namespace

StudioLibrary::StudioLibrary(fs::path folder, fs::path file) : m_file(std::move(file))
{
	std::error_code code;
	m_folder = fs::canonical(folder, code);
}

bool StudioLibrary::IsLoadable(const fs::path& path)
{
	return LowerExtension(path) == ".frac" || IsModelFile(path);
}

std::vector<StudioEntry> StudioLibrary::List() const
{
	std::vector<StudioEntry> entries;
	for (const ShapeInfo& shape : ListShapes())
	{
		entries.push_back({shape.name, shape.summary, true, false});
	}
	if (m_folder.empty())
	{
		return entries;
	}
	if (!m_file.empty())
	{
		entries.push_back({First(), "", false, false});
		return entries;
	}
	std::vector<StudioEntry> files;
	std::error_code code;
	fs::recursive_directory_iterator walk(m_folder, fs::directory_options::skip_permission_denied, code);
	for (; !code && walk != fs::recursive_directory_iterator() && files.size() < kMostFiles; walk.increment(code))
	{
		if (walk->is_directory(code) && (walk.depth() >= kDepth || walk->path().filename().string().starts_with('.')))
		{
			walk.disable_recursion_pending();
		}
		else if (walk->is_regular_file(code) && IsLoadable(walk->path()))
		{
			const fs::path relative = walk->path().lexically_relative(m_folder);
			const std::u8string name = relative.generic_u8string();
			const std::string text(name.begin(), name.end());
			if (const Result<fs::path> real = Resolve(text); real)
			{
				files.push_back({text, "", false, !LooksLikeAModel(*real)});
			}
		}
	}
	std::sort(files.begin(), files.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
	entries.insert(entries.end(), files.begin(), files.end());
	return entries;
}

std::string StudioLibrary::First() const
{
	return m_folder.empty() ? "" : Utf8FromPath(m_file);
}

Result<fs::path> StudioLibrary::Resolve(const std::string& name) const
{
	const Error refused{ErrorCode::InvalidFile, "There is no such file in the folder that the studio was started with"};
	if (m_folder.empty() || name.empty() || name.find('\0') != std::string::npos)
	{
		return refused;
	}
	const fs::path asked = PathFromUtf8(name);
	if (!m_file.empty() && asked != m_file)
	{
		return refused;
	}
	std::error_code code;
	// Where links lead counts, not what the name looks like.
	const fs::path real = fs::canonical(m_folder / asked, code);
	const auto [end, rest] = std::mismatch(m_folder.begin(), m_folder.end(), real.begin(), real.end());
	if (code || end != m_folder.end() || !fs::is_regular_file(real, code) || !IsLoadable(real))
	{
		return refused;
	}
	return real;
}

Result<StudioSource> StudioLibrary::LoadSample(const std::string& name) const
{
	Result<FractureCore::SurfaceMesh> mesh = MakeShape(name);
	if (!mesh)
	{
		return mesh.GetError();
	}
	return StudioSource(ImportedModel(ImportedSurface{std::move(*mesh), {}, {}, {}}));
}

Result<StudioSource> StudioLibrary::LoadFile(const std::string& name, std::optional<UpAxis> up) const
{
	const Result<fs::path> path = Resolve(name);
	if (!path)
	{
		return path.GetError();
	}
	return LoadPath(*path, up);
}

Result<StudioSource> StudioLibrary::LoadUpload(
	const std::string& name, const std::string& bytes, std::optional<UpAxis> up)
{
	const std::string extension = LowerExtension(PathFromUtf8(name));
	constexpr const char* kAllowed[] = {".obj", ".stl", ".ply", ".glb", ".fbx", ".frac", ".msh"};
	if (std::none_of(std::begin(kAllowed), std::end(kAllowed), [&](const char* known) { return extension == known; }))
	{
		return Error{ErrorCode::UnsupportedFile,
			"This kind of file is not read here: drop a .obj, .stl, .ply, .glb, .fbx, .msh or .frac file"};
	}
	if (extension == ".frac")
	{
		Result<FractureCore::BakedObject> object =
			FractureCore::LoadAsset({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
		return object ? Result<StudioSource>(StudioSource(std::move(*object)))
					  : Result<StudioSource>(object.GetError());
	}
	// The readers take files: a name of ours in a folder of ours.
	const OwnFolder folder;
	const fs::path path = folder / ("upload" + extension);
	if (const FractureCore::Status written = WriteFileAtomically(path, bytes); !written)
	{
		return written.GetError();
	}
	return LoadPath(path, up);
}
} // namespace FractureToolkit
