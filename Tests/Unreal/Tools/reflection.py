# Copyright (c) 2026 The FractureSim authors. SPDX-License-Identifier: MIT
"""Reads reflected C++ headers as Unreal's header tool does: as text, without a compiler.

Used by generate.py, which writes what the header tool would, and by module_check.py, which finds what it would refuse.
"""
import dataclasses
import re

TYPE_MACROS = ("UCLASS", "USTRUCT", "UENUM", "UINTERFACE")
MEMBER_MACROS = ("UPROPERTY", "UFUNCTION")


@dataclasses.dataclass
class Property:
    line: int
    specifiers: dict
    meta: dict
    type: str
    name: str
    access: str
    array: bool = False  # int32 X[4]


@dataclasses.dataclass
class Parameter:
    type: str
    name: str
    default: str = ""


@dataclasses.dataclass
class Function:
    line: int
    specifiers: dict
    meta: dict
    returns: str
    name: str
    parameters: list
    access: str
    is_const: bool = False
    has_body: bool = False


@dataclasses.dataclass
class PlainMember:
    """A data member without UPROPERTY."""
    line: int
    type: str
    name: str


@dataclasses.dataclass
class Type:
    macro: str
    keyword: str  # class, struct, enum
    line: int
    specifiers: dict
    meta: dict
    api: str
    name: str
    bases: list
    depth: int  # of namespaces or classes around it
    enum_base: str = ""
    body_line: int = 0  # of GENERATED_BODY; 0: none
    body_first: bool = False  # nothing stands before it
    properties: list = dataclasses.field(default_factory=list)
    functions: list = dataclasses.field(default_factory=list)
    plain: list = dataclasses.field(default_factory=list)
    text: str = ""


@dataclasses.dataclass
class Delegate:
    line: int
    macro: str
    name: str
    arguments: list


@dataclasses.dataclass
class Header:
    text: str  # without comments
    types: list
    delegates: list
    includes: list  # (line, path)
    problems: list  # (line, text) of what cannot even be read


