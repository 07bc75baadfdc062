// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What the solver, the cutter and the renderers take for granted about a loaded object. Checks cost a few passes over
// the arrays; that tets share faces properly is not checked here, as it would cost more than all of loading
// (ValidateTetMesh does it).
#include "Base/FactorBytes.h"
#include "Base/Text.h"
#include "Io/AssetLayout.h"
#include "Io/AssetStrength.h"
#include "Mesh/MassCheck.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
using AssetLayout::Section;

Error ContentError(Section section, const std::string& message, int64_t element = Error::kNoElement)
{
	return {ErrorCode::InvalidFile,
		"section " + std::string(AssetLayout::kSectionIds[static_cast<size_t>(section)]) + ": " + message,
		element};
}

Error ElementError(Section section, const char* what, size_t element, const std::string& message)
{
	return ContentError(
		section, std::string(what) + " " + std::to_string(element) + " " + message, static_cast<int64_t>(element));
}

template <typename T>
Status CheckCount(Section section, const std::vector<T>& values, size_t expected)
{
	if (values.size() != expected)
	{
		return ContentError(
			section, "it has " + std::to_string(values.size()) + " elements instead of " + std::to_string(expected));
	}
	return Ok{};
}

Status CheckText(Section section, const char* what, size_t element, const std::string& text)
{
	if (text.size() > static_cast<size_t>(kMaxTextBytes))
	{
		return ElementError(
			section, what, element, "has more than " + std::to_string(kMaxTextBytes) + " bytes of text");
	}
	if (!IsValidUtf8(text))
	{
		return ElementError(section, what, element, "has text that is not UTF-8");
	}
	return Ok{};
}

Status CheckPoints(Section section, const char* what, std::span<const Vec3> points)
{
	for (size_t i = 0; i < points.size(); ++i)
	{
		if (!IsFinite(points[i]))
		{
			return ElementError(section, what, i, "has a coordinate that is not a finite number");
		}
	}
	return Ok{};
}

/// Every index of every element lies in [0, count).
template <typename Element>
Status CheckIndices(Section section, const char* what, std::span<const Element> elements, size_t count)
{
	for (size_t i = 0; i < elements.size(); ++i)
	{
		for (const int32_t index : elements[i].v)
		{
			if (index < 0 || static_cast<size_t>(index) >= count)
			{
				return ElementError(section,
					what,
					i,
					"has index " + std::to_string(index) + ", but only " + std::to_string(count) + " exist");
			}
		}
	}
	return Ok{};
}

Status CheckInfo(const BakedObject& object)
{
	const bool isShell = object.kind == BakedKind::Shell;
	if (object.components < 1)
	{
		return ContentError(Section::Info, "components is " + std::to_string(object.components));
	}
	if (!std::isfinite(object.cellSize) || object.cellSize < 0.0 || (isShell && object.cellSize != 0.0))
	{
		return ContentError(Section::Info, "cellSize is " + FormatNumber(object.cellSize));
	}
	const double thickness = object.shellThickness;
	// Of solids only shards of a shell have one: three tets for each prism, two layers of nodes.
	const bool isShard =
		!isShell && !object.tets.tets.empty() && object.tets.tets.size() % 3 == 0 && object.tets.nodes.size() % 2 == 0;
	if (!std::isfinite(thickness) || thickness < 0.0 || (thickness == 0.0 ? isShell : !isShell && !isShard))
	{
		return ContentError(Section::Info, "shellThickness is " + FormatNumber(thickness));
	}
	return Ok{};
}

Status CheckMass(const MassProperties& mass)
{
	if (!IsMassPhysical(mass))
	{
		return ContentError(
			Section::Mass, "volume, mass or inertia is not finite and positive, or the inertia not symmetric");
	}
	return Ok{};
}

Status CheckCorners(const SurfaceMesh& surface)
{
	const size_t corners = 3 * surface.triangles.size();
	if (!surface.cornerNormals.empty())
	{
		if (const Status counted = CheckCount(Section::SurfaceNormals, surface.cornerNormals, corners); !counted)
		{
			return counted;
		}
	}
	for (size_t i = 0; i < surface.cornerNormals.size(); ++i)
	{
		const Vec3f& normal = surface.cornerNormals[i];
		if (!std::isfinite(normal.x) || !std::isfinite(normal.y) || !std::isfinite(normal.z))
		{
			return ElementError(Section::SurfaceNormals, "corner", i, "has a normal that is not a finite number");
		}
	}
	if (surface.uvChannels < 0 || surface.uvChannels > 8)
	{
		return ContentError(
			Section::SurfaceUvs, "there are " + std::to_string(surface.uvChannels) + " channels instead of 0 to 8");
	}
	if (const Status counted =
			CheckCount(Section::SurfaceUvs, surface.cornerUvs, static_cast<size_t>(surface.uvChannels) * corners);
		!counted)
	{
		return counted;
	}
	for (size_t i = 0; i < surface.cornerUvs.size(); ++i)
	{
		if (!std::isfinite(surface.cornerUvs[i].x) || !std::isfinite(surface.cornerUvs[i].y))
		{
			return ElementError(Section::SurfaceUvs, "corner", i, "has a coordinate that is not a finite number");
		}
	}
	return Ok{};
}

