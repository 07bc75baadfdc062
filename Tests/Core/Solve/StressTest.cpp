// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/Stress.h"

#include "Support/TetGrids.h"
#include "Support/TetShells.h"
#include "ThreadTaskRunner.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

using namespace FractureCore;
using namespace FractureTests;

namespace
{
const Material kGlass;

StressModel MakeModel(const TetMesh& mesh,
	std::span<const uint8_t> held = {},
	const StressModelSettings& settings = {},
	const Material& material = kGlass)
{
	Result<StressModel> model = StressModel::Create(mesh, material, held, settings, SerialRunner());
	EXPECT_TRUE(model) << (model ? "" : model.GetError().message);
	return std::move(*model);
}

StressField Hit(const StressModel& model, std::span<const ContactImpulse> impulses, const StressSettings& settings = {})
{
	StressWorkspace workspace;
	StressField field;
	const Status status = SolveImpact(model, impulses, settings, workspace, field, SerialRunner());
	EXPECT_TRUE(status) << (status ? "" : status.GetError().message);
	return field;
}

StressField Load(const StressModel& model, const std::vector<Vec3>& forces, bool average = false)
{
	StressWorkspace workspace;
	StressField field;
	StressSettings settings;
	settings.average = average;
	const Status status = SolveStaticLoads(model, forces, settings, workspace, field, SerialRunner());
	EXPECT_TRUE(status) << (status ? "" : status.GetError().message);
	return field;
}

ContactImpulse MakeImpulse(Vec3 point, Vec3 impulse, double radius = 0.0)
{
	ContactImpulse contact{point, impulse, GivenPulse(1.0e-3, PulseShape::HalfSine)};
	contact.pulse.patchRadius = radius;
	return contact;
}

Vec3 Centroid(const TetMesh& mesh, size_t tet)
{
	Vec3 sum;
	for (const int32_t v : mesh.tets[tet].v)
	{
		sum += mesh.nodes[static_cast<size_t>(v)];
	}
	return sum / 4.0;
}

double Norm(const Sym3& s)
{
	return std::sqrt(s.xx * s.xx + s.yy * s.yy + s.zz * s.zz + 2 * (s.xy * s.xy + s.yz * s.yz + s.zx * s.zx));
}

Sym3 Difference(const Sym3& a, const Sym3& b)
{
	return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.yz - b.yz, a.zx - b.zx};
}

/// Largest difference of two fields relative to the largest stress.
double FieldDifference(const std::vector<Sym3>& a, const std::vector<Sym3>& b, double scale = 1.0)
{
	double worst = 0.0;
	double largest = 0.0;
	for (size_t i = 0; i < a.size(); ++i)
	{
		Sym3 scaled = b[i];
		for (double* c : {&scaled.xx, &scaled.yy, &scaled.zz, &scaled.xy, &scaled.yz, &scaled.zx})
		{
			*c *= scale;
		}
		worst = std::max(worst, Norm(Difference(a[i], scaled)));
		largest = std::max(largest, Norm(a[i]));
	}
	return worst / largest;
}

/// Consistent nodal forces of a uniform traction on the boundary triangles that `chosen` accepts.
template <typename Chosen>
std::vector<Vec3> TractionForces(const TetMesh& mesh, const Chosen& chosen)
{
	std::vector<Vec3> forces(mesh.nodes.size());
	for (const Triangle& t : BoundaryTriangles(mesh))
	{
		const Vec3& a = mesh.nodes[static_cast<size_t>(t.v[0])];
		const Vec3& b = mesh.nodes[static_cast<size_t>(t.v[1])];
		const Vec3& c = mesh.nodes[static_cast<size_t>(t.v[2])];
		const Vec3 share = chosen((a + b + c) / 3.0, Cross(b - a, c - a) / 2.0) / 3.0;
		for (const int32_t v : t.v)
		{
			forces[static_cast<size_t>(v)] += share;
		}
	}
	return forces;
}
} // namespace

