#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Compiles every public header of the core alone, and again after the macros of Unreal and Windows, with each compiler
named on the command line. The core's sources follow as one file after Unreal's macros: that is what a unity build of
Unreal's build tool does to the files that it puts after FractureCoreModule.cpp."""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PUBLIC = ROOT / "Source" / "FractureCore" / "Public"
PRIVATE = ROOT / "Source" / "FractureCore" / "Private"
FLAGS = ["-std=c++20", "-fno-exceptions", "-fno-rtti", "-Wall", "-Wextra", "-Wshadow", "-Wundef", "-Werror",
         "-fsyntax-only", "-x", "c++", f"-I{PUBLIC}", f"-I{ROOT / 'Tests' / 'Headers'}"]
EIGEN = os.environ.get("EIGEN3_INCLUDE_DIR", "/usr/include/eigen3")
WINDOWS_COMPILER = "x86_64-w64-mingw32-g++-posix"
COMPILERS = []


def standard_includes():
    """Every standard header that a public header names, so that hostile words meet our code and not the library's."""
    names = set()
    for header in PUBLIC.rglob("*.h"):
        names.update(re.findall(r"#include <(\w+)>", header.read_text(encoding="utf-8")))
    return "".join(f"#include <{name}>\n" for name in sorted(names))


def compile_text(compiler, text, extra=()):
    result = subprocess.run([compiler, *FLAGS, *extra, "-"], input=text, capture_output=True, text=True, check=False)
    return result.stderr if result.returncode else ""


def core_sources():
    """The core's sources but for the one that needs Unreal."""
    return sorted(path for path in PRIVATE.rglob("*.cpp") if path.name != "FractureCoreModule.cpp")


def core_files():
    """Sources and headers with their texts."""
    paths = [*core_sources(), *sorted(PUBLIC.rglob("*.h")), *sorted(PRIVATE.rglob("*.h"))]
    return [(path, path.read_text(encoding="utf-8")) for path in paths]


# Where the names that the core uses of the standard library are.
HEADER_OF_NAME = {name: header for header, names in {
    "algorithm": "all_of any_of none_of sort stable_sort partial_sort nth_element min max minmax clamp min_element "
                 "max_element find find_if count count_if copy copy_n fill fill_n transform reverse rotate unique remove "
                 "remove_if equal lexicographical_compare lower_bound upper_bound equal_range binary_search partition "
                 "stable_partition for_each set_union set_intersection set_difference includes merge inplace_merge "
                 "push_heap pop_heap make_heap is_sorted adjacent_find replace",
    "array": "array to_array",
    "atomic": "atomic atomic_flag",
    "bit": "bit_cast bit_ceil bit_floor bit_width popcount countr_zero countl_zero endian",
    "cmath": "sqrt cbrt abs pow exp log log2 sin cos tan asin acos atan atan2 floor ceil round hypot isfinite isnan "
             "lround llround fmod",
    "cstdio": "snprintf fprintf",
    "cstring": "memcpy memcmp memset",
    "deque": "deque",
    "functional": "function greater less hash",
    "limits": "numeric_limits",
    "map": "map multimap",
    "memory": "unique_ptr shared_ptr weak_ptr make_unique make_shared addressof",
    "mutex": "mutex lock_guard scoped_lock unique_lock",
    "numeric": "accumulate iota partial_sum inner_product exclusive_scan inclusive_scan gcd lcm reduce",
    "optional": "optional nullopt",
    "queue": "priority_queue queue",
    "set": "set multiset",
    "span": "span",
    "string": "string to_string",
    "string_view": "string_view",
    "tuple": "tuple tie make_tuple",
    "utility": "move swap exchange pair forward make_pair as_const",
    "variant": "variant get_if holds_alternative visit",
    "vector": "vector erase_if",
}.items() for name in names.split()}


