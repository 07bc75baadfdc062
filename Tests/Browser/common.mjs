// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// What the tests of the pages share: a browser, a look at the canvas, and the list of tests.
import { chromium } from "playwright-core";

// A browser with a graphics card that is a program, and one page in it; what the page complains about is collected.
export async function openBrowser(executablePath, viewport, isAllowed) {
	const browser = await chromium.launch({
		executablePath,
		args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
	});
	const page = await browser.newPage({ viewport, acceptDownloads: true });
	page.setDefaultTimeout(120000); // others may use the machine
	const complaints = [];
	page.on("pageerror", error => complaints.push(error.message));
	page.on("request", request => {
		if (!isAllowed(request.url())) {
			complaints.push("asks another place for " + request.url());
		}
	});
	return { browser, page, complaints };
}

// What the canvas shows, as a small copy of it, once everything that was asked for is drawn.
export async function lookAt(page) {
	return page.evaluate(async () => {
		// Two frames: one to draw what changed, one to be sure that it was drawn. The studio knows what is still on its way.
		for (let i = 0; i < 2 || (window.studio && !studio.isSettled()); ++i) { await new Promise(requestAnimationFrame); }
		const copy = document.createElement("canvas");
		copy.width = 225;
		copy.height = 150;
		const context = copy.getContext("2d");
		context.drawImage(document.getElementById("view"), 0, 0, copy.width, copy.height);
		return [...context.getImageData(0, 0, copy.width, copy.height).data];
	});
}

// How many pixels of two looks differ for an eye.
export function difference(a, b) {
	let count = 0;
	for (let i = 0; i < a.length; i += 4) {
		count += Math.abs(a[i] - b[i]) + Math.abs(a[i + 1] - b[i + 1]) + Math.abs(a[i + 2] - b[i + 2]) > 24 ? 1 : 0;
	}
	return count;
}

// Runs them one after another and says what failed, and how things stood then; answers the exit code.
export async function runTests(tests, describe = async () => "") {
	let failed = 0;
	for (const [name, test] of Object.entries(tests)) {
		const start = Date.now();
		try {
			await test();
			console.log("passed  " + name + ", " + ((Date.now() - start) / 1000).toFixed(1) + " s");
		} catch (error) {
			++failed;
			console.log("FAILED  " + name + ": " + error.message + "\n        " + await describe(name).catch(why => why.message));
		}
	}
	const count = Object.keys(tests).length;
	console.log((100 * (1 - failed / count)).toFixed(0) + "% tests passed, " + failed + " tests failed out of " + count);
	return failed === 0 ? 0 : 1;
}
