// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The commands stress and fragility, run as a user would.
#include "RunProgram.h"
#include "Support/Sanitized.h"
#include "Support/TestPaths.h"
#include "Support/TetGrids.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace
{
using namespace FractureCore;
using namespace FractureTests;
using nlohmann::json;

const Vec3 kBar{0.4, 0.1, 0.1};

TetMesh MakeBar()
{
	return MakeTetGrid(8, 2, 2, kBar);
}

std::string Number(double value)
{
	char text[32];
	std::snprintf(text, sizeof(text), "%.17g", value);
	return text;
}

std::string ToGmsh(const TetMesh& mesh)
{
	std::string text = "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n" + std::to_string(mesh.nodes.size()) + "\n";
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		const Vec3& x = mesh.nodes[i];
		text += std::to_string(i + 1) + " " + Number(x.x) + " " + Number(x.y) + " " + Number(x.z) + "\n";
	}
	text += "$EndNodes\n$Elements\n" + std::to_string(mesh.tets.size()) + "\n";
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		text += std::to_string(t + 1) + " 4 2 0 1";
		for (const int32_t v : mesh.tets[t].v)
		{
			text += " " + std::to_string(v + 1);
		}
		text += "\n";
	}
	return text + "$EndElements\n";
}

void WriteTetGen(const TempFolder& folder, const std::string& name, const TetMesh& mesh)
{
	std::string nodes = std::to_string(mesh.nodes.size()) + " 3 0 0\n";
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		const Vec3& x = mesh.nodes[i];
		nodes += std::to_string(i) + " " + Number(x.x) + " " + Number(x.y) + " " + Number(x.z) + "\n";
	}
	std::string tets = std::to_string(mesh.tets.size()) + " 4 0\n";
	for (size_t t = 0; t < mesh.tets.size(); ++t)
	{
		tets += std::to_string(t);
		for (const int32_t v : mesh.tets[t].v)
		{
			tets += " " + std::to_string(v);
		}
		tets += "\n";
	}
	folder.Write(name + ".node", nodes);
	folder.Write(name + ".ele", tets);
}

/// Rows node,x,y,z for the nodes that `row` gives one.
template <typename Row>
std::string Table(const TetMesh& mesh, const char* head, const Row& row)
{
	std::string text = std::string(head) + "\n";
	for (size_t i = 0; i < mesh.nodes.size(); ++i)
	{
		if (const std::string values = row(mesh.nodes[i]); !values.empty())
		{
			text += std::to_string(i) + "," + values + "\n";
		}
	}
	return text;
}

/// Both ends pulled with consistent forces of 1 MPa: sigma_xx is that everywhere.
std::string PullLoads(const TetMesh& mesh)
{
	std::vector<Vec3> forces(mesh.nodes.size());
	for (const Triangle& t : BoundaryTriangles(mesh))
	{
		const Vec3& a = mesh.nodes[t.v[0]];
		const Vec3 area = Cross(mesh.nodes[t.v[1]] - a, mesh.nodes[t.v[2]] - a) / 2.0;
		const double x = (a.x + mesh.nodes[t.v[1]].x + mesh.nodes[t.v[2]].x) / 3.0;
		for (const int32_t v : t.v)
		{
			forces[v].x += x < 1.0e-9 || x > kBar.x - 1.0e-9 ? 1.0e6 * area.x / 3.0 : 0.0;
		}
	}
	std::string text = "node,fx,fy,fz\n";
	for (size_t i = 0; i < forces.size(); ++i)
	{
		text += forces[i].x != 0.0 ? std::to_string(i) + "," + Number(forces[i].x) + ",0,0\n" : "";
	}
	return text;
}

std::vector<std::vector<double>> ReadRows(const std::filesystem::path& path, const std::string& head)
{
	std::istringstream lines(TempFolder::Read(path));
	std::string line;
	EXPECT_TRUE(std::getline(lines, line));
	EXPECT_EQ(line, head);
	std::vector<std::vector<double>> rows;
	while (std::getline(lines, line))
	{
		std::vector<double>& row = rows.emplace_back();
		std::istringstream cells(line);
		for (std::string cell; std::getline(cells, cell, ',');)
		{
			row.push_back(std::stod(cell));
		}
	}
	return rows;
}

constexpr const char* kStressHead = "tet,x,y,z,sxx,syy,szz,sxy,syz,szx,s1,n1x,n1y,n1z";

/// Elements close in order, and every DataArray has as many finite numbers as its place in the file asks for.
void ExpectVtu(const std::string& text, size_t points, size_t cells)
{
	std::vector<std::string> open;
	std::string section;
	for (size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1))
	{
		const size_t end = text.find('>', at);
		ASSERT_NE(end, std::string::npos);
		const std::string tag = text.substr(at + 1, end - at - 1);
		if (tag[0] == '?')
		{
			continue;
		}
		if (tag[0] == '/')
		{
			ASSERT_FALSE(open.empty());
			EXPECT_EQ(open.back(), tag.substr(1));
			open.pop_back();
			continue;
		}
		open.push_back(tag.substr(0, tag.find(' ')));
		if (open.back() != "DataArray")
		{
			section = open.back();
			continue;
		}
		std::istringstream numbers(text.substr(end + 1, text.find('<', end) - end - 1));
		size_t count = 0;
		for (double value = 0.0; numbers >> value; ++count)
		{
			EXPECT_TRUE(std::isfinite(value));
		}
		EXPECT_TRUE(numbers.eof()) << tag;
		const size_t found = tag.find("NumberOfComponents=\"");
		const size_t components =
			found == std::string::npos ? 1 : static_cast<size_t>(std::stoi(tag.substr(found + 20)));
		const bool isConnectivity = tag.find("connectivity") != std::string::npos;
		const size_t rows = section == "Points" || section == "PointData" ? points : cells;
		EXPECT_EQ(count, isConnectivity ? 4 * cells : components * rows) << tag;
	}
	EXPECT_TRUE(open.empty());
	EXPECT_NE(text.find("NumberOfPoints=\"" + std::to_string(points) + "\""), std::string::npos);
	EXPECT_NE(text.find("NumberOfCells=\"" + std::to_string(cells) + "\""), std::string::npos);
}

