// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The brush. The program paints; the page says where the pointer is and shows what came of it.
import { ask, own, send } from "/studio-server.js";
import { $, digits, fail, withUnit } from "/studio-words.js";

const { Three } = window;
const millimetres = metres => digits(1e3 * metres, 3) + " mm";

export function makePainter(app) {
	const { view } = app;
	const painter = { tool: "hit", selected: { kind: "layer", index: -1 }, isPainting: false };
	const target = () => $("brushTarget").value;
	painter.size = () => Math.max(...app.state.high.map((high, i) => high - app.state.low[i]), 1e-6); // m
	painter.depth = () => Math.max(Number($("brushDepth").value), 1e-3) / 1e3;

	// ---- Edits -------------------------------------------------------------------------------------------------------
	async function idle() { do { await app.poll(); } while (app.state.job); }
	painter.edit = app.during(async body => {
		try { await send("edit", body); await idle(); } catch (error) { fail(error.message); }
	});
	painter.undo = () => app.state.undo && painter.edit({ do: "undo" });
	painter.redo = () => app.state.redo && painter.edit({ do: "redo" });

	// ---- Brush -------------------------------------------------------------------------------------------------------
	const radius = () => painter.size() * 10 ** Number($("brushRadius").value);
	const factor = () => digits(10 ** Number($("brushValue").value), 2);
	function brush(erase) {
		const mirror = ["X", "Y", "Z"].reduce((bits, axis, i) => bits + ($("mirror" + axis).checked ? 1 << i : 0), 0);
		const mode = erase ? "erase" : document.querySelector("input[name=mode]:checked").value;
		return { mode, mirror, falloff: $("brushFalloff").value, radius: radius(), strength: Number($("brushStrength").value), flow: Number($("brushFlow").value),
			value: target() === "strength" ? factor() : target() === "seeds" ? 0.5 * radius() : 1 };
	}
	painter.show = () => {
		const { state } = app;
		if (!state || state.phase === "empty") { return; }
		const percent = id => Math.round(100 * Number($(id).value)) + " %";
		$("brushRadiusOut").textContent = millimetres(radius());
		$("brushValueOut").textContent = factor() + " × = " + withUnit(factor() * state.material.tensileStrength, "Pa");
		$("brushStrengthOut").textContent = percent("brushStrength");
		$("brushFlowOut").textContent = percent("brushFlow");
		$("brushValueRow").hidden = target() !== "strength";
		$("brushDepthRow").hidden = target() === "seeds";
		$("coarse").hidden = !state.baked || !(radius() < 1.5 * state.baked.edge_m) || state.baked.fine;
		$("undo").disabled = !state.undo;
		$("undo").title = (state.undo ? "Undo: " + state.undo : "Nothing to undo") + " (Ctrl+Z)";
		$("redo").disabled = !state.redo;
		$("redo").title = (state.redo ? "Redo: " + state.redo : "Nothing to redo") + " (Ctrl+Y)";
	};
	painter.setTool = tool => {
		painter.tool = tool;
		for (const [id, name] of [["toolHit", "hit"], ["toolPaint", "paint"]]) { $(id).setAttribute("aria-pressed", String(tool === name)); }
		for (const part of document.querySelectorAll("[data-tool]")) { part.hidden = part.dataset.tool !== tool; }
		ring.visible = false;
		if (tool === "paint" && app.state?.phase === "baked") { app.explode(0); showTarget(); }
		painter.show();
		painter.showSeeds();
		app.showHint();
		view.dirty = true;
	};
	const showTarget = () => app.setColour(target() === "anchor" ? "anchors" : "strength");

	// A ring on the surface, as large as the brush.
	const ring = (() => {
		const points = [], faces = [], count = 64;
		for (let i = 0; i < count; ++i) {
			const a = 2 * Math.PI * i / count, next = (2 * i + 2) % (2 * count);
			points.push(Math.cos(a), Math.sin(a), 0, 0.95 * Math.cos(a), 0.95 * Math.sin(a), 0);
			faces.push(2 * i, 2 * i + 1, next, 2 * i + 1, next + 1, next);
		}
		const geometry = new Three.BufferGeometry();
		geometry.setAttribute("position", new Three.BufferAttribute(new Float32Array(points), 3));
		geometry.setAttribute("normal", new Three.BufferAttribute(new Float32Array(points.length).map((_, i) => i % 3 === 2 ? 1 : 0), 3));
		geometry.setIndex(faces);
		const mesh = new Three.Mesh(geometry, new Three.MeshStandardMaterial({ color: 0, emissive: 0xff7a3d, emissiveIntensity: 1.4, side: Three.DoubleSide, depthTest: false, transparent: true }));
		mesh.renderOrder = 10;
		mesh.visible = false;
		view.scene.add(mesh);
		return mesh;
	})();
	function hover(event) {
		const found = view.pick(event);
		ring.visible = !!found && painter.tool === "paint";
		if (found) {
			ring.position.copy(found.point);
			ring.scale.setScalar(radius());
			ring.lookAt(found.point.clone().add(found.face.normal.clone().transformDirection(found.object.matrixWorld)));
		}
		view.dirty = true;
		return found;
	}

	// ---- Seeds -------------------------------------------------------------------------------------------------------
	// A dot for each, while grains are what one works on.
	const dot = { geometry: new Three.SphereGeometry(1, 12, 8), material: new Three.MeshStandardMaterial({ color: 0xff7a3d, roughness: 0.4 }) };
	let dots = null, asked = "";
	painter.showSeeds = app.during(async () => {
		const { state } = app, chosen = painter.selected.kind === "layer" && state ? state.setup.layers[painter.selected.index] : null;
		const isWanted = !!state && state.phase === "baked" && !state.run && state.bodies.length === 1 && view.look.cut === 0
			&& (painter.tool === "paint" && target() === "seeds" || !!chosen && ["grains", "seeds"].includes(chosen.type));
		const key = isWanted ? String(state.version) : "";
		if (key === asked) { return; }
		asked = key;
		const points = isWanted ? new Float32Array(await (await ask(own("seeds"))).arrayBuffer()) : [];
		if (key !== asked) { return; } // another question came meanwhile
		if (dots) { view.scene.remove(dots); dots.dispose(); dots = null; }
		if (points.length) {
			dots = new Three.InstancedMesh(dot.geometry, dot.material, points.length / 3);
			const scale = painter.size() / 150, place = new Three.Matrix4().makeScale(scale, scale, scale);
			for (let i = 0; i < points.length / 3; ++i) { dots.setMatrixAt(i, place.setPosition(points[3 * i], points[3 * i + 1], points[3 * i + 2])); }
			view.scene.add(dots);
		}
		painter.seeds = points.length / 3;
		view.dirty = true;
	});
	painter.seeds = 0;

	// ---- Strokes -----------------------------------------------------------------------------------------------------
	/// The layer or anchor that the next stroke goes into; made if there is none.
	async function paintable() {
		const kind = target() === "anchor" ? "anchor" : "layer";
		const list = () => app.state.setup[kind + "s"];
		const isFit = { strength: l => l.type === "painted", seeds: l => l.type === "grains", anchor: a => a.shape === "painted" }[target()];
		const { selected } = painter;
		if (selected.kind === kind && list()[selected.index] && isFit(list()[selected.index])) { return selected.index; }
		const last = list().map(isFit).lastIndexOf(true);
		if (last >= 0) { painter.selected = { kind, index: last }; return last; }
		await painter.edit({ strength: { do: "add-paint", depth: painter.depth(), name: "Paint" }, anchor: { do: "add-anchor-paint", depth: painter.depth(), name: "Held" },
			seeds: { do: "add-layer", layer: { type: "grains", size: digits(painter.size() / 5, 3), width: digits(painter.size() / 40, 3), name: "Grains" } } }[target()]);
		painter.selected = { kind, index: list().length - 1 };
		return painter.selected.index;
	}
	let points = [], stroke = null;
	const pump = app.during(async erase => {
		try {
			const stack = () => app.state.setup.layers.length + app.state.setup.anchors.length;
			const before = stack(), index = await paintable(), isNew = stack() > before, lastEdit = app.state.undo;
			await send("stroke", { do: "begin", channel: target(), index, ...brush(erase) });
			while (painter.isPainting || points.length) {
				if (points.length) { await send("stroke", { do: "go", points: points.splice(0, 3000) }); await idle(); }
				else { await new Promise(done => setTimeout(done, 8)); }
			}
			await send("stroke", { do: "end" });
			await idle();
			if (isNew && app.state.undo === lastEdit) { // nothing was painted: no layer for it either
				await painter.edit({ do: "undo" });
				painter.selected = { kind: "layer", index: -1 };
				fail("The brush lies within a triangle and met none of its corners: take a larger one, or tick “Finer surface” and bake again.");
			}
		} catch (error) { points = []; fail(error.message); }
		stroke = null;
	});
	/// On the object in one piece, wherever its pieces lie.
	const place = found => found.object.worldToLocal(found.point.clone()).toArray();
	/// True if the press is the brush's.
	painter.press = event => {
		if (painter.tool !== "paint" || stroke || app.state?.phase !== "baked") { return false; }
		const found = hover(event);
		if (!found) { return false; }
		painter.isPainting = true;
		points = place(found);
		stroke = pump(event.shiftKey);
		return true;
	};
	painter.move = event => {
		if (painter.tool !== "paint") { return; }
		const found = hover(event);
		if (found && painter.isPainting) { points.push(...place(found)); }
	};
	painter.release = () => { painter.isPainting = false; };
	painter.done = () => !stroke;

	for (const id of ["brushRadius", "brushValue", "brushStrength", "brushFlow"]) { $(id).addEventListener("input", painter.show); }
	$("brushDepth").addEventListener("change", () => {
		const { kind, index } = painter.selected, item = app.state.setup[kind + "s"][index];
		if (item && (item.type === "painted" || item.shape === "painted")) {
			painter.edit({ do: "set-depth", channel: kind === "layer" ? "strength" : "anchor", index, depth: painter.depth(), merge: true });
		}
	});
	$("brushTarget").addEventListener("change", () => { painter.show(); showTarget(); painter.showSeeds(); });
	$("toolHit").addEventListener("click", () => painter.setTool("hit"));
	$("toolPaint").addEventListener("click", () => painter.setTool("paint"));
	$("undo").addEventListener("click", painter.undo);
	$("redo").addEventListener("click", painter.redo);
	painter.resize = steps => {
		$("brushRadius").value = String(Number($("brushRadius").value) + 0.08 * steps);
		painter.show();
		ring.scale.setScalar(radius());
		view.dirty = true;
	};
	/// A new object: a depth that suits it, and nothing chosen.
	painter.fit = () => {
		$("brushDepth").value = String(digits(1e3 * painter.size() / 15, 2));
		painter.selected = { kind: "layer", index: -1 };
	};
	painter.mode = name => { document.querySelector("input[name=mode][value=" + name + "]").checked = true; };
	return painter;
}
