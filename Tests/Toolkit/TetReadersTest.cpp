// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "GmshReader.h"
#include "Import.h"
#include "TempFolder.h"
#include "TetGenReader.h"

#include <gtest/gtest.h>

#include <string>

namespace
{
using namespace FractureCore;
using namespace FractureToolkit;
using FractureTests::TempFolder;

// Two tets on one face; numbers with gaps and out of order, a node that nothing uses, a triangle, a line.
const std::string kGmsh2 =
	"$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 \"rock # 1\"\n$EndPhysicalNames\n"
	"$Nodes\n6\n10 0 0 0\n11 1 0 0\n7 0 1 0\n20 0 0 1\n21 1 1 1\n3 9 9 9\n$EndNodes\n"
	"$Elements\n4\n1 15 2 0 1 10\n2 2 2 0 1 10 11 7\n3 4 2 1 1 10 11 7 20\n"
	"4 4 3 1 1 0 11 7 20 21\n$EndElements\n";

const std::string kGmsh4 =
	"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Entities\n0 0 0 1\n1 0 0 0 1 1 1 0 0\n$EndEntities\n"
	"$Nodes\n2 5 1 21\n2 1 0 2\n10\n11\n0 0 0\n1 0 0\n3 1 1 3\n7\n20\n21\n0 1 0 0 0 0\n"
	"0 0 1 0 0 0\n1 1 1 0 0 0\n$EndNodes\n"
	"$Elements\n2 3 1 3\n2 1 2 1\n1 10 11 7\n3 1 4 2\n2 10 11 7 20\n3 11 7 20 21\n$EndElements\n";

TetMesh Expected()
{
	// Nodes in ascending order of the file's numbers: 7, 10, 11, 20, 21. Tets turned to positive volume.
	return {{{0, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0, 0, 1}, {1, 1, 1}}, {{{1, 2, 0, 3}}, {{2, 0, 3, 4}}}};
}

std::string GmshError(const std::string& text)
{
	const Result<ImportedTets> result = ParseGmsh(text);
	EXPECT_FALSE(result);
	return result ? "" : result.GetError().message;
}

std::string TetGenError(const std::string& nodes, const std::string& elements)
{
	const Result<ImportedTets> result = ParseTetGen(nodes, elements);
	EXPECT_FALSE(result);
	return result ? "" : result.GetError().message;
}

std::string Swapped(std::string text, const std::string& from, const std::string& to)
{
	const size_t at = text.find(from);
	EXPECT_NE(at, std::string::npos) << from;
	return text.replace(at, from.size(), to);
}

const std::string kNodes =
	"# made by hand\n4 3 1 1 # count\n\n1 0 0 0 7.5 1\n2 1 0 0 7.5 1\n3 0 1 0 7.5 0\n4 0 0 1 7.5 0\n";
const std::string kElements = "1 4 1\n1 1 2 3 4 -1\n";
} // namespace

TEST(GmshReader, ReadsVersion2)
{
	const Result<ImportedTets> result = ParseGmsh(kGmsh2);
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_EQ(result->mesh, Expected());
	EXPECT_TRUE(result->warnings.empty());
}

TEST(GmshReader, ReadsVersion4WithParametricNodes)
{
	const Result<ImportedTets> result = ParseGmsh(kGmsh4);
	ASSERT_TRUE(result) << result.GetError().message;
	EXPECT_EQ(result->mesh, Expected());
}

TEST(GmshReader, ScalesToMetres)
{
	const Result<ImportedTets> result = ParseGmsh(kGmsh2, 0.001);
	ASSERT_TRUE(result);
	EXPECT_DOUBLE_EQ(result->mesh.nodes[4].x, 0.001);
}

TEST(GmshReader, TurnsATetThatIsInsideOutAndSaysSo)
{
	const Result<ImportedTets> result = ParseGmsh(Swapped(kGmsh2, "10 11 7 20\n", "11 10 7 20\n"));
	ASSERT_TRUE(result);
	EXPECT_GT(SignedVolume(result->mesh, result->mesh.tets[0]), 0.0);
	ASSERT_EQ(result->warnings.size(), 1u);
	EXPECT_EQ(result->warnings[0].message, "1 tet inside out: turned");
	EXPECT_TRUE(result->insideOut);
}

