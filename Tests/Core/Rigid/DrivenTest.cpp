// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What is driven is where it is told to be after each step, whatever it meets; the others give way. All drivers here
// are boxes, so whoever is in one is found by its corners.
#include "FractureCore/World.h"
#include "Support/RigidScenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
constexpr double kMass = 1.0; // kg, of each that gives way
constexpr double kSize = 0.1; // m, of each

constexpr double kRounding = 1.0e-12;
constexpr double kSkin = 1.0e-3;     // m, twice the largest
constexpr double kPotsLate = 2.0e-3; // m: between two thick hollow bodies edges are seen late

/// A box that is open above, with walls of that thickness, m.
std::shared_ptr<const SurfaceMesh> TrayMesh(double wall)
{
	auto mesh = std::make_shared<SurfaceMesh>(*BoxMesh({kSize, kSize, kSize}));
	for (int32_t i = 0; i < 8; ++i)
	{
		const Vec3 p = mesh->positions[i];
		const double x = std::copysign(0.5 * kSize - wall, p.x);
		const double y = std::copysign(0.5 * kSize - wall, p.y);
		mesh->positions.push_back({x, y, p.z > 0.0 ? p.z : p.z + wall});
	}
	std::erase_if(mesh->triangles, [](const Triangle& t) { return t.v[0] >= 4 && t.v[1] >= 4 && t.v[2] >= 4; });
	const size_t outer = mesh->triangles.size();
	for (size_t i = 0; i < outer; ++i)
	{
		const Triangle t = mesh->triangles[i];
		mesh->triangles.push_back({{t.v[0] + 8, t.v[2] + 8, t.v[1] + 8}});
	}
	for (const auto& [p, q] : {std::pair{4, 5}, std::pair{5, 7}, std::pair{7, 6}, std::pair{6, 4}})
	{
		mesh->triangles.push_back({{p, q, q + 8}});
		mesh->triangles.push_back({{p, q + 8, p + 8}});
	}
	return mesh;
}

std::shared_ptr<const SurfaceMesh> MeshOf(const std::string& kind)
{
	return kind == "Boxes" ? BoxMesh({kSize, kSize, kSize}) : TrayMesh((kind == "Pots" ? 0.15 : 0.04) * kSize);
}

Vec3 InFrameOf(const Pose& pose, const Vec3& point)
{
	return Rotated(Conjugate(pose.orientation), point - pose.position);
}

/// A box that is driven, bodies in its way, and what they did.
class DrivenScene
{
public:
	DrivenScene(
		const std::string& kind, double rate, const Vec3& size, const Vec3& place, const WorldSettings& settings = {})
		: m_world(std::move(*World::Create(settings))), m_mesh(MeshOf(kind)), m_half(size * 0.5), m_step(1.0 / rate)
	{
		BodyDefinition driver = Rigid(BoxMesh(size), place);
		driver.kind = BodyKind::Kinematic;
		m_driver = *m_world.Add(driver);
		m_told = driver.pose;
	}

	void AddFloor() { EXPECT_TRUE(m_world.Add(Floor())); }

	void Add(const Vec3& position, const Vec3& velocity = {}, double restitution = 0.0)
	{
		BodyDefinition body = Rigid(m_mesh, position, 0.5, restitution);
		body.motion.velocity = velocity;
		body.material.density = kMass / SolidMassProperties(m_mesh->positions, m_mesh->triangles, 1.0).mass;
		m_bodies.push_back(*m_world.Add(body));
	}