TEST(Stress, APulledBarCarriesForceOverArea)
{
	// Both ends pulled: in balance without supports, sigma_xx = F / A everywhere, strain E.
	const Vec3 size{0.4, 0.1, 0.05};
	TetMesh mesh = MakeTetGrid(8, 4, 3, size);
	JitterInside(mesh, size, {0.05, 0.025, 0.0166}, 0.15);
	const double traction = 3.0e6;
	const std::vector<Vec3> forces = TractionForces(mesh,
		[&](const Vec3& x, const Vec3& area) {
			return x.x < 1e-9 || x.x > size.x - 1e-9 ? Vec3{traction * area.x, 0, 0} : Vec3{};
		});
	for (const SolverKind solver : {SolverKind::Direct, SolverKind::ConjugateGradients})
	{
		const StressField field = Load(MakeModel(mesh, {}, {.solver = solver}), forces);
		EXPECT_EQ(field.report.solver, solver);
		for (const Sym3& s : field.stress)
		{
			EXPECT_LT(Norm(Difference(s, {traction, 0, 0, 0, 0, 0})), 1e-7 * traction);
		}
		for (const PrincipalStress& p : field.principal)
		{
			EXPECT_NEAR(p.largest, traction, 1e-7 * traction);
			EXPECT_NEAR(std::abs(p.direction.x), 1.0, 1e-7);
		}
		// Length grows by traction / E times itself: nodes 0 and 8 are the ends of an edge along x.
		EXPECT_NEAR(field.displacement[8].x - field.displacement[0].x, traction / kGlass.youngModulus * size.x, 1e-13);
	}
}

TEST(Stress, ACantileverConvergesToBeamTheory)
{
	// Tip load on a slender bar: w = F L^3 / (3 E I). Linear tets converge with h^2, slowly at first.
	Material material;
	material.poissonRatio = 0.0;
	const Vec3 size{1.0, 0.1, 0.1};
	const double force = 100.0;
	const double inertia = 0.1 * 0.001 / 12.0;
	// Shear adds F L / (kappa G A), kappa = 5/6, G = E / 2.
	const double expected =
		force / (3.0 * material.youngModulus * inertia) + force / (5.0 / 6.0 * material.youngModulus / 2.0 * 0.01);
	std::vector<double> errors;
	for (const int32_t n : {2, 4, 8})
	{
		const TetMesh mesh = MakeTetGrid(10 * n, n, n, size);
		std::vector<uint8_t> held(mesh.nodes.size(), 0);
		for (size_t i = 0; i < mesh.nodes.size(); ++i)
		{
			held[i] = mesh.nodes[i].x < 1e-9 ? 7 : 0;
		}
		const std::vector<Vec3> forces = TractionForces(mesh,
			[&](const Vec3& x, const Vec3& area) {
				return x.x > size.x - 1e-9 ? Vec3{0, 0, -force * area.x / 0.01} : Vec3{};
			});
		const StressField field = Load(MakeModel(mesh, held, {}, material), forces);
		double tip = 0.0;
		for (size_t i = 0; i < mesh.nodes.size(); ++i)
		{
			tip = mesh.nodes[i].x > size.x - 1e-9 ? std::max(tip, -field.displacement[i].z) : tip;
		}
		errors.push_back(std::abs(1.0 - tip / expected));

		Vec3 reaction;
		Vec3 moment;
		for (size_t i = 0; i < mesh.nodes.size(); ++i)
		{
			reaction += field.reaction[i];
			moment += Cross(mesh.nodes[i], field.reaction[i] + forces[i]);
		}
		EXPECT_LT(Length(reaction - Vec3{0, 0, force}), 1e-7 * force) << "the clamp carries the load";
		EXPECT_LT(Length(moment), 1e-7 * force);
	}
	EXPECT_GT(std::log2(errors[0] / errors[1]), 1.3);
	EXPECT_GT(std::log2(errors[1] / errors[2]), 1.6);
	EXPECT_LT(errors[2], 0.06);
}

