"""Small schemas for one test: compiled by the Kaitai Struct compiler, or rendered as construct structs."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from nacformats.codec.constructs import Record
from nacformats.codec.tables import class_name
from nacformats.schema import reading, sources
from nacformats.targets import kaitai, loading, tables
from tests.oracle import keeping_positions
from tests.partners import partner


class Schemas:
    """A folder of schemas that stands in for schemas/."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.modules: list[str] = []

    def write(self, name: str, text: str) -> None:
        """Write a schema; what comes before `seq`, `types` and so on is filled in."""
        head = f"meta:\n  id: {name}\n  title: Test\n  endian: le\n  encoding: UTF-8\n"
        body = textwrap.dedent(text)
        (self.folder / f"{name}.ksy").write_text(body if body.lstrip().startswith("meta:") else head + body)
        forget()

    def parser(self, name: str, *, debug: bool = False) -> Any:
        """The parser that the Kaitai Struct compiler makes."""
        partner("ksc")
        schemas = {each: sources.load_schema(each) for each in sources.schema_names()}
        package = f"nacformats_test_{'debug' if debug else 'plain'}"
        jobs = [kaitai.Job(each, "python", debug, ".") for each in sorted(schemas, key=lambda each: each == name)]
        for job, result in zip(jobs, kaitai.compile_schemas(schemas, jobs), strict=True):
            assert isinstance(result, str), result
            self._execute(f"{package}.{job.schema}", keeping_positions(result) if debug else result, package)
            self._execute(f"nacformats._generated.tables.{job.schema}", tables.render_tables(job.schema))
        return getattr(sys.modules[f"{package}.{name}"], class_name(name))

    def record(self, name: str) -> Record:
        """The construct struct that this package makes."""
        codec = loading.machine_of_schema(reading.schema_model(name))
        return Record(codec.root, codec=codec)

    def _execute(self, name: str, text: str, package: str | None = None) -> ModuleType:
        if package is not None and package not in sys.modules:
            sys.modules[package] = ModuleType(package)
            sys.modules[package].__path__ = []
            self.modules.append(package)
        module = ModuleType(name)
        module.__package__ = package
        sys.modules[name] = module
        self.modules.append(name)
        exec(compile(text, f"<{name}>", "exec"), module.__dict__)
        if package is not None:
            setattr(sys.modules[package], name.rpartition(".")[2], module)
        return module


def forget() -> None:
    """Schemas are read once; here they change."""
    sources.load_schema.cache_clear()
    reading.schema_model.cache_clear()


@contextmanager
def folder_of_schemas(folder: Path) -> Iterator[Schemas]:
    """An empty folder in place of schemas/."""
    made = Schemas(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "SCHEMA_DIR", folder)
        forget()
        yield made
    for name in made.modules:
        sys.modules.pop(name, None)
    forget()


@pytest.fixture
def schemas(tmp_path: Path) -> Iterator[Schemas]:
    """An empty folder in place of schemas/, for one test."""
    folder = tmp_path / "schemas"
    folder.mkdir()
    with folder_of_schemas(folder) as made:
        yield made


@pytest.fixture(scope="module")
def shared_schemas(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Schemas]:
    """An empty folder in place of schemas/, for all tests of a module: compiling takes half a second."""
    with folder_of_schemas(tmp_path_factory.mktemp("schemas")) as made:
        yield made
