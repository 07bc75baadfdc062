// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What is shared breaks on another page as it broke on this one, to the last bit. Starts anew.
import assert from "node:assert/strict";
import { address, browser, drag, idle, openPage, page, pageFolder, playScene, setControls, showFromFolder, until } from "./studio_driver.mjs";

// Everything that broke: the hash of a scene is that of all its shapes and poses, the hash of a hit that of its pieces.
const broken = where => where.evaluate(() => {
	const { run, played, hits, bodies } = studio.state;
	return { bodies: (run ?? { bodies }).bodies.length, scene: played && { ...played }, hits: hits.map(hit => hit.hash) };
});
// What another page makes of the address that this one gives.
async function openShared() {
	await page.evaluate(() => history.replaceState(null, "", location.pathname));
	await page.click("#share");
	await until(() => location.hash.length > 1);
	const other = await browser.newPage({ viewport: { width: 1280, height: 720 } });
	if (pageFolder) { await showFromFolder(other); }
	await other.goto(await page.evaluate(() => location.href));
	await openPage(other);
	await until(() => !studio.state.job && studio.isSettled(), { where: other });
	await page.evaluate(() => history.replaceState(null, "", location.pathname));
	return other;
}
async function assertSame(what) {
	const other = await openShared(), [here, there] = [await broken(page), await broken(other)];
	assert.equal(there.bodies, here.bodies, what + ": as many bodies");
	assert.deepEqual(there, here, what);
	const [wanted, shown] = await other.evaluate(() => [JSON.parse(decodeURIComponent(location.hash.slice(1))).camera, studio.view.cameraNumbers()]);
	assert.deepEqual(shown, wanted, what + ": the same view");
	return other;
}
const hitCount = count => until("studio.state.hits.length === " + count + " && !studio.state.job");
// Where the heaviest piece is seen.
const heaviest = () => page.evaluate(() => {
	const box = document.getElementById("view").getBoundingClientRect(), seen = new Map();
	for (let x = box.left + 8; x < box.right; x += 8) {
		for (let y = box.top + 8; y < box.bottom; y += 8) {
			const body = studio.view.pick({ clientX: x, clientY: y })?.object.userData.body;
			if (body && !body.object) { seen.set(body, [...(seen.get(body) ?? []), [(x - box.left) / box.width, (y - box.top) / box.height]]); }
		}
	}
	const [, places] = [...seen].reduce((best, one) => one[0].mass_kg > best[0].mass_kg ? one : best);
	return places[places.length >> 1];
});

export const tests = {
	async "a shared shot flies where it flew, whatever view and fields say by now"() {
		await page.evaluate(() => sessionStorage.clear());
		await page.goto(address);
		await page.reload();
		await openPage();
		await page.selectOption("#library", { label: "bowl" });
		await until(() => studio.state.name === "bowl" && !studio.state.job);
		await page.locator("#tets").fill("3.3");
		await page.click("#bake");
		await until(() => studio.state.phase === "baked" && !studio.state.job);
		await idle();
		await page.keyboard.press("p");
		await drag([0.45, 0.52], [0.58, 0.56]);
		await until(() => studio.painter.done() && studio.state.undo === "Paint strength");
		await page.keyboard.press("h");
		await drag([0.05, 0.9], [0.45, 0.85]); // beside the object: turns the view
		const asked = { scene: "shoot", host: "embedded", shot: "30", mass: "0.3", seed: "5", pieces: "few" };
		const run = await playScene(asked);
		assert.ok(run.bodies.length > 10, "it breaks: " + run.bodies.length);
		// From elsewhere, and with other fields than those that were played.
		await drag([0.05, 0.9], [0.3, 0.8]);
		await setControls({ scene: "weight", host: "bullet", mass: "2", seed: "6", pieces: "many" });
		const other = await assertSame("a shot");
		for (const [id, value] of Object.entries(asked)) { assert.equal(await other.inputValue("#" + id), value, id); }
		await other.close();
	},
	async "a shared drop and a shared weight break as they did"() {
		for (const scene of [{ scene: "weight", host: "bullet", height: "1.5", mass: "3", seed: "7", pieces: "few" }, { scene: "drop", host: "embedded", height: "1.2", angle: "100.5" }]) {
			const run = await playScene(scene);
			assert.ok(run.bodies.length > 5, "it breaks: " + run.bodies.length);
			await setControls({ height: "0.1", seed: "8" });
			await (await assertSame(scene.scene)).close();
		}
	},
	async "shared hits fall again, also on pieces and in a scene"() {
		const moment = await page.evaluate(() => studio.state.run.frames - 10);
		await page.locator("#scrub").fill(String(moment));
		await page.keyboard.press("f");
		await setControls({ mass: "1", hitSpeed: "15", seed: "9" });
		const lying = await heaviest();
		await drag(lying, lying);
		await hitCount(1);
		await idle();
		await (await assertSame("a hit in a scene")).close();
		await page.click("#reset");
		await until(() => studio.shown() === 1 && !studio.state.hits.length);
		await page.keyboard.press("f");
		await setControls({ mass: "0.1", hitSpeed: "12" });
		for (const count of [1, 2]) { // the whole, then a piece of it
			const from = await heaviest();
			await drag(from, [from[0] - 0.12, from[1] + 0.09]);
			await hitCount(count);
			await idle();
		}
		assert.ok(await page.evaluate(() => studio.state.hits.every(hit => hit.separated)), "both break it");
		await setControls({ mass: "3", hitSpeed: "1", seed: "0" });
		await (await assertSame("hits on the bench")).close();
	}
};
