// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Base/Text.h"
#include "Break/BreakableData.h"
#include "Break/ShardMesh.h"
#include "FractureCore/Embedding.h"
#include "FractureCore/Piece.h"
#include "FractureCore/Tetrahedralise.h"
#include "Mesh/MassCheck.h"
#include "Mesh/SurfaceIntegrals.h"
#include "Mesh/SurfaceParts.h"
#include "Mesh/TetFrame.h"
#include "Mesh/TriangleTree.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace FractureCore
{
namespace
{
constexpr int64_t kPieceTetGrain = 512;

// Of a node's weights in the parent's tet: held nodes with as much between them hold it.
constexpr double kHeldShare = 0.5;

// Of a piece's volume: with less, stress has nothing to do with the piece.
constexpr double kLeastFilled = 0.5;

// Of strength times thickness squared. A free rod six times as long as it is thick, hit in the middle, fails at a
// third, a plate at about one.
constexpr double kHarmlessShare = 0.1;

// Cells a bit more than half as large.
constexpr double kFinerTets = 5.0;

Status CheckPieceSettings(const PieceSettings& settings)
{
	if (!std::isfinite(settings.tetScale) || settings.tetScale <= 0.0)
	{
		return Error{ErrorCode::InvalidSettings,
			"tetScale is " + FormatNumber(settings.tetScale) + ", but must be a finite number above 0"};
	}
	if (settings.minTets < 12 || settings.maxTets < settings.minTets)
	{
		return Error{ErrorCode::InvalidSettings, "a piece needs at least 12 tets, and maxTets not below minTets"};
	}
	return Ok{};
}

ContentHash KeyOfPiece(const BakedObject& parent, const SurfaceMesh& surface, const PieceSettings& settings)
{
	ContentHasher hasher;
	hasher.AddText("piece");
	hasher.AddText(ToHex(parent.key));
	hasher.AddArray(std::span<const Vec3>(surface.positions));
	hasher.AddArray(std::span<const Triangle>(surface.triangles));
	hasher.AddValue(settings.tetScale);
	hasher.AddValue(settings.minTets);
	hasher.AddValue(settings.maxTets);
	return hasher.Finish();
}

/// About as fine as the parent is.
double FirstTets(const BakedObject& parent, const Fragment& piece, const PieceSettings& settings)
{
	const double share = piece.mass.volume / parent.mass.volume;
	return std::clamp(settings.tetScale * share * static_cast<double>(parent.tets.tets.size()),
		static_cast<double>(settings.minTets),
		static_cast<double>(settings.maxTets));
}

/// Tries with `wanted` tets. True: the object has them. Where they leave half of a flat piece or a splinter empty,
/// `wanted` is finer now.
Result<bool> TryMesh(BakedObject& object, const PieceSettings& settings, double& wanted, TaskRunner& runner)
{
	const auto most = static_cast<double>(settings.maxTets);
	TetSettings tets;
	tets.maxTets = settings.maxTets;
	tets.targetTets = static_cast<int32_t>(wanted);
	Result<Tetrahedralisation> made =
		Tetrahedralise({object.surface.positions, object.surface.triangles}, tets, runner);
	if (made && TotalVolume(made->mesh) >= kLeastFilled * object.mass.volume)
	{
		object.tets = std::move(made->mesh);
		object.cellSize = made->cellSize;
		object.warnings = std::move(made->warnings);
		return true;
	}
	if (wanted >= most)
	{
		return made ? Error{ErrorCode::InvalidMesh,
						  "the piece is too thin: " + std::to_string(made->mesh.tets.size()) +
							  " tets fill less than half of it"}
					: made.GetError();
	}
	wanted = std::min(kFinerTets * wanted, most);
	return false;
}

Status MeshShardObject(const BakedObject& parent,
	const Fragment& shard,
	const PieceSettings& settings,
	BakedObject& object,
	TaskRunner& runner)
{
	Result<TetMesh> prisms = MeshShard(parent, shard, settings, runner);
	if (!prisms)
	{
		return prisms.GetError();
	}
	object.tets = std::move(*prisms);
	object.shellThickness = parent.shellThickness;
	return Ok{};
}

/// What the parent has where the piece's tets are.
void TakeOverStrength(const Breakable::Data& parent, BakedObject& piece, TaskRunner& runner)
{
	if (parent.tetStrength.empty())
	{
		return;
	}
	piece.strength.resize(piece.tets.tets.size());
	ParallelFor(runner,
		static_cast<int64_t>(piece.strength.size()),
		kPieceTetGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t t = begin; t < end; ++t)
			{
				Vec3 sum;
				for (const int32_t node : piece.tets.tets[t].v)
				{
					sum += piece.tets.nodes[node];
				}
				piece.strength[t] = parent.tetStrength[parent.places->Nearest(sum / 4.0)];
			}
		});
}

