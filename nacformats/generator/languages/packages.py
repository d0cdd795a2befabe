"""Packages of a language: the machine, and a file for each schema."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version

from nacformats.generator.languages.translate import NeutralProgram, read_machine
from nacformats.generator.languages.views import SchemaViews, views_of
from nacformats.generator.model import Schema


@dataclass(frozen=True)
class Package:
    """A package before it is printed.

    Attributes:
        name: of the package, in small letters; version: of nacformats.
        machine: all its modules; schemas: in the order in which they are listed.
    """

    name: str
    version: str
    machine: NeutralProgram
    schemas: tuple[SchemaViews, ...]


machine = cache(read_machine)


def package_of(name: str, schemas: Iterable[Schema]) -> Package:
    """Return a package of schemas.

    Raises:
        SchemaError: the machine cannot do something of one.
    """
    return Package(name, version("nacformats"), machine(), tuple(map(views_of, schemas)))