TEST(Stress, AThickSphereUnderPressureFollowsLame)
{
	// sigma_r = p a^3 / (b^3 - a^3) (1 - b^3 / r^3), hoop = p a^3 / (b^3 - a^3) (1 + b^3 / (2 r^3)).
	const double a = 0.1;
	const double b = 0.2;
	const double pressure = 1.0e7;
	const SphereSurface sphere = MakeUnitSphere(3);
	const TetMesh mesh = MakeHollowSphere(sphere, a, b, 6);
	const std::vector<Vec3> forces = TractionForces(
		mesh, [&](const Vec3& x, const Vec3& area) { return Length(x) < 0.15 ? -area * pressure : Vec3{}; });
	const StressField field = Load(MakeModel(mesh), forces);
	// The three tets of a prism have different constant errors; a layer's mean has the order of the method.
	std::vector<double> radial(6, 0.0);
	std::vector<double> hoop(6, 0.0);
	std::vector<double> radius(6, 0.0);
	std::vector<double> volume(6, 0.0);
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		const size_t layer = t / (3 * sphere.triangles.size());
		const Vec3 n = Normalised(Centroid(mesh, t));
		const Sym3& s = field.stress[t];
		const double sr = s.xx * n.x * n.x + s.yy * n.y * n.y + s.zz * n.z * n.z +
			2 * (s.xy * n.x * n.y + s.yz * n.y * n.z + s.zx * n.z * n.x);
		const double v = SignedVolume(mesh, mesh.tets[t]);
		radial[layer] += v * sr;
		hoop[layer] += v * 0.5 * (s.xx + s.yy + s.zz - sr);
		radius[layer] += v * Length(Centroid(mesh, t));
		volume[layer] += v;
	}
	const double c = pressure * a * a * a / (b * b * b - a * a * a);
	for (size_t layer = 0; layer < 6; ++layer)
	{
		const double r = radius[layer] / volume[layer];
		const double cube = b * b * b / (r * r * r);
		EXPECT_NEAR(radial[layer] / volume[layer], c * (1.0 - cube), 0.06 * pressure) << "layer " << layer;
		EXPECT_NEAR(hoop[layer] / volume[layer], c * (1.0 + cube / 2.0), 0.06 * pressure) << "layer " << layer;
	}
	// Exact for every mesh: the mean hoop and radial stress from the virial theorem, integral of tr(sigma) = work of
	// loads.
	double trace = 0.0;
	double work = 0.0;
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		trace += SignedVolume(mesh, mesh.tets[t]) * (field.stress[t].xx + field.stress[t].yy + field.stress[t].zz);
	}
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		work += Dot(mesh.nodes[i], forces[i]);
	}
	EXPECT_NEAR(trace, work, 1e-8 * work);
}

TEST(Stress, AFreeRodStruckAtItsEndBendsMostAtAThird)
{
	// M(x) = F x (1 - x / L)^2 peaks at L / 3 with 4 F L / 27; sigma = M / (W) on the surface.
	const double length = 1.0;
	const double width = 0.05;
	const TetMesh mesh = MakeTetGrid(96, 6, 6, {length, width, width});
	const double impulse = 0.2;
	const StressField field = Hit(MakeModel(mesh),
		std::vector{MakeImpulse({0.0125, width / 2, width}, {0, 0, -impulse}, 0.03)},
		{.average = false});
	const double force = impulse * kPi / 2.0 / 1.0e-3;
	double peak = 0.0;
	double where = 0.0;
	for (size_t slice = 0; slice < 96; ++slice)
	{
		// Moment of a slice from its tets: integral of sigma_xx (z - mid) over the slice, over its length.
		double moment = 0.0;
		for (size_t t = 0; t < mesh.tets.size(); ++t)
		{
			const Vec3 x = Centroid(mesh, t);
			if (static_cast<size_t>(x.x * 96.0) == slice)
			{
				moment += field.stress[t].xx * (x.z - width / 2) * SignedVolume(mesh, mesh.tets[t]) * 96.0;
			}
		}
		if (std::abs(moment) > peak)
		{
			peak = std::abs(moment);
			where = (static_cast<double>(slice) + 0.5) / 96.0;
		}
	}
	EXPECT_NEAR(where, 1.0 / 3.0, 0.03);
	// The layers' constant stresses miss the part 1 / n^2 of the moment, and linear tets are stiff.
	EXPECT_GT(peak, 0.75 * 4.0 * force * length / 27.0);
	EXPECT_LT(peak, 1.02 * 4.0 * force * length / 27.0);
}

