// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Asset.h"
#include "Io/AssetLayout.h"
#include "Io/AssetStrength.h"

#include <array>
#include <bit>
#include <cstring>

namespace FractureCore
{
namespace
{
/// Collects sections and puts header and table before them.
class AssetSink
{
public:
	template <typename T>
	void AddArray(AssetLayout::Section section, std::span<const T> values)
	{
		Begin(section);
		Append(values.data(), values.size_bytes());
		End();
	}

	void Begin(AssetLayout::Section section)
	{
		AssetLayout::SectionEntry& entry = m_entries.emplace_back();
		const std::string_view id = AssetLayout::kSectionIds[static_cast<size_t>(section)];
		std::memcpy(entry.id.data(), id.data(), entry.id.size());
		entry.offset = m_payload.size();
	}
	void Append(const void* bytes, size_t size)
	{
		const uint8_t* begin = static_cast<const uint8_t*>(bytes);
		m_payload.insert(m_payload.end(), begin, begin + size);
	}
	void End()
	{
		AssetLayout::SectionEntry& entry = m_entries.back();
		entry.size = m_payload.size() - entry.offset;
		entry.checksum = Hash64(std::span(m_payload).subspan(entry.offset));
		m_payload.resize(AssetLayout::PaddedSize(m_payload.size()));
	}

