// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "Command.h"
#include "Files.h"
#include "FractureCore/Asset.h"
#include "Import.h"
#include "Picture/PictureScenes.h"
#include "PictureStress.h"
#include "ThreadTaskRunner.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <memory>
#include <optional>

namespace FractureCli
{
namespace
{
using namespace FractureCore;
using namespace FractureToolkit;

struct PictureOptions
{
	std::string input;
	std::string output;
	std::string view = "iso";
	std::string cutPlane;
	std::string colour = "slots";
	std::string up;
	ImpulseOptions impact;
	double explode = 0.0;
	double fieldOfView = PictureView{}.fieldOfView;
	std::string size = "1280x960";
	int32_t threads = 0;
	bool json = false;
};

/// What there is to look at in a file.
struct PictureModel
{
	SurfaceMesh surface;
	std::vector<int32_t> triangleObjects; // 1 a triangle, or empty: the file has one object
	TetMesh tets;                         // may be empty
	std::optional<Material> material;
	std::vector<double> strength; // Pa, 1 a tet or a shell's triangle; empty: the material's
	UpAxis up = UpAxis::Z;
};

/// Numbers apart by spaces or commas; none if the text is anything else.
std::vector<double> ParseNumbers(std::string_view text)
{
	std::vector<double> numbers;
	const char* at = text.data();
	const char* const end = at + text.size();
	while (at != end)
	{
		if (*at == ' ' || *at == ',')
		{
			++at;
			continue;
		}
		double value = 0.0;
		const auto [next, error] = std::from_chars(*at == '+' ? at + 1 : at, end, value);
		if (error != std::errc{} || (next != end && *next != ' ' && *next != ','))
		{
			return {};
		}
		numbers.push_back(value);
		at = next;
	}
	return numbers;
}

bool ParseView(const std::string& text, PictureView& view)
{
	struct NamedView
	{
		const char* name;
		double azimuth;
		double elevation;
	};
	constexpr NamedView kNamed[] = {{"iso", 35.0, 22.0},
		{"front", 0.0, 0.0},
		{"right", 90.0, 0.0},
		{"back", 180.0, 0.0},
		{"left", 270.0, 0.0},
		{"top", 0.0, 90.0},
		{"bottom", 0.0, -90.0}};
	for (const NamedView& named : kNamed)
	{
		if (text == named.name)
		{
			view.azimuth = named.azimuth;
			view.elevation = named.elevation;
			return true;
		}
	}
	const std::vector<double> numbers = ParseNumbers(text);
	if (numbers.size() != 2)
	{
		return false;
	}
	view.azimuth = numbers[0];
	view.elevation = numbers[1];
	return true;
}

/// "nx ny nz d", or an axis such as x or -y for the plane across the middle of the box around the model.
std::optional<PicturePlane> ParseCutPlane(std::string_view text, std::span<const Vec3> points)
{
	const bool negative = text.starts_with('-');
	const std::string_view axis = negative || text.starts_with('+') ? text.substr(1) : text;
	if (axis == "x" || axis == "y" || axis == "z")
	{
		const Vec3 along = {axis == "x" ? 1.0 : 0.0, axis == "y" ? 1.0 : 0.0, axis == "z" ? 1.0 : 0.0};
		const PicturePlane plane = {along * (negative ? -1.0 : 1.0), 0.0};
		const auto [low, high] = std::minmax_element(points.begin(),
			points.end(),
			[&](const Vec3& a, const Vec3& b) { return Dot(plane.normal, a) < Dot(plane.normal, b); });
		const double middle = points.empty() ? 0.0 : 0.5 * Dot(plane.normal, *low) + 0.5 * Dot(plane.normal, *high);
		return PicturePlane{plane.normal, middle};
	}
	const std::vector<double> numbers = ParseNumbers(text);
	if (numbers.size() != 4)
	{
		return std::nullopt;
	}
	return PicturePlane{{numbers[0], numbers[1], numbers[2]}, numbers[3]};
}

bool ParseSize(std::string_view text, PictureSettings& settings)
{
	const char* const end = text.data() + text.size();
	const auto width = std::from_chars(text.data(), end, settings.width);
	if (width.ec != std::errc{} || width.ptr == end || (*width.ptr != 'x' && *width.ptr != 'X'))
	{
		return false;
	}
	const auto height = std::from_chars(width.ptr + 1, end, settings.height);
	const auto fits = [](int32_t side) { return side >= kLeastPictureSize && side <= kMostPictureSize; };
	return height.ec == std::errc{} && height.ptr == end && fits(settings.width) && fits(settings.height);
}

std::string LowerExtension(const std::filesystem::path& path)
{
	std::string extension = Utf8FromPath(path.extension());
	for (char& letter : extension)
	{
		letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
	}
	return extension;
}

Result<PictureModel> LoadPictureModel(const std::filesystem::path& path)
{
	if (LowerExtension(path) == ".frac")
	{
		const Result<std::vector<uint8_t>> bytes = ReadFileBytes(path);
		if (!bytes)
		{
			return bytes.GetError();
		}
		Result<BakedObject> object = LoadAsset(*bytes);
		if (!object)
		{
			return object.GetError();
		}
		return PictureModel{std::move(object->surface),
			{},
			std::move(object->tets),
			std::move(object->material),
			std::move(object->strength),
			UpAxis::Z};
	}
	Result<ImportedModel> imported = ImportModel(path);
	if (!imported)
	{
		return imported.GetError();
	}
	PictureModel model;
	model.up = UsualUpAxis(*imported);
	if (auto* surface = std::get_if<ImportedSurface>(&*imported))
	{
		model.surface = std::move(surface->mesh);
		model.triangleObjects = std::move(surface->triangleObjects);
	}
	else
	{
		model.tets = std::move(std::get<ImportedTets>(*imported).mesh);
		model.surface.positions = model.tets.nodes;
		model.surface.triangles = BoundaryTriangles(model.tets);
	}
	return model;
}

Result<PictureScene> MakeStressScene(
	const PictureOptions& options, const SceneOptions& sceneOptions, TaskRunner& runner)
{
	BodyOptions bodyOptions;
	bodyOptions.file = options.input;
	const std::variant<Body, LoadFailure> loaded = LoadBody(bodyOptions);
	if (const LoadFailure* failure = std::get_if<LoadFailure>(&loaded))
	{
		return Error{ErrorCode::InvalidFile, failure->what};
	}
	const Body& body = *std::get_if<Body>(&loaded);
	const Result<ScalarField> field = SolvePictureStress(body, options.impact, runner);
	if (!field)
	{
		return field.GetError();
	}
	if (!body.IsSheet())
	{
		return MakeTetScene(body.solid, *field, sceneOptions);
	}
	SurfaceMesh sheet;
	sheet.positions = body.sheetPositions;
	sheet.triangles = body.sheetTriangles;
	return MakeSurfaceScene(sheet, *field, sceneOptions);
}

Result<PictureScene> MakePictureScene(
	const PictureModel& model, const PictureOptions& options, const SceneOptions& sceneOptions, TaskRunner& runner)
{
	const std::string& colour = options.colour;
	if (colour == "tets")
	{
		if (model.tets.tets.empty())
		{
			return Error{ErrorCode::InvalidSettings,
				"there are no tets in the file: --colour tets needs a baked solid or a tet mesh"};
		}
		return MakeTetScene(model.tets, sceneOptions);
	}
	if (colour == "strength")
	{
		if (!model.material)
		{
			return Error{ErrorCode::InvalidSettings, "there is no strength in the file: only a .frac has a material"};
		}
		ScalarField field;
		field.title = "tensile strength";
		field.unit = "Pa";
		field.values = model.strength;
		// Strength varies from tet to tet, also inside: whole tets show it where a few large triangles could not.
		if (!field.values.empty() && !model.tets.tets.empty())
		{
			return MakeTetScene(model.tets, field, sceneOptions);
		}
		field.values.resize(model.surface.triangles.size(), model.material->tensileStrength);
		return MakeSurfaceScene(model.surface, field, sceneOptions);
	}
	if (colour == "stress")
	{
		return MakeStressScene(options, sceneOptions, runner);
	}
	return MakeSurfaceScene(
		model.surface, colour == "fragments" ? SurfaceColours::Fragments : SurfaceColours::Slots, sceneOptions);
}

void PrintPictureJson(
	const PictureOptions& options, const std::string& output, const PictureScene& scene, const PictureImage& image)
{
	size_t triangles = 0;
	for (const PictureMesh& mesh : scene.meshes)
	{
		triangles += mesh.triangles.size();
	}
	nlohmann::ordered_json json = {{"input", options.input},
		{"output", output},
		{"width", image.width},
		{"height", image.height},
		{"triangles", triangles},
		{"parts", scene.meshes.size()}};
	if (scene.legend)
	{
		json["legend"] = {{"title", scene.legend->title},
			{"unit", scene.legend->unit},
			{"low", scene.legend->low},
			{"high", scene.legend->high}};
	}
	std::puts(json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace).c_str());
}

int RunPicture(const PictureOptions& options)
{
	PictureSettings settings;
	settings.view.fieldOfView = options.fieldOfView;
	if (!ParseView(options.view, settings.view) ||
		!(settings.view.elevation >= -90.0 && settings.view.elevation <= 90.0))
	{
		return FailUsage("picture",
			"--view '" + options.view +
				"' is neither front, back, left, right, top, bottom or iso, nor two angles such as \"35 22\" with the "
				"second between -90 and 90");
	}
	if (!ParseSize(options.size, settings))
	{
		return FailUsage("picture",
			"--size '" + options.size + "' is not WIDTHxHEIGHT with " + std::to_string(kLeastPictureSize) + " to " +
				std::to_string(kMostPictureSize) + " pixels each");
	}
	if (!options.cutPlane.empty() && !ParseCutPlane(options.cutPlane, {}))
	{
		return FailUsage("picture",
			"--cut-plane '" + options.cutPlane +
				"' is neither four numbers \"nx ny nz d\" nor an axis such as x or -y");
	}
	if ((options.colour == "stress") != !options.impact.impulses.empty())
	{
		return FailUsage("picture", "--colour stress and --impulse go together: it is the blow that makes the stress");
	}
	const std::filesystem::path input = PathFromUtf8(options.input);
	std::filesystem::path output = PathFromUtf8(options.output);
	if (options.output.empty())
	{
		output = input;
		output.replace_extension(".png");
	}
	else if (FractureToolkit::LowerExtension(output) != ".png")
	{
		return FailUsage("picture", "'" + options.output + "' must end in .png: no other format is written");
	}

	const Result<PictureModel> model = LoadPictureModel(input);
	if (!model)
	{
		return Fail(options.input, model.GetError().message);
	}
	SceneOptions sceneOptions;
	sceneOptions.triangleParts = model->triangleObjects;
	sceneOptions.explode = options.explode;
	sceneOptions.up = options.up.empty() ? model->up : (options.up == "y" ? UpAxis::Y : UpAxis::Z);
	if (!options.cutPlane.empty())
	{
		sceneOptions.cutPlane = ParseCutPlane(options.cutPlane, model->surface.positions);
	}
	ThreadTaskRunner runner(options.threads);
	const Result<PictureScene> scene = MakePictureScene(*model, options, sceneOptions, runner);
	if (!scene)
	{
		return Fail(options.input, scene.GetError().message);
	}
	const Result<PictureImage> image = RenderPicture(*scene, settings, runner);
	if (!image)
	{
		return Fail(options.input, image.GetError().message);
	}
	const Status written = WriteFileAtomically(output, EncodePng(*image));
	if (!written)
	{
		return Fail(Utf8FromPath(output), written.GetError().message);
	}
	if (options.json)
	{
		PrintPictureJson(options, Utf8FromPath(output), *scene, *image);
	}
	else
	{
		std::printf("%s: %d x %d pixels\n", Utf8FromPath(output).c_str(), image->width, image->height);
	}
	return kSucceeded;
}
} // namespace

