// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/LightRig.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
constexpr int32_t kLeastMapSize = 128; // texels
constexpr int32_t kMostMapSize = 512;
constexpr double kMapDetail = 0.4;     // texels for a pixel of the picture's height
constexpr float kDeepest = 65534.0f;   // depths are 1 .. 65535
constexpr double kNormalOffset = 1.6;  // texels: over the surface's own texels, and the jitter's half
constexpr float kGuessedHeight = 0.6f; // of an occluder that is not met over a point itself
constexpr float kSoftDepth = 0.006f;   // an occluder this far before a point shadows it fully

constexpr int32_t kGroundTexels = 128;
constexpr float kGroundReach = 4.0f; // the lit square is -4 .. 4
constexpr double kGroundAlbedo = 0.72;

const Colour kKeyColour = {1.035f, 1.0f, 0.95f};
const Colour kSkyColour = {0.97f, 1.0f, 1.04f};
const Colour kRimColour = {0.97f, 1.0f, 1.05f};
const Colour kBounceColour = {1.01f, 1.0f, 0.98f};
// Shares of the light on open ground.
constexpr double kKeyShare = 0.62;
constexpr double kSkyShare = 0.38;
constexpr double kRimShare = 0.12;

constexpr double kKeyRadius = 0.26; // as seen from the scene, radians
constexpr double kRimRadius = 0.22;

constexpr double kGoldenAngle = 2.39996322972865332;

Vec3 AnyPerpendicular(const Vec3& d)
{
	return Normalised(Cross(d, std::abs(d.z) < 0.9 ? Vec3{0.0, 0.0, 1.0} : Vec3{1.0, 0.0, 0.0}));
}

// Point i of n on a disc of directions around `middle`, evenly spread (sunflower).
Vec3 OnDisc(const Vec3& middle, double angularRadius, int32_t i, int32_t n)
{
	const Vec3 u = AnyPerpendicular(middle);
	const Vec3 v = Cross(middle, u);
	const double r = std::tan(angularRadius) * std::sqrt((i + 0.5) / n);
	return Normalised(middle + u * (r * std::cos(i * kGoldenAngle)) + v * (r * std::sin(i * kGoldenAngle)));
}

// Direction i of n over the upper hemisphere, evenly spread by solid angle.
Vec3 OnDome(int32_t i, int32_t n)
{
	const double z = (i + 0.5) / n;
	const double r = std::sqrt(1.0 - z * z);
	return {r * std::cos(i * kGoldenAngle), r * std::sin(i * kGoldenAngle), z};
}

struct MapVertex
{
	float u = 0.0f;
	float v = 0.0f;
	float depth = 0.0f;
};

// Keeps the greatest depth at texel centres inside the triangle, rims included so that neighbours leave no crack.
void DrawDepth(const MapVertex& a,
	const MapVertex& b,
	const MapVertex& c,
	bool frontOnly,
	int32_t mapSize,
	std::vector<float>& map)
{
	// Vertices lie at least one texel inside the map. Most triangles of a fine mesh miss all centres.
	const int32_t u0 = static_cast<int32_t>(std::min({a.u, b.u, c.u}) + 0.5f);
	const int32_t u1 = static_cast<int32_t>(std::max({a.u, b.u, c.u}) - 0.5f);
	const int32_t v0 = static_cast<int32_t>(std::min({a.v, b.v, c.v}) + 0.5f);
	const int32_t v1 = static_cast<int32_t>(std::max({a.v, b.v, c.v}) - 0.5f);
	const float area = (b.u - a.u) * (c.v - a.v) - (c.u - a.u) * (b.v - a.v);
	if (u0 > u1 || v0 > v1 || area == 0.0f || (frontOnly && area < 0.0f))
	{
		return;
	}
	// Barycentric weights of b and c and their steps along u and v.
	const float inverse = 1.0f / area;
	const float bU = (c.v - a.v) * inverse;
	const float bV = (a.u - c.u) * inverse;
	const float cU = (a.v - b.v) * inverse;
	const float cV = (b.u - a.u) * inverse;
	const float depthB = b.depth - a.depth;
	const float depthC = c.depth - a.depth;
	const float du = static_cast<float>(u0) + 0.5f - a.u;
	for (int32_t v = v0; v <= v1; ++v)
	{
		const float dv = static_cast<float>(v) + 0.5f - a.v;
		float weightB = du * bU + dv * bV;
		float weightC = du * cU + dv * cV;
		float* const row = &map[static_cast<size_t>(v) * static_cast<size_t>(mapSize)];
		for (int32_t u = u0; u <= u1; ++u)
		{
			if (weightB >= 0.0f && weightC >= 0.0f && weightB + weightC <= 1.0f)
			{
				row[u] = std::max(row[u], a.depth + weightB * depthB + weightC * depthC);
			}
			weightB += bU;
			weightC += cU;
		}
	}
}
} // namespace

