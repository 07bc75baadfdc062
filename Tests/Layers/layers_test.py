#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Who may include whom. `--graph` prints the includes between folders instead of testing them."""
import collections
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORE = ROOT / "Source" / "FractureCore"
PROGRAMS = ROOT / "Source" / "Programs"

# Folders of FractureCore/Private from the bottom up: each may include itself and those named. Every other folder is a
# stage of the pipeline: it may include these and the public headers, never another stage. Stages meet only through
# the public headers, as a host meets them.
BELOW_THE_STAGES = {"Base": set(), "Math": {"Base"}, "Mesh": {"Base", "Math"}}
# Exceptions, (includer, included), each with its reason here.
ALLOWED = set()

EIGEN_GATE = CORE / "Private" / "Math" / "EigenConfig.h"
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def sources(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in {".h", ".cpp"})


def includes(path):
    return INCLUDE.findall(path.read_text(encoding="utf-8"))


def private_edges():
    """(file, its folder, included path, its folder) for every include inside FractureCore/Private."""
    private = CORE / "Private"
    for path in sources(private):
        own = path.relative_to(private).parts[0] if path.parent != private else ""
        for quote, target in includes(path):
            if quote == '"' and (private / target).is_file():
                yield path, own, target, pathlib.PurePosixPath(target).parts[0]
            elif quote == '"' and (path.parent / target).is_file():
                yield path, own, target, own


class LayersTest(unittest.TestCase):
    def test_stages_do_not_include_each_other(self):
        for path, own, target, folder in private_edges():
            allowed = BELOW_THE_STAGES.get(own, set(BELOW_THE_STAGES)) | {own}
            if (own, folder) not in ALLOWED:
                self.assertIn(folder, allowed, f"{path.relative_to(ROOT)} includes {target}")

    def test_public_headers_include_only_public_and_standard_headers(self):
        for path in sources(CORE / "Public"):
            for quote, target in includes(path):
                place = f"{path.relative_to(ROOT)} includes {target}"
                if quote == '"':
                    self.assertTrue(target.startswith("FractureCore/"), place)
                    self.assertTrue((CORE / "Public" / target).is_file(), place)
                else:
                    self.assertRegex(target, r"^[a-z_0-9]+$", place)  # <vector>, not <Eigen/Core> or <windows.h>
                    self.assertNotIn(target, {"iostream", "fstream", "sstream", "regex", "thread"}, place)

    def test_eigen_comes_through_its_gate_only(self):
        for path in sources(CORE) + sources(PROGRAMS):
            if path != EIGEN_GATE:
                for _, target in includes(path):
                    self.assertFalse(target.startswith(("Eigen/", "unsupported/Eigen")), path.relative_to(ROOT))

    def test_public_headers_do_not_name_eigen(self):
        for path in sources(CORE / "Public"):
            self.assertNotIn("Eigen::", path.read_text(encoding="utf-8"), path.relative_to(ROOT))

    def test_programs_use_the_core_through_its_public_headers(self):
        for path in sources(PROGRAMS):
            for quote, target in includes(path):
                if quote == '"':
                    self.assertFalse((CORE / "Private" / target).is_file(), f"{path.relative_to(ROOT)}: {target}")

    def test_the_toolkit_does_not_know_the_command_line(self):
        for path in sources(PROGRAMS / "Toolkit"):
            for quote, target in includes(path):
                if quote == '"':
                    self.assertFalse((PROGRAMS / "Cli" / target).is_file() or target.startswith("Cli/"), path)
                self.assertFalse(target.startswith("CLI/"), path.relative_to(ROOT))

    def test_every_source_names_its_licence_and_every_header_is_guarded(self):
        for path in sources(ROOT / "Source") + sources(ROOT / "Tests"):
            lines = path.read_text(encoding="utf-8").splitlines()
            with self.subTest(file=str(path.relative_to(ROOT))):
                self.assertIn("SPDX-License-Identifier: MIT", lines[0])
                if path.suffix == ".h":
                    self.assertEqual(lines[1], "#pragma once")


def print_graph():
    counts = collections.Counter((own or "(module)", folder) for _, own, _, folder in private_edges() if own != folder)
    for (own, folder), count in sorted(counts.items()):
        print(f"{own:10} -> {folder:10} {count:4} includes")


if __name__ == "__main__":
    if "--graph" in sys.argv:
        print_graph()
    else:
        unittest.main()
