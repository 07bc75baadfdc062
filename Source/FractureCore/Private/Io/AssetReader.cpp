// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The bytes are taken for hostile: every offset and size is checked against the file's own size before it is used, and
// nothing is allocated that the file does not pay for in bytes (at most some ten times, for names and strength layers).
#include "FractureCore/Asset.h"
#include "Io/AssetLayout.h"
#include "Io/AssetStrength.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace FractureCore
{
namespace
{
using AssetLayout::Section;

Error FileError(const std::string& message, uint64_t byte)
{
	return {ErrorCode::InvalidFile, message, static_cast<int64_t>(byte)};
}

Error SectionError(Section section, const std::string& message, uint64_t byte)
{
	return FileError("section " + std::string(AssetLayout::kSectionIds[static_cast<size_t>(section)]) + " at byte " +
			std::to_string(byte) + ": " + message,
		byte);
}

struct SectionView
{
	bool present = false;
	uint64_t offset = 0;
	std::span<const uint8_t> bytes;
};
using SectionViews = std::array<SectionView, AssetLayout::kSectionCount>;

template <typename T>
T ReadStruct(std::span<const uint8_t> bytes, uint64_t offset)
{
	T value;
	std::memcpy(&value, bytes.data() + offset, sizeof(T));
	return value;
}

Result<AssetLayout::Header> ReadHeader(std::span<const uint8_t> bytes)
{
	const size_t magicBytes = std::min(bytes.size(), AssetLayout::kMagic.size());
	if (bytes.empty() || !std::equal(bytes.begin(), bytes.begin() + magicBytes, AssetLayout::kMagic.begin()))
	{
		return FileError("this is not a .frac file: its first bytes are wrong", 0);
	}
	if (bytes.size() < sizeof(AssetLayout::Header))
	{
		return FileError("the file ends inside its header, at byte " + std::to_string(bytes.size()), bytes.size());
	}
	const auto header = ReadStruct<AssetLayout::Header>(bytes, 0);
	if (header.version == 0)
	{
		return FileError("the file claims version 0, which does not exist", 8);
	}
	if (header.version > kAssetVersion)
	{
		return Error{ErrorCode::UnsupportedFile,
			"the file has version " + std::to_string(header.version) + ", but this build reads up to version " +
				std::to_string(kAssetVersion) + ": update FractureSim or bake the object again",
			8};
	}
	if (header.fileSize != bytes.size())
	{
		return FileError("the file should have " + std::to_string(header.fileSize) + " bytes but has " +
				std::to_string(bytes.size()),
			std::min<uint64_t>(header.fileSize, bytes.size()));
	}
	if (header.sectionCount > (bytes.size() - sizeof(header)) / sizeof(AssetLayout::SectionEntry))
	{
		return FileError(
			"the file is too short for the " + std::to_string(header.sectionCount) + " sections it claims", 12);
	}
	const uint64_t tableSize = header.sectionCount * sizeof(AssetLayout::SectionEntry);
	if (header.checksum !=
		Hash64(bytes.subspan(sizeof(header), tableSize), Hash64(bytes.first(AssetLayout::kHeaderBytesHashed))))
	{
		return FileError("the header's checksum does not match: the file is damaged", 24);
	}
	return header;
}

std::optional<size_t> FindKnownSection(const std::array<char, 4>& id)
{
	const auto found = std::find(
		AssetLayout::kSectionIds.begin(), AssetLayout::kSectionIds.end(), std::string_view(id.data(), id.size()));
	if (found == AssetLayout::kSectionIds.end())
	{
		return std::nullopt;
	}
	return static_cast<size_t>(found - AssetLayout::kSectionIds.begin());
}

/// Sections lie one behind the other without gaps, padded with zeros, up to the file's end; the known ones in the order
/// of Section. So one object has one file, and no byte escapes a check.
Result<SectionViews> ReadSections(std::span<const uint8_t> bytes, uint32_t sectionCount)
{
	SectionViews views;
	size_t nextKnown = 0;
	uint64_t expectedOffset = sizeof(AssetLayout::Header) + sectionCount * sizeof(AssetLayout::SectionEntry);
	for (uint32_t i = 0; i < sectionCount; ++i)
	{
		const uint64_t entryOffset = sizeof(AssetLayout::Header) + i * sizeof(AssetLayout::SectionEntry);
		const auto entry = ReadStruct<AssetLayout::SectionEntry>(bytes, entryOffset);
		const std::string name =
			"section " + std::to_string(i) + " of the table at byte " + std::to_string(entryOffset);
		if (entry.reserved != 0)
		{
			return FileError(name + " has a reserved field that is not 0", entryOffset);
		}
		if (entry.offset != expectedOffset)
		{
			return FileError(name + " starts at byte " + std::to_string(entry.offset) + " instead of " +
					std::to_string(expectedOffset),
				entryOffset);
		}
		const uint64_t left = bytes.size() - entry.offset;
		if (entry.size == 0 || entry.size > left || AssetLayout::PaddedSize(entry.size) > left)
		{
			return FileError(name + " is empty or reaches beyond the end of the file", entryOffset);
		}
		const std::span<const uint8_t> content = bytes.subspan(entry.offset, entry.size);
		if (Hash64(content) != entry.checksum)
		{
			return FileError(name + " has a checksum that does not match: the file is damaged", entry.offset);
		}
		expectedOffset = entry.offset + AssetLayout::PaddedSize(entry.size);
		for (uint64_t pad = entry.offset + entry.size; pad < expectedOffset; ++pad)
		{
			if (bytes[pad] != 0)
			{
				return FileError(name + " is not padded with zeros at byte " + std::to_string(pad), pad);
			}
		}
		if (const std::optional<size_t> known = FindKnownSection(entry.id))
		{
			if (*known < nextKnown)
			{
				return SectionError(static_cast<Section>(*known), "stands twice or out of order", entryOffset);
			}
			nextKnown = *known + 1;
			views[*known] = {true, entry.offset, content};
		}
	}
	if (expectedOffset != bytes.size())
	{
		return FileError("the last section ends at byte " + std::to_string(expectedOffset) + ", but the file has " +
				std::to_string(bytes.size()),
			expectedOffset);
	}
	return views;
}

/// Takes sections apart and remembers the first error, so that reading an object is a list and not a ladder.
class AssetSource
{
public:
	explicit AssetSource(const SectionViews& views) : m_views(views) {}

	const std::optional<Error>& GetError() const { return m_error; }

	/// The whole section is an array; an absent one is an empty array.
	template <typename T>
	void ReadArray(Section section, std::vector<T>& values)
	{
		const SectionView& view = View(section);
		if (view.bytes.size() % sizeof(T) != 0)
		{
			Fail(section,
				view.offset,
				"its " + std::to_string(view.bytes.size()) + " bytes are no multiple of " + std::to_string(sizeof(T)));
			return;
		}
		const size_t count = view.bytes.size() / sizeof(T);
		if (count > INT32_MAX)
		{
			Fail(section, view.offset, "it has more elements than 32-bit indices can number");
			return;
		}
		values.resize(count);
		if (count > 0)
		{
			std::memcpy(values.data(), view.bytes.data(), view.bytes.size());
		}
	}

	/// The section starts with a T; `rest` is what follows it.
	template <typename T>
	T ReadHead(Section section, std::span<const uint8_t>* rest = nullptr)
	{
		const SectionView& view = View(section);
		if (view.bytes.size() < sizeof(T) || (rest == nullptr && view.bytes.size() != sizeof(T)))
		{
			Fail(section,
				view.offset,
				view.present
					? "it has " + std::to_string(view.bytes.size()) + " bytes instead of " + std::to_string(sizeof(T))
					: "it is missing");
			return {};
		}
		if (rest != nullptr)
		{
			*rest = view.bytes.subspan(sizeof(T));
		}
		return ReadStruct<T>(view.bytes, 0);
	}

	/// Splits the section into records: a head, then as many bytes of text as textBytes(head) says.
	template <typename Head, typename TextBytes, typename Take>
	void ReadRecords(Section section, TextBytes&& textBytes, Take&& take)
	{
		const SectionView& view = View(section);
		for (uint64_t at = 0; at < view.bytes.size();)
		{
			const uint64_t left = view.bytes.size() - at;
			if (left < sizeof(Head))
			{
				Fail(section, view.offset + at, "its last record is cut off");
				return;
			}
			const Head head = ReadStruct<Head>(view.bytes, at);
			const uint64_t size = textBytes(head);
			if (size > left - sizeof(Head))
			{
				Fail(section, view.offset + at, "a text of " + std::to_string(size) + " bytes leaves the section");
				return;
			}
			take(head, std::string(reinterpret_cast<const char*>(view.bytes.data()) + at + sizeof(Head), size));
			at += sizeof(Head) + size;
		}
	}

	void Fail(Section section, uint64_t byte, const std::string& message)
	{
		if (!m_error)
		{
			m_error = SectionError(section, message, byte);
		}
	}
	uint64_t Offset(Section section) const { return View(section).offset; }
	std::span<const uint8_t> Bytes(Section section) const { return View(section).bytes; }
	bool Has(Section section) const { return View(section).present; }

private:
	const SectionView& View(Section section) const { return m_views[static_cast<size_t>(section)]; }

	const SectionViews& m_views;
	std::optional<Error> m_error;
};

void ReadInfo(AssetSource& source, BakedObject& object)
{
	const auto info = source.ReadHead<AssetLayout::Info>(Section::Info);
	const uint64_t offset = source.Offset(Section::Info);
	if (info.kind > static_cast<uint32_t>(BakedKind::Shell))
	{
		source.Fail(Section::Info, offset, "kind " + std::to_string(info.kind) + " is unknown");
	}
	if (info.closed > 1 || info.reserved != 0)
	{
		source.Fail(Section::Info, offset, "a flag is neither 0 nor 1 or a reserved field is not 0");
	}
	object.kind = static_cast<BakedKind>(info.kind);
	object.closed = info.closed != 0;
	object.components = info.components;
	object.key = {info.keyHigh, info.keyLow};
	object.cellSize = info.cellSize;
	object.shellThickness = info.shellThickness;
}

void ReadMaterial(AssetSource& source, Material& material)
{
	std::span<const uint8_t> name;
	const auto numbers = source.ReadHead<AssetLayout::MaterialNumbers>(Section::Material, &name);
	material.density = numbers.density;
	material.youngModulus = numbers.youngModulus;
	material.poissonRatio = numbers.poissonRatio;
	material.tensileStrength = numbers.tensileStrength;
	material.compressiveFactor = numbers.compressiveFactor;
	material.fractureToughness = numbers.fractureToughness;
	material.name.assign(name.begin(), name.end());
	if (source.Has(Section::MaterialExtras))
	{
		const auto extras = source.ReadHead<AssetLayout::MaterialExtras>(Section::MaterialExtras);
		material.growthFactor = extras.growthFactor;
		material.grainSize = extras.grainSize;
		material.dentFactor = extras.dentFactor;
		material.yieldStrength = extras.yieldStrength;
		material.axisFactor = extras.axisFactor;
		material.surfaceCompression = extras.surfaceCompression;
		material.dampingPhi = extras.dampingPhi;
		material.dampingPsi = extras.dampingPsi;
		material.strengthAxis = extras.strengthAxis;
	}
}

void ReadStrength(AssetSource& source, BakedObject& object)
{
	if (source.Has(Section::StrengthSetup))
	{
		const std::span<const uint8_t> bytes = source.Bytes(Section::StrengthSetup);
		const size_t end = FromBytes(bytes, object.strengthSetup);
		// An empty setup would have no section.
		if (end != bytes.size() || object.strengthSetup.IsEmpty())
		{
			source.Fail(Section::StrengthSetup,
				source.Offset(Section::StrengthSetup) + end,
				"it is not a list of layers and one of anchors");
		}
	}
	if (source.Has(Section::StrengthExtras))
	{
		const std::span<const uint8_t> bytes = source.Bytes(Section::StrengthExtras);
		const size_t end = ExtrasFromBytes(bytes, object.strengthSetup);
		// Without anything to say it would have no section.
		if (end != bytes.size() || ExtrasToBytes(object.strengthSetup).empty())
		{
			source.Fail(Section::StrengthExtras,
				source.Offset(Section::StrengthExtras) + end,
				"it does not tell of the names, eyes and seeds of the layers and anchors");
		}
	}
	source.ReadArray(Section::Strength, object.strength);
	source.ReadArray(Section::HeldAxes, object.heldAxes);
}

void ReadSurface(AssetSource& source, SurfaceMesh& surface)
{
	source.ReadArray(Section::SurfacePositions, surface.positions);
	source.ReadArray(Section::SurfaceTriangles, surface.triangles);
	source.ReadArray(Section::SurfaceNormals, surface.cornerNormals);
	source.ReadArray(Section::SurfaceUvs, surface.cornerUvs);
	source.ReadArray(Section::SurfaceSlots, surface.triangleSlots);
	// How many channels there are follows from the sizes; CheckBakedObject sees to remainders and the limit.
	const size_t corners = 3 * surface.triangles.size();
	surface.uvChannels = corners > 0 ? static_cast<int32_t>(surface.cornerUvs.size() / corners) : 0;

	// Counted first: growing by doubling would cost up to three times the memory.
	size_t names = 0;
	const auto textBytes = [](uint32_t size) { return size; };
	source.ReadRecords<uint32_t>(Section::SlotNames, textBytes, [&](uint32_t, const std::string&) { ++names; });
	surface.slotNames.reserve(names);
	source.ReadRecords<uint32_t>(Section::SlotNames,
		textBytes,
		[&](uint32_t, std::string name) { surface.slotNames.push_back(std::move(name)); });
}

void ReadWarnings(AssetSource& source, std::vector<Warning>& warnings)
{
	source.ReadRecords<AssetLayout::WarningHead>(
		Section::Warnings,
		[](const AssetLayout::WarningHead& head) { return head.textBytes; },
		[&](const AssetLayout::WarningHead& head, std::string message)
		{
			if (head.code > static_cast<uint32_t>(kLastWarningCode))
			{
				source.Fail(Section::Warnings,
					source.Offset(Section::Warnings),
					"warning " + std::to_string(warnings.size()) + " has the unknown code " +
						std::to_string(head.code));
			}
			warnings.push_back({static_cast<WarningCode>(head.code), std::move(message), head.count});
		});
}
} // namespace

Result<BakedObject> LoadAsset(std::span<const uint8_t> bytes)
{
	const Result<AssetLayout::Header> header = ReadHeader(bytes);
	if (!header)
	{
		return header.GetError();
	}
	const Result<SectionViews> views = ReadSections(bytes, header->sectionCount);
	if (!views)
	{
		return views.GetError();
	}
	AssetSource source(*views);
	BakedObject object;
	ReadInfo(source, object);
	ReadMaterial(source, object.material);
	object.mass = source.ReadHead<MassProperties>(Section::Mass);
	ReadSurface(source, object.surface);
	source.ReadArray(Section::TetNodes, object.tets.nodes);
	source.ReadArray(Section::Tets, object.tets.tets);
	source.ReadArray(Section::VertexTets, object.embedding.vertexTet);
	source.ReadArray(Section::VertexWeights, object.embedding.vertexWeights);
	source.ReadArray(Section::TriangleTetOffsets, object.embedding.triangleTetOffsets);
	source.ReadArray(Section::TriangleTets, object.embedding.triangleTets);
	ReadWarnings(source, object.warnings);
	ReadStrength(source, object);
	source.ReadArray(Section::Factor, object.factor);
	if (source.GetError())
	{
		return *source.GetError();
	}
	if (const Status checked = CheckBakedObject(object); !checked)
	{
		return checked.GetError();
	}
	return object;
}
} // namespace FractureCore
