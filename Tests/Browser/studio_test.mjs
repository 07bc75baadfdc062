// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// node studio_test.mjs PROGRAM CHROMIUM FOLDER: does in the studio what a person does; screenshots go into FOLDER.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { difference, lookAt, openBrowser, runTests } from "./common.mjs";

const [program, executablePath, folder] = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });
const server = spawn(program, ["studio", folder, "--port", "0", "--upload-limit", "1"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise(done => server.stdout.on("data", text => done(String(text).match(/http:\/\/[^/]+/)[0])));
const port = Number(address.split(":")[2]);
const { browser, page, complaints } = await openBrowser(executablePath, { width: 1280, height: 720 },
	url => /^(data|blob):/.test(url) || url.startsWith(address));
const look = () => lookAt(page);

// By repeated questions: the page's security policy forbids what waitForFunction does.
async function until(what, milliseconds = 120000) {
	for (const end = Date.now() + milliseconds; Date.now() < end;) {
		if (await page.evaluate(what)) {
			return;
		}
		await new Promise(done => setTimeout(done, 50));
	}
	throw new Error("waited in vain for " + what);
}
const idle = () => until(() => document.documentElement.dataset.busy === "false");
// Drags over the middle of the object, by shares of the canvas.
async function drag(from, to, steps = 6) {
	const box = await page.locator("#view").boundingBox();
	await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1]);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps });
	await page.mouse.up();
}
async function playScene(settings) {
	for (const [id, value] of Object.entries(settings)) {
		await (/^(scene|host)$/.test(id) ? page.selectOption("#" + id, value) : page.fill("#" + id, value));
	}
	const before = await page.evaluate(() => studio.state.run ? studio.state.run.number : -1);
	await page.click("#run");
	for (const end = Date.now() + 180000; ; await new Promise(done => setTimeout(done, 100))) {
		const run = await page.evaluate(() => studio.state.run && { ...studio.state.run, bodies: studio.state.run.bodies.length, error: studio.state.error });
		if (run && run.number !== before && run.done) { await idle(); return run; }
		assert.ok(Date.now() < end, "the run does not end");
	}
}
async function save(link) {
	const [download] = await Promise.all([page.waitForEvent("download"), page.click(link)]);
	const file = path.join(folder, download.suggestedFilename());
	await download.saveAs(file);
	return file;
}
// One request as text, as no browser would send it; answers the first line.
const raw = text => new Promise(done => {
	const socket = net.connect(port, "127.0.0.1", () => socket.end(text));
	let answer = "";
	socket.setTimeout(8000, () => socket.destroy());
	socket.on("data", data => { answer += data; });
	socket.on("error", () => {});
	socket.on("close", () => done(answer.split("\r\n")[0]));
});
const status = (method, url, headers = {}, body = "") => new Promise((done, failed) => {
	const request = http.request(address + url, { method, headers }, response => { response.resume(); done(response.statusCode); });
	request.on("error", failed);
	request.end(body);
});