TEST(Stress, DoesNotDependOnWhichNodesArePinnedUnlessReliefIsOff)
{
	const TetMesh mesh = MakeTetGrid(12, 3, 3, {0.4, 0.1, 0.1});
	const std::vector<ContactImpulse> hit{MakeImpulse({0.0, 0.05, 0.05}, {0.5, 0.1, 0})};
	const int32_t last = static_cast<int32_t>(mesh.nodes.size()) - 1;
	const StressField automatic = Hit(MakeModel(mesh), hit);
	const StressField pinnedA = Hit(MakeModel(mesh, {}, {.pinNodes = {0, 12, 39}}), hit);
	const StressField pinnedB = Hit(MakeModel(mesh, {}, {.pinNodes = {last, last - 20, last - 60}}), hit);
	EXPECT_LT(FieldDifference(automatic.stress, pinnedA.stress), 1e-8);
	EXPECT_LT(FieldDifference(automatic.stress, pinnedB.stress), 1e-8);
	EXPECT_LT(Length(automatic.displacement[50] - pinnedB.displacement[50]),
		1e-8 * Length(automatic.displacement[0]) + 1e-18);

	// As the paper prints it: the pins react to what is not in balance, and the field depends on them.
	const StressField paperA = Hit(MakeModel(mesh, {}, {.freeBody = FreeBody::PinsOnly, .pinNodes = {0, 12, 39}}), hit);
	const StressField paperB =
		Hit(MakeModel(mesh, {}, {.freeBody = FreeBody::PinsOnly, .pinNodes = {last, last - 20, last - 60}}), hit);
	EXPECT_GT(FieldDifference(paperA.stress, paperB.stress), 0.5);
}

TEST(Stress, BothSolversAgree)
{
	const Vec3 size{0.3, 0.2, 0.1};
	TetMesh mesh = MakeTetGrid(9, 6, 4, size);
	JitterInside(mesh, size, {0.033, 0.033, 0.025}, 0.2);
	const std::vector<ContactImpulse> hit{
		MakeImpulse({0.11, 0.07, 0.1}, {0.1, -0.2, -1.0}), MakeImpulse({0.3, 0.1, 0.05}, {-0.4, 0, 0.1})};
	const StressField direct = Hit(MakeModel(mesh), hit);
	const StressField iterated = Hit(MakeModel(mesh, {}, {.solver = SolverKind::ConjugateGradients}), hit);
	EXPECT_GT(iterated.report.iterations, 10);
	EXPECT_TRUE(iterated.report.converged);
	EXPECT_LT(FieldDifference(direct.stress, iterated.stress), 1e-6);

	std::vector<uint8_t> held(mesh.nodes.size(), 0);
	held[0] = 7;
	held[5] = 4;
	held[40] = 2;
	const StressField heldDirect = Hit(MakeModel(mesh, held), hit);
	const StressField heldIterated = Hit(MakeModel(mesh, held, {.solver = SolverKind::ConjugateGradients}), hit);
	EXPECT_LT(FieldDifference(heldDirect.stress, heldIterated.stress), 1e-6);
}

