#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Bakes shapes with the program and recomputes from the exported tets, by other formulas, what it says of them."""
import csv
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = None


def run(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


def sub(a, b):
    return [x - y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def read_tets(folder, asset):
    """Nodes and tets as `info --export-tets` writes them."""
    run("info", asset, "--export-tets", folder / "nodes.csv", folder / "tets.csv")

    def rows(name, kind):
        with open(folder / name, newline="", encoding="utf-8") as file:
            return [[kind(value) for value in row[1:]] for row in itertools.islice(csv.reader(file), 1, None)]

    return rows("nodes.csv", float), rows("tets.csv", int)


def dihedrals(p):
    """The six angles of a tet in degrees, each between two faces by their normals."""
    normals = []
    for k in range(4):
        a, b, c = (p[i] for i in range(4) if i != k)
        n = cross(sub(b, a), sub(c, a))
        side = dot(n, sub(p[k], a))
        scale = math.copysign(1.0 / math.sqrt(dot(n, n)), side)
        normals.append([x * scale for x in n])
    for a, b in itertools.combinations(normals, 2):
        yield math.degrees(math.acos(max(-1.0, min(1.0, -dot(a, b)))))


def mass_properties(nodes, tets, density):
    """Mass, centre and inertia about it, tet by tet: the second moments of a tet are V/20 (sum x x^T + 16 c c^T)."""
    volume, first, second = 0.0, [0.0] * 3, [[0.0] * 3 for _ in range(3)]
    for tet in tets:
        p = [nodes[i] for i in tet]
        v = dot(sub(p[1], p[0]), cross(sub(p[2], p[0]), sub(p[3], p[0]))) / 6.0
        c = [sum(x) / 4.0 for x in zip(*p)]
        volume += v
        for i in range(3):
            first[i] += v * c[i]
            for j in range(3):
                second[i][j] += v / 20.0 * (sum(x[i] * x[j] for x in p) + 16.0 * c[i] * c[j])
    centre = [x / volume for x in first]
    about = [[second[i][j] - volume * centre[i] * centre[j] for j in range(3)] for i in range(3)]
    trace = sum(about[i][i] for i in range(3))
    inertia = [[density * ((trace if i == j else 0.0) - about[i][j]) for j in range(3)] for i in range(3)]
    return volume, centre, inertia


class ExportTest(unittest.TestCase):
    def check(self, report, nodes, tets, tolerance):
        angles = [angle for tet in tets for angle in dihedrals([nodes[i] for i in tet])]
        self.assertAlmostEqual(min(angles), report["min_dihedral_deg"], places=6)
        self.assertAlmostEqual(max(angles), report["max_dihedral_deg"], places=6)
        self.assertGreaterEqual(min(angles), 10.7)
        self.assertLessEqual(max(angles), 164.8)
        volume, centre, inertia = mass_properties(nodes, tets, report["density_kgm3"])
        self.assertLess(abs(volume - report["tet_volume_m3"]), 1e-9 * volume)
        size = volume ** (1.0 / 3.0)
        self.assertLess(abs(volume - report["volume_m3"]), tolerance * volume)
        for i in range(3):
            self.assertLess(abs(centre[i] - report["center_m"][i]), tolerance * size)
            for j in range(3):
                largest = max(inertia[k][k] for k in range(3))
                self.assertLess(abs(inertia[i][j] - report["inertia_kgm2"][i][j]), tolerance * largest)

    def test_recomputes_what_the_program_says(self):
        for shape, tets in (("torus", 800), ("clay-pot", 1500), ("letter-E", 600)):
            with self.subTest(shape), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                run("make", shape, "-o", folder / "shape.obj")
                report = json.loads(run("bake", folder / "shape.obj", "--tets", tets, "--json"))
                nodes, elements = read_tets(folder, folder / "shape.frac")
                self.assertEqual((len(nodes), len(elements)), (report["nodes"], report["tets"]))
                # Mass properties are those of the surface; the tets follow it to the lattice's accuracy.
                self.check(report, nodes, elements, 0.08)

                # A ready tet mesh has those of its tets, to rounding.
                with open(folder / "again.node", "w", encoding="utf-8") as file:
                    print(len(nodes), 3, 0, 0, file=file)
                    for i, p in enumerate(nodes):
                        print(i, *map(repr, p), file=file)
                with open(folder / "again.ele", "w", encoding="utf-8") as file:
                    print(len(elements), 4, 0, file=file)
                    for i, tet in enumerate(elements):
                        print(i, *tet, file=file)
                again = json.loads(run("bake", folder / "again.node", "-o", folder / "again.frac", "--json"))
                self.check(again, nodes, elements, 1e-9)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
