#!/usr/bin/env bash
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
# Builds the program, bakes a bowl and draws it. Installs the packages it lacks.
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
heading "A picture of it, cut open"
run picture build/demo/bowl.frac -o build/demo/bowl.png --colour tets --cut-plane x
printf '\n%sThe picture is %s/build/demo/bowl.png%s\n' "$green" "$PWD" "$plain"