TEST(Stress, ACollisionInManySubstepsGivesTheSameField)
{
	const TetMesh mesh = MakeTetGrid(8, 8, 2, {0.4, 0.4, 0.05});
	const StressModel model = MakeModel(mesh);
	const Vec3 point{0.21, 0.17, 0.05};
	const Vec3 impulse{0.05, 0.02, -0.8};
	const StressField whole = Hit(model, std::vector{MakeImpulse(point, impulse)});
	for (int32_t substeps = 2; substeps <= 64; substeps *= 2)
	{
		// A pulse's shape: shares of the impulse that are not equal but add up.
		std::vector<ContactImpulse> parts;
		double total = 0.0;
		for (int32_t k = 0; k < substeps; ++k)
		{
			total += std::sin(kPi * (k + 0.5) / substeps);
		}
		for (int32_t k = 0; k < substeps; ++k)
		{
			parts.push_back(MakeImpulse(point, impulse * (std::sin(kPi * (k + 0.5) / substeps) / total)));
		}
		EXPECT_LT(FieldDifference(whole.stress, Hit(model, parts).stress), 1e-6);
	}
}

TEST(Stress, FollowsTheLoadLinearlyAndTheBodyWhenItTurns)
{
	const TetMesh mesh = MakeTetGrid(6, 5, 4, {0.3, 0.2, 0.15});
	const StressModel model = MakeModel(mesh);
	const ContactImpulse first = MakeImpulse({0.1, 0.1, 0.15}, {0, 0.1, -1});
	const ContactImpulse second = MakeImpulse({0.3, 0.1, 0.07}, {-2, 0, 0.3});
	const StressField a = Hit(model, std::vector{first});
	const StressField b = Hit(model, std::vector{second});
	const StressField both = Hit(model, std::vector{first, second});
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		// What the two together have beyond the first alone is the second's.
		const Sym3 beyond = Difference(both.stress[t], a.stress[t]);
		EXPECT_LT(Norm(Difference(beyond, b.stress[t])), 1e-7 * (Norm(b.stress[t]) + 1e4)) << t;
	}

	// Turned by 120 degrees about (1, 1, 1): x -> y -> z -> x, and away from the origin.
	auto turn = [](const Vec3& v) { return Vec3{v.z, v.x, v.y}; };
	const Vec3 shift{30, -20, 10};
	TetMesh turned = mesh;
	for (Vec3& x : turned.nodes)
	{
		x = turn(x) + shift;
	}
	ContactImpulse moved = first;
	moved.point = turn(first.point) + shift;
	moved.impulse = turn(first.impulse);
	const StressField other = Hit(MakeModel(turned), std::vector{moved});
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		const Sym3& s = a.stress[t];
		const Sym3 expected{s.zz, s.xx, s.yy, s.zx, s.xy, s.yz};
		EXPECT_LT(Norm(Difference(other.stress[t], expected)), 1e-7 * (Norm(s) + 1e4));
		EXPECT_NEAR(other.principal[t].largest, a.principal[t].largest, 1e-7 * (Norm(s) + 1e4));
	}
}

TEST(Stress, OfABoxStruckNearItsEdgesTurnsWithItByAnyAngle)
{
	// Right angles between faces are exact on the axes and off by rounding when turned: no node may drop in or out.
	const TetMesh mesh = MakeTetGrid(9, 6, 4, {0.3, 0.2, 0.1});
	const double c = std::cos(0.5);
	const double s = std::sin(0.5);
	auto turn = [&](const Vec3& v) { return Vec3{c * v.x - s * v.y, s * v.x + c * v.y, v.z}; };
	TetMesh turned = mesh;
	for (Vec3& x : turned.nodes)
	{
		x = turn(x);
	}
	const StressModel straight = MakeModel(mesh);
	const StressModel askew = MakeModel(turned);
	for (const auto& [point, impulse] :
		{std::pair{Vec3{0.2, 0.2, 0.09}, Vec3{0, -1, 0}}, std::pair{Vec3{0.29, 0.1, 0.1}, Vec3{0.2, 0, -1}}})
	{
		const StressField a = Hit(straight, std::vector{MakeImpulse(point, impulse)});
		const StressField b = Hit(askew, std::vector{MakeImpulse(turn(point), turn(impulse))});
		double most = 0.0;
		for (const PrincipalStress& p : a.principal)
		{
			most = std::max(most, p.largest);
		}
		for (size_t t = 0; t < mesh.tets.size(); ++t)
		{
			EXPECT_NEAR(b.principal[t].largest, a.principal[t].largest, 1e-7 * most) << t;
		}
	}
}

