// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/FieldContact.h"

#include "FractureCore/Pose.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
std::shared_ptr<RigidShape> ShapeOf(const SurfaceMesh& surface)
{
	const auto mesh = std::make_shared<SurfaceMesh>(surface);
	const auto shape = MakeRigidShape(mesh, SolidMassProperties(mesh->positions, mesh->triangles, 2'400.0), {});
	if (shape->LacksField())
	{
		shape->MakeField();
	}
	return shape;
}

/// All points of one body within the margin of the other, one by one.
void LookAtAll(
	const PlacedShape& points, const PlacedShape& solid, double margin, bool areOfA, std::vector<ContactPoint>& found)
{
	int32_t number = 0;
	for (const Vec3& p : points.shape->points.Points())
	{
		const Vec3 onPoints = points.ToWorldPoint(p);
		const FieldSample sample = SampleShape(*solid.shape, solid.ToLocalPoint(onPoints), margin);
		if (sample.isNear && sample.distance <= margin)
		{
			const Vec3 gradient = solid.rotation * sample.normal;
			ContactPoint contact;
			contact.point = onPoints - gradient * (0.5 * sample.distance);
			contact.normal = areOfA ? -gradient : gradient;
			contact.gap = sample.distance;
			contact.feature = areOfA ? number : -2 - number;
			found.push_back(contact);
		}
		++number;
	}
}

struct TwoBodies
{
	std::shared_ptr<RigidShape> torus = ShapeOf(*FractureToolkit::MakeTorus({.diameter = 0.3, .edge = 0.02}));
	std::shared_ptr<RigidShape> ball = ShapeOf(*BallMesh(0.08, 0.012));
};
} // namespace

// Who is fast looks far ahead, but points that would not be kept need no look: the same contacts as of all points.
TEST(FieldContact, FarMarginsKeepTheContactsOfALookAtAll)
{
	const TwoBodies bodies;
	ASSERT_FALSE(bodies.torus->HasParts());
	ASSERT_TRUE(bodies.ball->IsConvex());
	size_t all = 0;
	size_t looked = 0;
	for (int32_t trial = 0; trial < 40; ++trial)
	{
		const double k = trial;
		const RigidShape& second = trial % 2 == 0 ? *bodies.ball : *bodies.torus;
		const Vec3 way = Normalised({std::cos(1.3 * k), std::sin(1.3 * k), std::sin(0.7 * k)});
		const PlacedShape a = {bodies.torus.get(), {}, ToMatrix(RotationFromVector({0.3 * k, 0.1 * k, -0.2 * k}))};
		const PlacedShape b = {&second, way * (0.2 + 0.01 * k), ToMatrix(RotationFromVector({-0.2 * k, 0.4, 0.1 * k}))};
		const double size = kContactSize * std::min(a.shape->radius, b.shape->radius);
		for (const double margin : {0.01, 0.1, 2.0})
		{
			std::vector<ContactPoint> found;
			FindFieldContacts(a, b, margin, 0.0, found);
			std::vector<ContactPoint> expected;
			LookAtAll(a, b, margin, true, expected);
			LookAtAll(b, a, margin, false, expected);
			all += expected.size();
			looked += found.size();
			ReduceContacts(found, {}, size);
			ReduceContacts(expected, {}, size);
			ASSERT_EQ(found.size(), expected.size()) << trial << ' ' << margin;
			for (size_t i = 0; i < found.size(); ++i)
			{
				// Corners that meet are one contact, whichever of the two has it.
				EXPECT_LT(Length(found[i].point - expected[i].point), 1.0e-9) << trial << ' ' << margin;
				EXPECT_NEAR(found[i].gap, expected[i].gap, 1.0e-12);
			}
		}
	}
	EXPECT_LT(looked, 0.7 * static_cast<double>(all));
}

// From afar, points are looked at in groups: fewer of them, and the nearest is as near as the distance tells it to be.
TEST(FieldContact, FromAfarGroupsOfPointsAreSeenAsOne)
{
	const TwoBodies bodies;
	const PlacedShape a = {bodies.torus.get(), {}, Mat3::Identity()};
	for (const double x : {0.5, 0.7, 1.0})
	{
		const PlacedShape b = {bodies.ball.get(), {x, 0.02, 0.01}, Mat3::Identity()};
		const double apart = x - 0.3 / 2.0 - 0.08 - 0.01;
		std::vector<ContactPoint> all;
		FindFieldContacts(a, b, 2.0, 0.0, all);
		std::vector<ContactPoint> some;
		FindFieldContacts(a, b, 2.0, apart, some);
		const auto isNearer = [](const ContactPoint& p, const ContactPoint& q) { return p.gap < q.gap; };
		const double least = std::min_element(all.begin(), all.end(), isNearer)->gap;
		const double seen = std::min_element(some.begin(), some.end(), isNearer)->gap;
		EXPECT_GE(seen, least) << x;
		EXPECT_LE(seen, least + 0.4 * apart) << x;
		EXPECT_LT(3 * some.size(), all.size()) << x;
	}
	// Who meets slowly has nothing but its contacts.
	const PlacedShape b = {bodies.ball.get(), {0.27, 0.02, 0.01}, Mat3::Identity()};
	const double slow = kFastShare * (bodies.torus->thickness + bodies.ball->thickness);
	std::vector<ContactPoint> all;
	FindFieldContacts(a, b, 2.0, 0.0, all);
	std::vector<ContactPoint> close;
	FindFieldContacts(a, b, 2.0, slow, close);
	EXPECT_EQ(close.size(), all.size());
	std::vector<ContactPoint> far;
	FindFieldContacts(a, b, 2.0, slow * 1.01, far);
	EXPECT_LT(far.size(), all.size());
}
