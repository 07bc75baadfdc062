// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What a view is made of besides the object: put into an address to be sent, and left with the program for a reload.
import { getJson, own, send } from "/studio-server.js";
import { $, digits, fail } from "/studio-words.js";

const shared = ["seed", "scene", "height", "angle", "shot", "host", "pieces", "mass", "hitSpeed", "length", "colour", "fine", "shell", "cut", "cutAxis", "explode"];
const longestAddress = 60000; // some programs cut off longer ones

const read = element => element.type === "checkbox" ? element.checked : element.value;
function write(id, value) {
	const element = $(id);
	if (!element || typeof value !== typeof read(element)) { return; }
	if (element.type === "checkbox") { element.checked = value; } else { element.value = value; }
}

// ---- Paint as a word -------------------------------------------------------------------------------------------------
async function through(stream, bytes) {
	return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
/// The shortest number that is the same in single precision, as paint is.
function shortest(value) {
	for (let digits = 1; digits < 9; ++digits) {
		const rounded = Number(value.toPrecision(digits));
		if (Math.fround(rounded) === Math.fround(value)) { return rounded; }
	}
	return value;
}
async function pack(setup) {
	const text = JSON.stringify(setup, (key, value) => key === "values" ? value.map(shortest) : value);
	const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
	let letters = "";
	for (const byte of bytes) { letters += String.fromCharCode(byte); }
	return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
async function unpack(word) {
	const bytes = Uint8Array.from(atob(word.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
	return JSON.parse(new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes)));
}

export function makeShare(app) {
	const { view, film, painter, material } = app;
	let ownHash = "";

	// ---- An address --------------------------------------------------------------------------------------------------
	/// What lies on the bench was baked with these, whatever the fields say by now.
	function bakedWith({ baked, is_asset, tets_wanted }) {
		return baked && !is_asset ? { tets: digits(Math.log10(tets_wanted), 4).toString(), fine: baked.fine, shell: baked.shell_m > 0 ? digits(1e3 * baked.shell_m, 9).toString() : "" } : {};
	}
	async function makeAddress() {
		const { material, played, hits } = app.state;
		const wanted = { load: $("library").value, tets: $("tets").value, material, camera: view.cameraNumbers() };
		for (const id of shared) { wanted[id] = read($(id)); }
		Object.assign(wanted, bakedWith(app.state), { length: app.lengthWords() });
		// What broke it, in the very numbers that did.
		if (played) { wanted.run = played.scene; }
		if (hits.length) { wanted.hits = hits.map(({ place, asked }) => ({ place, ...asked })); }
		if (app.state.setup.layers.length + app.state.setup.anchors.length) { wanted.setup = await pack(await getJson("setup")); }
		return "#" + encodeURIComponent(JSON.stringify(wanted));
	}
	const share = app.during(async () => {
		if (!$("library").value) { fail("Only objects of the list can be shared by an address: choose one, or save the asset and send that."); return; }
		const hash = await makeAddress();
		if (hash.length > longestAddress) { fail("There is more paint or there are more hits than fit into an address: save the asset or the impacts and send those."); return; }
		ownHash = hash;
		location.hash = hash;
		const say = text => {
			$("share").textContent = text;
			setTimeout(() => { $("share").textContent = "Share"; }, 2500);
		};
		(navigator.clipboard ? navigator.clipboard.writeText(location.href) : Promise.reject()).then(() => say("Address copied"), () => say("Copy the address above"));
	});
	const until = async done => {
		for (let i = 0; i < 1200 && !done(); ++i) { await new Promise(next => setTimeout(next, 50)); }
	};
	const isDone = () => !app.state.job;
	/// The scene and the hits, as they were.
	async function breakAgain({ run, hits = [] }) {
		if (run) {
			const { speed, ...rest } = run;
			for (const [id, value] of Object.entries({ ...rest, shot: speed })) { write(id, String(value)); }
			app.showFields();
			if (!await app.post("run", run)) { return; }
			await until(() => app.state.run && film.ready > 0 && (isDone() || !hits.length) || app.state.error);
		}
		for (const { place, ...hit } of hits) {
			const { mesh } = (hit.frame < 0 ? app.state.bodies : app.state.run.bodies)[place], count = app.state.hits.length;
			if (!await app.post("hit", { ...hit, body: mesh })) { return; }
			await until(() => isDone() && app.state.hits.length > count || app.state.error);
		}
	}
	const openAddress = app.during(async () => {
		try {
			const wanted = JSON.parse(decodeURIComponent(location.hash.slice(1)));
			const setup = wanted.setup ? await unpack(wanted.setup) : undefined;
			write("tets", wanted.tets);
			if (wanted.material && typeof wanted.material === "object") { material.set({ ...material.value, ...wanted.material }); }
			for (const id of shared) { write(id, wanted[id]); }
			app.showFields();
			$("library").value = wanted.load;
			await app.post("load", { ...JSON.parse(wanted.load), length: app.length() });
			await until(isDone);
			const { sample, file } = JSON.parse(wanted.load);
			if (app.state.error || app.state.name !== (sample || file)) { return; } // what is wrong is said already
			if (!app.state.is_asset) { await app.bake(setup); }
			await until(() => app.state.phase === "baked" && isDone() || app.state.error);
			if (app.state.error) { return; }
			await app.setColour($("colour").value || "material");
			await app.cut();
			const apart = Number($("explode").value);
			view.setCamera(wanted.camera); // what falls is not followed
			await breakAgain(wanted);
			app.explode(apart); // after the run, which starts with the object in one piece
			view.setCamera(wanted.camera); // after the page has turned it to the object or the run
		} catch (error) { fail("The address does not describe a view: choose an object instead."); }
	});

	// ---- A reload ----------------------------------------------------------------------------------------------------
	const remembered = [...document.querySelectorAll(".panel input[id], .panel select[id], #speed")].filter(e => !["library", "file", "material", "addLayer", "explode", "cut", "colour"].includes(e.id));
	function remember() {
		return {
			fields: Object.fromEntries(remembered.map(element => [element.id, read(element)])), cut: $("cut").value, material: material.value, tool: painter.tool, look: view.look,
			mode: document.querySelector("input[name=mode]:checked").value, camera: view.cameraNumbers(), frame: film.frame, isPlaying: film.playing
		};
	}
	let kept = "", waiting = null;
	function keep() {
		const text = JSON.stringify(remember());
		if (text !== kept) { kept = text; send("page", JSON.parse(text)).catch(() => {}); }
	}
	for (const kind of ["input", "change", "pointerup", "wheel", "keyup"]) {
		addEventListener(kind, () => { clearTimeout(waiting); waiting = setTimeout(keep, 250); }, { passive: true });
	}
	addEventListener("pagehide", () => {
		navigator.sendBeacon(own("page"), JSON.stringify(remember()));
		navigator.sendBeacon(own("leave"));
	});
	async function recall() {
		const was = await getJson("page").catch(() => ({}));
		if (!was.fields) { return; }
		for (const [id, value] of Object.entries(was.fields)) { write(id, value); }
		if (was.material && was.material.name) { material.set(was.material); }
		app.showFields();
		painter.mode(was.mode);
		painter.setTool(was.tool);
		app.explode(was.look.explode);
		await app.setColour(was.look.colour);
		$("cut").value = was.cut || "0";
		await app.cut();
		if (app.state.run) { film.play(was.isPlaying); film.show(was.frame); }
		view.setCamera(was.camera);
	}

	$("share").addEventListener("click", () => share().catch(error => fail(error.message)));
	// An address that is put into an open page loads nothing anew: the browser only says that it changed.
	addEventListener("hashchange", () => { if (location.hash.length > 1 && location.hash !== ownHash) { openAddress(); } });
	return { openAddress, recall };
}
