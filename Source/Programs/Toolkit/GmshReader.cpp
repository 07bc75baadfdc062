// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GmshReader.h"

#include "TetMeshAssembler.h"
#include "TextCursor.h"

#include <cmath>
#include <string>
#include <vector>

// The format: https://gmsh.info/doc/texinfo/gmsh.html, "MSH file format" and "MSH file format version 2 (Legacy)".
// Counts in the file only say when to stop; memory grows with what is really there.
namespace FractureToolkit
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Ok;
using FractureCore::Status;
using FractureCore::Vec3;
using FractureCore::WarningCode;

enum class ElementKind
{
	Tet,
	CurvedTet,
	OtherVolume,
	Lower
};

ElementKind KindOf(int64_t elementType)
{
	switch (elementType)
	{
	case 4:
		return ElementKind::Tet;
	case 11: // 10, 20, 35 and 56 nodes: corners first
	case 29:
	case 30:
	case 31:
		return ElementKind::CurvedTet;
	case 5: // hexahedra, prisms and pyramids, straight and curved
	case 6:
	case 7:
	case 12:
	case 13:
	case 14:
	case 17:
	case 18:
	case 19:
	case 92:
	case 93:
		return ElementKind::OtherVolume;
	default:
		return ElementKind::Lower;
	}
}

/// Of a tet, straight or curved.
size_t TetNodes(int64_t elementType)
{
	switch (elementType)
	{
	case 11:
		return 10;
	case 29:
		return 20;
	case 30:
		return 35;
	case 31:
		return 56;
	default:
		return 4;
	}
}

class GmshParser
{
public:
	GmshParser(std::string_view text, double metresPerUnit) : m_cursor(text), m_assembler(metresPerUnit) {}

	FractureCore::Result<ImportedTets> Parse()
	{
		if (const Status status = ParseSections(); !status)
		{
			return status.GetError();
		}
		if (m_tetCount == 0)
		{
			return Error{
				ErrorCode::InvalidFile, "has no tetrahedra; mesh the volume first (gmsh -3) and save all elements"};
		}
		if (m_curvedTets > 0)
		{
			m_assembler.AddWarning({WarningCode::AttributeLost,
				CountText(m_curvedTets, "curved tet") + " reduced to straight ones",
				m_curvedTets});
		}
		if (m_otherVolumes > 0)
		{
			m_assembler.AddWarning({WarningCode::AttributeLost,
				CountText(m_otherVolumes, "hexahedron, prism or pyramid", "hexahedra, prisms or pyramids") +
					" left out: only tetrahedra are read",
				m_otherVolumes});
		}
		return m_assembler.Finish();
	}

private:
	Error Here(const std::string& what) const { return ErrorAtLine(m_cursor.Line(), what); }

	Status ParseSections()
	{
		for (std::string_view name = NextRecord(); !name.empty(); name = NextRecord())
		{
			if (!m_hasFormat && name != "$MeshFormat")
			{
				return Here("does not start with $MeshFormat; is it a gmsh file?");
			}
			if (name.front() != '$' || name.starts_with("$End"))
			{
				return Here(QuoteToken(name) + " where a section belongs");
			}
			Status status = name == "$MeshFormat" ? ParseFormat()
				: name == "$Nodes"                ? (m_version4 ? ParseNodes4() : ParseNodes2())
				: name == "$Elements"             ? (m_version4 ? ParseElements4() : ParseElements2())
												  : Status(Ok{});
			if (!status)
			{
				return status;
			}
			status = SkipToEndOf(std::string(name.substr(1)), name == "$Nodes" || name == "$Elements");
			if (!status)
			{
				return status;
			}
		}
		return m_hasFormat ? Status(Ok{}) : Status(Error{ErrorCode::InvalidFile, "is empty"});
	}

	/// First token of the next line that has one; empty at the end of the file.
	std::string_view NextRecord()
	{
		if (m_started && !m_cursor.NextLine())
		{
			return {};
		}
		m_started = true;
		return m_cursor.TokenAcrossLines();
	}

	Status SkipToEndOf(const std::string& section, bool atOnce)
	{
		const std::string end = "$End" + section;
		for (std::string_view token = NextRecord(); token != end; token = NextRecord())
		{
			if (token.empty())
			{
				return Here("the file ends inside section " + QuoteToken(section));
			}
			if (atOnce)
			{
				return Here("more lines in $" + section + " than it announces");
			}
		}
		return Ok{};
	}

	/// `count` whole numbers of one line, the first of which has been read.
	Status Integers(std::vector<int64_t>& values, size_t count, std::string_view first, const char* what)
	{
		values.resize(count);
		std::string_view token = first;
		for (size_t i = 0; i < count; ++i, token = i < count ? m_cursor.Token() : token)
		{
			if (token.empty())
			{
				return i == 0 ? Here(std::string(what) + " is missing") : Here(std::string(what) + " is cut short");
			}
			if (!ParseInteger(token, values[i]) || values[i] < 0)
			{
				return Here(std::string(what) + " has " + QuoteToken(token) + " where a whole number belongs");
			}
		}
		return Ok{};
	}

	/// Three numbers of one line, the first of which has been read.
	Status Position(std::string_view first, Vec3& position)
	{
		double* const targets[3] = {&position.x, &position.y, &position.z};
		std::string_view token = first;
		for (int32_t i = 0; i < 3; ++i, token = i < 3 ? m_cursor.Token() : token)
		{
			if (!ParseNumber(token, *targets[i]) || !std::isfinite(*targets[i]))
			{
				return token.empty() ? Here("a node needs three coordinates")
									 : Here("coordinate " + QuoteToken(token) + " is not a finite number");
			}
		}
		return Ok{};
	}

