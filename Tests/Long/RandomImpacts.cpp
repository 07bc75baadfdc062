// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Random impacts on every shape that the program makes and every mesh of a folder, and on the pieces that come of them.
// After each: every piece closed, volume and outer area those of the body, momentum kept, no number that is not finite,
// and now and then the same hash for two threads. A failure prints the command that repeats it.
#include "FractureCore/Break.h"
#include "FractureCore/Piece.h"
#include "FractureCore/Random.h"
#include "Import.h"
#include "Shapes.h"
#include "Support/ClosedSurface.h"
#include "Support/TestPaths.h"
#include "ThreadTaskRunner.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

using namespace FractureCore;

namespace
{
constexpr int32_t kImpactsOnABody = 20;
constexpr int32_t kGenerations = 3;

struct Options
{
	int64_t impacts = 10'000;
	double seconds = 1.0e9; // stops early
	int64_t firstBody = 0;  // to repeat one
	std::string only;       // this object alone
	uint64_t seed = 1;
};

/// Number after number of one stream.
class Draws
{
public:
	Draws(uint64_t seed, uint64_t stream) : m_seed(RandomBits(seed, stream)) {}

	double Unit() { return RandomUnit(m_seed, m_count++); }
	double Between(double low, double high) { return low + (high - low) * Unit(); }
	int32_t Int(int32_t low, int32_t high) { return low + static_cast<int32_t>(Unit() * (high - low + 1)); }
	Vec3 Direction()
	{
		for (;;)
		{
			const double x = Between(-1.0, 1.0);
			const double y = Between(-1.0, 1.0);
			const Vec3 d{x, y, Between(-1.0, 1.0)};
			if (Length(d) > 0.1 && Length(d) <= 1.0)
			{
				return Normalised(d);
			}
		}
	}

private:
	uint64_t m_seed;
	uint64_t m_count = 0;
};

std::vector<std::string> Objects()
{
	std::vector<std::string> names;
	for (const FractureToolkit::ShapeInfo& shape : FractureToolkit::ListShapes())
	{
		names.push_back(shape.name);
	}
	std::error_code missing;
	std::vector<std::string> files;
	for (const auto& entry : std::filesystem::directory_iterator(FractureTests::ScannedMeshes(), missing))
	{
		if (entry.path().extension() == ".obj")
		{
			files.push_back(entry.path().string());
		}
	}
	std::sort(files.begin(), files.end());
	names.insert(names.end(), files.begin(), files.end());
	return names;
}

Result<SurfaceMesh> LoadObject(const std::string& name)
{
	if (name.find(".obj") == std::string::npos)
	{
		return FractureToolkit::MakeShape(name);
	}
	Result<FractureToolkit::ImportedModel> model = FractureToolkit::ImportModel(name);
	if (!model)
	{
		return model.GetError();
	}
	return std::get<FractureToolkit::ImportedSurface>(std::move(*model)).mesh;
}

double AreaOf(const SurfaceMesh& mesh, size_t triangles)
{
	double area = 0.0;
	for (size_t i = 0; i < triangles; ++i)
	{
		const Triangle& t = mesh.triangles[i];
		const Vec3& a = mesh.positions[t.v[0]];
		area += 0.5 * Length(Cross(mesh.positions[t.v[1]] - a, mesh.positions[t.v[2]] - a));
	}
	return area;
}

double SizeOf(const SurfaceMesh& mesh)
{
	double size = 0.0;
	for (const Vec3& p : mesh.positions)
	{
		size = std::max(size, Length(p - mesh.positions[0]));
	}
	return size;
}

bool IsFinite(const Vec3f& v)
{
	return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

std::string DefectOfPiece(const BreakResult& result, size_t i)
{
	const Fragment& fragment = result.fragments[i];
	const SurfaceMesh& mesh = fragment.surface;
	if (std::string defect = FractureTests::DefectOfClosedSurface(mesh.positions, mesh.triangles); !defect.empty())
	{
		return defect;
	}
	if (!(fragment.mass.volume > 0.0) || !std::isfinite(fragment.mass.volume))
	{
		return "volume " + std::to_string(fragment.mass.volume);
	}
	if (!std::all_of(mesh.cornerNormals.begin(), mesh.cornerNormals.end(), [](const Vec3f& n) { return IsFinite(n); }))
	{
		return "a normal is not finite";
	}
	if (!std::all_of(mesh.cornerUvs.begin(),
			mesh.cornerUvs.end(),
			[](const Vec2f& uv) { return std::isfinite(uv.x) && std::isfinite(uv.y); }))
	{
		return "a UV is not finite";
	}
	if (!IsFinite(result.motions[i].velocity) || !IsFinite(result.motions[i].angularVelocity))
	{
		return "its motion is not finite";
	}
	for (const ConvexHull& hull : result.hulls[i])
	{
		if (hull.positions.size() < 4 || !(hull.volume > 0.0))
		{
			return "a hull is flat";
		}
	}
	return {};
}

/// What is wrong with a result, in words; empty if nothing is.
std::string DefectOfResult(const Breakable& body, const BreakResult& result, bool keepsAll)
{
	const SurfaceMesh& whole = body.Cut().Surface();
	const double volume = SolidMassProperties(whole.positions, whole.triangles, 1.0).volume;
	double sum = result.debris.mass / body.Object().material.density;
	double area = 0.0;
	for (size_t i = 0; i < result.fragments.size(); ++i)
	{
		if (const std::string defect = DefectOfPiece(result, i); !defect.empty())
		{
			return "piece " + std::to_string(i) + ": " + defect;
		}
		sum += result.fragments[i].mass.volume;
		area += AreaOf(result.fragments[i].surface, static_cast<size_t>(result.fragments[i].outerTriangles));
	}
	if (!(std::abs(sum / volume - 1.0) <= 1.0e-9))
	{
		return "volume off by " + std::to_string(1.0e9 * (sum / volume - 1.0)) + "e-9";
	}
	if (const double all = AreaOf(whole, whole.triangles.size()); keepsAll && !(std::abs(area / all - 1.0) <= 1.0e-9))
	{
		return "outer area off by " + std::to_string(1.0e9 * (area / all - 1.0)) + "e-9";
	}
	if (!(result.momentumError <= 1.0e-9))
	{
		return "momentum off by " + std::to_string(1.0e9 * result.momentumError) + "e-9";
	}
	return {};
}

/// Somewhere on the surface, mostly inwards.
ContactImpulse DrawContact(const SurfaceMesh& surface, Draws& draws)
{
	ContactImpulse contact;
	const Triangle& t =
		surface.triangles[static_cast<size_t>(draws.Int(0, static_cast<int32_t>(surface.triangles.size()) - 1))];
	const Vec3 a = surface.positions[t.v[0]];
	const Vec3 b = surface.positions[t.v[1]] - a;
	const Vec3 c = surface.positions[t.v[2]] - a;
	double u = draws.Unit();
	double v = draws.Unit();
	if (u + v > 1.0)
	{
		u = 1.0 - u;
		v = 1.0 - v;
	}
	contact.point = a + b * u + c * v;
	const Vec3 normal = Cross(b, c);
	const Vec3 inwards = Length(normal) > 0.0 ? -Normalised(normal) : draws.Direction();
	contact.impulse = Normalised(inwards + draws.Direction() * 0.7);
	contact.pulse = GivenPulse(std::pow(10.0, draws.Between(-5.0, -3.0)), PulseShape::HalfSine);
	return contact;
}

class Campaign
{
public:
	explicit Campaign(const Options& options) : m_options(options), m_objects(Objects()) {}

	int Run()
	{
		if (!m_options.only.empty())
		{
			std::erase_if(
				m_objects, [this](const std::string& name) { return name.find(m_options.only) == name.npos; });
		}
		if (m_objects.empty())
		{
			std::printf("no such object\n");
			return 2;
		}
		for (m_body = m_options.firstBody; m_impacts < m_options.impacts && !IsLate(); ++m_body)
		{
			RunBody(m_objects[static_cast<size_t>(m_body) % m_objects.size()]);
		}
		std::printf("%lld impacts on %lld bodies, %lld that came apart, %lld pieces, %lld second breaks, %lld refused "
					"impacts, %.0f s: %lld failed\n",
			static_cast<long long>(m_impacts),
			static_cast<long long>(m_body - m_options.firstBody),
			static_cast<long long>(m_separated),
			static_cast<long long>(m_pieces),
			static_cast<long long>(m_again),
			static_cast<long long>(m_refused),
			Seconds(),
			static_cast<long long>(m_failed));
		return m_failed == 0 && m_pieces > 0 ? 0 : 1;
	}

private:
	double Seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - m_start).count(); }
	bool IsLate() const { return Seconds() > m_options.seconds; }

