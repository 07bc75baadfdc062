// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// With Hankinson's formula 1 / DirectionFactor(n) = n.B n, B = I - (1 - 1/k) a a^T for the axis a and its factor k, so
// the tension to be maximised over unit vectors is f(n) = (n.S n)(n.B n). At a maximum n is an eigenvector of
// G(n) = (n.B n) S + (n.S n) B; the largest one leads towards it, Newton's step on the sphere hits it. A quartic may
// have several maxima: we start from every plane that could be one in a limit (k = 1, k large, k small).
#include "FractureCore/Material.h"
#include "Math/StressAlgebra.h"
#include "Math/SymmetricEigen.h"

#include <cmath>

namespace FractureCore
{
namespace
{
class DirectedTension
{
public:
	DirectedTension(const Sym3& stress, const Material& material)
		: m_stress(stress), m_axis(material.strengthAxis), m_share(1.0 - 1.0 / material.axisFactor)
	{
	}

	/// Climbs from n; never down.
	CriticalPlane Climb(const Vec3& n) const
	{
		constexpr int32_t kMaxSteps = 30;
		constexpr double kStill = 1.0e-13; // relative gain
		CriticalPlane best{Value(n), n};
		for (int32_t step = 0; step < kMaxSteps && best.tension > 0.0; ++step)
		{
			const double before = best.tension;
			if (!Take(NewtonStep(best.normal), best))
			{
				Take(EigenStep(best), best);
			}
			if (!(best.tension > before * (1.0 + kStill)))
			{
				break;
			}
		}
		return best;
	}

private:
	double Easing(const Vec3& n) const { return 1.0 - m_share * Dot(n, m_axis) * Dot(n, m_axis); }
	Vec3 EasingTimes(const Vec3& n) const { return n - m_axis * (m_share * Dot(n, m_axis)); }
	double Value(const Vec3& n) const { return NormalStress(m_stress, n) * Easing(n); }

	bool Take(const Vec3& n, CriticalPlane& best) const
	{
		const double value = Value(n);
		if (!(value > best.tension))
		{
			return false;
		}
		best = {value, n};
		return true;
	}

	/// To the top of the paraboloid that f is near n; n itself where that has no top.
	Vec3 NewtonStep(const Vec3& n) const
	{
		const Vec3 tilted = std::abs(n.x) < 0.6 ? Vec3{1.0, 0.0, 0.0} : Vec3{0.0, 1.0, 0.0};
		const Vec3 u = Cross(n, tilted) / Length(Cross(n, tilted));
		const Vec3 v = Cross(n, u);
		const double s = NormalStress(m_stress, n);
		const double b = Easing(n);
		const Vec3 sn = Multiply(m_stress, n);
		const Vec3 bn = EasingTimes(n);
		auto slope = [&](const Vec3& x) { return 2.0 * (b * Dot(sn, x) + s * Dot(bn, x)); };
		auto bend = [&](const Vec3& x, const Vec3& y)
		{
			return 2.0 * (b * Dot(x, Multiply(m_stress, y)) + s * Dot(x, EasingTimes(y))) +
				4.0 * (Dot(sn, x) * Dot(bn, y) + Dot(bn, x) * Dot(sn, y)) - 4.0 * s * b * Dot(x, y);
		};
		const double uu = bend(u, u);
		const double uv = bend(u, v);
		const double vv = bend(v, v);
		const double determinant = uu * vv - uv * uv;
		if (!(uu < 0.0 && determinant > 0.0))
		{
			return n;
		}
		const Vec3 moved = n + u * ((uv * slope(v) - vv * slope(u)) / determinant) +
			v * ((uv * slope(u) - uu * slope(v)) / determinant);
		return moved / Length(moved);
	}

	/// The largest eigenvector of G; if that goes too far, halved towards where it came from.
	Vec3 EigenStep(const CriticalPlane& from) const
	{
		const double s = NormalStress(m_stress, from.normal);
		const double t = -s * m_share;
		const Sym3 easing{s + t * m_axis.x * m_axis.x,
			s + t * m_axis.y * m_axis.y,
			s + t * m_axis.z * m_axis.z,
			t * m_axis.x * m_axis.y,
			t * m_axis.y * m_axis.z,
			t * m_axis.z * m_axis.x};
		Vec3 next = FindExtremes(Sum(Scaled(m_stress, Easing(from.normal)), easing)).direction;
		next = Dot(next, from.normal) < 0.0 ? -next : next;
		for (int32_t half = 0; half < 8 && Value(next) < from.tension; ++half)
		{
			const Vec3 middle = next + from.normal;
			next = middle / Length(middle);
		}
		return next;
	}

	Sym3 m_stress;
	Vec3 m_axis;
	double m_share; // 1 - 1/k
};
} // namespace

CriticalPlane FindCriticalPlane(const Sym3& stress, const Material& material)
{
	const SymmetricExtremes extremes = FindExtremes(stress);
	if (material.strengthAxis == Vec3{} || material.axisFactor == 1.0 || !(extremes.largest > 0.0))
	{
		return {extremes.largest, extremes.direction};
	}
	const DirectedTension tension(stress, material);
	// Across the axis only: the largest tension of the stress without its part along the axis.
	const SymmetricExtremes across = FindExtremes(Contracted(stress, material.strengthAxis, 1.0));
	CriticalPlane best = tension.Climb(extremes.direction);
	for (const Vec3& start : {across.direction, material.strengthAxis})
	{
		const CriticalPlane found = tension.Climb(start);
		best = found.tension > best.tension ? found : best;
	}
	return best;
}
} // namespace FractureCore
