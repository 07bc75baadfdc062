#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""The BuildGraph script, unrolled as Epic's manual describes it (BuildGraph Script Elements Reference, 5.7; BuildGraph Script
Tasks, 4.27, for the commandlet): every machine gets a share of its own, the shares are all there is, and the commandlet
knows every switch."""
import pathlib
import re
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "Resources" / "BuildGraph" / "BakeFractureAssets.xml"
COMMANDLET = ROOT / "Source" / "FractureSimEditor" / "Private" / "FractureSimBakeCommandlet.cpp"

# Element -> attributes that it must have, and may have.
ELEMENTS = {
    "BuildGraph": (set(), {"schemaLocation"}),
    "Option": ({"Name", "DefaultValue", "Description"}, {"Restrict", "If"}),
    "Property": ({"Name", "Value"}, {"If"}),
    "ForEach": ({"Name", "Values"}, {"Separator", "If"}),
    "Agent": ({"Name"}, {"Type", "If"}),
    "Node": ({"Name"}, {"Requires", "Produces", "After", "If"}),
    "Commandlet": ({"Name"}, {"Project", "Arguments"}),
    "Aggregate": ({"Name", "Requires"}, {"If"}),
}


class Graph:
    """What the script asks for, with all names replaced."""

    def __init__(self, options):
        self.properties = {"RootDir": "/engine"}
        self.options = options
        self.nodes = {}  # name -> commandlets
        self.agents = []
        self.aggregates = {}
        self.walk(xml.etree.ElementTree.parse(SCRIPT).getroot(), None)

    def expand(self, text):
        def value(match):
            return self.properties[match.group(1)]  # a KeyError is a name that nobody set
        return re.sub(r"\$\((\w+)\)", value, text)

    def walk(self, element, node):
        tag = element.tag.split("}")[1]
        needed, allowed = ELEMENTS[tag]
        attributes = {name.split("}")[-1]: text for name, text in element.attrib.items()}
        assert needed <= attributes.keys() <= needed | allowed, f"{tag}: {sorted(attributes)}"
        given = {name: self.expand(text) for name, text in attributes.items() if tag != "BuildGraph"}
        if tag == "Option":
            self.properties[given["Name"]] = self.options.get(given["Name"], given["DefaultValue"])
        elif tag == "Property":
            self.properties[given["Name"]] = given["Value"]
        elif tag == "Agent":
            self.agents.append(given["Name"])
        elif tag == "Node":
            assert given["Name"] not in self.nodes, "two nodes of one name"
            self.nodes[given["Name"]] = node = []
        elif tag == "Commandlet":
            node.append(given)
        elif tag == "Aggregate":
            self.aggregates[given["Name"]] = [name for name in given["Requires"].split(";") if name]
        if tag == "ForEach":
            for one in given["Values"].split(";"):
                self.properties[given["Name"]] = one
                for child in element:
                    self.walk(child, node)
        else:
            for child in element:
                self.walk(child, node)


class BuildGraphTest(unittest.TestCase):
    def setUp(self):
        self.graph = Graph({"ProjectFile": "/x/X.uproject", "Folders": "/Game/Props", "Extra": "-Check"})

    def test_every_machine_has_one_node_and_the_target_waits_for_all(self):
        self.assertEqual(len(self.graph.agents), 4)
        self.assertEqual(len(set(self.graph.agents)), 4)
        self.assertEqual(self.graph.aggregates, {"Bake Fracture Assets": sorted(self.graph.nodes)})

    def test_shares_are_disjoint_and_all_there_is(self):
        shares, reports = set(), set()
        for commandlets in self.graph.nodes.values():
            self.assertEqual(len(commandlets), 1)
            arguments = commandlets[0]["Arguments"]
            self.assertEqual(commandlets[0]["Project"], "/x/X.uproject")
            self.assertIn("-Folders=/Game/Props", arguments)
            self.assertIn("-Check", arguments)
            self.assertEqual(re.search(r"-Agents=(\d+)", arguments).group(1), "4")
            shares.add(int(re.search(r"-Agent=(\d+)", arguments).group(1)))
            reports.add(re.search(r'-Report="([^"]+\.json)"', arguments).group(1))
        self.assertEqual(shares, {0, 1, 2, 3})
        self.assertEqual(len(reports), 4, "no report is written over another")

    def test_the_commandlet_exists_and_knows_the_switches(self):
        source = COMMANDLET.read_text(encoding="utf-8")
        known = set(re.findall(r'FParse::(?:Value|Param)\(\*Params, TEXT\("(\w+)=?"\)', source))
        self.assertEqual(known, {"Folders", "Report", "Agents", "Agent", "Force", "Check"})
        for commandlets in self.graph.nodes.values():
            self.assertIn(f"U{commandlets[0]['Name']}Commandlet::Main", source)
            for switch in re.findall(r"(?:^|\s)-(\w+)", commandlets[0]["Arguments"]):
                self.assertIn(switch, known | {"unattended", "nullrhi"})

    def test_the_guide_names_the_target_and_the_switches(self):
        guide = (ROOT / "Docs" / "EditorGuide.md").read_text(encoding="utf-8")
        self.assertIn('-Target="Bake Fracture Assets"', guide)
        for switch in ("-Folders", "-Report", "-Force", "-Check", "-Agent=", "-Agents="):
            self.assertIn(switch, guide)


if __name__ == "__main__":
    unittest.main()
