// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Parallel.h"
#include "FractureCore/Stress.h"
#include "Mesh/TriangleTree.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Hosts touch the artist's surface, or a hull about it; stress lives in tets that may be too coarse for a finger or an
/// ear of it. Brings contacts from the one to the other.
class ContactSnap
{
public:
	ContactSnap(const BakedObject& object, TaskRunner& runner);
	/// For a shell, whose stress lives in the sheet in its middle.
	ContactSnap(const BakedObject& object,
		std::span<const Vec3> sheetPositions,
		std::span<const Triangle> sheetTriangles,
		TaskRunner& runner);

	/// The contacts, with points that lie on the artist's surface moved to the nearest point of the tets or the sheet.
	/// Points elsewhere stay, for the solver to refuse.
	std::vector<ContactImpulse> OntoTets(std::span<const ContactImpulse> contacts) const;

private:
	TriangleTree m_surface;
	TriangleTree m_tets;
	double m_reach = 0.0; // m: closer to the artist's surface than this is on it
};
} // namespace FractureCore