TEST(GmshReader, TakesTetsThatAreAllInsideOutForAnotherConvention)
{
	const std::string one = Swapped(kGmsh2, "10 11 7 20\n", "11 10 7 20\n");
	const Result<ImportedTets> result = ParseGmsh(Swapped(one, "0 11 7 20 21", "0 7 11 20 21"));
	ASSERT_TRUE(result) << result.GetError().message;
	for (const Tet& tet : result->mesh.tets)
	{
		EXPECT_GT(SignedVolume(result->mesh, tet), 0.0);
	}
	ASSERT_EQ(result->warnings.size(), 1u);
	EXPECT_EQ(result->warnings[0].message, "all 2 tets inside out: turned");
	EXPECT_EQ(result->warnings[0].count, 2);
	EXPECT_FALSE(result->insideOut);
}

TEST(GmshReader, ReducesCurvedTetsAndLeavesOutHexahedraWithAWarning)
{
	const std::string curved = Swapped(kGmsh2, "4 4 3 1 1 0 11 7 20 21", "4 11 2 1 1 11 7 20 21 1 2 3 4 5 6");
	const Result<ImportedTets> result = ParseGmsh(Swapped(curved, "1 15 2", "1 5 2"));
	ASSERT_TRUE(result);
	EXPECT_EQ(result->mesh, Expected());
	ASSERT_EQ(result->warnings.size(), 2u);
	EXPECT_EQ(result->warnings[0].message, "1 curved tet reduced to straight ones");
	EXPECT_EQ(result->warnings[1].message, "1 hexahedron, prism or pyramid left out: only tetrahedra are read");
}

TEST(GmshReader, NamesWhatIsWrongAndTheLine)
{
	EXPECT_EQ(GmshError(""), "is empty");
	EXPECT_EQ(GmshError("solid x\n"), "line 1: does not start with $MeshFormat; is it a gmsh file?");
	EXPECT_EQ(GmshError("$MeshFormat\n4 0 8\n$EndMeshFormat\n"),
		"is of gmsh version '4'; 2.2 and 4.1 are read (gmsh -format msh41)");
	EXPECT_EQ(GmshError("$MeshFormat\n4.1 1 8\n\x01\n"), "is a binary gmsh file; save it as ASCII (Mesh.Binary = 0)");
	EXPECT_EQ(GmshError("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n"),
		"has no tetrahedra; mesh the volume first (gmsh -3) and save all elements");
	EXPECT_EQ(GmshError(Swapped(kGmsh2, "11 1 0 0", "11 1 nan 0")), "line 11: coordinate 'nan' is not a finite number");
	EXPECT_EQ(GmshError(Swapped(kGmsh2, "11 1 0 0", "11 1 0")), "line 11: a node needs three coordinates");
	EXPECT_EQ(
		GmshError(Swapped(kGmsh2, "11 7 20 21\n", "11 7 20 22\n")), "line 22: a tet names node 22, which is not there");
	EXPECT_EQ(GmshError(Swapped(kGmsh2, "11 7 20 21\n", "11 7 20 20\n")),
		"line 22: tet 1 has no volume (the first is tet 0)");
	EXPECT_EQ(GmshError(Swapped(kGmsh2, "4 4 3 1 1 0 11 7 20 21", "4 11 3 1 1 0 11 7 20 21")),
		"line 22: an element of type 11 is a tet of 10 nodes, but 4 are given");
	EXPECT_EQ(GmshError(Swapped(kGmsh2, "11 7 20 21\n", "11 7 20 21 3\n")),
		"line 22: an element of type 4 is a tet of 4 nodes, but 5 are given");
	EXPECT_EQ(GmshError(Swapped(kGmsh4, "3 1 4 2\n", "3 1 11 2\n")),
		"line 28: an element of type 11 is a tet of 10 nodes, but 4 are given");
	EXPECT_EQ(GmshError(Swapped(kGmsh2, "7 0 1 0\n", "10 0 1 0\n")), "node 10 is there more than once");
	EXPECT_EQ(GmshError(Swapped(kGmsh2, "$Nodes\n6", "$Nodes\n5")), "line 15: more lines in $Nodes than it announces");
}

TEST(GmshReader, HugeCountsEndAtTheEndOfTheFile)
{
	EXPECT_EQ(GmshError(Swapped(kGmsh2, "$Nodes\n6", "$Nodes\n9000000000000000000")),
		"line 16: a node has '$EndNodes' where a whole number belongs");
	EXPECT_EQ(GmshError(Swapped(kGmsh4, "3 1 4 2\n", "3 1 4 9000000000000000000\n")),
		"line 30: an element has '$EndElements' where a whole number belongs");
	EXPECT_NE(GmshError(kGmsh4.substr(0, kGmsh4.size() - 30)), "");
	EXPECT_EQ(GmshError(kGmsh2.substr(0, kGmsh2.size() - 14) + "\n$Odd" + std::string(1, '\0') + "\n").find('\0'),
		std::string::npos)
		<< "no byte of a file that would end the message";
}

