#!/usr/bin/env python3
# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Writes X.generated.h for every reflected header, in the place of Unreal's header tool.

As there, GENERATED_BODY() becomes a macro named after file and line. What it adds here is what the headless engine of
these tests needs: Super and ThisClass, StaticClass, and a visit of every property. NativeEvents.gen.cpp has what calls the
_Implementation of each BlueprintNativeEvent, because there is no Blueprint here that could override it, and of each call
over the network, for the object's twin.

    generate.py OUT_FOLDER HEADER...
"""
import pathlib
import re
import sys

import reflection


def class_body(type_):
    parent = type_.bases[0] if type_.bases else "UObject"
    lines = ["public:", f"STANDIN_CLASS({type_.name}, {parent})"]
    replicated = [p for p in type_.properties if "Replicated" in p.specifiers or "ReplicatedUsing" in p.specifiers]
    if replicated:
        lines.append("virtual void StandInReplicate(UObject& ToObject) override { Super::StandInReplicate(ToObject); "
                     "ThisClass& To = static_cast<ThisClass&>(ToObject); " + " ".join(
                         f'[[maybe_unused]] const bool b{p.name}Changed = '
                         f'StandIn::ReplicateProperty(*this, {p.name}, To.{p.name}, TEXT("{p.name}"));'
                         for p in replicated) + " " + " ".join(
                             # As in the engine: when all have arrived.
                             f'if (b{p.name}Changed) {{ To.{p.specifiers["ReplicatedUsing"]}(); }}'
                             for p in replicated if "ReplicatedUsing" in p.specifiers) + " }")
    lines.append("private:")
    return lines


def struct_body(type_):
    visits = " ".join(f'Visit(TEXT("{p.name}"), {p.name});' for p in type_.properties
                      if "NotReplicated" not in p.specifiers)
    base = f"{type_.bases[0]}::VisitProperties(Visit); " if type_.bases else ""
    return ["public:", "template <typename VisitType> void VisitProperties([[maybe_unused]] VisitType& Visit) { "
            f"{base}{visits} }}"]


def native_events(name, header):
    lines = []
    for type_ in header.types:
        for function in type_.functions:
            if "BlueprintNativeEvent" in function.specifiers:
                parameters = ", ".join(f"{p.type} {p.name}" for p in function.parameters)
                arguments = ", ".join(p.name for p in function.parameters)
                const = " const" if function.is_const else ""
                lines.append(f"{function.returns} {type_.name}::{function.name}({parameters}){const} "
                             f"{{ return {function.name}_Implementation({arguments}); }}")
            elif any(where in function.specifiers for where in ("Server", "Client", "NetMulticast")):
                parameters = ", ".join(f"{p.type} {p.name}" for p in function.parameters)
                arguments = ", ".join(f"StandIn::OverThere({p.name})" for p in function.parameters)
                lines.append(f"void {type_.name}::{function.name}({parameters}) {{ StandIn::CallRemote(*this, [=](UObject& To) "
                             f"{{ static_cast<{type_.name}&>(To).{function.name}_Implementation({arguments}); }}); }}")
    return [f'#include "{name}"'] + lines if lines else []


def write(target, lines):
    text = "\n".join(lines) + "\n"
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.write_text(text, encoding="utf-8")


def generate(path, header, out_folder):
    if not header.types:
        return
    identifier = "FID_" + re.sub(r"\W", "_", path.name)
    lines = ["// Written by Tests/Unreal/Tools/generate.py.", "#pragma once", "#undef CURRENT_FILE_ID",
             f"#define CURRENT_FILE_ID {identifier}"]
    for type_ in header.types:
        if type_.keyword == "enum" or not type_.body_line:
            continue
        body = class_body(type_) if type_.macro != "USTRUCT" else struct_body(type_)
        lines.append(f"#define {identifier}_{type_.body_line}_GENERATED_BODY " + " ".join(body))
    for type_ in header.types:
        if type_.keyword != "enum":
            lines.insert(4, f"{type_.keyword} {type_.name};")
    write(out_folder / (path.stem + ".generated.h"), lines)


def main():
    out_folder = pathlib.Path(sys.argv[1])
    out_folder.mkdir(parents=True, exist_ok=True)
    events = ["// Written by Tests/Unreal/Tools/generate.py.", '#include "StandIn/RemoteCall.h"']
    for name in sys.argv[2:]:
        path = pathlib.Path(name)
        header = reflection.parse(path.read_text(encoding="utf-8"))
        generate(path, header, out_folder)
        events += native_events(path.name, header)
    write(out_folder / "NativeEvents.gen.cpp", events)
    (out_folder / "stamp").write_text("\n".join(sys.argv[2:]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
