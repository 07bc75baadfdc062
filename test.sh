#!/usr/bin/env bash
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
# Runs every check there is. Installs the packages it lacks. A failed part does not stop the next; the last line sums up.
set -uo pipefail
cd "$(dirname "$0")" || exit 1
. scripts/common.sh

passed=0
failed=0
summary=()
reasons=()

finish()
{
	if [ ${#reasons[@]} != 0 ]; then
		heading "What failed"
		printf '%s\n' "${reasons[@]}"
	fi
	heading "Summary"
	printf '%s\n' "${summary[@]}"
	printf '%d passed, %d failed\n' "$passed" "$failed"
	[ "$failed" = 0 ]
	exit
}

# How the parts say it: the pages, googletest, the compilers and the sanitizers.
failures='^FAILED  |^\[  FAILED  \]|: Failure$|\((Failed|Timeout|SEGFAULT|Subprocess aborted)\)$|error:|runtime error|Sanitizer: '

# count NAME CODE SECONDS LOG: tests that ctest counted in the log are added one by one, else the part counts as one.
count()
{
	local name=$1 code=$2 seconds=$3 log=$4 ran=0 broken=0 total lost
	while read -r lost total; do
		ran=$((ran + total))
		broken=$((broken + lost))
	done < <(sed -n 's/.*tests passed, \([0-9]*\) tests failed out of \([0-9]*\).*/\1 \2/p' "$log")
	[ "$ran" = 0 ] && ran=1
	[ "$code" != 0 ] && [ "$broken" = 0 ] && broken=1 && ran=$((ran > 1 ? ran + 1 : 1))
	passed=$((passed + ran - broken))
	failed=$((failed + broken))
	local word="${green}passed${plain}"
	if [ "$broken" != 0 ]; then
		word="${red}FAILED${plain}"
		# Where only the end of a long log is kept, it still tells which tests they were.
		reasons+=("$name:" "$(grep -E -A 2 "$failures" "$log" | cut -c 1-1000 | tail -n 20)")
	fi
	rm -f "$log"
	summary+=("$(printf '%s  %-52s %4d tests  %4d s' "$word" "$name" "$ran" "$seconds")")
	echo "${summary[-1]}"
}

# part NAME COMMAND [NAME COMMAND]: runs one part, or two that leave a core idle each, side by side.
part()
{
	local start=$SECONDS log aside= aside_log code
	mkdir -p build
	log=$(mktemp build/part.XXXXXX)
	if [ $# -gt 2 ]; then
		aside_log=$(mktemp build/part.XXXXXX)
		( "$4"; code=$?; echo "took $SECONDS" >>"$aside_log"; exit $code ) >"$aside_log" 2>&1 &
		aside=$!
	fi
	heading "$1"
	"$2" 2>&1 | tee "$log"
	code=${PIPESTATUS[0]}
	count "$1" "$code" $((SECONDS - start)) "$log"
	if [ -n "$aside" ]; then
		wait "$aside"
		code=$?
		heading "$3"
		sed '$d' "$aside_log"
		count "$3" "$code" $(($(sed -n '$s/^took //p' "$aside_log") - start)) "$aside_log"
	fi
}

run_tests()
{
	local preset=$1
	shift
	ctest --test-dir "build/$preset" --parallel "$(nproc)" --output-on-failure --no-tests=error "$@"
}

release()
{
	configure release -DFRACTURESIM_TESTS=ON && build release && run_tests release
}

core_as_one_file()
{
	# One compiler call each, so both run at once. File by file, clang reads the core in Tests/Headers.
	configure gcc-unity && configure clang-unity || return
	build gcc-unity FractureCore &
	local gcc=$! code=0
	build clang-unity FractureCore || code=1
	wait "$gcc" || code=1
	return "$code"
}

address_sanitizer()
{
	configure asan-ubsan && build asan-ubsan && run_tests asan-ubsan -LE repo
}

thread_sanitizer()
{
	configure tsan && build tsan fracture_thread_tests fracture_unreal_tests && run_tests tsan -L threads
}

windows()
{
	configure mingw && build mingw fracturesim && scripts/run-windows-program.sh
}

lint()
{
	if ! command -v clang-tidy >/dev/null; then echo "clang-tidy is not installed: not checked"; return 0; fi
	scripts/lint.sh
}

browser()
{
	# The release build has made the program.
	scripts/browser.sh
}

fuzz()
{
	# The sanitizers' build has made the targets.
	build asan-ubsan fuzz_targets && scripts/fuzz.sh 30
}

random_impacts()
{
	# One a core, each with impacts of its own; the sanitizers' program is slower and sees more.
	local code=0
	build/release/Tests/fracture_random_impacts --seconds 60 --seed 1 &
	local release=$!
	build/asan-ubsan/Tests/fracture_random_impacts --seconds 60 --seed 2 || code=1
	wait "$release" || code=1
	return "$code"
}

need_packages "${program_packages[@]}" "${test_packages[@]}" || { failed=1; finish; }
want_packages "${optional_program_packages[@]}" "${optional_test_packages[@]}"
want_clang_runtime
want_npm

part "Release build and tests, gcc" release
part "The pages in a browser" browser "clang-tidy on the core" lint
part "Core as one file, gcc and clang" core_as_one_file
part "Address and undefined behaviour sanitizers" address_sanitizer
part "Thread sanitizer, every stage with threads" thread_sanitizer
part "Windows cross-build" windows
part "Fuzzing, 30 s" fuzz "Random impacts, 60 s" random_impacts
finish
