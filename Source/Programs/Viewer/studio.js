// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The studio's page: asks the program for everything and keeps nothing but what is seen. window.studio is for tests.
import { makeAim } from "/studio-aim.js";
import { makeFilm } from "/studio-film.js";
import { makeLayers } from "/studio-layers.js";
import { makeMaterial } from "/studio-material.js";
import { makePainter } from "/studio-paint.js";
import { ask, findSession, getJson, openSession, own, send } from "/studio-server.js";
import { makeShare } from "/studio-share.js";
import { heatTitles, makeView } from "/studio-view.js";
import { $, fail, inPageWords, legendTicks, make, massWords, withUnit } from "/studio-words.js";

const colourModes = ["material", "fragments", "stress", "strength", "fragility", "anchors"];
const jobWords = { load: "Loading", bake: "Baking", hit: "Breaking", run: "Simulating", fragility: "Trying every place", resize: "Resizing" };
// What the stages of a bake are called, and about which part of it each takes.
const stages = {
	repair: ["mending the mesh", 0.02, 0.1], check: ["checking its tetrahedra", 0.02, 0.5], tetrahedralise: ["filling it with tetrahedra", 0.1, 0.4], optimise: ["bettering their shape", 0.4, 0.5],
	embed: ["fitting the surface", 0.5, 0.6], "Prepare for impacts": ["preparing for impacts", 0.6, 1]
};

/// Words are seen before the panels, which take longer than everything else to lay out, and before the picture, which
/// takes a machine without a graphics card a second to set up. A hidden page is never painted.
const painted = new Promise(done => {
	if (document.hidden) { done(); return; }
	new PerformanceObserver(list => { if (list.getEntriesByName("first-contentful-paint").length) { done(); } }).observe({ type: "paint", buffered: true });
	setTimeout(done, 2000);
}).then(() => document.documentElement.classList.add("painted"));

