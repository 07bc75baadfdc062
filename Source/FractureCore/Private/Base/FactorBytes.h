// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

namespace FractureCore
{
/// How the bytes of a stored factor begin, as Docs/FileFormat.md describes them; then the order of elimination (i32 a
/// node) and the numbers (f32 or f64).
struct FactorHead
{
	static constexpr uint32_t kVersion = 1;

	uint32_t version = kVersion;
	uint32_t wantedFloat = 0; // 1: float was asked for, 0: double
	uint32_t storedFloat = 0; // what the numbers are; double may take float's place
	int32_t nodeCount = 0;
	uint64_t matrixHash = 0; // of the stiffness that was factored
	uint64_t layoutHash = 0; // of where the numbers stand
	uint64_t valueCount = 0;
};
static_assert(sizeof(FactorHead) == 40);

/// The head, if version and sizes are right.
inline std::optional<FactorHead> ReadFactorHead(std::span<const uint8_t> bytes)
{
	FactorHead head;
	if (bytes.size() < sizeof(head))
	{
		return std::nullopt;
	}
	std::memcpy(&head, bytes.data(), sizeof(head));
	if (head.version != FactorHead::kVersion || head.wantedFloat > 1 || head.storedFloat > 1 || head.nodeCount < 1)
	{
		return std::nullopt;
	}
	const uint64_t left = bytes.size() - sizeof(head);
	const uint64_t orderBytes = sizeof(int32_t) * static_cast<uint64_t>(head.nodeCount);
	const uint64_t valueBytes = head.storedFloat != 0 ? sizeof(float) : sizeof(double);
	if (orderBytes > left || (left - orderBytes) % valueBytes != 0 ||
		(left - orderBytes) / valueBytes != head.valueCount)
	{
		return std::nullopt;
	}
	return head;
}
} // namespace FractureCore
