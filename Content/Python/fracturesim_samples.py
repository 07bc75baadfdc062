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

# Walls of vessels as shares of the largest radius and of the height, once round from the middle of the bottom outside to
# the middle inside.
BOWL = [(0, 0), (0.43, 0), (0.79, 0.44), (1, 1), (0.93, 1), (0.71, 0.56), (0.36, 0.13), (0, 0.13)]
POT = [(0, 0), (0.53, 0), (0.93, 0.3), (1, 0.6), (0.67, 0.87), (0.6, 1), (0.5, 1), (0.57, 0.85), (0.88, 0.58),
       (0.83, 0.32), (0.48, 0.053), (0, 0.053)]
GLASS = [(0, 0), (1, 0), (0.95, 0.025), (0.2, 0.045), (0.15, 0.4), (0.75, 0.55), (0.9, 0.75), (0.8, 1), (0.7, 1),
         (0.775, 0.75), (0.625, 0.58), (0, 0.46)]

# Name; scene and object in it, which say what it is made of and how large it is; lengths in metres that the scene leaves
# out; what it is: a box by its lengths along x, y and z, or a profile; location in the level in cm; whether it stands free.
SAMPLES = [
    ("Pane", "glass-slab", "slab", {"width": 0.6}, ("thickness", "width", "length"), (0, -300, 60), False),
    ("Wall", "wall", "wall", {}, ("thickness", "length", "height"), (250, 0, 0), False),
    ("Table", "bowling-ball", "table", {}, ("length", "width", "thickness"), (0, 260, 74), False),
    ("Bowl", "bowling-ball", "bowl", {"height": 0.108}, BOWL, (0, 240, 76), True),
    ("WineGlass", "wine-glasses", "even", {"diameter": 0.072}, GLASS, (20, 275, 76), True),
    ("Pot", "clay-pots", "coils", {"diameter": 0.22, "height": 0.25}, POT, (0, 0, 0), True),
]
MOST_TETS = 5000  # scenes are finer: a film may take its time

# Which length of a shape lies along x, y and z in a scene; there they are centred about the origin and stand on z = 0.
SCENE_AXES = {
    "slab": ("length", "width", "thickness"),
    "wall": ("length", "thickness", "height"),
    "table-top": ("length", "width", "thickness"),
}


def read_object(scene, name):
    """An object of Content/Scenes by its name."""
    with open(os.path.join(CONTENT, "Scenes", scene + ".json"), encoding="utf-8") as file:
        for thing in json.load(file)["objects"]:
            if thing["name"] == name:
                return thing
    raise ValueError("the scene {} has no object {}".format(scene, name))


def shape_of(sample):
    """Size of a box in cm, and the profile: one of the two is empty."""
    lengths = dict(sample[3])
    lengths.update(read_object(sample[1], sample[2]).get("size", {}))
    if isinstance(sample[4], tuple):
        return tuple(100 * lengths[axis] for axis in sample[4]), []
    return (0, 0, 0), [(50 * r * lengths["diameter"], 100 * h * lengths["height"]) for r, h in sample[4]]


def strength_of(sample):
    """Layers and anchors of the scene's object: a file beside the scenes, or in the scene itself."""
    strength = read_object(sample[1], sample[2]).get("strength", {})
    if isinstance(strength, str):
        with open(os.path.join(CONTENT, "Scenes", strength), encoding="utf-8") as file:
            strength = json.load(file)
    return strength


def turned(sample, vector):
    """From the scene's axes to the sample's, which may be set up another way, and to Unreal's, where y looks the other way."""
    if isinstance(sample[4], tuple):
        axes = SCENE_AXES[read_object(sample[1], sample[2])["shape"]]
        vector = [vector[axes.index(length)] for length in sample[4]]
    return (vector[0], -vector[1], vector[2])


def placed(sample, point):
    """A point in cm. A sample stands on z = 0 as well, also where the scene's object lies."""
    x, y, z = turned(sample, point)
    if isinstance(sample[4], tuple):
        axes = SCENE_AXES[read_object(sample[1], sample[2])["shape"]]
        if sample[4][2] != axes[2]:
            return (100 * x, 100 * y, 100 * z + 0.5 * shape_of(sample)[0][2])
    return (100 * x, 100 * y, 100 * z)


