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
        prelude = standard_includes() + '#include "HostileMacros.h"\n'
        jobs = [(name, compiler, prelude + text, []) for name, text in self.headers() for compiler in COMPILERS]
        self.compile_all(jobs)

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
        cores = sorted(path for path in PRIVATE.rglob("*.cpp") if path.name != "FractureCoreModule.cpp")
        text = '#define FRACTURESIM_HOSTILE_UNREAL_ONLY\n#include "HostileMacros.h"\n'
        text += "".join(f'#include "{path.relative_to(PRIVATE)}"\n' for path in cores)
        extra = [f"-I{PRIVATE}", "-isystem", EIGEN, "-Wno-error"]
        self.compile_all([("FractureCore", compiler, text, extra) for compiler in COMPILERS])

    def test_every_source_of_the_core_compiles_alone(self):
        # `release` and the sanitizers compile batches, in which a file may live on what another one includes. One compiler
        # will do here too.
        cores = sorted(path for path in PRIVATE.rglob("*.cpp") if path.name != "FractureCoreModule.cpp")
        extra = [f"-I{PRIVATE}", "-isystem", EIGEN, "-DEIGEN_MPL2_ONLY"]
        self.compile_all([(path.name, COMPILERS[-1], f'#include "{path.relative_to(PRIVATE)}"\n', extra) for path in cores])

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