/// One line that says what was expected of it, and code 1.
void ExpectFailure(const ProgramRun& run, const std::string& words)
{
	EXPECT_EQ(run.exitCode, 1) << run.err;
	EXPECT_EQ(run.out, "");
	EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
	EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
}
} // namespace

TEST(StressCommand, APulledBarCarriesForceOverAreaFromEitherMeshFormat)
{
	const TempFolder folder;
	const TetMesh bar = MakeBar();
	folder.Write("bar.msh", ToGmsh(bar));
	WriteTetGen(folder, "same", bar);
	folder.Write("loads.csv", PullLoads(bar));
	for (const char* file : {"bar.msh", "same.node", "same.ele"})
	{
		const ProgramRun run = RunProgram(folder,
			{"stress", file, "--loads", "loads.csv", "--csv", "s.csv", "--nodes-csv", "u.csv", "--young", "7e9"});
		ASSERT_EQ(run.exitCode, 0) << run.err;
		const auto rows = ReadRows(folder / "s.csv", kStressHead);
		ASSERT_EQ(rows.size(), bar.tets.size());
		for (size_t t = 0; t < rows.size(); ++t)
		{
			ASSERT_EQ(rows[t].size(), 14u);
			EXPECT_EQ(rows[t][0], static_cast<double>(t));
			EXPECT_NEAR(rows[t][4], 1.0e6, 1.0);
			EXPECT_NEAR(rows[t][5], 0.0, 1.0);
			EXPECT_NEAR(rows[t][10], 1.0e6, 1.0);
			EXPECT_NEAR(std::abs(rows[t][11]), 1.0, 1.0e-5);
		}
		const Vec3 centre = bar.nodes[bar.tets[5].v[0]] / 4.0 + bar.nodes[bar.tets[5].v[1]] / 4.0 +
			bar.nodes[bar.tets[5].v[2]] / 4.0 + bar.nodes[bar.tets[5].v[3]] / 4.0;
		EXPECT_NEAR(rows[5][1], centre.x, 1.0e-12);
		const auto nodes = ReadRows(folder / "u.csv", "node,ux,uy,uz");
		ASSERT_EQ(nodes.size(), bar.nodes.size());
		EXPECT_NEAR(nodes[8][1] - nodes[0][1], 1.0e6 / 7.0e9 * kBar.x, 1.0e-10); // strain times length
	}
}

TEST(StressCommand, TablesCountEveryNodeOfTheFile)
{
	// Every other node is one that no tet uses, as the middles of circles and of curved edges are.
	const TempFolder folder;
	const TetMesh bar = MakeBar();
	TetMesh sparse;
	for (const Vec3& node : bar.nodes)
	{
		sparse.nodes.push_back({9.0, 9.0, 9.0});
		sparse.nodes.push_back(node);
	}
	for (Tet tet : bar.tets)
	{
		for (int32_t& v : tet.v)
		{
			v = 2 * v + 1;
		}
		sparse.tets.push_back(tet);
	}
	folder.Write("bar.msh", ToGmsh(bar));
	folder.Write("sparse.msh", ToGmsh(sparse));
	WriteTetGen(folder, "pair", sparse);
	folder.Write("loads.csv", "5,100,-20,3\n");
	folder.Write("odd.csv", "11,100,-20,3\n");
	folder.Write("fix.csv", "0,1,1,1\n1,1,1,1\n12,1,1,1\n");
	folder.Write("oddfix.csv", "1,1,1,1\n3,1,1,1\n4,1,1,1\n25,1,1,1\n"); // 4 is held in vain
	const ProgramRun whole = RunProgram(folder,
		{"stress", "bar.msh", "--loads", "loads.csv", "--fix", "fix.csv", "--csv", "s.csv", "--nodes-csv", "u.csv"});
	ASSERT_EQ(whole.exitCode, 0) << whole.err;
	const std::string stress = TempFolder::Read(folder / "s.csv");
	const auto moved = ReadRows(folder / "u.csv", "node,ux,uy,uz");
	for (const char* file : {"sparse.msh", "pair.node"})
	{
		const ProgramRun run = RunProgram(folder,
			{"stress", file, "--loads", "odd.csv", "--fix", "oddfix.csv", "--csv", "s2.csv", "--nodes-csv", "u2.csv"});
		ASSERT_EQ(run.exitCode, 0) << run.err;
		EXPECT_EQ(TempFolder::Read(folder / "s2.csv"), stress);
		const auto rows = ReadRows(folder / "u2.csv", "node,ux,uy,uz");
		ASSERT_EQ(rows.size(), sparse.nodes.size());
		for (size_t i = 0; i < rows.size(); ++i)
		{
			const std::vector<double> expected = i % 2 == 1 ? moved[i / 2] : std::vector<double>(4, 0.0);
			EXPECT_EQ(rows[i][0], static_cast<double>(i));
			EXPECT_EQ(rows[i][2], expected[2]) << i;
		}
	}
	// Nothing bears a force there.
	ExpectFailure(RunProgram(folder, {"stress", "sparse.msh", "--loads", "fix.csv", "--fix", "oddfix.csv"}), "line 1");
	const ProgramRun map = RunProgram(folder, {"fragility", "sparse.msh", "--csv", "f.csv"});
	ASSERT_EQ(map.exitCode, 0) << map.err;
	for (const std::vector<double>& row : ReadRows(folder / "f.csv", "node,x,y,z,impulse_ns"))
	{
		EXPECT_EQ(row[1], sparse.nodes[static_cast<size_t>(row[0])].x);
	}
}

