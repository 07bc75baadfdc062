// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/BreakableData.h"
#include "Break/ShardMesh.h"
#include "Break/ShellSolid.h"
#include "FractureCore/Hooks.h"
#include "FractureCore/MassProperties.h"
#include "FractureCore/ShellFragility.h"

#include <cmath>
#include <optional>
#include <string>
#include <utility>

namespace FractureCore
{
struct BreakableParts
{
	BakedObject object;
	std::vector<double> tetStrength;
	std::vector<uint8_t> heldAxes;
	std::optional<StressModel> stress = {};
	std::optional<ShellModel> shell = {};
	std::optional<CutBody> cut = {};
	std::vector<Vec3> sheetPositions = {}; // of a shell
	std::vector<Triangle> sheetTriangles = {};
};

namespace
{
/// By more than rounding.
bool WeighsOtherwise(const MassProperties& a, const MassProperties& b)
{
	constexpr double kRounding = 1.0e-9;
	const double size = std::cbrt(b.volume);
	const auto differ = [](double x, double y, double scale) { return !(std::abs(x - y) <= kRounding * scale); };
	bool isOther = differ(a.volume, b.volume, b.volume) || differ(a.mass, b.mass, b.mass) ||
		differ(Length(a.centre - b.centre), 0.0, size);
	for (int32_t row = 0; row < 3; ++row)
	{
		for (int32_t column = 0; column < 3; ++column)
		{
			isOther |= differ(a.inertia.m[row][column], b.inertia.m[row][column], b.mass * size * size);
		}
	}
	return isOther;
}

/// Pieces have the mass of what is cut. Where that is not what the bake weighed (parts that run through each other
/// count twice in a surface and once in tets) or a file claims, the body takes the mass of its pieces: nothing is won
/// or lost by breaking.
void WeighWhatIsCut(BakedObject& object, const SurfaceMesh& surface)
{
	const MassProperties mass = SolidMassProperties(surface.positions, surface.triangles, object.material.density);
	if (WeighsOtherwise(object.mass, mass))
	{
		object.mass = mass;
	}
}

Status PrepareStress(BreakableParts& parts, const BreakableSettings& settings, TaskRunner& runner)
{
	BakedObject& object = parts.object;
	Result<StressModel> stress =
		StressModel::Create(object.tets, object.material, parts.heldAxes, settings.stress, runner, object.factor);
	object.factor = {}; // the model has it
	if (!stress)
	{
		return stress.GetError();
	}
	parts.stress = std::move(*stress);
	return Ok{};
}

Status PrepareCut(BreakableParts& parts, const BreakableSettings& settings, TaskRunner& runner)
{
	Result<CutBody> cut = CutBody::Create(parts.object, settings.cut, runner);
	if (!cut)
	{
		return cut.GetError();
	}
	WeighWhatIsCut(parts.object, cut->Surface());
	parts.cut = std::move(*cut);
	return Ok{};
}

/// What the artist's triangles and vertices have, for the finer sheet and for the tets.
void SpreadOverShell(const ShellSolid& solid, BreakableParts& parts, std::vector<uint8_t>& sheetHeld)
{
	if (!parts.tetStrength.empty())
	{
		std::vector<double> strength;
		for (const int32_t source : solid.sourceTriangle)
		{
			strength.insert(strength.end(), 3, parts.tetStrength[source]);
		}
		parts.tetStrength = std::move(strength);
	}
	if (!parts.heldAxes.empty())
	{
		for (const int32_t source : solid.sourceVertex)
		{
			sheetHeld.push_back(parts.heldAxes[source]);
		}
		parts.heldAxes = sheetHeld;
		parts.heldAxes.insert(parts.heldAxes.end(), sheetHeld.begin(), sheetHeld.end());
	}
}

Status PrepareShell(BreakableParts& parts, const BreakableSettings& settings, TaskRunner& runner)
{
	BakedObject& object = parts.object;
	if (settings.shellTriangles < 12)
	{
		return Error{ErrorCode::InvalidSettings, "a shell needs at least 12 triangles"};
	}
	if (!parts.heldAxes.empty() && parts.heldAxes.size() != object.surface.positions.size())
	{
		return Error{ErrorCode::InvalidSettings,
			"supports are given for " + std::to_string(parts.heldAxes.size()) + " vertices, but the sheet has " +
				std::to_string(object.surface.positions.size())};
	}
	Result<ShellSolid> solid = ThickenShell(object, settings.shellTriangles);
	if (!solid)
	{
		return solid.GetError();
	}
	std::vector<uint8_t> sheetHeld;
	SpreadOverShell(*solid, parts, sheetHeld);
	Result<ShellModel> shell = ShellModel::Create(
		solid->positions, solid->triangles, object.shellThickness, object.material, sheetHeld, runner);
	if (!shell)
	{
		return shell.GetError();
	}
	Result<CutBody> cut = CutBody::CreateFromTets(solid->tets, solid->surface);
	if (!cut)
	{
		return cut.GetError();
	}
	object.surface = std::move(solid->surface);
	object.tets = std::move(solid->tets);
	object.mass = SolidMassProperties(object.surface.positions, object.surface.triangles, object.material.density);
	object.closed = true;
	object.warnings.insert(object.warnings.end(), solid->warnings.begin(), solid->warnings.end());
	parts.shell = std::move(*shell);
	parts.sheetPositions = std::move(solid->positions);
	parts.sheetTriangles = std::move(solid->triangles);
	parts.cut = std::move(*cut);
	return Ok{};
}

/// Of a shell: its surface is cut like a solid's, its stress is again that of a sheet.
Status PrepareShard(BreakableParts& parts, TaskRunner& runner)
{
	BakedObject& object = parts.object;
	Result<PrismSheet> sheet = SheetOfPrisms(object.tets);
	if (!sheet)
	{
		return sheet.GetError();
	}
	if (!parts.heldAxes.empty() && parts.heldAxes.size() != object.tets.nodes.size())
	{
		return Error{ErrorCode::InvalidSettings,
			"supports are given for " + std::to_string(parts.heldAxes.size()) + " nodes, but the shard has " +
				std::to_string(object.tets.nodes.size())};
	}
	// Nodes below come first; those above them are held alike.
	const std::vector<uint8_t> sheetHeld(
		parts.heldAxes.begin(), parts.heldAxes.begin() + static_cast<std::ptrdiff_t>(parts.heldAxes.size() / 2));
	Result<ShellModel> shell = ShellModel::Create(
		sheet->positions, sheet->triangles, object.shellThickness, object.material, sheetHeld, runner);
	if (!shell)
	{
		return shell.GetError();
	}
	parts.shell = std::move(*shell);
	parts.sheetPositions = std::move(sheet->positions);
	parts.sheetTriangles = std::move(sheet->triangles);
	return Ok{};
}
} // namespace

Result<SurfaceMesh> ShellSurface(const BakedObject& shell)
{
	if (shell.kind != BakedKind::Shell)
	{
		return Error{ErrorCode::InvalidSettings, "only a shell gets its thickness when it is prepared"};
	}
	Result<ShellSolid> solid = ThickenShell(shell, BreakableSettings{}.shellTriangles);
	if (!solid)
	{
		return solid.GetError();
	}
	return std::move(solid->surface);
}

Breakable::Breakable(std::unique_ptr<const Data> data) : m_data(std::move(data)) {}

Breakable::Breakable(Breakable&& other) noexcept = default;
Breakable& Breakable::operator=(Breakable&& other) noexcept = default;
Breakable::~Breakable() = default;

struct BreakableMaker::Data
{
	BreakableParts parts;
	BreakableSettings settings;
	WeaknessSurfaces weakness;
	bool isShell = false;
	std::optional<PlanBodyMaker> plan;
	std::unique_ptr<const Breakable::Data> made;
};

BreakableMaker::BreakableMaker(std::unique_ptr<Data> data) : m_data(std::move(data)) {}

BreakableMaker::BreakableMaker(BreakableMaker&& other) noexcept = default;
BreakableMaker& BreakableMaker::operator=(BreakableMaker&& other) noexcept = default;
BreakableMaker::~BreakableMaker() = default;

Result<BreakableMaker> BreakableMaker::Create(BakedObject object,
	std::vector<double> tetStrength,
	std::vector<uint8_t> heldAxes,
	const BreakableSettings& settings)
{
	const bool isShell = object.kind == BakedKind::Shell;
	const size_t cells = isShell ? object.surface.triangles.size() : object.tets.tets.size();
	if (!tetStrength.empty() && tetStrength.size() != cells)
	{
		return Error{ErrorCode::InvalidSettings,
			"there are " + std::to_string(tetStrength.size()) + " strengths for " + std::to_string(cells) +
				(isShell ? " triangles" : " tets")};
	}
	WeaknessSurfaces weakness = WeaknessOf(object); // before a shell becomes a solid with another box
	return BreakableMaker(std::make_unique<Data>(Data{{std::move(object), std::move(tetStrength), std::move(heldAxes)},
		settings,
		std::move(weakness),
		isShell,
		std::nullopt,
		nullptr}));
}

bool BreakableMaker::IsPlanning() const
{
	return m_data->plan.has_value();
}

int32_t BreakableMaker::TetCount() const
{
	return static_cast<int32_t>(m_data->parts.object.tets.tets.size());
}

double BreakableMaker::Fraction() const
{
	// Of a large body; a small one is ready before anybody looks.
	constexpr double kStiffness = 0.12;
	constexpr double kLattice = 0.14;
	const BreakableParts& parts = m_data->parts;
	return m_data->plan               ? kLattice + (1.0 - kLattice) * m_data->plan->Fraction()
		: parts.cut                   ? kLattice
		: parts.stress || parts.shell ? kStiffness
									  : 0.0;
}

Result<bool> BreakableMaker::Step(TaskRunner& runner)
{
	BreakableParts& parts = m_data->parts;
	const bool isSheet = parts.object.shellThickness > 0.0; // a shell or a shard of one
	if (!parts.stress && !parts.shell)
	{
		const Status prepared = m_data->isShell ? PrepareShell(parts, m_data->settings, runner)
			: isSheet                           ? PrepareShard(parts, runner)
												: PrepareStress(parts, m_data->settings, runner);
		return prepared ? Result<bool>(false) : Result<bool>(prepared.GetError());
	}
	if (!parts.cut)
	{
		const Status prepared = PrepareCut(parts, m_data->settings, runner);
		return prepared ? Result<bool>(false) : Result<bool>(prepared.GetError());
	}
	if (!m_data->plan)
	{
		Result<PlanBodyMaker> plan = PlanBodyMaker::Create(
			parts.object.tets, parts.cut->Lattice(), parts.heldAxes, isSheet ? parts.object.shellThickness : 0.0);
		if (!plan)
		{
			return plan.GetError();
		}
		m_data->plan.emplace(std::move(*plan));
		return false;
	}
	if (!m_data->plan->Step(runner))
	{
		return false;
	}
	ContactSnap contacts = isSheet ? ContactSnap(parts.object, parts.sheetPositions, parts.sheetTriangles, runner)
								   : ContactSnap(parts.object, runner);
	auto data = std::make_unique<Breakable::Data>(Breakable::Data{std::move(parts.object),
		std::move(parts.tetStrength),
		std::move(parts.heldAxes),
		std::move(parts.stress),
		std::move(parts.shell),
		std::move(*parts.cut),
		m_data->plan->Take(),
		std::move(contacts),
		std::move(m_data->weakness),
		std::nullopt});
	if (!data->tetStrength.empty() || !data->heldAxes.empty())
	{
		data->places.emplace(data->object.tets, runner);
	}
	m_data->made = std::move(data);
	return true;
}

Breakable BreakableMaker::Take()
{
	FRACTURECORE_ASSERT(m_data->made != nullptr);
	return Breakable(std::move(m_data->made));
}

Result<Breakable> Breakable::Create(BakedObject object,
	std::vector<double> tetStrength,
	std::vector<uint8_t> heldAxes,
	const BreakableSettings& settings,
	TaskRunner& runner)
{
	Result<BreakableMaker> maker =
		BreakableMaker::Create(std::move(object), std::move(tetStrength), std::move(heldAxes), settings);
	if (!maker)
	{
		return maker.GetError();
	}
	while (true)
	{
		const Result<bool> isDone = maker->Step(runner);
		if (!isDone)
		{
			return isDone.GetError();
		}
		if (*isDone)
		{
			return maker->Take();
		}
	}
}

Result<double> BoundLoadRatio(
	const Breakable& breakable, const FragilityMap& map, std::span<const ContactImpulse> impulses)
{
	const std::vector<ContactImpulse> onTets = breakable.GetData().contacts.OntoTets(impulses);
	return breakable.IsShell() ? BoundShellLoadRatio(breakable.Shell(), map, onTets)
							   : BoundLoadRatio(breakable.Stress(), map, onTets);
}

const BakedObject& Breakable::Object() const
{
	return m_data->object;
}

bool Breakable::IsShell() const
{
	return m_data->shell.has_value();
}

const StressModel& Breakable::Stress() const
{
	FRACTURECORE_ASSERT(m_data->stress.has_value());
	return *m_data->stress;
}

const ShellModel& Breakable::Shell() const
{
	FRACTURECORE_ASSERT(m_data->shell.has_value());
	return *m_data->shell;
}

const CutBody& Breakable::Cut() const
{
	return m_data->cut;
}

const PlanBody& Breakable::Plan() const
{
	return m_data->plan;
}

std::span<const double> Breakable::TetStrength() const
{
	return m_data->tetStrength;
}

std::span<const uint8_t> Breakable::HeldAxes() const
{
	return m_data->heldAxes;
}
} // namespace FractureCore
