// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Solve/StressModel.h"

#include "FractureCore/Hooks.h"
#include "Solve/Assembly.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace FractureCore
{
StressModel::StressModel(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
StressModel::StressModel(StressModel&& other) noexcept = default;
StressModel& StressModel::operator=(StressModel&& other) noexcept = default;
StressModel::~StressModel() = default;

StressWorkspace::StressWorkspace() : m_data(std::make_unique<Data>()) {}
StressWorkspace::StressWorkspace(StressWorkspace&& other) noexcept = default;
StressWorkspace& StressWorkspace::operator=(StressWorkspace&& other) noexcept = default;
StressWorkspace::~StressWorkspace() = default;

void CollectNodeTets(StressModel::Data& data)
{
	data.nodeTetStart.assign(data.mesh.nodes.size() + 1, 0);
	for (const Tet& tet : data.mesh.tets)
	{
		for (const int32_t v : tet.v)
		{
			++data.nodeTetStart[static_cast<size_t>(v) + 1];
		}
	}
	for (size_t i = 1; i < data.nodeTetStart.size(); ++i)
	{
		data.nodeTetStart[i] += data.nodeTetStart[i - 1];
	}
	data.nodeTets.resize(4 * data.mesh.tets.size());
	std::vector<int32_t> cursor(data.nodeTetStart.begin(), data.nodeTetStart.end() - 1);
	for (size_t t = 0; t < data.mesh.tets.size(); ++t)
	{
		for (const int32_t v : data.mesh.tets[t].v)
		{
			data.nodeTets[static_cast<size_t>(cursor[static_cast<size_t>(v)]++)] = static_cast<int32_t>(t);
		}
	}
}

namespace
{
/// The copies of the chosen nodes, or nothing if the choice is left to us.
Result<std::vector<int32_t>> FindPinNodes(const StressModel::Data& data)
{
	std::vector<int32_t> pins;
	for (const int32_t source : data.settings.pinNodes)
	{
		if (source == kNoIndex)
		{
			continue;
		}
		const auto copy = std::find(data.mesh.sourceNode.begin(), data.mesh.sourceNode.end(), source);
		if (copy == data.mesh.sourceNode.end())
		{
			return Error{ErrorCode::InvalidSettings,
				"pin node " + std::to_string(source) + " is not a node of the body",
				source};
		}
		pins.push_back(static_cast<int32_t>(copy - data.mesh.sourceNode.begin()));
	}
	if (!pins.empty() && (pins.size() != 3 || data.mesh.partCount != 1))
	{
		return Error{ErrorCode::InvalidSettings, "pins are given as three nodes of a body in one piece"};
	}
	return pins;
}

void AssembleStiffness(StressModel::Data& data, TaskRunner& runner)
{
	const StiffnessAssembly assembly(data.mesh.tets, static_cast<int32_t>(data.mesh.nodes.size()));
	data.stiffness = assembly.Pattern();
	assembly.Assemble(data.shapes, data.lame, {}, data.stiffness, runner);
	for (size_t node = 0; node < data.heldAxes.size(); ++node)
	{
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			if ((data.heldAxes[node] >> axis & 1) != 0)
			{
				PinComponent(data.stiffness, static_cast<int32_t>(node), axis);
			}
		}
	}
}

/// What is factored.
BlockMatrix PinnedStiffness(const StressModel::Data& data)
{
	BlockMatrix pinned = data.stiffness;
	for (const int32_t pin : data.modes.pins)
	{
		PinComponent(pinned, pin / 3, pin % 3);
	}
	return pinned;
}

/// A float solution needs a correction, which is another pass over half the bytes and a product with the matrix; large
/// bodies often need two. A double factor solves in half the time, so that it is taken where it costs at most a
/// kilobyte a tet, which is up to some 10 thousand tets, and where float would need more passes than it saves. A factor
/// made while a game runs stays float, because it takes half the time to make.
CholeskySettings FactorSettings(const StressModel::Data& data, OrderingQuality ordering)
{
	constexpr size_t kMostFloatNodes = 3000; // some 13 thousand tets
	constexpr int64_t kDoubleBytesPerTet = 1024;
	CholeskySettings settings;
	settings.ordering = ordering;
	settings.precision =
		data.settings.precision == FactorPrecision::Double ? FactorPrecision::Double : FactorPrecision::Float;
	if (data.settings.precision == FactorPrecision::Automatic && ordering == OrderingQuality::Bake)
	{
		settings.precision =
			data.mesh.nodes.size() > kMostFloatNodes ? FactorPrecision::Double : FactorPrecision::Float;
		settings.mostDoubleBytes = kDoubleBytesPerTet * static_cast<int64_t>(data.mesh.tets.size());
	}
	return settings;
}

Status CheckResponseTime(const StressModelSettings& settings)
{
	if (!(settings.responseTime >= 0.0) || !std::isfinite(settings.responseTime))
	{
		return Error{ErrorCode::InvalidSettings, "the response time must be a finite number of at least 0 s"};
	}
	constexpr double kLeastResponse = 1.0e-12; // s: sound comes from one atom to the next in about that
	if (settings.responseTime > 0.0 && settings.responseTime < kLeastResponse)
	{
		return Error{ErrorCode::InvalidSettings, "the response time must be 0 or at least 1e-12 s"};
	}
	if (settings.responseTime > 0.0 && settings.freeBody != FreeBody::InertiaRelief)
	{
		return Error{ErrorCode::InvalidSettings, "a response time needs inertia relief"};
	}
	return Ok{};
}

/// 1 / tau^2, or 0 where it would not change the stiffness.
double ScreeningOf(const StressModel::Data& data, double responseTime)
{
	// Of the largest square of a frequency. Below it, a free body's rigid motions would be lost in rounding; softest
	// modes that differ by no more than a factor of 1e5 in frequency from the fastest see less than a part in 1e3.
	constexpr double kLeastScreening = 1.0e-13;
	if (responseTime == 0.0)
	{
		return 0.0;
	}
	double fastest = 0.0; // 1/s^2
	for (size_t node = 0; node < data.masses.size(); ++node)
	{
		const int32_t at = static_cast<int32_t>(node);
		const Mat3& block = data.stiffness.blocks[static_cast<size_t>(data.stiffness.Find(at, at))];
		fastest = std::max(fastest, (block.m[0][0] + block.m[1][1] + block.m[2][2]) / (3.0 * data.masses[node]));
	}
	const double screening = 1.0 / (responseTime * responseTime);
	return screening > kLeastScreening * fastest ? screening : 0.0;
}

/// Makes a model with the static stiffness a screened one.
void Screen(StressModel::Data& data, double responseTime)
{
	data.screening = ScreeningOf(data, responseTime);
	data.settings.responseTime = data.screening > 0.0 ? responseTime : 0.0;
	if (data.screening > 0.0)
	{
		AddMasses(data, data.screening);
		data.modes.pins.clear();
	}
}
} // namespace

void AddMasses(StressModel::Data& data, double times, std::span<const uint8_t> rows)
{
	for (size_t node = 0; node < data.masses.size(); ++node)
	{
		if (!rows.empty() && rows[node] == 0)
		{
			continue;
		}
		const int32_t at = static_cast<int32_t>(node);
		Mat3& block = data.stiffness.blocks[static_cast<size_t>(data.stiffness.Find(at, at))];
		for (int32_t axis = 0; axis < 3; ++axis)
		{
			const bool isHeld = !data.heldAxes.empty() && (data.heldAxes[node] >> axis & 1) != 0;
			block.m[axis][axis] += isHeld ? 0.0 : times * data.masses[node];
		}
	}
}

Status FactorStiffness(
	StressModel::Data& data, OrderingQuality ordering, TaskRunner& runner, const CholeskySolver* like)
{
	const BlockMatrix pinned = PinnedStiffness(data);
	const CholeskySettings settings = FactorSettings(data, ordering);
	CholeskyWorkspace workspace;
	auto factor = std::make_shared<CholeskySolver>();
	Status factored = like != nullptr ? factor->FactorLike(*like, pinned, workspace, runner)
									  : factor->Factor(pinned, data.mesh.nodes, settings, workspace, runner);
	data.factor = std::move(factor);
	return factored;
}

void PrepareConjugateGradients(StressModel::Data& data)
{
	const std::vector<double> ones(data.mesh.nodes.size(), 1.0);
	data.motions = FindRigidModes(data.mesh.nodes, ones, data.mesh.nodePart, data.mesh.partCount, data.heldAxes);
	for (RigidModes::Part& part : data.motions.parts)
	{
		part.modeCount = data.screening > 0.0 ? 0 : part.modeCount;
	}
	data.blockJacobi = MakeBlockJacobi(data.stiffness);
}

void PrepareLoads(const StressModel::Data& model, std::span<Vec3> forces, RigidScratch& scratch)
{
	ZeroHeld(model.heldAxes, forces);
	if (model.settings.freeBody == FreeBody::InertiaRelief)
	{
		RelieveInertia(model.modes, model.mesh.nodes, model.masses, forces, scratch);
	}
	if (model.factor != nullptr)
	{
		ZeroPins(model.modes, forces);
	}
}

namespace
{
/// Everything but what the solvers need.
Result<std::unique_ptr<StressModel::Data>> PrepareBody(const TetMesh& mesh,
	const Material& material,
	std::span<const uint8_t> heldAxes,
	const StressModelSettings& settings,
	TaskRunner& runner)
{
	FaceTable faces;
	if (const Status valid = ValidateTetMesh(mesh, faces); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = ValidateMaterial(material); !valid)
	{
		return valid.GetError();
	}
	if (const Status valid = CheckResponseTime(settings); !valid)
	{
		return valid.GetError();
	}
	if (!heldAxes.empty() && heldAxes.size() != mesh.nodes.size())
	{
		return Error{ErrorCode::InvalidSettings,
			"supports are given for " + std::to_string(heldAxes.size()) + " nodes, but the mesh has " +
				std::to_string(mesh.nodes.size())};
	}
	auto data = std::make_unique<StressModel::Data>();
	data->settings = settings;
	data->sourceNodeCount = static_cast<int32_t>(mesh.nodes.size());
	data->density = material.density;
	data->lame = ComputeLameConstants(material);
	data->mesh = MakeStressMesh(mesh, faces);
	Result<std::vector<TetShape>> shapes = ComputeTetShapes(data->mesh);
	if (!shapes)
	{
		return shapes.GetError();
	}
	data->shapes = std::move(*shapes);
	data->masses = ComputeLumpedMasses(data->mesh, data->shapes, material.density);
	if (std::any_of(heldAxes.begin(), heldAxes.end(), [](uint8_t axes) { return (axes & 7) != 0; }))
	{
		for (const int32_t source : data->mesh.sourceNode)
		{
			data->heldAxes.push_back(heldAxes[static_cast<size_t>(source)] & 7);
		}
	}
	const Result<std::vector<int32_t>> pinNodes = FindPinNodes(*data);
	if (!pinNodes)
	{
		return pinNodes.GetError();
	}
	data->modes = FindRigidModes(
		data->mesh.nodes, data->masses, data->mesh.nodePart, data->mesh.partCount, data->heldAxes, *pinNodes);
	data->loads = std::make_shared<const SurfaceLoads>(data->mesh, faces, runner);
	CollectNodeTets(*data);

	AssembleStiffness(*data, runner);
	Screen(*data, settings.responseTime);
	return data;
}
} // namespace

Result<StressModel> StressModel::Create(const TetMesh& mesh,
	const Material& material,
	std::span<const uint8_t> heldAxes,
	const StressModelSettings& settings,
	TaskRunner& runner,
	std::span<const uint8_t> savedFactor)
{
	Result<std::unique_ptr<Data>> prepared = PrepareBody(mesh, material, heldAxes, settings, runner);
	if (!prepared)
	{
		return prepared.GetError();
	}
	std::unique_ptr<Data> data = std::move(*prepared);
	if (settings.solver == SolverKind::ConjugateGradients)
	{
		PrepareConjugateGradients(*data);
		return StressModel(std::move(data));
	}
	if (!savedFactor.empty())
	{
		const CholeskySettings factorSettings = FactorSettings(*data, OrderingQuality::Bake);
		CholeskyWorkspace workspace;
		auto factor = std::make_shared<CholeskySolver>();
		const Result<bool> loaded =
			factor->Load(savedFactor, PinnedStiffness(*data), factorSettings, workspace, runner);
		if (!loaded)
		{
			return loaded.GetError();
		}
		if (*loaded)
		{
			data->factor = std::move(factor);
			data->usesSavedFactor = true;
			return StressModel(std::move(data));
		}
	}
	if (const Status factored = FactorStiffness(*data, OrderingQuality::Bake, runner); !factored)
	{
		return factored.GetError();
	}
	return StressModel(std::move(data));
}

Result<std::vector<uint8_t>> StressModel::BakeFactor(const TetMesh& mesh,
	const Material& material,
	std::span<const uint8_t> heldAxes,
	const StressModelSettings& settings,
	TaskRunner& runner)
{
	if (settings.solver != SolverKind::Direct || settings.responseTime != 0.0)
	{
		return Error{ErrorCode::InvalidSettings, "a factor is baked for the direct solver without a response time"};
	}
	const Result<std::unique_ptr<Data>> prepared = PrepareBody(mesh, material, heldAxes, settings, runner);
	if (!prepared)
	{
		return prepared.GetError();
	}
	CholeskySettings factorSettings = FactorSettings(**prepared, OrderingQuality::Bake);
	factorSettings.path = SolvePath::Portable; // rounds alike on every machine
	CholeskyWorkspace workspace;
	CholeskySolver factor;
	const BlockMatrix pinned = PinnedStiffness(**prepared);
	const Status factored = factor.Factor(pinned, (*prepared)->mesh.nodes, factorSettings, workspace, runner);
	if (!factored)
	{
		return factored.GetError();
	}
	return factor.Save(pinned);
}

std::vector<int32_t> StressModel::HingeNodes() const
{
	std::vector<int32_t> hinges;
	const std::vector<int32_t>& source = m_data->mesh.sourceNode; // ascending
	for (size_t node = 1; node < source.size(); ++node)
	{
		if (source[node] == source[node - 1] && (hinges.empty() || hinges.back() != source[node]))
		{
			hinges.push_back(source[node]);
		}
	}
	return hinges;
}

bool StressModel::UsesSavedFactor() const
{
	return m_data->usesSavedFactor;
}

Result<StressModel> StressModel::CreateScreened(const StressModel& body, double responseTime, TaskRunner& runner)
{
	const Data& from = body.GetData();
	if (!from.copiedOf.empty())
	{
		return Error{ErrorCode::InvalidSettings, "a response time is set before cracks are cut"};
	}
	StressModelSettings settings = from.settings;
	settings.responseTime = responseTime;
	if (const Status valid = CheckResponseTime(settings); !valid)
	{
		return valid.GetError();
	}
	auto data = std::make_unique<Data>();
	data->settings = settings;
	data->sourceNodeCount = from.sourceNodeCount;
	data->density = from.density;
	data->lame = from.lame;
	data->mesh = from.mesh;
	data->shapes = from.shapes;
	data->masses = from.masses;
	data->heldAxes = from.heldAxes;
	data->loads = from.loads;
	data->nodeTetStart = from.nodeTetStart;
	data->nodeTets = from.nodeTets;
	const Result<std::vector<int32_t>> pinNodes = FindPinNodes(*data);
	FRACTURECORE_ASSERT(pinNodes);
	data->modes = FindRigidModes(
		data->mesh.nodes, data->masses, data->mesh.nodePart, data->mesh.partCount, data->heldAxes, *pinNodes);
	if (from.screening > 0.0)
	{
		AssembleStiffness(*data, runner);
	}
	else
	{
		data->stiffness = from.stiffness;
	}
	Screen(*data, responseTime);
	if (settings.solver == SolverKind::ConjugateGradients)
	{
		PrepareConjugateGradients(*data);
		return StressModel(std::move(data));
	}
	if (data->screening == 0.0 && from.screening == 0.0)
	{
		data->factor = from.factor;
		return StressModel(std::move(data));
	}
	if (const Status factored = FactorStiffness(*data, OrderingQuality::Bake, runner, from.factor.get()); !factored)
	{
		return factored.GetError();
	}
	return StressModel(std::move(data));
}

double StressModel::ResponseTime() const
{
	return m_data->settings.responseTime;
}
} // namespace FractureCore
