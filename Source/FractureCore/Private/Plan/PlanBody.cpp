// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Plan/PlanBody.h"

#include "Math/Roots.h"
#include "Mesh/FaceTable.h"
#include "Mesh/TetFrame.h"
#include "Mesh/TetTree.h"
#include "Plan/LocalThickness.h"

#include <algorithm>
#include <optional>
#include <string>

namespace FractureCore
{
PlanBody::PlanBody(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
PlanBody::PlanBody(PlanBody&& other) noexcept = default;
PlanBody& PlanBody::operator=(PlanBody&& other) noexcept = default;
PlanBody::~PlanBody() = default;

std::span<const double> PlanBody::Thickness() const
{
	return m_data->lattice.thickness;
}

namespace
{
constexpr int64_t kPlanGrain = 256;
constexpr int64_t kTetsAStep = 256; // some milliseconds

Vec3 TetCentroid(const TetMesh& mesh, const Tet& tet)
{
	return (mesh.nodes[tet.v[0]] + mesh.nodes[tet.v[1]] + mesh.nodes[tet.v[2]] + mesh.nodes[tet.v[3]]) / 4.0;
}

void MeasureTets(PlanLattice& lattice)
{
	double total = 0.0;
	for (const Tet& tet : lattice.tets)
	{
		const TetFrame frame = MakeTetFrame(lattice, tet);
		const Vec3* g = frame.gradient;
		lattice.gradient.push_back({-(g[0] + g[1] + g[2]), g[0], g[1], g[2]});
		lattice.centroid.push_back(TetCentroid(lattice, tet));
		lattice.volume.push_back(SignedVolume(lattice, tet));
		total += lattice.volume.back();
	}
	lattice.cell = NthRoot(12.0 * total / static_cast<double>(lattice.tets.size()), 3);
}

/// Where each mesh's tets lie in the other.
void LinkMeshes(PlanBody::Data& data, TaskRunner& runner)
{
	if (data.stressMesh == static_cast<const TetMesh&>(data.lattice))
	{
		data.stressNodePlace.resize(data.stressMesh.nodes.size());
		for (int32_t t = 0; t < data.lattice.TetCount(); ++t)
		{
			data.stressTet.push_back(t);
			for (int corner = 0; corner < 4; ++corner)
			{
				auto& place = data.stressNodePlace[data.lattice.tets[t].v[corner]];
				place = {t, {}};
				place.weights[corner] = 1.0;
			}
		}
		return;
	}
	const TetTree stressTree(data.stressMesh, runner);
	data.stressTet.resize(data.lattice.tets.size());
	ParallelFor(runner,
		data.lattice.TetCount(),
		kPlanGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t t = begin; t < end; ++t)
			{
				data.stressTet[t] = stressTree.Nearest(data.lattice.centroid[t]);
			}
		});
	const TetTree latticeTree(data.lattice, runner);
	data.stressNodePlace.resize(data.stressMesh.nodes.size());
	ParallelFor(runner,
		static_cast<int64_t>(data.stressMesh.nodes.size()),
		kPlanGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t node = begin; node < end; ++node)
			{
				const Vec3& point = data.stressMesh.nodes[node];
				const int32_t tet = latticeTree.Nearest(point);
				const Vec3 w = MakeTetFrame(data.lattice, data.lattice.tets[tet]).Map(point);
				data.stressNodePlace[node] = {tet, {1.0 - w.x - w.y - w.z, w.x, w.y, w.z}};
			}
		});
}

void MarkHeldTets(PlanBody::Data& data)
{
	data.held.assign(data.lattice.tets.size(), 0);
	for (size_t t = 0; t < data.lattice.tets.size() && !data.heldAxes.empty(); ++t)
	{
		const Tet& tet = data.stressMesh.tets[data.stressTet[t]];
		data.held[t] =
			std::any_of(tet.v, tet.v + 4, [&](int32_t node) { return (data.heldAxes[node] & 7) != 0; }) ? 1 : 0;
	}
}

