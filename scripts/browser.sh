#!/usr/bin/env bash
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
# Plays a small scene and drives its page in a headless Chromium, and then the studio. Says so and succeeds where one of
# the tools is missing.
set -euo pipefail
cd "$(dirname "$0")/.."

for browser in chromium chromium-browser google-chrome; do
	chromium=$(command -v "$browser") && break
done
if [ -z "${chromium:-}" ]; then echo "There is no Chromium here: the page is not checked"; exit 0; fi
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
	echo "node or npm is not installed: the page is not checked"
	exit 0
fi
mkdir -p build/browser
cp Tests/Browser/package.json Tests/Browser/package-lock.json Tests/Browser/*.mjs build/browser
if ! (cd build/browser && npm ci --silent --no-audit --no-fund --ignore-scripts); then
	echo "npm could not fetch its package (no network?): the page is not checked"
	exit 0
fi
build/release/fracturesim run Content/Scenes/bowl-on-edge.json -o build/browser/run --detail 0.15 --frames 24
cd build/browser
node viewer_test.mjs run/viewer.html "$chromium"
node studio_test.mjs ../release/fracturesim "$chromium" studio
