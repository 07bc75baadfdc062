// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Fragments.h"
#include "FractureCore/VirtualNodes.h"

#include "Cut/CutData.h"

namespace FractureCore
{
/// The error names the first crack or grain that does not fit the body.
Status CheckCracks(const CutBody::Data& body, const CrackSet& cracks);

/// CutFragments for an overlay that no CutBody holds, such as one that a test made by hand.
Result<FragmentSet> CutOverlay(const CutBody::Data& body,
	const CrackSet& cracks,
	double density,
	const FragmentSettings& settings,
	TaskRunner& runner);

/// MakeVirtualMesh for such an overlay.
Result<VirtualMesh> VirtualMeshOfOverlay(const CutBody::Data& body, const CrackSet& cracks, TaskRunner& runner);
} // namespace FractureCore
