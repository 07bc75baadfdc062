// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace FractureToolkit
{
/// Gathers the arrays of a GLB file. Arrays of one kind lie side by side in one buffer view, whatever their number, so
/// that a file of a thousand fragments has five views.
class GlbBuffer
{
public:
	enum class View : uint8_t
	{
		Vertex3,   // three floats a vertex
		Vertex2,   // two floats a vertex
		Vertex1,   // one float a vertex
		Indices,   // of triangles
		Animation, // times and values
	};

	/// Each adds an accessor and answers its number; `values` must not be empty. glTF wants bounds for positions and
	/// times.
	int32_t AddFloats(View view, int32_t width, std::span<const float> values, bool withBounds = false);
	/// In 16 bits where they suffice for `vertexCount`.
	int32_t AddIndices(std::span<const uint32_t> indices, size_t vertexCount);

	/// The bytes of the file: `document` with the accessors, views and buffer, and the arrays behind it. TooLarge
	/// beyond the 4 GB that the container can hold.
	FractureCore::Result<std::vector<uint8_t>> MakeFile(nlohmann::json document) const;

private:
	static constexpr size_t kViews = 5;

	int32_t AddAccessor(View view, const void* bytes, size_t size, nlohmann::json accessor);

	std::array<std::vector<uint8_t>, kViews> m_views;
	std::vector<View> m_viewOfAccessor;
	nlohmann::json m_accessors = nlohmann::json::array();
};
} // namespace FractureToolkit
