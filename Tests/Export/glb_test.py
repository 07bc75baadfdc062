#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Breaks shapes with the program and recomputes closedness, volume and area from the GLB alone, with code of its own."""
import collections
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

PROGRAM = None
FLOAT = 2.0**-23  # a float's step at 1
COMPONENTS = {5123: ("H", 2), 5125: ("I", 4), 5126: ("f", 4)}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3}


def run(*arguments):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.stderr}")
    return done.stdout


class Glb:
    """The document of a GLB file and its arrays."""

    def __init__(self, path):
        data = path.read_bytes()
        magic, version, length = struct.unpack_from("<4sII", data)
        assert (magic, version, length) == (b"glTF", 2, len(data))
        chunk, kind = struct.unpack_from("<I4s", data, 12)
        assert kind == b"JSON"
        self.document = json.loads(data[20 : 20 + chunk])
        self.bytes = data[20 + chunk + 8 :]

    def array(self, number):
        accessor = self.document["accessors"][number]
        view = self.document["bufferViews"][accessor["bufferView"]]
        kind, size = COMPONENTS[accessor["componentType"]]
        width = WIDTHS[accessor["type"]]
        stride = view.get("byteStride", width * size)
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        rows = [struct.unpack_from(f"<{width}{kind}", self.bytes, start + i * stride) for i in range(accessor["count"])]
        return [row[0] for row in rows] if width == 1 else rows

    def pieces(self):
        """Each node with a mesh: its translation and its triangles as (material, three points)."""
        for node in self.document["nodes"]:
            if "mesh" not in node:
                continue
            triangles = []
            for primitive in self.document["meshes"][node["mesh"]]["primitives"]:
                points = self.array(primitive["attributes"]["POSITION"])
                corners = self.array(primitive["indices"])
                name = self.document["materials"][primitive["material"]]["name"]
                triangles += [(name, [points[i] for i in corners[k : k + 3]]) for k in range(0, len(corners), 3)]
            yield node, triangles


def cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def doubled_area_vector(p):
    return cross(*([x - y for x, y in zip(q, p[0])] for q in p[1:]))


def area(p):
    return 0.5 * math.hypot(*doubled_area_vector(p))


def volume(triangles):
    return math.fsum(sum(x * y for x, y in zip(p[0], doubled_area_vector(p))) for _, p in triangles) / 6.0


def open_edges(triangles):
    """Edges that are not run through as often one way as the other; corners are the same if their bits are."""
    balance = collections.Counter()
    for _, p in triangles:
        for a, b in ((p[0], p[1]), (p[1], p[2]), (p[2], p[0])):
            balance[(min(a, b), max(a, b))] += (a < b) - (a > b)
    return [edge for edge, count in balance.items() if count != 0]


def obj_area(path):
    points, total = [], 0.0
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if words[:1] == ["v"]:
            points.append([float(x) for x in words[1:4]])
        elif words[:1] == ["f"]:
            corners = [points[int(word.split("/")[0]) - 1] for word in words[1:]]
            total += sum(area([corners[0], corners[k], corners[k + 1]]) for k in range(1, len(corners) - 1))
    return total


class GlbTest(unittest.TestCase):
    def check(self, folder, report, glb):
        pieces = list(glb.pieces())
        self.assertEqual(len(pieces), report["fragments"])
        self.assertGreater(len(pieces), 2)
        whole = report["volume_parent_m3"]
        # Corners are rounded to floats about their piece's middle.
        tolerance = 100.0 * FLOAT
        for node, triangles in pieces:
            self.assertEqual(open_edges(triangles), [], node["name"])
            self.assertGreater(volume(triangles), 0.0)
            self.assertLess(abs(volume(triangles) - node["extras"]["volume"]), tolerance * whole)
        self.assertLess(abs(report["volume_children_m3"] - whole), 1e-9 * whole)
        total = sum(volume(triangles) for _, triangles in pieces)
        debris = report["debris_kg"] / (pieces[0][0]["extras"]["mass"] / pieces[0][0]["extras"]["volume"])
        self.assertLess(abs(total + debris - whole), tolerance * whole)

        # Two kinds of faces: the artist's keep their area, and crack faces lie on each other, two and two.
        outer = math.fsum(area(p) for _, triangles in pieces for name, p in triangles if name != "Inside")
        expected = obj_area(folder / "shape.obj")
        self.assertLess(abs(outer - expected), tolerance * expected if report["debris"] == 0 else 0.01 * expected)
        self.assertEqual({name for _, triangles in pieces for name, _ in triangles} & {"Inside"}, {"Inside"})
        self.assertGreater(len(glb.document["materials"]), 1)
        if report["debris"] == 0:
            vector = [0.0, 0.0, 0.0]
            for _, triangles in pieces:
                for name, p in triangles:
                    if name == "Inside":
                        vector = [x + y for x, y in zip(vector, doubled_area_vector(p))]
            self.assertLess(math.hypot(*vector), tolerance * expected)

    def check_explosion(self, glb, factor):
        """Every piece goes straight away from the middle, and comes back."""
        (animation,) = glb.document["animations"]
        moved = set()
        for channel in animation["channels"]:
            self.assertEqual(channel["target"]["path"], "translation")
            sampler = animation["samplers"][channel["sampler"]]
            start, away, *back = glb.array(sampler["output"])
            rest = glb.document["nodes"][channel["target"]["node"]]["translation"]
            moved.add(channel["target"]["node"])
            for a, b, c, d in zip(rest, start, away, *back):
                self.assertEqual((a, a), (b, d))
                self.assertLess(abs(c - (1.0 + factor) * a), 2.0 * FLOAT * abs(c) + 1e-9)
            times = glb.array(sampler["input"])
            self.assertEqual(sorted(set(times)), times)
        self.assertEqual(moved, {i for i, node in enumerate(glb.document["nodes"]) if "mesh" in node})

    def test_recomputes_pieces_from_the_file(self):
        for shape, impulse, sizes in (
            ("slab", "0.02 0.01 0.04 0 0 -60", ["--length", 0.4, "--thickness", 0.04, "--edge", 0.05]),
            ("torus", "0.1 0 0.04 -30 0 -20", []),
            ("wall", "0.2 -0.08 0.9 0 3000 0", ["--length", 2, "--height", 1.5, "--thickness", 0.16, "--edge", 0.2]),
        ):
            with self.subTest(shape), tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name)
                run("make", shape, *sizes, "-o", folder / "shape.obj")
                run("bake", folder / "shape.obj", "--tets", 1500, "--material", "ceramic")
                arguments = ("--impulse", impulse, "-o", folder / "out.glb", "--explode", 0.5, "--json")
                report = json.loads(run("break", folder / "shape.frac", *arguments))
                glb = Glb(folder / "out.glb")
                self.check(folder, report, glb)
                self.check_explosion(glb, 0.5)

    def test_sees_a_missing_triangle(self):
        corners = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
        closed = [("", [corners[i] for i in face]) for face in ((0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3))]
        self.assertEqual(open_edges(closed), [])
        self.assertAlmostEqual(volume(closed), 1.0 / 6.0)
        self.assertEqual(len(open_edges(closed[1:])), 3)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
