// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "StressBody.h"

#include "FractureCore/Stress.h"

#include <span>
#include <string>

namespace FractureCli
{
/// A row a cell: tet,x,y,z,sxx,syy,szz,sxy,syz,szx,s1,n1x,n1y,n1z with 17 digits.
std::string StressCsv(const Body& body, const FractureCore::StressField& field);

/// A row a node of the file: node,ux,uy,uz with 17 digits; zeros for one that no tet uses.
std::string DisplacementsCsv(const Body& body, const FractureCore::StressField& field);

/// A row a held node: node,fx,fy,fz with 17 digits, what its support puts on the body; zeros along free axes.
std::string ReactionsCsv(const Body& body, std::span<const uint8_t> held, const FractureCore::StressField& field);

/// Cells and fields for ParaView.
std::string StressVtu(const Body& body, const FractureCore::StressField& field);
} // namespace FractureCli