LightRig::LightRig(
	const UnitScene& scene, const Projection& projection, bool hasGround, int32_t detail, TaskRunner& runner)
	: m_groundHeight(scene.groundHeight),
	  m_mapSize(std::clamp(static_cast<int32_t>(kMapDetail * detail), kLeastMapSize, kMostMapSize)),
	  // The unit sphere fills a map but for its rim.
	  m_mapScale(0.5 * (m_mapSize - 3))
{
	const Vec3 back = -projection.Forward();
	const double side = back.z < -0.05 ? -1.0 : 1.0;
	// The horizontal direction to the camera, or to the picture's lower rim where it looks straight down.
	const Vec3 level = back * projection.Up().z - projection.Up() * back.z;
	const double azimuth = std::atan2(level.y, level.x);
	const auto around = [&](double degrees, double elevationDegrees) -> Vec3
	{
		const double a = azimuth + degrees * kPi / 180.0;
		const double e = elevationDegrees * kPi / 180.0;
		return {std::cos(a) * std::cos(e), std::sin(a) * std::cos(e), side * std::sin(e)};
	};
	m_keyDirection = around(52.0, 50.0);
	m_rimDirection = around(-150.0, 36.0);

	int32_t light = 0;
	for (int32_t i = 0; i < kKeyLights; ++i)
	{
		AddLight(light++, OnDisc(m_keyDirection, kKeyRadius, i, kKeyLights), 1.0, kKeyRadius / std::sqrt(kKeyLights));
	}
	for (int32_t i = 0; i < kRimLights; ++i)
	{
		AddLight(light++, OnDisc(m_rimDirection, kRimRadius, i, kRimLights), 1.0, kRimRadius / std::sqrt(kRimLights));
	}
	for (int32_t i = 0; i < kSkyLights; ++i)
	{
		const Vec3 direction = OnDome(i, kSkyLights);
		AddLight(light++,
			{direction.x, direction.y, side * direction.z},
			0.65 + 0.35 * direction.z,
			std::sqrt(2.0 / kSkyLights));
	}
	for (int32_t i = 0; i < kBounceLights; ++i)
	{
		// A Lambertian ground of radiance E albedo / pi over a hemisphere of 2 pi.
		const Vec3 direction = OnDome(i, kBounceLights);
		AddLight(light++,
			{direction.x, direction.y, -side * direction.z},
			2.0 / kBounceLights * kGroundAlbedo,
			std::sqrt(2.0 / kBounceLights));
	}
	// Each lamp's share on open ground.
	const auto scaleTo = [&](int32_t begin, int32_t end, double share)
	{
		double sum = 0.0;
		for (int32_t i = begin; i < end; ++i)
		{
			sum += m_lights.weight[i] * std::abs(m_lights.directionZ[i]);
		}
		for (int32_t i = begin; i < end; ++i)
		{
			m_lights.weight[i] *= static_cast<float>(share / (kKeyShare + kSkyShare + kRimShare) / sum);
		}
	};
	scaleTo(0, kKeyLights, kKeyShare);
	scaleTo(kKeyLights, kKeyLights + kRimLights, kRimShare);
	scaleTo(kKeyLights + kRimLights, kFirstBounce, kSkyShare);

	m_maps.resize(kLights * MapTexels());
	ParallelFor(runner,
		kLights,
		1,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				DrawDepthMap(scene, static_cast<int32_t>(i));
			}
		});
	if (hasGround)
	{
		LightGround(runner);
	}
}

