// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The studio's brush and layer stack. The server paints; the page says where the pointer is and shows what came of it.
// `studio` is what studio.js lends: see its call of makePainter.
window.makePainter = studio => {
"use strict";
const { Three, $, ask, own, poll, fail, scene } = studio;
const painter = { tool: "hit", selected: { kind: "layer", index: -1 }, isPainting: false };
const size = () => { const s = studio.state(); return Math.max(...s.high.map((h, i) => h - s.low[i]), 1e-6); };
const millimetres = metres => Number((1e3 * metres).toPrecision(3)) + " mm";

// ---- Edits ---------------------------------------------------------------------------------------------------------
const send = (verb, body) => ask(own(verb), { method: "POST", body: JSON.stringify(body) });
async function idle() { do { await poll(); } while (studio.state().job); }
async function edit(body) {
	try { await send("edit", body); await idle(); } catch (error) { fail(error.message); }
}
painter.undo = () => studio.state().undo && edit({ do: "undo" });
painter.redo = () => studio.state().redo && edit({ do: "redo" });

// ---- Brush ---------------------------------------------------------------------------------------------------------
const radius = () => size() * 10 ** Number($("brushRadius").value);
const factor = () => Number((10 ** Number($("brushValue").value)).toPrecision(2));
const target = () => $("brushTarget").value;
const depth = () => Math.max(Number($("brushDepth").value), 1e-3) / 1e3;
function brush(erase) {
	const mirror = ["X", "Y", "Z"].reduce((bits, axis, i) => bits + ($("mirror" + axis).checked ? 1 << i : 0), 0);
	const mode = erase ? "erase" : document.querySelector("input[name=mode]:checked").value;
	return { mode, mirror, falloff: $("brushFalloff").value, radius: radius(), strength: Number($("brushStrength").value), flow: Number($("brushFlow").value),
		value: target() === "strength" ? factor() : target() === "seeds" ? 0.5 * radius() : 1 };
}
painter.show = () => {
	const state = studio.state();
	if (!state || state.phase === "empty") { return; }
	$("brushRadiusOut").textContent = millimetres(radius());
	$("brushValueOut").textContent = factor() + " × = " + studio.unit(factor() * state.material.tensileStrength, "Pa");
	$("brushStrengthOut").textContent = Math.round(100 * Number($("brushStrength").value)) + " %";
	$("brushFlowOut").textContent = Math.round(100 * Number($("brushFlow").value)) + " %";
	$("brushValueRow").hidden = target() !== "strength";
	$("brushDepthRow").hidden = target() === "seeds";
	$("undo").disabled = !state.undo; $("undo").title = (state.undo ? "Undo: " + state.undo : "Nothing to undo") + " (Ctrl+Z)";
	$("redo").disabled = !state.redo; $("redo").title = (state.redo ? "Redo: " + state.redo : "Nothing to redo") + " (Ctrl+Y)";
};
function setTool(tool) {
	painter.tool = tool;
	for (const [id, name] of [["toolHit", "hit"], ["toolPaint", "paint"]]) { $(id).setAttribute("aria-pressed", String(tool === name)); }
	for (const part of document.querySelectorAll("[data-tool]")) { part.hidden = part.dataset.tool !== tool; }
	ring.visible = false;
	if (tool === "paint" && studio.state()?.phase === "baked") { studio.explode(0); studio.setColour(target() === "anchor" ? "anchors" : "strength"); }
	painter.show(); studio.redraw();
}
painter.setTool = setTool;

// A ring on the surface, as large as the brush.
const ring = (() => {
	const points = [], faces = [], count = 64;
	for (let i = 0; i < count; ++i) {
		const a = 2 * Math.PI * i / count;
		points.push(Math.cos(a), Math.sin(a), 0, 0.95 * Math.cos(a), 0.95 * Math.sin(a), 0);
		faces.push(2 * i, 2 * i + 1, (2 * i + 2) % (2 * count), 2 * i + 1, (2 * i + 3) % (2 * count), (2 * i + 2) % (2 * count));
	}
	const geometry = new Three.BufferGeometry();
	geometry.setAttribute("position", new Three.BufferAttribute(new Float32Array(points), 3));
	geometry.setAttribute("normal", new Three.BufferAttribute(new Float32Array(points.length).map((_, i) => i % 3 === 2 ? 1 : 0), 3));
	geometry.setIndex(faces);
	const mesh = new Three.Mesh(geometry, new Three.MeshStandardMaterial({ color: 0, emissive: 0xff7a3d, emissiveIntensity: 1.4, side: Three.DoubleSide, depthTest: false, transparent: true }));
	mesh.renderOrder = 10;
	mesh.visible = false;
	scene.add(mesh);
	return mesh;
})();
function hover(event) {
	const found = studio.pick(event);
	ring.visible = !!found && painter.tool === "paint";
	if (found) {
		ring.position.copy(found.point);
		ring.scale.setScalar(radius());
		ring.lookAt(found.point.clone().add(found.face.normal));
	}
	studio.redraw();
	return found;
}

// ---- Strokes -------------------------------------------------------------------------------------------------------
/// The layer or anchor that the next stroke goes into; made if there is none.
async function paintable() {
	const setup = () => studio.state().setup;
	const isFit = { strength: l => l.type === "painted", seeds: l => l.type === "grains", anchor: a => a.shape === "painted" }[target()];
	const list = () => target() === "anchor" ? setup().anchors : setup().layers;
	const kind = target() === "anchor" ? "anchor" : "layer";
	const { selected } = painter;
	if (selected.kind === kind && list()[selected.index] && isFit(list()[selected.index])) { return selected.index; }
	const last = list().map(isFit).lastIndexOf(true);
	if (last >= 0) { painter.selected = { kind, index: last }; return last; }
	await edit({ strength: { do: "add-paint", depth: depth(), name: "Paint" }, anchor: { do: "add-anchor-paint", depth: depth(), name: "Held" },
		seeds: { do: "add-layer", layer: { type: "grains", ...round(fresh.grains(size())), name: "Grains" } } }[target()]);
	painter.selected = { kind, index: list().length - 1 };
	return painter.selected.index;
}
let points = [], stroke = null;
async function pump(erase) {
	try {
		const index = await paintable();
		await send("stroke", { do: "begin", channel: target(), index, ...brush(erase) });
		while (painter.isPainting || points.length) {
			if (points.length) { await send("stroke", { do: "go", points: points.splice(0, 3000) }); await idle(); }
			else { await new Promise(done => setTimeout(done, 15)); }
		}
		await send("stroke", { do: "end" });
		await idle();
	} catch (error) { points = []; fail(error.message); }
	stroke = null;
}
/// True if the press is the brush's.
painter.press = event => {
	if (painter.tool !== "paint" || stroke || studio.state()?.phase !== "baked") { return false; }
	const found = hover(event);
	if (!found) { return false; }
	painter.isPainting = true;
	points = found.point.toArray();
	stroke = pump(event.shiftKey);
	return true;
};
painter.move = event => {
	if (painter.tool !== "paint") { return; }
	const found = hover(event);
	if (found && painter.isPainting) { points.push(...found.point.toArray()); }
};
painter.release = () => { painter.isPainting = false; };
painter.done = () => !stroke;

// ---- Layers --------------------------------------------------------------------------------------------------------
const words = { painted: "painted", noise: "noise", turbulence: "veins", plane: "weak plane", nodules: "hard lumps", bands: "rings", geometry: "by tetrahedra", grains: "grains", scatter: "random scatter", seeds: "placed grains", box: "box", sphere: "ball", "half-space": "below a plane" };
const labels = { wavelength: ["Size of patches", "m"], octaves: ["Fineness", ""], low: ["Weakest", "×"], high: ["Strongest", "×"], threshold: ["Only above", ""], seed: ["Number of the draw", ""], factor: ["Strength there", "×"], halfWidth: ["Half width", "m"],
	point: ["Through", "m"], normal: ["Facing", ""], scattered: ["How many", ""], scatteredRadius: ["Radius", "m"], period: ["Height of a ring", "m"], amplitude: ["How much", "0–1"], axis: ["Along", ""], origin: ["From", "m"], volumePower: ["Power", ""],
	size: ["Size of grains", "m"], width: ["Width of joints", "m"], spread: ["Unevenness", "0–0.5"], modulus: ["Weibull modulus", ""], referenceVolume: ["Reference volume", "m³"], depth: ["Depth", "m"] };
const fresh = {
	noise: s => ({ wavelength: s / 4, low: 0.5, high: 1.5 }), turbulence: s => ({ wavelength: s / 3, low: 0.3, high: 1.2, octaves: 3 }), bands: (s, z) => ({ axis: [0, 0, 1], period: z / 6, amplitude: 0.6 }),
	grains: s => ({ size: s / 5, width: s / 40 }), nodules: s => ({ scattered: 12, scatteredRadius: s / 12, factor: 8 }), plane: (s, z, middle) => ({ point: middle, normal: [1, 0, 0], halfWidth: 0, factor: 0.2 }), geometry: () => ({ volumePower: 1 }), scatter: () => ({ modulus: 12 }) };
const round = o => Object.fromEntries(Object.entries(o).map(([k, v]) => [k, typeof v === "number" ? Number(v.toPrecision(3)) : v]));
const skip = new Set(["type", "shape", "name", "hidden", "blend", "weight", "mask", "spheres", "axes"]);
const make = (tag, props, ...children) => { const e = Object.assign(document.createElement(tag), props); e.append(...children); return e; };
function numberBox(name, value, change) {
	const box = make("input", { type: "number", step: "any", value: String(Number(Number(value).toPrecision(6))) });
	box.setAttribute("aria-label", name);
	box.addEventListener("change", () => Number.isFinite(Number(box.value)) && box.value !== "" ? change(Number(box.value)) : fail(name + " must be a number."));
	return box;
}
function details(item, kind, index) {
	const box = make("div", { className: "details" });
	if (kind === "layer") {
		const blend = make("select", { ariaLabel: "How it is mixed in" }, ...[["multiply", "multiplies"], ["add", "adds"], ["min", "weaker wins"], ["max", "stronger wins"], ["replace", "replaces"]].map(([value, text]) => new Option(text, value)));
		blend.value = item.blend;
		blend.addEventListener("change", () => edit({ do: "set-layer", index, blend: blend.value }));
		const weight = make("input", { type: "range", min: 0, max: 1, step: 0.01, value: item.weight, ariaLabel: "Weight" });
		weight.addEventListener("change", () => edit({ do: "set-layer", index, weight: Number(weight.value), merge: true }));
		box.append(make("label", {}, "Mix", blend), make("label", {}, "Weight " + Math.round(100 * item.weight) + " %", weight));
	}
	const name = make("input", { type: "text", value: item.name, placeholder: words[item.type || item.shape], maxLength: 60, ariaLabel: "Name" });
	name.addEventListener("change", () => edit({ do: kind === "layer" ? "set-layer" : "set-anchor", index, name: name.value }));
	box.append(make("label", {}, "Name", name));
	for (const [field, value] of Object.entries(item)) {
		if (skip.has(field)) { continue; }
		const [text, unit] = labels[field] || [field, ""];
		const change = next => field === "depth" ? edit({ do: "set-depth", channel: kind === "layer" ? "strength" : "anchor", index, depth: next, merge: true })
			: edit({ do: "set-source", index, merge: true, layer: { ...Object.fromEntries(Object.entries(item).filter(([k]) => !skip.has(k) || k === "type" || k === "spheres")), [field]: next } });
		const boxes = Array.isArray(value) ? value.map((v, i) => numberBox(text + " " + "xyz"[i], v, n => change(value.map((old, j) => j === i ? n : old)))) : [numberBox(text, value, change)];
		if (kind === "layer" || field === "depth") { box.append(make("label", { className: boxes.length > 1 ? "three" : "" }, text, make("span", {}, ...boxes, unit ? " " + unit : ""))); }
	}
	return box;
}
function row(item, kind, index, count) {
	const isSelected = painter.selected.kind === kind && painter.selected.index === index;
	const title = item.name || words[item.type || item.shape];
	const button = (text, label, action, disabled = false) => { const b = make("button", { textContent: text, title: label, ariaLabel: label + ": " + title, disabled }); b.addEventListener("click", event => { event.stopPropagation(); action(); }); return b; };
	const set = kind === "layer" ? "set-layer" : "set-anchor";
	const head = make("div", { className: "layer" + (item.hidden ? " off" : "") },
		button(item.hidden ? "○" : "●", item.hidden ? "Show" : "Hide", () => edit({ do: set, index, hidden: !item.hidden })),
		make("button", { className: "pick", textContent: title, ariaExpanded: String(isSelected) }),
		make("small", { textContent: item.name ? words[item.type || item.shape] : "" }),
		...(kind === "layer" ? [button("↑", "Apply later", () => move(index, index + 1), index === count - 1), button("↓", "Apply earlier", () => move(index, index - 1), index === 0)] : []),
		button("✕", "Remove", () => edit({ do: kind === "layer" ? "remove-layer" : "remove-anchor", index })));
	head.querySelector(".pick").addEventListener("click", () => {
		painter.selected = isSelected ? { kind, index: -1 } : { kind, index };
		if (item.type === "painted") { $("brushTarget").value = "strength"; } else if (item.type === "grains") { $("brushTarget").value = "seeds"; } else if (item.shape === "painted") { $("brushTarget").value = "anchor"; }
		painter.list(); painter.show();
	});
	return make("li", { className: isSelected ? "selected" : "" }, head, ...(isSelected ? [details(item, kind, index)] : []));
}
async function move(from, to) {
	if (painter.selected.kind === "layer" && painter.selected.index === from) { painter.selected.index = to; }
	await edit({ do: "move-layer", from, to });
}
let drawn = "";
painter.list = () => {
	const state = studio.state(), { layers, anchors } = state.setup;
	const isReady = state.phase === "baked";
	$("addLayer").disabled = !isReady;
	$("noLayers").hidden = layers.length + anchors.length > 0;
	$("noLayers").textContent = isReady ? "Evenly strong everywhere. Add a layer, or paint." : "Bake the object first; then paint it, or add a pattern.";
	// Not while somebody types or pulls a slider.
	const key = JSON.stringify([layers, anchors, painter.selected, state.findings]);
	if (key === drawn || $("layers").contains(document.activeElement) && /range|number|text/.test(document.activeElement.type) && document.activeElement.matches(":active")) { return; }
	drawn = key;
	// The last layer has the last word: it stands on top.
	$("layers").replaceChildren(...layers.map((layer, i) => row(layer, "layer", i, layers.length)).reverse(), ...anchors.map((anchor, i) => row(anchor, "anchor", i, anchors.length)));
	$("findings").replaceChildren(...state.findings.map(f => make("li", { className: f.is_error ? "bad" : "", textContent: f.text })));
};
$("addLayer").addEventListener("change", async event => {
	const type = event.target.value, state = studio.state();
	event.target.value = "";
	const z = state.high[2] - state.low[2], middle = state.low.map((l, i) => Number(((l + state.high[i]) / 2).toPrecision(5)));
	if (type === "paint") { await edit({ do: "add-paint", depth: depth(), name: "Paint" }); painter.selected = { kind: "layer", index: studio.state().setup.layers.length - 1 }; $("brushTarget").value = "strength"; setTool("paint"); }
	else if (type === "anchor") { await edit({ do: "add-anchor-paint", depth: depth(), name: "Held" }); painter.selected = { kind: "anchor", index: studio.state().setup.anchors.length - 1 }; $("brushTarget").value = "anchor"; setTool("paint"); }
	else if (type === "foot") { await edit({ do: "add-anchor", anchor: { shape: "half-space", point: [0, 0, Number((state.low[2] + 0.03 * z).toPrecision(4))], normal: [0, 0, 1], name: "Foot" } }); studio.setColour("anchors"); }
	else { await edit({ do: "add-layer", layer: { type, ...round(fresh[type](size(), z, middle)) } }); painter.selected = { kind: "layer", index: studio.state().setup.layers.length - 1 }; studio.setColour("strength"); }
	painter.list();
});
for (const id of ["brushRadius", "brushValue", "brushStrength", "brushFlow"]) { $(id).addEventListener("input", painter.show); }
$("brushDepth").addEventListener("change", () => {
	const { selected } = painter, list = selected.kind === "layer" ? studio.state().setup.layers : studio.state().setup.anchors;
	const item = list[selected.index];
	if (item && (item.type === "painted" || item.shape === "painted")) { edit({ do: "set-depth", channel: selected.kind === "layer" ? "strength" : "anchor", index: selected.index, depth: depth(), merge: true }); }
});
$("brushTarget").addEventListener("change", () => { painter.show(); studio.setColour(target() === "anchor" ? "anchors" : "strength"); });
$("toolHit").addEventListener("click", () => setTool("hit"));
$("toolPaint").addEventListener("click", () => setTool("paint"));
$("undo").addEventListener("click", painter.undo);
$("redo").addEventListener("click", painter.redo);
painter.resize = steps => { $("brushRadius").value = String(Number($("brushRadius").value) + 0.08 * steps); painter.show(); ring.scale.setScalar(radius()); studio.redraw(); };
/// A new object: a depth that suits it.
painter.fit = () => { $("brushDepth").value = String(Number((1e3 * size() / 15).toPrecision(2))); painter.selected = { kind: "layer", index: -1 }; };
painter.mode = name => { document.querySelector("input[name=mode][value=" + name + "]").checked = true; };
return painter;
};
