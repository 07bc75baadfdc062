# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
# Shared by demo.sh and test.sh; sourced by bash.

# To build and run the program.
# zlib1g-dev: Debian's assimp asks for it at link time without depending on it.
program_packages=(g++ cmake ninja-build libeigen3-dev libassimp-dev zlib1g-dev nlohmann-json3-dev libcli11-dev libstb-dev libbullet-dev)
# The server of `fracturesim studio`; without them the program is built without it.
optional_program_packages=(pkg-config libcpp-httplib-dev)
# What the tests need besides.
test_packages=(libgtest-dev python3 clang g++-mingw-w64-x86-64-posix)
# Used where the distribution has them.
optional_test_packages=(clang-format-14 clang-tidy chromium)

if [ -t 1 ]; then bold=$'\e[1m' red=$'\e[31m' green=$'\e[32m' plain=$'\e[0m'; else bold= red= green= plain=; fi

heading() { printf '\n%s== %s%s\n' "$bold" "$*" "$plain"; }

# Prints those of the packages that are not installed.
missing_packages()
{
	local package
	for package in "$@"; do
		[[ $(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) == *'ok installed'* ]] || echo "$package"
	done
}

# Runs a command as root; the caller has made sure that it can.
as_root()
{
	if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install()
{
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q --no-install-recommends "$@"
}

# No pipe into `grep -q`: it leaves early, and with pipefail whoever still writes then turns a yes into a no.
has_candidate() { [[ $(apt-cache policy "$1" 2>/dev/null) == *'Candidate: '[^\(]* ]]; }

# Installs what is missing and nothing else, so a second run needs neither root nor a network.
need_packages()
{
	local missing package
	mapfile -t missing < <(missing_packages "$@")
	[ ${#missing[@]} = 0 ] && return 0
	if ! command -v apt-get >/dev/null; then
		echo "These packages are missing, and only Debian's and Ubuntu's apt-get is known here: ${missing[*]}" >&2
		return 1
	fi
	if [ "$(id -u)" != 0 ] && ! command -v sudo >/dev/null; then
		echo "These packages are missing, and there is neither root nor sudo. As root: apt-get install ${missing[*]}" >&2
		return 1
	fi
	heading "Installing ${missing[*]}"
	for package in "${missing[@]}"; do
		has_candidate "$package" || { as_root apt-get update -q; break; }
	done
	apt_install "${missing[@]}" && return 0
	# Old package lists name files that the servers no longer have.
	as_root apt-get update -q && apt_install "${missing[@]}"
}

# As above, but a distribution may lack them: the tests then say what they could not check.
want_packages()
{
	local package wanted=()
	for package in $(missing_packages "$@"); do
		if has_candidate "$package"; then wanted+=("$package"); fi
	done
	[ ${#wanted[@]} = 0 ] || need_packages "${wanted[@]}" || true
}

# The sanitizers' libraries for the clang that is there; it only recommends them.
want_clang_runtime() { want_packages "libclang-rt-$(clang -dumpversion | cut -d. -f1)-dev"; }

# The build takes three.js from npm, which may come from elsewhere than the distribution.
want_npm() { command -v npm >/dev/null || want_packages nodejs npm; }

# configure PRESET [CMAKE-ARGUMENTS...]
configure()
{
	if command -v ccache >/dev/null; then export CMAKE_CXX_COMPILER_LAUNCHER=ccache; fi
	cmake --preset "$@" --log-level=WARNING >/dev/null
}

# build PRESET [TARGET...]
build()
{
	local preset=$1
	shift
	cmake --build "build/$preset" --parallel "$(nproc)" ${1+--target "$@"}
}
