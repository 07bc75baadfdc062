// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/SetupEdit.h"

#include <type_traits>

namespace FractureCore
{
namespace
{
template <typename T, typename... Kinds>
inline constexpr bool kIsOneOf = (std::is_same_v<T, Kinds> || ...);

/// Makes one record of two changes of the same field; false if they are not.
bool JoinEdits(EditRecord& last, const EditRecord& next)
{
	return std::visit(
		[&](auto& edit)
		{
			using Edit = std::decay_t<decltype(edit)>;
			const Edit* other = std::get_if<Edit>(&next.edit);
			if constexpr (kIsOneOf<Edit, LayerLookEdit, AnchorLookEdit, SourceEdit, MaskEdit, RegionEdit>)
			{
				if (other != nullptr && other->index == edit.index)
				{
					edit.after = other->after;
					return true;
				}
			}
			else if constexpr (std::is_same_v<Edit, DepthEdit>)
			{
				if (other != nullptr && other->target == edit.target)
				{
					edit.after = other->after;
					return true;
				}
			}
			return false;
		},
		last.edit);
}
} // namespace

void EditHistory::ForgetRedo()
{
	while (m_records.size() > m_done)
	{
		m_bytes -= RecordBytes(m_records.back());
		m_records.pop_back();
	}
}

void EditHistory::Push(EditRecord record, bool merges)
{
	if (!HasEffect(record))
	{
		return;
	}
	ForgetRedo();
	if (merges && m_done > 0)
	{
		const size_t before = RecordBytes(m_records.back());
		if (JoinEdits(m_records.back(), record))
		{
			m_bytes += RecordBytes(m_records.back()) - before;
			if (!HasEffect(m_records.back()))
			{
				m_bytes -= RecordBytes(m_records.back());
				m_records.pop_back();
				--m_done;
			}
			return;
		}
	}
	m_bytes += RecordBytes(record);
	m_records.push_back(std::move(record));
	++m_done;
	while (m_bytes > m_limit && !m_records.empty())
	{
		m_bytes -= RecordBytes(m_records.front());
		m_records.pop_front();
		--m_done;
	}
}

bool EditHistory::Undo(StrengthSetup& setup)
{
	if (m_done == 0 || !UndoEdit(setup, m_records[m_done - 1]))
	{
		return false;
	}
	--m_done;
	return true;
}

bool EditHistory::Redo(StrengthSetup& setup)
{
	if (m_done == m_records.size() || !RedoEdit(setup, m_records[m_done]))
	{
		return false;
	}
	++m_done;
	return true;
}

void EditHistory::Clear()
{
	m_records.clear();
	m_done = 0;
	m_bytes = 0;
}
} // namespace FractureCore
