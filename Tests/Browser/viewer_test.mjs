// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// node viewer_test.mjs VIEWER.html CHROMIUM: the page of a run in a headless browser.
import assert from "node:assert/strict";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { difference, lookAt, openBrowser, runTests } from "./common.mjs";

const [file, executablePath] = process.argv.slice(2);
const { browser, page, complaints } =
	await openBrowser(executablePath, { width: 900, height: 600 }, url => /^(file|data|blob):/.test(url));
page.on("console", message => {
	// A graphics card that is a program says how slow it is to read back; that is no fault of the page.
	if (["error", "warning"].includes(message.type()) && !message.text().includes("GPU stall")) {
		complaints.push(message.text());
	}
});
const look = () => lookAt(page);
const frame = () => page.evaluate(() => Math.round(viewer.state.time * viewer.framesPerSecond));

const tests = {
	async "loads without a complaint and starts to play"() {
		await page.goto(pathToFileURL(path.resolve(file)).href);
		await page.waitForSelector("html[data-ready=true]", { timeout: 120000 });
		await page.waitForFunction(() => viewer.state.time > 0, null, { timeout: 120000 });
		assert.deepEqual(complaints, []);
		assert.notEqual(await page.textContent("#title"), "");
	},
	async "the canvas is not blank"() {
		await page.keyboard.press("Home");
		const colours = new Set();
		const pixels = await look();
		for (let i = 0; i < pixels.length; i += 4) {
			colours.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
		}
		assert.ok(colours.size > 50, colours.size + " colours");
	},
	async "scrubbing changes the picture, and back again gives the first one"() {
		const first = await look();
		await page.locator("#scrub").fill("1");
		assert.equal(await frame(), await page.evaluate(() => viewer.frames - 1));
		const last = await look();
		assert.ok(difference(first, last) > 50, difference(first, last) + " pixels");
		await page.locator("#scrub").fill("0");
		assert.ok(difference(first, await look()) < 20);
	},
	async "bodies appear where the parent goes"() {
		const [before, after] = await page.evaluate(() => {
			const broken = viewer.breakFrames[0];
			viewer.toFrame(broken - 1);
			const count = viewer.shownBodies();
			viewer.toFrame(broken);
			return [count, viewer.shownBodies()];
		});
		assert.ok(after > before, before + " then " + after);
	},
	async "keys step, play and jump"() {
		await page.keyboard.press("Home");
		assert.equal(await frame(), 0);
		await page.keyboard.press("ArrowRight");
		assert.equal(await frame(), 1);
		await page.keyboard.press("Shift+ArrowRight");
		assert.equal(await frame(), 11);
		await page.keyboard.press("ArrowLeft");
		assert.equal(await frame(), 10);
		await page.keyboard.press("End");
		assert.equal(await frame(), await page.evaluate(() => viewer.frames - 1));
		await page.keyboard.press("Home");
		await page.keyboard.press("n");
		assert.equal(await frame(), await page.evaluate(() => viewer.breakFrames[0]));
		await page.keyboard.press("[");
		assert.equal(await page.evaluate(() => viewer.state.speed), 0.5);
		await page.keyboard.press("Home"); // or it may be over before the second press
		await page.keyboard.press("Space");
		const time = await page.evaluate(() => viewer.state.time);
		await page.waitForFunction(t => viewer.state.time > t, time, { timeout: 120000 });
		await page.keyboard.press("Space");
		assert.equal(await page.evaluate(() => viewer.state.playing), false);
		await page.keyboard.press("]");
		assert.equal(await page.evaluate(() => viewer.state.speed), 1);
	},
	async "colours and the exploded view change the picture"() {
		await page.keyboard.press("End");
		const materials = await look();
		await page.keyboard.press("2");
		const fragments = await look();
		assert.ok(difference(materials, fragments) > 20, "fragments");
		await page.keyboard.press("3");
		assert.ok(difference(fragments, await look()) > 20, "stress");
		assert.ok(await page.isVisible("#legend"));
		await page.keyboard.press("1");
		await page.keyboard.press("e");
		assert.ok(difference(materials, await look()) > 20, "exploded");
		await page.keyboard.press("e");
		assert.ok(difference(materials, await look()) < 20, "back");
	},
	async "plots and help come and go"() {
		assert.ok(await page.isVisible("#plots"));
		await page.keyboard.press("p");
		assert.ok(!await page.isVisible("#plots"));
		await page.keyboard.press("p");
		const ink = await page.evaluate(() => {
			const canvas = document.getElementById("plot");
			const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
			return data.filter((value, i) => i % 4 === 3 && value > 0).length;
		});
		assert.ok(ink > 500, ink + " pixels of ink");
		await page.keyboard.press("?");
		assert.ok(await page.isVisible("#keys"));
		await page.keyboard.press("Escape");
		assert.ok(!await page.isVisible("#keys"));
	},
	async "dragging turns the view"() {
		const before = await look();
		await page.mouse.move(400, 250);
		await page.mouse.down();
		await page.mouse.move(520, 290, { steps: 4 });
		await page.mouse.up();
		assert.ok(difference(before, await look()) > 50);
		await page.keyboard.press("f");
	},
	async "fills a window of another size"() {
		await page.setViewportSize({ width: 500, height: 700 });
		await page.waitForFunction(() => innerWidth === 500 && innerHeight === 700);
		await look();
		const size = await page.evaluate(() => [document.getElementById("view").clientWidth,
			document.getElementById("view").clientHeight, document.documentElement.scrollWidth]);
		assert.deepEqual(size, [500, 700, 500]);
	},
	async "no complaint until the end"() {
		assert.deepEqual(complaints, []);
	}
};

const code = await runTests(tests);
await browser.close();
process.exit(code);
