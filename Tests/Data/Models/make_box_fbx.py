# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Writes box_inches.fbx: a binary FBX 7.4 of a box of 1 x 2 x 3 inches made of quads, with normals, UVs, two materials
and a node that moves it by 10 inches along x. assimp 5.2 cannot write binary FBX that it reads itself."""
import struct
import sys


class Id(int):
	"""An object's number, which FBX wants in 64 bits; 0 is the scene."""


def prop(value):
	if isinstance(value, str):
		data = value.encode()
		return b"S" + struct.pack("<I", len(data)) + data
	if isinstance(value, int):
		return b"L" + struct.pack("<q", value) if isinstance(value, Id) else b"I" + struct.pack("<i", value)
	if isinstance(value, float):
		return b"D" + struct.pack("<d", value)
	kind, code = ("d", b"d") if isinstance(value[0], float) else ("i", b"i")
	data = struct.pack(f"<{len(value)}{kind}", *value)
	return code + struct.pack("<III", len(value), 0, len(data)) + data


def node(start, name, props=(), children=()):
	"""Bytes of a node that begins at file offset `start`."""
	data = b"".join(prop(p) for p in props)
	head = 13 + len(name)
	body = b""
	for child in children:
		body += node(start + head + len(data) + len(body), *child)
	if children:
		body += bytes(13)
	end = start + head + len(data) + len(body)
	return struct.pack("<IIIB", end, len(props), len(data), len(name)) + name.encode() + data + body


def layer(name, items):
	mapping = [("Version", (101,)), ("Name", ("",))]
	return (name, (0,), mapping + items)


SCENE, GEOMETRY, MODEL, OAK, IRON = Id(0), Id(101), Id(102), Id(103), Id(104)
corners = [float(c) for i in range(8) for c in (i & 1, i & 2, (i & 4) * 3 // 4)]
faces = [(0, 4, 6, 2), (1, 3, 7, 5), (0, 1, 5, 4), (2, 6, 7, 3), (0, 2, 3, 1), (4, 5, 7, 6)]
normals = [(-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1)]
indices = [i if k < 3 else ~i for face in faces for k, i in enumerate(face)]
direct = [("MappingInformationType", ("ByPolygonVertex",)), ("ReferenceInformationType", ("Direct",))]
indexed = [("MappingInformationType", ("ByPolygonVertex",)), ("ReferenceInformationType", ("IndexToDirect",))]
by_polygon = [("MappingInformationType", ("ByPolygon",)), ("ReferenceInformationType", ("IndexToDirect",))]
elements = ["LayerElementNormal", "LayerElementUV", "LayerElementMaterial"]
geometry = (
	"Geometry",
	(GEOMETRY, "box\x00\x01Geometry", "Mesh"),
	[
		("Vertices", (corners,)),
		("PolygonVertexIndex", (indices,)),
		layer(elements[0], direct + [("Normals", ([float(c) for n in normals for _ in range(4) for c in n],))]),
		layer(elements[1], indexed + [("UV", ([0.25, 0.125, 0.75, 0.125, 0.75, 0.5, 0.25, 0.5],)), ("UVIndex", ([0, 1, 2, 3] * 6,))]),
		layer(elements[2], by_polygon + [("Materials", ([0, 0, 0, 0, 1, 1],))]),
		("Layer", (0,), [("Version", (100,))] + [("LayerElement", (), [("Type", (e,)), ("TypedIndex", (0,))]) for e in elements]),
	],
)
move = ("P", ("Lcl Translation", "Lcl Translation", "", "A", 10.0, 0.0, 0.0))
model = ("Model", (MODEL, "box\x00\x01Model", "Mesh"), [("Version", (232,)), ("Properties70", (), [move])])
materials = [
	("Material", (id_, name + "\x00\x01Material", ""), [("Version", (102,)), ("ShadingModel", ("lambert",))])
	for id_, name in ((OAK, "oak"), (IRON, "iron"))
]
unit = ("P", ("UnitScaleFactor", "double", "Number", "", 2.54))
links = [(MODEL, SCENE), (GEOMETRY, MODEL), (OAK, MODEL), (IRON, MODEL)]
top = [
	("FBXHeaderExtension", (), [("FBXHeaderVersion", (1003,)), ("FBXVersion", (7400,)), ("Creator", ("FractureSim tests",))]),
	("GlobalSettings", (), [("Version", (1000,)), ("Properties70", (), [unit])]),
	("Objects", (), [geometry, model] + materials),
	("Connections", (), [("C", ("OO",) + link) for link in links]),
]
out = b"Kaydara FBX Binary  \x00\x1a\x00" + struct.pack("<I", 7400)
for entry in top:
	out += node(len(out), *entry)
out += bytes(13 + 160)
with open(sys.argv[1] if len(sys.argv) > 1 else "box_inches.fbx", "wb") as file:
	file.write(out)