	std::vector<uint8_t> Finish()
	{
		const uint64_t tableSize = m_entries.size() * sizeof(AssetLayout::SectionEntry);
		const uint64_t payloadOffset = sizeof(AssetLayout::Header) + tableSize;
		for (AssetLayout::SectionEntry& entry : m_entries)
		{
			entry.offset += payloadOffset;
		}
		AssetLayout::Header header;
		header.version = kAssetVersion;
		header.sectionCount = static_cast<uint32_t>(m_entries.size());
		header.fileSize = payloadOffset + m_payload.size();

		std::vector<uint8_t> bytes(header.fileSize);
		std::memcpy(bytes.data() + sizeof(header), m_entries.data(), tableSize);
		std::memcpy(bytes.data() + payloadOffset, m_payload.data(), m_payload.size());
		std::memcpy(bytes.data(), &header, sizeof(header));
		const std::span<const uint8_t> all(bytes);
		header.checksum =
			Hash64(all.subspan(sizeof(header), tableSize), Hash64(all.first(AssetLayout::kHeaderBytesHashed)));
		std::memcpy(bytes.data(), &header, sizeof(header));
		return bytes;
	}

private:
	std::vector<AssetLayout::SectionEntry> m_entries;
	std::vector<uint8_t> m_payload;
};

void AddInfo(AssetSink& sink, const BakedObject& object)
{
	AssetLayout::Info info;
	info.kind = static_cast<uint32_t>(object.kind);
	info.closed = object.closed ? 1 : 0;
	info.components = object.components;
	info.keyHigh = object.key.high;
	info.keyLow = object.key.low;
	info.cellSize = object.cellSize;
	info.shellThickness = object.shellThickness;
	sink.AddArray(AssetLayout::Section::Info, std::span<const AssetLayout::Info>(&info, 1));
}

void AddMaterial(AssetSink& sink, const Material& material)
{
	const AssetLayout::MaterialNumbers numbers{material.density,
		material.youngModulus,
		material.poissonRatio,
		material.tensileStrength,
		material.compressiveFactor,
		material.fractureToughness};
	sink.Begin(AssetLayout::Section::Material);
	sink.Append(&numbers, sizeof(numbers));
	sink.Append(material.name.data(), material.name.size());
	sink.End();
}

AssetLayout::MaterialExtras ExtrasOf(const Material& material)
{
	return {material.growthFactor,
		material.grainSize,
		material.dentFactor,
		material.yieldStrength,
		material.axisFactor,
		material.surfaceCompression,
		material.dampingPhi,
		material.dampingPsi,
		material.strengthAxis};
}

void AddMaterialExtras(AssetSink& sink, const Material& material)
{
	// Bits, not values: a negative zero must come back as one.
	using Bits = std::array<uint64_t, sizeof(AssetLayout::MaterialExtras) / sizeof(uint64_t)>;
	const AssetLayout::MaterialExtras extras = ExtrasOf(material);
	if (std::bit_cast<Bits>(extras) != std::bit_cast<Bits>(ExtrasOf(Material{})))
	{
		sink.AddArray(AssetLayout::Section::MaterialExtras, std::span<const AssetLayout::MaterialExtras>(&extras, 1));
	}
}

void AddSlotNames(AssetSink& sink, std::span<const std::string> names)
{
	sink.Begin(AssetLayout::Section::SlotNames);
	for (const std::string& name : names)
	{
		const uint32_t textBytes = static_cast<uint32_t>(name.size());
		sink.Append(&textBytes, sizeof(textBytes));
		sink.Append(name.data(), name.size());
	}
	sink.End();
}

void AddWarnings(AssetSink& sink, std::span<const Warning> warnings)
{
	sink.Begin(AssetLayout::Section::Warnings);
	for (const Warning& warning : warnings)
	{
		const AssetLayout::WarningHead head{
			warning.count, static_cast<uint32_t>(warning.code), static_cast<uint32_t>(warning.message.size())};
		sink.Append(&head, sizeof(head));
		sink.Append(warning.message.data(), warning.message.size());
	}
	sink.End();
}

template <typename T>
void AddArrayIfAny(AssetSink& sink, AssetLayout::Section section, const std::vector<T>& values)
{
	if (!values.empty())
	{
		sink.AddArray(section, std::span<const T>(values));
	}
}
} // namespace

std::vector<uint8_t> SaveAsset(const BakedObject& object)
{
	using AssetLayout::Section;
	AssetSink sink;
	AddInfo(sink, object);
	AddMaterial(sink, object.material);
	sink.AddArray(Section::Mass, std::span<const MassProperties>(&object.mass, 1));
	AddArrayIfAny(sink, Section::SurfacePositions, object.surface.positions);
	AddArrayIfAny(sink, Section::SurfaceTriangles, object.surface.triangles);
	AddArrayIfAny(sink, Section::SurfaceNormals, object.surface.cornerNormals);
	AddArrayIfAny(sink, Section::SurfaceUvs, object.surface.cornerUvs);
	AddArrayIfAny(sink, Section::SurfaceSlots, object.surface.triangleSlots);
	if (!object.surface.slotNames.empty())
	{
		AddSlotNames(sink, object.surface.slotNames);
	}
	AddArrayIfAny(sink, Section::TetNodes, object.tets.nodes);
	AddArrayIfAny(sink, Section::Tets, object.tets.tets);
	AddArrayIfAny(sink, Section::VertexTets, object.embedding.vertexTet);
	AddArrayIfAny(sink, Section::VertexWeights, object.embedding.vertexWeights);
	AddArrayIfAny(sink, Section::TriangleTetOffsets, object.embedding.triangleTetOffsets);
	AddArrayIfAny(sink, Section::TriangleTets, object.embedding.triangleTets);
	if (!object.warnings.empty())
	{
		AddWarnings(sink, object.warnings);
	}
	AddMaterialExtras(sink, object.material);
	if (!object.strengthSetup.IsEmpty())
	{
		AddArrayIfAny(sink, Section::StrengthSetup, ToBytes(object.strengthSetup));
	}
	AddArrayIfAny(sink, Section::Strength, object.strength);
	AddArrayIfAny(sink, Section::HeldAxes, object.heldAxes);
	AddArrayIfAny(sink, Section::Factor, object.factor);
	AddArrayIfAny(sink, Section::StrengthExtras, ExtrasToBytes(object.strengthSetup));
	return sink.Finish();
}
} // namespace FractureCore
