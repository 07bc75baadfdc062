// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "CsvReader.h"

#include <gtest/gtest.h>

using namespace FractureToolkit;

namespace
{
constexpr std::string_view kColumns[] = {"fx", "fy", "fz"};
} // namespace

TEST(CsvReader, ReadsRowsWithOrWithoutAHeader)
{
	for (const char* text : {"node,fx,fy,fz\n3,1,2.5,-3e4\n0,0,0,1\n",
			 "3,1,2.5,-3e4\r\n\r\n# comment\r\n0, 0, 0, 1",
			 "# loads,, all of them\nNode; FX; FY; FZ\n3;1;2.5;-3e4;\n0;0;0;1 ; # ,,"})
	{
		const auto rows = ReadNodeTable(text, kColumns, 4);
		ASSERT_TRUE(rows) << rows.GetError().message;
		ASSERT_EQ(rows->size(), 2u);
		EXPECT_EQ((*rows)[0].node, 3);
		EXPECT_EQ((*rows)[0].values, (std::vector<double>{1, 2.5, -3e4}));
		EXPECT_EQ((*rows)[1].node, 0);
	}
	EXPECT_TRUE(ReadNodeTable("", kColumns, 4)->empty());
}

TEST(CsvReader, NamesTheLineOfWhatIsWrong)
{
	const char* bad[] = {"node,fx,fy,fz\n1,2,3\n", // too few
		"0,0,0,0\n1,2,3,4,5\n",                    // too many
		"0,0,0,0\n9,2,3,4\n",                      // no such node
		"0,0,0,0\n-1,2,3,4\n",
		"0,0,0,0\n0,2,3,4\n", // twice
		"0,0,0,0\n1,2,x,4\n",
		"0,0,0,0\n1,2,nan,4\n",
		"0,0,0,0\n1,2,,3,4\n", // an empty field
		"0,0,0,0\n,1,2,3,4\n",
		"0,0,0,0\n1,2,3,4,,\n",
		"0,0,0,0\nnode,fx,fy,fz\n"};
	for (const char* text : bad)
	{
		const auto rows = ReadNodeTable(text, kColumns, 4);
		ASSERT_FALSE(rows) << text;
		EXPECT_EQ(rows.GetError().element, 2) << text;
		EXPECT_EQ(rows.GetError().message.rfind("line 2: ", 0), 0u) << rows.GetError().message;
	}
}

TEST(CsvReader, TakesNoRowOfNumbersForAHeaderAndNoOtherOrderOfColumns)
{
	for (const char* text : {"3.0,1,2,3\n1,2,3,4\n",
			 "3e0,1,2,3\n",
			 "x3,1,2,3\n",
			 "node,fz,fy,fx\n3,1,2,3\n",
			 "fx,fy,fz,node\n1,2,3,3\n",
			 "node,fx\n3,1,2,3\n",
			 "node,fx,fy,fz,m\n3,1,2,3\n"})
	{
		const auto rows = ReadNodeTable(text, kColumns, 4);
		ASSERT_FALSE(rows) << text;
		EXPECT_EQ(rows.GetError().element, 1) << text;
	}
	EXPECT_EQ(ReadNodeTable("node,fz,fy,fx\n", kColumns, 4).GetError().message,
		"line 1: the columns must be node,fx,fy,fz, in this order");
}
