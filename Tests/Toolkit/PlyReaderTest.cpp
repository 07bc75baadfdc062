// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "PlyReader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;

const std::string kAsciiHeader = "ply\nformat ascii 1.0\ncomment a quad and an edge\nelement vertex 4\n"
								 "property double x\nproperty double y\nproperty double z\n"
								 "property float s\nproperty float t\nproperty uchar red\n"
								 "element face 1\nproperty list uchar int vertex_indices\n"
								 "element edge 1\nproperty int vertex1\nproperty int vertex2\nend_header\n";
const std::string kAsciiData = "0.1 0 0 0 0 255\n1 0 0 1 0 9\n1 1 0 1 1 9\n0 1 0 0 1 9\n4 0 1 2 3\n0 1\n";

template <typename T>
void Append(std::string& bytes, T value, bool bigEndian)
{
	char raw[sizeof(T)];
	std::memcpy(raw, &value, sizeof(T));
	if (bigEndian)
	{
		std::reverse(raw, raw + sizeof(T));
	}
	bytes.append(raw, sizeof(T));
}

/// A triangle with normals, with a list ahead of the indices that has to be stepped over, and UVs at the face.
std::string BinaryFile(bool bigEndian, const std::string& lineEnd)
{
	std::string text;
	for (const char* line : {"ply",
			 bigEndian ? "format binary_big_endian 1.0" : "format binary_little_endian 1.0",
			 "element vertex 3",
			 "property float x",
			 "property float y",
			 "property double z",
			 "property float nx",
			 "property float ny",
			 "property float nz",
			 "element face 1",
			 "property list ushort short flags",
			 "property list uchar uint vertex_index",
			 "property list uchar float texcoord",
			 "end_header"})
	{
		text += line + lineEnd;
	}
	for (int i = 0; i < 3; ++i)
	{
		Append(text, i == 1 ? 2.0f : 0.0f, bigEndian);
		Append(text, i == 2 ? 3.0f : 0.0f, bigEndian);
		Append(text, 1.0 / 3.0, bigEndian);
		Append(text, 0.0f, bigEndian);
		Append(text, 0.0f, bigEndian);
		Append(text, 1.0f, bigEndian);
	}
	Append(text, uint16_t{2}, bigEndian);
	Append(text, int16_t{-5}, bigEndian);
	Append(text, int16_t{300}, bigEndian);
	text += '\x03';
	for (const uint32_t i : {0u, 1u, 2u})
	{
		Append(text, i, bigEndian);
	}
	text += '\x06';
	for (int i = 0; i < 6; ++i)
	{
		Append(text, static_cast<float>(i), bigEndian);
	}
	return text;
}

std::string PlyError(const std::string& text)
{
	const Result<ImportedSurface> result = ParsePly(text);
	EXPECT_FALSE(result);
	return result ? "" : result.GetError().message;
}

std::string Replaced(std::string text, const std::string& from, const std::string& to)
{
	const size_t at = text.find(from);
	EXPECT_NE(at, std::string::npos) << from;
	return text.replace(at, from.size(), to);
}
} // namespace

TEST(PlyReader, ReadsAsciiInDoubleAndCutsPolygons)
{
	const Result<ImportedSurface> result = ParsePly(kAsciiHeader + kAsciiData, 0.5);
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_EQ(result->mesh.positions[0], (Vec3{0.05, 0, 0}));
	EXPECT_EQ(result->mesh.positions.size(), 4u);
	EXPECT_EQ(result->mesh.triangles, (std::vector<Triangle>{{{0, 1, 2}}, {{0, 2, 3}}}));
	ASSERT_EQ(result->mesh.uvChannels, 1);
	EXPECT_EQ(result->mesh.cornerUvs[5], (Vec2f{0, 1}));
	EXPECT_TRUE(result->mesh.cornerNormals.empty());
	EXPECT_TRUE(result->mesh.slotNames.empty());
	ASSERT_EQ(result->warnings.size(), 1u);
	EXPECT_EQ(result->warnings[0].message, "1 point or line left out: only faces are read");
}

TEST(PlyReader, TellsOfDataThatTheHeaderDoesNotCount)
{
	const std::string told = "data after the last element left out: the header says that the file ends there";
	const Result<ImportedSurface> more = ParsePly(kAsciiHeader + kAsciiData + "\n3 0 1 2\n", 0.5);
	ASSERT_TRUE(more) << more.GetError().message;
	EXPECT_EQ(more->mesh.triangles.size(), 2u);
	EXPECT_EQ(more->warnings.back().message, told);
	const Result<ImportedSurface> blank = ParsePly(kAsciiHeader + kAsciiData + " \n\n", 0.5);
	ASSERT_TRUE(blank) << blank.GetError().message;
	EXPECT_NE(blank->warnings.back().message, told);
}