TEST(StressCommand, SupportsAndMaterialAreTaken)
{
	const TempFolder folder;
	const TetMesh bar = MakeBar();
	folder.Write("bar.msh", ToGmsh(bar));
	folder.Write(
		"fix.csv", Table(bar, "node,dx,dy,dz", [](const Vec3& x) { return x.x < 1.0e-9 ? std::string("1,1,1") : ""; }));
	folder.Write("tip.csv",
		Table(bar, "node,fx,fy,fz", [](const Vec3& x) { return x.x > 0.4 - 1.0e-9 ? std::string("0,0,-10") : ""; }));
	auto solve = [&](std::initializer_list<std::string> more)
	{
		std::vector<std::string> arguments{"stress", "bar.msh", "--loads", "tip.csv", "--fix", "fix.csv", "--json"};
		arguments.insert(arguments.end(), more);
		const ProgramRun run = RunProgram(folder, arguments);
		EXPECT_EQ(run.exitCode, 0) << run.err;
		return json::parse(run.out);
	};
	const json plain = solve({"--nodes-csv", "stiff.csv"});
	for (const char* key : {"input",
			 "kind",
			 "tets",
			 "nodes",
			 "material",
			 "young_pa",
			 "poisson",
			 "density_kgm3",
			 "strength_pa",
			 "mass_kg",
			 "impulses",
			 "max_principal_pa",
			 "max_tet",
			 "max_at_m",
			 "max_direction",
			 "stress_over_strength",
			 "reaction_n",
			 "averaged",
			 "solver",
			 "prepare_seconds",
			 "solve_seconds"})
	{
		EXPECT_TRUE(plain.contains(key)) << key;
	}
	EXPECT_NEAR(plain["reaction_n"][2].get<double>(), 90.0, 1.0e-6); // nine nodes at the tip
	EXPECT_EQ(plain["averaged"], true);
	const json raw = solve({"--no-average"});
	EXPECT_EQ(raw["averaged"], false);
	EXPECT_GT(raw["max_principal_pa"].get<double>(), 1.05 * plain["max_principal_pa"].get<double>());
	const json cg = solve({"--solver", "cg"});
	EXPECT_NEAR(cg["max_principal_pa"].get<double>(),
		plain["max_principal_pa"].get<double>(),
		1.0e-6 * plain["max_principal_pa"].get<double>());
	const json other = solve({"--young", "3.5e10", "--poisson", "0.3", "--density", "5000", "--nodes-csv", "soft.csv"});
	EXPECT_EQ(other["young_pa"], 3.5e10);
	EXPECT_EQ(other["poisson"], 0.3);
	EXPECT_NEAR(other["mass_kg"].get<double>(), 5000.0 * 0.004, 1.0e-9);
	const double stiff = ReadRows(folder / "stiff.csv", "node,ux,uy,uz").back()[3];
	const double soft = ReadRows(folder / "soft.csv", "node,ux,uy,uz").back()[3];
	EXPECT_LT(stiff, 0.0);
	EXPECT_GT(soft / stiff, 1.5); // half the modulus
}

