// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Bake.h"
#include "FractureCore/Break.h"
#include "FractureCore/HeatMap.h"
#include "FractureCore/Piece.h"
#include "FractureCore/SetupCheck.h"
#include "FractureCore/SetupEdit.h"
#include "ImportedModel.h"
#include "NodeSampler.h"
#include "Run/Recording.h"
#include "Studio/FineSurface.h"
#include "Studio/StudioRun.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace FractureToolkit
{
enum class StudioPhase : uint8_t
{
	Empty,  // nothing is loaded
	Loaded, // a surface that cannot break yet
	Baked,  // ready to be hit, in one piece or in many
};

/// Where the object came from: names alone do not tell a dropped file from one of the list.
enum class StudioOrigin : uint8_t
{
	Sample,
	File,
	Upload,
};

/// A body on the bench. All meshes are in the coordinates of the object that was loaded.
struct StudioBody
{
	int32_t number = FractureCore::kNoIndex; // ascending, never used twice: also names its mesh
	int32_t parent = FractureCore::kNoIndex;
	int32_t generation = 0; // 0: the whole object
	std::shared_ptr<const FractureCore::SurfaceMesh> mesh;
	FractureCore::MassProperties mass; // none before the bake
	FractureCore::Pose pose;           // of its mesh: other than none if a scene moved it
	std::vector<float> stress;         // Pa, 1 a vertex: largest tension at the last impact; empty: not hit yet
};

/// A ball of steel that hits a body.
struct StudioHit
{
	int32_t body = FractureCore::kNoIndex;
	int32_t frame = FractureCore::kNoIndex; // of the run that shows the body; none: it is on the bench
	FractureCore::Vec3 point;               // m, on its surface, as all of this in its mesh's coordinates
	FractureCore::Vec3 direction;           // of any length but zero
	double mass = 0.1;                      // kg, 1e-6 to 1e5
	double speed = 5.0;                     // m/s, above 0 to 1e4
	uint64_t seed = 0;
};

/// What a hit did: enough to do it again.
struct StudioHitRecord
{
	StudioHit hit;
	// Of the body among those that there were, of the scene or on the bench: numbers are others the next time.
	int32_t place = FractureCore::kNoIndex;
	FractureCore::ContactImpulse contact;
	double restitution = 0.0;
	bool isSeparated = false;
	int32_t pieces = 0;
	int32_t debris = 0;
	double load = 0.0; // of the peak force, at which the first crack started; above 1: none did
	double milliseconds = 0.0;
	FractureCore::ContentHash hash;
};

/// A quantity over the whole object, with what a legend needs.
struct StudioHeatMap
{
	NodeSampler values;
	FractureCore::HeatScale scale;
	FractureCore::HeatUnit unit = FractureCore::HeatUnit::Megapascal;
	std::shared_ptr<const FractureCore::SurfaceMesh> surface; // of the whole object; null: of none
	std::vector<float> surfaceValues;                         // there, 1 a vertex, smooth within tets
	bool isEven = false;                                      // the same everywhere: the middle of its scale

	/// 1 a vertex of the object or of a piece.
	std::vector<float> At(const FractureCore::SurfaceMesh& mesh) const;
};

struct StudioBakeRequest
{
	int32_t tets = 5'000;        // 50 to 200 000
	bool isFine = false;         // long edges of the surface are split first, so that it takes fine strokes
	double shellThickness = 0.0; // m; > 0: a sheet, and no solid
	FractureCore::Material material;
	FractureCore::StrengthSetup strength;
};

/// Everything a page shows, as it was at one moment; immutable.
struct StudioView
{
	StudioPhase phase = StudioPhase::Empty;
	std::string name;
	StudioOrigin origin = StudioOrigin::Sample;
	double length = 0.0;    // m, the longest side that was asked for; 0: as in the file
	FractureCore::Vec3 low; // m, the object's box
	FractureCore::Vec3 high;
	std::vector<StudioBody> bodies;
	std::shared_ptr<const FractureCore::BakedObject> object; // null before the bake
	StudioBakeRequest request; // its strength is what is edited: the object has it from the next blow on
	std::string undo;          // what could be undone; empty: nothing
	std::string redo;
	std::vector<FractureCore::SetupFinding> findings; // mistakes in the strength
	int32_t bakeNumber = 0;                           // ascends with every bake
	double bakeSeconds = 0.0;
	bool isAsset = false;                        // came as a .frac: there is no surface to bake again from
	std::vector<FractureCore::Warning> warnings; // of import and bake
	std::vector<StudioHitRecord> hits;
	double mostStress = 0.0;                        // Pa, of all bodies
	std::shared_ptr<const StudioHeatMap> strength;  // Pa; null: not for this object
	std::shared_ptr<const StudioHeatMap> anchors;   // 0 free, 1 held; null: not for this object
	std::shared_ptr<const StudioHeatMap> fragility; // N s; null: not computed yet
	std::shared_ptr<const StudioRunLog> run;        // null: none since the bake
	std::optional<StudioRunRecord> played; // the scene that left what lies on the bench, up to the first hit in it

	/// The scene that is shown or was hit in.
	std::optional<StudioRunRecord> Played() const { return run ? run->Record() : played; }
};

/// A file that is not there yet.
struct StudioFile
{
	std::string name;
	std::vector<uint8_t> bytes;
};

/// One object on its way from a file to pieces: load, bake, hit or run, export. It knows nothing of threads or pages:
/// one thread at a time calls it. Calls in a wrong order answer an error that says what is missing, and an error leaves
/// everything as it was.
class Workbench
{
public:
	Workbench();
	Workbench(Workbench&&) noexcept;
	Workbench& operator=(Workbench&&) noexcept;
	~Workbench();

	/// `length`: m, the longest side; 0: as in the file. What was on the bench before goes.
	FractureCore::Status Load(const std::string& name, ImportedModel model, double length = 0.0);
	FractureCore::Status LoadAsset(const std::string& name,
		FractureCore::BakedObject object,
		FractureCore::TaskRunner& runner,
		const FractureCore::ProgressSink& progress = {});

	/// Of what was loaded last; a resize keeps it.
	void SetOrigin(StudioOrigin origin) { m_view.origin = origin; }

	/// Another size for what was loaded, as if it had been loaded with it. Layers, anchors and paint grow with it and
	/// are there again after the next bake; what was done to them before can no longer be undone.
	FractureCore::Status Resize(double length);

	FractureCore::Status Bake(const StudioBakeRequest& request,
		FractureCore::TaskRunner& runner,
		const FractureCore::ProgressSink& progress = {});

	/// A change of the strength by one of SetupEdit.h's functions, such as AddLayer. Puts the object together again.
	/// With `merges`, a slider's steps are undone at once.
	using Change = std::function<FractureCore::Result<FractureCore::EditRecord>(
		FractureCore::StrengthSetup& setup, const FractureCore::SurfaceMesh& surface)>;
	FractureCore::Status Edit(const Change& change, bool merges, FractureCore::TaskRunner& runner);
	FractureCore::Status Undo(FractureCore::TaskRunner& runner);
	FractureCore::Status Redo(FractureCore::TaskRunner& runner);

	/// A stroke: begin, any number of points, end or cancel. Another edit, blow or run ends it.
	FractureCore::Status BeginStroke(
		const FractureCore::PaintTarget& target, const FractureCore::Brush& brush, FractureCore::TaskRunner& runner);
	FractureCore::Status Paint(std::span<const FractureCore::Vec3> points, FractureCore::TaskRunner& runner);
	FractureCore::Status EndStroke(bool isKept, FractureCore::TaskRunner& runner);

	/// A hit in a scene ends it: the bodies stay on the bench as that frame shows them, without balls.
	FractureCore::Status Hit(
		const StudioHit& hit, FractureCore::TaskRunner& runner, const FractureCore::ProgressSink& progress = {});

	/// The smallest impulse that starts a crack, everywhere on the surface; kept until the next bake, as are those of
	/// the last few strengths.
	FractureCore::Status MapFragility(
		FractureCore::TaskRunner& runner, const FractureCore::ProgressSink& progress = {});

	/// Plays a scene into a new log, which View() has from the first frame on: `started` is called then.
	FractureCore::Status Run(const StudioRunRequest& request,
		FractureCore::TaskRunner& runner,
		const FractureCore::ProgressSink& progress = {},
		const std::function<void()>& started = {});

	/// In one piece again, without hits and runs.
	FractureCore::Status Reset();

	const StudioView& View() const { return m_view; }

	/// The baked object as a .frac file.
	FractureCore::Result<StudioFile> ExportAsset() const;
	/// The bodies as they are, or the run as an animation if there is one and `animated`.
	FractureCore::Result<StudioFile> ExportGlb(bool animated) const;
	/// A .zip with the scene and the hits as `fracturesim replay` reads them, and the bodies that were hit.
	FractureCore::Result<StudioFile> ExportRecording() const;

private:
	/// A body that may be hit. Pieces become breakable when they are hit first.
	struct Part
	{
		std::shared_ptr<const FractureCore::Breakable> breakable;
		std::shared_ptr<const FractureCore::BakedObject> object; // that it was made from
		std::shared_ptr<const FractureCore::Breakable> parent;   // of a piece
		std::shared_ptr<const FractureCore::Fragment> fragment;
	};

	static FractureCore::BakeSettings SettingsOf(const StudioBakeRequest& request);
	const FractureCore::SurfaceMesh* BakedSource() const;
	FractureCore::Result<FractureCore::BakedObject> BakeSource(StudioBakeRequest& request,
		const std::optional<FineSurface>& fine,
		FractureCore::TaskRunner& runner,
		const FractureCore::ProgressSink& progress) const;
	FractureCore::Status TakeObject(
		FractureCore::BakedObject object, FractureCore::TaskRunner& runner, const FractureCore::ProgressSink& progress);
	FractureCore::Status MakePartBreakable(
		Part& part, FractureCore::TaskRunner& runner, const FractureCore::ProgressSink& progress) const;
	FractureCore::Status HitBody(
		const StudioHit& hit, FractureCore::TaskRunner& runner, const FractureCore::ProgressSink& progress);
	FractureCore::Status TakeFrame(int32_t frame);
	void TakeResult(const StudioHit& hit, FractureCore::BreakResult result, FractureCore::TaskRunner& runner);
	void PutTogether();
	FractureCore::Status BeginEdit(FractureCore::TaskRunner& runner);
	void ShowEdit(FractureCore::TaskRunner& runner);
	void ShowStrength(FractureCore::TaskRunner& runner);
	void CheckStrength(FractureCore::TaskRunner& runner);
	FractureCore::Result<FractureCore::BakedObject> EditedObject(FractureCore::TaskRunner& runner) const;
	FractureCore::Status TakeEdits(FractureCore::TaskRunner& runner, const FractureCore::ProgressSink& progress);
	void ForgetEdits();
	FractureCore::ContentHash FragilityKey() const;
	std::shared_ptr<const StudioHeatMap> KnownFragility() const;

	StudioView m_view;
	ImportedModel m_model;
	double m_fileLength = 0.0;                          // m, the longest side before it was resized
	std::optional<FineSurface> m_fine;                  // of m_model, if that was baked
	std::optional<FractureCore::SurfaceMesh> m_painted; // what the paint lies on, from a resize to the next bake
	std::map<int32_t, Part> m_parts;                    // by number; those that were hit stay, for the recording
	int32_t m_nextNumber = 0;
	Recording m_recording;
	FractureCore::EditHistory m_history;
	std::shared_ptr<const FractureCore::BakedObject> m_previewed; // what m_preview is of
	std::optional<FractureCore::StrengthPreview> m_preview;       // made when strength is first shown
	std::optional<FractureCore::PaintSurface> m_surface;          // of m_view.object; made when it is painted first
	std::optional<FractureCore::SetupStroke> m_stroke;
	bool m_hasEdits = false; // that the object on the bench does not have yet
	/// Of strengths that were seen before, the last one at the end: they take long, and an undo comes back to them.
	std::vector<std::pair<FractureCore::ContentHash, std::shared_ptr<const StudioHeatMap>>> m_fragilityMaps;
};

/// m, of all grains that were painted or placed, in layers that are not hidden.
std::vector<FractureCore::Vec3> SeedsOf(const FractureCore::StrengthSetup& setup);

/// The blow of such a ball on a body of a material and mass (kg; 0: held): by Hertz, as a half-sine of his duration.
FractureCore::Result<FractureCore::ContactImpulse> ImpulseOfHit(
	const StudioHit& hit, const FractureCore::Material& material, double bodyMass);

/// The coefficient that such blows suppose.
inline constexpr double kStudioRestitution = 0.5;
} // namespace FractureToolkit