void LightRig::AddLight(int32_t index, const Vec3& direction, double weight, double spread)
{
	m_lights.directionX[index] = static_cast<float>(direction.x);
	m_lights.directionY[index] = static_cast<float>(direction.y);
	m_lights.directionZ[index] = static_cast<float>(direction.z);
	m_lights.weight[index] = static_cast<float>(weight);
	m_lights.spread[index] = static_cast<float>(spread * m_mapScale);
	const Vec3 u = AnyPerpendicular(direction) * m_mapScale;
	const Vec3 v = Cross(direction, u);
	m_lights.uX[index] = static_cast<float>(u.x);
	m_lights.uY[index] = static_cast<float>(u.y);
	m_lights.uZ[index] = static_cast<float>(u.z);
	m_lights.vX[index] = static_cast<float>(v.x);
	m_lights.vY[index] = static_cast<float>(v.y);
	m_lights.vZ[index] = static_cast<float>(v.z);
	const double radius = index < kKeyLights + kRimLights ? 0.5 : 0.7;
	m_lights.ring[index][0] = static_cast<float>(radius * std::cos(index * kGoldenAngle));
	m_lights.ring[index][1] = static_cast<float>(radius * std::sin(index * kGoldenAngle));
	// Powers of the inverse plastic number: even over the square for any count.
	const double stepU = index * 0.7548776662466927;
	const double stepV = index * 0.5698402909980532;
	m_lights.jitterU[index] = static_cast<float>(stepU - std::floor(stepU));
	m_lights.jitterV[index] = static_cast<float>(stepV - std::floor(stepV));
}

void LightRig::DrawDepthMap(const UnitScene& scene, int32_t light)
{
	const Vec3 direction = {m_lights.directionX[light], m_lights.directionY[light], m_lights.directionZ[light]};
	const Vec3 u = {m_lights.uX[light], m_lights.uY[light], m_lights.uZ[light]};
	const Vec3 v = {m_lights.vX[light], m_lights.vY[light], m_lights.vZ[light]};
	std::vector<MapVertex> vertices(scene.positions.size());
	for (size_t i = 0; i < vertices.size(); ++i)
	{
		const Vec3& p = scene.positions[i];
		vertices[i] = {static_cast<float>(Dot(p, u) + 0.5 * m_mapSize),
			static_cast<float>(Dot(p, v) + 0.5 * m_mapSize),
			static_cast<float>(Dot(p, direction))};
	}
	std::vector<float> map(MapTexels(), -2.0f);
	for (size_t t = 0; t < scene.triangles.size(); ++t)
	{
		const PictureMesh& mesh = scene.meshes[static_cast<size_t>(scene.triangleMesh[t])];
		const int32_t(&corner)[3] = scene.triangles[t].v;
		DrawDepth(vertices[static_cast<size_t>(corner[0])],
			vertices[static_cast<size_t>(corner[1])],
			vertices[static_cast<size_t>(corner[2])],
			mesh.closed,
			m_mapSize,
			map);
	}
	uint16_t* const coded = &m_maps[static_cast<size_t>(light) * MapTexels()];
	for (size_t i = 0; i < map.size(); ++i)
	{
		const float depth = map[i];
		coded[i] = depth <= -1.5f
			? uint16_t{0}
			: static_cast<uint16_t>(1.0f + (std::clamp(depth, -1.0f, 1.0f) + 1.0f) * 0.5f * kDeepest);
	}
}

void LightRig::LightGround(TaskRunner& runner)
{
	std::vector<float> lit(static_cast<size_t>(kGroundTexels) * kGroundTexels);
	ParallelFor(runner,
		kGroundTexels,
		4,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t row = begin; row < end; ++row)
			{
				for (int64_t column = 0; column < kGroundTexels; ++column)
				{
					const auto place = [](int64_t i) { return ((i + 0.5) / kGroundTexels * 2.0 - 1.0) * kGroundReach; };
					lit[static_cast<size_t>(row * kGroundTexels + column)] = LightOnGround(place(column), place(row)).g;
				}
			}
		});
	m_groundLight = std::move(lit);
}

