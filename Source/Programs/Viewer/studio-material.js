// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The material: a preset, and every number of it in its unit and within its range.
import { $, digits, fail, make } from "/studio-words.js";

// What the program calls it: what it is called here, its unit, how many of the program's units that is, and in which words
// a book has it, where those are others.
const words = {
	density: ["Density", "kg/m³", 1], youngModulus: ["Stiffness", "GPa", 1e9], poissonRatio: ["Thins when pulled", "×", 1, "Poisson’s ratio: how much thinner it gets for how much longer"],
	tensileStrength: ["Strength", "MPa", 1e6], compressiveFactor: ["Pressed over pulled", "×", 1], fractureToughness: ["Toughness", "MPa √m", 1e6],
	growthFactor: ["Beside a crack", "×", 1], grainSize: ["Grain size", "mm", 1e-3], dentFactor: ["Dents", "×", 1], yieldStrength: ["Yields at", "MPa", 1e6],
	axisFactor: ["Along the grain", "×", 1], surfaceCompression: ["Tempered by", "MPa", 1e6], dampingPhi: ["Damping, volume", "Pa s", 1, "φ, the damping of changes of volume"],
	dampingPsi: ["Damping, shape", "Pa s", 1, "ψ, the damping of changes of shape"]
};

export function makeMaterial(library) {
	let chosen = {};
	function row(field) {
		const [text, unit, size, book] = words[field.name] || [field.name, field.unit, 1];
		const low = field.low / size, high = field.high === null ? null : field.high / size;
		const range = (field.open ? "above " : "from ") + digits(low, 6) + (high === null ? "" : " to " + digits(high, 6)) + (unit ? " " + unit : "");
		const input = make("input", { type: "number", step: "any", value: digits(chosen[field.name] / size, 6), min: low, max: high ?? "", title: range, ariaLabel: text + (unit ? " in " + unit : "") });
		input.addEventListener("input", () => {
			const value = Number(input.value) * size;
			const isGood = input.value !== "" && Number.isFinite(value) && (field.open ? value > field.low : value >= field.low) && (field.high === null || value <= field.high);
			input.setCustomValidity(isGood ? "" : text + " must be " + range + ".");
			if (isGood) { chosen[field.name] = value; }
			fail(isGood ? "" : input.validationMessage);
		});
		return make("label", { className: "field", title: book ?? "" }, text, make("span", { className: "unit" }, input, unit));
	}
	const material = {
		get value() { return chosen; },
		set(next) {
			if (JSON.stringify(next) === JSON.stringify(chosen)) { return; } // not while somebody types
			chosen = { ...next };
			if (library.materials.some(m => m.name === next.name)) { $("material").value = next.name; }
			$("fields").replaceChildren(...library.fields.map(row));
		},
		/// Says what is wrong with it, or nothing.
		check() {
			const bad = [...$("fields").querySelectorAll("input")].find(input => input.validity.customError);
			if (bad) { fail(bad.validationMessage); bad.closest("details").open = true; bad.focus(); }
			return !bad;
		}
	};
	$("material").append(...library.materials.map(m => new Option(m.name)));
	$("material").addEventListener("change", event => material.set(library.materials.find(m => m.name === event.target.value)));
	material.set(library.materials.find(m => m.name === "ceramic") || library.materials[0]);
	return material;
}
