// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "JsonFields.h"

#include "TextCursor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace FractureToolkit
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Ok;
using FractureCore::Result;
using FractureCore::Status;
using nlohmann::json;

namespace
{
std::string ShortNumber(double value)
{
	char text[32];
	std::snprintf(text, sizeof(text), "%.9g", value);
	return text;
}

std::string RangeWords(NumberRange range)
{
	if (range.high < kAnyNumber.high)
	{
		return "a number from " + ShortNumber(range.low) + " to " + ShortNumber(range.high);
	}
	if (range.low == kPositive.low)
	{
		return "a number above 0";
	}
	return range.low == kAnyNumber.low ? "a finite number" : "a number of at least " + ShortNumber(range.low);
}

/// A value in a message: whole if short, else its kind.
std::string ValueWords(const json& value)
{
	const std::string text = value.dump(-1, ' ', false, json::error_handler_t::replace);
	return text.size() <= 40 ? text : std::string("a long ") + value.type_name();
}

/// Also if it is written as 3e2 or 300.0, or with more digits than an integer has.
bool IsWhole(const json& value)
{
	return value.is_number() && (!value.is_number_float() || std::floor(value.get<double>()) == value.get<double>());
}

/// Where an editor shows the byte: both count from 1, and columns are characters of UTF-8.
std::string LineAndColumn(std::string_view text, size_t byte, int64_t firstLine)
{
	int64_t line = firstLine;
	int64_t column = 1;
	for (size_t i = 0; i < std::min(byte, text.size()); ++i)
	{
		const bool isLineEnd = text[i] == '\n' || (text[i] == '\r' && text.substr(i + 1, 1) != "\n");
		const bool isContinued = (static_cast<uint8_t>(text[i]) & 0xC0) == 0x80;
		line += isLineEnd ? 1 : 0;
		column = isLineEnd ? 1 : column + (isContinued ? 0 : 1);
	}
	return "line " + std::to_string(line) + ", column " + std::to_string(column);
}

/// The byte that opens more brackets within each other than whoever walks the values may have room for on the stack.
std::optional<size_t> FindTooDeep(std::string_view text)
{
	constexpr int32_t kDeepest = 64;
	int32_t depth = 0;
	bool isString = false;
	for (size_t i = 0; i < text.size(); ++i)
	{
		const char c = text[i];
		if (isString && c == '\\')
		{
			++i;
		}
		else if (c == '"')
		{
			isString = !isString;
		}
		else if (!isString && (c == '[' || c == '{') && ++depth > kDeepest)
		{
			return i;
		}
		else if (!isString && (c == ']' || c == '}'))
		{
			--depth;
		}
	}
	return std::nullopt;
}
} // namespace

Result<json> ParseJson(std::string_view text, int64_t firstLine)
{
	if (const std::optional<size_t> deep = FindTooDeep(text))
	{
		return Error{ErrorCode::InvalidFile,
			"is too deep: " + LineAndColumn(text, *deep, firstLine) + " opens a bracket within 64 others",
			static_cast<int64_t>(*deep)};
	}
	// A file in which a key stands twice is a mistake of its writer's; which of the two he means nobody knows.
	std::vector<std::set<std::string>> open;
	std::string repeated;
	std::string field; // the last one that began
	const auto watch = [&](int, json::parse_event_t event, json& value)
	{
		if (event == json::parse_event_t::object_start)
		{
			open.emplace_back();
		}
		else if (event == json::parse_event_t::object_end)
		{
			open.pop_back();
		}
		else if (event == json::parse_event_t::key)
		{
			field = value.get<std::string>();
			repeated = open.back().insert(field).second || !repeated.empty() ? repeated : field;
		}
		return true;
	};
	try
	{
		json document = json::parse(text, watch, true, true);
		if (!repeated.empty())
		{
			return Error{ErrorCode::InvalidFile, "has the key \"" + repeated + "\" twice in one object"};
		}
		return document;
	}
	catch (const json::parse_error& error)
	{
		return Error{ErrorCode::InvalidFile,
			"is not JSON: " + LineAndColumn(text, std::max<size_t>(error.byte, 1) - 1, firstLine) +
				" is not what could stand there",
			static_cast<int64_t>(error.byte)};
	}
	catch (const json::exception& error)
	{
		// "[json.exception.out_of_range.406] number overflow parsing '1e400'"
		const std::string_view words = error.what();
		const size_t quote = words.find('\'');
		const std::string number(quote == std::string_view::npos ? "" : words.substr(quote, 40));
		return Error{ErrorCode::InvalidFile,
			(field.empty() ? "" : QuoteToken(field) + " ") + "has the number " + number + ", which is too large"};
	}
}

JsonFields::JsonFields(const json& object, std::string place) : m_object(object), m_place(std::move(place))
{
	if (!object.is_object())
	{
		Fail("must be an object in braces, but is " + ValueWords(object));
	}
}

