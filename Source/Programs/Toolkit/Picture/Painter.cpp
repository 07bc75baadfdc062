// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/Painter.h"

#include <algorithm>
#include <cmath>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
const Colour kInk = FromSrgb(0x22262e);
constexpr float kOutlineInk = 0.5f;
constexpr double kEdgeHalfWidth = 0.6; // pixels of a picture 960 pixels high

// A step in depth that is drawn as an outline, faintly from the first and fully from the second on; radii of the scene.
constexpr double kOutlineFrom = 0.02;
constexpr double kOutlineFull = 0.10;

// Samples that belong together: one mesh, normals within 25 degrees, no step in depth.
constexpr double kLayerNormal = 0.9;
constexpr double kLayerDepth = 0.03;

double SmoothStep(double from, double to, double value)
{
	const double t = std::clamp((value - from) / (to - from), 0.0, 1.0);
	return t * t * (3.0 - 2.0 * t);
}

// Different for neighbouring pixels in all directions, without clumps (interleaved gradient noise) [Jimenez14].
float PixelJitter(int32_t x, int32_t y)
{
	const double inner = 0.06711056 * x + 0.00583715 * y;
	const double outer = 52.9829189 * (inner - std::floor(inner));
	return static_cast<float>(outer - std::floor(outer));
}

// Leaves what is below 0.75 alone and bends the rest towards 1, so that highlights keep their colour.
Colour SoftShoulder(const Colour& colour)
{
	const auto bend = [](float value)
	{ return value <= 0.75f ? value : 0.75f + 0.25f * (1.0f - std::exp((0.75f - value) / 0.25f)); };
	return {bend(colour.r), bend(colour.g), bend(colour.b)};
}
} // namespace

Colour Backdrop(double x, double y)
{
	static const Colour light = FromSrgb(0xf7f6f3);
	static const Colour dark = FromSrgb(0xdcdad5);
	const double fall = 0.9 * std::hypot((x - 0.5) * 0.9, y - 0.42);
	return Mix(light, dark, static_cast<float>(SmoothStep(0.05, 0.85, fall)));
}

Painter::Painter(const PictureScene& scene,
	const UnitScene& unit,
	const Projection& projection,
	const Rasteriser& rasteriser,
	const LightRig& rig,
	const GroundShade* ground,
	PictureImage& image)
	: m_scene(scene), m_unit(unit), m_projection(projection), m_rasteriser(rasteriser), m_rig(rig), m_ground(ground),
	  m_image(image), m_reach(LineReach(image.height))
{
	m_groundNearness = projection.PlaneNearness({{0.0, 0.0, 1.0}, unit.groundHeight});
	for (const PictureMesh& mesh : unit.meshes)
	{
		m_sections.push_back(mesh.section ? std::optional(unit.ToUnit(*mesh.section)) : std::nullopt);
		m_sectionNearness.push_back(
			m_sections.back() ? projection.PlaneNearness(*m_sections.back()) : AffineNearness{});
	}
}

bool Painter::IsSection(int32_t triangle, const ViewRay& ray) const
{
	const std::optional<PicturePlane>& section =
		m_sections[static_cast<size_t>(m_unit.triangleMesh[static_cast<size_t>(triangle)])];
	if (!section || Dot(section->normal, ray.direction) >= 0.0)
	{
		return false;
	}
	const int32_t(&corner)[3] = m_unit.triangles[static_cast<size_t>(triangle)].v;
	const Vec3& a = m_unit.positions[static_cast<size_t>(corner[0])];
	const Vec3& b = m_unit.positions[static_cast<size_t>(corner[1])];
	const Vec3& c = m_unit.positions[static_cast<size_t>(corner[2])];
	return Dot(Cross(b - a, c - a), ray.direction) > 0.0;
}