float LightRig::BouncedFrom(float x, float y) const
{
	constexpr float kScale = 0.5f * kGroundTexels / kGroundReach;
	const float column = (x + kGroundReach) * kScale;
	const float row = (y + kGroundReach) * kScale;
	if (m_groundLight.empty() || !(column >= 0.0f && row >= 0.0f && column < kGroundTexels && row < kGroundTexels))
	{
		return 1.0f;
	}
	return m_groundLight[static_cast<size_t>(row) * kGroundTexels + static_cast<size_t>(column)];
}

// How far before a point (towards the light, in units) the surface at a place of the map lies; negative if there is
// none.
float LightRig::HeightOver(int32_t light, float u, float v, float depth) const
{
	const float column = u + 0.5f * m_mapSize;
	const float row = v + 0.5f * m_mapSize;
	if (!(column >= 0.0f && row >= 0.0f && column < m_mapSize && row < m_mapSize))
	{
		return -1.0f;
	}
	const uint16_t coded = m_maps[static_cast<size_t>(light) * MapTexels() +
		static_cast<size_t>(static_cast<int32_t>(row) * m_mapSize + static_cast<int32_t>(column))];
	return coded == 0 ? -1.0f : (coded - 1.0f) * (2.0f / kDeepest) - 1.0f - depth;
}

Colour LightRig::LightOnGround(double groundX, double groundY) const
{
	const Lights& lights = m_lights;
	const float x = static_cast<float>(groundX);
	const float y = static_cast<float>(groundY);
	const float z = static_cast<float>(m_groundHeight);
	float sums[3] = {};
	for (int32_t i = 0; i < kFirstBounce; ++i)
	{
		const float depth = x * lights.directionX[i] + y * lights.directionY[i] + z * lights.directionZ[i];
		const float u = x * lights.uX[i] + y * lights.uY[i] + z * lights.uZ[i];
		const float v = x * lights.vX[i] + y * lights.vY[i] + z * lights.vZ[i];
		const float full = std::abs(lights.directionZ[i]) * lights.weight[i];
		float& sum = sums[i < kKeyLights ? 0 : (i < kKeyLights + kRimLights ? 1 : 2)];
		// Nothing of the scene is more than a unit from the middle of the map or from the plane through the origin.
		const float reach = static_cast<float>(m_mapScale) + lights.spread[i] * (1.0f - depth);
		if (u * u + v * v > reach * reach)
		{
			sum += full;
			continue;
		}
		// A ray that leaves the light's middle direction by `spread` drifts sideways as it rises. It meets the surface
		// where the height above the point fits the drift: two steps from a first guess find it well enough.
		const float first = HeightOver(i, u, v, depth);
		float seen = 0.0f;
		// Two on an inner and two on an outer ring, turned differently for each light; of the many in the sky, two.
		const float* const ring = lights.ring[i];
		const float directions[4][2] = {{ring[0], ring[1]},
			{-ring[0], -ring[1]},
			{-1.7f * ring[1], 1.7f * ring[0]},
			{1.7f * ring[1], -1.7f * ring[0]}};
		const int32_t count = i < kKeyLights + kRimLights ? 4 : 2;
		for (int32_t d = 0; d < count; ++d)
		{
			float height = first > 0.0f ? first : std::max(-depth, 0.1f);
			for (int32_t step = 0; step < 2 && height > 0.0f; ++step)
			{
				const float drift = height * lights.spread[i];
				height = HeightOver(i, u + directions[d][0] * drift, v + directions[d][1] * drift, depth);
			}
			seen += std::clamp(1.0f - height / kSoftDepth, 0.0f, 1.0f);
		}
		sum += full * seen / static_cast<float>(count);
	}
	return kKeyColour * sums[0] + kRimColour * sums[1] + kSkyColour * sums[2];
}