Status ValidatePlanMesh(const TetMesh& mesh, const char* name)
{
	if (const Status valid = ValidateTetMesh(mesh); !valid)
	{
		Error error = valid.GetError();
		error.message = std::string(name) + ": " + error.message;
		return error;
	}
	if (mesh.tets.empty())
	{
		return Error{ErrorCode::InvalidMesh, std::string(name) + " has no tets"};
	}
	return Ok{};
}
} // namespace

struct PlanBodyMaker::Data
{
	std::unique_ptr<PlanBody::Data> body;
	double thickness = 0.0;
	bool isLinked = false;
	std::optional<ThicknessMeter> meter;
};

PlanBodyMaker::PlanBodyMaker(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
PlanBodyMaker::PlanBodyMaker(PlanBodyMaker&& other) noexcept = default;
PlanBodyMaker& PlanBodyMaker::operator=(PlanBodyMaker&& other) noexcept = default;
PlanBodyMaker::~PlanBodyMaker() = default;

Result<PlanBodyMaker> PlanBodyMaker::Create(
	const TetMesh& stressMesh, const TetMesh& lattice, std::span<const uint8_t> heldAxes, double thickness)
{
	if (const Status valid = ValidatePlanMesh(stressMesh, "the stress mesh"); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = ValidatePlanMesh(lattice, "the cutting lattice"); !valid)
	{
		return valid.GetError();
	}
	if (!heldAxes.empty() && heldAxes.size() != stressMesh.nodes.size())
	{
		return Error{ErrorCode::InvalidSettings,
			"supports are given for " + std::to_string(heldAxes.size()) + " nodes, but the stress mesh has " +
				std::to_string(stressMesh.nodes.size())};
	}
	auto body = std::make_unique<PlanBody::Data>();
	body->stressMesh = stressMesh;
	body->heldAxes.assign(heldAxes.begin(), heldAxes.end());
	static_cast<TetMesh&>(body->lattice) = lattice;
	return PlanBodyMaker(std::make_unique<Data>(Data{std::move(body), thickness, false, std::nullopt}));
}

bool PlanBodyMaker::Step(TaskRunner& runner)
{
	PlanBody::Data& body = *m_data->body;
	if (!m_data->isLinked)
	{
		body.lattice.neighbour = BuildFaceTable(body.lattice).neighbour;
		MeasureTets(body.lattice);
		LinkMeshes(body, runner);
		MarkHeldTets(body);
		m_data->isLinked = true;
		return false;
	}
	if (m_data->thickness > 0.0)
	{
		body.lattice.thickness.assign(body.lattice.tets.size(), m_data->thickness);
	}
	else
	{
		if (!m_data->meter)
		{
			m_data->meter.emplace(body.stressMesh, body.lattice, runner);
		}
		if (!m_data->meter->Measure(kTetsAStep, runner))
		{
			return false;
		}
		body.lattice.thickness = m_data->meter->Spread();
	}
	body.lattice.fitGrid = MakeFitGrid(body.lattice);
	body.lattice.clusters = MakeLatticeClusters(body.lattice);
	return true;
}

double PlanBodyMaker::Fraction() const
{
	constexpr double kLinking = 0.1;
	const double measured = m_data->meter ? m_data->meter->Fraction() : 0.0;
	return m_data->isLinked ? kLinking + (1.0 - kLinking) * measured : 0.0;
}

PlanBody PlanBodyMaker::Take()
{
	m_data->meter.reset();
	return PlanBody(std::move(m_data->body));
}

Result<PlanBody> PlanBody::Create(const TetMesh& stressMesh,
	const TetMesh& lattice,
	std::span<const uint8_t> heldAxes,
	TaskRunner& runner,
	double thickness)
{
	Result<PlanBodyMaker> maker = PlanBodyMaker::Create(stressMesh, lattice, heldAxes, thickness);
	if (!maker)
	{
		return maker.GetError();
	}
	while (!maker->Step(runner))
	{
	}
	return maker->Take();
}
} // namespace FractureCore
