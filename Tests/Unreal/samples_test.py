#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""The sample script calls nothing that is not in the list below, or in the modules' own headers, and running it
twice is harmless. The editor itself is not here: `unreal` is a stand-in made of the names below."""
import ast
import importlib
import json
import pathlib
import py_compile
import re
import sys
import tempfile
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "Content" / "Python"
sys.path.insert(0, str(ROOT / "Tests" / "Unreal" / "Tools"))
sys.dont_write_bytecode = True

import reflection  # noqa: E402

# As on Epic's pages (python-api, or the C++ page of the function that Python's name is made of; 5.3 to 5.7), a class a line.
DOCUMENTED = {
    "unreal": {"get_editor_subsystem", "log", "log_error"},
    "AssetToolsHelpers": {"get_asset_tools"},
    "AssetTools": {"create_asset"},
    "EditorLoadingAndSavingUtils": {"save_dirty_packages_with_dialog"},
    "EditorAssetSubsystem": {"does_asset_exist", "load_asset", "save_loaded_asset"},
    "DataAssetFactory": {"set_editor_property"},
    "LevelEditorSubsystem": {"new_level", "save_current_level"},
    "EditorActorSubsystem": {"spawn_actor_from_object", "spawn_actor_from_class"},
    "Actor": {"set_actor_scale3d", "set_actor_label", "set_editor_property"},
    "ToolMenus": {"get", "find_menu", "refresh_all_widgets"},
    "ToolMenu": {"add_menu_entry"},
    "ToolMenuEntry": {"set_label", "set_tool_tip", "set_string_command"},
    "MultiBlockType": {"MENU_ENTRY"},
    "ToolMenuStringCommandType": {"PYTHON"},
    "Vector": set(), "Vector2D": set(), "Rotator": set(),
    "DirectionalLight": set(), "SkyLight": set(), "PlayerStart": set(),
}
# Ordinary Python in the script.
PLAIN = {"path", "normpath", "join", "dirname", "abspath", "listdir", "endswith", "startswith", "append", "get", "load",
    "replace", "format", "update", "index"}


def snake(name):
    """As Unreal's Python names reflected things: MakeSampleAsset, bSimulate -> make_sample_asset, simulate."""
    name = re.sub(r"^b([A-Z])", r"\1", name)
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def own_names():
    """Class without its prefix -> its functions and properties, in Python's spelling."""
    names = {}
    for module in ("FractureSim", "FractureSimEditor"):
        for path in sorted((ROOT / "Source" / module / "Public").glob("*.h")):
            for type_ in reflection.parse(path.read_text(encoding="utf-8")).types:
                members = {snake(f.name) for f in type_.functions if "BlueprintCallable" in f.specifiers}
                members |= {snake(p.name) for p in type_.properties if "EditAnywhere" in p.specifiers}
                if type_.keyword == "enum":
                    entries = re.findall(r"^\s*(\w+)\s*,?\s*$", type_.text, re.M)
                    members |= {snake(entry).upper() for entry in entries}
                names[type_.name[1:]] = (members, {f.name: f for f in type_.functions})
    return names


