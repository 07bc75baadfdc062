// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Going back and forth is the same work with `before` and `after` exchanged.
#include "FractureCore/SetupEdit.h"
#include "Paint/EditChecks.h"

#include <algorithm>

namespace FractureCore
{
namespace
{
Status WrongSetup(const EditRecord& record)
{
	return Error{ErrorCode::InvalidSettings,
		"'" + record.name + "' cannot be undone or redone here: the layers are not those it was made with"};
}

/// One direction: expects `from` and leaves `to`. False if the setup is not as expected; then nothing is changed.
bool ExchangePaint(StrengthSetup& setup,
	const PaintTarget& target,
	std::span<const int32_t> vertices,
	std::span<const float> from,
	std::span<const float> to)
{
	PaintedValues* paint = FindPaintToChange(setup, target);
	if (paint == nullptr || vertices.size() != from.size() || vertices.size() != to.size())
	{
		return false;
	}
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const int32_t v = vertices[i];
		if (v < 0 || static_cast<size_t>(v) >= paint->values.size() || !IsSameFloat(paint->values[v], from[i]))
		{
			return false;
		}
	}
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		paint->values[vertices[i]] = to[i];
	}
	return true;
}

template <typename Item>
bool ExchangeInList(
	std::vector<Item>& list, int32_t index, const std::optional<Item>& from, const std::optional<Item>& to)
{
	const size_t places = list.size() + (from ? 0 : 1);
	if (index < 0 || static_cast<size_t>(index) >= places || (from && !(list[index] == *from)))
	{
		return false;
	}
	if (from)
	{
		list.erase(list.begin() + index);
	}
	if (to)
	{
		list.insert(list.begin() + index, *to);
	}
	return true;
}

template <typename Item>
Item* ItemAt(std::vector<Item>& list, int32_t index)
{
	return index >= 0 && static_cast<size_t>(index) < list.size() ? &list[index] : nullptr;
}

template <typename Field>
bool ExchangeField(Field* field, const Field& from, const Field& to)
{
	if (field == nullptr || !(*field == from))
	{
		return false;
	}
	*field = to;
	return true;
}

class EditDirection
{
private:
	template <typename Edit>
	const auto& From(const Edit& edit) const
	{
		return m_isForward ? edit.before : edit.after;
	}
	template <typename Edit>
	const auto& To(const Edit& edit) const
	{
		return m_isForward ? edit.after : edit.before;
	}

public:
	EditDirection(StrengthSetup& setup, bool isForward) : m_setup(setup), m_isForward(isForward) {}

	bool operator()(const PaintedEdit& edit) const
	{
		return ExchangePaint(m_setup, edit.target, edit.vertices, From(edit), To(edit));
	}
	bool operator()(const LayerListEdit& edit) const
	{
		return ExchangeInList(m_setup.layers, edit.index, From(edit), To(edit));
	}
	bool operator()(const AnchorListEdit& edit) const
	{
		return ExchangeInList(m_setup.anchors, edit.index, From(edit), To(edit));
	}
	bool operator()(const LayerLookEdit& edit) const
	{
		StrengthLayer* layer = ItemAt(m_setup.layers, edit.index);
		if (layer == nullptr || !(LookOf(*layer) == From(edit)))
		{
			return false;
		}
		const LayerLook& look = To(edit);
		layer->name = look.name;
		layer->isHidden = look.isHidden;
		layer->blend = look.blend;
		layer->weight = look.weight;
		return true;
	}
	bool operator()(const AnchorLookEdit& edit) const
	{
		Anchor* anchor = ItemAt(m_setup.anchors, edit.index);
		if (anchor == nullptr || !(LookOf(*anchor) == From(edit)))
		{
			return false;
		}
		const AnchorLook& look = To(edit);
		anchor->name = look.name;
		anchor->isHidden = look.isHidden;
		anchor->axes = look.axes;
		return true;
	}
	bool operator()(const SourceEdit& edit) const
	{
		StrengthLayer* layer = ItemAt(m_setup.layers, edit.index);
		return ExchangeField(layer != nullptr ? &layer->source : nullptr, From(edit), To(edit));
	}
	bool operator()(const MaskEdit& edit) const
	{
		StrengthLayer* layer = ItemAt(m_setup.layers, edit.index);
		return ExchangeField(layer != nullptr ? &layer->mask : nullptr, From(edit), To(edit));
	}
	bool operator()(const RegionEdit& edit) const
	{
		Anchor* anchor = ItemAt(m_setup.anchors, edit.index);
		return ExchangeField(anchor != nullptr ? &anchor->region : nullptr, From(edit), To(edit));
	}
	bool operator()(const SeedsEdit& edit) const
	{
		return ExchangeField(FindSeeds(m_setup, edit.index), From(edit), To(edit));
	}
	bool operator()(const DepthEdit& edit) const
	{
		PaintedValues* paint = FindPaintToChange(m_setup, edit.target);
		return ExchangeField(paint != nullptr ? &paint->depth : nullptr, From(edit), To(edit));
	}
	bool operator()(const MoveEdit& edit) const
	{
		const int32_t from = m_isForward ? edit.from : edit.to;
		const int32_t to = m_isForward ? edit.to : edit.from;
		std::vector<StrengthLayer>& layers = m_setup.layers;
		if (ItemAt(layers, from) == nullptr || ItemAt(layers, to) == nullptr)
		{
			return false;
		}
		if (from < to)
		{
			std::rotate(layers.begin() + from, layers.begin() + from + 1, layers.begin() + to + 1);
		}
		else
		{
			std::rotate(layers.begin() + to, layers.begin() + from, layers.begin() + from + 1);
		}
		return true;
	}

private:
	StrengthSetup& m_setup;
	bool m_isForward;
};

