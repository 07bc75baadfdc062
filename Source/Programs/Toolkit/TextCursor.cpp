// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "TextCursor.h"

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace FractureToolkit
{
namespace
{
bool IsBlank(char c)
{
	return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

double ParseOutOfRange(const std::string& token, double)
{
	return std::strtod(token.c_str(), nullptr);
}

float ParseOutOfRange(const std::string& token, float)
{
	return std::strtof(token.c_str(), nullptr);
}

template <typename T>
bool ParseFloating(std::string_view token, T& value)
{
	if (!token.empty() && token.front() == '+')
	{
		token.remove_prefix(1);
	}
	const char* end = token.data() + token.size();
	const auto [rest, code] = std::from_chars(token.data(), end, value);
	if (rest != end || token.empty())
	{
		return false;
	}
	if (code == std::errc::result_out_of_range)
	{
		value = ParseOutOfRange(std::string(token), T());
		return true;
	}
	return code == std::errc();
}
} // namespace

TextCursor::TextCursor(std::string_view text) : m_at(text.data()), m_end(text.data() + text.size())
{
	if (text.starts_with("\xef\xbb\xbf"))
	{
		m_at += 3;
	}
}

void TextCursor::StepOverLineEnd()
{
	if (m_at == m_end)
	{
		return;
	}
	const char first = *m_at++;
	if (first == '\r' && m_at != m_end && *m_at == '\n')
	{
		++m_at;
	}
	++m_line;
}

void TextCursor::SkipBlanks()
{
	while (m_at != m_end)
	{
		if (IsBlank(*m_at))
		{
			++m_at;
		}
		else if (*m_at == '\\' && m_at + 1 != m_end && (m_at[1] == '\n' || m_at[1] == '\r'))
		{
			++m_at;
			StepOverLineEnd();
		}
		else
		{
			break;
		}
	}
	if (m_at != m_end && *m_at == '#')
	{
		while (!AtLineEnd())
		{
			++m_at;
		}
	}
}

bool TextCursor::NextLine()
{
	while (!AtLineEnd())
	{
		++m_at;
	}
	StepOverLineEnd();
	return m_at != m_end;
}

std::string_view TextCursor::Token()
{
	SkipBlanks();
	const char* begin = m_at;
	while (!AtLineEnd() && !IsBlank(*m_at))
	{
		if (*m_at == '\\' && m_at + 1 != m_end && (m_at[1] == '\n' || m_at[1] == '\r'))
		{
			break;
		}
		++m_at;
	}
	return {begin, static_cast<size_t>(m_at - begin)};
}

std::string_view TextCursor::TokenAcrossLines()
{
	for (;;)
	{
		const std::string_view token = Token();
		if (!token.empty() || !NextLine())
		{
			return token;
		}
	}
}

std::string_view TextCursor::RestOfLine()
{
	while (m_at != m_end && IsBlank(*m_at))
	{
		++m_at;
	}
	const char* begin = m_at;
	while (!AtLineEnd())
	{
		++m_at;
	}
	const char* end = m_at;
	while (end != begin && IsBlank(end[-1]))
	{
		--end;
	}
	return {begin, static_cast<size_t>(end - begin)};
}

bool ParseNumber(std::string_view token, double& value)
{
	return ParseFloating(token, value);
}

bool ParseNumber(std::string_view token, float& value)
{
	return ParseFloating(token, value);
}

bool ParseInteger(std::string_view token, int64_t& value)
{
	if (!token.empty() && token.front() == '+')
	{
		token.remove_prefix(1);
	}
	const char* end = token.data() + token.size();
	const auto [rest, code] = std::from_chars(token.data(), end, value);
	return code == std::errc() && rest == end && !token.empty();
}

FractureCore::Error ErrorAtLine(int64_t line, const std::string& what)
{
	return {FractureCore::ErrorCode::InvalidFile, "line " + std::to_string(line) + ": " + what, line};
}

std::string QuoteToken(std::string_view token)
{
	constexpr size_t kLongest = 24;
	std::string text = "'";
	for (const char c : token.substr(0, kLongest))
	{
		// Bytes above 127 may be UTF-8 cut in half or no text at all.
		text += c >= 32 && c < 127 ? c : '?';
	}
	return text + (token.size() > kLongest ? "...'" : "'");
}

std::string CountText(int64_t count, std::string_view noun, std::string_view plural)
{
	std::string text = std::to_string(count) + " ";
	if (count == 1)
	{
		return text.append(noun);
	}
	return plural.empty() ? text.append(noun) + "s" : text.append(plural);
}
} // namespace FractureToolkit
