# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Sample materials, breakables and a demo level, made in the editor on demand: Tools > Build FractureSim Samples.

Assets are binary, and only the editor can write them, so the plugin ships this instead. What exists already is left as it
is: running it twice is harmless. Everything lies under /Game/FractureSim.
"""
import json
import os

import unreal

ROOT = "/Game/FractureSim"
LEVEL = ROOT + "/FractureSimDemo"
CONTENT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

# Wall of a vessel in cm: radius and height, once round from the middle of the bottom outside to the middle inside.
BOWL = [(0, 0), (6, 0), (11, 4), (14, 9), (13, 9), (10, 5), (5, 1.2), (0, 1.2)]
POT = [(0, 0), (8, 0), (14, 9), (15, 18), (10, 26), (9, 30), (7.5, 30), (8.5, 25.5), (13.2, 17.5), (12.4, 9.6),
       (7.2, 1.6), (0, 1.6)]
GLASS = [(0, 0), (4, 0), (3.8, 0.5), (0.8, 0.9), (0.6, 8), (3, 11), (3.6, 15), (3.2, 20), (2.8, 20), (3.1, 15),
         (2.5, 11.6), (0, 9.2)]

# Name, material, size of a box in cm or None, profile, tets, location in the level, whether it stands free.
SAMPLES = [
    ("Pane", "glass", (2, 60, 60), [], 2500, (0, -300, 60), False),
    ("Wall", "brick", (12, 160, 120), [], 5000, (200, 0, 60), False),
    ("Table", "wood", (120, 70, 4), [], 3000, (0, 260, 74), False),
    ("Bowl", "porcelain", None, BOWL, 4000, (0, 240, 78), True),
    ("WineGlass", "glass", None, GLASS, 4000, (20, 275, 78), True),
    ("Pot", "ceramic", None, POT, 5000, (0, 0, 0), True),
]


def material_names():
    """The files in Content/Materials, which are the presets; those of published figures are not samples."""
    names = []
    for name in sorted(os.listdir(os.path.join(CONTENT, "Materials"))):
        if name.endswith(".json") and not name.startswith("obrien-"):
            with open(os.path.join(CONTENT, "Materials", name), encoding="utf-8") as file:
                names.append(json.load(file).get("name", name[:-5]))
    return names


def build_material(name):
    """The material asset of a preset."""
    asset_name = "FM_" + name.replace("-", "_")
    path = ROOT + "/Materials/" + asset_name
    if unreal.EditorAssetLibrary.does_asset_exist(path):
        return unreal.EditorAssetLibrary.load_asset(path)
    factory = unreal.DataAssetFactory()
    factory.set_editor_property("data_asset_class", unreal.FractureSimMaterial)
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    material = tools.create_asset(asset_name, ROOT + "/Materials", unreal.FractureSimMaterial, factory)
    material.load_preset(name)
    unreal.EditorAssetLibrary.save_loaded_asset(material)
    return material


def build_breakable(sample, materials):
    """The baked asset of a sample."""
    name, material, size, profile, tets = sample[:5]
    path = ROOT + "/Breakables/FA_" + name
    if unreal.EditorAssetLibrary.does_asset_exist(path):
        return unreal.EditorAssetLibrary.load_asset(path)
    asset = unreal.FractureSimEditorLibrary.make_sample_asset(
        path, unreal.Vector(*(size or (0, 0, 0))), [unreal.Vector2D(r, h) for r, h in profile], materials[material], tets)
    if asset is None:
        unreal.log_error("FractureSim: the sample {} was not baked; see above".format(name))
        return None
    unreal.EditorAssetLibrary.save_loaded_asset(asset)
    return asset


def build_level(assets):
    """A floor, light, a place to start and the breakables. False: there is such a level already."""
    if unreal.EditorAssetLibrary.does_asset_exist(LEVEL):
        return False
    levels = unreal.get_editor_subsystem(unreal.LevelEditorSubsystem)
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    if not levels.new_level(LEVEL):
        unreal.log_error("FractureSim: the level {} cannot be made".format(LEVEL))
        return False
    floor = actors.spawn_actor_from_object(
        unreal.EditorAssetLibrary.load_asset("/Engine/BasicShapes/Cube"), unreal.Vector(0, 0, -50))
    floor.set_actor_scale3d(unreal.Vector(20, 20, 1))
    floor.set_actor_label("Floor")
    actors.spawn_actor_from_class(unreal.DirectionalLight, unreal.Vector(0, 0, 400), unreal.Rotator(0, -50, 30))
    actors.spawn_actor_from_class(unreal.SkyLight, unreal.Vector(0, 0, 400))
    actors.spawn_actor_from_class(unreal.PlayerStart, unreal.Vector(-500, 0, 100))
    actors.spawn_actor_from_class(unreal.FractureSimLauncher, unreal.Vector(-500, 0, 100)).set_actor_label("Launcher")
    for sample, asset in assets:
        name, location, free = sample[0], sample[5], sample[6]
        actor = actors.spawn_actor_from_object(asset, unreal.Vector(*location))
        actor.set_actor_label(name)
        actor.set_editor_property("simulate", free)
    levels.save_current_level()
    return True


def build():
    """All of it; what exists stays."""
    materials = {name: build_material(name) for name in material_names()}
    made = [(sample, build_breakable(sample, materials)) for sample in SAMPLES]
    new_level = build_level([(sample, asset) for sample, asset in made if asset is not None])
    unreal.log("FractureSim: {} materials, {} breakables, {}".format(
        len(materials), sum(1 for _, asset in made if asset is not None),
        "a new level " + LEVEL if new_level else "the level was there"))


def register_menu():
    """One entry in the editor's Tools menu."""
    menus = unreal.ToolMenus.get()
    menu = menus.find_menu("LevelEditor.MainMenu.Tools")
    if menu is None:
        return  # a commandlet has no menus
    entry = unreal.ToolMenuEntry(name="BuildFractureSimSamples", type=unreal.MultiBlockType.MENU_ENTRY)
    entry.set_label("Build FractureSim Samples")
    entry.set_tool_tip("Makes sample materials, breakables and a demo level under /Game/FractureSim. "
                       "What exists already stays as it is.")
    entry.set_string_command(unreal.ToolMenuStringCommandType.PYTHON, "",
                             "import fracturesim_samples; fracturesim_samples.build()")
    menu.add_menu_entry("FractureSim", entry)
    menus.refresh_all_widgets()
