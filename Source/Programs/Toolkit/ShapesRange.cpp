// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "ShapesRange.h"

#include <cstdio>
#include <string>

namespace FractureToolkit::ShapeDetail
{
using FractureCore::Error;
using FractureCore::ErrorCode;

std::optional<Error> FindOutOfRange(std::string_view shape, std::initializer_list<LengthRange> ranges)
{
	for (const LengthRange& range : ranges)
	{
		if (!(range.value >= range.low && range.value <= range.high))
		{
			char numbers[96];
			std::snprintf(numbers,
				sizeof(numbers),
				" %g m is out of range: it must be from %.4g to %.4g m",
				range.value,
				range.low,
				range.high);
			std::string message = std::string(shape) + ": --" + std::string(range.option) + numbers;
			if (!range.reason.empty())
			{
				message += " (" + std::string(range.reason) + ")";
			}
			return Error{ErrorCode::InvalidSettings, message};
		}
	}
	return std::nullopt;
}
} // namespace FractureToolkit::ShapeDetail
