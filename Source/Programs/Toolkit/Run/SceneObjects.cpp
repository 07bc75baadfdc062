// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/SceneObjects.h"

#include "Files.h"
#include "Import.h"

#include "FractureCore/Bake.h"
#include "FractureCore/Random.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <variant>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int32_t kTetsOfPrism = 3; // which a shell's triangle becomes

/// What copies share.
struct PreparedObject
{
	std::shared_ptr<const SurfaceMesh> mesh;
	std::shared_ptr<const Breakable> breakable;
	std::shared_ptr<const std::vector<ConvexHull>> hulls;
	MassProperties mass;
	double ballRadius = 0.0;
};

struct Extent
{
	Vec3 low{kInfinity, kInfinity, kInfinity};
	Vec3 high{-kInfinity, -kInfinity, -kInfinity};
};

Extent ExtentOf(const SurfaceMesh& mesh)
{
	Extent extent;
	for (const Vec3& p : mesh.positions)
	{
		extent.low = {std::min(extent.low.x, p.x), std::min(extent.low.y, p.y), std::min(extent.low.z, p.z)};
		extent.high = {std::max(extent.high.x, p.x), std::max(extent.high.y, p.y), std::max(extent.high.z, p.z)};
	}
	return extent;
}

/// Meshes from files stand as shapes do: z up, on z = 0, centred on the z axis, as long as the scene says.
void StandUp(const SceneObject& object, SurfaceMesh& mesh)
{
	if (object.up == UpAxis::Y)
	{
		for (Vec3& p : mesh.positions)
		{
			p = {p.x, -p.z, p.y};
		}
		for (Vec3f& n : mesh.cornerNormals)
		{
			n = {n.x, -n.z, n.y};
		}
	}
	const Extent extent = ExtentOf(mesh);
	const Vec3 size = extent.high - extent.low;
	const double longest = std::max({size.x, size.y, size.z});
	const double factor = object.length > 0.0 && longest > 0.0 ? object.length / longest : 1.0;
	const Vec3 foot{0.5 * (extent.low.x + extent.high.x), 0.5 * (extent.low.y + extent.high.y), extent.low.z};
	for (Vec3& p : mesh.positions)
	{
		p = (p - foot) * factor;
	}
}

Result<SurfaceMesh> LoadMesh(const SceneObject& object)
{
	if (!object.shape.empty())
	{
		return MakeShape(object.shape, object.size, FormOf(object));
	}
	Result<ImportedModel> model = ImportModel(PathFromUtf8(object.mesh));
	if (!model)
	{
		return Error{model.GetError().code, object.mesh + ": " + model.GetError().message};
	}
	auto* surface = std::get_if<ImportedSurface>(&*model);
	if (surface == nullptr)
	{
		return Error{ErrorCode::UnsupportedFile, object.mesh + ": a scene needs triangles, not tets"};
	}
	StandUp(object, surface->mesh);
	return std::move(surface->mesh);
}

/// All slots carry the object's name: one colour an object, and one for what breaks inside.
void NameSlots(const std::string& name, SurfaceMesh& mesh)
{
	const size_t slots = mesh.triangleSlots.empty()
		? 1
		: 1 + static_cast<size_t>(*std::max_element(mesh.triangleSlots.begin(), mesh.triangleSlots.end()));
	mesh.slotNames.assign(std::max(slots, mesh.slotNames.size()), name);
}

Status MakeBreakable(const SceneObject& object,
	const PrepareOptions& options,
	TaskRunner& runner,
	const ProgressSink& progress,
	PreparedObject& prepared)
{
	BakeSettings settings;
	settings.material = object.material;
	settings.tets.targetTets = std::max(50, static_cast<int32_t>(object.tets * options.detail));
	settings.strength = object.strength;
	settings.shellThickness = object.shell;
	BreakableSettings ready;
	ready.shellTriangles = std::max(12, settings.tets.targetTets / kTetsOfPrism);
	Result<BakedObject> baked = BakeObject(*prepared.mesh, settings, runner, progress);
	if (!baked)
	{
		return baked.GetError();
	}
	prepared.mass = baked->mass;
	std::vector<double> strength = baked->strength;
	std::vector<uint8_t> held = baked->heldAxes;
	Result<Breakable> breakable =
		Breakable::Create(std::move(*baked), std::move(strength), std::move(held), ready, runner);
	if (!breakable)
	{
		return breakable.GetError();
	}
	prepared.breakable = std::make_shared<const Breakable>(std::move(*breakable));
	if (object.shell > 0.0)
	{
		// The sheet has become a solid.
		const BakedObject& solid = prepared.breakable->Object();
		prepared.mesh = std::shared_ptr<const SurfaceMesh>(prepared.breakable, &solid.surface);
		prepared.mass = solid.mass;
	}
	return Ok{};
}

