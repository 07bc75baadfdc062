// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// The studio and a page of it for the tests: starts them, and does with mouse and keys what a person does.
// node studio_test.mjs PROGRAM CHROMIUM FOLDER [PAGE]: PAGE is a folder whose html, css and js files are shown instead of
// those in the program, so that a change of the page can be tried without a build.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { lookAt, openBrowser } from "./common.mjs";

export const [program, executablePath, folder, pageFolder] = process.argv.slice(2);
fs.mkdirSync(folder, { recursive: true });
export const server = spawn(program, ["studio", folder, "--port", "0", "--upload-limit", "1"], { stdio: ["ignore", "pipe", "inherit"] });
export const address = await new Promise(done => server.stdout.on("data", text => done(String(text).match(/http:\/\/[^/]+/)[0])));
export const port = Number(address.split(":")[2]);
export const { browser, page, complaints } = await openBrowser(executablePath, { width: 1280, height: 720 },
	url => /^(data|blob):/.test(url) || url.startsWith(address));
if (pageFolder) { await showFromFolder(page); }

export async function showFromFolder(where) {
	await where.route(url => /^\/(|studio[a-z-]*\.(css|js))$/.test(url.pathname), async route => {
		const name = new URL(route.request().url()).pathname.slice(1) || "studio.html";
		await route.fulfill({ response: await route.fetch(), body: fs.readFileSync(path.join(pageFolder, name)) });
	});
}
export const pause = milliseconds => new Promise(done => setTimeout(done, milliseconds));
export const look = () => lookAt(page);
// Drawn in full for those who look at it; the tests themselves make do with a quarter of the pixels.
const quality = (share, where = page) => where.evaluate(share => studio.view.setQuality(share), share);
export async function screenshot(name) {
	await quality(1);
	await page.screenshot({ path: path.join(folder, name + ".png") });
	await quality(0.5);
}

// What a person would want to know of a test that failed: whether the program still runs, what the page shows and knows.
export async function describe(name) {
	const program = server.exitCode === null && server.signalCode === null ? "runs" : "ended with " + (server.signalCode || server.exitCode);
	const picture = path.join(folder, "failed-" + name.replace(/[^a-z]+/gi, "-") + ".png");
	await page.screenshot({ path: picture, timeout: 20000 });
	return "the program " + program + "; " + picture + "; complaints: " + JSON.stringify(complaints) + "; " + await page.evaluate(() => JSON.stringify({
		session: sessionStorage.getItem("session"), ...document.documentElement.dataset, name: studio.state.name, job: studio.state.job, error: studio.state.error,
		hits: studio.state.hits?.length, bodies: studio.state.bodies?.length, frames: studio.frames, film: studio.film.frame, playing: studio.film.playing,
		run: studio.state.run && { number: studio.state.run.number, frames: studio.state.run.frames, planned: studio.state.run.planned, done: studio.state.run.done }
	}));
}
// By repeated questions: the page's security policy forbids what waitForFunction does.
export async function until(what, { milliseconds = 120000, where = page } = {}) {
	for (const end = Date.now() + milliseconds; Date.now() < end; await pause(50)) {
		if (await where.evaluate(what)) {
			return;
		}
	}
	throw new Error("waited in vain for " + what);
}
// Nothing is going on, and what came of it is shown.
export const idle = () => until(() => document.documentElement.dataset.busy === "false" && document.documentElement.dataset.version === String(studio.state.version) && studio.isSettled());
// The page has asked again how things stand, and shown it: a question may have been under way already.
export async function polled(times = 2) {
	const before = await page.evaluate(() => studio.polls);
	await until("studio.polls >= " + (before + times));
}
export async function openPage(where = page) { // until it may be used
	await where.waitForSelector("html[data-ready=true]", { timeout: 120000 });
	await quality(0.5, where);
}

// Presses at a share of the canvas and drags to another.
export async function drag(from, to, steps = 6) {
	const box = await page.locator("#view").boundingBox();
	await page.mouse.move(box.x + box.width * from[0], box.y + box.height * from[1]);
	await page.mouse.down();
	await page.mouse.move(box.x + box.width * to[0], box.y + box.height * to[1], { steps });
	await page.mouse.up();
}
export async function setControls(settings) {
	for (const [id, value] of Object.entries(settings)) {
		await (/^(scene|host|pieces|speed|colour)$/.test(id) ? page.selectOption("#" + id, value) : page.fill("#" + id, value));
	}
}
export async function playScene(settings) {
	await setControls(settings);
	const before = await page.evaluate(() => studio.state.run ? studio.state.run.number : -1);
	await page.click("#run");
	for (const end = Date.now() + 180000; ; await pause(100)) {
		const run = await page.evaluate(() => studio.state.run && { ...studio.state.run, error: studio.state.error });
		if (run && run.number !== before && run.done) { await idle(); return run; }
		assert.ok(Date.now() < end, "the run does not end");
	}
}
export async function save(link) {
	await page.click("#save");
	const [download] = await Promise.all([page.waitForEvent("download"), page.click(link)]);
	const file = path.join(folder, download.suggestedFilename());
	await download.saveAs(file);
	return file;
}
// As if a file were let go over the object.
export async function dropFile(name, text, repeat = 1) {
	await page.evaluate(([name, text, repeat]) => {
		const transfer = new DataTransfer();
		transfer.items.add(new File([text.repeat(repeat)], name));
		document.getElementById("stage").dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: transfer }));
	}, [name, text, repeat]);
}
