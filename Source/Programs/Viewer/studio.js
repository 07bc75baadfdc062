// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The studio's page: asks the server for everything and keeps nothing but what is seen. window.studio is for tests.
(async () => {
"use strict";
const $ = id => document.getElementById(id);
const fail = text => { $("error").textContent = text; $("error").hidden = !text; };
if (typeof Three === "undefined") { fail("The program was built without three.js. Build it again with npm installed."); return; }

// ---- Server --------------------------------------------------------------------------------------------------------
let session = sessionStorage.getItem("session");
async function ask(path, options) {
	const response = await fetch(path, options).catch(() => null);
	if (!response) { throw new Error("The studio does not answer. Is the program still running?"); }
	if (!response.ok) { throw Object.assign(new Error((await response.json().catch(() => ({}))).error || "The studio refused that."), { status: response.status }); }
	return response;
}
const own = what => "/api/" + session + "/" + what;
async function post(verb, body, query = "") {
	try { await ask(own(verb) + query, { method: "POST", body: body instanceof Blob ? body : JSON.stringify(body || {}) }); fail(""); }
	catch (error) { fail(error.message); }
	poll();
}
const library = await (await ask("/api/library")).json();
async function open() { session = (await (await ask("/api/open", { method: "POST" })).json()).session; sessionStorage.setItem("session", session); }
if (!session || !await ask(own("state")).catch(() => null)) { await open(); }

// ---- Picture -------------------------------------------------------------------------------------------------------
const renderer = new Three.WebGLRenderer({ canvas: $("view"), antialias: true, preserveDrawingBuffer: true });
renderer.shadowMap.enabled = true;
renderer.shadowMap.type = Three.PCFSoftShadowMap;
renderer.toneMapping = Three.ACESFilmicToneMapping;
const scene = new Three.Scene();
scene.environment = new Three.PMREMGenerator(renderer).fromScene(new Three.RoomEnvironment(), 0.04).texture;
scene.environmentIntensity = 0.45;
scene.add(new Three.HemisphereLight(0xffffff, 0xd8cfc2, 0.5));
const sun = new Three.DirectionalLight(0xfff4e6, 2.4);
sun.castShadow = true;
sun.shadow.mapSize.set(2048, 2048);
sun.shadow.radius = 5;
sun.shadow.bias = -0.0005;
const ground = new Three.Mesh(new Three.CircleGeometry(1, 64), new Three.ShadowMaterial({ opacity: 0.25, depthWrite: false }));
ground.receiveShadow = true;
const bench = new Three.Group();
scene.add(sun, sun.target, ground, bench);
const camera = new Three.PerspectiveCamera(32, 1, 0.01, 1000);
camera.up.set(0, 0, 1);
const controls = new Three.OrbitControls(camera, renderer.domElement);
let dirty = true;
controls.addEventListener("change", () => { dirty = true; });
function theme(dark) {
	document.documentElement.classList.toggle("dark", dark);
	localStorage.setItem("dark", dark ? "1" : "");
	scene.background = new Three.Color(dark ? 0x1d2126 : 0xf4f2ee);
	dirty = true;
}
theme((localStorage.getItem("dark") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "1" : "")) === "1");
/// Shows the object, and of a run the place where it happens; `all`: every piece where it is now.
function fit(all = false) {
	if (!state || state.phase === "empty") { return; }
	const low = new Three.Vector3(...state.low), high = new Three.Vector3(...state.high);
	const pieces = all ? [...shown.values()].filter(mesh => mesh.visible) : [];
	if (pieces.length) { low.setScalar(Infinity); high.setScalar(-Infinity); }
	for (const mesh of pieces) {
		if (!mesh.geometry.boundingSphere) { mesh.geometry.computeBoundingSphere(); }
		const { center, radius } = mesh.geometry.boundingSphere, middle = center.clone().applyQuaternion(mesh.quaternion).add(mesh.position);
		low.min(middle.clone().subScalar(radius)); high.max(middle.addScalar(radius));
	}
	const lift = state.run && !pieces.length && $("scene").value !== "shoot" ? Number($("height").value) * 0.35 : 0;
	const centre = low.clone().add(high).multiplyScalar(0.5).add(new Three.Vector3(0, 0, lift));
	const radius = low.distanceTo(high) * 0.5 + lift;
	const distance = 1.25 * radius / Math.sin(camera.fov * Math.PI / 360) / Math.min(1, camera.aspect);
	controls.target.copy(centre);
	camera.position.set(0.55, -0.75, 0.42).normalize().multiplyScalar(distance).add(centre);
	camera.near = distance / 200; camera.far = distance * 50;
	camera.updateProjectionMatrix();
	sun.position.copy(centre).add(new Three.Vector3(-0.6, -0.7, 1.3).multiplyScalar(3 * radius));
	sun.target.position.copy(centre);
	Object.assign(sun.shadow.camera, { left: -3 * radius, right: 3 * radius, top: 3 * radius, bottom: -3 * radius, near: 0.1 * radius, far: 12 * radius });
	sun.shadow.camera.updateProjectionMatrix();
	sun.shadow.normalBias = 0.005 * radius;
	ground.scale.setScalar(20 * radius);
	ground.position.set(0, 0, Math.min(0, state.run ? 0 : state.low[2]) - 1e-3 * radius);
	controls.update();
	dirty = true;
}

// ---- Meshes --------------------------------------------------------------------------------------------------------
let state = null, shown = new Map(), tetMesh = null;
const look = { colour: "material", explode: 0, cut: 0 };
const colours = { glass: 0xa9c9c6, ceramic: 0xd9cdb8, wood: 0xb98a58, concrete: 0xa9a7a2, brick: 0xb5654a, ice: 0xc4dbe6, stone: 0x9b958c };
const stops = library.heat.map(([r, g, b]) => new Three.Color().setRGB(r / 255, g / 255, b / 255, "srgb"));
$("legendBar").style.background = "linear-gradient(90deg, " + library.heat.filter((_, i) => i % 4 === 0).map(c => "rgb(" + c + ")").join(", ") + ")";
const heatModes = { stress: "Tension at the last impact", strength: "Strength against pulling apart", fragility: "Smallest blow that starts a crack", anchors: "What is held" };
const scaleOf = mode => mode === "stress" ? (state.run ? state.run.stress : state.stress) : state[mode];
function heatPlace(scale, value) {
	const t = scale.log ? (value > 0 ? Math.log(value / scale.low) / Math.log(scale.high / scale.low) : 0) : (value - scale.low) / (scale.high - scale.low || 1);
	return Math.min(Math.max(t, 0), 1);
}
function unit(value, name) {
	const [size, prefix] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"]].find(([s]) => Math.abs(value) >= s) || [1, ""];
	return Number((value / size).toPrecision(3)) + " " + prefix + name;
}
async function makeMesh(body, index) {
	const data = await (await ask(own("mesh?mesh=" + body.mesh))).arrayBuffer();
	const [corners, outer, vertices] = new Uint32Array(data, 0, 4);
	const geometry = new Three.BufferGeometry();
	geometry.setAttribute("position", new Three.BufferAttribute(new Float32Array(data, 16, 3 * corners), 3));
	geometry.setAttribute("normal", new Three.BufferAttribute(new Float32Array(data, 16 + 12 * corners, 3 * corners), 3));
	geometry.addGroup(0, outer, 0);
	geometry.addGroup(outer, corners - outer, 1);
	const make = () => new Three.MeshStandardMaterial({ roughness: 0.55, side: Three.DoubleSide });
	const mesh = new Three.Mesh(geometry, [make(), make()]);
	mesh.castShadow = mesh.receiveShadow = true;
	Object.assign(mesh.userData, { body, index, corner: new Uint32Array(data, 16 + 24 * corners, corners), vertices });
	return mesh;
}
async function paint(mesh) {
	const { body, index, corner } = mesh.userData;
	const heat = look.colour in heatModes, scale = heat ? scaleOf(look.colour) : null;
	const values = scale && !body.object ? new Float32Array(await (await ask(own("values?kind=" + look.colour + "&mesh=" + body.mesh))).arrayBuffer()) : [];
	if (values.length) {
		const rgb = new Float32Array(3 * corner.length), colour = new Three.Color(), last = stops.length - 1;
		for (let i = 0; i < corner.length; ++i) {
			const t = heatPlace(scale, values[corner[i]]) * last, k = Math.min(Math.floor(t), last - 1);
			colour.copy(stops[k]).lerp(stops[k + 1], t - k).toArray(rgb, 3 * i);
		}
		mesh.geometry.setAttribute("color", new Three.BufferAttribute(rgb, 3));
	}
	mesh.material.forEach((material, inside) => {
		material.vertexColors = values.length > 0;
		if (values.length) { material.color.set(0xffffff); }
		else if (body.object) { material.color.set(0x6b7178); material.metalness = 0.6; }
		else if (heat) { material.color.set(0xb9bcc0); }
		else if (look.colour === "fragments") { material.color.setHSL((0.09 + index * 0.618034) % 1, 0.55, inside ? 0.68 : 0.48); }
		else { material.color.set(colours[state.material.name] || 0xc9bda9); if (inside) { material.color.lerp(new Three.Color(0xffffff), 0.45); } }
		material.needsUpdate = true;
	});
	dirty = true;
}
function legend() {
	const scale = look.colour in heatModes ? scaleOf(look.colour) : null;
	$("legend").hidden = !scale;
	if (!scale) { return; }
	$("legendTitle").textContent = heatModes[look.colour] + (scale.unit ? ", " + scale.unit : "");
	const ticks = look.colour === "anchors" ? [{ at: 0, text: "free" }, { at: 1, text: "held" }] : scale.ticks;
	$("legendTicks").replaceChildren(...ticks.map(tick => Object.assign(document.createElement("span"), { textContent: tick.text, style: "left: " + 100 * tick.at + "%" })));
}
async function setColour(mode) {
	look.colour = $("colour").value = mode;
	if (mode === "fragility" && state.phase === "baked" && !state.fragility) { await post("fragility"); }
	await paintAll();
	legend();
}
/// A piece may be gone when the page asks for its values, because the object has changed meanwhile: it asks again.
async function paintAll() {
	await Promise.all([...shown.values()].map(paint)).catch(error => { isBehind = true; if (error.status !== 404) { fail(error.message); } });
}
async function showBodies(bodies) {
	const wanted = new Map();
	for (const [index, body] of bodies.entries()) {
		wanted.set(body.mesh, shown.get(body.mesh) || await makeMesh(body, index).then(async mesh => { await paint(mesh); return mesh; }));
	}
	bench.clear();
	for (const mesh of wanted.values()) { bench.add(mesh); }
	for (const [id, mesh] of shown) { if (!wanted.has(id)) { mesh.geometry.dispose(); } }
	shown = wanted;
	place();
}
function place() {
	const frame = state && state.run ? frames[film.frame] : null;
	let mass = 0;
	const centre = new Three.Vector3();
	const at = new Map();
	const poses = new Map(frame ? frame.bodies.map(b => [b[0], b]) : []);
	for (const mesh of shown.values()) {
		const body = mesh.userData.body;
		const pose = poses.get(mesh.userData.index);
		mesh.visible = look.cut === 0 && (!frame || !!pose);
		mesh.position.set(0, 0, 0); mesh.quaternion.set(0, 0, 0, 1);
		if (pose) { mesh.position.set(pose[1], pose[2], pose[3]); mesh.quaternion.set(pose[4], pose[5], pose[6], pose[7]); }
		const middle = new Three.Vector3(...body.centre).applyQuaternion(mesh.quaternion).add(mesh.position);
		if (mesh.visible && !body.object) { at.set(mesh, middle); mass += body.mass_kg; centre.addScaledVector(middle, body.mass_kg); }
	}
	if (mass > 0) { centre.divideScalar(mass); for (const [mesh, middle] of at) { mesh.position.addScaledVector(middle.sub(centre), look.explode); } }
	dirty = true;
}

// ---- Tets in a cut -------------------------------------------------------------------------------------------------
let tets = null;
async function cutAway(share) {
	look.cut = share;
	if (tetMesh) { scene.remove(tetMesh); tetMesh.geometry.dispose(); tetMesh = null; }
	if (share > 0 && state.phase === "baked") {
		if (!tets || tets.version !== state.version) {
			const data = await (await ask(own("tets"))).arrayBuffer(), [n, t] = new Uint32Array(data, 0, 2);
			tets = { version: state.version, nodes: new Float32Array(data, 8, 3 * n), cells: new Uint32Array(data, 8 + 12 * n, 4 * t) };
		}
		const { nodes, cells } = tets, axis = "xyz".indexOf($("cutAxis").value), faces = new Map();
		const from = state.low[axis] + share * (state.high[axis] - state.low[axis]);
		for (let t = 0; t < cells.length; t += 4) {
			const v = cells.subarray(t, t + 4);
			const middle = (nodes[3 * v[0] + axis] + nodes[3 * v[1] + axis] + nodes[3 * v[2] + axis] + nodes[3 * v[3] + axis]) / 4;
			// What lies towards the viewer goes: y from the front, x and z from the far end.
			if (axis === 1 ? middle < from : middle > state.high[axis] + state.low[axis] - from) { continue; }
			for (const f of [[v[1], v[2], v[3]], [v[0], v[3], v[2]], [v[0], v[1], v[3]], [v[0], v[2], v[1]]]) {
				const key = [...f].sort((a, b) => a - b).join();
				if (!faces.delete(key)) { faces.set(key, f); }
			}
		}
		const points = new Float32Array(9 * faces.size);
		let i = 0;
		for (const f of faces.values()) { for (const v of f) { points.set(nodes.subarray(3 * v, 3 * v + 3), i); i += 3; } }
		const geometry = new Three.BufferGeometry();
		geometry.setAttribute("position", new Three.BufferAttribute(points, 3));
		tetMesh = new Three.Mesh(geometry, new Three.MeshStandardMaterial({ color: 0xd8b27a, flatShading: true, roughness: 0.8 }));
		tetMesh.castShadow = true;
		scene.add(tetMesh);
	}
	place();
}

// ---- Time ----------------------------------------------------------------------------------------------------------
let frames = [];
const film = { frame: 0, time: 0, playing: false, number: -1 };
async function takeFrames() {
	const data = new DataView(await (await ask(own("frames?from=" + frames.length))).arrayBuffer());
	for (let at = 0; at < data.byteLength;) {
		const count = data.getUint32(at, true), f = k => data.getFloat32(at + k, true);
		const frame = { time: f(4), ms: f(8), kinetic: f(12), potential: f(16), fragments: data.getUint32(at + 20, true), bodies: [] };
		at += 24;
		for (let i = 0; i < count; ++i, at += 32) { frame.bodies.push([data.getUint32(at, true), ...[4, 8, 12, 16, 20, 24, 28].map(f)]); }
		frames.push(frame);
	}
	$("scrub").max = String(frames.length - 1);
}
function toFrame(frame) {
	film.frame = Math.min(Math.max(frame, 0), frames.length - 1);
	film.time = film.frame / (state.run ? state.run.fps : 60);
	$("scrub").value = String(film.frame);
	$("clock").textContent = film.time.toFixed(3) + " s";
	place(); numbers();
}
function play(on) {
	if (on && film.frame >= frames.length - 1) { toFrame(0); }
	film.playing = on; $("play").textContent = on ? "❚❚" : "▶";
}

// ---- State ---------------------------------------------------------------------------------------------------------
function numbers() {
	const lines = [], frame = state.run && frames[film.frame], hit = state.hits[state.hits.length - 1];
	if (state.baked) { lines.push(state.baked.tets.toLocaleString("en") + " tetrahedra, " + unit(1e3 * state.baked.mass_kg, "g"), "baked in " + state.baked.seconds.toFixed(2) + " s"); }
	if (frame) { lines.push(frame.fragments + (frame.fragments === 1 ? " piece" : " pieces"), unit(frame.kinetic, "J") + " of motion", frame.ms.toFixed(1) + " ms this frame, " + state.run.mean_ms.toFixed(1) + " ms on average"); }
	else if (state.phase !== "empty") { lines.push(state.bodies.length + (state.bodies.length === 1 ? " piece" : " pieces")); }
	if (hit && !frame) { lines.push("last hit: " + unit(hit.impulse_ns, "N s") + ", " + hit.ms.toFixed(0) + " ms", hit.separated ? hit.pieces + " pieces" + (hit.debris ? ", crumbs: " + hit.debris : "") : hit.load <= 1 ? "it cracked, and held" : "it held: hit harder"); }
	lines.push(...state.warnings.slice(0, 3));
	$("numbers").textContent = lines.join("\n");
	$("numbers").hidden = !lines.length;
}
let polling = null, lastPhaseName = "", polls = Promise.resolve(), isBehind = false;
const poll = () => (polls = polls.then(pollOnce, pollOnce)); // one after another: two at once would show old over new
async function pollOnce() {
	clearTimeout(polling);
	try {
		const answer = await ask(own("state")).catch(async error => {
			if (error.status === 404) { await open().catch(() => {}); isBehind = true; } // the program was started anew
			throw error;
		});
		const next = await answer.json();
		const changed = !state || isBehind || next.version !== state.version || (next.run && (!state.run || next.run.bodies.length !== state.run.bodies.length));
		state = next;
		if (next.run && next.run.number !== film.number) { frames = []; Object.assign(film, { number: next.run.number, frame: 0, time: 0 }); explode(0); play(true); }
		if (!next.run) { film.number = -1; film.playing = false; }
		if (next.run && frames.length < next.run.frames) { await takeFrames(); }
		if (changed) {
			isBehind = true; // until it is shown
			await showBodies(next.run ? next.run.bodies : next.bodies);
			isBehind = false;
			const name = next.name + "|" + !!next.run;
			if (name !== lastPhaseName) { if (next.name !== lastPhaseName.split("|")[0]) { painter.fit(); } lastPhaseName = name; fit(); }
			const entry = [...$("library").options].find(o => o.text === next.name);
			$("library").value = entry ? entry.value : "";
			if (look.colour === "fragility" && next.phase === "baked" && !next.fragility && !next.job) { post("fragility"); }
			if (look.colour in heatModes) { await paintAll(); }
			if (next.material && next.phase === "baked") { showMaterial(next.material); }
			legend(); fail(next.error);
		}
		$("time").hidden = !next.run;
		$("empty").hidden = next.phase !== "empty" || !!next.job;
		$("name").textContent = next.name;
		$("tools").hidden = next.phase !== "baked" || !!next.run;
		$("busy").hidden = !next.job || ["stroke", "edit"].includes(next.job.kind); // too short to read
		if (next.job) { $("busyText").textContent = (next.job.stage || { load: "Loading", bake: "Baking", hit: "Breaking", run: "Simulating" }[next.job.kind] || "Working") + "…" + (next.job.waiting ? " (" + next.job.waiting + " waiting)" : ""); $("progress").value = next.job.fraction; }
		$("bake").disabled = next.phase === "empty" || next.is_asset;
		for (const id of ["run", "reset"]) { $(id).disabled = next.phase !== "baked"; }
		for (const [id, file, ready] of [["toFrac", "asset.frac", next.baked], ["toGlb", "pieces.glb", next.phase !== "empty"], ["toRun", "run.glb", next.run && next.run.done], ["toZip", "recording.zip", next.hits.length]]) {
			if (ready) { $(id).href = own(file); } else { $(id).removeAttribute("href"); }
			$(id).setAttribute("aria-disabled", String(!ready));
		}
		numbers();
		painter.list(); painter.show();
		document.documentElement.dataset.phase = next.phase;
		document.documentElement.dataset.busy = String(!!next.job);
	} catch (error) {
		// A piece may be gone when the page asks for it, because the object has changed meanwhile: it asks again.
		if (error.status !== 404 || !state) { fail(error.message); }
	}
	clearTimeout(polling);
	polling = setTimeout(poll, isBehind || (state && state.job) ? 120 : 2000);
}

const painter = makePainter({ Three, $, ask, own, poll, fail, scene, unit, setColour: mode => setColour(mode), explode: amount => explode(amount), pick: event => pick(event), state: () => state, redraw: () => { dirty = true; } });

// ---- Controls ------------------------------------------------------------------------------------------------------
for (const [title, sample] of [["Samples", true], ["Files", false]]) {
	const group = document.createElement("optgroup");
	group.label = title;
	for (const entry of library.entries.filter(e => e.sample === sample)) { group.append(new Option(entry.name, JSON.stringify(sample ? { sample: entry.name } : { file: entry.name }))); }
	if (group.children.length) { $("library").append(group); }
}
let material = {};
const fieldWords = { density: ["Density", "kg/m³", 1], youngModulus: ["Stiffness", "GPa", 1e9], poissonRatio: ["Poisson’s ratio", "", 1], tensileStrength: ["Strength", "MPa", 1e6], compressiveFactor: ["Pressed over pulled", "×", 1],
	fractureToughness: ["Toughness", "MPa √m", 1e6], growthFactor: ["Beside a crack", "×", 1], grainSize: ["Grain size", "mm", 1e-3], dentFactor: ["Dents", "×", 1], yieldStrength: ["Yields at", "MPa", 1e6],
	axisFactor: ["Along the grain", "×", 1], surfaceCompression: ["Tempered by", "MPa", 1e6], dampingPhi: ["Damping φ", "Pa s", 1], dampingPsi: ["Damping ψ", "Pa s", 1] };
function showMaterial(chosen) {
	material = { ...chosen };
	if (library.materials.some(m => m.name === chosen.name)) { $("material").value = chosen.name; }
	$("fields").replaceChildren(...library.fields.map(field => {
		const [text, unit, size] = fieldWords[field.name] || [field.name, field.unit, 1];
		const label = document.createElement("label"), input = document.createElement("input"), span = document.createElement("span");
		const shownLow = field.low / size, shownHigh = field.high === null ? null : field.high / size;
		const range = (field.open ? "above " : "from ") + Number(shownLow.toPrecision(6)) + (shownHigh === null ? "" : " to " + Number(shownHigh.toPrecision(6))) + (unit ? " " + unit : "");
		Object.assign(input, { type: "number", step: "any", value: Number((chosen[field.name] / size).toPrecision(6)), min: shownLow, max: shownHigh ?? "", title: range, ariaLabel: text + (unit ? " in " + unit : "") });
		input.addEventListener("input", () => {
			const value = Number(input.value) * size;
			const isGood = input.value !== "" && Number.isFinite(value) && (field.open ? value > field.low : value >= field.low) && (field.high === null || value <= field.high);
			input.setCustomValidity(isGood ? "" : text + " must be " + range + ".");
			if (isGood) { material[field.name] = value; fail(""); } else { fail(input.validationMessage); }
		});
		span.append(input, " " + unit);
		label.append(text, span);
		return label;
	}));
}
for (const m of library.materials) { $("material").append(new Option(m.name)); }
$("material").addEventListener("change", event => showMaterial(library.materials.find(m => m.name === event.target.value)));
showMaterial(library.materials.find(m => m.name === "ceramic") || library.materials[0]);
const tetCount = () => Math.round(10 ** Number($("tets").value) / 100) * 100;
const showTets = () => { $("tetsOut").textContent = "about " + tetCount().toLocaleString("en") + " tetrahedra"; };
$("tets").addEventListener("input", showTets);
showTets();
function bake() {
	const bad = [...$("fields").querySelectorAll("input")].find(input => !input.validity.valid && input.validity.customError);
	if (bad) { fail(bad.validationMessage); bad.focus(); return Promise.resolve(); }
	return post("bake", { tets: tetCount(), material });
}
const seed = () => Math.min(Math.max(Math.round(Number($("seed").value)) || 0, 0), 4294967295);
const length = () => Number($("length").value) || 0;
$("library").addEventListener("change", event => { if (event.target.value) { post("load", { ...JSON.parse(event.target.value), length: length() }); } });
const upload = file => file && post("upload", file, "?name=" + encodeURIComponent(file.name));
$("file").addEventListener("change", event => upload(event.target.files[0]));
addEventListener("dragover", event => { event.preventDefault(); $("stage").classList.add("over"); });
addEventListener("dragleave", () => $("stage").classList.remove("over"));
addEventListener("drop", event => { event.preventDefault(); $("stage").classList.remove("over"); upload(event.dataTransfer.files[0]); });
$("bake").addEventListener("click", bake);
$("cancel").addEventListener("click", () => post("cancel"));
$("reset").addEventListener("click", () => post("reset"));
$("run").addEventListener("click", event => {
	if (event.detail > 0) { $("view").focus(); } // clicked, not by a key: Space is for pause now, not for another run
	const view = controls.target.clone().sub(camera.position);
	post("run", { scene: $("scene").value, host: $("host").value, height: Number($("height").value), angle: Number($("angle").value), speed: Number($("shot").value), mass: Number($("mass").value), heading: Math.atan2(view.y, view.x) * 180 / Math.PI, seed: seed() });
});
// Only what counts in the chosen scene.
const showScene = () => { for (const row of document.querySelectorAll("[data-scenes]")) { row.hidden = !row.dataset.scenes.split(" ").includes($("scene").value); } };
$("scene").addEventListener("change", showScene);
showScene();
$("colour").addEventListener("change", event => setColour(event.target.value));
const explode = amount => { look.explode = amount; $("explode").value = String(amount); place(); };
$("explode").addEventListener("input", event => explode(Number(event.target.value)));
for (const id of ["cut", "cutAxis"]) { $(id).addEventListener("input", () => cutAway(Number($("cut").value)).catch(error => fail(error.message))); }
$("play").addEventListener("click", () => play(!film.playing));
$("step").addEventListener("click", () => { play(false); toFrame(film.frame + 1); });
$("scrub").addEventListener("input", event => { play(false); toFrame(Number(event.target.value)); });
$("theme").addEventListener("click", () => theme(!document.documentElement.classList.contains("dark")));
$("help").addEventListener("click", () => $("keys").showModal());
const shared = ["seed", "scene", "height", "angle", "shot", "host", "mass", "hitSpeed", "length", "colour"];
let sharedHash = "";
$("share").addEventListener("click", () => {
	if (!$("library").value) { fail("Only objects of the list can be shared by an address: choose one, or save the asset and send that."); return; }
	const view = { load: $("library").value, tets: $("tets").value, material, ran: !!state.run, camera: [...camera.position.toArray(), ...controls.target.toArray()].map(x => Number(x.toPrecision(5))) };
	for (const id of shared) { view[id] = $(id).value; }
	location.hash = encodeURIComponent(JSON.stringify(view));
	sharedHash = location.hash;
	const say = text => { $("share").textContent = text; setTimeout(() => { $("share").textContent = "Share"; }, 2500); };
	(navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject()).then(() => say("Copied"), () => say("Copy the address above"));
});

// A press on the object is a hit; beside it, OrbitControls turns the view.
const ray = new Three.Raycaster();
const pick = event => { ray.setFromCamera(pointer(event), camera); return ray.intersectObjects([...shown.values()].filter(m => m.visible))[0]; };
const pointer = event => { const box = $("view").getBoundingClientRect(); return new Three.Vector2(2 * (event.clientX - box.left) / box.width - 1, 1 - 2 * (event.clientY - box.top) / box.height); };
let aim = null;
$("view").addEventListener("pointerdown", event => {
	if (event.button !== 0) { return; }
	if (painter.press(event)) { controls.enabled = false; event.target.setPointerCapture?.(event.pointerId); return; }
	if (painter.tool !== "hit" || !state || state.phase !== "baked" || state.run || state.job) { return; }
	const found = pick(event);
	if (!found) { return; }
	controls.enabled = false;
	aim = { mesh: found.object, world: found.point.clone(), x: event.clientX, y: event.clientY, direction: found.face.normal.clone().negate(), speed: Number($("hitSpeed").value), arrow: null };
}, true);
addEventListener("pointermove", event => {
	painter.move(event);
	if (!aim) { return; }
	const dx = event.clientX - aim.x, dy = event.clientY - aim.y, pixels = Math.hypot(dx, dy);
	if (pixels < 6) { return; }
	const right = new Three.Vector3().setFromMatrixColumn(camera.matrixWorld, 0), up = new Three.Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
	// Into the picture and along the drag: what is pulled out to the left flies to the right.
	aim.direction = ray.ray.direction.clone().addScaledVector(right, -dx / 80).addScaledVector(up, dy / 80).normalize();
	aim.speed = Number($("hitSpeed").value) * pixels / 80;
	if (aim.arrow) { scene.remove(aim.arrow); aim.arrow.dispose(); }
	const long = pixels / 300 * camera.position.distanceTo(aim.world) * 0.5;
	aim.arrow = new Three.ArrowHelper(aim.direction, aim.world.clone().addScaledVector(aim.direction, -long), long, 0xe2571e);
	scene.add(aim.arrow);
	$("numbers").textContent = Number(aim.speed.toPrecision(3)) + " m/s, " + unit(1e3 * Number($("mass").value), "g");
	dirty = true;
});
addEventListener("pointerup", () => {
	painter.release();
	controls.enabled = true;
	if (!aim) { return; }
	if (aim.arrow) { scene.remove(aim.arrow); aim.arrow.dispose(); }
	post("hit", { body: aim.mesh.userData.body.mesh, point: aim.world.sub(aim.mesh.position).toArray(), direction: aim.direction.toArray(), mass: Number($("mass").value), speed: aim.speed, seed: seed() });
	aim = null;
});
const modes = ["material", "fragments", "stress", "strength", "fragility", "anchors"];
addEventListener("keydown", event => {
	const isTyping = event.target.tagName === "SELECT" || (event.target.tagName === "INPUT" && !["range", "checkbox", "radio"].includes(event.target.type));
	if (isTyping || $("keys").open) { return; }
	if (event.ctrlKey || event.metaKey) {
		const key = event.key.toLowerCase();
		if (key === "z" || key === "y") { event.preventDefault(); if (key === "y" || event.shiftKey) { painter.redo(); } else { painter.undo(); } }
		return;
	}
	const theirs = { BUTTON: [" ", "Enter"], A: ["Enter"], SUMMARY: [" ", "Enter"], INPUT: [" ", "Enter", "ArrowLeft", "ArrowRight"] }[event.target.tagName];
	if (theirs && theirs.includes(event.key)) { return; }
	const actions = { b: () => $("bake").click(), r: () => $("reset").click(), e: () => explode(look.explode > 0 ? 0 : 0.6), f: () => fit(true), h: () => painter.setTool("hit"), p: () => painter.setTool("paint"), a: () => painter.mode("paint"), x: () => painter.mode("erase"), s: () => painter.mode("smooth"), "[": () => painter.resize(-1), "]": () => painter.resize(1), t: () => $("theme").click(), "?": () => $("keys").showModal(), " ": () => play(!film.playing), ArrowRight: () => { play(false); toFrame(film.frame + 1); }, ArrowLeft: () => { play(false); toFrame(film.frame - 1); } };
	const action = modes["123456".indexOf(event.key)] && event.key !== "" ? () => setColour(modes["123456".indexOf(event.key)]) : actions[event.key] || actions[event.key.toLowerCase()];
	if (action) { event.preventDefault(); action(); }
});
addEventListener("pagehide", () => navigator.sendBeacon(own("leave")));

function resize() {
	const box = $("stage").getBoundingClientRect();
	renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
	renderer.setSize(box.width, box.height, false);
	camera.aspect = box.width / box.height;
	camera.updateProjectionMatrix();
	dirty = true;
}
new ResizeObserver(resize).observe($("stage"));
let last = performance.now();
(function tick(now = performance.now()) {
	if (film.playing && state && state.run && frames.length) {
		const time = film.time + Math.min(now - last, 100) / 1000 * Number($("speed").value), frame = Math.floor(time * state.run.fps);
		if (frame !== film.frame && frame < frames.length) { toFrame(frame); }
		film.time = time;
		if (frame >= frames.length) { film.time = frames.length / state.run.fps; if (state.run.done) { toFrame(frames.length - 1); play(false); } }
	}
	last = now;
	controls.update();
	if (dirty) { dirty = false; renderer.render(scene, camera); }
	requestAnimationFrame(tick);
})();
resize();
await poll();
async function openAddress() {
	try {
		const view = JSON.parse(decodeURIComponent(location.hash.slice(1)));
		$("tets").value = view.tets; showTets();
		if (view.material && typeof view.material === "object") { showMaterial({ ...material, ...view.material }); }
		for (const id of shared) { if (typeof view[id] === "string") { $(id).value = view[id]; } }
		showScene();
		$("library").value = view.load;
		await post("load", { ...JSON.parse(view.load), length: length() });
		const wait = async done => { for (let i = 0; i < 600 && !done(); ++i) { await new Promise(r => setTimeout(r, 100)); } };
		await wait(() => state.phase === "loaded");
		await bake();
		await wait(() => state.phase === "baked");
		await setColour($("colour").value || "material");
		if (view.ran) { $("run").click(); await wait(() => state.run); }
		await poll(); // which turns the camera to the run when it has it
		camera.position.fromArray(view.camera); controls.target.fromArray(view.camera, 3); controls.update(); dirty = true;
	} catch (error) { fail("The address does not describe a view: choose an object instead."); }
}
if (location.hash.length > 1 && state.phase === "empty") { await openAddress(); }
// An address that is put into an open page loads nothing anew: the browser only says that it changed.
addEventListener("hashchange", () => { if (location.hash.length > 1 && location.hash !== sharedHash) { openAddress(); } });
window.studio = { get state() { return state; }, painter, film, look, toFrame, explode, setColour, get frames() { return frames.length; }, shown: () => [...shown.values()].filter(m => m.visible).length };
document.documentElement.dataset.ready = "true";
})().catch(error => { const box = document.getElementById("error"); box.textContent = error.message; box.hidden = false; });