void AddPictureCommand(CLI::App& program, int& exitCode)
{
	auto options = std::make_shared<PictureOptions>();
	CLI::App* command = program.add_subcommand("picture", "Draw a mesh or a fracture asset as a PNG");
	command->add_option("input", options->input, ".frac .obj .stl .ply .gltf .glb .fbx .msh .node .ele")->required();
	command->add_option("-o,--output", options->output, "The PNG (default: beside the input, with the extension .png)");
	command->add_option("--view",
		options->view,
		"front, back, left, right, top, bottom, iso, or \"AZIMUTH ELEVATION\": 0 0 is front, 90 0 right, 0 90 top "
		"(default: iso, 35 22)");
	command->add_option("--cut-plane",
		options->cutPlane,
		"\"NX NY NZ D\" removes the points x with n.x > D, n made unit length, in the file's own axes and metres; "
		"or x, -x, y, ... for half of the model");
	command
		->add_option("--colour,--color",
			options->colour,
			"slots: material slots; tets: the tets, whole ones at a cut; strength: heat map; stress: heat map of the "
			"largest tension under --impulse; fragments: connected parts (default: slots)")
		->check(CLI::IsMember({"slots", "tets", "strength", "stress", "fragments"}));
	AddImpulseOptions(*command, options->impact);
	command
		->add_option(
			"--explode", options->explode, "Move connected parts outward by this times their offset (default: 0)")
		->check(CLI::Range(0.0, 1000.0));
	command->add_option("--up", options->up, "Axis of the file that points up (default: what the file says, else z)")
		->check(CLI::IsMember({"y", "z"}));
	command->add_option("--fov", options->fieldOfView, "Vertical angle of view in degrees; 0: parallel (default: 24)")
		->check(CLI::Range(0.0, 120.0));
	command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels (default: 1280x960)");
	command
		->add_option(
			"-j,--jobs,--threads", options->threads, "Threads; 0: one a core; the result does not depend on it")
		->check(CLI::Range(0, 256));
	command->add_flag("--json", options->json, "Print one JSON object instead of text");
	SetExamples(*command,
		"  fracturesim picture bowl.frac -o bowl.png --cut-plane x --colour tets\n"
		"  fracturesim picture fragments.glb --colour fragments --explode 0.3\n"
		"  fracturesim picture bowl.frac --colour stress --impulse \"0.075 0 0.06 -0.8 0 0\"\n"
		"  fracturesim picture spot.obj --up y --view \"145 20\" --size 800x600\n");
	command->callback([options, &exitCode] { exitCode = RunPicture(*options); });
}
} // namespace FractureCli