void Painter::ResolvePlanes(TileSamples& samples) const
{
	for (int32_t y = samples.y0; y < samples.y0 + samples.height; ++y)
	{
		for (int32_t x = samples.x0; x < samples.x0 + samples.width; ++x)
		{
			for (int32_t s = 0; s < kSamples; ++s)
			{
				const size_t index = samples.Index(x, y, s);
				const SampleOffset place = SamplePlace(s);
				const int32_t triangle = samples.triangle[index];
				if (triangle != kNoIndex)
				{
					const size_t mesh = static_cast<size_t>(m_unit.triangleMesh[static_cast<size_t>(triangle)]);
					if (m_sections[mesh] && IsSection(triangle, m_projection.Ray(x + place.x, y + place.y)))
					{
						samples.nearness[index] =
							static_cast<float>(m_sectionNearness[mesh].At(x + place.x, y + place.y));
					}
				}
				else if (m_ground != nullptr)
				{
					const double nearness = m_groundNearness.At(x + place.x, y + place.y);
					if (m_projection.IsParallel() || nearness > 0.0)
					{
						samples.nearness[index] = static_cast<float>(nearness);
					}
				}
			}
		}
	}
}

Colour Painter::AlbedoAt(int32_t triangle, const double (&weights)[3]) const
{
	const size_t m = static_cast<size_t>(m_unit.triangleMesh[static_cast<size_t>(triangle)]);
	const PictureMesh& mesh = m_unit.meshes[m];
	const size_t local = static_cast<size_t>(triangle - m_unit.firstTriangle[m]);
	const auto heat = [&](double scalar)
	{
		const PictureLegend legend = m_scene.legend.value_or(PictureLegend{});
		const double range = legend.high - legend.low;
		return HeatColour(range > 0.0 ? (scalar - legend.low) / range : 0.5);
	};
	if (!mesh.vertexScalars.empty())
	{
		double scalar = 0.0;
		for (size_t k = 0; k < 3; ++k)
		{
			scalar += weights[k] * mesh.vertexScalars[static_cast<size_t>(mesh.triangles[local].v[k])];
		}
		return heat(scalar);
	}
	if (!mesh.triangleScalars.empty())
	{
		return heat(mesh.triangleScalars[local]);
	}
	return mesh.triangleColours.empty() ? mesh.colour : mesh.triangleColours[local];
}

Painter::SurfacePoint Painter::PointAt(int32_t triangle, double x, double y) const
{
	const ViewRay ray = m_projection.Ray(x, y);
	const size_t m = static_cast<size_t>(m_unit.triangleMesh[static_cast<size_t>(triangle)]);
	const PictureMesh& mesh = m_unit.meshes[m];
	if (IsSection(triangle, ray))
	{
		const double depth = m_projection.DepthOf(m_sectionNearness[m].At(x, y));
		return {ray.origin + ray.direction * depth, m_sections[m]->normal, mesh.insideColour, true};
	}
	const int32_t(&corner)[3] = m_unit.triangles[static_cast<size_t>(triangle)].v;
	const Vec3& a = m_unit.positions[static_cast<size_t>(corner[0])];
	const Vec3 ab = m_unit.positions[static_cast<size_t>(corner[1])] - a;
	const Vec3 ac = m_unit.positions[static_cast<size_t>(corner[2])] - a;
	const Vec3 flat = Cross(ab, ac);
	const double facing = Dot(flat, ray.direction); // negative: front

	// The ray's hit in the triangle's plane [Moeller97]; rounding may put it a little outside the triangle.
	const Vec3 toEye = ray.origin - a;
	const Vec3 turned = Cross(toEye, ray.direction);
	double weightB = std::clamp(facing == 0.0 ? 0.0 : -Dot(ac, turned) / facing, 0.0, 1.0);
	double weightC = std::clamp(facing == 0.0 ? 0.0 : Dot(ab, turned) / facing, 0.0, 1.0);
	if (weightB + weightC > 1.0)
	{
		const double sum = weightB + weightC;
		weightB /= sum;
		weightC /= sum;
	}
	const double weights[3] = {1.0 - weightB - weightC, weightB, weightC};

	SurfacePoint point;
	point.position = a + ab * weightB + ac * weightC;
	point.normal = Normalised(flat);
	if (!mesh.cornerNormals.empty())
	{
		const size_t first = 3 * static_cast<size_t>(triangle - m_unit.firstTriangle[m]);
		Vec3 smooth;
		for (size_t k = 0; k < 3; ++k)
		{
			const Vec3f& normal = mesh.cornerNormals[first + k];
			smooth += Vec3{normal.x, normal.y, normal.z} * weights[k];
		}
		const double length = Length(smooth);
		if (length > 1.0e-3 && std::isfinite(length))
		{
			// Files with normals against their winding exist; the winding holds.
			point.normal = smooth / (Dot(smooth, flat) < 0.0 ? -length : length);
		}
	}
	if (facing > 0.0)
	{
		point.normal = -point.normal;
	}
	// A smoothed normal may look away from the camera near the outline: bend it to the horizon.
	const double away = Dot(point.normal, ray.direction) / LengthSquared(ray.direction);
	if (away > 0.0)
	{
		point.normal = Normalised(point.normal - ray.direction * away);
	}
	point.albedo = facing > 0.0 && !mesh.closed ? mesh.insideColour : AlbedoAt(triangle, weights);
	return point;
}