Status CheckSlots(const SurfaceMesh& surface)
{
	if (!surface.triangleSlots.empty())
	{
		if (const Status counted = CheckCount(Section::SurfaceSlots, surface.triangleSlots, surface.triangles.size());
			!counted)
		{
			return counted;
		}
	}
	for (size_t i = 0; i < surface.triangleSlots.size(); ++i)
	{
		const int32_t slot = surface.triangleSlots[i];
		if (slot < 0 || static_cast<size_t>(slot) >= surface.slotNames.size())
		{
			return ElementError(Section::SurfaceSlots, "triangle", i, "has the unnamed slot " + std::to_string(slot));
		}
	}
	for (size_t i = 0; i < surface.slotNames.size(); ++i)
	{
		if (const Status text = CheckText(Section::SlotNames, "slot", i, surface.slotNames[i]); !text)
		{
			return text;
		}
	}
	return Ok{};
}

Status CheckSurface(const SurfaceMesh& surface)
{
	if (surface.triangles.empty() || surface.triangles.size() > INT32_MAX / 3)
	{
		return ContentError(Section::SurfaceTriangles, "there are no triangles, or too many for 32-bit indices");
	}
	for (const Status& status : {CheckPoints(Section::SurfacePositions, "vertex", surface.positions),
			 CheckIndices<Triangle>(Section::SurfaceTriangles, "triangle", surface.triangles, surface.positions.size()),
			 CheckCorners(surface),
			 CheckSlots(surface)})
	{
		if (!status)
		{
			return status;
		}
	}
	return Ok{};
}

Status CheckTets(const TetMesh& mesh)
{
	if (mesh.tets.empty() || mesh.tets.size() > INT32_MAX / 8)
	{
		return ContentError(Section::Tets, "there are no tets, or too many for 32-bit indices");
	}
	for (const Status& status : {CheckPoints(Section::TetNodes, "node", mesh.nodes),
			 CheckIndices<Tet>(Section::Tets, "tet", mesh.tets, mesh.nodes.size())})
	{
		if (!status)
		{
			return status;
		}
	}
	std::vector<bool> used(mesh.nodes.size(), false);
	for (size_t i = 0; i < mesh.tets.size(); ++i)
	{
		const double volume = SignedVolume(mesh, mesh.tets[i]);
		if (!(volume > 0.0) || !std::isfinite(volume))
		{
			return ElementError(Section::Tets, "tet", i, "has no volume or is inside out");
		}
		for (const int32_t node : mesh.tets[i].v)
		{
			used[static_cast<size_t>(node)] = true;
		}
	}
	// A node without a tet has no stiffness: the solver's matrix would be singular.
	if (const auto unused = std::find(used.begin(), used.end(), false); unused != used.end())
	{
		return ElementError(Section::TetNodes, "node", static_cast<size_t>(unused - used.begin()), "belongs to no tet");
	}
	return Ok{};
}

Status CheckVertexEmbedding(const Embedding& embedding, size_t vertexCount, size_t tetCount)
{
	for (const Status& status : {CheckCount(Section::VertexTets, embedding.vertexTet, vertexCount),
			 CheckCount(Section::VertexWeights, embedding.vertexWeights, vertexCount)})
	{
		if (!status)
		{
			return status;
		}
	}
	for (size_t i = 0; i < vertexCount; ++i)
	{
		const int32_t tet = embedding.vertexTet[i];
		if (tet < 0 || static_cast<size_t>(tet) >= tetCount)
		{
			return ElementError(Section::VertexTets, "vertex", i, "hangs on tet " + std::to_string(tet));
		}
		double sum = 0.0;
		double size = 1.0;
		for (const float weight : embedding.vertexWeights[i])
		{
			sum += static_cast<double>(weight);
			size += std::abs(static_cast<double>(weight));
		}
		// Each weight is rounded to float on its own.
		if (!(std::abs(sum - 1.0) <= 1.0e-6 * size) || !std::isfinite(size))
		{
			return ElementError(Section::VertexWeights, "vertex", i, "has weights that do not sum to 1");
		}
	}
	return Ok{};
}

