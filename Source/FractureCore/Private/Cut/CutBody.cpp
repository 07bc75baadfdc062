// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/CutBody.h"

#include "Base/Text.h"
#include "Cut/CutCellSize.h"
#include "Cut/CutSurface.h"
#include "Cut/Overlay.h"
#include "Cut/OverlaySurface.h"
#include "Cut/TetOverlay.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace CutBodyDetail
{
namespace
{
/// A lattice of more tets takes gigabytes and serves no game.
constexpr double kMostLatticeTets = 2.0e7;

Status CheckInput(const BakedObject& object, const CutSettings& settings)
{
	if (object.kind == BakedKind::Shell)
	{
		return Error{ErrorCode::InvalidMesh, "a sheet without thickness cannot be cut: Breakable::Create gives it one"};
	}
	if (!std::isfinite(settings.cellSize) || settings.cellSize < 0.0)
	{
		return Error{ErrorCode::InvalidSettings,
			"the cell size is " + FormatNumber(settings.cellSize) +
				" m, but must be a finite number above 0, or 0 for as many tets as the object has"};
	}
	return Ok{};
}

/// The bake took its mass from the tets then, and what is cut must have the same.
bool OverlapsItself(const BakedObject& object)
{
	return !object.tets.tets.empty() &&
		std::any_of(object.warnings.begin(),
			object.warnings.end(),
			[](const Warning& w) { return w.code == WarningCode::SelfIntersection; });
}

Result<std::unique_ptr<CutBody::Data>> Overlay(
	CutSurface surface, const BakedObject& object, const CutSettings& settings, TaskRunner& runner)
{
	const SurfaceIntegrals solid = IntegrateSurface(surface.mesh.positions, surface.mesh.triangles);
	OverlaySettings overlay;
	overlay.cellSize = settings.cellSize > 0.0 ? settings.cellSize
											   : CellSizeForTets(solid, static_cast<double>(object.tets.tets.size()));
	const Vec3 size = (solid.high - solid.low) / overlay.cellSize;
	const bool fits = size.x + size.y < kMaxGridCells && size.x + size.z < kMaxGridCells &&
		size.y + size.z < kMaxGridCells && ExpectedTets(solid, overlay.cellSize) < kMostLatticeTets;
	if (!fits)
	{
		return Error{ErrorCode::TooLarge,
			"a lattice with cells of " + FormatNumber(overlay.cellSize) + " m has too many tets: at most " +
				FormatNumber(kMostLatticeTets) + " are possible"};
	}
	Result<std::unique_ptr<CutBody::Data>> data = BuildOverlay(std::move(surface.mesh), overlay, runner);
	if (data)
	{
		(*data)->artistTriangles = surface.artistTriangles;
	}
	return data;
}
} // namespace
} // namespace CutBodyDetail

CutBody::CutBody(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
CutBody::CutBody(CutBody&& other) noexcept = default;
CutBody& CutBody::operator=(CutBody&& other) noexcept = default;
CutBody::~CutBody() = default;

const TetMesh& CutBody::Lattice() const
{
	return m_data->lattice;
}

double CutBody::CellSize() const
{
	return m_data->cellSize;
}

const SurfaceMesh& CutBody::Surface() const
{
	return m_data->surface;
}

std::span<const Warning> CutBody::Warnings() const
{
	return m_data->warnings;
}

Result<CutBody> CutBody::CreateFromTets(const TetMesh& tets, const SurfaceMesh& surface)
{
	if (const Status valid = ValidateTetMesh(tets); !valid)
	{
		return valid.GetError();
	}
	if (surface.positions != tets.nodes || tets.tets.empty())
	{
		return Error{ErrorCode::InvalidMesh, "the surface must have the tets' nodes, and there must be tets"};
	}
	Result<std::unique_ptr<Data>> data = OverlayOfTets(tets, surface);
	if (!data)
	{
		return data.GetError();
	}
	return CutBody(std::move(*data));
}

Result<CutBody> CutBody::Create(const BakedObject& object, const CutSettings& settings, TaskRunner& runner)
{
	using namespace CutBodyDetail;
	if (const Status input = CheckInput(object, settings); !input)
	{
		return input.GetError();
	}
	Error reason;
	if (OverlapsItself(object))
	{
		reason.message = "the surface overlaps itself";
	}
	else if (Result<CutSurface> artist = ArtistSurface(object, runner); !artist)
	{
		reason = artist.GetError();
	}
	else
	{
		Result<std::unique_ptr<Data>> data = Overlay(std::move(*artist), object, settings, runner);
		if (data)
		{
			return CutBody(std::move(*data));
		}
		if (data.GetError().code != ErrorCode::InvalidMesh)
		{
			return data.GetError();
		}
		reason = data.GetError();
	}
	if (object.tets.tets.empty())
	{
		return reason;
	}
	Result<std::unique_ptr<Data>> data = Overlay(TetSurface(object, runner), object, settings, runner);
	if (!data)
	{
		return data.GetError();
	}
	(*data)->warnings.push_back({WarningCode::SurfaceReplaced,
		"the boundary of the tets stands in for the artist's surface when it breaks: " + reason.message,
		static_cast<int64_t>((*data)->surface.triangles.size())});
	return CutBody(std::move(*data));
}
} // namespace FractureCore
