#!/usr/bin/env bash
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
# fuzz.sh SECONDS: runs every fuzz target of the preset asan-ubsan from its seeds; the time is shared among them. An
# input that breaks a target stays in build/fuzz/found.
set -euo pipefail
cd "$(dirname "$0")/.."

shopt -s nullglob
targets=(build/asan-ubsan/Tests/Fuzz/fuzz_*)
for i in "${!targets[@]}"; do [ -f "${targets[i]}" ] && [ -x "${targets[i]}" ] || unset "targets[i]"; done
[ ${#targets[@]} -gt 0 ] || { echo "no fuzz target was built" >&2; exit 1; }

mkdir -p build/fuzz/found
for target in "${targets[@]}"; do
	name=${target##*/fuzz_}
	work=build/fuzz/corpus/$name
	mkdir -p "$work"
	echo "$name: $(find "Tests/Fuzz/Corpus/$name" -type f | wc -l) seeds"
	# Hostile sizes must be refused, not allocated: hence the limit on memory.
	"$target" -max_total_time=$(($1 / ${#targets[@]})) -rss_limit_mb=1024 -malloc_limit_mb=256 -timeout=10 \
		-print_final_stats=1 -verbosity=0 -artifact_prefix=build/fuzz/found/ "$work" "Tests/Fuzz/Corpus/$name"
done