TEST(StressCommand, ReactionsAreWrittenNodeByNode)
{
	// A bar on three points of its lower side, pulled and pushed; nodes that no tet uses stand between the others.
	const TempFolder folder;
	TetMesh bar = MakeBar();
	bar.nodes.insert(bar.nodes.begin(), {9.0, 9.0, 9.0});
	for (Tet& tet : bar.tets)
	{
		for (int32_t& v : tet.v)
		{
			++v;
		}
	}
	folder.Write("bar.msh", ToGmsh(bar));
	const auto rowsOf = [&](const Vec3& where, const std::string& values)
	{ return Table(bar, "", [&](const Vec3& x) { return Length(x - where) < 1.0e-9 ? values : std::string(); }); };
	folder.Write("fix.csv", rowsOf({}, "1,1,1") + rowsOf({0.4, 0, 0}, "0,1,1") + rowsOf({0, 0.1, 0}, "0,0,1"));
	folder.Write("pull.csv", rowsOf({0.4, 0.1, 0.1}, "30,-7,-11") + rowsOf({0.2, 0, 0.1}, "4,0,-50"));
	const ProgramRun run = RunProgram(
		folder, {"stress", "bar.msh", "--fix", "fix.csv", "--loads", "pull.csv", "--reactions-csv", "r.csv", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const auto rows = ReadRows(folder / "r.csv", "node,fx,fy,fz");
	ASSERT_EQ(rows.size(), 3u);
	// Statically determinate: forces and moments alone say what each support carries.
	Vec3 force = Vec3{30, -7, -11} + Vec3{4, 0, -50};
	Vec3 moment = Cross(Vec3{0.4, 0.1, 0.1}, {30, -7, -11}) + Cross(Vec3{0.2, 0, 0.1}, {4, 0, -50});
	for (const std::vector<double>& row : rows)
	{
		const Vec3& x = bar.nodes[static_cast<size_t>(row[0])];
		const Vec3 r{row[1], row[2], row[3]};
		force += r;
		moment += Cross(x, r);
		EXPECT_TRUE(x == Vec3{} || r.x == 0.0);
		EXPECT_TRUE(x.y == 0.0 || r.y == 0.0);
	}
	EXPECT_LT(Length(force), 1.0e-8);
	EXPECT_LT(Length(moment), 1.0e-9);
	EXPECT_NEAR(json::parse(run.out)["reaction_n"][0].get<double>(), -34.0, 1.0e-8);
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", "0.2 0.05 0.1 0 0 -1", "--reactions-csv", "r"}),
		"bar.msh: has no supports");
}

TEST(StressCommand, ThePeakOfABlowOfGivenRadiusConverges)
{
	const TempFolder folder;
	const auto peakOf = [&](int32_t n, const std::vector<std::string>& more)
	{
		folder.Write("block.msh", ToGmsh(MakeTetGrid(n, n, n / 2, {0.2, 0.2, 0.1})));
		std::vector<std::string> command{
			"stress", "block.msh", "--impulse", "0.1 0.1 0.1 0 0 -1", "--duration", "1e-3", "--no-average", "--json"};
		command.insert(command.end(), more.begin(), more.end());
		const ProgramRun run = RunProgram(folder, command);
		EXPECT_EQ(run.exitCode, 0) << run.err;
		const json report = json::parse(run.out);
		EXPECT_EQ(report["impulses"][0]["patch_radius_m"], more.empty() ? 0.0 : 0.06);
		return report["max_principal_pa"].get<double>();
	};
	const std::vector<std::string> wide{"--patch-radius", "0.06"};
	// 75.8, 79.8, 83.8 and 84.9 kPa with 12, 16, 24 and 32 tets a side.
	EXPECT_NEAR(peakOf(16, wide) / peakOf(12, wide), 1.0, 0.07);
	// Without it the patch shrinks with the tets, and the peak grows as their number a side squared.
	EXPECT_NEAR(peakOf(16, {}) / peakOf(12, {}), 16.0 * 16.0 / (12.0 * 12.0), 0.1);
}

TEST(StressCommand, AnAssetIsStruckAndShownToParaView)
{
	const TempFolder folder;
	const TetMesh bar = MakeBar();
	folder.Write("bar.msh", ToGmsh(bar));
	ASSERT_EQ(RunProgram(folder, {"bake", "bar.msh", "-o", "bar.frac"}).exitCode, 0);
	const ProgramRun run =
		RunProgram(folder, {"stress", "bar.frac", "--impulse", "0.2 0.05 0.1 0 0 -1", "--vtu", "s.vtu"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	EXPECT_NE(run.out.find("tension"), std::string::npos);
	ExpectVtu(TempFolder::Read(folder / "s.vtu"), bar.nodes.size(), bar.tets.size());
}

TEST(StressCommand, AgreesWithAnotherProgramOnTheSameTets)
{
	// Tests/Data/Stress/README.md says where the numbers are from.
	const std::filesystem::path data = TestData() / "Stress";
	for (const char* solver : {"direct", "cg"})
	{
		const TempFolder folder;
		const ProgramRun run = RunProgram(folder,
			{"stress",
				(data / "bracket.msh").string(),
				"--young",
				"70e9",
				"--poisson",
				"0.22",
				"--loads",
				(data / "bracket_loads.csv").string(),
				"--fix",
				(data / "bracket_fix.csv").string(),
				"--solver",
				solver,
				"--no-average",
				"--csv",
				"s.csv",
				"--nodes-csv",
				"u.csv"});
		ASSERT_EQ(run.exitCode, 0) << run.err;
		const auto moved = ReadRows(folder / "u.csv", "node,ux,uy,uz");
		const auto stressed = ReadRows(folder / "s.csv", kStressHead);
		const auto expectMoved = ReadRows(data / "bracket_displacements.csv", "node,ux,uy,uz");
		const auto expectStressed = ReadRows(data / "bracket_stresses.csv", "tet,sxx,syy,szz,sxy,syz,szx");
		// Column `first` of ours stands beside column 1 of theirs; relative to the largest number.
		const auto difference = [](const auto& ours, const auto& theirs, size_t first)
		{
			EXPECT_EQ(ours.size(), theirs.size());
			double worst = 0.0;
			double largest = 0.0;
			for (size_t row = 0; row < theirs.size(); ++row)
			{
				for (size_t k = 1; k < theirs[row].size(); ++k)
				{
					worst = std::max(worst, std::abs(ours[row][first + k - 1] - theirs[row][k]));
					largest = std::max(largest, std::abs(theirs[row][k]));
				}
			}
			return worst / largest;
		};
		EXPECT_LT(difference(moved, expectMoved, 1), 1.0e-6) << solver;
		EXPECT_LT(difference(stressed, expectStressed, 4), 1.0e-6) << solver;
	}
}

TEST(StressCommand, ABlowInManyStepsIsTheSameBlow)
{
	const TempFolder folder;
	folder.Write("bar.msh", ToGmsh(MakeBar()));
	const std::string other = "0 0.05 0.05 0.7 0 0"; // a blow of its own
	auto stressOf = [&](int32_t steps)
	{
		std::vector<std::string> arguments{"stress", "bar.msh", "--csv", "s.csv", "--impulse", other};
		for (int32_t k = 0; k < steps; ++k)
		{
			// The place is the same but for rounding.
			const std::string place = Number(0.2 + 1.0e-13 * k) + " 0.05 0.1 0 ";
			arguments.insert(arguments.end(), {"--impulse", place + Number(0.1 / steps) + " " + Number(-1.0 / steps)});
		}
		const ProgramRun run = RunProgram(folder, arguments);
		EXPECT_EQ(run.exitCode, 0) << run.err;
		return ReadRows(folder / "s.csv", kStressHead);
	};
	const auto whole = stressOf(1);
	for (const int32_t steps : {2, 4, 8, 16, 32, 64})
	{
		const auto parts = stressOf(steps);
		ASSERT_EQ(parts.size(), whole.size());
		for (size_t t = 0; t < whole.size(); ++t)
		{
			EXPECT_NEAR(parts[t][10], whole[t][10], 1.0e-6 * std::abs(whole[t][10]) + 1.0e-3) << t;
		}
	}
}

TEST(StressCommand, BadInputIsOneLineAndCodeOne)
{
	const TempFolder folder;
	const TetMesh bar = MakeBar();
	folder.Write("bar.msh", ToGmsh(bar));
	folder.Write("loose.csv", "node,fx,fy,fz\n3,0,0,1\n");
	const std::string hit = "0.2 0.05 0.1 0 0 -1";
	ExpectFailure(RunProgram(folder, {"stress", "none.frac", "--impulse", hit}), "none.frac");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", "0.2 0.05 0.1 0 0 nan"}), "impulse 0");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--impulse", "1 2 3"}), "impulse 1");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", "9 9 9 0 0 -1"}), "impulse 0");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--poisson", "0.5"}), "oisson");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--young", "-1"}), "oung");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--density", "0"}), "ensity");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--material", "cheese"}), "cheese");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--young", "1e-320"}),
		"youngModulus is 9.99988867e-321, too small to reckon with: 1e-100 to 1e+100");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--loads", "loose.csv"}),
		"loose.csv: the loads are not in balance by a force of 1 N along z");
	folder.Write("far.csv", "node,fx,fy,fz\n99999,0,0,1\n");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--loads", "far.csv"}), "99999");
	folder.Write("nan.csv", "node,fx,fy,fz\n3,0,0,nan\n");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--loads", "nan.csv"}), "line 2");
	folder.Write("short.csv", "node,fx,fy,fz\n3,0,0\n");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--loads", "short.csv"}), "line 2");
	folder.Write("half.csv", "node,dx,dy,dz\n3,0.5,0,0\n");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--fix", "half.csv"}), "line 2");
	TetMesh flat = bar;
	flat.nodes[flat.tets[7].v[3]] = flat.nodes[flat.tets[7].v[2]];
	folder.Write("flat.msh", ToGmsh(flat));
	ExpectFailure(RunProgram(folder, {"stress", "flat.msh", "--impulse", hit}), "has no volume (the first is tet 0)");
	TetMesh inverted = bar;
	std::swap(inverted.tets[7].v[0], inverted.tets[7].v[1]);
	folder.Write("inverted.msh", ToGmsh(inverted));
	ExpectFailure(RunProgram(folder, {"stress", "inverted.msh", "--impulse", hit}), "tet 7 is inside out");
	for (Tet& tet : inverted.tets)
	{
		std::swap(tet.v[0], tet.v[1]); // now all others are
	}
	folder.Write("others.msh", ToGmsh(inverted));
	ExpectFailure(RunProgram(folder, {"fragility", "others.msh"}), "tet 7 is inside out");
	std::swap(inverted.tets[7].v[0], inverted.tets[7].v[1]); // and this one again: all are, which is another convention
	folder.Write("turned.msh", ToGmsh(inverted));
	const std::string told = "all " + std::to_string(bar.tets.size()) + " tets inside out: turned";
	const ProgramRun turned = RunProgram(folder, {"stress", "turned.msh", "--impulse", hit});
	EXPECT_EQ(turned.exitCode, 0) << turned.err;
	EXPECT_NE(turned.out.find("warnings   " + told), std::string::npos) << turned.out;
	for (const char* const command : {"stress", "fragility"})
	{
		std::vector<std::string> arguments{command, "turned.msh", "--json"};
		if (std::string(command) == "stress")
		{
			arguments.insert(arguments.end(), {"--impulse", hit});
		}
		const json report = json::parse(RunProgram(folder, arguments).out);
		ASSERT_EQ(report["warnings"].size(), 1u);
		EXPECT_EQ(report["warnings"][0]["message"], told);
		EXPECT_EQ(report["warnings"][0]["count"], bar.tets.size());
	}
	folder.Write("surface.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
	ExpectFailure(RunProgram(folder, {"stress", "surface.obj", "--impulse", hit}), "bake");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--csv", "bar.msh/s.csv"}), "s.csv");
	folder.Write("empty.csv", "node,fx,fy,fz\n");
	folder.Write("none.csv", "node,dx,dy,dz\n");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--loads", "empty.csv"}), "empty.csv: has no rows");
	ExpectFailure(
		RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--fix", "none.csv"}), "none.csv: has no rows");
	folder.Write("pane.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n");
	ASSERT_EQ(RunProgram(folder, {"bake", "pane.obj", "--shell", "0.01", "-o", "pane.frac"}).exitCode, 0);
	const std::vector<std::string> onPane{"stress", "pane.frac", "--impulse", "0.5 0.5 0 0 0 -1"};
	for (const std::vector<std::string>& option :
		{std::vector<std::string>{"--solver", "cg"}, std::vector<std::string>{"--response-time", "1e-3"}})
	{
		std::vector<std::string> arguments = onPane;
		arguments.insert(arguments.end(), option.begin(), option.end());
		ExpectFailure(RunProgram(folder, arguments), "is a shell; " + option[0]);
	}
	EXPECT_EQ(RunProgram(folder, {"stress", "bar.msh"}).exitCode, 2);
	EXPECT_EQ(RunProgram(folder, {"stress", "bar.msh", "--impulse", hit, "--loads", "loose.csv"}).exitCode, 2);
}

TEST(StressCommand, AnOptionThatWouldChangeNothingIsRefused)
{
	const TempFolder folder;
	folder.Write("bar.msh", ToGmsh(MakeBar()));
	folder.Write("loose.csv", "node,fx,fy,fz\n3,0,0,1\n");
	folder.Write("pane.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n");
	ASSERT_EQ(RunProgram(folder, {"bake", "pane.obj", "--shell", "0.01", "-o", "pane.frac"}).exitCode, 0);
	auto expectUsage = [&](const std::vector<std::string>& arguments, const char* what)
	{
		const ProgramRun run = RunProgram(folder, arguments);
		EXPECT_EQ(run.exitCode, 2) << what;
		EXPECT_NE(run.err.find(what), std::string::npos) << run.err;
	};
	const std::string hit = "0.2 0.05 0.1 0 0 -1";
	expectUsage({"stress", "bar.msh", "--impulse", hit, "--pulse", "constant"}, "--pulse requires --duration");
	expectUsage({"break", "pane.frac", "--impulse", hit, "--pulse", "constant"}, "--pulse requires --duration");
	expectUsage({"stress", "bar.msh", "--loads", "loose.csv", "--duration", "1e-3"}, "--duration is for --impulse");
	expectUsage({"stress", "bar.msh", "--loads", "loose.csv", "--duration", "1e-3", "--pulse", "constant"},
		"--duration is for --impulse");
	expectUsage(
		{"stress", "bar.msh", "--loads", "loose.csv", "--patch-radius", "0.1"}, "--patch-radius is for --impulse");
	expectUsage(
		{"stress", "bar.msh", "--impulse", hit, "--duration", "1e-320"}, "'1e-320' is too small to reckon with");
	for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--duration", "1e-3"}})
	{
		for (const auto& [nothing, words] : {std::pair("0.2 0.05 0.1 0 0 0", "impulse 1 is zero"),
				 std::pair("0.2 0.05 0.1 0 1e-200 0", "impulse 1 is too small: less than 1e-100 N s")})
		{
			std::vector<std::string> command{"stress", "bar.msh", "--impulse", hit, "--impulse", nothing};
			command.insert(command.end(), more.begin(), more.end());
			ExpectFailure(RunProgram(folder, command), words);
		}
	}
	const std::string onPane = "0.5 0.5 0 0 0 -1";
	ExpectFailure(
		RunProgram(folder, {"stress", "pane.frac", "--impulse", onPane, "--unit", "mm"}), "--unit: is for mesh files");
	ExpectFailure(RunProgram(folder, {"fragility", "pane.frac", "--unit", "mm"}), "--unit: is for mesh files");
}

TEST(StressCommand, AnImpulseBeyondNumbersIsNamedWithItsSize)
{
	const TempFolder folder;
	folder.Write("bar.msh", ToGmsh(MakeBar()));
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--impulse", "0.2 0.05 0.1 0 0 -1e308"}),
		"impulse 0 is too large: 1e+308 N s, more than 1e+100");
	ExpectFailure(
		RunProgram(folder, {"stress", "bar.msh", "--impulse", "0.2 0.05 0.1 0 0 -1e99", "--duration", "1e-3"}),
		"impulse 0 is too large for its duration: a force of 1.5708e+102 N, more than 1e+100");
	folder.Write("huge.csv", "node,fx,fy,fz\n3,0,0,1e308\n");
	ExpectFailure(RunProgram(folder, {"stress", "bar.msh", "--loads", "huge.csv"}),
		"huge.csv: line 2: a force of 1e+308 N, more than 1e+100");
}

