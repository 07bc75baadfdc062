// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Result.h"
#include "FractureCore/Types.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace FractureToolkit
{
/// Numbers that a field may have, both ends included.
struct NumberRange
{
	double low;
	double high;
};
inline constexpr NumberRange kAnyNumber = {-1.0e300, 1.0e300};
inline constexpr NumberRange kPositive = {1.0e-300, 1.0e300};
inline constexpr NumberRange kNotNegative = {0.0, 1.0e300};

/// The text as JSON; comments are allowed. The error names line and column, of which the text's first is `firstLine`,
/// or the field and the number that does not fit.
FractureCore::Result<nlohmann::json> ParseJson(std::string_view text, int64_t firstLine = 1);

/// Takes the fields of a JSON object one by one and remembers the first thing that is wrong, so that reading is a list
/// and not a ladder. A field that is absent leaves its value as it is.
class JsonFields
{
public:
	/// `place` stands before every message, such as "layer 3"; may be empty. `object` must outlive this.
	JsonFields(const nlohmann::json& object, std::string place);

	bool Has(const char* name) const;
	void Require(std::initializer_list<const char*> names);

	void Read(const char* name, double& value, NumberRange range);
	void Read(const char* name, int32_t& value, int32_t low, int32_t high);
	void Read(const char* name, uint64_t& value);
	void Read(const char* name, bool& value);
	void Read(const char* name, std::string& value);
	/// The range is that of each coordinate.
	void Read(const char* name, FractureCore::Vec3& value, NumberRange range = kAnyNumber);
	void Read(const char* name, std::vector<float>& values, NumberRange range);

	/// One of the words; answers which, or 0 if the field is absent or wrong.
	size_t ReadWord(const char* name, std::initializer_list<const char*> words);

	/// A field of any kind, marked as read; null if absent.
	const nlohmann::json* Take(const char* name);

	/// Its own fault, if there is none before.
	void Fail(const std::string& message);

	/// The first thing that was wrong, or a field that nothing has read.
	FractureCore::Status Finish();

private:
	bool ToNumber(const char* name, const nlohmann::json& value, NumberRange range, double& number);

	const nlohmann::json& m_object;
	std::string m_place;
	std::set<std::string, std::less<>> m_read;
	std::optional<FractureCore::Error> m_error;
};
} // namespace FractureToolkit