const tests = {
	async "opens and says what to do"() {
		await page.goto(address);
		await page.waitForSelector("#empty", { state: "visible" });
		await page.waitForSelector("html[data-ready=true]", { timeout: 60000 });
		await until(() => performance.getEntriesByName("first-contentful-paint").length > 0);
		// The best of three: others may use the machine.
		let paint = Infinity;
		for (let i = 0; i < 3; ++i) {
			await page.reload();
			await page.waitForSelector("html[data-ready=true]", { timeout: 60000 });
			await until(() => performance.getEntriesByName("first-contentful-paint").length > 0);
			paint = Math.min(paint, await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
		}
		console.log("        first paint after " + paint.toFixed(0) + " ms");
		assert.ok(paint < 1000, paint + " ms");
		assert.equal(await page.isDisabled("#bake"), true);
	},
	async "loads a sample and shows it"() {
		const before = await look();
		await page.selectOption("#library", { label: "bowl" });
		await until(() => document.documentElement.dataset.phase === "loaded" && studio.shown() === 1);
		assert.ok(difference(before, await look()) > 500);
	},
	async "bakes it"() {
		await page.click("#bake");
		await until(() => document.documentElement.dataset.phase === "baked" && document.documentElement.dataset.busy === "false");
		assert.match(await page.textContent("#numbers"), /tetrahedra/);
	},
	async "a stroke of the brush makes it weak there, and is undone and redone"() {
		await page.keyboard.press("p");
		await until(() => studio.look.colour === "strength");
		const even = await look();
		await drag([0.42, 0.52], [0.58, 0.56]);
		await until(() => studio.painter.done() && studio.state.undo === "Paint strength");
		await idle();
		const painted = await look();
		assert.ok(difference(even, painted) > 150, difference(even, painted) + " pixels");
		assert.match(await page.textContent("#legendTitle"), /MPa/);
		assert.ok(await page.locator("#legendTicks span").count() >= 2);
		await page.screenshot({ path: path.join(folder, "paint.png") });
		await page.keyboard.press("Control+z");
		await until(() => studio.state.redo === "Paint strength" && !studio.state.job);
		await page.mouse.move(5, 300);
		assert.equal(await page.evaluate(() => studio.state.undo), "Add layer 1");
		assert.ok(difference(painted, await look()) > 150, "undone");
		await page.keyboard.press("Control+y");
		await until(() => studio.state.undo === "Paint strength" && !studio.state.job);
		await idle();
		assert.ok(difference(even, await look()) > 150, "redone");
	},
	async "layers are added, hidden, moved and removed without harm"() {
		await page.selectOption("#addLayer", "noise");
		await until(() => studio.state.setup.layers.length === 2 && !studio.state.job);
		await page.screenshot({ path: path.join(folder, "layers.png") });
		await page.click("#layers button[aria-label='Hide: noise']");
		await until(() => studio.state.setup.layers[1].hidden);
		await page.click("#layers button[aria-label='Apply earlier: noise']");
		await until(() => studio.state.setup.layers[0].type === "noise");
		await page.click("#layers button[aria-label='Remove: noise']");
		await until(() => studio.state.setup.layers.length === 1);
		assert.equal(await page.evaluate(() => studio.state.setup.layers[0].type), "painted");
	},
	async "anchors are painted and erased"() {
		await page.selectOption("#brushTarget", "anchor");
		await until(() => studio.look.colour === "anchors");
		const free = await look();
		await drag([0.45, 0.5], [0.55, 0.5]);
		await until(() => studio.painter.done() && studio.state.undo === "Paint anchor");
		await idle();
		assert.ok(difference(free, await look()) > 50);
		await page.click("#layers button[aria-label='Remove: Held']");
		await until(() => studio.state.setup.anchors.length === 0);
		await page.keyboard.press("h");
		await page.keyboard.press("1");
	},
	async "a drag on it is a hit that breaks it"() {
		const box = await page.locator("#view").boundingBox();
		await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.55);
		await page.mouse.down();
		await page.mouse.move(box.x + box.width * 0.5 - 90, box.y + box.height * 0.55 + 60, { steps: 4 });
		await page.screenshot({ path: path.join(folder, "aim.png") });
		await page.mouse.up();
		await until(() => studio.state.hits.length === 1 && studio.shown() > 1);
		await idle();
	},
	async "pieces can be told apart and pulled apart"() {
		const before = await look();
		await page.keyboard.press("2");
		await until(() => studio.look.colour === "fragments");
		const coloured = await look();
		assert.ok(difference(before, coloured) > 200, "colours");
		await page.keyboard.press("e");
		assert.ok(difference(coloured, await look()) > 200, "apart");
		await page.screenshot({ path: path.join(folder, "pieces.png") });
	},
	async "stress has a legend in real units"() {
		await page.keyboard.press("3");
		await page.waitForSelector("#legend", { state: "visible" });
		assert.match(await page.textContent("#legendTitle"), /MPa$/);
		assert.ok(await page.locator("#legendTicks span").count() >= 2);
		await page.screenshot({ path: path.join(folder, "stress.png") });
	},
	async "a recording replays with the same hash"() {
		const file = await save("#toZip");
		const unpacked = path.join(folder, "recording");
		fs.rmSync(unpacked, { recursive: true, force: true });
		execFileSync("python3", ["-m", "zipfile", "-e", file, unpacked]);
		const replayed = JSON.parse(execFileSync(program, ["replay", path.join(unpacked, "impacts.txt"), "--json"]));
		assert.equal(replayed.different, 0);
		assert.equal(replayed.breaks[0].hash, await page.evaluate(() => studio.state.hits[0].hash));
	},
	async "the asset and the pieces can be saved"() {
		assert.equal(fs.readFileSync(await save("#toGlb")).toString("latin1", 0, 4), "glTF");
		execFileSync(program, ["info", await save("#toFrac")]);
	},
	async "a reload keeps everything"() {
		const pieces = await page.evaluate(() => studio.state.bodies.length);
		await page.reload();
		await page.waitForSelector("html[data-ready=true]", { timeout: 60000 });
		assert.equal(await page.evaluate(() => studio.shown()), pieces);
	},
	async "a drop plays and can be scrubbed"() {
		await page.click("#run");
		await until(() => studio.state.run && studio.state.run.done && studio.frames === studio.state.run.frames);
		await page.locator("#scrub").fill("0");
		const first = await look();
		await page.locator("#scrub").fill(String(await page.evaluate(() => studio.frames - 1)));
		assert.ok(difference(first, await look()) > 100);
		console.log("        " + await page.evaluate(() => studio.shown() + " bodies, " + studio.state.run.mean_ms.toFixed(1) + " ms a frame"));
		await page.screenshot({ path: path.join(folder, "drop.png") });
		assert.equal(fs.readFileSync(await save("#toRun")).toString("latin1", 0, 4), "glTF");
	},
	async "shoots a ball, drops a weight, and Bullet does it too"() {
		const shot = await playScene({ scene: "shoot", shot: "30", mass: "0.5" });
		assert.equal(shot.error, "");
		assert.ok(shot.bodies > 3, shot.bodies + " bodies");
		await page.screenshot({ path: path.join(folder, "shot.png") });
		const weight = await playScene({ scene: "weight", height: "2", mass: "2", seed: "7" });
		assert.equal(weight.error, "");
		assert.ok(weight.bodies > 3, weight.bodies + " bodies");
		const bullet = await playScene({ scene: "drop", host: "bullet", height: "1.5" });
		assert.match(bullet.host, /bullet/i);
		assert.equal(bullet.frames, bullet.planned);
		await page.selectOption("#host", "embedded");
	},
	async "shows where it is fragile, in newton seconds"() {
		await page.click("#reset");
		await until(() => !studio.state.run && studio.shown() === 1 && !studio.state.job);
		const before = await look();
		await page.keyboard.press("5");
		await until(() => studio.state.fragility && !studio.state.job);
		await until(() => !document.getElementById("legend").hidden);
		assert.match(await page.textContent("#legendTitle"), /N s$/);
		assert.ok(difference(before, await look()) > 200);
		await page.screenshot({ path: path.join(folder, "fragile.png") });
		await page.keyboard.press("1");
	},
	async "a material's numbers are edited in their units, and a wrong one is said"() {
		await page.click("#left details summary");
		await page.fill("#fields input[aria-label='Poisson’s ratio']", "0.7");
		assert.match(await page.textContent("#error"), /Poisson’s ratio must be from 0 to 0.45/);
		await page.click("#bake");
		assert.equal(await page.evaluate(() => studio.state.job), null);
		await page.fill("#fields input[aria-label='Poisson’s ratio']", "0.25");
		await page.fill("#fields input[aria-label='Strength in MPa']", "12.5");
		await page.screenshot({ path: path.join(folder, "material.png") });
		await page.click("#bake");
		await until(() => studio.state.material.tensileStrength === 12.5e6 && !studio.state.job);
		assert.equal(await page.evaluate(() => studio.state.setup.layers.length), 1, "the paint is still there");
		await page.click("#left details summary");
	},
	async "a bake is cancelled and leaves what there was"() {
		const before = await page.evaluate(() => studio.state.baked.tets);
		await page.locator("#tets").fill("4.7");
		await page.click("#bake");
		await until(() => studio.state.job && studio.state.job.kind === "bake");
		await page.click("#cancel");
		await idle();
		assert.equal(await page.evaluate(() => studio.state.baked.tets), before);
		assert.equal(await page.isHidden("#error"), true);
		await page.locator("#tets").fill("3.6");
	},
	async "an address shows the same on another page"() {
		await page.fill("#seed", "4711");
		await page.click("#share");
		const url = await page.evaluate(() => location.href);
		const other = await browser.newPage({ viewport: { width: 1280, height: 720 } });
		await other.goto(url);
		for (const end = Date.now() + 120000; ; await new Promise(done => setTimeout(done, 100))) {
			if (await other.evaluate(() => document.documentElement.dataset.phase === "baked" && document.documentElement.dataset.ready === "true")) { break; }
			assert.ok(Date.now() < end, "the other page does not bake");
		}
		assert.equal(await other.inputValue("#seed"), "4711");
		assert.equal(await other.evaluate(() => studio.state.name), "bowl");
		assert.equal(await other.evaluate(() => studio.state.material.tensileStrength), 12.5e6);
		await other.close();
		await page.evaluate(() => history.replaceState(null, "", location.pathname));
	},
	async "in one piece again, cut through along every axis, dark, on a wide screen"() {
		await page.click("#reset");
		await until(() => !studio.state.run && studio.shown() === 1);
		await page.setViewportSize({ width: 1920, height: 1080 });
		const whole = await look();
		await page.locator("#cut").fill("0.5");
		await until(() => studio.look.cut > 0 && studio.shown() === 0);
		let last = await look();
		assert.ok(difference(whole, last) > 200);
		for (const axis of ["x", "z"]) {
			await page.selectOption("#cutAxis", axis);
			await new Promise(done => setTimeout(done, 300));
			const cut = await look();
			assert.ok(difference(last, cut) > 200, axis);
			last = cut;
		}
		await page.selectOption("#cutAxis", "y");
		await page.click("#theme");
		await look();
		await page.screenshot({ path: path.join(folder, "cut.png") });
	},
	async "every control has a name, and help comes and goes"() {
		const nameless = await page.evaluate(() => [...document.querySelectorAll("input, select, button")]
			.filter(e => !(e.getAttribute("aria-label") || e.textContent.trim() || e.closest("label")?.textContent.trim())).map(e => e.id));
		assert.deepEqual(nameless, []);
		await page.click("#help");
		assert.ok(await page.isVisible("#keys"));
		await page.keyboard.press("Escape");
	},
	async "a file dropped on the page is loaded"() {
		await page.locator("#cut").fill("0");
		await page.evaluate(() => {
			const transfer = new DataTransfer();
			transfer.items.add(new File(["v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"], "dropped.obj"));
			document.getElementById("stage").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
		});
		await until(() => studio.state.name === "dropped.obj" && studio.state.phase === "loaded");
		await page.evaluate(() => {
			const transfer = new DataTransfer();
			transfer.items.add(new File(["no mesh"], "broken.stl"));
			document.getElementById("stage").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
		});
		await page.waitForSelector("#error", { state: "visible" });
		assert.equal(await page.evaluate(() => studio.state.name), "dropped.obj");
	},
	async "strangers are refused"() {
		assert.equal(await status("GET", "/api/library", { Host: "evil.example:" + port }), 403);
		assert.equal(await status("POST", "/api/open", { Origin: "http://evil.example" }), 403);
		assert.equal(await status("GET", "/api/library", { "Sec-Fetch-Site": "cross-site" }), 403);
		const session = await page.evaluate(() => sessionStorage.getItem("session"));
		assert.equal(await status("POST", "/api/" + session + "/upload?name=big.obj", {}, Buffer.alloc(2 << 20)), 413);
		for (const file of ["../../etc/passwd", "/etc/passwd", "..%2f..", "\u0000.obj"]) {
			await status("POST", "/api/" + session + "/load", {}, JSON.stringify({ file }));
			await idle();
			await until(() => studio.state.error.includes("no such file"));
		}
	},
	async "a port in use is said in one line"() {
		assert.throws(() => execFileSync(program, ["studio", "--port", String(port)], { stdio: "pipe", timeout: 5000 }),
			error => /is not free/.test(String(error.stderr)));
	},
	async "malformed, huge and wrong requests do not bring it down"() {
		const session = await page.evaluate(() => sessionStorage.getItem("session"));
		const host = "Host: 127.0.0.1:" + port + "\r\n";
		let seed = 1;
		const random = n => (seed = seed * 48271 % 2147483647) % n;
		const bodies = ["", "{", "[]", "null", "{\"tets\":-1}", "{\"tets\":1e99}", "{\"body\":0}", "{\"sample\":{}}", "[".repeat(5000),
			"{\"scene\":\"x\"}", "{\"height\":\"NaN\"}", "{\"body\":99999,\"point\":[0,0,0],\"direction\":[0,0,0]}",
			"{\"do\":\"undo\"}", "{\"do\":\"end\"}", "{\"do\":\"go\",\"points\":[1e9,0,0]}", "{\"do\":\"begin\",\"radius\":1e-9,\"index\":7}", "{\"do\":\"add-paint\",\"depth\":-1}",
			"{\"do\":\"move-layer\",\"from\":3,\"to\":0}", "{\"do\":\"add-layer\",\"layer\":{\"type\":\"painted\",\"depth\":1,\"values\":[1,2,3]}}"];
		for (let i = 0; i < 150; ++i) {
			const verb = ["load", "bake", "hit", "run", "reset", "fragility", "upload?name=x.obj", "upload?name=x.frac", "nothing", "edit", "stroke"][random(11)];
			const code = await status("POST", "/api/" + session + "/" + verb, {}, verb === "run" || verb === "bake" || verb === "fragility" ? "{\"wrong\":1}" : bodies[random(bodies.length)]);
			assert.ok(code < 500, verb + " gave " + code);
		}
		for (const what of ["mesh?mesh=-5", "mesh?mesh=zzz", "values?mesh=1&kind=%00", "frames?from=99999999999", "tets", "asset.frac", "../../x"]) {
			assert.ok(await status("GET", "/api/" + session + "/" + what) < 500, what);
		}
		await raw("GET / HTTP/1.1\r\n" + host + "Content-Length: -5\r\n\r\n");
		await raw("\0\x01\x02garbage\r\n\r\n");
		await raw("GET /" + "a".repeat(7000) + " HTTP/1.1\r\n" + host + "\r\n");
		await raw("POST /api/open HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nx");
		assert.equal(await status("GET", "/"), 200);
		assert.equal(server.exitCode, null);
	},
	async "no complaint until the end"() {
		assert.deepEqual(complaints, []);
	}
};

const code = await runTests(tests);
await browser.close();
server.kill();
process.exit(code);