TEST(StressCommand, ABlowHasNotYetReachedAFarSupport)
{
	const TempFolder folder;
	const TetMesh bar = MakeBar();
	folder.Write("bar.msh", ToGmsh(bar));
	folder.Write("foot.csv", Table(bar, "node,dx,dy,dz", [](const Vec3& x) { return x.x < 1.0e-9 ? "1,1,1" : ""; }));
	// Bent from its far end, the bar is tensed most at its foot; before waves get there, where it is hit.
	const auto tensedAt = [&](const std::vector<std::string>& more)
	{
		std::vector<std::string> command{
			"stress", "bar.msh", "--fix", "foot.csv", "--impulse", "0.35 0.05 0.1 0 0 -1", "--json"};
		command.insert(command.end(), more.begin(), more.end());
		const ProgramRun run = RunProgram(folder, command);
		EXPECT_EQ(run.exitCode, 0) << run.err;
		return json::parse(run.out)["max_at_m"][0].get<double>();
	};
	EXPECT_LT(tensedAt({}), 0.1);
	EXPECT_GT(tensedAt({"--response-time", "5e-6"}), 0.2);
	EXPECT_EQ(
		RunProgram(folder, {"stress", "bar.msh", "--impulse", "0.35 0.05 0.1 0 0 -1", "--response-time", "0"}).exitCode,
		2);
}

