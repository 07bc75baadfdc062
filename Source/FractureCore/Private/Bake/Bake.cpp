// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Bake.h"

#include "Bake/TetOverlaps.h"
#include "Base/StrengthFields.h"
#include "Base/Text.h"
#include "FractureCore/Stress.h"
#include "Mesh/MassCheck.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Mesh/SurfaceParts.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace FractureCore
{
namespace
{
/// Part of every key: counts up whenever the same input gives another result, so that caches forget the old one.
constexpr uint32_t kBakeAlgorithm = 7;

enum class BakeInput : uint8_t
{
	Surface,
	Tets,
};

struct StrengthHashing
{
	static constexpr bool kIsReading = false;
	ContentHasher& hasher;

	template <typename T>
	void Number(const T& value)
	{
		hasher.AddValue(value);
	}
};

void AddSettings(ContentHasher& hasher, BakeInput input, const BakeSettings& settings)
{
	hasher.AddValue(kBakeAlgorithm);
	hasher.AddValue(input);
	const Material& material = settings.material;
	hasher.AddText(material.name);
	for (const MaterialField& field : MaterialFields())
	{
		hasher.AddValue(material.*field.value);
	}
	for (const double value : {material.strengthAxis.x,
			 material.strengthAxis.y,
			 material.strengthAxis.z,
			 settings.repair.weldTolerance,
			 settings.tets.cellSize,
			 settings.shellThickness})
	{
		hasher.AddValue(value);
	}
	hasher.AddValue(settings.repair.maxTriangles);
	hasher.AddValue(settings.tets.targetTets);
	hasher.AddValue(settings.tets.optimise);
	hasher.AddValue(settings.tets.refineThinWalls);
	hasher.AddValue(settings.tets.maxTets);
	StrengthHashing strength{hasher};
	StrengthFields::WalkFields(settings.strength, strength);
	if (StrengthFields::HasExtras(settings.strength))
	{
		StrengthFields::WalkExtras(settings.strength, strength);
	}
	if (settings.factor)
	{
		hasher.AddText("factor"); // keys of bakes without one stay what they were before there was this choice
	}
}

template <typename T>
void AddVector(ContentHasher& hasher, const std::vector<T>& values)
{
	hasher.AddArray(std::span<const T>(values));
}

Status ValidateBakeSettings(const BakeSettings& settings)
{
	if (const Status material = ValidateMaterial(settings.material); !material)
	{
		return material;
	}
	if (const Status strength = ValidateStrength(settings.strength); !strength)
	{
		return strength;
	}
	if (!std::isfinite(settings.shellThickness) || settings.shellThickness < 0.0)
	{
		return Error{ErrorCode::InvalidSettings,
			"the shell thickness is " + FormatNumber(settings.shellThickness) +
				" m, but must be a finite number above 0, or 0 for a solid"};
	}
	if (settings.factor && settings.shellThickness > 0.0)
	{
		return Error{ErrorCode::InvalidSettings, "a factor is stored for solids; a shell makes its own when needed"};
	}
	return Ok{};
}

Status CheckMassOf(const BakedObject& object)
{
	if (!IsMassPhysical(object.mass))
	{
		return Error{ErrorCode::InvalidMesh,
			"the object's volume is " + FormatNumber(object.mass.volume) + " m^3 and its mass " +
				FormatNumber(object.mass.mass) + " kg, which no rigid body can have"};
	}
	return Ok{};
}

/// What every bake ends with.
Result<BakedObject> Finished(BakedObject object, const BakeSettings& settings, TaskRunner& runner)
{
	if (const Status mass = CheckMassOf(object); !mass)
	{
		return mass.GetError();
	}
	if (const Status strength = ApplyStrength(object, settings.strength, runner); !strength)
	{
		return strength.GetError();
	}
	if (settings.factor)
	{
		Result<std::vector<uint8_t>> factor =
			StressModel::BakeFactor(object.tets, object.material, object.heldAxes, {}, runner);
		if (!factor)
		{
			return factor.GetError();
		}
		object.factor = std::move(*factor);
	}
	return object;
}

/// Names come from any tool in any encoding; assets hold UTF-8.
void MakeNamesUtf8(BakedObject& object)
{
	int64_t changed = 0;
	for (std::string& name : object.surface.slotNames)
	{
		std::string valid = ToValidUtf8(name);
		changed += valid != name ? 1 : 0;
		name = std::move(valid);
	}
	if (changed > 0)
	{
		object.warnings.push_back({WarningCode::AttributeLost,
			"changed " + std::to_string(changed) + " slot names that were too long or not UTF-8",
			changed});
	}
}

void Append(std::vector<Warning>& warnings, std::vector<Warning>&& more)
{
	warnings.insert(warnings.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

bool HasWarning(std::span<const Warning> warnings, WarningCode code)
{
	return std::any_of(warnings.begin(), warnings.end(), [code](const Warning& w) { return w.code == code; });
}

void TakeRepaired(BakedObject& object, RepairedSurface&& repaired)
{
	object.surface = std::move(repaired.mesh);
	object.closed = repaired.closed;
	object.components = repaired.components;
	object.warnings = std::move(repaired.warnings);
	MakeNamesUtf8(object);
}

/// A sheet has no thickness where it meets other sheets or bends: what is as thick as it is wide is a solid.
void WarnOfThickShell(BakedObject& object)
{
	constexpr double kThickest = 0.1; // of the size
	Vec3 low = object.surface.positions.front();
	Vec3 high = low;
	for (const Vec3& p : object.surface.positions)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	const Vec3 extent = high - low;
	const double size = std::max({extent.x, extent.y, extent.z});
	if (object.shellThickness > kThickest * size)
	{
		object.warnings.push_back({WarningCode::ThickShell,
			"a shell of " + FormatShort(object.shellThickness) + " m is thick for a sheet of " + FormatShort(size) +
				" m: it should be at most a tenth; is the unit right, or is a solid meant?",
			1});
	}
	// A closed surface round less than what the sheet itself takes up shows the two sides of one wall.
	const SurfaceIntegrals whole = IntegrateSurface(object.surface.positions, object.surface.triangles);
	const double sheet = whole.area * object.shellThickness;
	if (object.closed && std::abs(whole.volume) < sheet)
	{
		object.warnings.push_back({WarningCode::ThickShell,
			"the surface is closed round " + FormatShort(std::abs(whole.volume)) + " m^3, but as a sheet it has " +
				FormatShort(sheet) + " m^3: for thin walls, give the middle of the walls only",
			1});
	}
}

Result<BakedObject> BakeShell(BakedObject object, const SurfaceMesh& mesh, const BakeSettings& settings)
{
	Result<RepairedSurface> repaired = RepairSheet(mesh, settings.repair);
	if (!repaired)
	{
		return repaired.GetError();
	}
	object.kind = BakedKind::Shell;
	object.shellThickness = settings.shellThickness;
	TakeRepaired(object, std::move(*repaired));
	object.mass = ShellMassProperties(
		object.surface.positions, object.surface.triangles, settings.shellThickness, settings.material.density);
	WarnOfThickShell(object);
	return object;
}

/// Counts parts of the tets instead of those of a surface that overlaps itself.
void TakeTetComponents(BakedObject& object)
{
	object.components = CountComponents(object.tets);
	std::erase_if(object.warnings, [](const Warning& w) { return w.code == WarningCode::SeveralComponents; });
	if (object.components > 1)
	{
		object.warnings.push_back({WarningCode::SeveralComponents,
			"the solid has " + std::to_string(object.components) + " parts",
			object.components});
	}
}

/// Whether the caps of its holes are large beside what the artist made, as on a sheet or a Moebius strip.
bool IsMostlyCaps(const RepairedSurface& repaired)
{
	constexpr double kLargeCapShare = 0.1;
	const SolidSurface& solid = repaired.solid;
	const double own = IntegrateSurface(repaired.mesh.positions, repaired.mesh.triangles).area;
	return IntegrateSurface(solid.positions, solid.triangles).area > (1.0 + kLargeCapShare) * own;
}

/// For walls between a sheet and its caps: their thickness says nothing of the sheet's.
Error SheetAdvice()
{
	return {ErrorCode::InvalidMesh,
		"the surface is an open sheet, and what closing its border encloses is too thin for tets: bake it with --shell "
		"and the thickness that it is to have"};
}

Result<BakedObject> BakeSolid(BakedObject object,
	const SurfaceMesh& mesh,
	const BakeSettings& settings,
	TaskRunner& runner,
	const ProgressSink& progress)
{
	const Error cancelled{ErrorCode::Cancelled, "the bake was cancelled"};
	Result<RepairedSurface> repaired = RepairSurface(mesh, settings.repair, runner);
	if (!repaired)
	{
		return repaired.GetError();
	}
	if (!progress.Report("tetrahedralise", 0.0))
	{
		return cancelled;
	}
	repaired->sourceTriangle = {}; // nobody asks
	Result<Tetrahedralisation> tets = Tetrahedralise(repaired->solid, settings.tets, runner, progress);
	if (!tets)
	{
		return tets.GetError().code == ErrorCode::InvalidMesh && IsMostlyCaps(*repaired) ? SheetAdvice()
																						 : tets.GetError();
	}
	if (!progress.Report("embed", 0.0))
	{
		return cancelled;
	}
	object.tets = std::move(tets->mesh);
	object.cellSize = tets->cellSize;
	const double density = settings.material.density;
	const bool isToldOf = HasWarning(repaired->warnings, WarningCode::SelfIntersection);
	const bool overlaps = isToldOf || HasWarning(tets->warnings, WarningCode::SelfIntersection);
	if (isToldOf)
	{
		std::erase_if(tets->warnings, [](const Warning& w) { return w.code == WarningCode::SelfIntersection; });
	}
	if (!overlaps)
	{
		object.mass = SolidMassProperties(repaired->solid.positions, repaired->solid.triangles, density);
	}
	TakeRepaired(object, std::move(*repaired));
	Append(object.warnings, std::move(tets->warnings));
	if (overlaps)
	{
		// The surface's integrals count the overlap twice. The tets are the solid then, also for what cuts it.
		object.mass = SolidMassProperties(object.tets.nodes, BoundaryTriangles(object.tets), density);
		TakeTetComponents(object);
	}
	object.embedding = EmbedSurface(object.surface, object.tets, runner);
	return object;
}

/// Nothing that is made of such tets could be weighed or cut.
Status CheckTetOverlaps(const TetMesh& mesh, TaskRunner& runner)
{
	const TetOverlaps overlaps = FindTetOverlaps(mesh, runner);
	if (overlaps.tets > 0)
	{
		return Error{ErrorCode::InvalidMesh,
			"tet " + std::to_string(overlaps.first) + " reaches into tet " + std::to_string(overlaps.other) +
				" (tets count from 0); " + std::to_string(overlaps.tets) +
				" at the boundary take up space that others have, and no tet may",
			overlaps.first};
	}
	return Ok{};
}

/// Of tets that somebody else made: ours have better angles.
void WarnOfSlivers(BakedObject& object)
{
	constexpr double kSliverDegrees = 5.0;
	const double least = ComputeDihedralRange(object.tets).minDegrees;
	if (least >= kSliverDegrees)
	{
		return;
	}
	int64_t slivers = 0;
	TetMesh single{std::vector<Vec3>(4), {{{0, 1, 2, 3}}}};
	for (const Tet& tet : object.tets.tets)
	{
		for (size_t k = 0; k < 4; ++k)
		{
			single.nodes[k] = object.tets.nodes[static_cast<size_t>(tet.v[k])];
		}
		slivers += ComputeDihedralRange(single).minDegrees < kSliverDegrees ? 1 : 0;
	}
	object.warnings.push_back({WarningCode::SliverTets,
		std::to_string(slivers) + (slivers == 1 ? " tet has" : " tets have") +
			" dihedral angles below 5 degrees, the smallest of " + FormatShort(least) +
			": stresses there are off; mesh with better angles, or bake the surface",
		slivers});
}

/// Leaves out points that no element uses and renumbers the elements; the rest keep their order.
template <typename Element>
void DropUnusedPoints(std::vector<Vec3>& points, std::vector<Element>& elements)
{
	std::vector<int32_t> renumbered(points.size(), kNoIndex);
	for (const Element& element : elements)
	{
		for (const int32_t point : element.v)
		{
			renumbered[point] = 0;
		}
	}
	int32_t used = 0;
	for (size_t i = 0; i < points.size(); ++i)
	{
		if (renumbered[i] != kNoIndex)
		{
			renumbered[i] = used;
			points[used++] = points[i];
		}
	}
	points.resize(used);
	for (Element& element : elements)
	{
		for (int32_t& point : element.v)
		{
			point = renumbered[point];
		}
	}
}
} // namespace

ContentHash BakeKey(const SurfaceMesh& mesh, const BakeSettings& settings)
{
	ContentHasher hasher;
	AddSettings(hasher, BakeInput::Surface, settings);
	AddVector(hasher, mesh.positions);
	AddVector(hasher, mesh.triangles);
	AddVector(hasher, mesh.cornerNormals);
	hasher.AddValue(mesh.uvChannels);
	AddVector(hasher, mesh.cornerUvs);
	AddVector(hasher, mesh.triangleSlots);
	hasher.AddValue(static_cast<uint64_t>(mesh.slotNames.size()));
	for (const std::string& name : mesh.slotNames)
	{
		hasher.AddText(name);
	}
	return hasher.Finish();
}

ContentHash BakeKey(const TetMesh& mesh, const BakeSettings& settings)
{
	ContentHasher hasher;
	AddSettings(hasher, BakeInput::Tets, settings);
	AddVector(hasher, mesh.nodes);
	AddVector(hasher, mesh.tets);
	return hasher.Finish();
}

Result<BakedObject> BakeObject(
	const SurfaceMesh& mesh, const BakeSettings& settings, TaskRunner& runner, const ProgressSink& progress)
{
	if (const Status valid = ValidateBakeSettings(settings); !valid)
	{
		return valid.GetError();
	}
	if (!progress.Report("repair", 0.0))
	{
		return Error{ErrorCode::Cancelled, "the bake was cancelled"};
	}
	BakedObject object;
	object.key = BakeKey(mesh, settings);
	object.material = settings.material;
	Result<BakedObject> baked = settings.shellThickness > 0.0
		? BakeShell(std::move(object), mesh, settings)
		: BakeSolid(std::move(object), mesh, settings, runner, progress);
	if (!baked)
	{
		return baked;
	}
	return Finished(std::move(*baked), settings, runner);
}

Result<BakedObject> BakeTetMesh(const TetMesh& mesh, const BakeSettings& settings, TaskRunner& runner)
{
	if (const Status valid = ValidateBakeSettings(settings); !valid)
	{
		return valid.GetError();
	}
	if (settings.shellThickness > 0.0)
	{
		return Error{ErrorCode::InvalidSettings, "a ready tet mesh is a solid: it takes no shell thickness"};
	}
	if (const Status valid = ValidateTetMesh(mesh); !valid)
	{
		return valid.GetError();
	}
	if (const Status overlaps = CheckTetOverlaps(mesh, runner); !overlaps)
	{
		return overlaps.GetError();
	}
	BakedObject object;
	object.key = BakeKey(mesh, settings);
	object.material = settings.material;
	object.tets = mesh;
	DropUnusedPoints(object.tets.nodes, object.tets.tets);
	object.surface.positions = object.tets.nodes;
	object.surface.triangles = BoundaryTriangles(object.tets);
	DropUnusedPoints(object.surface.positions, object.surface.triangles);
	object.closed = true;
	object.components = CountSolidParts(object.surface.positions, object.surface.triangles);
	if (const int32_t pieces = CountComponents(object.tets); pieces > 1)
	{
		object.warnings.push_back({WarningCode::SeveralComponents,
			"the tet mesh has " + std::to_string(pieces) + " pieces that share no face",
			pieces});
	}
	WarnOfSlivers(object);
	object.mass = SolidMassProperties(object.surface.positions, object.surface.triangles, settings.material.density);
	object.embedding = EmbedSurface(object.surface, object.tets, runner);
	return Finished(std::move(object), settings, runner);
}
} // namespace FractureCore
