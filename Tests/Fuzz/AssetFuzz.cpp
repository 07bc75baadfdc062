// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Any bytes: LoadAsset answers, and what it accepts comes back from SaveAsset as it was. Each input is tried as it is,
// with right checksums, and with a right layout too, so that the fuzzer gets past them to the content.
#include "Core/Io/AssetBytes.h"
#include "FractureCore/Asset.h"

#include <cstdio>
#include <cstdlib>

using namespace FractureCore;

namespace
{
void Demand(bool condition, const char* what)
{
	if (!condition)
	{
		std::fprintf(stderr, "%s\n", what);
		std::abort();
	}
}

void Try(const std::vector<uint8_t>& bytes)
{
	const Result<BakedObject> loaded = LoadAsset(bytes);
	if (!loaded)
	{
		Demand(!loaded.GetError().message.empty(), "an error without words");
		return;
	}
	const std::vector<uint8_t> saved = SaveAsset(*loaded);
	// Shorter only by sections that this build does not know.
	Demand(saved == bytes || saved.size() < bytes.size(), "an accepted file was written differently");
	const Result<BakedObject> again = LoadAsset(saved);
	Demand(again.HasValue() && *again == *loaded, "a written file was read differently");
}
} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
	std::vector<uint8_t> bytes(data, data + size);
	Try(bytes);
	FractureTest::FixChecksums(bytes);
	Try(bytes);
	FractureTest::FixLayout(bytes);
	FractureTest::FixChecksums(bytes);
	Try(bytes);
	return 0;
}
