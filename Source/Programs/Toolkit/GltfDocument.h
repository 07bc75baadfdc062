// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// What a component of an accessor is.
enum GltfComponent : int32_t
{
	kGltfByte = 5120,
	kGltfUnsignedByte = 5121,
	kGltfShort = 5122,
	kGltfUnsignedShort = 5123,
	kGltfUnsignedInt = 5125,
	kGltfFloat = 5126,
};

/// A file that is not what its format asks for.
inline FractureCore::Error GltfError(const std::string& what)
{
	return {FractureCore::ErrorCode::InvalidFile, what};
}

/// A glTF 2.0 file: its JSON and the bytes of its buffers. Everything in it is checked where it is used, as all of it
/// may be wrong.
class GltfDocument
{
public:
	/// .gltf, with buffers inside or in files beside it, or .glb.
	static FractureCore::Result<GltfDocument> Open(const std::filesystem::path& path);

	const nlohmann::json& Root() const { return m_root; }

	/// Entry `index` of a top-level array such as "nodes"; null if there is none.
	const nlohmann::json& Entry(const char* array, int64_t index) const;

	/// Components of an accessor, one entry after another, integers normalised where it says so. The error names it.
	struct Values
	{
		int32_t width = 0; // components an entry
		int64_t count = 0; // entries
		std::vector<double> data;
	};
	FractureCore::Result<Values> ReadAccessor(int64_t index, int32_t width) const;

private:
	FractureCore::Status LoadBuffers(const std::filesystem::path& folder, std::span<const uint8_t> binaryChunk);
	FractureCore::Result<std::span<const uint8_t>> ViewBytes(int64_t view, int64_t offset) const;
	FractureCore::Status ReadDense(const nlohmann::json& accessor, Values& values) const;
	FractureCore::Status ApplySparse(const nlohmann::json& sparse, int64_t componentType, Values& values) const;

	nlohmann::json m_root;
	std::vector<std::vector<uint8_t>> m_buffers;
	size_t m_totalBytes = 0;
};

/// A whole number under `key`; `otherwise` if it is not there or something else.
int64_t JsonInteger(const nlohmann::json& object, const char* key, int64_t otherwise);

/// The array of numbers under `key`, if it is one of that length.
std::optional<std::vector<double>> JsonNumbers(const nlohmann::json& object, const char* key, size_t length);
} // namespace FractureToolkit
