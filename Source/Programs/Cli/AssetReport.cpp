// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
#include "AssetReport.h"

#include "TextCursor.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace FractureCli
{
namespace
{
using FractureCore::BakedKind;
using FractureCore::BakedObject;
using FractureCore::Vec3;
using FractureCore::Warning;
using FractureCore::WarningCode;
using Json = nlohmann::ordered_json;

const char* CodeText(WarningCode code)
{
	switch (code)
	{
	case WarningCode::WeldedVertices:
		return "welded_vertices";
	case WarningCode::DroppedTriangles:
		return "dropped_triangles";
	case WarningCode::FlippedTriangles:
		return "flipped_triangles";
	case WarningCode::ClosedHoles:
		return "closed_holes";
	case WarningCode::NonManifold:
		return "non_manifold";
	case WarningCode::SelfIntersection:
		return "self_intersection";
	case WarningCode::SeveralComponents:
		return "several_components";
	case WarningCode::ThinWallRefined:
		return "thin_wall_refined";
	case WarningCode::ThinWallPerforated:
		return "thin_wall_perforated";
	case WarningCode::TargetMissed:
		return "target_missed";
	case WarningCode::MaterialIgnored:
		return "material_ignored";
	case WarningCode::AttributeLost:
		return "attribute_lost";
	case WarningCode::SurfaceReplaced:
		return "surface_replaced";
	case WarningCode::JoinedParts:
		return "joined_parts";
	case WarningCode::SeparatedPinches:
		return "separated_pinches";
	case WarningCode::LostParts:
		return "lost_parts";
	case WarningCode::VolumeMissed:
		return "volume_missed";
	case WarningCode::ThickShell:
		return "thick_shell";
	case WarningCode::StitchedJunctions:
		return "stitched_junctions";
	case WarningCode::OpenCavities:
		return "open_cavities";
	case WarningCode::BridgedGaps:
		return "bridged_gaps";
	case WarningCode::BluntEdges:
		return "blunt_edges";
	case WarningCode::FusedParts:
		return "fused_parts";
	case WarningCode::LostCavities:
		return "lost_cavities";
	case WarningCode::SliverTets:
		return "sliver_tets";
	}
	return "other";
}

std::vector<Warning> AllWarnings(const AssetReport& report)
{
	std::vector<Warning> warnings = report.importWarnings;
	warnings.insert(warnings.end(), report.object.warnings.begin(), report.object.warnings.end());
	return warnings;
}

size_t NodeCount(const BakedObject& object)
{
	return object.kind == BakedKind::Shell ? object.surface.positions.size() : object.tets.nodes.size();
}

Json OrNull(const std::optional<double>& value)
{
	return value ? Json(*value) : Json(nullptr);
}

std::string Format(const char* format, double value)
{
	char text[64];
	std::snprintf(text, sizeof(text), format, value);
	return text;
}

/// 1234567 as "1 234 567".
std::string Grouped(size_t count)
{
	std::string text = std::to_string(count);
	for (size_t at = text.size(); at > 3;)
	{
		at -= 3;
		text.insert(at, " ");
	}
	return text;
}

/// A length in the unit that gives it one to three digits before the point.
std::string LengthText(double metres)
{
	if (metres >= 1.0)
	{
		return Format("%.3g m", metres);
	}
	return metres >= 0.01 ? Format("%.3g cm", metres * 100.0) : Format("%.3g mm", metres * 1000.0);
}

std::string MassText(double kilograms)
{
	if (kilograms >= 1.0e4)
	{
		return Format("%.4g t", kilograms / 1000.0);
	}
	return kilograms >= 1.0 ? Format("%.4g kg", kilograms) : Format("%.4g g", kilograms * 1000.0);
}

std::string VolumeText(double cubicMetres)
{
	return cubicMetres >= 0.1 ? Format("%.4g m^3", cubicMetres) : Format("%.4g cm^3", cubicMetres * 1.0e6);
}

std::string BytesText(uint64_t bytes)
{
	const double count = static_cast<double>(bytes);
	return count >= 1.0e6 ? Format("%.1f MB", count / 1.0e6) : Format("%.1f kB", count / 1.0e3);
}

void AddLine(std::string& text, const std::string& label, const std::string& value)
{
	constexpr size_t kLabelWidth = 11;
	std::string padded = label;
	padded.resize(std::max(kLabelWidth, label.size()), ' ');
	text.append("  ").append(padded).append(value).push_back('\n');
}

void AddWarnings(std::string& text, const std::vector<Warning>& warnings)
{
	if (warnings.empty())
	{
		AddLine(text, "warnings", "none");
	}
	for (const Warning& warning : warnings)
	{
		AddLine(text, &warning == &warnings.front() ? "warnings" : "", warning.message);
	}
}

struct StrengthRange
{
	double low; // Pa
	double high;
};

StrengthRange RangeOfStrength(const BakedObject& object)
{
	if (object.strength.empty())
	{
		return {object.material.tensileStrength, object.material.tensileStrength};
	}
	const auto [low, high] = std::minmax_element(object.strength.begin(), object.strength.end());
	return {*low, *high};
}

int64_t HeldNodes(const BakedObject& object)
{
	return std::count_if(object.heldAxes.begin(), object.heldAxes.end(), [](uint8_t axes) { return axes != 0; });
}
} // namespace

FractureCore::ContentHash HashOfBytes(std::span<const uint8_t> bytes)
{
	FractureCore::ContentHasher hasher;
	hasher.AddBytes(bytes.data(), bytes.size());
	return hasher.Finish();
}

Json ToJson(const AssetReport& report)
{
	const BakedObject& object = report.object;
	const bool isShell = object.kind == BakedKind::Shell;
	const FractureCore::DihedralRange dihedrals = FractureCore::ComputeDihedralRange(object.tets);
	const FractureCore::MassProperties& mass = object.mass;
	Json inertia = Json::array();
	for (const auto& row : mass.inertia.m)
	{
		inertia.push_back({row[0], row[1], row[2]});
	}
	const StrengthRange strength = RangeOfStrength(object);
	return Json{
		{"input", report.input},
		{"output", report.output},
		{"kind", isShell ? "shell" : "solid"},
		{"material", object.material.name},
		{"density_kgm3", object.material.density},
		{"tets", object.tets.tets.size()},
		{"nodes", NodeCount(object)},
		{"surface_triangles", object.surface.triangles.size()},
		{"surface_vertices", object.surface.positions.size()},
		{"slots", object.surface.slotNames},
		{"volume_m3", mass.volume},
		{"tet_volume_m3", isShell ? Json(nullptr) : Json(FractureCore::TotalVolume(object.tets))},
		{"mass_kg", mass.mass},
		{"center_m", {mass.centre.x, mass.centre.y, mass.centre.z}},
		{"inertia_kgm2", inertia},
		{"min_dihedral_deg", isShell ? Json(nullptr) : Json(dihedrals.minDegrees)},
		{"max_dihedral_deg", isShell ? Json(nullptr) : Json(dihedrals.maxDegrees)},
		{"cell_size_m", object.cellSize > 0.0 ? Json(object.cellSize) : Json(nullptr)},
		{"shell_thickness_m", isShell ? Json(object.shellThickness) : Json(nullptr)},
		{"strength_min_pa", strength.low},
		{"strength_max_pa", strength.high},
		{"strength_layers", object.strengthSetup.layers.size()},
		{"held_nodes", HeldNodes(object)},
		{"factor_bytes", object.factor.size()},
		{"closed", object.closed},
		{"components", object.components},
		{"import_seconds", OrNull(report.importSeconds)},
		{"bake_seconds", OrNull(report.bakeSeconds)},
		{"write_seconds", OrNull(report.writeSeconds)},
		{"file_bytes", report.fileBytes},
		{"hash", FractureCore::ToHex(report.hash)},
		{"key", FractureCore::ToHex(object.key)},
		{"warnings", ToJson(AllWarnings(report))},
	};
}

Json ToJson(std::span<const Warning> warnings)
{
	Json list = Json::array();
	for (const Warning& warning : warnings)
	{
		list.push_back(Json{{"code", CodeText(warning.code)}, {"message", warning.message}, {"count", warning.count}});
	}
	return list;
}

void PrintWarnings(std::span<const Warning> warnings)
{
	std::string text;
	if (!warnings.empty())
	{
		AddWarnings(text, {warnings.begin(), warnings.end()});
	}
	std::fputs(text.c_str(), stdout);
}

void PrintJson(const Json& json)
{
	// A foreign name may not be UTF-8; the report must come out all the same.
	std::printf("%s\n", json.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

std::string ToText(const AssetReport& report)
{
	using FractureToolkit::CountText;
	const BakedObject& object = report.object;
	const FractureCore::MassProperties& mass = object.mass;
	std::string text = report.output + "\n";
	if (object.kind == BakedKind::Shell)
	{
		AddLine(text, "kind", "shell of " + object.material.name + ", " + LengthText(object.shellThickness) + " thick");
	}
	else
	{
		const FractureCore::DihedralRange dihedrals = FractureCore::ComputeDihedralRange(object.tets);
		AddLine(text, "kind", "solid of " + object.material.name);
		AddLine(text,
			"tets",
			Grouped(object.tets.tets.size()) + " on " + Grouped(object.tets.nodes.size()) + " nodes" +
				(object.cellSize > 0.0 ? ", cells of " + LengthText(object.cellSize) : ""));
		AddLine(text,
			"angles",
			"dihedrals from " + Format("%.1f", dihedrals.minDegrees) + " to " + Format("%.1f", dihedrals.maxDegrees) +
				" degrees");
	}
	AddLine(text,
		"surface",
		Grouped(object.surface.triangles.size()) + " triangles, " + (object.closed ? "closed" : "open") + ", " +
			CountText(object.components, "component"));
	std::string volume = VolumeText(mass.volume);
	if (object.kind == BakedKind::Solid && mass.volume > 0.0)
	{
		volume += Format(" (tets: %+.2f %%)", (FractureCore::TotalVolume(object.tets) / mass.volume - 1.0) * 100.0);
	}
	AddLine(text, "volume", volume);
	AddLine(text, "mass", MassText(mass.mass) + Format(" at %.4g kg/m^3", object.material.density));
	// Rounding leaves 1e-17 where 0 is meant.
	const double noise = 1.0e-9 * std::cbrt(mass.volume);
	const auto coordinate = [&](double value) { return Format("%.4g", std::abs(value) < noise ? 0.0 : value); };
	AddLine(text,
		"centre",
		coordinate(mass.centre.x) + ", " + coordinate(mass.centre.y) + ", " + coordinate(mass.centre.z) + " m");
	if (!object.strength.empty())
	{
		const StrengthRange strength = RangeOfStrength(object);
		AddLine(text,
			"strength",
			Format("%.4g", strength.low * 1.0e-6) + Format(" to %.4g MPa by ", strength.high * 1.0e-6) +
				CountText(static_cast<int64_t>(object.strengthSetup.layers.size()), "layer"));
	}
	if (const int64_t held = HeldNodes(object); held > 0)
	{
		AddLine(text, "held", CountText(held, "node"));
	}
	if (!object.factor.empty())
	{
		AddLine(text, "factor", BytesText(object.factor.size()) + " of the file");
	}
	AddLine(text, "file", BytesText(report.fileBytes) + ", hash " + FractureCore::ToHex(report.hash));
	if (report.bakeSeconds)
	{
		AddLine(text,
			"time",
			Format("%.2f s bake", *report.bakeSeconds) + Format(", %.2f s read", report.importSeconds.value_or(0.0)) +
				Format(", %.2f s write", report.writeSeconds.value_or(0.0)));
	}
	AddWarnings(text, AllWarnings(report));
	return text;
}

std::string ToShortText(const AssetReport& report)
{
	const BakedObject& object = report.object;
	std::string text = object.kind == BakedKind::Shell
		? Grouped(object.surface.triangles.size()) + " triangles"
		: Grouped(object.tets.tets.size()) + (object.tets.tets.size() == 1 ? " tet" : " tets");
	text += ", " + MassText(object.mass.mass);
	const size_t warnings = report.importWarnings.size() + object.warnings.size();
	if (warnings > 0)
	{
		text += ", " + FractureToolkit::CountText(static_cast<int64_t>(warnings), "warning");
	}
	return text;
}
} // namespace FractureCli
