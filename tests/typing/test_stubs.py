"""The stubs of the generated parsers against trees that the parsers make, and the annotations of the public API."""

from __future__ import annotations

import ast
import inspect
import types
import typing
from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache, cached_property
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from kaitaistruct import KaitaiStruct, KaitaiStructError

import nacformats
from nacformats import _generated, kaitai
from nacformats.codec.tables import class_name
from nacformats.schema.sources import ROOT, schema_names
from tests.effort import effort

STUBS = Path(_generated.__file__).parent / "kaitai"


def annotations(schema: str) -> dict[str, dict[str, str]]:
    """The annotations of a stub by class and attribute, instances included."""
    found: dict[str, dict[str, str]] = {}

    def visit(node: ast.ClassDef, outer: str) -> None:
        name = f"{outer}{node.name}"
        found[name] = {}
        for each in node.body:
            if isinstance(each, ast.ClassDef):
                visit(each, f"{name}.")
            elif isinstance(each, ast.AnnAssign):
                found[name][ast.unparse(each.target)] = ast.unparse(each.annotation)
            elif isinstance(each, ast.FunctionDef) and each.name != "__init__":
                assert each.returns is not None
                found[name][each.name] = ast.unparse(each.returns)

    for node in ast.parse((STUBS / f"{schema}.pyi").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef):
            visit(node, "")
    return found


CLASSES = {class_name(name): getattr(kaitai, class_name(name)) for name in schema_names()}
TYPES = {name: described for schema in schema_names() for name, described in annotations(schema).items()}


@cache
def annotation(text: str) -> Any:
    return eval(text, dict(CLASSES))


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a type as it is annotated; views of bytes are as good as bytes."""
    arguments = typing.get_args(kind)
    if isinstance(kind, types.UnionType):
        return any(fits(value, each) for each in arguments)
    if typing.get_origin(kind) is list:
        return isinstance(value, list) and all(fits(each, arguments[0]) for each in value)
    if kind is bytes:
        return isinstance(value, bytes | memoryview)
    if kind in (int, float, None):
        return type(value) is (type(None) if kind is None else kind)
    return isinstance(value, kind)


def wrong(tree: KaitaiStruct, seen: set[int]) -> Iterator[str]:
    """Attributes that are not what the stub says, or that it does not have."""
    if id(tree) in seen:
        return
    seen.add(id(tree))
    name = type(tree).__qualname__
    fields = [each for each in vars(tree) if not each.startswith("_")]
    instances = [each for each, member in vars(type(tree)).items() if isinstance(member, property)]
    for each in (*fields, *instances):
        value = getattr(tree, each)
        if not fits(value, annotation(TYPES[name].get(each, "type(None)"))):
            yield f"{name}.{each}: {type(value).__name__} is not {TYPES[name].get(each)}"
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, KaitaiStruct):
                yield from wrong(part, seen)


@pytest.mark.parametrize("name", ["mic2", "micb", "nac", "stb"])
def test_trees_are_what_their_stubs_say(name: str, corpus: Path) -> None:
    files = [*(ROOT / "examples").glob(f"*.{name}"), *sorted(corpus.rglob(f"*.{name}"))[::5]]
    read = 0
    for path in sorted(files, key=lambda path: path.stat().st_size)[:20]:
        try:
            tree = CLASSES[class_name(name)].from_bytes(path.read_bytes())
            assert sorted(set(wrong(tree, set()))) == []
            read += 1
            if read == effort(6, 20):
                break
        except (KaitaiStructError, EOFError, ValueError, LookupError):
            continue
    assert read > 3


def test_every_class_has_a_stub() -> None:
    for name, cls in CLASSES.items():
        waiting = [cls]
        while waiting:
            each = waiting.pop()
            assert each.__qualname__ in TYPES, name
            waiting += [inner for key, inner in vars(each).items() if inspect.isclass(inner) and key[0] != "_"]


def test_no_user_meets_any() -> None:
    """What is public says what it takes and gives; NumPy's types have open parameters, and a Tree has any fields."""
    open_names = [f"{owner}: {name}" for owner, names in public_annotations() for name, each in names if is_open(each)]
    assert open_names == []


def public_annotations() -> Iterator[tuple[str, list[tuple[str, Any]]]]:
    for name in sorted({*nacformats.__all__, "compile"} - {"Tree"}):
        value = getattr(nacformats, name)
        yield name, hints(value) if inspect.isclass(value) else []
        members = inspect.getmembers(value) if inspect.isclass(value) else [(name, value)]
        for member, each in members:
            function = getattr(each, "fget", None) or (each.func if isinstance(each, cached_property) else each)
            overloads = typing.get_overloads(function) if inspect.isfunction(function) else []
            if member[0] != "_" or (member == "__init__" and not is_dataclass(value)):
                for one in overloads or ([function] if inspect.isroutine(function) else []):
                    if inspect.isfunction(one) or inspect.ismethod(one):
                        yield f"{name}.{member}", hints(one)


def hints(function: Any) -> list[tuple[str, Any]]:
    """Annotations with the names that only type checkers import."""
    from nacformats.files import PathLike
    from nacformats.findings import Finding
    from nacformats.formats.base import Model
    from nacformats.formats.generic import Tree
    from nacformats.formats.gguf import GgufFile
    from nacformats.formats.mic import MicGraph
    from nacformats.formats.nac import NacFile, names
    from nacformats.formats.nac.file.external import ExternalWeights, NewWeights
    from nacformats.formats.safetensors import SafetensorsFile
    from nacformats.formats.stb import ShapeTable, StbFile
    from nacformats.graph.graph import Graph
    from nacformats.limits import Limits
    from nacformats.plan import Host, PlanBudget
    from nacformats.plan.runner import Mode
    from nacformats.tokenizer import Manifest

    known = {"MicGraph": MicGraph, "NacFile": NacFile, "ShapeTable": ShapeTable, "StbFile": StbFile, "Limits": Limits}
    known |= {"Plan": nacformats.plan.Plan, "Tokenizer": nacformats.Tokenizer, "PlanBudget": PlanBudget, "Host": Host}
    known |= {
        "Manifest": Manifest,
        "Mode": Mode,
        "Tree": Tree,
        "AnyModel": NacFile | MicGraph | StbFile | GgufFile | SafetensorsFile | Tree,
    }
    known |= {"Graph": Graph, "Model": Model, "GgufFile": GgufFile, "SafetensorsFile": SafetensorsFile}
    for module in (nacformats.typing, names):
        known |= {name: value for name, value in vars(module).items() if name[0].isupper()}
    known |= {each.__name__: each for each in (ExternalWeights, NewWeights, Finding, Path, TracebackType)}
    known |= {"PathLike": PathLike, "npt": npt, "np": np}
    return list(typing.get_type_hints(function, localns=known).items())


def is_open(annotation: Any) -> bool:
    origin = typing.get_origin(annotation)
    if annotation is Any:
        return True
    if typing.is_typeddict(annotation):
        return any(is_open(each) for _, each in hints(annotation))
    if inspect.isclass(origin) and issubclass(origin, np.ndarray | np.dtype):
        return False
    return "numpy" not in str(annotation) and any(map(is_open, typing.get_args(annotation)))
