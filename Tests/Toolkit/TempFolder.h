// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

namespace FractureTests
{
/// A folder of its own, gone with the test.
class TempFolder
{
public:
	TempFolder()
	{
		std::random_device device;
		m_path = std::filesystem::temp_directory_path() /
			("fracturesim-test-" + std::to_string(device()) + std::to_string(device()));
		std::filesystem::create_directories(m_path);
	}
	~TempFolder()
	{
		std::error_code ignored;
		std::filesystem::remove_all(m_path, ignored);
	}
	TempFolder(const TempFolder&) = delete;
	TempFolder& operator=(const TempFolder&) = delete;

	std::filesystem::path operator/(const std::filesystem::path& name) const { return m_path / name; }
	const std::filesystem::path& Path() const { return m_path; }

	std::filesystem::path Write(const std::filesystem::path& name, const std::string& text) const
	{
		std::filesystem::create_directories((m_path / name).parent_path());
		std::ofstream(m_path / name, std::ios::binary) << text;
		return m_path / name;
	}

	static std::string Read(const std::filesystem::path& path)
	{
		std::ostringstream text;
		text << std::ifstream(path, std::ios::binary).rdbuf();
		return text.str();
	}

private:
	std::filesystem::path m_path;
};
} // namespace FractureTests
