// Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
// node studio_test.mjs PROGRAM CHROMIUM FOLDER [PAGE]: does in the studio what a person does; screenshots go into FOLDER.
// The tests go on from each other: a person does not start anew for each click either. PAGE: see studio_driver.mjs.
import assert from "node:assert/strict";
import { runTests } from "./common.mjs";
import { browser, complaints, describe, server } from "./studio_driver.mjs";
import { tests as make } from "./studio_make.mjs";
import { tests as breaks } from "./studio_break.mjs";
import { tests as pageTests } from "./studio_page.mjs";
import { tests as bench } from "./studio_bench.mjs";
import { tests as shared } from "./studio_shared.mjs";
import { tests as serverTests } from "./studio_server.mjs";

const last = {
	async "no complaint until the end"() {
		assert.deepEqual(complaints, []);
	}
};
const code = await runTests({ ...make, ...breaks, ...pageTests, ...bench, ...shared, ...serverTests, ...last }, describe);
await browser.close();
server.kill();
process.exit(code);
