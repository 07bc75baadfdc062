// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GltfDocument.h"

#include "Files.h"
#include "TextCursor.h"

#include <algorithm>
#include <cstring>
#include <limits>

// The format: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Ok;
using FractureCore::Result;
using FractureCore::Status;
using nlohmann::json;

uint32_t ReadWord(std::span<const uint8_t> bytes, size_t at)
{
	uint32_t word = 0;
	std::memcpy(&word, bytes.data() + at, sizeof(word));
	return word;
}

struct GlbChunks
{
	std::span<const uint8_t> text;
	std::span<const uint8_t> binary;
};

Result<GlbChunks> SplitGlb(std::span<const uint8_t> file)
{
	constexpr uint32_t kMagic = 0x46546C67; // "glTF"
	constexpr uint32_t kJson = 0x4E4F534A;
	constexpr uint32_t kBinary = 0x004E4942;
	if (file.size() < 20 || ReadWord(file, 0) != kMagic)
	{
		return GltfError("does not start with 'glTF'; is it a GLB file?");
	}
	if (ReadWord(file, 4) != 2)
	{
		return Error{ErrorCode::UnsupportedFile, "is of glTF version " + std::to_string(ReadWord(file, 4)) + ", not 2"};
	}
	GlbChunks chunks;
	for (size_t at = 12; at + 8 <= file.size();)
	{
		const size_t length = ReadWord(file, at);
		const uint32_t type = ReadWord(file, at + 4);
		if (length > file.size() - at - 8)
		{
			return GltfError("is cut short: a chunk at byte " + std::to_string(at) + " is longer than the file");
		}
		const std::span<const uint8_t> chunk = file.subspan(at + 8, length);
		chunks.text = type == kJson && chunks.text.empty() ? chunk : chunks.text;
		chunks.binary = type == kBinary && chunks.binary.empty() ? chunk : chunks.binary;
		at += 8 + length;
	}
	return chunks;
}

/// Blanks and padding are passed over; nothing for any other foreign character.
std::optional<std::vector<uint8_t>> DecodeBase64(std::string_view text)
{
	std::vector<uint8_t> bytes;
	bytes.reserve(text.size() / 4 * 3);
	uint32_t bits = 0;
	int32_t bitCount = 0;
	for (const char c : text)
	{
		const int32_t digit = c >= 'A' && c <= 'Z' ? c - 'A'
			: c >= 'a' && c <= 'z'                 ? c - 'a' + 26
			: c >= '0' && c <= '9'                 ? c - '0' + 52
			: c == '+' || c == '-'                 ? 62
			: c == '/' || c == '_'                 ? 63
												   : -1;
		if (digit < 0)
		{
			if (c == '=' || c == '\n' || c == '\r' || c == ' ')
			{
				continue;
			}
			return std::nullopt;
		}
		bits = (bits << 6) | static_cast<uint32_t>(digit);
		bitCount += 6;
		if (bitCount >= 8)
		{
			bitCount -= 8;
			bytes.push_back(static_cast<uint8_t>(bits >> bitCount));
		}
	}
	return bytes;
}

/// "my%20mesh.bin" is the file "my mesh.bin".
std::string DecodePercent(const std::string& uri)
{
	const auto hex = [](char c)
	{
		return c >= '0' && c <= '9'
			? c - '0'
			: (c >= 'a' && c <= 'f' ? c - 'a' + 10 : (c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1));
	};
	std::string text;
	for (size_t i = 0; i < uri.size(); ++i)
	{
		if (uri[i] == '%' && i + 2 < uri.size() && hex(uri[i + 1]) >= 0 && hex(uri[i + 2]) >= 0)
		{
			text += static_cast<char>(hex(uri[i + 1]) * 16 + hex(uri[i + 2]));
			i += 2;
		}
		else
		{
			text += uri[i];
		}
	}
	return text;
}

int64_t ComponentSize(int64_t type)
{
	return type == kGltfByte || type == kGltfUnsignedByte  ? 1
		: type == kGltfShort || type == kGltfUnsignedShort ? 2
		: type == kGltfUnsignedInt || type == kGltfFloat   ? 4
														   : 0;
}

template <typename T>
double As(const uint8_t* bytes, bool normalised)
{
	T value;
	std::memcpy(&value, bytes, sizeof(T));
	const double plain = static_cast<double>(value);
	// The most negative integer stands for -1 too.
	return normalised ? std::max(plain / static_cast<double>(std::numeric_limits<T>::max()), -1.0) : plain;
}

double Component(const uint8_t* bytes, int64_t type, bool normalised)
{
	switch (type)
	{
	case kGltfByte:
		return As<int8_t>(bytes, normalised);
	case kGltfUnsignedByte:
		return As<uint8_t>(bytes, normalised);
	case kGltfShort:
		return As<int16_t>(bytes, normalised);
	case kGltfUnsignedShort:
		return As<uint16_t>(bytes, normalised);
	case kGltfUnsignedInt:
		return As<uint32_t>(bytes, normalised);
	default:
		return As<float>(bytes, false);
	}
}

