#!/usr/bin/env bash
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
# Builds the program, bakes a bowl, breaks it and draws the pieces. Installs the packages it lacks.
set -euo pipefail
cd "$(dirname "$0")"
. scripts/common.sh

need_packages "${program_packages[@]}"
heading "Building the program (Release, $(nproc) cores)"
configure release -DFRACTURESIM_TESTS=OFF
build release fracturesim
fracturesim=build/release/fracturesim
mkdir -p build/demo

run() { printf '%s$ fracturesim %s%s\n' "$bold" "$*" "$plain"; "$fracturesim" "$@"; }

heading "A bowl becomes a fracture asset"
run make bowl -o build/demo/bowl.obj
run bake build/demo/bowl.obj -o build/demo/bowl.frac --material ceramic --tets 20000
heading "What is in it"
run info build/demo/bowl.frac
heading "A blow on its rim"
run break build/demo/bowl.frac --impulse "0.075 0 0.06 -0.8 0 0" -o build/demo/pieces.glb --explode 0.5
heading "A picture of the pieces, pulled apart"
run picture build/demo/pieces.glb -o build/demo/pieces.png --colour fragments --explode 0.35 --view "235 35" --size 1000x667
printf '\n%sThe picture is %s/build/demo/pieces.png; pieces.glb beside it opens in Blender and in any glTF viewer.%s\n' \
	"$green" "$PWD" "$plain"
