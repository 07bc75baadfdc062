// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Picture.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wshadow"
#endif
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace FractureToolkit
{
std::vector<uint8_t> EncodePng(const PictureImage& image)
{
	std::vector<uint8_t> bytes;
	const auto append = [](void* context, void* data, int size)
	{
		auto& target = *static_cast<std::vector<uint8_t>*>(context);
		const auto* first = static_cast<const uint8_t*>(data);
		target.insert(target.end(), first, first + size);
	};
	stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.rgb.data(), 3 * image.width);
	return bytes;
}
} // namespace FractureToolkit
