// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/World.h"
#include "Shapes.h"

#include <memory>

namespace FractureTests
{
inline std::shared_ptr<const FractureCore::SurfaceMesh> BoxMesh(const FractureCore::Vec3& size)
{
	using namespace FractureCore;
	auto mesh = std::make_shared<SurfaceMesh>();
	for (int32_t i = 0; i < 8; ++i)
	{
		mesh->positions.push_back({((i & 1) != 0 ? 0.5 : -0.5) * size.x,
			((i & 2) != 0 ? 0.5 : -0.5) * size.y,
			((i & 4) != 0 ? 0.5 : -0.5) * size.z});
	}
	mesh->triangles = {{{0, 2, 3}},
		{{0, 3, 1}},
		{{4, 5, 7}},
		{{4, 7, 6}},
		{{0, 1, 5}},
		{{0, 5, 4}},
		{{2, 6, 7}},
		{{2, 7, 3}},
		{{0, 4, 6}},
		{{0, 6, 2}},
		{{1, 3, 7}},
		{{1, 7, 5}}};
	return mesh;
}

/// A ball of latitudes and longitudes, centred.
inline std::shared_ptr<const FractureCore::SurfaceMesh> BallMesh(double radius, double edge)
{
	auto mesh = std::make_shared<FractureCore::SurfaceMesh>(
		*FractureToolkit::MakeBall({.diameter = 2.0 * radius, .edge = edge}));
	for (FractureCore::Vec3& p : mesh->positions)
	{
		p.z -= radius;
	}
	return mesh;
}

inline FractureCore::BodyDefinition Rigid(std::shared_ptr<const FractureCore::SurfaceMesh> mesh,
	const FractureCore::Vec3& position,
	double friction = 0.5,
	double restitution = 0.0)
{
	FractureCore::BodyDefinition body;
	body.surface = std::move(mesh);
	body.pose.position = position;
	body.contact.friction = friction;
	body.contact.restitution = restitution;
	return body;
}

/// A floor whose top is z = 0.
inline FractureCore::BodyDefinition Floor(double friction = 0.5, double restitution = 0.0, double size = 20.0)
{
	FractureCore::BodyDefinition floor = Rigid(BoxMesh({size, size, 1.0}), {0.0, 0.0, -0.5}, friction, restitution);
	floor.kind = FractureCore::BodyKind::Static;
	return floor;
}

inline std::shared_ptr<const FractureCore::Breakable> MakeBreakable(
	const FractureCore::SurfaceMesh& mesh, const char* material, int32_t tets)
{
	using namespace FractureCore;
	BakeSettings settings;
	settings.material = *FindMaterialPreset(material);
	settings.tets.targetTets = tets;
	Result<BakedObject> baked = BakeObject(mesh, settings, SerialRunner());
	if (!baked)
	{
		return nullptr;
	}
	Result<Breakable> breakable = Breakable::Create(std::move(*baked), {}, {}, {}, SerialRunner());
	return breakable ? std::make_shared<const Breakable>(std::move(*breakable)) : nullptr;
}
} // namespace FractureTests