int32_t WidthOf(const json& accessor)
{
	const auto type = accessor.find("type");
	const std::string name = type != accessor.end() && type->is_string() ? type->get<std::string>() : "";
	return name == "SCALAR" ? 1
		: name == "VEC2"    ? 2
		: name == "VEC3"    ? 3
		: name == "VEC4"    ? 4
		: name == "MAT4"    ? 16
							: 0;
}
} // namespace

int64_t JsonInteger(const json& object, const char* key, int64_t otherwise)
{
	const auto found = object.is_object() ? object.find(key) : object.end();
	return found != object.end() && found->is_number_integer() ? found->get<int64_t>() : otherwise;
}

std::optional<std::vector<double>> JsonNumbers(const json& object, const char* key, size_t length)
{
	const auto found = object.is_object() ? object.find(key) : object.end();
	if (found == object.end() || !found->is_array() || found->size() != length ||
		!std::all_of(found->begin(), found->end(), [](const json& value) { return value.is_number(); }))
	{
		return std::nullopt;
	}
	return found->get<std::vector<double>>();
}

const json& GltfDocument::Entry(const char* array, int64_t index) const
{
	static const json kNull;
	const auto found = m_root.find(array);
	return found != m_root.end() && found->is_array() && index >= 0 && index < static_cast<int64_t>(found->size())
		? (*found)[static_cast<size_t>(index)]
		: kNull;
}

Result<GltfDocument> GltfDocument::Open(const std::filesystem::path& path)
{
	const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
	if (!bytes)
	{
		return bytes.GetError();
	}
	GlbChunks chunks{*bytes, {}};
	if (LowerExtension(path) == ".glb")
	{
		const Result<GlbChunks> split = SplitGlb(*bytes);
		if (!split)
		{
			return split.GetError();
		}
		chunks = *split;
	}
	GltfDocument document;
	document.m_root = json::parse(chunks.text.begin(), chunks.text.end(), nullptr, false);
	if (!document.m_root.is_object())
	{
		return GltfError("is not glTF: its JSON cannot be read");
	}
	const auto required = document.m_root.find("extensionsRequired");
	for (const char* extension : {"KHR_draco_mesh_compression", "EXT_meshopt_compression"})
	{
		if (required != document.m_root.end() && required->is_array() &&
			std::find(required->begin(), required->end(), extension) != required->end())
		{
			return Error{ErrorCode::UnsupportedFile,
				std::string("is compressed with ") + extension + ", which is not read; export it without"};
		}
	}
	if (const Status status = document.LoadBuffers(path.parent_path(), chunks.binary); !status)
	{
		return status.GetError();
	}
	return document;
}

Status GltfDocument::LoadBuffers(const std::filesystem::path& folder, std::span<const uint8_t> binaryChunk)
{
	const auto buffers = m_root.find("buffers");
	const size_t count = buffers != m_root.end() && buffers->is_array() ? buffers->size() : 0;
	for (size_t i = 0; i < count; ++i)
	{
		const json& buffer = (*buffers)[i];
		const auto uri = buffer.is_object() ? buffer.find("uri") : buffer.end();
		if (uri == buffer.end() || !uri->is_string())
		{
			m_buffers.emplace_back(binaryChunk.begin(), binaryChunk.end());
		}
		else if (const std::string& text = uri->get_ref<const std::string&>(); text.starts_with("data:"))
		{
			const size_t comma = text.find(";base64,");
			std::optional<std::vector<uint8_t>> bytes =
				comma == std::string::npos ? std::nullopt : DecodeBase64(std::string_view(text).substr(comma + 8));
			if (!bytes)
			{
				return GltfError("buffer " + std::to_string(i) + " is not valid base64");
			}
			m_buffers.push_back(std::move(*bytes));
		}
		else
		{
			// A file from elsewhere must not make the program open what its sender could not.
			const std::filesystem::path named = PathFromUtf8(DecodePercent(text)).lexically_normal();
			if (named.has_root_path() || named.empty() || *named.begin() == "..")
			{
				return GltfError(
					"needs " + QuoteToken(text) + ", but only files in its own folder and below are opened");
			}
			Result<std::vector<uint8_t>> bytes = ReadFileBytes(folder / named);
			if (!bytes)
			{
				return GltfError("needs " + QuoteToken(text) + " beside it: " + bytes.GetError().message);
			}
			m_buffers.push_back(std::move(*bytes));
		}
		m_totalBytes += m_buffers.back().size();
	}
	return Ok{};
}

Result<std::span<const uint8_t>> GltfDocument::ViewBytes(int64_t view, int64_t offset) const
{
	const json& entry = Entry("bufferViews", view);
	const int64_t buffer = JsonInteger(entry, "buffer", -1);
	const int64_t begin = JsonInteger(entry, "byteOffset", 0);
	const int64_t length = JsonInteger(entry, "byteLength", -1);
	if (buffer < 0 || buffer >= static_cast<int64_t>(m_buffers.size()))
	{
		return GltfError("buffer view " + std::to_string(view) + " is not there or has no buffer");
	}
	const std::vector<uint8_t>& bytes = m_buffers[static_cast<size_t>(buffer)];
	const int64_t size = static_cast<int64_t>(bytes.size());
	if (begin < 0 || length < 0 || offset < 0 || begin > size || length > size - begin || offset > length)
	{
		return GltfError(
			"buffer view " + std::to_string(view) + " reaches beyond its buffer of " + std::to_string(size) + " bytes");
	}
	return std::span(bytes).subspan(static_cast<size_t>(begin + offset), static_cast<size_t>(length - offset));
}