class FakeUnreal(types.ModuleType):
    """Just enough of an editor for the script: assets by path, actors by level, one menu."""

    def __init__(self):
        super().__init__("unreal")
        self.assets = {"/Engine/BasicShapes/Cube": "cube"}
        self.actors = []
        self.entries = []
        self.errors = []
        self.bakes = 0
        self.baked = {}
        self.strength = {}
        self.asked = 0
        self.saves_level = True
        fake = self

        class Material:
            preset = None

            def load_preset(self, name):
                self.preset = name
                return True

        class Asset:
            pass

        class Library:
            @staticmethod
            def make_sample_asset(package, size, profile, material, tets, layers, anchors):
                assert isinstance(material, Material) and tets > 0 and package.startswith("/Game/FractureSim/")
                assert bool(profile) != (size.values[0] > 0), "a box or a profile"
                fake.bakes += 1
                fake.baked[package.split("FA_")[1]] = (
                    size.values, [point.values for point in profile], material.preset, tets)
                fake.strength[package.split("FA_")[1]] = (
                    [layer.values for layer in layers], [anchor.values for anchor in anchors])
                fake.assets[package] = Asset()
                return fake.assets[package]

        class Tools:
            def create_asset(self, name, folder, cls, factory):
                assert cls is Material and factory.values["data_asset_class"] is Material
                assert folder + "/" + name not in fake.assets
                fake.assets[folder + "/" + name] = cls()
                return fake.assets[folder + "/" + name]

        class Saving:
            @staticmethod
            def save_dirty_packages_with_dialog(maps, content):
                assert maps, "the open level may have changes"
                fake.asked += 1
                return fake.saves_level

        class EditorAssets:
            @staticmethod
            def does_asset_exist(path):
                return path in fake.assets

            @staticmethod
            def load_asset(path):
                return fake.assets[path]

            @staticmethod
            def save_loaded_asset(asset, only_if_dirty):
                assert asset in fake.assets.values()
                return True

        class Factory:
            def __init__(self):
                self.values = {}

            def set_editor_property(self, name, value):
                self.values[name] = value

        class Actor(Factory):
            def set_actor_scale3d(self, scale):
                self.scale = scale

            def set_actor_label(self, label):
                self.label = label

        class Levels:
            def new_level(self, path):
                assert fake.asked == 1, "this throws away what is not saved"
                assert path not in fake.assets
                fake.assets[path] = "level"
                return True

            def save_current_level(self):
                return True

        class Actors:
            def spawn_actor_from_object(self, asset, location):
                assert asset is not None
                fake.actors.append(Actor())
                return fake.actors[-1]

            def spawn_actor_from_class(self, cls, location, rotation=None):
                fake.actors.append(Actor())
                return fake.actors[-1]

        class Values:
            def __init__(self, *values):
                self.values = values

        class Entry:
            def __init__(self, name, type):
                self.name = name

            def set_label(self, label):
                self.label = label

            def set_tool_tip(self, tip):
                self.tip = tip

            def set_string_command(self, type, custom, string):
                self.command = string

        class Menu:
            def add_menu_entry(self, section, entry):
                fake.entries.append(entry)

        class Menus:
            @staticmethod
            def get():
                return Menus()

            def find_menu(self, name):
                return Menu() if name == "LevelEditor.MainMenu.Tools" else None

            def refresh_all_widgets(self):
                pass

        self.FractureSimMaterial, self.FractureSimEditorLibrary = Material, Library
        self.AssetToolsHelpers = types.SimpleNamespace(get_asset_tools=Tools)
        self.EditorAssetSubsystem, self.DataAssetFactory = EditorAssets, Factory
        self.EditorLoadingAndSavingUtils = Saving
        self.LevelEditorSubsystem, self.EditorActorSubsystem = Levels, Actors
        self.Vector = self.Vector2D = self.Rotator = Values
        self.FractureSimStrengthLayer = self.FractureSimBakeAnchor = Factory
        self.FractureSimAnchorShape = types.SimpleNamespace(HALF_SPACE="half-space")
        self.FractureSimLayerKind = types.SimpleNamespace(NOISE="noise", BANDS="bands")
        self.DirectionalLight = self.SkyLight = self.PlayerStart = self.FractureSimLauncher = object
        self.ToolMenus, self.ToolMenuEntry = Menus, Entry
        self.MultiBlockType = types.SimpleNamespace(MENU_ENTRY=1)
        self.ToolMenuStringCommandType = types.SimpleNamespace(PYTHON=1)

    def get_editor_subsystem(self, cls):
        return cls()

    def log(self, text):
        pass

    def log_error(self, text):
        self.errors.append(text)