size_t HeapBytes(const StrengthSource& source)
{
	const PaintedValues* paint = std::get_if<PaintedValues>(&source);
	const NoduleLayer* nodules = std::get_if<NoduleLayer>(&source);
	const GrainLayer* grains = std::get_if<GrainLayer>(&source);
	const SeedLayer* placed = std::get_if<SeedLayer>(&source);
	return (paint != nullptr ? paint->values.capacity() * sizeof(float) : 0) +
		(placed != nullptr ? placed->seeds.capacity() * sizeof(GrainSeed) : 0) +
		(nodules != nullptr ? nodules->spheres.capacity() * sizeof(SphereRegion) : 0) +
		(grains != nullptr ? grains->seeds.capacity() * sizeof(Vec3) : 0);
}

size_t HeapBytes(const Region& region)
{
	const PaintedValues* paint = std::get_if<PaintedValues>(&region);
	return paint != nullptr ? paint->values.capacity() * sizeof(float) : 0;
}

size_t HeapBytes(const std::optional<Region>& region)
{
	return region ? HeapBytes(*region) : 0;
}

size_t HeapBytes(const std::optional<StrengthLayer>& layer)
{
	return layer ? HeapBytes(layer->source) + HeapBytes(layer->mask) + layer->name.capacity() : 0;
}

size_t HeapBytes(const std::optional<Anchor>& anchor)
{
	return anchor ? HeapBytes(anchor->region) + anchor->name.capacity() : 0;
}

size_t HeapBytes(const LayerLook& look)
{
	return look.name.capacity();
}

size_t HeapBytes(const AnchorLook& look)
{
	return look.name.capacity();
}

size_t HeapBytes(const std::vector<Vec3>& seeds)
{
	return seeds.capacity() * sizeof(Vec3);
}

template <typename Item>
size_t EditBytes(const ItemEdit<Item>& edit)
{
	return HeapBytes(edit.before) + HeapBytes(edit.after);
}

size_t EditBytes(const PaintedEdit& edit)
{
	return edit.vertices.capacity() * sizeof(int32_t) +
		(edit.before.capacity() + edit.after.capacity()) * sizeof(float);
}

size_t EditBytes(const DepthEdit&)
{
	return 0;
}

size_t EditBytes(const MoveEdit&)
{
	return 0;
}

bool Differs(const PaintedEdit& edit)
{
	return !edit.vertices.empty();
}

bool Differs(const MoveEdit& edit)
{
	return edit.from != edit.to;
}

template <typename Edit>
bool Differs(const Edit& edit)
{
	return !(edit.before == edit.after);
}
} // namespace

size_t RecordBytes(const EditRecord& record)
{
	return sizeof(EditRecord) + record.name.capacity() +
		std::visit([](const auto& edit) { return EditBytes(edit); }, record.edit);
}

bool HasEffect(const EditRecord& record)
{
	return std::visit([](const auto& edit) { return Differs(edit); }, record.edit);
}

Status RedoEdit(StrengthSetup& setup, const EditRecord& record)
{
	return std::visit(EditDirection(setup, true), record.edit) ? Status(Ok{}) : WrongSetup(record);
}

Status UndoEdit(StrengthSetup& setup, const EditRecord& record)
{
	return std::visit(EditDirection(setup, false), record.edit) ? Status(Ok{}) : WrongSetup(record);
}
} // namespace FractureCore
