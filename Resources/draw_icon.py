#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Draws Icon128.png, the plugin's picture in Unreal's browser: a bowl that cracks. Needs python3 alone."""
import math
import pathlib
import struct
import zlib

SIZE = 128
SAMPLES = 4  # a side, per pixel

RIM = (64.0, 50.0, 46.0, 14.0)  # ellipse: centre and half axes
INNER = (64.0, 51.0, 40.5, 10.5)
BODY_DEPTH = 47.0
FOOT = (64.0, 99.0, 17.0, 5.0)

# Cracks run from the impact on the rim down over the wall: corners, then the width at the two ends.
CRACKS = [
    ([(79, 64), (73, 67), (76, 75), (67, 81), (69, 89), (62, 96)], 3.4, 0.8),
    ([(76, 75), (85, 79), (87, 87)], 2.0, 0.6),
    ([(67, 81), (57, 79), (50, 84), (43, 82)], 1.8, 0.5),
    ([(73, 67), (62, 69), (58, 66)], 1.6, 0.5),
]
# The piece that has left: a hole in the bowl and the shard beside it.
CHIP = [(77, 66), (81, 57), (88, 55), (97, 44), (112, 45), (111, 59), (101, 69), (91, 67), (85, 72)]
SHARD = [(96, 33), (103, 24), (117, 19), (120, 31), (112, 42), (104, 40), (99, 44)]
SPLINTERS = [
    [(88, 36), (92, 29), (94, 36)],
    [(79, 31), (85, 26), (83, 34)],
    [(117, 48), (122, 45), (121, 52)],
]


def mix(a, b, t):
    t = min(1.0, max(0.0, t))
    return tuple(p + (q - p) * t for p, q in zip(a, b))


def ellipse(shape, x, y):
    cx, cy, rx, ry = shape
    return ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2


def inside_polygon(corners, x, y):
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1]):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
            inside = not inside
    return inside


def on_crack(x, y):
    for corners, wide, thin in CRACKS:
        count = len(corners) - 1
        for i in range(count):
            (x0, y0), (x1, y1) = corners[i], corners[i + 1]
            along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2)
            along = min(1.0, max(0.0, along))
            width = wide + (thin - wide) * (i + along) / count
            if math.hypot(x - x0 - along * (x1 - x0), y - y0 - along * (y1 - y0)) < 0.5 * width:
                return True
    return False


def in_body(x, y):
    return y >= RIM[1] and ellipse((RIM[0], RIM[1], RIM[2], BODY_DEPTH), x, y) < 1.0


def glaze(x, y):
    """Wall of the bowl, lit from the upper left."""
    across = (x - RIM[0]) / RIM[2]
    down = (y - RIM[1]) / BODY_DEPTH
    normal = (across, 0.75 * down, math.sqrt(max(0.0, 1.0 - across**2 - 0.5 * down**2)))
    light = max(0.0, -0.55 * normal[0] - 0.25 * normal[1] + 0.8 * normal[2])
    colour = mix((16, 62, 92), (120, 214, 222), light)
    shine = math.exp(-(((x - 39) / 7) ** 2 + ((y - 73) / 11) ** 2))
    return mix(colour, (240, 255, 252), 0.55 * shine)


def background(x, y):
    glow = math.exp(-(((x - 86) / 40) ** 2 + ((y - 54) / 36) ** 2))
    colour = mix((38, 43, 56), (18, 20, 28), y / SIZE)
    return mix(colour, (214, 116, 48), 0.42 * glow)


def shade(x, y):
    """Colour and opacity at a point in pixels."""
    corner = 22.0
    dx = max(abs(x - 64) - (63 - corner), 0.0)
    dy = max(abs(y - 64) - (63 - corner), 0.0)
    if math.hypot(dx, dy) > corner:
        return (0, 0, 0), 0.0
    colour = background(x, y)
    floor_shadow = ellipse((64, 106, 44, 7), x, y)
    colour = mix(colour, (6, 7, 10), 0.75 * (1.0 - floor_shadow))

    for polygon, edge in [(SHARD, 2.2)] + [(splinter, 1.0) for splinter in SPLINTERS]:
        if inside_polygon(polygon, x, y):
            return mix((196, 246, 244), (58, 152, 172), (x - 92) / 34 + (y - 26) / 40), 1.0
        if inside_polygon(polygon, x + edge, y - edge):  # broken edge
            return (246, 222, 186), 1.0

    bowl = in_body(x, y) or ellipse(RIM, x, y) < 1.0
    if bowl and inside_polygon(CHIP, x, y):
        # Through the gap: the far wall above, its broken edge below.
        if not inside_polygon(CHIP, x + 1.8, y + 2.6):
            return (246, 222, 186), 1.0
        if ellipse(INNER, x, y) < 1.0 or y < 60:
            return mix((12, 46, 70), (40, 110, 136), (60 - y) / 18), 1.0
        return mix((64, 36, 30), (24, 28, 40), (y - 58) / 12), 1.0
    if ellipse(INNER, x, y) < 1.0:
        return mix((14, 54, 82), (52, 134, 158), (x - 20) / 90 + (y - 50) / 30), 1.0
    if ellipse(RIM, x, y) < 1.0 and (y < RIM[1] or ellipse(INNER, x, y - 2.5) < 1.35):
        return mix((226, 252, 248), (84, 176, 190), (x - 18) / 92), 1.0
    if in_body(x, y):
        if on_crack(x, y):
            return (255, 190, 104), 1.0
        return glaze(x, y), 1.0
    if ellipse(FOOT, x, y) < 1.0:
        return mix((44, 116, 138), (14, 48, 70), (x - 47) / 34), 1.0
    return colour, 1.0


def draw():
    rows = []
    for row in range(SIZE):
        line = bytearray([0])  # PNG filter: none
        for column in range(SIZE):
            total = [0.0, 0.0, 0.0]
            cover = 0.0
            for j in range(SAMPLES):
                for i in range(SAMPLES):
                    colour, alpha = shade(column + (i + 0.5) / SAMPLES, row + (j + 0.5) / SAMPLES)
                    cover += alpha
                    for k in range(3):
                        total[k] += alpha * colour[k]
            line += bytes(round(value / cover) if cover else 0 for value in total)
            line.append(round(255 * cover / SAMPLES**2))
        rows.append(bytes(line))
    return b"".join(rows)


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main():
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)  # 8 bits, RGBA
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(draw(), 9)) + chunk(b"IEND", b"")
    pathlib.Path(__file__).with_name("Icon128.png").write_bytes(png)


if __name__ == "__main__":
    main()
