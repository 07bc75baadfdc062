// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
//
// Expansions [Shewchuk97]: a number is the exact sum of doubles. TwoSum and TwoProduct are his theorems 7 and 18. The
// product is split by hand because fma is not correctly rounded with every C library.
#include "Math/ExactSign.h"

#include <cstddef>
#include <initializer_list>

namespace FractureCore
{
namespace ExactSignDetail
{
namespace
{
struct TwoTerms
{
	double high;
	double low;
};

TwoTerms TwoSum(double a, double b)
{
	const double sum = a + b;
	const double bPart = sum - a;
	return {sum, (a - (sum - bPart)) + (b - bPart)};
}

/// A number and its halves of 26 bits.
struct SplitNumber
{
	explicit SplitNumber(double value) : whole(value)
	{
		constexpr double kSplitter = 134217729.0; // 2^27 + 1
		const double big = kSplitter * value;
		high = big - (big - value);
		low = value - high;
	}

	double whole;
	double high;
	double low;
};

TwoTerms TwoProduct(const SplitNumber& a, const SplitNumber& b)
{
	const double product = a.whole * b.whole;
	return {product, a.low * b.low - (((product - a.high * b.high) - a.low * b.high) - a.high * b.low)};
}

/// a b - c d
double DifferenceOfProducts(const SplitNumber& a, const SplitNumber& b, const SplitNumber& c, const SplitNumber& d)
{
	const TwoTerms p = TwoProduct(a, b);
	const TwoTerms q = TwoProduct(c, d);
	return (p.high - q.high) + (p.low - q.low);
}

/// An exact sum: its terms do not overlap and grow in magnitude, so the last one that is not zero has its sign.
class ExactSum
{
public:
	void Add(double value)
	{
		for (size_t i = 0; i < m_count; ++i)
		{
			const TwoTerms sum = TwoSum(value, m_terms[i]);
			m_terms[i] = sum.low;
			value = sum.high;
		}
		m_terms[m_count++] = value;
	}

	/// a b c
	void AddProduct(double a, double b, double c)
	{
		const TwoTerms ab = TwoProduct(SplitNumber(a), SplitNumber(b));
		for (const double part : {ab.high, ab.low})
		{
			const TwoTerms product = TwoProduct(SplitNumber(part), SplitNumber(c));
			Add(product.low);
			Add(product.high);
		}
	}

	int32_t Sign() const
	{
		for (size_t i = m_count; i-- > 0;)
		{
			if (m_terms[i] != 0.0)
			{
				return m_terms[i] > 0.0 ? 1 : -1;
			}
		}
		return 0;
	}

private:
	double m_terms[24]; // six products of three, four terms each
	size_t m_count = 0;
};
} // namespace
} // namespace ExactSignDetail

Vec3 AccurateCross(const Vec3& u, const Vec3& v)
{
	using namespace ExactSignDetail;
	const SplitNumber ux(u.x);
	const SplitNumber uy(u.y);
	const SplitNumber uz(u.z);
	const SplitNumber vx(v.x);
	const SplitNumber vy(v.y);
	const SplitNumber vz(v.z);
	return {DifferenceOfProducts(uy, vz, uz, vy),
		DifferenceOfProducts(uz, vx, ux, vz),
		DifferenceOfProducts(ux, vy, uy, vx)};
}

int32_t DeterminantSign(const Vec3& u, const Vec3& v, const Vec3& w)
{
	ExactSignDetail::ExactSum sum;
	sum.AddProduct(u.y, v.z, w.x);
	sum.AddProduct(-u.z, v.y, w.x);
	sum.AddProduct(u.z, v.x, w.y);
	sum.AddProduct(-u.x, v.z, w.y);
	sum.AddProduct(u.x, v.y, w.z);
	sum.AddProduct(-u.y, v.x, w.z);
	return sum.Sign();
}
} // namespace FractureCore