	void Fail(const std::string& what)
	{
		++m_failed;
		std::printf("FAILED %s: %s\n  fracture_random_impacts --seed %llu --first %lld --impacts 1%s%s\n",
			m_name.c_str(),
			what.c_str(),
			static_cast<unsigned long long>(m_options.seed),
			static_cast<long long>(m_body),
			m_options.only.empty() ? "" : " --only ",
			m_options.only.c_str());
		std::fflush(stdout);
	}

	void RunBody(const std::string& object)
	{
		Draws draws(m_options.seed, static_cast<uint64_t>(m_body));
		m_name = object;
		Result<SurfaceMesh> mesh = LoadObject(object);
		if (!mesh)
		{
			Fail(mesh.GetError().message);
			return;
		}
		BakeSettings settings;
		const std::span<const Material> materials = MaterialPresets();
		settings.material = materials[static_cast<size_t>(draws.Int(0, static_cast<int32_t>(materials.size()) - 1))];
		settings.tets.targetTets = static_cast<int32_t>(std::pow(10.0, draws.Between(2.5, 3.7)));
		settings.tets.maxTets = 8'000; // walls that want more get holes, which cuts must stand
		if (draws.Int(1, 5) == 1)
		{
			settings.shellThickness = SizeOf(*mesh) * draws.Between(0.002, 0.02);
		}
		Result<BakedObject> baked = BakeObject(*mesh, settings, SerialRunner());
		if (!baked)
		{
			std::printf("%s: not baked: %s\n", object.c_str(), baked.GetError().message.c_str());
			++m_impacts;
			return;
		}
		const bool isShell = baked->kind == BakedKind::Shell;
		m_name += " with " + std::to_string(baked->tets.tets.size()) + (isShell ? " tets, a shell of " : " tets of ") +
			settings.material.name;
		const Result<Breakable> body = Breakable::Create(std::move(*baked), {}, {}, {}, SerialRunner());
		if (!body)
		{
			// Not every sheet can have a thickness.
			const std::string why = "not prepared: " + body.GetError().message;
			isShell ? void(std::printf("%s: %s\n", m_name.c_str(), why.c_str())) : Fail(why);
			++m_impacts;
			return;
		}
		for (int32_t i = 0; i < kImpactsOnABody && !IsLate(); ++i)
		{
			Hit(*body, draws, 1);
		}
	}

