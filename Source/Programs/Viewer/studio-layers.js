// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The layer stack: what makes it strong or weak where, and where it is held.
import { $, digits, fail, inPageWords, make } from "/studio-words.js";

const names = { painted: "painted", noise: "noise", turbulence: "veins", plane: "weak plane", nodules: "hard lumps", bands: "rings", geometry: "by tetrahedra", grains: "grains", scatter: "random scatter", seeds: "placed grains", box: "box", sphere: "ball", "half-space": "below a plane" };
const labels = {
	wavelength: ["Size of patches", "m"], octaves: ["Fineness", ""], low: ["Weakest", "×"], high: ["Strongest", "×"], threshold: ["Only above", ""], seed: ["Number of the draw", ""],
	factor: ["Strength there", "×"], halfWidth: ["Half width", "m"], point: ["Through", "m"], normal: ["Facing", ""], scattered: ["How many", ""], scatteredRadius: ["Radius", "m"],
	period: ["Height of a ring", "m"], amplitude: ["How much, 0 to 1", ""], axis: ["Along", ""], origin: ["From", "m"], volumePower: ["Power", ""], size: ["Size of grains", "m"],
	width: ["Width of joints", "m"], spread: ["Unevenness", "0–0.5"], modulus: ["Weibull modulus", ""], referenceVolume: ["Reference volume", "m³"], depth: ["Depth", "m"]
};
// What a new one starts from; s, z: the object's longest side and height, m.
const fresh = {
	noise: s => ({ wavelength: s / 4, low: 0.5, high: 1.5 }),
	turbulence: s => ({ wavelength: s / 3, low: 0.3, high: 1.2, octaves: 3 }),
	bands: (s, z) => ({ axis: [0, 0, 1], period: z / 6, amplitude: 0.6 }),
	grains: s => ({ size: s / 5, width: s / 40 }),
	nodules: s => ({ scattered: 12, scatteredRadius: s / 12, factor: 8 }),
	plane: (s, z, middle) => ({ point: middle, normal: [1, 0, 0], halfWidth: 0, factor: 0.2 }),
	geometry: () => ({ volumePower: 1 }),
	scatter: () => ({ modulus: 12 })
};
const rounded = o => Object.fromEntries(Object.entries(o).map(([k, v]) => [k, typeof v === "number" ? digits(v, 3) : v]));
// Not numbers of the layer's own.
const others = new Set(["type", "shape", "name", "hidden", "blend", "weight", "mask", "spheres", "seeds", "axes"]);
const kept = new Set(["type", "spheres", "seeds"]);

