// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// Hits, scenes, time, and what can be saved of them.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { difference } from "./common.mjs";
import { drag, folder, idle, look, openPage, page, playScene, polled, program, save, screenshot, setControls, until } from "./studio_driver.mjs";

// How many pixels along the edge of a look differ from its first one.
function edge(seen, width = 225, height = 150) {
	const places = [...Array(width).keys()].flatMap(x => [x, (height - 1) * width + x]).concat([...Array(height).keys()].flatMap(y => [y * width, y * width + width - 1]));
	return places.filter(i => [0, 1, 2].some(k => Math.abs(seen[4 * i + k] - seen[k]) > 24)).length;
}

// Saves the scene and the hits and replays them; answers how many hits there were.
async function replay(scenes = 0) {
	const file = await save("#toZip");
	const unpacked = path.join(folder, "recording");
	fs.rmSync(unpacked, { recursive: true, force: true });
	execFileSync("python3", ["-m", "zipfile", "-e", file, unpacked]);
	const replayed = JSON.parse(execFileSync(program, ["replay", path.join(unpacked, "impacts.txt"), "--json"]));
	assert.equal(replayed.different, 0);
	assert.deepEqual(replayed.scenes.map(scene => scene.same), Array(scenes).fill(true));
	assert.deepEqual(replayed.breaks.map(hit => hit.hash), await page.evaluate(() => studio.state.hits.map(hit => hit.hash)));
	return replayed.breaks.length;
}
// A place in the window where the heaviest piece that can be seen is.
const findPiece = () => page.evaluate(async () => {
	// A frame that was asked for is only there once it is drawn, and the view may be on its way to it.
	for (let before = "", now = null; now !== before; before = now ?? "", now = studio.view.cameraNumbers().join()) {
		for (let i = 0; i < 3; ++i) { await new Promise(requestAnimationFrame); }
	}
	const box = document.getElementById("view").getBoundingClientRect();
	const seen = new Map();
	for (let x = box.left + 8; x < box.right; x += 8) {
		for (let y = box.top + 8; y < box.bottom; y += 8) {
			const body = studio.view.pick({ clientX: x, clientY: y })?.object.userData.body;
			if (body && !body.object) { seen.set(body, [...seen.get(body) ?? [], [x, y]]); }
		}
	}
	const [, places] = [...seen].reduce((best, one) => one[0].mass_kg > best[0].mass_kg ? one : best);
	// Where most of it is round about, not at its edge.
	const far = ([x, y]) => places.reduce((sum, place) => sum + Math.hypot(place[0] - x, place[1] - y), 0);
	return places.reduce((best, place) => far(place) < far(best) ? place : best);
});

