#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Every paper that a comment cites is in Docs/References.bib, and every link in a document leads somewhere."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CITATION = re.compile(r"\[([A-Z][A-Za-z]+[0-9]{2}[a-z]?)\](?!\()")
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


def documents():
    return sorted(ROOT.glob("*.md")) + sorted((ROOT / "Docs").rglob("*.md"))


class DocumentsTest(unittest.TestCase):
    def test_every_paper_cited_is_in_the_bibliography(self):
        keys = re.findall(r"^@\w+\{(\w+),", (ROOT / "Docs" / "References.bib").read_text(encoding="utf-8"), re.M)
        self.assertEqual(len(keys), len(set(keys)), "a key twice")
        sources = [path for folder in ("Source", "Tests") for path in sorted((ROOT / folder).rglob("*"))
                   if path.suffix in {".h", ".cpp"}]
        for path in sources + documents():
            for key in CITATION.findall(path.read_text(encoding="utf-8")):
                self.assertIn(key, keys, f"{path.relative_to(ROOT)} cites [{key}]")

    def test_links_lead_somewhere(self):
        for path in documents():
            for target in LINK.findall(path.read_text(encoding="utf-8")):
                self.assertTrue((path.parent / target).exists(), f"{path.relative_to(ROOT)} links to {target}")


if __name__ == "__main__":
    unittest.main()
