// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace FractureCore
{
enum class ErrorCode : uint8_t
{
	InvalidMesh,     // NaN, bad index, empty, zero volume
	InvalidMaterial, // a constant out of its range
	InvalidSettings, // a bake or solve setting out of its range
	InvalidFile,     // bytes that are not what they claim to be
	UnsupportedFile, // a valid file of a kind or version this build does not read
	TooLarge,        // more elements than 32-bit indices or the caller's limit allow
	Cancelled,       // the caller's progress sink said stop
};

/// What is wrong and where. `message` is one sentence for a person; `element` is the first bad vertex, triangle, tet or
/// byte (the message says which), kNoElement if none.
struct Error
{
	static constexpr int64_t kNoElement = -1;

	ErrorCode code = ErrorCode::InvalidMesh;
	std::string message;
	int64_t element = kNoElement;
};

/// A value or an Error. Bad user data is an answer, not an exception; access mirrors std::expected.
template <typename T>
class [[nodiscard]] Result
{
public:
	Result(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
	Result(Error error) : m_state(std::in_place_index<1>, std::move(error)) {}

	bool HasValue() const { return m_state.index() == 0; }
	explicit operator bool() const { return HasValue(); }

	/// Only valid if HasValue().
	T& operator*() { return *std::get_if<0>(&m_state); }
	const T& operator*() const { return *std::get_if<0>(&m_state); }
	T* operator->() { return std::get_if<0>(&m_state); }
	const T* operator->() const { return std::get_if<0>(&m_state); }

	/// Only valid if not HasValue().
	const Error& GetError() const { return *std::get_if<1>(&m_state); }

private:
	std::variant<T, Error> m_state;
};

/// Success without a value, or an Error.
struct Ok
{
};
using Status = Result<Ok>;

enum class WarningCode : uint8_t
{
	WeldedVertices,
	DroppedTriangles,
	FlippedTriangles,
	ClosedHoles,
	NonManifold,
	SelfIntersection,
	SeveralComponents,
	ThinWallRefined,
	ThinWallPerforated,
	TargetMissed,
	MaterialIgnored,
	AttributeLost,
	SurfaceReplaced,
	JoinedParts,
	SeparatedPinches,
	LostParts,
	VolumeMissed,
	ThickShell,
	StitchedJunctions,
	OpenCavities,
	BridgedGaps,
	BluntEdges,
	FusedParts,
	LostCavities,
	SliverTets,
};
inline constexpr WarningCode kLastWarningCode = WarningCode::SliverTets;

/// Something the user should know about a result that is still good. Warnings are data, in the order they arose.
struct Warning
{
	WarningCode code = WarningCode::WeldedVertices;
	std::string message;
	int64_t count = 0; // how many elements it is about

	friend bool operator==(const Warning&, const Warning&) = default;
};
} // namespace FractureCore
