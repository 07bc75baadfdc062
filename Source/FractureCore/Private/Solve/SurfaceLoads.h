// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Parallel.h"
#include "FractureCore/Result.h"
#include "Mesh/TriangleTree.h"
#include "Solve/StressMesh.h"

#include <span>
#include <vector>

namespace FractureCore
{
/// Brings forces that act at points of the surface to the nodes.
///
/// A force at a single node makes a stress that grows without end as the mesh is refined (sigma ~ F / h^2). So each
/// surface node has a patch: the surface nodes that a way within a radius leads to, with the weights 1 - (d / radius)^2
/// of a pressed contact, corrected to the exact moment. A force inside a triangle is shared by the patches of its
/// corners. The nodes' loads are thus linear in the shares and continuous as a contact slides, which makes bounds on
/// them possible.
class SurfaceLoads
{
public:
	/// The surface of a solid.
	SurfaceLoads(const StressMesh& mesh, TaskRunner& runner);
	SurfaceLoads(const StressMesh& mesh, const FaceTable& faces, TaskRunner& runner); // the mesh's

	/// A sheet, which has no inside.
	SurfaceLoads(std::span<const Vec3> nodes, std::span<const Triangle> triangles, TaskRunner& runner);

	/// Where a point meets the body: a surface triangle with shares of its corners, or a tet if it is deep inside.
	struct Site
	{
		int32_t nodes[4] = {kNoIndex, kNoIndex, kNoIndex, kNoIndex}; // the fourth only inside a tet
		double shares[4] = {0.0, 0.0, 0.0, 0.0};                     // sum 1
		Vec3 offset; // m, from there to the point itself: what a force there has as moment besides

		bool IsInside() const { return nodes[3] != kNoIndex; }
	};

	/// A point off the surface meets it at the nearest point if that is not farther away than an edge length there; a
	/// point deeper inside goes to the tet that holds it; anything else is an error that names impulse `number`.
	Result<Site> Locate(const Vec3& point, int64_t number) const;

	/// Adds to `nodeForces` (1 a node) the force (N) at the point that was located: net force and moment are exact,
	/// also where the point lies off the surface.
	void Add(const Site& site, const Vec3& force, double patchRadius, std::span<Vec3> nodeForces) const;

	/// The patch of one surface node alone, under a force and a moment (N m) about the node.
	void AddPatch(
		int32_t node, const Vec3& force, const Vec3& moment, double patchRadius, std::span<Vec3> nodeForces) const;

	/// The least patch radius at a surface node: two mean edge lengths, m.
	double LeastRadius(int32_t node) const { return m_leastRadius[static_cast<size_t>(node)]; }

	std::span<const int32_t> SurfaceNodes() const { return m_surfaceNodes; }
	std::span<const Triangle> SurfaceTriangles() const { return m_surface; }

	/// Outward, 1 a node of the mesh, m^2: a third of the triangles' areas around it; zero inside.
	std::span<const Vec3> AreaNormals() const { return m_areaNormals; }

private:
	class Patch;

	SurfaceLoads(
		std::span<const Vec3> nodes, std::span<const Tet> tets, std::vector<Triangle> surface, TaskRunner& runner);
	Result<Site> LocateInside(const Vec3& point) const;
	void AddCouple(int32_t node, const Vec3& moment, std::span<Vec3> nodeForces) const;

	std::vector<Vec3> m_nodes; // m
	std::vector<Tet> m_tets;
	std::vector<Triangle> m_surface;
	std::vector<int32_t> m_surfaceNodes; // ascending
	std::vector<Vec3> m_areaNormals;
	std::vector<double> m_leastRadius; // 1 a node, m; zero inside
	std::vector<int32_t> m_ringBegin;  // 1 a node and the end: of its part of m_ring
	std::vector<int32_t> m_ring;       // surface nodes beside it
	TriangleTree m_tree;
};
} // namespace FractureCore