TEST(Stress, AnchorsBearForceAndMomentOfABlowWhereverItActs)
{
	const TetMesh mesh = MakeTetGrid(8, 4, 4, {0.4, 0.2, 0.2});
	std::vector<uint8_t> held(mesh.nodes.size(), 0);
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		held[i] = mesh.nodes[i].x < 1.0e-9 ? 7 : 0;
	}
	const Result<StressModel> model = StressModel::Create(mesh, {}, held, {}, SerialRunner());
	ASSERT_TRUE(model);
	const ContactPulse pulse = GivenPulse(1.0e-3, PulseShape::HalfSine);
	const Vec3 impulse{0.3, -0.5, -1.0};
	// On the surface, a little inside, a little outside, deep inside.
	for (const Vec3 point :
		{Vec3{0.31, 0.09, 0.2}, Vec3{0.31, 0.09, 0.17}, Vec3{0.33, 0.12, 0.22}, Vec3{0.26, 0.11, 0.1}})
	{
		const ContactImpulse blow{point, impulse, pulse};
		StressWorkspace workspace;
		StressField field;
		ASSERT_TRUE(SolveImpact(*model, {&blow, 1}, {}, workspace, field, SerialRunner()));
		Vec3 force;
		Vec3 moment;
		for (size_t i = 0; i < mesh.nodes.size(); ++i)
		{
			force += field.reaction[i];
			moment += Cross(mesh.nodes[i], field.reaction[i]);
		}
		const Vec3 peak = impulse * pulse.peakRate;
		EXPECT_LT(Length(force + peak), 1.0e-9 * Length(peak));
		EXPECT_LT(Length(moment + Cross(point, peak)), 1.0e-9 * Length(peak));
	}
}

TEST(Stress, ImpulseStressTimesThePeakRateIsPeakStress)
{
	const TetMesh mesh = MakeTetGrid(6, 5, 4, {0.3, 0.2, 0.15});
	const StressModel model = MakeModel(mesh);
	const ContactImpulse hit = MakeImpulse({0.1, 0.1, 0.15}, {0, 0.1, -1});
	const StressField peak = Hit(model, std::vector{hit});
	const StressField impulse = Hit(model, std::vector{hit}, {.quantity = StressQuantity::StressImpulse});
	EXPECT_LT(FieldDifference(peak.stress, impulse.stress, kPi / 2.0 / 1.0e-3), 1e-12);
}