TEST(PlyReader, ReadsBothByteOrdersAndLineEnds)
{
	for (const bool bigEndian : {false, true})
	{
		for (const char* lineEnd : {"\n", "\r\n", "\r"})
		{
			const Result<ImportedSurface> result = ParsePly(BinaryFile(bigEndian, lineEnd));
			ASSERT_TRUE(result) << result.GetError().message;
			EXPECT_EQ(result->mesh.positions[1], (Vec3{2, 0, 1.0 / 3.0}));
			EXPECT_EQ(result->mesh.triangles, (std::vector<Triangle>{{{0, 1, 2}}}));
			EXPECT_EQ(result->mesh.cornerUvs, (std::vector<Vec2f>{{0, 1}, {2, 3}, {4, 5}}));
			EXPECT_EQ(result->mesh.cornerNormals[2], (Vec3f{0, 0, 1}));
		}
	}
}

TEST(PlyReader, EveryTruncationIsAnError)
{
	const std::string binary = BinaryFile(false, "\n");
	for (size_t size = 0; size < binary.size(); ++size)
	{
		EXPECT_FALSE(ParsePly(std::string_view(binary).substr(0, size))) << size;
	}
	const std::string ascii = kAsciiHeader + kAsciiData;
	// The last digit may go: what is left of the file is whole.
	for (size_t size = 0; size + 2 < ascii.size(); ++size)
	{
		EXPECT_FALSE(ParsePly(std::string_view(ascii).substr(0, size))) << size;
	}
}

TEST(PlyReader, NamesWhatIsWrong)
{
	const std::string good = kAsciiHeader + kAsciiData;
	EXPECT_EQ(PlyError("solid\n"), "does not start with 'ply'; is it a PLY file?");
	EXPECT_EQ(PlyError(Replaced(good, "ascii", "utf-8")), "line 2: 'utf-8' is not a format of PLY");
	EXPECT_EQ(PlyError(Replaced(good, "property double x", "property quad x")), "line 5: 'quad' is not a type of PLY");
	EXPECT_EQ(PlyError(Replaced(good, "property double x", "property double w")), "its vertices have no x, y and z");
	EXPECT_EQ(PlyError(Replaced(good, "vertex_indices", "corners")), "its faces have no list vertex_indices");
	EXPECT_EQ(
		PlyError(Replaced(good, "1 1 0 1 1 9", "1 nan 0 1 1 9")), "line 19: vertex 2 is not finite, counted from 0");
	EXPECT_EQ(PlyError(Replaced(good, "1 1 0 1 1 9", "1 2e12 0 1 1 9")),
		"line 19: vertex 2 is more than 1e12 m away, counted from 0");
	EXPECT_EQ(PlyError(Replaced(good, "4 0 1 2 3", "4 0 1 2 4")),
		"line 21: face 0 names vertex 4, but the file has 4, counted from 0");
	EXPECT_EQ(PlyError(Replaced(good, "4 0 1 2 3", "4 0 1 2 -1")),
		"line 21: face 0 names vertex -1, but the file has 4, counted from 0");
	EXPECT_EQ(PlyError(Replaced(good, "4 0 1 2 3", "2 0 1")), "has 4 vertices but no faces");
}

TEST(PlyReader, SaysThatABinaryFileIsCutShortBeforeWhatStandsInItsPlace)
{
	const std::string file = Replaced(BinaryFile(false, "\n"), "element vertex 3", "element vertex 4000000000");
	const std::string error = PlyError(file);
	EXPECT_TRUE(error.starts_with("is cut short: its header tells of 4000000000 times 'vertex', but only ")) << error;
}

TEST(PlyReader, HugeCountsEndWithTheFile)
{
	const std::string good = kAsciiHeader + kAsciiData;
	EXPECT_EQ(PlyError(Replaced(good, "element edge 1", "element edge 9000000000000000000")),
		"line 23: edge 1 of 9000000000000000000 is cut short or not a number");
	EXPECT_EQ(PlyError(Replaced(good, "4 0 1 2 3", "4000000000 0 1 2 3")),
		"line 23: face 0 of 1 is cut short or not a number");
	EXPECT_TRUE(ParsePly(Replaced(good, "element edge 1", "element nothing 9000000000000000000\nelement edge 1")));
}
