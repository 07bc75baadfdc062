// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "FractureCore/SetupCheck.h"

#include "Base/Text.h"
#include "Paint/WallTets.h"

#include <algorithm>
#include <cmath>

namespace FractureCore
{
namespace
{
/// Less of the wall than this is a corner or a rim.
constexpr double kNotableWall = 0.05;
/// Scales along the axes that differ by less are the same, entered by hand.
constexpr double kScaleSlack = 0.01;

std::string Percent(double share)
{
	const double percent = 100.0 * share;
	return percent < 1.0 ? "less than 1 %" : std::to_string(std::lround(percent)) + " %";
}

std::string Rounded(double value)
{
	// Two digits are enough for advice.
	const double power = std::pow(10.0, std::floor(std::log10(std::abs(value))) - 1.0);
	return FormatNumber(std::round(value / power) * power);
}

class SetupChecker
{
public:
	SetupChecker(const SetupToCheck& input, TaskRunner& runner) : m_input(input), m_runner(runner)
	{
		m_name = input.name.empty() ? "The object" : input.name;
		m_material = input.material != nullptr ? input.material : (input.object ? &input.object->material : nullptr);
		m_setup = input.setup != nullptr ? input.setup : (input.object ? &input.object->strengthSetup : nullptr);
	}

	std::vector<SetupFinding> Run()
	{
		CheckKey();
		CheckMaterial();
		if (m_setup != nullptr && CheckRanges() && CheckPaintCounts() && m_input.object != nullptr)
		{
			CheckLayers();
			CheckAnchors();
		}
		if (m_input.object != nullptr)
		{
			CheckMesh(*m_input.object);
		}
		CheckScale();
		std::stable_sort(m_findings.begin(),
			m_findings.end(),
			[](const SetupFinding& a, const SetupFinding& b) { return a.rule < b.rule; });
		return std::move(m_findings);
	}

private:
	void Add(SetupRule rule, bool isError, std::string text, int32_t element = kNoIndex)
	{
		m_findings.push_back({rule, isError, std::move(text), element});
	}

	void CheckKey()
	{
		if (m_input.object == nullptr)
		{
			Add(SetupRule::NoAsset, true, m_name + " has no baked asset and will not break. Bake it.");
		}
		else if (m_input.expectedKey && *m_input.expectedKey != m_input.object->key)
		{
			Add(SetupRule::StaleAsset,
				false,
				m_name + " was baked from another mesh or with other settings than it has now. Bake it again.");
		}
	}

	void CheckMaterial()
	{
		if (m_material == nullptr)
		{
			return;
		}
		if (const Status valid = ValidateMaterial(*m_material); !valid)
		{
			Add(SetupRule::MaterialOutOfRange,
				true,
				"Material '" + m_material->name + "' cannot be used: " + valid.GetError().message +
					". Correct it, or choose a preset.");
			return;
		}
		for (const MaterialField& field : MaterialFields())
		{
			const std::string_view name = field.name;
			if (name != "density" && name != "youngModulus" && name != "tensileStrength")
			{
				continue;
			}
			double low = HUGE_VAL;
			double high = 0.0;
			for (const Material& preset : MaterialPresets())
			{
				low = std::min(low, preset.*field.value);
				high = std::max(high, preset.*field.value);
			}
			const double value = m_material->*field.value;
			if (value < low / 1000.0 || value > high * 1000.0)
			{
				Add(SetupRule::MaterialUnlikely,
					false,
					"Material '" + m_material->name + "' has " + field.name + " " + FormatNumber(value) + " " +
						field.unit + "; presets have " + FormatNumber(low) + " to " + FormatNumber(high) +
						". Enter it in " + field.unit + ".");
				return;
			}
		}
	}

	bool CheckRanges()
	{
		if (const Status valid = ValidateStrength(*m_setup); !valid)
		{
			Add(SetupRule::LayerOutOfRange,
				true,
				"The strength of " + m_name + " cannot be used: " + valid.GetError().message +
					". Correct the field, or remove it.",
				static_cast<int32_t>(valid.GetError().element));
			return false;
		}
		return true;
	}

