// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Files.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>
#ifdef _WIN32
#include <process.h>
#else
#include <unistd.h>
#endif

namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;

struct FileCloser
{
	void operator()(std::FILE* file) const { std::fclose(file); }
};
using FileHandle = std::unique_ptr<std::FILE, FileCloser>;

FileHandle OpenFile(const std::filesystem::path& path, bool forWriting)
{
#ifdef _WIN32
	return FileHandle(_wfopen(path.c_str(), forWriting ? L"wb" : L"rb"));
#else
	return FileHandle(std::fopen(path.c_str(), forWriting ? "wb" : "rb"));
#endif
}

std::string ReasonText(int error)
{
	switch (error)
	{
	case ENOENT:
		return "no such file";
	case EACCES:
	case EPERM:
		return "permission denied";
	case EISDIR:
		return "is a folder";
	case ENOSPC:
		return "no space left on the disk";
	default:
		return std::generic_category().message(error);
	}
}

Error FileError(const std::string& what, int error)
{
	return {ErrorCode::InvalidFile, what + ": " + ReasonText(error)};
}

int ProcessId()
{
#ifdef _WIN32
	return _getpid();
#else
	return static_cast<int>(getpid());
#endif
}

/// errno of the first failure, 0 for success.
int WriteAll(const std::filesystem::path& path, std::span<const uint8_t> bytes)
{
	errno = 0;
	FileHandle file = OpenFile(path, true);
	if (!file)
	{
		return errno != 0 ? errno : EIO;
	}
	if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size())
	{
		return errno != 0 ? errno : EIO;
	}
	// A full disk may show only when the buffer goes out.
	return std::fclose(file.release()) == 0 ? 0 : (errno != 0 ? errno : EIO);
}
} // namespace

std::filesystem::path PathFromUtf8(std::string_view text)
{
	return std::filesystem::path(std::u8string(text.begin(), text.end()));
}

std::string Utf8FromPath(const std::filesystem::path& path)
{
	const std::u8string text = path.u8string();
	return {text.begin(), text.end()};
}

std::string LowerExtension(const std::filesystem::path& path)
{
	std::string extension = Utf8FromPath(path.extension());
	for (char& c : extension)
	{
		c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
	}
	return extension;
}

FractureCore::Status CheckReadable(const std::filesystem::path& path)
{
	std::error_code code;
	const std::filesystem::file_status status = std::filesystem::status(path, code);
	if (status.type() == std::filesystem::file_type::not_found)
	{
		return Error{ErrorCode::InvalidFile, "no such file"};
	}
	if (std::filesystem::is_directory(status))
	{
		return Error{ErrorCode::InvalidFile, "is a folder, not a file"};
	}
	if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
	{
		return Error{ErrorCode::InvalidFile, "is not a regular file"};
	}
	errno = 0;
	if (!OpenFile(path, false))
	{
		return FileError("cannot be opened", errno);
	}
	return FractureCore::Ok{};
}

FractureCore::Result<std::vector<uint8_t>> ReadFileBytes(const std::filesystem::path& path)
{
	if (const FractureCore::Status status = CheckReadable(path); !status)
	{
		return status.GetError();
	}
	std::error_code code;
	const uintmax_t size = std::filesystem::file_size(path, code);
	if (code)
	{
		return Error{ErrorCode::InvalidFile, "cannot be read: " + code.message()};
	}
	std::vector<uint8_t> bytes(static_cast<size_t>(size));
	errno = 0;
	const FileHandle file = OpenFile(path, false);
	if (!file || (size > 0 && std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()))
	{
		return FileError("cannot be read", errno != 0 ? errno : EIO);
	}
	return bytes;
}

FractureCore::Status MakeFolderFor(const std::filesystem::path& path)
{
	std::error_code code;
	const std::filesystem::path folder = path.parent_path();
	if (!folder.empty() && !std::filesystem::is_directory(folder, code))
	{
		std::filesystem::create_directories(folder, code);
		if (!std::filesystem::is_directory(folder, code))
		{
			return Error{ErrorCode::InvalidFile, "cannot be written: its folder cannot be made"};
		}
	}
	return FractureCore::Ok{};
}

FractureCore::Status WriteFileAtomically(const std::filesystem::path& path, std::span<const uint8_t> bytes)
{
	std::error_code code;
	std::filesystem::path target = path;
	if (std::filesystem::is_symlink(path, code))
	{
		// The link stays; what it points at is replaced.
		target = std::filesystem::weakly_canonical(path, code);
	}
	const std::filesystem::file_status status = std::filesystem::status(target, code);
	if (std::filesystem::is_directory(status))
	{
		return Error{ErrorCode::InvalidFile, "cannot be written: is a folder"};
	}
	if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
	{
		const int failure = WriteAll(target, bytes);
		return failure == 0 ? FractureCore::Status(FractureCore::Ok{}) : FileError("cannot be written", failure);
	}

	static std::atomic<uint32_t> counter{0};
	std::filesystem::path temporary = target;
	temporary += ".tmp" + std::to_string(ProcessId()) + "-" + std::to_string(counter.fetch_add(1));
	if (const FractureCore::Status folder = MakeFolderFor(target); !folder)
	{
		return folder;
	}
	if (const int failure = WriteAll(temporary, bytes); failure != 0)
	{
		std::filesystem::remove(temporary, code);
		return FileError("cannot be written", failure);
	}
	std::filesystem::rename(temporary, target, code);
	if (code)
	{
		const std::string reason = code.message();
		std::filesystem::remove(temporary, code);
		return Error{ErrorCode::InvalidFile, "cannot be written: " + reason};
	}
	return FractureCore::Ok{};
}

FractureCore::Status WriteFileAtomically(const std::filesystem::path& path, std::string_view text)
{
	return WriteFileAtomically(path, std::span(reinterpret_cast<const uint8_t*>(text.data()), text.size()));
}
} // namespace FractureToolkit
