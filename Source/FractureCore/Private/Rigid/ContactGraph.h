// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Mesh/UnionFind.h"
#include "Rigid/ContactSolver.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// How many bodies are at most between each body and the ground: 0 for what does not move, 1 for what lies on that
/// alone, ...; kNoIndex for what rests on nothing. The longest way counts: what leans on the ground and on a small
/// stone is above the stone. Bodies that carry each other in a circle follow one another from where the circle is
/// carried. [Guendelman03] finds who supports whom by moving each body alone; here a contact's normal says who lies
/// above. Contacts count that touch or press, and those of `others` (1 a row; empty: none).
std::vector<int32_t> SupportLevels(std::span<const ContactRow> rows,
	std::span<const RigidBody> bodies,
	const Vec3& gravity,
	std::span<const uint8_t> others = {});

/// Bodies that hang together by contacts, rows or whatever else has its two bodies as `a` and `b`, as sets named by
/// their lowest member; bodies that cannot move join none. 1 a body.
template <typename Contact>
std::vector<int32_t> ContactIslands(const std::vector<Contact>& contacts, std::span<const RigidBody> bodies)
{
	UnionFind islands(static_cast<int32_t>(bodies.size()));
	for (const Contact& contact : contacts)
	{
		if (bodies[contact.a].Yields() && bodies[contact.b].Yields())
		{
			islands.Unite(contact.a, contact.b);
		}
	}
	std::vector<int32_t> names(bodies.size());
	for (size_t i = 0; i < bodies.size(); ++i)
	{
		names[i] = islands.Find(static_cast<int32_t>(i));
	}
	return names;
}

/// Of two bodies with a contact (normal from A to B), whether the one of a lower level is above the other, as some are
/// that carry each other in a circle: were it fixed, it would press the other into what carries both.
bool PressesDown(int32_t a, int32_t b, const Vec3& normal, std::span<const int32_t> levels, const Vec3& gravity);
} // namespace FractureCore
