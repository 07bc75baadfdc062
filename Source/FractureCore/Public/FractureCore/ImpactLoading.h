// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"

namespace FractureCore
{
/// The bodies of an event as its contacts feel them. All contact impulses j_c grow together, in proportion to one
/// number q: 0 before the event, 1 when the rigid body solver's answer is spent.
struct ImpactContacts
{
	double speed = 0.0;       // a = -sum j_c . u_c, J: closing velocities u_c before the event, weighed by impulse
	double inverseMass = 0.0; // b = sum j_c . K_cd j_d, J: what the impulses change these velocities by
	double stiffness = 0.0;   // k with 1/k = sum |j_c|^2 / k_c, 1/(J s^2): contact springs k_c (N/m)
};

/// How far a collision gets before something breaks. Stress follows the contact force, which is the rate dq/dt; the
/// impulse is its integral: a body that fails at a tenth of the peak force has taken far less than a tenth of the
/// impulse. The rest stays with the striker. Contacts are springs that turn closing speed into stored energy W:
///     -dT(q) = a q - b q^2 / 2,  dq/dt = sqrt(2 k W)
class FRACTURECORE_API ImpactLoading
{
public:
	explicit ImpactLoading(const ImpactContacts& contacts);

	double Spent() const { return m_spent; }   // q of the contacts as they are now
	double Stored() const { return m_stored; } // W, J
	double Rate() const;                       // dq/dt now, 1/s
	double PeakRate() const;                   // when the closing speed is used up, 1/s

	/// Loads on until dq/dt = rate (1/s). False if the collision never gets so far: nothing changes then. A rate below
	/// today's is reached already: a crack that runs on under the load that is there.
	bool LoadTo(double rate);

	/// Pays for a crack from the stored energy as far as it goes; answers what was paid, J.
	double PayForCrack(double energy);

	/// The body came apart: the impulses so far are history, the contacts of the struck piece go on from here with the
	/// energy that is stored. Call it after the velocities took Spent() times the old impulses.
	void Separate(const ImpactContacts& contacts);

	/// Nothing breaks any more: the rest of the compression, then the rebound. Restitution of the stored energy
	/// [Stronge00], which equals Newton's if nothing broke. Energy that is not given back is lost.
	void Finish(double restitution);

private:
	ImpactContacts m_contacts;
	double m_spent = 0.0;
	double m_stored = 0.0;
};

/// The share of an impulse, restitution included, that a body has taken when the contact force first reaches
/// `loadFraction` of its peak: (1 - sqrt(1 - s^2)) / (1 + e); all of it if the load is never reached (s > 1).
FRACTURECORE_API double TransmittedImpulse(double loadFraction, double restitution);
} // namespace FractureCore
