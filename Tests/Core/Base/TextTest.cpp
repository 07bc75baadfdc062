// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Base/Text.h"

#include <gtest/gtest.h>

using namespace FractureCore;

TEST(Text, KnowsWellFormedUtf8)
{
	for (const char* good : {"",
			 "plain",
			 "\xC2\x80",
			 "\xDF\xBF",
			 "\xE0\xA0\x80",
			 "\xED\x9F\xBF",
			 "\xEF\xBF\xBF",
			 "\xF0\x90\x80\x80",
			 "\xF4\x8F\xBF\xBF"})
	{
		EXPECT_TRUE(IsValidUtf8(good)) << good;
		EXPECT_EQ(ToValidUtf8(good), good);
	}
	// Lone continuation, overlong forms, surrogate, beyond U+10FFFF, cut off.
	for (const char* bad : {"\x80",
			 "\xC0\x80",
			 "\xC1\xBF",
			 "\xE0\x9F\xBF",
			 "\xED\xA0\x80",
			 "\xF0\x8F\xBF\xBF",
			 "\xF4\x90\x80\x80",
			 "\xF5\x80\x80\x80",
			 "\xFF",
			 "\xC3",
			 "\xE2\x82",
			 "\xF0\x9F\x92",
			 "\xE2\x28\xA1"})
	{
		EXPECT_FALSE(IsValidUtf8(bad));
		EXPECT_TRUE(IsValidUtf8(ToValidUtf8(bad)));
	}
	EXPECT_EQ(ValidUtf8Prefix("Gl\xE4ser"), 2u);
	EXPECT_EQ(ToValidUtf8("Gl\xE4ser"), "Gl\xEF\xBF\xBDser");
}

TEST(Text, LongTextIsCutBetweenCharacters)
{
	std::string text;
	for (int32_t i = 0; i < 3000; ++i)
	{
		text += "\xC3\xA4";
	}
	text = "x" + text;
	const std::string cut = ToValidUtf8(text);
	EXPECT_EQ(cut.size(), 4095u);
	EXPECT_TRUE(IsValidUtf8(cut));
}