def anchors_of(sample):
    """What holds it."""
    anchors = []
    for said in strength_of(sample).get("anchors", []):
        if said["shape"] != "half-space":
            raise ValueError("anchors of samples are half-spaces, not {}".format(said["shape"]))
        anchor = unreal.FractureSimBakeAnchor()
        anchor.set_editor_property("shape", unreal.FractureSimAnchorShape.HALF_SPACE)
        anchor.set_editor_property("centre", unreal.Vector(*placed(sample, said["point"])))
        anchor.set_editor_property("normal", unreal.Vector(*turned(sample, said["normal"])))
        anchors.append(anchor)
    return anchors


def layers_of(sample):
    """Where it is weak."""
    layers = []
    for said in strength_of(sample).get("layers", []):
        layer = unreal.FractureSimStrengthLayer()
        if said["type"] == "turbulence":
            layer.set_editor_property("kind", unreal.FractureSimLayerKind.NOISE)
            layer.set_editor_property("turbulence", True)
            layer.set_editor_property("wavelength", 100 * said["wavelength"])
            layer.set_editor_property("octaves", said["octaves"])
            layer.set_editor_property("low", said["low"])
            layer.set_editor_property("high", said["high"])
            layer.set_editor_property("seed", said["seed"])
        elif said["type"] == "bands":
            layer.set_editor_property("kind", unreal.FractureSimLayerKind.BANDS)
            layer.set_editor_property("direction", unreal.Vector(*turned(sample, said["axis"])))
            layer.set_editor_property("size", 100 * said["period"])
            layer.set_editor_property("amplitude", said["amplitude"])
        else:
            raise ValueError("layers of samples are turbulence and bands, not {}".format(said["type"]))
        layers.append(layer)
    return layers


def assets():
    """Of the editor itself: the library of that name needs a plugin and knows no levels."""
    return unreal.get_editor_subsystem(unreal.EditorAssetSubsystem)


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
    if assets().does_asset_exist(path):
        return assets().load_asset(path)
    factory = unreal.DataAssetFactory()
    factory.set_editor_property("data_asset_class", unreal.FractureSimMaterial)
    tools = unreal.AssetToolsHelpers.get_asset_tools()
    material = tools.create_asset(asset_name, ROOT + "/Materials", unreal.FractureSimMaterial, factory)
    material.load_preset(name)
    assets().save_loaded_asset(material, False)
    return material


def build_breakable(sample, materials):
    """The baked asset of a sample."""
    name = sample[0]
    path = ROOT + "/Breakables/FA_" + name
    if assets().does_asset_exist(path):
        return assets().load_asset(path)
    thing = read_object(sample[1], sample[2])
    size, profile = shape_of(sample)
    asset = unreal.FractureSimEditorLibrary.make_sample_asset(
        path, unreal.Vector(*size), [unreal.Vector2D(r, h) for r, h in profile], materials[thing["material"]],
        min(MOST_TETS, thing["tets"]), layers_of(sample), anchors_of(sample))
    if asset is None:
        unreal.log_error("FractureSim: the sample {} was not baked; see above".format(name))
        return None
    assets().save_loaded_asset(asset, False)
    return asset


def build_level(breakables):
    """A floor, light, a place to start and the breakables. False: there is such a level already."""
    if assets().does_asset_exist(LEVEL):
        return False
    # A new level closes the one that is open without saving it.
    if not unreal.EditorLoadingAndSavingUtils.save_dirty_packages_with_dialog(True, False):
        unreal.log_error("FractureSim: no level was made, because the open one was not saved")
        return False
    levels = unreal.get_editor_subsystem(unreal.LevelEditorSubsystem)
    actors = unreal.get_editor_subsystem(unreal.EditorActorSubsystem)
    if not levels.new_level(LEVEL):
        unreal.log_error("FractureSim: the level {} cannot be made".format(LEVEL))
        return False
    floor = actors.spawn_actor_from_object(
        assets().load_asset("/Engine/BasicShapes/Cube"), unreal.Vector(0, 0, -50))
    floor.set_actor_scale3d(unreal.Vector(20, 20, 1))
    floor.set_actor_label("Floor")
    actors.spawn_actor_from_class(unreal.DirectionalLight, unreal.Vector(0, 0, 400), unreal.Rotator(0, -50, 30))
    actors.spawn_actor_from_class(unreal.SkyLight, unreal.Vector(0, 0, 400))
    actors.spawn_actor_from_class(unreal.PlayerStart, unreal.Vector(-500, 0, 100))
    actors.spawn_actor_from_class(unreal.FractureSimLauncher, unreal.Vector(-500, 0, 100)).set_actor_label("Launcher")
    for sample, asset in breakables:
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