async function main() {
	const app = { state: null, library: await (await ask("/api/library")).json() };
	const isNew = await findSession();
	// Whatever is on its way to what is seen; tests wait for it.
	let underWay = 0;
	app.during = work => async (...wishes) => {
		++underWay;
		try { return await work(...wishes); } finally { --underWay; }
	};
	await painted;
	const view = app.view = makeView(app, $("view"));
	const film = app.film = makeFilm(app);
	app.material = makeMaterial(app.library);
	const tetCount = () => Math.round(10 ** Number($("tets").value) / 100) * 100;
	app.seed = () => Number($("seed").value); // what is no seed is refused with a word
	app.length = () => Number($("length").value) || 0;
	app.lengthWords = () => app.state.length_m > 0 ? String(app.state.length_m) : ""; // of what lies on the bench
	let isLengthTyped = false;

	// ---- What is shown -----------------------------------------------------------------------------------------------
	let aimed = null; // a hit that is being aimed is told of until it is let go
	app.showNumbers = (items = aimed) => {
		aimed = items;
		const { state } = app, frame = film.now(), hit = state.hits[state.hits.length - 1], list = [];
		if (frame) {
			const mass = state.run.bodies.reduce((sum, body, i) => sum + (body.object || !frame.bodies.has(i) ? 0 : body.mass_kg), 0);
			list.push([Math.max(frame.fragments, 1), frame.fragments > 1 ? "pieces" : "piece"], [massWords(mass), ""], [withUnit(frame.kinetic, "J"), "of motion"],
				[frame.ms.toFixed(1) + " ms", "this frame"], [state.run.mean_ms.toFixed(1) + " ms", "on average"]);
		} else if (state.phase !== "empty") {
			list.push([state.bodies.length, state.bodies.length === 1 ? "piece" : "pieces"]);
			if (state.baked) { list.push([massWords(state.baked.mass_kg), ""]); }
			if (state.baked && !hit) { list.push(state.baked.tets ? [state.baked.tets.toLocaleString("en"), "tetrahedra"] : [state.baked.vertices.toLocaleString("en"), "points of a sheet"]); }
			if (hit) {
				list.push([withUnit(hit.impulse_ns, "N s"), "last hit"]);
				if (!hit.separated) { list.push([hit.load <= 1 ? "it cracked" : "it held", hit.load <= 1 ? "and held" : "hit harder"]); }
				if (hit.debris) { list.push([hit.debris, "crumbs"]); }
				list.push([hit.ms.toFixed(0) + " ms", ""]);
			} else if (state.baked && !state.is_asset) { list.push([state.baked.seconds.toFixed(2) + " s", "baking"]); }
		}
		$("numbers").replaceChildren(...(items || list).map(([value, text]) => make("li", {}, make("b", {}, String(value)), text ? " " + text : "")));
	};
	app.showHint = () => {
		const { state } = app, isOpen = state && state.phase === "baked";
		const mayHit = state && state.run && state.run.done && !state.job && !film.playing;
		$("hint").hidden = !!state && !!state.run && (!mayHit || !$("legend").hidden); // there is room for two things below
		$("hint").textContent = !state || state.phase === "empty" ? "The left button turns the view, the right one moves it, the wheel zooms. Press ? for all keys."
			: mayHit ? "Drag on a piece to hit it."
			: !isOpen ? "Choose its material and bake it: then it can be painted and broken."
			: app.painter.tool === "paint" ? "Drag on the object to paint, with Shift to erase. Beside it, the mouse turns the view."
			: "Drag on the object to hit it: the longer the arrow, the faster. A click hits straight in. Beside it, the mouse turns the view.";
	};
	app.showAway = isAway => { $("away").hidden = !isAway; };
	$("away").addEventListener("click", () => { view.fitMost(); $("view").focus(); });
	const heat = app.library.heat.map(c => "rgb(" + c + ")"), heatBar = "linear-gradient(90deg, " + heat.filter((_, i) => i % 4 === 0).join(", ") + ")";
	function showLegend() {
		const scale = view.scaleOf(view.look.colour);
		$("legend").hidden = !scale;
		if (!scale) { return; }
		$("legendTitle").textContent = heatTitles[view.look.colour] + (scale.unit ? ", " + scale.unit : "");
		$("legendBar").style.background = scale.even ? heat[heat.length >> 1] : heatBar; // one value, one colour
		const all = view.look.colour === "anchors" ? [{ at: 0, text: "free" }, { at: 1, text: "held" }] : legendTicks(scale.ticks).map(({ at, text }) => ({ at, text: text + (scale.even ? " everywhere" : "") }));
		const ticks = all.filter((tick, i) => i === all.length - 1 || all[i + 1].at - tick.at > 0.03 * (1 + 0.5 * tick.text.length + (all[i + 1].at > 0.96 ? 1 : 0.5) * all[i + 1].text.length)); // words do not touch
		const side = at => at < 0.04 ? "first" : at > 0.96 ? "last" : "";
		$("legendTicks").replaceChildren(...ticks.map(tick => make("span", { textContent: tick.text, style: "left: " + 100 * tick.at + "%", className: side(tick.at) })));
	}
	/// A piece may be gone when the page asks for its values, because the object has changed meanwhile: it asks again.
	async function repaint() {
		await view.paintAll().catch(error => { isBehind = true; if (error.status !== 404) { fail(error.message); } });
		showLegend();
		app.showHint();
	}
	let colourBefore = "material"; // to go back to, if fragile places are not waited for
	app.setColour = app.during(async mode => {
		if (view.look.colour !== "fragility") { colourBefore = view.look.colour; }
		view.look.colour = $("colour").value = mode;
		if (mode === "fragility" && app.state.phase === "baked" && !app.state.fragility) { await app.post("fragility"); }
		await repaint();
	});
	app.explode = amount => {
		view.look.explode = amount;
		$("explode").value = String(amount);
		$("explodeOut").textContent = amount > 0 ? Math.round(100 * amount) + " %" : "";
		view.place(film.now());
	};
	app.cut = app.during(async () => {
		// The tetrahedra are those of the whole object: a scene moves, and is not cut. A sheet has none.
		await view.cutAway(app.state.run || !app.state.baked?.tets ? 0 : Number($("cut").value), $("cutAxis").value).catch(error => fail(error.message));
		view.place(film.now());
		app.painter.showSeeds();
	});
	app.showFields = () => {
		$("tetsOut").textContent = "about " + tetCount().toLocaleString("en") + " tetrahedra";
		// Only what counts in the chosen scene.
		for (const row of document.querySelectorAll("[data-scenes]")) { row.hidden = !row.dataset.scenes.split(" ").includes($("scene").value); }
		app.painter.show();
	};

	// ---- State -------------------------------------------------------------------------------------------------------
	/// True if the program does it; else what is wrong is said.
	app.post = app.during(async (verb, body, query) => {
		const isTaken = await send(verb, body, query).then(() => { fail(""); return true; }, error => { fail(inPageWords(error.message)); return false; });
		await app.poll();
		return isTaken;
	});
	let polling = null, polls = Promise.resolve(), pollCount = 0, isBehind = false, seen = { key: "", name: "", run: -1, bake: -1 };
	app.poll = () => (polls = polls.then(pollOnce, pollOnce)); // one after another: two at once would show old over new
	/// Another object, scene or height is looked at anew; the same scene again keeps a view that was turned by hand.
	function turnCamera(next) {
		const { run } = next, size = Math.max(...next.high.map((high, k) => high - next.low[k])), name = next.name + " " + size.toPrecision(2);
		const key = seen.key && next.bodies.some(body => body.pose) ? seen.key : name + "|" + (run ? run.scene + run.height : ""); // a hit in a scene is watched from where one stands
		const isNewRun = run && run.number !== seen.run;
		if (name !== seen.name && next.phase !== "empty") { app.painter.fit(); }
		if (key !== seen.key || isNewRun && !view.isTurned) { view.fit(); }
		seen = { ...seen, key, name, run: run ? run.number : -1 };
	}
	async function showChange(next) {
		isBehind = true; // until it is shown
		await view.show(next.run ? next.run.bodies : next.bodies);
		isBehind = false;
		film.setReady();
		turnCamera(next);
		view.place(film.now());
		const entry = [...$("library").options].find(option => option.value && JSON.parse(option.value)[next.origin] === next.name);
		$("library").value = entry ? entry.value : "";
		if (next.baked && next.baked.number !== seen.bake) { seen.bake = next.baked.number; app.material.set(next.material); }
		if (view.look.cut > 0 || Number($("cut").value) > 0) { await app.cut(); }
		if (view.look.colour === "fragility" && next.phase === "baked" && !next.fragility && !next.job && !next.error) { app.post("fragility"); }
		if (view.look.colour in heatTitles) { await repaint(); }
		showLegend();
		app.painter.showSeeds().catch(() => { isBehind = true; });
		$("notes").replaceChildren(...next.warnings.slice(0, 4).map(text => make("li", { textContent: inPageWords(text) })));
		fail(inPageWords(next.error));
	}
	function showState(next) {
		$("time").hidden = !next.run;
		$("empty").hidden = next.phase !== "empty" || !!next.job;
		$("name").textContent = next.name;
		if (next.phase !== "empty" && !next.job && !isLengthTyped) { $("length").value = app.lengthWords(); }
		$("tools").hidden = next.phase !== "baked" || !!next.run;
		$("busy").hidden = !next.job || ["stroke", "edit"].includes(next.job.kind); // too short to read
		if (next.job) {
			const { kind, stage, waiting, fraction, cancelled } = next.job;
			$("busyText").textContent = cancelled ? "Cancelling …" : (jobWords[kind] || "Working") + (stages[stage] ? ": " + stages[stage][0] : "") + (waiting ? ", " + waiting + " waiting" : "");
			const [, from, to] = stages[stage] || ["", 0, 1];
			if (fraction > 0 || stages[stage]) { $("progress").value = from + (to - from) * fraction; } else { $("progress").removeAttribute("value"); } // not known yet: it swings
			$("cancel").disabled = cancelled;
		}
		$("bake").disabled = next.phase === "empty" || next.is_asset;
		$("bake").title = next.is_asset ? "A .frac file is baked already" : "Make it ready to break (B)";
		for (const id of ["cut", "cutAxis"]) {
			$(id).disabled = next.phase !== "baked" || !!next.run || !next.baked.tets;
			$(id).title = next.phase !== "baked" ? "Bake it first" : !next.baked.tets ? "A sheet has no inside to cut" : next.run ? "A scene cannot be cut: put the object together first (R)" : "";
		}
		for (const id of ["run", "reset"]) { $(id).disabled = next.phase !== "baked"; }
		for (const [id, file, ready, missing] of [["toFrac", "asset.frac", next.baked, "Bake it first"], ["toGlb", "pieces.glb", next.phase !== "empty", "Load an object first"],
			["toRun", "run.glb", next.run && next.run.done, "Play a scene first"], ["toZip", "recording.zip", next.hits.length || next.run && next.run.done, "Hit it or play a scene first"]]) {
			if (ready) { $(id).href = own(file); } else { $(id).removeAttribute("href"); }
			$(id).title = ready ? "" : missing;
			$(id).setAttribute("aria-disabled", String(!ready));
		}
		app.showNumbers();
		app.showHint();
		app.layers.list();
		app.painter.show();
		document.documentElement.dataset.phase = next.phase;
		document.documentElement.dataset.busy = String(!!next.job);
		document.documentElement.dataset.version = String(next.version); // that is shown
	}
	const pollOnce = app.during(async () => {
		clearTimeout(polling);
		try {
			const next = await getJson("state").catch(async error => {
				if (error.status === 404) { await openSession().catch(() => {}); isBehind = true; } // the program was started anew
				throw error;
			});
			const was = app.state;
			const isChanged = !was || isBehind || next.version !== was.version || (next.run && (!was.run || next.run.bodies.length !== was.run.bodies.length));
			app.state = next;
			if (!next.run) { film.stop(); }
			else if (next.run.number !== film.number) { film.start(next.run.number); app.explode(0); }
			const hasMore = next.run && film.frames.length < next.run.frames;
			if (hasMore) { await film.take(); }
			if (isChanged) { await showChange(next); } else if (hasMore) { film.setReady(); }
			showState(next);
		} catch (error) {
			// A piece may be gone when the page asks for it, because the object has changed meanwhile: it asks again.
			if (error.status !== 404 || !app.state) { fail(error.message); }
		}
		clearTimeout(polling);
		++pollCount;
		polling = setTimeout(app.poll, isBehind || (app.state && app.state.job) ? 60 : 2000);
	});

	app.painter = makePainter(app);
	app.layers = makeLayers(app);
	const aim = makeAim(app);

	// ---- Controls ----------------------------------------------------------------------------------------------------
	// A size that was set on an empty bench is for what comes; later it is that of what lies there, and not of the next.
	const nextLength = () => {
		isLengthTyped = false;
		return app.state.phase === "empty" ? app.length() : 0;
	};
	const load = value => app.post("load", { ...JSON.parse(value), length: nextLength() });
	const groupOf = entry => entry.sample ? "Samples" : entry.doubtful ? "Damaged" : "Files"; // choosing a damaged one says what is wrong
	for (const title of ["Samples", "Files", "Damaged"]) {
		const entries = app.library.entries.filter(entry => groupOf(entry) === title);
		const group = make("optgroup", { label: title }, ...entries.map(({ name, sample }) => new Option(name, JSON.stringify(sample ? { sample: name } : { file: name }))));
		if (entries.length) { $("library").append(group); }
	}
	// One press from nothing to an object that can be broken.
	const optionsOf = title => [...$("library").querySelectorAll("optgroup[label=" + title + "] option")];
	const quick = optionsOf("Samples").filter(option => ["bowl", "slab", "wall", "torus"].includes(option.text)); // baked in a second or two
	for (const option of [...optionsOf("Files"), ...quick].slice(0, 4)) {
		const start = make("button", {}, option.text);
		start.addEventListener("click", async () => { await load(option.value); await app.bake(); });
		$("starts").append(start);
	}
	app.bake = strength => app.material.check() ? app.post("bake", { tets: tetCount(), material: app.material.value, fine: $("fine").checked, shell: (Number($("shell").value) || 0) / 1e3, ...(strength ? { strength } : {}) }) : Promise.resolve();
	app.run = () => {
		// To a tenth of a degree: a camera that was reloaded or shared, which has five digits, shoots as it did before.
		const look = view.controls.target.clone().sub(view.camera.position);
		return app.post("run", { scene: $("scene").value, host: $("host").value, height: Number($("height").value), angle: Number($("angle").value), speed: Number($("shot").value),
			mass: Number($("mass").value), heading: Math.round(1800 / Math.PI * Math.atan2(look.y, look.x)) / 10, seed: app.seed(), pieces: $("pieces").value });
	};
	const upload = app.during(async file => {
		if (!file) { return; }
		try { await send("upload", file, "?name=" + encodeURIComponent(file.name) + "&length=" + nextLength()); fail(""); }
		catch (error) { fail(file.name + ": " + error.message); }
		await app.poll();
	});
	const setTheme = dark => { localStorage.setItem("dark", dark ? "1" : ""); view.setTheme(dark); };
	view.setTheme(document.documentElement.classList.contains("dark"));
	$("library").addEventListener("change", event => { if (event.target.value) { load(event.target.value); } });
	$("length").addEventListener("input", () => { isLengthTyped = true; });
	$("length").addEventListener("change", async () => {
		if (app.state.phase !== "empty") { await app.post("resize", { length: app.length() }); }
		isLengthTyped = false; // a size that is refused goes back to the one that holds
		await app.poll();
	});
	$("file").addEventListener("change", event => { upload(event.target.files[0]); event.target.value = ""; });
	addEventListener("dragover", event => { event.preventDefault(); $("stage").classList.add("over"); });
	addEventListener("dragleave", event => { if (!event.relatedTarget) { $("stage").classList.remove("over"); } });
	addEventListener("drop", event => { event.preventDefault(); $("stage").classList.remove("over"); upload(event.dataTransfer.files[0]); });
	$("bake").addEventListener("click", () => app.bake());
	$("cancel").addEventListener("click", async () => {
		if (view.look.colour === "fragility" && !app.state.fragility) { await app.setColour(colourBefore); } // or they would be asked for again
		await app.post("cancel");
	});
	$("reset").addEventListener("click", () => app.post("reset"));
	$("run").addEventListener("click", event => {
		if (event.detail > 0) { $("view").focus({ focusVisible: false }); } // clicked, not by a key: Space is for pause now, not for another run
		app.run();
	});
	$("saveMenu").addEventListener("click", () => $("saveMenu").hidePopover());
	$("errorClose").addEventListener("click", () => fail(""));
	$("tets").addEventListener("input", app.showFields);
	$("scene").addEventListener("change", app.showFields);
	$("colour").addEventListener("change", event => app.setColour(event.target.value));
	$("explode").addEventListener("input", event => app.explode(Number(event.target.value)));
	for (const id of ["cut", "cutAxis"]) { $(id).addEventListener("input", app.cut); }
	$("theme").addEventListener("click", () => setTheme(!document.documentElement.classList.contains("dark")));
	$("help").addEventListener("click", () => $("keys").showModal());

	// A press on the object is the tool's; beside it, it turns the view.
	$("view").addEventListener("pointerdown", event => {
		if (event.button !== 0) { return; }
		const isTaken = app.painter.tool === "paint" && !app.state?.run ? app.painter.press(event) : aim.press(event);
		if (isTaken) { view.controls.enabled = false; }
	}, true);
	addEventListener("pointermove", event => { app.painter.move(event); aim.move(event); });
	addEventListener("pointerup", () => { app.painter.release(); aim.release(); view.controls.enabled = true; });
	addEventListener("pointercancel", () => { app.painter.release(); aim.cancel(); view.controls.enabled = true; });

	const actions = {
		b: () => $("bake").click(), r: () => $("reset").click(), e: () => app.explode(view.look.explode > 0 ? 0 : 0.6), f: () => view.fitMost(),
		h: () => app.painter.setTool("hit"), p: () => app.painter.setTool("paint"), a: () => app.painter.mode("paint"), x: () => app.painter.mode("erase"), s: () => app.painter.mode("smooth"),
		"[": () => app.painter.resize(-1), "]": () => app.painter.resize(1), t: () => $("theme").click(), "?": () => $("keys").showModal(),
		" ": () => film.play(!film.playing), arrowright: () => film.step(1), arrowleft: () => film.step(-1)
	};
	colourModes.forEach((mode, i) => { actions[i + 1] = () => app.setColour(mode); });
	// Whoever has chosen in a list with the mouse wants the keys to work again; with the keyboard, one stays in it.
	let isByMouse = false;
	addEventListener("pointerdown", () => { isByMouse = true; }, true);
	addEventListener("keydown", () => { isByMouse = false; }, true);
	addEventListener("change", event => { if (isByMouse && event.target.tagName === "SELECT") { event.target.blur(); } });
	addEventListener("keydown", event => {
		const { tagName, type } = event.target, key = event.key.toLowerCase();
		const isTyping = tagName === "SELECT" || (tagName === "INPUT" && !["range", "checkbox", "radio"].includes(type));
		if (key === "escape" && !$("keys").open) { aim.cancel(); fail(""); return; } // wherever one is
		if (isTyping || $("keys").open || event.altKey) { return; }
		if (event.ctrlKey || event.metaKey) {
			if (key === "z" || key === "y") { event.preventDefault(); if (key === "y" || event.shiftKey) { app.painter.redo(); } else { app.painter.undo(); } }
			return;
		}
		const theirs = { BUTTON: [" ", "enter"], A: ["enter"], SUMMARY: [" ", "enter"], INPUT: [" ", "enter", "arrowleft", "arrowright"] }[tagName];
		if (actions[key] && !(theirs && theirs.includes(key))) { event.preventDefault(); actions[key](); }
	});

	new ResizeObserver(() => view.resize($("stage").getBoundingClientRect())).observe($("stage"));
	let last = performance.now();
	(function tick(now = performance.now()) {
		film.tick(Math.min(now - last, 100) / 1000);
		last = now;
		view.draw();
		requestAnimationFrame(tick);
	})();

	const share = makeShare(app);
	await app.poll();
	app.showFields();
	if (!isNew) { await share.recall(); }
	if (location.hash.length > 1 && app.state.phase === "empty") { await share.openAddress(); }
	else if (isNew && app.library.first) { await load(JSON.stringify({ file: app.library.first })); } // the program was started with it
	window.studio = { get state() { return app.state; }, painter: app.painter, film, view, look: view.look, explode: app.explode, setColour: app.setColour, get frames() { return film.ready; }, get polls() { return pollCount; },
		isSettled: () => underWay === 0 && !isBehind && !view.dirty, shown: () => [...view.shown.values()].filter(mesh => mesh.visible).length };
	document.documentElement.dataset.ready = "true";
}

if (typeof Three === "undefined") {
	fail("The program was built without three.js. Build it again with npm installed.");
} else {
	main().catch(error => fail(error.message));
}