bool JsonFields::Has(const char* name) const
{
	return m_object.is_object() && m_object.contains(name);
}

void JsonFields::Require(std::initializer_list<const char*> names)
{
	for (const char* name : names)
	{
		if (!Has(name))
		{
			Fail(std::string("lacks the field \"") + name + "\"");
		}
	}
}

const json* JsonFields::Take(const char* name)
{
	if (!Has(name))
	{
		return nullptr;
	}
	m_read.insert(name);
	return &m_object.at(name);
}

bool JsonFields::ToNumber(const char* name, const json& value, NumberRange range, double& number)
{
	const double candidate = value.is_number() ? value.get<double>() : std::nan("");
	if (!(candidate >= range.low && candidate <= range.high))
	{
		Fail(std::string(name) + " is " + ValueWords(value) + " but must be " + RangeWords(range));
		return false;
	}
	number = candidate;
	return true;
}

void JsonFields::Read(const char* name, double& value, NumberRange range)
{
	if (const json* field = Take(name))
	{
		ToNumber(name, *field, range, value);
	}
}

void JsonFields::Read(const char* name, int32_t& value, int32_t low, int32_t high)
{
	if (const json* field = Take(name))
	{
		double number = 0.0;
		if (!IsWhole(*field))
		{
			Fail(std::string(name) + " is " + ValueWords(*field) + " but must be a whole number");
		}
		else if (ToNumber(name, *field, {static_cast<double>(low), static_cast<double>(high)}, number))
		{
			value = static_cast<int32_t>(number);
		}
	}
}

void JsonFields::Read(const char* name, uint64_t& value)
{
	if (const json* field = Take(name))
	{
		constexpr double kBeyond = 18'446'744'073'709'551'616.0;
		const double number = IsWhole(*field) ? field->get<double>() : -1.0;
		if (!(field->is_number_unsigned() || (number >= 0.0 && number < kBeyond)))
		{
			Fail(std::string(name) + " is " + ValueWords(*field) +
				" but must be a whole number from 0 to 18446744073709551615");
			return;
		}
		value = field->get<uint64_t>();
	}
}

void JsonFields::Read(const char* name, bool& value)
{
	if (const json* field = Take(name))
	{
		if (!field->is_boolean())
		{
			Fail(std::string(name) + " is " + ValueWords(*field) + " but must be true or false");
			return;
		}
		value = field->get<bool>();
	}
}

void JsonFields::Read(const char* name, std::string& value)
{
	if (const json* field = Take(name))
	{
		if (!field->is_string())
		{
			Fail(std::string(name) + " is " + ValueWords(*field) + " but must be text");
			return;
		}
		value = field->get<std::string>();
	}
}

void JsonFields::Read(const char* name, FractureCore::Vec3& value, NumberRange range)
{
	if (const json* field = Take(name))
	{
		if (!field->is_array() || field->size() != 3)
		{
			Fail(std::string(name) + " is " + ValueWords(*field) + " but must be three numbers [x, y, z]");
			return;
		}
		ToNumber(name, (*field)[0], range, value.x);
		ToNumber(name, (*field)[1], range, value.y);
		ToNumber(name, (*field)[2], range, value.z);
	}
}

void JsonFields::Read(const char* name, std::vector<float>& values, NumberRange range)
{
	if (const json* field = Take(name))
	{
		if (!field->is_array())
		{
			Fail(std::string(name) + " is " + ValueWords(*field) + " but must be an array of numbers");
			return;
		}
		values.clear();
		values.reserve(field->size());
		for (const json& entry : *field)
		{
			double number = 0.0;
			const std::string entryName = std::string(name) + "[" + std::to_string(values.size()) + "]";
			if (!ToNumber(entryName.c_str(), entry, range, number))
			{
				return;
			}
			values.push_back(static_cast<float>(number));
		}
	}
}

size_t JsonFields::ReadWord(const char* name, std::initializer_list<const char*> words)
{
	std::string word;
	Read(name, word);
	std::string known;
	for (size_t i = 0; i < words.size(); ++i)
	{
		if (word == words.begin()[i])
		{
			return i;
		}
		known += (i > 0 ? ", " : "") + std::string(words.begin()[i]);
	}
	if (Has(name))
	{
		Fail(std::string(name) + " is " + ValueWords(m_object.at(name)) + " but must be one of " + known);
	}
	return 0;
}

void JsonFields::Fail(const std::string& message)
{
	if (!m_error)
	{
		m_error = Error{ErrorCode::InvalidFile, m_place.empty() ? message : m_place + ": " + message};
	}
}

Status JsonFields::Finish()
{
	if (!m_error && m_object.is_object())
	{
		for (const auto& item : m_object.items())
		{
			if (!m_read.contains(item.key()))
			{
				Fail("has the unknown field " + QuoteToken(item.key()));
			}
		}
	}
	if (m_error)
	{
		return *m_error;
	}
	return Ok{};
}
} // namespace FractureToolkit