TEST(StressCommand, OutputsDoNotReplaceEachOtherOrAnInput)
{
	const TempFolder folder;
	folder.Write("bar.msh", ToGmsh(MakeBar()));
	folder.Write("pull.csv", PullLoads(MakeBar()));
	const std::string before = TempFolder::Read(folder / "bar.msh");
	const auto expect = [&](std::vector<std::string> options, const char* words)
	{
		options.insert(options.begin(), {"stress", "bar.msh", "--loads", "pull.csv"});
		const ProgramRun run = RunProgram(folder, options);
		EXPECT_EQ(run.exitCode, 2);
		EXPECT_NE(run.err.find(words), std::string::npos) << run.err;
	};
	expect({"--csv", "s.csv", "--nodes-csv", "s.csv"}, "--csv and --nodes-csv name the same file");
	expect({"--csv", "s.csv", "--vtu", "./s.csv"}, "--csv and --vtu name the same file");
	expect({"--csv", "pull.csv"}, "--loads and --csv name the same file");
	expect({"--vtu", "bar.msh"}, "the input and --vtu name the same file");
	EXPECT_FALSE(std::filesystem::exists(folder / "s.csv"));
	EXPECT_EQ(TempFolder::Read(folder / "bar.msh"), before);
	EXPECT_EQ(RunProgram(folder, {"fragility", "bar.msh", "--csv", "f", "--vtu", "f"}).exitCode, 2);
}