class SamplesTest(unittest.TestCase):
    def setUp(self):
        self.unreal = FakeUnreal()
        sys.modules["unreal"] = self.unreal
        sys.path.insert(0, str(SCRIPTS))

    def tearDown(self):
        sys.path.remove(str(SCRIPTS))
        for name in ("unreal", "fracturesim_samples", "init_unreal"):
            sys.modules.pop(name, None)

    def test_every_script_compiles(self):
        with tempfile.TemporaryDirectory() as folder:
            for path in sorted(SCRIPTS.glob("*.py")):
                py_compile.compile(str(path), cfile=str(pathlib.Path(folder) / "out.pyc"), doraise=True)

    def test_every_call_is_documented(self):
        own = own_names()
        allowed = set().union(*DOCUMENTED.values()) | PLAIN | set().union(*(members for members, _ in own.values()))
        for path in sorted(SCRIPTS.glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Attribute):
                    continue
                if isinstance(node.value, ast.Name) and node.value.id == "unreal":
                    known = node.attr in DOCUMENTED["unreal"] or node.attr in DOCUMENTED or node.attr in own
                    self.assertTrue(known, f"{path.name}:{node.lineno}: unreal.{node.attr}")
                elif isinstance(node.value, ast.Attribute) and isinstance(node.value.value, ast.Name) and \
                        node.value.value.id == "unreal":
                    members = own[node.value.attr][0] if node.value.attr in own else DOCUMENTED[node.value.attr]
                    self.assertIn(node.attr, members, f"{path.name}:{node.lineno}: unreal.{node.value.attr}")
                elif not (isinstance(node.value, ast.Name) and node.value.id == "fracturesim_samples"):
                    self.assertIn(node.attr, allowed, f"{path.name}:{node.lineno}")

    def test_every_property_that_is_set_exists(self):
        known = {"data_asset_class"}.union(*(members for members, _ in own_names().values()))
        for node in ast.walk(ast.parse((SCRIPTS / "fracturesim_samples.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and \
                    node.func.attr == "set_editor_property":
                self.assertIn(node.args[0].value, known, f"line {node.lineno}")

    def test_own_functions_get_as_many_arguments_as_they_take(self):
        own = own_names()
        by_name = {snake(name): function for _, functions in own.values() for name, function in functions.items()}
        for node in ast.walk(ast.parse((SCRIPTS / "fracturesim_samples.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in by_name:
                self.assertEqual(len(node.args), len(by_name[node.func.attr].parameters), node.func.attr)

    def test_the_editor_starts_with_one_entry_and_makes_nothing(self):
        before = dict(self.unreal.assets)
        importlib.import_module("init_unreal")
        self.assertEqual([entry.name for entry in self.unreal.entries], ["BuildFractureSimSamples"])
        self.assertTrue(self.unreal.entries[0].tip)
        self.assertEqual(self.unreal.assets, before)

    def test_running_it_twice_is_harmless(self):
        importlib.import_module("init_unreal")
        exec(self.unreal.entries[0].command, {})
        assets, actors, bakes = dict(self.unreal.assets), len(self.unreal.actors), self.unreal.bakes
        self.assertEqual(bakes, 6)
        self.assertEqual(actors, 6 + 4 + 1)
        presets = {asset.preset for asset in assets.values() if hasattr(asset, "preset")}
        self.assertLessEqual({"glass", "brick", "wood", "porcelain", "ceramic"}, presets)
        self.assertEqual(self.unreal.asked, 1)
        exec(self.unreal.entries[0].command, {})
        self.assertEqual(self.unreal.assets, assets)
        self.assertEqual((len(self.unreal.actors), self.unreal.bakes), (actors, bakes))
        self.assertEqual(self.unreal.errors, [])

    def test_sizes_and_materials_are_those_of_the_scenes(self):
        samples = importlib.import_module("fracturesim_samples")
        samples.build()
        for name, scene, thing in (("Pane", "glass-slab", "slab"), ("Wall", "wall", "wall"),
                ("Table", "bowling-ball", "table"), ("Bowl", "bowling-ball", "bowl"),
                ("WineGlass", "wine-glasses", "even"), ("Pot", "clay-pots", "coils")):
            with open(ROOT / "Content" / "Scenes" / (scene + ".json"), encoding="utf-8") as file:
                said = next(one for one in json.load(file)["objects"] if one["name"] == thing)
            size, profile, material, tets = self.unreal.baked[name]
            self.assertEqual(material, said["material"], name)
            self.assertLessEqual(tets, said["tets"])
            for length, metres in said.get("size", {}).items():
                if size != (0, 0, 0):
                    self.assertTrue(any(abs(one - 100 * metres) < 1e-9 for one in size), f"{name}: {length}")
                elif length == "diameter":
                    self.assertAlmostEqual(2 * max(r for r, _ in profile), 100 * metres)
                elif length == "height":
                    self.assertAlmostEqual(max(h for _, h in profile), 100 * metres)
        self.assertEqual(self.unreal.baked["Pane"][0], (2.0, 60.0, 60.0), "upright")

    def test_anchors_and_layers_are_those_of_the_scenes(self):
        importlib.import_module("fracturesim_samples").build()

        def held(name):
            anchors = self.unreal.strength[name][1]
            self.assertEqual({anchor["shape"] for anchor in anchors}, {"half-space"} if anchors else set())
            return sorted((anchor["centre"].values, anchor["normal"].values) for anchor in anchors)

        def near(found, expected):
            self.assertEqual(len(found), len(expected))
            for one, other in zip(found, expected):
                for a, b in zip(one[0] + one[1], other[0] + other[1]):
                    self.assertAlmostEqual(a, b)

        # The pane lies in the scene and stands here: its ends are above and below.
        near(held("Pane"), [((0, 0, 0.5), (0, 0, 1)), ((0, 0, 59.5), (0, 0, -1))])
        near(held("Wall"), [((0, 0, 0.1), (0, 0, 1))])
        near(held("Table"), [((-42, 0, 0), (1, 0, 0)), ((42, 0, 0), (-1, 0, 0))])
        for name in ("Bowl", "WineGlass", "Pot"):
            self.assertEqual(held(name), [], "it stands free")
        self.assertEqual([layer["kind"] for layer in self.unreal.strength["Pot"][0]], ["noise", "bands"])
        noise, bands = self.unreal.strength["Pot"][0]
        self.assertEqual((noise["wavelength"], noise["turbulence"], noise["octaves"]), (10, True, 4))
        self.assertEqual((bands["size"], bands["amplitude"], bands["direction"].values), (3, 0.6, (0, 0, 1)))
        self.assertEqual(self.unreal.strength["WineGlass"], ([], []))

    def test_a_level_that_is_not_saved_is_not_closed(self):
        self.unreal.saves_level = False
        importlib.import_module("fracturesim_samples").build()
        self.assertNotIn("level", self.unreal.assets.values())
        self.assertEqual(len(self.unreal.errors), 1)


if __name__ == "__main__":
    unittest.main()