	void Hit(const Breakable& body, Draws& draws, int32_t generation)
	{
		++m_impacts;
		std::vector<ContactImpulse> contacts;
		for (int32_t n = draws.Int(1, 5) == 1 ? 3 : 1; n > 0; --n)
		{
			contacts.push_back(DrawContact(body.Cut().Surface(), draws));
		}
		BreakSettings settings;
		settings.plan.maxSolves = 1;
		Impact impact;
		impact.loads.collision = contacts;
		impact.motion = {draws.Direction() * draws.Between(0.0, 10.0), draws.Direction() * draws.Between(0.0, 10.0)};
		// How hard a blow must be is known after a tap.
		const Result<BreakResult> tap = BreakBody(body, impact, settings, SerialRunner());
		if (!tap)
		{
			++m_refused;
			std::printf("%s: %s\n", m_name.c_str(), tap.GetError().message.c_str());
			return;
		}
		if (!(tap->plan.firstFailureLoad > 0.0 && std::isfinite(tap->plan.firstFailureLoad)))
		{
			return;
		}
		const double scale = tap->plan.firstFailureLoad * std::pow(10.0, draws.Between(-0.1, 1.3));
		for (ContactImpulse& contact : contacts)
		{
			contact.impulse = contact.impulse * scale;
		}
		settings.plan.maxSolves = draws.Int(1, 4);
		settings.plan.seed = static_cast<uint64_t>(draws.Int(0, 1'000));
		const bool keepsAll = draws.Int(0, 1) == 0;
		settings.debrisVolume = keepsAll ? 0.0 : settings.debrisVolume;
		settings.hullsPerFragment = draws.Int(1, 8) == 1 ? 4 : 1;
		const Result<BreakResult> result = BreakBody(body, impact, settings, SerialRunner());
		if (!result)
		{
			Fail("impact " + std::to_string(m_impacts) + ": " + result.GetError().message);
			return;
		}
		if (const std::string defect = DefectOfResult(body, *result, keepsAll); !defect.empty())
		{
			Fail("generation " + std::to_string(generation) + ", impact " + std::to_string(m_impacts) + ": " + defect);
			return;
		}
		m_separated += result->separated ? 1 : 0;
		m_pieces += static_cast<int64_t>(result->fragments.size());
		if (draws.Int(1, 16) == 1)
		{
			const Result<BreakResult> threaded = BreakBody(body, impact, settings, m_runner);
			if (!threaded || threaded->hash != result->hash)
			{
				Fail("impact " + std::to_string(m_impacts) + ": another result with two threads");
			}
		}
		if (result->separated && generation < kGenerations && draws.Int(1, 4) == 1)
		{
			HitPiece(body, *result, draws, generation);
		}
	}

	void HitPiece(const Breakable& body, const BreakResult& result, Draws& draws, int32_t generation)
	{
		const auto which =
			static_cast<size_t>(draws.Unit() * draws.Unit() * static_cast<double>(result.fragments.size()));
		PieceSettings settings;
		settings.minTets = 100;
		const Result<Breakable> piece = MakeBreakable(body, result.fragments[which], settings, SerialRunner());
		if (!piece)
		{
			++m_refused;
			std::printf("%s: piece %zu cannot break: %s\n", m_name.c_str(), which, piece.GetError().message.c_str());
			return;
		}
		++m_again;
		for (int32_t i = 0; i < 2; ++i)
		{
			Hit(*piece, draws, generation + 1);
		}
	}

	Options m_options;
	std::vector<std::string> m_objects;
	FractureToolkit::ThreadTaskRunner m_runner{2};
	std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
	std::string m_name;
	int64_t m_body = 0;
	int64_t m_impacts = 0;
	int64_t m_separated = 0;
	int64_t m_pieces = 0;
	int64_t m_again = 0;
	int64_t m_refused = 0;
	int64_t m_failed = 0;
};
} // namespace

int main(int argc, char** argv)
{
	std::setvbuf(stdout, nullptr, _IOLBF, 4096); // what a crash leaves
	Options options;
	for (int i = 1; i + 1 < argc; i += 2)
	{
		const auto is = [&](const char* name) { return std::strcmp(argv[i], name) == 0; };
		if (is("--impacts"))
		{
			options.impacts = std::atoll(argv[i + 1]);
		}
		else if (is("--seconds"))
		{
			options.seconds = std::atof(argv[i + 1]);
		}
		else if (is("--first"))
		{
			options.firstBody = std::atoll(argv[i + 1]);
		}
		else if (is("--only"))
		{
			options.only = argv[i + 1];
		}
		else if (is("--seed"))
		{
			options.seed = static_cast<uint64_t>(std::atoll(argv[i + 1]));
		}
		else
		{
			std::printf("usage: %s [--impacts N] [--seconds S] [--seed N] [--first BODY] [--only NAME]\n", argv[0]);
			return 2;
		}
	}
	return Campaign(options).Run();
}