float Painter::EdgeInk(int32_t triangle, double x, double y) const
{
	const size_t m = static_cast<size_t>(m_unit.triangleMesh[static_cast<size_t>(triangle)]);
	const PictureMesh& mesh = m_unit.meshes[m];
	const uint8_t edges =
		mesh.edges.empty() ? uint8_t{0} : mesh.edges[static_cast<size_t>(triangle - m_unit.firstTriangle[m])];
	if (edges == 0)
	{
		return 0.0f;
	}
	const int32_t(&corner)[3] = m_unit.triangles[static_cast<size_t>(triangle)].v;
	double nearest = 1.0e30; // pixels to the next edge that is drawn
	double lowest = 1.0e30;  // the triangle's smallest height in pixels
	for (int32_t k = 0; k < 3; ++k)
	{
		const ScreenPoint& p = m_rasteriser.Vertex(corner[k]);
		const ScreenPoint& q = m_rasteriser.Vertex(corner[(k + 1) % 3]);
		const ScreenPoint& r = m_rasteriser.Vertex(corner[(k + 2) % 3]);
		if (!m_projection.IsParallel() && p.depth <= 0.0)
		{
			return 0.0f;
		}
		const double length = std::hypot(q.x - p.x, q.y - p.y);
		if (length <= 0.0)
		{
			continue;
		}
		const auto distance = [&](double px, double py)
		{ return std::abs((q.x - p.x) * (py - p.y) - (q.y - p.y) * (px - p.x)) / length; };
		lowest = std::min(lowest, distance(r.x, r.y));
		if ((edges >> k & 1) != 0)
		{
			nearest = std::min(nearest, distance(x, y));
		}
	}
	// Where a mesh is finer than the lines, thinner and fainter lines keep it from turning black.
	const bool everyEdge = edges == 7;
	const double scale = m_image.height / 960.0;
	const double half =
		everyEdge ? std::clamp(0.07 * lowest, 0.3 * scale, kEdgeHalfWidth * scale) : kEdgeHalfWidth * scale;
	const double strength = everyEdge ? std::clamp(lowest / (7.0 * scale), 0.12, 1.0) : 1.0;
	return nearest <= half ? static_cast<float>(mesh.edgeInk * strength) : 0.0f;
}

float Painter::OutlineInk(const TileSamples& samples, int32_t x, int32_t y, int32_t s) const
{
	// Nearness is affine on planes, so its second difference vanishes there and jumps at outlines.
	const double here = samples.nearness[samples.Index(x, y, s)];
	const double across = 2.0 * here - samples.nearness[samples.Index(x - m_reach, y, s)] -
		samples.nearness[samples.Index(x + m_reach, y, s)];
	const double along = 2.0 * here - samples.nearness[samples.Index(x, y - m_reach, s)] -
		samples.nearness[samples.Index(x, y + m_reach, s)];
	const double step = std::max(across, along) / (m_projection.IsParallel() ? 1.0 : here * here);
	return static_cast<float>(kOutlineInk * SmoothStep(kOutlineFrom, kOutlineFull, step));
}

Colour Painter::LightLayer(const Layer& layer, int32_t x, int32_t y) const
{
	const Vec3 position = layer.position / layer.pointCount;
	const float jitterX = PixelJitter(x, y);
	const float jitterY = PixelJitter(x + 47, y + 17);
	const Vec3 normal = Normalised(layer.normal);
	const ReceivedLight light = m_rig.Gather(position, normal, jitterX, jitterY);
	const Vec3 towardsEye =
		m_projection.IsParallel() ? -m_projection.Forward() : Normalised(m_projection.Eye() - position);
	const double highlight = std::max(0.0, Dot(normal, Normalised(towardsEye + m_rig.KeyDirection())));
	const double grazing = 1.0 - std::max(0.0, Dot(normal, towardsEye));
	const double gloss = 0.10 * std::pow(highlight, 40.0) * light.keySeen +
		0.30 * std::pow(grazing, 3.0) * std::max(0.0, 0.2 + 0.8 * Dot(normal, m_rig.RimDirection())) * light.rimSeen;
	const float add = static_cast<float>(gloss);
	const float inverse = 1.0f / static_cast<float>(layer.count);
	return SoftShoulder(layer.albedo * inverse * light.diffuse + Colour{add, add, add}) *
		static_cast<float>(layer.count);
}

