"""The place of the schemas, functions to read them, and one file out of several for the Kaitai Web IDE."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import yaml

from nacformats.limits import MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES

#: The root of a checkout; in an installed wheel the folder that holds the package.
ROOT = Path(__file__).resolve().parents[2]
_INSIDE = Path(__file__).resolve().parents[1] / "_schemas"
SCHEMA_DIR = _INSIDE if _INSIDE.is_dir() else ROOT / "schemas"


def schema_names() -> list[str]:
    """Return the names of all schemas, sorted."""
    return sorted(path.stem for path in SCHEMA_DIR.glob("*.ksy"))


def schema_path(name: str) -> Path:
    return SCHEMA_DIR / f"{name}.ksy"


def varint_path(name: str) -> Path:
    """Return the file of a number of variable length that is built in, and is to be read outside."""
    path = SCHEMA_DIR / "varints" / f"{name}.ksy"
    return path if path.is_file() else schema_path(name)


def schema_text(name: str) -> str:
    return schema_path(name).read_text(encoding="utf-8")


def schema_sha256(name: str) -> str:
    """Return the sha256 of a schema, which generated files name as their source."""
    return hashlib.sha256(schema_path(name).read_bytes()).hexdigest()


@cache
def load_schema(name: str) -> dict[str, Any]:
    """Return the schema as plain dicts and lists. Do not change them: they are shared."""
    return read_yaml(schema_text(name))  # type: ignore[no-any-return]


def imports(name: str) -> list[str]:
    """Return the schemas that a schema imports, directly or not, sorted."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        listed = load_schema(waiting.pop()).get("meta", {}).get("imports", [])
        new = {entry for entry in listed if schema_path(entry).is_file()} - found
        found |= new
        waiting += new
    return sorted(found)


def ksy_at(ksy: Any, path: str) -> list[Any]:
    """Return the values along a path of a schema such as "/types/node/seq/2": the schema first, the named one last."""
    node = ksy
    found = [node]
    for step in path.strip("/").split("/") if path.strip("/") else []:
        node = node[int(step)] if isinstance(node, list) else node[step]
        found.append(node)
    return found


# YAML of anybody: plain dicts, lists, texts and numbers, in bounded time and memory, and no key twice

_MERGE = "tag:yaml.org,2002:merge"