/// A vertex far from the tet that carries it belongs to no body that was baked; weighing one would lose every digit.
Status CheckSurfaceIsNear(const BakedObject& object)
{
	constexpr double kFar = 100.0; // sizes of the body
	Vec3 low = object.tets.nodes[0];
	Vec3 high = low;
	for (const Vec3& x : object.tets.nodes)
	{
		low = {(std::min)(low.x, x.x), (std::min)(low.y, x.y), (std::min)(low.z, x.z)};
		high = {(std::max)(high.x, x.x), (std::max)(high.y, x.y), (std::max)(high.z, x.z)};
	}
	const double limit = kFar * Length(high - low);
	for (size_t i = 0; i < object.surface.positions.size(); ++i)
	{
		const Tet& tet = object.tets.tets[static_cast<size_t>(object.embedding.vertexTet[i])];
		if (!(Length(object.surface.positions[i] - object.tets.nodes[static_cast<size_t>(tet.v[0])]) <= limit))
		{
			return ElementError(Section::SurfacePositions, "vertex", i, "is far away from the tet that carries it");
		}
	}
	return Ok{};
}

Status CheckTriangleEmbedding(const Embedding& embedding, size_t triangleCount, size_t tetCount)
{
	const std::vector<int32_t>& offsets = embedding.triangleTetOffsets;
	if (const Status counted = CheckCount(Section::TriangleTetOffsets, offsets, triangleCount + 1); !counted)
	{
		return counted;
	}
	if (offsets.front() != 0 || static_cast<size_t>(offsets.back()) != embedding.triangleTets.size())
	{
		return ContentError(Section::TriangleTetOffsets,
			"it must go from 0 to " + std::to_string(embedding.triangleTets.size()) + ", the size of ETET");
	}
	for (size_t i = 0; i < triangleCount; ++i)
	{
		if (offsets[i + 1] <= offsets[i])
		{
			return ElementError(Section::TriangleTetOffsets, "triangle", i, "has no tets");
		}
	}
	for (size_t i = 0; i < triangleCount; ++i)
	{
		int32_t previous = kNoIndex;
		for (size_t k = static_cast<size_t>(offsets[i]); k < static_cast<size_t>(offsets[i + 1]); ++k)
		{
			const int32_t tet = embedding.triangleTets[k];
			if (tet <= previous || static_cast<size_t>(tet) >= tetCount)
			{
				return ElementError(Section::TriangleTets,
					"triangle",
					i,
					"passes tet " + std::to_string(tet) + ", which is out of range or out of order");
			}
			previous = tet;
		}
	}
	return Ok{};
}

Status CheckNoTets(const BakedObject& object)
{
	if (!object.tets.nodes.empty() || !object.tets.tets.empty() || object.embedding != Embedding{})
	{
		return ContentError(Section::Tets, "a shell has no tets and no embedding");
	}
	return Ok{};
}

Status CheckWarnings(std::span<const Warning> warnings)
{
	for (size_t i = 0; i < warnings.size(); ++i)
	{
		if (warnings[i].count < 0)
		{
			return ElementError(Section::Warnings, "warning", i, "has a negative count");
		}
		if (const Status text = CheckText(Section::Warnings, "warning", i, warnings[i].message); !text)
		{
			return text;
		}
	}
	return Ok{};
}

Status CheckFactor(const BakedObject& object)
{
	if (object.factor.empty())
	{
		return Ok{};
	}
	if (object.kind == BakedKind::Shell)
	{
		return ContentError(Section::Factor, "a shell has no factor");
	}
	return ReadFactorHead(object.factor) ? Status(Ok{})
										 : ContentError(Section::Factor, "it is cut off or of an unknown kind");
}
} // namespace

Status CheckBakedObject(const BakedObject& object)
{
	const auto checkVolume = [&]() -> Status
	{
		if (object.kind == BakedKind::Shell)
		{
			return CheckNoTets(object);
		}
		if (const Status tets = CheckTets(object.tets); !tets)
		{
			return tets;
		}
		const size_t tetCount = object.tets.tets.size();
		if (const Status vertices = CheckVertexEmbedding(object.embedding, object.surface.positions.size(), tetCount);
			!vertices)
		{
			return vertices;
		}
		if (const Status placed = CheckSurfaceIsNear(object); !placed)
		{
			return placed;
		}
		return CheckTriangleEmbedding(object.embedding, object.surface.triangles.size(), tetCount);
	};
	if (const Status material = ValidateMaterial(object.material); !material)
	{
		return ContentError(Section::Material, material.GetError().message);
	}
	for (const Status& status : {CheckInfo(object),
			 CheckMass(object.mass),
			 CheckSurface(object.surface),
			 checkVolume(),
			 CheckAssetStrength(object),
			 CheckFactor(object),
			 CheckWarnings(object.warnings)})
	{
		if (!status)
		{
			return status;
		}
	}
	return Ok{};
}
} // namespace FractureCore
