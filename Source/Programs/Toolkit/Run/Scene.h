// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Material.h"
#include "FractureCore/Strength.h"
#include "FractureCore/Types.h"
#include "Run/SceneWorld.h"
#include "Shapes.h"
#include "UpAxis.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace FractureToolkit
{
/// A block of copies of an object, the first of them in its corner of least coordinates.
struct SceneCopies
{
	int32_t count[3] = {1, 1, 1};
	FractureCore::Vec3 spacing; // m
	double jitter = 0.0;        // m, of each coordinate at most, at random
	bool turns = false;         // each copy is turned at random
};

/// An object of a scene. Docs/Scenes.md explains each field.
struct SceneObject
{
	std::string name;
	std::string shape;     // one of ListShapes; or
	std::string mesh;      // a file
	ShapeOptions size;     // of the shape
	UpAxis up = UpAxis::Z; // of the mesh's file
	double length = 0.0;   // m, the mesh's longest side; 0: as in the file
	double shell = 0.0;    // m, thickness of a thin wall whose middle the shape's sheet or the mesh is; 0: a solid
	FractureCore::Material material;
	double mass = 0.0; // kg; 0: by volume and density
	int32_t tets = 5'000;
	FractureCore::StrengthSetup strength;
	bool isBreakable = true;
	FractureCore::BodyKind kind = FractureCore::BodyKind::Dynamic;

	FractureCore::Vec3 position; // m, of the mesh's origin
	std::optional<double> above; // m, of the lowest point over the ground, instead of position.z
	FractureCore::Quat orientation;
	FractureCore::Vec3 velocity;        // m/s
	FractureCore::Vec3 angularVelocity; // rad/s
	SceneCopies copies;

	SurfaceContact contact;
	BreakRules rules;
	int32_t hulls = 24; // at most, of the whole object for hosts that know only hulls
};

inline ShapeForm FormOf(const SceneObject& object)
{
	return object.shell > 0.0 ? ShapeForm::Sheet : ShapeForm::Solid;
}

struct SceneCamera
{
	double azimuth = 35.0;                    // degrees, as in PictureView
	double elevation = 18.0;                  // degrees
	std::optional<FractureCore::Vec3> target; // m; none: the middle of what happens
	double distance = 0.0;                    // m; 0: so that everything is seen
};

// Steps a second: from a tenth of a second a step, the longest that the core takes, on.
inline constexpr double kLeastRate = 10.0;
inline constexpr double kMostRate = 100'000.0;

/// What a run starts from.
struct Scene
{
	std::string name;                               // the file's, without folder and extension
	std::string about;                              // one sentence
	std::string source;                             // which published example it follows
	FractureCore::Vec3 gravity = {0.0, 0.0, -9.81}; // m/s^2
	double rate = 240.0;                            // steps a second
	double framesPerSecond = 60.0;                  // of what is recorded; a whole number of steps a frame
	int32_t frames = 120;
	uint64_t seed = 0;
	std::optional<GroundPlane> ground = GroundPlane{};
	SceneCamera camera;
	std::vector<SceneObject> objects; // projectiles among them
};
} // namespace FractureToolkit