/// What a material holds behind a crack, over what it held whole: the prior stress of tempered glass is gone. An asset
/// of before that stress counted may have more of it than strength, and loads for ever: something must be left.
double RelievedShare(const Material& material)
{
	constexpr double kLeast = 0.05;
	return std::max(kLeast, 1.0 - material.surfaceCompression / material.tensileStrength);
}

void RelievePiece(BakedObject& piece)
{
	const double share = RelievedShare(piece.material);
	piece.material.tensileStrength *= share;
	piece.material.surfaceCompression = 0.0;
	for (double& strength : piece.strength)
	{
		strength *= share;
	}
}

/// Supports that none of the piece's nodes keeps are none: nothing holds it any more.
void TakeOverSupports(const Breakable::Data& parent, BakedObject& piece, TaskRunner& runner)
{
	if (parent.heldAxes.empty())
	{
		return;
	}
	const TetMesh& tets = parent.object.tets;
	std::vector<uint8_t> held(piece.tets.nodes.size(), 0);
	ParallelFor(runner,
		static_cast<int64_t>(held.size()),
		kPieceTetGrain,
		[&](int64_t begin, int64_t end)
		{
			for (int64_t i = begin; i < end; ++i)
			{
				const Tet& tet = tets.tets[parent.places->Nearest(piece.tets.nodes[i])];
				const Vec3 w = MakeTetFrame(tets, tet).Map(piece.tets.nodes[i]);
				const double weights[4] = {1.0 - w.x - w.y - w.z, w.x, w.y, w.z};
				for (const uint8_t axis : {uint8_t{1}, uint8_t{2}, uint8_t{4}})
				{
					double share = 0.0;
					for (size_t k = 0; k < 4; ++k)
					{
						share += (parent.heldAxes[tet.v[k]] & axis) != 0 ? weights[k] : 0.0;
					}
					held[i] = static_cast<uint8_t>(held[i] | (share >= kHeldShare ? axis : 0));
				}
			}
		});
	if (std::any_of(held.begin(), held.end(), [](uint8_t axes) { return axes != 0; }))
	{
		piece.heldAxes = std::move(held);
	}
}
} // namespace

struct PieceBaker::Data
{
	const Breakable& parent;
	Fragment shard; // of a shell; else without a surface
	PieceSettings settings;
	BakedObject object;
	double wanted = 0.0; // tets of the next mesh
	bool isMeshed = false;
	bool isEmbedded = false;
};

PieceBaker::PieceBaker(std::unique_ptr<Data> data) : m_data(std::move(data)) {}
PieceBaker::PieceBaker(PieceBaker&& other) noexcept = default;
PieceBaker& PieceBaker::operator=(PieceBaker&& other) noexcept = default;
PieceBaker::~PieceBaker() = default;

Result<PieceBaker> PieceBaker::Create(const Breakable& parent, const Fragment& piece, const PieceSettings& settings)
{
	if (const Status valid = CheckPieceSettings(settings); !valid)
	{
		return valid.GetError();
	}
	const BakedObject& whole = parent.Object();
	BakedObject object;
	object.key = KeyOfPiece(whole, piece.surface, settings);
	object.material = whole.material;
	object.mass = piece.mass;
	if (piece.surface.triangles.empty() || !IsMassPhysical(object.mass))
	{
		return Error{ErrorCode::InvalidMesh, "the piece is empty, or so small that it is no rigid body"};
	}
	object.surface = piece.surface;
	object.closed = true;
	const double wanted = FirstTets(whole, piece, settings);
	return PieceBaker(std::make_unique<Data>(
		Data{parent, parent.IsShell() ? piece : Fragment{}, settings, std::move(object), wanted}));
}

bool PieceBaker::IsMeshing() const
{
	return !m_data->isMeshed;
}

int32_t PieceBaker::TetCount() const
{
	return m_data->isMeshed ? static_cast<int32_t>(m_data->object.tets.tets.size())
							: static_cast<int32_t>(m_data->wanted);
}

