// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

// The only way to Eigen. Other modules of a host may carry an Eigen with other options; in a monolithic link the linker
// would merge their symbols with ours. Renaming the namespace keeps the two apart. Never include this from a header
// that includes another library which uses Eigen.
#ifndef EIGEN_MPL2_ONLY
#define EIGEN_MPL2_ONLY
#endif
#ifdef EIGEN_CORE_H
#error "include FractureCore's EigenConfig.h before any Eigen header"
#endif
#define Eigen FractureCoreEigen

#if defined(__clang__) || defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wundef"
#endif
#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/OrderingMethods>
#if defined(__clang__) || defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
