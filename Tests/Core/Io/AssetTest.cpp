// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Asset.h"
#include "Support/TestPaths.h"

#include "Core/Io/AssetBytes.h"
#include "Core/Io/SampleAssets.h"
#include "FractureCore/Random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <string>

using namespace FractureCore;
using namespace FractureTest;

namespace
{
using Bytes = std::vector<uint8_t>;

/// Writes `value` at `offset` of a section and makes the checksums right, so that only the meaning can be wrong.
template <typename T>
Bytes Tamper(Bytes bytes, const char* section, size_t offset, T value)
{
	const std::optional<SectionSpan> span = FindSection(bytes, section);
	EXPECT_TRUE(span.has_value()) << section;
	EXPECT_LE(offset + sizeof(T), span->size);
	PutAt(std::span(bytes), span->offset + offset, value);
	FixChecksums(bytes);
	return bytes;
}

/// Inserts a section before row `row` of the table.
Bytes InsertSection(const Bytes& bytes, const char* id, const Bytes& content, uint32_t row)
{
	const uint32_t count = GetAt<uint32_t>(bytes, 12);
	const size_t tableEnd = 32 + 32 * count;
	const size_t at = row < count ? GetAt<uint64_t>(bytes, 32 + 32 * row + 8) : bytes.size();
	const size_t padded = (content.size() + 7) / 8 * 8;
	Bytes result(bytes.begin(), bytes.begin() + 32 + 32 * row);
	result.insert(result.end(), id, id + 4);
	result.resize(result.size() + 28);
	result.insert(result.end(), bytes.begin() + 32 + 32 * row, bytes.begin() + tableEnd);
	result.insert(result.end(), bytes.begin() + tableEnd, bytes.begin() + at);
	result.insert(result.end(), content.begin(), content.end());
	result.resize(result.size() + padded - content.size());
	result.insert(result.end(), bytes.begin() + at, bytes.end());
	PutAt<uint32_t>(result, 12, count + 1);
	for (uint32_t i = 0; i <= count; ++i)
	{
		const size_t entry = 32 + 32 * i;
		if (i == row)
		{
			PutAt<uint64_t>(result, entry + 8, at + 32);
			PutAt<uint64_t>(result, entry + 16, content.size());
		}
		else
		{
			const uint64_t old = GetAt<uint64_t>(result, entry + 8);
			PutAt<uint64_t>(result, entry + 8, old + 32 + (i > row ? padded : 0));
		}
	}
	FixChecksums(result);
	return result;
}

void ExpectError(const Bytes& bytes, ErrorCode code, const std::string& words)
{
	const Result<BakedObject> loaded = LoadAsset(bytes);
	ASSERT_FALSE(loaded) << words;
	EXPECT_EQ(loaded.GetError().code, code);
	EXPECT_NE(loaded.GetError().message.find(words), std::string::npos)
		<< "expected: " << words << "\nmessage:  " << loaded.GetError().message;
}
} // namespace

TEST(Asset, EverythingComesBackBitForBit)
{
	// What came after the files of version 1 were made.
	BakedObject later = MakeSampleLayers();
	later.strengthSetup.layers.push_back(
		{SeedLayer{{{{0, 0, 1}, 1.0}, {{1, 0, 0}, 2.5}}, 0.25, 0.5}, StrengthBlend::Multiply, 1.0, {}});
	for (const BakedObject& object :
		{MakeSampleSolid(), MakeSampleShell(), MakeSampleLayers(), MakeSampleFactor(), MakeSampleNames(), later})
	{
		const Bytes bytes = SaveAsset(object);
		const Result<BakedObject> loaded = LoadAsset(bytes);
		ASSERT_TRUE(loaded) << loaded.GetError().message;
		EXPECT_EQ(*loaded, object);
		EXPECT_EQ(SaveAsset(*loaded), bytes);
	}
}

TEST(Asset, ANegativeZeroKeepsItsSign)
{
	BakedObject object = MakeSampleSolid();
	object.surface.positions[0].x = -0.0;
	const Result<BakedObject> loaded = LoadAsset(SaveAsset(object));
	ASSERT_TRUE(loaded);
	EXPECT_TRUE(std::signbit(loaded->surface.positions[0].x));
}

