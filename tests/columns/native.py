"""What tests of the compiled loops share: a compiler and a library, or a reason to skip."""

from __future__ import annotations

import ctypes
import importlib
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

import pytest

from nacformats.codec.columns import RecordCodec, record
from nacformats.codec.columns.native import Loops, loops_in
from nacformats.schema.sources import ROOT, schema_names
from tests.partners import partner


@cache
def build_hook() -> ModuleType:
    """hatch_build.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compiler() -> list[str]:
    """The command of a C compiler that takes the options of gcc; skips the test where there is none."""
    for command in build_hook().compilers():
        if Path(command[0]).stem.lower() != "cl":
            return list(command)
    partner("cc")
    pytest.skip("the C compiler here takes other options")


def built_library(folder: Path) -> Path:
    """The generated C, compiled as an installation does; skips the test where there is no compiler."""
    hook = build_hook()
    if not any(hook.compilers()):
        partner("cc")
    library: Path = folder / hook.LIBRARY.name
    hook.compile_library(hook.loops(), library)
    return library


def generated(schema: str) -> ModuleType:
    return importlib.import_module(f"nacformats._generated.columns.{schema}")


@cache
def codecs() -> tuple[RecordCodec, ...]:
    """Those of all schemas."""
    found = [vars(generated(schema)).values() for schema in schema_names()]
    return tuple(value for values in found for value in values if isinstance(value, RecordCodec))


@cache
def loops_for(codec: RecordCodec, library: ctypes.CDLL) -> Loops:
    loops = loops_in(library, codec.schema, codec.name, codec.columns, generated(codec.schema).C_SHA256)
    assert loops is not None, f"the library was not built for the columns of {codec}"
    return loops


@contextmanager
def compiled(library: ctypes.CDLL) -> Iterator[None]:
    """All codecs use the library, however few records there are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(record, "NATIVE_PAYS", 0)
        for codec in codecs():
            patch.setitem(vars(codec), "compiled", loops_for(codec, library))
        yield


@contextmanager
def pure() -> Iterator[None]:
    """No codec uses a library."""
    with pytest.MonkeyPatch.context() as patch:
        for codec in codecs():
            patch.setitem(vars(codec), "compiled", None)
        yield
