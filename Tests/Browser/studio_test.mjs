// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// node studio_test.mjs PROGRAM CHROMIUM FOLDER: does in the studio what a person does; screenshots go into FOLDER.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { chromium } from "playwright-core";

const [program, executablePath, folder] = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });
const server = spawn(program, ["studio", folder, "--port", "0", "--upload-limit", "1"], { stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise(done => server.stdout.on("data", text => done(String(text).match(/http:\/\/[^/]+/)[0])));
const port = Number(address.split(":")[2]);
const browser = await chromium.launch({
	executablePath,
	args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
});
const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, acceptDownloads: true });
const complaints = [];
page.on("pageerror", error => complaints.push(error.message));
page.on("request", request => {
	if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address)) {
		complaints.push("asks another site for " + request.url());
	}
});

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
async function look() {
	await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
	return page.evaluate(() => {
		const copy = document.createElement("canvas");
		copy.width = 225;
		copy.height = 150;
		const context = copy.getContext("2d");
		context.drawImage(document.getElementById("view"), 0, 0, copy.width, copy.height);
		return [...context.getImageData(0, 0, copy.width, copy.height).data];
	});
}
function difference(a, b) {
	let count = 0;
	for (let i = 0; i < a.length; i += 4) {
		count += Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 24 ? 1 : 0;
	}
	return count;
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
		const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);
		console.log("        first paint after " + paint.toFixed(0) + " ms");
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
		assert.match(await page.textContent("#legendHigh"), /Pa$/);
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
	async "in one piece again, cut through, dark, on a wide screen"() {
		await page.click("#reset");
		await until(() => !studio.state.run && studio.shown() === 1);
		await page.setViewportSize({ width: 1920, height: 1080 });
		const whole = await look();
		await page.locator("#cut").fill("0.5");
		await until(() => studio.look.cut > 0 && studio.shown() === 0);
		assert.ok(difference(whole, await look()) > 200);
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
			"{\"scene\":\"x\"}", "{\"height\":\"NaN\"}", "{\"body\":99999,\"point\":[0,0,0],\"direction\":[0,0,0]}"];
		for (let i = 0; i < 150; ++i) {
			const verb = ["load", "bake", "hit", "run", "reset", "fragility", "upload?name=x.obj", "upload?name=x.frac", "nothing"][random(9)];
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

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
	try {
		await test();
		console.log("passed  " + name);
	} catch (error) {
		++failed;
		console.log("FAILED  " + name + ": " + error.message);
	}
}
await browser.close();
server.kill();
console.log((100 * (1 - failed / Object.keys(tests).length)).toFixed(0) + "% tests passed, " + failed +
	" tests failed out of " + Object.keys(tests).length);
process.exit(failed === 0 ? 0 : 1);