TEST(Stress, ThePeakUnderAPatchConvergesAndUnderAPointDoesNot)
{
	// Tension under a fixed patch settles as the mesh is refined; a load on one node grows like 1 / h^2.
	std::vector<double> patch;
	std::vector<double> point;
	for (const int32_t n : {4, 8, 12})
	{
		const TetMesh mesh = MakeTetGrid(2 * n, 2 * n, n, {0.2, 0.2, 0.1});
		const StressModel model = MakeModel(mesh);
		auto largest = [](const StressField& field)
		{
			double value = 0.0;
			for (const Sym3& s : field.stress)
			{
				value = std::max(value, Norm(s));
			}
			return value;
		};
		patch.push_back(
			largest(Hit(model, std::vector{MakeImpulse({0.1, 0.1, 0.1}, {0, 0, -1}, 0.06)}, {.average = false})));
		std::vector<Vec3> forces(mesh.nodes.size());
		forces.back() = {0, 0, 0};
		for (size_t i = 0; i < mesh.nodes.size(); ++i)
		{
			const Vec3 x = mesh.nodes[i];
			if (std::abs(x.x - 0.1) + std::abs(x.y - 0.1) < 1e-9)
			{
				forces[i].z = x.z > 0.1 - 1e-9 ? -1.0 : (x.z < 1e-9 ? 1.0 : 0.0);
			}
		}
		point.push_back(largest(Load(model, forces)));
	}
	EXPECT_LT(std::abs(patch[2] / patch[1] - 1.0), 0.1);
	EXPECT_LT(std::abs(patch[2] / patch[1] - 1.0), std::abs(patch[1] / patch[0] - 1.0));
	EXPECT_GT(point[1] / point[0], 3.0);
	EXPECT_GT(point[2] / point[1], 1.8);
}

TEST(Stress, AveragingKeepsAConstantField)
{
	const Vec3 size{0.4, 0.1, 0.05};
	const TetMesh mesh = MakeTetGrid(8, 4, 3, size);
	const std::vector<Vec3> forces = TractionForces(mesh,
		[&](const Vec3& x, const Vec3& area) {
			return x.x < 1e-9 || x.x > size.x - 1e-9 ? Vec3{1e6 * area.x, 0, 0} : Vec3{};
		});
	const StressField field = Load(MakeModel(mesh), forces, true);
	for (const Sym3& s : field.stress)
	{
		EXPECT_LT(Norm(Difference(s, {1e6, 0, 0, 0, 0, 0})), 0.1);
	}
}

TEST(Stress, ThreadsDoNotChangeABit)
{
	const TetMesh mesh = MakeTetGrid(14, 10, 6, {0.3, 0.2, 0.15});
	const std::vector<ContactImpulse> hit{MakeImpulse({0.1, 0.1, 0.15}, {0, 0.1, -1})};
	const StressField serial = Hit(MakeModel(mesh), hit);
	for (const int32_t threads : {2, 8})
	{
		FractureToolkit::ThreadTaskRunner runner(threads);
		const Result<StressModel> model = StressModel::Create(mesh, kGlass, {}, {}, runner);
		ASSERT_TRUE(model);
		StressWorkspace workspace;
		StressField field;
		ASSERT_TRUE(SolveImpact(*model, hit, {}, workspace, field, runner));
		EXPECT_EQ(std::memcmp(field.stress.data(), serial.stress.data(), serial.stress.size() * sizeof(Sym3)), 0);
	}
}

TEST(Stress, BadInputIsNamed)
{
	const TetMesh mesh = MakeTetGrid(2, 2, 2, {1, 1, 1});
	auto create = [&](const TetMesh& m, const Material& material, std::span<const uint8_t> held)
	{ return StressModel::Create(m, material, held, {}, SerialRunner()); };

	TetMesh inverted = mesh;
	std::swap(inverted.tets[7].v[0], inverted.tets[7].v[1]);
	EXPECT_EQ(create(inverted, kGlass, {}).GetError().element, 7);

	Material rubber;
	rubber.poissonRatio = 0.5;
	EXPECT_NE(create(mesh, rubber, {}).GetError().message.find("oisson"), std::string::npos);
	EXPECT_FALSE(create(mesh, kGlass, std::vector<uint8_t>(3, 7)));

	const StressModel model = MakeModel(mesh);
	StressWorkspace workspace;
	StressField field;
	const Status nan = SolveImpact(model,
		std::vector{MakeImpulse({0.5, 0.5, 1}, {0, 0, -1}), MakeImpulse({0.5, 0.5, 1}, {0, 0, std::nan("")})},
		{},
		workspace,
		field,
		SerialRunner());
	ASSERT_FALSE(nan);
	EXPECT_EQ(nan.GetError().element, 1);
	EXPECT_FALSE(SolveStaticLoads(model, std::vector<Vec3>(5), {}, workspace, field, SerialRunner()));
}