export function makeLayers(app) {
	const { painter } = app, { edit } = painter;
	function numberBox(name, value, change) {
		const box = make("input", { type: "number", step: "any", value: String(digits(Number(value), 6)), ariaLabel: name });
		box.addEventListener("change", () => Number.isFinite(Number(box.value)) && box.value !== "" ? change(Number(box.value)) : fail(name + " must be a number."));
		return box;
	}
	function blendRows(layer, index) {
		const blend = make("select", { ariaLabel: "How it is mixed in" }, ...[["multiply", "multiplies"], ["add", "adds"], ["min", "weaker wins"], ["max", "stronger wins"], ["replace", "replaces"]].map(([value, text]) => new Option(text, value)));
		blend.value = layer.blend;
		blend.addEventListener("change", () => edit({ do: "set-layer", index, blend: blend.value }));
		const weight = make("input", { type: "range", min: 0, max: 1, step: 0.01, value: layer.weight, ariaLabel: "Weight" });
		weight.addEventListener("change", () => edit({ do: "set-layer", index, weight: Number(weight.value), merge: true }));
		return [make("label", { className: "field" }, "Mix", blend),
			make("label", { className: "slide" }, make("span", {}, "Weight"), make("output", {}, Math.round(100 * layer.weight) + " %"), weight)];
	}
	function valueRow(item, kind, index, field) {
		const [text, unit] = labels[field] || [field, ""], value = item[field];
		const source = Object.fromEntries(Object.entries(item).filter(([k]) => !others.has(k) || kept.has(k)));
		const change = next => field === "depth" ? edit({ do: "set-depth", channel: kind === "layer" ? "strength" : "anchor", index, depth: next, merge: true })
			: edit({ do: "set-source", index, merge: true, layer: { ...source, [field]: next } });
		if (!Array.isArray(value)) {
			return make("label", { className: "field" }, text, make("span", { className: "unit" }, numberBox(text, value, change), unit));
		}
		const boxes = value.map((v, i) => numberBox(text + " " + "xyz"[i], v, n => change(value.map((old, j) => j === i ? n : old))));
		return make("label", { className: "field three" }, text, make("span", {}, ...boxes, unit));
	}
	function details(item, kind, index) {
		const name = make("input", { type: "text", value: item.name, placeholder: names[item.type || item.shape], maxLength: 60, ariaLabel: "Name" });
		name.addEventListener("change", () => edit({ do: kind === "layer" ? "set-layer" : "set-anchor", index, name: name.value }));
		const fields = Object.keys(item).filter(field => !others.has(field) && (kind === "layer" || field === "depth"));
		return make("div", { className: "details" }, ...(kind === "layer" ? blendRows(item, index) : []), make("label", { className: "field" }, "Name", name),
			...fields.map(field => valueRow(item, kind, index, field)));
	}
	function choose(item, kind, index, isSelected) {
		painter.selected = isSelected ? { kind, index: -1 } : { kind, index };
		const target = item.type === "painted" ? "strength" : item.type === "grains" ? "seeds" : item.shape === "painted" ? "anchor" : null;
		if (target) { $("brushTarget").value = target; }
		layers.list();
		painter.show();
		painter.showSeeds();
	}
	function row(item, kind, index, total) {
		const isSelected = painter.selected.kind === kind && painter.selected.index === index;
		const title = item.name || names[item.type || item.shape], set = kind === "layer" ? "set-layer" : "set-anchor";
		const button = (text, label, action, disabled = false) => {
			const b = make("button", { textContent: text, title: label, ariaLabel: label + ": " + title, disabled });
			b.addEventListener("click", action);
			return b;
		};
		const pick = make("button", { className: "pick", textContent: title, ariaExpanded: String(isSelected) });
		pick.addEventListener("click", () => choose(item, kind, index, isSelected));
		const head = make("div", { className: "layer" + (item.hidden ? " off" : "") },
			button(item.hidden ? "○" : "●", item.hidden ? "Show" : "Hide", () => edit({ do: set, index, hidden: !item.hidden })),
			pick,
			make("small", { textContent: item.name && item.name.toLowerCase() !== names[item.type || item.shape] ? names[item.type || item.shape] : "" }),
			...(kind === "layer" ? [button("↑", "Apply later", () => move(index, index + 1), index === total - 1), button("↓", "Apply earlier", () => move(index, index - 1), index === 0)] : []),
			button("✕", "Remove", () => edit({ do: kind === "layer" ? "remove-layer" : "remove-anchor", index })));
		return make("li", { className: isSelected ? "selected" : "" }, head, ...(isSelected ? [details(item, kind, index)] : []));
	}
	async function move(from, to) {
		if (painter.selected.kind === "layer" && painter.selected.index === from) { painter.selected.index = to; }
		await edit({ do: "move-layer", from, to });
	}
	let drawn = "";
	const layers = {
		list() {
			const { state } = app, { layers: stack, anchors } = state.setup, isReady = state.phase === "baked";
			$("addLayer").disabled = !isReady;
			$("noLayers").hidden = stack.length + anchors.length > 0;
			$("noLayers").textContent = isReady ? "Evenly strong everywhere. Add a layer, or paint." : "Bake the object first; then paint it, or add a pattern.";
			// Not while somebody types or pulls a slider.
			const key = JSON.stringify([stack, anchors, painter.selected, state.findings]), active = document.activeElement;
			if (key === drawn || $("layers").contains(active) && /range|number|text/.test(active.type) && active.matches(":active")) { return; }
			drawn = key;
			// The last layer has the last word: it stands on top.
			$("layers").replaceChildren(...stack.map((layer, i) => row(layer, "layer", i, stack.length)).reverse(), ...anchors.map((anchor, i) => row(anchor, "anchor", i, anchors.length)));
			$("findings").replaceChildren(...state.findings.map(f => make("li", { className: f.is_error ? "bad" : "", textContent: inPageWords(f.text) })));
		}
	};
	async function add(type) {
		const { low, high } = app.state, z = high[2] - low[2], middle = low.map((l, i) => digits((l + high[i]) / 2, 5));
		const isAnchor = type === "anchor" || type === "foot";
		await edit(type === "paint" ? { do: "add-paint", depth: painter.depth(), name: "Paint" }
			: type === "anchor" ? { do: "add-anchor-paint", depth: painter.depth(), name: "Held" }
			: type === "foot" ? { do: "add-anchor", anchor: { shape: "half-space", point: [0, 0, digits(low[2] + 0.03 * z, 4)], normal: [0, 0, 1], name: "Foot" } }
			: { do: "add-layer", layer: { type, ...rounded(fresh[type](painter.size(), z, middle)) } });
		const kind = isAnchor ? "anchor" : "layer";
		painter.selected = { kind, index: app.state.setup[kind + "s"].length - 1 };
		if (type === "paint" || type === "anchor") {
			$("brushTarget").value = isAnchor ? "anchor" : "strength";
			painter.setTool("paint");
		} else {
			app.setColour(isAnchor ? "anchors" : "strength");
		}
		layers.list();
	}
	$("addLayer").addEventListener("change", event => {
		const type = event.target.value;
		event.target.value = "";
		if (type) { add(type); }
	});
	return layers;
}
