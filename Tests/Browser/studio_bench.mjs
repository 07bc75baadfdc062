// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What the page says and does is about what lies on the bench, not about what its fields say. Starts anew.
import assert from "node:assert/strict";
import { address, drag, dropFile, idle, openPage, page, pause, polled, until } from "./studio_driver.mjs";

const corner = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const pane = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\nv 0 2 0\nv 1 2 0\nv 2 2 0\nf 1 2 5\nf 1 5 4\nf 2 3 6\nf 2 6 5\nf 4 5 8\nf 4 8 7\nf 5 6 9\nf 5 9 8\n";
const bakeNumber = () => page.evaluate(() => studio.state.baked ? studio.state.baked.number : -1);
// Until it is done: a small one is, before anybody sees it at work.
const bake = async () => {
	const before = await bakeNumber();
	await page.click("#bake");
	for (const end = Date.now() + 120000; await bakeNumber() === before; await pause(50)) { assert.ok(Date.now() < end, "the bake does not end"); }
	await idle();
};

export const tests = {
	async "a map of fragile places that is cancelled does not start again"() {
		await page.evaluate(() => sessionStorage.clear());
		await page.goto(address);
		await page.reload();
		await openPage();
		await page.selectOption("#library", { label: "bowl" });
		await until(() => studio.state.name === "bowl" && !studio.state.job);
		await page.locator("#tets").fill("3.9");
		await bake();
		await page.keyboard.press("4");
		await until(() => studio.look.colour === "strength");
		await page.keyboard.press("5");
		await until(() => studio.state.job && studio.state.job.kind === "fragility");
		await page.click("#cancel");
		await until(() => !studio.state.job);
		await polled(3);
		assert.equal(await page.evaluate(() => studio.state.job), null, "it stays cancelled");
		assert.equal(await page.inputValue("#colour"), "strength", "back to the colour before");
		await dropFile("corner.obj", corner);
		await until(() => studio.state.name === "corner.obj" && !studio.state.job);
		await page.locator("#tets").fill("2.7");
		await bake();
		await page.keyboard.press("5");
		await until(() => studio.state.fragility && !studio.state.job);
		await bake();
		await until(() => studio.state.fragility && !studio.state.job); // another bake, another map
		await page.keyboard.press("1");
	},
	async "the program's words are told in the page's, and numbers stay true"() {
		const words = text => page.evaluate(async text => (await import("/studio-words.js")).inPageWords(text), text);
		assert.equal(await words("the object's volume is 0.000184 m^3 and its mass 0.46 kg"), "the object's volume is 184 cm³ and its mass 0.46 kg");
		assert.equal(await words("closed round 1.84e-07 m^3, but 2.5 m^3"), "closed round 0.184 cm³, but 2.5 m³");
		const [masses, ticks] = await page.evaluate(async () => {
			const { legendTicks, massWords } = await import("/studio-words.js");
			return [[0.46, 999, 1e3, 1.92e7].map(massWords), [["40", "40"], ["10", "12000000"]].map(texts => legendTicks(texts.map((text, at) => ({ at, text }))))];
		});
		assert.deepEqual(masses, ["460 g", "999 kg", "1 t", "19,200 t"]);
		assert.deepEqual(ticks, [[{ at: 0.5, text: "40" }], [{ at: 0, text: "10" }, { at: 1, text: "12 M" }]]);
		assert.equal(await words("Bake it with more tets, or as a shell."), "Bake it with more tetrahedra, or “as a sheet”.");
		assert.equal(await words("walls of 0.004 m at 0.5 m/s"), "walls of 4 mm at 0.5 m/s");
	},
	async "an address has what lies on the bench, not what the fields say by now"() {
		await page.selectOption("#library", { label: "slab" });
		await until(() => studio.state.name === "slab" && !studio.state.job);
		await page.fill("#length", "0.4");
		await page.keyboard.press("Tab");
		await until(() => studio.state.phase === "loaded" && !studio.state.job);
		await page.locator("#tets").fill("3");
		await bake();
		await page.locator("#tets").fill("4.5");
		await page.check("#fine");
		await page.fill("#shell", "7");
		await page.click("#share");
		await until(() => location.hash.length > 1);
		const { length, tets, fine, shell } = await page.evaluate(() => JSON.parse(decodeURIComponent(location.hash.slice(1))));
		assert.deepEqual({ length, tets, fine, shell }, { length: "0.4", tets: "3", fine: false, shell: "" });
		await page.evaluate(() => history.replaceState(null, "", location.pathname));
		await page.locator("#tets").fill("2.7");
		await page.uncheck("#fine");
		await page.fill("#shell", "");
	},
	async "a seed that is none is refused, not taken for another"() {
		const before = await page.evaluate(() => studio.state.version);
		for (const seed of ["-1", "1.5"]) {
			await page.fill("#seed", seed);
			await page.click("#run");
			await page.waitForSelector("#error", { state: "visible" });
			assert.match(await page.textContent("#errorText"), new RegExp("^Seed is " + seed + " but must be a whole number"));
			await page.keyboard.press("Escape");
		}
		assert.equal(await page.evaluate(() => studio.state.version), before);
		await page.fill("#seed", "0");
	},
	async "strength that is even everywhere has a legend of one value and one colour"() {
		await page.selectOption("#colour", "strength");
		await until(() => !document.getElementById("legend").hidden);
		await idle();
		assert.match(await page.textContent("#legendTicks"), /^[\d.]+ everywhere$/);
		assert.match(await page.evaluate(() => document.getElementById("legendBar").style.background), /^rgb/);
		await page.selectOption("#addLayer", "noise");
		await until(() => studio.state.setup.layers.length === 1 && !studio.state.job);
		await idle();
		assert.ok(await page.locator("#legendTicks span").count() > 1);
		assert.match(await page.evaluate(() => document.getElementById("legendBar").style.background), /^linear-gradient/);
		await page.click("#undo");
		await until(() => studio.state.setup.layers.length === 0 && !studio.state.job);
		await idle();
		assert.match(await page.textContent("#legendTicks"), /^[\d.]+ everywhere$/);
		await page.selectOption("#colour", "material");
	},
	async "a size that is refused leaves the field as it was"() {
		await page.fill("#length", "-3");
		await page.keyboard.press("Tab");
		await page.waitForSelector("#error", { state: "visible" });
		assert.match(await page.textContent("#errorText"), /^Longest side is -3 but must be /);
		await until(() => document.getElementById("length").value === "0.4");
		assert.equal(await page.evaluate(() => studio.state.phase), "baked");
		await page.keyboard.press("Escape");
	},
	async "the size of one object is not that of the next, whether it is chosen or dropped"() {
		await page.selectOption("#library", { label: "ball" });
		await until(() => studio.state.name === "ball" && !studio.state.job);
		await idle();
		assert.equal(await page.inputValue("#length"), "");
		assert.equal(await page.evaluate(() => studio.state.length_m), 0);
		await page.fill("#length", "0.3");
		await page.keyboard.press("Tab");
		await until(() => studio.state.length_m === 0.3 && !studio.state.job);
		await dropFile("corner.obj", corner);
		await until(() => studio.state.name === "corner.obj" && !studio.state.job);
		await idle();
		assert.equal(await page.evaluate(() => studio.state.high[0] - studio.state.low[0]), 1);
		assert.equal(await page.inputValue("#length"), "");
		await bake();
	},
	async "a stroke that meets no vertex leaves no layer and nothing to undo"() {
		await page.keyboard.press("p");
		await page.locator("#brushRadius").fill("-2");
		await drag([0.33, 0.6], [0.332, 0.602], 2);
		await until(() => studio.painter.done());
		await page.waitForSelector("#error", { state: "visible" });
		assert.match(await page.textContent("#errorText"), /Finer surface/);
		assert.equal(await page.locator("#layers li").count(), 0);
		assert.equal(await page.evaluate(() => studio.state.undo), "");
		await page.keyboard.press("h");
		await page.keyboard.press("1");
	},
	async "a sheet cannot be cut open, also if what lay there before was"() {
		await page.locator("#cut").fill("0.5");
		await until(() => studio.look.cut === 0.5 && studio.shown() === 0);
		await dropFile("sheet.obj", pane);
		await until(() => studio.state.name === "sheet.obj" && !studio.state.job);
		await page.fill("#shell", "4");
		await bake();
		assert.equal(await page.evaluate(() => studio.state.baked.tets), 0);
		assert.equal(await page.evaluate(() => studio.shown()), 1, "it is seen");
		assert.ok(await page.isDisabled("#cut"));
		assert.match(await page.getAttribute("#cut", "title"), /no inside/);
		await page.fill("#shell", "");
	}
};
