#!/usr/bin/env bash
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
# Builds the program and lets a ceramic bowl fall on its edge. Installs the packages it lacks.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/common.sh

need_packages "${program_packages[@]}"
want_packages "${optional_program_packages[@]}"
want_npm
heading "Building the program (Release, $(nproc) cores)"
configure release -DFRACTURESIM_TESTS=OFF
build release fracturesim
fracturesim=build/release/fracturesim
scene=Content/Scenes/bowl-on-edge.json
mkdir -p build/demo

heading "A ceramic bowl falls on its edge"
"$fracturesim" run "$scene" -o build/demo
"$fracturesim" render "$scene" -o build/demo/bowl.png >/dev/null

heading "Look at it"
echo "The run, in any browser:  $PWD/build/demo/viewer.html"
echo "Six of its frames:        $PWD/build/demo/bowl.png"
