// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// By PKWARE's APPNOTE 6.3: local headers (4.3.7), central directory (4.3.12), its end (4.3.16); method 0, stored.
#include "Studio/ZipFile.h"

#include "Studio/ByteWriter.h"

namespace FractureToolkit
{
namespace
{
constexpr uint16_t kVersion = 20;
constexpr uint16_t kUtf8Names = 0x0800;
constexpr uint16_t kFirstDay = 0x0021; // 1980-01-01: no clock, so that equal content is equal bytes

uint32_t Crc32(std::span<const uint8_t> bytes)
{
	uint32_t crc = 0xffffffffu;
	for (const uint8_t byte : bytes)
	{
		crc ^= byte;
		for (int bit = 0; bit < 8; ++bit)
		{
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0u);
		}
	}
	return ~crc;
}

/// The fields that both headers have, from the flags to the name's length.
void AddCommon(ByteWriter& zip, const ZipEntry& entry, uint32_t crc)
{
	zip.Add(kVersion);
	zip.Add(kUtf8Names);
	zip.Add(uint16_t{0}); // stored
	zip.Add(uint16_t{0}); // midnight
	zip.Add(kFirstDay);
	zip.Add(crc);
	zip.Add(static_cast<uint32_t>(entry.bytes.size()));
	zip.Add(static_cast<uint32_t>(entry.bytes.size()));
	zip.Add(static_cast<uint16_t>(entry.name.size()));
	zip.Add(uint16_t{0}); // no extra field
}

std::span<const uint8_t> BytesOf(const std::string& text)
{
	return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}
} // namespace

std::vector<uint8_t> FormatZip(std::span<const ZipEntry> entries)
{
	ByteWriter zip;
	ByteWriter directory;
	for (const ZipEntry& entry : entries)
	{
		const uint32_t crc = Crc32(entry.bytes);
		const uint32_t offset = static_cast<uint32_t>(zip.Size());
		zip.Add(uint32_t{0x04034b50});
		AddCommon(zip, entry, crc);
		zip.AddBytes(BytesOf(entry.name));
		zip.AddBytes(entry.bytes);

		directory.Add(uint32_t{0x02014b50});
		directory.Add(kVersion);
		AddCommon(directory, entry, crc);
		directory.Add(uint16_t{0}); // no comment
		directory.Add(uint16_t{0}); // first disk
		directory.Add(uint16_t{0}); // internal attributes
		directory.Add(uint32_t{0}); // external attributes
		directory.Add(offset);
		directory.AddBytes(BytesOf(entry.name));
	}
	const std::vector<uint8_t> rows = directory.Take();
	const uint32_t start = static_cast<uint32_t>(zip.Size());
	zip.AddBytes(rows);
	zip.Add(uint32_t{0x06054b50});
	zip.Add(uint16_t{0});
	zip.Add(uint16_t{0});
	zip.Add(static_cast<uint16_t>(entries.size()));
	zip.Add(static_cast<uint16_t>(entries.size()));
	zip.Add(static_cast<uint32_t>(rows.size()));
	zip.Add(start);
	zip.Add(uint16_t{0});
	return zip.Take();
}
} // namespace FractureToolkit