Result<bool> PieceBaker::Step(TaskRunner& runner)
{
	BakedObject& object = m_data->object;
	const Breakable& parent = m_data->parent;
	if (!m_data->isMeshed)
	{
		if (parent.IsShell())
		{
			const Status meshed = MeshShardObject(parent.Object(), m_data->shard, m_data->settings, object, runner);
			m_data->isMeshed = true;
			return meshed ? Result<bool>(false) : Result<bool>(meshed.GetError());
		}
		const Result<bool> meshed = TryMesh(object, m_data->settings, m_data->wanted, runner);
		m_data->isMeshed = meshed && *meshed;
		return meshed ? Result<bool>(false) : meshed;
	}
	if (!m_data->isEmbedded)
	{
		object.components = CountSolidParts(object.surface.positions, object.surface.triangles);
		object.embedding = EmbedSurface(object.surface, object.tets, runner);
		m_data->isEmbedded = true;
		return false;
	}
	TakeOverStrength(parent.GetData(), object, runner);
	RelievePiece(object);
	TakeOverSupports(parent.GetData(), object, runner);
	return true;
}

BakedObject PieceBaker::Take()
{
	return std::move(m_data->object);
}

Result<BakedObject> BakePiece(
	const Breakable& parent, const Fragment& piece, const PieceSettings& settings, TaskRunner& runner)
{
	Result<PieceBaker> baker = PieceBaker::Create(parent, piece, settings);
	if (!baker)
	{
		return baker.GetError();
	}
	while (true)
	{
		const Result<bool> isDone = baker->Step(runner);
		if (!isDone)
		{
			return isDone.GetError();
		}
		if (*isDone)
		{
			return baker->Take();
		}
	}
}

double HarmlessForce(const Breakable& parent, const SurfaceMesh& surface, double volume)
{
	const Material& material = parent.Object().material;
	const std::span<const double> strengths = parent.TetStrength();
	const double least = strengths.empty() ? material.tensileStrength : *std::ranges::min_element(strengths);
	double area = 0.0;
	for (const Triangle& t : surface.triangles)
	{
		const Vec3& first = surface.positions[t.v[0]];
		area += 0.5 * Length(Cross(surface.positions[t.v[1]] - first, surface.positions[t.v[2]] - first));
	}
	// A plate's thickness, two thirds of a ball's radius.
	const double thickness = area > 0.0 ? 2.0 * volume / area : 0.0;
	return kHarmlessShare * std::min(1.0, material.axisFactor) * RelievedShare(material) * least * thickness *
		thickness;
}

bool IsAnchored(const Breakable& parent, const SurfaceMesh& surface)
{
	const std::span<const uint8_t> held = parent.HeldAxes();
	if (held.empty())
	{
		return false;
	}
	const BakedObject& object = parent.Object();
	// Nodes on the surface are as good as inside, and tets stand out of it by a part of their size.
	const double reach = std::max(1.0e-3 * std::cbrt(object.mass.volume), 0.25 * object.cellSize);
	const SurfaceIntegrals extent = IntegrateSurface(surface.positions, surface.triangles);
	std::vector<Vec3> candidates; // most pieces are far from all of them
	for (size_t i = 0; i < held.size(); ++i)
	{
		const Vec3& p = object.tets.nodes[i];
		const bool isOutside = p.x < extent.low.x - reach || p.x > extent.high.x + reach ||
			p.y < extent.low.y - reach || p.y > extent.high.y + reach || p.z < extent.low.z - reach ||
			p.z > extent.high.z + reach;
		if (held[i] != 0 && !isOutside)
		{
			candidates.push_back(p);
		}
	}
	if (candidates.empty())
	{
		return false;
	}
	const TriangleTree tree(surface.positions, surface.triangles, SerialRunner());
	return std::any_of(candidates.begin(),
		candidates.end(),
		[&](const Vec3& node)
		{ return tree.Closest(node, reach).triangle != kNoIndex || tree.WindingNumber(node) > 0.5; });
}

Result<Breakable> MakeBreakable(
	const Breakable& parent, const Fragment& piece, const PieceSettings& settings, TaskRunner& runner)
{
	Result<BakedObject> object = BakePiece(parent, piece, settings, runner);
	if (!object)
	{
		return object.GetError();
	}
	std::vector<double> strength = object->strength;
	std::vector<uint8_t> heldAxes = object->heldAxes;
	return Breakable::Create(std::move(*object), std::move(strength), std::move(heldAxes), settings.breakable, runner);
}
} // namespace FractureCore
