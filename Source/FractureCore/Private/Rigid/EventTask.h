// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/World.h"
#include "Rigid/OpenEvent.h"
#include "Rigid/RigidBody.h"

namespace FractureCore
{
/// What an event does next, in the order in which it does it.
enum class EventTaskKind : uint8_t
{
	Bake,    // a piece: its mesh, and what goes with it
	Prepare, // its stiffness, its lattice, some of its plan
	Begin,   // loads on the surface, and the first solve
	Stage,   // of the break
	Shape,   // a level set of a piece
};

struct EventTask
{
	EventTaskKind kind = EventTaskKind::Stage;
	StepStage stage = StepStage::Fracture;
	int64_t work = 0; // in tets of one solve

	friend bool operator<(const EventTask& p, const EventTask& q)
	{
		return p.kind != q.kind ? p.kind < q.kind : p.stage < q.stage;
	}
};

/// Of an event that is not done.
EventTask NextTask(const RigidBody& body, const OpenEvent& open);

/// Does it, and answers the work that it was. Touches nothing but the event and its body: events of other bodies may be
/// worked on at the same time.
int64_t DoTask(RigidBody& body, OpenEvent& open, TaskRunner& runner);
} // namespace FractureCore