#: The loader in C, where PyYAML was built with it, takes an eighth of the time. Neither makes objects of Python.
class _LOADER(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads YAML 1.2, as the Kaitai Struct compiler does: `on` and `yes` are texts, and so are dates."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[Any]]] = {}


for _tag, _pattern, _first in (
    (_MERGE, r"<<", "<"),
    ("tag:yaml.org,2002:null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("tag:yaml.org,2002:bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("tag:yaml.org,2002:int", r"[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*)", "-+0123456789"),
    (
        "tag:yaml.org,2002:float",
        r"[-+]?(?:[0-9][0-9_]*)?\.?[0-9]+(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|nan)",
        "-+.0123456789",
    ),
):
    _LOADER.add_implicit_resolver(_tag, re.compile(rf"(?:{_pattern})\Z"), list(_first))


def _integer(loader: Any, node: yaml.ScalarNode) -> int:
    """Return a number; one with zeros before it is octal, if its digits are."""
    digits = str(node.value).replace("_", "")
    if digits.lstrip("+-").isdigit() and set("89") & set(digits):
        return int(digits)
    return loader.construct_yaml_int(node)  # type: ignore[no-any-return]


_LOADER.add_constructor("tag:yaml.org,2002:int", _integer)


class YamlError(ValueError):
    """A text is not YAML, or not what a schema may be.

    Attributes:
        place: the line and the column, from 1, where they are known.
    """

    place: tuple[int, ...] = ()


def read_yaml(text: str) -> Any:
    """Parse a YAML text.

    Raises:
        YamlError: it is not YAML, gives a key twice, or is too deep or, with all that it refers to, too large.
    """
    try:
        _check_size(yaml.parse(text, _LOADER))
        loader = _LOADER(text)
        node = loader.get_single_node()
        if node is None:
            return None
        _check_keys(loader, node)
        return loader.construct_document(node)
    except YamlError:
        raise
    except (yaml.YAMLError, ValueError, LookupError, ArithmeticError) as error:  # of numbers, dates and bytes as well
        if "maximum nesting depth" in str(error):  # a limit of the library in C, which not every build has
            raise YamlError(f"nested more than {MAX_SCHEMA_DEPTH} deep") from None
        raise _yaml_error(error) from None


def _yaml_error(error: Exception) -> YamlError:
    """Return what the library says, with its place apart."""
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    found = YamlError(f"not YAML ({problem if mark and problem else ' '.join(str(error).split())})")
    found.place = (mark.line + 1, mark.column + 1) if mark else ()
    return found


def compose(text: str) -> yaml.Node:
    """Return the nodes of a YAML text that can be read, which say where each is.

    Raises:
        YamlError: it is not YAML, or empty.
    """
    read_yaml(text)
    node = _LOADER(text).get_single_node()
    if node is None:
        raise YamlError("not YAML (empty)")
    return node  # type: ignore[no-any-return]


def spot_in(text: str, path: str) -> tuple[int, int]:
    """Return the line and the column, 1-based, of the deepest value along a path of a schema that there is.

    Raises:
        YamlError: it is not YAML, or empty.
    """
    node = compose(text)
    mark, rest = node.start_mark, path.strip("/")
    while rest:
        step = next((each for each in _steps(node) if f"{rest}/".startswith(f"{each[0]}/")), None)
        if step is None:
            break
        name, place, node = step
        mark, rest = place.start_mark, rest[len(name) + 1 :]
    assert mark is not None
    return mark.line + 1, mark.column + 1


def _steps(node: yaml.Node) -> Iterator[tuple[str, yaml.Node, yaml.Node]]:
    """Yield the name of each value in a node, where it begins, and the value."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key.value, key, value
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield str(index), value, value


def _check_size(events: Iterator[yaml.Event]) -> None:
    """Refuse what is nested too deeply, and what refers to the same over and over."""
    count = 0
    sizes: dict[str | None, int] = {}
    begun: list[tuple[str | None, int]] = []
    for event in events:
        if isinstance(event, yaml.AliasEvent):
            count += sizes.get(event.anchor, 1)
        elif isinstance(event, yaml.CollectionEndEvent):
            anchor, before = begun.pop()
            if anchor is not None:
                sizes[anchor] = count - before
        elif isinstance(event, yaml.NodeEvent):
            count += 1
            if isinstance(event, yaml.CollectionStartEvent):
                begun.append((event.anchor, count))
        if len(begun) > MAX_SCHEMA_DEPTH:
            raise YamlError(f"line {_line(event)}: nested more than {MAX_SCHEMA_DEPTH} deep")
        if count > MAX_SCHEMA_NODES:
            raise YamlError(f"line {_line(event)}: more than {MAX_SCHEMA_NODES:,} values")


def _line(of: yaml.Event | yaml.Node) -> int:
    assert of.start_mark is not None
    return of.start_mark.line + 1


def _check_keys(loader: Any, root: yaml.Node) -> None:
    """Refuse keys that are given twice, and what is part of itself."""
    open_nodes: list[tuple[yaml.Node, str, frozenset[int]]] = [(root, "", frozenset())]
    while open_nodes:
        node, path, around = open_nodes.pop()
        if id(node) in around:
            raise YamlError(f"{path or '/'}: is part of itself")
        around |= {id(node)}
        if isinstance(node, yaml.MappingNode):
            open_nodes += [(value, f"{path}/{key}", around) for key, value in _distinct(loader, node, path)]
        elif isinstance(node, yaml.SequenceNode):
            open_nodes += [(value, f"{path}/{index}", around) for index, value in enumerate(node.value)]


def _distinct(loader: Any, node: yaml.MappingNode, path: str) -> Iterator[tuple[Any, yaml.Node]]:
    """Return the keys of a map and their values."""
    lines: dict[Any, int] = {}
    for key_node, value in node.value:
        line = _line(key_node)
        if not isinstance(key_node, yaml.ScalarNode):
            raise YamlError(f"{path or '/'}: line {line}: a key has to be text or a number")
        if key_node.tag == _MERGE:
            yield "<<", value
            continue
        key = loader.construct_object(key_node)
        if key in lines:
            raise YamlError(f"{path}/{key}: is given twice, in lines {lines[key]} and {line}")
        lines[key] = line
        yield key, value


# One file out of several: a schema with its imports inlined, for the Kaitai Web IDE

#: What of the `meta` of an imported schema still matters inside another one.
_INHERITED = ("encoding", "endian", "bit-endian")


def bundle(name: str) -> str:
    """Return the text of a schema in which imported schemas are types. Comments and documentation are kept.

    Raises:
        ValueError: an imported schema cannot be inlined.
    """
    names = imports(name)
    if not names:
        return schema_text(name)
    sections = dict(_sections(schema_text(name)))
    sections["meta"] = re.sub(r"^  imports:\n(?:  +- .*\n)*", "", sections["meta"], flags=re.MULTILINE)
    outer = load_schema(name)["meta"]
    inlined = "".join(_as_type(imported, outer, schema_text(imported)) for imported in names)
    enums = {"enums": sections.pop("enums")} if "enums" in sections else {}
    sections["types"] = sections.get("types", "types:\n") + inlined
    if clash := set(names) & set(load_schema(name).get("types", {})):
        raise ValueError(f"{name} has a type that is called {clash.pop()}, like an imported schema")
    return "".join((sections | enums).values())


def _sections(text: str) -> Iterator[tuple[str, str]]:
    """Return the top-level keys of a schema, each with its text."""
    matches = list(re.finditer(r"^([^\s#:]+):", text, re.MULTILINE))
    starts = [0, *(match.start() for match in matches[1:])]  # what comes above the first key belongs to it
    for match, start, stop in zip(matches, starts, [*starts[1:], len(text)], strict=True):
        section = text[start:stop]
        yield match[1], section if section.endswith("\n") else section + "\n"


def _as_type(name: str, outer: dict[str, Any], text: str) -> str:
    """Return the text of a schema as a type of one with another `meta`."""
    if re.search(r"\b_root\b", text):
        raise ValueError(f"{name} uses `_root`, which would mean something else inside another schema")
    meta = load_schema(name)["meta"]
    kept = "".join(f"  {key}: {meta[key]}\n" for key in _INHERITED if key in meta and meta[key] != outer.get(key))
    sections = dict(_sections(text)) | {"meta": f"meta:\n{kept}" if kept else ""}
    return f"  {name}:\n" + textwrap.indent("".join(sections.values()), "    ")
