// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#pragma once

#include "FractureCore/Export.h"
#include "FractureCore/Paint.h"
#include "FractureCore/Result.h"
#include "FractureCore/Strength.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace FractureCore
{
// Editing a StrengthSetup: strokes and the layer stack. Every change is made by one function, which gives back a record
// of it; a record goes back and forth byte by byte. A host puts records into an EditHistory or into its own undo.
// Nothing here is destroyed by hiding, weighing or moving a layer. Positions count from 0; messages count from 1.

/// What a brush paints.
enum class PaintChannel : uint8_t
{
	LayerValues, // factors of a painted layer
	LayerMask,   // 0 to 1: where a layer acts; its mask must be a painted one
	AnchorArea,  // 0 to 1: of a painted anchor
	GrainSeeds,  // seeds of a grain layer: one each `value` metres at least
};
inline constexpr PaintChannel kLastPaintChannel = PaintChannel::GrainSeeds;

struct PaintTarget
{
	PaintChannel channel = PaintChannel::LayerValues;
	int32_t index = 0; // of the layer or the anchor

	friend bool operator==(const PaintTarget&, const PaintTarget&) = default;
};

/// What all layers have beside their source and mask.
struct LayerLook
{
	std::string name; // at most 200 bytes, UTF-8
	bool isHidden = false;
	StrengthBlend blend = StrengthBlend::Multiply;
	double weight = 1.0;

	friend bool operator==(const LayerLook&, const LayerLook&) = default;
};
FRACTURECORE_API LayerLook LookOf(const StrengthLayer& layer);

/// What all anchors have beside their region.
struct AnchorLook
{
	std::string name;
	bool isHidden = false;
	uint8_t axes = 7;

	friend bool operator==(const AnchorLook&, const AnchorLook&) = default;
};
FRACTURECORE_API AnchorLook LookOf(const Anchor& anchor);

/// Painted vertices of one stroke; only those that changed.
struct PaintedEdit
{
	PaintTarget target;
	std::vector<int32_t> vertices; // ascending
	std::vector<float> before;
	std::vector<float> after;

	friend bool operator==(const PaintedEdit&, const PaintedEdit&) = default;
};

/// One field of one layer or anchor, exchanged as a whole; `Item` is what stands there before and after. For lists,
/// nothing before is an addition and nothing after a removal.
template <typename Item>
struct ItemEdit
{
	int32_t index = 0;
	Item before;
	Item after;

	friend bool operator==(const ItemEdit&, const ItemEdit&) = default;
};
using LayerListEdit = ItemEdit<std::optional<StrengthLayer>>;
using AnchorListEdit = ItemEdit<std::optional<Anchor>>;
using LayerLookEdit = ItemEdit<LayerLook>;
using AnchorLookEdit = ItemEdit<AnchorLook>;
using SourceEdit = ItemEdit<StrengthSource>; // never painted values: those are changed by strokes
using MaskEdit = ItemEdit<std::optional<Region>>;
using RegionEdit = ItemEdit<Region>; // of an anchor
using SeedsEdit = ItemEdit<std::vector<Vec3>>;

/// How deep paint goes, m.
struct DepthEdit
{
	PaintTarget target;
	double before = 0.0;
	double after = 0.0;

	friend bool operator==(const DepthEdit&, const DepthEdit&) = default;
};

struct MoveEdit
{
	int32_t from = 0;
	int32_t to = 0;

	friend bool operator==(const MoveEdit&, const MoveEdit&) = default;
};

struct EditRecord
{
	std::string name; // for a menu: "Paint strength", "Hide layer 2"
	std::variant<PaintedEdit,
		LayerListEdit,
		AnchorListEdit,
		LayerLookEdit,
		AnchorLookEdit,
		SourceEdit,
		MaskEdit,
		RegionEdit,
		SeedsEdit,
		DepthEdit,
		MoveEdit>
		edit;

	friend bool operator==(const EditRecord&, const EditRecord&) = default;
};

/// Memory that a record holds, bytes.
FRACTURECORE_API size_t RecordBytes(const EditRecord& record);

/// False if the record changes nothing: a host should not keep it.
FRACTURECORE_API bool HasEffect(const EditRecord& record);

/// The setup as it was after, or before, the record was made. The error says that the setup is not the one it was made
/// from, where that shows; then nothing is changed.
FRACTURECORE_API Status RedoEdit(StrengthSetup& setup, const EditRecord& record);
FRACTURECORE_API Status UndoEdit(StrengthSetup& setup, const EditRecord& record);

// Operations. Each checks its arguments as ValidateStrength does and changes nothing if it gives an error.

/// `at` is the place it gets, 0 to the number of layers; kNoIndex: on top, that is last.
FRACTURECORE_API Result<EditRecord> AddLayer(StrengthSetup& setup, StrengthLayer layer, int32_t at = kNoIndex);
FRACTURECORE_API Result<EditRecord> RemoveLayer(StrengthSetup& setup, int32_t index);
FRACTURECORE_API Result<EditRecord> MoveLayer(StrengthSetup& setup, int32_t from, int32_t to);
FRACTURECORE_API Result<EditRecord> SetLayerLook(StrengthSetup& setup, int32_t index, const LayerLook& look);
FRACTURECORE_API Result<EditRecord> SetLayerSource(StrengthSetup& setup, int32_t index, const StrengthSource& source);
FRACTURECORE_API Result<EditRecord> SetLayerMask(
	StrengthSetup& setup, int32_t index, const std::optional<Region>& mask);
FRACTURECORE_API Result<EditRecord> AddAnchor(StrengthSetup& setup, Anchor anchor, int32_t at = kNoIndex);
FRACTURECORE_API Result<EditRecord> RemoveAnchor(StrengthSetup& setup, int32_t index);
FRACTURECORE_API Result<EditRecord> SetAnchorLook(StrengthSetup& setup, int32_t index, const AnchorLook& look);
FRACTURECORE_API Result<EditRecord> SetAnchorRegion(StrengthSetup& setup, int32_t index, const Region& region);
FRACTURECORE_API Result<EditRecord> SetPaintDepth(StrengthSetup& setup, const PaintTarget& target, double depth);

/// A painted layer that changes nothing yet: factor 1 multiplied, on so many vertices.
FRACTURECORE_API StrengthLayer BlankPaintedLayer(int32_t vertexCount, double depth);
/// A painted anchor that holds nothing yet. The bake wants an anchor to hold something: CheckSetup says so.
FRACTURECORE_API Anchor BlankPaintedAnchor(int32_t vertexCount, double depth);

/// The values that a brush changes there, and what it erases to; null if the target has none.
FRACTURECORE_API const PaintedValues* FindPaint(const StrengthSetup& setup, const PaintTarget& target);
FRACTURECORE_API float NeutralPaint(const StrengthSetup& setup, const PaintTarget& target);

/// A stroke over a setup. Between Begin and Finish or Cancel nobody else may change the setup.
class FRACTURECORE_API SetupStroke
{
public:
	/// The error names the layer or anchor that cannot be painted, and why: it is not painted, or it is but has not as
	/// many values as the surface has vertices; or the brush's field that is out of its range.
	static Result<SetupStroke> Begin(
		const PaintSurface& surface, const StrengthSetup& setup, const PaintTarget& target, const Brush& brush);

	SetupStroke(SetupStroke&&) noexcept;
	SetupStroke& operator=(SetupStroke&&) noexcept;
	~SetupStroke();

	/// The pointer goes on to `hit`; the setup has the result at once.
	void AddPoint(StrengthSetup& setup, const PaintHit& hit);

	/// The vertices changed so far, for a live picture; in order of the first touch. Seeds touch none.
	std::span<const int32_t> Touched() const;

	/// Its record; see HasEffect.
	EditRecord Finish(const StrengthSetup& setup) const;

	/// The setup is as before Begin, byte by byte.
	void Cancel(StrengthSetup& setup) const;

private:
	struct Data;
	explicit SetupStroke(std::unique_ptr<Data> data);

	std::unique_ptr<Data> m_data;
};

/// Undo and redo, one record at a time, oldest forgotten first when it holds more than the limit.
class FRACTURECORE_API EditHistory
{
public:
	explicit EditHistory(size_t limitBytes = size_t{64} << 20) : m_limit(limitBytes) {}

	/// Forgets what could be redone. A record without effect is not kept. With `merges`, a change of the same field of
	/// the same layer as the last record's, such as a slider's next step, is joined with it.
	void Push(EditRecord record, bool merges = false);

	/// False if there is nothing to undo or redo, or if the setup is not the one of these records.
	bool Undo(StrengthSetup& setup);
	bool Redo(StrengthSetup& setup);

	const EditRecord* NextUndo() const { return m_done > 0 ? &m_records[m_done - 1] : nullptr; }
	const EditRecord* NextRedo() const { return m_done < m_records.size() ? &m_records[m_done] : nullptr; }
	size_t UndoCount() const { return m_done; }
	size_t RedoCount() const { return m_records.size() - m_done; }
	size_t Bytes() const { return m_bytes; }
	void Clear();

private:
	void ForgetRedo();

	std::deque<EditRecord> m_records;
	size_t m_done = 0; // records before this are done
	size_t m_bytes = 0;
	size_t m_limit;
};
} // namespace FractureCore
