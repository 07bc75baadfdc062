// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What no page would ask: the server answers strangers, nonsense and floods, and stays up.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { address, browser, folder, idle, openPage, page, pageFolder, pause, port, program, server, showFromFolder, until } from "./studio_driver.mjs";

const corner = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

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

export const tests = {
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
		assert.throws(() => execFileSync(program, ["studio", "--port", String(port)], { stdio: "pipe", timeout: 60000 }),
			error => /is not free/.test(String(error.stderr)));
	},
	async "a file on the command line is on the bench when the page opens, and files that are none are refused"() {
		const file = path.join(folder, "corner.obj");
		fs.writeFileSync(file, corner);
		const own = spawn(program, ["studio", file, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
		const at = await new Promise(done => own.stdout.on("data", text => done(String(text).match(/http:\/\/[^/]+/)[0])));
		const other = await browser.newPage({ viewport: { width: 1280, height: 720 } });
		if (pageFolder) { await showFromFolder(other); }
		await other.goto(at);
		await openPage(other);
		await until(() => studio.state.phase === "loaded" && studio.state.name === "corner.obj", { where: other });
		assert.equal(await other.evaluate(() => document.getElementById("library").selectedOptions[0].text), "corner.obj");
		// A file of the same name that is dropped is another one.
		await other.evaluate(text => {
			const transfer = new DataTransfer();
			transfer.items.add(new File([text], "corner.obj"));
			document.getElementById("stage").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
		}, corner.replaceAll("1", "2").replaceAll("f 2 3 2", "f 1 3 2").replaceAll("f 2 2 4", "f 1 2 4").replaceAll("f 2 4 3", "f 1 4 3"));
		await until(() => studio.state.origin === "upload" && document.getElementById("library").value === "", { where: other });
		await other.close();
		own.kill();
		const letter = path.join(folder, "letter.txt");
		fs.writeFileSync(letter, "no mesh");
		assert.throws(() => execFileSync(program, ["studio", letter, "--port", "0"], { stdio: "pipe", timeout: 60000 }),
			error => /is no mesh that the studio reads/.test(String(error.stderr)));
	},
	async "a damaged file of the folder is in the list, and says what is wrong when it is chosen"() {
		fs.writeFileSync(path.join(folder, "damaged.obj"), "Dear reader,\nthis is no mesh.\n");
		await page.reload();
		await openPage();
		assert.equal(await page.evaluate(() => [...document.querySelectorAll("#library option")].find(option => option.text === "damaged.obj").parentElement.label), "Damaged");
		const before = await page.evaluate(() => studio.state.name);
		await page.selectOption("#library", { label: "damaged.obj" });
		await page.waitForSelector("#error", { state: "visible" });
		await idle();
		assert.match(await page.textContent("#errorText"), /^damaged\.obj: ./);
		assert.equal(await page.evaluate(() => studio.state.name), before, "what was there stays");
		await page.click("#errorClose");
		fs.rmSync(path.join(folder, "damaged.obj"));
	},
	async "those who send half of a request hold up nobody"() {
		let closed = 0;
		const sockets = await Promise.all(Array.from({ length: 100 }, () => new Promise(done => {
			const socket = net.connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nHost: 127", () => done(socket)));
			socket.on("error", () => {});
		})));
		for (const socket of sockets) { socket.on("close", () => { ++closed; }); }
		await pause(300); // until all of them are taken
		assert.equal(await status("GET", "/"), 200);
		const waitedFor = closed;
		for (const socket of sockets) { socket.destroy(); }
		assert.equal(waitedFor, 0, "nobody waits until the program gives up those who are slow");
	},
	async "malformed, huge and wrong requests do not bring it down"() {
		const session = await page.evaluate(() => sessionStorage.getItem("session"));
		const host = "Host: 127.0.0.1:" + port + "\r\n";
		let seed = 1;
		const random = n => (seed = seed * 48271 % 2147483647) % n;
		const bodies = ["", "{", "[]", "null", "{\"tets\":-1}", "{\"tets\":1e99}", "{\"body\":0}", "{\"sample\":{}}", "[".repeat(5000),
			"{\"scene\":\"x\"}", "{\"height\":\"NaN\"}", "{\"body\":99999,\"point\":[0,0,0],\"direction\":[0,0,0]}",
			"{\"do\":\"undo\"}", "{\"do\":\"end\"}", "{\"do\":\"go\",\"points\":[1e9,0,0]}", "{\"do\":\"begin\",\"radius\":1e-9,\"index\":7}", "{\"do\":\"add-paint\",\"depth\":-1}",
			"{\"do\":\"move-layer\",\"from\":3,\"to\":0}", "{\"length\":-1}", "{\"length\":1e9}", "{\"do\":\"add-layer\",\"layer\":{\"type\":\"painted\",\"depth\":1,\"values\":[1,2,3]}}"];
		for (let i = 0; i < 150; ++i) {
			const verb = ["load", "bake", "hit", "run", "reset", "fragility", "upload?name=x.obj", "upload?name=x.frac&length=nan", "nothing", "edit", "stroke", "resize", "page"][random(13)];
			const code = await status("POST", "/api/" + session + "/" + verb, {}, verb === "run" || verb === "bake" || verb === "fragility" ? "{\"wrong\":1}" : bodies[random(bodies.length)]);
			assert.ok(code < 500, verb + " gave " + code);
		}
		for (const what of ["meshes", "meshes?of=-5", "meshes?of=zzz,,1e9", "meshes?of=" + "1,".repeat(3000), "values?of=1&kind=%00", "seeds", "setup", "page", "frames?from=99999999999", "tets", "asset.frac", "../../x"]) {
			assert.ok(await status("GET", "/api/" + session + "/" + what) < 500, what);
		}
		await raw("GET / HTTP/1.1\r\n" + host + "Content-Length: -5\r\n\r\n");
		await raw("\0\x01\x02garbage\r\n\r\n");
		await raw("GET /" + "a".repeat(7000) + " HTTP/1.1\r\n" + host + "\r\n");
		await raw("POST /api/open HTTP/1.1\r\n" + host + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFF\r\nx");
		assert.equal(await status("GET", "/"), 200);
		assert.equal(server.exitCode, null);
	}
};