TEST(StressCommand, AStoredFactorIsBakedToldAndUsed)
{
	const TempFolder folder;
	folder.Write("bar.msh", ToGmsh(MakeBar()));
	const std::string hit = "0.2 0.05 0.1 0 0 -1";
	ASSERT_EQ(RunProgram(folder, {"bake", "bar.msh", "-o", "plain.frac"}).exitCode, 0);
	ASSERT_EQ(RunProgram(folder, {"bake", "bar.msh", "-o", "ready.frac", "--factor"}).exitCode, 0);
	ASSERT_EQ(RunProgram(folder, {"bake", "bar.msh", "-o", "again.frac", "--factor", "--jobs", "1"}).exitCode, 0);
	EXPECT_EQ(TempFolder::Read(folder / "ready.frac"), TempFolder::Read(folder / "again.frac"));
	const json info = json::parse(RunProgram(folder, {"info", "ready.frac", "--json"}).out);
	EXPECT_GT(info["factor_bytes"].get<int64_t>(), 1000);
	EXPECT_NE(RunProgram(folder, {"info", "ready.frac"}).out.find("factor"), std::string::npos);
	EXPECT_EQ(json::parse(RunProgram(folder, {"info", "plain.frac", "--json"}).out)["factor_bytes"], 0);
	const json plain = json::parse(RunProgram(folder, {"stress", "plain.frac", "--impulse", hit, "--json"}).out);
	const json ready = json::parse(RunProgram(folder, {"stress", "ready.frac", "--impulse", hit, "--json"}).out);
	EXPECT_FALSE(plain["used_stored_factor"].get<bool>());
	EXPECT_TRUE(ready["used_stored_factor"].get<bool>());
	const double expected = plain["max_principal_pa"];
	EXPECT_NEAR(ready["max_principal_pa"].get<double>(), expected, 1.0e-7 * expected);
	// Another material has another stiffness.
	const json soft =
		json::parse(RunProgram(folder, {"stress", "ready.frac", "--impulse", hit, "--young", "1e9", "--json"}).out);
	EXPECT_FALSE(soft["used_stored_factor"].get<bool>());
	EXPECT_EQ(RunProgram(folder, {"fragility", "ready.frac"}).exitCode, 0);
	EXPECT_EQ(RunProgram(folder, {"bake", "bar.msh", "--factor", "--shell", "0.01"}).exitCode, 2);
}

TEST(FragilityCommand, AgreesWithTheStressOfABlowAlongTheNormal)
{
	// On the end of a bar it is compression that fails first, on its side it is tension.
	const TempFolder folder;
	const TetMesh bar = MakeBar();
	folder.Write("bar.msh", ToGmsh(bar));
	ASSERT_EQ(RunProgram(folder, {"fragility", "bar.msh", "--csv", "f.csv", "--duration", "5e-4"}).exitCode, 0);
	int32_t crushed = 0;
	int32_t cracked = 0;
	for (const std::vector<double>& row : ReadRows(folder / "f.csv", "node,x,y,z,impulse_ns"))
	{
		const bool onEnd = row[1] < 1.0e-9;
		const bool onTop = row[3] > kBar.z - 1.0e-9;
		const bool isWithin = row[2] > 1.0e-9 && row[2] < kBar.y - 1.0e-9;
		const bool onEdge = onEnd ? row[3] < 1.0e-9 || onTop : row[1] > kBar.x - 1.0e-9;
		if (onEnd == onTop || !isWithin || onEdge)
		{
			continue; // the normals of those left are known
		}
		char impulse[200];
		std::snprintf(impulse,
			sizeof(impulse),
			"%.17g %.17g %.17g %.17g 0 %.17g",
			row[1],
			row[2],
			row[3],
			onEnd ? row[4] : 0.0,
			onTop ? -row[4] : 0.0);
		const ProgramRun run =
			RunProgram(folder, {"stress", "bar.msh", "--impulse", impulse, "--duration", "5e-4", "--json"});
		ASSERT_EQ(run.exitCode, 0) << run.err;
		const json report = json::parse(run.out);
		EXPECT_NEAR(report["stress_over_strength"].get<double>(), 1.0, 1.0e-6) << impulse;
		++(report["weakest_by"] == "compression" ? crushed : cracked);
	}
	EXPECT_GT(crushed, 0);
	EXPECT_GT(cracked, 0);
}

