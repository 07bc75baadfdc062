// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Base/Text.h"
#include "FractureCore/Hooks.h"
#include "FractureCore/Paint.h"
#include "Paint/PaintMesh.h"
#include "Paint/StampLine.h"

#include <cmath>

namespace FractureCore
{
namespace
{
Error BrushError(const char* field, double value, const char* range)
{
	return {ErrorCode::InvalidSettings,
		std::string("the brush's ") + field + " is " + FormatNumber(value) + " but must be " + range};
}

bool IsWithin(double value, double low, double high)
{
	return value >= low && value <= high;
}
} // namespace

Status ValidateBrush(const Brush& brush)
{
	if (!(brush.radius > 0.0 && std::isfinite(brush.radius)))
	{
		return BrushError("radius", brush.radius, "a finite number of metres above 0");
	}
	if (!IsWithin(brush.strength, 0.0, 1.0))
	{
		return BrushError("strength", brush.strength, "from 0 to 1");
	}
	if (!IsWithin(brush.flow, 0.0, 1.0))
	{
		return BrushError("flow", brush.flow, "from 0 to 1");
	}
	if (!IsWithin(brush.spacing, 0.01, 2.0))
	{
		return BrushError("spacing", brush.spacing, "from 0.01 to 2 radii");
	}
	if (!IsWithin(static_cast<double>(brush.value), 0.0, 1000.0))
	{
		return BrushError("value", static_cast<double>(brush.value), "from 0 to 1000");
	}
	if (brush.mirrorAxes > 7)
	{
		return BrushError("mirrorAxes", brush.mirrorAxes, "a sum of 1, 2 and 4");
	}
	if (brush.mode > kLastBrushMode || brush.falloff > kLastBrushFalloff || brush.reach > kLastBrushReach)
	{
		return Error{ErrorCode::InvalidSettings, "the brush has an unknown mode, falloff or reach"};
	}
	return Ok{};
}

class PaintStroke::Data
{
public:
	Data(const PaintSurface& surface, const Brush& brush, float neutral)
		: m_surface(surface), m_brush(brush), m_neutral(neutral), m_line(surface, brush),
		  m_slot(static_cast<size_t>(surface.VertexCount()), kNoIndex)
	{
	}

	void AddPoint(const PaintHit& hit, std::span<float> values)
	{
		FRACTURECORE_ASSERT(values.size() == m_slot.size());
		if (m_brush.mode == BrushMode::Flood)
		{
			Flood(values);
			return;
		}
		for (const PaintHit& stamp : m_line.GoTo(hit))
		{
			const StampLine::Shares reached = m_line.SharesOf(stamp);
			m_brush.mode == BrushMode::Smooth ? Smooth(reached, values) : Cover(reached, values);
		}
	}

	std::vector<int32_t> touched;
	std::vector<float> before;

private:
	int32_t Touch(int32_t vertex, std::span<const float> values)
	{
		int32_t& slot = m_slot[vertex];
		if (slot == kNoIndex)
		{
			slot = static_cast<int32_t>(touched.size());
			touched.push_back(vertex);
			before.push_back(values[vertex]);
			m_cover.push_back(0.0);
		}
		return slot;
	}

	void Flood(std::span<float> values)
	{
		for (size_t vertex = 0; vertex < values.size(); ++vertex)
		{
			Lay(static_cast<int32_t>(vertex), 1.0, values);
		}
	}

	void Cover(const StampLine::Shares& reached, std::span<float> values)
	{
		for (size_t i = 0; i < reached.vertices.size(); ++i)
		{
			Lay(reached.vertices[i], m_brush.flow * reached.shares[i], values);
		}
	}

	void Lay(int32_t vertex, double share, std::span<float> values)
	{
		const int32_t slot = Touch(vertex, values);
		m_cover[slot] += (1.0 - m_cover[slot]) * share;
		const double from = static_cast<double>(before[slot]);
		const double to = static_cast<double>(m_brush.mode == BrushMode::Erase ? m_neutral : m_brush.value);
		values[vertex] = static_cast<float>(from + m_brush.strength * m_cover[slot] * (to - from));
	}

	/// Towards the mean of the neighbours over edges, near ones counting more; all from the values before the stamp.
	void Smooth(const StampLine::Shares& reached, std::span<float> values)
	{
		const PaintMesh& mesh = m_surface.Mesh();
		std::vector<float> smoothed;
		for (size_t i = 0; i < reached.vertices.size(); ++i)
		{
			const int32_t vertex = reached.vertices[i];
			double sum = 0.0;
			double weights = 0.0;
			for (const int32_t t : mesh.TrianglesAt(vertex))
			{
				for (const int32_t other : mesh.triangles[t].v)
				{
					const double length = Length(mesh.positions[other] - mesh.positions[vertex]);
					if (length > 0.0)
					{
						sum += static_cast<double>(values[other]) / length;
						weights += 1.0 / length;
					}
				}
			}
			const double from = static_cast<double>(values[vertex]);
			const double mean = weights > 0.0 ? sum / weights : from;
			const double share = m_brush.strength * m_brush.flow * reached.shares[i];
			smoothed.push_back(static_cast<float>(from + share * (mean - from)));
		}
		for (size_t i = 0; i < reached.vertices.size(); ++i)
		{
			Touch(reached.vertices[i], values);
			values[reached.vertices[i]] = smoothed[i];
		}
	}

	PaintSurface m_surface;
	Brush m_brush;
	float m_neutral;
	StampLine m_line;
	std::vector<int32_t> m_slot; // 1 a vertex: where it stands in the lists, or kNoIndex
	std::vector<double> m_cover; // 1 a touched vertex
};

Result<PaintStroke> PaintStroke::Begin(const PaintSurface& surface, const Brush& brush, float neutral)
{
	if (const Status valid = ValidateBrush(brush); !valid)
	{
		return valid.GetError();
	}
	return PaintStroke(std::make_unique<Data>(surface, brush, neutral));
}

PaintStroke::PaintStroke(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
PaintStroke::PaintStroke(PaintStroke&&) noexcept = default;
PaintStroke& PaintStroke::operator=(PaintStroke&&) noexcept = default;
PaintStroke::~PaintStroke() = default;

void PaintStroke::AddPoint(const PaintHit& hit, std::span<float> values)
{
	m_data->AddPoint(hit, values);
}

const std::vector<int32_t>& PaintStroke::Touched() const
{
	return m_data->touched;
}

const std::vector<float>& PaintStroke::Before() const
{
	return m_data->before;
}
} // namespace FractureCore