	Status ParseFormat()
	{
		const std::string version(NextRecord());
		const std::string_view fileType = m_cursor.Token();
		m_hasFormat = true;
		m_version4 = version == "4.1";
		if (!m_version4 && version != "2" && !version.starts_with("2."))
		{
			return Error{ErrorCode::UnsupportedFile,
				"is of gmsh version " + QuoteToken(version) + "; 2.2 and 4.1 are read (gmsh -format msh41)"};
		}
		if (fileType != "0")
		{
			return Error{ErrorCode::UnsupportedFile, "is a binary gmsh file; save it as ASCII (Mesh.Binary = 0)"};
		}
		return Ok{};
	}

	Status ParseNodes2()
	{
		std::vector<int64_t> values;
		if (const Status status = Integers(values, 1, NextRecord(), "the number of nodes"); !status)
		{
			return status;
		}
		for (int64_t i = 0, count = values[0]; i < count; ++i)
		{
			if (const Status status = Integers(values, 1, NextRecord(), "a node"); !status)
			{
				return status;
			}
			Vec3 position;
			if (const Status status = Position(m_cursor.Token(), position); !status)
			{
				return status;
			}
			m_assembler.AddNode(values[0], position);
		}
		return Ok{};
	}

	Status ParseNodes4()
	{
		std::vector<int64_t> values;
		if (const Status status = Integers(values, 4, NextRecord(), "the header of the nodes"); !status)
		{
			return status;
		}
		std::vector<int64_t> numbers;
		for (int64_t block = 0, blocks = values[0]; block < blocks; ++block)
		{
			// Entity, its dimension, parametric or not, and how many nodes.
			if (const Status status = Integers(values, 4, NextRecord(), "a block of nodes"); !status)
			{
				return status;
			}
			numbers.clear();
			for (int64_t i = 0, count = values[3]; i < count; ++i)
			{
				if (const Status status = Integers(values, 1, NextRecord(), "the number of a node"); !status)
				{
					return status;
				}
				numbers.push_back(values[0]);
			}
			for (const int64_t number : numbers)
			{
				Vec3 position;
				if (const Status status = Position(NextRecord(), position); !status)
				{
					return status;
				}
				m_assembler.AddNode(number, position);
			}
		}
		return Ok{};
	}

	/// The cursor stands before the element's node numbers.
	Status ParseElementNodes(int64_t type)
	{
		const ElementKind kind = KindOf(type);
		m_otherVolumes += kind == ElementKind::OtherVolume ? 1 : 0;
		if (kind != ElementKind::Tet && kind != ElementKind::CurvedTet)
		{
			return Ok{};
		}
		std::vector<int64_t>& nodes = m_elementNodes;
		if (const Status status = Integers(nodes, 4, m_cursor.Token(), "a tet"); !status)
		{
			return status;
		}
		size_t given = nodes.size();
		while (!m_cursor.Token().empty())
		{
			++given;
		}
		if (given != TetNodes(type))
		{
			return Here("an element of type " + std::to_string(type) + " is a tet of " +
				std::to_string(TetNodes(type)) + " nodes, but " + std::to_string(given) + " are given");
		}
		m_curvedTets += kind == ElementKind::CurvedTet ? 1 : 0;
		++m_tetCount;
		m_assembler.AddTet({nodes[0], nodes[1], nodes[2], nodes[3]}, m_cursor.Line());
		return Ok{};
	}

	Status ParseElements2()
	{
		std::vector<int64_t> values;
		if (const Status status = Integers(values, 1, NextRecord(), "the number of elements"); !status)
		{
			return status;
		}
		for (int64_t i = 0, count = values[0]; i < count; ++i)
		{
			if (const Status status = Integers(values, 3, NextRecord(), "an element"); !status)
			{
				return status;
			}
			const int64_t type = values[1];
			for (int64_t tag = 0, tags = values[2]; tag < tags; ++tag)
			{
				if (m_cursor.Token().empty())
				{
					return Here("an element is cut short");
				}
			}
			if (const Status status = ParseElementNodes(type); !status)
			{
				return status;
			}
		}
		return Ok{};
	}

	Status ParseElements4()
	{
		std::vector<int64_t> values;
		if (const Status status = Integers(values, 4, NextRecord(), "the header of the elements"); !status)
		{
			return status;
		}
		for (int64_t block = 0, blocks = values[0]; block < blocks; ++block)
		{
			// Entity, its dimension, element type, how many.
			if (const Status status = Integers(values, 4, NextRecord(), "a block of elements"); !status)
			{
				return status;
			}
			const int64_t type = values[2];
			for (int64_t i = 0, count = values[3]; i < count; ++i)
			{
				if (const Status status = Integers(values, 1, NextRecord(), "an element"); !status)
				{
					return status;
				}
				if (const Status status = ParseElementNodes(type); !status)
				{
					return status;
				}
			}
		}
		return Ok{};
	}

	TextCursor m_cursor;
	TetMeshAssembler m_assembler;
	std::vector<int64_t> m_elementNodes;
	bool m_started = false;
	bool m_hasFormat = false;
	bool m_version4 = false;
	int64_t m_tetCount = 0;
	int64_t m_curvedTets = 0;
	int64_t m_otherVolumes = 0;
};
} // namespace

FractureCore::Result<ImportedTets> ParseGmsh(std::string_view text, double metresPerUnit)
{
	return GmshParser(text, metresPerUnit).Parse();
}
} // namespace FractureToolkit