export const tests = {
	async "a drag on it is a hit that breaks it"() {
		const box = await page.locator("#view").boundingBox();
		await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.55);
		await page.mouse.down();
		await page.mouse.move(box.x + box.width * 0.5 - 90, box.y + box.height * 0.55 + 60, { steps: 4 });
		const told = () => page.locator("#numbers li").allTextContents();
		assert.deepEqual((await told()).map(text => text.replace(/^[\d.]+ ([µmk](?=[gNJ]))?/, "")), ["m/s", "g ball", "N s", "J"]);
		await polled();
		await screenshot("aim");
		assert.match((await told())[0], / m\/s$/);
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
		await screenshot("pieces");
	},
	async "a click on a piece breaks it again, and nothing else"() {
		const before = await page.evaluate(() => studio.state.bodies.map(body => body.mesh));
		const box = await page.locator("#view").boundingBox();
		await page.mouse.click(box.x + box.width * 0.34, box.y + box.height * 0.42);
		await until(() => studio.state.hits.length === 2 && !studio.state.job);
		await idle();
		const after = await page.evaluate(() => studio.state.bodies.map(body => body.mesh));
		assert.equal(before.filter(mesh => !after.includes(mesh)).length, 1, "one piece is gone");
		assert.ok(after.length > before.length, before.length + " pieces became " + after.length);
		assert.equal(await page.textContent("#numbers li"), after.length + " pieces");
		await until(() => studio.shown() === studio.state.bodies.length);
		await screenshot("again");
	},
	async "stress has a legend in real units"() {
		await page.keyboard.press("3");
		await page.waitForSelector("#legend", { state: "visible" });
		assert.match(await page.textContent("#legendTitle"), /MPa$/);
		assert.ok(await page.locator("#legendTicks span").count() >= 2);
		await screenshot("stress");
	},
	async "a recording replays with the same hash"() {
		assert.equal(await replay(), 2);
	},
	async "the asset and the pieces can be saved"() {
		assert.equal(fs.readFileSync(await save("#toGlb")).toString("latin1", 0, 4), "glTF");
		execFileSync(program, ["info", await save("#toFrac")]);
	},
	async "a reload keeps everything: pieces, fields, colours and the view"() {
		const pieces = await page.evaluate(() => studio.state.bodies.length);
		const fields = { seed: "17", scene: "weight", height: "0.8", mass: "0.25", hitSpeed: "9" };
		await setControls({ ...fields, colour: "fragments" });
		await page.mouse.move(300, 560);
		const camera = await page.evaluate(() => studio.view.cameraNumbers().join());
		await page.mouse.wheel(0, -240); // nearer
		await until("studio.view.cameraNumbers().join() !== '" + camera + "'");
		await idle();
		const before = await look();
		await page.reload();
		await openPage();
		assert.equal(await page.evaluate(() => studio.shown()), pieces);
		for (const [id, value] of Object.entries(fields)) { assert.equal(await page.inputValue("#" + id), value, id); }
		assert.equal(await page.inputValue("#colour"), "fragments");
		assert.ok(difference(before, await look()) < 50, difference(before, await look()) + " pixels differ");
		await setControls({ scene: "drop", height: "1", mass: "0.1", hitSpeed: "8" });
	},
	async "a drop plays and can be scrubbed"() {
		await page.click("#run");
		await until(() => studio.state.run && studio.state.run.done && studio.frames === studio.state.run.frames);
		await page.locator("#scrub").fill("0");
		assert.deepEqual((await page.locator("#numbers li").allTextContents()).map(text => text.replace(/[\d.]+/, "#")).slice(0, 2), ["# piece", "# g"]);
		const first = await look();
		await page.locator("#scrub").fill(String(await page.evaluate(() => studio.frames - 1)));
		assert.ok(difference(first, await look()) > 100);
		console.log("        " + await page.evaluate(() => studio.shown() + " bodies, " + studio.state.run.mean_ms.toFixed(1) + " ms a frame"));
		await screenshot("drop");
		assert.equal(fs.readFileSync(await save("#toRun")).toString("latin1", 0, 4), "glTF");
	},
	async "it can be paused, stepped, slowed down, and goes on from where it was scrubbed to"() {
		const frame = () => page.evaluate(() => studio.film.frame);
		const isPlaying = () => page.evaluate(() => studio.film.playing);
		// How long the page takes for six frames, in seconds; they are a tenth of a second. Measured from the press itself.
		const sixFrames = async speed => {
			await page.selectOption("#speed", speed);
			await page.locator("#scrub").fill("0");
			await page.evaluate(() => document.getElementById("play").addEventListener("click", async () => {
				const start = performance.now();
				while (studio.film.frame < 6) { await new Promise(requestAnimationFrame); }
				document.getElementById("play").click();
				window.sixFrames = (performance.now() - start) / 1000;
			}, { once: true }));
			await page.click("#play");
			await until(() => window.sixFrames > 0);
			return page.evaluate(() => { const seconds = window.sixFrames; window.sixFrames = 0; return seconds; });
		};
		const fast = await sixFrames("1"), slow = await sixFrames("0.1");
		console.log("        six frames in " + fast.toFixed(2) + " s, slowly in " + slow.toFixed(2) + " s");
		assert.ok(slow > 0.85 && fast < slow / 2, fast + " s, " + slow + " s");
		assert.equal(await isPlaying(), false);
		const held = await frame();
		await page.evaluate(async () => { for (let i = 0; i < 20; ++i) { await new Promise(requestAnimationFrame); } });
		assert.equal(await frame(), held, "paused");
		await page.click("#step");
		assert.equal(await frame(), held + 1, "one step");
		assert.equal(await page.textContent("#clock"), ((held + 1) / 60).toFixed(3) + " s");
		await page.keyboard.press("ArrowLeft");
		assert.equal(await frame(), held, "a step back");
		await page.locator("#scrub").fill("70");
		const late = await look();
		await page.locator("#scrub").fill("20");
		assert.ok(difference(late, await look()) > 100, "scrubbed back");
		assert.equal(await frame(), 20);
		await page.selectOption("#speed", "0.25");
		await page.click("#play");
		const [later, plays] = await page.evaluate(async () => {
			while (studio.film.frame <= 24) { await new Promise(requestAnimationFrame); }
			return [studio.film.frame, studio.film.playing];
		});
		assert.ok(plays);
		assert.ok(later < 40, "it went on from there, not from frame " + later);
		await page.click("#play");
		await page.selectOption("#speed", "1");
	},
	async "Space pauses a run that was just started"() {
		const number = await page.evaluate(() => studio.state.run.number);
		await page.selectOption("#speed", "0.1"); // or it may be over before the key is pressed
		await page.click("#run");
		await until("studio.state.run && studio.state.run.number !== " + number + " && studio.film.playing && studio.frames > 10");
		await page.keyboard.press("Space");
		assert.equal(await page.evaluate(() => studio.film.playing), false);
		await page.selectOption("#speed", "1");
		await idle();
		await until(() => studio.frames === studio.state.run.planned);
	},
	async "the camera follows what falls, a view turned by hand stays for the same scene, and another is looked at anew"() {
		const camera = () => page.evaluate(() => studio.view.cameraNumbers());
		await page.locator("#scrub").fill("0");
		const high = await camera();
		await page.locator("#scrub").fill("60");
		assert.ok(high[5] - (await camera())[5] > 0.5, "it looks a metre lower when the bowl lies there");
		await drag([0.05, 0.9], [0.2, 0.85]); // beside the object: turns the view
		const turned = await camera();
		await playScene({});
		assert.deepEqual(await camera(), turned, "the same scene again");
		await playScene({ height: "2" });
		await page.locator("#scrub").fill("0");
		assert.ok((await camera())[5] > high[5] + 0.8, "twice as high");
		await setControls({ height: "1" });
	},
	async "shoots a ball, drops a weight, and Bullet does it too"() {
		const objects = run => run.bodies.filter(body => body.object).map(body => body.mass_kg);
		await page.selectOption("#scene", "shoot");
		assert.deepEqual(await Promise.all(["#height", "#angle", "#shot"].map(id => page.isVisible(id))), [false, false, true], "what counts in the scene");
		const shot = await playScene({ scene: "shoot", shot: "30", mass: "0.5" });
		assert.equal(shot.error, "");
		assert.ok(shot.bodies.length > 3, shot.bodies.length + " bodies");
		assert.deepEqual(objects(shot), [0.5]);
		await screenshot("shot");
		// Shot away, or out of the view that was turned from it, it is not lost: the page says so.
		await page.locator("#scrub").fill("0");
		await page.locator("#away").waitFor({ state: "hidden" });
		await page.locator("#scrub").fill(await page.getAttribute("#scrub", "max"));
		const turnAway = async () => {
			await page.evaluate(() => { for (const place of [studio.view.camera.position, studio.view.controls.target]) { place.z += 1000; } });
			await look();
			await page.locator("#away").waitFor({ state: "visible" });
		};
		await turnAway();
		assert.equal(await replay(1), 0, "what broke in the scene is in the recording, without a hit");
		await page.locator("#scrub").fill(String(shot.frames - 1));
		// Where pieces are seen, -1 to 1 across the picture: the share of their mass, and whether all are, the ball too.
		const seen = () => page.evaluate(() => {
			const shown = [...studio.view.shown.values()].filter(mesh => mesh.visible).map(mesh => {
				const { center } = mesh.geometry.boundingSphere, at = center.clone().applyQuaternion(mesh.quaternion).add(mesh.position).project(studio.view.camera);
				return { mass: mesh.userData.body.object ? 0 : mesh.userData.body.mass_kg, isIn: Math.max(Math.abs(at.x), Math.abs(at.y)) < 1 && at.z < 1 };
			});
			const sum = list => list.reduce((all, one) => all + one.mass, 0);
			return { share: sum(shown.filter(one => one.isIn)) / sum(shown), all: shown.every(one => one.isIn), far: studio.view.camera.position.distanceTo(studio.view.controls.target) };
		});
		await turnAway();
		await page.click("#away");
		await page.locator("#away").waitFor({ state: "hidden" });
		await look();
		const most = await seen();
		assert.ok(most.share > 0 && !most.all && most.far < 3, "where most of the bowl lies together, and near enough to see it: " + JSON.stringify(most));
		await screenshot("most");
		await page.keyboard.press("f");
		await look();
		const everything = await seen();
		assert.ok(everything.all && everything.far > 3 * most.far, "and now everything: " + JSON.stringify(everything));
		const weight = await playScene({ scene: "weight", height: "1", mass: "2", seed: "7" });
		assert.equal(weight.error, "");
		assert.ok(weight.bodies.length > 3, weight.bodies.length + " bodies");
		assert.deepEqual(objects(weight), [2]);
		await page.locator("#scrub").fill("0");
		const above = await look();
		await page.locator("#scrub").fill(String(weight.frames - 1));
		assert.ok(difference(above, await look()) > 100, "it fell");
		await screenshot("weight");
		const bullet = await playScene({ scene: "drop", host: "bullet", height: "1.5" });
		assert.equal(bullet.error, "");
		assert.match(bullet.host, /bullet/i);
		assert.equal(bullet.frames, bullet.planned);
		assert.ok(bullet.bodies.length > 3, bullet.bodies.length + " bodies");
		assert.deepEqual(objects(bullet), []);
		await page.locator("#scrub").fill(String(bullet.frames - 1));
		await screenshot("bullet");
		await page.keyboard.press("f");
		await page.keyboard.press("f");
		assert.equal(edge(await look()), 0, "F shows every piece when it is pressed again");
		await screenshot("everything");
		await page.selectOption("#host", "embedded");
	},
	async "a piece is hit where the scene left it, and the hit replays with the same hash"() {
		const run = await playScene({ scene: "drop", host: "embedded", height: "1.2", seed: "17" });
		await page.locator("#scrub").fill(String(run.frames - 1));
		const before = await page.evaluate(() => ({ shown: studio.shown(), camera: studio.view.cameraNumbers() }));
		assert.match(await page.textContent("#hint"), /Drag on a piece to hit it/);
		const at = await findPiece();
		await setControls({ mass: "1", hitSpeed: "20" });
		await page.keyboard.press("Escape");
		await page.mouse.click(...at);
		await until(() => studio.state.hits.length === 1 && !studio.state.run && !studio.state.job);
		await idle();
		assert.equal(await page.evaluate(() => studio.state.error), "");
		assert.ok(await page.evaluate(() => studio.state.hits[0].separated), "it broke");
		assert.ok(await page.evaluate(() => studio.shown()) > before.shown, "more pieces than before");
		assert.deepEqual(await page.evaluate(() => studio.view.cameraNumbers()), before.camera, "seen from where one stood");
		assert.ok(await page.evaluate(() => studio.state.bodies.every(body => body.pose)), "they lie where they were");
		await screenshot("hit-in-scene");
		await page.mouse.click(...await findPiece());
		await until(() => studio.state.hits.length === 2 && !studio.state.job);
		await idle();
		assert.equal(await replay(1), 2);
		const lying = await look();
		await page.reload();
		await openPage();
		assert.ok(difference(lying, await look()) < 50, "a reload finds them there");
		await setControls({ mass: "0.1", hitSpeed: "8" });
		await page.keyboard.press("Escape");
		await page.click("#reset");
		await until(() => studio.shown() === 1 && !studio.state.bodies[0].pose);
	},
	async "the mouse turns the view while a scene plays, and a scene is not cut"() {
		await page.locator("#cut").fill("0.5");
		await until(() => studio.shown() === 0);
		const run = await playScene({ scene: "drop", height: "1" });
		await page.locator("#scrub").fill(String(run.frames - 1));
		assert.ok(await page.evaluate(() => studio.shown() > 1), "pieces, not tetrahedra");
		assert.equal(await page.isDisabled("#cut"), true);
		await page.locator("#scrub").fill("0");
		const at = await findPiece();
		await page.selectOption("#speed", "0.1");
		await page.click("#play");
		await page.mouse.click(...at);
		assert.ok(await page.evaluate(() => studio.film.playing), "it still plays");
		await polled(); // a hit would have been told by now
		assert.equal(await page.evaluate(() => studio.state.hits.length), 0);
		assert.ok(await page.evaluate(() => !!studio.state.run));
		await page.selectOption("#speed", "1");
		await page.click("#reset");
		await until(() => !studio.state.run && studio.shown() === 0 && studio.look.cut === 0.5);
		await page.locator("#cut").fill("0");
		await until(() => studio.shown() === 1);
	}
};
