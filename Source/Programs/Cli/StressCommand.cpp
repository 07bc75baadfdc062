// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"
#include "Command.h"
#include "CsvReader.h"
#include "Files.h"
#include "ImpulseOptions.h"
#include "Stopwatch.h"
#include "StressBody.h"
#include "StressOutput.h"
#include "TextCursor.h"
#include "ThreadTaskRunner.h"

#include "FractureCore/ShellStress.h"
#include "FractureCore/Stress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace FractureCli
{
namespace
{
using FractureCore::Error;
using FractureCore::ErrorCode;
using FractureCore::Result;
using FractureCore::Status;
using FractureCore::Vec3;
using FractureToolkit::PathFromUtf8;

struct StressOptions
{
	BodyOptions body;
	ImpulseOptions impact;
	std::string loads;
	std::string fix;
	std::string solver = "direct";
	double responseTime = 0.0; // s
	bool noAverage = false;
	std::string csv;
	std::string nodesCsv;
	std::string reactionsCsv;
	std::string vtu;
	int32_t threads = 0;
	bool json = false;
};

constexpr std::string_view kLoadColumns[] = {"fx", "fy", "fz"};
constexpr std::string_view kSupportColumns[] = {"dx", "dy", "dz"};

/// Rows with our node numbers, kNoIndex for nodes that are in the body's file but in no tet.
Result<std::vector<FractureToolkit::NodeRow>> ReadTable(
	const std::string& file, std::span<const std::string_view> columns, const Body& body)
{
	const Result<std::vector<uint8_t>> bytes = FractureToolkit::ReadFileBytes(PathFromUtf8(file));
	if (!bytes)
	{
		return bytes.GetError();
	}
	Result<std::vector<FractureToolkit::NodeRow>> rows =
		FractureToolkit::ReadNodeTable(std::string_view(reinterpret_cast<const char*>(bytes->data()), bytes->size()),
			columns,
			static_cast<int32_t>(body.TableNodeCount()));
	for (size_t i = 0; rows && i < rows->size(); ++i)
	{
		FractureToolkit::NodeRow& row = (*rows)[i];
		row.node = body.NodeOfTable(static_cast<size_t>(row.node));
	}
	return rows;
}

struct StressSummary
{
	size_t worstCell = 0;   // of largest tension
	size_t weakestCell = 0; // of largest load over strength
	double mostRatio = 0.0; // in it
	bool isCrushed = false; // it is compression that reaches farthest there
	Vec3 reaction;
	bool usedFactor = false; // the asset's
	double modelSeconds = 0.0;
	double solveSeconds = 0.0;
};

nlohmann::ordered_json StressToJson(const StressOptions& options,
	const Body& body,
	const std::vector<FractureCore::ContactImpulse>& impulses,
	const FractureCore::StressField& field,
	const StressSummary& summary)
{
	const Vec3 where = body.CellCentre(summary.worstCell);
	const FractureCore::PrincipalStress& worst = field.principal[summary.worstCell];
	nlohmann::ordered_json json;
	json["input"] = options.body.file;
	json["kind"] = body.IsSheet() ? "shell" : "solid";
	json["tets"] = body.solid.tets.size();
	json["triangles"] = body.sheetTriangles.size();
	json["nodes"] = body.Nodes().size();
	json["material"] = body.material.name;
	json["young_pa"] = body.material.youngModulus;
	json["poisson"] = body.material.poissonRatio;
	json["density_kgm3"] = body.material.density;
	json["strength_pa"] = body.material.tensileStrength;
	json["mass_kg"] = body.mass.mass;
	json["impulses"] = nlohmann::ordered_json::array();
	for (const FractureCore::ContactImpulse& contact : impulses)
	{
		json["impulses"].push_back({{"point_m", {contact.point.x, contact.point.y, contact.point.z}},
			{"impulse_ns", {contact.impulse.x, contact.impulse.y, contact.impulse.z}},
			{"duration_s", contact.pulse.duration},
			{"peak_force_n", contact.pulse.peakRate * Length(contact.impulse)},
			{"patch_radius_m", contact.pulse.patchRadius}});
	}
	json["max_principal_pa"] = worst.largest;
	json[std::string("max_") + body.CellName()] = summary.worstCell;
	json["max_at_m"] = {where.x, where.y, where.z};
	json["max_direction"] = {worst.direction.x, worst.direction.y, worst.direction.z};
	json["stress_over_strength"] = summary.mostRatio;
	json[std::string("weakest_") + body.CellName()] = summary.weakestCell;
	json["weakest_by"] = summary.isCrushed ? "compression" : "tension";
	json["reaction_n"] = {summary.reaction.x, summary.reaction.y, summary.reaction.z};
	json["averaged"] = !options.noAverage && !body.IsSheet(); // bending must not be averaged away
	json["solver"] = options.solver;
	if (field.report.solver == FractureCore::SolverKind::ConjugateGradients)
	{
		json["iterations"] = field.report.iterations;
		json["relative_residual"] = field.report.relativeResidual;
	}
	json["used_stored_factor"] = summary.usedFactor;
	json["prepare_seconds"] = summary.modelSeconds;
	json["solve_seconds"] = summary.solveSeconds;
	json["warnings"] = ToJson(body.warnings);
	return json;
}

void PrintText(const Body& body,
	const std::vector<FractureCore::ContactImpulse>& impulses,
	const FractureCore::StressField& field,
	const StressSummary& summary)
{
	const Vec3 where = body.CellCentre(summary.worstCell);
	const FractureCore::PrincipalStress& worst = field.principal[summary.worstCell];
	std::printf("body       %zu %ss, %zu nodes, %s, %.4g kg\n",
		body.CellCount(),
		body.CellName(),
		body.Nodes().size(),
		body.material.name.c_str(),
		body.mass.mass);
	for (const FractureCore::ContactImpulse& contact : impulses)
	{
		std::printf("impulse    %.4g N s within %.4g ms, %.4g N at the peak\n",
			Length(contact.impulse),
			contact.pulse.duration * 1.0e3,
			contact.pulse.peakRate * Length(contact.impulse));
	}
	std::printf("tension    %.4g MPa at most, in %s %zu at (%.4g, %.4g, %.4g) m\n",
		worst.largest * 1.0e-6,
		body.CellName(),
		summary.worstCell,
		where.x,
		where.y,
		where.z);
	const double strength =
		body.CellStrength(summary.weakestCell) * (summary.isCrushed ? body.material.compressiveFactor : 1.0);
	const double ratio = summary.mostRatio;
	std::printf("strength   %.4g MPa%s%s: %s (%.3g of it)\n",
		strength * 1.0e-6,
		summary.isCrushed ? " in compression" : "",
		body.strength.empty()
			? ""
			: (" in " + std::string(body.CellName()) + " " + std::to_string(summary.weakestCell)).c_str(),
		ratio < 1.0 ? "it holds" : (summary.isCrushed ? "it is crushed" : "it cracks"),
		ratio);
	if (!field.reaction.empty())
	{
		std::printf(
			"supports   carry (%.4g, %.4g, %.4g) N\n", summary.reaction.x, summary.reaction.y, summary.reaction.z);
	}
	std::printf("time       %.1f ms to prepare%s, %.2f ms to solve\n",
		summary.modelSeconds * 1e3,
		summary.usedFactor ? " with the asset's factor" : "",
		summary.solveSeconds * 1e3);
	PrintWarnings(body.warnings);
}

/// Normal stress across a direction.
double Tension(const FractureCore::Sym3& s, const Vec3& n)
{
	return s.xx * n.x * n.x + s.yy * n.y * n.y + s.zz * n.z * n.z +
		2.0 * (s.xy * n.x * n.y + s.yz * n.y * n.z + s.zx * n.z * n.x);
}

struct SolveInput
{
	const StressOptions& options;
	Body& body; // takes warnings
	const std::vector<uint8_t>& held;
	const std::vector<FractureCore::ContactImpulse>& impulses;
	const std::vector<Vec3>& forces; // empty: impulses
};

Status SolveSolid(
	const SolveInput& input, FractureCore::TaskRunner& runner, FractureCore::StressField& field, StressSummary& summary)
{
	Clock::time_point start = Clock::now();
	FractureCore::StressModelSettings modelSettings;
	modelSettings.solver =
		input.options.solver == "cg" ? FractureCore::SolverKind::ConjugateGradients : FractureCore::SolverKind::Direct;
	modelSettings.responseTime = input.options.responseTime;
	const Result<FractureCore::StressModel> model = FractureCore::StressModel::Create(
		input.body.solid, input.body.material, input.held, modelSettings, runner, input.body.factor);
	if (!model)
	{
		return model.GetError();
	}
	summary.modelSeconds = SecondsSince(start);
	summary.usedFactor = model->UsesSavedFactor();
	WarnOfHinges(*model, input.body);
	FractureCore::StressSettings settings;
	settings.average = !input.options.noAverage;
	FractureCore::StressWorkspace workspace;
	start = Clock::now();
	Status solved = input.forces.empty() ? SolveImpact(*model, input.impulses, settings, workspace, field, runner)
										 : SolveStaticLoads(*model, input.forces, settings, workspace, field, runner);
	summary.solveSeconds = SecondsSince(start);
	return solved;
}

/// A sheet's two faces are reported as one field: of each triangle the face with the larger tension.
Status SolveSheet(
	const SolveInput& input, FractureCore::TaskRunner& runner, FractureCore::StressField& field, StressSummary& summary)
{
	Clock::time_point start = Clock::now();
	const Result<FractureCore::ShellModel> model = FractureCore::ShellModel::Create(input.body.sheetPositions,
		input.body.sheetTriangles,
		input.body.thickness,
		input.body.material,
		input.held,
		runner);
	if (!model)
	{
		return model.GetError();
	}
	summary.modelSeconds = SecondsSince(start);
	FractureCore::StressWorkspace workspace;
	FractureCore::ShellStressField sheet;
	start = Clock::now();
	Status solved = input.forces.empty() ? SolveShellImpact(*model, input.impulses, {}, workspace, sheet, runner)
										 : SolveShellLoads(*model, input.forces, workspace, sheet, runner);
	summary.solveSeconds = SecondsSince(start);
	field.principal = std::move(sheet.principal);
	field.displacement = std::move(sheet.displacement);
	field.reaction = std::move(sheet.reaction);
	for (size_t t = 0; t < field.principal.size(); ++t)
	{
		const bool isUpper = Tension(sheet.upper[t], field.principal[t].direction) >=
			Tension(sheet.lower[t], field.principal[t].direction);
		field.stress.push_back(isUpper ? sheet.upper[t] : sheet.lower[t]);
	}
	return solved;
}

int RunStress(const StressOptions& options)
{
	if (options.impact.impulses.empty() == options.loads.empty())
	{
		return FailUsage("stress", "give either --impulse (once or more) or --loads");
	}
	if (!options.loads.empty() && (options.impact.duration || options.impact.patchRadius))
	{
		return FailUsage("stress",
			std::string(options.impact.duration ? "--duration" : "--patch-radius") +
				" is for --impulse: --loads are static forces on nodes");
	}
	std::vector<NamedFile> inputs = BodyFiles(options.body);
	inputs.emplace_back("--loads", options.loads);
	inputs.emplace_back("--fix", options.fix);
	if (const std::optional<std::string> clash = FindNameClash({{"--csv", options.csv},
																   {"--nodes-csv", options.nodesCsv},
																   {"--reactions-csv", options.reactionsCsv},
																   {"--vtu", options.vtu}},
			inputs))
	{
		return FailUsage("stress", *clash);
	}
	std::variant<Body, LoadFailure> loaded = LoadBody(options.body);
	if (const LoadFailure* failure = std::get_if<LoadFailure>(&loaded))
	{
		return Fail(failure->subject, failure->what);
	}
	Body& body = *std::get_if<Body>(&loaded);

	if (body.IsSheet() && (options.responseTime > 0.0 || options.solver != "direct"))
	{
		return Fail(options.body.file,
			std::string("is a shell; ") + (options.responseTime > 0.0 ? "--response-time" : "--solver cg") +
				" is for solids");
	}
	std::vector<uint8_t> held = body.heldAxes;
	if (!options.fix.empty())
	{
		const Result<std::vector<FractureToolkit::NodeRow>> rows = ReadTable(options.fix, kSupportColumns, body);
		if (!rows)
		{
			return Fail(options.fix, rows.GetError().message);
		}
		if (rows->empty())
		{
			return Fail(options.fix, "has no rows: give node,dx,dy,dz for every node that is held");
		}
		held.resize(body.Nodes().size(), 0);
		for (const FractureToolkit::NodeRow& row : *rows)
		{
			for (size_t axis = 0; axis < 3; ++axis)
			{
				if (row.values[axis] != 0.0 && row.values[axis] != 1.0)
				{
					return Fail(
						options.fix, "line " + std::to_string(row.line) + ": dx, dy and dz are 0 (free) or 1 (fixed)");
				}
				if (row.node == FractureCore::kNoIndex)
				{
					continue; // whole faces are held, with the middles of curved edges: there is nothing to hold
				}
				held[static_cast<size_t>(row.node)] |= static_cast<uint8_t>(row.values[axis] != 0.0 ? 1u << axis : 0u);
			}
		}
	}
	if (!options.reactionsCsv.empty() && std::all_of(held.begin(), held.end(), [](uint8_t axes) { return axes == 0; }))
	{
		return Fail(options.body.file, "has no supports, so that there are no reactions to write; see --fix");
	}
	const Result<std::vector<FractureCore::ContactImpulse>> impulses =
		ParseImpulses(options.impact, body.material, body.mass);
	if (!impulses)
	{
		return Fail("", impulses.GetError().message);
	}
	std::vector<Vec3> forces;
	if (!options.loads.empty())
	{
		const Result<std::vector<FractureToolkit::NodeRow>> rows = ReadTable(options.loads, kLoadColumns, body);
		if (!rows)
		{
			return Fail(options.loads, rows.GetError().message);
		}
		if (rows->empty())
		{
			return Fail(options.loads, "has no rows: give node,fx,fy,fz for every node that a force acts on");
		}
		forces.resize(body.Nodes().size());
		for (const FractureToolkit::NodeRow& row : *rows)
		{
			if (row.node == FractureCore::kNoIndex)
			{
				return Fail(options.loads,
					"line " + std::to_string(row.line) +
						": no tet uses this node, so that nothing bears its force (a curved tet's middles are left "
						"out)");
			}
			const double most = std::max({std::abs(row.values[0]), std::abs(row.values[1]), std::abs(row.values[2])});
			constexpr double kMostForce = 1.0e100; // the core's limit too, but the core does not know the line
			if (most > kMostForce)
			{
				char text[80];
				std::snprintf(text, sizeof(text), ": a force of %g N, more than %g", most, kMostForce);
				return Fail(options.loads, "line " + std::to_string(row.line) + text);
			}
			forces[static_cast<size_t>(row.node)] = {row.values[0], row.values[1], row.values[2]};
		}
	}

	FractureToolkit::ThreadTaskRunner runner(options.threads);
	StressSummary summary;
	FractureCore::StressField field;
	const SolveInput input{options, body, held, *impulses, forces};
	const Status solved =
		body.IsSheet() ? SolveSheet(input, runner, field, summary) : SolveSolid(input, runner, field, summary);
	if (!solved)
	{
		return Fail(options.loads.empty() ? options.body.file : options.loads, solved.GetError().message);
	}
	if (!field.report.converged)
	{
		return Fail(options.body.file,
			"the solve did not converge in " + std::to_string(field.report.iterations) + " iterations; use --solver " +
				(options.solver == "cg" ? "direct" : "cg"));
	}
	for (size_t t = 0; t < field.principal.size(); ++t)
	{
		summary.worstCell =
			field.principal[t].largest > field.principal[summary.worstCell].largest ? t : summary.worstCell;
		const double ratio = body.LoadRatio(t, field.stress[t], field.principal[t]);
		if (t == 0 || ratio > summary.mostRatio)
		{
			summary.weakestCell = t;
			summary.mostRatio = ratio;
			summary.isCrushed =
				ratio > FractureCore::FindCriticalPlane(field.stress[t], body.material).tension / body.CellStrength(t);
		}
	}
	for (const Vec3& r : field.reaction)
	{
		summary.reaction += r;
	}
	const auto reactionsCsv = [&](const Body& ofBody, const FractureCore::StressField& ofField)
	{ return ReactionsCsv(ofBody, held, ofField); };
	using Writer = std::function<std::string(const Body&, const FractureCore::StressField&)>;
	const std::pair<const std::string&, Writer> outputs[] = {{options.csv, StressCsv},
		{options.nodesCsv, DisplacementsCsv},
		{options.reactionsCsv, reactionsCsv},
		{options.vtu, StressVtu}};
	for (const auto& [name, write] : outputs)
	{
		if (name.empty())
		{
			continue;
		}
		if (const Status status = FractureToolkit::WriteFileAtomically(PathFromUtf8(name), write(body, field)); !status)
		{
			return Fail(name, status.GetError().message);
		}
	}
	if (options.json)
	{
		PrintJson(StressToJson(options, body, *impulses, field, summary));
	}
	else
	{
		PrintText(body, *impulses, field, summary);
	}
	return kSucceeded;
}
} // namespace

void AddStressCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<StressOptions>();
	CLI::App* command = program.add_subcommand("stress", "Stress of a body under impulses or loads");
	AddBodyOptions(*command, options->body);
	AddImpulseOptions(*command, options->impact);
	command
		->add_option("--loads",
			options->loads,
			"Static loads instead of impulses: rows node,fx,fy,fz in N; the file's first node is 0")
		->type_name("CSV");
	command
		->add_option("--fix",
			options->fix,
			"Supports besides the asset's anchors: rows node,dx,dy,dz with 1 for a held axis, 0 for a free one")
		->type_name("CSV");
	command->add_option("--solver", options->solver, "How the equations are solved")
		->check(CLI::IsMember({"direct", "cg"}))
		->capture_default_str();
	command
		->add_option("--response-time",
			options->responseTime,
			"Stress this long after the blow began, before waves have crossed a large body; without it: at rest")
		->check(PositiveNumber())
		->type_name("SECONDS");
	command->add_flag("--no-average", options->noAverage, "Leave out the averaging pass over neighbours");
	command
		->add_option("--csv",
			options->csv,
			"Write a row a tet (or triangle of a shell), from 0 on: tet, centroid, stress, largest principal value and "
			"its direction")
		->type_name("FILE");
	command->add_option("--nodes-csv", options->nodesCsv, "Write a row a node: node,ux,uy,uz in m, from node 0 on")
		->type_name("FILE");
	command
		->add_option("--reactions-csv",
			options->reactionsCsv,
			"Write a row for each node that --fix or an anchor holds: node,fx,fy,fz in N, the force of its support on "
			"the body")
		->type_name("FILE");
	command->add_option("--vtu", options->vtu, "Write tets and fields for ParaView")->type_name("FILE");
	command->add_option("--threads", options->threads, "Threads; 0: one a core")->check(CLI::Range(0, 256));
	command->add_flag("--json", options->json, "Print one JSON object instead of text");
	SetExamples(*command,
		"  fracturesim stress bowl.frac --impulse \"0.08 0 0.06 -1 0 0\" --vtu bowl.vtu\n"
		"  fracturesim stress beam.msh --material ceramic --loads loads.csv --fix clamp.csv --csv stress.csv\n");
	command->callback([options, &exitCode] { exitCode = RunStress(*options); });
}
} // namespace FractureCli
