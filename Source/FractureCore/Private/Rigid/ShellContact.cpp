// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Rigid/ShellContact.h"

#include "Rigid/FieldContact.h"
#include "Rigid/Gjk.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
// Of the smaller body, beyond what was asked for: features found once serve while the two move less than this.
constexpr double kFeatureSlack = 0.02;
} // namespace

bool StayBesides(
	const PlacedShape& a, const PlacedShape& b, const RelativePose& from, const RelativePose& to, double apart)
{
	const ConvexPart& partA = a.shape->Cover();
	const ConvexPart& partB = b.shape->Cover();
	const double needed = apart + a.shape->outside + b.shape->outside;
	const GjkResult nearest = GjkDistance(partA, partB, from, {}, HUGE_VAL);
	if (nearest.outcome == GjkOutcome::Overlap || nearest.distance < needed)
	{
		return false;
	}
	double farthestA = -HUGE_VAL;
	for (const Vec3& p : partA.vertices)
	{
		farthestA = std::max(farthestA, Dot(nearest.axis, p));
	}
	for (const Vec3& p : partB.vertices)
	{
		const double start = Dot(nearest.axis, Apply(from, p));
		const double end = Dot(nearest.axis, Apply(to, p));
		if (std::min(start, end) - farthestA < needed)
		{
			return false;
		}
	}
	return true;
}

ShellFeatures& FeaturesWithin(
	const PlacedShape& a, const PlacedShape& b, const RelativePose& pose, double distance, ContactPair& pair)
{
	const ShellMesh& shellA = *a.shape->shell;
	const ShellMesh& shellB = *b.shape->shell;
	if (pair.features == nullptr || pair.features->isCrossed || !pair.features->Cover(shellB, pose, distance))
	{
		// Those that were apart are kept apart.
		const bool mayCross = pair.features == nullptr || pair.features->mayCross;
		const double slack = std::min(distance, kFeatureSlack * std::min(a.shape->radius, b.shape->radius));
		pair.features = std::make_unique<ShellFeatures>(FindFeatures(shellA, shellB, pose, distance + slack));
		pair.features->mayCross = mayCross;
	}
	return *pair.features;
}

void FindShellContacts(
	const PlacedShape& a, const PlacedShape& b, const RelativePose& pose, double margin, ContactPair& pair)
{
	const ShellMesh& shellA = *a.shape->shell;
	const ShellMesh& shellB = *b.shape->shell;
	ShellFeatures& features = FeaturesWithin(a, b, pose, margin, pair);
	features.isCrossed = features.mayCross = features.mayCross && DoCross(shellA, shellB, pose);
	if (features.isCrossed)
	{
		pair.apart = 0.0;
		FindFieldContacts(a, b, margin, 0.0, pair.points);
		return;
	}
	std::vector<NearFeatures> near;
	pair.apart = MeasureFeatures(shellA, shellB, features, pose, margin, &near);
	features.mayCross = pair.apart < TouchingDistance(*a.shape, *b.shape);
	for (const NearFeatures& item : near)
	{
		ContactPoint contact;
		contact.point = a.ToWorldPoint((item.onA + item.onB) * 0.5);
		contact.normal = a.rotation * item.normal;
		contact.gap = item.distance;
		contact.localA = item.onA;
		contact.feature = item.feature;
		pair.points.push_back(contact);
	}
}
} // namespace FractureCore