	bool CheckPaintCounts()
	{
		if (m_input.object == nullptr)
		{
			return true;
		}
		const size_t vertices = m_input.object->surface.positions.size();
		bool isGood = true;
		const auto checkPaint = [&](const PaintedValues* paint, const char* what, size_t index)
		{
			if (paint != nullptr && paint->values.size() != vertices)
			{
				isGood = false;
				Add(SetupRule::PaintMismatch,
					true,
					std::string(what) + " " + std::to_string(index + 1) + " of " + m_name + " is painted on " +
						std::to_string(paint->values.size()) + " vertices, but the surface has " +
						std::to_string(vertices) +
						": the mesh was changed after painting. Remove it and paint again, or go back to the old mesh.",
					static_cast<int32_t>(index));
			}
		};
		for (size_t i = 0; i < m_setup->layers.size(); ++i)
		{
			const StrengthLayer& layer = m_setup->layers[i];
			checkPaint(std::get_if<PaintedValues>(&layer.source), "Layer", i);
			checkPaint(layer.mask ? std::get_if<PaintedValues>(&*layer.mask) : nullptr, "The mask of layer", i);
		}
		for (size_t i = 0; i < m_setup->anchors.size(); ++i)
		{
			checkPaint(std::get_if<PaintedValues>(&m_setup->anchors[i].region), "Anchor", i);
		}
		return isGood;
	}

	void CheckLayers()
	{
		const std::vector<StrengthLayer>& layers = m_setup->layers;
		for (size_t i = 0; i < layers.size(); ++i)
		{
			const PaintedValues* paint = std::get_if<PaintedValues>(&layers[i].source);
			const bool acts = !layers[i].isHidden && layers[i].weight > 0.0 && layers[i].blend != StrengthBlend::Add &&
				layers[i].blend != StrengthBlend::Max;
			const int64_t zeros =
				paint != nullptr && acts ? std::count(paint->values.begin(), paint->values.end(), 0.0f) : 0;
			if (zeros > 0)
			{
				Add(SetupRule::PaintedToZero,
					false,
					"Layer " + std::to_string(i + 1) + " of " + m_name + " is painted to 0 on " +
						std::to_string(zeros) +
						" vertices; a thousandth of the material's strength is the least there is, and breaks at a "
						"touch. Paint with at least 0.001.",
					static_cast<int32_t>(i));
			}
		}
		const auto isHidden = [](const StrengthLayer& layer) { return layer.isHidden || layer.weight == 0.0; };
		if (!layers.empty() && std::all_of(layers.begin(), layers.end(), isHidden))
		{
			Add(SetupRule::AllLayersHidden,
				false,
				"No strength layer of " + m_name + " acts: all are hidden or have weight 0. Show one, or remove them.");
		}
		const Result<std::vector<double>> strength = EvaluateStrength(*m_input.object, layers, m_runner);
		if (!strength)
		{
			Add(SetupRule::LayerOutOfRange,
				true,
				"The strength of " + m_name + " cannot be used: " + strength.GetError().message + ". Remove the layer.",
				static_cast<int32_t>(strength.GetError().element));
			return;
		}
		const double tensile = m_input.object->material.tensileStrength;
		const double least = tensile * kLeastStrengthFactor;
		const double most = tensile * kMostStrengthFactor;
		const auto isAtEnd = [&](double value) { return value == least || value == most; };
		const int64_t clamped = std::count_if(strength->begin(), strength->end(), isAtEnd);
		if (clamped > 0)
		{
			Add(SetupRule::StrengthClamped,
				false,
				"The layers of " + m_name + " leave the range of 0.001 to 1000 times the material's strength in " +
					Percent(static_cast<double>(clamped) / static_cast<double>(strength->size())) +
					" of the solid, and are cut off there. Lower their weights, or blend with 'min' and 'max'.");
		}
	}

	void CheckAnchors()
	{
		size_t held = 0;
		std::vector<uint8_t> all;
		for (size_t i = 0; i < m_setup->anchors.size(); ++i)
		{
			if (m_setup->anchors[i].isHidden)
			{
				continue;
			}
			const Result<std::vector<uint8_t>> axes =
				EvaluateAnchors(*m_input.object, std::span(&m_setup->anchors[i], 1), m_runner);
			if (!axes)
			{
				Add(SetupRule::AnchorHoldsNothing,
					true,
					"Anchor " + std::to_string(i + 1) + " of " + m_name +
						" holds no node of it. Move it onto the object, paint a larger or deeper area, or hide it.",
					static_cast<int32_t>(i));
				continue;
			}
			all.resize(axes->size());
			for (size_t node = 0; node < axes->size(); ++node)
			{
				all[node] |= (*axes)[node];
			}
		}
		held = static_cast<size_t>(std::count(all.begin(), all.end(), uint8_t{7}));
		if (!all.empty() && held == all.size())
		{
			Add(SetupRule::AllAnchored,
				true,
				"Anchors hold every node of " + m_name +
					", so it can neither bend nor break. Anchor a part of it only.");
		}
	}