	/// Drives for `time` s and notes what happens on the way.
	void Drive(const BodyMotion& motion, double time)
	{
		ASSERT_TRUE(m_world.SetMotion(m_driver, motion));
		double least = HUGE_VAL;
		for (int32_t i = 0; i < std::lround(time / m_step); ++i)
		{
			deepest = std::max(deepest, m_world.Step(m_step, SerialRunner()).deepest);
			m_told.position += motion.velocity * m_step;
			m_told.orientation = Normalised(RotationFromVector(motion.angularVelocity * m_step) * m_told.orientation);
			const Pose& pose = m_world.Find(m_driver)->pose;
			const Quat off = pose.orientation * Conjugate(m_told.orientation);
			astray = std::max({astray, Length(pose.position - m_told.position), Length(Vec3{off.x, off.y, off.z})});
			NoteCorners();
			const double energy = EnergyFor(motion.velocity);
			least = std::min(least, energy);
			regained = std::max(regained, energy - least);
			kinetic = std::max(kinetic, m_world.Energy().kinetic);
		}
	}

	/// Of each, in the frame of what is driven.
	std::vector<Vec3> Places() const
	{
		std::vector<Vec3> places;
		for (const BodyId body : m_bodies)
		{
			places.push_back(InFrameOf(m_told, m_world.Find(body)->pose.position));
		}
		return places;
	}

	/// m/s, of the one that differs most.
	double FarthestFrom(const Vec3& velocity) const
	{
		double most = 0.0;
		for (const BodyId body : m_bodies)
		{
			most = std::max(most, Length(m_world.Find(body)->motion.velocity - velocity));
		}
		return most;
	}

	double astray = 0.0;   // m or half radians, of what is driven, after any step
	double inside = 0.0;   // m, of any corner in what is driven
	double deepest = 0.0;  // m, of any two bodies in each other
	double lowest = 0.0;   // m, of any corner
	double regained = 0.0; // J above the least before, for who flies along with what is driven
	double kinetic = 0.0;  // J, the most

private:
	void NoteCorners()
	{
		const Pose& pose = m_world.Find(m_driver)->pose;
		for (const BodyId body : m_bodies)
		{
			for (const Vec3& p : m_mesh->positions)
			{
				const Vec3 corner = ToWorld(m_world.Find(body)->pose, p);
				const Vec3 in = InFrameOf(pose, corner);
				inside = std::max(inside,
					std::min({m_half.x - std::abs(in.x), m_half.y - std::abs(in.y), m_half.z - std::abs(in.z)}));
				lowest = std::min(lowest, corner.z);
			}
		}
	}

	double EnergyFor(const Vec3& velocity) const
	{
		double energy = 0.0;
		for (const BodyId body : m_bodies)
		{
			const BodyState& state = *m_world.Find(body);
			const Vec3& v = state.motion.velocity;
			energy += kMass * (0.5 * LengthSquared(velocity) - Dot(velocity, v));
			energy -= kMass * Dot(m_world.Settings().gravity, state.pose.position - m_told.position);
		}
		return energy + m_world.Energy().kinetic;
	}

	World m_world;
	std::shared_ptr<const SurfaceMesh> m_mesh;
	std::vector<BodyId> m_bodies;
	BodyId m_driver = kNoIndex;
	Pose m_told;
	Vec3 m_half;
	double m_step;
};

class Driven : public testing::TestWithParam<std::tuple<const char*, double>>
{
protected:
	double Slack() const { return m_kind == "Pots" ? kSkin + kPotsLate : kSkin; }

	std::string m_kind = std::get<0>(GetParam());
	double m_rate = std::get<1>(GetParam());
};

INSTANTIATE_TEST_SUITE_P(Past,
	Driven,
	testing::Combine(testing::Values("Boxes", "Pots", "Shells"), testing::Values(30.0, 60.0, 120.0, 240.0)),
	[](const testing::TestParamInfo<Driven::ParamType>& info)
	{
		return std::string(std::get<0>(info.param)) + "At" +
			std::to_string(static_cast<int32_t>(std::get<1>(info.param)));
	});
} // namespace