Colour Painter::Paper(int32_t x, int32_t y, bool ground) const
{
	const Colour paper = Backdrop((x + 0.5) / m_image.width, (y + 0.5) / m_image.height);
	return ground ? paper * m_ground->At(x + 0.5, y + 0.5) : paper;
}

Painter::Layer& Painter::FindLayer(
	int32_t triangle, double x, double y, std::span<Layer> layers, int32_t& layerCount) const
{
	for (int32_t l = 0; l < layerCount; ++l)
	{
		if (layers[static_cast<size_t>(l)].triangle == triangle)
		{
			return layers[static_cast<size_t>(l)];
		}
	}
	const SurfacePoint point = PointAt(triangle, x, y);
	const int32_t mesh = m_unit.triangleMesh[static_cast<size_t>(triangle)];
	int32_t l = 0;
	for (; l < layerCount; ++l)
	{
		const Layer& layer = layers[static_cast<size_t>(l)];
		if (layer.mesh == mesh && Dot(layer.point.normal, point.normal) > kLayerNormal &&
			LengthSquared(layer.point.position - point.position) < kLayerDepth * kLayerDepth)
		{
			break;
		}
	}
	layerCount = std::max(layerCount, l + 1);
	Layer& layer = layers[static_cast<size_t>(l)];
	layer.mesh = mesh;
	layer.triangle = triangle;
	layer.point = point;
	layer.position += point.position;
	layer.normal += point.normal;
	++layer.pointCount;
	return layer;
}

Colour Painter::PaintPixel(const TileSamples& samples, int32_t x, int32_t y) const
{
	Layer layers[kSamples];
	int32_t layerCount = 0;
	int32_t groundCount = 0;
	int32_t paperCount = 0;
	for (int32_t s = 0; s < kSamples; ++s)
	{
		const size_t index = samples.Index(x, y, s);
		const int32_t triangle = samples.triangle[index];
		if (triangle == kNoIndex)
		{
			++(samples.nearness[index] == kNothingNear ? paperCount : groundCount);
			continue;
		}
		const double sampleX = x + SamplePlace(s).x;
		const double sampleY = y + SamplePlace(s).y;
		Layer& layer = FindLayer(triangle, sampleX, sampleY, layers, layerCount);
		// Edges of a back face do not show on the section before it.
		const float edgeInk = layer.point.isSection ? 0.0f : EdgeInk(triangle, sampleX, sampleY);
		const float ink = std::max(edgeInk, OutlineInk(samples, x, y, s));
		layer.albedo += Mix(layer.point.albedo, kInk, ink);
		++layer.count;
	}
	Colour colour;
	if (paperCount > 0)
	{
		colour += Paper(x, y, false) * static_cast<float>(paperCount);
	}
	if (groundCount > 0)
	{
		colour += Paper(x, y, true) * static_cast<float>(groundCount);
	}
	for (int32_t l = 0; l < layerCount; ++l)
	{
		colour += LightLayer(layers[l], x, y);
	}
	return colour * (1.0f / kSamples);
}

void Painter::PaintTile(TileSamples& samples, int32_t margin) const
{
	ResolvePlanes(samples);
	const int32_t endX = std::min(samples.x0 + samples.width - margin, m_image.width);
	const int32_t endY = std::min(samples.y0 + samples.height - margin, m_image.height);
	for (int32_t y = samples.y0 + margin; y < endY; ++y)
	{
		for (int32_t x = samples.x0 + margin; x < endX; ++x)
		{
			const std::array<uint8_t, 3> bytes = ToSrgb(PaintPixel(samples, x, y));
			std::copy(
				bytes.begin(), bytes.end(), m_image.rgb.begin() + 3 * (static_cast<int64_t>(y) * m_image.width + x));
		}
	}
}
} // namespace FractureToolkit