ReceivedLight LightRig::Gather(const Vec3& point, const Vec3& normal, float jitterX, float jitterY) const
{
	const Lights& lights = m_lights;
	const Vec3 lifted = point + normal * (kNormalOffset / m_mapScale);
	const float x = static_cast<float>(lifted.x);
	const float y = static_cast<float>(lifted.y);
	const float z = static_cast<float>(lifted.z);
	const float nx = static_cast<float>(normal.x);
	const float ny = static_cast<float>(normal.y);
	const float nz = static_cast<float>(normal.z);
	float cosine[kLights];
	float u[kLights];
	float v[kLights];
	float depth[kLights];
	float jitterU[kLights]; // -0.5 to 0.5
	float jitterV[kLights];
	for (int32_t i = 0; i < kLights; ++i)
	{
		cosine[i] = nx * lights.directionX[i] + ny * lights.directionY[i] + nz * lights.directionZ[i];
		depth[i] = x * lights.directionX[i] + y * lights.directionY[i] + z * lights.directionZ[i];
		const float sumU = jitterX + lights.jitterU[i];
		const float sumV = jitterY + lights.jitterV[i];
		jitterU[i] = (sumU < 1.0f ? sumU : sumU - 1.0f) - 0.5f;
		jitterV[i] = (sumV < 1.0f ? sumV : sumV - 1.0f) - 0.5f;
		u[i] = x * lights.uX[i] + y * lights.uY[i] + z * lights.uZ[i];
		v[i] = x * lights.vX[i] + y * lights.vY[i] + z * lights.vZ[i];
	}
	// What light i sends to the point; nothing where another surface is before it.
	const auto arriving = [&](int32_t i) -> float
	{
		if (cosine[i] <= 0.0f)
		{
			return 0.0f;
		}
		const float full = cosine[i] * lights.weight[i];
		const float first = HeightOver(i, u[i] + jitterU[i], v[i] + jitterV[i], depth[i]);
		// The farther the occluder, the farther a ray within the light's share of directions drifts, so that its
		// shadow's rim is spread over pixels instead of showing as a step. Beside the shadow the distance is a guess,
		// and only an occluder that is about as far counts. Two opposite rays are far less noisy than one.
		if (first <= 0.0f && i >= kKeyLights + kRimLights && i < kFirstBounce)
		{
			return full; // the sky has so many lights that half a rim does
		}
		const float guess = first > 0.0f ? first : kGuessedHeight;
		const float least = first > 0.0f ? 0.0f : 0.5f * kGuessedHeight;
		const float drift = 1.0f + 2.0f * guess * lights.spread[i];
		float seen = 0.0f;
		for (const float way : {drift, -drift})
		{
			const float height = HeightOver(i, u[i] + jitterU[i] * way, v[i] + jitterV[i] * way, depth[i]);
			seen += height <= least ? 0.5f : 0.5f * std::max(0.0f, 1.0f - height / kSoftDepth);
		}
		return full * seen;
	};
	const auto sum = [&](int32_t begin, int32_t end)
	{
		float total = 0.0f;
		for (int32_t i = begin; i < end; ++i)
		{
			total += arriving(i);
		}
		return total;
	};
	const auto unshadowed = [&](int32_t begin, int32_t end)
	{
		float total = 0.0f;
		for (int32_t i = begin; i < end; ++i)
		{
			total += std::max(cosine[i], 0.0f) * lights.weight[i];
		}
		return total;
	};
	const float key = sum(0, kKeyLights);
	const float rim = sum(kKeyLights, kKeyLights + kRimLights);
	const float sky = sum(kKeyLights + kRimLights, kFirstBounce);
	float bounce = 0.0f;
	for (int32_t i = kFirstBounce; i < kLights; ++i)
	{
		const float light = arriving(i);
		if (light > 0.0f && lights.directionZ[i] < 0.0f)
		{
			const float way = (static_cast<float>(m_groundHeight) - z) / lights.directionZ[i];
			bounce += light * BouncedFrom(x + way * lights.directionX[i], y + way * lights.directionY[i]);
		}
		else
		{
			bounce += light;
		}
	}
	ReceivedLight received;
	received.diffuse = kKeyColour * key + kRimColour * rim + kSkyColour * sky + kBounceColour * bounce;
	const float keyFull = unshadowed(0, kKeyLights);
	const float rimFull = unshadowed(kKeyLights, kKeyLights + kRimLights);
	received.keySeen = keyFull > 0.0f ? key / keyFull : 0.0f;
	received.rimSeen = rimFull > 0.0f ? rim / rimFull : 0.0f;
	return received;
}
} // namespace FractureToolkit