TEST_P(Driven, APlateLiftsAHeap)
{
	DrivenScene scene(m_kind, m_rate, {1.0, 1.0, 0.2}, {0.0, 0.0, -0.1});
	for (int32_t i = 0; i < 20; ++i)
	{
		scene.Add({0.12 * (i % 2) - 0.06 + 0.01 * (i / 4 % 2), 0.12 * (i / 2 % 2) - 0.06, 0.06 + 0.11 * (i / 4)});
	}
	scene.Drive({}, 1.0);
	scene.Drive({{0.0, 0.0, 2.0}, {}}, 1.0);
	EXPECT_LT(scene.astray, kRounding);
	EXPECT_LT(scene.inside, Slack());
	EXPECT_NEAR(scene.kinetic, 0.5 * 20 * kMass * 4.0, 6.0) << "no faster than what carries them";
	EXPECT_LT(scene.regained, 8.0) << "of 40 J that the start takes";
	EXPECT_LT(scene.FarthestFrom({0.0, 0.0, 2.0}), 0.5);
	for (const Vec3& place : scene.Places())
	{
		EXPECT_GT(place.z, 0.1);
		EXPECT_LT(place.z, 0.72);
	}
	// They fly on by 0.2 m and come down again.
	scene.Drive({}, 0.6);
	for (const Vec3& place : scene.Places())
	{
		EXPECT_GT(place.z, 0.1);
	}
}

TEST_P(Driven, AWallSweepsACrowd)
{
	DrivenScene scene(m_kind, m_rate, {0.05, 2.0, 0.4}, {-0.5, 0.0, 0.202});
	scene.AddFloor();
	for (int32_t i = 0; i < 20; ++i)
	{
		scene.Add({0.13 * (i / 4) - 0.2, 0.15 * (i % 4) - 0.2 + 0.03 * (i / 4), 0.051});
	}
	scene.Drive({{3.0, 0.0, 0.0}, {}}, 1.0);
	EXPECT_LT(scene.astray, kRounding);
	EXPECT_LT(scene.inside, Slack());
	EXPECT_GT(scene.lowest, -kSkin);
	EXPECT_LT(scene.kinetic, 1.1 * 0.5 * 20 * kMass * 9.0) << "hardly faster than the wall";
	for (const Vec3& place : scene.Places())
	{
		EXPECT_GT(place.x, 0.0) << "before it";
		EXPECT_LT(place.z + 0.202, 0.15) << "nobody is lifted off";
	}
}

TEST_P(Driven, APaddleSweepsAllAround)
{
	DrivenScene scene(m_kind, m_rate, {2.0, 0.05, 0.3}, {0.0, 0.0, 0.152});
	scene.AddFloor();
	for (int32_t i = 0; i < 20; ++i)
	{
		const double angle = 0.5 + 0.43 * (i % 6);
		const double radius = 0.36 + 0.16 * (i / 6);
		scene.Add({radius * std::cos(angle), radius * std::sin(angle), 0.051});
	}
	scene.Drive({{}, {0.0, 0.0, 3.0}}, 2.0);
	EXPECT_LT(scene.astray, kRounding);
	EXPECT_LT(scene.inside, Slack());
	EXPECT_GT(scene.lowest, -kSkin);
}

TEST_P(Driven, ATurntableCarriesWhatLiesOnIt)
{
	DrivenScene scene(m_kind, m_rate, {1.0, 1.0, 0.05}, {0.0, 0.0, -0.025});
	for (int32_t i = 0; i < 20; ++i)
	{
		scene.Add({0.16 * (i % 5 - 2), 0.16 * (i / 5 - 1.5), 0.051});
	}
	scene.Drive({{}, {0.0, 0.0, 1.0}}, 0.5);
	const std::vector<Vec3> before = scene.Places();
	scene.Drive({{}, {0.0, 0.0, 1.0}}, 2.0);
	EXPECT_LT(scene.astray, kRounding);
	EXPECT_LT(scene.inside, Slack());
	const std::vector<Vec3> after = scene.Places();
	for (size_t i = 0; i < after.size(); ++i)
	{
		// In each step a body moves along the tangent, and so outwards.
		EXPECT_LT(Length(after[i] - before[i]), 0.45 / m_rate) << i;
	}
}