	void CheckMesh(const BakedObject& object)
	{
		if (object.kind == BakedKind::Solid && !object.tets.tets.empty())
		{
			const double share = ThinWallShare(object.tets);
			if (share > kNotableWall)
			{
				Add(SetupRule::ThinWall,
					false,
					Percent(share) + " of the wall of " + m_name +
						" is one tetrahedron thick, which bends too stiffly and breaks too late. Bake it with about " +
						Rounded(4.0 * static_cast<double>(object.tets.tets.size())) + " tetrahedra, or as a shell.");
			}
		}
		for (const Warning& warning : object.warnings)
		{
			if (warning.code == WarningCode::ThinWallPerforated)
			{
				Add(SetupRule::WallPerforated,
					false,
					m_name + " has walls thinner than the bake could fill: " + warning.message +
						". Bake it with more tetrahedra, or as a shell.");
				break;
			}
		}
		Vec3 low = object.surface.positions.empty() ? Vec3{} : object.surface.positions.front();
		Vec3 high = low;
		for (const Vec3& x : object.surface.positions)
		{
			low = {std::min(low.x, x.x), std::min(low.y, x.y), std::min(low.z, x.z)};
			high = {std::max(high.x, x.x), std::max(high.y, x.y), std::max(high.z, x.z)};
		}
		const double side = std::max({high.x - low.x, high.y - low.y, high.z - low.z});
		if (!object.surface.positions.empty() && (side < 1.0e-3 || side > 100.0))
		{
			Add(SetupRule::UnlikelySize,
				false,
				m_name + " is " + Rounded(side) +
					" m long, which changes how it breaks. Check the unit of the mesh and bake it with the right "
					"scale.");
		}
	}

	void CheckScale()
	{
		const Vec3& scale = m_input.scale;
		const double sides[3] = {std::abs(scale.x), std::abs(scale.y), std::abs(scale.z)};
		const double least = *std::min_element(sides, sides + 3);
		const double most = *std::max_element(sides, sides + 3);
		if (!(least > 0.0) || !std::isfinite(most))
		{
			Add(SetupRule::ZeroScale, true, m_name + " is placed with a scale of 0. Give it a scale above 0.");
		}
		else if (most > least * (1.0 + kScaleSlack) || scale.x * scale.y * scale.z < 0.0)
		{
			Add(SetupRule::NonuniformScale,
				false,
				m_name + " is placed with a scale of " + FormatNumber(scale.x) + ", " + FormatNumber(scale.y) + ", " +
					FormatNumber(scale.z) +
					": stress is right only where the three are equal and above 0. Scale the mesh itself and bake it "
					"again.");
		}
	}

	const SetupToCheck& m_input;
	TaskRunner& m_runner;
	std::string m_name;
	const Material* m_material = nullptr;
	const StrengthSetup* m_setup = nullptr;
	std::vector<SetupFinding> m_findings;
};
} // namespace

const char* RuleCode(SetupRule rule)
{
	constexpr const char* kCodes[] = {"no-asset",
		"stale-asset",
		"material-out-of-range",
		"material-unlikely",
		"layer-out-of-range",
		"paint-mismatch",
		"painted-to-zero",
		"strength-clamped",
		"all-layers-hidden",
		"anchor-holds-nothing",
		"all-anchored",
		"thin-wall",
		"wall-perforated",
		"unlikely-size",
		"nonuniform-scale",
		"zero-scale"};
	static_assert(std::size(kCodes) == static_cast<size_t>(kLastSetupRule) + 1);
	return kCodes[static_cast<size_t>(rule)];
}

std::vector<SetupFinding> CheckSetup(const SetupToCheck& setup, TaskRunner& runner)
{
	return SetupChecker(setup, runner).Run();
}
} // namespace FractureCore
