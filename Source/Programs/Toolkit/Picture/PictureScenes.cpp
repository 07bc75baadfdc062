// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Picture/PictureScenes.h"

#include "Picture/CutMesh.h"
#include "Picture/MeshTopology.h"
#include "Picture/UnitScene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace FractureToolkit
{
using namespace FractureCore;

namespace
{
constexpr double kSmoothDegrees = 50.0;
constexpr double kFeatureDegrees = 45.0;
constexpr double kShortestCrease = 0.15; // of the bounding box's diagonal

Error NothingLeft()
{
	return {ErrorCode::InvalidSettings, "the cut plane removes everything"};
}

// One mesh for each label, with the vertices that it uses.
std::vector<PictureMesh> SplitByLabel(const PictureMesh& whole, std::span<const int32_t> labels)
{
	std::vector<PictureMesh> parts(
		labels.empty() ? 0 : static_cast<size_t>(*std::max_element(labels.begin(), labels.end())) + 1);
	std::vector<std::vector<size_t>> members(parts.size());
	for (size_t t = 0; t < labels.size(); ++t)
	{
		members[static_cast<size_t>(labels[t])].push_back(t);
	}
	std::vector<int32_t> newVertex(whole.positions.size(), kNoIndex);
	for (size_t p = 0; p < parts.size(); ++p)
	{
		PictureMesh& part = parts[p];
		part.colour = whole.colour;
		part.insideColour = whole.insideColour;
		part.edgeInk = whole.edgeInk;
		std::vector<int32_t> oldVertex;
		for (const size_t t : members[p])
		{
			Triangle triangle = whole.triangles[t];
			for (int32_t& v : triangle.v)
			{
				int32_t& mapped = newVertex[static_cast<size_t>(v)];
				if (mapped == kNoIndex)
				{
					mapped = static_cast<int32_t>(oldVertex.size());
					oldVertex.push_back(v);
				}
				v = mapped;
			}
			part.triangles.push_back(triangle);
			const auto copy = [t](const auto& from, auto& to, size_t each)
			{
				for (size_t k = 0; k < each && !from.empty(); ++k)
				{
					to.push_back(from[each * t + k]);
				}
			};
			copy(whole.cornerNormals, part.cornerNormals, 3);
			copy(whole.triangleScalars, part.triangleScalars, 1);
			copy(whole.triangleColours, part.triangleColours, 1);
			copy(whole.edges, part.edges, 1);
		}
		for (const int32_t v : oldVertex)
		{
			part.positions.push_back(whole.positions[static_cast<size_t>(v)]);
			if (!whole.vertexScalars.empty())
			{
				part.vertexScalars.push_back(whole.vertexScalars[static_cast<size_t>(v)]);
			}
			newVertex[static_cast<size_t>(v)] = kNoIndex;
		}
	}
	return parts;
}

struct Bounds
{
	Vec3 low = {
		std::numeric_limits<double>::max(), std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
	Vec3 high = -low;

	void Add(const Vec3& p)
	{
		low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
		high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
	}
	Vec3 Centre() const { return low * 0.5 + high * 0.5; }
	double Size() const { return Length(high - low); }
};

// How far each part goes away from the common centre.
std::vector<Vec3> ExplodeMoves(std::span<const PictureMesh> parts, double explode)
{
	Bounds all;
	std::vector<Vec3> moves;
	for (const PictureMesh& part : parts)
	{
		Bounds own;
		for (const Vec3& position : part.positions)
		{
			own.Add(position);
			all.Add(position);
		}
		moves.push_back(own.Centre());
	}
	for (Vec3& move : moves)
	{
		move = (move - all.Centre()) * explode;
	}
	return moves;
}

void MoveMesh(const Vec3& move, PictureMesh& mesh)
{
	for (Vec3& position : mesh.positions)
	{
		position += move;
	}
	if (mesh.section)
	{
		mesh.section->offset += Dot(mesh.section->normal, move);
	}
}

// y up to z up; what looked towards +z, the front of glTF, then looks towards -y, the front of pictures.
void TurnToZUp(PictureMesh& mesh)
{
	const auto turned = [](const auto& v) { return std::remove_cvref_t<decltype(v)>{v.x, -v.z, v.y}; };
	for (Vec3& position : mesh.positions)
	{
		position = turned(position);
	}
	for (Vec3f& normal : mesh.cornerNormals)
	{
		normal = turned(normal);
	}
	if (mesh.section)
	{
		mesh.section->normal = turned(mesh.section->normal);
	}
}

double EnclosedVolume(const PictureMesh& mesh)
{
	// From a vertex, so that far-away coordinates do not cancel.
	const Vec3 origin = mesh.positions.empty() ? Vec3{} : mesh.positions.front();
	double volume = 0.0;
	for (const Triangle& triangle : mesh.triangles)
	{
		volume += Dot(mesh.positions[static_cast<size_t>(triangle.v[0])] - origin,
			Cross(mesh.positions[static_cast<size_t>(triangle.v[1])] - origin,
				mesh.positions[static_cast<size_t>(triangle.v[2])] - origin));
	}
	return volume / 6.0;
}

void TurnInsideOut(PictureMesh& mesh)
{
	for (size_t t = 0; t < mesh.triangles.size(); ++t)
	{
		std::swap(mesh.triangles[t].v[1], mesh.triangles[t].v[2]);
		if (!mesh.cornerNormals.empty())
		{
			std::swap(mesh.cornerNormals[3 * t + 1], mesh.cornerNormals[3 * t + 2]);
		}
		if (!mesh.edges.empty())
		{
			// Edges 01, 12, 20 become 02, 21, 10.
			const uint8_t e = mesh.edges[t];
			mesh.edges[t] = static_cast<uint8_t>((e >> 2 & 1) | (e & 2) | (e << 2 & 4));
		}
	}
}

PictureLegend MakeLegend(const ScalarField& field)
{
	PictureLegend legend{
		field.title, field.unit, std::numeric_limits<double>::max(), -std::numeric_limits<double>::max()};
	for (const double value : field.values)
	{
		if (std::isfinite(value))
		{
			legend.low = std::min(legend.low, value);
			legend.high = std::max(legend.high, value);
		}
	}
	if (legend.low > legend.high)
	{
		legend.low = legend.high = 0.0;
	}
	return legend;
}

Status CheckField(const ScalarField& field, size_t vertices, size_t elements)
{
	const size_t wanted = field.place == ScalarField::Place::Vertices ? vertices : elements;
	if (field.values.size() != wanted)
	{
		return Error{ErrorCode::InvalidSettings,
			"there are " + std::to_string(field.values.size()) + " values to show for " + std::to_string(wanted) +
				" places"};
	}
	return Ok{};
}

// Cuts, explodes and turns the parts, and makes the scene of what is left.
Result<PictureScene> Arrange(std::vector<PictureMesh> parts, const SceneOptions& options, bool cutSurfaces)
{
	if (!std::isfinite(options.explode) || options.explode < 0.0)
	{
		return Error{ErrorCode::InvalidSettings, "the explode factor must be zero or positive"};
	}
	const std::vector<Vec3> moves = ExplodeMoves(parts, options.explode);
	PictureScene scene;
	for (size_t p = 0; p < parts.size(); ++p)
	{
		PictureMesh& part = parts[p];
		if (options.cutPlane && cutSurfaces)
		{
			CutMesh(*options.cutPlane, part);
		}
		if (part.triangles.empty())
		{
			continue;
		}
		MoveMesh(moves[p], part);
		if (options.up == UpAxis::Y)
		{
			TurnToZUp(part);
		}
		scene.meshes.push_back(std::move(part));
	}
	if (scene.meshes.empty())
	{
		return NothingLeft();
	}
	return scene;
}

Result<SceneOptions> WithUnitNormal(const SceneOptions& options)
{
	SceneOptions checked = options;
	if (checked.cutPlane)
	{
		const double length = Length(checked.cutPlane->normal);
		if (!(length > 0.0) || !std::isfinite(length) || !std::isfinite(checked.cutPlane->offset))
		{
			return Error{ErrorCode::InvalidSettings, "the cut plane needs a finite normal that is not zero"};
		}
		checked.cutPlane->normal = checked.cutPlane->normal / length;
	}
	return checked;
}

Result<PictureScene> BuildSurfaceScene(
	const SurfaceMesh& mesh, SurfaceColours colours, const ScalarField* field, const SceneOptions& userOptions)
{
	const Result<SceneOptions> options = WithUnitNormal(userOptions);
	if (!options)
	{
		return options.GetError();
	}
	PictureMesh whole;
	whole.positions = mesh.positions;
	whole.triangles = mesh.triangles;
	whole.cornerNormals = mesh.cornerNormals;
	const Status checked = CheckPictureMesh(whole);
	if (!checked)
	{
		return checked.GetError();
	}
	if (whole.triangles.empty())
	{
		return Error{ErrorCode::InvalidMesh, "there is nothing to show: no triangles"};
	}
	if (!mesh.triangleSlots.empty() && mesh.triangleSlots.size() != mesh.triangles.size())
	{
		return Error{ErrorCode::InvalidMesh, "the mesh does not have one material slot for each triangle"};
	}
	Bounds bounds;
	for (const Vec3& position : whole.positions)
	{
		bounds.Add(position);
	}
	const MeshTopology topology(whole.positions, whole.triangles);
	if (whole.cornerNormals.empty())
	{
		whole.cornerNormals = topology.SmoothNormals(kSmoothDegrees);
	}
	whole.edges = topology.FeatureEdges(kFeatureDegrees, kShortestCrease * bounds.Size(), mesh.triangleSlots);
	std::optional<PictureLegend> legend;
	if (field != nullptr)
	{
		const Status fits = CheckField(*field, whole.positions.size(), whole.triangles.size());
		if (!fits)
		{
			return fits.GetError();
		}
		(field->place == ScalarField::Place::Vertices ? whole.vertexScalars : whole.triangleScalars)
			.assign(field->values.begin(), field->values.end());
		whole.insideColour = SlotColour(7); // sand could pass for a hot colour
		legend = MakeLegend(*field);
	}
	else if (colours == SurfaceColours::Slots)
	{
		for (const int32_t slot : mesh.triangleSlots)
		{
			whole.triangleColours.push_back(SlotColour(std::max(slot, 0)));
		}
	}

	std::vector<PictureMesh> parts;
	const bool isGiven = options->triangleParts.size() == whole.triangles.size();
	if (colours == SurfaceColours::Fragments || options->explode > 0.0)
	{
		parts = SplitByLabel(whole, isGiven ? options->triangleParts : topology.Components());
	}
	else
	{
		parts.push_back(std::move(whole));
	}
	for (size_t p = 0; p < parts.size(); ++p)
	{
		PictureMesh& part = parts[p];
		if (colours == SurfaceColours::Fragments)
		{
			part.colour = PieceColour(static_cast<int32_t>(p));
			part.insideColour = Mix(part.colour, {1.0f, 1.0f, 1.0f}, 0.45f);
		}
		if (parts.size() == 1)
		{
			part.closed = topology.IsClosed();
		}
		else
		{
			const MeshTopology own(part.positions, part.triangles);
			part.closed = own.IsClosed();
			// Parts that lie face to face share edges that are no feature of either.
			part.edges = isGiven ? own.FeatureEdges(kFeatureDegrees, kShortestCrease * bounds.Size(), {}) : part.edges;
		}
		// A closed part within another may be its hollow, so only a whole can be inside out.
		if (parts.size() == 1 && part.closed && EnclosedVolume(part) < 0.0)
		{
			TurnInsideOut(part);
		}
	}
	Result<PictureScene> scene = Arrange(std::move(parts), *options, true);
	if (scene)
	{
		scene->legend = std::move(legend);
	}
	return scene;
}

struct TetFace
{
	std::array<int32_t, 3> key; // ascending
	int32_t tet = kNoIndex;
	int32_t face = 0;

	friend auto operator<=>(const TetFace&, const TetFace&) = default;
};

// Face f lies opposite corner f, counter-clockwise from outside.
constexpr int32_t kTetFaces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

Status CheckTets(const TetMesh& mesh)
{
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		if (!IsFinite(mesh.nodes[i]))
		{
			return Error{
				ErrorCode::InvalidMesh, "node " + std::to_string(i) + " is not finite", static_cast<int64_t>(i)};
		}
	}
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		for (const int32_t v : mesh.tets[t].v)
		{
			if (v < 0 || static_cast<size_t>(v) >= mesh.nodes.size())
			{
				return Error{ErrorCode::InvalidMesh,
					"tet " + std::to_string(t) + " names node " + std::to_string(v) + " but there are " +
						std::to_string(mesh.nodes.size()),
					static_cast<int64_t>(t)};
			}
		}
	}
	if (mesh.tets.empty())
	{
		return Error{ErrorCode::InvalidMesh, "there is nothing to show: no tets"};
	}
	return Ok{};
}

Result<PictureScene> BuildTetScene(const TetMesh& mesh, const ScalarField* field, const SceneOptions& userOptions)
{
	const Result<SceneOptions> options = WithUnitNormal(userOptions);
	if (!options)
	{
		return options.GetError();
	}
	const Status checked = CheckTets(mesh);
	if (!checked)
	{
		return checked.GetError();
	}
	PictureMesh whole;
	std::optional<PictureLegend> legend;
	if (field != nullptr)
	{
		const Status fits = CheckField(*field, mesh.nodes.size(), mesh.tets.size());
		if (!fits)
		{
			return fits.GetError();
		}
		if (field->place == ScalarField::Place::Vertices)
		{
			whole.vertexScalars.assign(field->values.begin(), field->values.end());
		}
		legend = MakeLegend(*field);
	}
	std::vector<TetFace> faces;
	std::vector<uint8_t> kept(mesh.tets.size(), 1);
	faces.reserve(4 * mesh.tets.size());
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		const int32_t(&v)[4] = mesh.tets[t].v;
		if (options->cutPlane)
		{
			Vec3 centre;
			for (const int32_t node : v)
			{
				centre += mesh.nodes[static_cast<size_t>(node)] * 0.25;
			}
			kept[t] = Dot(options->cutPlane->normal, centre) <= options->cutPlane->offset ? 1 : 0;
		}
		for (int32_t f = 0; f < 4; ++f)
		{
			std::array<int32_t, 3> key = {v[kTetFaces[f][0]], v[kTetFaces[f][1]], v[kTetFaces[f][2]]};
			std::sort(key.begin(), key.end());
			faces.push_back({key, static_cast<int32_t>(t), f});
		}
	}
	std::sort(faces.begin(), faces.end());
	whole.positions = mesh.nodes;
	for (size_t begin = 0; begin < faces.size();)
	{
		size_t end = begin;
		int32_t keptCount = 0;
		for (; end < faces.size() && faces[end].key == faces[begin].key; ++end)
		{
			keptCount += kept[static_cast<size_t>(faces[end].tet)];
		}
		for (size_t i = begin; i < end && keptCount == 1; ++i)
		{
			const TetFace& face = faces[i];
			if (kept[static_cast<size_t>(face.tet)] == 0)
			{
				continue;
			}
			const int32_t(&v)[4] = mesh.tets[static_cast<size_t>(face.tet)].v;
			const int32_t(&corner)[3] = kTetFaces[face.face];
			whole.triangles.push_back({{v[corner[0]], v[corner[1]], v[corner[2]]}});
			whole.triangleColours.push_back(end - begin == 1 ? SlotColour(0) : SectionColour());
			if (field != nullptr && field->place == ScalarField::Place::Elements)
			{
				whole.triangleScalars.push_back(static_cast<float>(field->values[static_cast<size_t>(face.tet)]));
			}
		}
		begin = end;
	}
	if (whole.triangles.empty())
	{
		return NothingLeft();
	}
	whole.edges.assign(whole.triangles.size(), 7);
	whole.edgeInk = 0.7f;
	std::vector<PictureMesh> parts;
	if (options->explode > 0.0)
	{
		parts = SplitByLabel(whole, MeshTopology(whole.positions, whole.triangles).Components());
	}
	else
	{
		parts.push_back(std::move(whole));
	}
	for (PictureMesh& part : parts)
	{
		part.closed = true;
	}
	Result<PictureScene> scene = Arrange(std::move(parts), *options, false);
	if (scene)
	{
		scene->legend = std::move(legend);
	}
	return scene;
}
} // namespace

Result<PictureScene> MakeSurfaceScene(const SurfaceMesh& mesh, SurfaceColours colours, const SceneOptions& options)
{
	return BuildSurfaceScene(mesh, colours, nullptr, options);
}

Result<PictureScene> MakeSurfaceScene(const SurfaceMesh& mesh, const ScalarField& field, const SceneOptions& options)
{
	return BuildSurfaceScene(mesh, SurfaceColours::Slots, &field, options);
}

Result<PictureScene> MakeTetScene(const TetMesh& mesh, const SceneOptions& options)
{
	return BuildTetScene(mesh, nullptr, options);
}

Result<PictureScene> MakeTetScene(const TetMesh& mesh, const ScalarField& field, const SceneOptions& options)
{
	return BuildTetScene(mesh, &field, options);
}
} // namespace FractureToolkit
