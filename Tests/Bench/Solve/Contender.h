// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "Solve/BlockMatrix.h"

#include <memory>
#include <string>

namespace FractureBench
{
/// A solver in the race. Every call may be timed.
class Contender
{
public:
	virtual ~Contender() = default;
	virtual std::string Name() const = 0;
	virtual void Factor() = 0;
	virtual void Solve(std::span<const double> right, std::span<double> x) = 0;
	/// Several vectors one after another; false if the solver has no way to share the work.
	virtual bool SolveMany(std::span<const double> right, std::span<double> x, int32_t count) = 0;
	/// Numbers stored in the factor.
	virtual double FactorBytes() const = 0;
};

/// Eigen::SimplicialLDLT with its AMD ordering.
std::unique_ptr<Contender> MakeSimplicial(const FractureCore::BlockMatrix& matrix);

/// CHOLMOD's supernodal factorisation with its AMD or METIS ordering; null where CHOLMOD is not installed.
std::unique_ptr<Contender> MakeCholmod(const FractureCore::BlockMatrix& matrix, bool metis);

/// Tells CHOLMOD's BLAS the processor it runs on, which it may not recognise, and holds it to one thread. BLAS reads
/// this when it is loaded, so the program starts itself again if it has to.
void PrepareBlas(char** arguments);
} // namespace FractureBench
