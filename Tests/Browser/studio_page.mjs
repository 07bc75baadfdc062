// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The page itself: its fields, its address, its looks, its words for those who err.
import assert from "node:assert/strict";
import { difference, lookAt } from "./common.mjs";
import { browser, drag, dropFile, idle, look, openPage, page, pageFolder, playScene, polled, screenshot, setControls, showFromFolder, until } from "./studio_driver.mjs";

export const tests = {
	async "a material's numbers are edited in their units, and a wrong one is said"() {
		await page.click("#left details summary");
		await page.fill("#fields input[aria-label='Thins when pulled in ×']", "0.7");
		assert.match(await page.textContent("#errorText"), /Thins when pulled must be from 0 to 0.45/);
		await page.click("#bake");
		assert.equal(await page.evaluate(() => studio.state.job), null);
		await page.fill("#fields input[aria-label='Thins when pulled in ×']", "0.25");
		await page.fill("#fields input[aria-label='Strength in MPa']", "12.5");
		await screenshot("material");
		await page.click("#bake");
		await until(() => studio.state.material.tensileStrength === 12.5e6 && !studio.state.job);
		assert.equal(await page.evaluate(() => studio.state.setup.layers.length), 1, "the paint is still there");
		await page.click("#left details summary");
	},
	async "a bake shows how far it is, another waits, and both are cancelled and leave what there was"() {
		const before = await page.evaluate(() => studio.state.baked.tets);
		await page.locator("#tets").fill("5");
		await page.click("#bake");
		await until(() => studio.state.job && studio.state.job.kind === "bake");
		await page.click("#bake");
		await until(() => studio.state.job && studio.state.job.waiting === 1);
		await until(() => /^Baking: .*, 1 waiting$/.test(document.getElementById("busyText").textContent) && document.getElementById("progress").value > 0);
		await page.click("#cancel");
		await idle();
		assert.equal(await page.evaluate(() => studio.state.job), null);
		assert.equal(await page.evaluate(() => studio.state.baked.tets), before);
		assert.equal(await page.isHidden("#error"), true);
		await page.locator("#tets").fill("3.6");
	},
	async "an address shows the same on another page"() {
		const settings = { seed: "4711", scene: "drop", height: "0.3", angle: "40" };
		await setControls(settings);
		await page.click("#run");
		await until(() => studio.state.run && studio.frames > 0);
		await page.locator("#scrub").fill("0");
		const straight = await look();
		await drag([0.1, 0.8], [0.25, 0.7]); // beside the object: turns the view
		const turned = await look();
		assert.ok(difference(straight, turned) > 200, "the view is turned");
		await page.click("#share");
		await until(() => location.hash.length > 1);
		const url = await page.evaluate(() => location.href);
		const other = await browser.newPage({ viewport: { width: 1280, height: 720 } });
		if (pageFolder) { await showFromFolder(other); }
		await other.goto(url);
		await openPage(other);
		await until(() => studio.state.run && studio.frames > 0, { where: other });
		await other.locator("#scrub").fill("0");
		for (const [id, value] of Object.entries(settings)) { assert.equal(await other.inputValue("#" + id), value); }
		assert.equal(await other.evaluate(() => studio.state.name), "bowl");
		assert.equal(await other.evaluate(() => studio.state.material.tensileStrength), 12.5e6);
		const setup = where => where.evaluate(async () => (await fetch("/api/" + sessionStorage.getItem("session") + "/setup")).json());
		assert.deepEqual(await setup(other), await setup(page), "the paint, to the last bit");
		assert.ok((await setup(page)).layers[0].values.some(value => value < 0.9), "and there is some");
		assert.ok(difference(turned, await lookAt(other)) < 50, "the same camera: " + difference(turned, await lookAt(other)) + " pixels differ");
		// Into a page that is open already.
		await other.goto(url.replaceAll("4711", "12"));
		await until(() => document.getElementById("seed").value === "12" && studio.state.run && studio.frames > 0, { where: other });
		await other.close();
		await page.evaluate(() => history.replaceState(null, "", location.pathname));
	},
	async "an address keeps the cut and how far the pieces are apart"() {
		await page.click("#reset");
		await until(() => !studio.state.run && studio.shown() === 1);
		const show = async url => {
			const other = await browser.newPage({ viewport: { width: 1280, height: 720 } });
			if (pageFolder) { await showFromFolder(other); }
			await other.goto(url);
			await openPage(other);
			return other;
		};
		const shareNow = async () => {
			await page.evaluate(() => history.replaceState(null, "", location.pathname));
			await page.click("#share");
			await until(() => location.hash.length > 1);
			return page.evaluate(() => location.href);
		};
		await page.locator("#cut").fill("0.4");
		await page.selectOption("#cutAxis", "x");
		await until(() => studio.look.cut === 0.4);
		const cut = await look();
		const first = await show(await shareNow());
		await until(() => studio.look.cut === 0.4 && studio.shown() === 0, { where: first });
		assert.ok(difference(cut, await lookAt(first)) < 50, "the same cut");
		await first.close();
		await page.locator("#cut").fill("0");
		await page.selectOption("#cutAxis", "y");
		const run = await playScene({ scene: "drop", height: "1" });
		await page.locator("#explode").fill("0.5");
		const second = await show(await shareNow());
		await until(() => studio.state.run && studio.state.run.done && studio.frames === studio.state.run.frames, { where: second });
		assert.equal(await second.evaluate(() => studio.look.explode), 0.5);
		assert.equal(await second.evaluate(() => studio.state.run.bodies.length), run.bodies.length);
		await second.close();
		// What cannot be read is said, and changes nothing.
		const third = await show(await page.evaluate(() => location.href.split("#")[0]) + "#%7Bnonsense");
		assert.match(await third.textContent("#error"), /does not describe a view/);
		assert.equal(await third.evaluate(() => studio.state.phase), "empty");
		await third.close();
		await page.locator("#explode").fill("0");
		await page.evaluate(() => history.replaceState(null, "", location.pathname));
	},
	async "keys work again after a choice by mouse in a list, not while one chooses by keys"() {
		await page.locator("#colour").dispatchEvent("pointerdown");
		await page.focus("#colour");
		await page.selectOption("#colour", "fragments");
		await page.keyboard.press("e");
		assert.ok(await page.evaluate(() => studio.look.explode) > 0, "E pulls apart");
		await page.keyboard.press("e");
		await page.focus("#colour");
		await page.keyboard.press("m"); // chooses "material", and nothing else
		await page.keyboard.press("e");
		assert.equal(await page.evaluate(() => document.activeElement.id), "colour");
		assert.equal(await page.evaluate(() => studio.look.explode), 0);
		await page.evaluate(() => document.activeElement.blur());
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
			const cut = await look();
			assert.ok(difference(last, cut) > 200, axis);
			last = cut;
		}
		await page.selectOption("#cutAxis", "y");
		await page.click("#theme");
		await look();
		await screenshot("cut");
	},
	async "dark and light are two looks, and a reload keeps the choice"() {
		await page.locator("#cut").fill("0");
		await page.setViewportSize({ width: 1280, height: 720 });
		if (await page.evaluate(() => !document.documentElement.classList.contains("dark"))) { await page.keyboard.press("t"); }
		const paper = () => page.evaluate(() => getComputedStyle(document.querySelector("#left")).backgroundColor);
		const dark = await look(), darkPaper = await paper();
		await page.keyboard.press("t");
		const light = await look();
		assert.ok(difference(dark, light) > 20000, "the picture's background too");
		assert.notEqual(await paper(), darkPaper);
		await page.keyboard.press("t");
		await page.reload();
		await openPage();
		assert.equal(await paper(), darkPaper);
		await page.keyboard.press("t");
	},
	async "a piece that is gone when the page asks for it costs nothing else"() {
		const session = () => page.evaluate(() => sessionStorage.getItem("session"));
		const before = await session();
		const isMesh = url => url.pathname.endsWith("/meshes");
		let asked = 0;
		await page.route(isMesh, route => ++asked === 1 ? route.fulfill({ status: 404, json: { error: "That piece is no longer there" } }) : route.continue());
		await page.click("#run");
		await until(() => studio.state.run && studio.state.run.done && !studio.state.job);
		await until(() => studio.frames === studio.state.run.frames && studio.shown() > 0);
		assert.ok(asked > 1, "it asked again");
		assert.equal(await session(), before);
		assert.equal(await page.isHidden("#error"), true);
		await page.unroute(isMesh);
	},
	async "no panel covers another or is cut off, small and wide"() {
		await page.selectOption("#colour", "strength");
		for (const [width, height] of [[1280, 720], [2560, 1080]]) {
			await page.setViewportSize({ width, height });
			await until("innerWidth === " + width + " && innerHeight === " + height);
			// Everything at once, with the longest words there are; shown by hand because jobs and errors come and go.
			const seen = await page.evaluate(() => {
				const shown = ["tools", "busy", "error", "legend", "time", "numbers"];
				const was = shown.map(id => document.getElementById(id).hidden), text = document.getElementById("errorText").textContent;
				for (const id of shown) { document.getElementById(id).hidden = false; }
				document.getElementById("errorText").textContent = "a-file-with-quite-a-long-name.obj: The file is larger than 256 MB: start the studio with a larger --upload-limit, or give the folder on the command line";
				const boxes = ["left", "right", "view", ...shown].map(id => [id, document.getElementById(id).getBoundingClientRect().toJSON()]);
				const wide = [...document.querySelectorAll(".panel, .panel *, #stage > div, #toolbar, #toolbar *, #dock, #dock *")].filter(e => e.clientWidth && e.scrollWidth > e.clientWidth + 1 && !["INPUT", "OPTION"].includes(e.tagName)).map(e => e.id || e.tagName);
				shown.forEach((id, i) => { document.getElementById(id).hidden = was[i]; });
				document.getElementById("errorText").textContent = text;
				return { boxes, wide };
			});
			const covers = ([, a], [, b]) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;
			const pairs = seen.boxes.flatMap((a, i) => seen.boxes.slice(i + 1).filter(b => covers(a, b)).map(b => a[0] + " and " + b[0]))
				.filter(pair => !["view and busy", "view and error"].includes(pair)); // what comes and goes may lie on the picture
			assert.deepEqual(pairs, [], "at " + width + " × " + height);
			assert.deepEqual(seen.boxes.filter(([, box]) => box.left < 0 || box.right > width || box.top < 0 || box.bottom > height).map(([id]) => id), []);
			assert.deepEqual(seen.wide, [], "cut off at " + width);
			// A list hides what does not fit without a trace: each of its words, its margins and its arrow.
			const tight = await page.evaluate(() => [...document.querySelectorAll(".panel .field select")].filter(list => list.clientWidth).flatMap(list => {
				const pen = document.createElement("canvas").getContext("2d"), arrow = 22;
				pen.font = getComputedStyle(list).font;
				const room = list.clientWidth - parseFloat(getComputedStyle(list).paddingLeft) - arrow;
				return [...list.options].filter(option => pen.measureText(option.text).width > room).map(option => list.id + ": " + option.text);
			}));
			assert.deepEqual(tight.filter(words => !/^(library|material: obrien)/.test(words)), [], "lists at " + width); // files have any name, and papers long ones
		}
		await screenshot("wide");
		await page.setViewportSize({ width: 1280, height: 720 });
		await screenshot("small");
		await page.click("#reset");
		await until(() => !studio.state.run && studio.shown() === 1);
		await page.keyboard.press("1");
	},
	async "everything that can be used has a name for those who do not see it"() {
		for (const summary of await page.locator("#left details summary").all()) { await summary.click(); }
		await page.click("#layers .pick");
		const client = await page.context().newCDPSession(page);
		const used = /^(button|link|textbox|searchbox|slider|spinbutton|combobox|listbox|checkbox|radio|progressbar|progressIndicator|canvas|Canvas|DisclosureTriangle)$/;
		for (const tool of ["h", "p"]) {
			await page.keyboard.press(tool);
			const { nodes } = await client.send("Accessibility.getFullAXTree");
			const controls = nodes.filter(node => !node.ignored && used.test(node.role?.value));
			assert.ok(controls.length > 40, controls.length + " controls");
			// A letter, a sign or a unit is no name; x, y and z stand in a group that has one.
			const nameless = controls.filter(node => !/[a-z0-9]{2}|^[xyz]$/i.test(node.name?.value || "")).map(node => node.role.value + " '" + (node.name?.value || "") + "'");
			assert.deepEqual(nameless, []);
		}
		await client.detach();
		await page.keyboard.press("h");
		await page.click("#layers .pick");
		for (const summary of await page.locator("#left details summary").all()) { await summary.click(); }
	},
	async "help comes by a button or a key, and goes"() {
		await page.click("#help");
		assert.ok(await page.isVisible("#keys"));
		await screenshot("help");
		await page.keyboard.press("Escape");
		assert.ok(await page.isHidden("#keys"));
		await page.keyboard.press("?");
		assert.ok(await page.isVisible("#keys"));
		await page.keyboard.press("p");
		assert.equal(await page.evaluate(() => studio.painter.tool), "hit", "keys are not for the page while help is open");
		await page.click("#keys button");
		assert.ok(await page.isHidden("#keys"));
	},
	async "a file of the folder is in the list: an asset that was saved comes back as it was"() {
		await page.reload();
		await openPage();
		await page.selectOption("#library", { label: "bowl.frac" });
		await until(() => studio.state.is_asset && studio.state.phase === "baked" && !studio.state.job);
		await idle();
		assert.equal(await page.evaluate(() => studio.state.setup.layers.length), 1, "with its paint");
		assert.ok(await page.isDisabled("#bake"), "it is baked already");
		assert.equal(await page.textContent("#name"), "bowl.frac");
	},
	async "a file dropped on the page is loaded, even in the middle of a run"() {
		await page.click("#run");
		await until(() => studio.state.run && studio.frames > 3);
		await dropFile("dropped.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
		await until(() => studio.state.name === "dropped.obj" && studio.state.phase === "loaded");
	},
	async "shows where it is fragile, in newton seconds"() {
		await page.locator("#tets").fill("2.7");
		await page.keyboard.press("b");
		await until(() => studio.state.phase === "baked" && !studio.state.job);
		await idle();
		const before = await look();
		await page.keyboard.press("5");
		await until(() => studio.state.fragility && !studio.state.job);
		await until(() => !document.getElementById("legend").hidden);
		await idle();
		assert.match(await page.textContent("#legendTitle"), /N s$/);
		const words = await page.locator("#legendTicks span").evaluateAll(spans => spans.map(span => span.getBoundingClientRect().toJSON()));
		assert.ok(words.length >= 2 && words.every((box, i) => i === 0 || words[i - 1].right < box.left), "its numbers do not touch");
		assert.ok(difference(before, await look()) > 200);
		await screenshot("fragile");
		await page.keyboard.press("1");
	},
	async "a finer surface takes finer strokes, and keeps what was painted"() {
		await page.keyboard.press("p");
		await page.locator("#brushRadius").fill("-1.4");
		assert.ok(await page.isVisible("#coarse"), "it says that the triangles are too large");
		await page.click("#fine");
		await page.click("#bake");
		await until(() => studio.state.baked.fine && !studio.state.job);
		await idle();
		assert.ok(await page.evaluate(() => studio.state.baked.vertices) > 1000);
		assert.ok(await page.isHidden("#coarse"));
		const even = await look();
		await drag([0.33, 0.6], [0.35, 0.62], 2);
		await until(() => studio.painter.done() && studio.state.undo === "Paint strength");
		await idle();
		assert.ok(difference(even, await look()) > 20);
		const [painted, all] = await page.evaluate(async () => {
			const { values } = (await (await fetch("/api/" + sessionStorage.getItem("session") + "/setup")).json()).layers[0];
			return [values.filter(value => value < 0.9).length, values.length];
		});
		assert.ok(painted > 3 && painted < all / 10, painted + " of " + all + " vertices: a small stroke");
		await screenshot("fine");
		await page.click("#fine");
		await page.keyboard.press("h");
		await page.keyboard.press("1");
	},
	async "another size may be asked for later, and the paint grows with the object"() {
		const far = await page.evaluate(() => studio.view.camera.position.distanceTo(studio.view.controls.target));
		await page.fill("#length", "0.2");
		await page.keyboard.press("Tab");
		await until(() => studio.state.phase === "loaded" && Math.abs(studio.state.high[0] - studio.state.low[0] - 0.2) < 1e-9);
		await idle();
		assert.ok(await page.evaluate(() => studio.view.camera.position.distanceTo(studio.view.controls.target)) < 0.3 * far, "looked at from nearer");
		await page.fill("#length", "");
		await page.keyboard.press("Tab");
		await until(() => Math.abs(studio.state.high[0] - studio.state.low[0] - 1) < 1e-9);
		await idle();
		assert.equal(await page.locator("#layers li").count(), 1, "it is still in the list");
		await page.check("#fine");
		await page.click("#bake");
		await until(() => studio.state.phase === "baked" && !studio.state.job);
		await idle();
		const painted = await page.evaluate(async () => (await (await fetch("/api/" + sessionStorage.getItem("session") + "/setup")).json()).layers[0].values);
		assert.equal(painted.length, await page.evaluate(() => studio.state.baked.vertices));
		assert.ok(painted.some(value => value < 0.9));
		await page.uncheck("#fine");
	},
	async "a file that cannot be used is said, and what was there stays"() {
		for (const [name, text, repeat, words] of [["broken.stl", "no mesh", 1, /^broken\.stl: .*STL/i], ["letter.txt", "Dear Sir", 1, /^letter\.txt: .*\.obj/], ["large.obj", "# more than a megabyte\n", 60000, /^large\.obj: .*larger than 1 MB.*--upload-limit/]]) {
			await page.keyboard.press("Escape");
			assert.ok(await page.isHidden("#error"));
			await dropFile(name, text, repeat);
			await page.waitForSelector("#error", { state: "visible" });
			await idle();
			assert.match(await page.textContent("#errorText"), words, name);
			assert.equal(await page.evaluate(() => studio.state.name), "dropped.obj", name);
			assert.equal(await page.evaluate(() => studio.shown()), 1);
			await screenshot("error-" + name.split(".")[0]);
		}
		// It is still there after the page has asked again how things stand.
		await polled();
		assert.match(await page.textContent("#errorText"), /larger than 1 MB/);
		await page.click("#errorClose");
		assert.ok(await page.isHidden("#error"));
	},
	async "a sheet is baked with a thickness, and the page says so in its own words"() {
		await dropFile("pane.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nv 1 1 0\nv 2 1 0\nv 0 2 0\nv 1 2 0\nv 2 2 0\nf 1 2 5\nf 1 5 4\nf 2 3 6\nf 2 6 5\nf 4 5 8\nf 4 8 7\nf 5 6 9\nf 5 9 8\n");
		await until(() => studio.state.name === "pane.obj" && !studio.state.job);
		await page.click("#bake");
		await page.waitForSelector("#error", { state: "visible" });
		await idle();
		const words = await page.textContent("#errorText");
		assert.match(words, /a thickness “as a sheet”|mm “as a sheet”/);
		assert.doesNotMatch(words, /--/);
		await screenshot("error-sheet");
		await page.fill("#shell", "4");
		await page.click("#bake");
		await until(() => studio.state.phase === "baked" && !studio.state.job);
		await idle();
		assert.equal(await page.evaluate(() => studio.state.baked.shell_m), 0.004);
		assert.ok(await page.isHidden("#error"));
		await screenshot("sheet");
		await page.fill("#shell", "");
	}
};