TEST(FragilityCommand, NodesWherePartsTouchHaveARowToo)
{
	const TempFolder folder;
	const TetMesh hinged =
		KeepTets(MakeTetGrid(2, 2, 1, {0.2, 0.2, 0.1}), [](const Vec3& at) { return (at.x < 0.1) == (at.y < 0.1); });
	WriteTetGen(folder, "hinge", hinged);
	const ProgramRun run =
		RunProgram(folder, {"fragility", "hinge.node", "--csv", "f.csv", "--vtu", "f.vtu", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const json report = json::parse(run.out);
	const auto rows = ReadRows(folder / "f.csv", "node,x,y,z,impulse_ns");
	EXPECT_EQ(rows.size(), 14u);
	EXPECT_EQ(report["surface_nodes"], 14);
	const ProgramRun solved =
		RunProgram(folder, {"stress", "hinge.node", "--impulse", "0.05 0.05 0.1 0 0 -1", "--json"});
	ASSERT_EQ(solved.exitCode, 0) << solved.err;
	for (const json& warnings : {report["warnings"], json::parse(solved.out)["warnings"]})
	{
		ASSERT_EQ(warnings.size(), 1u);
		EXPECT_EQ(warnings[0]["count"], 2);
		EXPECT_NE(warnings[0]["message"].get<std::string>().find("solved apart"), std::string::npos);
	}
	// The other file of the pair is an input too.
	for (const char* command : {"fragility", "stress"})
	{
		std::vector<std::string> words = {command, "hinge.node", "--csv", "hinge.ele"};
		if (words[0] == "stress")
		{
			words.insert(words.end(), {"--impulse", "0.05 0.05 0.1 0 0 -1"});
		}
		EXPECT_EQ(RunProgram(folder, words).exitCode, 2) << command;
	}
}

TEST(FragilityCommand, WritesTheMapInEveryForm)
{
	const TempFolder folder;
	const TetMesh bar = MakeBar();
	folder.Write("bar.msh", ToGmsh(bar));
	const ProgramRun run = RunProgram(folder, {"fragility", "bar.msh", "--vtu", "f.vtu", "--csv", "f.csv", "--json"});
	ASSERT_EQ(run.exitCode, 0) << run.err;
	const json report = json::parse(run.out);
	const auto rows = ReadRows(folder / "f.csv", "node,x,y,z,impulse_ns");
	EXPECT_EQ(rows.size(), report["surface_nodes"].get<size_t>());
	double least = rows[0][4];
	for (const std::vector<double>& row : rows)
	{
		least = std::min(least, row[4]);
		EXPECT_GT(row[4], 0.0);
		EXPECT_NEAR(row[1], bar.nodes[static_cast<size_t>(row[0])].x, 1.0e-12);
	}
	EXPECT_NEAR(report["min_impulse_ns"].get<double>(), least, 1.0e-9 * least);
	EXPECT_GE(report["max_impulse_ns"].get<double>(), least);
	EXPECT_EQ(report["weakest_at_m"].size(), 3u);
	ExpectVtu(TempFolder::Read(folder / "f.vtu"), bar.nodes.size(), bar.tets.size());
	EXPECT_NE(RunProgram(folder, {"fragility", "bar.msh"}).out.find("weakest"), std::string::npos);
	// A blow of twice the time needs twice the impulse.
	const ProgramRun longer = RunProgram(folder, {"fragility", "bar.msh", "--duration", "2e-3", "--json"});
	ASSERT_EQ(longer.exitCode, 0);
	EXPECT_NEAR(json::parse(longer.out)["min_impulse_ns"].get<double>(), 2.0 * least, 1.0e-6 * least);
	EXPECT_EQ(RunProgram(folder, {"fragility", "bar.msh", "--duration", "0"}).exitCode, 2);
	ExpectFailure(RunProgram(folder, {"fragility", "none.msh"}), "none.msh");
}

TEST(FragilityCommand, MapsASheetAsItsStressHasIt)
{
	const TempFolder folder;
	std::string pane;
	for (int32_t j = 0; j <= 6; ++j)
	{
		for (int32_t i = 0; i <= 6; ++i)
		{
			pane += "v " + Number(0.1 * i) + " " + Number(0.1 * j) + " 0\n";
		}
	}
	for (int32_t j = 0; j < 6; ++j)
	{
		for (int32_t i = 0; i < 6; ++i)
		{
			const int32_t a = 7 * j + i + 1;
			const std::string corners[4] = {
				std::to_string(a), std::to_string(a + 1), std::to_string(a + 8), std::to_string(a + 7)};
			pane += "f " + corners[0] + " " + corners[1] + " " + corners[2] + "\nf " + corners[0] + " " + corners[2] +
				" " + corners[3] + "\n";
		}
	}
	folder.Write("pane.obj", pane);
	ASSERT_EQ(RunProgram(folder, {"bake", "pane.obj", "--shell", "0.004", "-o", "pane.frac"}).exitCode, 0);
	const ProgramRun map = RunProgram(
		folder, {"fragility", "pane.frac", "--csv", "f.csv", "--vtu", "f.vtu", "--duration", "5e-4", "--json"});
	ASSERT_EQ(map.exitCode, 0) << map.err;
	const json report = json::parse(map.out);
	EXPECT_EQ(report["kind"], "shell");
	EXPECT_EQ(report["surface_nodes"], 49);
	const auto rows = ReadRows(folder / "f.csv", "node,x,y,z,impulse_ns");
	ASSERT_EQ(rows.size(), 49u);
	for (const std::vector<double>& row : FractureTests::Spread(rows, 7))
	{
		const std::string point = Number(row[1]) + " " + Number(row[2]) + " 0 0 0 ";
		double worst = 0.0;
		for (const double side : {1.0, -1.0})
		{
			const ProgramRun run = RunProgram(folder,
				{"stress", "pane.frac", "--impulse", point + Number(side * row[4]), "--duration", "5e-4", "--json"});
			ASSERT_EQ(run.exitCode, 0) << run.err;
			worst = std::max(worst, json::parse(run.out)["stress_over_strength"].get<double>());
		}
		EXPECT_NEAR(worst, 1.0, 1.0e-9) << point;
	}
	EXPECT_NE(RunProgram(folder, {"fragility", "pane.frac"}).out.find("across the sheet"), std::string::npos);
}
