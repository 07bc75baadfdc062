// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Run/SceneReader.h"

#include "Files.h"
#include "JsonFields.h"
#include "MaterialReader.h"
#include "StrengthReader.h"

#include <cmath>
#include <cstdio>
#include <map>

namespace FractureToolkit
{
namespace
{
using namespace FractureCore;
using nlohmann::json;

constexpr NumberRange kUnit = {0.0, 1.0};
constexpr NumberRange kFriction = {0.0, 10.0};
// What is farther away, heavier or faster than these is a mistake, and no solver could step it.
constexpr NumberRange kPlace = {-1.0e4, 1.0e4};         // m
constexpr NumberRange kDistance = {0.0, 1.0e4};         // m
constexpr NumberRange kLength = {1.0e-6, 1.0e4};        // m
constexpr NumberRange kSizeLength = {0.0, 1.0e4};       // m; a shape says which of its lengths may be nothing
constexpr NumberRange kMass = {1.0e-6, 1.0e9};          // kg
constexpr NumberRange kVelocity = {-1.0e4, 1.0e4};      // m/s
constexpr NumberRange kAngularVelocity = {-1e5, 1e5};   // rad/s
constexpr NumberRange kAcceleration = {-1.0e4, 1.0e4};  // m/s^2
constexpr NumberRange kDirection = {-1.0e100, 1.0e100}; // its length is of no account
constexpr int32_t kMostCopies = 10'000;

/// What objects have to fit to.
struct Surroundings
{
	std::filesystem::path folder; // of the scene's file
	bool hasGround = true;
	std::map<std::string, std::string> owners; // of names: "object 1"
};

/// A file's place: beside the scene, unless it says otherwise.
std::filesystem::path Beside(const std::filesystem::path& folder, const std::string& name)
{
	const std::filesystem::path path = PathFromUtf8(name);
	return path.is_absolute() ? path : folder / path;
}

void ReadMaterial(JsonFields& fields, const std::filesystem::path& folder, Material& material)
{
	std::string name;
	fields.Read("material", name);
	if (name.empty())
	{
		return;
	}
	const bool isFile = LowerExtension(PathFromUtf8(name)) == ".json";
	Result<Material> found = FindMaterial(isFile ? Utf8FromPath(Beside(folder, name)) : name);
	if (!found)
	{
		fields.Fail("material is \"" + name + "\": " + found.GetError().message);
		return;
	}
	material = std::move(*found);
}

void ReadSurfaceContact(JsonFields& fields, SurfaceContact& contact)
{
	fields.Read("friction", contact.friction, kFriction);
	fields.Read("restitution", contact.restitution, kUnit);
}

/// Another part of the file; its mistakes become those of `fields`.
template <typename Reader>
void ReadPart(JsonFields& fields, const json& object, const std::string& place, Reader&& read)
{
	JsonFields part(object, place);
	read(part);
	if (const Status status = part.Finish(); !status)
	{
		fields.Fail(status.GetError().message);
	}
}

/// A shape's mistake, which names options of `fracturesim make`, with the scene's own fields.
std::string InWordsOfScenes(std::string message, bool isThicknessShell)
{
	const auto replace = [&](std::string_view words, std::string_view by)
	{
		for (size_t at = message.find(words); at != std::string::npos; at = message.find(words, at + by.size()))
		{
			message.replace(at, words.size(), by);
		}
	};
	replace("no option --", "no --");
	if (isThicknessShell)
	{
		replace(" --thickness", " shell");
	}
	replace(" --", " size.");
	return message;
}

void ReadShape(JsonFields& fields, SceneObject& object)
{
	fields.Read("shape", object.shape);
	fields.Read("mesh", object.mesh);
	if (object.shape.empty() == object.mesh.empty())
	{
		fields.Fail(object.mesh.empty() ? "needs a \"shape\" or a \"mesh\""
										: "has a \"shape\" and a \"mesh\", of which it needs one");
		return;
	}
	if (const json* size = fields.Take("size"))
	{
		if (object.shape.empty() || !size->is_object())
		{
			fields.Fail("size must be an object with the lengths of a shape");
			return;
		}
		ReadPart(fields,
			*size,
			"size",
			[&](JsonFields& lengths)
			{
				for (const auto& item : size->items())
				{
					lengths.Read(item.key().c_str(), object.size[item.key()], kSizeLength);
				}
			});
	}
	if (fields.Has("up"))
	{
		object.up = fields.ReadWord("up", {"y", "z"}) == 0 ? UpAxis::Y : UpAxis::Z;
	}
	fields.Read("length", object.length, kLength);
	fields.Read("shell", object.shell, kLength);
	if (!object.shape.empty())
	{
		const bool isThicknessShell = object.shell > 0.0 && object.size.try_emplace("thickness", object.shell).second;
		if (const Result<SurfaceMesh> mesh = MakeShape(object.shape, object.size, FormOf(object)); !mesh)
		{
			fields.Fail(
				"shape is \"" + object.shape + "\": " + InWordsOfScenes(mesh.GetError().message, isThicknessShell));
		}
	}
}

void ReadStrengthOf(JsonFields& fields, const std::filesystem::path& folder, SceneObject& object)
{
	const json* strength = fields.Take("strength");
	if (strength == nullptr)
	{
		return;
	}
	Result<StrengthSetup> setup = strength->is_string() ? ReadStrengthFile(Beside(folder, strength->get<std::string>()))
														: ReadStrength(*strength, "strength");
	if (!setup)
	{
		fields.Fail(strength->is_string() ? "strength is " + strength->dump() + ": " + setup.GetError().message
										  : setup.GetError().message);
		return;
	}
	object.strength = std::move(*setup);
}

/// {"axis": [0, 0, 1], "degrees": 90}, or an array of them, the first applied first.
void ReadRotation(JsonFields& fields, Quat& orientation)
{
	const json* rotation = fields.Take("rotation");
	if (rotation == nullptr)
	{
		return;
	}
	const auto add = [&](const json& turn)
	{
		ReadPart(fields,
			turn,
			"rotation",
			[&](JsonFields& part)
			{
				Vec3 axis{0.0, 0.0, 1.0};
				double degrees = 0.0;
				part.Require({"axis", "degrees"});
				part.Read("axis", axis, kDirection);
				part.Read("degrees", degrees, {-3600.0, 3600.0});
				if (!(Length(axis) > 0.0))
				{
					part.Fail("axis is " + turn.at("axis").dump() + ", which has no length");
					return;
				}
				orientation = RotationFromVector(Normalised(axis) * (degrees * kPi / 180.0)) * orientation;
			});
	};
	if (rotation->is_array())
	{
		for (const json& turn : *rotation)
		{
			add(turn);
		}
	}
	else
	{
		add(*rotation);
	}
	orientation = Normalised(orientation);
}

void ReadCopies(JsonFields& fields, SceneCopies& copies)
{
	const json* value = fields.Take("copies");
	if (value == nullptr)
	{
		return;
	}
	ReadPart(fields,
		*value,
		"copies",
		[&](JsonFields& part)
		{
			part.Require({"count", "spacing"});
			Vec3 count{1.0, 1.0, 1.0};
			part.Read("count", count);
			double product = 1.0;
			for (int32_t axis = 0; axis < 3; ++axis)
			{
				const double number = Component(count, axis);
				if (!(number >= 1.0) || number != std::floor(number) || (product *= number) > kMostCopies)
				{
					part.Fail("count is " + value->at("count").dump() +
						" but must be three whole numbers of at least 1, at most " + std::to_string(kMostCopies) +
						" copies together");
					return;
				}
				copies.count[axis] = static_cast<int32_t>(number);
			}
			part.Read("spacing", copies.spacing, kPlace);
			part.Read("jitter", copies.jitter, kDistance);
			part.Read("turns", copies.turns);
		});
}

void ReadBreaking(JsonFields& fields, BreakRules& rules)
{
	const json* value = fields.Take("breaking");
	if (value == nullptr)
	{
		return;
	}
	ReadPart(fields,
		*value,
		"breaking",
		[&](JsonFields& part)
		{
			PlanSettings& plan = rules.settings.plan;
			part.Read("solves", plan.maxSolves, 1, 1'000);
			part.Read("cracksPerSolve", plan.cracksPerSolve, 1, 1'000);
			part.Read("cracks", plan.maxCracks, 1, 10'000);
			part.Read("grains", plan.maxGrains, 0, 10'000);
			part.Read("growth", plan.growthScale, {1.0e-3, 1.0e3});
			part.Read("debris", rules.settings.debrisVolume, kUnit);
			part.Read("hulls", rules.settings.hullsPerFragment, 1, 256);
			part.Read("hullVertices", rules.settings.hullVertices, 4, 1'000);
			part.Read("generations", rules.generations, 1, 8);
			part.Read("leastVolume", rules.leastVolume, kUnit);
			part.Read("pieceTets", rules.pieceTets, 100, 10'000'000);
		});
}

/// After strength, breakable and velocities. What anchors hold is fixed.
void ReadKind(JsonFields& fields, SceneObject& object)
{
	bool isFixed = false;
	bool isKinematic = false;
	fields.Read("fixed", isFixed);
	fields.Read("kinematic", isKinematic);
	if (isKinematic)
	{
		object.kind = BodyKind::Kinematic;
		if (isFixed || !object.strength.anchors.empty())
		{
			fields.Fail(std::string("kinematic is true, but ") +
				(isFixed ? "fixed is, too" : "strength has anchors, which hold it"));
		}
		else if (fields.Has("breakable") && object.isBreakable)
		{
			fields.Fail("kinematic is true, but so is breakable: nothing breaks what moves as it is told");
		}
		object.isBreakable = false;
	}
	else if (isFixed || !object.strength.anchors.empty())
	{
		object.kind = BodyKind::Static;
	}
	for (const auto& [name, value] :
		{std::pair{"velocity", object.velocity}, {"angularVelocity", object.angularVelocity}})
	{
		if (isFixed && Length(value) > 0.0)
		{
			fields.Fail(std::string("fixed is true, but ") + name + " is " + fields.Take(name)->dump() +
				": what is fixed does not move");
		}
	}
}

/// Names in the recording are those of one body each.
void ClaimName(JsonFields& fields, const std::string& name, const std::string& place, Surroundings& around)
{
	const auto [owner, isNew] = around.owners.try_emplace(name, place);
	if (!isNew)
	{
		fields.Fail("name is \"" + name + "\", but that is the name of " + owner->second);
	}
}

/// Copies of "a" are "a-0", "a-1" and so on.
void ClaimNamesOfCopies(JsonFields& fields, const SceneObject& object, const std::string& place, Surroundings& around)
{
	const int64_t total = int64_t{1} * object.copies.count[0] * object.copies.count[1] * object.copies.count[2];
	for (int64_t copy = 0; total > 1 && copy < std::min<int64_t>(total, kMostCopies); ++copy)
	{
		ClaimName(fields, object.name + "-" + std::to_string(copy), "a copy of " + place, around);
	}
}

void ReadName(JsonFields& fields, const std::string& place, Surroundings& around, SceneObject& object)
{
	fields.Require({"name"});
	fields.Read("name", object.name);
	if (object.name.empty())
	{
		fields.Fail("name is empty");
	}
	ClaimName(fields, object.name, place, around);
}

SceneObject ReadObject(JsonFields& fields, const std::string& place, Surroundings& around, bool isProjectile)
{
	SceneObject object;
	std::string remark; // for people only
	object.isBreakable = !isProjectile;
	object.material.name.clear();
	ReadName(fields, place, around, object);
	fields.Require({"material"});
	fields.Read("about", remark);
	ReadShape(fields, object);
	if (!object.mesh.empty())
	{
		object.mesh = Utf8FromPath(Beside(around.folder, object.mesh));
	}
	ReadMaterial(fields, around.folder, object.material);
	fields.Read("mass", object.mass, kMass);
	fields.Read("tets", object.tets, 50, 20'000'000);
	ReadStrengthOf(fields, around.folder, object);
	fields.Read("breakable", object.isBreakable);
	fields.Read("velocity", object.velocity, kVelocity);
	fields.Read("angularVelocity", object.angularVelocity, kAngularVelocity);
	ReadKind(fields, object);
	fields.Read("position", object.position, kPlace);
	if (fields.Has("above"))
	{
		fields.Read("above", object.above.emplace(), kDistance);
		if (!around.hasGround)
		{
			fields.Fail("above is " + fields.Take("above")->dump() + ", but the scene has no ground");
		}
	}
	ReadRotation(fields, object.orientation);
	ReadCopies(fields, object.copies);
	ClaimNamesOfCopies(fields, object, place, around);
	ReadSurfaceContact(fields, object.contact);
	ReadBreaking(fields, object.rules);
	fields.Read("hulls", object.hulls, 1, 1'000);
	if (object.isBreakable && object.mass > 0.0)
	{
		fields.Fail("mass is given, but that of a breakable object follows from its material and volume");
	}
	if (!object.isBreakable && object.shell > 0.0)
	{
		fields.Fail("shell is given, but only what may break can be one");
	}
	return object;
}

void ReadObjects(
	JsonFields& fields, const char* name, const char* element, Surroundings& around, std::vector<SceneObject>& objects)
{
	const json* list = fields.Take(name);
	if (list == nullptr)
	{
		return;
	}
	if (!list->is_array())
	{
		fields.Fail(std::string(name) + " must be an array");
		return;
	}
	for (size_t i = 0; i < list->size(); ++i)
	{
		const json& value = (*list)[i];
		const std::string number = std::string(element) + " " + std::to_string(i + 1);
		std::string place = number;
		if (value.is_object() && value.contains("name") && value["name"].is_string())
		{
			place += " \"" + value["name"].get<std::string>() + "\"";
		}
		ReadPart(fields,
			value,
			place,
			[&](JsonFields& part)
			{ objects.push_back(ReadObject(part, number, around, std::string_view(element) == "projectile")); });
	}
}

void ReadGround(JsonFields& fields, const std::filesystem::path& folder, Scene& scene)
{
	scene.ground->material = *FindMaterialPreset("concrete");
	const json* value = fields.Take("ground");
	if (value == nullptr)
	{
		return;
	}
	if (value->is_boolean())
	{
		if (!value->get<bool>())
		{
			scene.ground.reset();
		}
		return;
	}
	ReadPart(fields,
		*value,
		"ground",
		[&](JsonFields& part)
		{
			part.Read("height", scene.ground->height, kPlace);
			ReadSurfaceContact(part, scene.ground->contact);
			ReadMaterial(part, folder, scene.ground->material);
		});
}

void ReadCamera(JsonFields& fields, SceneCamera& camera)
{
	if (const json* value = fields.Take("camera"))
	{
		ReadPart(fields,
			*value,
			"camera",
			[&](JsonFields& part)
			{
				part.Read("azimuth", camera.azimuth, {-3600.0, 3600.0});
				part.Read("elevation", camera.elevation, {-89.0, 89.0});
				if (part.Has("target"))
				{
					part.Read("target", camera.target.emplace(), kPlace);
				}
				part.Read("distance", camera.distance, kLength);
			});
	}
}

void CheckScene(JsonFields& fields, const Scene& scene)
{
	const double steps = scene.rate / scene.framesPerSecond;
	if (!(steps >= 1.0) || std::abs(steps - std::round(steps)) > 1.0e-9)
	{
		char text[128];
		std::snprintf(text,
			sizeof(text),
			"rate is %.9g but must be a whole multiple of framesPerSecond, which is %.9g",
			scene.rate,
			scene.framesPerSecond);
		fields.Fail(text);
	}
	if (scene.objects.empty())
	{
		fields.Fail("has no object");
	}
}
} // namespace

Result<Scene> ParseScene(std::string_view text, const std::filesystem::path& folder)
{
	const Result<json> document = ParseJson(text);
	if (!document)
	{
		return document.GetError();
	}
	Scene scene;
	JsonFields fields(*document, "");
	fields.Read("about", scene.about);
	fields.Read("source", scene.source);
	fields.Read("gravity", scene.gravity, kAcceleration);
	fields.Read("rate", scene.rate, {kLeastRate, kMostRate});
	fields.Read("framesPerSecond", scene.framesPerSecond, {1.0, 10'000.0});
	fields.Read("frames", scene.frames, 1, 1'000'000);
	fields.Read("seed", scene.seed);
	ReadGround(fields, folder, scene);
	ReadCamera(fields, scene.camera);
	Surroundings around{folder, scene.ground.has_value(), {}};
	ReadObjects(fields, "objects", "object", around, scene.objects);
	ReadObjects(fields, "projectiles", "projectile", around, scene.objects);
	CheckScene(fields, scene);
	if (const Status read = fields.Finish(); !read)
	{
		return read.GetError();
	}
	for (size_t i = 0; i < scene.objects.size(); ++i)
	{
		scene.objects[i].rules.settings.plan.seed = scene.seed + i;
	}
	return scene;
}

Result<Scene> ReadSceneFile(const std::filesystem::path& path)
{
	const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
	if (!bytes)
	{
		return bytes.GetError();
	}
	Result<Scene> scene =
		ParseScene(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()), path.parent_path());
	if (scene)
	{
		scene->name = Utf8FromPath(path.stem());
	}
	return scene;
}
} // namespace FractureToolkit