def strip_comments(text):
    """Comments become blanks and strings stay, so that offsets and lines hold."""
    def blank(match):
        found = match.group(0)
        if found.startswith(("/", )):
            return re.sub(r"[^\n]", " ", found)
        return found
    return re.sub(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', blank, text, flags=re.S)


def line_of(text, offset):
    return text.count("\n", 0, offset) + 1


def closing(text, start, opening="(", end=")"):
    """Offset behind the bracket that closes the one at `start`; -1: there is none."""
    depth = 0
    i = start
    while i < len(text):
        c = text[i]
        if c == '"':
            i += 1
            while i < len(text) and text[i] != '"':
                i += 2 if text[i] == "\\" else 1
        elif c == opening:
            depth += 1
        elif c == end:
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    return -1


def split_top(text, separator=","):
    """Splits at separators outside brackets and strings."""
    parts, depth, current, i = [], 0, "", 0
    while i < len(text):
        c = text[i]
        if c == '"':
            j = i + 1
            while j < len(text) and text[j] != '"':
                j += 2 if text[j] == "\\" else 1
            current += text[i:j + 1]
            i = j + 1
            continue
        if c in "(<[{":
            depth += 1
        elif c in ")>]}":
            depth -= 1
        if c == separator and depth == 0:
            parts.append(current.strip())
            current = ""
        else:
            current += c
        i += 1
    if current.strip():
        parts.append(current.strip())
    return parts


def parse_specifiers(text):
    """("BlueprintReadOnly, Category = "A", meta = (X = "1")") -> two dictionaries."""
    specifiers, meta = {}, {}
    for part in split_top(text):
        key, _, value = part.partition("=")
        key, value = key.strip(), value.strip()
        if key.lower() == "meta":
            for item in split_top(value.strip()[1:-1]):
                name, _, content = item.partition("=")
                meta[name.strip()] = content.strip().strip('"')
        else:
            specifiers[key] = value.strip('"')
    return specifiers, meta


def parse_parameters(text):
    parameters = []
    for part in split_top(text):
        declaration, _, default = part.partition("=")
        declaration = re.sub(r"\bUPARAM\s*\([^)]*\)", "", declaration).strip()
        match = re.match(r"(.*?[\s&*>])(\w+)$", declaration, re.S)
        if match:
            parameters.append(Parameter(" ".join(match.group(1).split()), match.group(2), default.strip()))
        elif declaration and declaration != "void":
            parameters.append(Parameter(declaration, "", default.strip()))
    return parameters


def _members(header_text, type_, start, end, problems):
    """Reads the inside of a class or struct."""
    access = "private" if type_.keyword == "class" else "public"
    i = start
    token = re.compile(r"(public|protected|private)\s*:|\b(UPROPERTY|UFUNCTION|GENERATED_BODY|GENERATED_USTRUCT_BODY"
                       r"|GENERATED_UCLASS_BODY)\s*\(")
    seen_anything = False
    rest = []  # (offset, text) of declarations without a macro
    while i < end:
        match = token.search(header_text, i, end)
        between_end = match.start() if match else end
        between = header_text[i:between_end]
        if between.strip():
            rest.append((i, between, access))
        if between.strip() and not type_.body_line:
            seen_anything = True
        if not match:
            break
        if match.group(1):
            if not type_.body_line:
                seen_anything = True
            access = match.group(1)
            i = match.end()
            continue
        bracket = match.end() - 1
        after = closing(header_text, bracket)
        if after < 0:
            problems.append((line_of(header_text, match.start()), "unbalanced bracket"))
            return
        macro = match.group(2)
        line = line_of(header_text, match.start())
        if macro.startswith("GENERATED"):
            type_.body_line = line
            type_.body_first = not seen_anything and macro == "GENERATED_BODY"
            if macro == "GENERATED_BODY" and type_.keyword == "class":
                access = "private"
            i = after
            continue
        specifiers, meta = parse_specifiers(header_text[bracket + 1:after - 1])
        if macro == "UPROPERTY":
            stop = header_text.find(";", after, end)
            declaration = header_text[after:stop]
            initialiser = re.search(r"=|\{", declaration)
            head = declaration[:initialiser.start()] if initialiser else declaration
            head = " ".join(head.split())
            bit = re.match(r"(.*?)\s*:\s*1$", head)
            head = bit.group(1) if bit else head
            array = re.match(r"(.*?)\s*\[[^\]]*\]$", head)
            head = array.group(1) if array else head
            named = re.match(r"(.*[\s&*>])(\w+)$", head)
            if named:
                type_.properties.append(Property(line, specifiers, meta, named.group(1).strip(), named.group(2), access,
                                                 array is not None))
            else:
                problems.append((line, f"cannot read the property '{head}'"))
            i = stop + 1
        else:
            opening = header_text.find("(", after, end)
            head = " ".join(header_text[after:opening].split())
            close = closing(header_text, opening)
            named = re.match(r"((?:virtual |static |inline |FORCEINLINE )*)(.*[\s&*>])(\w+)$", head)
            tail_end = min(x for x in (header_text.find(";", close, end), header_text.find("{", close, end), end)
                           if x >= 0)
            tail = header_text[close:tail_end]
            body = tail_end < end and header_text[tail_end] == "{"
            if named:
                type_.functions.append(Function(line, specifiers, meta, named.group(2).strip(), named.group(3),
                                                parse_parameters(header_text[opening + 1:close - 1]), access,
                                                bool(re.search(r"\bconst\b", tail)), body))
            else:
                problems.append((line, f"cannot read the function '{head}'"))
            i = closing(header_text, tail_end, "{", "}") if body else tail_end + 1
    # Plain data members: statements without brackets of a function.
    for offset, text, _ in rest:
        depth_text = re.sub(r"\{[^{}]*\}", lambda m: re.sub(r"[^\n]", " ", m.group(0)), text)
        for statement in re.finditer(r"[^;]+;", depth_text):
            body = statement.group(0)[:-1]
            if "(" in body.split("=")[0] or re.match(r"\s*(using|typedef|friend|enum|template|static|#)", body):
                continue
            named = re.match(r"\s*((?:mutable |const )*[\w:<>,\s*&]+?[\s&*>])(\w+)\s*(=.*)?$", body, re.S)
            if named and not re.match(r"\s*(class|struct)\b", body):
                line = line_of(header_text, offset + statement.start() + len(body) - len(body.lstrip()))
                type_.plain.append(PlainMember(line, " ".join(named.group(1).split()), named.group(2)))


def parse(source):
    text = strip_comments(source)
    problems, types = [], []
    includes = [(line_of(text, m.start()), m.group(1))
                for m in re.finditer(r'^\s*#\s*include\s*["<]([^">]+)[">]', text, re.M)]
    for match in re.finditer(r"^[ \t]*(UCLASS|USTRUCT|UENUM|UINTERFACE)\s*\(", text, re.M):
        bracket = match.end() - 1
        after = closing(text, bracket)
        if after < 0:
            problems.append((line_of(text, match.start()), "unbalanced bracket"))
            continue
        specifiers, meta = parse_specifiers(text[bracket + 1:after - 1])
        head = re.compile(r"\s*(class|struct|enum\s+class|enum|namespace)\s+(?:(\w+_API)\s+)?(\w+)(?:\s+final)?\s*"
                          r"(?::\s*([^{;]*))?\{").match(text, after)
        line = line_of(text, match.start())
        if not head:
            problems.append((line, f"no class, struct or enum follows {match.group(1)}"))
            continue
        keyword = "enum" if head.group(1).startswith("enum") else head.group(1)
        before = text[:match.start()]
        outer = re.sub(r'"(?:\\.|[^"\\\n])*"', "", before)
        depth = outer.count("{") - outer.count("}")
        bases = [re.sub(r"^(public|protected|private|virtual)\s+", "", b.strip()) for b in split_top(head.group(4) or "")]
        type_ = Type(match.group(1), keyword, line, specifiers, meta, head.group(2) or "", head.group(3), bases, depth)
        body_end = closing(text, head.end() - 1, "{", "}")
        if body_end < 0:
            problems.append((line, "unbalanced brace"))
            continue
        type_.text = text[head.start():body_end]
        if keyword == "enum":
            type_.enum_base = bases[0] if bases else ""
            type_.bases = []
        else:
            _members(text, type_, head.end(), body_end - 1, problems)
        types.append(type_)
    delegates = []
    for match in re.finditer(r"^[ \t]*(DECLARE_DYNAMIC_\w+)\s*\(", text, re.M):
        after = closing(text, match.end() - 1)
        arguments = split_top(text[match.end():after - 1])
        delegates.append(Delegate(line_of(text, match.start()), match.group(1), arguments[0], arguments[1:]))
    return Header(text, types, delegates, includes, problems)
