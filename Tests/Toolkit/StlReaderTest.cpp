// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "StlReader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;

const std::string kFacet = "  facet normal 0 0 1\n    outer loop\n      vertex 0.1 0 0\n      vertex 1 0 0\n"
						   "      vertex 0 1 0\n    endloop\n  endfacet\n";
const std::string kOther = "facet normal 0 0 0\nouter loop\nvertex 1 0 0\nvertex 0.1 0 0\nvertex 0 0 -1e3\nendloop\n"
						   "endfacet\n";

/// Two triangles on an edge, after a header that looks like text.
std::string Binary(uint32_t announced = 2)
{
	std::string file = "solid but binary";
	file.resize(80, ' ');
	file.append(reinterpret_cast<const char*>(&announced), 4);
	const float triangles[2][12] = {{0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, -1}};
	for (const auto& triangle : triangles)
	{
		file.append(reinterpret_cast<const char*>(triangle), sizeof(triangle));
		file.append(2, '\0');
	}
	return file;
}

std::string StlError(const std::string& text)
{
	const Result<ImportedSurface> result = ParseStl(text);
	EXPECT_FALSE(result);
	return result ? "" : result.GetError().message;
}
} // namespace

TEST(StlReader, ReadsSeveralTextSolidsInDoubleAndJoinsCorners)
{
	const Result<ImportedSurface> result =
		ParseStl("solid a vase\r\n" + kFacet + "endsolid a vase\nsolid second\n" + kOther + "endsolid", 0.001);
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_EQ(result->mesh.positions[0], (Vec3{0.1 * 0.001, 0, 0}));
	EXPECT_EQ(result->mesh.triangles, (std::vector<Triangle>{{{0, 1, 2}}, {{1, 0, 3}}}));
	// A zero normal is one that the writer did not fill in.
	EXPECT_EQ(result->mesh.cornerNormals[0], (Vec3f{0, 0, 1}));
	EXPECT_EQ(result->mesh.cornerNormals[3].y, -1.0f);
	ASSERT_EQ(result->warnings.size(), 1u);
}

TEST(StlReader, ReadsBinaryThatStartsLikeText)
{
	const Result<ImportedSurface> result = ParseStl(Binary());
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_EQ(result->mesh.positions.size(), 4u);
	EXPECT_EQ(result->mesh.triangles, (std::vector<Triangle>{{{0, 1, 2}}, {{1, 0, 3}}}));
}

TEST(StlReader, TellsOfTrianglesThatTheFileDoesNotCount)
{
	std::string file = Binary();
	file.replace(0, 5, "other");    // else it is text, as its size does not say that it is not
	file.resize(file.size() + 150); // three more
	const Result<ImportedSurface> result = ParseStl(file);
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_EQ(result->mesh.triangles.size(), 2u);
	const FractureCore::Warning& warning = result->warnings.back();
	EXPECT_EQ(warning.message, "3 triangles left out at the end of the file: it says that it has 2");
	EXPECT_EQ(warning.count, 3);
}

TEST(StlReader, NamesWhatIsWrong)
{
	EXPECT_EQ(StlError(""), "is no STL file or cut short: it has 0 bytes of 84");
	EXPECT_EQ(StlError("solid\nendsolid\n"), "has no triangles");
	std::string cut = Binary();
	cut[0] = 'S';
	EXPECT_EQ(StlError(cut.substr(0, 150)), "is no STL file or cut short: it has 150 bytes of 184");
	std::string huge = Binary(std::numeric_limits<uint32_t>::max());
	huge[0] = 'S';
	EXPECT_EQ(StlError(huge), "is no STL file or cut short: it has 184 bytes of 214748364834");
	std::string nan = Binary();
	const float value = std::numeric_limits<float>::quiet_NaN();
	std::memcpy(nan.data() + 84 + 50 + 12, &value, 4);
	EXPECT_EQ(StlError(nan), "triangle 1 is not finite, counted from 0");
	EXPECT_EQ(StlError("solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2\n"), "line 4: a vertex needs three numbers");
	EXPECT_EQ(StlError("solid\nfacet normal 0 0 1\nouter loop\nvertex 1 2 x\n"), "line 4: 'x' is not a number");
	EXPECT_EQ(
		StlError("solid\nfacet normal 0 0 1\nouter loop\nendloop\nendfacet\n"), "line 5: a facet needs three vertices");
	EXPECT_EQ(StlError("solid\n" + kFacet.substr(0, 80)), "line 6: the file ends inside a facet");
}

TEST(StlReader, TextMayStartWithAMarkOrBlanksAndInCapitals)
{
	const std::string mark = "\xEF\xBB\xBF";
	for (const std::string& start :
		{std::string("solid a\n"), mark + "solid a\n", std::string(" \r\n solid a\n"), std::string("SOLID A\n")})
	{
		const Result<ImportedSurface> result = ParseStl(start + kFacet + kOther + "endsolid\n");
		ASSERT_TRUE(result) << start << result.GetError().message;
		EXPECT_EQ(result->mesh.triangles.size(), 2u) << start;
	}
}

TEST(StlReader, ABinaryFileThatLooksLikeTextAndIsCutShortIsSaidToBe)
{
	EXPECT_NE(StlError(Binary(3)).find("cut short"), std::string::npos);
	EXPECT_NE(StlError(Binary().substr(0, 150)).find("cut short"), std::string::npos);
}
