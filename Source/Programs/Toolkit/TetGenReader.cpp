// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "TetGenReader.h"

#include "Files.h"
#include "TetMeshAssembler.h"
#include "TextCursor.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

// The format: https://wias-berlin.de/software/tetgen/fformats.html. Both files are lines of numbers with '#' comments.
namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Ok;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::Vec3;

Error InFile(Error error, const char* extension)
{
	error.message += std::string(" (in the ") + extension + " file)";
	return error;
}

/// Walks over the lines of one file; errors carry the file's kind.
class TetGenFile
{
public:
	TetGenFile(std::string_view text, const char* extension) : m_cursor(text), m_extension(extension) {}

	int64_t Line() const { return m_cursor.Line(); }

	Error Here(const std::string& what) const { return InFile(ErrorAtLine(m_cursor.Line(), what), m_extension); }

	/// Goes to the next line with something on it.
	void NextRecord()
	{
		if (m_started)
		{
			m_cursor.NextLine();
		}
		m_started = true;
		m_pending = m_cursor.TokenAcrossLines();
	}

	Result<int64_t> Integer(const char* what)
	{
		const std::string_view token = Take();
		int64_t value = 0;
		if (token.empty())
		{
			return Here(std::string(what) + " is missing");
		}
		if (!ParseInteger(token, value) || value < 0)
		{
			return Here(std::string(what) + " is " + QuoteToken(token) + ", not a whole number");
		}
		return value;
	}

	Result<double> Coordinate()
	{
		const std::string_view token = Take();
		double value = 0.0;
		if (token.empty())
		{
			return Here("a node needs three coordinates");
		}
		if (!ParseNumber(token, value) || !std::isfinite(value))
		{
			return Here("coordinate " + QuoteToken(token) + " is not a finite number");
		}
		return value;
	}

private:
	std::string_view Take()
	{
		const std::string_view token = m_pending.empty() ? m_cursor.Token() : m_pending;
		m_pending = {};
		return token;
	}

	TextCursor m_cursor;
	const char* m_extension;
	std::string_view m_pending;
	bool m_started = false;
};

Status ReadNodes(std::string_view text, TetMeshAssembler& assembler)
{
	TetGenFile file(text, ".node");
	file.NextRecord();
	const Result<int64_t> count = file.Integer("the number of nodes");
	if (!count)
	{
		return count.GetError();
	}
	const Result<int64_t> dimension = file.Integer("the dimension");
	if (!dimension)
	{
		return dimension.GetError();
	}
	if (*dimension != 3)
	{
		return file.Here("the dimension is " + std::to_string(*dimension) + ", not 3");
	}
	for (int64_t i = 0; i < *count; ++i)
	{
		file.NextRecord();
		const Result<int64_t> number = file.Integer("the number of a node");
		if (!number)
		{
			return number.GetError();
		}
		Vec3 position;
		for (double* target : {&position.x, &position.y, &position.z})
		{
			const Result<double> coordinate = file.Coordinate();
			if (!coordinate)
			{
				return coordinate.GetError();
			}
			*target = *coordinate;
		}
		assembler.AddNode(*number, position);
	}
	if (const Status sorted = assembler.SortNodes(); !sorted)
	{
		return InFile(sorted.GetError(), ".node");
	}
	return Ok{};
}

Status ReadElements(std::string_view text, TetMeshAssembler& assembler)
{
	TetGenFile file(text, ".ele");
	file.NextRecord();
	const Result<int64_t> count = file.Integer("the number of tets");
	if (!count)
	{
		return count.GetError();
	}
	const Result<int64_t> nodesEach = file.Integer("the number of nodes a tet");
	if (!nodesEach)
	{
		return nodesEach.GetError();
	}
	if (*nodesEach != 4 && *nodesEach != 10)
	{
		return file.Here("tets with " + std::to_string(*nodesEach) + " nodes; 4 or 10 are read");
	}
	if (*count == 0)
	{
		return file.Here("there are no tets");
	}
	for (int64_t i = 0; i < *count; ++i)
	{
		file.NextRecord();
		if (const Result<int64_t> number = file.Integer("the number of a tet"); !number)
		{
			return number.GetError();
		}
		std::array<int64_t, 4> nodes{};
		for (int64_t& node : nodes)
		{
			const Result<int64_t> number = file.Integer("a node of a tet");
			if (!number)
			{
				return number.GetError();
			}
			node = *number;
		}
		// Those on the edges are not used, but a tet without them is another one than the file announces.
		for (int64_t k = 4; k < *nodesEach; ++k)
		{
			if (const Result<int64_t> number = file.Integer("a node of a tet"); !number)
			{
				return number.GetError();
			}
		}
		assembler.AddTet(nodes, file.Line());
	}
	if (*nodesEach == 10)
	{
		assembler.AddWarning({FractureCore::WarningCode::AttributeLost,
			CountText(*count, "curved tet") + " reduced to straight ones",
			*count});
	}
	return Ok{};
}

std::string_view TextOf(const std::vector<uint8_t>& bytes)
{
	return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// In the same case: MESH.ELE has MESH.NODE.
std::filesystem::path PartnerOf(const std::filesystem::path& path, bool isEle)
{
	const std::string extension = Utf8FromPath(path.extension());
	const bool upper = extension.size() > 1 && extension[1] >= 'A' && extension[1] <= 'Z';
	const char* partner = isEle ? (upper ? ".NODE" : ".node") : (upper ? ".ELE" : ".ele");
	return std::filesystem::path(path).replace_extension(partner);
}
} // namespace

Result<ImportedTets> ParseTetGen(std::string_view nodeText, std::string_view eleText, double metresPerUnit)
{
	TetMeshAssembler assembler(metresPerUnit);
	if (const Status status = ReadNodes(nodeText, assembler); !status)
	{
		return status.GetError();
	}
	if (const Status status = ReadElements(eleText, assembler); !status)
	{
		return status.GetError();
	}
	Result<ImportedTets> result = assembler.Finish();
	if (!result && result.GetError().element != Error::kNoElement)
	{
		return InFile(result.GetError(), ".ele"); // the lines it knows are those of tets
	}
	if (result && result->insideOut)
	{
		result->insideOut = InFile(*result->insideOut, ".ele");
	}
	return result;
}

Result<ImportedTets> ReadTetGen(const std::filesystem::path& path, double metresPerUnit)
{
	const Result<std::vector<uint8_t>> own = ReadFileBytes(path);
	if (!own)
	{
		return own.GetError();
	}
	const bool isEle = LowerExtension(path) == ".ele";
	const std::filesystem::path partnerPath = PartnerOf(path, isEle);
	const Result<std::vector<uint8_t>> partner = ReadFileBytes(partnerPath);
	if (!partner)
	{
		return Error{ErrorCode::InvalidFile,
			"needs " + Utf8FromPath(partnerPath.filename()) + " beside it: " + partner.GetError().message};
	}
	return isEle ? ParseTetGen(TextOf(*partner), TextOf(*own), metresPerUnit)
				 : ParseTetGen(TextOf(*own), TextOf(*partner), metresPerUnit);
}
} // namespace FractureToolkit