TEST(Asset, TheHeaderIsWhatTheDocumentSays)
{
	const Bytes bytes = SaveAsset(MakeSampleSolid());
	const Bytes magic = {0x89, 'F', 'R', 'A', 'C', '\r', '\n', 0x1A};
	EXPECT_TRUE(std::equal(magic.begin(), magic.end(), bytes.begin()));
	EXPECT_EQ(GetAt<uint32_t>(bytes, 8), 1u);
	EXPECT_EQ(GetAt<uint32_t>(bytes, 12), 16u);
	EXPECT_EQ(GetAt<uint64_t>(bytes, 16), bytes.size());
	// The checksums as the document defines them, computed apart from the writer.
	Bytes fixed = bytes;
	std::fill(fixed.begin() + 24, fixed.begin() + 32, uint8_t{0});
	FixChecksums(fixed);
	EXPECT_EQ(fixed, bytes);
	// One byte of each kind where the document puts it.
	EXPECT_EQ(GetAt<double>(bytes, FindSection(bytes, "MATL")->offset), 2500.0);
	EXPECT_EQ(GetAt<double>(bytes, FindSection(bytes, "INFO")->offset + 32), 0.1);
	EXPECT_EQ(GetAt<int32_t>(bytes, FindSection(bytes, "STRI")->offset + 4), 3);
	EXPECT_EQ(FindSection(bytes, "SUVS")->size, 2u * 36u * 8u);
}

TEST(Asset, EveryTruncationIsAnError)
{
	for (const BakedObject& object :
		{MakeSampleSolid(), MakeSampleShell(), MakeSampleLayers(), MakeSampleFactor(), MakeSampleNames()})
	{
		const Bytes bytes = SaveAsset(object);
		for (size_t size = 0; size < bytes.size(); ++size)
		{
			// Its own allocation, so that the address sanitizer sees a read beyond it.
			const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
			ASSERT_FALSE(LoadAsset(cut)) << size;
			Bytes fixed = cut;
			FixChecksums(fixed);
			ASSERT_FALSE(LoadAsset(fixed)) << size;
		}
		Bytes longer = bytes;
		longer.push_back(0);
		EXPECT_FALSE(LoadAsset(longer));
		FixChecksums(longer);
		EXPECT_FALSE(LoadAsset(longer));
	}
}