TEST(TetGenReader, ReadsAPairNumberedFromOneOrZero)
{
	const TetMesh expected{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{{0, 1, 2, 3}}}};
	const Result<ImportedTets> fromOne = ParseTetGen(kNodes, kElements);
	ASSERT_TRUE(fromOne) << fromOne.GetError().message;
	EXPECT_EQ(fromOne->mesh, expected);
	const Result<ImportedTets> fromZero =
		ParseTetGen("4 3 0 0\n0 0 0 0\n1 1 0 0\n2 0 1 0\n3 0 0 1", "1 4 0\r\n0 0 1 2 3\r\n# end\r\n");
	ASSERT_TRUE(fromZero) << fromZero.GetError().message;
	EXPECT_EQ(fromZero->mesh, expected);
}

TEST(TetGenReader, EitherFileFindsTheOther)
{
	const TempFolder folder;
	folder.Write("häuser.1.node", kNodes);
	folder.Write("häuser.1.ele", kElements);
	for (const char* name : {"häuser.1.node", "häuser.1.ele"})
	{
		const Result<ImportedModel> model = ImportModel(folder / name, 0.01);
		ASSERT_TRUE(model) << model.GetError().message;
		EXPECT_DOUBLE_EQ(std::get<ImportedTets>(*model).mesh.nodes[1].x, 0.01);
	}
	const Result<ImportedModel> alone = ImportModel(folder.Write("alone.ele", kElements));
	ASSERT_FALSE(alone);
	EXPECT_EQ(alone.GetError().message, "needs alone.node beside it: no such file");
}

TEST(TetGenReader, NamesWhatIsWrongTheLineAndTheFile)
{
	EXPECT_EQ(TetGenError("", kElements), "line 1: the number of nodes is missing (in the .node file)");
	EXPECT_EQ(TetGenError(Swapped(kNodes, "4 3 1 1", "4 2 1 1"), kElements),
		"line 2: the dimension is 2, not 3 (in the .node file)");
	EXPECT_EQ(TetGenError(Swapped(kNodes, "3 0 1 0", "3 0 x 0"), kElements),
		"line 6: coordinate 'x' is not a finite number (in the .node file)");
	EXPECT_EQ(TetGenError(Swapped(kNodes, "4 3 1 1", "5000000000000 3 1 1"), kElements),
		"line 8: the number of a node is missing (in the .node file)");
	EXPECT_EQ(TetGenError(kNodes, "1 5 0\n"), "line 1: tets with 5 nodes; 4 or 10 are read (in the .ele file)");
	EXPECT_EQ(TetGenError(kNodes, "1 4 0\n1 1 2 3\n"), "line 2: a node of a tet is missing (in the .ele file)");
	EXPECT_EQ(
		TetGenError(kNodes, "1 4 0\n1 1 2 3 5\n"), "line 2: a tet names node 5, which is not there (in the .ele file)");
	EXPECT_EQ(TetGenError(kNodes, "1 10 0\n1 1 2 3 4\n"), "line 2: a node of a tet is missing (in the .ele file)");
	EXPECT_EQ(TetGenError(kNodes, "0 4 0\n"), "line 1: there are no tets (in the .ele file)");
	EXPECT_EQ(TetGenError(Swapped(kNodes, "3 0 1 0", "2 0 1 0"), kElements),
		"node 2 is there more than once (in the .node file)");
	EXPECT_EQ(TetGenError(Swapped(kNodes, "3 0 1 0", "3 0 1e200 0"), kElements),
		"line 2: tet 0 is too large for its volume to be a number (in the .ele file)");
}

TEST(Import, KnowsItsUnits)
{
	EXPECT_DOUBLE_EQ(*MetresPerUnit("m"), 1.0);
	EXPECT_DOUBLE_EQ(*MetresPerUnit("cm"), 0.01);
	EXPECT_DOUBLE_EQ(*MetresPerUnit("mm"), 0.001);
	EXPECT_DOUBLE_EQ(*MetresPerUnit("in"), 0.0254);
	const Result<double> bad = MetresPerUnit("furlong");
	ASSERT_FALSE(bad);
	EXPECT_EQ(bad.GetError().message, "unit 'furlong' is not one of m, cm, mm, in");
}