def names_without_header(text, included):
    """Names of the standard library in a text for which no header is in what it includes, itself among that."""
    code = re.sub(r"//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"", "", text)
    found = set(re.findall(r"#include <(\w+)>", included))
    return {name: HEADER_OF_NAME[name] for name in re.findall(r"\bstd::(\w+)\b", code)
            if name in HEADER_OF_NAME and HEADER_OF_NAME[name] not in found}


def included_text(path, texts):
    """The text of a file of the core and of all headers of the core that it includes."""
    seen, todo = set(), [path]
    while todo:
        current = todo.pop()
        if current in seen:
            continue
        seen.add(current)
        for name in re.findall(r'#include "([\w/.]+)"', texts[current]):
            todo += [folder / name for folder in (PRIVATE, PUBLIC, current.parent) if folder / name in texts]
    return "".join(texts[each] for each in sorted(seen))


class HeadersTest(unittest.TestCase):
    def compile_all(self, jobs):
        """jobs: (name, compiler, text, extra flags)"""
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            answers = pool.map(lambda job: compile_text(job[1], job[2], job[3]), jobs)
            for job, errors in zip(jobs, answers):
                with self.subTest(file=job[0], compiler=job[1]):
                    self.assertEqual(errors, "")

    def headers(self):
        found = sorted(PUBLIC.rglob("*.h"))
        self.assertTrue(found)
        return [(header.name, f'#include "{header.relative_to(PUBLIC)}"\n') for header in found]

    def test_every_public_header_compiles_alone(self):
        # One compiler will do: whether a header includes what it uses depends on the library, which all share.
        self.compile_all([(name, COMPILERS[0], text, []) for name, text in self.headers()])

    def test_every_public_header_survives_the_macros_of_unreal_and_windows(self):
        # All at once: macros meet each header's own text, whatever stands before it.
        text = standard_includes() + '#include "HostileMacros.h"\n' + "".join(text for _, text in self.headers())
        self.compile_all([("all", compiler, text, []) for compiler in COMPILERS])

    def test_the_macros_are_hostile(self):
        # A header that used them must fail, else the test above proves nothing.
        prelude = standard_includes() + '#include "HostileMacros.h"\n'
        for word in ("check", "verify", "ensure", "min", "max"):
            text = prelude + f"struct Careless {{ int {word}(int value); }};\n"
            self.assertNotEqual(compile_text(COMPILERS[0], text), "", word)
        for word in ("PI", "IN", "OUT", "ERROR", "small", "near", "interface", "INDEX_NONE"):
            text = prelude + f"inline int Careless(int {word}) {{ return {word} * 2; }}\n"
            self.assertNotEqual(compile_text(COMPILERS[0], text), "", word)

    def test_the_core_as_one_file_survives_the_macros_of_unreal(self):
        text = '#define FRACTURESIM_HOSTILE_UNREAL_ONLY\n#include "HostileMacros.h"\n'
        text += "".join(f'#include "{path.relative_to(PRIVATE)}"\n' for path in core_sources())
        extra = [f"-I{PRIVATE}", "-isystem", EIGEN, "-Wno-error"]
        self.compile_all([("FractureCore", compiler, text, extra) for compiler in COMPILERS])

    def test_every_source_of_the_core_compiles_alone(self):
        # `release` and the sanitizers compile batches, in which a file may live on what another one includes. One compiler
        # will do here too. The library's headers are read once for all, which saves four fifths of the time; the next
        # test sees to those.
        compiler = COMPILERS[-1]
        names = sorted(set(re.findall(r"#include <(\w+)>", "".join(text for _, text in core_files()))))
        extra = [f"-I{PRIVATE}", "-isystem", EIGEN, "-DEIGEN_MPL2_ONLY"]
        with tempfile.TemporaryDirectory() as folder:
            library = pathlib.Path(folder) / "Library.h"
            library.write_text("".join(f"#include <{name}>\n" for name in names), encoding="utf-8")
            flags = [flag for flag in FLAGS if flag not in ("-fsyntax-only", "-x", "c++")]
            subprocess.run([compiler, *flags, *extra, "-x", "c++-header", str(library), "-o", f"{library}.gch"], check=True)
            extra += ["-include", str(library)]
            self.compile_all([(path.name, compiler, f'#include "{path.relative_to(PRIVATE)}"\n', extra)
                              for path in core_sources()])

    def test_every_file_of_the_core_names_the_standard_headers_it_uses(self):
        # Its own, or those of headers of the core that it includes, however far.
        texts = {path: text for path, text in core_files()}
        for path, text in texts.items():
            missing = names_without_header(text, included_text(path, texts))
            self.assertEqual(missing, {}, path.relative_to(ROOT))

    def test_a_name_without_its_header_is_seen(self):
        text = "#include <vector>\nstd::vector<int> v; // std::span\nvoid F() { std::sort(v.begin(), v.end()); }\n"
        self.assertEqual(names_without_header(text, text), {"sort": "algorithm"})

    def test_headers_need_no_word_of_unreal_where_modules_are_libraries(self):
        # Unreal's build tool says FRACTURECORE_API=DLLEXPORT, and DLLEXPORT means nothing without its headers.
        text = "".join(text for _, text in self.headers())
        compilers = COMPILERS + [name for name in [WINDOWS_COMPILER] if shutil.which(name)]
        shared = ["-DFRACTURECORE_API=DLLEXPORT", "-DFRACTURECORE_SHARED=1"]
        jobs = [("all, from outside", compiler, text, shared) for compiler in compilers]
        jobs += [("all, from inside", compiler, text, shared + ["-DFRACTURECORE_BUILDING=1"]) for compiler in compilers]
        self.compile_all(jobs)


if __name__ == "__main__":
    COMPILERS = [name for name in sys.argv[1:] if shutil.which(name)]
    if not COMPILERS:
        sys.exit("headers_test.py: none of the compilers named was found")
    print("compilers:", *COMPILERS)
    unittest.main(argv=sys.argv[:1])