TEST(Asset, EveryFlippedBitIsAnError)
{
	for (const BakedObject& object :
		{MakeSampleSolid(), MakeSampleShell(), MakeSampleLayers(), MakeSampleFactor(), MakeSampleNames()})
	{
		Bytes bytes = SaveAsset(object);
		for (size_t bit = 0; bit < 8 * bytes.size(); ++bit)
		{
			bytes[bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
			ASSERT_FALSE(LoadAsset(bytes)) << "bit " << bit % 8 << " of byte " << bit / 8;
			bytes[bit / 8] ^= static_cast<uint8_t>(1u << (bit % 8));
		}
		EXPECT_TRUE(LoadAsset(bytes));
	}
}

TEST(Asset, RandomDamageUnderRightChecksumsNeverCrashesAndWhatLoadsRoundTrips)
{
	const Bytes originals[] = {SaveAsset(MakeSampleSolid()), SaveAsset(MakeSampleLayers())};
	int32_t accepted = 0;
	for (uint64_t round = 0; round < 20'000; ++round)
	{
		Bytes bytes = originals[round % 2];
		for (uint64_t edit = 0; edit <= round % 3; ++edit)
		{
			const uint64_t random = RandomBits(11, 4 * round + edit);
			bytes[(random >> 8) % bytes.size()] = static_cast<uint8_t>(random);
		}
		FixChecksums(bytes);
		if (const Result<BakedObject> loaded = LoadAsset(bytes))
		{
			++accepted;
			ASSERT_EQ(LoadAsset(SaveAsset(*loaded)).HasValue(), true);
		}
	}
	// Numbers such as UVs may be anything finite, so a good part is valid; most of the table is not.
	EXPECT_GT(accepted, 1000);
	EXPECT_LT(accepted, 19'000);
}

TEST(Asset, ALaterVersionAsksForAnUpdate)
{
	Bytes bytes = SaveAsset(MakeSampleSolid());
	PutAt<uint32_t>(bytes, 8, 2);
	ExpectError(
		bytes, ErrorCode::UnsupportedFile, "version 2, but this build reads up to version 1: update FractureSim");
	PutAt<uint32_t>(bytes, 8, 0);
	ExpectError(bytes, ErrorCode::InvalidFile, "version 0");
}

TEST(Asset, OtherFilesAreNotAssets)
{
	ExpectError({}, ErrorCode::InvalidFile, "not a .frac file");
	const std::string obj = "# a Wavefront file\nv 0 0 0\n";
	ExpectError(Bytes(obj.begin(), obj.end()), ErrorCode::InvalidFile, "not a .frac file");
	ExpectError({0x89, 'F', 'R'}, ErrorCode::InvalidFile, "ends inside its header, at byte 3");
}

TEST(AssetVersion1, LoadsForEver)
{
	const std::pair<const char*, BakedObject> samples[] = {{"solid.frac", MakeSampleSolid()},
		{"shell.frac", MakeSampleShell()},
		{"layers.frac", MakeSampleLayers()},
		{"factor.frac", MakeSampleFactor()},
		{"names.frac", MakeSampleNames()}};
	for (const auto& [name, expected] : samples)
	{
		const std::filesystem::path path = FractureTests::TestData() / "Baked" / "v1" / name;
		std::ifstream file(path, std::ios::binary);
		ASSERT_TRUE(file) << path;
		const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
		ASSERT_EQ(GetAt<uint32_t>(bytes, 8), 1u);
		const Result<BakedObject> loaded = LoadAsset(bytes);
		ASSERT_TRUE(loaded) << loaded.GetError().message;
		EXPECT_EQ(*loaded, expected) << name;
	}
}

TEST(AssetSamples, AreWrittenWhereAsked)
{
	// How the files of a new version are made: Tests/Data/Baked/README.md.
	const char* folder = std::getenv("FRACTURESIM_WRITE_SAMPLES");
	if (folder == nullptr)
	{
		return;
	}
	const std::pair<const char*, BakedObject> samples[] = {{"solid.frac", MakeSampleSolid()},
		{"shell.frac", MakeSampleShell()},
		{"layers.frac", MakeSampleLayers()},
		{"factor.frac", MakeSampleFactor()},
		{"names.frac", MakeSampleNames()}};
	for (const auto& [name, object] : samples)
	{
		const Bytes bytes = SaveAsset(object);
		std::ofstream file(std::filesystem::path(folder) / name, std::ios::binary);
		file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
		EXPECT_TRUE(file);
	}
}

TEST(Asset, UnknownSectionsAreSkippedWhereverTheyStand)
{
	const BakedObject object = MakeSampleSolid();
	const Bytes bytes = SaveAsset(object);
	for (const uint32_t row : {0u, 5u, 16u})
	{
		const Bytes extended = InsertSection(bytes, "SEED", {1, 2, 3}, row);
		const Result<BakedObject> loaded = LoadAsset(extended);
		ASSERT_TRUE(loaded) << loaded.GetError().message;
		EXPECT_EQ(*loaded, object);
		// Their checksums count all the same.
		Bytes damaged = extended;
		damaged[FindSection(extended, "SEED")->offset] ^= 4;
		EXPECT_FALSE(LoadAsset(damaged));
	}
}

TEST(Asset, SectionsMustStandOnceInOrderAndWithoutGaps)
{
	const Bytes bytes = SaveAsset(MakeSampleSolid());
	ExpectError(
		InsertSection(bytes, "INFO", Bytes(48), 16), ErrorCode::InvalidFile, "section INFO at byte 544: stands twice");
	Bytes swapped = bytes;
	for (size_t i = 0; i < 4; ++i)
	{
		std::swap(swapped[FindSection(bytes, "EVTX")->entry + i], swapped[FindSection(bytes, "EWGT")->entry + i]);
	}
	FixChecksums(swapped);
	ExpectError(swapped, ErrorCode::InvalidFile, "out of order");

	// An offset that overlaps the section before, one beyond the file, sizes that overflow.
	const size_t entry = FindSection(bytes, "STRI")->entry;
	const uint64_t offset = FindSection(bytes, "STRI")->offset;
	for (const uint64_t bad : {offset - 8, offset + 1, uint64_t{0}, uint64_t{1} << 40, UINT64_MAX - 7})
	{
		Bytes moved = bytes;
		PutAt<uint64_t>(moved, entry + 8, bad);
		FixChecksums(moved);
		ExpectError(moved, ErrorCode::InvalidFile, "starts at byte");
	}
	for (const uint64_t bad : {uint64_t{0}, uint64_t{1} << 40, UINT64_MAX, UINT64_MAX - offset + 1, UINT64_MAX - 7})
	{
		Bytes resized = bytes;
		PutAt<uint64_t>(resized, entry + 16, bad);
		FixChecksums(resized);
		ExpectError(resized, ErrorCode::InvalidFile, "is empty or reaches beyond the end");
	}
	Bytes many = bytes;
	PutAt<uint32_t>(many, 12, UINT32_MAX);
	FixChecksums(many);
	ExpectError(many, ErrorCode::InvalidFile, "too short for the 4294967295 sections");
	Bytes padded = bytes;
	const SectionSpan names = *FindSection(bytes, "SNAM");
	ASSERT_NE(names.size % 8, 0u);
	padded[names.offset + names.size] = 1;
	FixChecksums(padded);
	ExpectError(padded, ErrorCode::InvalidFile, "not padded with zeros");
}

TEST(Asset, EveryRequiredSectionIsMissed)
{
	const Bytes bytes = SaveAsset(MakeSampleSolid());
	for (const char* id : {"INFO", "MATL", "MASS", "SPOS", "STRI", "TNOD", "TTET", "EVTX", "EWGT", "EOFS", "ETET"})
	{
		Bytes renamed = bytes;
		PutAt<uint32_t>(renamed, FindSection(bytes, id)->entry, 0x4F4F4F4Fu);
		FixChecksums(renamed);
		EXPECT_FALSE(LoadAsset(renamed)) << id;
	}
	for (const char* id : {"SNRM", "SUVS", "WARN"})
	{
		Bytes renamed = bytes;
		PutAt<uint32_t>(renamed, FindSection(bytes, id)->entry, 0x4F4F4F4Fu);
		FixChecksums(renamed);
		EXPECT_TRUE(LoadAsset(renamed)) << id;
	}
}

TEST(Asset, BadContentIsNamedBySectionAndElement)
{
	const Bytes solid = SaveAsset(MakeSampleSolid());
	const Bytes shell = SaveAsset(MakeSampleShell());
	const double nan = std::numeric_limits<double>::quiet_NaN();
	const float nanf = std::numeric_limits<float>::quiet_NaN();
	const auto expect = [](const Bytes& bytes, const char* words)
	{ ExpectError(bytes, ErrorCode::InvalidFile, words); };

	expect(Tamper<uint32_t>(solid, "INFO", 0, 2), "kind 2 is unknown");
	expect(Tamper<uint32_t>(solid, "INFO", 0, 1), "section INFO: cellSize");
	expect(Tamper<uint32_t>(shell, "INFO", 0, 0), "section INFO: shellThickness");
	expect(Tamper<uint32_t>(solid, "INFO", 4, 2), "a flag is neither 0 nor 1");
	expect(Tamper<int32_t>(solid, "INFO", 8, 0), "components is 0");
	expect(Tamper<uint32_t>(solid, "INFO", 12, 1), "reserved");
	expect(Tamper<double>(solid, "INFO", 32, -1.0), "cellSize is -1");
	expect(Tamper<double>(shell, "INFO", 40, nan), "shellThickness is nan");
	expect(Tamper<double>(solid, "MATL", 16, 0.5), "section MATL: material \"glass\": poissonRatio is 0.5");
	expect(Tamper<uint8_t>(solid, "MATL", 48, 0xFF), "UTF-8");
	expect(Tamper<double>(solid, "MASS", 8, 0.0), "section MASS: volume, mass or inertia");
	expect(Tamper<double>(solid, "MASS", 40, nan), "section MASS: volume, mass or inertia");
	expect(Tamper<double>(solid, "MASS", 48, 1.0), "section MASS: volume, mass or inertia");
	expect(Tamper<double>(solid, "MASS", 40, -1.0), "section MASS: volume, mass or inertia");
	expect(Tamper<double>(solid, "SPOS", 24, nan), "section SPOS: vertex 1 has a coordinate");
	expect(Tamper<double>(solid, "SPOS", 24, 1.0e18), "section SPOS: vertex 1 is far away from the tet");
	expect(Tamper<int32_t>(solid, "STRI", 12 * 5 + 4, 8), "section STRI: triangle 5 has index 8, but only 8 exist");
	expect(Tamper<int32_t>(solid, "STRI", 12 * 5 + 4, -1), "section STRI: triangle 5 has index -1");
	expect(Tamper<float>(solid, "SNRM", 12 * 7, nanf), "section SNRM: corner 7");
	expect(Tamper<float>(solid, "SUVS", 8 * 40 + 4, nanf), "section SUVS: corner 40");
	expect(Tamper<int32_t>(solid, "SSLT", 4 * 3, 2), "section SSLT: triangle 3 has the unnamed slot 2");
	expect(Tamper<int32_t>(solid, "SSLT", 4 * 3, -1), "section SSLT: triangle 3 has the unnamed slot -1");
	expect(Tamper<uint32_t>(solid, "SNAM", 0, UINT32_MAX), "a text of 4294967295 bytes leaves the section");
	expect(Tamper<uint32_t>(solid, "SNAM", 0, 15), "its last record is cut off");
	expect(Tamper<uint8_t>(solid, "SNAM", 15, 0x20), "section SNAM: slot 1 has text that is not UTF-8");
	expect(Tamper<double>(solid, "TNOD", 24 * 2 + 8, nan), "section TNOD: node 2");
	expect(Tamper<int32_t>(solid, "TTET", 16 * 2, INT32_MAX), "section TTET: tet 2 has index 2147483647");
	expect(Tamper<int32_t>(solid, "TTET", 16 * 2, 7), "section TTET: tet 2 has no volume");
	expect(Tamper<double>(solid, "TNOD", 24 * 7, -5.0), "section TTET: tet 3 has no volume or is inside out");
	expect(Tamper<int32_t>(solid, "EVTX", 4 * 7, 6), "section EVTX: vertex 7 hangs on tet 6");
	expect(Tamper<float>(solid, "EWGT", 16 * 3, 0.5f), "section EWGT: vertex 3 has weights");
	expect(Tamper<float>(solid, "EWGT", 16 * 3, std::numeric_limits<float>::infinity()), "section EWGT: vertex 3");
	expect(Tamper<int32_t>(solid, "EOFS", 0, 1), "section EOFS: it must go from 0 to 12");
	expect(Tamper<int32_t>(solid, "EOFS", 4 * 12, INT32_MAX), "section EOFS: it must go from 0 to 12");
	expect(Tamper<int32_t>(solid, "EOFS", 4 * 4, 3), "section EOFS: triangle 3 has no tets");
	expect(Tamper<int32_t>(solid, "EOFS", 4 * 4, 13), "section EOFS: triangle 4 has no tets");
	expect(Tamper<int32_t>(solid, "ETET", 4 * 6, 6), "section ETET: triangle 6 passes tet 6");
	expect(Tamper<int32_t>(solid, "ETET", 4 * 6, -1), "section ETET: triangle 6 passes tet -1");
	expect(Tamper<int64_t>(solid, "WARN", 0, -1), "section WARN: warning 0 has a negative count");
	expect(Tamper<uint32_t>(solid, "WARN", 8, 99), "warning 0 has the unknown code 99");
	expect(Tamper<uint32_t>(solid, "WARN", 12, 1000), "a text of 1000 bytes leaves the section");
}

TEST(Asset, BadStrengthIsNamedBySection)
{
	const Bytes layers = SaveAsset(MakeSampleLayers());
	const auto expect = [](const Bytes& bytes, const char* words)
	{ ExpectError(bytes, ErrorCode::InvalidFile, words); };
	expect(Tamper<double>(layers, "MATX", 0, 2.0), "growthFactor is 2");
	expect(Tamper<double>(layers, "STRN", 8, -1.0), "section STRN: tet 1 has no finite strength above 0");
	expect(Tamper<uint8_t>(layers, "HELD", 2, 8), "section HELD: node 2 has bits for more than three axes");
	// How many layers there are, the kind of the first, its depth, and how many values it has.
	const char* kNoList = "it is not a list of layers and one of anchors";
	expect(Tamper<uint64_t>(layers, "SLAY", 0, 7), kNoList);
	expect(Tamper<uint64_t>(layers, "SLAY", 0, UINT64_MAX), kNoList);
	expect(Tamper<uint32_t>(layers, "SLAY", 8, 8), kNoList);
	expect(Tamper<double>(layers, "SLAY", 12, 0.0), "section SLAY: layer 1: depth is 0");
	expect(Tamper<uint64_t>(layers, "SLAY", 20, UINT64_MAX), kNoList);
	BakedObject object = MakeSampleLayers();
	object.strength.pop_back();
	expect(SaveAsset(object), "section STRN: it has 5 elements instead of 6");
	object = MakeSampleLayers();
	object.heldAxes.clear();
	expect(SaveAsset(object), "section HELD: it has 0 elements instead of 8");
}

TEST(Asset, BadNamesOfLayersAreNamedBySection)
{
	const Bytes names = SaveAsset(MakeSampleNames());
	const char* kNoNames = "it does not tell of the names, eyes and seeds";
	const auto expect = [](const Bytes& bytes, const char* words)
	{ ExpectError(bytes, ErrorCode::InvalidFile, words); };
	expect(Tamper<uint8_t>(names, "SLAX", 0, 2), kNoNames);  // neither hidden nor seen
	expect(Tamper<uint64_t>(names, "SLAX", 1, 4), kNoNames); // the first name's length
	expect(Tamper<uint64_t>(names, "SLAX", 1, UINT64_MAX), kNoNames);
	expect(Tamper<uint8_t>(names, "SLAX", 9, 0xFF), "section SLAY: layer 1: its name is not UTF-8");
	// Eight layers without names or seeds, and two anchors: nothing to say.
	BakedObject plain = MakeSampleLayers();
	plain.strengthSetup.layers.resize(1);
	plain.strengthSetup.anchors.clear();
	plain.heldAxes.clear();
	plain.strengthSetup.layers[0].isHidden = true;
	expect(Tamper<uint8_t>(SaveAsset(plain), "SLAX", 0, 0), kNoNames);
}

TEST(Asset, ABadFactorIsNamedBySection)
{
	const Bytes bytes = SaveAsset(MakeSampleFactor());
	const auto expect = [](const Bytes& bad, const char* words) { ExpectError(bad, ErrorCode::InvalidFile, words); };
	const char* kNoFactor = "section FACT: it is cut off or of an unknown kind";
	expect(Tamper<uint32_t>(bytes, "FACT", 0, 2), kNoFactor);
	expect(Tamper<uint32_t>(bytes, "FACT", 4, 2), kNoFactor);
	expect(Tamper<uint32_t>(bytes, "FACT", 8, 0), kNoFactor); // as doubles they do not fill the section
	expect(Tamper<int32_t>(bytes, "FACT", 12, -1), kNoFactor);
	expect(Tamper<int32_t>(bytes, "FACT", 12, INT32_MAX), kNoFactor);
	expect(Tamper<uint64_t>(bytes, "FACT", 32, UINT64_MAX), kNoFactor);
	BakedObject object = MakeSampleFactor();
	object.factor.pop_back();
	expect(SaveAsset(object), kNoFactor);
	object.factor.resize(3);
	expect(SaveAsset(object), kNoFactor);
	BakedObject shell = MakeSampleShell();
	shell.factor = MakeSampleFactor().factor;
	expect(SaveAsset(shell), "section FACT: a shell has no factor");
}

TEST(Asset, ObjectsWithPartsThatDoNotFitAreRejected)
{
	const auto expectBad = [](const std::function<void(BakedObject&)>& spoil, const char* words)
	{
		BakedObject object = MakeSampleSolid();
		spoil(object);
		ExpectError(SaveAsset(object), ErrorCode::InvalidFile, words);
	};
	expectBad([](BakedObject& o) { o.surface.cornerNormals.pop_back(); }, "section SNRM: it has 35 elements");
	expectBad([](BakedObject& o) { o.surface.cornerUvs.pop_back(); }, "section SUVS: it has 71 elements");
	expectBad([](BakedObject& o) { o.surface.cornerUvs.resize(9 * 36); }, "9 channels instead of 0 to 8");
	expectBad([](BakedObject& o) { o.surface.triangleSlots.pop_back(); }, "section SSLT: it has 11 elements");
	expectBad([](BakedObject& o) { o.surface.slotNames.clear(); }, "section SSLT: triangle 0");
	expectBad([](BakedObject& o) { o.surface.slotNames[1].assign(4097, 'x'); }, "slot 1 has more than 4096 bytes");
	expectBad([](BakedObject& o) { o.surface.triangles.clear(); }, "section STRI: there are no triangles");
	expectBad([](BakedObject& o) { o.tets.tets.clear(); }, "section TTET: there are no tets");
	expectBad([](BakedObject& o) { o.tets.nodes.push_back({}); }, "section TNOD: node 8 belongs to no tet");
	expectBad([](BakedObject& o) { o.embedding.vertexTet.pop_back(); }, "section EVTX: it has 7 elements instead of 8");
	expectBad([](BakedObject& o) { o.embedding.vertexWeights.pop_back(); }, "section EWGT: it has 7 elements");
	expectBad([](BakedObject& o) { o.embedding.triangleTetOffsets.pop_back(); }, "section EOFS: it has 12 elements");
	expectBad([](BakedObject& o) { o.embedding = {}; }, "section EVTX: it has 0 elements");
	BakedObject shell = MakeSampleShell();
	shell.tets = MakeSampleSolid().tets;
	ExpectError(SaveAsset(shell), ErrorCode::InvalidFile, "a shell has no tets");
}
