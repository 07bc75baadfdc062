// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GlbBuffer.h"

#include "GltfDocument.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

// The format: https://registry.khronos.org/glTF/specs/2.0/glTF-2.0.html
namespace FractureToolkit
{
namespace
{
using nlohmann::json;

constexpr uint32_t kMagic = 0x46546C67; // "glTF"
constexpr uint32_t kJsonChunk = 0x4E4F534A;
constexpr uint32_t kBinaryChunk = 0x004E4942;
constexpr int32_t kArrayBuffer = 34962;
constexpr int32_t kElementArrayBuffer = 34963;

// Every array starts at a multiple of its component's size, every chunk at one of 4.
constexpr size_t kAlignment = 4;

void Pad(std::vector<uint8_t>& bytes, uint8_t filler)
{
	bytes.resize((bytes.size() + kAlignment - 1) / kAlignment * kAlignment, filler);
}

const char* TypeName(int32_t width)
{
	return width == 1 ? "SCALAR" : width == 2 ? "VEC2" : width == 3 ? "VEC3" : "VEC4";
}

void AddBounds(json& accessor, int32_t width, std::span<const float> values)
{
	const size_t stride = static_cast<size_t>(width);
	std::vector<float> low(values.begin(), values.begin() + width);
	std::vector<float> high = low;
	for (size_t i = 0; i < values.size(); ++i)
	{
		low[i % stride] = std::min(low[i % stride], values[i]);
		high[i % stride] = std::max(high[i % stride], values[i]);
	}
	accessor["min"] = low;
	accessor["max"] = high;
}

void AppendWord(std::vector<uint8_t>& bytes, uint32_t word)
{
	for (int32_t shift = 0; shift < 32; shift += 8)
	{
		bytes.push_back(static_cast<uint8_t>(word >> shift));
	}
}

void AppendChunk(std::vector<uint8_t>& file, uint32_t type, std::span<const uint8_t> bytes)
{
	AppendWord(file, static_cast<uint32_t>(bytes.size()));
	AppendWord(file, type);
	file.insert(file.end(), bytes.begin(), bytes.end());
}
} // namespace

int32_t GlbBuffer::AddAccessor(View view, const void* bytes, size_t size, json accessor)
{
	std::vector<uint8_t>& target = m_views[static_cast<size_t>(view)];
	accessor["byteOffset"] = target.size();
	const size_t at = target.size();
	target.resize(at + size);
	std::memcpy(target.data() + at, bytes, size);
	Pad(target, 0);
	m_accessors.push_back(std::move(accessor));
	m_viewOfAccessor.push_back(view);
	return static_cast<int32_t>(m_viewOfAccessor.size()) - 1;
}

int32_t GlbBuffer::AddFloats(View view, int32_t width, std::span<const float> values, bool withBounds)
{
	json accessor = {{"componentType", static_cast<int32_t>(kGltfFloat)},
		{"type", TypeName(width)},
		{"count", values.size() / static_cast<size_t>(width)}};
	if (withBounds)
	{
		AddBounds(accessor, width, values);
	}
	return AddAccessor(view, values.data(), values.size_bytes(), std::move(accessor));
}

int32_t GlbBuffer::AddIndices(std::span<const uint32_t> indices, size_t vertexCount)
{
	json accessor = {{"type", "SCALAR"}, {"count", indices.size()}};
	// The largest index a type can hold is kept free: it means "start a new strip" to graphics cards.
	if (vertexCount <= std::numeric_limits<uint16_t>::max())
	{
		accessor["componentType"] = static_cast<int32_t>(kGltfUnsignedShort);
		const std::vector<uint16_t> narrow(indices.begin(), indices.end());
		return AddAccessor(View::Indices, narrow.data(), 2 * narrow.size(), std::move(accessor));
	}
	accessor["componentType"] = static_cast<int32_t>(kGltfUnsignedInt);
	return AddAccessor(View::Indices, indices.data(), indices.size_bytes(), std::move(accessor));
}

FractureCore::Result<std::vector<uint8_t>> GlbBuffer::MakeFile(json document) const
{
	// Strides are said aloud because glTF asks for it where several vertex arrays share a view.
	const std::array<json, kViews> kinds = {json{{"target", kArrayBuffer}, {"byteStride", 12}},
		json{{"target", kArrayBuffer}, {"byteStride", 8}},
		json{{"target", kArrayBuffer}, {"byteStride", 4}},
		json{{"target", kElementArrayBuffer}},
		json::object()};
	json views = json::array();
	std::array<size_t, kViews> viewNumber{};
	std::vector<uint8_t> binary;
	for (size_t i = 0; i < kViews; ++i)
	{
		viewNumber[i] = views.size();
		if (!m_views[i].empty())
		{
			json view = kinds[i];
			view.update({{"buffer", 0}, {"byteOffset", binary.size()}, {"byteLength", m_views[i].size()}});
			views.push_back(std::move(view));
			binary.insert(binary.end(), m_views[i].begin(), m_views[i].end());
		}
	}
	json accessors = m_accessors;
	for (size_t i = 0; i < accessors.size(); ++i)
	{
		accessors[i]["bufferView"] = viewNumber[static_cast<size_t>(m_viewOfAccessor[i])];
	}
	document["accessors"] = std::move(accessors);
	document["bufferViews"] = std::move(views);
	document["buffers"] = {{{"byteLength", binary.size()}}};

	const std::string text = document.dump(-1, ' ', false, json::error_handler_t::replace);
	std::vector<uint8_t> textBytes(text.begin(), text.end());
	Pad(textBytes, ' ');
	const uint64_t total = 12 + 8 + textBytes.size() + 8 + binary.size();
	if (total > std::numeric_limits<uint32_t>::max())
	{
		return FractureCore::Error{FractureCore::ErrorCode::TooLarge,
			"needs " + std::to_string(total) + " bytes, more than the 4 GB that a GLB file can hold"};
	}
	std::vector<uint8_t> file;
	file.reserve(static_cast<size_t>(total));
	AppendWord(file, kMagic);
	AppendWord(file, 2); // version
	AppendWord(file, static_cast<uint32_t>(total));
	AppendChunk(file, kJsonChunk, textBytes);
	AppendChunk(file, kBinaryChunk, binary);
	return file;
}
} // namespace FractureToolkit