Result<PreparedObject> Prepare(
	const SceneObject& object, const PrepareOptions& options, TaskRunner& runner, const ProgressSink& progress)
{
	Result<SurfaceMesh> mesh = LoadMesh(object);
	if (!mesh)
	{
		return mesh.GetError();
	}
	NameSlots(object.name, *mesh);
	PreparedObject prepared;
	prepared.mesh = std::make_shared<const SurfaceMesh>(std::move(*mesh));
	if (object.isBreakable)
	{
		if (const Status made = MakeBreakable(object, options, runner, progress, prepared); !made)
		{
			return made.GetError();
		}
	}
	else
	{
		prepared.mass =
			SolidMassProperties(prepared.mesh->positions, prepared.mesh->triangles, object.material.density);
		if (object.mass > 0.0)
		{
			const double factor = object.mass / prepared.mass.mass;
			prepared.mass.mass *= factor;
			prepared.mass.inertia *= factor;
		}
	}
	if (!(prepared.mass.mass > 0.0))
	{
		return Error{ErrorCode::InvalidMesh, "has no volume"};
	}
	if (object.shape == "ball")
	{
		const Extent extent = ExtentOf(*prepared.mesh);
		prepared.ballRadius = 0.5 * (extent.high.z - extent.low.z);
	}
	if (options.needsHulls)
	{
		DecompositionSettings settings;
		settings.maxHulls = object.hulls;
		settings.maxVertices = kObjectHullVertices;
		prepared.hulls = std::make_shared<const std::vector<ConvexHull>>(
			DecomposeConvex(prepared.mesh->positions, prepared.mesh->triangles, settings));
	}
	return prepared;
}

/// Uniform among rotations [Shoemake92].
Quat RandomRotation(uint64_t seed, uint64_t number)
{
	const double u = RandomUnit(seed, 3 * number);
	const double a = 2.0 * kPi * RandomUnit(seed, 3 * number + 1);
	const double b = 2.0 * kPi * RandomUnit(seed, 3 * number + 2);
	const double r = std::sqrt(1.0 - u);
	const double s = std::sqrt(u);
	return {r * std::sin(a), r * std::cos(a), s * std::sin(b), s * std::cos(b)};
}

double LowestPoint(const SurfaceMesh& mesh, const Quat& orientation)
{
	double lowest = kInfinity;
	for (const Vec3& p : mesh.positions)
	{
		lowest = std::min(lowest, Rotated(orientation, p).z);
	}
	return lowest;
}

void PlaceCopies(const Scene& scene, size_t number, const PreparedObject& prepared, std::vector<WorldBody>& bodies)
{
	const SceneObject& object = scene.objects[number];
	const SceneCopies& copies = object.copies;
	const int32_t total = copies.count[0] * copies.count[1] * copies.count[2];
	const uint64_t seed = scene.seed + 1'000'003 * (number + 1);
	for (int32_t copy = 0; copy < total; ++copy)
	{
		WorldBody body;
		body.name = total == 1 ? object.name : object.name + "-" + std::to_string(copy);
		body.object = static_cast<int32_t>(number);
		body.mesh = prepared.mesh;
		body.breakable = prepared.breakable;
		body.hulls = prepared.hulls;
		body.ballRadius = prepared.ballRadius;
		body.mass = prepared.mass;
		body.material = object.material;
		body.kind = object.kind;
		body.contact = object.contact;
		body.rules = object.rules;
		const uint64_t c = static_cast<uint64_t>(copy);
		const Quat turn = copies.turns ? RandomRotation(seed, c) : Quat{};
		body.state.pose.orientation = Normalised(turn * object.orientation);
		body.state.pose.position = object.position;
		if (object.above)
		{
			body.state.pose.position.z =
				scene.ground->height + *object.above - LowestPoint(*prepared.mesh, body.state.pose.orientation);
		}
		const int32_t at[3] = {
			copy % copies.count[0], copy / copies.count[0] % copies.count[1], copy / copies.count[0] / copies.count[1]};
		const auto jitter = [&](uint64_t axis)
		{ return copies.jitter * (2.0 * RandomUnit(seed + 1, 3 * c + axis) - 1.0); };
		body.state.pose.position += Vec3{at[0] * copies.spacing.x + jitter(0),
			at[1] * copies.spacing.y + jitter(1),
			at[2] * copies.spacing.z + jitter(2)};
		body.state.velocity = object.kind == BodyKind::Static ? Vec3{} : object.velocity;
		body.state.angularVelocity = object.kind == BodyKind::Static ? Vec3{} : object.angularVelocity;
		bodies.push_back(std::move(body));
	}
}

/// Whether `b` may use what was prepared for `a`.
bool IsSameObject(const SceneObject& a, const SceneObject& b)
{
	return a.shape == b.shape && a.mesh == b.mesh && a.size == b.size && a.up == b.up && a.length == b.length &&
		a.shell == b.shell && a.material == b.material && a.mass == b.mass && a.tets == b.tets &&
		a.strength == b.strength && a.isBreakable == b.isBreakable && a.hulls == b.hulls;
}
} // namespace

Result<std::vector<WorldBody>> PrepareBodies(
	const Scene& scene, const PrepareOptions& options, TaskRunner& runner, const ProgressSink& progress)
{
	std::vector<WorldBody> bodies;
	std::vector<PreparedObject> prepared(scene.objects.size());
	for (size_t i = 0; i < scene.objects.size(); ++i)
	{
		const auto same = std::find_if(scene.objects.begin(),
			scene.objects.begin() + static_cast<std::ptrdiff_t>(i),
			[&](const SceneObject& other) { return IsSameObject(other, scene.objects[i]); });
		const size_t source = static_cast<size_t>(same - scene.objects.begin());
		if (source < i)
		{
			prepared[i] = prepared[source];
		}
		else
		{
			Result<PreparedObject> made = Prepare(scene.objects[i], options, runner, progress);
			if (!made)
			{
				return Error{
					made.GetError().code, "object \"" + scene.objects[i].name + "\": " + made.GetError().message};
			}
			prepared[i] = std::move(*made);
		}
		PlaceCopies(scene, i, prepared[i], bodies);
	}
	return bodies;
}
} // namespace FractureToolkit