TEST_P(Driven, AFastPlatePassesNobodyInSpace)
{
	WorldSettings settings;
	settings.gravity = {};
	DrivenScene scene(m_kind, m_rate, {0.02, 2.0, 2.0}, {-0.3, 0.0, 0.0}, settings);
	for (int32_t i = 0; i < 20; ++i)
	{
		scene.Add({0.15 * (i / 4), 0.12 * (i % 2) + 0.03 * (i / 4), 0.12 * (i / 2 % 2) - 0.02 * (i / 4)});
	}
	scene.Drive({{12.0, 0.0, 0.0}, {}}, 0.3);
	EXPECT_LT(scene.astray, kRounding);
	EXPECT_LT(scene.inside, m_kind == "Pots" ? 0.1 * kSize : kSkin)
		<< "for a step, as those in front are behind others";
	for (const Vec3& place : scene.Places())
	{
		EXPECT_GT(place.x, 0.0);
	}
}

TEST_P(Driven, APressIsNotStoppedByWhatCannotGiveWay)
{
	DrivenScene scene(m_kind, m_rate, {0.5, 0.5, 0.1}, {0.0, 0.0, 0.2});
	scene.AddFloor();
	scene.Add({0.0, 0.0, 0.05});
	scene.Drive({{0.0, 0.0, -0.5}, {}}, 0.2);
	EXPECT_LT(scene.astray, kRounding);
	EXPECT_LT(scene.kinetic, 1.0) << "it is not shot out";
}

TEST_P(Driven, AWallLeavesBehindWhatIsBehindIt)
{
	DrivenScene scene(m_kind, m_rate, {0.05, 2.0, 0.4}, {0.0, 0.0, 0.202});
	scene.AddFloor();
	for (int32_t i = 0; i < 4; ++i)
	{
		scene.Add({0.0755 + 0.1005 * i, 0.0, 0.0505});
	}
	scene.Add({-0.0752, 0.0, 0.0505});
	scene.Drive({{2.0, 0.0, 0.0}, {}}, 0.5);
	EXPECT_LT(scene.astray, kRounding);
	EXPECT_LT(scene.inside, Slack());
	EXPECT_NEAR(scene.Places().back().x, -1.0755, 0.01);
}

// Seen from the plate it falls and rebounds as on ground. A step of 1/30 s is a sixth of the fall.
TEST_P(Driven, ARisingPlateThrowsBackAsGroundDoes)
{
	double heights[2] = {};
	for (const double speed : {0.0, 1.0})
	{
		DrivenScene scene(m_kind, m_rate, {1.0, 1.0, 0.2}, {0.0, 0.0, -0.1});
		scene.Add({0.0, 0.0, 0.25}, {0.0, 0.0, speed}, 0.8);
		const double fall = std::sqrt(2.0 * 0.2 / 9.81);
		scene.Drive({{0.0, 0.0, speed}, {}}, 1.8 * fall);
		heights[speed > 0.0 ? 1 : 0] = scene.Places().front().z - 0.15;
	}
	EXPECT_NEAR(heights[1], heights[0], (m_rate < 60.0 ? 0.1 : 0.01) * heights[0]);
	EXPECT_NEAR(heights[0], 0.64 * 0.2, 0.02);
}

TEST_P(Driven, AWallShovesARowThatSleeps)
{
	DrivenScene scene(m_kind, m_rate, {0.05, 2.0, 0.4}, {-0.2, 0.0, 0.202});
	scene.AddFloor();
	for (int32_t i = 0; i < 6; ++i)
	{
		scene.Add({0.102 * i, 0.0, 0.0505});
	}
	scene.Drive({}, 2.0);
	scene.Drive({{4.0, 0.0, 0.0}, {}}, 0.5);
	EXPECT_LT(scene.astray, kRounding);
	EXPECT_LT(scene.inside, 0.1 * kSize) << "for a step, as those in front have to give way first";
	EXPECT_LT(scene.kinetic, 1.2 * 0.5 * 6 * kMass * 16.0);
	for (const Vec3& place : scene.Places())
	{
		EXPECT_GT(place.x, 0.065);
	}
	EXPECT_LT(scene.deepest, 0.6 * kSize);
}