Status GltfDocument::ReadDense(const json& accessor, Values& values) const
{
	const int64_t type = JsonInteger(accessor, "componentType", 0);
	const int64_t view = JsonInteger(accessor, "bufferView", -1);
	if (view < 0)
	{
		// All zero, as a ground for sparse values. Nothing in the file backs the count, so it may not exceed the file.
		if (values.count > static_cast<int64_t>(m_totalBytes))
		{
			return GltfError("has more entries than bytes to fill them");
		}
		values.data.assign(static_cast<size_t>(values.count * values.width), 0.0);
		return Ok{};
	}
	const Result<std::span<const uint8_t>> bytes = ViewBytes(view, JsonInteger(accessor, "byteOffset", 0));
	if (!bytes)
	{
		return bytes.GetError();
	}
	const int64_t componentSize = ComponentSize(type);
	const int64_t entrySize = componentSize * values.width;
	int64_t stride = JsonInteger(Entry("bufferViews", view), "byteStride", entrySize);
	stride = stride <= 0 ? entrySize : stride;
	const int64_t available = static_cast<int64_t>(bytes->size());
	if (values.count > 0 && (available < entrySize || (available - entrySize) / stride < values.count - 1))
	{
		return GltfError("reaches beyond its buffer view of " + std::to_string(available) + " bytes");
	}
	const auto normalised = accessor.find("normalized");
	const bool isNormalised = normalised != accessor.end() && normalised->is_boolean() && normalised->get<bool>();
	values.data.reserve(static_cast<size_t>(values.count * values.width));
	for (int64_t i = 0; i < values.count; ++i)
	{
		for (int64_t k = 0; k < values.width; ++k)
		{
			values.data.push_back(Component(bytes->data() + i * stride + k * componentSize, type, isNormalised));
		}
	}
	return Ok{};
}

Status GltfDocument::ApplySparse(const json& sparse, int64_t componentType, Values& values) const
{
	const int64_t count = JsonInteger(sparse, "count", 0);
	const json indices = sparse.is_object() ? sparse.value("indices", json::object()) : json::object();
	const json entries = sparse.is_object() ? sparse.value("values", json::object()) : json::object();
	const int64_t indexType = JsonInteger(indices, "componentType", 0);
	const int64_t indexSize = ComponentSize(indexType);
	const int64_t componentSize = ComponentSize(componentType);
	const Result<std::span<const uint8_t>> indexBytes =
		ViewBytes(JsonInteger(indices, "bufferView", -1), JsonInteger(indices, "byteOffset", 0));
	const Result<std::span<const uint8_t>> entryBytes =
		ViewBytes(JsonInteger(entries, "bufferView", -1), JsonInteger(entries, "byteOffset", 0));
	if (!indexBytes || !entryBytes || indexSize == 0 || count < 0 ||
		count > static_cast<int64_t>(indexBytes->size()) / indexSize ||
		count > static_cast<int64_t>(entryBytes->size()) / (componentSize * values.width))
	{
		return GltfError("has sparse values that reach beyond their buffer");
	}
	for (int64_t i = 0; i < count; ++i)
	{
		const double target = Component(indexBytes->data() + i * indexSize, indexType, false);
		if (!(target >= 0.0 && target < static_cast<double>(values.count)))
		{
			return GltfError("has a sparse value for an entry that is not there");
		}
		for (int64_t k = 0; k < values.width; ++k)
		{
			values.data[static_cast<size_t>(static_cast<int64_t>(target) * values.width + k)] =
				Component(entryBytes->data() + (i * values.width + k) * componentSize, componentType, false);
		}
	}
	return Ok{};
}

Result<GltfDocument::Values> GltfDocument::ReadAccessor(int64_t index, int32_t width) const
{
	const std::string name = "accessor " + std::to_string(index);
	const json& accessor = Entry("accessors", index);
	if (!accessor.is_object())
	{
		return GltfError(name + " is not there");
	}
	Values values;
	values.width = width;
	values.count = JsonInteger(accessor, "count", -1);
	const int64_t type = JsonInteger(accessor, "componentType", 0);
	if (ComponentSize(type) == 0 || WidthOf(accessor) != width || values.count < 0)
	{
		return GltfError(name + " has another type than its use needs");
	}
	Status status = ReadDense(accessor, values);
	const auto sparse = accessor.find("sparse");
	if (status && sparse != accessor.end())
	{
		status = ApplySparse(*sparse, type, values);
	}
	if (!status)
	{
		return GltfError(name + ": " + status.GetError().message);
	}
	return values;
}
} // namespace FractureToolkit
