#!/usr/bin/env bash
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
# Runs the Windows program under wine, where wine is installed, and compares its bake with the one of the native program.
set -euo pipefail
cd "$(dirname "$0")/.."

wine=$(command -v wine64 || command -v wine || ls /usr/lib/wine/wine64 2>/dev/null || true)
if [ -z "$wine" ]; then
	echo "wine is not installed: the Windows program was built, not run"
	exit 0
fi
work=$PWD/build/mingw/run
rm -rf "$work"
mkdir -p "$work"
export WINEPREFIX=$PWD/build/mingw/wine WINEDEBUG=-all DISPLAY=
trap 'WINEPREFIX=$WINEPREFIX wineserver -k 2>/dev/null || /usr/lib/wine/wineserver -k 2>/dev/null || true' EXIT

native() { "$PWD/build/release/fracturesim" "$@"; }
windows() { timeout 300 "$wine" "$PWD/build/mingw/fracturesim.exe" "$@" 2>"$work/stderr" | tr -d '\r'; }

same()
{
	if [ "$2" = "$3" ]; then echo "same $1: $2"; else echo "$1 differs: native '$2', Windows '$3'" >&2; return 1; fi
}

# Told, not judged: Docs/Determinism.md promises equal bytes only as far as the C libraries agree.
compare()
{
	if cmp "$2" "$3"; then echo "same $1, byte for byte"; else echo "$1 differs between Linux and Windows"; fi
}

same version "$(native --version)" "$(windows --version)"
native make bowl -o "$work/native.obj"
windows make bowl -o "$work/windows.obj"
compare bowl.obj "$work/native.obj" "$work/windows.obj"
native bake "$work/native.obj" -o "$work/native.frac" --json >"$work/native.json"
windows bake "$work/native.obj" -o "$work/windows.frac" --json >"$work/windows.json"
hash_of() { sed -n 's/.*"key": *"\([0-9a-f]*\)".*/\1/p' "$1"; }
same "key of the bake" "$(hash_of "$work/native.json")" "$(hash_of "$work/windows.json")"
compare bowl.frac "$work/native.frac" "$work/windows.frac"
