// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Break/BreakableData.h"

#include <utility>

namespace FractureCore
{
Breakable::Breakable(std::unique_ptr<const Data> data) : m_data(std::move(data)) {}

Breakable::Breakable(Breakable&& other) noexcept = default;
Breakable& Breakable::operator=(Breakable&& other) noexcept = default;
Breakable::~Breakable() = default;

Result<Breakable> Breakable::Create(BakedObject object,
	std::vector<double> tetStrength,
	std::vector<uint8_t> heldAxes,
	const BreakableSettings& settings,
	TaskRunner& runner)
{
	if (!tetStrength.empty() && tetStrength.size() != object.tets.tets.size())
	{
		return Error{ErrorCode::InvalidSettings,
			"there are " + std::to_string(tetStrength.size()) + " strengths for " +
				std::to_string(object.tets.tets.size()) + " tets"};
	}
	Result<StressModel> stress =
		StressModel::Create(object.tets, object.material, heldAxes, settings.stress, runner, object.factor);
	object.factor = {}; // the model has it
	if (!stress)
	{
		return stress.GetError();
	}
	Result<CutBody> cut = CutBody::Create(object, settings.cut, runner);
	if (!cut)
	{
		return cut.GetError();
	}
	Result<PlanBody> plan = PlanBody::Create(object.tets, cut->Lattice(), heldAxes, runner);
	if (!plan)
	{
		return plan.GetError();
	}
	ContactSnap contacts(object, runner);
	auto data = std::make_unique<Data>(Data{std::move(object),
		std::move(tetStrength),
		std::move(heldAxes),
		std::move(*stress),
		std::move(*cut),
		std::move(*plan),
		std::move(contacts),
		std::nullopt});
	if (!data->tetStrength.empty() || !data->heldAxes.empty())
	{
		data->places.emplace(data->object.tets, runner);
	}
	return Breakable(std::move(data));
}

const BakedObject& Breakable::Object() const
{
	return m_data->object;
}

const StressModel& Breakable::Stress() const
{
	return m_data->stress;
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
