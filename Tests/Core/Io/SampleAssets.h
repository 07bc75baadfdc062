// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"

namespace FractureTest
{
/// A cube of glass with an edge of 1 m in six tets: normals, two UV channels, two slots, two warnings.
FractureCore::BakedObject MakeSampleSolid();

/// A bent sheet of two triangles, 5 mm thick, of ice: no normals, UVs, slots or warnings.
FractureCore::BakedObject MakeSampleShell();

/// The solid of wood with every kind of strength layer, mask and anchor: sections that version 1 had not at first.
FractureCore::BakedObject MakeSampleLayers();

/// The solid with a factor, whose section came later still; its numbers are made up.
FractureCore::BakedObject MakeSampleFactor();

/// The one with layers, with names, hidden ones and painted seeds, whose section is the last so far.
FractureCore::BakedObject MakeSampleNames();
} // namespace FractureTest
