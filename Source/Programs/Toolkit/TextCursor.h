// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace FractureToolkit
{
/// Walks over text line by line and token by token, and knows the line it is on, for readers whose errors name it.
/// Lines end with LF, CRLF or CR; '#' starts a comment; a backslash before the end of a line joins the next one to it.
class TextCursor
{
public:
	/// `text` must outlive the cursor. A byte order mark is skipped.
	explicit TextCursor(std::string_view text);

	/// Counted from 1; that of the last token read.
	int64_t Line() const { return m_line; }

	/// Steps over what is left of this line. False at the end of the text.
	bool NextLine();

	/// The next blank-separated token of this line; empty at its end.
	std::string_view Token();

	/// The next token of this or a later line; empty at the end of the text.
	std::string_view TokenAcrossLines();

	/// What is left of this line without surrounding blanks; '#' is part of it.
	std::string_view RestOfLine();

private:
	void SkipBlanks();
	bool AtLineEnd() const { return m_at == m_end || *m_at == '\n' || *m_at == '\r'; }
	void StepOverLineEnd();

	const char* m_at;
	const char* m_end;
	int64_t m_line = 1;
};

/// The whole token must be the number. Values too small for the type become 0, too large ones infinite.
bool ParseNumber(std::string_view token, double& value);
bool ParseNumber(std::string_view token, float& value);
bool ParseInteger(std::string_view token, int64_t& value);

/// "line 12: ..." with the line as the error's element.
FractureCore::Error ErrorAtLine(int64_t line, const std::string& what);

/// A foreign token fit for a message: quoted, shortened, without control characters.
std::string QuoteToken(std::string_view token);

/// "1 triangle", "12 triangles", "5 boxes" with `plural` "boxes".
std::string CountText(int64_t count, std::string_view noun, std::string_view plural = {});
} // namespace FractureToolkit