TEST(Stress, UnbalancedLoadsAreNamedWithTheirPartAndAxis)
{
	// Two cubes of 1 m, the second one 3 m along x.
	const TetMesh cube = MakeTetGrid(2, 2, 2, {1, 1, 1});
	TetMesh two = cube;
	const size_t count = cube.nodes.size();
	for (const Vec3& x : cube.nodes)
	{
		two.nodes.push_back(x + Vec3{3, 0, 0});
	}
	for (Tet tet : cube.tets)
	{
		for (int32_t& v : tet.v)
		{
			v += static_cast<int32_t>(count);
		}
		two.tets.push_back(tet);
	}
	const auto nodeAt = [&](const Vec3& where)
	{
		for (size_t i = 0; i < two.nodes.size(); ++i)
		{
			if (Length(two.nodes[i] - where) < 1e-9)
			{
				return i;
			}
		}
		ADD_FAILURE() << "no node there";
		return size_t{0};
	};
	StressWorkspace workspace;
	StressField field;
	const auto messageOf = [&](const TetMesh& mesh, const std::vector<uint8_t>& held, const std::vector<Vec3>& loads)
	{
		const Result<StressModel> model = StressModel::Create(mesh, kGlass, held, {}, SerialRunner());
		EXPECT_TRUE(model);
		const Status solved = SolveStaticLoads(*model, loads, {}, workspace, field, SerialRunner());
		return solved ? std::string() : solved.GetError().message;
	};
	const std::string tail = "), and nothing holds the body against that: fix more nodes or balance the loads";

	std::vector<Vec3> loads(count);
	loads[nodeAt({0.5, 0.5, 1})] = {0, 0, -2.5};
	EXPECT_EQ(messageOf(cube, {}, loads),
		"the loads are not in balance by a force of 2.5 N along -z (1 of what they could be off, 1e-05 is allowed" +
			tail);
	// A couple: no force is left over, but a moment about z.
	loads.assign(two.nodes.size(), Vec3{});
	loads[nodeAt({3, 0.5, 0.5})] = {0, -4, 0};
	loads[nodeAt({4, 0.5, 0.5})] = {0, 4, 0};
	EXPECT_EQ(messageOf(two, {}, loads),
		"the loads on the part around (3.5, 0.5, 0.5) m, one of 2 are not in balance by a moment of 4 N m about z "
		"through (3.5, 0.5, 0.5) m (1 of what they could be off, 1e-05 is allowed" +
			tail);
	// Held along a line the cube can turn about that line alone, which is not through its middle.
	std::vector<uint8_t> hinge(count, 0);
	loads.assign(count, Vec3{});
	for (size_t i = 0; i < count; ++i)
	{
		hinge[i] = cube.nodes[i].x < 1e-9 && cube.nodes[i].y < 1e-9 ? 7 : 0;
	}
	loads[nodeAt({1, 0, 0.5})] = {5, 3, 0};
	const std::string turned = messageOf(cube, hinge, loads);
	EXPECT_NE(turned.find("a moment of 3 N m about z through (0, 0, "), std::string::npos) << turned;
	// What is within rounding of a table passes.
	loads.assign(count, Vec3{});
	loads[nodeAt({0.5, 0.5, 1})] = {0, 0, -2.5};
	loads[nodeAt({0.5, 0.5, 0})] = {0, 0, 2.50001};
	EXPECT_EQ(messageOf(cube, {}, loads), "");
	loads[nodeAt({0.5, 0.5, 0})] = {0, 0, 2.5002};
	EXPECT_NE(messageOf(cube, {}, loads).find("a force of 0.0002 N along z (4e-05 of"), std::string::npos);
}
