// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Io/AssetStrength.h"

#include "Base/StrengthFields.h"
#include "Io/AssetLayout.h"

#include <cmath>
#include <cstring>

namespace FractureCore
{
namespace
{
struct StrengthWriting
{
	static constexpr bool kIsReading = false;
	std::vector<uint8_t> bytes;

	template <typename T>
	void Number(const T& value)
	{
		const uint8_t* begin = reinterpret_cast<const uint8_t*>(&value);
		bytes.insert(bytes.end(), begin, begin + sizeof(value));
	}
};

class StrengthReading
{
public:
	static constexpr bool kIsReading = true;

	explicit StrengthReading(std::span<const uint8_t> bytes) : m_bytes(bytes) {}

	template <typename T>
	void Number(T& value)
	{
		Require(m_bytes.size() - m_at >= sizeof(T));
		if (m_isGood)
		{
			std::memcpy(&value, m_bytes.data() + m_at, sizeof(T));
			m_at += sizeof(T);
		}
	}
	void Require(bool isRight) { m_isGood = m_isGood && isRight; }
	bool IsGood() const { return m_isGood; }
	size_t At() const { return m_at; }

private:
	std::span<const uint8_t> m_bytes;
	size_t m_at = 0;
	bool m_isGood = true;
};

Error StrengthError(AssetLayout::Section section, const std::string& message, int64_t element = Error::kNoElement)
{
	return {ErrorCode::InvalidFile,
		"section " + std::string(AssetLayout::kSectionIds[static_cast<size_t>(section)]) + ": " + message,
		element};
}

/// An array with one value a cell or node, or none where nothing asks for it.
Status CheckStrengthCount(AssetLayout::Section section, size_t count, size_t expected, bool mayBeEmpty)
{
	if (count == expected || (count == 0 && mayBeEmpty))
	{
		return Ok{};
	}
	return StrengthError(
		section, "it has " + std::to_string(count) + " elements instead of " + std::to_string(expected));
}
} // namespace

std::vector<uint8_t> ToBytes(const StrengthSetup& setup)
{
	StrengthWriting writing;
	StrengthFields::WalkFields(setup, writing);
	return std::move(writing.bytes);
}

size_t FromBytes(std::span<const uint8_t> bytes, StrengthSetup& setup)
{
	StrengthReading reading(bytes);
	StrengthFields::WalkFields(setup, reading);
	// A good setup that ends before the last byte is none; nor may a wrong last number pass for the end.
	return reading.IsGood() || reading.At() < bytes.size() ? reading.At() : bytes.size() - 1;
}

std::vector<uint8_t> ExtrasToBytes(const StrengthSetup& setup)
{
	StrengthWriting writing;
	if (StrengthFields::HasExtras(setup))
	{
		StrengthFields::WalkExtras(setup, writing);
	}
	return std::move(writing.bytes);
}

size_t ExtrasFromBytes(std::span<const uint8_t> bytes, StrengthSetup& setup)
{
	StrengthReading reading(bytes);
	StrengthFields::WalkExtras(setup, reading);
	return reading.IsGood() || reading.At() < bytes.size() ? reading.At() : bytes.size() - 1;
}

Status CheckAssetStrength(const BakedObject& object)
{
	using AssetLayout::Section;
	if (const Status setup = ValidateStrength(object.strengthSetup); !setup)
	{
		return StrengthError(Section::StrengthSetup, setup.GetError().message);
	}
	const bool isShell = object.kind == BakedKind::Shell;
	const size_t cells = isShell ? object.surface.triangles.size() : object.tets.tets.size();
	const size_t nodes = isShell ? object.surface.positions.size() : object.tets.nodes.size();
	for (const Status& counted :
		{CheckStrengthCount(Section::Strength, object.strength.size(), cells, object.strengthSetup.layers.empty()),
			CheckStrengthCount(
				Section::HeldAxes, object.heldAxes.size(), nodes, !HasVisibleAnchor(object.strengthSetup.anchors))})
	{
		if (!counted)
		{
			return counted;
		}
	}
	for (size_t i = 0; i < object.strength.size(); ++i)
	{
		if (!(object.strength[i] > 0.0) || !std::isfinite(object.strength[i]))
		{
			return StrengthError(Section::Strength,
				(isShell ? "triangle " : "tet ") + std::to_string(i) + " has no finite strength above 0",
				static_cast<int64_t>(i));
		}
	}
	for (size_t i = 0; i < object.heldAxes.size(); ++i)
	{
		if (object.heldAxes[i] > 7)
		{
			return StrengthError(Section::HeldAxes,
				"node " + std::to_string(i) + " has bits for more than three axes",
				static_cast<int64_t>(i));
		}
	}
	return Ok{};
}
} // namespace FractureCore
