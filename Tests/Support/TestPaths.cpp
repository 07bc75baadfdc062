// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "TestPaths.h"

std::filesystem::path FractureTests::ScannedMeshes()
{
	return FRACTURESIM_TEST_MESHES;
}

std::filesystem::path FractureTests::TestData()
{
	return FRACTURESIM_TEST_DATA;
}

std::filesystem::path FractureTests::Content()
{
	return FRACTURESIM_CONTENT;
}

std::filesystem::path FractureTests::ProgramUnderTest()
{
	return FRACTURESIM_PROGRAM;
}
