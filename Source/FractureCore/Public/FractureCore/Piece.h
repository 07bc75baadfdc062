// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Breakable.h"
#include "FractureCore/Export.h"
#include "FractureCore/Fragments.h"

#include <cstdint>
#include <memory>

namespace FractureCore
{
/// How finely a piece is meshed for its own stress and cracks.
struct PieceSettings
{
	double tetScale = 1.0;   // > 0: tets a volume, of those that the parent has
	int32_t minTets = 400;   // >= 12: small pieces need some to bend
	int32_t maxTets = 8'000; // >= minTets: also where thin walls would want more
	BreakableSettings breakable = {};
};

/// A fragment as an asset of its own, in the parent's coordinates: its surface as it is, new tets that follow it,
/// strength and supports taken over from the parent's tets at the same place, the parent's material. It may be saved
/// like any other. Cracks that end inside the piece stay slits of its surface; cuts honour them, stress does not see
/// them. Strength layers are not kept, only what they gave.
///
/// A shard of a shell keeps its closed surface too, which is what is cut. Its tets are one layer of prisms on the
/// parent's sheet, as far as the shard has half of a triangle, moved onto its cracks at the rim; its stress is again
/// that of a sheet (BakedObject::shellThickness is above 0).
///
/// Milliseconds for a piece of a thousand tets: a host does it in the background, right after a break, and lets the
/// piece be unbreakable until it is ready. A pure function of its arguments. The error says why the piece cannot be
/// meshed: a host keeps such a piece whole.
FRACTURECORE_API Result<BakedObject> BakePiece(
	const Breakable& parent, const Fragment& piece, const PieceSettings& settings, TaskRunner& runner);

/// BakePiece, in parts: each mesh that is tried, what ties the surface to it, what is taken over from the parent. The
/// same object, bit for bit.
class FRACTURECORE_API PieceBaker
{
public:
	/// The parent must outlive it, the piece need not.
	static Result<PieceBaker> Create(const Breakable& parent, const Fragment& piece, const PieceSettings& settings);

	PieceBaker(PieceBaker&& other) noexcept;
	PieceBaker& operator=(PieceBaker&& other) noexcept;
	~PieceBaker();

	/// Whether the next part is a mesh to try; of so many tets. Else, how many there are.
	bool IsMeshing() const;
	int32_t TetCount() const;

	/// Does the next part. True: that was the last. The error says why the piece cannot be meshed.
	Result<bool> Step(TaskRunner& runner);

	/// Once Step has returned true.
	BakedObject Take();

private:
	struct Data;
	explicit PieceBaker(std::unique_ptr<Data> data);
	std::unique_ptr<Data> m_data;
};

/// BakePiece and Breakable::Create: a piece that is ready to be broken again. Neither the parent nor the piece needs
/// to stay.
FRACTURECORE_API Result<Breakable> MakeBreakable(
	const Breakable& parent, const Fragment& piece, const PieceSettings& settings, TaskRunner& runner);

/// N: a contact force that a piece of `parent` bears, by its thickness and the parent's weakest spot alone: some tenths
/// of what breaks a stout rod of it in bending. A host that makes pieces breakable on demand spares those that are
/// never hit harder. `surface` is the piece's, closed; `volume` in m^3.
FRACTURECORE_API double HarmlessForce(const Breakable& parent, const SurfaceMesh& surface, double volume);

/// Whether a piece of `parent` has one of the nodes that hold it. A host lets such a piece stand where the body stood,
/// until it is torn off. `surface` is the piece's, closed.
FRACTURECORE_API bool IsAnchored(const Breakable& parent, const SurfaceMesh& surface);

/// Whether the blow that made a piece still lasts at its age (s), in steps of `step` s: 20 ms is longer than any blow
/// of things of a room's size, shorter than it takes pieces to fly somewhere. What had a part in that blow does the
/// piece no more harm: it has broken what there is to break.
inline bool IsBlowLasting(double age, double step)
{
	return age <= 0.02 || age <= 1.5 * step;
}

/// What a piece that is held took from its contacts in a step.
struct HeldLoad
{
	double peakForce = 0.0; // N, the largest of one contact that closes by itself
	Vec3 impulse;           // N s, sum of all, also of those that only pass a blow on
	double mass = 0.0;      // kg, of the piece
};

/// Whether that tears the piece off as a whole. A host asks for pieces that nothing breaks any more, and counts
/// contacts that do no harm as their blow still lasts. Ten times what it surely bears: others that lean on it do not.
/// What passes a blow on has no duration of its own, but none lasts longer than IsBlowLasting says: its force is not
/// less than that. A knock that would hardly move the piece if it were free, by 0.5 m/s, has not the time to tear it.
inline bool TearsOff(const HeldLoad& load, double harmlessForce, double step)
{
	const double longest = 1.5 * step > 0.02 ? 1.5 * step : 0.02;
	const double most = 10.0 * harmlessForce;
	const double impulse = Length(load.impulse);
	return impulse > 0.5 * load.mass && (load.peakForce > most || impulse > most * longest);
}
} // namespace FractureCore
