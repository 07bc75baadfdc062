// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Studio/StudioRunJson.h"

namespace FractureToolkit
{
namespace
{
// In the order of their enums.
constexpr std::initializer_list<const char*> kSceneWords = {"drop", "shoot", "weight"};
constexpr std::initializer_list<const char*> kHostWords = {"embedded", "bullet"};
constexpr std::initializer_list<const char*> kPiecesWords = {"few", "many"};

template <typename Number>
const char* WordOf(std::initializer_list<const char*> words, Number number)
{
	return words.begin()[static_cast<size_t>(number)];
}
} // namespace

StudioRunRequest ReadRunRequest(JsonFields& fields)
{
	StudioRunRequest run;
	run.scene = static_cast<StudioScene>(fields.ReadWord("scene", kSceneWords));
	run.host = static_cast<HostKind>(fields.ReadWord("host", kHostWords));
	fields.Read("height", run.height, {0.0, 100.0});
	fields.Read("angle", run.angle, {-360.0, 360.0});
	fields.Read("heading", run.heading, {-360.0, 360.0});
	fields.Read("speed", run.speed, {1.0e-3, 1.0e3});
	fields.Read("mass", run.mass, {1.0e-6, 1.0e5});
	run.hasManyPieces = fields.ReadWord("pieces", kPiecesWords) == 1;
	fields.Read("seconds", run.seconds, {0.0, 20.0});
	fields.Read("seed", run.seed);
	return run;
}

nlohmann::ordered_json RunRequestToJson(const StudioRunRequest& request)
{
	return {{"scene", WordOf(kSceneWords, request.scene)},
		{"host", WordOf(kHostWords, request.host)},
		{"height", request.height},
		{"angle", request.angle},
		{"heading", request.heading},
		{"speed", request.speed},
		{"mass", request.mass},
		{"pieces", WordOf(kPiecesWords, request.hasManyPieces ? 1 : 0)},
		{"seconds", request.seconds},
		{"seed", request.seed}};
}
} // namespace FractureToolkit
